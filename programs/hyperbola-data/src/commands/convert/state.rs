//! What is kept of an unfinished conversion, so that the same command continues it.

use core::cell::RefCell;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;

use anyhow::{Context, anyhow};
use hyperbola_data::convert::{Source, State};
use hyperbola_files::{Digest, Wrong, file, interrupt, shown_path};
use serde::{Deserialize, Serialize};

use super::arguments::BadRowsPolicy;
use crate::commands::unfinished::{
    JOURNAL, LOCK, Saved, Saver, Stopped, Written, digest_of, lock, remove,
};

/// The end of the name of the folder for what is not complete, behind the name of the output.
const PARTIAL: &str = ".partial";

/// The file in it that becomes the output.
const OUTPUT: &str = "output";

/// The name of the option for bad rows, which may change from `error` to another.
pub(super) const BAD_ROWS: &str = "bad-rows";

/// What the output depends on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Asked {
    program: String,
    options: Vec<(String, String)>,
    inputs: Vec<AskedInput>,
}

/// An input. It counts as another one if its length, its time or an end of it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct AskedInput {
    name: String,
    bytes: Option<u64>,
    /// The nanoseconds from 1970 until it was modified.
    modified: Option<u64>,
    /// The digest of its first bytes and its last ones.
    ends: Option<String>,
}

/// The journal of a run.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Journal {
    /// It has the names of all inputs, and is saved often.
    #[serde(with = "shared")]
    asked: Arc<Asked>,
    state: State,
    /// The output so far.
    written: Written,
    /// The digest of all other fields.
    check: String,
}

/// What is shared is written as what it is.
mod shared {
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<T: Serialize, S: Serializer>(
        shared: &Arc<T>,
        target: S,
    ) -> Result<S::Ok, S::Error> {
        (**shared).serialize(target)
    }

    pub(super) fn deserialize<'a, T: Deserialize<'a>, D: Deserializer<'a>>(
        source: D,
    ) -> Result<Arc<T>, D::Error> {
        T::deserialize(source).map(Arc::new)
    }
}

impl Saved for Journal {
    fn check_mut(&mut self) -> &mut String {
        &mut self.check
    }
}

impl Asked {
    pub(super) fn new(
        options: Vec<(String, String)>,
        sources: &[Arc<Source>],
    ) -> anyhow::Result<Self> {
        let input = |source: &Arc<Source>| {
            let (name, bytes, modified) = (source.name.clone(), source.bytes, source.modified);
            let ends = source.ends().with_context(|| format!("cannot read {name}"))?;
            Ok(AskedInput { name, bytes, modified, ends })
        };
        let inputs: anyhow::Result<Vec<AskedInput>> = sources.iter().map(input).collect();
        let program = concat!("hyperbola ", env!("CARGO_PKG_VERSION")).to_owned();
        Ok(Self { program, options, inputs: inputs? })
    }

    /// Says how an earlier run differs from this one.
    fn difference(&self, before: &Self) -> Option<String> {
        if before.program != self.program {
            return Some(format!("made by {}, and this is {}", before.program, self.program));
        }
        let same_number = before.inputs.len() == self.inputs.len();
        let is_same = |a: &AskedInput, b: &AskedInput| {
            a.bytes == b.bytes && a.modified == b.modified && a.ends == b.ends
        };
        let mut inputs = before.inputs.iter().zip(&self.inputs);
        let differs = inputs.find(|(before, input)| !is_same(before, input));
        if let Some((_, input)) = differs.filter(|_| same_number) {
            return Some(format!(
                "with another input: {} has another length, time of modification or content",
                input.name
            ));
        }
        if !same_number {
            let (before, found) = (before.inputs.len(), self.inputs.len());
            return Some(format!("with {before} inputs, not {found}"));
        }
        let may_change =
            |name: &str, before: &str| name == BAD_ROWS && before == BadRowsPolicy::Error.name();
        let mut options = before.options.iter().zip(&self.options);
        let differs = options
            .find(|((name, before), (_, asked))| before != asked && !may_change(name, before));
        differs
            .map(|((name, before), (_, asked))| format!("made with --{name} {before}, not {asked}"))
    }
}

