//! The journal of an unfinished run. It is kept beside the files of the run, so that the same
//! command goes on where it stopped.
//!
//! The journal says only what is on the disk: the arrays are synchronised before it is written, and
//! it is replaced as a whole. So it is true whenever the program or the machine stops. It has
//! digests of what it speaks of and of itself, so that what was changed behind it is found.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use hyperbola_console::digest::Digest;
use hyperbola_console::file;
use serde::{Deserialize, Serialize};

use crate::limited;

/// The name of the journal.
pub(super) const JOURNAL: &str = "journal.json";

/// The greatest number of bytes in a journal. It has some thousands.
const MOST_BYTES: u64 = 1 << 26;

/// The arguments that the arrays depend on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Asked {
    pub(super) program: String,
    pub(super) features: Vec<String>,
    pub(super) bad_rows: String,
    pub(super) lenient: bool,
    pub(super) planes_dtype: String,
    /// The digest of the set.
    pub(super) inputs: Option<String>,
    pub(super) inputs_first: String,
}

/// The state of an unfinished run.
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
    /// The contents of each array without its header, in the order of the arrays.
    pub(super) written: Vec<Written>,
    /// Whether all arrays are complete with their headers, so that only their names are missing.
    pub(super) is_complete: bool,
    /// The digest of all other fields.
    check: String,
}

/// The bytes of an array, and their digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Written {
    pub(super) bytes: u64,
    pub(super) digest: String,
}

impl Written {
    /// Describes the bytes that are in a digest.
    pub(super) fn new(digest: &Digest) -> Self {
        Self { bytes: digest.length(), digest: digest.text() }
    }
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
            written: vec![Written::new(&Digest::new()); arrays],
            is_complete: false,
            check: String::new(),
        }
    }

    /// Reads the journal in a folder, if there is one.
    pub(super) fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(JOURNAL);
        if !path.try_exists()? {
            return Ok(None);
        }
        Ok(Some(serde_json::from_slice(&limited::read(&path, MOST_BYTES)?)?))
    }

    /// Writes the journal into a folder in place of the old one.
    pub(super) fn write(&self, folder: &Path) -> io::Result<()> {
        let checked = Self { check: self.check()?, ..self.clone() };
        file::write(&folder.join(JOURNAL), &serde_json::to_string_pretty(&checked)?)
    }

    /// Returns whether nothing has changed the journal since it was written.
    pub(super) fn is_whole(&self) -> io::Result<bool> {
        Ok(self.check == self.check()?)
    }

    /// Returns the digest of all other fields.
    fn check(&self) -> io::Result<String> {
        let others = Self { check: String::new(), ..self.clone() };
        let mut digest = Digest::new();
        digest.add(&serde_json::to_vec(&others)?);
        Ok(digest.text())
    }
}

/// Removes a file if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
