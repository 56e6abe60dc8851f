//! Reading chunks, chains and moves.

use std::io::Read;

use hyperbola_moves::{Move, Position, Role};

use super::moves::{Candidates, nth, width};
use super::{CHAIN, GROUPS, HEADER, MAGIC, MOST, stem};
use crate::entry::NO_SCORE;
use crate::pieces::{Wrong, expected};
use crate::window::Window;
use crate::{Entry, ReadError, Reader, Score, Unit};

/// Reads a binpack as a stream. It keeps one chunk in memory.
///
/// Everything that the format leaves open is checked: a move that is not legal, bits behind the last
/// piece or the last move that are not zero, and bytes behind the last chain are errors. After an
/// error the rest of the chunk is passed over. Reading goes on with the next chunk: behind the
/// number of bytes that the chunk's header says, or where the next header stands if there is none.
///
/// Plies and move numbers are those of the file, even where they do not fit the side to move.
#[derive(Debug)]
pub(crate) struct BinpackReader<R> {
    window: Window<R>,
    /// The chunk that is being read, if one is.
    chunk: Option<Chunk>,
    /// The number of chunks so far.
    chunks: u64,
    /// The entry that was read last.
    last: Entry,
    /// Its score as the file has it.
    score: i16,
    /// The position after it.
    next: Position,
}

/// A chunk that is being read.
#[derive(Debug)]
struct Chunk {
    /// The bytes of the contents as the header says them.
    said: usize,
    /// The bytes that are there, which are fewer if the file ends too early.
    length: usize,
    /// The next bit of the contents.
    bit: usize,
    /// The half moves that the chain still has.
    plies: u16,
}

impl<R: Read> BinpackReader<R> {
    /// Makes a reader of a stream, which needs no buffer of its own.
    pub(crate) fn new(source: R) -> Self {
        let initial = Position::initial();
        Self {
            window: Window::new(source),
            chunk: None,
            chunks: 0,
            last: Entry::new(initial),
            score: 0,
            next: initial,
        }
    }

    /// Opens the next chunk. Returns whether there is one.
    fn open(&mut self) -> Result<bool, ReadError> {
        let found = self.fill(HEADER)?;
        if found == 0 {
            return Ok(false);
        }
        self.chunks += 1;
        let wrong = match size(self.window.bytes()) {
            Ok(said) => {
                let there = self.fill(HEADER + said)?;
                let length = there - HEADER;
                self.chunk = Some(Chunk { said, length, bit: 0, plies: 0 });
                return Ok(true);
            }
            Err(wrong) => wrong,
        };
        let error = self.error(0, wrong);
        self.find_header(1);
        Err(error)
    }

    /// Goes to the first header behind some bytes, or to the end of the stream.
    fn find_header(&mut self, bytes: usize) {
        self.window.pass(bytes.min(self.window.bytes().len()));
        loop {
            let found = self.window.fill(1 << 16).unwrap_or(0).min(1 << 16);
            let bytes = &self.window.bytes()[..found];
            let is_header = |&start: &usize| {
                bytes[start..].starts_with(&MAGIC) && size(&bytes[start..]).is_ok()
            };
            let first = (0..found.saturating_sub(HEADER - 1)).find(is_header);
            match first {
                Some(start) => return self.window.pass(start),
                None if found < 1 << 16 => return self.window.end(),
                None => self.window.pass(found - (HEADER - 1)),
            }
        }
    }

    /// Ends the chunk after a mistake at a bit of its contents, and goes to the next one.
    fn fail(&mut self, wrong: Wrong) -> ReadError {
        let Some(chunk) = self.chunk.take() else { return self.error(0, wrong) };
        let byte = HEADER + (chunk.bit / 8).min(chunk.length);
        let error = match chunk.length < chunk.said && chunk.bit >= 8 * chunk.length {
            true => self.error(HEADER + chunk.length, chunk.cut()),
            false => self.error(byte, wrong),
        };
        let end = HEADER + chunk.said;
        // The header says how many bytes to pass if they are followed by another, or by nothing.
        let behind = self.window.fill(end + HEADER).unwrap_or(0);
        let is_end = behind == end || behind > end && size(&self.window.bytes()[end..]).is_ok();
        if is_end {
            self.window.pass(end)
        } else {
            self.find_header(byte.max(HEADER))
        }
        error
    }