/// A conversion whose output is not complete. The output is written in a folder beside its place.
pub(super) struct Unfinished {
    /// The folder, and the place of the output.
    partial: PathBuf,
    place: PathBuf,
    asked: Arc<Asked>,
    /// How far an earlier run has come.
    pub(super) before: Option<State>,
    target: Target,
    saver: Option<Saver<Journal>>,
    _lock: File,
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
    /// Makes the file for an output, or opens that of an earlier run that was asked for the same.
    pub(super) fn open(place: PathBuf, asked: Asked) -> anyhow::Result<Self> {
        let partial = partial_of(&place);
        let failure = || format!("cannot write {}", shown_path(&place));
        file::check_writable(&place).with_context(failure)?;
        match fs::create_dir(&partial) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => check_own(&partial)?,
            made => made.with_context(failure)?,
        }
        let lock = lock(&partial)?;
        let (file, digest, before) = match reopened(&partial, &asked)? {
            Some((file, digest, state)) => (file, digest, Some(state)),
            None => (begun(&partial).with_context(failure)?, Digest::new(), None),
        };
        let files = Arc::new(vec![file]);
        let inside = [LOCK, JOURNAL, OUTPUT].map(|name| partial.join(name));
        let made = [partial.clone()].into_iter().chain(inside).collect();
        let saver = Some(Saver::start(partial.clone(), Arc::clone(&files), made)?);
        let target = Target(Rc::new(RefCell::new((files, digest))));
        Ok(Self { partial, place, asked: Arc::new(asked), before, target, saver, _lock: lock })
    }

    /// Returns what the output is written to.
    pub(super) fn target(&self) -> Target {
        self.target.clone()
    }

    /// Returns whether it is time to save.
    pub(super) fn is_due(&self) -> bool {
        self.saver.as_ref().is_some_and(Saver::is_due)
    }

    /// Saves in the background how far the run has come. What it has written must be in the file.
    pub(super) fn save(&mut self, state: State) -> anyhow::Result<()> {
        let journal = Journal {
            asked: Arc::clone(&self.asked),
            state,
            written: Written::new(&self.target.0.borrow().1),
            check: String::new(),
        };
        match self.saver.as_mut().map(|saver| saver.save(&journal)) {
            Some(Err(Stopped)) => self.stop_saving(),
            _ => Ok(()),
        }
    }

    /// Waits for the end of saving.
    fn stop_saving(&mut self) -> anyhow::Result<()> {
        self.saver.take().map_or(Ok(()), Saver::stop)
    }

    /// Moves the complete output into its place. Behind that, an interrupt comes too late.
    pub(super) fn publish(mut self) -> anyhow::Result<()> {
        self.stop_saving()?;
        let failure = || format!("cannot write {}", shown_path(&self.place));
        let synced = match self.target.0.borrow().0.first() {
            Some(file) => file.sync_all(),
            None => Ok(()),
        };
        synced.with_context(failure)?;
        interrupt::complete(|| {
            file::move_into(&self.partial.join(OUTPUT), &self.place)?;
            // The journal speaks of a file that is gone, so it is no harm if it stays.
            discard(&self.partial);
            Ok(())
        })
        .map_err(|error: io::Error| anyhow::Error::new(error).context(failure()))
    }

    /// Ends a run that has failed. Returns how many entries it has read for what is kept, and the
    /// folder. If nothing is kept, nothing is left behind.
    pub(super) fn abandon(mut self) -> Option<(u64, PathBuf)> {
        // The run has failed already, and what could not be saved is not in the journal.
        let _ = self.stop_saving();
        match Journal::read(&self.partial) {
            Ok(Some(journal)) => Some((journal.state.tally.counts.read, self.partial)),
            Ok(None) => {
                discard(&self.partial);
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
fn discard(partial: &Path) {
    for name in [OUTPUT, JOURNAL] {
        let _ = remove(&partial.join(name));
    }
    file::sweep(partial);
    let _ = remove(&partial.join(LOCK));
    let _ = fs::remove_dir(partial);
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

/// Returns an error if an unfinished run has saved something for an output that another run writes at
/// one go. What is left of a run that has saved nothing is removed.
pub(super) fn check_none_unfinished(place: &Path) -> anyhow::Result<()> {
    let partial = partial_of(place);
    if !is_own(&partial) {
        return Ok(());
    }
    let _lock = lock(&partial)?;
    if [OUTPUT, JOURNAL].iter().all(|name| partial.join(name).exists()) {
        let shown = shown_path(&partial);
        return Err(Wrong(format!(
            "{shown} is of an unfinished run, which does not go on with a pipe, --report, --unique or \
             --shuffle: run that command to finish it, or remove {shown}"
        ))
        .into());
    }
    discard(&partial);
    Ok(())
}

/// Begins an output.
fn begun(partial: &Path) -> io::Result<File> {
    remove(&partial.join(JOURNAL))?;
    File::options().write(true).create(true).truncate(true).open(partial.join(OUTPUT))
}

/// Opens the output of an earlier run where its journal says that it ends, if there is one. What is
/// behind is not sure to be complete, and goes.
fn reopened(partial: &Path, asked: &Asked) -> anyhow::Result<Option<(File, Digest, State)>> {
    let (shown, path) = (shown_path(partial), partial.join(OUTPUT));
    let anew = format!("remove {shown} to start anew");
    let journal = partial.join(JOURNAL);
    let before = Journal::read(partial)
        .with_context(|| format!("cannot read {}; {anew}", shown_path(&journal)))?;
    // A run that was stopped when the output had got its name has only left the journal.
    let Some(before) = before.filter(|_| path.exists()) else { return Ok(None) };
    if let Some(difference) = asked.difference(&before.asked) {
        return Err(Wrong(format!(
            "{shown} is of an unfinished run, {difference}: run that command to finish it, or {anew}"
        ))
        .into());
    }
    let damaged = |path: &Path| {
        let name = shown_path(path);
        anyhow!("{name} is damaged: it does not have the digest in its journal; {anew}")
    };
    if !before.is_whole().unwrap_or(false) {
        return Err(damaged(&journal));
    }
    let failure = || format!("cannot go on with {}; {anew}", shown_path(&path));
    let mut file = File::options().read(true).write(true).open(&path).with_context(failure)?;
    let digest = digest_of(&mut file, before.written.bytes).with_context(failure)?;
    if Written::new(&digest) != before.written {
        return Err(damaged(&path));
    }
    file.set_len(before.written.bytes)
        .and_then(|()| file.seek(SeekFrom::Start(before.written.bytes)))
        .with_context(failure)?;
    Ok(Some((file, digest, before.state)))
}
