//! Writing entries as chains.

use std::io::Write;

use hyperbola_moves::{Move, Position, Role};

use super::moves::{Candidates, below, width};
use super::{CHAIN, GROUPS, MAGIC, MOST_PLIES, stem};
use crate::entry::NO_SCORE;
use crate::{Entry, Refusal, WriteError, Writer};

/// The bytes of a chunk's contents from which on no chain is begun.
const FULL: usize = 1 << 20;

/// Writes a binpack as a stream. It keeps one chunk in memory.
///
/// An entry continues a chain if it is the position after the move before it, one ply later, with
/// the same result. Move numbers are not compared, because the format does not have them.
///
/// The format can say the castling rights of ordinary chess only. Positions with others are
/// refused.
#[derive(Debug)]
pub(crate) struct BinpackWriter<W> {
    target: W,
    contents: Vec<u8>,
    chain: Option<Chain>,
}

/// A chain that can go on.
#[derive(Debug)]
struct Chain {
    /// The entry that was written last.
    last: Entry,
    score: i16,
    /// The position after it.
    next: Position,
    /// The place in the contents of the number of plies.
    place: usize,
    plies: u16,
    /// The bits of the last byte that are used; 0 for all.
    used: u32,
}

impl<W: Write> BinpackWriter<W> {
    /// Makes a writer to a file, which needs no buffer of its own.
    pub(crate) const fn new(target: W) -> Self {
        Self { target, contents: Vec::new(), chain: None }
    }

    /// Writes the chunk, if it has contents.
    fn end_chunk(&mut self) -> Result<(), WriteError> {
        self.chain = None;
        let Ok(size) = u32::try_from(self.contents.len()) else { return Ok(()) };
        if size > 0 {
            self.target.write_all(&MAGIC)?;
            self.target.write_all(&size.to_le_bytes())?;
            self.target.write_all(&self.contents)?;
            self.contents.clear();
        }
        Ok(())
    }

    fn begin_chain(
        &mut self,
        entry: &Entry,
        score: i16,
        after: Option<Position>,
    ) -> Result<(), WriteError> {
        let stem = stem::write(entry, score)?;
        if self.contents.len() >= FULL {
            self.end_chunk()?;
        }
        self.contents.extend_from_slice(&stem);
        let place = self.contents.len();
        self.contents.extend_from_slice(&[0; CHAIN - stem::SIZE]);
        self.chain =
            after.map(|next| Chain { last: *entry, score, next, place, plies: 0, used: 0 });
        Ok(())
    }
}

impl Chain {
    /// Returns whether an entry is the next one of the chain.
    fn continues(&self, entry: &Entry) -> bool {
        entry.is_next_ply(&self.last)
            && entry.ply <= stem::MOST_PLY
            && entry.position.halfmove_clock() <= stem::MOST_CLOCK
            && self.plies < MOST_PLIES
            && entry.follows(&self.last, &self.next)
    }

    /// Adds an entry that continues the chain, whose move is legal.
    fn add(&mut self, contents: &mut Vec<u8>, entry: &Entry, played: Move, score: i16) {
        let position = &entry.position;
        let own = position.board().of_color(position.side_to_move());
        let role = position.board().role_at(played.from()).unwrap_or(Role::Pawn);
        let candidates = Candidates::new(position, played.from(), role);
        self.put(contents, below(own, played.from()), width(own.count()));
        self.put(contents, candidates.number_of(played), width(candidates.count()));
        let difference = score.wrapping_add(self.score);
        let mut rest = u32::from(stem::unsigned(difference));
        for _ in 0..GROUPS {
            let more = u32::from(rest > 15);
            self.put(contents, more << 4 | rest & 15, 5);
            rest >>= 4;
            if more == 0 {
                break;
            }
        }
        self.plies += 1;
        contents[self.place..self.place + 2].copy_from_slice(&self.plies.to_be_bytes());
        self.last = *entry;
        self.score = score;
    }

    /// Puts a number of some bits behind the last bit, its highest bit first.
    fn put(&mut self, contents: &mut Vec<u8>, number: u32, bits: u32) {
        for bit in (0..bits).rev() {
            if self.used == 0 {
                contents.push(0);
            }
            self.used = (self.used + 1) % 8;
            if let Some(last) = contents.last_mut() {
                *last |= u8::from(number >> bit & 1 != 0) << ((8 - self.used) % 8);
            }
        }
    }
}

/// Returns the number that stands for the score of an entry.
pub(crate) fn score_of(entry: &Entry) -> Result<i16, Refusal> {
    let Some(score) = entry.score else { return Ok(NO_SCORE) };
    let found = score.for_color(entry.position.side_to_move());
    match i16::try_from(found) {
        Ok(NO_SCORE) => Err(Refusal::ReservedScore),
        score => score.map_err(|_| Refusal::Score { found }),
    }
}

impl<W: Write> Writer for BinpackWriter<W> {
    fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let score = score_of(entry)?;
        let after = entry.next()?;
        match (&mut self.chain, after) {
            (Some(chain), Some((played, next))) if chain.continues(entry) => {
                chain.add(&mut self.contents, entry, played, score);
                chain.next = next;
                Ok(())
            }
            _ => self.begin_chain(entry, score, after.map(|(_, next)| next)),
        }
    }

    fn can_pause(&self, entry: &Entry) -> bool {
        // A refused entry ends neither the chain nor the chunk.
        let begins = || score_of(entry).is_ok_and(|score| stem::write(entry, score).is_ok());
        let continues = self.chain.as_ref().is_some_and(|chain| chain.continues(entry));
        let is_at_end = self.contents.is_empty() || self.contents.len() >= FULL;
        is_at_end && !continues && begins() && entry.next().is_ok()
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        self.end_chunk()?;
        Ok(self.target.flush()?)
    }
}
