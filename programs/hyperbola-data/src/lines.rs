//! Lines of a file or of standard input, in blocks, and the positions of their FENs.

use core::fmt;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::path::Path;

use anyhow::Context;
use hyperbola_features::{BadRow, BadRows, Positions, Read as ReadRows, Texts};

use hyperbola_console::input::{LINE_BYTES, without_end};
use hyperbola_files::Digest;
use hyperbola_files::text::{NoText, Text};
use hyperbola_files::{Wrong, shown_path};
use hyperbola_moves::{Rules, epd};

/// The largest number of lines in a block, whatever is computed of them.
pub(crate) const BLOCK_LINES: usize = 1 << 16;

/// The largest number of bytes in a block, unless a line has more.
const BLOCK_BYTES: usize = 1 << 22;

/// The largest number of bytes of a line that can be a bad row. A file with more bytes and no line
/// end is no file of lines.
const LONGEST_LINE: usize = 1 << 28;

/// Lines of the input with their ends. Only the last line of the input may have none. Each is a
/// row, but for those that are empty or comments.
#[derive(Debug, Default)]
pub(crate) struct Block {
    bytes: Vec<u8>,
    /// Where the lines end, behind their line ends.
    ends: Vec<usize>,
    /// The numbers in the block of the lines that are rows, from 0.
    rows: Vec<usize>,
}

impl Block {
    /// Returns all bytes.
    #[must_use]
    pub(crate) fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the number of lines, of which the last block has none.
    #[must_use]
    pub(crate) const fn lines(&self) -> usize {
        self.ends.len()
    }

    /// Returns the number in the block of a row's line, from 0.
    #[must_use]
    pub(crate) fn number(&self, row: usize) -> usize {
        self.rows[row]
    }

    /// Returns the line of a row without its end.
    #[must_use]
    pub(crate) fn row(&self, row: usize) -> &[u8] {
        self.line(self.rows[row])
    }

    /// Returns a line without its end, by its number in the block, from 0.
    fn line(&self, index: usize) -> &[u8] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        without_end(&self.bytes[start..self.ends[index]])
    }

    /// Reads the lines as FENs, by rules, leniently or not.
    ///
    /// # Errors
    ///
    /// With [`BadRows::Error`], returns the first line that is no position.
    pub(crate) fn positions(
        &self,
        bad_rows: BadRows,
        rules: Rules,
        is_lenient: bool,
    ) -> Result<ReadRows, BadRow> {
        if is_lenient {
            Positions::from_fens_lenient_by_rules(self, rules, bad_rows)
        } else {
            Positions::from_fens_by_rules(self, rules, bad_rows)
        }
    }
}

impl Texts for Block {
    fn len(&self) -> usize {
        self.rows.len()
    }

    fn text(&self, index: usize) -> &str {
        let line = self.row(index);
        // No FEN is as long, and the empty text is no FEN either.
        let line = if line.len() > LINE_BYTES { b"" } else { line };
        core::str::from_utf8(line).unwrap_or("")
    }
}

/// The source of the lines.
pub(crate) struct Source {
    /// The name to show.
    pub(crate) name: String,
    /// The number of bytes, if it is known.
    pub(crate) bytes: Option<u64>,
    reader: Text<Box<dyn Read + Send>>,
    /// The largest number of lines in a block.
    block_lines: usize,
    /// The bytes that have been read behind the last block.
    rest: Vec<u8>,
    /// The number of lines before them.
    lines: u64,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Source {
    /// Opens a file, or standard input, to be read in blocks of so many lines or fewer.
    ///
    /// # Errors
    ///
    /// Returns why the source cannot be read.
    pub(crate) fn open(file: &Path, block_lines: usize) -> anyhow::Result<Self> {
        let (name, reader, bytes): (_, Box<dyn Read + Send>, _) = if file == Path::new("-") {
            ("standard input".to_owned(), Box::new(io::stdin()), None)
        } else {
            let name = shown_path(file);
            let file = File::open(file).with_context(|| format!("cannot read {name}"))?;
            let metadata = file.metadata().ok();
            if metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
                let error = io::Error::from(ErrorKind::IsADirectory);
                return Err(error).with_context(|| format!("cannot read {name}"));
            }
            let bytes = metadata.filter(fs::Metadata::is_file).map(|metadata| metadata.len());
            (name, Box::new(file), bytes)
        };
        let reader = Text::new(reader);
        Ok(Self { name, bytes, reader, block_lines, rest: Vec::new(), lines: 0 })
    }

