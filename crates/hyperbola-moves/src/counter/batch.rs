//! The number of replies in each lane, for batches of positions.

use hyperbola::{Color, Square, Word};

use super::add::Tally;
use super::castles::Castle;
use super::pieces::Pieces;
use super::replies;
use crate::CastlingSide;

/// The pieces of a side, one position in each lane.
#[derive(Debug, Clone, Copy)]
pub struct Sets<W> {
    /// The pawns.
    pub pawns: W,
    /// The knights.
    pub knights: W,
    /// The bishops and queens.
    pub diagonal: W,
    /// The rooks and queens.
    pub orthogonal: W,
    /// The king.
    pub king: W,
}

impl<W> Sets<W> {
    #[inline(always)]
    fn pieces(self) -> Pieces<W> {
        let Self { pawns, knights, diagonal, orthogonal, king } = self;
        Pieces { pawns, knights, diagonal, orthogonal, king }
    }
}

/// Black's castling in ordinary chess, to the king's side and to the queen's side.
static ORDINARY: [Castle; 2] = [
    Castle::new(Square::E8, Square::H8, CastlingSide::King, Color::Black),
    Castle::new(Square::E8, Square::A8, CastlingSide::Queen, Color::Black),
];

/// Returns the number of Black's legal moves in each lane, except captures en passant.
///
/// The rights are 1 for castling to the king's side plus 2 for the queen's side. They must be rights
/// of ordinary chess, with the king on e8 and rooks on h8 and a8.
#[inline(always)]
#[must_use]
pub fn replies_of_black<W: Word>(black: Sets<W>, white: Sets<W>, rights: W) -> W {
    let mut tally = Tally::from_words([rights.splat(0); Tally::<u64>::WORDS]);
    let (replier, mover) = (black.pieces(), white.pieces());
    replies::count::<W, true, true>(&replier, &mover, &ORDINARY, rights, &mut tally);
    tally.total()
}
