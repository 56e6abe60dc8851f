//! The kinds of last moves: the columns of the well-known tables of perft.

use core::cell::OnceCell;
use core::ops::{Add, AddAssign};

use hyperbola::{
    Bitboard, FrontDoor, Slider, SliderAttacks, Square, geometry, king_attacks, knight_attacks,
    pawn_attacks,
};

use crate::{after, check_depth};
use hyperbola_moves::{Legal, Move, Position, Role};
use hyperbola_moves::{MoveSet, Origin};

/// How many of the last moves of all legal move sequences of a length are of each kind. A move may
/// be of several kinds. A number that would be greater than `u64::MAX` is that.
///
/// ```
/// use hyperbola_moves::Position;
/// use hyperbola_perft::Statistics;
/// let statistics = Statistics::of(&Position::initial(), 4);
/// assert_eq!((statistics.nodes, statistics.captures), (197_281, 1576));
/// assert_eq!((statistics.checks, statistics.checkmates), (469, 8));
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Statistics {
    /// All moves.
    pub nodes: u64,
    /// Moves that capture a piece, en passant too.
    pub captures: u64,
    /// Captures en passant.
    pub en_passant: u64,
    /// Castlings.
    pub castles: u64,
    /// Promotions; to each of the four roles is a move of its own.
    pub promotions: u64,
    /// Moves that give check, checkmate too.
    pub checks: u64,
    /// Moves after which one piece gives check that has not moved. When a king castles, its rook
    /// moves too.
    pub discovered_checks: u64,
    /// Moves after which two pieces give check, whether one of them has moved or not.
    pub double_checks: u64,
    /// Moves that give checkmate.
    pub checkmates: u64,
}

impl Statistics {
    /// The names of the numbers, in their order.
    pub const NAMES: [&str; 9] = [
        "nodes",
        "captures",
        "en_passant",
        "castles",
        "promotions",
        "checks",
        "discovered_checks",
        "double_checks",
        "checkmates",
    ];

    /// Makes the last moves of all sequences of a length and looks at each, with the default
    /// technique. The only sequence of length zero has no last move.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[must_use]
    pub fn of(position: &Position, depth: u32) -> Self {
        Self::by::<FrontDoor>(position, depth)
    }

    /// Does the same as [`of`](Self::of) with a chosen technique.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::MAX_DEPTH).
    #[must_use]
    pub fn by<T: SliderAttacks>(position: &Position, depth: u32) -> Self {
        check_depth(depth);
        below::<T>(position, depth)
    }

    /// Returns what one legal move is. For a move that is not legal the result has no meaning.
    #[must_use]
    pub fn of_move(position: &Position, legal: Move) -> Self {
        LastMoves::<FrontDoor>::new(position).look_at(legal)
    }

    /// Returns the numbers in the order of [`NAMES`](Self::NAMES).
    #[must_use]
    pub const fn numbers(&self) -> [u64; 9] {
        [
            self.nodes,
            self.captures,
            self.en_passant,
            self.castles,
            self.promotions,
            self.checks,
            self.discovered_checks,
            self.double_checks,
            self.checkmates,
        ]
    }

    /// Returns the numbers if a number of sequences lead to the same moves.
    #[must_use]
    pub fn times(self, sequences: u128) -> Self {
        let sequences = u64::try_from(sequences).unwrap_or(u64::MAX);
        Self::from_numbers(self.numbers().map(|number| number.saturating_mul(sequences)))
    }

    const fn from_numbers(numbers: [u64; 9]) -> Self {
        let [nodes, captures, en_passant, castles, promotions, checks, discovered, double, mates] =
            numbers;
        Self {
            nodes,
            captures,
            en_passant,
            castles,
            promotions,
            checks,
            discovered_checks: discovered,
            double_checks: double,
            checkmates: mates,
        }
    }
}

/// Adds the numbers one by one.
impl Add for Statistics {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        let (numbers, others) = (self.numbers(), other.numbers());
        Self::from_numbers(core::array::from_fn(|at| numbers[at].saturating_add(others[at])))
    }
}

