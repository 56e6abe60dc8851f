// Makes the listed moves, and clears the table for the positions after them. These, turned over, are the
// next nodes. With EVERY there is an en passant square after each double step.
@compute @workgroup_size(GROUP)
fn make_moves(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let last = regions[REGIONS - 1u];
    clear_slots(last.x + last.y, GROUP * group.x + thread, GROUP * REGIONS);
    let region = regions[group.x];
    let digit = level.digit;
    for (var place = thread; place < region.x; place += GROUP) {
        var next: Node;
        let played = queued[REGION * group.x + place];
        make(played, &next);
        if (EVERY && (played.y >> 16u) == TWO_STEPS) {
            next.black |= 1lu << ((played.y & 255u) - 8u);
        }
        var over: Node;
        turned(next.a, next.b, next.c, next.black, &over);
        let at = region.y + place;
        next_nodes[at] = over;
        let weight = weights[played.x];
        let half = vec2<u32>(select(weight.x, weight.y, digit == 2u), 0u);
        next_weights[at] = select(half, weight, digit == 0u);
    }
}
