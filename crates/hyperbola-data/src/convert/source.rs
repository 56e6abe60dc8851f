//! A source of entries: a file or a pipe.

use core::fmt;
use core::sync::atomic::AtomicU64;
use std::fs::{self, File};
use std::io::{self, Cursor, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::UNIX_EPOCH;

use hyperbola_files::text::NoText;
use hyperbola_files::{Digest, Error, shown_path};

use super::error::ConvertError;
use crate::window::Counted;
use crate::{FindFormatError, Format, ReadOptions, Reader};

/// A stream of bytes.
type Stream = Box<dyn Read + Send>;

/// A file or a pipe that has been opened, and whose format is known.
///
/// ```
/// use hyperbola_data::convert::Source;
/// use std::io::Cursor;
///
/// let text = "4k3/8/8/8/8/8/8/4K2Q b - - 0 1 | 900 | 1.0\n";
/// let source = Source::of_stream("standard input", Box::new(Cursor::new(text)), None)?;
/// assert_eq!((source.format.name(), source.bytes), ("bullet-text", None));
/// let mut reader = source.reader(0, u64::MAX, Default::default())?;
/// assert!(reader.next_entry()?.is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[non_exhaustive]
pub struct Source {
    /// The name to show.
    pub name: String,
    /// The format.
    pub format: Format,
    /// The number of bytes, if it is known: that of a file.
    pub bytes: Option<u64>,
    /// The nanoseconds from 1970 until a file was modified, if the system says so.
    pub modified: Option<u64>,
    path: PathBuf,
    /// The stream, if the source cannot be opened again and has not been read.
    stream: Mutex<Option<Stream>>,
    /// What is put around a file before it is read.
    around: fn(File) -> Stream,
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Source").field("name", &self.name).finish_non_exhaustive()
    }
}

impl Source {
    /// Opens a file or a pipe, and finds its format by its name and its first bytes unless it is
    /// given. A file is closed again, so that there may be more of them than can be open at once.
    ///
    /// # Errors
    ///
    /// Returns an error if the source cannot be read, if its format is not found, and if it is
    /// packed or a text in another encoding.
    pub fn open(path: &Path, format: Option<Format>) -> Result<Self, ConvertError> {
        Self::open_with(path, format, |file| Box::new(file))
    }

