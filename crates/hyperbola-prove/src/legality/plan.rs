//! What is proved of the plan: that the moves which it leaves to be made are legal moves, and that
//! the others, the neutral ones, change nothing for the king of the side that replies.
//!
//! Each set of moves that remain is an intersection of words, and so is the set of all legal moves
//! in its place. If each word of the second is one of the first, the first has no square that the
//! second has not.
//!
//! The claims about neutral moves are for a solver: their decision diagrams are too large. They are
//! about the position turned over, where White has the king and Black makes the moves.

use std::collections::BTreeSet;

use hyperbola_explain::{Function as Operation, Instruction, Operator, Program, Recorder};
use hyperbola_perft::four_words::{self, Planned};
use hyperbola_rules::formulas::{Formulas, Moves};
use hyperbola_rules::sets;

use super::function::Function;
use super::games::Game;
use super::inputs::{Assumed, Castlers};
use super::laws::{Manner, Move, PieceKind, Position, Side, Square, castled};
use super::moves::{DIRECTIONS, read_sets, way_back};
use super::position_proof::PositionProof;
use super::proof::{LegalProved, run};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::{Truth, every};
use super::words::{self, WORDS};
use crate::nodes::Bit;

/// The steps of words, each with whether its complement is meant.
pub(super) type Factors = BTreeSet<(usize, bool)>;

/// Returns words whose intersection is that of a step, or with `complement` that of its complement.
pub(super) fn factors(program: &Program, step: usize, complement: bool) -> Factors {
    let of = |step: usize, complement: bool| factors(program, step, complement);
    match (program.steps[step].0, complement) {
        (Instruction::Binary(Operator::And, a, b), false)
        | (Instruction::Binary(Operator::Or, a, b), true) => {
            &of(a, complement) | &of(b, complement)
        }
        (Instruction::Not(x), _) => of(x, !complement),
        _ => Factors::from([(step, complement)]),
    }
}

/// Records the sets of legal moves, those that a form of the plan leaves, and the double steps
/// after which only captures en passant are counted. `few` is the form for positions without
/// bishops and queens.
pub(super) fn recording(formulas: &Formulas, few: bool) -> Recording {
    let recorder = Recorder::skipping(0);
    let words = WORDS.map(|name| recorder.board(name, 0));
    let plan = if few { four_words::plan_without_diagonals } else { four_words::plan };
    let Planned { made, may_be_taken, .. } = plan(formulas, words);
    let legal = formulas.moves(words).sets();
    let results = [legal.as_slice(), &made.sets(), &[may_be_taken]].concat();
    Recording::of_results(&recorder, &results)
}

/// Proves that the moves which remain are legal moves, and that all promotions, captures en passant
/// and castling moves remain. Returns the number of sets.
pub(super) fn prove_remaining(recording: &Recording) -> Result<u64, Refuted> {
    let Recording { program, steps, .. } = recording;
    let (legal, made) = steps.split_at(sets::LEN);
    let are_some = |some: usize, all: usize| {
        factors(program, some, false).is_superset(&factors(program, all, false))
    };
    for set in 0..sets::LEN {
        let must_remain = set >= sets::PROMOTIONS;
        if !are_some(made[set], legal[set]) || must_remain && made[set] != legal[set] {
            let claim = format!("set {set} of the moves that the plan leaves");
            return Err(Refuted::of_recordings(&claim));
        }
    }
    if !are_some(made[sets::LEN], legal[sets::PAWNS + 1]) {
        return Err(Refuted::of_recordings("the double steps that may be taken"));
    }
    Ok(sets::LEN as u64 + 1)
}

/// The places of the words in a [recording of captures](recording_of_captures).
const TWO: usize = 0;
const FROM_WEST: usize = 1;
const FROM_EAST: usize = 2;
const LEFT_OUT: usize = 3;
const REPLIES: usize = 4;
const MAY_BE_TAKEN: usize = 5;

