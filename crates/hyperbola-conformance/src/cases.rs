//! All cases of a slider: every square with every subset of its whole lines.

use hyperbola::{Bitboard, Slider, Square};
use hyperbola_random::Random;

use crate::oracle::{BISHOP_STEPS, ROOK_STEPS, attacks};

/// One query with its right answer.
#[derive(Debug, Clone, Copy)]
pub struct Case {
    /// The slider's square.
    pub square: Square,
    /// The occupied squares that matter. All of them are on the slider's lines.
    pub occupied: Bitboard,
    /// Random occupied squares that must not matter: squares off the slider's lines, and its own
    /// square.
    pub noise: Bitboard,
    /// The attacks according to the definition.
    pub attacks: Bitboard,
}

/// Returns the number of cases of a slider. A rook has 1,048,576 cases, a bishop 71,168, and a
/// queen as many as a rook.
#[must_use]
pub fn cases(slider: Slider) -> u64 {
    let lines = |square: u32| match slider {
        Slider::Rook | Slider::Queen => attacks(square, &ROOK_STEPS, 0),
        Slider::Bishop => attacks(square, &BISHOP_STEPS, 0),
    };
    (0..64).map(|square| 1 << lines(square).count_ones()).sum()
}

/// Runs `check` on all cases of a slider, always in the same order, until it fails.
///
/// The cases of a rook and of a bishop are every subset of the whole lines through every square,
/// edges included. A queen's lines have up to 2^27 subsets per square. So her cases are the rook's
/// cases, each with a subset of the diagonals that a fixed pseudo-random stream picks.
///
/// # Errors
///
/// Returns the first error of `check`.
pub fn for_each_case<E>(
    slider: Slider,
    mut check: impl FnMut(&Case) -> Result<(), E>,
) -> Result<(), E> {
    let mut random = Random::new(0x4879_7065_7262_6f6c);
    for square in Square::ALL {
        let index = u32::from(square.index());
        let rook_lines = attacks(index, &ROOK_STEPS, 0);
        let bishop_lines = attacks(index, &BISHOP_STEPS, 0);
        let lines = if slider == Slider::Bishop { bishop_lines } else { rook_lines };
        let mut subset = 0_u64;
        loop {
            let (occupied, others, attacked) = match slider {
                Slider::Rook => (subset, !rook_lines, attacks(index, &ROOK_STEPS, subset)),
                Slider::Bishop => (subset, !bishop_lines, attacks(index, &BISHOP_STEPS, subset)),
                Slider::Queen => {
                    let occupied = subset | (random.board() & bishop_lines);
                    let attacked = attacks(index, &ROOK_STEPS, occupied)
                        | attacks(index, &BISHOP_STEPS, occupied);
                    (occupied, !(rook_lines | bishop_lines), attacked)
                }
            };
            check(&Case {
                square,
                occupied: Bitboard(occupied),
                noise: Bitboard(random.board() & others),
                attacks: Bitboard(attacked),
            })?;
            subset = subset.wrapping_sub(lines) & lines;
            if subset == 0 {
                break;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_cases_as_whole_crosses_have_subsets() {
        assert_eq!(cases(Slider::Rook), 1_048_576);
        assert_eq!(cases(Slider::Bishop), 71_168);
        for slider in Slider::ALL {
            let mut count = 0;
            let counted: Result<(), ()> = for_each_case(slider, |_| {
                count += 1;
                Ok(())
            });
            assert_eq!((counted, count), (Ok(()), cases(slider)));
        }
    }

    #[test]
    fn noise_reaches_the_sliders_own_square_and_stays_off_its_lines() {
        let mut on_own_square = 0_u64;
        let checked: Result<(), Case> = for_each_case(Slider::Bishop, |case| {
            on_own_square += u64::from(case.noise.contains(case.square));
            let lines = hyperbola::geometry::lines(case.square, Slider::Bishop);
            if case.noise.is_disjoint(lines) { Ok(()) } else { Err(*case) }
        });
        assert!(checked.is_ok());
        assert!(on_own_square > cases(Slider::Bishop) / 4);
    }
}
