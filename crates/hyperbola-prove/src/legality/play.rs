//! The proof that a move changes a position as the laws say, and its key by what changes.

use hyperbola::{Bits as _, Color, Square as Place, Word as _};
use hyperbola_explain::{Recorded, Recorder};
use hyperbola_rules::generator::{Placed, roles};
use hyperbola_rules::pieces::Pieces;
use hyperbola_rules::play::{Changing, play};
use rayon::prelude::*;

use super::function::Function;
use super::generator::{Board, KINDS};
use super::inputs::{Assumed, INPUTS};
use super::laws::{Manner, Move, PieceKind, Position, Side, Square, castled};
use super::moves::PROMOTED;
use super::position_proof::PositionProof;
use super::proof::{BUDGET, LegalProved, run, run_within};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::{Truth, any, every};
use super::words;
use crate::diagrams::Diagrams;

/// The words of a position, and after them those of the change of its key: a word for each kind of
/// number.
const ROLES: usize = 0;
const COLORS: usize = ROLES + roles::LEN;
const CASTLERS: usize = COLORS + 2;
const PASSED: usize = CASTLERS + 1;
const CLOCK: usize = PASSED + 1;
const KEY: usize = CLOCK + 1;
const KEY_CASTLERS: usize = KEY + 2 * roles::LEN;
const KEY_PASSED: usize = KEY_CASTLERS + 1;
const LEN: usize = KEY_PASSED + 1;

/// A position in recorded words that a move changes.
struct Changed<'r> {
    board: Board<'r>,
    words: [Recorded<'r>; LEN],
}

impl<'r> Changed<'r> {
    fn new(board: Board<'r>) -> Self {
        let zero = board.occupied().splat(0);
        let words = core::array::from_fn(|word| match word {
            ROLES..COLORS => {
                let [white, black] = Color::ALL.map(|color| board.of(color, word - ROLES));
                white | black
            }
            COLORS..CASTLERS => board.of_color(Color::ALL[word - COLORS]),
            CASTLERS => board.castlers(),
            _ => zero,
        });
        Self { board, words }
    }

    /// Returns the words with those of a colour as White's.
    fn words_of(&self, color: Color) -> [Recorded<'r>; LEN] {
        let mut words = self.words;
        if color == Color::Black {
            words.swap(COLORS, COLORS + 1);
            let (white, black) = words[KEY..KEY_CASTLERS].split_at_mut(roles::LEN);
            white.swap_with_slice(black);
        }
        words
    }

    fn change<const N: usize>(&mut self, words: [usize; N], set: Recorded<'r>) {
        for word in words {
            self.words[word] = self.words[word] ^ set;
        }
    }
}

impl<'r> Placed<Recorded<'r>> for Changed<'r> {
    fn of(&self, color: Color, role: usize) -> Recorded<'r> {
        self.words[ROLES + role] & self.of_color(color)
    }

    fn of_color(&self, color: Color) -> Recorded<'r> {
        self.words[COLORS + color as usize]
    }

    fn occupied(&self) -> Recorded<'r> {
        self.of_color(Color::White) | self.of_color(Color::Black)
    }

    fn side(&self, color: Color) -> Pieces<Recorded<'r>> {
        Pieces::of_roles(|role| self.of(color, role))
    }

    fn king(&self, color: Color) -> Place {
        self.board.king(color)
    }

    fn en_passant(&self) -> Option<Place> {
        None
    }

    fn castling_rook(&self, _: Color, _: usize) -> Option<Place> {
        None
    }
}

