//! The proof that `after` makes each move as the laws say, and that `turned` turns a position over.

use std::collections::{BTreeMap, BTreeSet};

use hyperbola_explain::{Masks, Recorder};
use hyperbola_rules::formulas::{Formulas, kinds};

use super::algebra::Algebra;
use super::circuit::Circuit;
use super::function::Function;
use super::games::Game;
use super::laws::{Contents, Manner, Move, Position, Side, Square, castled};
use super::moves::PROMOTED;
use super::position_proof::PositionProof;
use super::proof::{LegalProved, run_within};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::Truth;
use super::words::{self, WORDS};
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// The names of the inputs that are the move.
const PLAYED: [&str; 3] = ["from", "to", "kind"];

/// Records the positions after moves in some games as one program: four results for each game.
pub(super) fn record(games: &[Game]) -> Recording {
    let recorder = Recorder::with_masks(Masks::Computed);
    let inputs = WORDS.map(|name| recorder.board(name, 0));
    let [from, to] = [PLAYED[0], PLAYED[1]].map(|name| recorder.board(name, 0));
    let kind = recorder.number(PLAYED[2], 0);
    let results = games.iter().flat_map(|game| game.formulas.after(inputs, from, to, kind));
    Recording::of_results(&recorder, &results.collect::<Vec<_>>())
}

/// Records the position turned over.
pub(super) fn record_turned() -> Recording {
    let recorder = Recorder::with_masks(Masks::Computed);
    let results = Formulas::turned(WORDS.map(|name| recorder.board(name, 0)));
    Recording::of_results(&recorder, &results)
}

/// Returns the number of a move's kind in the formula; nothing for castling, which has one for each
/// wing, and for a promotion that there is not.
pub(super) fn number(manner: Manner) -> Option<u64> {
    Some(match manner {
        Manner::Plain => kinds::PLAIN,
        Manner::DoubleStep => kinds::TWO_STEPS,
        Manner::EnPassant => kinds::EN_PASSANT,
        Manner::Promotion(kind) => {
            kinds::PROMOTIONS[PROMOTED.into_iter().position(|one| one == kind)?]
        }
        Manner::Castling(_) => return None,
    })
}

fn constant(value: u64) -> [Bit; 64] {
    core::array::from_fn(|at| Bit::constant(value >> at & 1 == 1))
}

