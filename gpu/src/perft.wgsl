// The part that every kernel of perft shares. Functions printed from the formulas are added to it.

// A position in four words: three binary digits of the kind of piece on each square, and the squares
// of Black. White is to move. The weight is the number of move sequences that lead there.
struct Node {
    a: u64,
    b: u64,
    c: u64,
    black: u64,
    weight: u64,
}

// The nodes of a level of the tree: where the next chunk begins, how many there are, and the length of
// a chunk.
struct Level {
    first: u32,
    total: u32,
    chunk: u32,
}

// The moves that wait: how many are being added, and how many there are to be taken.
struct Queue {
    added: atomic<u32>,
    filled: u32,
}

@group(0) @binding(0) var<storage, read_write> nodes: array<Node>;
@group(0) @binding(1) var<storage, read_write> level: Level;
@group(0) @binding(2) var<storage, read_write> queue: Queue;
// The number of the node, then a byte each for the target square, the set that the move is from, and
// its kind.
@group(0) @binding(3) var<storage, read_write> queued: array<vec2<u32>>;
@group(0) @binding(4) var<storage, read_write> sums: array<u64>;
@group(0) @binding(5) var<storage, read_write> next_nodes: array<Node>;
@group(0) @binding(6) var<storage, read_write> next_level: Level;
@group(0) @binding(7) var<storage, read_write> dispatch: array<u32, 3>;

fn ones(squares: u64) -> u32 {
    return countOneBits(u32(squares)) + countOneBits(u32(squares >> 32u));
}

fn lowest(squares: u64) -> u32 {
    let low = u32(squares);
    return select(countTrailingZeros(low), 32u + countTrailingZeros(u32(squares >> 32u)), low == 0u);
}

// Returns the number of the workgroup in a dispatch.
fn number_of(group: vec3<u32>) -> u32 {
    return group.y * ROW + group.x;
}

// Returns the number of a thread in a dispatch.
fn place_of(group: vec3<u32>, thread: u32) -> u32 {
    return GROUP * number_of(group) + thread;
}
