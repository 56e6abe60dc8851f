// The part that every kernel of perft shares. Functions printed from the formulas are added to it.

// A position in four words: three binary digits of the kind of piece on each square, and the squares
// of Black. White is to move.
struct Node {
    a: u64,
    b: u64,
    c: u64,
    black: u64,
}

// Some nodes: how many there are, how many of these are kept, and where the next chunk of the kept
// ones begins and how long it is. The weights of the nodes after them are these nodes' weights, or if
// `digit` is 1 or 2, only the lower or upper half of these. A part of a layer has its number.
struct Level {
    first: u32,
    total: u32,
    chunk: u32,
    kept: atomic<u32>,
    digit: u32,
    part: u32,
}

@group(0) @binding(AT_NODES) var<storage, read_write> nodes: array<Node>;
// The weight of a node is the number of move sequences that lead there. Its lower half is first.
@group(0) @binding(AT_WEIGHTS) var<storage, read_write> weights: array<vec2<u32>>;
@group(0) @binding(AT_LEVEL) var<storage, read_write> level: Level;
// The numbers of the kept nodes.
@group(0) @binding(AT_KEPT) var<storage, read_write> kept: array<u32>;
// The moves that wait. Each workgroup that lists has a region of its own: how many moves are in it, and
// how many in those before it.
@group(0) @binding(AT_REGIONS) var<storage, read_write> regions: array<vec2<u32>, REGIONS>;
// REGION moves for each region. A move is the number of the node, then a byte each for the target
// square, the set that the move is from, and its kind.
@group(0) @binding(AT_QUEUED) var<storage, read_write> queued: array<vec2<u32>>;
// Three digits of 32 bits for each workgroup, with the carries between them not yet done.
@group(0) @binding(AT_SUMS) var<storage, read_write> sums: array<u64>;
@group(0) @binding(AT_NEXT_NODES) var<storage, read_write> next_nodes: array<Node>;
@group(0) @binding(AT_NEXT_WEIGHTS) var<storage, read_write> next_weights: array<vec2<u32>>;
@group(0) @binding(AT_NEXT_LEVEL) var<storage, read_write> next_level: Level;

fn ones(squares: u64) -> u32 {
    return countOneBits(u32(squares)) + countOneBits(u32(squares >> 32u));
}

fn lowest(squares: u64) -> u32 {
    let low = u32(squares);
    return select(countTrailingZeros(low), 32u + countTrailingZeros(u32(squares >> 32u)), low == 0u);
}
