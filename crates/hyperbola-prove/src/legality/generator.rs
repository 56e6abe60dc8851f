//! The proof that the generator which engines call visits the legal moves of White and of Black.

use core::convert::Infallible;
use core::ops::ControlFlow;
use std::collections::HashMap;

use hyperbola::techniques::KoggeStone;
use hyperbola::{Color, Square as Place};
use hyperbola_explain::{Recorded, Recorder};
use hyperbola_rules::formulas::Formulas;
use hyperbola_rules::generator::{
    self, KingDanger, MoveSet, Origin, Placed, Turn, Visitor, Wanted, roles,
};
use hyperbola_rules::legal::attacks;
use hyperbola_rules::pieces::Pieces;

use super::function::Function;
use super::games::homes;
use super::inputs::{Assumed, Castlers, INPUTS, Passed};
use super::laws::{Manner, Move, PieceKind, Side, Square, castled};
use super::moves::PROMOTED;
use super::position_proof::PositionProof;
use super::proof::{BUDGET, LegalProved};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::{Truth, any};
use super::words::{self, WORDS};
use crate::diagrams::Diagrams;
use crate::nodes::Bit;

/// The inputs that say which moves are wanted: any sets of pieces that move, of squares that they
/// go to, of rooks to castle with, and of squares where pawns are captured en passant.
const FILTERS: [&str; 4] = ["movers", "targets", "castling", "en_passant"];

/// The words of variables: those of the position, and the filters.
pub(super) const INPUTS_WITH_FILTERS: u32 = INPUTS + 4;

/// The kinds of pieces by the numbers of their roles.
pub(super) const KINDS: [PieceKind; roles::LEN] = [
    PieceKind::Pawn,
    PieceKind::Knight,
    PieceKind::Bishop,
    PieceKind::Rook,
    PieceKind::Queen,
    PieceKind::King,
];

/// A position in recorded words as the generator reads it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Board<'r> {
    words: [Recorded<'r>; 4],
    /// The square of the king that the formula asks for, and whose he and the rooks are.
    king: Place,
    king_of: Color,
    /// The square that a pawn has passed over.
    passed: Option<Place>,
    /// The rooks that the king may castle with.
    rooks: [Option<Place>; 2],
    /// Whether it is a position with the sides changed.
    is_turned: bool,
}

/// Returns the square of a number.
pub(super) fn place(number: usize) -> Place {
    Place::from_index_wrapping(number.to_le_bytes()[0])
}

impl<'r> Board<'r> {
    /// Records a position with a king of one side on a square, and no other constant.
    pub(super) fn new(recorder: &'r Recorder, king: usize) -> Self {
        let words = WORDS.map(|name| recorder.board(name, 0));
        let (king, king_of) = (place(king), Color::White);
        Self { words, king, king_of, passed: None, rooks: [None; 2], is_turned: false }
    }

    /// Returns the same with the king of a colour.
    pub(super) fn with_king_of(self, king_of: Color) -> Self {
        Self { king_of, ..self }
    }

    /// Returns the same with a square that a pawn has passed over.
    pub(super) fn with_passed(self, passed: Option<usize>) -> Self {
        Self { passed: passed.map(place), ..self }
    }

    /// Returns the same with rooks that the king may castle with.
    pub(super) fn with_rooks(self, rooks: [Option<usize>; 2]) -> Self {
        Self { rooks: rooks.map(|rook| rook.map(place)), ..self }
    }

    /// Returns the position in which the sides have changed places and the ranks are in reverse
    /// order.
    pub(super) fn turned(self) -> Self {
        let over = |of: Place| place(usize::from(of.index()) ^ 56);
        Self {
            words: Formulas::turned(self.words),
            king: over(self.king),
            king_of: !self.king_of,
            passed: self.passed.map(over),
            rooks: self.rooks.map(|rook| rook.map(over)),
            is_turned: !self.is_turned,
        }
    }

