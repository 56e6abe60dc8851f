//! Legal moves in sets, from pins and check masks. No move is made to test whether it is legal.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use hyperbola::{Bitboard, Color, FrontDoor, SliderAttacks, Square};
pub use hyperbola_rules::generator::Origin;
use hyperbola_rules::generator::{self, KingDanger, Turn, Visitor, Wanted};
use hyperbola_rules::legal::Checks;

use crate::{Move, MoveList, Position, Role, Stage};

/// Legal moves of one role. Each target stands for one move, or for four if pawns promote there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveSet {
    /// The role of the pieces that move.
    pub role: Role,
    /// The squares that the pieces start from.
    pub origin: Origin,
    /// The squares that the pieces go to. For castling this is the square of the own rook.
    pub targets: Bitboard,
    /// Whether pawns promote on all the targets.
    pub promotes: bool,
}

impl MoveSet {
    /// Returns the number of moves.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        let each = if self.promotes { Role::PROMOTIONS.len() } else { 1 };
        self.targets.count() as usize * each
    }

    /// Returns the square of the piece that goes to a target.
    #[inline]
    #[must_use]
    pub fn from(&self, target: Square) -> Square {
        match self.origin {
            Origin::Square(square) => square,
            Origin::Step(step) => {
                Square::from_index_wrapping(target.index().wrapping_add_signed(-step))
            }
        }
    }

    /// Returns the moves.
    #[inline]
    pub fn moves(self) -> impl Iterator<Item = Move> {
        SetMoves { set: self, promotions: 0 }
    }
}

/// The moves of a set, target by target.
#[derive(Debug)]
struct SetMoves {
    set: MoveSet,
    /// The number of promotions to the first target that have been returned.
    promotions: usize,
}

impl SetMoves {
    /// Returns the next promotion. There are few, so it stays out of the way of other moves.
    #[inline(never)]
    fn next_promotion(&mut self) -> Option<Move> {
        let to = self.set.targets.first()?;
        let promoted = Move::promoting(self.set.from(to), to, Role::PROMOTIONS[self.promotions]);
        self.promotions = (self.promotions + 1) % Role::PROMOTIONS.len();
        if self.promotions == 0 {
            self.set.targets.remove(to);
        }
        Some(promoted)
    }
}

impl Iterator for SetMoves {
    type Item = Move;

    #[inline]
    fn next(&mut self) -> Option<Move> {
        if self.set.promotes {
            return self.next_promotion();
        }
        let to = self.set.targets.first()?;
        self.set.targets.remove(to);
        Some(Move::new(self.set.from(to), to))
    }

    /// Each kind of origin has its own loop.
    #[inline(always)]
    fn fold<A, F: FnMut(A, Move) -> A>(mut self, first: A, mut visit: F) -> A {
        let mut result = first;
        let MoveSet { origin, targets, promotes, .. } = self.set;
        match origin {
            _ if promotes => {
                while let Some(played) = self.next_promotion() {
                    result = visit(result, played);
                }
            }
            Origin::Square(from) => {
                for to in targets {
                    result = visit(result, Move::new(from, to));
                }
            }
            Origin::Step(_) => {
                for to in targets {
                    result = visit(result, Move::new(self.set.from(to), to));
                }
            }
        }
        result
    }
}

/// The legal moves of a position. The checkers and the pinned pieces are found once, and the moves
/// follow from them.
///
/// ```
/// use hyperbola::techniques::ObstructionDifference;
/// use hyperbola_moves::{Legal, Position, Stage};
///
/// let position: Position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse()?;
/// let legal: Legal<ObstructionDifference> = position.legal_by();
/// assert_eq!(legal.count(), 14);
/// assert_eq!(legal.moves().len(), 14);
/// assert_eq!(legal.stage(Stage::Captures).moves().len(), 1);
/// # Ok::<(), hyperbola_moves::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Legal<'a, T = FrontDoor> {
    position: &'a Position,
    king: Square,
    checks: Checks<u64>,
    /// The king's danger, if it was asked to be kept.
    danger: Option<Bitboard>,
    technique: PhantomData<T>,
}

impl<'a, T: SliderAttacks> Legal<'a, T> {
    /// Finds the checkers and the pinned pieces.
    #[inline]
    #[must_use]
    pub fn new(position: &'a Position) -> Self {
        let Turn { king, checks, .. } = Turn::new(position, position.side_to_move());
        Self { position, king, checks, danger: None, technique: PhantomData }
    }

    /// Returns the enemy pieces that give check.
    #[inline]
    #[must_use]
    pub const fn checkers(&self) -> Bitboard {
        Bitboard(self.checks.checkers)
    }

    /// Returns the own pieces that are the only piece between the king and an enemy slider.
    #[inline]
    #[must_use]
    pub const fn pinned(&self) -> Bitboard {
        Bitboard(self.checks.pinned)
    }

    /// Returns the squares that the enemy attacks once the king has left its square. The king
    /// cannot go there.
    #[inline]
    #[must_use]
    pub fn king_danger(&self) -> Bitboard {
        let color = self.position.side_to_move();
        let found = || Bitboard(generator::king_danger::<u64, T>(self.position, color));
        self.danger.unwrap_or_else(found)
    }

    /// Finds the [king's danger](Self::king_danger) and keeps it. Without this it is found anew by
    /// each question that needs it: a search that asks for several stages with moves of the king
    /// saves that.
    #[inline]
    #[must_use]
    pub fn with_danger(mut self) -> Self {
        self.danger = Some(self.king_danger());
        self
    }

