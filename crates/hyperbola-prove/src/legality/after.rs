//! The proof that `after` makes each move as the laws say, and that `turned` turns a position over.

use std::collections::{BTreeMap, BTreeSet};

use hyperbola_explain::{Masks, Recorder};
use hyperbola_rules::formulas::{Formulas, kinds};

use super::algebra::Algebra;
use super::circuit::Circuit;
use super::function::Function;
use super::games::Game;
use super::inputs::{INPUTS, variable};
use super::laws::{Contents, Manner, Move, Position, Side, Square, castled};
use super::moves::{PROMOTED, Recording};
use super::proof::LegalProved;
use super::refuted::Refuted;
use super::truth::Truth;
use super::words::{self, WORDS};
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// The names of the inputs that are the move.
const PLAYED: [&str; 3] = ["from", "to", "kind"];

/// The words of a position.
type Words = [[Bit; 64]; 4];

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

/// Returns the words of any position: every square may have any digits.
pub(super) fn any_words() -> Words {
    core::array::from_fn(|word| core::array::from_fn(|square| variable(square, word)))
}

/// Equations between Boolean functions of a position, and how many there were.
struct Equations<'d> {
    diagrams: &'d dyn Algebra,
    words: Words,
    position: Position<Function<'d>>,
    equations: u64,
}

impl<'d> Equations<'d> {
    fn new(diagrams: &'d dyn Algebra) -> Self {
        let words = any_words();
        let position = words::read(|word, square| Function::new(diagrams, words[word][square]));
        Self { diagrams, words, position, equations: 0 }
    }

    /// Proves the four words after a move, wherever it goes as the laws say.
    fn after(
        &mut self,
        recording: &Recording,
        results: &[&[usize]],
        played: Move,
        kind: u64,
    ) -> Result<(), Refuted> {
        let goes = self.position.goes(Side::White, played).bit();
        self.check(Bit::FALSE, &format!("how {played} goes"))?;
        if goes == Bit::FALSE {
            return Ok(());
        }
        let mut given: Vec<_> = WORDS.into_iter().zip(self.words).collect();
        let squares = [played.from, played.to].map(|square| constant(1 << square.number()));
        given.extend(PLAYED.into_iter().zip([squares[0], squares[1], constant(kind)]));
        let mut circuit = Circuit::new(self.diagrams, &recording.program, given);
        let next = self.position.after(Side::White, played);
        let expected = words::written(&next, Side::Black);
        let claim = format!("the position after {played}");
        for steps in results {
            for (&step, expected) in steps.iter().zip(&expected) {
                for (place, &expected) in expected.iter().enumerate() {
                    self.equations += 1;
                    let differ = self.diagrams.xor(circuit.bit(step, place), expected);
                    self.check(self.diagrams.and(differ, goes), &claim)?;
                }
            }
        }
        Ok(())
    }

    /// Proves the four words after all moves from a square but castling.
    fn moves_from(&mut self, recording: &Recording, from: Square) -> Result<(), Refuted> {
        let manners = [Manner::Plain, Manner::DoubleStep, Manner::EnPassant]
            .into_iter()
            .chain(PROMOTED.map(Manner::Promotion));
        for to in Square::all() {
            for manner in manners.clone() {
                let kind = number(manner).expect("not castling");
                let steps = &recording.steps[..WORDS.len()];
                self.after(recording, &[steps], Move { from, to, manner }, kind)?;
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
        for (found, expected) in found.iter().zip(expected) {
            self.equations += 1;
            self.check(self.diagrams.xor(found.bit(), expected.bit()), claim)?;
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

    /// Fails if something wrong may be so, or if nothing is known because there were too few nodes.
    fn check(&self, wrong: Bit, claim: &str) -> Result<(), Refuted> {
        if self.diagrams.is_never(wrong) {
            return Ok(());
        }
        Err(Refuted::without_position(self.diagrams, claim.to_owned()))
    }

    /// Returns what is proved.
    fn proved(self, diagrams: &Diagrams) -> Result<LegalProved, Refuted> {
        self.check(Bit::FALSE, "all equations")?;
        let nodes = diagrams.nodes() as u64;
        Ok(LegalProved { equations: self.equations, nodes, most_nodes: nodes })
    }
}

/// Proves the positions after all moves but castling in the first game of a recording.
///
/// It is so after every move that goes as the laws say, whether or not the king is attacked then.
pub(super) fn moves(recording: &Recording, budget: usize) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(INPUTS, budget);
    let mut equations = Equations::new(&diagrams);
    for from in Square::all() {
        equations.moves_from(recording, from)?;
    }
    equations.proved(&diagrams)
}

/// Makes the claims about positions after all moves from a square but castling.
pub(super) fn claims_from(
    algebra: &dyn Algebra,
    recording: &Recording,
    from: Square,
) -> Result<(), Refuted> {
    Equations::new(algebra).moves_from(recording, from)
}

/// Proves that all games of a recording have the same positions after all moves but castling: for
/// any six words, as the four of a position and as the squares of a move.
pub(super) fn same_in_games(recording: &Recording, budget: usize) -> Result<LegalProved, Refuted> {
    let names: Vec<_> = WORDS.into_iter().chain([PLAYED[0], PLAYED[1]]).collect();
    let inputs = u32::try_from(names.len()).expect("six");
    let diagrams = Diagrams::with_inputs(inputs, budget);
    let mut equations = Equations::new(&diagrams);
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
                    equations.equations += 1;
                    let bits = [step, first].map(|step| circuit.bit(step, place));
                    let claim = format!("moves of kind {kind} are the same in all games");
                    equations.check(diagrams.xor(bits[0], bits[1]), &claim)?;
                }
            }
        }
    }
    equations.proved(&diagrams)
}

