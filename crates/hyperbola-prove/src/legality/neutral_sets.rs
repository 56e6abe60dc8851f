//! The proof that the moves which the plan counts are legal moves, and that it counts each once.
//!
//! The moves that it leaves to be made are the legal ones but those that it counts. So each legal
//! move is made or counted, if those that are counted are legal. They are the moves of a set of
//! pieces at once, and then those of other pieces, one after another: the proof takes each square
//! for the piece of such a turn. What limits the moves is free, and so are pins and the squares
//! that a move may go to in check.

use hyperbola_explain::{Function as Operation, Instruction, Operator, Program, Recorder};
use hyperbola_perft::four_words::alone::{self, Reached};
use hyperbola_perft::four_words::{self, Planned};
use hyperbola_rules::sets;

use super::function::Function;
use super::games::Game;
use super::inputs::{Assumed, INPUTS};
use super::laws::{PieceKind, Side, Square};
use super::moves::{DIRECTIONS, KNIGHT, way_back};
use super::plan::factors;
use super::position_proof::PositionProof;
use super::proof::{BUDGET, LegalProved, run};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::{Truth, any, every};
use super::words::WORDS;
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// Words that are free, and the last of them: those of pieces that are counted together, of knights
/// whose moves are counted, of targets, and whether there is no check.
const FREE: [&str; 20] = [
    "limits",
    "rook_limits",
    "bishop_limits",
    "queen_limits",
    "knight_limits",
    "pawn_limits",
    "king_limits",
    "once",
    "attacked_0",
    "attacked_1",
    "attacked_2",
    "attacked_3",
    "attacked_4",
    "attacked_5",
    "attacked_6",
    "attacked_7",
    "mover_pins_0",
    "mover_pins_1",
    "mover_pins_2",
    "mover_pins_3",
];
const LIMITS: usize = 0;
const KINDS: core::ops::Range<usize> = 1..7;
const ONCE: usize = 7;
const PINS: core::ops::Range<usize> = 16..20;
const USUAL: usize = 20;
const KNIGHTS: usize = 21;
const TARGET: usize = 22;
const NO_CHECK: usize = 23;
const NO_CASTLING: usize = 24;
const WORDS_OF_PROOF: usize = 25;

/// The places of the digits of numbers, of Black's slides by direction, and of the squares that his
/// pawns step to, attack to the east and to the west, and pass over.
const DIGITS: usize = 2 * sets::LEN + 1;
const SLIDES: usize = DIGITS + 6;
const PAWNS: usize = SLIDES + 8;
/// The places of the squares where a piece affects Black's promotions, of his pinned pieces and of
/// his king.
const PROMOTIONS: usize = PAWNS + 4;
const PINNED: usize = PROMOTIONS + 1;
const KING: usize = PINNED + 1;

/// Records the legal moves, those that the plan leaves, the number of replies to the others, and
/// what Black reaches. `few` is the form for positions without bishops and queens.
pub(super) fn recording(few: bool) -> Recording {
    let recorder = Recorder::skipping(0);
    let words = WORDS.map(|name| recorder.board(name, 0));
    let formulas = &Game::ordinary().formulas;
    let plan = if few { four_words::plan_without_diagonals } else { four_words::plan };
    let Planned { made, replies, .. } = plan(formulas, words);
    let legal = formulas.moves(words).sets();
    let Reached { digits, slides, pawns, promotions, pinned } = alone::reached(formulas, words);
    let king = formulas.unpacked(words).black.king;
    let others = [promotions, pinned, king];
    let results =
        [&legal[..], &made.sets(), &[replies], &digits, &slides, &pawns, &others].concat();
    Recording::of_results(&recorder, &results)
}

/// Returns the variable of a free word at a square.
fn free<'d>(diagrams: &'d Diagrams, word: usize, square: Square) -> Function<'d> {
    let place = 64 * INPUTS as usize + square.number() * WORDS_OF_PROOF + word;
    Function::new(diagrams, Bit::variable(u32::try_from(place).expect("few")))
}

