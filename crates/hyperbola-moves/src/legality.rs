//! Whether one move is legal and whether it gives check, without finding any other move.
//!
//! A move that its piece can make is legal if no enemy attacks the king afterwards. So nothing is
//! known of pins and checks beforehand: the sliders that have a line to the king are looked at
//! once, on the board as the move leaves it.

use hyperbola::{Color, SliderAttacks, Square, king_attacks};

use hyperbola_rules::generator::{self, Placed, roles};
use hyperbola_rules::pieces::Pieces;

use crate::{CastlingSide, Legal, Move, Position, Role};

impl Position {
    /// Returns whether a move is legal. It may be any move, of another position for example.
    ///
    /// No other move is looked for, so a move from a hash table is tested quickly before it is
    /// made.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Position, Square};
    /// let position: Position = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1".parse()?;
    /// assert!(position.is_legal(Move::new(Square::E1, Square::F1)));
    /// assert!(!position.is_legal(Move::new(Square::E2, Square::D3)));
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[inline]
    #[must_use]
    pub fn is_legal(&self, candidate: Move) -> bool {
        let (squares, becomes) = parts(candidate);
        generator::is_legal(self, self.side_to_move(), squares, becomes) != 0
    }

    /// Returns whether the side to move has a piece that can make a move if checks do not count:
    /// the king may be in check, left in check, or go through check.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Position, Square};
    /// let position: Position = "4r2k/8/8/8/8/8/4B3/4K3 w - - 0 1".parse()?;
    /// assert!(position.is_pseudo_legal(Move::new(Square::E2, Square::D3)));
    /// assert!(!position.is_pseudo_legal(Move::new(Square::E2, Square::E3)));
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn is_pseudo_legal(&self, candidate: Move) -> bool {
        self.board().of_color(self.side_to_move()).contains(candidate.from())
            && self.own_piece_reaches(candidate)
    }

    /// Returns whether the own piece on a move's first square can make it.
    fn own_piece_reaches(&self, candidate: Move) -> bool {
        let (from, to) = (candidate.from(), candidate.to());
        match self.board().role_at_occupied(from) {
            Role::Pawn => self.pawn_reaches(candidate),
            Role::King if self.board().of_color(self.side_to_move()).contains(to) => {
                !candidate.is_promotion()
                    && generator::castling_way_is_free(self, self.side_to_move(), [from, to]) != 0
            }
            role => self.piece_reaches(role, candidate),
        }
    }

    /// Returns whether the own piece on a move's first square, which is no pawn, gets to the other.
    #[inline]
    fn piece_reaches(&self, role: Role, candidate: Move) -> bool {
        let (from, to) = (candidate.from(), candidate.to());
        let (color, board) = (self.side_to_move(), self.board());
        !candidate.is_promotion()
            && !board.of_color(color).contains(to)
            && generator::sees(color, role as usize, [from, to], board.occupied().0) != 0
    }

    /// Returns whether the own pawn on a move's first square can make it.
    #[inline]
    fn pawn_reaches(&self, candidate: Move) -> bool {
        let (squares, becomes) = parts(candidate);
        generator::pawn_reaches(self, self.side_to_move(), squares, becomes) != 0
    }

    /// Returns whether the king is not in check and a pawn can be pushed that is on no line of it.
    /// Such a pawn is not pinned, and nearly every position has one.
    #[inline]
    pub(crate) fn has_free_push(&self) -> bool {
        generator::free_pushes(self, self.side_to_move()) != 0
    }

    /// Returns whether the king has a step to a square that no enemy attacks.
    #[inline(never)]
    pub(crate) fn has_safe_step(&self) -> bool {
        let (color, board) = (self.side_to_move(), self.board());
        let mut steps = (king_attacks(self.king(color)) - board.of_color(color)).into_iter();
        steps.any(|to| generator::step_is_safe(self, color, to) != 0)
    }

    /// Returns whether no enemy attacks the king after a move of another piece, which takes what
    /// stands on the last of the three squares.
    #[inline]
    pub(crate) fn king_is_safe_after(&self, from: Square, to: Square, gone: Square) -> bool {
        generator::king_is_safe_after(self, self.side_to_move(), [from, to, gone]) != 0
    }

    /// Returns whether a legal move gives check. For a move that is not legal the result has no
    /// meaning.
    #[must_use]
    pub fn gives_check(&self, legal: Move) -> bool {
        let (squares, becomes) = parts(legal);
        generator::gives_check(self, self.side_to_move(), squares, becomes) != 0
    }
}

impl<T: SliderAttacks> Legal<'_, T> {
    /// Returns whether a move is legal, as [`Position::is_legal`] does, from the checkers and the
    /// pins that are known. The move may be any.
    #[inline]
    #[must_use]
    pub fn contains(&self, candidate: Move) -> bool {
        let (position, (squares, becomes)) = (self.position(), parts(candidate));
        let color = position.side_to_move();
        generator::is_legal_by(position, color, self.checks(), squares, becomes) != 0
    }
}

/// Returns a move as formulas have it: its squares, and the role that a pawn becomes.
#[inline]
pub(crate) const fn parts(played: Move) -> ([Square; 2], usize) {
    let becomes = (played.to_bits() >> Move::ROLE_SHIFT) as usize;
    ([played.from(), played.to()], becomes)
}

const _: () = assert!(Role::Pawn as usize == roles::PAWN && Role::King as usize == roles::KING);

impl Placed<u64> for Position {
    #[inline(always)]
    fn of(&self, color: Color, role: usize) -> u64 {
        self.board().of(color, Role::ALL[role]).0
    }

    #[inline(always)]
    fn of_color(&self, color: Color) -> u64 {
        self.board().of_color(color).0
    }

    #[inline(always)]
    fn occupied(&self) -> u64 {
        self.board().occupied().0
    }

    #[inline(always)]
    fn side(&self, color: Color) -> Pieces<u64> {
        self.board().side(color)
    }

    #[inline(always)]
    fn king(&self, color: Color) -> Square {
        self.king(color)
    }

    #[inline(always)]
    fn en_passant(&self) -> Option<Square> {
        self.en_passant()
    }

    #[inline(always)]
    fn castling_rook(&self, color: Color, wing: usize) -> Option<Square> {
        self.castling_rights().rook(color, CastlingSide::ALL[wing])
    }

    #[inline(always)]
    fn by_role_at(&self, _: Color, square: Square, of: impl Fn(usize) -> u64) -> u64 {
        of(self.board().role_at_occupied(square) as usize)
    }
}