    /// Returns the number of legal moves. They are counted without being made.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.for_each_set(|set| count += set.count());
        count
    }

    /// Returns whether there is a legal move. It stops at the first one: nearly every position has
    /// a pawn that can be pushed. The moves of the king take the longest to find and come last.
    #[inline]
    #[must_use]
    pub fn has_moves(&self) -> bool {
        let color = self.position.side_to_move();
        if generator::unpinned_pushes(self.position, color, &self.checks) != 0 {
            return true;
        }
        self.visit::<true, ()>(self.all(), |_| ControlFlow::Break(())).is_break()
    }

    /// Returns whether the side to move is in check and has no legal move.
    #[inline]
    #[must_use]
    pub fn is_checkmate(&self) -> bool {
        !self.checkers().is_empty() && !self.has_moves()
    }

    /// Returns whether the side to move is not in check and has no legal move.
    #[inline]
    #[must_use]
    pub fn is_stalemate(&self) -> bool {
        self.checkers().is_empty() && !self.has_moves()
    }

    /// Returns all legal moves.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> MoveList {
        self.stage(Stage::All).moves()
    }

    /// Visits all legal moves in sets. No set is empty, and each move is in exactly one set.
    #[inline]
    pub fn for_each_set(&self, visit: impl FnMut(MoveSet)) {
        self.visit_all(self.all(), visit);
    }

    /// Visits the legal moves in sets until the visitor breaks, and returns the value it broke
    /// with. The sets are those of [`for_each_set`](Self::for_each_set), in the same order.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use hyperbola_moves::{Position, Role};
    /// let position = Position::initial();
    /// let knight = position.legal().try_for_each_set(|set| match set.role {
    ///     Role::Knight => ControlFlow::Break(set.targets.count()),
    ///     _ => ControlFlow::Continue(()),
    /// });
    /// assert_eq!(knight, ControlFlow::Break(2));
    /// ```
    #[inline]
    pub fn try_for_each_set<B>(
        &self,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit::<false, B>(self.all(), visit)
    }

    /// Returns the position after a null move, or nothing if the side to move is in check, as
    /// [`Position::null_move`] does.
    #[inline]
    #[must_use]
    pub fn null_move(&self) -> Option<Position> {
        self.checkers().is_empty().then(|| self.position.passed())
    }

    /// The greatest number of squares that are looked at one by one for attacks.
    const FEW: u32 = 3;

    #[inline]
    pub(crate) const fn checks(&self) -> &Checks<u64> {
        &self.checks
    }

    #[inline]
    pub(crate) const fn position(&self) -> &'a Position {
        self.position
    }

    #[inline]
    pub(crate) fn all(&self) -> Wanted<u64> {
        Wanted::all(self.position, self.position.side_to_move())
    }

    /// Adds moves to a list. All lists are filled by this one function, so that a program with
    /// several of them has the generator once.
    #[inline(never)]
    pub(crate) fn fill(&self, wanted: Wanted<u64>, list: &mut MoveList) {
        // These plain loops are inlined for each kind of piece, and those of `MoveSet::moves` are
        // not: a list takes an eighth fewer instructions.
        self.visit_all(wanted, |set| {
            let roles: &[Role] = if set.promotes { &Role::PROMOTIONS } else { &[Role::Pawn] };
            for to in set.targets {
                for &role in roles {
                    list.push(Move::promoting(set.from(to), to, role));
                }
            }
        });
    }

    #[inline]
    pub(crate) fn visit_all(&self, wanted: Wanted<u64>, mut visit: impl FnMut(MoveSet)) {
        let ControlFlow::Continue(()) = self.visit::<false, Infallible>(wanted, |set| {
            visit(set);
            ControlFlow::Continue(())
        });
    }

    /// Visits moves in sets: those of the king first, or last.
    #[inline]
    pub(crate) fn visit<const KING_LAST: bool, B>(
        &self,
        wanted: Wanted<u64>,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.position.side_to_move() {
            Color::White => self.visit_side::<true, KING_LAST, B>(wanted, visit),
            Color::Black => self.visit_side::<false, KING_LAST, B>(wanted, visit),
        }
    }

    #[inline(always)]
    fn visit_side<const WHITE: bool, const KING_LAST: bool, B>(
        &self,
        wanted: Wanted<u64>,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let &Self { position, king, checks, .. } = self;
        let turn = Turn { position, king, checks };
        turn.visit::<T, _, WHITE, KING_LAST>(wanted, self, &mut Nonempty(visit, PhantomData))
    }
}

/// Calls a function for each set that is not empty.
struct Nonempty<F, B>(F, PhantomData<B>);

impl<B, F: FnMut(MoveSet) -> ControlFlow<B>> Visitor<u64> for Nonempty<F, B> {
    type Break = B;

    #[inline(always)]
    fn visit(&mut self, set: generator::MoveSet<u64>) -> ControlFlow<B> {
        let generator::MoveSet { role, origin, targets, promotes } = set;
        if targets == 0 {
            return ControlFlow::Continue(());
        }
        self.0(MoveSet { role: Role::ALL[role], origin, targets: Bitboard(targets), promotes })
    }
}

impl<T: SliderAttacks> KingDanger<u64> for Legal<'_, T> {
    #[inline(always)]
    fn is_few(&self, steps: u64, rooks: u64) -> bool {
        steps.count_ones() <= Self::FEW && rooks == 0 && self.danger.is_none()
    }

    #[inline(always)]
    fn all(&self) -> u64 {
        self.king_danger().0
    }
}
