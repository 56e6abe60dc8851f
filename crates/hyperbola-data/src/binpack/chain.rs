//! Chains: a stem, and a move with a difference of scores for each half move behind it.

use hyperbola::word::{Vector, WordVisitor};
use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{Move, Position, Role};

use super::moves::{Candidates, Nth, width};
use super::{CHAIN, GROUPS, stem};
use crate::Entry;
use crate::entry::stockfish_score;
use crate::pieces::{Wrong, expected};

/// A chunk that is being read.
#[derive(Debug)]
pub(super) struct Chunk {
    /// The bytes of the contents as the header says them.
    pub(super) said: usize,
    /// The bytes that are there, which are fewer if the file ends too early.
    pub(super) length: usize,
    /// The next bit of the contents.
    pub(super) bit: usize,
    /// The half moves that the chain still has.
    plies: u16,
    /// The bits of the half move that was read and not made yet.
    taken: u32,
}

/// What is known of a chain behind the entry that was read last.
#[derive(Debug)]
pub(super) struct Chain {
    /// The position after that entry.
    position: Position,
    result: GameResult,
    /// The ply of that entry.
    ply: u16,
    /// The score of that entry, as the file has it.
    score: i16,
}

impl Chain {
    /// Makes a chain that has not begun.
    pub(super) fn new() -> Self {
        let position = Position::initial();
        Self { position, result: GameResult::Unknown, ply: 0, score: 0 }
    }

    /// Returns the entry of the chain's position.
    #[inline(always)]
    pub(super) fn entry(&self, played: Move) -> Entry {
        let Self { position, result, ply, score } = *self;
        let score = stockfish_score(position.side_to_move(), score);
        Entry { position, played: Some(played), score, result, ply }
    }
}

impl Chunk {
    /// Begins a chunk whose header says a number of bytes, of which some are there.
    pub(super) const fn new(said: usize, length: usize) -> Self {
        Self { said, length, bit: 0, plies: 0, taken: 0 }
    }

    /// Returns whether nothing is left.
    #[inline]
    pub(super) const fn is_read(&self) -> bool {
        self.plies == 0 && self.bit == 8 * self.said
    }

    /// Returns whether the entry of a stem has been read.
    pub(super) const fn has_begun(&self) -> bool {
        self.bit >= 8 * CHAIN
    }

    /// Returns whether the chain has more half moves.
    #[inline]
    pub(super) const fn is_in_chain(&self) -> bool {
        self.plies > 0
    }

    /// The text for a chunk that ends with the file.
    pub(super) fn cut(&self) -> Wrong {
        let Self { said, length, .. } = self;
        expected(
            &format!("a chunk of {said} bytes"),
            format_args!("the end of the file after {length}"),
        )
    }

    /// Begins the next chain. Returns the entry of its stem.
    pub(super) fn stem(&mut self, contents: &[u8], chain: &mut Chain) -> Result<Entry, Wrong> {
        let start = self.bit / 8;
        let Some(bytes) = contents[start..].first_chunk::<CHAIN>() else {
            if self.length < self.said {
                self.bit = 8 * self.length;
                return Err(self.cut());
            }
            let rest = contents.len() - start;
            return Err(expected("a chain of at least 34 bytes", format_args!("{rest} bytes")));
        };
        let [stem @ .., high, low] = bytes;
        let (entry, plies) = (stem::read(stem)?, u16::from_be_bytes([*high, *low]));
        let mut position = entry.position;
        match (entry.played, position.null_move()) {
            (Some(played), _) => position.play_unchecked(played),
            (None, Some(next)) => position = next,
            (None, None) if plies == 0 => {}
            (None, None) => {
                return Err("expected a move out of check before those of the chain".into());
            }
        }
        self.bit += 8 * CHAIN;
        self.plies = plies;
        let (result, ply, score) = (entry.result, entry.ply, stem::score(stem));
        *chain = Chain { position, result, ply, score };
        Ok(Entry { score: stockfish_score(entry.position.side_to_move(), score), ..entry })
    }

