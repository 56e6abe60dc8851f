//! The pieces of a side in two words: their squares, and a list of their kinds.

use crate::counter::CounterBoard;
use hyperbola_moves::Role;
use hyperbola_rules::castling::Castles;
use hyperbola_rules::pieces::Pieces;

/// The bits of a kind in the list.
const BITS: u32 = 3;

/// The largest number of pieces that a list has.
pub(crate) const MOST_PIECES: u32 = 16;

/// The bits of a list. Those above are free.
pub(crate) const LIST: u64 = (1 << (BITS * MOST_PIECES)) - 1;

/// The pieces of a side: the set of their squares, and the list of their kinds in the order of the
/// squares, three bits each, the first lowest. The numbers are 1 for a pawn, 2 for a knight, 3 for
/// a bishop, 4 for a rook, 5 for a queen, 6 for the king and 7 for a rook that may castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub(crate) struct Side {
    pub(crate) squares: u64,
    pub(crate) kinds: u64,
}

impl Side {
    /// Lists the pieces of a side, of whose rooks some may castle. It has at most
    /// [`MOST_PIECES`].
    #[inline(always)]
    pub(crate) fn new(pieces: &Pieces<u64>, castling_rooks: u64) -> Self {
        let Pieces { pawns, knights, diagonal, orthogonal, king } = *pieces;
        let squares = pieces.all();
        // The three bits of the numbers.
        let may_castle = castling_rooks & squares;
        let low = pawns | diagonal | may_castle;
        let middle = knights | (diagonal & !orthogonal) | king | may_castle;
        let high = orthogonal | king;
        let (mut kinds, mut shift, mut rest) = (0, 0, squares);
        while rest != 0 {
            let square = rest.trailing_zeros();
            let kind =
                (low >> square & 1) | (middle >> square & 1) << 1 | (high >> square & 1) << 2;
            kinds |= kind << shift;
            (rest, shift) = (rest & (rest - 1), (shift + BITS) % u64::BITS);
        }
        Self { squares, kinds }
    }

    /// Returns the pieces again.
    pub(crate) fn pieces(self) -> Pieces<u64> {
        let mut pieces = Pieces::default();
        let (mut list, mut rest) = (self.kinds, self.squares);
        while rest != 0 {
            let square = rest & rest.wrapping_neg();
            match list & 7 {
                1 => pieces.pawns |= square,
                2 => pieces.knights |= square,
                3 => pieces.diagonal |= square,
                5 => {
                    pieces.diagonal |= square;
                    pieces.orthogonal |= square;
                }
                6 => pieces.king |= square,
                _ => pieces.orthogonal |= square,
            }
            (rest, list) = (rest ^ square, list >> BITS);
        }
        pieces
    }

    /// Returns the side without the piece on a square, which is one of its squares.
    #[inline(always)]
    pub(crate) const fn without(self, square: u64) -> Self {
        let shift = BITS * (self.squares & (square - 1)).count_ones();
        let low = (1 << shift) - 1;
        Self {
            squares: self.squares ^ square,
            kinds: (self.kinds & low) | (self.kinds >> BITS & !low),
        }
    }

    /// Returns the side with one more piece on an empty square.
    #[inline(always)]
    pub(crate) const fn with(self, kind: u64, square: u64) -> Self {
        let shift = BITS * (self.squares & (square - 1)).count_ones();
        let low = (1 << shift) - 1;
        Self {
            squares: self.squares | square,
            kinds: (self.kinds & low) | kind << shift | (self.kinds & !low) << BITS,
        }
    }

    /// Returns the side after it has lost its castling rights.
    #[inline(always)]
    pub(crate) const fn without_rights(self) -> Self {
        const LOWEST: u64 = 0o1_111_111_111_111_111;
        let rooks = self.kinds & self.kinds >> 1 & self.kinds >> 2 & LOWEST;
        // Their number becomes that of any other rook.
        Self { kinds: self.kinds & !(rooks | rooks << 1), ..self }
    }
}

/// Returns the number of a kind. A rook that has moved may no longer castle.
#[inline(always)]
pub(crate) const fn kind_of(role: Role) -> u64 {
    match role {
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
        Role::King => 6,
    }
}

/// Lists both sides of a board, White's first.
pub(crate) fn sides_of(board: &CounterBoard, castles: &Castles) -> [Side; 2] {
    let rooks = board.castling_rooks(castles);
    board.sides.each_ref().map(|pieces| Side::new(pieces, rooks))
}
