// The part of the shader that is not printed: it lists moves, makes them and counts the replies.

// A position in four words: three binary digits of the kind of piece on each square, and the
// squares of Black. White is to move.
struct Node {
    a: vec2<u32>,
    b: vec2<u32>,
    c: vec2<u32>,
    black: vec2<u32>,
}

// The nodes whose moves are listed at once.
struct Chunk {
    first: u32,
    length: u32,
}

// The number of listed moves, the workgroups that take them, and the number of all replies in
// halves.
struct State {
    listed: atomic<u32>,
    groups: atomic<u32>,
    rows: u32,
    layers: u32,
    low: atomic<u32>,
    high: atomic<u32>,
}

@group(0) @binding(0) var<storage, read> nodes: array<Node>;
@group(0) @binding(1) var<uniform> chunk: Chunk;
@group(0) @binding(2) var<storage, read_write> state: State;
// The number of the node, then a byte each for the target square, the set that the move is from,
// and its kind.
@group(0) @binding(3) var<storage, read_write> moves: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> next_nodes: array<Node>;

var<workgroup> number_of_group: atomic<u32>;
var<workgroup> start_of_group: u32;

// Lists the moves of a chunk of nodes, those of a workgroup side by side.
@compute @workgroup_size(64)
fn list_moves(
    @builtin(global_invocation_id) at: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let index = chunk.first + at.x;
    var sets: array<vec2<u32>, SETS>;
    if (at.x < chunk.length) {
        let node = nodes[index];
        find_moves(node.a, node.b, node.c, node.black, &sets);
    }
    var number = 0u;
    for (var kept_in = 0u; kept_in < SETS; kept_in++) {
        let ones = countOneBits(sets[kept_in]);
        number += (ones.x + ones.y) * promotions_of(kept_in);
    }
    var place = atomicAdd(&number_of_group, number);
    workgroupBarrier();
    if (thread == 0u) {
        let all = atomicLoad(&number_of_group);
        start_of_group = atomicAdd(&state.listed, all);
        atomicMax(&state.groups, (start_of_group + all + 63u) / 64u);
    }
    workgroupBarrier();
    place += start_of_group;
    for (var kept_in = 0u; kept_in < SETS; kept_in++) {
        for (var half = 0u; half < 2u; half++) {
            for (var left = sets[kept_in][half]; left != 0u; left &= left - 1u) {
                let square = 32u * half + countTrailingZeros(left);
                for (var more = 0u; more < promotions_of(kept_in); more++) {
                    let kind = KINDS[kept_in] + more;
                    moves[place] = vec2<u32>(index, square | (kept_in << 8u) | (kind << 16u));
                    place += 1u;
                }
            }
        }
    }
}

// Returns the number of moves to a square of a set.
fn promotions_of(kept_in: u32) -> u32 {
    return select(1u, 4u, kept_in >= PROMOTIONS && kept_in < EN_PASSANT);
}

// Makes the listed moves. The positions after them, turned over, are the nodes of the next level.
@compute @workgroup_size(64)
fn make_moves(@builtin(global_invocation_id) at: vec3<u32>) {
    if (at.x < atomicLoad(&state.listed)) {
        var next = made(moves[at.x]);
        turned(next[0], next[1], next[2], next[3], &next);
        next_nodes[at.x] = Node(next[0], next[1], next[2], next[3]);
    }
}

// Counts the replies to the listed moves.
@compute @workgroup_size(64)
fn count_replies(
    @builtin(global_invocation_id) at: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    if (at.x < atomicLoad(&state.listed)) {
        let next = made(moves[at.x]);
        var replies: array<vec2<u32>, 2>;
        find_replies(next[0], next[1], next[2], next[3], &replies);
        atomicAdd(&number_of_group, replies[0].x + replies[1].x);
    }
    workgroupBarrier();
    if (thread == 0u) {
        let number = atomicLoad(&number_of_group);
        let before = atomicAdd(&state.low, number);
        // What does not fit the lower half is carried.
        if (before + number < before) {
            atomicAdd(&state.high, 1u);
        }
    }
}

// Returns the position after a listed move, with Black to move.
fn made(listed: vec2<u32>) -> array<vec2<u32>, 4> {
    let node = nodes[listed.x];
    let kept_in = (listed.y >> 8u) & 255u;
    let square = listed.y & 255u;
    var kind = listed.y >> 16u;
    let leaves = bit(origin(node, square, kept_in));
    var reaches = bit(square);
    if (kept_in == EN_PASSANT) {
        // The set has the squares that the pawns leave.
        reaches = node.black & ~(node.a | node.b | node.c);
    }
    if (kept_in == CASTLING) {
        // The set has the wings.
        kind += square;
        reaches = bit(KING_TO[square]);
    }
    var next: array<vec2<u32>, 4>;
    after(node.a, node.b, node.c, node.black, leaves, reaches, vec2<u32>(kind, 0u), &next);
    return next;
}

// Returns the square that a move leaves.
fn origin(node: Node, to: u32, kept_in: u32) -> u32 {
    if (kept_in < KNIGHTS) {
        // The slider is the nearest piece on the way back.
        let occupied = node.a | node.b | node.c;
        var at = (to - STEPS[kept_in]) & 63u;
        while (all((occupied & bit(at)) == vec2<u32>(0u, 0u))) {
            at = (at - STEPS[kept_in]) & 63u;
        }
        return at;
    }
    if (kept_in == KING || kept_in == CASTLING) {
        let king = node.b & node.c & ~node.a & ~node.black;
        return select(countTrailingZeros(king.x), 32u + countTrailingZeros(king.y), king.x == 0u);
    }
    return (to - STEPS[kept_in]) & 63u;
}

// Returns the set of a square.
fn bit(square: u32) -> vec2<u32> {
    let half = 1u << (square & 31u);
    return select(vec2<u32>(half, 0u), vec2<u32>(0u, half), square >= 32u);
}
