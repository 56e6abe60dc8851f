//! Records of a fixed number of bytes, one behind another.

use core::marker::PhantomData;
use std::io::{Read, Write};

use crate::pieces::{Wrong, expected};
use crate::window::Window;
use crate::{Entry, ReadError, ReadOptions, Reader, Refusal, Unit, WriteError, Writer};

/// How a format packs an entry into the bytes of a record.
pub(crate) trait Record<const SIZE: usize> {
    /// Reads a record.
    fn read(bytes: &[u8; SIZE]) -> Result<Entry, Wrong>;

    /// Writes a record.
    fn write(entry: &Entry) -> Result<[u8; SIZE], Refusal>;
}

/// Reads records as a stream. After an error it goes on with the next record.
#[derive(Debug)]
pub(crate) struct RecordReader<R, F, const SIZE: usize> {
    window: Window<R>,
    options: ReadOptions,
    records: u64,
    format: PhantomData<F>,
}

impl<R: Read, F, const SIZE: usize> RecordReader<R, F, SIZE> {
    pub(crate) fn new(source: R, byte: u64, options: ReadOptions) -> Self {
        Self { window: Window::new(source, byte), options, records: 0, format: PhantomData }
    }
}

impl<R: Read + Send, F: Record<SIZE> + Send, const SIZE: usize> Reader
    for RecordReader<R, F, SIZE>
{
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        let (number, byte) = (self.records + 1, self.window.offset());
        let wrong = |wrong| ReadError::wrong(Unit::Record, number, byte, wrong);
        let found = self
            .window
            .fill(SIZE)
            .map_err(|error| ReadError::io(Unit::Record, number, byte, error))?;
        let Some(bytes) = self.window.bytes().first_chunk() else {
            self.window.end();
            return match found {
                0 => Ok(None),
                _ => Err(wrong(expected(&format!("a record of {SIZE} bytes"), found))),
            };
        };
        let entry = F::read(bytes).and_then(|entry| {
            self.options.check(&entry.position)?;
            Ok(entry)
        });
        if entry.is_ok() {
            self.window.pass_good(SIZE);
        } else {
            self.window.pass(SIZE);
        }
        self.records = number;
        entry.map(Some).map_err(wrong)
    }

    fn units(&self) -> u64 {
        self.records
    }
}

/// Writes records as a stream, without a buffer.
#[derive(Debug)]
pub(crate) struct RecordWriter<W, F, const SIZE: usize> {
    target: W,
    format: PhantomData<F>,
}

impl<W, F, const SIZE: usize> RecordWriter<W, F, SIZE> {
    pub(crate) const fn new(target: W) -> Self {
        Self { target, format: PhantomData }
    }
}

impl<W: Write, F: Record<SIZE>, const SIZE: usize> Writer for RecordWriter<W, F, SIZE> {
    fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let record = F::write(entry)?;
        Ok(self.target.write_all(&record)?)
    }

    fn can_pause(&self, _: &Entry) -> bool {
        true
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        Ok(self.target.flush()?)
    }
}
