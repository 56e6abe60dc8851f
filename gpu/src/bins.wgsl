// Nodes are put in the order of the bins of the pieces that do not move next: equal nodes after them
// come from nodes of one bin, unless something was captured.

// The number of nodes of each bin, or where its next node goes, and then the largest upper half of a
// weight.
@group(0) @binding(AT_BINS) var<storage, read_write> bins: array<atomic<u32>>;

fn bin_of(node: Node) -> u32 {
    let waiting = node.black & (node.a | node.b | node.c);
    let hash = ((node.a & waiting) * 0x9e3779b97f4a7c15lu)
        ^ (((node.b & waiting) * 0xbf58476d1ce4e5b9lu) >> 7u)
        ^ ((node.c & waiting) * 0x94d049bb133111eblu);
    return u32(mixed(hash) >> 32u) % BINS;
}
