//! Attacks of sets of pawns, knights and kings.

use crate::{Bitboard, Color, Direction, File, Word};

const FILE_A: u64 = Bitboard::from_file(File::A).0;
const FILE_B: u64 = Bitboard::from_file(File::B).0;
const FILE_G: u64 = Bitboard::from_file(File::G).0;
const FILE_H: u64 = Bitboard::from_file(File::H).0;

/// Returns the squares that a side's pawns attack towards file h, and those towards file a.
///
/// ```
/// use hyperbola::{Color, Square, setwise};
///
/// let pawns = Square::E4.bit() | Square::H2.bit();
/// let [east, west] = setwise::pawn_attacks(Color::White, pawns);
/// assert_eq!(east, Square::F5.bit());
/// assert_eq!(west, Square::D5.bit() | Square::G3.bit());
/// ```
#[inline(always)]
#[must_use]
pub fn pawn_attacks<W: Word>(color: Color, pawns: W) -> [W; 2] {
    match color {
        Color::White => [Direction::NorthEast.shift(pawns), Direction::NorthWest.shift(pawns)],
        Color::Black => [Direction::SouthEast.shift(pawns), Direction::SouthWest.shift(pawns)],
    }
}

/// Returns the squares that knights reach by each of their eight steps. No two knights reach a
/// square by the same step.
///
/// ```
/// use hyperbola::{Square, knight_attacks, setwise};
///
/// let steps = setwise::knight_steps(Square::B1.bit());
/// assert_eq!(steps.into_iter().fold(0, |all, step| all | step), knight_attacks(Square::B1).0);
/// ```
#[inline(always)]
#[must_use]
pub fn knight_steps<W: Word>(knights: W) -> [W; 8] {
    let a = knights & knights.splat(!FILE_A);
    let h = knights & knights.splat(!FILE_H);
    let ab = knights & knights.splat(!(FILE_A | FILE_B));
    let gh = knights & knights.splat(!(FILE_G | FILE_H));
    [h.shl(17), a.shl(15), gh.shl(10), ab.shl(6), a.shr(17), h.shr(15), ab.shr(10), gh.shr(6)]
}

/// Returns the squares that knights attack.
#[inline(always)]
#[must_use]
pub fn knight_attacks<W: Word>(knights: W) -> W {
    let one = beside(knights);
    let two = (knights.shl(2) & knights.splat(!(FILE_A | FILE_B)))
        | (knights.shr(2) & knights.splat(!(FILE_G | FILE_H)));
    one.shl(16) | one.shr(16) | two.shl(8) | two.shr(8)
}

/// Returns the squares beside those of a set, on the same ranks.
#[inline(always)]
#[must_use]
pub fn beside<W: Word>(squares: W) -> W {
    (squares.shl(1) & squares.splat(!FILE_A)) | (squares.shr(1) & squares.splat(!FILE_H))
}

/// Returns the squares that kings attack.
///
/// ```
/// use hyperbola::{Square, king_attacks, setwise};
/// assert_eq!(setwise::king_attacks(Square::H1.bit()), king_attacks(Square::H1).0);
/// ```
#[inline(always)]
#[must_use]
pub fn king_attacks<W: Word>(kings: W) -> W {
    let beside = beside(kings);
    let row = kings | beside;
    beside | row.shl(8) | row.shr(8)
}

#[cfg(test)]
mod tests {
    use super::{king_attacks, knight_attacks, knight_steps, pawn_attacks};
    use crate::{Bitboard, Color, Square};

    /// Returns the union of the attacks of the single pieces of a set.
    fn union(set: u64, attacks: impl Fn(Square) -> Bitboard) -> u64 {
        Bitboard(set).into_iter().fold(0, |all, square| all | attacks(square).0)
    }

    #[test]
    fn set_attacks_are_the_union_of_single_attacks() {
        let mut set: u64 = 1;
        for _ in 0..1_000 {
            set = set.wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29) ^ 0x1234_5678;
            assert_eq!(knight_attacks(set), union(set, crate::knight_attacks));
            let steps = knight_steps(set);
            assert_eq!(steps.into_iter().fold(0, |all, step| all | step), knight_attacks(set));
            assert!(steps.into_iter().all(|step| step.count_ones() <= set.count_ones()));
            assert_eq!(king_attacks(set), union(set, crate::king_attacks));
            for color in Color::ALL {
                let [east, west] = pawn_attacks(color, set);
                assert_eq!(east | west, union(set, |square| crate::pawn_attacks(color, square)));
            }
        }
        for square in Square::ALL {
            let steps = knight_steps(square.bit());
            assert!(steps.into_iter().all(|step| step.count_ones() <= 1));
            let attacks = steps.into_iter().map(u64::count_ones).sum::<u32>();
            assert_eq!(attacks, crate::knight_attacks(square).count());
        }
    }
}
