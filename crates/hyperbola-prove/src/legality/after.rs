//! The proof that `after` makes each move as the laws say, and that `turned` turns a position over.

use hyperbola_explain::{Masks, Recorder};
use hyperbola_moves::batch::formulas::{Formulas, kinds};

use super::circuit::Circuit;
use super::function::Function;
use super::games::Game;
use super::inputs::{INPUTS, variable};
use super::laws::{Kind, Manner, Move, Position, Side, Square, castled};
use super::refuted::Refuted;
use super::truth::Truth;
use super::words::{self, WORDS};
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// The names of the inputs that are the move.
const PLAYED: [&str; 3] = ["from", "to", "kind"];

/// Returns the number of a move's kind in the formula; nothing if it has none.
fn number(game: &Game, manner: Manner) -> Option<u64> {
    Some(match manner {
        Manner::Plain => kinds::PLAIN,
        Manner::DoubleStep => kinds::TWO_STEPS,
        Manner::EnPassant => kinds::EN_PASSANT,
        Manner::Promotion(kind) => {
            let promoted = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen];
            kinds::PROMOTIONS[promoted.into_iter().position(|one| one == kind)?]
        }
        Manner::Castling(rook) => {
            let wing = game.rooks.into_iter().position(|one| one == Some(rook.number()))?;
            kinds::CASTLING[wing]
        }
    })
}

/// Returns the words of any position: every square may have any digits.
fn any_words() -> [[Bit; 64]; 4] {
    core::array::from_fn(|word| core::array::from_fn(|square| variable(square, word)))
}

/// Proves the positions after moves in a game: all moves but castling, or castling alone. Returns the
/// number of equations.
///
/// It is so after every move that goes as the laws say, whether or not the king is attacked then.
pub(super) fn after(game: &Game, only_castling: bool, budget: usize) -> Result<[u64; 2], Refuted> {
    let recorder = Recorder::with_masks(Masks::Computed);
    let inputs = WORDS.map(|name| recorder.board(name, 0));
    let [from, to] = [PLAYED[0], PLAYED[1]].map(|name| recorder.board(name, 0));
    let kind = recorder.number(PLAYED[2], 0);
    let results = game.formulas.after(inputs, from, to, kind);
    let (program, steps) = recorder.program_of_all(&results);
    let diagrams = Diagrams::with_inputs(INPUTS, budget);
    let words = any_words();
    let position = words::read(|word, square| Function::new(&diagrams, words[word][square]));
    let mut equations = 0;
    for played in moves(game, only_castling) {
        let Some(kind) = number(game, played.manner) else { continue };
        let goes = position.goes(Side::White, played);
        if goes.bit() == Bit::FALSE {
            continue;
        }
        let constant = |value: u64| core::array::from_fn(|at| Bit::constant(value >> at & 1 == 1));
        let mut given: Vec<_> = WORDS.into_iter().zip(words).collect();
        let squares = [played.from, played.to].map(|square| constant(1 << square.number()));
        given.extend(PLAYED.into_iter().zip([squares[0], squares[1], constant(kind)]));
        let mut circuit = Circuit::new(&diagrams, &program, given);
        let next = position.after(Side::White, played);
        let expected = words::written(&next, Side::Black);
        for (&step, expected) in steps.iter().zip(&expected) {
            for (place, &expected) in expected.iter().enumerate() {
                equations += 1;
                let differ = diagrams.xor(circuit.bit(step, place), expected);
                if diagrams.and(differ, goes.bit()) != Bit::FALSE || diagrams.exhausted().is_some()
                {
                    let claim = format!("the position after {played}");
                    return Err(Refuted::without_position(&diagrams, claim));
                }
            }
        }
    }
    Ok([equations, diagrams.nodes() as u64])
}

/// Returns the moves that a piece could make on some board.
fn moves(game: &Game, only_castling: bool) -> Vec<Move> {
    if only_castling {
        let rooks = game.rooks.into_iter().flatten().map(words::square);
        let from = words::square(game.king);
        return rooks
            .map(|rook| Move { from, to: castled(from, rook).0, manner: Manner::Castling(rook) })
            .collect();
    }
    let promoted = [Kind::Knight, Kind::Bishop, Kind::Rook, Kind::Queen].map(Manner::Promotion);
    let manners =
        [Manner::Plain, Manner::DoubleStep, Manner::EnPassant].into_iter().chain(promoted);
    let pairs = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
    pairs
        .flat_map(|(from, to)| manners.clone().map(move |manner| Move { from, to, manner }))
        .collect()
}

/// Proves that a position turned over is the one in which the sides have changed places.
pub(super) fn turned(budget: usize) -> Result<[u64; 2], Refuted> {
    let recorder = Recorder::with_masks(Masks::Computed);
    let results = Formulas::turned(WORDS.map(|name| recorder.board(name, 0)));
    let (program, steps) = recorder.program_of_all(&results);
    let diagrams = Diagrams::with_inputs(INPUTS, budget);
    let words = any_words();
    let read = |words: &[[Bit; 64]; 4]| {
        words::read(|word, square| Function::new(&diagrams, words[word][square]))
    };
    let mut circuit = Circuit::new(&diagrams, &program, WORDS.into_iter().zip(words).collect());
    let found: [[Bit; 64]; 4] =
        core::array::from_fn(|word| core::array::from_fn(|place| circuit.bit(steps[word], place)));
    let (found, expected) = (read(&found), mirrored(&read(&words)));
    let mut equations = 0;
    for (found, expected) in found.0.iter().zip(&expected.0) {
        let all = |contents: &super::laws::Contents<Function<'_>>| {
            let mut all = contents.pieces.as_flattened().to_vec();
            all.extend([contents.may_castle, contents.passed]);
            all.into_iter().map(Function::bit).collect::<Vec<_>>()
        };
        equations += 14;
        if all(found) != all(expected) || diagrams.exhausted().is_some() {
            return Err(Refuted::without_position(&diagrams, "the position turned over".into()));
        }
    }
    Ok([equations, diagrams.nodes() as u64])
}

/// Returns the position in which the sides have changed places and the ranks are in reverse order.
pub(super) fn mirrored<T: Truth>(position: &Position<T>) -> Position<T> {
    Position(core::array::from_fn(|place| {
        let mut contents = position.0[place ^ 56];
        contents.pieces.swap(0, 1);
        contents
    }))
}
