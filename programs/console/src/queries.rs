//! Queries as bytes: reads them, answers them and writes the answers.
//!
//! The work for each query is here, because programs that only call others are compiled without
//! optimizations.

use core::fmt;
use std::path::Path;

use clap::ValueEnum;
use hyperbola::batch::{Batch, BatchError};
use hyperbola::{Bitboard, Slider, Square, Technique};

use crate::input::{self, Unexpected};

/// The format of the queries and of their answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Records of 9 bytes: the square, then the occupied squares
    Binary,
    /// Lines with a square and the occupied squares in hexadecimal
    Csv,
}

impl Format {
    /// Returns the format that the end of a file's name stands for.
    #[must_use]
    pub fn of_file(file: &Path) -> Option<Self> {
        let extension = file.extension()?.to_ascii_lowercase();
        match extension.to_str()? {
            "bin" => Some(Self::Binary),
            "csv" => Some(Self::Csv),
            _ => None,
        }
    }

    /// Returns the length of a block of whole queries at the start of some bytes. It is zero if
    /// there is no whole query yet and more bytes are to come. Bytes that no further byte can turn
    /// into a query also make a block.
    #[must_use]
    pub fn block_bytes(self, bytes: &[u8], is_end: bool, most: usize) -> usize {
        let most = most.min(BLOCK_BYTES);
        let found = bytes.len().min(most);
        let whole = match self {
            Self::Binary => found - found % RECORD_BYTES,
            Self::Csv => memchr::memrchr(b'\n', &bytes[..found]).map_or(0, |end| end + 1),
        };
        if whole == 0 && (is_end || found == most) { found } else { whole }
    }
}

/// The bytes of a query in binary: one for the square, eight for the occupied squares.
pub const RECORD_BYTES: usize = 9;

/// The largest number of bytes in a block. The queries and answers of a block fit into a
/// processor's second-level cache.
pub const BLOCK_BYTES: usize = RECORD_BYTES << 13;

/// The smallest number of bytes in a block that is worth a thread's work. It is more than the bytes
/// of any line.
pub const LEAST_BLOCK_BYTES: usize = RECORD_BYTES << 10;

/// The first line of the queries in CSV, if they have a header.
const QUERIES_HEADER: &[u8] = b"square,occupied";
/// The first line of the answers, if the queries have a header.
const ANSWERS_HEADER: &[u8] = b"square,occupied,attacks\n";

/// A wrong query of a batch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadQuery {
    /// The offset of the wrong byte, from 0.
    offset: u64,
    /// The kind of place, `line` or `record`, its number from 1, and the mistake in it.
    place: &'static str,
    number: u64,
    mistake: String,
}

impl BadQuery {
    /// Returns the error with its places counted from an earlier start, after more bytes and
    /// records.
    #[must_use]
    pub fn after(self, bytes: u64, records: u64) -> Self {
        Self { offset: self.offset + bytes, number: self.number + records, ..self }
    }
}

impl fmt::Display for BadQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, place, number, mistake } = self;
        write!(f, "offset {offset}, {place} {number}{mistake}")
    }
}

impl core::error::Error for BadQuery {}

/// A block of queries and its answers. Its memory is used again for the next block.
#[derive(Debug, Default)]
pub struct Block {
    squares: Vec<Square>,
    occupied: Vec<Bitboard>,
    attacks: Vec<Bitboard>,
    has_header: bool,
    answers: Vec<u8>,
    wrong: Option<BadQuery>,
}

impl Block {
    /// Reads the queries from bytes up to the first wrong one, answers them and writes the answers.
    /// It uses the best choice for batches, or a technique on plain `u64`.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Batch::new`]. [`take_wrong`](Self::take_wrong) gives the mistake in a
    /// query afterwards.
    pub fn answer(
        &mut self,
        format: Format,
        bytes: &[u8],
        is_first: bool,
        slider: Slider,
        technique: Option<Technique>,
    ) -> Result<(), BatchError> {
        (self.has_header, self.wrong) = (false, None);
        self.squares.clear();
        self.occupied.clear();
        match format {
            Format::Binary => self.read_records(bytes),
            Format::Csv => self.read_lines(bytes, is_first),
        }
        self.attacks.resize(self.squares.len(), Bitboard::EMPTY);
        match technique {
            None => Batch::new(slider, &self.squares, &self.occupied, &mut self.attacks)?.answer(),
            Some(technique) => {
                let queries = self.squares.iter().zip(&self.occupied);
                for (attacks, (&square, &occupied)) in self.attacks.iter_mut().zip(queries) {
                    *attacks = slider_attacks(technique, slider, square, occupied);
                }
            }
        }
        match format {
            Format::Binary => self.write_records(),
            Format::Csv => self.write_lines(),
        }
        Ok(())
    }

