//! Writing files of positions.

use core::fmt;
use core::sync::atomic::{AtomicBool, Ordering};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Seek, Write};
use std::path::{Path, PathBuf};

use hyperbola_files::new_file::{NewFile, folder_of};
use xxhash_rust::xxh3::Xxh3Default;

use super::layout::{Header, bytes_of};
use super::{FileError, checksum, stopped, verify};
use crate::PositionSlice;
use crate::columns::COLUMNS;

impl PositionSlice<'_> {
    /// Writes the rows to a file, in the [form](super) that
    /// [`PositionsFile`](super::PositionsFile) opens.
    ///
    /// The file is written as a [`NewFile`]: under another name in the same folder, until it is
    /// complete and on the disk. A file that was there is replaced. If writing fails, it stays.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written, or if the rows have values that no file may
    /// have, which can only come from a file that was not verified.
    pub fn write_file(self, path: impl AsRef<Path>) -> io::Result<()> {
        self.write_file_until(path, &AtomicBool::new(false))
    }

    /// Writes the rows as [`write_file`](Self::write_file) does, until another thread sets `stop`.
    /// It looks at `stop` after each few megabytes.
    ///
    /// # Errors
    ///
    /// As `write_file`; and one of the kind [`ErrorKind::Interrupted`] if `stop` is set before the
    /// file is complete. A file that was there stays then.
    pub fn write_file_until(self, path: impl AsRef<Path>, stop: &AtomicBool) -> io::Result<()> {
        let target = NewFile::create(path.as_ref())?;
        self.write_until(Synced { target: &target, written: 0 }, stop)?;
        target.finish()
    }

    /// Writes the bytes of such a file.
    ///
    /// # Errors
    ///
    /// As [`write_file`](Self::write_file).
    pub fn write_to(self, target: impl Write) -> io::Result<()> {
        self.write_until(target, &AtomicBool::new(false))
    }

    /// Writes the bytes as [`write_to`](Self::write_to) does, until another thread sets `stop`.
    ///
    /// # Errors
    ///
    /// As `write_to`; and one of the kind [`ErrorKind::Interrupted`] if `stop` is set before all is
    /// written.
    pub fn write_until(self, mut target: impl Write, stop: &AtomicBool) -> io::Result<()> {
        check(self, stop)?;
        let columns = bytes_of(self);
        let header = header(self.len() as u64, checksum::of_columns(columns, stop)?)?;
        target.write_all(&header.to_bytes())?;
        for (index, column) in columns.into_iter().enumerate() {
            write_padding(&header, index, &mut target)?;
            for piece in column.chunks(checksum::PIECE) {
                if stop.load(Ordering::Relaxed) {
                    return Err(stopped());
                }
                target.write_all(piece)?;
            }
        }
        target.flush()
    }
}

/// The number of bytes that are written before they go to the disk.
const UNSYNCED: usize = 1 << 24;

/// A file whose bytes go to the disk a few at a time. So its end does not wait for all of them.
struct Synced<'a> {
    target: &'a NewFile,
    /// The number of bytes that may not be on the disk.
    written: usize,
}

impl Write for Synced<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.target.file().write(bytes)?;
        self.written += written;
        if self.written >= UNSYNCED {
            self.target.sync()?;
            self.written = 0;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.target.file().flush()
    }
}

/// Writes a file of more positions than memory holds.
///
/// The columns are first written to files without names, on the disk of the file. So the disk needs
/// room for twice the file. [`finish`](Self::finish) puts them together. If it is not called, there
/// is not a file.
///
/// ```
/// use hyperbola_features::Positions;
/// use hyperbola_features::file::{PositionsFile, PositionsWriter};
/// use hyperbola_moves::Position;
///
/// # let folder = std::env::temp_dir().join(format!("hyperbola-writer-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder)?;
/// let path = folder.join("many.positions");
/// let batch: Positions = [Position::initial()].iter().collect();
/// let mut writer = PositionsWriter::create(&path)?;
/// for _ in 0..3 {
///     writer.push(batch.as_slice())?;
/// }
/// writer.finish()?;
/// assert_eq!(PositionsFile::open(&path)?.as_slice().len(), 3);
/// # std::fs::remove_dir_all(&folder)?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
pub struct PositionsWriter {
    path: PathBuf,
    columns: Vec<Column>,
    rows: u64,
}

