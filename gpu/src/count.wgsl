// Counts the replies to the listed moves, each region's by the same number of workgroups. Then the next
// chunk can be planned.
@compute @workgroup_size(GROUP)
fn count_replies(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let region = group.x % REGIONS;
    let filled = regions[region].x;
    let step = GROUP * (groups.x / REGIONS);
    var sum = Sum(0lu, 0lu);
    for (var place = GROUP * (group.x / REGIONS) + thread; place < filled; place += step) {
        let played = queued[REGION * region + place];
        var next: Node;
        make(played, &next);
        var number: u64;
        if (((played.y >> 8u) & 255u) == TAKEN) {
            captures_en_passant(next.a, next.b, next.c, next.black, &number);
        } else {
            replies(next.a, next.b, next.c, next.black, &number);
        }
        count(&sum, number, played.x);
    }
    add(sum, thread, group.x);
    if (group.x == 0u && thread == 0u) {
        level.first += level.chunk;
    }
}
