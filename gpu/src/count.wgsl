// Counts the replies to the listed moves.
@compute @workgroup_size(GROUP)
fn count_replies(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let place = place_of(group, thread);
    var number = 0lu;
    if (place < queue.filled) {
        let played = queued[place];
        var next: Node;
        make(played, &next);
        if (((played.y >> 8u) & 255u) == TAKEN) {
            captures_en_passant(next.a, next.b, next.c, next.black, &number);
        } else {
            replies(next.a, next.b, next.c, next.black, &number);
        }
        number *= nodes[played.x].weight;
    }
    add(number, thread, number_of(group));
}