impl<'r> Changing<Recorded<'r>> for Changed<'r> {
    type Now = Self;

    fn now(&self) -> &Self {
        self
    }

    fn for_role_at(
        &mut self,
        color: Color,
        square: Place,
        condition: Recorded<'r>,
        mut change: impl FnMut(&mut Self, usize, Recorded<'r>),
    ) {
        let condition = !condition.zero_mask();
        let stands = |role| {
            let here = self.of(color, role) & condition.splat(square.bit());
            condition & !here.zero_mask()
        };
        let conditions: [_; roles::LEN] = core::array::from_fn(stands);
        for (role, condition) in conditions.into_iter().enumerate() {
            change(self, role, condition);
        }
    }

    fn toggle<const N: usize>(
        &mut self,
        squares: [Place; N],
        color: Color,
        role: usize,
        condition: Recorded<'r>,
    ) {
        let condition = !condition.zero_mask();
        let squares = squares.into_iter().fold(0, |all, square| all ^ square.bit());
        let set = condition & condition.splat(squares);
        let of_key = KEY + roles::LEN * color as usize + role;
        self.change([ROLES + role, COLORS + color as usize, of_key], set);
    }

    fn may_castle(&self) -> bool {
        true
    }

    fn discard_castling(
        &mut self,
        rooks: [Place; 2],
        king: Option<Color>,
        condition: Recorded<'r>,
    ) {
        let condition = !condition.zero_mask();
        let rooks = condition.splat(rooks[0].bit() | rooks[1].bit());
        let lost = king.map_or(rooks, |color| rooks | self.of_color(color));
        let lost = self.words[CASTLERS] & lost & condition;
        self.change([CASTLERS, KEY_CASTLERS], lost);
    }

    fn set_en_passant(&mut self, square: Place, condition: Recorded<'r>) {
        let set = !condition.zero_mask() & condition.splat(square.bit());
        self.change([PASSED, KEY_PASSED], set);
    }

    fn restart_clock(&mut self, condition: Recorded<'r>) {
        self.words[CLOCK] = self.words[CLOCK] | !condition.zero_mask();
    }
}

/// A move as the library encodes it: its squares, and the number of the role that a pawn becomes.
type Encoded = (Square, Square, usize);

/// Returns how a move of the definition is encoded.
fn encoded(Move { from, to, manner }: Move) -> Encoded {
    match manner {
        Manner::Castling(rook) => (from, rook, roles::PAWN),
        Manner::Promotion(kind) => {
            let role = KINDS.into_iter().position(|one| one == kind);
            (from, to, role.expect("a kind of piece"))
        }
        _ => (from, to, roles::PAWN),
    }
}

/// Records the positions after moves of a colour, and then of the other one in the position turned
/// over: the words of each. A king stands on a square, and a pawn has passed over another.
fn record(color: Color, king: usize, passed: Option<usize>, moves: &[Move]) -> Recording {
    let recorder = Recorder::skipping(0).with_choices().sharing();
    let board = Board::new(&recorder, king).with_king_of(!color).with_passed(passed);
    let mut results = Vec::new();
    for &played in moves {
        let (from, to, becomes) = encoded(played);
        for (board, color) in [(board, color), (board.turned(), !color)] {
            let squares = [from, to].map(|square| board.square(square.number()));
            let mut changed = Changed::new(board);
            play(&mut changed, color, squares, becomes, board.en_passant());
            results.extend(changed.words_of(color).map(|word| board.set(word)));
        }
    }
    Recording::of_results(&recorder, &results)
}

/// Returns the moves of a side from a square that some position has.
pub(super) fn moves_from(proof: &PositionProof<'_, '_>, side: Side, from: Square) -> Vec<Move> {
    let manners = [Manner::Plain, Manner::DoubleStep, Manner::EnPassant].into_iter();
    let manners = manners.chain(PROMOTED.map(Manner::Promotion));
    let castling = Square::all().map(|rook| (castled(from, rook).0, Manner::Castling(rook)));
    let others = Square::all().flat_map(|to| manners.clone().map(move |manner| (to, manner)));
    let all = others.chain(castling).map(|(to, manner)| Move { from, to, manner });
    let goes = |played| proof.position.goes(side, played);
    let moves = all.filter(|&played| !matches!(goes(played), Function::Constant(false))).collect();
    assert_eq!(proof.diagrams.exhausted(), None, "the nodes are enough for how moves go");
    moves
}

