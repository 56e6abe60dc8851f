//! The reasons why a game cannot be read.

use core::fmt;
use std::io;

use arrayvec::ArrayString;

use super::moves;
use crate::{ParsePositionError, SanError};

/// The reason why a game cannot be read, and where in the stream it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct PgnError {
    /// The offset in the stream of the wrong byte, from 0. For something that is not closed this is
    /// where it begins, and for a move or a tag's value its first byte.
    pub offset: u64,
    /// The line of that byte, from 1. Lines are counted by their line feeds.
    pub line: u64,
    /// The mistake.
    pub kind: PgnErrorKind,
}

/// A mistake in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PgnErrorKind {
    /// The stream cannot be read. There are no further games.
    Io(io::ErrorKind),
    /// A byte that begins nothing that may stand in a game. It is passed over.
    Byte(u8),
    /// A word that is longer than 63 bytes, with its beginning.
    LongWord(MoveText),
    /// A `$` without a number from 0 to 65535. It is passed over.
    Nag,
    /// A comment without its `}`. It takes the rest of the stream. If no game can stand there, the
    /// game ends with the comment.
    UnclosedComment,
    /// A variation without its `)`, which ends where the game does.
    UnclosedVariation,
    /// A `)` outside variations. It is passed over.
    Close,
    /// A result before the last move of its game. It is passed over.
    Result,
    /// Words that are no moves and stand behind all moves, such as `White resigns`. They are passed
    /// over.
    Text(MoveText),
    /// A mistake in a tag pair, which is passed over unless it has a FEN.
    Tag(TagErrorKind),
    /// The value of the tag `FEN` is not a position.
    Fen(ParsePositionError),
    /// The value of the tag `Variant` is the name of another game, or of none that is known.
    Variant(MoveText),
    /// A move that passes: `--`, `Z0` and the like. They stand in analysis; no game has them.
    NullMove,
    /// A word that is not a legal move of its position.
    Move {
        /// The word.
        word: MoveText,
        /// The reason.
        error: SanError,
    },
    /// The visitor refused a part of the game for a reason of its own.
    Refused(&'static str),
}

/// The part of a tag pair that was expected but not found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagErrorKind {
    /// The name.
    Name,
    /// The quote before the value.
    Quote,
    /// The quote after the value, on the same line.
    Value,
    /// The closing bracket.
    Bracket,
    /// The end of the tag pair within 40 KiB, and of its value within 16 KiB.
    Long,
    /// At most 1024 tags.
    Many,
}

/// A word, or as many of its characters as fit into 63 bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MoveText(ArrayString<63>);

impl MoveText {
    pub(super) fn new(word: &str) -> Self {
        let mut text = ArrayString::new();
        let end = (0..=text.capacity()).rev().find(|&end| word.is_char_boundary(end));
        text.push_str(&word[..end.unwrap_or_default()]);
        Self(text)
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for MoveText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_str().fmt(f)
    }
}

impl fmt::Display for TagErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "expected a tag's name, 1 to 255 letters, digits and signs",
            Self::Quote => "expected a quote before the tag's value",
            Self::Value => "expected a quote after the tag's value, on the same line",
            Self::Bracket => "expected ] after the tag's value; quotes inside it are written \\\"",
            Self::Long => "expected a tag pair of at most 40 KiB with a value of at most 16 KiB",
            Self::Many => "expected at most 1024 tags",
        })
    }
}

impl fmt::Display for PgnErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(kind) => write!(f, "the stream cannot be read: {kind}"),
            Self::Byte(byte) => {
                f.write_str("expected a tag, a move, a comment, a variation or a result, found ")?;
                match byte {
                    b'!'..=b'~' => write!(f, "{}", char::from(*byte)),
                    _ => write!(f, "the byte {byte}"),
                }
            }
            Self::LongWord(word) => {
                write!(f, "expected a word of at most 63 bytes, found {}…", word.as_str())
            }
            Self::Nag => f.write_str("expected a number from 0 to 65535 after $"),
            Self::UnclosedComment => f.write_str("expected } after the comment that begins"),
            Self::UnclosedVariation => f.write_str("expected ) after the variation that begins"),
            Self::Close => f.write_str("expected no ) outside variations"),
            Self::Result => f.write_str("expected no result before the last move"),
            Self::Text(text) => write!(f, "expected a comment in braces, found {}", text.as_str()),
            Self::Tag(kind) => kind.fmt(f),
            Self::Fen(error) => write!(f, "expected a position as the tag's value: {error}"),
            Self::Variant(name) => {
                write!(f, "expected the variant Standard or Chess960, found {}", name.as_str())
            }
            Self::NullMove => f.write_str("expected a move, found one that passes"),
            Self::Move { word, error } => {
                write!(f, "{}: {error}", word.as_str())?;
                let Some((letter, languages)) = moves::foreign_letter(word.as_str()) else {
                    return Ok(());
                };
                let languages = languages.join(", ");
                write!(f, "; {letter} looks like the letter of a piece in {languages}")
            }
            Self::Refused(reason) => f.write_str(reason),
        }
    }
}

impl fmt::Display for PgnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {} in line {}", self.kind, self.offset, self.line)
    }
}

impl core::error::Error for PgnError {}
