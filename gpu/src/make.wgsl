// Makes the listed moves. The positions after them, turned over, are the nodes of the next level.
@compute @workgroup_size(GROUP)
fn make_moves(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let place = place_of(group, thread);
    if (place < queue.filled) {
        var next: Node;
        let played = queued[place];
        make(played, &next);
        var over: Node;
        turned(next.a, next.b, next.c, next.black, &over);
        over.weight = nodes[played.x].weight;
        next_nodes[place] = over;
    }
}