impl<'d> PositionProof<'d, '_> {
    /// Returns the words of a position after a move, and of the change of its key; but the square
    /// that a pawn has passed over only if the move is no double step.
    fn words_after(&self, played: Move) -> Vec<(usize, [Function<'d>; 64])> {
        let (before, after) = (&self.position, self.position.after(Side::White, played));
        let sides = [Side::White, Side::Black];
        let of = |word: &dyn Fn(Square) -> Function<'d>| {
            core::array::from_fn(|square| word(words::square(square)))
        };
        let castler = |position: &Position<_>, at: Square| position.0[at.number()].may_castle;
        let mut all = Vec::new();
        for (role, kind) in KINDS.into_iter().enumerate() {
            let is = |at| any(sides, |side| after.is(at, side, kind));
            all.push((ROLES + role, of(&is)));
            for (color, side) in sides.into_iter().enumerate() {
                let changes = |at| self.differ(before.is(at, side, kind), after.is(at, side, kind));
                all.push((KEY + roles::LEN * color + role, of(&changes)));
            }
        }
        for (color, side) in sides.into_iter().enumerate() {
            all.push((COLORS + color, of(&|at| after.has(at, side))));
        }
        all.push((CASTLERS, of(&|at| castler(&after, at))));
        let changes = |at| self.differ(castler(before, at), castler(&after, at));
        all.push((KEY_CASTLERS, of(&changes)));
        // Moves of pawns, and captures.
        let restarts = before.is(played.from, Side::White, PieceKind::Pawn);
        let restarts = restarts.or(|| before.has(played.to, Side::Black));
        all.push((CLOCK, of(&|_| restarts)));
        // What is noted of double steps needs the other king's square.
        if played.manner != Manner::DoubleStep {
            let nothing = of(&|_| Function::constant(false));
            all.extend([(PASSED, nothing), (KEY_PASSED, nothing)]);
        }
        all
    }

    /// Proves the words after a move of White where it goes as the laws say and something is
    /// assumed: of both sides.
    fn changes(
        &mut self,
        number: usize,
        played: Move,
        assumed: Function<'d>,
    ) -> Result<(), Refuted> {
        let goes = self.position.goes(Side::White, played);
        for (word, expected) in self.words_after(played) {
            for side in [0, LEN] {
                let step = self.recording.steps[2 * LEN * number + side + word];
                for (place, expected) in expected.into_iter().enumerate() {
                    let found = self.bit(step, place);
                    // What is assumed is looked at only where it matters.
                    let differ = self.differ(found, expected);
                    let wrong = differ.and(|| goes).and(|| assumed);
                    self.never(wrong, &format!("word {word} after {played}, played"), None)?;
                }
            }
        }
        Ok(())
    }

    /// Returns whether rooks that may castle stand on the first and the last rank, and those of
    /// White only if no king of his stands elsewhere than on the first rank.
    fn castlers_are_at_home(&self) -> Function<'d> {
        let position = &self.position;
        let castles = |square: &Square| position.0[square.number()].may_castle;
        let inner = Square::all().filter(|square| (1..7).contains(&square.rank));
        let at_home = every(inner, |square| castles(&square).not());
        let kings = Square::all().filter(|square| square.rank > 0);
        let away = any(kings, |square| position.is(square, Side::White, PieceKind::King));
        let own = Square::all().filter(|square| [0, 7].contains(&square.rank));
        let own = any(own, |square| {
            castles(&square).and(|| position.is(square, Side::White, PieceKind::Rook))
        });
        at_home.and(|| away.and(|| own).not())
    }

    /// Proves that it is noted that a pawn of Black has passed over a square if a capture there is
    /// legal: of both sides.
    fn notes_passed(&mut self, number: usize, played: Move) -> Result<(), Refuted> {
        let goes = self.position.goes(Side::Black, played);
        let next = self.position.after(Side::Black, played);
        for to in Square::all() {
            let expected = next.0[to.number()].passed.and(|| {
                any(Square::all(), |from| {
                    next.is_legal(Side::White, Move { from, to, manner: Manner::EnPassant })
                })
            });
            for word in [PASSED, KEY_PASSED, LEN + PASSED, LEN + KEY_PASSED] {
                let step = self.recording.steps[2 * LEN * number + word];
                let found = self.bit(step, to.number());
                let wrong = self.differ(found, expected).and(|| goes);
                self.never(wrong, &format!("what is noted after {played}"), None)?;
            }
        }
        Ok(())
    }
}

