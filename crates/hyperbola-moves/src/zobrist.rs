//! The random numbers of Zobrist keys, from the Polyglot book format.

use hyperbola::{Color, File, Square, pawn_attacks};

use crate::{CastlingSide, Piece, Position, Role, Setup, isaac64};

/// The format's numbers, 6 KiB: 64 for each piece (black pawn, white pawn, black knight, …), four
/// for castling rights, eight for the files of en passant and one for White to move.
static NUMBERS: [u64; 781] = {
    let numbers = isaac64::numbers();
    assert!(numbers[0] == 0x9d39_247e_3377_6d41 && numbers[780] == 0xf8d6_26aa_af27_8509);
    numbers
};

const CASTLING: usize = 768;
const EN_PASSANT: usize = 772;
const WHITE_TO_MOVE: usize = 780;

/// Returns the number of a piece on a square.
#[inline]
pub(crate) const fn piece(piece: Piece, square: Square) -> u64 {
    number(piece.color, piece.role as usize, square)
}

/// Returns the number of a piece of a role's number on a square.
#[inline]
pub(crate) const fn number(color: Color, role: usize, square: Square) -> u64 {
    let kind = 2 * role + matches!(color, Color::White) as usize;
    NUMBERS[64 * kind + square as usize]
}

/// Returns the number of a castling right.
#[inline]
pub(crate) fn castling(color: Color, side: CastlingSide) -> u64 {
    NUMBERS[CASTLING + 2 * color as usize + side as usize]
}

/// Returns the number of a possible en passant capture on a file.
#[inline]
pub(crate) fn en_passant(file: File) -> u64 {
    NUMBERS[EN_PASSANT + file as usize]
}

/// Returns the number that is added when White is to move.
#[inline]
pub(crate) const fn white_to_move() -> u64 {
    NUMBERS[WHITE_TO_MOVE]
}

impl Position {
    /// Returns the key by which books of the Polyglot format are searched. A square that a pawn has
    /// just passed over is part of it if an enemy pawn stands beside that pawn, even one that may
    /// not capture. In all other positions it is [`key`](Self::key).
    ///
    /// `passed` is the square behind a pawn that has just moved two squares, if the last move was
    /// such a move. A position alone knows it only where a capture is legal.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Square};
    /// // The pawn on b4 is pinned.
    /// let position: Position = "1k6/8/8/8/1pP5/8/8/1R2K3 b - c3 0 1".parse()?;
    /// assert_eq!(position.en_passant(), None);
    /// assert_ne!(position.polyglot_key(Some(Square::C3)), position.key());
    /// assert_eq!(position.polyglot_key(None), position.key());
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn polyglot_key(&self, passed: Option<Square>) -> u64 {
        let color = self.side_to_move();
        let captors = |square| self.board().of(color, Role::Pawn) & pawn_attacks(!color, square);
        match passed.filter(|&square| !captors(square).is_empty()) {
            Some(square) if self.en_passant().is_none() => self.key() ^ en_passant(square.file()),
            _ => self.key(),
        }
    }
}

impl Setup {
    /// Returns the key of the position that it makes. Its en passant square must be one where a
    /// capture is legal.
    #[must_use]
    pub fn key(&self) -> u64 {
        let mut key = 0;
        for color in Color::ALL {
            for role in Role::ALL {
                for square in self.board.of(color, role) {
                    key ^= piece(Piece { color, role }, square);
                }
            }
        }
        for (color, side, _) in self.castling_rights.iter() {
            key ^= castling(color, side);
        }
        if let Some(square) = self.en_passant {
            key ^= en_passant(square.file());
        }
        if self.side_to_move == Color::White {
            key ^= white_to_move();
        }
        key
    }
}