    /// Returns the squares of the rooks that may castle.
    pub(super) fn castlers(self) -> Recorded<'r> {
        let [a, b, c, _] = self.words;
        a & b & c
    }

    /// Returns a square of the position as it is here.
    pub(super) fn square(self, number: usize) -> Place {
        place(if self.is_turned { number ^ 56 } else { number })
    }

    /// Returns a set of squares of this position in the one that is not turned over.
    pub(super) fn set(self, set: Recorded<'r>) -> Recorded<'r> {
        use hyperbola::Bits as _;
        if self.is_turned { set.swap_bytes() } else { set }
    }
}

impl<'r> Placed<Recorded<'r>> for Board<'r> {
    fn of(&self, color: Color, role: usize) -> Recorded<'r> {
        let [a, b, c, _] = self.words;
        let of_role = match role {
            roles::PAWN => a & !b & !c,
            roles::KNIGHT => !a & b & !c,
            roles::BISHOP => a & b & !c,
            roles::ROOK => (!a & !b & c) | (a & b & c),
            roles::QUEEN => a & !b & c,
            _ => !a & b & c,
        };
        of_role & self.of_color(color)
    }

    fn of_color(&self, color: Color) -> Recorded<'r> {
        let black = self.words[3];
        self.occupied() & if color == Color::White { !black } else { black }
    }

    fn occupied(&self) -> Recorded<'r> {
        let [a, b, c, _] = self.words;
        a | b | c
    }

    fn side(&self, color: Color) -> Pieces<Recorded<'r>> {
        Pieces::of_roles(|role| self.of(color, role))
    }

    fn king(&self, color: Color) -> Place {
        assert_eq!(color, self.king_of, "the king whose square is known");
        self.king
    }

    fn en_passant(&self) -> Option<Place> {
        self.passed
    }

    fn castling_rook(&self, color: Color, wing: usize) -> Option<Place> {
        assert_eq!(color, self.king_of, "the king whose rooks are known");
        self.rooks[wing]
    }
}

/// A mistake that is planted in what the generator is given, to see that the proof refutes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// No piece is pinned.
    NoPins,
    /// A king who steps back along the line of a check is not attacked.
    KingShields,
    /// Knights give no check.
    NoKnightChecks,
    /// No piece gives check.
    NoChecks,
    /// The square that a pawn has passed over is the one beside it.
    WrongPassed,
}

impl Mistake {
    /// All mistakes.
    pub const ALL: [Self; 5] =
        [Self::NoPins, Self::KingShields, Self::NoKnightChecks, Self::NoChecks, Self::WrongPassed];

    /// Returns the name of the mistake.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::NoPins => "no-pins",
            Self::KingShields => "king-shields",
            Self::NoKnightChecks => "no-knight-checks",
            Self::NoChecks => "no-checks",
            Self::WrongPassed => "wrong-passed",
        }
    }
}

/// How the king's danger is found.
struct Danger<'r> {
    is_few: bool,
    all: Recorded<'r>,
}

impl<'r> KingDanger<Recorded<'r>> for Danger<'r> {
    fn is_few(&self, _: Recorded<'r>, _: Recorded<'r>) -> bool {
        self.is_few
    }

    fn all(&self) -> Recorded<'r> {
        self.all
    }
}

/// A set of moves in White's view, and its word.
type Visited<'r> = MoveSet<Recorded<'r>>;