/// Proves the positions after castling in the games of a recording.
pub(super) fn castling(
    recording: &Recording,
    games: &[Game],
    budget: usize,
) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(INPUTS, budget);
    let mut equations = Equations::new(&diagrams);
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
    for ((king, wing, rook), results) in castling {
        let results: Vec<_> = results.into_iter().collect();
        let [from, rook] = [king, rook].map(words::square);
        let played = Move { from, to: castled(from, rook).0, manner: Manner::Castling(rook) };
        equations.after(recording, &results, played, kinds::CASTLING[wing])?;
    }
    equations.proved(&diagrams)
}

/// Proves that a position turned over is the one in which the sides have changed places.
pub(super) fn turned(recording: &Recording, budget: usize) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(INPUTS, budget);
    let mut equations = Equations::new(&diagrams);
    let inputs = WORDS.into_iter().zip(equations.words).collect();
    let mut circuit = Circuit::new(&diagrams, &recording.program, inputs);
    let found: Words = core::array::from_fn(|word| {
        core::array::from_fn(|place| circuit.bit(recording.steps[word], place))
    });
    let found = words::read(|word, square| Function::new(&diagrams, found[word][square]));
    let expected = mirrored(&equations.position);
    equations.same_positions(&found, &expected, "the position turned over")?;
    equations.proved(&diagrams)
}

/// Proves that the definition treats both sides alike: what it says of White holds of Black in the
/// position turned over. So what is proved of White's moves is proved of Black's.
///
/// This is so of how pieces attack and how each move goes, and of the position after it, in any
/// position. Whether the king is attacked then is only a question of who attacks.
pub(super) fn same_for_both_sides(budget: usize) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(INPUTS, budget);
    let mut equations = Equations::new(&diagrams);
    let turned = mirrored(&equations.position);
    let over = |square: Square| words::square(square.number() ^ 56);
    for from in Square::all() {
        for to in Square::all() {
            let white = equations.position.attacks(Side::White, from, to);
            let black = turned.attacks(Side::Black, over(from), over(to));
            equations.same(&[white], &[black], "how pieces attack")?;
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
                let goes = equations.position.goes(Side::White, played);
                let claim = format!("how {played} goes for Black");
                equations.same(&[goes], &[turned.goes(Side::Black, reply)], &claim)?;
                if goes.bit() != Bit::FALSE {
                    let white = mirrored(&equations.position.after(Side::White, played));
                    let black = turned.after(Side::Black, reply);
                    equations.same_positions(&white, &black, &claim)?;
                }
            }
        }
    }
    equations.proved(&diagrams)
}

/// Returns the position in which the sides have changed places and the ranks are in reverse order.
pub(super) fn mirrored<T: Truth>(position: &Position<T>) -> Position<T> {
    Position(core::array::from_fn(|place| {
        let mut contents = position.0[place ^ 56];
        contents.pieces.swap(0, 1);
        contents
    }))
}