    /// Passes over as many lines and bytes as an earlier run has read. Returns nothing if they are
    /// not the same bytes.
    ///
    /// # Errors
    ///
    /// Returns why the source cannot be read.
    pub(crate) fn pass(
        &mut self,
        lines: u64,
        bytes: u64,
        digest: &str,
    ) -> anyhow::Result<Option<Digest>> {
        let mut found = Digest::new();
        let mut buffer = vec![0; BLOCK_BYTES.min(usize::try_from(bytes).unwrap_or(BLOCK_BYTES))];
        while found.length() < bytes {
            let most = usize::try_from(bytes - found.length()).unwrap_or(BLOCK_BYTES);
            let most = most.min(buffer.len());
            let read = self.read(&mut buffer[..most])?;
            if read == 0 {
                return Ok(None);
            }
            found.add(&buffer[..read]);
        }
        self.lines = lines;
        Ok((found.text() == digest).then_some(found))
    }

    /// Returns whether nothing is left.
    ///
    /// # Errors
    ///
    /// Returns why the source cannot be read.
    pub(crate) fn is_at_end(&mut self) -> anyhow::Result<bool> {
        let mut byte = [0];
        Ok(self.rest.is_empty() && self.read(&mut byte)? == 0)
    }

    /// Reads the next block of lines. At the end it is empty.
    ///
    /// # Errors
    ///
    /// Returns why the source cannot be read, or [`Wrong`] if it has no lines or no text.
    pub(crate) fn next(&mut self, block: &mut Block) -> anyhow::Result<()> {
        let Block { bytes, ends, .. } = block;
        bytes.clear();
        bytes.append(&mut self.rest);
        ends.clear();
        let mut most = BLOCK_BYTES.saturating_sub(bytes.len());
        let is_end = loop {
            bytes.reserve(most);
            let begin = bytes.len();
            let read = (&mut self.reader).take(most as u64).read_to_end(bytes);
            let is_end = read.map_err(|error| NoText::or_unreadable(error, &self.name))? < most;
            // A line that is longer than a block is read whole, to be one bad row.
            if is_end || memchr::memchr(b'\n', &bytes[begin..]).is_some() {
                break is_end;
            }
            if bytes.len() >= LONGEST_LINE {
                let (name, line, most) = (&self.name, self.lines + 1, LONGEST_LINE >> 20);
                let expected = "expected a line end, found none in";
                return Err(Wrong(format!("{name}: line {line}: {expected} {most} MiB")).into());
            }
            most = bytes.len().max(BLOCK_BYTES);
        };
        ends.extend(memchr::memchr_iter(b'\n', bytes).take(self.block_lines).map(|end| end + 1));
        let last = ends.last().copied().unwrap_or(0);
        if is_end && last < bytes.len() && ends.len() < self.block_lines {
            ends.push(bytes.len());
        } else {
            self.rest.extend_from_slice(&bytes[last..]);
            bytes.truncate(last);
        }
        self.lines += ends.len() as u64;
        let mut rows = core::mem::take(&mut block.rows);
        rows.clear();
        rows.extend((0..block.lines()).filter(|&line| !epd::is_passed(block.line(line))));
        block.rows = rows;
        Ok(())
    }

