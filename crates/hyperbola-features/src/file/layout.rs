//! The places of the parts of a file.

use core::ops::Range;

use xxhash_rust::xxh3::xxh3_64;

use super::FileError;
use crate::PositionSlice;
use crate::columns::{COLUMN, COLUMNS};

/// The version of the form.
pub(super) const VERSION: u32 = 1;

/// The bytes at the beginning. The first is not text, and the last are changed by programs that
/// change the ends of lines.
const MAGIC: [u8; 8] = *b"\x89HYPOS\r\n";

/// The number that shows the byte order.
const ORDER: u32 = 0x0102_0304;

/// The number of bytes of the header.
pub(super) const HEADER: usize = 256;

/// The columns begin at multiples of this number of bytes.
const ALIGNMENT: u64 = 64;

/// The bytes of the header: its words, and the one that is zero, in front of the checksum.
const CHECKED: usize = HEADER - 8;
const _: () = assert!(32 + 16 * COLUMNS + 8 == CHECKED);

/// The contents of a header.
#[derive(Debug, Clone)]
pub(super) struct Header {
    /// The number of rows.
    pub(super) rows: usize,
    /// The checksum of each column.
    pub(super) checksums: [u64; COLUMNS],
    /// The bytes of each column in the file.
    pub(super) columns: [Range<usize>; COLUMNS],
}

impl Header {
    /// Makes the header of a number of rows, or nothing if there are too many for a file.
    pub(super) fn new(rows: u64, checksums: [u64; COLUMNS]) -> Option<Self> {
        let mut end = HEADER as u64;
        let mut columns = [const { 0..0 }; COLUMNS];
        for (column, (_, width)) in columns.iter_mut().zip(COLUMN) {
            let start = end.checked_next_multiple_of(ALIGNMENT)?;
            end = start.checked_add(rows.checked_mul(width)?)?;
            *column = usize::try_from(start).ok()?..usize::try_from(end).ok()?;
        }
        Some(Self { rows: usize::try_from(rows).ok()?, checksums, columns })
    }

    /// Returns the number of bytes of the file.
    pub(super) fn end(&self) -> usize {
        self.columns[COLUMNS - 1].end
    }

    /// Returns the bytes in front of a column that are zero.
    pub(super) fn padding(&self, column: usize) -> Range<usize> {
        let end = column.checked_sub(1).map_or(HEADER, |before| self.columns[before].end);
        end..self.columns[column].start
    }

    pub(super) fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        bytes[..8].copy_from_slice(&MAGIC);
        bytes[8..12].copy_from_slice(&ORDER.to_ne_bytes());
        bytes[12..16].copy_from_slice(&VERSION.to_ne_bytes());
        let mut words = vec![self.rows as u64, COLUMNS as u64];
        for (column, checksum) in self.columns.iter().zip(self.checksums) {
            words.extend([column.start as u64, checksum]);
        }
        for (bytes, word) in bytes[16..CHECKED].as_chunks_mut().0.iter_mut().zip(words) {
            *bytes = word.to_ne_bytes();
        }
        let checksum = xxh3_64(&bytes[..CHECKED]);
        bytes[CHECKED..].copy_from_slice(&checksum.to_ne_bytes());
        bytes
    }

    /// Reads the header of a file that is in memory and checks it, the file's length and where it
    /// begins.
    pub(super) fn read(file: &[u8]) -> Result<Self, FileError> {
        let header = Self::of_file(file, file.len() as u64)?;
        match file.as_ptr().cast::<u64>().is_aligned() {
            true => Ok(header),
            false => Err(FileError::Alignment),
        }
    }

    /// Reads a header and checks it, and the length of the file that begins with it.
    pub(super) fn of_file(start: &[u8], length: u64) -> Result<Self, FileError> {
        if !start.starts_with(&MAGIC[..start.len().min(8)]) {
            return Err(FileError::Foreign);
        }
        let other_than =
            |expected: usize| FileError::Length { expected: expected as u64, found: length };
        let bytes: &[u8; HEADER] = start.first_chunk().ok_or_else(|| other_than(HEADER))?;
        let [_, _, order, version, ..] = bytes.as_chunks().0 else {
            return Err(FileError::Foreign);
        };
        match u32::from_ne_bytes(*order) {
            ORDER => {}
            order if order.swap_bytes() == ORDER => return Err(FileError::ByteOrder),
            _ => return Err(FileError::Foreign),
        }
        let version = u32::from_ne_bytes(*version);
        if version != VERSION {
            return Err(FileError::Version { found: version });
        }
        let words: [u64; HEADER / 8] =
            core::array::from_fn(|word| u64::from_ne_bytes(bytes.as_chunks().0[word]));
        let (expected, found) = (words[CHECKED / 8], xxh3_64(&bytes[..CHECKED]));
        if expected != found {
            return Err(FileError::Header { expected, found });
        }
        let rows = words[2];
        let checksums = core::array::from_fn(|column| words[5 + 2 * column]);
        let header = Self::new(rows, checksums).ok_or(FileError::Layout { rows })?;
        if header.to_bytes() != *bytes {
            return Err(FileError::Layout { rows });
        }
        if header.end() as u64 != length {
            return Err(other_than(header.end()));
        }
        Ok(header)
    }

    /// Returns the rows in the bytes of the file whose header it is.
    pub(super) fn rows_of<'a>(&self, file: &'a [u8]) -> PositionSlice<'a> {
        let column = |column: usize| &file[self.columns[column].clone()];
        PositionSlice {
            sets: core::array::from_fn(|set| bytemuck::cast_slice(column(set))),
            sides_to_move: column(8),
            castling: column(9).as_chunks().0,
            en_passant: column(10),
            halfmove_clocks: bytemuck::cast_slice(column(11)),
            fullmove_numbers: bytemuck::cast_slice(column(12)),
        }
    }
}

/// Returns the bytes of the columns.
pub(super) fn bytes_of(rows: PositionSlice<'_>) -> [&[u8]; COLUMNS] {
    let [a, b, c, d, e, f, g, h] = rows.sets.map(bytemuck::cast_slice);
    let castling = rows.castling.as_flattened();
    let [halfmoves, moves] = [rows.halfmove_clocks, rows.fullmove_numbers];
    let (halfmoves, moves) = (bytemuck::cast_slice(halfmoves), bytemuck::cast_slice(moves));
    [a, b, c, d, e, f, g, h, rows.sides_to_move, castling, rows.en_passant, halfmoves, moves]
}
