//! Unfinished runs, which the same command continues where they stopped. The files of a run are in a
//! folder of their own with its lock and its journal.
//!
//! The journal says only what is on the disk: the files are synchronised before it is written, and
//! it is replaced as a whole. So it is true whenever the program or the machine stops. It has
//! digests of what it speaks of and of itself, so that what was changed behind it is found.

use core::time::Duration;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use anyhow::{Context, anyhow};
use hyperbola_files::Digest;
use hyperbola_files::interrupt::{self, Interrupted};
use hyperbola_files::new_file::temporary;
use hyperbola_files::{Wrong, file, limited, shown_path};
use same_file::Handle;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// The name of the journal.
pub(super) const JOURNAL: &str = "journal.json";

/// The file that a running command holds.
pub(super) const LOCK: &str = "lock";

/// The time after which an interrupted run is ended, because it waits for its input.
pub(super) const LONG: Duration = Duration::from_millis(100);

/// The message for a run that was interrupted before it had saved anything.
pub(super) const UNSAVED: &str = "interrupted before anything was saved; nothing is left behind";

/// The message for any other run that was interrupted.
pub(super) const INTERRUPTED: &str = "interrupted; the same command goes on with what is saved";

/// Returns the error for a run that was interrupted, which has saved something or not.
pub(super) fn interrupted(has_saved: bool) -> anyhow::Error {
    Interrupted(if has_saved { INTERRUPTED } else { UNSAVED }).into()
}

/// The greatest number of bytes in a journal. It has some thousands.
const MOST_BYTES: u64 = 1 << 26;

/// The bytes of a file, and their digest.
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

/// A journal.
pub(super) trait Saved: Serialize + DeserializeOwned + Clone + Send + 'static {
    /// Returns the field for the digest of all other fields.
    fn check_mut(&mut self) -> &mut String;

    /// Reads the journal in a folder, if there is one.
    fn read(folder: &Path) -> anyhow::Result<Option<Self>> {
        let path = folder.join(JOURNAL);
        if !path.try_exists()? {
            return Ok(None);
        }
        Ok(Some(serde_json::from_slice(&limited::read(&path, MOST_BYTES)?)?))
    }

    /// Writes the journal into a folder in place of the old one.
    fn write(&self, folder: &Path) -> io::Result<()> {
        let mut checked = self.clone();
        *checked.check_mut() = self.check()?;
        file::write(&folder.join(JOURNAL), &serde_json::to_string_pretty(&checked)?)
    }

    /// Returns whether nothing has changed the journal since it was written.
    fn is_whole(&self) -> io::Result<bool> {
        Ok(*self.clone().check_mut() == self.check()?)
    }

    /// Returns the digest of all other fields.
    fn check(&self) -> io::Result<String> {
        let mut others = self.clone();
        others.check_mut().clear();
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

/// Takes the lock of an unfinished run.
pub(super) fn lock(partial: &Path) -> anyhow::Result<File> {
    let path = partial.join(LOCK);
    let failure = || format!("cannot write {}", shown_path(&path));
    let file = File::create(&path).with_context(failure)?;
    match file.try_lock() {
        // The run that held it before may have just removed it, and another made it anew.
        Ok(()) if is_at(&file, &path).with_context(failure)? => Ok(file),
        Ok(()) | Err(TryLockError::WouldBlock) => {
            let partial = shown_path(partial);
            Err(Wrong(format!("another command is writing into {partial}")).into())
        }
        // Without locks, nobody looks after runs at the same time.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(error).with_context(failure),
    }
}

/// Returns whether a file is still the one at a path.
fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    match Handle::from_path(path) {
        Ok(found) => Ok(found == Handle::from_file(file.try_clone()?)?),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
    }
}

/// Reads bytes, or all to the end if there are fewer, and returns their digest.
pub(super) fn digest_of(file: &mut File, bytes: u64) -> io::Result<Digest> {
    let mut digest = Digest::new();
    let mut rest = file.take(bytes);
    let mut buffer = vec![0; 1 << 18];
    loop {
        match rest.read(&mut buffer) {
            Ok(0) => return Ok(digest),
            Ok(read) => digest.add(&buffer[..read]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

/// A thread that saves journals, so that the computing does not wait for the disk.
#[derive(Debug)]
pub(super) struct Saver<J> {
    sender: SyncSender<J>,
    thread: JoinHandle<anyhow::Result<()>>,
    last: Instant,
}

/// The error if the thread has stopped.
pub(super) struct Stopped;

impl<J: Saved> Saver<J> {
    /// The least time between journals.
    const INTERVAL: Duration = Duration::from_millis(250);

    /// Starts the thread for a folder, whose files are synchronised before a journal is written.
    ///
    /// As long as there is no journal, an interrupt removes what was made for the run: files and
    /// folders, each folder before what is in it.
    pub(super) fn start(
        partial: PathBuf,
        files: Arc<Vec<File>>,
        made: Vec<PathBuf>,
    ) -> anyhow::Result<Self> {
        let mut unsaved = (!partial.join(JOURNAL).exists()).then_some(made);
        if let Some(made) = &unsaved {
            temporary().extend_from_slice(made);
            interrupt::end(LONG, UNSAVED)?;
        }
        // Without room for a message, it is taken only by a thread that waits for it.
        let (sender, journals) = sync_channel::<J>(0);
        let thread = thread::spawn(move || {
            let failure = || format!("cannot write {}", shown_path(&partial));
            for journal in journals {
                files.iter().try_for_each(File::sync_data).with_context(failure)?;
                journal.write(&partial).with_context(failure)?;
                if let Some(made) = unsaved.take() {
                    // An interrupt finds what is left and the message that goes with it.
                    let mut temporary = temporary();
                    temporary.retain(|path| !made.contains(path));
                    interrupt::end(LONG, INTERRUPTED)?;
                }
            }
            Ok(())
        });
        Ok(Self { sender, thread, last: Instant::now() })
    }

    /// Returns whether it is time to save again.
    pub(super) fn is_due(&self) -> bool {
        self.last.elapsed() >= Self::INTERVAL
    }

    /// Saves a journal, unless the last one was saved just now or is still being saved.
    pub(super) fn save(&mut self, journal: &J) -> Result<(), Stopped> {
        if !self.is_due() {
            return Ok(());
        }
        match self.sender.try_send(journal.clone()) {
            Ok(()) => self.last = Instant::now(),
            Err(TrySendError::Full(_)) => {}
            Err(TrySendError::Disconnected(_)) => return Err(Stopped),
        }
        Ok(())
    }

    /// Waits until the last journal is saved.
    pub(super) fn stop(self) -> anyhow::Result<()> {
        drop(self.sender);
        self.thread.join().unwrap_or_else(|_| Err(anyhow!("the journal cannot be written")))
    }
}