/// Runs the generator for one side and returns the sets that it visits, in White's view. The king's
/// come first.
fn visit<'r, const WHITE: bool, const KING_LAST: bool>(
    recorder: &'r Recorder,
    board: &Board<'r>,
    is_few: bool,
    mistake: Option<Mistake>,
) -> Vec<Visited<'r>> {
    use hyperbola::Bits as _;
    let color = if WHITE { Color::White } else { Color::Black };
    let [movers, targets, castling, passed] =
        FILTERS.map(|name| board.set(recorder.board(name, 0)));
    let all = Wanted::all(board, color).from(movers);
    let wanted = Wanted {
        targets: all.targets & targets,
        castling: all.castling & castling,
        en_passant: all.en_passant & passed,
        ..all
    };
    let mut danger = Danger { is_few, all: generator::king_danger::<_, KoggeStone>(board, color) };
    let mut sets = Sets { board, is_white: WHITE, sets: Vec::new() };
    let mut turn = Turn::new(board, color);
    match mistake {
        None | Some(Mistake::WrongPassed) => {}
        Some(Mistake::NoPins) => turn.checks.pinned = movers.splat(0),
        Some(Mistake::NoChecks) => turn.checks.checkers = movers.splat(0),
        Some(Mistake::NoKnightChecks) => {
            let knights = board.of(!color, roles::KNIGHT);
            turn.checks.checkers = turn.checks.checkers & !knights;
        }
        Some(Mistake::KingShields) => {
            let (enemy, occupied) = (board.side(!color), board.occupied());
            danger.all = attacks::<_, KoggeStone>(!color, &enemy, occupied);
        }
    }
    let ControlFlow::Continue(()) =
        turn.visit::<KoggeStone, _, WHITE, KING_LAST>(wanted, &danger, &mut sets);
    sets.sets
}

/// The sets that a generator visits, in White's view.
struct Sets<'b, 'r> {
    board: &'b Board<'r>,
    is_white: bool,
    sets: Vec<Visited<'r>>,
}

impl<'r> Visitor<Recorded<'r>> for Sets<'_, 'r> {
    type Break = Infallible;

    fn visit(&mut self, set: Visited<'r>) -> ControlFlow<Infallible> {
        let board = self.board;
        let origin = match set.origin {
            Origin::Square(from) => Origin::Square(board.square(from.index().into())),
            Origin::Step(step) if self.is_white => Origin::Step(step),
            // A step of some ranks and files becomes one of as many ranks the other way.
            Origin::Step(step) => {
                let ranks = (step + 4).div_euclid(8);
                Origin::Step(step - 16 * ranks)
            }
        };
        self.sets.push(MoveSet { origin, targets: board.set(set.targets), ..set });
        ControlFlow::Continue(())
    }
}

/// Runs the generator for the side that is to move in a position, turned over or not.
fn visit_side<'r>(
    recorder: &'r Recorder,
    board: &Board<'r>,
    is_few: bool,
    mistake: Option<Mistake>,
) -> Vec<Visited<'r>> {
    if board.is_turned {
        visit::<false, false>(recorder, board, is_few, mistake)
    } else {
        visit::<true, false>(recorder, board, is_few, mistake)
    }
}

/// What is recorded of the generator: sets, whose words are the steps of a recording, those of
/// White, those of Black and [`OTHERS`].
pub(super) struct Generated {
    pub(super) recording: Recording,
    sets: Vec<(usize, Origin, bool)>,
}

/// The king's sets of both sides where few squares are looked at one by one.
const OTHERS: usize = 2;

/// Records the generator for both sides: the sets of White, and as many of Black in White's view;
/// then the king's sets of both where few squares are looked at one by one.
pub(super) fn record(king: usize, passed: Option<usize>, mistake: Option<Mistake>) -> Generated {
    let recorder = Recorder::skipping(0).with_choices().sharing();
    let board = Board::new(&recorder, king).with_passed(passed);
    let boards = [board, board.turned()];
    let [white, black] = boards.map(|board| visit_side(&recorder, &board, false, mistake));
    let few = boards.map(|board| visit_side(&recorder, &board, true, mistake)[0]);
    let facts = |set: &Visited<'_>| (set.role, set.origin, set.promotes);
    let sets: Vec<_> = white.iter().map(facts).collect();
    let of_black: HashMap<_, _> =
        black.iter().map(|set| (format!("{:?}", facts(set)), set.targets)).collect();
    assert_eq!(of_black.len(), sets.len(), "Black has the sets of White");
    let mut results: Vec<_> = white.iter().map(|set| set.targets).collect();
    results.extend(sets.iter().map(|facts| of_black[&format!("{facts:?}")]));
    results.extend(few.map(|set| set.targets));
    let before = results.len();
    for (board, sets) in boards.iter().zip([&white, &black]) {
        let plain = visit_side(&recorder, &board.with_passed(None), false, mistake);
        results.extend(same_sets(&plain, sets, false));
        // The same sets where the king's come last.
        let mut last = if board.is_turned {
            visit::<false, true>(&recorder, board, false, mistake)
        } else {
            visit::<true, true>(&recorder, board, false, mistake)
        };
        last.rotate_right(1);
        results.extend(same_sets(&last, sets, false));
    }
    Generated { recording: recording_of_same(&recorder, &results, before), sets }
}