/// A column that is being written.
struct Column {
    file: BufWriter<File>,
    checksum: Xxh3Default,
}

/// The number of bytes of a column that are written at a time.
const BUFFER: usize = 1 << 16;

impl fmt::Debug for PositionsWriter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { path, rows, .. } = self;
        f.debug_struct("PositionsWriter")
            .field("path", path)
            .field("rows", rows)
            .finish_non_exhaustive()
    }
}

impl PositionsWriter {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Returns an error if no file can be made in the file's folder.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref().to_owned();
        let column = |_| {
            let file = BufWriter::with_capacity(BUFFER, tempfile::tempfile_in(folder_of(&path))?);
            Ok(Column { file, checksum: Xxh3Default::new() })
        };
        let columns = (0..COLUMNS).map(column).collect::<io::Result<_>>()?;
        Ok(Self { path, columns, rows: 0 })
    }

    /// Adds rows.
    ///
    /// # Errors
    ///
    /// Returns an error if the rows cannot be written, or have values that no file may have. In the
    /// first case the file cannot be finished.
    pub fn push(&mut self, rows: PositionSlice<'_>) -> io::Result<()> {
        check(rows, &AtomicBool::new(false))?;
        for (column, bytes) in self.columns.iter_mut().zip(bytes_of(rows)) {
            column.file.write_all(bytes)?;
            column.checksum.update(bytes);
        }
        self.rows += rows.len() as u64;
        Ok(())
    }

    /// Returns the number of rows.
    #[must_use]
    pub const fn rows(&self) -> u64 {
        self.rows
    }

    /// Ends the file and gives it its name. This copies all columns.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be written. A file that was there stays then.
    pub fn finish(self) -> io::Result<()> {
        let checksums = core::array::from_fn(|column| self.columns[column].checksum.digest());
        let header = header(self.rows, checksums)?;
        let mut target = NewFile::create(&self.path)?;
        target.write_all(&header.to_bytes())?;
        for (index, column) in self.columns.into_iter().enumerate() {
            let mut file = column.file.into_inner().map_err(io::IntoInnerError::into_error)?;
            // Another length than that of the rows: an error came between columns.
            if file.stream_position()? != header.columns[index].len() as u64 {
                return Err(io::Error::other("rows were not written completely"));
            }
            write_padding(&header, index, &mut target)?;
            file.rewind()?;
            io::copy(&mut file, &mut target.file())?;
        }
        target.finish()
    }
}

/// Returns the header of some rows.
fn header(rows: u64, checksums: [u64; COLUMNS]) -> io::Result<Header> {
    Header::new(rows, checksums).ok_or_else(|| ErrorKind::FileTooLarge.into())
}

/// Checks rows, so that the file can be opened again.
fn check(rows: PositionSlice<'_>, stop: &AtomicBool) -> io::Result<()> {
    verify::rows(rows, stop).map_err(|error| match error {
        FileError::Io(error) => error,
        error => io::Error::new(ErrorKind::InvalidInput, error),
    })
}

fn write_padding(header: &Header, column: usize, mut target: impl Write) -> io::Result<()> {
    target.write_all(&[0; 64][..header.padding(column).len()])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column may have more than the others if an error came while rows were written.
    #[test]
    fn columns_of_different_lengths_are_rejected() -> io::Result<()> {
        let name = format!("hyperbola-lengths-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut writer = PositionsWriter::create(&path)?;
        writer.columns[0].file.write_all(&[0; 8])?;
        let error = writer.finish().expect_err("a row of one column");
        assert_eq!(error.to_string(), "rows were not written completely");
        assert!(!path.exists());
        Ok(())
    }
}
