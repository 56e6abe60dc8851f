//! What the journal of an unfinished run says.

use hyperbola_files::Digest;
use hyperbola_files::unfinished::Written;
use serde::{Deserialize, Serialize};

/// The state of an unfinished run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct State {
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
}

impl State {
    /// Starts a run.
    pub(super) fn new(arrays: usize) -> Self {
        Self {
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
        }
    }
}
