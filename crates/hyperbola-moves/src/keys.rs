//! Keys of parts of a position.

use hyperbola::{Color, Square};

use crate::{Board, CastlingSide, Move, Piece, Position, Role, zobrist};
use hyperbola_rules::legal::victim;

/// Keys of parts of a board, for tables of a search that look at these parts alone: the structure
/// of pawns, a correction by the minor pieces, an endgame by its material.
///
/// It is no part of [`Position`], so that only those who need it pay for it. It takes 48 bytes
/// beside the 88 of a position, and a move updates it in a few instructions. A part without pieces
/// has the key 0. The side to move is no part of these keys.
///
/// ```
/// use hyperbola_moves::{Keys, Position};
/// let mut position: Position = "4k3/8/8/3p4/4P3/8/8/4KR2 w - - 0 1".parse()?;
/// let mut keys = Keys::of(position.board());
/// assert_eq!(keys.minors, 0);
/// for uci in ["f1f3", "e8e7", "e4d5"] {
///     let before = keys;
///     let played = position.parse_uci(uci)?;
///     keys.play(&position, played);
///     position.play_unchecked(played);
///     assert_eq!(keys.pawns != before.pawns, uci == "e4d5");
///     assert_eq!(keys.majors != before.majors, uci == "f1f3");
/// }
/// assert_eq!(keys, Keys::of(position.board()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub struct Keys {
    /// The squares of the pawns of both colours.
    pub pawns: u64,
    /// The squares of the knights and bishops of both colours.
    pub minors: u64,
    /// The squares of the rooks and queens of both colours.
    pub majors: u64,
    /// The squares of White's and of Black's pieces that are no pawns, the king included.
    pub non_pawns: [u64; 2],
    /// The number of pieces of each role and colour, wherever they stand.
    pub material: u64,
}

impl Keys {
    /// Computes the keys of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let mut keys = Self::default();
        let of_color = |color| Role::ALL.map(|role| Piece::new(color, role));
        for piece in Color::ALL.into_iter().flat_map(of_color) {
            for (others, square) in (0..).zip(board.of(piece.color, piece.role)) {
                keys.toggle(square, piece);
                keys.material ^= counted(piece, others);
            }
        }
        keys
    }

    /// Updates the keys by a legal move that is about to be made in a position. A null move changes
    /// nothing. After a move that is not legal the keys have no meaning.
    #[inline]
    pub fn play(&mut self, before: &Position, legal: Move) {
        let (from, to) = (legal.from(), legal.to());
        let (color, board) = (before.side_to_move(), before.board());
        let mover = Piece::new(color, board.role_at_occupied(from));
        if board.of_color(color).contains(to) {
            let side = CastlingSide::of_rook(from, to);
            let rook = Piece::new(color, Role::Rook);
            for (square, piece) in [
                (from, mover),
                (side.king_target(color), mover),
                (to, rook),
                (side.rook_target(color), rook),
            ] {
                self.toggle(square, piece);
            }
            return;
        }
        let is_en_passant = mover.role == Role::Pawn && before.en_passant() == Some(to);
        let gone = if is_en_passant { victim(to) } else { to };
        if board.occupied().contains(gone) {
            let taken = Piece::new(!color, board.role_at_occupied(gone));
            self.toggle(gone, taken);
            self.material ^= last(board, taken);
        }
        self.toggle(from, mover);
        match legal.promotion() {
            None => self.toggle(to, mover),
            Some(role) => {
                let promoted = Piece::new(color, role);
                self.toggle(to, promoted);
                let others = board.of(color, role).count();
                self.material ^= last(board, mover) ^ counted(promoted, others);
            }
        }
    }

    #[inline]
    fn toggle(&mut self, square: Square, piece: Piece) {
        let number = zobrist::piece(piece, square);
        if piece.role != Role::Pawn {
            self.non_pawns[piece.color as usize] ^= number;
        }
        match piece.role {
            Role::Pawn => self.pawns ^= number,
            Role::Knight | Role::Bishop => self.minors ^= number,
            Role::Rook | Role::Queen => self.majors ^= number,
            Role::King => {}
        }
    }
}

/// Returns the number of the last piece of a kind.
#[inline]
fn last(board: &Board, piece: Piece) -> u64 {
    counted(piece, board.of(piece.color, piece.role).count().wrapping_sub(1))
}

/// Returns the number of a piece, from the number of the other pieces of its kind. It is the number
/// of the square with that index.
#[inline]
fn counted(piece: Piece, others: u32) -> u64 {
    let [others, ..] = others.to_le_bytes();
    zobrist::piece(piece, Square::from_index_wrapping(others))
}
