// Lists the moves of a chunk of nodes. Where these are planned, it adds up the replies to the others.
@compute @workgroup_size(GROUP)
fn list_moves(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = level.first + place_of(group, thread);
    var sets: array<u64, SETS>;
    var replies = 0lu;
    if (index < level.total) {
        let node = nodes[index];
        find(node.a, node.b, node.c, node.black, &sets, &replies);
        replies *= node.weight;
    }
    list(index, &sets, thread);
    add(replies, thread, number_of(group));
}