    fn error(&self, byte: usize, wrong: Wrong) -> ReadError {
        ReadError::wrong(Unit::Chunk, self.chunks, self.window.offset() + byte as u64, wrong)
    }

    fn fill(&mut self, wanted: usize) -> Result<usize, ReadError> {
        self.window.fill(wanted).map_err(|error| {
            self.chunk = None;
            self.window.end();
            ReadError::io(Unit::Chunk, self.chunks.max(1), self.window.offset(), error)
        })
    }
}

/// Returns the number of bytes that a header says.
fn size(bytes: &[u8]) -> Result<usize, Wrong> {
    let Some(header) = bytes.first_chunk::<HEADER>() else {
        return Err(expected("the 8 bytes of a chunk's header", bytes.len()));
    };
    let [a, b, c, d, size @ ..] = *header;
    if [a, b, c, d] != MAGIC {
        return Err(expected("the bytes BINP", [a, b, c, d].escape_ascii()));
    }
    match usize::try_from(u32::from_le_bytes(size)) {
        Ok(size) if size <= MOST => Ok(size),
        _ => Err(expected("at most 100 MiB in a chunk", u32::from_le_bytes(size))),
    }
}

impl Chunk {
    /// The text for a chunk that ends with the file.
    fn cut(&self) -> Wrong {
        let Self { said, length, .. } = self;
        expected(
            &format!("a chunk of {said} bytes"),
            format_args!("the end of the file after {length}"),
        )
    }

    /// Reads the stem of the next chain.
    fn stem(&mut self, contents: &[u8]) -> Result<(Entry, i16, Option<Position>), Wrong> {
        let start = self.bit / 8;
        let Some(chain) = contents[start..].first_chunk::<CHAIN>() else {
            if self.length < self.said {
                self.bit = 8 * self.length;
                return Err(self.cut());
            }
            let rest = contents.len() - start;
            return Err(expected("a chain of at least 34 bytes", format_args!("{rest} bytes")));
        };
        let (stem, count) = chain.split_first_chunk().unwrap_or((&[0; stem::SIZE], &[]));
        let entry = stem::read(stem)?;
        let plies = count.try_into().map_or(0, u16::from_be_bytes);
        let next = match entry.played {
            Some(played) => after(&entry.position, played),
            None => entry.position.null_move(),
        };
        if plies > 0 && next.is_none() {
            return Err("expected a move before the moves of the chain, found none".into());
        }
        self.bit += 8 * CHAIN;
        self.plies = plies;
        Ok((entry, stem::score(stem), next))
    }