    /// Reads the bytes that are there and waits for at least one. Zero bytes mean the end.
    fn read(&mut self, buffer: &mut [u8]) -> anyhow::Result<usize> {
        loop {
            match self.reader.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return Ok(read.map_err(|error| NoText::or_unreadable(error, &self.name))?),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A source that gives a few bytes at a time.
    fn source(text: &[u8], most: usize) -> Source {
        struct Slow(io::Cursor<Vec<u8>>, usize);
        impl Read for Slow {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let most = self.1.min(buffer.len());
                self.0.read(&mut buffer[..most])
            }
        }
        let reader = Text::new(Box::new(Slow(io::Cursor::new(text.to_vec()), most)) as Box<_>);
        let (name, block_lines) = ("it".to_owned(), BLOCK_LINES);
        Source { name, bytes: None, reader, block_lines, rest: Vec::new(), lines: 0 }
    }

    fn lines(mut source: Source) -> Vec<String> {
        let mut block = Block::default();
        let mut lines = Vec::new();
        loop {
            source.next(&mut block).expect("it can be read");
            if block.lines() == 0 {
                assert_eq!(block.bytes(), b"");
                return lines;
            }
            lines.extend((0..block.len()).map(|row| block.text(row).to_owned()));
        }
    }

    #[test]
    fn lines_are_those_of_the_text() {
        for (text, expected) in [
            ("", &[][..]),
            ("\n", &[]),
            ("a", &["a"]),
            ("a\n", &["a"]),
            ("a\r\nb", &["a", "b"]),
            ("\na\n\n", &["a"]),
            ("# a\n \t\nb#\n  #c\r\nd", &["b#", "d"]),
        ] {
            for most in [1, 2, 100] {
                assert_eq!(lines(source(text.as_bytes(), most)), expected, "{text:?}");
            }
        }
    }

    #[test]
    fn long_texts_come_in_blocks() {
        let text: String = (0..300_000).map(|number| format!("line {number}\r\n")).collect();
        for end in ["", "the last"] {
            let text = text.clone() + end;
            let expected: Vec<&str> = text.lines().collect();
            assert!(lines(source(text.as_bytes(), 100_000)) == expected);
        }
        // As many lines as fill some blocks, exactly, and blocks without a row.
        let full = "x\n".repeat(3 * BLOCK_LINES);
        assert_eq!(lines(source(full.as_bytes(), 1 << 20)).len(), 3 * BLOCK_LINES);
        let empty = "#\n".repeat(2 * BLOCK_LINES) + "x";
        assert_eq!(lines(source(empty.as_bytes(), 1 << 20)), ["x"]);
    }

    #[test]
    fn a_line_that_is_too_long_or_no_text_is_no_fen() {
        let long = [b'a'; LINE_BYTES + 1];
        let text = [&long[..], b"\n", &long[1..], b"\n\xff\nb"].concat();
        let mut block = Block::default();
        source(&text, 1000).next(&mut block).expect("it can be read");
        let texts: Vec<usize> = (0..block.len()).map(|index| block.text(index).len()).collect();
        assert_eq!(texts, [0, LINE_BYTES, 0, 1]);
        assert_eq!((block.row(2), block.number(2)), (&b"\xff"[..], 2));
        for beyond in [1, BLOCK_BYTES + 1] {
            let text = [&b"x\n"[..], &vec![b'a'; BLOCK_BYTES + beyond], b"\ny"].concat();
            let mut source = source(&text, 1 << 20);
            let mut lengths = Vec::new();
            loop {
                source.next(&mut block).expect("it can be read");
                if block.lines() == 0 {
                    break;
                }
                lengths.extend((0..block.len()).map(|row| block.row(row).len()));
            }
            assert_eq!(lengths, [1, BLOCK_BYTES + beyond, 1]);
        }
        let reader = Text::new(Box::new(io::repeat(b'a')) as Box<_>);
        let endless = Source { reader, ..source(b"", 1) };
        assert!({ endless }.next(&mut block).is_err());
    }

    #[test]
    fn an_input_is_told_from_another() {
        let text = b"first\nsecond\nthird\n";
        let mut digest = Digest::new();
        digest.add(&text[..13]);
        let pass = |text: &[u8], lines| source(text, 5).pass(lines, 13, &digest.text());
        assert!(pass(text, 2).expect("it can be read").is_some());
        assert!(pass(b"first\nsecond\nother\n", 2).expect("it can be read").is_some());
        assert!(pass(b"first\nsEcond\nthird\n", 2).expect("it can be read").is_none());
        assert!(pass(b"first\nsecond", 2).expect("it can be read").is_none());
        let mut source = source(text, 5);
        source.pass(2, 13, &digest.text()).expect("it can be read");
        let mut block = Block::default();
        source.next(&mut block).expect("it can be read");
        assert_eq!(block.bytes(), b"third\n");
        assert_eq!(source.lines, 3);
        assert!(source.is_at_end().expect("it can be read"));
        // What was read and not given yet is left.
        let mut source = Source { block_lines: 1, ..self::source(b"a\nb\n", 5) };
        for is_at_end in [false, true] {
            source.next(&mut block).expect("it can be read");
            assert_eq!(source.is_at_end().expect("it can be read"), is_at_end);
        }
    }
}