impl AddAssign for Statistics {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl core::iter::Sum for Statistics {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), Add::add)
    }
}

/// Looks at the last moves below a position, and calls itself for each move before them.
fn below<T: SliderAttacks>(position: &Position, depth: u32) -> Statistics {
    match depth {
        0 => Statistics { nodes: 1, ..Statistics::default() },
        1 => LastMoves::<T>::new(position).look_at_all(),
        _ => {
            let mut found = Statistics::default();
            position.legal_by::<T>().for_each_set(|set| {
                for played in set.moves() {
                    found += below::<T>(&after(position, played), depth - 1);
                }
            });
            found
        }
    }
}

/// Looks at the last moves below a position, until `stop` is set.
pub(super) fn below_until(
    position: &Position,
    depth: u32,
    stop: &core::sync::atomic::AtomicBool,
) -> Option<Statistics> {
    /// The greatest depth without a look at `stop`.
    const AT_ONCE: u32 = 3;
    if stop.load(core::sync::atomic::Ordering::Relaxed) {
        return None;
    }
    if depth <= AT_ONCE {
        return Some(below::<FrontDoor>(position, depth));
    }
    let moves = position.legal_moves();
    moves.iter().map(|&played| below_until(&after(position, played), depth - 1, stop)).sum()
}

/// The legal moves of a position, and what tells which of them give check.
struct LastMoves<'a, T> {
    position: &'a Position,
    legal: Legal<'a, T>,
    /// The king that may be in check.
    king: Square,
    own: Bitboard,
    enemies: Bitboard,
    /// The squares from which a pawn, a knight and so on would give check, as the board is.
    checking: [Bitboard; 6],
    /// The own pieces that stand alone between the king and an own slider.
    discoverers: Bitboard,
    /// The squares that the own pieces attack if the king is taken from the board, once they are
    /// asked for.
    attacked: OnceCell<Bitboard>,
}

impl<'a, T: SliderAttacks> LastMoves<'a, T> {
    fn new(position: &'a Position) -> Self {
        let color = position.side_to_move();
        let board = position.board();
        let own = board.of_color(color);
        let king = position.king(!color);
        let (rook, bishop) = T::rook_bishop_attacks(king, board.occupied());
        let pawn = pawn_attacks(!color, king);
        let queen = rook | bishop;
        let aligned = (geometry::lines(king, Slider::Rook) & board.orthogonal_sliders())
            | (geometry::lines(king, Slider::Bishop) & board.diagonal_sliders());
        let mut discoverers = Bitboard::EMPTY;
        for slider in aligned & own {
            let between = geometry::between(king, slider) & board.occupied();
            if between.count() == 1 {
                discoverers |= between & own;
            }
        }
        let checking = [pawn, knight_attacks(king), bishop, rook, queen, Bitboard::EMPTY];
        let legal = position.legal_by::<T>();
        let enemies = board.of_color(!color);
        let attacked = OnceCell::new();
        Self { position, legal, king, own, enemies, checking, discoverers, attacked }
    }

    /// Looks at all moves.
    fn look_at_all(&self) -> Statistics {
        let mut found = Statistics::default();
        self.legal.for_each_set(|set| self.look_at_set(set, &mut found));
        found
    }

    /// Looks at the moves of a set.
    #[inline(always)]
    fn look_at_set(&self, set: MoveSet, found: &mut Statistics) {
        let is_en_passant = set.role == Role::Pawn && matches!(set.origin, Origin::Square(_));
        // The king castles by a move to the square of its own rook.
        if set.promotes || is_en_passant || !set.targets.is_disjoint(self.own) {
            return self.look_one_by_one(set, found);
        }
        found.nodes += u64::from(set.targets.count());
        found.captures += u64::from((set.targets & self.enemies).count());
        let direct = set.targets & self.checking[set.role as usize];
        if !(direct | self.discoverers).is_empty() {
            self.look_at_checks(set, direct, found);
        }
    }

