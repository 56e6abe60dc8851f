// The table in which equal nodes are merged: in each slot zero, or 7 bits of a node's hash above 25
// bits of its number, counted from 1 on.
@group(0) @binding(AT_TABLE) var<storage, read_write> table: array<atomic<u32>>;

// Returns the number of slots for some nodes: a power of two above their number by a quarter or more,
// unless the table is smaller.
fn slots(nodes: u32) -> u32 {
    return min(2u << firstLeadingBit((nodes + nodes / 4u) | 31u), arrayLength(&table));
}

// Clears the slots that some nodes need.
fn clear_slots(nodes: u32, thread: u32, threads: u32) {
    let end = slots(nodes);
    for (var at = thread; at < end; at += threads) {
        atomicStore(&table[at], 0u);
    }
}
