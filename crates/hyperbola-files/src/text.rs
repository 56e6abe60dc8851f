//! The beginning of a text. Skips a UTF-8 byte order mark; rejects UTF-16, gzip and Zstandard by
//! name. All commands read their texts through [`Text`].

use core::fmt;
use std::io::{self, ErrorKind, Read};

use crate::{Error, Wrong};

/// The known beginnings: the byte order mark, which is not part of the text, and those of other
/// formats. None is the beginning of another.
const BEGINNINGS: [(&[u8], Option<NoText>); 11] = [
    (b"\xef\xbb\xbf", None),
    (b"\xff\xfe", Some(UTF_16)),
    (b"\xfe\xff", Some(UTF_16)),
    // The first tag of a PGN without a mark.
    (b"[\0", Some(UTF_16)),
    (b"\0[", Some(UTF_16)),
    (b"\x1f\x8b", Some(NoText { found: "gzip", advice: "decompress it, as with zcat" })),
    (
        b"\x28\xb5\x2f\xfd",
        Some(NoText { found: "Zstandard", advice: "decompress it, as with zstdcat" }),
    ),
    (b"BZh", Some(NoText { found: "bzip2", advice: "decompress it, as with bzcat" })),
    (b"\xfd7zXZ", Some(NoText { found: "xz", advice: "decompress it, as with xzcat" })),
    (b"7z\xbc\xaf", Some(NoText { found: "7z", advice: "unpack it, as with 7z x -so" })),
    (b"PK\x03\x04", Some(NoText { found: "zip", advice: "unpack it, as with unzip -p" })),
];

const UTF_16: NoText =
    NoText { found: "UTF-16", advice: "convert it, as with iconv -f UTF-16 -t UTF-8" };

/// The largest number of bytes of a beginning.
const MOST: usize = 5;

/// An input is not text in UTF-8.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoText {
    found: &'static str,
    advice: &'static str,
}

impl fmt::Display for NoText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected a text in UTF-8, found {}: {}", self.found, self.advice)
    }
}

impl core::error::Error for NoText {}

impl NoText {
    /// Rejects the beginning of an input with a name if it is that of a packed file or of text in
    /// another encoding.
    ///
    /// # Errors
    ///
    /// Returns [`Error::Wrong`] with the found format.
    pub fn check(begin: &[u8], name: &str) -> Result<(), Error> {
        let read = Text::new(begin).read(&mut [0]);
        read.map(drop).map_err(|error| Self::or_unreadable(error, name))
    }

    /// Returns by its beginning how something is packed, with what to do, if it is packed.
    #[must_use]
    pub fn packing(begin: &[u8]) -> Option<String> {
        let mut known = BEGINNINGS.iter().filter(|(bytes, _)| begin.starts_with(bytes));
        let no_text = known.find_map(|(_, no_text)| *no_text)?;
        (no_text != UTF_16).then(|| format!("{}: {}", no_text.found, no_text.advice))
    }

    /// Returns the error of reading an input with a name: [`Error::Wrong`], if this one is the
    /// reason.
    #[must_use]
    pub fn or_unreadable(error: io::Error, name: &str) -> Error {
        match error.downcast::<Self>() {
            Ok(no_text) => Wrong(format!("{name}: {no_text}")).into(),
            Err(error) => Error::system(format!("cannot read {name}"))(error),
        }
    }
}

/// Reads a text without its byte order mark. It waits for no more bytes than it needs to know that
/// the first ones are not a mark.
#[derive(Debug)]
pub struct Text<R> {
    reader: R,
    /// The first bytes, as far as they may be one of the beginnings.
    held: [u8; MOST],
    /// The part of them that is given next, once they are known.
    next: Option<core::ops::Range<usize>>,
    mark: u64,
}

impl<R: Read> Text<R> {
    /// Reads a text.
    pub const fn new(reader: R) -> Self {
        Self { reader, held: [0; MOST], next: None, mark: 0 }
    }

    /// Reads bytes that are not text, and passes all of them on.
    pub const fn of_bytes(reader: R) -> Self {
        Self { reader, held: [0; MOST], next: Some(0..0), mark: 0 }
    }

    /// Returns the number of bytes of the skipped mark.
    pub const fn mark(&self) -> u64 {
        self.mark
    }

