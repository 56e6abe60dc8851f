//! The formats, their names, and how a file's format is found.

use core::fmt;
use core::str::FromStr;
use std::io::{Read, Write};
use std::path::Path;

use hyperbola_moves::Rules;

use crate::bin::{self, Bin};
use crate::binpack::{BinpackReader, BinpackWriter};
use crate::bullet::{self, Bullet, BulletTextWriter};
use crate::games::RecordedGames;
use crate::leela::LeelaReader;
use crate::lines::{LineReader, ReadLine};
use crate::marlin::{self, Marlin};
use crate::monty::{Monty, MontyValue};
use crate::pgn::{Comments, PgnReader};
use crate::plain::{PlainReader, PlainWriter};
use crate::records::{RecordReader, RecordWriter};
use crate::table::TableReader;
use crate::viri::{Viri, ViriWriter};
use crate::{Reader, Writer, epd, lichess};

/// How a file is read, where there is a choice.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ReadOptions {
    /// Whether the positions of a game's moves that have no evaluation are entries too, which have
    /// no score.
    pub unscored: bool,
    /// Whether the entries of a game before a mistake in it are kept. They come before the mistake.
    pub keeps_before: bool,
    /// The rules by which castling rights are read. By those of chess, another right is a mistake
    /// in every format.
    pub rules: Rules,
    /// Whether FENs are mended as [`Position::from_fen_lenient_by_rules`] does. Castling rights
    /// that are written as `KQkq` are read by the rules of chess, if the rules are not those of
    /// Chess960.
    ///
    /// [`Position::from_fen_lenient_by_rules`]: hyperbola_moves::Position::from_fen_lenient_by_rules
    pub lenient: bool,
}

/// A reader of a stream that begins at a byte of its file.
type MakeReader = for<'a> fn(Box<dyn Read + Send + 'a>, u64, ReadOptions) -> Box<dyn Reader + 'a>;

/// A writer to a stream.
type MakeWriter = for<'a> fn(Box<dyn Write + 'a>) -> Box<dyn Writer + 'a>;

/// What is known of a format. The functions of [`Format`] with the same names say more.
struct Facts {
    name: &'static str,
    extensions: &'static [&'static str],
    is_text: bool,
    has_games: bool,
    sections: Sections,
    reader: MakeReader,
    writer: Option<MakeWriter>,
}

const TEXT: bool = true;
const BYTES: bool = false;
const GAMES: bool = true;
const ENTRIES: bool = false;

/// The sections of a file that can be read without the others.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Sections {
    /// The file is the only one.
    One,
    /// The chunks of a binpack.
    Chunks,
    /// Records of so many bytes.
    Records(usize),
    /// Lines.
    Lines,
    /// The records of `.plain`, each of several lines.
    Plain,
}

use Sections::{Chunks, Lines, One, Records};

/// Makes the enumeration of the formats and the facts of each: a name, endings, whether it is a
/// text and has games, its sections, its reader, and its writer if it has one.
macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident = $name:literal, $extensions:expr, $is_text:ident,
        $has_games:ident, $sections:expr, $read:expr $(, $write:expr)?;)*) => {
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
            $($(#[$doc])* $format,)*
        }

        impl Format {
            /// All formats.
            pub const ALL: [Self; [$(Self::$format),*].len()] = [$(Self::$format),*];

            /// Returns what is known of the format.
            const fn facts(self) -> &'static Facts {
                match self {
                    $(Self::$format => const {
                        &Facts {
                            name: $name,
                            extensions: &$extensions,
                            is_text: $is_text,
                            has_games: $has_games,
                            sections: $sections,
                            reader: |source, byte, options| Box::new($read(source, byte, options)),
                            writer: formats!(@ $($write)?),
                        }
                    },)*
                }
            }
        }
    };
    (@) => { None };
    (@ $write:expr) => { Some(|target| Box::new($write(target))) };
}