/// Records the captures en passant that a form of the plan counts, and the number of its replies,
/// in the position turned over: the double steps are Black's.
pub(super) fn recording_of_captures(few: bool) -> Recording {
    let formulas = Game::ordinary().formulas.turned_over();
    let recorder = Recorder::skipping(0);
    let turned = Formulas::turned(WORDS.map(|name| recorder.board(name, 0)));
    let four_words::CapturesEnPassant { two, from_west, from_east, left_out } =
        four_words::captures_en_passant(&formulas, turned);
    let plan = if few { four_words::plan_without_diagonals } else { four_words::plan };
    let Planned { replies, may_be_taken, .. } = plan(&formulas, turned);
    let results = [two, from_west, from_east, left_out, replies, may_be_taken];
    Recording::of_results(&recorder, &results)
}

/// Proves that a form of the plan adds the number of the captures to its replies: each capture is
/// one of the ones that it counts.
fn captures_are_added(recording: &Recording) -> Result<(), Refuted> {
    let Recording { program, steps, .. } = recording;
    let of = |step: usize| program.steps[step].0;
    let counts = |sum: usize| {
        let Instruction::Function(Operation::CountOnes, both) = of(sum) else { return false };
        let Instruction::Binary(Operator::Or, west, moved) = of(both) else { return false };
        let is_moved = of(moved) == Instruction::Shift(Operator::ShiftLeft, steps[FROM_EAST], 8);
        west == steps[FROM_WEST] && is_moved
    };
    match of(steps[REPLIES]) {
        Instruction::Binary(Operator::Add, _, captures)
            if counts(captures) && steps[LEFT_OUT] == steps[MAY_BE_TAKEN] =>
        {
            Ok(())
        }
        _ => Err(Refuted::of_recordings("the plan adds the captures en passant")),
    }
}

/// Proves that after each legal double step the captures en passant are those that both forms of
/// the plan count, or it leaves the step for a closer look: with the king of the side that captures
/// on a square, and any double steps.
pub(super) fn prove_captures(king: usize) -> Result<LegalProved, Refuted> {
    captures_are_added(&recording_of_captures(true))?;
    let recording = recording_of_captures(false);
    captures_are_added(&recording)?;
    run(&recording, Assumed::any(king), |proof| proof.captures_are_counted())
}

/// Records the sets of legal moves, and then of those that the plan leaves, in the position turned
/// over: they are moves of Black.
pub(super) fn recording_of_neutral(formulas: &Formulas) -> Recording {
    let recorder = Recorder::skipping(0);
    let turned = Formulas::turned(WORDS.map(|name| recorder.board(name, 0)));
    let of_black = formulas.turned_over();
    let sets = [of_black.moves(turned), four_words::plan(&of_black, turned).made].map(Moves::sets);
    Recording::of_results(&recorder, &sets.concat())
}

/// Returns what is assumed in ordinary chess with White's king on a square, and the rooks with
/// which he may castle.
pub(super) fn assumed(king: usize) -> (Assumed, [Option<usize>; 2]) {
    let game = Game::ordinary();
    let rooks = if game.king == king { game.rooks } else { [None; 2] };
    let castlers = rooks.iter().flatten().fold(0, |all, rook| all | 1 << rook);
    (Assumed { castlers: Castlers::Among(castlers), ..Assumed::any(king) }, rooks)
}

/// Returns a square of the board turned over.
fn turned(square: Square) -> Square {
    Square { rank: 7 - square.rank, ..square }
}

/// Returns the number of a king's moves from a square to another.
fn distance(from: Square, to: Square) -> i8 {
    (to.file - from.file).abs().max((to.rank - from.rank).abs())
}

