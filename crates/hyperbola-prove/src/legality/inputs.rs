//! The positions that a proof is about, as words of Boolean functions: what is assumed of a
//! position.

use super::algebra::Algebra;
use super::laws::Square;
use super::words;
use crate::nodes::Bit;

/// What is assumed of a position in four words in which White is to move.
///
/// White has one king, no king of Black stands next to him, and pawns stand on the ranks 2 to 7.
/// Everything else is free: any pieces anywhere, and any number of kings of Black.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Assumed {
    /// The place of White's king.
    pub(super) king: usize,
    /// The places of White's rooks that may castle.
    pub(super) castlers: Castlers,
    /// The squares that pawns have passed over.
    pub(super) passed: Passed,
    /// The pieces that there are none of.
    pub(super) left_out: LeftOut,
}

/// Pieces that there are none of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct LeftOut {
    /// Pawns of White on the rank before the last, and White's rooks that may castle.
    pub(super) promotions: bool,
    /// Bishops and queens.
    pub(super) diagonals: bool,
    /// Knights.
    pub(super) knights: bool,
}

impl LeftOut {
    /// Returns whether a kind of piece of a side may stand on a square.
    fn allows(self, square: usize, kind: usize, black: bool) -> bool {
        let promotes = !black && (kind == 1 && (48..56).contains(&square) || kind == 7);
        !(self.promotions && promotes
            || self.diagonals && [3, 5].contains(&kind)
            || self.knights && kind == 2)
    }
}

/// White's rooks that may castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Castlers {
    /// Any rook.
    Any,
    /// Those among the squares of a set.
    Among(u64),
}

/// The squares that pawns have passed over by the last move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Passed {
    /// Any empty squares.
    Any,
    /// None.
    None,
    /// This square: it and the one behind it are empty, and Black's pawn stands in front of it.
    One(usize),
}

/// The words of a position.
pub(super) type Words = [[Bit; 64]; 4];

/// Returns the words of any position: every square may have any digits.
pub(super) fn any_words() -> Words {
    core::array::from_fn(|word| core::array::from_fn(|square| variable(square, word)))
}

/// The order of the squares' variables: file by file.
pub(super) const ORDER: [usize; 64] = {
    let mut order = [0; 64];
    let mut place = 0;
    while place < 64 {
        order[place] = 8 * (place % 8) + place / 8;
        place += 1;
    }
    order
};

/// The variables of a square.
const VARIABLES: u32 = 5;

impl Passed {
    /// Returns the squares that a pawn of Black may have passed over with White's king on a square,
    /// or none.
    pub(super) fn each(king: usize) -> impl Iterator<Item = Self> {
        let passed =
            (40..48).filter(move |passed| ![passed - 8, *passed, passed + 8].contains(&king));
        core::iter::once(Self::None).chain(passed.map(Self::One))
    }
}

impl Assumed {
    /// Returns what is always assumed with White's king on a square.
    pub(super) fn any(king: usize) -> Self {
        let (castlers, passed) = (Castlers::Any, Passed::Any);
        Self { king, castlers, passed, left_out: LeftOut::default() }
    }

    /// Returns the king's square.
    pub(super) fn king(self) -> Square {
        words::square(self.king)
    }

    /// Returns whether a square may have these four digits.
    pub(super) fn allows(self, square: usize, digits: [bool; 4]) -> bool {
        let [a, b, c, black] = digits;
        let kind = usize::from(a) | usize::from(b) << 1 | usize::from(c) << 2;
        let is_passed = kind == 0 && black;
        let is_king = kind == 6 && (!black || self.is_beside(square));
        match self.passed {
            Passed::One(passed) if square == passed => return is_passed,
            Passed::One(passed) if square == passed + 8 => return kind == 0 && !black,
            Passed::One(passed) if square + 8 == passed => return kind == 1 && black,
            Passed::One(_) | Passed::None if is_passed => return false,
            _ => {}
        }
        if kind == 1 && !(8..56).contains(&square) || !self.left_out.allows(square, kind, black) {
            return false;
        }
        if square == self.king {
            return kind == 6 && !black;
        }
        let castles = match self.castlers {
            Castlers::Any => true,
            Castlers::Among(set) => set >> square & 1 == 1 || kind != 7 || black,
        };
        !is_king && castles
    }

    fn is_beside(self, square: usize) -> bool {
        let (king, square) = (self.king(), words::square(square));
        (king.file - square.file).abs() <= 1 && (king.rank - square.rank).abs() <= 1
    }

