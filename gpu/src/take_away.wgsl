// Takes the en passant square away where no pawn may capture there.
@compute @workgroup_size(GROUP)
fn take_away(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let end = level.total;
    for (var at = GROUP * group.x + thread; at < end; at += GROUP * groups.x) {
        let node = nodes[at];
        let occupied = node.a | node.b | node.c;
        if ((node.black & ~occupied) != 0lu) {
            var pawns: u64;
            capturing(node.a, node.b, node.c, node.black, &pawns);
            if (pawns == 0lu) {
                nodes[at].black = node.black & occupied;
            }
        }
    }
}
