//! Legal moves in sets, from pins and check masks. No move is made to test whether it is legal.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use hyperbola::{Bitboard, Color, FrontDoor, SliderAttacks, Square, king_attacks, knight_attacks};
use hyperbola_rules::castling::Castle;
use hyperbola_rules::legal::{self, Checks};
use hyperbola_rules::moves::PawnMoves;

use crate::side::{Black, Side, White, is_white};
use crate::{CastlingSide, Move, MoveList, Position, Role, Stage};

/// The squares that the pieces of a [`MoveSet`] start from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Origin {
    /// One piece goes to all the targets.
    Square(Square),
    /// Each target is reached by its own pawn. The step is the difference from the pawn's index to
    /// the target's index.
    Step(i8),
}

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

/// A filter of the legal moves.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// The pieces that may move.
    movers: Bitboard,
    /// The squares that they may go to.
    targets: Bitboard,
    /// The squares of rooks to castle with.
    castling: Bitboard,
    /// The squares of en passant captures.
    en_passant: Bitboard,
}

impl Wanted {
    /// Leaves only the moves of pieces on some squares.
    #[inline]
    pub(crate) const fn from(mut self, squares: Bitboard) -> Self {
        self.movers.0 &= squares.0;
        self
    }

    /// Leaves only the moves to some squares.
    #[inline]
    pub(crate) const fn to(mut self, squares: Bitboard) -> Self {
        self.targets.0 &= squares.0;
        self.castling.0 &= squares.0;
        self.en_passant.0 &= squares.0;
        self
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
        let color = position.side_to_move();
        let board = position.board();
        let king = position.king(color);
        let (own, enemy) = (board.of_color(color), board.side(!color));
        let checks = Checks::new(king, own.0, !color, &enemy, board.occupied().0);
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
        let board = self.position.board();
        let occupied = board.occupied() - self.king.into();
        match self.danger {
            Some(danger) => danger,
            None => board.attacks_of_by::<T>(!self.position.side_to_move(), occupied),
        }
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
        let pawns = self.position.board().of(self.position.side_to_move(), Role::Pawn);
        if self.checkers().is_empty() && self.position.can_push(pawns - self.pinned()) {
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

    /// Returns whether the checks and the pins leave a move to a piece that is not the king. En
    /// passant is not known to them.
    #[inline]
    pub(crate) fn allows(&self, candidate: Move) -> bool {
        let target = self.checks.evasions(self.king) & candidate.to().bit();
        self.checks.in_pin(self.king, candidate.from(), target) != 0
    }

    /// The greatest number of squares that are looked at one by one for attacks.
    const FEW: u32 = 3;

    /// Returns those of some squares that the enemy attacks once the king has left its square.
    #[inline]
    fn danger_on(&self, squares: Bitboard) -> Bitboard {
        let (color, board) = (self.position.side_to_move(), self.position.board());
        let occupied = board.occupied() - self.king.into();
        Bitboard(legal::attacked(squares.0, !color, &board.side(!color), occupied.0))
    }

    #[inline]
    fn enemies(&self) -> Bitboard {
        self.position.board().of_color(!self.position.side_to_move())
    }

    #[inline]
    pub(crate) const fn position(&self) -> &'a Position {
        self.position
    }

    #[inline]
    pub(crate) fn all(&self) -> Wanted {
        let own = self.position.board().of_color(self.position.side_to_move());
        let any = Bitboard::FULL;
        Wanted { movers: own, targets: !own, castling: any, en_passant: any }
    }

    #[inline]
    pub(crate) fn wanted_captures(&self) -> Wanted {
        Wanted { targets: self.enemies(), castling: Bitboard::EMPTY, ..self.all() }
    }

    #[inline]
    pub(crate) fn wanted_quiets(&self) -> Wanted {
        let targets = !self.position.board().occupied();
        Wanted { targets, en_passant: Bitboard::EMPTY, ..self.all() }
    }

    /// Adds moves to a list. All lists are filled by this one function, so that a program with
    /// several of them has the generator once.
    #[inline(never)]
    pub(crate) fn fill(&self, wanted: Wanted, list: &mut MoveList) {
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
    pub(crate) fn visit_all(&self, wanted: Wanted, mut visit: impl FnMut(MoveSet)) {
        let ControlFlow::Continue(()) = self.visit::<false, Infallible>(wanted, |set| {
            visit(set);
            ControlFlow::Continue(())
        });
    }

    /// Visits moves in sets: those of the king first, or last.
    #[inline]
    pub(crate) fn visit<const KING_LAST: bool, B>(
        &self,
        wanted: Wanted,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self.position.side_to_move() {
            Color::White => self.visit_side::<White, KING_LAST, B>(wanted, visit),
            Color::Black => self.visit_side::<Black, KING_LAST, B>(wanted, visit),
        }
    }

    #[inline(always)]
    fn visit_side<S: Side, const KING_LAST: bool, B>(
        &self,
        wanted: Wanted,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut visit = |set: MoveSet| {
            if set.targets.is_empty() { ControlFlow::Continue(()) } else { visit(set) }
        };
        let wants_king = wanted.movers.contains(self.king);
        if wants_king && !KING_LAST {
            visit(self.king_moves::<S>(wanted))?;
        }
        self.visit_others::<S, B>(wanted, &mut visit)?;
        if wants_king && KING_LAST {
            visit(self.king_moves::<S>(wanted))?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves of all pieces except the king.
    #[inline(always)]
    fn visit_others<S: Side, B>(
        &self,
        wanted: Wanted,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let evasions = Bitboard(self.checks.evasions(self.king));
        if evasions.is_empty() {
            return ControlFlow::Continue(());
        }
        let wanted = Wanted { targets: wanted.targets & evasions, ..wanted };
        let occupied = self.position.board().occupied();
        let (bishop, rook, queen) = (
            |square| T::bishop_attacks(square, occupied),
            |square| T::rook_attacks(square, occupied),
            |square| T::queen_attacks(square, occupied),
        );
        self.piece_moves::<S, B>(Role::Knight, wanted, knight_attacks, visit)?;
        self.piece_moves::<S, B>(Role::Bishop, wanted, bishop, visit)?;
        self.piece_moves::<S, B>(Role::Rook, wanted, rook, visit)?;
        self.piece_moves::<S, B>(Role::Queen, wanted, queen, visit)?;
        self.pawn_moves::<S, B>(wanted, visit)?;
        self.en_passant_moves(wanted, visit)
    }

    /// Returns the king's moves, including castling.
    #[inline(always)]
    fn king_moves<S: Side>(&self, wanted: Wanted) -> MoveSet {
        let steps = king_attacks(self.king) & wanted.targets;
        let may_castle = !wanted.castling.is_empty() && self.checkers().is_empty();
        // Where nothing stands in the way. Whether it is attacked is looked at only then.
        let rooks = if may_castle { self.castling_rooks::<S>() } else { Bitboard::EMPTY };
        let rooks = rooks & wanted.castling;
        let mut targets = Bitboard::EMPTY;
        if !(steps | rooks).is_empty() {
            let is_few = steps.count() <= Self::FEW && rooks.is_empty() && self.danger.is_none();
            let danger = if is_few { self.danger_on(steps) } else { self.king_danger() };
            targets = steps - danger;
            for rook in rooks {
                if self.castle::<S>(rook).is_free(0, danger.0, 0) != 0 {
                    targets.insert(rook);
                }
            }
        }
        MoveSet { role: Role::King, origin: Origin::Square(self.king), targets, promotes: false }
    }

    /// Returns the rooks to castle with for which nothing stands in the way, whether or not it is
    /// attacked.
    #[inline(always)]
    fn castling_rooks<S: Side>(&self) -> Bitboard {
        let rights = self.position.castling_rights();
        let rooks = CastlingSide::ALL.into_iter().filter_map(|side| rights.rook(S::COLOR, side));
        let (occupied, pinned) = (self.position.board().occupied().0, self.checks.pinned);
        rooks.filter(|&rook| self.castle::<S>(rook).is_free(occupied, 0, pinned) != 0).collect()
    }

    /// Returns the castling move with a rook.
    #[inline(always)]
    fn castle<S: Side>(&self, rook: Square) -> Castle {
        let side = CastlingSide::of_rook(self.king, rook);
        Castle::new(self.king, rook, side as usize, is_white(S::COLOR))
    }

    /// Visits the moves of the pieces of one role, which is neither pawn nor king.
    #[inline(always)]
    fn piece_moves<S: Side, B>(
        &self,
        role: Role,
        wanted: Wanted,
        attacks: impl Fn(Square) -> Bitboard,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for from in self.position.board().of(S::COLOR, role) & wanted.movers {
            let targets = (attacks(from) & wanted.targets).0;
            let targets = Bitboard(self.checks.in_pin(self.king, from, targets));
            visit(MoveSet { role, origin: Origin::Square(from), targets, promotes: false })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits the moves of pawns as sets, except en passant.
    #[inline(always)]
    fn pawn_moves<S: Side, B>(
        &self,
        wanted: Wanted,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let board = self.position.board();
        let empty = !board.occupied();
        let pawns = board.of(S::COLOR, Role::Pawn) & wanted.movers;
        let mut visit = |step, targets: Bitboard| {
            for (targets, promotes) in
                [(targets - S::LAST_RANK, false), (targets & S::LAST_RANK, true)]
            {
                visit(MoveSet { role: Role::Pawn, origin: Origin::Step(step), targets, promotes })?;
            }
            ControlFlow::Continue(())
        };
        let (pins, target) = (self.checks.pins(self.king), wanted.targets.0);
        let prey = target & board.of_color(!S::COLOR).0;
        let PawnMoves { one, two, east, west } = match S::COLOR {
            Color::White => PawnMoves::new::<true>(pawns.0, &pins, empty.0, target, prey),
            Color::Black => PawnMoves::new::<false>(pawns.0, &pins, empty.0, target, prey),
        };
        visit(S::FORWARD.index_step(), Bitboard(one))?;
        visit(2 * S::FORWARD.index_step(), Bitboard(two))?;
        visit(S::CAPTURES[0].index_step(), Bitboard(west))?;
        visit(S::CAPTURES[1].index_step(), Bitboard(east))
    }

    /// Visits the en passant captures.
    #[inline(always)]
    fn en_passant_moves<B>(
        &self,
        wanted: Wanted,
        visit: &mut impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(to) = self.position.en_passant().filter(|&to| wanted.en_passant.contains(to))
        else {
            return ControlFlow::Continue(());
        };
        for from in self.position.en_passant_captors(to) & wanted.movers {
            let origin = Origin::Square(from);
            visit(MoveSet { role: Role::Pawn, origin, targets: to.into(), promotes: false })?;
        }
        ControlFlow::Continue(())
    }
}
