//! Attacks of sets of pawns, knights and kings.

use crate::{Color, Direction, Word};

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
    let east = Direction::East.shift(knights);
    let west = Direction::West.shift(knights);
    let east_twice = Direction::East.shift(east);
    let west_twice = Direction::West.shift(west);
    [
        east.shl(16),
        west.shl(16),
        east_twice.shl(8),
        west_twice.shl(8),
        west.shr(16),
        east.shr(16),
        west_twice.shr(8),
        east_twice.shr(8),
    ]
}

/// Returns the squares that knights attack.
#[inline(always)]
#[must_use]
pub fn knight_attacks<W: Word>(knights: W) -> W {
    let east = Direction::East.shift(knights);
    let west = Direction::West.shift(knights);
    let one = east | west;
    let two = Direction::East.shift(east) | Direction::West.shift(west);
    one.shl(16) | one.shr(16) | two.shl(8) | two.shr(8)
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
    let beside = Direction::East.shift(kings) | Direction::West.shift(kings);
    let row = kings | beside;
    beside | row.shl(8) | row.shr(8)
}

#[cfg(test)]
mod tests {
    use super::{king_attacks, knight_attacks, knight_steps, pawn_attacks};
    use crate::{Bitboard, Color, Square};

    /// Returns the union of what the pieces of a set attack one by one.
    fn union(set: u64, attacks: impl Fn(Square) -> Bitboard) -> u64 {
        Bitboard(set).into_iter().fold(0, |all, square| all | attacks(square).0)
    }

    #[test]
    fn sets_attack_what_their_pieces_attack() {
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
