//! The formats, their names, and how a file's format is found.

use core::fmt;
use core::str::FromStr;
use std::io::{self, Read, Write};
use std::path::Path;

use hyperbola_moves::Rules;

use crate::bin::{self, Bin};
use crate::binpack::{BinpackReader, BinpackWriter};
use crate::bullet::{self, Bullet, BulletTextWriter};
use crate::games::RecordedGames;
use crate::leela::LeelaReader;
use crate::lines::LineReader;
use crate::marlin::{self, Marlin};
use crate::monty::{Monty, MontyValue};
use crate::pgn::{Comments, PgnReader};
use crate::plain::{PlainReader, PlainWriter};
use crate::records::{RecordReader, RecordWriter};
use crate::viri::{Viri, ViriWriter};
use crate::{Reader, Writer, epd, lichess};

/// A format of training data.
///
/// ```
/// use hyperbola_data::Format;
/// assert_eq!("viriformat".parse(), Ok(Format::Viri));
/// assert_eq!(Format::of_path("data/games.vf".as_ref()), Some(Format::Viri));
/// let line = b"4k3/8/8/8/8/8/8/4K2Q b - - 0 1 | 900 | 1.0\n";
/// assert_eq!(Format::of_contents(line), Some(Format::BulletText));
/// assert!(Format::Pgn.writer(std::io::sink()).is_none());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Format {
    /// Stockfish's binpack: chains of positions in chunks.
    Binpack,
    /// The `.plain` text of Stockfish's tools.
    Plain,
    /// The `.bin` of Stockfish's tools, records of 40 bytes.
    Bin,
    /// viriformat: whole games.
    Viri,
    /// marlinformat: records of 32 bytes.
    Marlin,
    /// Bullet's records of 32 bytes.
    Bullet,
    /// Bullet's text: `FEN | score | result`.
    BulletText,
    /// EPD with `c9` and `ce`. It is only read.
    Epd,
    /// PGN with `[%eval …]`. It is only read.
    Pgn,
    /// The lines of JSON of Lichess' evaluations. It is only read.
    Lichess,
    /// The records of Leela Chess Zero, versions 3 to 7. It is only read.
    Leela,
    /// PGN of matches, as cutechess and fastchess write it: `{+0.71/22 1.2s}`. It is only read, and only
    /// where it is asked for.
    PgnMatch,
    /// Lines of tuners: `FEN [0.5] 12` or `FEN;1.0`. They are only read, and only where they are asked
    /// for.
    Tuner,
    /// montyformat 0.9: games with the visits of searches. It is only read, and only where it is asked
    /// for.
    Monty,
    /// montyformat 0.9 without visits. It is only read, and only where it is asked for.
    MontyValue,
}

/// How a file is read, where there is a choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether the positions of a game's moves that have no evaluation are entries too, which have no
    /// score.
    pub unscored: bool,
    /// Whether the entries of a game before a mistake in it are kept. They come before the mistake.
    pub keeps_before: bool,
    /// The rules by which castling rights are read. By those of chess, another right is a mistake in
    /// every format.
    pub rules: Rules,
    /// Whether FENs are mended as [`Position::from_fen_lenient_by_rules`] does. Castling rights that
    /// are written as `KQkq` are read by the rules of chess, if the rules are not those of Chess960.
    ///
    /// [`Position::from_fen_lenient_by_rules`]: hyperbola_moves::Position::from_fen_lenient_by_rules
    pub lenient: bool,
}

impl Format {
    /// All formats.
    pub const ALL: [Self; 15] = [
        Self::Binpack,
        Self::Plain,
        Self::Bin,
        Self::Viri,
        Self::Marlin,
        Self::Bullet,
        Self::BulletText,
        Self::Epd,
        Self::Pgn,
        Self::Lichess,
        Self::Leela,
        Self::PgnMatch,
        Self::Tuner,
        Self::Monty,
        Self::MontyValue,
    ];

    /// The number of bytes from which [`of_contents`](Self::of_contents) tells a format, if the file
    /// has so many.
    pub const PREFIX: usize = 1 << 16;