/// Returns pairs of the words of sets, but for those of captures en passant, and for the king's if
/// he is left out.
fn same_sets<'r>(
    one: &[Visited<'r>],
    other: &[Visited<'r>],
    without_king: bool,
) -> Vec<Recorded<'r>> {
    let of = |sets: &[Visited<'r>]| {
        let is_other = |set: &&Visited<'_>| {
            let is_square = matches!(set.origin, Origin::Square(_));
            let is_left_out = without_king && set.role == roles::KING;
            !(is_left_out || set.role == roles::PAWN && is_square)
        };
        sets.iter().filter(is_other).map(|set| set.targets).collect::<Vec<_>>()
    };
    let (one, other) = (of(one), of(other));
    assert_eq!(one.len(), other.len(), "the same sets");
    one.into_iter().zip(other).flat_map(|(one, other)| [one, other]).collect()
}

/// Makes the recording of some results. Behind them are pairs of words that are the same steps:
/// neither the order, nor a square that a pawn has passed over, nor a right to castle changes them.
fn recording_of_same(recorder: &Recorder, results: &[Recorded<'_>], before: usize) -> Recording {
    let mut recording = Recording::of_results(recorder, results);
    let pairs = recording.steps.split_off(before);
    assert!(pairs.chunks(2).all(|pair| pair[0] == pair[1]), "other sets are the same steps");
    recording
}

/// Runs a proof of the generator with inputs for the moves that are wanted.
pub(super) fn run(
    recording: &Recording,
    assumed: Assumed,
    prove: impl FnOnce(&mut PositionProof<'_, '_>) -> Result<(), Refuted>,
) -> Result<LegalProved, Refuted> {
    let diagrams = Diagrams::with_inputs(INPUTS_WITH_FILTERS, BUDGET);
    let mut proof = PositionProof::with_inputs(&diagrams, recording, assumed, filters());
    prove(&mut proof)?;
    let nodes = diagrams.nodes() as u64;
    Ok(LegalProved { equations: proof.equations, nodes, most_nodes: nodes })
}

/// Returns the inputs that are filters: any sets.
pub(super) fn filters() -> Vec<(&'static str, [Bit; 64])> {
    let word = |filter| core::array::from_fn(|square| filter_bit(filter, square));
    FILTERS.into_iter().enumerate().map(|(filter, name)| (name, word(filter))).collect()
}

/// Returns the variable for a square of a filter. They come after those of the position.
fn filter_bit(filter: usize, square: usize) -> Bit {
    let number = 64 * (INPUTS as usize + filter) + square;
    Bit::variable(u32::try_from(number).expect("few variables"))
}

impl<'d> PositionProof<'d, '_> {
    /// Returns when a square is in a filter.
    fn wants(&self, filter: usize, square: Square) -> Function<'d> {
        Function::new(self.diagrams, filter_bit(filter, square.number()))
    }

    /// Proves that a move is found where it is legal and wanted.
    fn legal_if_wanted(
        &mut self,
        found: Function<'d>,
        played: Move,
        [to_filter, to]: [usize; 2],
    ) -> Result<(), Refuted> {
        let legal = self.position.is_legal(Side::White, played);
        let wanted = legal
            .and(|| self.wants(0, played.from))
            .and(|| self.wants(to_filter, words::square(to)));
        let differ = self.differ(found, wanted);
        self.never(differ, &format!("{played}, of the generator"), Some(played.to))
    }

    /// Proves that the sets are the legal moves to a square that are wanted, each once, but
    /// castling and captures en passant.
    pub(super) fn generated_to(
        &mut self,
        generated: &Generated,
        to: Square,
    ) -> Result<(), Refuted> {
        let sets = &generated.sets;
        let mut listed = HashMap::new();
        for (set, &(role, origin, promotes)) in sets.iter().enumerate() {
            let [found, of_black] = [set, sets.len() + set].map(|set| self.set(set, to));
            self.never(self.differ(found, of_black), "the same for Black", None)?;
            let from = match origin {
                Origin::Square(from) => words::square(from.index().into()),
                Origin::Step(step) => {
                    let from = i64::try_from(to.number()).expect("small") - i64::from(step);
                    words::square(usize::try_from(from.rem_euclid(64)).expect("positive"))
                }
            };
            let is_role = self.position.is(from, Side::White, KINDS[role]);
            self.never(found.and(|| is_role.not()), "the role of a set", None)?;
            let manners = match origin {
                _ if promotes => PROMOTED.map(Manner::Promotion).to_vec(),
                Origin::Step(16) => vec![Manner::DoubleStep],
                _ => vec![Manner::Plain],
            };
            for manner in manners {
                self.list(&mut listed, Move { from, to, manner }, found)?;
            }
        }
        for other in 0..OTHERS {
            let few = self.set(2 * sets.len() + other, to);
            let all = self.set(0, to);
            self.never(self.differ(few, all), "both ways to look at danger", Some(to))?;
        }
        for from in Square::all() {
            let promotions = PROMOTED.map(Manner::Promotion);
            for manner in [Manner::Plain, Manner::DoubleStep].into_iter().chain(promotions) {
                let played = Move { from, to, manner };
                let found = listed.get(&super::moves::key(played)).copied();
                let found = found.unwrap_or(Function::constant(false));
                self.legal_if_wanted(found, played, [1, to.number()])?;
            }
        }
        Ok(())
    }

    /// Proves the captures en passant. The other sets do not ask for a square that a pawn has
    /// passed over, which nothing here compares.
    fn generated_en_passant(&mut self, generated: &Generated) -> Result<(), Refuted> {
        let Passed::One(passed) = self.assumed().passed else { return Ok(()) };
        let to = words::square(passed);
        let sets = &generated.sets;
        let mut captures = vec![Function::constant(false); 64];
        for (set, &(role, origin, _)) in sets.iter().enumerate() {
            let (roles::PAWN, Origin::Square(from)) = (role, origin) else { continue };
            for square in Square::all() {
                let [found, of_black] = [set, sets.len() + set].map(|set| self.set(set, square));
                self.never(self.differ(found, of_black), "the same for Black", None)?;
                if square == to {
                    captures[usize::from(from.index())] = found;
                } else {
                    self.never(found, "a capture en passant elsewhere", None)?;
                }
            }
        }
        for (from, found) in Square::all().zip(captures) {
            let played = Move { from, to, manner: Manner::EnPassant };
            self.legal_if_wanted(found, played, [3, passed])?;
        }
        Ok(())
    }

    /// Proves castling with some rooks, of which each wing has one or none: `steps` are the king's
    /// sets of White and of Black with these rooks, and the first set of the recording is that
    /// without.
    fn generated_castling(
        &mut self,
        rooks: [Option<usize>; 2],
        steps: &[usize],
    ) -> Result<(), Refuted> {
        let from = self.king();
        let castlers = rooks.into_iter().flatten().fold(Function::constant(true), |all, rook| {
            let is_rook = self.position.is(words::square(rook), Side::White, PieceKind::Rook);
            all.and(|| is_rook.and(|| self.position.0[rook].may_castle))
        });
        for to in Square::all() {
            for &step in steps {
                let found = self.bit(step, to.number());
                let expected = if rooks.contains(&Some(to.number())) {
                    let manner = Manner::Castling(to);
                    let played = Move { from, to: castled(from, to).0, manner };
                    let legal = self.position.is_legal(Side::White, played);
                    legal.and(|| self.wants(0, from)).and(|| self.wants(2, to))
                } else {
                    self.set(0, to)
                };
                let wrong = self.differ(found, expected).and(|| castlers);
                self.never(wrong, "castling, of the generator", None)?;
            }
        }
        Ok(())
    }

    /// Returns whether a piece of White alone stands between his king and a slider of Black.
    fn is_pinned(&self, square: Square) -> Function<'d> {
        let king = self.king();
        let mut without = self.position.clone();
        without.0[square.number()].pieces = [[Function::constant(false); 6]; 2];
        let behind = Square::all().filter(|&from| {
            let line =
                |(files, ranks): (i8, i8)| files == 0 || ranks == 0 || files.abs() == ranks.abs();
            line((from.file - king.file, from.rank - king.rank))
                && from.between(king).any(|between| between == square)
        });
        let slides = any(behind, |from| without.attacks(Side::Black, from, king));
        self.position.has(square, Side::White).and(|| slides)
    }

    /// Proves what is asked beside the moves: what gives check and what is pinned, the moves that
    /// are wanted, and the pushes and steps that show that there is a move. The results are in
    /// their order.
    fn asked(&mut self) -> Result<(), Refuted> {
        let king = self.king();
        for side in [0, ASKED] {
            for square in Square::all() {
                let expected = self.position.attacks(Side::Black, square, king);
                for set in [side, side + 1] {
                    let found = self.set(set, square);
                    self.never(self.differ(found, expected), "what gives check", None)?;
                }
                let found = self.set(side + 2, square);
                self.never(self.differ(found, self.is_pinned(square)), "what is pinned", None)?;
                let own = self.position.has(square, Side::White);
                let enemy = self.position.has(square, Side::Black);
                let empty = self.position.is_empty(square);
                let [always, never] = [true, false].map(Function::constant);
                let wanted = [
                    [own, own.not(), always, always],
                    [own, enemy, never, always],
                    [own, empty, always, never],
                ];
                for (set, expected) in wanted.into_iter().flatten().enumerate() {
                    let found = self.set(side + 3 + set, square);
                    self.never(self.differ(found, expected), "which moves are wanted", None)?;
                }
                let from = words::square((square.number() + 56) % 64);
                let pushed = |manner| Move { from, to: square, manner };
                let legal = self.position.is_legal(Side::White, pushed(Manner::Plain)).or(|| {
                    let queen = Manner::Promotion(PieceKind::Queen);
                    self.position.is_legal(Side::White, pushed(queen))
                });
                for set in [side + 15, side + 16] {
                    let found = self.set(set, square);
                    self.never(found.and(|| legal.not()), "a free push", Some(square))?;
                }
                let step = Move { from: king, to: square, manner: Manner::Plain };
                let legal = self.position.is_legal(Side::White, step);
                let found = self.set(side + 17, square).and(|| own.not());
                self.never(self.differ(found, legal), "a safe step", Some(square))?;
            }
        }
        Ok(())
    }
}

