//! Lines of a text, with their numbers and places.

use std::io::{self, Read};

use hyperbola_moves::epd;

use crate::fens::Fens;
use crate::pieces::{Wrong, expected};
use crate::window::Window;
use crate::{Entry, LeftOut, ReadError, ReadOptions, Reader, Unit};

/// The largest number of bytes of a line.
const LONGEST: usize = 1 << 20;

/// The byte order mark of UTF-8, which may stand before a text.
const MARK: &[u8] = b"\xef\xbb\xbf";

/// Reads a text by lines.
#[derive(Debug)]
pub(crate) struct Lines<R> {
    window: Window<R>,
    /// The number of the line that was read last, and where it begins and ends.
    number: u64,
    byte: u64,
    length: usize,
    /// The rest of a long line that is still to be passed.
    is_long: bool,
    /// Whether the end of the stream was found, which has the number behind the last line.
    has_ended: bool,
}

impl<R: Read> Lines<R> {
    /// Reads the lines of a stream whose first byte has an offset in the file.
    pub(crate) fn new(source: R, byte: u64) -> Self {
        let window = Window::new(source, byte);
        Self { window, number: 0, byte, length: 0, is_long: false, has_ended: false }
    }

    /// Returns the number of lines that have been read.
    pub(crate) const fn number(&self) -> u64 {
        self.number - self.has_ended as u64
    }

    /// Reads the next line, without its end. Returns nothing behind the last one.
    pub(crate) fn next(&mut self) -> Result<Option<&str>, ReadError> {
        self.window.pass(self.length);
        self.length = 0;
        self.pass_long().map_err(|error| self.unreadable(error))?;
        self.number += u64::from(!self.has_ended);
        self.byte = self.window.offset();
        let (end, has_end) = self.find_end().map_err(|error| self.unreadable(error))?;
        if end == 0 && !has_end {
            self.has_ended = true;
            return Ok(None);
        }
        self.length = end + usize::from(has_end);
        if end == LONGEST && !has_end {
            self.is_long = true;
            return Err(self.wrong(0, "expected a line of less than 1 MiB, found more".into()));
        }
        let mark = if self.byte == 0 && self.window.bytes().starts_with(MARK) { 3 } else { 0 };
        let line = self.window.bytes()[..end].get(mark..).unwrap_or_default();
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match core::str::from_utf8(line) {
            Ok(line) => Ok(Some(line)),
            Err(error) => {
                let byte = error.valid_up_to();
                let found = format_args!("the byte {:#04x}", line[byte]);
                Err(self.wrong(mark + byte, expected("text in UTF-8", found)))
            }
        }
    }

    /// Takes note that the lines up to the last one that was read are an entry.
    #[inline]
    pub(crate) const fn entry_seen(&mut self) {
        self.window.entry_seen();
    }

    /// Goes back to the beginning of the line that was read last.
    pub(crate) const fn put_back(&mut self) {
        self.length = 0;
        self.number -= 1;
    }

    /// Passes the rest of a line that is too long.
    fn pass_long(&mut self) -> io::Result<()> {
        while self.is_long {
            let (end, has_end) = self.find_end()?;
            self.window.pass(end + usize::from(has_end));
            self.is_long = !has_end && end > 0;
        }
        Ok(())
    }

    /// Finds the end of the line. Returns how many bytes are before it, at most [`LONGEST`], and
    /// whether a line feed is there.
    fn find_end(&mut self) -> io::Result<(usize, bool)> {
        let mut wanted = 1;
        let mut searched = 0;
        loop {
            let found = self.window.fill(wanted)?;
            let there = self.window.bytes().len().min(LONGEST);
            let line = &self.window.bytes()[searched..there];
            if let Some(end) = line.iter().position(|&byte| byte == b'\n') {
                return Ok((searched + end, true));
            }
            if found < wanted || there == LONGEST {
                return Ok((there, false));
            }
            searched = there;
            wanted = there + 1;
        }
    }

    /// Returns the error for a mistake at a byte of the line that was read last.
    pub(crate) fn wrong(&self, byte: usize, wrong: Wrong) -> ReadError {
        ReadError::wrong(Unit::Line, self.number, self.byte + byte as u64, wrong)
    }

    fn unreadable(&mut self, error: io::Error) -> ReadError {
        let byte = self.window.offset();
        ReadError::io(Unit::Line, self.number.max(1), byte, error)
    }
}

/// Reads a text with an entry on each line, as a function reads a line. Empty lines and comments
/// are passed over.
#[derive(Debug)]
pub(crate) struct LineReader<R> {
    lines: Lines<R>,
    fens: Fens,
    read: ReadLine,
}

/// Reads the entry of a line.
pub(crate) type ReadLine = fn(&str, &mut Fens) -> Result<Entry, Wrong>;

impl<R: Read> LineReader<R> {
    pub(crate) fn new(source: R, byte: u64, options: ReadOptions, read: ReadLine) -> Self {
        Self { lines: Lines::new(source, byte), fens: Fens::new(options), read }
    }
}

impl<R: Read + Send> Reader for LineReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            let Some(line) = self.lines.next()? else { return Ok(None) };
            if !epd::is_passed(line.as_bytes()) {
                return match (self.read)(line, &mut self.fens) {
                    Ok(entry) => {
                        self.lines.entry_seen();
                        Ok(Some(entry))
                    }
                    Err(wrong) => Err(self.lines.wrong(0, wrong)),
                };
            }
        }
    }

    fn units(&self) -> u64 {
        self.lines.number()
    }

    fn left_out(&self) -> LeftOut {
        self.fens.left.clone()
    }
}