    /// Returns the number of queries.
    #[must_use]
    pub fn queries(&self) -> u64 {
        self.squares.len() as u64
    }

    /// Returns the number of correct records or lines.
    #[must_use]
    pub fn records(&self) -> u64 {
        self.queries() + u64::from(self.has_header)
    }

    /// Returns the answers as bytes.
    #[must_use]
    pub fn answers(&self) -> &[u8] {
        &self.answers
    }

    /// Returns the error of the first wrong query, if there is one, and removes it. Its places are
    /// counted from the start of the block.
    pub fn take_wrong(&mut self) -> Option<BadQuery> {
        self.wrong.take()
    }

    fn read_records(&mut self, bytes: &[u8]) {
        let (records, rest) = bytes.as_chunks::<RECORD_BYTES>();
        // All squares are tested for being on the board at once, so that the loops have no
        // branches.
        let mut bits = 0;
        self.squares.extend(records.iter().map(|[square, ..]| {
            bits |= square;
            Square::from_index_wrapping(*square)
        }));
        self.occupied.extend(
            records.iter().map(|[_, occupied @ ..]| Bitboard(u64::from_le_bytes(*occupied))),
        );
        let is_wrong = |[square, ..]: &[u8; RECORD_BYTES]| Square::from_index(*square).is_none();
        let wrong = if bits < 64 { None } else { records.iter().position(is_wrong) };
        let index = wrong.unwrap_or(records.len());
        self.squares.truncate(index);
        self.occupied.truncate(index);
        let mistake = match records.get(index) {
            Some([found, ..]) => format!(": expected a square's index, 0 to 63, found {found}"),
            None if !rest.is_empty() => {
                format!(": expected {RECORD_BYTES} bytes, found {} and the end", rest.len())
            }
            None => return,
        };
        let (offset, number) = ((index * RECORD_BYTES) as u64, index as u64 + 1);
        self.wrong = Some(BadQuery { offset, place: "record", number, mistake });
    }

    fn write_records(&mut self) {
        self.answers.resize(8 * self.attacks.len(), 0);
        let (answers, _) = self.answers.as_chunks_mut();
        for (answer, attacks) in answers.iter_mut().zip(&self.attacks) {
            *answer = attacks.0.to_le_bytes();
        }
    }

    fn read_lines(&mut self, bytes: &[u8], is_first: bool) {
        let ends = memchr::memchr_iter(b'\n', bytes).map(|end| end + 1);
        let last = (!bytes.ends_with(b"\n")).then_some(bytes.len());
        let mut start = 0;
        for (end, number) in ends.chain(last).zip(1..) {
            let text = input::without_end(&bytes[start..end]);
            if is_first && number == 1 && text == QUERIES_HEADER {
                self.has_header = true;
            } else {
                match usual_query(text).map_or_else(|| input::csv_query(text), Ok) {
                    Ok((square, occupied)) => {
                        self.squares.push(square);
                        self.occupied.push(occupied);
                    }
                    Err(unexpected) => {
                        let offset = (start + unexpected.column - 1) as u64;
                        let mistake = format!(", {unexpected}");
                        self.wrong = Some(BadQuery { offset, place: "line", number, mistake });
                        return;
                    }
                }
            }
            start = end;
        }
    }

    fn write_lines(&mut self) {
        self.answers.clear();
        if self.has_header {
            self.answers.extend_from_slice(ANSWERS_HEADER);
        }
        let queries = self.squares.iter().zip(&self.occupied);
        for ((square, occupied), attacks) in queries.zip(&self.attacks) {
            self.answers.extend_from_slice(&csv_line(*square, *occupied, *attacks));
        }
    }
}

/// Returns the attacks of a slider by a technique on plain `u64`. It is here so that all techniques
/// are compiled once, and optimized, for all callers.
#[must_use]
pub fn slider_attacks(
    technique: Technique,
    slider: Slider,
    square: Square,
    occupied: Bitboard,
) -> Bitboard {
    technique.slider_attacks(slider, square, occupied)
}

