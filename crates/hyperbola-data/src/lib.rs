//! Files of training data for chess networks, read and written as streams.
//!
//! ```
//! use hyperbola_data::Format;
//! use hyperbola_moves::Color;
//!
//! let text = "rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1 | 34 | 1.0\n";
//! let mut reader = Format::BulletText.reader(text.as_bytes());
//! let entry = reader.next_entry()?.expect("an entry");
//! // The text has the score as White sees it, the records have it as the side to move does.
//! assert_eq!(entry.score.map(|score| score.for_color(Color::Black)), Some(-34));
//! let mut records = Vec::new();
//! let mut writer = Format::Bullet.writer(&mut records).expect("it can be written");
//! writer.write(&entry)?;
//! writer.finish()?;
//! drop(writer);
//! assert_eq!(records.len(), 32);
//! assert_eq!(i16::from_le_bytes([records[24], records[25]]), -34);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Format`] makes a [`Reader`] of any stream and a [`Writer`] to any other. Both deal with one
//! [`Entry`] after another, and hold no more of a file than a chunk, a game or a line.
//!
//! # What is checked
//!
//! Readers take nothing for granted: a position must be one that can be played on, a move must be
//! legal, a number must be one that the format has. A mistake is a [`ReadError`] that says what was
//! expected, what was found, and where: the chunk, game, record or line, and the byte. Reading can
//! go on behind it. Positions that no game can reach, with ten queens for example, are taken; only
//! Bullet's records refuse them. An en passant square without a legal capture is dropped.
//!
//! Writers refuse what their format cannot hold: a [`Refusal`]. Nothing becomes another number.
//!
//! # Many records at once
//!
//! [`bullet::read_records`] and [`bullet::write_records`] have Bullet's records and positions in
//! columns, in the lanes of the widest word.
//!
//! # Points of view
//!
//! Some formats have scores and results as White sees them, others as the side to move does. An
//! [`Entry`] has neither: see [`Score`] and [`GameResult`]. Units stay as they are in the file.

mod arrange;
mod batch;
mod bin;
mod binpack;
pub mod bullet;
pub mod convert;
mod entry;
mod epd;
mod error;
mod fens;
mod filter;
mod format;
mod games;
mod leela;
mod left;
mod lichess;
mod lines;
mod marlin;
mod monty;
mod packed;
mod packing;
mod part;
mod pgn;
mod pieces;
mod plain;
mod records;
mod sections;
mod survey;
mod table;
mod viri;
mod window;

pub use arrange::{ArrangeError, Arranged, Arrangement, Arranger};
pub use batch::{Batch, BatchReader, Plan, Target};
pub use entry::{Entry, Score};
pub use error::{ReadError, ReadErrorKind, Refusal, Unit, WriteError};
pub use filter::Filter;
pub use format::{FindFormatError, Format, ParseFormatError, ReadOptions};
pub use hyperbola_moves::pgn::GameResult;
pub use left::{LeftOut, LeftOutRow, Reason, Thing};
pub use part::{GameReader, ParsePartError, Part, position_hash};
pub use survey::Survey;

/// Reads entries one after another.
pub trait Reader: Send {
    /// Reads the next entry. Returns nothing at the end.
    ///
    /// # Errors
    ///
    /// Returns the next mistake. The call after it goes on with the next entry that can be read,
    /// and after an error of the stream itself it returns nothing.
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError>;

    /// Returns how many chunks, games, records or lines were read so far. [`ReadError::number`]
    /// counts the same.
    fn units(&self) -> u64;

    /// Returns the number of the game that the last entry belongs to, which no other game of the
    /// stream has. Returns nothing if the format [has no games](Format::has_games).
    fn game(&self) -> Option<u64> {
        None
    }

    /// Returns whether each game is whole. Where it is not known, the entries of a game from which
    /// some were left out may have come as several games.
    fn has_whole_games(&self) -> bool {
        false
    }

    /// Returns what was left out so far of what was read without a mistake, and what is noted of
    /// it.
    fn left_out(&self) -> LeftOut {
        LeftOut::default()
    }
}

impl<R: Reader + ?Sized> Reader for Box<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        (**self).next_entry()
    }

    fn units(&self) -> u64 {
        (**self).units()
    }

    fn game(&self) -> Option<u64> {
        (**self).game()
    }

    fn has_whole_games(&self) -> bool {
        (**self).has_whole_games()
    }

    fn left_out(&self) -> LeftOut {
        (**self).left_out()
    }
}

/// Writes entries one after another.
pub trait Writer {
    /// Writes an entry.
    ///
    /// # Errors
    ///
    /// Returns [`WriteError::Refused`] if the format cannot hold the entry; nothing is written
    /// then, and other entries can be. Returns [`WriteError::Io`] if the file cannot be written.
    fn write(&mut self, entry: &Entry) -> Result<(), WriteError>;

    /// Returns whether the file has the same bytes if it is [finished](Self::finish) now and goes
    /// on with this entry: another writer could write that entry and all behind it.
    fn can_pause(&self, entry: &Entry) -> bool;

    /// Writes what is still held back. A file is complete only after that.
    ///
    /// # Errors
    ///
    /// Returns [`WriteError::Io`] if the file cannot be written.
    fn finish(&mut self) -> Result<(), WriteError>;
}

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
