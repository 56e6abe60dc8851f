//! The proof of the moves to a square, for the page's chapter on legal moves.

use hyperbola::Square;
use hyperbola_prove::legality::prove_moves_to;

/// Proves that the formula of the counter lists the legal moves of White to a square, and no other, in
/// all positions with White's king on a square. Returns the number of equations in the upper half and
/// that of the nodes in the lower half, or 0 if it is not so or a number is no square's.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn prove(king: usize, to: usize) -> u64 {
    let (king, to) = (Square::ALL.get(king), Square::ALL.get(to));
    let proved = king.zip(to).and_then(|(&king, &to)| prove_moves_to(king, to).ok());
    proved.map_or(0, |proved| proved.equations << 32 | proved.nodes)
}
