//! Reads whole texts, up to a limit.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use crate::text::{NoText, Text};
use crate::{Error, Wrong, shown_path};

/// Reads the text of a file of at most `most` bytes, see [`Text`]. If it has more, this is known
/// before they are read. A device or a pipe does not say its length, so it is read up to the limit.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or [`Error::Wrong`] if it is too long or not text.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let name = shown_path(path);
    let cannot_read = || Error::system(format!("cannot read {name}"));
    let file = File::open(path).map_err(cannot_read())?;
    let metadata = file.metadata().map_err(cannot_read())?;
    let too_long = |found: &str| {
        Err(Wrong(format!("{name} is too long: expected at most {most} bytes, found {found}"))
            .into())
    };
    if metadata.is_file() && metadata.len() > most {
        return too_long(&metadata.len().to_string());
    }
    let mut bytes = Vec::new();
    let mut text = Text::new(file).take(most + 1);
    text.read_to_end(&mut bytes).map_err(|error| NoText::or_unreadable(error, &name))?;
    if bytes.len() as u64 > most { too_long("more") } else { Ok(bytes) }
}
