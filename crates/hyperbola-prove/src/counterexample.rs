//! Boards on which a technique is wrong.

use core::fmt;

use hyperbola::{Bitboard, Line, Slider, Square};
use hyperbola_conformance::Mismatch;
use hyperbola_explain::{Explanation, Section};

use crate::claim::{Claim, ClaimInputs, Formulas};

/// A board on which a technique gives something else than the definition.
///
/// It displays as code to be pasted into a test, and the explanation's first wrong step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Counterexample {
    /// The technique's id.
    pub technique: &'static str,
    /// The claim that is wrong.
    pub claim: Claim,
    /// The slider's square, or the one that was toggled; none where a set of sliders is wrong.
    pub square: Option<Square>,
    /// The set of sliders; empty where there is one slider, on the square.
    pub sliders: Bitboard,
    /// The occupied squares, as few as show it.
    pub occupied: Bitboard,
    /// The result of the definition.
    pub expected: Bitboard,
    /// The result of the technique on a plain word.
    pub found: Bitboard,
    /// The first step that is wrong, where the technique explains its attacks.
    pub first_wrong_step: Option<WrongStep>,
}

/// The first step of an explanation that is not what the definition says.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongStep {
    /// The steps of the line or the piece that is wrong; the last of them is the wrong one.
    pub section: Section,
    /// The value that the last step should have.
    pub expected: Bitboard,
}

/// Explains a technique's attacks of a slider on a square.
pub(crate) type Explain<'a> = &'a (dyn Fn(Slider, Square, Bitboard) -> Explanation + Sync);

impl Counterexample {
    /// Makes a counterexample of a board, or `None` if the technique is right there.
    pub(crate) fn new(
        formulas: Formulas,
        explain: Explain<'_>,
        claim: Claim,
        square: Square,
        sliders: Bitboard,
        occupied: Bitboard,
    ) -> Option<Self> {
        let index = square.index();
        let found = |[sliders, occupied]: [u64; 2]| {
            (formulas.plain)(claim, ClaimInputs { square: square.word(), sliders, occupied })
        };
        let expected = |[sliders, occupied]: [u64; 2]| claim.oracle(index, sliders, occupied);
        let mut boards = [sliders.0, occupied.0];
        if found(boards) == expected(boards) {
            return None;
        }
        // Whatever can be taken away is.
        for board in 0..boards.len() {
            for bit in 0..64 {
                let mut fewer = boards;
                fewer[board] &= !(1 << bit);
                if found(fewer) != expected(fewer) {
                    boards = fewer;
                }
            }
        }
        let [found, expected] = [found(boards), expected(boards)].map(Bitboard);
        let [sliders, occupied] = boards.map(Bitboard);
        Some(Self {
            technique: formulas.technique,
            claim,
            square: (!claim.is_of_sets()).then_some(square),
            sliders,
            occupied,
            expected,
            found,
            first_wrong_step: claim.slider().and_then(|slider| {
                WrongStep::find(explain(slider, square, occupied), square, occupied)
            }),
        })
    }
}

impl WrongStep {
    /// Goes through the explanation of a piece's attacks.
    fn find(explanation: Explanation, square: Square, occupied: Bitboard) -> Option<Self> {
        explanation.sections.into_iter().find_map(|section| {
            let line = Line::ALL.into_iter().find(|line| line.to_string() == section.title);
            let piece = Slider::ALL.into_iter().find(|piece| piece.name() == section.title);
            let claim = line.map(Claim::AttacksAlong).or(piece.map(Claim::Attacks))?;
            let expected = claim.oracle(square.index(), 0, occupied.0);
            let is_wrong = section.steps.last()?.bits != expected;
            is_wrong.then_some(Self { section, expected: Bitboard(expected) })
        })
    }
}

impl fmt::Display for WrongStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "// The explanation's first wrong step is the last of these ({}):",
            self.section.title
        )?;
        for step in &self.section.steps {
            writeln!(f, "//   {} = {} = {}", step.name, step.expression, step.value)?;
        }
        writeln!(f, "// It should be {:#018x}.", self.expected)
    }
}

impl fmt::Display for Counterexample {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { technique, claim, sliders, occupied, expected, found, .. } = self;
        match (self.square, claim) {
            (Some(square), &Claim::Attacks(slider)) => Mismatch {
                technique,
                slider,
                square,
                occupied: *occupied,
                expected: *expected,
                found: *found,
            }
            .fmt(f)?,
            (square, _) => {
                writeln!(f, "// {technique} is wrong: {claim}.")?;
                writeln!(f, "use hyperbola::{{Square, bitboard}};")?;
                match square {
                    Some(square) => writeln!(f, "let square = Square::{square:?};")?,
                    None => writeln!(f, "let sliders = {sliders:#?};")?,
                }
                writeln!(f, "let occupied = {occupied:#?};")?;
                writeln!(f, "let expected = {expected:#?};")?;
                writeln!(f, "let found = {found:#?};")?;
            }
        }
        match &self.first_wrong_step {
            Some(step) => step.fmt(f),
            None => Ok(()),
        }
    }
}
