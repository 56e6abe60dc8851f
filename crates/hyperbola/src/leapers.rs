//! The attacks of the pieces that do not slide: king, knight and pawn.

use crate::{Bitboard, Color, Square, steps};

/// Fills a table with the leaps of each square.
const fn by_square(offsets: &[(i8, i8)]) -> [Bitboard; 64] {
    let mut entries = [Bitboard::EMPTY; 64];
    let mut index = 0;
    while index < 64 {
        entries[index] = steps::leaps(Square::ALL[index], offsets);
        index += 1;
    }
    entries
}

/// The attacks of a king: 512 bytes, by square.
static KING_ATTACKS: [Bitboard; 64] =
    by_square(&[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

/// The attacks of a knight: 512 bytes, by square.
static KNIGHT_ATTACKS: [Bitboard; 64] =
    by_square(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);

/// The attacks of a pawn: 1 KiB, by side, then by square.
static PAWN_ATTACKS: [[Bitboard; 64]; 2] =
    [by_square(&[(-1, 1), (1, 1)]), by_square(&[(-1, -1), (1, -1)])];

/// Returns the squares that a king attacks: one step in each direction.
///
/// ```
/// use hyperbola::{bitboard, king_attacks, Square};
/// assert_eq!(king_attacks(Square::A1), bitboard! {
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     . . . . . . . .
///     1 1 . . . . . .
///     . 1 . . . . . .
/// });
/// ```
#[inline]
#[must_use]
pub const fn king_attacks(square: Square) -> Bitboard {
    KING_ATTACKS[square as usize]
}

/// Returns the squares that a knight attacks.
///
/// ```
/// use hyperbola::{knight_attacks, Bitboard, Square};
/// assert_eq!(knight_attacks(Square::H1), Bitboard::from_iter([Square::F2, Square::G3]));
/// ```
#[inline]
#[must_use]
pub const fn knight_attacks(square: Square) -> Bitboard {
    KNIGHT_ATTACKS[square as usize]
}

/// Returns the squares that a pawn of a side attacks. From its last rank it attacks nothing.
///
/// ```
/// use hyperbola::{pawn_attacks, Bitboard, Color, Square};
/// let attacks = pawn_attacks(Color::Black, Square::D4);
/// assert_eq!(attacks, Bitboard::from_iter([Square::C3, Square::E3]));
/// ```
#[inline]
#[must_use]
pub const fn pawn_attacks(color: Color, square: Square) -> Bitboard {
    PAWN_ATTACKS[color as usize][square as usize]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_attacks_over_all_squares_is_known() {
        let total = |attacks: &dyn Fn(Square) -> Bitboard| -> u32 {
            Square::ALL.map(|square| attacks(square).count()).iter().sum()
        };
        assert_eq!(total(&king_attacks), 420);
        assert_eq!(total(&knight_attacks), 336);
        assert_eq!(total(&|square| pawn_attacks(Color::White, square)), 98);
        assert_eq!(total(&|square| pawn_attacks(Color::Black, square)), 98);
    }

    #[test]
    fn leaper_attacks_are_mutual() {
        for a in Square::ALL {
            for b in Square::ALL {
                assert_eq!(king_attacks(a).contains(b), king_attacks(b).contains(a));
                assert_eq!(knight_attacks(a).contains(b), knight_attacks(b).contains(a));
                assert_eq!(
                    pawn_attacks(Color::White, a).contains(b),
                    pawn_attacks(!Color::White, b).contains(a)
                );
            }
        }
    }
}