formats! {
    /// Stockfish's binpack: chains of positions in chunks.
    // It cannot have rights that only Chess960 has.
    Binpack = "binpack", ["binpack"], BYTES, GAMES, Chunks,
        (|source, byte, _| BinpackReader::new(source, byte)), BinpackWriter::new;
    /// The `.plain` text of Stockfish's tools.
    Plain = "plain", ["plain"], TEXT, ENTRIES, Sections::Plain, PlainReader::new, PlainWriter::new;
    /// The `.bin` of Stockfish's tools, records of 40 bytes.
    Bin = "bin", ["bin"], BYTES, ENTRIES, Records(bin::SIZE),
        RecordReader::<_, Bin, { bin::SIZE }>::new, RecordWriter::<_, Bin, { bin::SIZE }>::new;
    /// viriformat: whole games.
    Viri = "viriformat", ["viri", "vf"], BYTES, GAMES, One,
        RecordedGames::<_, Viri>::new, ViriWriter::new;
    /// marlinformat: records of 32 bytes.
    Marlin = "marlinformat", ["marlin"], BYTES, ENTRIES, Records(marlin::SIZE),
        RecordReader::<_, Marlin, { marlin::SIZE }>::new,
        RecordWriter::<_, Marlin, { marlin::SIZE }>::new;
    /// Bullet's records of 32 bytes.
    Bullet = "bullet", ["bullet", "bulletformat", "data"], BYTES, ENTRIES, Records(bullet::SIZE),
        RecordReader::<_, Bullet, { bullet::SIZE }>::new,
        RecordWriter::<_, Bullet, { bullet::SIZE }>::new;
    /// Bullet's text: `FEN | score | result`.
    BulletText = "bullet-text", ["txt"], TEXT, ENTRIES, Lines,
        lines(bullet::read_line), BulletTextWriter::new;
    /// EPD with `c9` and `ce`. It is only read.
    Epd = "epd", ["epd"], TEXT, ENTRIES, Lines, lines(epd::read_line);
    /// PGN with `[%eval …]`. It is only read.
    Pgn = "pgn", ["pgn"], TEXT, GAMES, One,
        (|source, _, options| PgnReader::new(source, Comments::Eval, options));
    /// The lines of JSON of Lichess' evaluations. It is only read.
    Lichess = "lichess", ["jsonl"], TEXT, ENTRIES, Lines, lines(lichess::read_line);
    /// The records of Leela Chess Zero, versions 3 to 7. It is only read.
    Leela = "leela", ["leela"], BYTES, ENTRIES, One, LeelaReader::new;
    /// A table with a header line: a FEN and its evaluation. It is only read.
    Table = "table", ["csv", "tsv"], TEXT, ENTRIES, One, TableReader::new;
    /// PGN of matches, as cutechess and fastchess write it: `{+0.71/22 1.2s}`. It is only read, and
    /// only where it is asked for.
    PgnMatch = "pgn-match", [], TEXT, GAMES, One,
        (|source, _, options| PgnReader::new(source, Comments::Match, options));
    /// Lines of tuners: `FEN [0.5] 12` or `FEN;1.0`. They are only read, and only where they are
    /// asked for.
    Tuner = "tuner", [], TEXT, ENTRIES, Lines, lines(epd::read_tuner_line);
    /// montyformat 0.9: games with the visits of searches. It is only read, and only where it is
    /// asked for.
    Monty = "montyformat", [], BYTES, GAMES, One, RecordedGames::<_, Monty>::new;
    /// montyformat 0.9 without visits. It is only read, and only where it is asked for.
    MontyValue = "monty-value", [], BYTES, GAMES, One, RecordedGames::<_, MontyValue>::new;
}

/// Returns what makes a reader of lines that a function reads.
fn lines<R: Read>(read: ReadLine) -> impl Fn(R, u64, ReadOptions) -> LineReader<R> {
    move |source, byte, options| LineReader::new(source, byte, options, read)
}

impl Format {
    /// The number of bytes from which [`of_contents`](Self::of_contents) tells a format, if the
    /// file has so many.
    pub const PREFIX: usize = 1 << 16;

    /// Returns the name, in small letters.
    #[must_use]
    pub const fn name(self) -> &'static str {
        self.facts().name
    }

    /// Returns the endings of its files' names, without the dot.
    #[must_use]
    pub const fn extensions(self) -> &'static [&'static str] {
        self.facts().extensions
    }

    /// Returns whether the format is a text.
    #[must_use]
    pub const fn is_text(self) -> bool {
        self.facts().is_text
    }

    /// Returns whether files of the format say which entries belong to one game. A game of a
    /// binpack is a chain.
    #[must_use]
    pub const fn has_games(self) -> bool {
        self.facts().has_games
    }

    /// Returns what sections a file has.
    pub(crate) const fn sections(self) -> Sections {
        self.facts().sections
    }

    /// Returns the format that the ending of a file's name says.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Self> {
        let extension = path.extension()?.to_str()?.to_ascii_lowercase();
        Self::ALL.into_iter().find(|format| format.extensions().contains(&&*extension))
    }

    /// Returns the format of a file that begins with some bytes, [`PREFIX`](Self::PREFIX) of them
    /// or the whole file. Returns nothing if the bytes fit no format or several.
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

    /// Returns the format of a file that has a name and begins with some bytes,
    /// [`PREFIX`](Self::PREFIX) of them or the whole file.
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
        (self.facts().reader)(source, byte, options)
    }

    /// Makes a writer to a stream, which should have a buffer. Returns nothing if the format is
    /// only read.
    pub fn writer<'a>(self, target: impl Write + 'a) -> Option<Box<dyn Writer + 'a>> {
        self.boxed_writer(Box::new(target))
    }

    /// Makes a writer. Not generic: compiled once, here, because a program may be built without
    /// optimizations.
    #[inline(never)]
    fn boxed_writer<'a>(self, target: Box<dyn Write + 'a>) -> Option<Box<dyn Writer + 'a>> {
        self.facts().writer.map(|make| make(target))
    }

    /// Returns whether the bytes of an entry depend on no other entry. Then the files of some
    /// entries and of others, one behind another, are the file of all of them. In a binpack and in
    /// viriformat an entry may continue the one before it.
    #[must_use]
    pub const fn has_separate_entries(self) -> bool {
        self.is_written() && !self.has_games()
    }

    /// Returns whether a file may have several [sections](Self::section_from).
    #[must_use]
    pub const fn has_sections(self) -> bool {
        !matches!(self.sections(), Sections::One)
    }

    /// Returns whether files of the format can be written.
    #[must_use]
    pub const fn is_written(self) -> bool {
        self.facts().writer.is_some()
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