/// The results of [`record_asked`] for a side.
const ASKED: usize = 18;

/// Records what is asked beside the moves.
fn record_asked(king: usize) -> Recording {
    use hyperbola::Bits as _;
    let recorder = Recorder::skipping(0).with_choices();
    let board = Board::new(&recorder, king);
    let mut results = Vec::new();
    for (board, color) in [(board, Color::White), (board.turned(), Color::Black)] {
        let checks = Turn::new(&board, color).checks;
        let checkers = generator::checkers::<_, KoggeStone>(&board, color);
        results.extend([checkers, checks.checkers, checks.pinned].map(|set| board.set(set)));
        let wanted = [
            Wanted::all(&board, color),
            Wanted::captures(&board, color),
            Wanted::quiets(&board, color),
        ];
        for Wanted { movers, targets, castling, en_passant } in wanted {
            results.extend([movers, targets, castling, en_passant].map(|set| board.set(set)));
        }
        results.push(board.set(generator::free_pushes(&board, color)));
        results.push(board.set(generator::unpinned_pushes(&board, color, &checks)));
        let zero = board.occupied().splat(0);
        let steps = hyperbola::king_attacks(board.king).into_iter().fold(zero, |all, to| {
            all | (generator::step_is_safe(&board, color, to) & zero.splat(to.bit()))
        });
        results.push(board.set(steps));
    }
    assert_eq!(results.len(), 2 * ASKED, "results of both sides");
    Recording::of_results(&recorder, &results)
}

