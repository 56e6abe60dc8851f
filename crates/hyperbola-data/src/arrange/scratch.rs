//! The file that holds entries beyond memory: blocks, each with a checksum.

use std::fs::File;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::Path;

use xxhash_rust::xxh3::xxh3_64_with_seed;

use super::ArrangeError;
use crate::packed::{Packed, SIZE};

/// The entries of a block. Only the last one of a run has fewer.
pub(super) const BLOCK: usize = 1024;

/// The bytes of a checksum.
const CHECKSUM: usize = 8;

/// The bytes of a whole block in the file.
pub(super) const BLOCK_BYTES: usize = BLOCK * SIZE + CHECKSUM;

/// A file without a name. The system removes it when it is closed, however the program ends.
#[derive(Debug)]
pub(super) struct Scratch {
    file: File,
    /// The bytes that have been written.
    pub(super) length: u64,
    /// The bytes of a block while it is read or written.
    buffer: Vec<u8>,
}

impl Scratch {
    /// Makes a file in a folder.
    pub(super) fn new(folder: &Path) -> Result<Self, ArrangeError> {
        let file = tempfile::tempfile_in(folder).map_err(ArrangeError::Create)?;
        Ok(Self::of(file))
    }

    /// Takes an empty file.
    pub(super) fn of(file: File) -> Self {
        Self { file, length: 0, buffer: Vec::with_capacity(BLOCK_BYTES) }
    }

    /// Returns the file, to damage it.
    #[cfg(test)]
    pub(super) const fn file(&self) -> &File {
        &self.file
    }

    /// Writes a block behind the others.
    pub(super) fn write(&mut self, entries: &[Packed]) -> Result<(), ArrangeError> {
        self.buffer.clear();
        for Packed(bytes) in entries {
            self.buffer.extend_from_slice(bytes);
        }
        // A block that stands in the place of another is found too.
        let checksum = xxh3_64_with_seed(&self.buffer, self.length);
        self.buffer.extend_from_slice(&checksum.to_le_bytes());
        self.file.write_all(&self.buffer).map_err(ArrangeError::Write)?;
        self.length += self.buffer.len() as u64;
        Ok(())
    }

    /// Reads the block at a byte, which has a number of entries.
    pub(super) fn read(
        &mut self,
        byte: u64,
        count: usize,
        entries: &mut Vec<Packed>,
    ) -> Result<(), ArrangeError> {
        self.buffer.resize(count * SIZE + CHECKSUM, 0);
        let place = self.file.seek(SeekFrom::Start(byte));
        match place.and_then(|_| self.file.read_exact(&mut self.buffer)) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                return Err(ArrangeError::Damaged { byte });
            }
            Err(error) => return Err(ArrangeError::Read(error)),
        }
        let (contents, checksum) = self.buffer.split_at(count * SIZE);
        if checksum != xxh3_64_with_seed(contents, byte).to_le_bytes() {
            return Err(ArrangeError::Damaged { byte });
        }
        entries.clear();
        entries.extend(contents.as_chunks().0.iter().map(|&bytes| Packed(bytes)));
        Ok(())
    }
}