/// Returns the operands of an intersection.
fn and(program: &Program, step: usize) -> Option<[usize; 2]> {
    match program.steps[step].0 {
        Instruction::Binary(Operator::And, a, b) => Some([a, b]),
        _ => None,
    }
}

/// Where the plan's words are among the steps.
struct Steps<'p> {
    program: &'p Program,
    /// The sets of moves that are counted, in the order of all sets; none of promotions.
    counted: Vec<usize>,
    /// The piece of the last turn.
    piece: usize,
    /// The pieces that wait before the first turn.
    waiting: usize,
    /// The slides of the pieces that are counted together, and those of the last turn's piece.
    usual: [usize; 8],
    slides: [usize; 8],
    leaps: usize,
    /// Those of the slides of the last turn's piece that lie towards a slider that attacks it.
    towards: usize,
    /// The knights whose moves are counted, those of them that are counted together, those that
    /// the last turn adds, and the squares that all of them may go to.
    knights: usize,
    first_knights: usize,
    more_knights: usize,
    knights_to: usize,
    /// The steps that are cut free, and those that depend on them.
    free: [usize; FREE.len()],
    pins: usize,
    target: usize,
    no_check: usize,
    unrestricted: usize,
    counted_together: usize,
    /// The squares that matter to Black's king, the lines from them, and his own up to the first
    /// piece.
    zone: usize,
    from_zone: [usize; 8],
    first: [usize; 8],
    lone: Option<LoneRook>,
}

/// The moves of White's only slider, the rook, the word that tells whether there is none, and the
/// one that tells whether castling does not matter.
#[derive(Debug, Clone, Copy)]
struct LoneRook {
    moves: [usize; 8],
    rook: usize,
    none: usize,
    no_castling: usize,
}

impl<'p> Steps<'p> {
    fn new(recording: &'p Recording, few: bool) -> Option<Self> {
        let Recording { program, steps, .. } = recording;
        let of = |step: usize| program.steps[step].0;
        let or = |step: usize| match of(step) {
            Instruction::Binary(Operator::Or, a, b) => Some([a, b]),
            _ => None,
        };
        let and = |step: usize| and(program, step);
        let all = program.steps.iter().enumerate();
        let of_turns = all.filter(|(_, (_, of))| of.as_deref() == Some("piece"));
        let turns: Vec<_> = of_turns.map(|(step, _)| step).collect();
        let (&first, &piece) = (turns.first()?, turns.last()?);
        let [waiting, _] = and(first)?;
        // The piece of a turn is the lowest of those that wait, and waits no more in the next.
        let mut waits = waiting;
        for &piece in &turns {
            let [waiting, lowest] = and(piece)?;
            let Instruction::Binary(Operator::Subtract, zero, of_waiting) = of(lowest) else {
                return None;
            };
            let is_zero = of(zero) == Instruction::Constant(0);
            if !is_zero || [waiting, of_waiting] != [waits; 2] {
                return None;
            }
            let without = Instruction::Binary(Operator::Xor, waits, piece);
            let next = program.steps.iter().position(|(step, _)| *step == without);
            waits = next.unwrap_or_default();
        }
        let counted = (0..sets::PROMOTIONS).map(|set| {
            let [_, not] = and(steps[sets::LEN + set])?;
            let Instruction::Not(counted) = of(not) else { return None };
            // Pawns' moves to the last rank are promotions.
            let is_constant = |step: usize| matches!(of(step), Instruction::Constant(_));
            match or(counted) {
                Some([moves, last]) if is_constant(last) => Some(moves),
                _ => Some(counted),
            }
        });
        let counted = counted.collect::<Option<Vec<_>>>()?;
        let [mut usual, mut slides, mut of_lone] = [[0; 8]; 3];
        for direction in 0..8 {
            let mut set = counted[sets::SLIDERS + direction];
            if few {
                [set, of_lone[direction]] = or(set)?;
            }
            let [mut before, last] = or(set)?;
            slides[direction] = last;
            for _ in 1..turns.len() {
                [before, _] = or(before)?;
            }
            usual[direction] = before;
        }
        let [_, leaps] = or(recording.last("to")?)?;
        // The knights are those of before, and in each turn the piece if it is one.
        let before_turns = |step: usize| {
            turns.iter().rev().try_fold(step, |step, &piece| {
                let [before, more] = or(step)?;
                let [of, _] = and(more)?;
                (of == piece).then_some(before)
            })
        };
        let mut all = 0..program.steps.len();
        let (knights, first_knights) = all.find_map(|step| Some((step, before_turns(step)?)))?;
        let [_, more_knights] = or(knights)?;
        let [_, knights_to] = and(counted[sets::KNIGHTS])?;
        // The moves of a lone rook have its mask, and the rook is one only if castling does not
        // matter.
        let mut masks = factors(program, of_lone[0], false).into_iter();
        let lone = masks.find_map(|(none, is_complement)| match of(none) {
            Instruction::Function(Operation::ZeroMask, rook) if few && is_complement => {
                let [_, no_castling] = and(rook)?;
                Some(LoneRook { moves: of_lone, rook, none, no_castling })
            }
            _ => None,
        });
        if few != lone.is_some() {
            return None;
        }
        let last = |name: &str| recording.last(name);
        let mut free = [0; FREE.len()];
        for (step, name) in free.iter_mut().zip(FREE) {
            *step = last(name)?;
        }
        Some(Self {
            program,
            counted,
            piece,
            waiting,
            usual,
            slides,
            leaps,
            towards: last("towards")?,
            knights,
            first_knights,
            more_knights,
            knights_to,
            free,
            pins: last("mover_pins")?,
            target: last("target")?,
            no_check: last("free")?,
            unrestricted: last("unrestricted")?,
            counted_together: last("usual")?,
            zone: last("zone")?,
            from_zone: recording.last_lanes("from_zone")?,
            first: recording.last_lanes("first")?,
            lone,
        })
    }
}

