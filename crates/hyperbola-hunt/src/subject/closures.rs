//! Closures as subjects, so that a library's own tests hunt its generator.

use core::panic::{AssertUnwindSafe, UnwindSafe};
use std::panic::catch_unwind;

use crate::{Abilities, Answer, Failure, Situation, Subject};

/// The depth that closures are asked for, if they count at all.
const DEPTH: u32 = 8;

/// A closure as a subject. [`from_moves`] and its sisters make it.
#[derive(Clone)]
pub struct Closure<F> {
    answer: F,
    abilities: Abilities,
}

impl<F> core::fmt::Debug for Closure<F> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Closure").field("abilities", &self.abilities).finish_non_exhaustive()
    }
}

impl<F> Closure<F> {
    /// Says that the closure knows Chess960. In a position with a right of Chess960 it then gets a
    /// Shredder-FEN, and castling is the king's move onto its rook.
    #[must_use]
    pub fn chess960(mut self) -> Self {
        self.abilities.chess960 = true;
        self
    }
}

/// Makes a subject of a closure that takes a FEN and returns the legal moves, in UCI's notation or
/// in SAN. A panic of the closure is a finding.
///
/// Mistakes in making moves stay hidden from it: [`from_game`] finds those too.
pub fn from_moves<F>(mut moves: F) -> Closure<impl FnMut(&Situation, u32) -> Answer>
where
    F: FnMut(&str) -> Vec<String>,
{
    let answer = move |situation: &Situation, _| Answer::Moves(moves(&situation.fen()));
    Closure { answer, abilities: Abilities::new(1) }
}

/// Makes a subject of a closure that takes a FEN and moves played from there, in UCI's notation,
/// and returns the legal moves of the position where they lead.
pub fn from_game<F>(mut moves: F) -> Closure<impl FnMut(&Situation, u32) -> Answer>
where
    F: FnMut(&str, &[String]) -> Vec<String>,
{
    let answer =
        move |situation: &Situation, _| Answer::Moves(moves(&situation.fen(), &situation.moves()));
    Closure { answer, abilities: Abilities::new(1).plays(true) }
}

/// Makes a subject of a closure that takes a FEN, moves played from there and a depth, and returns
/// the legal moves with the number of sequences of the depth that begin with each.
pub fn from_divide<F>(mut divide: F) -> Closure<impl FnMut(&Situation, u32) -> Answer>
where
    F: FnMut(&str, &[String], u32) -> Vec<(String, u64)>,
{
    let answer = move |situation: &Situation, depth| {
        Answer::Divide(divide(&situation.fen(), &situation.moves(), depth))
    };
    Closure { answer, abilities: Abilities::new(DEPTH).plays(true) }
}

/// Makes a subject of a closure that takes a FEN and a depth and returns the number of sequences:
/// plain perft.
pub fn from_count<F>(mut count: F) -> Closure<impl FnMut(&Situation, u32) -> Answer>
where
    F: FnMut(&str, u32) -> u64,
{
    let answer = move |situation: &Situation, depth| Answer::Total(count(&situation.fen(), depth));
    Closure { answer, abilities: Abilities::new(DEPTH) }
}

impl<F: FnMut(&Situation, u32) -> Answer> Subject for Closure<F> {
    fn name(&self) -> String {
        "the closure".to_owned()
    }

    fn abilities(&self) -> Abilities {
        self.abilities
    }

    fn divide(&mut self, situation: &Situation, depth: u32) -> Result<Answer, Failure> {
        caught(AssertUnwindSafe(|| (self.answer)(situation, depth)))
    }
}

/// Calls a closure. A panic is a failure.
pub(crate) fn caught<A>(answer: impl FnOnce() -> A + UnwindSafe) -> Result<A, Failure> {
    catch_unwind(answer).map_err(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(|&text| text.to_owned()));
        Failure::Panic(text.unwrap_or_else(|| "without a message".to_owned()))
    })
}
