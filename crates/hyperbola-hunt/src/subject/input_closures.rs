//! Closures that number inputs as subjects.

use core::panic::AssertUnwindSafe;

use super::closures::caught;
use super::{Abilities, Answer, Failure, Subject, ViewInputs};
use crate::Situation;

/// A closure that numbers inputs as a subject. [`from_inputs`] and [`from_changes`] make it.
#[derive(Clone)]
pub struct InputClosure<F> {
    answer: F,
    changes: bool,
    is_chess960: bool,
}

impl<F> core::fmt::Debug for InputClosure<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("InputClosure").field("changes", &self.changes).finish_non_exhaustive()
    }
}

impl<F> InputClosure<F> {
    /// Says that the closure knows Chess960, as [`Closure::chess960`](crate::Closure::chess960)
    /// does.
    #[must_use]
    pub fn chess960(self) -> Self {
        Self { is_chess960: true, ..self }
    }
}

/// Makes a subject of a closure that takes a FEN and moves played from there, in UCI's notation,
/// and returns the numbers of all inputs then: White's view, and Black's.
///
/// ```
/// use hyperbola_hunt::{Hunt, from_inputs};
/// use hyperbola_inputs::{Color, InputSet};
/// use hyperbola_moves::Position;
///
/// let set: InputSet = "chess_768".parse()?;
/// // Your own code stands here.
/// let mine = set.clone();
/// let mut subject = from_inputs(move |fen, played| {
///     let (mut position, _) = Position::from_fen_lenient(fen).expect("a FEN");
///     for uci in played {
///         position = position.play(position.parse_uci(uci).expect("legal")).expect("legal");
///     }
///     let active = mine.active(position.board());
///     Color::ALL.map(|view| active.view(view).to_vec())
/// });
/// let outcome = Hunt::new().inputs(&set).positions(Some(200)).run(&mut subject)?;
/// assert!(outcome.findings.is_empty(), "{outcome}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_inputs<F>(mut inputs: F) -> InputClosure<impl FnMut(&Situation) -> [ViewInputs; 2]>
where
    F: FnMut(&str, &[String]) -> [Vec<u32>; 2],
{
    let all = |added| ViewInputs { added, ..ViewInputs::default() };
    let answer = move |situation: &Situation| inputs(&situation.fen(), &situation.moves()).map(all);
    InputClosure { answer, changes: false, is_chess960: false }
}

/// Makes a subject of a closure that takes a FEN and moves played from there, and returns what the
/// last of them changes: in White's view, and in Black's.
pub fn from_changes<F>(mut changes: F) -> InputClosure<impl FnMut(&Situation) -> [ViewInputs; 2]>
where
    F: FnMut(&str, &[String]) -> [ViewInputs; 2],
{
    let answer = move |situation: &Situation| changes(&situation.fen(), &situation.moves());
    InputClosure { answer, changes: true, is_chess960: false }
}

impl<F: FnMut(&Situation) -> [ViewInputs; 2]> InputClosure<F> {
    fn ask(&mut self, situation: &Situation, changes: bool) -> Result<[ViewInputs; 2], Failure> {
        if changes != self.changes {
            return Err(Failure::Missing { what: if changes { "changes" } else { "inputs" } });
        }
        caught(AssertUnwindSafe(|| (self.answer)(situation)))
    }
}

impl<F: FnMut(&Situation) -> [ViewInputs; 2]> Subject for InputClosure<F> {
    fn name(&self) -> String {
        "the closure".to_owned()
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(1).plays(true).chess960(self.is_chess960)
    }

    fn divide(&mut self, _: &Situation, _: u32) -> Result<Answer, Failure> {
        Err(Failure::Missing { what: "moves" })
    }

    fn inputs(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        self.ask(situation, false)
    }

    fn changes(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        self.ask(situation, true)
    }
}
