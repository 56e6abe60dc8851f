//! An input of `hyperbola convert`.

use core::fmt;
use core::sync::atomic::{AtomicU64, Ordering};
use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use hyperbola_console::text::NoText;
use hyperbola_console::{Wrong, shown_path};
use hyperbola_data::{FindFormatError, Format, Reader};

/// An input that has been opened.
pub(super) struct Source {
    /// The name to show.
    pub(super) name: String,
    pub(super) format: Format,
    /// The number of bytes, if it is known.
    pub(super) bytes: Option<u64>,
    /// The entries that have been read.
    pub(super) entries: u64,
    /// The bytes that have been read.
    passed: Arc<AtomicU64>,
    path: PathBuf,
    /// The reader, if the input cannot be opened again.
    reader: Option<Box<dyn Reader>>,
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
        let (mut reader, bytes): (Box<dyn Read + Send>, _) = if is_stdin {
            (Box::new(io::stdin()), None)
        } else {
            let file = File::open(path).with_context(cannot)?;
            let metadata = file.metadata().with_context(cannot)?;
            if metadata.is_dir() {
                let error = io::Error::from(ErrorKind::IsADirectory);
                return Err(error).with_context(cannot);
            }
            (Box::new(file), Some(metadata).filter(fs::Metadata::is_file).map(|file| file.len()))
        };
        let mut begin = Vec::new();
        (&mut reader).take(Format::PREFIX as u64).read_to_end(&mut begin).with_context(cannot)?;
        let format = match format {
            Some(format) => format,
            None => find_format(path, &name, &begin)?,
        };
        if format.is_text() {
            NoText::check(&begin, &name)?;
        }
        let mut source = Self {
            name,
            format,
            bytes,
            entries: 0,
            passed: Arc::new(AtomicU64::new(0)),
            path: path.to_owned(),
            reader: None,
        };
        if bytes.is_none() {
            source.reader = Some(source.counted(Cursor::new(begin).chain(reader)));
        }
        Ok(source)
    }

    fn counted(&self, reader: impl Read + Send + 'static) -> Box<dyn Reader> {
        self.format.reader(Counted { reader, passed: Arc::clone(&self.passed) })
    }

    /// Returns a reader of the input, from its beginning.
    pub(super) fn reader(&mut self) -> anyhow::Result<Box<dyn Reader>> {
        if let Some(reader) = self.reader.take() {
            return Ok(reader);
        }
        let file = File::open(&self.path).with_context(|| format!("cannot read {}", self.name))?;
        Ok(self.counted(file))
    }

    /// Returns the number of bytes that have been read.
    pub(super) fn passed(&self) -> u64 {
        self.passed.load(Ordering::Relaxed)
    }
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