    /// Reads the next half move of the chain. Its score becomes that of the chain.
    #[inline(always)]
    fn ply<V: Vector>(
        &mut self,
        nth: Nth<V>,
        contents: &[u8],
        chain: &mut Chain,
    ) -> Result<Move, Wrong> {
        let position = &chain.position;
        let mut bits = Bits::new(contents, self.bit);
        let own = position.board().of_color(position.side_to_move());
        let mover = bits.take(width(own.count()));
        let mover_of = |from| Some((from, position.board().role_at(from)?));
        let Some((from, role)) = nth.of(own, mover).and_then(mover_of) else {
            return Err(expected(&format!("the number of a piece below {}", own.count()), mover));
        };
        let candidates = Candidates::new(position, from, role);
        let count = candidates.count();
        let number = bits.take(width(count));
        let played = (number < count).then(|| candidates.by_number(nth, from, number)).flatten();
        let Some(played) = played else {
            return Err(match count {
                0 => expected("a piece that can move", from),
                _ => expected(&format!("the number of a move below {count}"), number),
            });
        };
        let Some(difference) = bits.score() else {
            return Err("expected a score of at most four groups of bits, found more".into());
        };
        let end = self.bit + bits.taken as usize;
        if end > 8 * contents.len() {
            self.bit = 8 * contents.len();
            return Err(expected("the moves of a chain", "the end of the chunk"));
        }
        let castles = role == Role::King && own.contains(played.to());
        if castles && !position.is_legal(played) {
            return Err(expected("a legal move", played));
        }
        chain.ply = match chain.ply.checked_add(1) {
            Some(ply) => ply,
            None => return Err("expected a ply of at most 65535".into()),
        };
        chain.score = difference.wrapping_sub(chain.score);
        self.taken = bits.taken;
        Ok(played)
    }

    /// Makes the half move that was read, which must not leave the king in check.
    #[inline(always)]
    pub(super) fn play(
        &mut self,
        contents: &[u8],
        chain: &mut Chain,
        played: Move,
    ) -> Result<(), Wrong> {
        let position = &mut chain.position;
        let color = position.side_to_move();
        position.play_unchecked(played);
        let board = position.board();
        let attackers = board.attackers_to(position.king(color), board.occupied());
        if !(attackers & board.of_color(!color)).is_empty() {
            return Err(expected("a legal move", played));
        }
        self.bit += self.taken as usize;
        self.plies -= 1;
        if self.plies == 0 { self.end_chain(contents) } else { Ok(()) }
    }

    /// Goes to the byte behind a chain.
    fn end_chain(&mut self, contents: &[u8]) -> Result<(), Wrong> {
        let rest = self.bit % 8;
        if rest != 0 {
            let bits = contents[self.bit / 8] << rest;
            if bits != 0 {
                return Err("expected zero bits behind the moves of a chain".into());
            }
            self.bit += 8 - rest;
        }
        Ok(())
    }
}

/// Reads the next half move, compiled for the bit instructions of the processor.
pub(super) struct Decode<'a> {
    pub(super) chunk: &'a mut Chunk,
    pub(super) contents: &'a [u8],
    pub(super) chain: &'a mut Chain,
    pub(super) deposits: bool,
}

impl WordVisitor for Decode<'_> {
    type Output = Result<Move, Wrong>;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> Self::Output {
        let nth = Nth { token, deposits: self.deposits };
        self.chunk.ply::<V>(nth, self.contents, self.chain)
    }
}

/// The next 57 bits or more, from the highest on. A half move takes at most 29.
struct Bits {
    rest: u64,
    taken: u32,
}

impl Bits {
    /// Behind the end all bits are zero.
    #[inline(always)]
    fn new(bytes: &[u8], bit: usize) -> Self {
        let bytes = &bytes[(bit / 8).min(bytes.len())..];
        let word = match bytes.first_chunk() {
            Some(word) => *word,
            None => core::array::from_fn(|index| bytes.get(index).copied().unwrap_or(0)),
        };
        Self { rest: u64::from_be_bytes(word) << (bit % 8), taken: 0 }
    }

    /// Takes a number of fewer than 32 bits.
    #[inline(always)]
    fn take(&mut self, bits: u32) -> u32 {
        let [.., a, b, c, d] = (self.rest >> 32 >> (32 - bits)).to_be_bytes();
        self.rest <<= bits;
        self.taken += bits;
        u32::from_be_bytes([a, b, c, d])
    }

    /// Takes groups of four bits, the lowest first, each behind a bit that says whether another
    /// follows. How many there are is not foreseen, so there is no branch for each.
    #[inline(always)]
    fn score(&mut self) -> Option<i16> {
        let (mut zigzag, mut more) = (0, 0);
        for group in 0..GROUPS {
            let bits = self.rest >> (59 - 5 * group);
            zigzag |= (bits & 15) << (4 * group);
            more |= (bits >> 4 & 1) << group;
        }
        let groups = more.trailing_ones() + 1;
        self.taken += 5 * groups;
        let [low, high, ..] = (zigzag & !(u64::MAX << (4 * groups))).to_le_bytes();
        (groups <= GROUPS).then(|| stem::signed(u16::from_le_bytes([low, high])))
    }
}
