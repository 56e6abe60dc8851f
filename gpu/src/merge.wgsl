// Equal nodes are merged in a hash table of their numbers: the first of them that comes in is kept,
// and the weights of the others are added to its weight. Nodes are compared as a whole, so no hash is
// trusted, and no thread waits for another.

// The weights, with their halves one after the other.
@group(0) @binding(AT_HALVES) var<storage, read_write> halves: array<atomic<u32>>;
const NUMBER = 0x1ffffffu;

var<workgroup> total: u32;
var<workgroup> kept_here: atomic<u32>;
var<workgroup> start: u32;

fn hash_of(node: Node) -> u64 {
    var hash = node.a * 0x9e3779b97f4a7c15lu;
    hash = (hash ^ (hash >> 29u)) + node.b * 0xbf58476d1ce4e5b9lu;
    hash = (hash ^ (hash >> 31u)) + node.c * 0x94d049bb133111eblu;
    hash = (hash ^ (hash >> 30u)) + node.black * 0xff51afd7ed558ccdlu;
    return mixed(hash);
}

// Enters a node, and returns whether it is kept. If the table is full it is kept although it may be
// equal to another, so no count is lost.
fn enter(index: u32, size: u32) -> bool {
    let node = nodes[index];
    let hash = hash_of(node);
    let mine = (u32(hash >> 57u) << 25u) | (index + 1u);
    var at = u32(hash) & (size - 1u);
    for (var tried = 0u; tried < size;) {
        var other = atomicLoad(&table[at]);
        if (other == 0u) {
            let entered = atomicCompareExchangeWeak(&table[at], 0u, mine);
            if (entered.exchanged) {
                return true;
            }
            other = entered.old_value;
            if (other == 0u) {
                continue;
            }
        }
        if (((other ^ mine) >> 25u) == 0u && equal(nodes[(other & NUMBER) - 1u], node)) {
            add_weight((other & NUMBER) - 1u, index);
            return false;
        }
        tried += 1u;
        at = (at + 1u) & (size - 1u);
    }
    return true;
}

fn equal(one: Node, other: Node) -> bool {
    return one.a == other.a && one.b == other.b && one.c == other.c && one.black == other.black;
}

fn add_weight(to: u32, from_node: u32) {
    let low = atomicLoad(&halves[2u * from_node]);
    let before = atomicAdd(&halves[2u * to], low);
    let high = atomicLoad(&halves[2u * from_node + 1u]) + select(0u, 1u, before + low < before);
    if (high != 0u) {
        atomicAdd(&halves[2u * to + 1u], high);
    }
}
