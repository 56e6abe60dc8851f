//! Entries that are collected before they are written, because duplicates are left out or the order
//! is random.

use std::path::{Path, PathBuf};

use super::error::ConvertError;
use crate::{ArrangeError, Arranged, Arrangement, Arranger, Entry};

/// Collects entries for an arrangement.
#[derive(Debug)]
pub(super) struct Collection {
    arranger: Arranger,
    scratch: PathBuf,
    /// The bytes in scratch files when their room was looked at.
    looked_at: u64,
}

impl Collection {
    /// Begins to collect.
    pub(super) fn new(arrangement: &Arrangement) -> Result<Self, ArrangeError> {
        let arranger = arrangement.clone().arranger()?;
        Ok(Self { arranger, scratch: arrangement.scratch.clone(), looked_at: 0 })
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, entry: &Entry) -> Result<(), ArrangeError> {
        self.arranger.add(entry)
    }

    /// Fails if the scratch folder has far too little room, judged by the bytes of the sources that
    /// have been read. So the conversion does not end after hours.
    pub(super) fn check_room(&mut self, read: u64, all: u64) -> Result<(), ConvertError> {
        let written = self.arranger.scratch_bytes();
        if written == self.looked_at {
            return Ok(());
        }
        self.looked_at = written;
        let Some(free) = free_bytes(&self.scratch) else { return Ok(()) };
        let needed = needed_bytes(written, read, all);
        // Sources may have fewer entries at their end, and more duplicates.
        if needed / 2 <= free {
            return Ok(());
        }
        Err(ConvertError::Room { free, needed })
    }

    /// Returns the number of entries that were added.
    pub(super) const fn added(&self) -> u64 {
        self.arranger.added()
    }

    /// Arranges the entries, of which a function gets the number so far.
    pub(super) fn finish(self, show: &mut dyn FnMut(u64)) -> Result<Arranged, ArrangeError> {
        self.arranger.finish_showing(show)
    }
}

/// Returns the bytes that the rest of the sources needs, if they go on as they began.
fn needed_bytes(written: u64, read: u64, all: u64) -> u64 {
    let rest = u128::from(all.saturating_sub(read));
    let needed = u128::from(written) * rest / u128::from(read.max(1));
    u64::try_from(needed).unwrap_or(u64::MAX)
}

/// Returns the bytes that are free in a folder, if the system says how many.
#[cfg(unix)]
fn free_bytes(folder: &Path) -> Option<u64> {
    let system = rustix::fs::statvfs(folder).ok()?;
    Some(system.f_bavail.saturating_mul(system.f_frsize))
}

/// Returns nothing: the error comes when the disk is full.
#[cfg(not(unix))]
fn free_bytes(_: &Path) -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_room_that_is_needed_grows_with_what_is_left() {
        assert_eq!(needed_bytes(100, 50, 100), 100);
        assert_eq!(needed_bytes(100, 10, 100), 900);
        assert_eq!(needed_bytes(100, 100, 100), 0);
        assert_eq!(needed_bytes(100, 200, 100), 0);
        assert_eq!(needed_bytes(u64::MAX, 0, u64::MAX), u64::MAX);
    }
}