/// Cuts a proof free of what limits the moves.
fn cut<'d>(diagrams: &'d Diagrams, proof: &mut PositionProof<'d, '_>, steps: &Steps<'_>) {
    let no_check = free(diagrams, NO_CHECK, Square { file: 0, rank: 0 });
    for square in Square::all() {
        let free = |word: usize| free(diagrams, word, square);
        let place = square.number();
        for (word, &step) in steps.free.iter().enumerate() {
            // Each kind of piece has the limits of all.
            let limits = Function::constant(KINDS.contains(&word)).and(|| free(LIMITS));
            proof.cut(step, place, free(word).or(|| limits).bit());
        }
        let pinned = any(PINS, free);
        proof.cut(steps.pins, place, pinned.bit());
        // Without a check all squares are targets but those of White's pieces.
        let has_white = proof.position.has(square, Side::White);
        let target = free(TARGET).or(|| no_check.and(|| has_white.not()));
        proof.cut(steps.target, place, target.bit());
        proof.cut(steps.no_check, place, no_check.bit());
        if let Some(LoneRook { no_castling, .. }) = steps.lone {
            let any = self::free(diagrams, NO_CASTLING, Square { file: 0, rank: 0 });
            proof.cut(no_castling, place, any.bit());
        }
        let unrestricted = proof.bit(steps.unrestricted, place);
        proof.cut(steps.counted_together, place, unrestricted.and(|| free(USUAL)).bit());
    }
}

