//! Positions in files, whose columns are used in place.
//!
//! A file holds the columns of [`Positions`](crate::Positions), one after another.
//! [`PositionsFile::open`] reads it into memory. [`PositionsFile::map`] maps it to memory: nothing
//! is copied, and unused parts are not read from the disk. It is unsafe, because nobody may change
//! a file that is mapped.
//!
//! ```
//! use hyperbola_features::file::PositionsFile;
//! use hyperbola_features::{Attacks, Positions};
//! use hyperbola_moves::Position;
//!
//! # let folder = std::env::temp_dir().join(format!("hyperbola-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! let path = folder.join("initial.positions");
//! let positions: Positions = [Position::initial()].iter().collect();
//! positions.as_slice().write_file(&path)?;
//!
//! let file = PositionsFile::open(&path)?;
//! assert_eq!(file.as_slice(), positions.as_slice());
//! assert_eq!(file.as_slice().features().compute(Attacks).len(), 2);
//! # drop(file);
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # The form
//!
//! A file has a header of 256 bytes and then the columns. Each column begins at the next multiple
//! of 64 bytes, and the bytes before it are zero. The file ends with the last column. All numbers
//! have the byte order of the machine that wrote the file.
//!
//! | bytes of the header | content |
//! |---|---|
//! | 0 to 7 | the bytes 89 48 59 50 4f 53 0d 0a, in hexadecimal |
//! | 8 to 11 | the number 0x01020304, which shows the byte order |
//! | 12 to 15 | the version of the form: 1 |
//! | 16 to 23 | the number of rows |
//! | 24 to 31 | the number of columns: 13 |
//! | 32 to 239 | for each column the byte at which it begins, 8 bytes, and its checksum, 8 bytes |
//! | 240 to 247 | zero |
//! | 248 to 255 | the checksum of the bytes before |
//!
//! | columns | bytes of a row | content |
//! |---|---|---|
//! | 1 to 8 | 8 | the sets of squares: pawns, knights, bishops, rooks, queens, kings, White's pieces, Black's |
//! | 9 | 1 | the side to move: 0 for White, 1 for Black |
//! | 10 | 4 | the files of the rooks that may castle, 0 to 7, or 255: White's king's side and queen's side, Black's |
//! | 11 | 1 | the en passant square, 0 to 63, or 255 |
//! | 12 | 2 | the number of half moves since the last capture or pawn move |
//! | 13 | 2 | the move number |
//!
//! A checksum is [XXH3](https://xxhash.com) in 64 bits, with the seed 0. It detects accidents. It
//! does not detect deliberate changes.

mod checksum;
mod layout;
mod reader;
mod verify;
mod writer;

use core::fmt;
use core::sync::atomic::AtomicBool;
use std::fs::{self, File};
use std::io;
use std::path::Path;

use memmap2::Mmap;

use crate::PositionSlice;
use layout::Header;

pub use crate::columns::RowError;
pub use writer::PositionsWriter;

/// A file of positions, which is read into memory or mapped to it.
pub struct PositionsFile {
    bytes: Bytes,
    header: Header,
}

/// The place of the bytes of a file.
enum Bytes {
    /// In memory of their own. The last word may be longer than the file.
    Read(Vec<u64>),
    /// In the file.
    Mapped(Mmap),
}

impl PositionsFile {
    /// Reads a file into memory and checks all of it: the checksums, and that the rows of each
    /// column have values that fit. The checks run on the current pool of rayon's threads if the
    /// feature `rayon` is on.
    ///
    /// It does not check that each row is a legal position.
    /// [`position`](PositionSlice::position) does, row by row.
    ///
    /// # Errors
    ///
    /// Returns a [`FileError`] if the file cannot be read, is damaged, or needs more memory than
    /// there is.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::open_until(path, &AtomicBool::new(false))
    }

    /// Reads a file and checks all of it as [`open`](Self::open) does, until another thread sets
    /// `stop`. It looks at `stop` after each megabyte.
    ///
    /// # Errors
    ///
    /// As `open`; and an error of the kind [`io::ErrorKind::Interrupted`] if `stop` is set before
    /// all is checked.
    pub fn open_until(path: impl AsRef<Path>, stop: &AtomicBool) -> Result<Self, FileError> {
        Self::read(path.as_ref(), stop)?.verified(stop)
    }

    /// Reads a file as [`open`](Self::open) does, and checks only its header and its length.
    ///
    /// A damaged file gives wrong rows. Features of such rows are wrong too. They do not panic.
    ///
    /// # Errors
    ///
    /// Returns a [`FileError`] if the file cannot be read, is not a file of positions, is not
    /// complete, or needs more memory than there is.
    pub fn open_unverified(path: impl AsRef<Path>) -> Result<Self, FileError> {
        Self::read(path.as_ref(), &AtomicBool::new(false))
    }

    /// Returns the rows.
    #[must_use]
    pub fn as_slice(&self) -> PositionSlice<'_> {
        self.header.rows_of(self.bytes())
    }

    fn bytes(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Read(words) => &bytemuck::cast_slice(words)[..self.header.end()],
            Bytes::Mapped(map) => map,
        }
    }

    fn read(path: &Path, stop: &AtomicBool) -> Result<Self, FileError> {
        let (words, header) = reader::read(file(path)?, stop)?;
        Ok(Self { bytes: Bytes::Read(words), header })
    }

    /// Checks the contents.
    fn verified(self, stop: &AtomicBool) -> Result<Self, FileError> {
        verify::contents(self.bytes(), &self.header, stop)?;
        Ok(self)
    }
}

