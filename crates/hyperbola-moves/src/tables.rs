//! Tables of the attacks of leapers and of the rays between squares.

use hyperbola::geometry;
use hyperbola::{Bitboard, Color, Direction, Square};

/// Fills a table by calling a constant function for each square.
macro_rules! by_square {
    ($square:ident => $value:expr) => {{
        let mut entries = [Bitboard::EMPTY; 64];
        let mut index = 0;
        while index < 64 {
            let $square = Square::ALL[index];
            entries[index] = $value;
            index += 1;
        }
        entries
    }};
}

/// The attacks of a knight: 512 bytes, by square.
pub(crate) static KNIGHT_ATTACKS: [Bitboard; 64] =
    by_square!(square => hyperbola::knight_attacks(square));

/// The attacks of a king: 512 bytes, by square.
static KING_ATTACKS: [Bitboard; 64] = by_square!(square => hyperbola::king_attacks(square));

/// The attacks of a pawn: 1 KiB, by colour, then by square.
static PAWN_ATTACKS: [[Bitboard; 64]; 2] = [
    by_square!(square => hyperbola::pawn_attacks(Color::White, square)),
    by_square!(square => hyperbola::pawn_attacks(Color::Black, square)),
];

/// The whole ray from a square through another: 32 KiB, by the first square, then by the second.
/// The entry is empty if the squares are not aligned.
static RAYS_THROUGH: [[Bitboard; 64]; 64] = {
    let mut entries = [[Bitboard::EMPTY; 64]; 64];
    let mut index = 0;
    while index < 64 * 8 {
        let from = index / 8;
        let ray = geometry::ray(Square::ALL[from], Direction::ALL[index % 8]);
        let mut rest = ray;
        while let Some(through) = rest.first() {
            entries[from][through.index() as usize] = ray;
            rest.remove(through);
        }
        index += 1;
    }
    // From e1 through g1 the ray has f1, g1 and h1.
    assert!(entries[4][6].0 == 0xe0 && entries[4][13].0 != 0 && entries[4][14].0 == 0);
    entries
};

/// Returns the squares that a knight attacks.
#[inline]
pub(crate) fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT_ATTACKS[square as usize]
}

/// Returns the squares that a king attacks.
#[inline]
pub(crate) fn king_attacks(square: Square) -> Bitboard {
    KING_ATTACKS[square as usize]
}

/// Returns the squares that a pawn of a colour attacks.
#[inline]
pub(crate) fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN_ATTACKS[color as usize][square as usize]
}

/// Returns the ray from a square through another up to the edge, without the first square. It is
/// empty if the squares are not aligned.
#[inline]
pub(crate) fn ray_through(from: Square, through: Square) -> Bitboard {
    RAYS_THROUGH[from as usize][through as usize]
}

/// Returns the squares strictly between two squares. The set is empty if they are not aligned.
#[inline]
pub(crate) fn between(a: Square, b: Square) -> Bitboard {
    ray_through(a, b) & ray_through(b, a)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rays_meet_between_squares() {
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(between(a, b), geometry::between(a, b), "{a} {b}");
                assert_eq!(ray_through(a, b).is_empty(), geometry::aligned(a, b).is_none());
            }
        }
    }
}