    /// Looks at the moves of a set of which some are no ordinary ones.
    #[inline(never)]
    fn look_one_by_one(&self, set: MoveSet, found: &mut Statistics) {
        set.moves().for_each(|legal| *found += self.look_at(legal));
    }

    /// Looks at the checks among the moves of a set, of which these check directly.
    #[inline(never)]
    fn look_at_checks(&self, set: MoveSet, direct: Bitboard, found: &mut Statistics) {
        let discovered = self.discovered(set);
        let checks = direct | discovered;
        found.checks += u64::from(checks.count());
        found.discovered_checks += u64::from((discovered - direct).count());
        found.double_checks += u64::from((direct & discovered).count());
        let mut mates = set;
        mates.targets = checks;
        let is_mate = |&legal: &Move| {
            !self.leaves_a_flight(set.role, legal)
                && after(self.position, legal).legal_by::<T>().is_checkmate()
        };
        found.checkmates += mates.moves().filter(is_mate).count() as u64;
    }

    /// Returns whether it is plain without making a move that the king can flee: to a square that
    /// no piece attacks, neither before the move nor from where it goes.
    #[inline]
    fn leaves_a_flight(&self, role: Role, legal: Move) -> bool {
        let (color, board) = (self.position.side_to_move(), self.position.board());
        let occupied = board.occupied() - self.king.into();
        let attacked = *self.attacked.get_or_init(|| board.attacks_of_by::<T>(color, occupied));
        // A slider that attacks the square that becomes empty attacks more after the move.
        if attacked.contains(legal.from()) {
            return false;
        }
        let (to, occupied) = (legal.to(), (occupied - legal.from().into()) | legal.to().into());
        let attacks = match role {
            Role::Pawn => pawn_attacks(color, to),
            Role::Knight => knight_attacks(to),
            Role::Bishop => T::bishop_attacks(to, occupied),
            Role::Rook => T::rook_attacks(to, occupied),
            Role::Queen => T::queen_attacks(to, occupied),
            Role::King => king_attacks(to),
        };
        !king_attacks(self.king).is_subset(self.enemies | attacked | attacks)
    }

    /// Returns the targets of a set to which a piece goes that leaves the line between the king and
    /// a slider behind it.
    #[inline]
    fn discovered(&self, set: MoveSet) -> Bitboard {
        match set.origin {
            Origin::Square(from) if !self.discoverers.contains(from) => Bitboard::EMPTY,
            Origin::Square(from) => set.targets - geometry::ray_through(self.king, from),
            Origin::Step(_) => {
                let leaves = |&to: &Square| {
                    let from = set.from(to);
                    self.discoverers.contains(from)
                        && !geometry::ray_through(self.king, from).contains(to)
                };
                set.targets.into_iter().filter(leaves).collect()
            }
        }
    }

    /// Looks at one move, and makes it if it gives check.
    fn look_at(&self, legal: Move) -> Statistics {
        let mut found = Statistics { nodes: 1, ..Statistics::default() };
        let is = u64::from;
        let moved = if let Some(side) = legal.castling_side(self.position) {
            found.castles = 1;
            let rook = side.rook_target(self.position.side_to_move());
            let gone = Bitboard::from(legal.from()) | legal.to().into();
            // With both gone and an own slider behind them, the rook is on the king's rank.
            let may_check = geometry::lines(self.king, Slider::Rook).contains(rook);
            if !may_check && self.discoverers.is_disjoint(gone) {
                return found;
            }
            rook
        } else {
            found.captures = is(legal.is_capture(self.position));
            found.en_passant = is(legal.is_en_passant(self.position));
            found.promotions = is(legal.promotion().is_some());
            legal.to()
        };
        if !self.position.gives_check(legal) {
            return found;
        }
        let next = after(self.position, legal);
        let replies = next.legal_by::<T>();
        let checkers = replies.checkers();
        Statistics {
            checks: 1,
            discovered_checks: is(checkers.count() == 1 && !checkers.contains(moved)),
            double_checks: is(checkers.count() > 1),
            checkmates: is(replies.is_checkmate()),
            ..found
        }
    }
}