    /// Opens a file or a pipe as [`open`](Self::open) does. A function puts something around each
    /// file that is read.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn open_with(
        path: &Path,
        format: Option<Format>,
        around: fn(File) -> Stream,
    ) -> Result<Self, ConvertError> {
        let file = File::open(path).map_err(ConvertError::unreadable(&shown_path(path)))?;
        Self::of_file(file, path, format, around)
    }

    /// Takes a file or a pipe that has been opened, as [`open_with`](Self::open_with) does.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn of_file(
        file: File,
        path: &Path,
        format: Option<Format>,
        around: fn(File) -> Stream,
    ) -> Result<Self, ConvertError> {
        let name = shown_path(path);
        let metadata = match file.metadata() {
            Ok(metadata) if metadata.is_dir() => Err(io::Error::from(ErrorKind::IsADirectory)),
            metadata => metadata.map(|metadata| Some(metadata).filter(fs::Metadata::is_file)),
        };
        let metadata = metadata.map_err(ConvertError::unreadable(&name))?;
        let mut source = Self::of(name, path, around(file), format)?;
        source.around = around;
        if let Some(metadata) = metadata {
            source.bytes = Some(metadata.len());
            source.modified = modified(&metadata);
            source.stream = Mutex::new(None);
        }
        Ok(source)
    }

    /// Takes a stream with a name, whose format is found by its first bytes unless it is given.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn of_stream(
        name: &str,
        stream: Stream,
        format: Option<Format>,
    ) -> Result<Self, ConvertError> {
        Self::of(name.to_owned(), Path::new(""), stream, format)
    }

    /// Reads the first bytes of a stream.
    fn of(
        name: String,
        path: &Path,
        mut stream: Stream,
        format: Option<Format>,
    ) -> Result<Self, ConvertError> {
        let mut begin = Vec::new();
        let read = (&mut stream).take(Format::PREFIX as u64).read_to_end(&mut begin);
        read.map_err(ConvertError::unreadable(&name))?;
        let format = match format.map_or_else(|| Format::find(path, &begin), Ok) {
            Ok(format) => format,
            Err(error) => {
                if matches!(error, FindFormatError::Unknown) {
                    check_text(&begin, &name)?;
                }
                return Err(ConvertError::Format { name, error });
            }
        };
        if format.is_text() {
            check_text(&begin, &name)?;
        } else if let Some(packing) = NoText::packing(&begin)
            // Records may begin with any bytes.
            && Format::of_contents(&begin).is_none()
        {
            let text = format!("{name}: expected {format}, found {packing}");
            return Err(ConvertError::Wrong(text));
        }
        let stream: Stream = Box::new(Cursor::new(begin).chain(stream));
        Ok(Self {
            name,
            format,
            bytes: None,
            modified: None,
            path: path.to_owned(),
            stream: Mutex::new(Some(stream)),
            around: |file| Box::new(file),
        })
    }

    /// Opens the file again, which must be as it was.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be opened or has another length or time.
    pub fn file(&self) -> io::Result<File> {
        let file = File::open(&self.path)?;
        let metadata = file.metadata()?;
        if Some(metadata.len()) == self.bytes && modified(&metadata) == self.modified {
            return Ok(file);
        }
        Err(io::Error::other("it has another length or time of modification than at the beginning"))
    }

    /// Returns the digest of the first bytes and the last ones of a file, or nothing for a pipe.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not as it was.
    pub fn ends(&self) -> io::Result<Option<String>> {
        const BYTES: u64 = Format::PREFIX as u64;
        let Some(bytes) = self.bytes else { return Ok(None) };
        let (mut file, mut ends) = (self.file()?, Vec::new());
        for start in [0, bytes.saturating_sub(BYTES)] {
            file.seek(SeekFrom::Start(start))?;
            (&mut file).take(BYTES).read_to_end(&mut ends)?;
        }
        let mut digest = Digest::new();
        digest.add(&ends);
        Ok(Some(digest.text()))
    }

    /// Returns a reader of a section, which of a pipe can be only one. The bytes that it reads are
    /// added to a number.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or is not as it was.
    pub fn reader(
        &self,
        from: u64,
        to: u64,
        passed: Arc<AtomicU64>,
    ) -> io::Result<Box<dyn Reader>> {
        self.reader_with(from, to, passed, ReadOptions::default())
    }

    /// Returns a reader as [`reader`](Self::reader) does, which reads as the options say.
    ///
    /// # Errors
    ///
    /// As there.
    pub fn reader_with(
        &self,
        from: u64,
        to: u64,
        passed: Arc<AtomicU64>,
        options: ReadOptions,
    ) -> io::Result<Box<dyn Reader>> {
        let stream = self.stream.lock().unwrap_or_else(PoisonError::into_inner).take();
        let reader = match stream {
            Some(stream) => stream,
            None => {
                let mut file = self.file()?;
                file.seek(SeekFrom::Start(from))?;
                Box::new((self.around)(file).take(to - from))
            }
        };
        Ok(self.format.reader_with(Counted::new(reader, passed, u64::MAX), from, options))
    }
}

/// Refuses the beginning of a file that is not a text in UTF-8.
fn check_text(begin: &[u8], name: &str) -> Result<(), ConvertError> {
    NoText::check(begin, name).map_err(|error| match error {
        Error::System { what, error } => ConvertError::System { what, error },
        error => ConvertError::Wrong(error.to_string()),
    })
}

/// Returns the nanoseconds from 1970 until a file was modified, if the system says so.
fn modified(file: &fs::Metadata) -> Option<u64> {
    let time = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
    u64::try_from(time.as_nanos()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_was_replaced_is_an_error() -> Result<(), Box<dyn core::error::Error>> {
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