/// Proves that the plan counts legal moves, each once, and that each other one is left.
pub(super) fn prove(recording: &Recording, few: bool) -> Result<LegalProved, Refuted> {
    let unknown = || Refuted::of_recordings("the plan's sets");
    let steps = Steps::new(recording, few).ok_or_else(unknown)?;
    // The king's moves are some of those that are legal.
    let of_set = |set: usize| factors(steps.program, set, false);
    let of_king = of_set(steps.counted[sets::KING]);
    let limited = |step: usize| factors(steps.program, step, true);
    let limits = limited(steps.free[LIMITS]);
    let is_legal = of_king.is_superset(&of_set(recording.steps[sets::KING]));
    let unrestricted = of_set(steps.unrestricted);
    if !is_legal || !of_king.is_superset(&limits) || !unrestricted.is_superset(&limits) {
        return Err(unknown());
    }
    // Each other legal move is left.
    for set in 0..sets::PROMOTIONS {
        let counted = factors(steps.program, steps.counted[set], true);
        let made = of_set(recording.steps[sets::LEN + set]);
        if !(&of_set(recording.steps[set]) | &counted).is_superset(&made) {
            return Err(unknown());
        }
    }
    // The squares that concern promotions are limits of all kinds of pieces.
    let is_limited = |word: usize| limited(steps.free[word]).is_superset(&limits);
    let promotions = limited(recording.steps[PROMOTIONS]);
    let mut kinds = KINDS;
    if !kinds.all(is_limited) || !limits.is_superset(&promotions) {
        return Err(unknown());
    }
    // A piece that is counted together with others has the usual number, two, and no line or pawn
    // of Black's comes to its square.
    let of_usual = of_set(steps.counted_together);
    let digits = (0..6).map(|place| (recording.steps[DIGITS + place], place != 1));
    let untouched = recording.steps[SLIDES..PAWNS + 3].iter().map(|&step| (step, true));
    let is_usual = digits.chain(untouched).all(|factor| of_usual.contains(&factor));
    if !is_usual || !of_usual.is_superset(&unrestricted) {
        return Err(unknown());
    }
    // So are the moves of a lone rook.
    let of_lone = steps.lone.into_iter().flat_map(|lone| lone.moves.into_iter().enumerate());
    for (direction, moves) in of_lone {
        let legal = recording.steps[sets::SLIDERS + direction];
        if !of_set(moves).is_superset(&of_set(legal)) {
            return Err(unknown());
        }
    }
    let words = INPUTS + u32::try_from(WORDS_OF_PROOF).expect("few");
    let diagrams = Diagrams::with_inputs(words, BUDGET);
    let mut equations = 1;
    let mut proof = PositionProof::new(&diagrams, recording, None);
    cut(&diagrams, &mut proof, &steps);
    proof.counted_together(&diagrams, &steps)?;
    equations += proof.equations;
    let mut proof = PositionProof::new(&diagrams, recording, None);
    proof.pinned_are_limited(&diagrams, &steps)?;
    equations += proof.equations;
    let mut proof = PositionProof::new(&diagrams, recording, None);
    proof.attacked_once(&diagrams, &steps)?;
    equations += proof.equations;
    for from in Square::all() {
        let mut proof = PositionProof::new(&diagrams, recording, None);
        cut(&diagrams, &mut proof, &steps);
        proof.turn(&steps, from)?;
        equations += proof.equations;
    }
    let nodes = diagrams.nodes() as u64;
    Ok(LegalProved { equations, nodes, most_nodes: nodes })
}

/// Proves that without a check all squares are targets but those of White's pieces, with White's
/// king on a square.
pub(super) fn prove_targets(recording: &Recording, king: usize) -> Result<LegalProved, Refuted> {
    let steps =
        Steps::new(recording, false).ok_or_else(|| Refuted::of_recordings("the plan's sets"))?;
    run(recording, Assumed::any(king), |proof| {
        for square in Square::all() {
            let no_check = proof.bit(steps.no_check, 0);
            let target = proof.bit(steps.target, square.number());
            let has_white = proof.position.has(square, Side::White);
            let wrong = no_check.and(|| target.or(|| has_white).not());
            proof.never(wrong, "a target without a check", None)?;
        }
        Ok(())
    })
}