impl<'d> PositionProof<'d, '_> {
    /// Proves the four words after a move, wherever it goes as the laws say.
    fn after(&mut self, results: &[&[usize]], played: Move, kind: u64) -> Result<(), Refuted> {
        let goes = self.position.goes(Side::White, played);
        if goes.bit() == Bit::FALSE && self.diagrams.exhausted().is_none() {
            return Ok(());
        }
        let mut given: Vec<_> = WORDS.into_iter().zip(self.words).collect();
        let squares = [played.from, played.to].map(|square| constant(1 << square.number()));
        given.extend(PLAYED.into_iter().zip([squares[0], squares[1], constant(kind)]));
        let mut circuit = Circuit::new(self.diagrams, &self.recording.program, given);
        let next = self.position.after(Side::White, played);
        let expected = words::written(&next, Side::Black);
        let claim = format!("the position after {played}");
        for steps in results {
            for (&step, expected) in steps.iter().zip(&expected) {
                for (place, &expected) in expected.iter().enumerate() {
                    let differ = self.diagrams.xor(circuit.bit(step, place), expected);
                    let wrong = Function::new(self.diagrams, differ).and(|| goes);
                    self.never(wrong, &claim, None)?;
                }
            }
        }
        Ok(())
    }

    /// Proves the four words after all moves from a square but castling.
    pub(super) fn moves_from(&mut self, from: Square) -> Result<(), Refuted> {
        let manners = [Manner::Plain, Manner::DoubleStep, Manner::EnPassant]
            .into_iter()
            .chain(PROMOTED.map(Manner::Promotion));
        for to in Square::all() {
            for manner in manners.clone() {
                let kind = number(manner).expect("not castling");
                let steps = &self.recording.steps[..WORDS.len()];
                self.after(&[steps], Move { from, to, manner }, kind)?;
            }
        }
        Ok(())
    }

    /// Proves that some functions are others.
    fn same(
        &mut self,
        found: &[Function<'d>],
        expected: &[Function<'d>],
        claim: &str,
    ) -> Result<(), Refuted> {
        for (&found, &expected) in found.iter().zip(expected) {
            self.never(self.differ(found, expected), claim, None)?;
        }
        Ok(())
    }

    /// Proves that two positions are one.
    fn same_positions(
        &mut self,
        found: &Position<Function<'d>>,
        expected: &Position<Function<'d>>,
        claim: &str,
    ) -> Result<(), Refuted> {
        let all = |&Contents { pieces: [white, black], may_castle, passed }: &Contents<_>| {
            [&white[..], &black, &[may_castle, passed]].concat()
        };
        for (found, expected) in found.0.iter().zip(&expected.0) {
            self.same(&all(found), &all(expected), claim)?;
        }
        Ok(())
    }

    /// Proves that what the definition says of White holds of Black in the position turned over.
    fn same_for_both_sides(&mut self) -> Result<(), Refuted> {
        let turned = mirrored(&self.position);
        let over = |square: Square| words::square(square.number() ^ 56);
        for from in Square::all() {
            for to in Square::all() {
                let white = self.position.attacks(Side::White, from, to);
                let black = turned.attacks(Side::Black, over(from), over(to));
                self.same(&[white], &[black], "how pieces attack")?;
                let others = [Manner::Plain, Manner::DoubleStep, Manner::EnPassant];
                let promotions = PROMOTED.map(Manner::Promotion);
                let castling = Square::all().map(Manner::Castling);
                for manner in others.into_iter().chain(promotions).chain(castling) {
                    let played = Move { from, to, manner };
                    let manner = match manner {
                        Manner::Castling(rook) => Manner::Castling(over(rook)),
                        other => other,
                    };
                    let reply = Move { from: over(from), to: over(to), manner };
                    let goes = self.position.goes(Side::White, played);
                    let claim = format!("how {played} goes for Black");
                    self.same(&[goes], &[turned.goes(Side::Black, reply)], &claim)?;
                    if goes.bit() != Bit::FALSE {
                        let white = mirrored(&self.position.after(Side::White, played));
                        let black = turned.after(Side::Black, reply);
                        self.same_positions(&white, &black, &claim)?;
                    }
                }
            }
        }
        Ok(())
    }
}

/// Proves the positions after all moves but castling in the first game of a recording.
///
/// It is so after every move that goes as the laws say, whether or not the king is attacked then.
pub(super) fn moves(recording: &Recording, budget: usize) -> Result<LegalProved, Refuted> {
    run_within(recording, None, budget, |proof| {
        Square::all().try_for_each(|from| proof.moves_from(from))
    })
}

/// Proves that all games of a recording have the same positions after all moves but castling: for
/// any six words, as the four of a position and as the squares of a move.
pub(super) fn same_in_games(recording: &Recording, budget: usize) -> Result<LegalProved, Refuted> {
    let names: Vec<_> = WORDS.into_iter().chain([PLAYED[0], PLAYED[1]]).collect();
    let inputs = u32::try_from(names.len()).expect("six");
    let diagrams = Diagrams::with_inputs(inputs, budget);
    let mut equations = 0;
    let word = |input: u32| {
        let bit = move |place: u32| Bit::variable(inputs * place + input);
        core::array::from_fn(|place| bit(u32::try_from(place).expect("below 64")))
    };
    let mut games: Vec<_> = recording.steps.chunks_exact(WORDS.len()).collect();
    games.sort_unstable();
    games.dedup();
    for kind in 0..=kinds::EN_PASSANT {
        let mut given: Vec<_> = names.iter().copied().zip((0..inputs).map(word)).collect();
        given.push((PLAYED[2], constant(kind)));
        let mut circuit = Circuit::new(&diagrams, &recording.program, given);
        for game in &games[1..] {
            for (&step, &first) in game.iter().zip(games[0]) {
                for place in 0..64 {
                    equations += 1;
                    let bits = [step, first].map(|step| circuit.bit(step, place));
                    if !Algebra::is_never(&diagrams, diagrams.xor(bits[0], bits[1])) {
                        let claim = format!("moves of kind {kind} are the same in all games");
                        return Err(Refuted::without_position(&diagrams, claim));
                    }
                }
            }
        }
    }
    let nodes = diagrams.nodes() as u64;
    Ok(LegalProved { equations, nodes, most_nodes: nodes })
}

/// Proves the positions after castling in the games of a recording.
pub(super) fn castling(
    recording: &Recording,
    games: &[Game],
    budget: usize,
) -> Result<LegalProved, Refuted> {
    let steps: Vec<_> = recording.steps.chunks_exact(WORDS.len()).collect();
    // The recordings of all games in which a king castles with a rook.
    let mut castling: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for (game, &steps) in games.iter().zip(&steps) {
        for (wing, rook) in game.rooks.into_iter().enumerate() {
            if let Some(rook) = rook {
                castling.entry((game.king, wing, rook)).or_default().insert(steps);
            }
        }
    }
    run_within(recording, None, budget, |proof| {
        for ((king, wing, rook), results) in castling {
            let results: Vec<_> = results.into_iter().collect();
            let [from, rook] = [king, rook].map(words::square);
            let played = Move { from, to: castled(from, rook).0, manner: Manner::Castling(rook) };
            proof.after(&results, played, kinds::CASTLING[wing])?;
        }
        Ok(())
    })
}

/// Proves that a position turned over is the one in which the sides have changed places.
pub(super) fn turned(recording: &Recording, budget: usize) -> Result<LegalProved, Refuted> {
    run_within(recording, None, budget, |proof| {
        let found = [0, 1, 2, 3].map(|word| {
            let bit = |square| proof.bit(recording.steps[word], square);
            core::array::from_fn::<_, 64, _>(bit)
        });
        let found = words::read(|word, square| found[word][square]);
        let expected = mirrored(&proof.position);
        proof.same_positions(&found, &expected, "the position turned over")
    })
}

/// Proves that the definition treats both sides alike: what it says of White holds of Black in the
/// position turned over. So what is proved of White's moves is proved of Black's.
///
/// This is so of how pieces attack and how each move goes, and of the position after it, in any
/// position. Whether the king is attacked then is only a question of who attacks.
pub(super) fn same_for_both_sides(
    recording: &Recording,
    budget: usize,
) -> Result<LegalProved, Refuted> {
    run_within(recording, None, budget, |proof| proof.same_for_both_sides())
}

/// Returns the position in which the sides have changed places and the ranks are in reverse order.
pub(super) fn mirrored<T: Truth>(position: &Position<T>) -> Position<T> {
    Position(core::array::from_fn(|place| {
        let mut contents = position.0[place ^ 56];
        contents.pieces.swap(0, 1);
        contents
    }))
}
