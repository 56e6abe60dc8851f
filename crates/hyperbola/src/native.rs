//! One query by the fastest way on the target that the program is compiled for.

use crate::techniques::{DualHq, ObstructionDifferenceInfuehr};
use crate::word::Vector;
use crate::{Bitboard, FrontDoor, Slider, SliderAttacks, Square, TechniqueInfo, Word};

/// The target's own choice for one query: the attacks of [`queen_attacks`](crate::queen_attacks)
/// and its sisters by the fastest technique on the target that the program is compiled for, with
/// tables of at most 32 KiB.
///
/// ```
/// use hyperbola::{Bitboard, Native, SliderAttacks, Square, queen_attacks};
///
/// let attacks = Native::queen_attacks(Square::D4, Bitboard::EMPTY);
/// assert_eq!(attacks, queen_attacks(Square::D4, Bitboard::EMPTY));
/// ```
///
/// The functions for one query choose when the program is compiled. They ask the processor nothing,
/// and they cannot be `const`: constants take those of the crate.
///
/// | target | rook | bishop | queen | both at once |
/// |---|---|---|---|---|
/// | x86-64 with AVX-512 (`-C target-cpu=x86-64-v4`) | [`ObstructionDifferenceInfuehr`] | [`DualHq`] | [`ObstructionDifferenceInfuehr`] | [`DualHq`] |
/// | x86-64 with AVX2 and BMI2 (`-C target-cpu=x86-64-v3`) | [`DualHq`] | [`DualHq`] | [`DualHq`] | [`DualHq`] |
/// | any other | [`FrontDoor`] | [`FrontDoor`] | [`FrontDoor`] | [`FrontDoor`] |
///
/// A target does not say whether its processors run bit extraction as microcode, so none of these
/// depends on it. The functions over words, which loops and batches call, are those of
/// [`FrontDoor`].
#[derive(Debug, Clone, Copy)]
pub struct Native;

impl SliderAttacks for Native {
    /// The facts of [`FrontDoor`], whose functions over words these are.
    const INFO: TechniqueInfo = FrontDoor::INFO;
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        FrontDoor::rook(square, occupied)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        FrontDoor::bishop(square, occupied)
    }

    #[inline(always)]
    fn slider_attacks(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        match slider {
            Slider::Rook => Self::rook_attacks(square, occupied),
            Slider::Bishop => Self::bishop_attacks(square, occupied),
            Slider::Queen => Self::queen_attacks(square, occupied),
        }
    }

    #[inline(always)]
    fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        if target::COUNTS_FOUR_ZEROS {
            ObstructionDifferenceInfuehr::rook_attacks(square, occupied)
        } else if let Some([square, occupied]) = target::in_lanes(square, occupied) {
            plain(DualHq::rook(square, &occupied))
        } else {
            FrontDoor::rook_attacks(square, occupied)
        }
    }

    #[inline(always)]
    fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        if let Some([square, occupied]) = target::in_lanes(square, occupied) {
            plain(DualHq::bishop(square, &occupied))
        } else {
            FrontDoor::bishop_attacks(square, occupied)
        }
    }

    #[inline(always)]
    fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
        if target::COUNTS_FOUR_ZEROS {
            ObstructionDifferenceInfuehr::queen_attacks(square, occupied)
        } else if let Some([square, occupied]) = target::in_lanes(square, occupied) {
            plain(DualHq::queen(square, &occupied))
        } else {
            FrontDoor::queen_attacks(square, occupied)
        }
    }

    #[inline(always)]
    fn rook_bishop_attacks(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        if let Some([square, occupied]) = target::in_lanes(square, occupied) {
            let (rook, bishop) = DualHq::rook_bishop(square, &occupied);
            (plain(rook), plain(bishop))
        } else {
            FrontDoor::rook_bishop_attacks(square, occupied)
        }
    }
}

/// Returns a word of one lane as a plain one.
#[inline(always)]
fn plain<V: Vector<Array = [u64; 1]>>(word: V) -> Bitboard {
    let [word] = word.into_array();
    Bitboard(word)
}

/// The instructions of the target, known when the program is compiled.
#[cfg(target_arch = "x86_64")]
mod target {
    use crate::word::Vector;
    use crate::word::x86::{Avx2, Avx2Word, Avx512};
    use crate::{Bitboard, Square};

    /// Whether one instruction counts the leading zeros of four lanes. Then the compiler has the
    /// four lines of an obstruction difference on plain words in one register.
    pub(super) const COUNTS_FOUR_ZEROS: bool = Avx512::of_target().is_some();

    /// Returns a query as words with a register of four lanes, if the target has it.
    #[inline(always)]
    pub(super) fn in_lanes(square: Square, occupied: Bitboard) -> Option<[Avx2Word; 2]> {
        let token = Avx2::of_target()?;
        let [square, occupied] = [square.word(), occupied.0];
        Some([Avx2Word::from_array(token, [square]), Avx2Word::from_array(token, [occupied])])
    }
}

/// The instructions of other targets are of no use for one query.
#[cfg(not(target_arch = "x86_64"))]
mod target {
    use crate::{Bitboard, Square};

    pub(super) const COUNTS_FOUR_ZEROS: bool = false;

    #[inline(always)]
    pub(super) const fn in_lanes(_square: Square, _occupied: Bitboard) -> Option<[u64; 2]> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{bishop_attacks, queen_attacks, rook_attacks, rook_bishop_attacks};
    use hyperbola_random::Random;

    #[test]
    fn each_function_is_its_constant_twin() {
        let mut random = Random::new(41);
        for square in Square::ALL {
            for _ in 0..500 {
                let occupied = Bitboard(random.board());
                let [rook, bishop, queen] =
                    Slider::ALL.map(|slider| Native::slider_attacks(slider, square, occupied));
                assert_eq!(rook, rook_attacks(square, occupied), "{square}\n{occupied}");
                assert_eq!(bishop, bishop_attacks(square, occupied), "{square}\n{occupied}");
                assert_eq!(queen, queen_attacks(square, occupied), "{square}\n{occupied}");
                let both = Native::rook_bishop_attacks(square, occupied);
                assert_eq!(both, rook_bishop_attacks(square, occupied), "{square}\n{occupied}");
                let words = (square.word(), Native::occupied(occupied.0));
                assert_eq!(Native::rook(words.0, &words.1), rook.0, "{square}\n{occupied}");
                assert_eq!(Native::bishop(words.0, &words.1), bishop.0, "{square}\n{occupied}");
            }
        }
    }

    #[test]
    fn the_tables_fit_32_kib() {
        for technique in [FrontDoor::INFO, DualHq::INFO, ObstructionDifferenceInfuehr::INFO] {
            assert!(technique.table_bytes() <= 32 << 10, "{}", technique.id);
        }
    }
}
