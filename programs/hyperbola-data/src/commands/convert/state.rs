//! What is kept of an unfinished conversion, so that the same command continues it.

use core::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::Context;
use hyperbola_data::convert::{Source, State};
use hyperbola_files::journal::{Input, Question};
use hyperbola_files::unfinished::{self, Folder, JOURNAL, LOCK, Written, remove};
use hyperbola_files::{Digest, Error, Wrong, file, interrupt, shown_path};
use serde::{Deserialize, Serialize};

/// The end of the name of the folder for what is not complete, behind the name of the output.
const PARTIAL: &str = ".partial";

/// The file in it that becomes the output.
const OUTPUT: &str = "output";

/// Describes an input, of which the digest has the first bytes and the last ones.
pub(super) fn input(source: &Source) -> anyhow::Result<Input> {
    let (name, bytes, modified) = (source.name.clone(), source.bytes, source.modified);
    let digest = source.ends().with_context(|| format!("cannot read {name}"))?;
    Ok(Input { name, bytes, modified, digest })
}

/// How far a run has come, and the output so far.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Saved {
    #[serde(flatten)]
    state: State,
    written: Written,
}

/// A conversion whose output is not complete. The output is written in a folder beside its place.
pub(super) struct Unfinished {
    run: unfinished::Unfinished<Saved>,
    /// The place of the output.
    place: PathBuf,
    /// How far an earlier run has come.
    pub(super) before: Option<State>,
    target: Target,
}

/// The file that becomes the output, with the digest of what it has.
#[derive(Clone)]
pub(super) struct Target(Rc<RefCell<(Arc<Vec<File>>, Digest)>>);

impl Write for Target {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let (files, digest) = &mut *self.0.borrow_mut();
        let mut file = files.first().ok_or(ErrorKind::NotFound)?;
        let written = file.write(bytes)?;
        digest.add(&bytes[..written]);
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Unfinished {
    /// Makes the file for an output, or opens that of an earlier run that was asked the same. That
    /// run may have ended at a bad row which this one leaves out.
    pub(super) fn open(place: PathBuf, question: Question) -> anyhow::Result<Self> {
        let partial = partial_of(&place);
        let failure = || format!("cannot write {}", shown_path(&place));
        file::check_writable(&place).with_context(failure)?;
        match fs::create_dir(&partial) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => check_own(&partial)?,
            made => made.with_context(failure)?,
        }
        let mut run = unfinished::Unfinished::new(Folder::lock(partial.clone())?, question);
        let (file, digest, before) = match reopened(&run)? {
            Some((file, digest, state)) => (file, digest, Some(state)),
            None => (begun(&partial).with_context(failure)?, Digest::new(), None),
        };
        let files = Arc::new(vec![file]);
        let inside = [LOCK, JOURNAL, OUTPUT].map(|name| partial.join(name));
        run.start_saving(Arc::clone(&files), [partial].into_iter().chain(inside).collect());
        let target = Target(Rc::new(RefCell::new((files, digest))));
        Ok(Self { run, place, before, target })
    }

    /// Returns what the output is written to.
    pub(super) fn target(&self) -> Target {
        self.target.clone()
    }

    /// Returns whether it is time to save.
    pub(super) fn is_due(&self) -> bool {
        self.run.is_due()
    }

    /// Saves in the background how far the run has come. What it has written must be in the file.
    pub(super) fn save(&mut self, state: State) -> Result<(), Error> {
        let written = Written::new(&self.target.0.borrow().1);
        self.run.save(&Saved { state, written })
    }

    /// Moves the complete output into its place. Behind that, an interrupt comes too late.
    pub(super) fn publish(mut self) -> anyhow::Result<()> {
        self.run.stop_saving()?;
        let failure = || format!("cannot write {}", shown_path(&self.place));
        let synced = match self.target.0.borrow().0.first() {
            Some(file) => file.sync_all(),
            None => Ok(()),
        };
        synced.with_context(failure)?;
        let folder = self.run.folder();
        interrupt::complete(|| {
            file::move_into(&folder.path().join(OUTPUT), &self.place)?;
            // The journal speaks of a file that is gone, so it is no harm if it stays.
            discard(folder);
            Ok(())
        })
        .map_err(|error: io::Error| anyhow::Error::new(error).context(failure()))
    }