    /// Reads the first bytes until they are known. Returns the part of them that belongs to the
    /// text.
    fn begin(&mut self) -> io::Result<core::ops::Range<usize>> {
        let mut length = 0;
        loop {
            let read = match self.reader.read(&mut self.held[length..=length]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                read => read?,
            };
            length += read;
            let found = &self.held[..length];
            match BEGINNINGS.iter().find(|(beginning, _)| beginning.starts_with(found)) {
                Some((beginning, _)) if read > 0 && beginning.len() > length => {}
                Some((beginning, None)) if beginning.len() == length => {
                    self.mark = length as u64;
                    return Ok(length..length);
                }
                Some(&(beginning, Some(no_text))) if beginning.len() == length => {
                    return Err(io::Error::new(ErrorKind::InvalidData, no_text));
                }
                _ => return Ok(0..length),
            }
        }
    }
}

impl<R: Read> Read for Text<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let next = match self.next.clone() {
            Some(next) => next,
            None => self.begin()?,
        };
        if next.is_empty() {
            // The end of an input on a terminal is given once.
            let is_end = self.next.is_none() && self.mark == 0;
            self.next = Some(0..0);
            return if is_end { Ok(0) } else { self.reader.read(buffer) };
        }
        let length = next.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.held[next.start..next.start + length]);
        self.next = Some(next.start + length..next.end);
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives a byte at a time.
    struct Slow<'a>(&'a [u8]);

    impl Read for Slow<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let length = buffer.len().min(1);
            self.0.read(&mut buffer[..length])
        }
    }

    fn read_all(bytes: &[u8]) -> Result<(Vec<u8>, u64), String> {
        let results = [true, false].map(|is_slow| {
            let (mut all, mut slow) = (bytes, Slow(bytes));
            let reader: &mut dyn Read = if is_slow { &mut slow } else { &mut all };
            let (mut text, mut found) = (Text::new(reader), Vec::new());
            let read = text.read_to_end(&mut found).map_err(|error| error.to_string());
            read.map(|_| (found, text.mark()))
        });
        assert_eq!(results[0], results[1]);
        let [result, _] = results;
        result
    }

    #[test]
    fn byte_order_marks_are_skipped_only_at_the_start() {
        for text in ["", "a", "text\n", "\u{feff}", "é", "(", "(\u{b5}"] {
            let marked = format!("\u{feff}{text}");
            assert_eq!(read_all(marked.as_bytes()), Ok((text.into(), 3)), "{text:?}");
            if !text.starts_with('\u{feff}') {
                assert_eq!(read_all(text.as_bytes()), Ok((text.into(), 0)), "{text:?}");
            }
        }
    }

    #[test]
    fn incomplete_marks_stay_in_the_text() {
        for (beginning, _) in BEGINNINGS {
            for length in 0..beginning.len() {
                let begun = &beginning[..length];
                assert_eq!(read_all(begun), Ok((begun.to_vec(), 0)));
                let other = [begun, b"x"].concat();
                assert_eq!(read_all(&other), Ok((other, 0)));
            }
        }
    }

    #[test]
    fn other_encodings_are_rejected_by_name() {
        let cases: [(&[u8], &str); 10] = [
            (b"\x1f\x8b\x08\x00", "expected a text in UTF-8, found gzip: "),
            (b"\xff\xfea\x00", "expected a text in UTF-8, found UTF-16: "),
            (b"\xfe\xff\x00a", "expected a text in UTF-8, found UTF-16: "),
            (b"[\x00E\x00", "expected a text in UTF-8, found UTF-16: "),
            (b"\x00[\x00E", "expected a text in UTF-8, found UTF-16: "),
            (b"\x28\xb5\x2f\xfd\x04", "expected a text in UTF-8, found Zstandard: "),
            (b"BZh91AY", "expected a text in UTF-8, found bzip2: "),
            (b"\xfd7zXZ\x00", "expected a text in UTF-8, found xz: "),
            (b"7z\xbc\xaf\x27", "expected a text in UTF-8, found 7z: "),
            (b"PK\x03\x04", "expected a text in UTF-8, found zip: "),
        ];
        for (bytes, expected) in cases {
            let message = read_all(bytes).expect_err("no text");
            assert!(message.starts_with(expected), "{message}");
            let mut found = Vec::new();
            Text::of_bytes(bytes).read_to_end(&mut found).expect("bytes are read");
            assert_eq!(found, bytes);
        }
    }
}
