//! Where sections of a file begin that can be read by themselves.

use std::io::{self, Read, Seek, SeekFrom};

use crate::binpack::{HEADER, MAGIC};
use crate::format::Sections;
use crate::{Format, binpack};

/// The bytes that are read at once on the way to a place where a section begins.
const STEP: usize = 1 << 16;

/// The line at the end of a record of `.plain`, with the end of the line before.
const END: &[u8] = b"\ne\n";

/// The same where lines end as on Windows.
const WIDE_END: &[u8] = b"\ne\r\n";

impl Format {
    /// Returns where the first section of a file begins that does not begin before a byte. A
    /// section can be read without the others: it is a chunk of a binpack, a record or a line.
    /// Files of viriformat and PGN are one section, and so are those of Leela, whose records have
    /// several sizes. If no section begins there, it is the end of the file.
    ///
    /// The sections from one such place to another are a file of the format. `known` is a place
    /// where a section begins, such as 0: the headers of a binpack are read from there on.
    ///
    /// ```
    /// use std::io::Cursor;
    /// use hyperbola_data::Format;
    /// let mut records = Cursor::new([0; 96]);
    /// assert_eq!(Format::Bullet.section_from(&mut records, 0, 33)?, 64);
    /// assert_eq!(Format::Viri.section_from(&mut records, 0, 33)?, 96);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read.
    pub fn section_from(
        self,
        source: &mut (impl Read + Seek),
        known: u64,
        byte: u64,
    ) -> io::Result<u64> {
        let end = source.seek(SeekFrom::End(0))?;
        if byte <= known {
            return Ok(known.min(end));
        }
        let section = match self.sections() {
            Sections::One => end,
            Sections::Records(size) => byte.next_multiple_of(size as u64),
            Sections::Lines => find(source, byte - 1, &[b"\n"], u64::MAX)?.unwrap_or(end),
            Sections::Plain => {
                // The end that is found may begin before the byte.
                let longest = WIDE_END.len() as u64;
                let mut from = byte.saturating_sub(longest).max(known);
                loop {
                    match find(source, from, &[END, WIDE_END], u64::MAX)? {
                        None => break end,
                        Some(section) if section >= byte => break section,
                        Some(section) => from = section - 1,
                    }
                }
            }
            Sections::Chunks => chunk_from(source, known, byte)?.unwrap_or(end),
        };
        Ok(section.min(end))
    }
}

/// The most bytes that are searched for the header of a chunk. Behind them the rest of the file is
/// one section, because what has no header in so many bytes is hardly a binpack.
const SEARCHED: u64 = 8 << 20;

/// Returns where the first of some texts ends that begins at a byte or behind it, or nothing if
/// none does in as many bytes.
fn find(
    source: &mut (impl Read + Seek),
    byte: u64,
    texts: &[&[u8]],
    most: u64,
) -> io::Result<Option<u64>> {
    let longest = texts.iter().map(|text| text.len()).max().unwrap_or(0);
    source.seek(SeekFrom::Start(byte))?;
    let (mut held, mut before) = (Vec::new(), byte);
    loop {
        let start = held.len();
        let read = source.by_ref().take(STEP as u64).read_to_end(&mut held)?;
        let ends = |&text: &&[u8]| {
            let found = held.windows(text.len()).position(|window| window == text)?;
            Some(found + text.len())
        };
        if let Some(end) = texts.iter().filter_map(ends).min() {
            return Ok(Some(before + end as u64));
        }
        if read == 0 || before - byte > most {
            return Ok(None);
        }
        // A text may begin in these bytes and end in the next ones.
        let passed = (start + read).saturating_sub(longest - 1);
        held.drain(..passed);
        before += passed as u64;
    }
}

/// Returns where the first chunk begins that does not begin before a byte, from a place where one
/// begins. Bytes that are no header are passed, as a reader does. Where a header says a number of
/// bytes behind which no other stands, a reader looks for one in the chunk, so the section goes on.
fn chunk_from(source: &mut (impl Read + Seek), known: u64, byte: u64) -> io::Result<Option<u64>> {
    let mut at = known;
    loop {
        source.seek(SeekFrom::Start(at))?;
        let mut header = Vec::new();
        source.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
        at = match binpack::size(&header) {
            Ok(_) if at >= byte => return Ok(Some(at)),
            Ok(size) => at + (HEADER + size) as u64,
            Err(_) => match find(source, at + 1, &[&MAGIC], SEARCHED)? {
                Some(end) => end - MAGIC.len() as u64,
                None => return Ok(None),
            },
        };
    }
}
