//! Files that are written completely or not at all, also where an interrupt ends the program.

use std::io::{self, Write};
use std::path::Path;

use crate::interrupt;

pub use crate::new_file::{
    NewFile, check_writable, is_stdout, move_into, place, replaces, sweep, sync_names,
};

/// Creates a new file. An interrupt removes it as long as it is not complete.
///
/// # Errors
///
/// Returns the errors of [`NewFile::create`], and one if the system does not report interrupts.
pub fn create(path: &Path) -> io::Result<NewFile> {
    let file = NewFile::create(path)?;
    if !file.is_direct() {
        interrupt::handle().map_err(io::Error::other)?;
    }
    Ok(file)
}

/// Writes a text to a file, completely or not at all.
///
/// # Errors
///
/// Returns an error if the file cannot be written; the old file is then unchanged.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// Moves a file into its place as [`NewFile::finish`] does. It is the only result of the program,
/// so an [interrupt] after that comes too late and is not an error.
///
/// # Errors
///
/// As `NewFile::finish`.
pub fn finish_as_result(file: NewFile) -> io::Result<()> {
    // An interrupt waits for the work below, but not for the bytes to be on the disk.
    file.sync()?;
    interrupt::complete(|| file.finish())
}
