//! A part of a stream in memory, for formats whose parts are looked at before they are passed.

use core::sync::atomic::{AtomicU64, Ordering};
use std::io::{self, BufRead, BufReader, ErrorKind, Read};
use std::sync::Arc;

/// The bytes that are read at once.
const STEP: usize = 1 << 18;

/// The most bytes without an entry, behind which nothing more is read. A chunk of a binpack, the
/// largest part of any format, has at most 100 MiB.
pub(crate) const MOST_WITHOUT_ENTRY: u64 = 256 << 20;

/// Returns the error for a file without an entry in so many bytes.
pub(crate) fn no_entry() -> io::Error {
    let text =
        "expected an entry within 256 MiB, found none: the file is of another format or broken";
    io::Error::new(ErrorKind::InvalidData, text)
}

/// A stream whose bytes are counted, and which ends with an error behind the most of them.
#[derive(Debug)]
pub(crate) struct Counted<R> {
    source: R,
    bytes: Arc<AtomicU64>,
    most: u64,
}

impl<R> Counted<R> {
    /// Makes a stream of another one. It adds the bytes to a number, which may be set back.
    pub(crate) const fn new(source: R, bytes: Arc<AtomicU64>, most: u64) -> Self {
        Self { source, bytes, most }
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.source.read(buffer)?;
        let before = self.bytes.fetch_add(read as u64, Ordering::Relaxed);
        if before < self.most || read == 0 { Ok(read) } else { Err(no_entry()) }
    }
}

/// The bytes of a stream from a place on, as many of them as were asked for.
#[derive(Debug)]
pub(crate) struct Window<R> {
    source: BufReader<R>,
    buffer: Vec<u8>,
    /// The index in the buffer of the first byte that has not been passed.
    start: usize,
    /// The offset in the stream of that byte.
    offset: u64,
    has_ended: bool,
    /// The offset behind the last entry.
    last_entry: u64,
    /// The error of the stream, if it has not been returned yet.
    error: Option<io::Error>,
}

impl<R: Read> Window<R> {
    /// Makes a window of a stream whose first byte has an offset.
    pub(crate) fn new(source: R, offset: u64) -> Self {
        Self {
            source: BufReader::with_capacity(STEP, source),
            buffer: Vec::new(),
            start: 0,
            offset,
            has_ended: false,
            last_entry: offset,
            error: None,
        }
    }

    /// Returns the bytes that have been read and not passed.
    #[inline]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.buffer[self.start..]
    }

    /// Returns the offset in the stream of the first of these bytes.
    #[inline]
    pub(crate) const fn offset(&self) -> u64 {
        self.offset
    }

    /// Reads until so many bytes are there or the stream ends. Returns how many of these there are.
    ///
    /// After an error of the stream nothing is left, and it counts as ended.
    pub(crate) fn fill(&mut self, wanted: usize) -> io::Result<usize> {
        let found = self.peek(wanted);
        match self.error.take() {
            Some(error) => {
                self.end();
                Err(error)
            }
            None => Ok(found),
        }
    }

    /// Does what [`fill`](Self::fill) does, but keeps an error for the next call of that.
    pub(crate) fn peek(&mut self, wanted: usize) -> usize {
        while self.bytes().len() < wanted && !self.has_ended {
            if self.offset - self.last_entry > MOST_WITHOUT_ENTRY {
                self.has_ended = true;
                self.error = Some(no_entry());
                break;
            }
            self.buffer.drain(..self.start);
            self.start = 0;
            match self.source.fill_buf() {
                Ok(bytes) => {
                    self.has_ended = bytes.is_empty();
                    self.buffer.extend_from_slice(bytes);
                    let read = bytes.len();
                    self.source.consume(read);
                }
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    self.has_ended = true;
                    self.error = Some(error);
                }
            }
        }
        wanted.min(self.bytes().len())
    }

    /// Passes bytes that are there.
    #[inline]
    pub(crate) fn pass(&mut self, bytes: usize) {
        self.start += bytes;
        self.offset += bytes as u64;
    }

    /// Passes bytes of an entry, or of a part that is right.
    #[inline]
    pub(crate) fn pass_good(&mut self, bytes: usize) {
        self.pass(bytes);
        self.entry_seen();
    }

    /// Takes note that an entry stands before the first byte or begins with it.
    #[inline]
    pub(crate) const fn entry_seen(&mut self) {
        self.last_entry = self.offset;
    }

    /// Passes everything that is left.
    pub(crate) fn end(&mut self) {
        self.has_ended = true;
        self.pass(self.bytes().len());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_passed_in_order() {
        let bytes: Vec<u8> = (0..STEP * 3 + 5).map(|number| number.to_le_bytes()[0]).collect();
        let mut window = Window::new(&bytes[..], 0);
        assert_eq!(window.fill(3).expect("it is read"), 3);
        window.pass(2);
        assert_eq!(window.fill(2 * STEP).expect("it is read"), 2 * STEP);
        assert_eq!(window.bytes()[..2 * STEP], bytes[2..2 * STEP + 2]);
        window.pass(2 * STEP);
        assert_eq!(window.offset(), 2 * STEP as u64 + 2);
        assert_eq!(window.fill(usize::MAX).expect("it is read"), STEP + 3);
        assert_eq!(*window.bytes(), bytes[2 * STEP + 2..]);
        window.end();
        assert_eq!((window.offset(), window.bytes().len()), (bytes.len() as u64, 0));
    }
}
