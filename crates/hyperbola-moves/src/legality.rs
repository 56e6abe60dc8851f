//! Whether one move is legal and whether it gives check, without finding any other move.
//!
//! A move that its piece can make is legal if no enemy attacks the king afterwards. So nothing is
//! known of pins and checks beforehand: the sliders that have a line to the king are looked at
//! once, on the board as the move leaves it.

use hyperbola::{
    Bitboard, Color, Slider, SliderAttacks, Square, geometry, king_attacks, knight_attacks,
    pawn_attacks,
};

use hyperbola_rules::castling::Castle;
use hyperbola_rules::legal::{self, victim};

use crate::side::{self, LAST_RANKS, is_white};
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
        self.board().of_color(self.side_to_move()).contains(candidate.from())
            && self.is_legal_of_own(candidate)
    }

    /// Returns whether a move of an own piece is legal.
    #[inline]
    fn is_legal_of_own(&self, candidate: Move) -> bool {
        let (from, to) = (candidate.from(), candidate.to());
        let board = self.board();
        if board.of_role(Role::Pawn).contains(from) {
            let taken = if self.en_passant() == Some(to) { victim(to) } else { to };
            return self.pawn_reaches(candidate) && self.king_is_safe_after(from, to, taken);
        }
        if board.of_role(Role::King).contains(from) {
            return self.is_legal_of_king(candidate);
        }
        self.officer_reaches(candidate) && self.king_is_safe_after(from, to, to)
    }

    /// Returns whether the own piece on a move's first square, no pawn and no king, can make it.
    #[inline]
    fn officer_reaches(&self, candidate: Move) -> bool {
        let (from, to) = (candidate.from(), candidate.to());
        let (color, board) = (self.side_to_move(), self.board());
        !candidate.is_promotion()
            && !board.of_color(color).contains(to)
            && legal::reaches([from, to], &board.side(color), board.occupied().0) != 0
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
                !candidate.is_promotion() && self.castling_way_is_free(from, to)
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
            && sees(color, role, from, to, board.occupied())
    }

    /// Returns whether the own pawn on a move's first square can make it.
    #[inline]
    fn pawn_reaches(&self, candidate: Move) -> bool {
        let (from, to) = (candidate.from(), candidate.to());
        let color = self.side_to_move();
        let board = self.board();
        let empty = !board.occupied();
        // A rotation is a shift, because no pawn stands on the last rank.
        let (forward, after_first_push) = side::push(color);
        let push = |pawn: Bitboard| Bitboard(pawn.0.rotate_left(forward)) & empty;
        let once = push(from.into());
        let twice = push(once & after_first_push);
        let captures = board.of_color(!color) | self.en_passant().into_iter().collect();
        let targets = once | twice | (pawn_attacks(color, from) & captures);
        targets.contains(to)
            && candidate.is_promotion() == LAST_RANKS.contains(to)
            && candidate.promotion() != Some(Role::King)
    }

    /// Returns whether the king has the right to castle with a rook, and nothing stands in the way
    /// of either.
    #[inline(never)]
    fn castling_way_is_free(&self, king: Square, rook: Square) -> bool {
        let color = self.side_to_move();
        let side = CastlingSide::of_rook(king, rook);
        let castle = Castle::new(king, rook, side as usize, is_white(color));
        self.castling_rights().rook(color, side) == Some(rook)
            && castle.is_free(self.board().occupied().0, 0, 0) != 0
    }

    /// Returns whether a move of the own king is legal.
    #[inline(never)]
    fn is_legal_of_king(&self, candidate: Move) -> bool {
        let (from, to) = (candidate.from(), candidate.to());
        let (color, board) = (self.side_to_move(), self.board());
        if !self.own_piece_reaches(candidate) {
            return false;
        }
        if board.of_color(color).contains(to) {
            return self.castles_safely(from, to);
        }
        !self.is_attacked(to, color, board.occupied() - from.into())
    }

    /// Returns whether the king is not in check and a pawn can be pushed that is on no line of it.
    /// Such a pawn is not pinned, and nearly every position has one.
    #[inline]
    pub(crate) fn has_free_push(&self) -> bool {
        let (color, board) = (self.side_to_move(), self.board());
        let (king, occupied) = (self.king(color), board.occupied());
        self.can_push(board.of(color, Role::Pawn) - geometry::lines(king, Slider::Queen))
            && board.leapers_to(color, king).is_empty()
            && legal::sliders_to(king, &board.side(!color), occupied.0) == 0
    }

    /// Returns whether one of some own pawns can be pushed if checks and pins do not count.
    #[inline]
    pub(crate) fn can_push(&self, pawns: Bitboard) -> bool {
        let (forward, _) = side::push(self.side_to_move());
        // A rotation is a shift, because no pawn stands on the last rank.
        !(Bitboard(pawns.0.rotate_left(forward)) - self.board().occupied()).is_empty()
    }

    /// Returns whether the king has a step to a square that no enemy attacks.
    #[inline(never)]
    pub(crate) fn has_safe_step(&self) -> bool {
        let (color, board) = (self.side_to_move(), self.board());
        let (king, own) = (self.king(color), board.of_color(color));
        let occupied = board.occupied() - king.into();
        let mut steps = (king_attacks(king) - own).into_iter();
        steps.any(|to| !self.is_attacked(to, color, occupied))
    }

    /// Returns whether no enemy attacks the king after a move of another piece, which takes what
    /// stands on the last of the three squares.
    #[inline]
    pub(crate) fn king_is_safe_after(&self, from: Square, to: Square, gone: Square) -> bool {
        let (color, board) = (self.side_to_move(), self.board());
        let (king, enemy) = (self.king(color), board.side(!color));
        let occupied = board.occupied().0;
        legal::checkers_after(king, [from, to, gone], !color, &enemy, occupied) == 0
    }

    /// Returns the pawns that may capture en passant by a move to a square: those after whose
    /// capture the king is not attacked.
    #[inline]
    pub(crate) fn en_passant_captors(&self, to: Square) -> Bitboard {
        let (color, board) = (self.side_to_move(), self.board());
        let pawns = legal::pawns_to(to, board.of(color, Role::Pawn).0, !color);
        // After most double steps no pawn stands right.
        if pawns == 0 {
            return Bitboard::EMPTY;
        }
        let (king, enemy, occupied) = (self.king(color), board.side(!color), board.occupied());
        Bitboard(legal::en_passant_captors(king, to, pawns, !color, &enemy, occupied.0))
    }

    /// Returns whether the king of the side to move castles with a rook without being attacked on
    /// its way, its first and its last square included.
    #[inline(never)]
    fn castles_safely(&self, king: Square, rook: Square) -> bool {
        let color = self.side_to_move();
        let board = self.board();
        let enemy = board.side(!color);
        let side = CastlingSide::of_rook(king, rook);
        let castle = Castle::new(king, rook, side as usize, is_white(color));
        let without_king = (board.occupied() - king.into()).0;
        let after = (without_king & !castle.rook) | castle.rook_to;
        legal::attacked(castle.path, !color, &enemy, without_king) == 0
            && legal::sliders_to(side.king_target(color), &enemy, after) == 0
    }

    /// Returns whether enemies attack a square where the king of a colour may go.
    #[inline]
    pub(crate) fn is_attacked(&self, square: Square, color: Color, occupied: Bitboard) -> bool {
        let enemy = self.board().side(!color);
        legal::attackers_to(square, !color, &enemy, occupied.0) != 0
    }

    /// Returns whether a legal move gives check. For a move that is not legal the result has no
    /// meaning.
    #[must_use]
    pub fn gives_check(&self, legal: Move) -> bool {
        let (from, to) = (legal.from(), legal.to());
        let color = self.side_to_move();
        let board = self.board();
        let king = self.king(!color);
        let own = board.of_color(color) - from.into();
        let mut occupied = (board.occupied() - from.into()) | to.into();
        if own.contains(to) {
            return self.castling_gives_check(from, to);
        }
        let mut role = board.role_at_occupied(from);
        if role == Role::Pawn {
            if self.en_passant() == Some(to) {
                occupied -= victim(to).into();
            }
            role = legal.promotion().unwrap_or(role);
        }
        let sliders = legal::on_lines_of(king, &board.side(color)) & own.0;
        sees(color, role, to, king, occupied) || legal::seeing(king, sliders, occupied.0) != 0
    }

    /// Returns whether the rook gives check once the king has castled with it. No other piece does.
    #[inline(never)]
    fn castling_gives_check(&self, from: Square, to: Square) -> bool {
        let color = self.side_to_move();
        let side = CastlingSide::of_rook(from, to);
        let (king, rook) = (side.king_target(color), side.rook_target(color));
        let occupied = self.board().occupied() - from.into() - to.into();
        sees(color, Role::Rook, rook, self.king(!color), occupied | king.into() | rook.into())
    }
}