impl PositionProof<'_, '_> {
    /// Proves the captures en passant after Black's double steps, where White is not in check. More
    /// double steps than are legal take the place of those that are.
    fn captures_are_counted(&mut self) -> Result<(), Refuted> {
        let no_check = self.position.in_check(Side::White).not();
        let double = |file| {
            let [from, to] = [6, 4].map(|rank| Square { file, rank });
            Move { from, to, manner: Manner::DoubleStep }
        };
        for at in Square::all() {
            let goes = match turned(at).rank {
                4 => self.position.goes(Side::Black, double(at.file)),
                _ => Function::constant(false),
            };
            self.cut(self.recording.steps[TWO], at.number(), goes.bit());
        }
        for at in Square::all() {
            let [west, east, left_out] =
                [FROM_WEST, FROM_EAST, LEFT_OUT].map(|word| self.set(word, at));
            if turned(at).rank != 4 {
                // So no two of the squares are one when those of a set are moved.
                for found in [west, east] {
                    self.never(found, "a capture where no double step ends", None)?;
                }
                continue;
            }
            let played = double(at.file);
            let goes = self.position.goes(Side::Black, played);
            let next = self.position.after(Side::Black, played);
            let to = Square { rank: 5, ..played.to };
            for (found, file) in [(west, -1), (east, 1)] {
                let from = Square { file: played.to.file + file, ..played.to };
                let capture = Move { from, to, manner: Manner::EnPassant };
                let legal = match from.file {
                    0..8 => next.is_legal(Side::White, capture),
                    _ => Function::constant(false),
                };
                let counts = self.differ(found, legal).and(|| left_out.not());
                let wrong = counts.or(|| found.and(|| left_out));
                let wrong = wrong.and(|| goes.and(|| no_check));
                self.never(wrong, &format!("{capture} after {played}"), None)?;
            }
        }
        Ok(())
    }

    /// Claims of each neutral move of Black to a square that it changes nothing for White's king,
    /// who is not in check and may castle with `rooks`.
    pub(super) fn neutral_moves_to(
        &mut self,
        to: Square,
        rooks: [Option<usize>; 2],
    ) -> Result<(), Refuted> {
        let position = self.position.clone();
        let no_check = position.in_check(Side::White).not();
        let is_king = |square| position.is(square, Side::Black, PieceKind::King);
        let mut neutral = Vec::new();
        let mut set = |set: usize| {
            let [legal, made] = [set, sets::LEN + set].map(|set| self.set(set, turned(to)));
            legal.and(|| made.not()).and(|| no_check)
        };
        for from in Square::all().filter(|&from| distance(from, to) == 1) {
            let others = Square::all().filter(|&square| square != from);
            let is_only = || every(others, |square| is_king(square).not());
            let found = set(sets::KING).and(|| is_king(from)).and(is_only);
            neutral.push((Move { from, to, manner: Manner::Plain }, found));
        }
        let is_empty = |square| position.is_empty(turned(square));
        read_sets(turned(to), None, &mut set, is_empty, &mut |played, found| {
            let of_black = |Move { from, manner, .. }| Move { from: turned(from), to, manner };
            neutral.extend(played.map(|played| (of_black(played), found)));
        });
        let mut pass = position.clone();
        pass.0.iter_mut().for_each(|contents| contents.passed = Function::constant(false));
        for (played, found) in neutral {
            if found.bit() == Bit::FALSE {
                continue;
            }
            let after = position.after(Side::Black, played);
            for (what, changes) in changes(&pass, &after, played, self.king(), rooks) {
                self.never(found.and(|| changes), &format!("{what} after {played}"), None)?;
            }
        }
        Ok(())
    }
}

