//! The legal moves of a node in stages: what a search asks for first is found first, and what it
//! does not ask for is not computed.

use core::ops::ControlFlow;

use hyperbola::{Bitboard, FrontDoor, SliderAttacks};

use hyperbola_rules::generator::Wanted;

use crate::side::LAST_RANKS;
use crate::{CheckSquares, Legal, Move, MoveList, MoveSet, Role};

/// A part of the legal moves that a search asks for at once.
///
/// All moves are [`Captures`](Self::Captures) and [`Quiets`](Self::Quiets), each once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// All legal moves.
    All,
    /// The moves that take a piece, including en passant.
    Captures,
    /// The promotions that take nothing. They are among the quiets.
    Promotions,
    /// The moves that take nothing, including castling and promotions.
    Quiets,
    /// The quiets that give check, without promotions.
    QuietChecks,
    /// All legal moves if the side to move is in check, and otherwise none.
    Evasions,
}

/// The legal moves of one [`Stage`], which are found when they are asked for.
///
/// The checkers and the pinned pieces are those of [`Legal`], which finds them once for all stages.
/// It takes at most 200 bytes, and no other memory.
///
/// ```
/// use hyperbola_moves::{Move, Position, Square, Stage};
///
/// let position: Position =
///     "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let legal = position.legal();
/// let captures = legal.stage(Stage::Captures);
/// assert_eq!(captures.moves().len(), 8);
/// assert_eq!(captures.to(Square::D7.into()).count(), 1);
/// assert!(captures.has_moves() && !captures.has_at_most(7));
/// assert!(!legal.stage(Stage::All).has_only(Move::new(Square::E1, Square::H1)));
/// let mut quiets = 0;
/// legal.stage(Stage::Quiets).for_each(|_| quiets += 1);
/// assert_eq!(quiets, 40);
/// # Ok::<(), hyperbola_moves::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[must_use]
pub struct Moves<'a, T = FrontDoor> {
    legal: Legal<'a, T>,
    wanted: Wanted<u64>,
    checks: Option<CheckSquares<'a>>,
}

const _: () = assert!(size_of::<Moves<'_>>() <= 200);

impl<'a, T: SliderAttacks> Legal<'a, T> {
    /// Returns the moves of a stage. Only for [`Stage::QuietChecks`] anything is computed: the
    /// squares from which the enemy king is in check.
    #[inline]
    pub fn stage(&self, stage: Stage) -> Moves<'a, T> {
        let position = self.position();
        let color = position.side_to_move();
        let quiets = || Wanted::quiets(position, color);
        let (mut wanted, mut checks) = (self.all(), None);
        match stage {
            Stage::All => {}
            Stage::Captures => wanted = Wanted::captures(position, color),
            Stage::Quiets => wanted = quiets(),
            Stage::Promotions => {
                let pawns = position.board().of(color, Role::Pawn);
                wanted = quiets().from(pawns.0).to(LAST_RANKS.0);
            }
            Stage::QuietChecks => {
                let found = self.check_squares();
                wanted = found.restrict(quiets());
                checks = Some(found);
            }
            Stage::Evasions if self.checkers().is_empty() => wanted = wanted.from(0),
            Stage::Evasions => {}
        }
        Moves { legal: *self, wanted, checks }
    }
}

impl<T: SliderAttacks> Moves<'_, T> {
    /// Leaves only the moves of pieces on some squares.
    #[inline]
    pub fn from(self, squares: Bitboard) -> Self {
        Self { wanted: self.wanted.from(squares.0), ..self }
    }

    /// Leaves only the moves to some squares, such as the captures of one piece. En passant goes to
    /// the square behind the pawn, and castling to that of the own rook.
    #[inline]
    pub fn to(self, squares: Bitboard) -> Self {
        Self { wanted: self.wanted.to(squares.0), ..self }
    }

    /// Returns the moves.
    #[inline]
    #[must_use]
    pub fn moves(&self) -> MoveList {
        let mut list = MoveList::new();
        self.moves_into(&mut list);
        list
    }

    /// Adds the moves to a list.
    ///
    /// # Panics
    ///
    /// Panics if they do not fit. The moves of any position fit into an empty list.
    #[inline]
    pub fn moves_into(&self, list: &mut MoveList) {
        match &self.checks {
            None => self.legal.fill(self.wanted, list),
            Some(checks) => self.fill_checks(checks, list),
        }
    }

    /// Adds quiet checks to a list.
    #[inline(never)]
    fn fill_checks(&self, checks: &CheckSquares<'_>, list: &mut MoveList) {
        self.legal.visit_all(self.wanted, |set| list.extend(checks.among(set).moves()));
    }

    /// Visits the moves in sets. No set is empty, and each move is in exactly one set.
    #[inline]
    pub fn for_each_set(&self, mut visit: impl FnMut(MoveSet)) {
        let _ = self.try_for_each_set(|set| {
            visit(set);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Visits the moves in sets until the visitor breaks, and returns the value it broke with.
    #[inline]
    pub fn try_for_each_set<B>(
        &self,
        visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit::<false, B>(visit)
    }

    /// Visits the moves one by one.
    #[inline]
    pub fn for_each(&self, mut visit: impl FnMut(Move)) {
        self.for_each_set(|set| set.moves().for_each(&mut visit));
    }

    /// Returns the number of moves. They are counted without being made.
    #[inline]
    #[must_use]
    pub fn count(&self) -> usize {
        let mut count = 0;
        self.for_each_set(|set| count += set.count());
        count
    }

    /// Returns whether there is a move. It stops at the first one.
    #[inline]
    #[must_use]
    pub fn has_moves(&self) -> bool {
        !self.has_at_most(0)
    }

    /// Returns whether there are no more moves than a number. It stops when it has found one more,
    /// and looks at the king's moves last.
    #[inline]
    #[must_use]
    pub fn has_at_most(&self, most: usize) -> bool {
        let mut count = 0;
        let is_more = self.visit::<true, ()>(|set| {
            count += set.count();
            if count > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        is_more.is_continue()
    }

    /// Returns whether a move is one of these moves, and there is no other. It stops at the first
    /// other one. The move may be any.
    #[inline]
    #[must_use]
    pub fn has_only(&self, candidate: Move) -> bool {
        let mut is_there = false;
        let is_other = self.visit::<true, ()>(|set| {
            is_there = set.count() == 1 && set.moves().next() == Some(candidate);
            if is_there { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        is_there && is_other.is_continue()
    }

    #[inline]
    fn visit<const KING_LAST: bool, B>(
        &self,
        mut visit: impl FnMut(MoveSet) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Some(checks) = &self.checks else {
            return self.legal.visit::<KING_LAST, B>(self.wanted, visit);
        };
        self.legal.visit::<KING_LAST, B>(self.wanted, |set| {
            let set = checks.among(set);
            if set.targets.is_empty() { ControlFlow::Continue(()) } else { visit(set) }
        })
    }
}