#[expect(unsafe_code, reason = "a file that is mapped may be changed by others")]
impl PositionsFile {
    /// Maps a file to memory and checks all of it as [`open`](Self::open) does. This reads the
    /// whole file, and copies nothing.
    ///
    /// # Safety
    ///
    /// As long as the result lives, nobody may change the file or cut it: neither this program nor
    /// another. Rust relies on bytes that do not change, and the operating system ends a program
    /// that reads bytes that are cut off.
    ///
    /// This module never breaks this rule. It writes a file under another name, and does not change
    /// it once it has its own. Writing a file again makes a new file of that name.
    ///
    /// ```
    /// use hyperbola_features::Positions;
    /// use hyperbola_features::file::PositionsFile;
    ///
    /// # let folder = std::env::temp_dir().join(format!("hyperbola-map-{}", std::process::id()));
    /// # std::fs::create_dir_all(&folder)?;
    /// let path = folder.join("none.positions");
    /// Positions::new().as_slice().write_file(&path)?;
    /// // SAFETY: the file is in a folder of our own, and nobody changes it.
    /// let file = unsafe { PositionsFile::map(&path) }?;
    /// assert!(file.as_slice().is_empty());
    /// # drop(file);
    /// # std::fs::remove_dir_all(&folder)?;
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// ```compile_fail,E0133
    /// use hyperbola_features::file::PositionsFile;
    ///
    /// let file = PositionsFile::map("some.positions");
    /// ```
    ///
    /// # Errors
    ///
    /// Returns a [`FileError`] if the file cannot be read or is damaged.
    pub unsafe fn map(path: impl AsRef<Path>) -> Result<Self, FileError> {
        // SAFETY: the caller promises that the file stays as it is.
        unsafe { Self::map_until(path, &AtomicBool::new(false)) }
    }

    /// Maps a file to memory and checks all of it as [`map`](Self::map) does, until another thread
    /// sets `stop`. It looks at `stop` after each megabyte.
    ///
    /// # Safety
    ///
    /// As for [`map`](Self::map).
    ///
    /// # Errors
    ///
    /// As `map`; and an error of the kind [`io::ErrorKind::Interrupted`] if `stop` is set before
    /// all is checked.
    pub unsafe fn map_until(path: impl AsRef<Path>, stop: &AtomicBool) -> Result<Self, FileError> {
        // SAFETY: the caller promises that the file stays as it is.
        unsafe { Self::map_unverified(path) }?.verified(stop)
    }

    /// Maps a file to memory as [`map`](Self::map) does, and checks only its header and its length.
    /// This takes no longer for a large file.
    ///
    /// A damaged file gives wrong rows, as with [`open_unverified`](Self::open_unverified).
    ///
    /// # Safety
    ///
    /// As for [`map`](Self::map).
    ///
    /// # Errors
    ///
    /// Returns a [`FileError`] if the file cannot be read, is not a file of positions, or is not
    /// complete.
    pub unsafe fn map_unverified(path: impl AsRef<Path>) -> Result<Self, FileError> {
        let file = file(path.as_ref())?;
        // SAFETY: the caller promises that the file stays as it is.
        let map = unsafe { Mmap::map(&file) }?;
        let header = Header::read(&map)?;
        Ok(Self { bytes: Bytes::Mapped(map), header })
    }
}

