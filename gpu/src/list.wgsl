// Lists the moves of a chunk of nodes.
@compute @workgroup_size(GROUP)
fn list_moves(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = level.first + GROUP * number_of(group) + thread;
    var sets: array<u64, SETS>;
    if (index < level.total) {
        let node = nodes[index];
        find(node.a, node.b, node.c, node.black, &sets);
    }
    list(index, &sets, thread);
}
