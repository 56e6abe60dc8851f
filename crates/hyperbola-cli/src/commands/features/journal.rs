//! What an unfinished run has done so far, kept beside its files, so that the same command goes on
//! where it stopped.
//!
//! The journal says only what is on the disk: the arrays are synchronised before it is written, and
//! it is replaced as a whole. So it is true whenever the program or the machine stops.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

/// The name of the journal.
pub(super) const JOURNAL: &str = "journal.json";

/// The name under which a new journal is written.
const NEW: &str = "journal.new";

/// The arguments that the arrays depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) program: String,
    pub(super) features: Vec<String>,
    pub(super) bad_rows: String,
    pub(super) lenient: bool,
    pub(super) planes_dtype: String,
}

/// What has been done so far.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Journal {
    pub(super) asked: Asked,
    /// The lines that have been read, their bytes, and the digest of the bytes.
    pub(super) lines: u64,
    pub(super) bytes: u64,
    pub(super) digest: String,
    /// The rows that have been written.
    pub(super) rows: u64,
    pub(super) bad_rows: u64,
    /// The first bad rows, as texts.
    pub(super) named: Vec<String>,
    pub(super) mended_rows: u64,
    /// The first mended rows, as texts.
    pub(super) named_mended: Vec<String>,
    /// The number of bytes in each array, without the header, in the order of the arrays.
    pub(super) written: Vec<u64>,
    /// Whether all arrays are complete with their headers, so that only their names are missing.
    pub(super) is_complete: bool,
}

impl Journal {
    /// Starts a journal.
    pub(super) fn new(asked: Asked, arrays: usize) -> Self {
        Self {
            asked,
            lines: 0,
            bytes: 0,
            digest: String::new(),
            rows: 0,
            bad_rows: 0,
            named: Vec::new(),
            mended_rows: 0,
            named_mended: Vec::new(),
            written: vec![0; arrays],
            is_complete: false,
        }
    }

    /// Reads the journal in a folder, if there is one.
    pub(super) fn read(folder: &Path) -> io::Result<Option<Self>> {
        match fs::read(folder.join(JOURNAL)) {
            Ok(bytes) => Ok(Some(serde_json::from_slice(&bytes)?)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Writes the journal into a folder in place of the old one.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let new = folder.join(NEW);
        let mut file = File::create(&new)?;
        file.write_all(&serde_json::to_vec_pretty(self)?)?;
        file.sync_all()?;
        fs::rename(&new, folder.join(JOURNAL))?;
        sync_names(folder)
    }

    /// Removes the journal, so that what is in the folder no longer counts.
    pub(super) fn remove(folder: &Path) -> io::Result<()> {
        for name in [JOURNAL, NEW] {
            remove(&folder.join(name))?;
        }
        Ok(())
    }
}

/// Removes a file if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Makes the names in a folder last. Some systems do so by themselves and cannot open folders.
pub(super) fn sync_names(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}
