//! Unfinished runs, which the same command continues where they stopped. The files of a run are in
//! a folder of their own with its lock and its [journal].
//!
//! The journal describes only data on the disk: the files are synchronised before it is written,
//! and it is replaced as a whole. So it is true whenever the program or the machine stops. It has
//! digests of the files and of itself, so that later changes to them are detected.

use core::time::Duration;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{SyncSender, TrySendError, sync_channel};
use std::thread::{self, JoinHandle};
use std::time::Instant;

use same_file::Handle;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::interrupt::{self, Interrupted};
use crate::journal::{self, Journal, Question, Words, damaged};
use crate::new_file::{sweep, temporary};
use crate::{Digest, Error, Wrong, shown_path};

/// The name of the journal.
pub const JOURNAL: &str = "journal.json";

/// The file that a running command holds.
pub const LOCK: &str = "lock";

/// The time after which an interrupted run is ended, because it waits for its input.
pub const LONG: Duration = Duration::from_millis(100);

/// The message for a run that was interrupted before it had saved anything.
const UNSAVED: &str = "interrupted before anything was saved; nothing is left behind";

/// The message for any other run that was interrupted.
pub const INTERRUPTED: &str = "interrupted; run the same command to continue";

/// Returns the error for a run that was interrupted, which has saved something or not.
#[must_use]
pub const fn interrupted(has_saved: bool) -> Interrupted {
    Interrupted(if has_saved { INTERRUPTED } else { UNSAVED })
}

/// The bytes of a file, and their digest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Written {
    /// The number of bytes.
    pub bytes: u64,
    /// The digest, as hexadecimal digits.
    pub digest: String,
}

impl Written {
    /// Describes the bytes that are in a digest.
    #[must_use]
    pub fn new(digest: &Digest) -> Self {
        Self { bytes: digest.length(), digest: digest.text() }
    }

    /// Opens a file that has these bytes after a header, and checks them. Returns the file at their
    /// end, the header, and the digest.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or has other bytes, which says how to start
    /// again.
    pub fn open<const HEADER: usize>(
        &self,
        path: &Path,
        anew: &str,
    ) -> Result<(File, [u8; HEADER], Digest), Error> {
        let name = shown_path(path);
        let cannot = || Error::system(format!("cannot continue with {name}; {anew}"));
        let mut file = File::options().read(true).write(true).open(path).map_err(cannot())?;
        if file.metadata().map_err(cannot())?.len() < HEADER as u64 + self.bytes {
            return Err(Error::Damaged(format!("{name} is shorter than its journal says; {anew}")));
        }
        let mut header = [0; HEADER];
        file.read_exact(&mut header).map_err(cannot())?;
        let digest = digest_of(&mut file, self.bytes).map_err(cannot())?;
        if Self::new(&digest) != *self {
            return Err(damaged(path, anew));
        }
        Ok((file, header, digest))
    }

    /// Opens a file as [`open`](Self::open) does. Data after those bytes may be incomplete and is
    /// removed.
    ///
    /// # Errors
    ///
    /// As `open`; and an error if the file cannot be written.
    pub fn reopen<const HEADER: usize>(
        &self,
        path: &Path,
        anew: &str,
    ) -> Result<(File, Digest), Error> {
        let (mut file, _, digest) = self.open::<HEADER>(path, anew)?;
        let end = HEADER as u64 + self.bytes;
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(Error::system(format!("cannot write {}", shown_path(path))))?;
        Ok((file, digest))
    }
}

/// Reads bytes, or all to the end if there are fewer, and returns their digest.
fn digest_of(file: &mut File, bytes: u64) -> io::Result<Digest> {
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

/// Removes a file if it is there.
///
/// # Errors
///
/// Returns an error if it cannot be removed.
pub fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// The folder of an unfinished run. No other program writes into it meanwhile.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    _lock: File,
}

impl Folder {
    /// Takes the lock of a folder that is there.
    ///
    /// # Errors
    ///
    /// Returns an error if another program has it, or if the folder cannot be written.
    pub fn lock(path: PathBuf) -> Result<Self, Error> {
        let _lock = lock(&path, LOCK)?;
        Ok(Self { path, _lock })
    }

    /// Returns the path.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the path of the journal.
    #[must_use]
    pub fn journal(&self) -> PathBuf {
        self.path.join(JOURNAL)
    }

    /// Removes the journal, what a killed program has left, the lock, and the folder if nothing
    /// else is in it.
    ///
    /// # Errors
    ///
    /// Returns an error if the journal or the lock cannot be removed.
    pub fn clear(&self) -> io::Result<()> {
        remove(&self.journal())?;
        sweep(&self.path);
        remove(&self.path.join(LOCK))?;
        let _ = fs::remove_dir(&self.path);
        Ok(())
    }
}

