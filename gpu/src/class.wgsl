// The class of positions that is counted: bits of their hash, and their values.
@group(0) @binding(AT_CLASS) var<storage, read_write> class_bits: vec2<u32>;

// Returns whether a node is of the class. The en passant square does not count, because positions
// that differ only by it may be equal by another definition. The table has other bits of the hash.
fn in_class(index: u32) -> bool {
    var node = nodes[index];
    node.black &= node.a | node.b | node.c;
    return (u32(hash_of(node) >> 32u) & class_bits.x) == class_bits.y;
}
