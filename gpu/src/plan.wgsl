// Counts the replies to most moves of a chunk of nodes, and lists the other moves.
@compute @workgroup_size(GROUP)
fn plan_moves(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = level.first + GROUP * number_of(group) + thread;
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