impl<T: SliderAttacks> Legal<'_, T> {
    /// Returns whether a move is legal, as [`Position::is_legal`] does, from the checkers and the
    /// pins that are known. The move may be any.
    #[inline]
    #[must_use]
    pub fn contains(&self, candidate: Move) -> bool {
        let (position, from, to) = (self.position(), candidate.from(), candidate.to());
        let board = position.board();
        if !board.of_color(position.side_to_move()).contains(from) {
            return false;
        }
        if board.of_role(Role::Pawn).contains(from) {
            let is_en_passant = position.en_passant() == Some(to);
            return position.pawn_reaches(candidate)
                && if is_en_passant {
                    position.king_is_safe_after(from, to, victim(to))
                } else {
                    self.allows(candidate)
                };
        }
        if board.of_role(Role::King).contains(from) {
            return position.is_legal_of_king(candidate);
        }
        position.officer_reaches(candidate) && self.allows(candidate)
    }
}

/// The attacks of each role on an empty board, 3.5 KiB: of White's pieces, and behind them of
/// Black's pawns.
pub(crate) static ATTACKS: [[Bitboard; 64]; 7] = {
    let mut attacks = [[Bitboard::EMPTY; 64]; 7];
    let mut index = 0;
    while index < 64 {
        let square = Square::ALL[index];
        attacks[Role::Pawn as usize][index] = pawn_attacks(Color::White, square);
        attacks[Role::Knight as usize][index] = knight_attacks(square);
        attacks[Role::Bishop as usize][index] = geometry::lines(square, Slider::Bishop);
        attacks[Role::Rook as usize][index] = geometry::lines(square, Slider::Rook);
        attacks[Role::Queen as usize][index] = geometry::lines(square, Slider::Queen);
        attacks[Role::King as usize][index] = king_attacks(square);
        attacks[BLACK_PAWN][index] = pawn_attacks(Color::Black, square);
        index += 1;
    }
    attacks
};

/// The row of Black's pawns.
const BLACK_PAWN: usize = 6;

/// Returns whether a piece attacks a square from another; the squares in `occupied` block.
///
/// No branch depends on the role: what leaps has no square between.
#[inline]
fn sees(color: Color, role: Role, from: Square, square: Square, occupied: Bitboard) -> bool {
    let is_black_pawn = role == Role::Pawn && color == Color::Black;
    let row = if is_black_pawn { BLACK_PAWN } else { role as usize };
    ATTACKS[row][from as usize].contains(square)
        && geometry::between(from, square).is_disjoint(occupied)
}
