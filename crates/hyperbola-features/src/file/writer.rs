//! Writing files of positions.

use core::sync::atomic::{AtomicBool, Ordering};
use std::fs::File;
use std::io::{self, BufWriter, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use super::layout::{HEADER, Header, bytes_of};
use super::{FileError, checksum, stopped, verify};
use crate::PositionSlice;
use crate::columns::COLUMNS;

impl PositionSlice<'_> {
    /// Writes the rows to a file, in the [form](super) that
    /// [`PositionsFile`](super::PositionsFile) opens.
    ///
    /// The file is written under another name in the same folder, `.NAME.….tmp`, and gets its own
    /// when it is complete and on the disk. A file that was there is replaced. If writing fails, it
    /// stays.
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
        let target = Temporary::new(path.as_ref())?;
        self.write_until(Synced { file: target.file.as_file(), written: 0 }, stop)?;
        target.publish()
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
        let mut checksums = [0; COLUMNS];
        for (checksum, column) in checksums.iter_mut().zip(columns) {
            *checksum = checksum::of_column(column, stop).ok_or_else(stopped)?;
        }
        let header = header(self.len() as u64, checksums)?;
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
    file: &'a File,
    /// The number of bytes that may not be on the disk.
    written: usize,
}

impl Write for Synced<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.file.write(bytes)?;
        self.written += written;
        if self.written >= UNSYNCED {
            self.file.sync_data()?;
            self.written = 0;
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Writes a file of more positions than memory holds.
///
/// The columns are written to files of their own first, in the folder of the file. So the disk
/// needs room for twice the file. [`finish`](Self::finish) puts them together. If it is not called,
/// there is no file, and the others are removed.
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
#[derive(Debug)]
pub struct PositionsWriter {
    path: PathBuf,
    columns: Vec<(BufWriter<File>, Temporary)>,
    rows: u64,
}

/// The number of bytes of a column that are written at a time.
const BUFFER: usize = 1 << 16;

impl PositionsWriter {
    /// Begins a file.
    ///
    /// # Errors
    ///
    /// Returns an error if no file can be made in the file's folder.
    pub fn create(path: impl AsRef<Path>) -> io::Result<Self> {
        let path = path.as_ref().to_owned();
        let column = |_| {
            let column = Temporary::new(&path)?;
            let writer = BufWriter::with_capacity(BUFFER, column.file.as_file().try_clone()?);
            Ok((writer, column))
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
        for ((writer, _), bytes) in self.columns.iter_mut().zip(bytes_of(rows)) {
            writer.write_all(bytes)?;
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
        let layout = header(self.rows, [0; COLUMNS])?;
        let mut checksums = [0; COLUMNS];
        let mut target = Temporary::new(&self.path)?;
        target.file.write_all(&[0; HEADER])?;
        let mut piece = vec![0; checksum::PIECE];
        for (index, (writer, mut column)) in self.columns.into_iter().enumerate() {
            drop(writer.into_inner().map_err(io::IntoInnerError::into_error)?);
            write_padding(&layout, index, &mut target.file)?;
            column.file.rewind()?;
            let mut rest = layout.columns[index].len();
            let mut pieces = Vec::with_capacity(rest.div_ceil(checksum::PIECE));
            while rest > 0 {
                let bytes = &mut piece[..rest.min(checksum::PIECE)];
                column.file.read_exact(bytes)?;
                pieces.push(checksum::piece(bytes));
                target.file.write_all(bytes)?;
                rest -= bytes.len();
            }
            // More than the rows have: an error came between columns.
            if column.file.read(&mut [0])? != 0 {
                return Err(io::Error::other("rows were not written completely"));
            }
            checksums[index] = checksum::of_pieces(pieces);
        }
        target.file.rewind()?;
        target.file.write_all(&header(self.rows, checksums)?.to_bytes())?;
        target.publish()
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

/// A file with a name that no other has, which is removed if it does not get its final name.
#[derive(Debug)]
struct Temporary {
    file: NamedTempFile,
    target: PathBuf,
}

impl Temporary {
    /// Makes a file beside the target.
    fn new(target: &Path) -> io::Result<Self> {
        let name = target.file_name().ok_or(ErrorKind::InvalidFilename)?.to_string_lossy();
        let folder = target.parent().filter(|folder| *folder != Path::new(""));
        let mut builder = tempfile::Builder::new();
        let prefix = format!(".{name}.");
        builder.prefix(&prefix).suffix(".tmp").rand_bytes(12);
        // The system's own error: tempfile would put the name of its file in the place of the code.
        let mut code = None;
        let make = |path: &Path| {
            let file = File::options().read(true).write(true).create_new(true).open(path);
            file.inspect_err(|error| code = error.raw_os_error())
        };
        let file = builder.make_in(folder.unwrap_or(Path::new(".")), make);
        let file = file.map_err(|error| code.map_or(error, io::Error::from_raw_os_error))?;
        Ok(Self { file, target: target.to_owned() })
    }

    /// Gives the file its final name once it is on the disk.
    fn publish(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        self.file.persist(&self.target)?;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A column may have more than the others if an error came while rows were written.
    #[test]
    fn columns_of_different_lengths_are_no_file() -> io::Result<()> {
        let name = format!("hyperbola-lengths-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let mut writer = PositionsWriter::create(&path)?;
        writer.columns[0].0.write_all(&[0; 8])?;
        let error = writer.finish().expect_err("a row of one column");
        assert_eq!(error.to_string(), "rows were not written completely");
        assert!(!path.exists());
        Ok(())
    }

    #[test]
    fn a_file_gets_its_name_or_goes_and_others_may_read_it() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let names = || -> io::Result<Vec<_>> {
            std::fs::read_dir(&folder)?.map(|file| Ok(file?.file_name())).collect()
        };
        let target = folder.path().join("positions");
        drop(Temporary::new(&target)?);
        assert!(names()?.is_empty());
        Temporary::new(&target)?.publish()?;
        assert_eq!(names()?, ["positions"]);
        let usual = folder.path().join("usual");
        std::fs::write(&usual, "")?;
        let permissions = |path: &Path| std::fs::metadata(path).map(|data| data.permissions());
        assert_eq!(permissions(&target)?, permissions(&usual)?);
        Ok(())
    }
}
