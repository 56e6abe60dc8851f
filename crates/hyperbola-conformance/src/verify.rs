//! Runs a technique over all cases and compares it with the definition.

use core::error::Error;
use core::fmt;

use hyperbola::{Bitboard, Slider, Square};
use hyperbola_random::Digest;

use crate::Subject;
use crate::cases::for_each_case;

/// The result of a verification that found no error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verified {
    /// The number of cases. Each was run without noise and with noise.
    pub cases: u64,
    /// The digest of the attacks in the order of the cases. All techniques have the same digest.
    pub digest: Digest,
}

/// A case that a technique gets wrong. It displays as an assertion that can be pasted into a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mismatch {
    /// The technique's id.
    pub technique: &'static str,
    /// The piece.
    pub slider: Slider,
    /// The slider's square.
    pub square: Square,
    /// The occupied squares.
    pub occupied: Bitboard,
    /// The attacks according to the definition.
    pub expected: Bitboard,
    /// The attacks that the technique gave.
    pub found: Bitboard,
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { technique, slider, square, occupied, expected, found } = self;
        writeln!(f, "// {technique} gives {found:?} here; the definition gives {expected:?}.")?;
        writeln!(f, "use hyperbola::bitboard;")?;
        writeln!(f, "let technique: hyperbola::Technique = \"{technique}\".parse().unwrap();")?;
        writeln!(f, "let occupied = {occupied:#?};")?;
        writeln!(
            f,
            "assert_eq!(technique.{slider}_attacks(hyperbola::Square::{square:?}, occupied), \
             {expected:#?});"
        )
    }
}

impl Error for Mismatch {}

/// Runs a technique over all cases of a slider, each without noise and with noise.
///
/// `progress` is called again and again with the number of cases done since the last call.
///
/// # Errors
///
/// Returns the first case that the technique gets wrong.
pub fn verify(
    technique: Subject,
    slider: Slider,
    progress: &mut dyn FnMut(u64),
) -> Result<Verified, Box<Mismatch>> {
    const TOLD_AT_ONCE: u64 = 4096;
    let mut digest = Digest::new();
    let mut cases = 0;
    for_each_case(slider, |case| {
        for occupied in [case.occupied, case.occupied | case.noise] {
            let found = technique.attacks(slider, case.square, occupied);
            if found != case.attacks {
                return Err(Box::new(Mismatch {
                    technique: technique.id(),
                    slider,
                    square: case.square,
                    occupied,
                    expected: case.attacks,
                    found,
                }));
            }
            digest.add(found.0);
        }
        cases += 1;
        if cases % TOLD_AT_ONCE == 0 {
            progress(TOLD_AT_ONCE);
        }
        Ok(())
    })?;
    progress(cases % TOLD_AT_ONCE);
    Ok(Verified { cases, digest })
}
