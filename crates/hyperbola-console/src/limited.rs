//! Reads whole texts, up to a limit.

use core::fmt;
use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::shown_path;
use crate::text::{NoText, Text};
use anyhow::Context;

/// A file has more bytes than the command reads.
#[derive(Debug)]
pub struct TooLong {
    name: String,
    most: u64,
    /// The number of bytes, if it is known.
    found: Option<u64>,
}

impl fmt::Display for TooLong {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, most, found } = self;
        let found = found.map_or("more".to_owned(), |found| found.to_string());
        write!(f, "{name} is too long: expected at most {most} bytes, found {found}")
    }
}

impl core::error::Error for TooLong {}

/// Reads the text of a file of at most `most` bytes, see [`Text`]. If it has more, this is known
/// before they are read. A device or a pipe does not say its length, so it is read up to the limit.
///
/// # Errors
///
/// Returns why the file cannot be read, or [`TooLong`] or [`NoText`].
pub fn read(path: &Path, most: u64) -> anyhow::Result<Vec<u8>> {
    let name = shown_path(path);
    let cannot_read = || format!("cannot read {name}");
    let file = File::open(path).with_context(cannot_read)?;
    let metadata = file.metadata().with_context(cannot_read)?;
    let found = Some(metadata.len()).filter(|length| metadata.is_file() && *length > most);
    let mut bytes = Vec::new();
    if found.is_none() {
        let mut text = Text::new(file).take(most + 1);
        text.read_to_end(&mut bytes).map_err(|error| NoText::or_unreadable(error, &name))?;
    }
    if found.is_some() || bytes.len() as u64 > most {
        return Err(TooLong { name, most, found }.into());
    }
    Ok(bytes)
}