/// Takes a lock of a folder by the name of a file in it, which is made. It is held as long as the
/// file is open.
///
/// # Errors
///
/// Returns an error if another program has it, or if the folder cannot be written.
pub fn lock(folder: &Path, name: &str) -> Result<File, Error> {
    let path = folder.join(name);
    let cannot = || Error::system(format!("cannot write {}", shown_path(&path)));
    let file = File::create(&path).map_err(cannot())?;
    match file.try_lock() {
        // The run that held it before may have just removed it, and another made a new one.
        Ok(()) if is_at(&file, &path).map_err(cannot())? => Ok(file),
        Ok(()) | Err(TryLockError::WouldBlock) => {
            let folder = shown_path(folder);
            Err(Wrong(format!("another command is writing into {folder}")).into())
        }
        // Without locks, runs at the same time are not detected.
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(cannot()(error)),
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

/// An unfinished run in its folder, which saves its state.
#[derive(Debug)]
pub struct Unfinished<S> {
    folder: Folder,
    question: Arc<Question>,
    saver: Option<Saver<S>>,
}

impl<S: Serialize + DeserializeOwned + Clone + Send + 'static> Unfinished<S> {
    /// Begins or continues the run of a question.
    #[must_use]
    pub fn new(folder: Folder, question: Question) -> Self {
        Self { folder, question: Arc::new(question), saver: None }
    }

    /// Returns the folder.
    #[must_use]
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Returns the question of the run.
    #[must_use]
    pub fn question(&self) -> &Question {
        &self.question
    }

    /// Reads what an earlier run has saved, if anything. See [`Journal::read`].
    ///
    /// # Errors
    ///
    /// As `Journal::read`.
    pub fn saved(
        &self,
        anew: &str,
        may_change: impl Fn(&str, &Value, &S) -> bool,
    ) -> Result<Option<Journal<S>>, Error> {
        let run = format!("{} is of an unfinished run", shown_path(self.folder.path()));
        let words = Words { run: &run, anew };
        Journal::read(&self.folder.journal(), &self.question, words, may_change)
    }

    /// Writes a state at once.
    ///
    /// # Errors
    ///
    /// Returns an error if the journal cannot be written.
    pub fn write(&self, state: &S) -> io::Result<()> {
        journal::write(&self.folder.journal(), &self.question, state)
    }

    /// Starts to save in the background. The files are synchronised before a journal is written.
    ///
    /// As long as there is no journal, an interrupt removes everything that was made for the run:
    /// files and folders, each folder before its contents. The program must handle interrupts.
    pub fn start_saving(&mut self, files: Arc<Vec<File>>, made: Vec<PathBuf>) {
        let journal = self.folder.journal();
        self.saver = Some(Saver::start(journal, Arc::clone(&self.question), files, made));
    }

    /// Returns whether it is time to save.
    #[must_use]
    pub fn is_due(&self) -> bool {
        self.saver.as_ref().is_some_and(|saver| saver.last.elapsed() >= INTERVAL)
    }

    /// Saves a state in the background, unless the last one was saved just now or is still being
    /// saved. The files must contain everything that the state says is written.
    ///
    /// # Errors
    ///
    /// Returns the error of an earlier state that could not be saved.
    pub fn save(&mut self, state: &S) -> Result<(), Error> {
        let Some(saver) = self.saver.as_mut().filter(|saver| saver.last.elapsed() >= INTERVAL)
        else {
            return Ok(());
        };
        match saver.sender.try_send(state.clone()) {
            Ok(()) => saver.last = Instant::now(),
            Err(TrySendError::Full(_)) => {}
            Err(TrySendError::Disconnected(_)) => return self.stop_saving(),
        }
        Ok(())
    }

    /// Waits until the last state is saved.
    ///
    /// # Errors
    ///
    /// Returns the error of a state that could not be saved.
    pub fn stop_saving(&mut self) -> Result<(), Error> {
        let Some(Saver { sender, thread, .. }) = self.saver.take() else { return Ok(()) };
        drop(sender);
        let panicked = || Err(io::Error::other("its thread has panicked"));
        let saved = thread.join().unwrap_or_else(|_| panicked());
        saved.map_err(Error::system(format!("cannot write {}", shown_path(self.folder.path()))))
    }
}

/// The least time between journals.
const INTERVAL: Duration = Duration::from_millis(250);

/// A thread that saves states, so that the computing does not wait for the disk.
#[derive(Debug)]
struct Saver<S> {
    sender: SyncSender<S>,
    thread: JoinHandle<io::Result<()>>,
    last: Instant,
}

impl<S: Serialize + Send + 'static> Saver<S> {
    fn start(
        journal: PathBuf,
        question: Arc<Question>,
        files: Arc<Vec<File>>,
        made: Vec<PathBuf>,
    ) -> Self {
        let mut unsaved = (!journal.exists()).then_some(made);
        if let Some(made) = &unsaved {
            temporary().extend_from_slice(made);
            interrupt::end_with(UNSAVED);
        }
        // Without room for a message, it is taken only by a thread that waits for it.
        let (sender, states) = sync_channel::<S>(0);
        let thread = thread::spawn(move || {
            for state in states {
                files.iter().try_for_each(File::sync_data)?;
                journal::write(&journal, &question, &state)?;
                if let Some(made) = unsaved.take() {
                    // An interrupt finds the remaining files and their message.
                    let mut temporary = temporary();
                    temporary.retain(|path| !made.contains(path));
                    interrupt::end_with(INTERRUPTED);
                }
            }
            Ok(())
        });
        Self { sender, thread, last: Instant::now() }
    }
}