    /// Ends a run whose output is not wanted. Nothing is left behind.
    pub(super) fn give_up(mut self) {
        // What could not be saved is not wanted either.
        let _ = self.run.stop_saving();
        discard(self.run.folder());
    }

    /// Ends a run that has failed. Returns how many entries it has read for what is kept, and the
    /// folder. If nothing is kept, nothing is left behind.
    pub(super) fn abandon(mut self) -> Option<(u64, PathBuf)> {
        // The run has failed already, and what could not be saved is not in the journal.
        let _ = self.run.stop_saving();
        let folder = self.run.folder();
        match self.run.saved("", |_, _, _| true) {
            Ok(Some(saved)) => {
                Some((saved.state.state.tally.counts.read, folder.path().to_owned()))
            }
            Ok(None) => {
                discard(folder);
                None
            }
            Err(_) => None,
        }
    }
}

/// Returns the folder for an output that is not complete.
fn partial_of(place: &Path) -> PathBuf {
    let mut name = place.as_os_str().to_owned();
    name.push(PARTIAL);
    name.into()
}

/// Removes all files of a run. Files that are not ours stay.
fn discard(folder: &Folder) {
    let _ = remove(&folder.path().join(OUTPUT));
    let _ = folder.clear();
}

/// Returns whether a folder has files of an unfinished run.
fn is_own(partial: &Path) -> bool {
    [LOCK, JOURNAL].iter().any(|name| partial.join(name).exists())
}

/// Returns an error if a folder that is there has files, but not those of an unfinished run.
fn check_own(partial: &Path) -> anyhow::Result<()> {
    let shown = shown_path(partial);
    let mut files = fs::read_dir(partial).with_context(|| format!("cannot read {shown}"))?;
    if is_own(partial) || files.next().is_none() {
        return Ok(());
    }
    Err(Wrong(format!("{shown} has files, but not of an unfinished run: move it away")).into())
}

/// Returns an error if an unfinished run has saved something for an output that another run writes
/// at one go. What is left of a run that has saved nothing is removed.
pub(super) fn check_none_unfinished(place: &Path) -> anyhow::Result<()> {
    let partial = partial_of(place);
    if !is_own(&partial) {
        return Ok(());
    }
    let folder = Folder::lock(partial.clone())?;
    if [OUTPUT, JOURNAL].iter().all(|name| partial.join(name).exists()) {
        let shown = shown_path(&partial);
        return Err(Wrong(format!(
            "{shown} is of an unfinished run, which does not go on with a pipe, --report, --unique or \
             --shuffle: run that command to finish it, or remove {shown}"
        ))
        .into());
    }
    discard(&folder);
    Ok(())
}

/// Begins an output.
fn begun(partial: &Path) -> io::Result<File> {
    remove(&partial.join(JOURNAL))?;
    File::options().write(true).create(true).truncate(true).open(partial.join(OUTPUT))
}

/// Opens the output of an earlier run where its journal says that it ends, if there is one.
fn reopened(run: &unfinished::Unfinished<Saved>) -> Result<Option<(File, Digest, State)>, Error> {
    let partial = run.folder().path();
    let output = partial.join(OUTPUT);
    // A run that was stopped when the output had got its name has only left the journal.
    if !output.exists() {
        return Ok(None);
    }
    let anew = format!("remove {} to start anew", shown_path(partial));
    let saved = run.saved(&anew, |option, before, _| option == "bad-rows" && before == "error")?;
    let Some(Saved { state, written }) = saved.map(|saved| saved.state) else { return Ok(None) };
    let (file, digest) = written.reopen::<0>(&output, &anew)?;
    Ok(Some((file, digest, state)))
}