/// Returns what a move must not change for White's king, each with when it does: no check is given;
/// the king's moves and castling are as before; so is which pieces are pinned, unless they are
/// pawns; and so are the pawns' moves on the king's lines that have nothing to do with the squares
/// of the move, and all promotions.
fn changes<T: Truth>(
    pass: &Position<T>,
    after: &Position<T>,
    played: Move,
    home: Square,
    rooks: [Option<usize>; 2],
) -> Vec<(String, T)> {
    let both = |what: &dyn Fn(&Position<T>) -> T| {
        let (before, after) = (what(pass), what(after));
        before.and(|| after.not()).or(|| after.and(|| before.not()))
    };
    let mut all = vec![("check".to_owned(), after.in_check(Side::White))];
    let mut compare = |reply: Move, condition: T| {
        let changes = || both(&|position| position.is_legal(Side::White, reply));
        all.push((reply.to_string(), condition.and(changes)));
    };
    for to in Square::all().filter(|&to| distance(home, to) == 1) {
        compare(Move { from: home, to, manner: Manner::Plain }, T::constant(true));
    }
    for rook in rooks.into_iter().flatten().map(words::square) {
        let (to, _) = castled(home, rook);
        compare(Move { from: home, to, manner: Manner::Castling(rook) }, T::constant(true));
    }
    let touches = |square: Square| square == played.from || square == played.to;
    let lines = DIRECTIONS.into_iter().flat_map(|step| way_back(home, step));
    let on_lines: Vec<_> = lines.filter(|&square| !touches(square)).collect();
    let is_pawn = |square: Square| pass.is(square, Side::White, PieceKind::Pawn);
    for from in Square::all().filter(|from| from.rank == 6 || on_lines.contains(from)) {
        for (file, rank) in [(0, 1), (0, 2), (-1, 1), (1, 1)] {
            let to = Square { file: from.file + file, rank: from.rank + rank };
            let manner = match (from.rank, rank) {
                (6, 1) => Manner::Promotion(PieceKind::Queen),
                (1, 2) => Manner::DoubleStep,
                (1..6, 1) => Manner::Plain,
                _ => continue,
            };
            let is_apart = from.rank == 6 || !touches(to) && !from.between(to).any(touches);
            if (0..8).contains(&to.file) && is_apart {
                compare(Move { from, to, manner }, is_pawn(from));
            }
        }
    }
    for square in on_lines {
        let is_pinned = |position: &Position<T>| {
            let mut without = position.clone();
            without.0[square.number()].pieces = [[T::constant(false); 6]; 2];
            position.has(square, Side::White).and(|| without.in_check(Side::White))
        };
        let changes = || both(&is_pinned);
        all.push((format!("the pin of {square:?}"), is_pawn(square).not().and(changes)));
    }
    all
}

#[cfg(test)]
mod tests {
    use core::cell::RefCell;

    use hyperbola_samples::of_all_kinds;

    use super::super::algebra::Algebra;
    use super::super::proof;
    use super::super::tests::alone;
    use super::*;

    /// The values of the variables in one position, and the claims that are wrong there.
    #[derive(Debug)]
    struct Values {
        values: Vec<bool>,
        wrong: RefCell<usize>,
    }

    impl Algebra for Values {
        fn and(&self, a: Bit, b: Bit) -> Bit {
            let value = |bit: Bit| {
                bit.value().unwrap_or_else(|| {
                    let number = bit.variable_number();
                    self.values[number as usize] == (bit == Bit::variable(number))
                })
            };
            Bit::constant(value(a) && value(b))
        }

        fn is_never(&self, wrong: Bit) -> bool {
            if wrong != Bit::FALSE {
                *self.wrong.borrow_mut() += 1;
            }
            true
        }
    }

    /// Returns the number of neutral moves' claims in a position, and of those that are wrong.
    fn claims_in(recording: &Recording, words: [u64; 4]) -> Option<[u64; 2]> {
        let words @ [a, b, c, black] = Formulas::turned(words);
        let king = (b & c & !a & !black).trailing_zeros() as usize;
        let (assumed, rooks) = assumed(king);
        let values = assumed.values(words)?;
        let values = Values { values, wrong: RefCell::default() };
        let mut proof = PositionProof::new(&values, recording, Some(assumed));
        for to in Square::all() {
            proof.neutral_moves_to(to, rooks).expect("claims are counted");
        }
        let claims = proof.equations;
        Some([claims, values.wrong.take() as u64])
    }

    /// Returns the number of claims about neutral moves in positions of all kinds, up to the first
    /// position in which one is wrong, and the number of those that are wrong there.
    fn claims(recording: &Recording, positions: &[hyperbola_moves::Position]) -> [u64; 2] {
        let mut claims = 0;
        let words = positions.iter().map(|position| words::of_setup(&position.setup()));
        for [more, wrong] in words.filter_map(|words| claims_in(recording, words)) {
            claims += more;
            if wrong > 0 {
                return [claims, wrong];
            }
        }
        [claims, 0]
    }

