//! Counts for batches of positions: the number of replies in each lane, and the sequences from one
//! position after another.

use core::sync::atomic::AtomicBool;

use hyperbola::word::WideWord;
use hyperbola::{Color, Word};

use super::add::Tally;
use super::castles::Castle;
use super::pieces::Pieces;
use super::replies;
use super::walk::{Start, Walk};
use crate::perft::check_depth;
use crate::{CastlingSide, Position};

/// Black's castling in ordinary chess, to the king's side and to the queen's side.
static ORDINARY: [Castle; 2] = [
    Castle::ordinary(CastlingSide::King, Color::Black),
    Castle::ordinary(CastlingSide::Queen, Color::Black),
];

/// Returns the number of Black's legal moves in each lane, except captures en passant.
///
/// The rights are 1 for castling to the king's side plus 2 for the queen's side. They must be rights
/// of ordinary chess, with the king on e8 and rooks on h8 and a8.
#[inline(always)]
#[must_use]
pub fn replies_of_black<W: Word>(black: &Pieces<W>, white: &Pieces<W>, rights: W) -> W {
    let mut tally = Tally::from_words([rights.splat(0); Tally::<u64>::WORDS]);
    replies::count::<W, true, true>(black, white, &ORDINARY, rights, &mut tally);
    tally.total()
}

/// Counts the legal move sequences from one position after another, in memory that is used again.
#[derive(Debug)]
pub struct Sequences(Walk);

impl Sequences {
    /// Makes what counts on a kind of word.
    #[must_use]
    pub fn new(word: WideWord) -> Self {
        Self(Walk::new(word))
    }

    /// Returns the number of legal move sequences of a length, as
    /// [`Perft::count`](crate::perft::Perft::count) does on one thread, with no position kept.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`](crate::perft::MAX_DEPTH).
    #[must_use]
    pub fn count(&mut self, position: &Position, depth: u32) -> u128 {
        check_depth(depth);
        let Start { board, castles } = Start::new(position, depth);
        self.0.count(&board, &castles, depth, &AtomicBool::new(false)).0
    }
}