/// Moves of White, and what they change, with a square that a pawn of Black has passed over or
/// none.
pub(super) struct Played {
    moves: Vec<Move>,
    pub(super) passed: Option<Square>,
    pub(super) recording: Recording,
}

impl Played {
    /// Records the moves from a square: those that capture nothing en passant, and for each square
    /// that a pawn has passed over those to this one.
    pub(super) fn from_square(from: Square) -> Vec<Self> {
        let diagrams = Diagrams::with_inputs(INPUTS, BUDGET);
        let nothing = Recording::default();
        let all = moves_from(&PositionProof::new(&diagrams, &nothing, None), Side::White, from);
        let passed = Square::all().filter(|square| square.rank == 5).map(Some);
        let of = |passed: Option<Square>| {
            let is_of = |played: &Move| match passed {
                Some(passed) => played.to == passed,
                None => played.manner != Manner::EnPassant,
            };
            let moves: Vec<_> = all.iter().copied().filter(is_of).collect();
            if moves.is_empty() {
                return None;
            }
            // The square of the other king matters only for what is noted of double steps.
            let (king, number) = (from.number(), passed.map(Square::number));
            Some(Self { passed, recording: record(Color::White, king, number, &moves), moves })
        };
        [None].into_iter().chain(passed).filter_map(of).collect()
    }

    /// Returns the places of the results that something is claimed of, of one move or of all.
    #[cfg(test)]
    pub(super) fn results(&self, of: Option<Move>) -> Vec<usize> {
        let is_claimed = |word: &usize| {
            let played = self.moves[word / (2 * LEN)];
            let is_passed = [PASSED, KEY_PASSED].contains(&(word % LEN));
            of.is_none_or(|of| of == played) && !(played.manner == Manner::DoubleStep && is_passed)
        };
        (0..self.recording.steps.len()).filter(is_claimed).collect()
    }

    /// Proves what the moves change by a recording of them, in all positions that have the square
    /// passed over.
    pub(super) fn prove(&self, recording: &Recording) -> Result<LegalProved, Refuted> {
        run_within(recording, None, BUDGET, |proof| {
            let assumed = proof.castlers_are_at_home().and(|| match self.passed {
                Some(passed) => {
                    let pawn = words::square(passed.number() - 8);
                    let is_there = proof.position.is(pawn, Side::Black, PieceKind::Pawn);
                    is_there.and(|| proof.position.0[passed.number()].passed)
                }
                None => Function::constant(true),
            });
            let mut all = self.moves.iter().enumerate();
            all.try_for_each(|(number, &played)| proof.changes(number, played, assumed))
        })
    }
}

/// Proves that moves change positions, and keys, as the laws say: in all positions, but for the
/// square that a pawn has passed over.
pub(super) fn prove_changes() -> Result<LegalProved, Refuted> {
    let squares: Vec<_> = Square::all().collect();
    let proved = squares.into_par_iter().map(|from| {
        let all = Played::from_square(from);
        all.iter().try_fold(LegalProved::default(), |proved, played| {
            Ok(proved.with(played.prove(&played.recording)?))
        })
    });
    proved.try_reduce(LegalProved::default, |one, other| Ok(one.with(other)))
}

/// Proves when it is noted that a pawn has passed over a square, with the king of the side that may
/// capture it on a square.
pub(super) fn prove_passed(king: usize) -> Result<LegalProved, Refuted> {
    let double = |file| {
        let [from, to] = [6, 4].map(|rank| Square { file, rank });
        Move { from, to, manner: Manner::DoubleStep }
    };
    let moves: Vec<_> = (0..8).map(double).collect();
    run(&record(Color::Black, king, None, &moves), Assumed::any(king), |proof| {
        let mut all = moves.iter().enumerate();
        all.try_for_each(|(number, &played)| proof.notes_passed(number, played))
    })
}
