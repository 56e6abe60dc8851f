//! A window onto a stream of bytes, with offsets and lines.

use std::boxed::Box;
use std::io::{self, Read};
use std::vec;

use super::lex::Column;

/// The size of the window in bytes. It bounds the memory that reading takes.
const SIZE: usize = 64 << 10;

/// The part of a stream that is in memory.
#[derive(Debug)]
pub(super) struct Buffer<R> {
    source: R,
    bytes: Box<[u8]>,
    /// The index of the first byte that has not been consumed.
    start: usize,
    /// The index after the last byte that has been read.
    end: usize,
    /// Whether the stream has no more bytes.
    ended: bool,
    /// The stream's error, if it has not been returned yet.
    failure: Option<io::ErrorKind>,
    /// The offset in the stream of the byte with index 0.
    offset: u64,
    /// The line of the byte with index `counted`, from 1.
    line: u64,
    counted: usize,
    column: Column,
}

/// A place in a stream.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Place {
    /// From 0.
    pub(super) offset: u64,
    /// From 1.
    pub(super) line: u64,
}

impl<R: Read> Buffer<R> {
    pub(super) fn new(source: R) -> Self {
        Self {
            source,
            bytes: vec![0; SIZE].into_boxed_slice(),
            start: 0,
            end: 0,
            ended: false,
            failure: None,
            offset: 0,
            line: 1,
            counted: 0,
            column: Column::First,
        }
    }

    /// Returns the bytes that have not been consumed yet.
    #[inline]
    pub(super) fn rest(&self) -> &[u8] {
        &self.bytes[self.start..self.end]
    }

    /// Returns whether the stream ends after the rest.
    #[inline]
    pub(super) const fn ended(&self) -> bool {
        self.ended
    }

    /// Returns the column of the first byte of the rest.
    #[inline]
    pub(super) const fn column(&self) -> Column {
        self.column
    }

    /// Returns whether the rest is as long as it may become.
    pub(super) const fn is_full(&self) -> bool {
        self.end - self.start == SIZE
    }

    /// Consumes bytes of the rest, the last of which tells the column of the next.
    #[inline]
    pub(super) fn consume(&mut self, count: usize) {
        if count > 0 {
            self.start += count;
            self.column = Column::after(self.bytes[self.start - 1]);
        }
    }

    /// Consumes bytes of the rest. The next byte has a column that the caller knows.
    #[inline]
    pub(super) fn consume_to(&mut self, count: usize, column: Column) {
        self.start += count;
        self.column = column;
    }

    /// Returns the place of a byte of the rest. All later calls must ask for the same byte or a
    /// later one.
    pub(super) fn place(&mut self, index: usize) -> Place {
        let index = self.start + index;
        self.count_lines(index);
        Place { offset: self.offset + index as u64, line: self.line }
    }

    /// Returns the offset in the stream of the first byte of the rest.
    pub(super) const fn offset(&self) -> u64 {
        self.offset + self.start as u64
    }

    fn count_lines(&mut self, index: usize) {
        if index > self.counted {
            let passed = &self.bytes[self.counted..index];
            // Counts that fit into a byte are added in vectors.
            for part in passed.chunks(usize::from(u8::MAX)) {
                self.line +=
                    u64::from(part.iter().map(|&byte| u8::from(byte == b'\n')).sum::<u8>());
            }
            self.counted = index;
        }
    }

    /// Reads more bytes and returns whether there are any. An error of the stream is kept for
    /// [`more`](Self::more).
    pub(super) fn look_ahead(&mut self) -> bool {
        let read = if self.failure.is_some() { Ok(false) } else { self.read() };
        read.unwrap_or_else(|kind| {
            self.failure = Some(kind);
            false
        })
    }

    /// Reads more bytes and returns whether there are any.
    ///
    /// # Errors
    ///
    /// Returns the stream's error. The stream then counts as ended.
    pub(super) fn more(&mut self) -> Result<bool, io::ErrorKind> {
        let read = self.failure.take().map_or_else(|| self.read(), Err);
        self.ended |= read.is_err();
        read
    }

    fn read(&mut self) -> Result<bool, io::ErrorKind> {
        if self.end == SIZE && self.start > 0 {
            self.count_lines(self.start);
            self.bytes.copy_within(self.start..self.end, 0);
            self.offset += self.start as u64;
            self.end -= self.start;
            // A place after the first byte of the rest may have been asked for.
            self.counted -= self.start;
            self.start = 0;
        }
        if self.ended || self.end == SIZE {
            return Ok(false);
        }
        loop {
            match self.source.read(&mut self.bytes[self.end..]) {
                Ok(0) => {
                    self.ended = true;
                    return Ok(false);
                }
                Ok(count) => {
                    self.end += count.min(SIZE - self.end);
                    return Ok(true);
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.kind()),
            }
        }
    }
}