/// Opens a file and rejects a folder, a pipe and a device. The system would fail to map them with
/// the misleading error "no such device", and to open a pipe takes until somebody writes to it.
fn file(path: &Path) -> io::Result<File> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        let text = "expected a file, found a pipe or a device";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, text));
    }
    File::open(path)
}

/// Returns the error for work that was stopped.
fn stopped() -> io::Error {
    io::ErrorKind::Interrupted.into()
}

impl fmt::Debug for PositionsFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PositionsFile").field("rows", &self.header.rows).finish_non_exhaustive()
    }
}

/// Returns the rows in the bytes of a file, and checks them as [`PositionsFile::open`] does.
///
/// # Errors
///
/// Returns a [`FileError`] if the bytes are not those of a file, or do not begin at a multiple of
/// 8.
pub fn read(bytes: &[u8]) -> Result<PositionSlice<'_>, FileError> {
    read_until(bytes, &AtomicBool::new(false))
}

/// Returns the rows as [`read`] does, until another thread sets `stop`, as in
/// [`PositionsFile::open_until`].
///
/// # Errors
///
/// As `read`; and an error of the kind [`io::ErrorKind::Interrupted`] if `stop` is set before all
/// is checked.
pub fn read_until<'a>(bytes: &'a [u8], stop: &AtomicBool) -> Result<PositionSlice<'a>, FileError> {
    let header = Header::read(bytes)?;
    verify::contents(bytes, &header, stop)?;
    Ok(header.rows_of(bytes))
}

/// Returns the rows in the bytes of a file, and checks only its header and its length, as
/// [`PositionsFile::open_unverified`] does.
///
/// # Errors
///
/// Returns a [`FileError`] if the bytes are not those of a complete file, or do not begin at a
/// multiple of 8.
pub fn read_unverified(bytes: &[u8]) -> Result<PositionSlice<'_>, FileError> {
    Header::read(bytes).map(|header| header.rows_of(bytes))
}

/// The reason why a file of positions cannot be opened.
#[derive(Debug)]
#[non_exhaustive]
pub enum FileError {
    /// The file cannot be read.
    Io(io::Error),
    /// The bytes in memory do not begin at a multiple of 8.
    Alignment,
    /// The file is not one of positions.
    Foreign,
    /// The file was written on a machine with another byte order.
    ByteOrder,
    /// The file has a version that is not known here. A later release may know it.
    Version {
        /// The version.
        found: u32,
    },
    /// The file is not as long as its rows need: something is missing, or there is more.
    Length {
        /// The number of bytes that it should have, at least.
        expected: u64,
        /// The number of bytes that it has.
        found: u64,
    },
    /// The header is damaged.
    Header {
        /// The checksum in the header.
        expected: u64,
        /// The checksum of the header's bytes.
        found: u64,
    },
    /// The header's checksum is right and its contents are wrong: another program wrote it.
    Layout {
        /// The number of rows in the header.
        rows: u64,
    },
    /// A column is damaged.
    Column {
        /// The column's name.
        column: &'static str,
        /// The checksum in the header.
        expected: u64,
        /// The checksum of the column's bytes.
        found: u64,
    },
    /// A byte between columns is not zero.
    Padding {
        /// The byte's number in the file.
        offset: u64,
    },
    /// A row has a value that no position has.
    Row {
        /// The number of the row.
        row: usize,
        /// The reason.
        error: RowError,
    },
}

impl fmt::Display for FileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Alignment => write!(f, "expected bytes that begin at a multiple of 8"),
            Self::Foreign => write!(f, "expected a file of positions, found another first line"),
            Self::ByteOrder => {
                write!(f, "the file was written on a machine with another byte order")
            }
            Self::Version { found } => {
                write!(f, "expected version {} of the form, found {found}", layout::VERSION)
            }
            Self::Length { expected, found } => {
                write!(f, "expected a file of {expected} bytes, found {found}")
            }
            Self::Header { expected, found } => write!(
                f,
                "the header is damaged: expected the checksum {expected:016x}, found {found:016x}"
            ),
            Self::Layout { rows } => {
                write!(f, "the header does not have the layout of {rows} rows")
            }
            Self::Column { column, expected, found } => write!(
                f,
                "the column {column} is damaged: expected the checksum {expected:016x}, found \
                 {found:016x}"
            ),
            Self::Padding { offset } => {
                write!(f, "expected a zero between columns, found another byte at {offset}")
            }
            Self::Row { row, error } => write!(f, "row {row}: {error}"),
        }
    }
}

impl core::error::Error for FileError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Row { error, .. } => Some(error),
            _ => None,
        }
    }
}

impl From<io::Error> for FileError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}
