//! Reading chunks, chains and moves.

use std::io::Read;

use hyperbola::Instruction;
use hyperbola::word::WideWord;

use super::chain::{Chain, Chunk, Decode};
use super::{HEADER, MAGIC, MOST};
use crate::pieces::{Wrong, expected};
use crate::window::Window;
use crate::{Entry, ReadError, Reader, Unit};

/// Reads a binpack as a stream. It keeps one chunk in memory.
///
/// Everything that the format leaves open is checked: a move that is not legal, bits behind the
/// last piece or the last move that are not zero, and bytes behind the last chain are errors. After
/// an error the rest of the chunk is passed over. Reading goes on with the next chunk: behind the
/// number of bytes that the chunk's header says, or at the first header in the chunk or behind it
/// if there is none.
///
/// Plies and move numbers are those of the file, even where they do not fit the side to move.
#[derive(Debug)]
pub(crate) struct BinpackReader<R> {
    window: Window<R>,
    /// The chunk that is being read, if one is.
    chunk: Option<Chunk>,
    /// The number of chunks so far.
    chunks: u64,
    /// The number of chains so far.
    chains: u64,
    /// The chain that is being read.
    chain: Chain,
    word: WideWord,
    /// The bytes behind which the next header is looked for, if there is a mistake before it.
    lost: Option<usize>,
    /// Whether the processor deposits bits quickly.
    deposits: bool,
}

impl<R: Read> BinpackReader<R> {
    /// Makes a reader of a stream, which needs no buffer of its own and whose first byte has an
    /// offset in the file.
    pub(crate) fn new(source: R, byte: u64) -> Self {
        let word = WideWord::widest();
        let deposits = word.kind().lanes() > 1 && !Instruction::BitDeposit.is_microcoded();
        let window = Window::new(source, byte);
        Self {
            window,
            chunk: None,
            chunks: 0,
            chains: 0,
            chain: Chain::new(),
            word,
            lost: None,
            deposits,
        }
    }

    /// Opens the next chunk. Returns whether there is one.
    fn open(&mut self) -> Result<bool, ReadError> {
        if let Some(bytes) = self.lost.take() {
            self.find_header(bytes);
        }
        let found = self.fill(HEADER)?;
        if found == 0 {
            return Ok(false);
        }
        self.chunks += 1;
        let wrong = match size(self.window.bytes()) {
            Ok(said) => {
                let there = self.fill(HEADER + said)?;
                let length = there - HEADER;
                self.chunk = Some(Chunk::new(said, length));
                return Ok(true);
            }
            Err(wrong) => wrong,
        };
        // Only a caller who goes on waits until it is found.
        self.lost = Some(1);
        Err(self.error(0, wrong))
    }

    /// Goes to the first header behind some bytes, or to the end of the stream.
    fn find_header(&mut self, bytes: usize) {
        self.window.pass(bytes.min(self.window.bytes().len()));
        loop {
            let found = self.window.peek(1 << 16);
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
        if chunk.has_begun() {
            self.window.entry_seen();
        }
        let byte = HEADER + (chunk.bit / 8).min(chunk.length);
        let error = match chunk.length < chunk.said && chunk.bit >= 8 * chunk.length {
            true => self.error(HEADER + chunk.length, chunk.cut()),
            false => self.error(byte, wrong),
        };
        let end = HEADER + chunk.said;
        // The header says how many bytes to pass if they are followed by another, or by nothing.
        let behind = self.window.peek(end + HEADER);
        let is_end = behind == end || behind > end && size(&self.window.bytes()[end..]).is_ok();
        if is_end {
            self.window.pass(end);
        } else {
            // Moves may have been read from bytes that belong to another chunk.
            self.lost = Some(HEADER);
        }
        error
    }

    fn error(&self, byte: usize, wrong: Wrong) -> ReadError {
        ReadError::wrong(Unit::Chunk, self.chunks, self.window.offset() + byte as u64, wrong)
    }

    fn fill(&mut self, wanted: usize) -> Result<usize, ReadError> {
        self.window.fill(wanted).map_err(|error| {
            self.chunk = None;
            ReadError::io(Unit::Chunk, self.chunks.max(1), self.window.offset(), error)
        })
    }
}

/// Returns the number of bytes that a header says.
pub(crate) fn size(bytes: &[u8]) -> Result<usize, Wrong> {
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

impl<R: Read> BinpackReader<R> {
    /// Returns whether nothing is left of the open chunk. If nothing is, it is passed.
    #[inline]
    fn is_read(&mut self) -> bool {
        match &self.chunk {
            Some(chunk) if chunk.is_read() => {
                self.window.pass_good(HEADER + chunk.said);
                self.chunk = None;
                true
            }
            Some(_) => false,
            None => true,
        }
    }
}

impl<R: Read + Send> Reader for BinpackReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        while self.is_read() {
            if !self.open()? {
                return Ok(None);
            }
        }
        let Self { window, chunk: Some(chunk), chains, chain, word, deposits, .. } = self else {
            return Ok(None);
        };
        let contents = &window.bytes()[HEADER..HEADER + chunk.length];
        if !chunk.is_in_chain() {
            *chains += 1;
            return match chunk.stem(contents, chain) {
                Ok(entry) => Ok(Some(entry)),
                Err(wrong) => Err(self.fail(wrong)),
            };
        }
        // The entry is not moved: it is made where the caller wants it.
        match word.run_one_lane(Decode { chunk, contents, chain, deposits: *deposits }) {
            Err(wrong) => Err(self.fail(wrong)),
            Ok(played) => {
                let entry = chain.entry(played);
                match chunk.play(contents, chain, played) {
                    Ok(()) => Ok(Some(entry)),
                    Err(wrong) => Err(self.fail(wrong)),
                }
            }
        }
    }

    fn units(&self) -> u64 {
        self.chunks
    }

    fn game(&self) -> Option<u64> {
        Some(self.chains)
    }
}
