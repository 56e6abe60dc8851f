// Returns the square that a move leaves.
fn origin(node: Node, to: u32, kept_in: u32) -> u32 {
    if (kept_in < KNIGHTS) {
        // The slider is the nearest piece on the way back.
        let occupied = node.a | node.b | node.c;
        var at = (to - STEPS[kept_in]) & 63u;
        while (((occupied >> at) & 1lu) == 0lu) {
            at = (at - STEPS[kept_in]) & 63u;
        }
        return at;
    }
    if (kept_in == KING || kept_in == CASTLING) {
        return lowest(node.b & node.c & ~node.a & ~node.black);
    }
    return (to - STEPS[kept_in]) & 63u;
}

// Makes a move that waits. Black is to move in the position after it.
fn make(played: vec2<u32>, next: ptr<function, Node>) {
    let node = nodes[played.x];
    let kept_in = (played.y >> 8u) & 255u;
    let square = played.y & 255u;
    var kind = u64(played.y >> 16u);
    var leaves = 1lu << origin(node, square, kept_in);
    var reaches = 1lu << square;
    if (kept_in == EN_PASSANT) {
        // The set has the pawns that capture.
        leaves = reaches;
        reaches = node.black & ~(node.a | node.b | node.c);
    }
    if (kept_in == CASTLING) {
        // The set has the wings.
        kind += u64(square);
        reaches = KING_TO[square];
    }
    after(node.a, node.b, node.c, node.black, leaves, reaches, kind, next);
}
