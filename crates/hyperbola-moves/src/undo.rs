//! Moves that are made in place and taken back.

use hyperbola::{Bitboard, Color, Square};

use hyperbola_rules::legal::victim;
use hyperbola_rules::play::{Changing, play};

use crate::legality::parts;
use crate::{CastlingRights, Move, Piece, Position, Role};

/// The parts of a position that a move changes and that do not follow from the position after it.
/// It takes 24 bytes.
///
/// [`Position::make`] returns it and [`Position::unmake`] takes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[must_use = "without it the move cannot be taken back"]
pub struct Undo {
    key: u64,
    castling_rights: CastlingRights,
    halfmove_clock: u16,
    fullmove_number: u16,
    played: Move,
    side_to_move: Color,
    en_passant: Option<Square>,
    /// The role of the piece that moved, if one did.
    mover: Option<Role>,
    /// The piece on the square that the move went to: the rook, if it is castling.
    target: Option<Piece>,
}

const _: () = assert!(size_of::<Undo>() == 24);

impl Undo {
    /// Notes the state before a move. [`Position::make`] adds the pieces.
    #[inline]
    fn new(position: &Position, played: Move) -> Self {
        Self {
            key: position.key(),
            castling_rights: *position.castling_rights(),
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            played,
            side_to_move: position.side_to_move(),
            en_passant: position.en_passant(),
            mover: None,
            target: None,
        }
    }

    /// Returns the move, or nothing for a null move.
    #[must_use]
    pub fn played(&self) -> Option<Move> {
        self.mover.map(|_| self.played)
    }

    /// Returns the role of the piece that the move took off the board, if it took one.
    #[must_use]
    pub fn captured(&self) -> Option<Role> {
        let is_en_passant =
            self.mover == Some(Role::Pawn) && self.en_passant == Some(self.played.to());
        let taken = self.target.filter(|piece| piece.color != self.side_to_move);
        taken.map(|piece| piece.role).or(is_en_passant.then_some(Role::Pawn))
    }
}

impl Position {
    /// Makes a move that is known to be legal, as [`play_unchecked`](Self::play_unchecked) does,
    /// and returns what is needed to take it back. A program for which copies of 88 bytes cost too
    /// much keeps one position and a stack of these.
    ///
    /// ```
    /// use hyperbola_moves::{Move, Position, Square};
    /// let mut position = Position::initial();
    /// let undo = position.make(Move::new(Square::E2, Square::E4));
    /// assert!(position.board().occupied().contains(Square::E4));
    /// position.unmake(undo);
    /// assert_eq!(position, Position::initial());
    /// ```
    #[inline]
    pub fn make(&mut self, legal: Move) -> Undo {
        let mut undo = Undo::new(self, legal);
        let (from, to, color) = (legal.from(), legal.to(), self.side_to_move());
        let (board, occupied) = (self.board(), self.board().occupied());
        if !occupied.contains(from) {
            return undo;
        }
        let mover = board.role_at_occupied(from);
        undo.mover = Some(mover);
        if occupied.contains(to) {
            let is_own = board.of_color(color).contains(to);
            let of = if is_own { color } else { !color };
            undo.target = Some(Piece::new(of, board.role_at_occupied(to)));
        }
        let target = undo.target.map_or(mover, |piece| piece.role);
        let ((squares, becomes), passed) = (parts(legal), self.turn());
        play(&mut Making { position: self, color, mover, target }, color, squares, becomes, passed);
        undo
    }

    /// Makes a null move in place, or returns nothing if the side to move is in check.
    /// [`null_move`](Self::null_move) returns a new position.
    #[inline]
    pub fn make_null(&mut self) -> Option<Undo> {
        let nowhere = Move::new(Square::A1, Square::A1);
        let undo = Undo::new(self, nowhere);
        *self = self.null_move()?;
        Some(undo)
    }

    /// Takes back the last move that was made. After any other [`Undo`] the position is of no use,
    /// as after a move that is not legal.
    pub fn unmake(&mut self, undo: Undo) {
        let color = undo.side_to_move;
        let setup = &mut self.setup;
        setup.castling_rights = undo.castling_rights;
        setup.halfmove_clock = undo.halfmove_clock;
        setup.fullmove_number = undo.fullmove_number;
        setup.side_to_move = color;
        setup.en_passant = undo.en_passant;
        self.key = undo.key;
        let Some(role) = undo.mover else { return };

        // Each piece is toggled where the move has toggled it.
        let (from, to) = (undo.played.from(), undo.played.to());
        let (board, mover) = (&mut setup.board, Piece::new(color, role));
        if undo.target.is_some_and(|target| target.color == color) {
            board.toggle_castling(color, from, to);
            return;
        }
        board.toggle_all(Bitboard::from(from) ^ to.into(), mover);
        if let Some(taken) = undo.target {
            board.toggle(to, taken);
        }
        if role == Role::Pawn {
            if let Some(promoted) = undo.played.promotion() {
                board.toggle(to, mover);
                board.toggle(to, Piece::new(color, promoted));
            }
            if undo.en_passant == Some(to) {
                board.toggle(victim(to), Piece::new(!color, Role::Pawn));
            }
        }
    }
}

/// A position of which the roles that a move is about are known.
struct Making<'a> {
    position: &'a mut Position,
    color: Color,
    mover: Role,
    target: Role,
}

impl Changing<u64> for Making<'_> {
    type Now = Position;

    #[inline(always)]
    fn now(&self) -> &Position {
        self.position
    }

    #[inline(always)]
    fn for_role_at(
        &mut self,
        color: Color,
        _: Square,
        _: u64,
        mut change: impl FnMut(&mut Self, usize, u64),
    ) {
        let role = if color == self.color { self.mover } else { self.target };
        change(self, role as usize, !0);
    }

    #[inline(always)]
    fn toggle<const N: usize>(&mut self, squares: [Square; N], color: Color, role: usize, _: u64) {
        self.position.toggle(squares, color, role, !0);
    }

    #[inline(always)]
    fn may_castle(&self) -> bool {
        self.position.may_castle()
    }

    #[inline(always)]
    fn discard_castling(&mut self, rooks: [Square; 2], king: Option<Color>, _: u64) {
        self.position.discard_castling(rooks, king, !0);
    }

    #[inline(always)]
    fn set_en_passant(&mut self, square: Square, _: u64) {
        self.position.set_en_passant(square, !0);
    }

    #[inline(always)]
    fn restart_clock(&mut self, _: u64) {
        self.position.restart_clock(!0);
    }
}