    /// What becomes of a step.
    #[derive(Debug, Clone, Copy)]
    enum Change {
        /// It is zero.
        Zero,
        /// It is one of its operands alone.
        Only(usize),
    }
    use Change::{Only, Zero};

    impl Change {
        fn make(self, program: &mut Program, step: usize) {
            let operand = |of: usize| program.steps[step].0.operands().nth(of);
            program.steps[step].0 = match self {
                Zero => Instruction::Constant(0),
                Only(of) => alone(operand(of).expect("an operand")),
            };
        }
    }

    /// Each of these words decides which moves are neutral.
    #[test]
    fn neutral_moves_change_nothing_for_the_king() {
        let right = recording_of_neutral(&Game::ordinary().formulas);
        let positions: Vec<_> = of_all_kinds(100, 300).into_iter().step_by(16).collect();
        let [number, wrong] = claims(&right, &positions);
        assert!(number > 900_000 && wrong == 0, "{number} {wrong}");
        let wrong = [
            ("rook_limits", Zero),
            ("bishop_limits", Zero),
            ("queen_limits", Zero),
            ("knight_limits", Zero),
            ("pawn_limits", Zero),
            ("king_limits", Zero),
            ("limits", Zero),
            ("zone", Zero),
            ("from_zone_0", Zero),
            ("from_zone_3", Zero),
            ("first_0", Zero),
            ("rook_limits", Only(0)),
            ("knight_limits", Only(0)),
            ("knight_limits", Only(1)),
            ("pawn_limits", Only(0)),
            ("king_limits", Only(0)),
            ("king_limits", Only(1)),
            ("limits", Only(0)),
            ("zone", Only(0)),
            ("king", Only(0)),
            ("king", Only(1)),
            ("knights", Only(0)),
            ("pawns", Only(0)),
            ("rooks", Only(0)),
        ];
        for (name, change) in wrong {
            let mut recording = right.clone();
            let step = recording.last(name).expect("a step of this name");
            change.make(&mut recording.program, step);
            assert_ne!(claims(&recording, &positions)[1], 0, "{name}: {change:?}");
        }
    }

    /// Of the double steps beside a pawn that captures, those that open a line and those beside a
    /// pinned pawn are left for a closer look.
    #[test]
    fn captures_on_lines_that_open_and_by_pinned_pawns_need_a_closer_look() {
        // Of the squares of the king, g4 is one whose lines a double step may open.
        let king = 30;
        let proved = prove_captures(king).unwrap_or_else(|refuted| panic!("{refuted}"));
        // Two captures at each of eight squares, and none to either side elsewhere.
        assert_eq!(proved.equations, 2 * 64);
        let right = recording_of_captures(false);
        let operands = |step: usize| right.program.steps[step].0.operands().collect::<Vec<_>>();
        let [_, lines] = operands(right.steps[LEFT_OUT])[..] else { panic!("an intersection") };
        for operand in [0, 1] {
            let mut wrong = right.clone();
            Only(operand).make(&mut wrong.program, lines);
            let refuted = run(&wrong, Assumed::any(king), |proof| proof.captures_are_counted());
            assert!(refuted.is_err_and(|refuted| refuted.fen.is_some()), "{operand}");
        }
    }

    #[test]
    fn the_moves_that_remain_are_legal() {
        let proved = proof::prove_remaining();
        assert_eq!(proved.map_err(|refuted| refuted.to_string()), Ok(2 * 27 * 1_793));
        let right = recording(&Game::ordinary().formulas, false);
        for set in [sets::SLIDERS, sets::KNIGHTS, sets::PAWNS, sets::KING, sets::LEN] {
            let mut wrong = right.clone();
            Only(1).make(&mut wrong.program, wrong.steps[sets::LEN + set]);
            assert!(prove_remaining(&wrong).is_err(), "{set}");
        }
        for set in [sets::PROMOTIONS, sets::EN_PASSANT, sets::CASTLING] {
            let mut wrong = right.clone();
            wrong.steps[sets::LEN + set] = wrong.steps[sets::LEN + sets::PAWNS];
            assert!(prove_remaining(&wrong).is_err(), "{set}");
        }
    }
}
