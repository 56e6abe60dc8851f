//! An input of `hyperbola convert`.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use anyhow::Context;
use hyperbola_data::{FindFormatError, Format, Reader};
use hyperbola_files::journal::Input;
use hyperbola_files::text::NoText;
use hyperbola_files::{Digest, Wrong, shown_path};

/// An input that has been opened.
pub(super) struct Source {
    /// The name to show.
    pub(super) name: String,
    pub(super) format: Format,
    /// The number of bytes, if it is known.
    pub(super) bytes: Option<u64>,
    /// The nanoseconds from 1970 until a file was modified, if the system says so.
    modified: Option<u64>,
    path: PathBuf,
    /// The stream, if the input cannot be opened again and has not been read.
    stream: Mutex<Option<Box<dyn Read + Send>>>,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("name", &self.name).finish_non_exhaustive()
    }
}

/// Counts the bytes that are read.
struct Counted<R> {
    reader: R,
    passed: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.passed.fetch_add(read as u64, Ordering::Relaxed);
        Ok(read)
    }
}

impl Source {
    /// Finds the format of a file or of standard input, unless it is given. A file is closed again,
    /// so that there may be more of them than can be open at once.
    pub(super) fn open(path: &Path, format: Option<Format>) -> anyhow::Result<Self> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin { "standard input".to_owned() } else { shown_path(path) };
        let cannot = || format!("cannot read {name}");
        let (mut reader, metadata): (Box<dyn Read + Send>, _) = if is_stdin {
            (Box::new(io::stdin()), None)
        } else {
            let file = File::open(path).with_context(cannot)?;
            let metadata = file.metadata().with_context(cannot)?;
            if metadata.is_dir() {
                let error = io::Error::from(ErrorKind::IsADirectory);
                return Err(error).with_context(cannot);
            }
            (Box::new(file), Some(metadata).filter(fs::Metadata::is_file))
        };
        let bytes = metadata.as_ref().map(fs::Metadata::len);
        let modified = metadata.as_ref().and_then(modified);
        let mut begin = Vec::new();
        (&mut reader).take(Format::PREFIX as u64).read_to_end(&mut begin).with_context(cannot)?;
        let format = match format {
            Some(format) => format,
            None => find_format(path, &name, &begin)?,
        };
        if format.is_text() {
            NoText::check(&begin, &name)?;
        }
        let stream: Option<Box<dyn Read + Send>> = match bytes {
            None => Some(Box::new(Cursor::new(begin).chain(reader))),
            Some(_) => None,
        };
        let (path, stream) = (path.to_owned(), Mutex::new(stream));
        Ok(Self { name, format, bytes, modified, path, stream })
    }

    /// Opens the file, which must be as it was.
    pub(super) fn file(&self) -> io::Result<File> {
        let file = File::open(&self.path)?;
        let metadata = file.metadata()?;
        if Some(metadata.len()) == self.bytes && modified(&metadata) == self.modified {
            return Ok(file);
        }
        Err(io::Error::other("it has another length or time of modification than at the beginning"))
    }

    /// Describes the input, of which the digest has the first bytes and the last ones.
    pub(super) fn input(&self) -> anyhow::Result<Input> {
        let (name, bytes, modified) = (self.name.clone(), self.bytes, self.modified);
        Ok(Input { name, bytes, modified, digest: self.ends()? })
    }

    /// Returns the digest of the first bytes and the last ones of a file, or nothing for a pipe.
    fn ends(&self) -> anyhow::Result<Option<String>> {
        const BYTES: u64 = Format::PREFIX as u64;
        let Some(bytes) = self.bytes else { return Ok(None) };
        let read = || {
            let (mut file, mut ends) = (self.file()?, Vec::new());
            for start in [0, bytes.saturating_sub(BYTES)] {
                file.seek(SeekFrom::Start(start))?;
                (&mut file).take(BYTES).read_to_end(&mut ends)?;
            }
            Ok(ends)
        };
        let ends = read().map_err(|error: io::Error| anyhow::Error::new(error));
        let mut digest = Digest::new();
        digest.add(&ends.with_context(|| format!("cannot read {}", self.name))?);
        Ok(Some(digest.text()))
    }

    /// Returns a reader of a section. The bytes that it reads are added to a number.
    pub(super) fn reader(
        &self,
        from: u64,
        to: u64,
        passed: Arc<AtomicU64>,
    ) -> io::Result<Box<dyn Reader>> {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
        let reader = match stream {
            Some(stream) => stream,
            None => {
                let mut file = self.file()?;
                file.seek(SeekFrom::Start(from))?;
                Box::new(file.take(to - from))
            }
        };
        Ok(self.format.reader_from(Counted { reader, passed }, from))
    }
}

/// Returns the nanoseconds from 1970 until a file was modified, if the system says so.
fn modified(file: &fs::Metadata) -> Option<u64> {
    let time = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(time.as_nanos()).ok()
}

/// Finds the format of a file by its name and by its first bytes, which must not contradict each
/// other.
fn find_format(path: &Path, name: &str, begin: &[u8]) -> anyhow::Result<Format> {
    Format::find(path, begin).or_else(|error| {
        let advice = match error {
            FindFormatError::Contradiction { .. } => "; say it with --from",
            _ => {
                NoText::check(begin, name)?;
                ", or --from with a format"
            }
        };
        Err(Wrong(format!("{name}: {error}{advice}")).into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_replaced_is_an_error() -> anyhow::Result<()> {
        let path =
            std::env::temp_dir().join(format!("hyperbola_replaced_{}.txt", std::process::id()));
        let line = "8/8/8/8/8/8/8/4K2k w - - | 1 | 0.5\n";
        fs::write(&path, line)?;
        let source = Source::open(&path, None)?;
        source.file()?;
        fs::write(&path, line.repeat(2))?;
        assert!(source.file().is_err());
        Ok(fs::remove_file(&path)?)
    }
}
