//! The interface through which games are read.

use core::fmt;
use core::str::FromStr;
use std::borrow::Cow;

use hyperbola::ParseNameError;

use super::{PgnError, PgnErrorKind, lex};

/// The parts of a game as they are read. Each function has a default that ignores its part.
///
/// A function that returns an error refuses the game: [`Reader::read_game`] reads to the game's
/// end without calling the visitor again, and returns the error with its place.
///
/// [`Reader::read_game`]: super::Reader::read_game
///
/// ```
/// use hyperbola_moves::pgn::{Interest, PgnErrorKind, Reader, Visitor};
///
/// /// Counts the moves, those of variations too.
/// struct Count(u64);
///
/// impl Visitor for Count {
///     fn san(&mut self, _: &str) -> Result<(), PgnErrorKind> {
///         self.0 += 1;
///         Ok(())
///     }
///
///     fn begin_variation(&mut self) -> Interest {
///         Interest::Visit
///     }
/// }
///
/// let mut count = Count(0);
/// Reader::new("1. e4 (1. d4 d5) e5 *".as_bytes()).read_game(&mut count)?;
/// assert_eq!(count.0, 4);
/// # Ok::<(), hyperbola_moves::pgn::PgnError>(())
/// ```
pub trait Visitor {
    /// Is called at the beginning of each game, and before comments at the end of the stream,
    /// behind which no game stands.
    fn begin_game(&mut self) {}

    /// Is called for each tag pair. The value has no escapes left.
    ///
    /// # Errors
    ///
    /// The visitor may refuse the game.
    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        let _ = (name, value);
        Ok(())
    }

    /// Is called once, after the tags of a game, even if it has none. Comments may come before.
    fn end_tags(&mut self) -> Interest {
        Interest::Visit
    }

    /// Is called for each move, with its text as it stands in the stream but for `!`, `?` and
    /// `e.p.`. The text is a word of 1 to 63 bytes: letters, digits and signs, dashes of any kind,
    /// and figures of pieces. It need not be a move.
    ///
    /// # Errors
    ///
    /// The visitor may refuse the game.
    fn san(&mut self, san: &str) -> Result<(), PgnErrorKind> {
        let _ = san;
        Ok(())
    }

    /// Is called for each numeric annotation `$n`, and for each [`sign`](Self::sign).
    fn nag(&mut self, number: u16) {
        let _ = number;
    }

    /// Is called for each sign that stands for a numeric annotation. `!`, `?`, `!!`, `??`, `!?` and
    /// `?!` are the numbers 1 to 6, `=`, `∞`, `+=`, `=+`, `±`, `∓`, `+-` and `-+` are 10 and 13 to
    /// 19, and `N` and `D` are 146 and 220. Unless it is defined, a sign is its number.
    fn sign(&mut self, number: u16) {
        self.nag(number);
    }

    /// Is called for each comment, without its braces or semicolon. A comment that is longer than
    /// about 64 KiB comes in several parts; only the last has `is_last`. Of a comment that is not
    /// closed and a mistake, the last part is left out.
    fn comment(&mut self, text: Text<'_>, is_last: bool) {
        let _ = (text, is_last);
    }

    /// Is called for what belongs to no game and is passed over, with its place: a bracket that is
    /// no tag, a `)` without `(`, a variation or a comment without its end at the end of the game,
    /// a `$` without a number, a result before the last move, words behind all moves, and other
    /// signs.
    fn note(&mut self, note: PgnError) {
        let _ = note;
    }

    /// Is called at the beginning of a variation, and says whether to visit what is in it.
    fn begin_variation(&mut self) -> Interest {
        Interest::Skip
    }

    /// Is called at the end of each variation that is visited.
    fn end_variation(&mut self) {}

    /// Is called at the end of a game that has no error, with its result if it has one.
    fn end_game(&mut self, result: Option<GameResult>) {
        let _ = result;
    }
}

/// Whether a visitor wants the movetext of a game or a variation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Interest {
    /// Visit it.
    Visit,
    /// Read to its end, with the variations in it. Mistakes in a game's movetext are then not
    /// reported.
    Skip,
}

/// The result of a game as PGN writes it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub enum GameResult {
    /// `1-0`
    WhiteWins,
    /// `0-1`
    BlackWins,
    /// `1/2-1/2`
    Draw,
    /// `*`: the game is not finished, or its result is not known.
    #[default]
    Unknown,
}

impl GameResult {
    /// Returns the result as PGN writes it.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::WhiteWins => "1-0",
            Self::BlackWins => "0-1",
            Self::Draw => "1/2-1/2",
            Self::Unknown => "*",
        }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for GameResult {
    type Err = ParseNameError;

    /// Reads a result as people write it: half a point is `1/2`, `½` or `0.5`, and the sign between
    /// the points is a colon or a dash of any kind, with up to three blanks around it. `1/2` is a
    /// draw too.
    fn from_str(text: &str) -> Result<Self, ParseNameError> {
        let error = || ParseNameError::expecting("a result, one of 1-0, 0-1, 1/2-1/2 and *");
        lex::whole_result(text.as_bytes()).ok_or_else(error)
    }
}

/// Bytes of a tag's value or a comment. Streams do not say how their text is encoded.
///
/// ```
/// use hyperbola_moves::pgn::Text;
/// assert_eq!(Text::new("Süß".as_bytes()).to_str(), "Süß");
/// assert_eq!(Text::new(b"S\xfc\xdf").to_str(), "Süß");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// Makes a text from its bytes.
    #[must_use]
    pub const fn new(bytes: &'a [u8]) -> Self {
        Self(bytes)
    }

    /// Returns the bytes as they stand in the stream.
    #[must_use]
    pub const fn as_bytes(&self) -> &'a [u8] {
        self.0
    }

    /// Returns the text as UTF-8. Bytes that are not UTF-8 are taken as Latin-1, a character each,
    /// so that no byte is lost.
    #[must_use]
    pub fn to_str(&self) -> Cow<'a, str> {
        match core::str::from_utf8(self.0) {
            Ok(text) => Cow::Borrowed(text),
            Err(_) => Cow::Owned(self.0.iter().copied().map(char::from).collect()),
        }
    }
}
