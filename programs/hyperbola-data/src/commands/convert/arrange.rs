//! Entries that are collected before they are written, because duplicates are left out or the order
//! is random.

use std::path::{Path, PathBuf};

use anyhow::anyhow;
use hyperbola_data::{ArrangeError, Arranged, Arrangement, Arranger, Entry};
use hyperbola_files::shown_path;
use indicatif::HumanBytes;

/// Collects entries for an arrangement.
pub(super) struct Collection {
    arranger: Arranger,
    pub(super) arrangement: Arrangement,
    /// The bytes in scratch files when their room was looked at.
    looked_at: u64,
}

impl Collection {
    /// Begins to collect.
    pub(super) fn new(arrangement: Arrangement) -> anyhow::Result<Self> {
        let arranger = arrangement.clone().arranger();
        let arranger = arranger.map_err(|error| failure(error, &arrangement.scratch))?;
        Ok(Self { arranger, arrangement, looked_at: 0 })
    }

    /// Adds an entry.
    pub(super) fn add(&mut self, entry: &Entry) -> anyhow::Result<()> {
        self.arranger.add(entry).map_err(|error| failure(error, &self.arrangement.scratch))
    }

    /// Fails if the scratch folder has far too little room, judged by the bytes of the inputs that
    /// have been read. So the command does not end after hours.
    pub(super) fn check_room(&mut self, read: u64, all: u64) -> anyhow::Result<()> {
        let written = self.arranger.scratch_bytes();
        let folder = &self.arrangement.scratch;
        if written == self.looked_at {
            return Ok(());
        }
        self.looked_at = written;
        let Some(free) = free_bytes(folder) else { return Ok(()) };
        let needed = needed_bytes(written, read, all);
        // Inputs may have fewer entries at their end, and more duplicates.
        if needed / 2 <= free {
            return Ok(());
        }
        Err(anyhow!(
            "{} has {} free, and the rest of the inputs needs about {}; --scratch names another \
             folder",
            shown_path(folder),
            HumanBytes(free),
            HumanBytes(needed),
        ))
    }

    /// Returns the number of entries that were added.
    pub(super) const fn added(&self) -> u64 {
        self.arranger.added()
    }

    /// Arranges the entries, of which a function gets the number so far. Returns the folder of the
    /// scratch files too.
    pub(super) fn finish(self, show: impl FnMut(u64)) -> anyhow::Result<(Arranged, PathBuf)> {
        let folder = self.arrangement.scratch;
        let arranged = self.arranger.finish_showing(show);
        Ok((arranged.map_err(|error| failure(error, &folder))?, folder))
    }
}

/// Returns the bytes that the rest of the inputs needs, if they go on as they began.
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

/// Returns the error for entries that cannot be arranged, with what to do.
pub(super) fn failure(error: ArrangeError, folder: &Path) -> anyhow::Error {
    let folder = shown_path(folder);
    let advice = match error {
        ArrangeError::Memory { .. } => "expected a larger --memory".to_owned(),
        ArrangeError::OutOfMemory { .. } => "expected a smaller --memory".to_owned(),
        _ => format!("the scratch folder is {folder}; --scratch names another"),
    };
    anyhow!("{error}; {advice}")
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