/// Records the king's sets in all homes of a king's file: first that without castling, then for
/// each home those of White and of Black.
fn record_castling(king: usize, homes: &[[Option<usize>; 2]]) -> Recording {
    let recorder = Recorder::skipping(0).with_choices().sharing();
    let board = Board::new(&recorder, king);
    let boards = [board, board.turned()];
    let plain = boards.map(|board| visit_side(&recorder, &board, false, None));
    let (mut results, mut same) = (vec![plain[0][0].targets], Vec::new());
    for &rooks in homes {
        let board = board.with_rooks(rooks);
        for (board, plain) in [board, board.turned()].iter().zip(&plain) {
            let sets = visit_side(&recorder, board, false, None);
            results.push(sets[0].targets);
            same.extend(same_sets(plain, &sets, true));
        }
    }
    let before = results.len();
    results.extend(same);
    recording_of_same(&recorder, &results, before)
}

/// Claims about one recording: each has the end of a name, and is proved.
pub(super) type Claims<'a> =
    Vec<(String, Box<dyn Fn(&mut PositionProof<'_, '_>) -> Result<(), Refuted> + 'a>)>;

/// Proves the generator in all positions with the king of the side to move on a square; with a
/// mistake in what it is given, to see that the proof fails.
pub(super) fn prove(king: usize, mistake: Option<Mistake>) -> Result<LegalProved, Refuted> {
    let mut proved = LegalProved::default();
    for_each_recording(king, mistake, &mut |recording, assumed, claims| {
        let prove = |proof: &mut PositionProof<'_, '_>| {
            claims.iter().try_for_each(|(_, claim)| claim(proof))
        };
        proved = proved.with(run(recording, assumed, prove)?);
        Ok(())
    })?;
    Ok(proved)
}

/// Visits what is recorded of the generator with the king on a square, with what is assumed and
/// what is claimed of it.
pub(super) fn for_each_recording(
    king: usize,
    mistake: Option<Mistake>,
    visit: &mut dyn FnMut(&Recording, Assumed, Claims<'_>) -> Result<(), Refuted>,
) -> Result<(), Refuted> {
    let any = Assumed::any(king);
    let generated = &record(king, None, mistake);
    let mut claims = Claims::new();
    for to in Square::all() {
        let name = format!("to-{}", place(to.number()));
        claims.push((name, Box::new(move |proof| proof.generated_to(generated, to))));
    }
    visit(&generated.recording, any, claims)?;
    let asked: Claims<'_> = vec![("asked".to_owned(), Box::new(|proof| proof.asked()))];
    visit(&record_asked(king), any, asked)?;
    for passed in Passed::each(king) {
        let Passed::One(square) = passed else { continue };
        let noted = if mistake == Some(Mistake::WrongPassed) { square ^ 1 } else { square };
        let generated = record(king, Some(noted), mistake);
        let name = format!("en-passant-{}", place(square));
        let claims: Claims<'_> =
            vec![(name, Box::new(|proof| proof.generated_en_passant(&generated)))];
        visit(&generated.recording, Assumed { passed, ..any }, claims)?;
    }
    let homes: Vec<_> =
        homes().into_iter().filter(|home| home.0 == king).map(|home| home.1).collect();
    if !homes.is_empty() {
        let recording = record_castling(king, &homes);
        let assumed = Assumed { castlers: Castlers::Among(0xff), ..any };
        let claims: Claims<'_> = vec![(
            "castling".to_owned(),
            Box::new(|proof| {
                homes.iter().enumerate().try_for_each(|(home, &rooks)| {
                    let steps = &proof.recording.steps[1 + 2 * home..3 + 2 * home];
                    proof.generated_castling(rooks, steps)
                })
            }),
        )];
        visit(&recording, assumed, claims)?;
    }
    Ok(())
}