    /// Returns the name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Binpack => "binpack",
            Self::Plain => "plain",
            Self::Bin => "bin",
            Self::Viri => "viriformat",
            Self::Marlin => "marlinformat",
            Self::Bullet => "bullet",
            Self::BulletText => "bullet-text",
            Self::Epd => "epd",
            Self::Pgn => "pgn",
            Self::Lichess => "lichess",
            Self::Leela => "leela",
            Self::PgnMatch => "pgn-match",
            Self::Tuner => "tuner",
            Self::Monty => "montyformat",
            Self::MontyValue => "monty-value",
        }
    }

    /// Returns the endings of its files' names, without the dot.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        match self {
            Self::Binpack => &["binpack"],
            Self::Plain => &["plain"],
            Self::Bin => &["bin"],
            Self::Viri => &["viri", "vf"],
            Self::Marlin => &["marlin"],
            Self::Bullet => &["bullet", "bulletformat", "data"],
            Self::BulletText => &["txt"],
            Self::Epd => &["epd"],
            Self::Pgn => &["pgn"],
            Self::Lichess => &["jsonl"],
            Self::Leela => &["leela"],
            Self::PgnMatch | Self::Tuner | Self::Monty | Self::MontyValue => &[],
        }
    }

    /// Returns whether the format is a text.
    #[must_use]
    pub const fn is_text(self) -> bool {
        match self {
            Self::Binpack
            | Self::Bin
            | Self::Viri
            | Self::Marlin
            | Self::Bullet
            | Self::Leela
            | Self::Monty
            | Self::MontyValue => false,
            Self::Plain
            | Self::BulletText
            | Self::Epd
            | Self::Pgn
            | Self::Lichess
            | Self::PgnMatch
            | Self::Tuner => true,
        }
    }

    /// Returns whether files of the format say which entries belong to one game. A game of a binpack
    /// is a chain.
    #[must_use]
    pub const fn has_games(self) -> bool {
        matches!(
            self,
            Self::Binpack
                | Self::Viri
                | Self::Pgn
                | Self::PgnMatch
                | Self::Monty
                | Self::MontyValue
        )
    }

    /// Returns the format that the ending of a file's name says.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.extensions().contains(&&*extension))
    }

    /// Returns the format of a file that begins with some bytes, [`PREFIX`](Self::PREFIX) of them or
    /// the whole file. Returns nothing if the bytes fit no format or several.
    #[must_use]
    pub fn of_contents(bytes: &[u8]) -> Option<Self> {
        if bytes.starts_with(b"BINP") {
            return Some(Self::Binpack);
        }
        let bytes = &bytes[..bytes.len().min(Self::PREFIX)];
        // A format without a name for its files has to be asked for.
        let guessed = Self::ALL.into_iter().filter(|format| !format.extensions().is_empty());
        let mut fitting = guessed.filter(|format| format.fits(bytes));
        let first = fitting.next()?;
        fitting.next().is_none().then_some(first)
    }

    /// Returns the format of a file that has a name and begins with some bytes, [`PREFIX`](Self::PREFIX)
    /// of them or the whole file.
    ///
    /// # Errors
    ///
    /// Returns an error if the name and the bytes say different formats, or if neither says one.
    pub fn find(path: &Path, bytes: &[u8]) -> Result<Self, FindFormatError> {
        match (Self::of_path(path), Self::of_contents(bytes)) {
            (Some(named), Some(found)) if named != found => {
                Err(FindFormatError::Contradiction { named, found })
            }
            (named, found) => found.or(named).ok_or(FindFormatError::Unknown),
        }
    }

    /// Returns whether the first entries can be read from the beginning of a file.
    fn fits(self, bytes: &[u8]) -> bool {
        /// More games or records than can be right by chance.
        const ENTRIES: usize = 4;
        /// The bytes at the end that may be those of a part that has been cut.
        const CUT: usize = 1 << 14;
        let is_cut = bytes.len() == Self::PREFIX;
        let mut reader = self.reader(bytes);
        let mut entries = 0;
        while entries < ENTRIES {
            match reader.next_entry() {
                Ok(Some(_)) => entries += 1,
                Ok(None) => break,
                // The beginning of a file ends anywhere.
                Err(error) => {
                    let byte = usize::try_from(error.byte).unwrap_or(bytes.len());
                    let is_last_line =
                        || self.is_text() && entries > 0 && !bytes[byte..].contains(&b'\n');
                    return is_cut && (byte + CUT > bytes.len() || is_last_line());
                }
            }
        }
        entries > 0
    }

    /// Makes a reader of a stream, which needs no buffer of its own.
    pub fn reader<'a>(self, source: impl Read + Send + 'a) -> Box<dyn Reader + 'a> {
        self.reader_from(source, 0)
    }

    /// Makes a reader of a section that [begins](Self::section_from) at a byte of its file. Errors
    /// have the byte of the file, and the number of the part in the section.
    pub fn reader_from<'a>(self, source: impl Read + Send + 'a, byte: u64) -> Box<dyn Reader + 'a> {
        self.reader_with(source, byte, ReadOptions::default())
    }

    /// Makes a reader as [`reader_from`](Self::reader_from) does, which reads as the options say.
    pub fn reader_with<'a>(
        self,
        source: impl Read + Send + 'a,
        byte: u64,
        options: ReadOptions,
    ) -> Box<dyn Reader + 'a> {
        self.boxed_reader(Box::new(source), byte, options)
    }

    /// Makes a reader. Not generic: compiled once, here, because a program may be built without
    /// optimizations.
    #[inline(never)]
    fn boxed_reader<'a>(
        self,
        source: Box<dyn Read + Send + 'a>,
        byte: u64,
        options: ReadOptions,
    ) -> Box<dyn Reader + 'a> {
        match self {
            // It cannot have rights that only Chess960 has.
            Self::Binpack => Box::new(BinpackReader::new(source, byte)),
            Self::Plain => Box::new(PlainReader::new(source, byte, options)),
            Self::Bin => {
                Box::new(RecordReader::<_, Bin, { bin::SIZE }>::new(source, byte, options))
            }
            Self::Viri => Box::new(RecordedGames::<_, Viri>::new(source, byte, options)),
            Self::Monty => Box::new(RecordedGames::<_, Monty>::new(source, byte, options)),
            Self::MontyValue => {
                Box::new(RecordedGames::<_, MontyValue>::new(source, byte, options))
            }
            Self::Marlin => {
                Box::new(RecordReader::<_, Marlin, { marlin::SIZE }>::new(source, byte, options))
            }
            Self::Bullet => {
                Box::new(RecordReader::<_, Bullet, { bullet::SIZE }>::new(source, byte, options))
            }
            Self::BulletText => Box::new(LineReader::new(source, byte, options, bullet::read_line)),
            Self::Epd => Box::new(LineReader::new(source, byte, options, epd::read_line)),
            // Their only section begins with the file.
            Self::Pgn => Box::new(PgnReader::new(source, Comments::Eval, options)),
            Self::PgnMatch => Box::new(PgnReader::new(source, Comments::Match, options)),
            Self::Tuner => Box::new(LineReader::new(source, byte, options, epd::read_tuner_line)),
            Self::Lichess => Box::new(LineReader::new(source, byte, options, lichess::read_line)),
            Self::Leela => Box::new(LeelaReader::new(source, byte, options)),
        }
    }

    /// Makes a writer to a stream, which should have a buffer. Returns nothing if the format is only
    /// read.
    pub fn writer<'a>(self, target: impl Write + 'a) -> Option<Box<dyn Writer + 'a>> {
        self.boxed_writer(Box::new(target))
    }

    /// Makes a writer. Not generic: compiled once, here, because a program may be built without
    /// optimizations.
    #[inline(never)]
    fn boxed_writer<'a>(self, target: Box<dyn Write + 'a>) -> Option<Box<dyn Writer + 'a>> {
        Some(match self {
            Self::Binpack => Box::new(BinpackWriter::new(target)),
            Self::Plain => Box::new(PlainWriter::new(target)),
            Self::Bin => Box::new(RecordWriter::<_, Bin, { bin::SIZE }>::new(target)),
            Self::Viri => Box::new(ViriWriter::new(target)),
            Self::Marlin => Box::new(RecordWriter::<_, Marlin, { marlin::SIZE }>::new(target)),
            Self::Bullet => Box::new(RecordWriter::<_, Bullet, { bullet::SIZE }>::new(target)),
            Self::BulletText => Box::new(BulletTextWriter::new(target)),
            Self::Epd
            | Self::Pgn
            | Self::Lichess
            | Self::Leela
            | Self::PgnMatch
            | Self::Tuner
            | Self::Monty
            | Self::MontyValue => return None,
        })
    }

    /// Returns whether the bytes of an entry depend on no other entry. Then the files of some entries
    /// and of others, one behind another, are the file of all of them. In a binpack and in viriformat
    /// an entry may continue the one before it.
    #[must_use]
    pub fn has_separate_entries(self) -> bool {
        self.is_written() && !matches!(self, Self::Binpack | Self::Viri)
    }

    /// Returns whether a file may have several [sections](Self::section_from).
    #[must_use]
    pub const fn has_sections(self) -> bool {
        // A chunk of a binpack says how many bytes it has.
        matches!(self, Self::Binpack) || !self.has_games() && !matches!(self, Self::Leela)
    }

    /// Returns whether files of the format can be written.
    #[must_use]
    pub fn is_written(self) -> bool {
        self.writer(io::sink()).is_some()
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Format {
    type Err = ParseFormatError;

    /// Reads the name of a format.
    fn from_str(name: &str) -> Result<Self, ParseFormatError> {
        let named = |format: &Self| format.name() == name;
        Self::ALL.into_iter().find(named).ok_or(ParseFormatError(()))
    }
}

/// The error for a text that is not the name of a format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ParseFormatError(());

impl fmt::Display for ParseFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a format, one of ")?;
        for (index, format) in Format::ALL.iter().enumerate() {
            write!(f, "{}{format}", if index == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl core::error::Error for ParseFormatError {}

/// The reason why the format of a file cannot be found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum FindFormatError {
    /// The name and the contents say different formats.
    Contradiction {
        /// The format that the name says.
        named: Format,
        /// The format of the contents.
        found: Format,
    },
    /// Neither says a format.
    Unknown,
}

impl fmt::Display for FindFormatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Contradiction { named, found } => {
                write!(f, "expected the format {named} by the name, found {found}")
            }
            Self::Unknown => f.write_str("expected a file whose name or contents say the format"),
        }
    }
}

impl core::error::Error for FindFormatError {}