    /// Reads the move and the difference of scores of the next half move, and the position after it.
    #[inline]
    fn ply(&mut self, contents: &[u8], position: &Position) -> Result<Ply, Wrong> {
        let mut bits = Bits::new(contents, self.bit);
        let color = position.side_to_move();
        let own = position.board().of_color(color);
        let mover = bits.take(width(own.count()));
        let Some((from, role)) =
            nth(own, mover).and_then(|from| Some((from, position.board().role_at(from)?)))
        else {
            return Err(expected(&format!("the number of a piece below {}", own.count()), mover));
        };
        let candidates = Candidates::new(position, from, role);
        let count = candidates.count();
        if count == 0 {
            return Err(expected("a piece that can move", from));
        }
        let number = bits.take(width(count));
        let played = (number < count).then(|| candidates.by_number(from, number)).flatten();
        let Some(played) = played else {
            return Err(expected(&format!("the number of a move below {count}"), number));
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
        let Some(next) = after(position, played) else {
            return Err(expected("a legal move", played));
        };
        self.bit = end;
        self.plies -= 1;
        if self.plies == 0 {
            self.end_chain(contents)?;
        }
        Ok(Ply { played, difference, next })
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

/// Returns the position after a move, or nothing if the move leaves its king in check.
#[inline]
fn after(position: &Position, played: Move) -> Option<Position> {
    let color = position.side_to_move();
    let mut next = *position;
    next.play_unchecked(played);
    let board = next.board();
    let attackers = board.attackers_to(next.king(color), board.occupied());
    (attackers & board.of_color(!color)).is_empty().then_some(next)
}

/// A half move of a chain.
struct Ply {
    played: Move,
    difference: i16,
    next: Position,
}

/// The next 57 bits or more, from the highest on. A half move takes at most 29.
struct Bits {
    rest: u64,
    taken: u32,
}

impl Bits {
    /// Behind the end all bits are zero.
    #[inline]
    fn new(bytes: &[u8], bit: usize) -> Self {
        let bytes = &bytes[(bit / 8).min(bytes.len())..];
        let word = match bytes.first_chunk() {
            Some(word) => *word,
            None => core::array::from_fn(|index| bytes.get(index).copied().unwrap_or(0)),
        };
        Self { rest: u64::from_be_bytes(word) << (bit % 8), taken: 0 }
    }

    /// Takes a number of fewer than 32 bits.
    #[inline]
    fn take(&mut self, bits: u32) -> u32 {
        let [.., a, b, c, d] = (self.rest >> 32 >> (32 - bits)).to_be_bytes();
        self.rest <<= bits;
        self.taken += bits;
        u32::from_be_bytes([a, b, c, d])
    }

    /// Takes groups of four bits, the lowest first, each behind a bit that says whether another
    /// follows.
    #[inline]
    fn score(&mut self) -> Option<i16> {
        let mut zigzag = 0;
        for group in 0..GROUPS {
            let bits = self.take(5);
            zigzag |= (bits & 15) << (4 * group);
            if bits < 16 {
                let [low, high, ..] = zigzag.to_le_bytes();
                return Some(stem::signed(u16::from_le_bytes([low, high])));
            }
        }
        None
    }
}

impl<R: Read> BinpackReader<R> {
    /// Reads the next entry of the open chunk.
    #[inline]
    fn step(&mut self) -> Result<Entry, Wrong> {
        let Some(chunk) = &mut self.chunk else { return Err("expected a chunk".into()) };
        let contents = &self.window.bytes()[HEADER..HEADER + chunk.length];
        if chunk.plies == 0 {
            let (entry, score, next) = chunk.stem(contents)?;
            self.score = score;
            self.next = next.unwrap_or(entry.position);
            self.last = with_score(entry, score);
            return Ok(self.last);
        }
        let Some(ply) = self.last.ply.checked_add(1) else {
            return Err("expected a ply of at most 65535".into());
        };
        let Ply { played, difference, next } = chunk.ply(contents, &self.next)?;
        self.score = difference.wrapping_sub(self.score);
        let entry = Entry { position: self.next, played: Some(played), ply, ..self.last };
        self.last = with_score(entry, self.score);
        self.next = next;
        Ok(self.last)
    }

    /// Returns whether nothing is left of the open chunk. If nothing is, it is passed.
    fn is_read(&mut self) -> bool {
        match &self.chunk {
            Some(chunk) if chunk.plies == 0 && chunk.bit == 8 * chunk.said => {
                self.window.pass(HEADER + chunk.said);
                self.chunk = None;
                true
            }
            Some(_) => false,
            None => true,
        }
    }
}

/// Returns an entry with the score that the file has for it.
#[inline]
fn with_score(entry: Entry, score: i16) -> Entry {
    let color = entry.position.side_to_move();
    let score = (score != NO_SCORE).then(|| Score::seen_by(color, score.into()));
    Entry { score, ..entry }
}

impl<R: Read + Send> Reader for BinpackReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        while self.is_read() {
            if !self.open()? {
                return Ok(None);
            }
        }
        match self.step() {
            Ok(entry) => Ok(Some(entry)),
            Err(wrong) => Err(self.fail(wrong)),
        }
    }
}
