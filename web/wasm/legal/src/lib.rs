//! The proof of the moves to a square, for the page's chapter on legal moves.

use hyperbola::Square;
use hyperbola_prove::legality::prove_moves_to;

/// Proves that the formula of the counter lists the legal moves of White to a square but castling
/// and captures en passant, and no other, in the positions that `prove_moves_to` assumes with
/// White's king on a square. Returns the number of equations in the upper half and that of the
/// nodes in the lower half. Without a proof it returns 0 if the claim is wrong, 1 if it needs too
/// many nodes, and 2 if a number names no square.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn prove(king: usize, to: usize) -> u64 {
    let Some((&king, &to)) = Square::ALL.get(king).zip(Square::ALL.get(to)) else { return 2 };
    match prove_moves_to(king, to) {
        Ok(proved) => proved.equations << 32 | proved.nodes,
        Err(refuted) => refuted.exhausted.is_some().into(),
    }
}
