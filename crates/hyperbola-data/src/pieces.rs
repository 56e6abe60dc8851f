//! Boards as formats of records pack them: the occupied squares, and four bits for each.

use std::borrow::Cow;

use hyperbola::Bitboard;
use hyperbola_moves::{Board, Color, Piece, Position, Role, Setup, Square};

/// The largest number of pieces that the four bits of each have room for.
pub(crate) const MOST: u32 = 32;

/// A text that says what was expected and what was found.
pub(crate) type Wrong = Cow<'static, str>;

/// Sets of squares that become a board.
#[derive(Debug, Default)]
pub(crate) struct Pieces {
    roles: [Bitboard; 6],
    colors: [Bitboard; 2],
}

impl Pieces {
    /// Puts a piece on an empty square.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, color: Color, role: Role) {
        self.roles[role as usize] |= square.into();
        self.colors[color as usize] |= square.into();
    }

    /// Returns the board, which is empty if a square has got two pieces.
    #[inline]
    pub(crate) fn board(self) -> Board {
        Board::from_sets(self.roles, self.colors).unwrap_or_default()
    }
}

/// Visits the occupied squares in ascending order, each with its four bits. The lower half of a
/// byte comes first.
#[inline]
pub(crate) fn unpack(
    occupied: u64,
    bits: [u8; 16],
    mut visit: impl FnMut(Square, u8) -> Result<(), Wrong>,
) -> Result<(), Wrong> {
    let count = occupied.count_ones();
    if count > MOST {
        return Err(format!("expected at most {MOST} pieces, found {count}").into());
    }
    let mut rest = u128::from_le_bytes(bits);
    for square in Bitboard(occupied) {
        visit(square, rest.to_le_bytes()[0] & 15)?;
        rest >>= 4;
    }
    match rest {
        0 => Ok(()),
        _ => Err(format!("expected zero bits behind those of {count} pieces").into()),
    }
}

/// Packs the four bits of the occupied squares, of which there are at most 32.
#[inline]
pub(crate) fn pack(board: &Board, mut bits: impl FnMut(Square, Piece) -> u8) -> [u8; 16] {
    let mut packed = 0;
    for (index, (square, piece)) in board.pieces().enumerate().take(MOST as usize) {
        packed |= u128::from(bits(square, piece)) << (4 * index);
    }
    packed.to_le_bytes()
}

/// Makes the position of a file, which may be one that no game can reach.
#[inline]
pub(crate) fn position(setup: &Setup) -> Result<Position, Wrong> {
    setup.unreachable_position().map_err(|error| error.to_string().into())
}

/// Returns the text for a number that is not what was expected.
#[cold]
pub(crate) fn expected(what: &str, found: impl core::fmt::Display) -> Wrong {
    format!("expected {what}, found {found}").into()
}