    /// Returns the words of all positions that are allowed, each square by variables of its own.
    ///
    /// The first variable of a square is whether a piece stands there, so few pieces are few
    /// variables that are true. The digits of a square that are not allowed become digits that are.
    pub(super) fn words(self, diagrams: &dyn Algebra) -> Words {
        let mut words = [[Bit::FALSE; 64]; 4];
        for (place, &square) in ORDER.iter().enumerate() {
            let variables: [Bit; 5] = core::array::from_fn(|index| variable(place, index));
            // A digit is true for the values of the variables that lead to one.
            let mut digits = [Bit::FALSE; 4];
            for values in 0..1_u32 << VARIABLES {
                let value = |index: usize| values >> index & 1 == 1;
                let chosen = self.chosen(square, core::array::from_fn(value));
                let is_here =
                    variables.into_iter().enumerate().fold(Bit::TRUE, |all, (at, bit)| {
                        diagrams.and(all, if value(at) { bit } else { !bit })
                    });
                for (digit, chosen) in digits.iter_mut().zip(chosen) {
                    if chosen {
                        *digit = diagrams.or(*digit, is_here);
                    }
                }
            }
            for (word, digit) in words.iter_mut().zip(digits) {
                word[square] = digit;
            }
        }
        words
    }

    /// Returns values of all variables, in the order of the squares, that stand for a position in
    /// four words; nothing if it is not allowed.
    #[cfg(test)]
    pub(super) fn values(self, words: [u64; 4]) -> Option<Vec<bool>> {
        let mut values = Vec::with_capacity(64 * VARIABLES as usize);
        for square in ORDER {
            let digits = words.map(|word| word >> square & 1 == 1);
            let mut all = (0..32_u32).map(|bits| core::array::from_fn(|at| bits >> at & 1 == 1));
            values.extend(all.find(|&of| self.chosen(square, of) == digits)?);
        }
        Some(values)
    }

    /// Returns the digits that the values of a square's variables stand for: allowed ones.
    pub(super) fn chosen(self, square: usize, values: [bool; 5]) -> [bool; 4] {
        let [occupied, black, a, b, c] = values;
        let digits = if occupied { [a, b, c, black] } else { [false, false, false, black] };
        if self.allows(square, digits) && (!occupied || a || b || c) {
            return digits;
        }
        let pawn = [true, false, false, black];
        let rook = [false, false, true, black];
        let candidates = [
            if occupied { rook } else { [false; 4] },
            pawn,
            [true, false, false, true],
            [false, true, true, false],
            [false; 4],
            [false, false, false, true],
        ];
        let allowed = candidates.into_iter().find(|&digits| self.allows(square, digits));
        allowed.expect("each square may have some digits")
    }
}

/// Returns a variable of the square at a place in the order.
fn variable(place: usize, index: usize) -> Bit {
    Bit::variable(u32::try_from(place * VARIABLES as usize + index).expect("few variables"))
}

/// The number of inputs of 64 bits that the variables take.
pub(super) const INPUTS: u32 = VARIABLES;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_are_all_positions_that_are_assumed_and_no_other() {
        let passed = [Passed::Any, Passed::None, Passed::One(43)];
        let castlers = [Castlers::Any, Castlers::Among(0x81)];
        let few = LeftOut { promotions: true, diagonals: true, knights: true };
        for (king, passed, castlers, left_out) in [0, 4, 27, 63]
            .into_iter()
            .flat_map(|king| passed.map(|passed| (king, passed)))
            .flat_map(|(king, passed)| castlers.map(|castlers| (king, passed, castlers)))
            .flat_map(|(king, passed, castlers)| {
                [LeftOut::default(), few].map(|left_out| (king, passed, castlers, left_out))
            })
        {
            let assumed = Assumed { king, castlers, passed, left_out };
            for square in 0..64 {
                let mut reached = [false; 16];
                for values in 0..32 {
                    let digits =
                        assumed.chosen(square, core::array::from_fn(|at| values >> at & 1 == 1));
                    let number = (0..4).map(|at| usize::from(digits[at]) << at).sum::<usize>();
                    reached[number] = true;
                }
                for (number, reached) in reached.into_iter().enumerate() {
                    let digits = core::array::from_fn(|at| number >> at & 1 == 1);
                    assert_eq!(
                        reached,
                        assumed.allows(square, digits),
                        "{assumed:?} {square} {number}"
                    );
                }
            }
        }
    }
}