/// Answers a line with a query, see [`input::query`], by a line: `0x` and 16 digits.
///
/// # Errors
///
/// Returns the mistake in the query.
pub fn answer_line(
    technique: Technique,
    slider: Slider,
    line: &[u8],
) -> Result<[u8; 19], Unexpected> {
    let (square, occupied) = input::query(line)?;
    let mut answer = *b"0x0000000000000000\n";
    answer[2..18].copy_from_slice(&hex_digits(slider_attacks(technique, slider, square, occupied)));
    Ok(answer)
}

/// Reads a line in the most common form: `d4,`, then the digits, with or without `0x` before them.
/// A line that it does not accept is accepted or refused by [`input::csv_query`].
fn usual_query(line: &[u8]) -> Option<(Square, Bitboard)> {
    let [file @ b'a'..=b'h', rank @ b'1'..=b'8', b',', digits @ ..] = line else {
        return None;
    };
    let digits = digits.strip_prefix(b"0x").unwrap_or(digits);
    let (mut occupied, mut bits) = (0, 0);
    for digit in digits {
        let digit = DIGITS[usize::from(*digit)];
        occupied = occupied << 4 | u64::from(digit);
        bits |= digit;
    }
    let square = Square::from_index_wrapping(8 * (rank - b'1') + (file - b'a'));
    let is_usual = bits < 16 && (1..=16).contains(&digits.len());
    is_usual.then_some((square, Bitboard(occupied)))
}

/// The values of the hexadecimal digits, by byte; 255 for every other byte.
const DIGITS: [u8; 256] = {
    let mut digits = [u8::MAX; 256];
    let mut value = 0;
    while value < 16 {
        digits[LOWER[value as usize].to_ascii_uppercase() as usize] = value;
        digits[LOWER[value as usize] as usize] = value;
        value += 1;
    }
    digits
};
/// The hexadecimal digits.
const LOWER: &[u8; 16] = b"0123456789abcdef";

/// Returns the line `d4,0x…,0x…`.
fn csv_line(square: Square, occupied: Bitboard, attacks: Bitboard) -> [u8; 41] {
    let mut line = *b"a1,0x0000000000000000,0x0000000000000000\n";
    line[0] += square.file().index();
    line[1] += square.rank().index();
    line[5..21].copy_from_slice(&hex_digits(occupied));
    line[24..40].copy_from_slice(&hex_digits(attacks));
    line
}

/// Returns the value as 16 hexadecimal digits.
fn hex_digits(bitboard: Bitboard) -> [u8; 16] {
    let bytes = bitboard.0.to_be_bytes();
    core::array::from_fn(|index| {
        let byte = bytes[index / 2];
        let digit = if index % 2 == 0 { byte >> 4 } else { byte & 0xf };
        LOWER[usize::from(digit)]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_and_careful_parsers_agree() {
        let lines = ["d4,0", "a1,0xff", "h8,0123456789aBcDeF", "e5,0x0123456789abcdef"];
        for line in lines {
            assert!(usual_query(line.as_bytes()).is_some(), "{line}");
            for index in 0..=line.len() {
                for byte in 0..=255 {
                    let (before, after) = line.as_bytes().split_at(index);
                    let longer = [before, &[byte], after].concat();
                    let shorter = [before, after.get(1..).unwrap_or_default()].concat();
                    let other = [before, &[byte], after.get(1..).unwrap_or_default()].concat();
                    for line in [longer, shorter, other] {
                        if let Some(query) = usual_query(&line) {
                            assert_eq!(input::csv_query(&line), Ok(query));
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn blocks_end_where_queries_do() {
        const MOST: usize = LEAST_BLOCK_BYTES;
        let zeros = [0; MOST + 1];
        for (bytes, is_end, expected) in [
            (0, true, 0),
            (8, false, 0),
            (8, true, 8),
            (9, true, 9),
            (17, true, 9),
            (MOST + 1, false, MOST),
        ] {
            assert_eq!(Format::Binary.block_bytes(&zeros[..bytes], is_end, MOST), expected);
        }
        let csv = |text: &[u8], is_end| Format::Csv.block_bytes(text, is_end, MOST);
        assert_eq!((csv(b"a1,0", false), csv(b"a1,0", true)), (0, 4));
        assert_eq!((csv(b"a1,0\na", false), csv(b"a1,0\na", true)), (5, 5));
        assert_eq!((csv(&zeros[..MOST - 1], false), csv(&zeros, false)), (0, MOST));
    }
}
