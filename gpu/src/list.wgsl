var<workgroup> range: vec2<u32>;
var<workgroup> listed: atomic<u32>;

// Lists the moves of a chunk of the kept nodes. Where these are planned, it adds up the replies to the
// others.
@compute @workgroup_size(GROUP)
fn list_moves(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    if (thread == 0u) {
        range = vec2<u32>(level.first, min(level.first + level.chunk, atomicLoad(&level.kept)));
    }
    let chunk = workgroupUniformLoad(&range);
    var sum = Sum(0lu, 0lu);
    var next_index: u32;
    var next: Node;
    read(chunk.x + GROUP * group.x + thread, chunk.y, &next_index, &next);
    for (var first = chunk.x + GROUP * group.x; first < chunk.y; first += GROUP * REGIONS) {
        let index = next_index;
        let node = next;
        // The next node comes from memory while this one's moves are found.
        read(first + GROUP * REGIONS + thread, chunk.y, &next_index, &next);
        var sets: array<u64, SETS>;
        var replies: u64;
        find(node.a, node.b, node.c, node.black, &sets, &replies);
        count(&sum, replies, index);
        let place = REGION * group.x + atomicAdd(&listed, number_of(&sets));
        list(place, index, &sets);
    }
    workgroupBarrier();
    if (thread == 0u) {
        regions[group.x].x = atomicLoad(&listed);
    }
    add(sum, thread, group.x);
}

// Reads a kept node, or after the last one a board without pieces, which has no moves.
fn read(at: u32, end: u32, index: ptr<function, u32>, node: ptr<function, Node>) {
    *index = 0u;
    *node = Node(0lu, 0lu, 0lu, 0lu);
    if (at < end) {
        *index = kept[at];
        *node = nodes[*index];
    }
}