impl<'d> PositionProof<'d, '_> {
    /// Proves that a bit of a step is one only where a condition holds.
    fn only_where(
        &mut self,
        (step, square): (usize, Square),
        condition: Function<'d>,
        claim: &str,
    ) -> Result<Function<'d>, Refuted> {
        let found = self.bit(step, square.number());
        self.never(found.and(|| condition.not()), &format!("{claim} {square:?}"), None)?;
        Ok(found)
    }

    /// Returns whether a lone rook stands on a square.
    fn is_lone(&mut self, steps: &Steps<'_>, square: Square) -> Function<'d> {
        let rook = steps.lone.map(|LoneRook { rook, .. }| self.bit(rook, square.number()));
        rook.unwrap_or_else(|| Function::constant(false))
    }

    /// Proves that the moves that are counted together are legal, and whose they are.
    fn counted_together(
        &mut self,
        diagrams: &'d Diagrams,
        steps: &Steps<'_>,
    ) -> Result<(), Refuted> {
        for to in Square::all() {
            let is_allowed = || free(diagrams, LIMITS, to).not();
            for (direction, step) in DIRECTIONS.into_iter().enumerate() {
                let legal = self.set(sets::SLIDERS + direction, to).and(is_allowed);
                let slides = (steps.usual[direction], to);
                let found = self.only_where(slides, legal, "a move that is counted")?;
                // The nearest piece on the way back is one of those that are counted together.
                let mut nearest = Function::constant(false);
                for from in way_back(to, step).collect::<Vec<_>>().into_iter().rev() {
                    let is_lone = self.is_lone(steps, from);
                    let is_usual = self.bit(steps.counted_together, from.number());
                    let is_usual = is_usual.and(|| is_lone.not());
                    let is_empty = self.position.is_empty(from);
                    nearest = is_usual.or(|| is_empty.and(|| nearest));
                }
                self.never(found.and(|| nearest.not()), "a move of another piece", None)?;
            }
            for set in sets::PAWNS..sets::KING {
                let legal = self.set(set, to).and(is_allowed);
                let from = to.number().checked_sub([8, 16, 9, 7][set - sets::PAWNS]);
                let is_unrestricted = from.map(|from| self.bit(steps.unrestricted, from));
                let legal =
                    is_unrestricted.map_or(Function::constant(false), |it| it.and(|| legal));
                self.only_where((steps.counted[set], to), legal, "a pawn's move to")?;
            }
            // None of those that wait is counted before, or is a lone rook.
            let is_lone = self.is_lone(steps, to);
            let unrestricted = self.bit(steps.unrestricted, to.number());
            let usual = self.bit(steps.counted_together, to.number());
            let waits = unrestricted.and(|| usual.or(|| is_lone).not());
            self.only_where((steps.waiting, to), waits, "a piece that waits on")?;
            let knight = self.position.is(to, Side::White, PieceKind::Knight);
            let known = knight.and(|| unrestricted.and(|| usual));
            self.only_where((steps.first_knights, to), known, "a knight on")?;
        }
        // A lone rook is White's only slider.
        if let Some(LoneRook { none, .. }) = steps.lone {
            for from in Square::all() {
                let is_none = self.bit(none, 0);
                let is_slider =
                    any([PieceKind::Bishop, PieceKind::Rook, PieceKind::Queen], |kind| {
                        self.position.is(from, Side::White, kind)
                    });
                let is_other = is_slider.and(|| self.is_lone(steps, from).not());
                self.never(is_other.and(|| is_none.not()), "a second slider", None)?;
            }
        }
        // Any knights that may be counted take the place of those that are.
        for from in Square::all() {
            let unrestricted = self.bit(steps.unrestricted, from.number());
            let knight = self.position.is(from, Side::White, PieceKind::Knight);
            let is_one = free(diagrams, KNIGHTS, from);
            let counts = is_one.and(|| knight.and(|| unrestricted));
            self.cut(steps.knights, from.number(), counts.bit());
        }
        for to in Square::all() {
            for set in sets::KNIGHTS..sets::PAWNS {
                let legal = self.set(set, to).and(|| free(diagrams, LIMITS, to).not());
                self.only_where((steps.counted[set], to), legal, "a knight's move to")?;
            }
        }
        Ok(())
    }

    /// Proves that pinned pieces of Black's stand on limits: a line of his king's reaches no
    /// further than those of all squares that matter to him, and limits are where these meet
    /// White's lines.
    fn pinned_are_limited(
        &mut self,
        diagrams: &'d Diagrams,
        steps: &Steps<'_>,
    ) -> Result<(), Refuted> {
        let unknown = || Refuted::of_recordings("the limits where pieces are pinned");
        let Steps { program, zone, .. } = *steps;
        let king = self.recording.steps[KING];
        if !factors(program, zone, true).contains(&(king, true)) {
            return Err(unknown());
        }
        let limits = factors(program, steps.free[LIMITS], true);
        let and = |step: usize| and(program, step);
        // Where a line of White's meets one of the king's a piece of Black's is pinned.
        let pinned = factors(program, self.recording.steps[PINNED], true);
        for &(pinned, is_complement) in &pinned {
            let meeting = and(pinned).and_then(|[meeting, _]| and(meeting));
            let [line, first] = meeting.filter(|_| is_complement).ok_or_else(unknown)?;
            let direction = steps.first.iter().position(|&step| step == first);
            let from_zone = steps.from_zone[direction.ok_or_else(unknown)?];
            let is_limit = |&(step, is_complement): &(usize, bool)| {
                is_complement && and(step) == Some([from_zone, line])
            };
            if !limits.iter().any(is_limit) {
                return Err(unknown());
            }
        }
        for square in Square::all() {
            let is_king = self.bit(king, square.number());
            let other = free(diagrams, LIMITS, square);
            self.cut(zone, square.number(), is_king.or(|| other).bit());
        }
        for square in Square::all() {
            for (first, from_zone) in steps.first.into_iter().zip(steps.from_zone) {
                let further = self.bit(from_zone, square.number());
                self.only_where((first, square), further, "a line of the king's to")?;
            }
        }
        Ok(())
    }

    /// Proves that nothing else of Black's comes to a square that is attacked once, if a slider or
    /// a pawn's double step comes there.
    fn attacked_once(&mut self, diagrams: &'d Diagrams, steps: &Steps<'_>) -> Result<(), Refuted> {
        for square in Square::all() {
            let place = square.number();
            let reached: Vec<_> = (0..12).map(|word| free(diagrams, word, square)).collect();
            for (word, reached) in reached.iter().enumerate() {
                self.cut(self.recording.steps[SLIDES + word], place, reached.bit());
            }
            let once = self.bit(steps.free[ONCE], place);
            for (direction, step) in DIRECTIONS.into_iter().enumerate() {
                let passed = if step == (0, -1) { reached[11] } else { Function::constant(false) };
                let expected = reached[direction].or(|| passed);
                let attacked = self.bit(steps.free[ONCE + 1 + direction], place);
                let wrong = self.differ(attacked, expected);
                self.never(wrong, &format!("{square:?} is attacked"), None)?;
                let others = (0..11).filter(|&other| other != direction);
                let passed = if step == (0, -1) { Function::constant(false) } else { reached[11] };
                let more = any(others, |other| reached[other]).or(|| passed);
                let wrong = once.and(|| attacked.and(|| more));
                self.never(wrong, &format!("{square:?} is attacked once"), None)?;
            }
        }
        Ok(())
    }

    /// Proves that the moves of a turn are legal moves of its piece, which stands on a square.
    fn turn(&mut self, steps: &Steps<'_>, from: Square) -> Result<(), Refuted> {
        let waits = self.bit(steps.waiting, from.number());
        let is_limit = self.bit(steps.free[LIMITS], from.number());
        self.never(waits.and(|| is_limit), "a piece on a limit", None)?;
        for square in Square::all() {
            self.cut(steps.piece, square.number(), Bit::constant(square == from));
        }
        let knight = self.position.is(from, Side::White, PieceKind::Knight);
        let once = self.bit(steps.free[ONCE], from.number());
        let attacked: [_; 8] =
            core::array::from_fn(|way| self.bit(steps.free[ONCE + 1 + way], from.number()));
        for to in Square::all() {
            let mut found_before = Function::constant(false);
            let mut is_towards = Function::constant(false);
            for (direction, step) in DIRECTIONS.into_iter().enumerate() {
                let is_limit = self.bit(steps.free[LIMITS], to.number());
                let legal = self.set(sets::SLIDERS + direction, to).and(|| is_limit.not());
                let mut way = way_back(to, step).take_while(|&square| square != from);
                let is_on_way = way_back(to, step).any(|square| square == from);
                let is_free = every(&mut way, |square| self.position.is_empty(square));
                let goes = Function::constant(is_on_way).and(|| is_free.and(|| legal));
                let slides = (steps.slides[direction], to);
                let found = self.bit(slides.0, to.number()).and(|| waits);
                self.never(found.and(|| goes.not()), &format!("{from:?} to {to:?}"), None)?;
                self.never(found.and(|| found_before), "a move that is counted twice", None)?;
                found_before = found_before.or(|| found);
                // A piece does not go on before a slider that attacks it. It goes towards one if
                // nothing else comes to its square.
                let towards = attacked[(direction + 4) % 8];
                let is_able = attacked[direction].not().and(|| towards.not().or(|| once));
                self.never(found.and(|| is_able.not()), "a move on an attacker's line", None)?;
                is_towards = is_towards.or(|| found.and(|| towards));
            }
            let towards = self.bit(steps.towards, to.number()).and(|| waits);
            let wrong = self.differ(towards, is_towards);
            self.never(wrong, "a move towards an attacker", None)?;
            let leaps = self.bit(steps.leaps, to.number()).and(|| waits);
            self.never(leaps.and(|| found_before), "a move that is counted twice", None)?;
            let is_step = KNIGHT.contains(&(to.file - from.file, to.rank - from.rank));
            let expected = match is_step {
                true => self.bit(steps.knights_to, to.number()).and(|| knight.and(|| waits)),
                false => Function::constant(false),
            };
            let wrong = self.differ(leaps, expected);
            self.never(wrong, "a knight's moves that are counted", None)?;
            let more = self.bit(steps.more_knights, to.number()).and(|| waits);
            let is_knight = Function::constant(from == to).and(|| knight.and(|| waits));
            let wrong = self.differ(more, is_knight);
            self.never(wrong, "a knight whose moves are counted", None)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_that_the_plan_loses_are_refuted() {
        let right = recording(false);
        for set in [0, sets::KNIGHTS, sets::PAWNS, sets::KING] {
            let mut wrong = right.clone();
            let steps = &mut wrong.program.steps;
            let made = right.steps[sets::LEN + set];
            let Instruction::Binary(Operator::And, moves, not) = steps[made].0 else {
                panic!("the moves that are not counted")
            };
            // Moves to squares whose number is even are lost.
            let [lost, left] = [steps.len(), steps.len() + 1];
            let other = right.steps[DIGITS];
            steps.push((Instruction::Binary(Operator::And, moves, other), None));
            steps.push((Instruction::Binary(Operator::And, lost, not), None));
            wrong.steps[sets::LEN + set] = left;
            assert!(prove(&wrong, false).is_err(), "{set}");
        }
    }

    #[test]
    fn the_plan_counts_legal_moves() {
        for (few, equations) in [(false, 118_209), (true, 118_273)] {
            let proved = prove(&recording(few), few).unwrap_or_else(|refuted| panic!("{refuted}"));
            assert_eq!(proved.equations, equations, "{few}");
        }
        for king in [4, 27] {
            let proved = prove_targets(&recording(false), king);
            assert_eq!(
                proved.map_err(|refuted| refuted.to_string()).map(|of| of.equations),
                Ok(64)
            );
        }
    }
}
