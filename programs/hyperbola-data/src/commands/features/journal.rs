//! The journal of an unfinished run.

use hyperbola_files::Digest;
use serde::{Deserialize, Serialize};

use crate::commands::unfinished::{Saved, Written};

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
}

impl Saved for Journal {
    fn check_mut(&mut self) -> &mut String {
        &mut self.check
    }
}
