//! The files of arrays: written in a folder of their own, and given their names when all are
//! complete.

use std::fs::{self, File};
use std::io::{self, BufWriter, IntoInnerError, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::Context;
use hyperbola_features::{AnyFeature, Array, Arrays, Axis, Dtype};
use hyperbola_files::file::{self, sync_names};
use hyperbola_files::journal::{Journal, Question, damaged};
use hyperbola_files::unfinished::{Folder, JOURNAL, LOCK, Unfinished, Written, remove};
use hyperbola_files::{Digest, Error, Wrong, shown_path};
use rayon::prelude::*;

use super::journal::State;
use super::npy::{HEADER_BYTES, header};

/// The folder for what is not complete, in the folder of the arrays.
pub(super) const PARTIAL: &str = ".partial";

/// The folder for what the new arrays replace, in the folder of what is not complete.
const OLD: &str = "old";

/// The file that describes all others. It gets its name last, so where it is, all others are.
const MANIFEST: &str = "manifest.json";

/// The option for bad rows.
const BAD_ROWS: &str = "bad-rows";

/// The array of the rows' numbers, where bad rows are left out.
pub(super) const ROWS: &str = "rows";

/// The array of marks, where bad rows are marked.
pub(super) const MARKED: &str = "marked";

/// Returns the name of an array's file.
pub(super) fn file_name(array: &str) -> String {
    format!("{array}.npy")
}

/// Returns the names of all files that any run may write.
fn all_names() -> impl Iterator<Item = String> {
    let arrays = AnyFeature::all().flat_map(|feature| feature.arrays().into_iter());
    let others = [ROWS, MARKED, "inputs.offsets", "inputs.items"];
    let names = arrays.map(|array| array.name).chain(others.map(str::to_owned));
    [MANIFEST.to_owned()].into_iter().chain(names.map(|name| file_name(&name)))
}

/// Returns whether a path is that of a file that a run may write into a folder.
pub(super) fn is_ours(path: &Path, folder: &Path) -> bool {
    all_names().any(|name| folder.join(name) == path)
}

/// The type and shape of an array.
#[derive(Debug, Clone)]
pub(super) struct ArrayType {
    /// The name of the feature, if the array has one.
    pub(super) feature: Option<&'static str>,
    pub(super) name: String,
    pub(super) dtype: Dtype,
    pub(super) axis: Axis,
    lengths: Vec<usize>,
}

impl ArrayType {
    /// Returns the array of a feature.
    pub(super) fn new(feature: AnyFeature, array: Array) -> Self {
        let Array { name, dtype, axis, lengths, .. } = array;
        Self { feature: Some(feature.name()), name, dtype, axis, lengths }
    }

    /// Returns an array with a number for each row.
    pub(super) fn of_rows(name: &str, dtype: Dtype) -> Self {
        let (name, lengths) = (name.to_owned(), Vec::new());
        Self { feature: None, name, dtype, axis: Axis::Positions, lengths }
    }

    /// Returns the number of bytes of an element along the first axis.
    fn element_bytes(&self) -> u64 {
        (self.lengths.iter().product::<usize>() * self.dtype.size()) as u64
    }

    /// Returns the number of elements along the first axis that have a number of bytes.
    pub(super) fn elements(&self, bytes: u64) -> u64 {
        bytes / self.element_bytes()
    }

    /// Returns the shape of the array that has a number of bytes.
    pub(super) fn shape(&self, bytes: u64) -> Vec<u64> {
        let others = self.lengths.iter().map(|&length| length as u64);
        [self.elements(bytes)].into_iter().chain(others).collect()
    }
}

/// The files of a run that is not yet finished.
#[derive(Debug)]
pub(super) struct Files {
    folder: PathBuf,
    /// The run, whose folder has what is not complete.
    run: Unfinished<State>,
    kinds: Vec<ArrayType>,
    files: Arc<Vec<File>>,
    /// The digests of the arrays without their headers.
    digests: Vec<Digest>,
    /// What has been done, also if it is not yet on the disk.
    pub(super) state: State,
    /// The folders that were made for this run, the innermost first.
    made_folders: Vec<PathBuf>,
    overwrite: bool,
}

impl Files {
    /// Makes the files in a folder, or opens those of an earlier run that was asked the same.
    pub(super) fn open(
        folder: &Path,
        question: Question,
        kinds: Vec<ArrayType>,
        overwrite: bool,
    ) -> anyhow::Result<Self> {
        let failure = || format!("cannot write {}", shown_path(folder));
        let partial = folder.join(PARTIAL);
        let is_new = |folder: &&Path| !folder.as_os_str().is_empty() && !folder.exists();
        let made_folders = folder.ancestors().take_while(is_new).map(Path::to_owned).collect();
        fs::create_dir_all(&partial).with_context(failure)?;
        let mut files = Self {
            folder: folder.to_owned(),
            run: Unfinished::new(Folder::lock(partial)?, question),
            state: State::new(kinds.len()),
            digests: vec![Digest::new(); kinds.len()],
            kinds,
            files: Arc::default(),
            made_folders,
            overwrite,
        };
        let before = files.saved()?;
        let has_saved = before.is_some();
        files.start(before).inspect_err(|_| {
            if !has_saved {
                files.discard();
            }
        })?;
        Ok(files)
    }

    /// Reads what an earlier run has saved, if anything. That run may have ended at a bad row,
    /// which is no longer an error.
    fn saved(&self) -> Result<Option<Journal<State>>, Error> {
        self.run.saved(&self.anew(), |option, before, state| {
            option == BAD_ROWS && before == "error" && !state.is_complete
        })
    }

    /// Begins, or goes on where an earlier run stopped.
    fn start(&mut self, before: Option<Journal<State>>) -> anyhow::Result<()> {
        let is_complete = before.as_ref().is_some_and(|before| before.state.is_complete);
        if let Some(before) = before.as_ref().filter(|_| is_complete) {
            // The run may have dropped the numbers of its rows.
            self.kinds.truncate(before.state.written.len());
        }
        self.check_names(is_complete)?;
        let begun = match before {
            Some(Journal { question, state }) => {
                self.state = state;
                let policy = question.argument(BAD_ROWS);
                if policy == self.run.question().argument(BAD_ROWS) {
                    Ok(())
                } else {
                    self.go_on_with_policy()
                }
            }
            None => self.begin(),
        };
        begun.with_context(|| format!("cannot write {}", shown_path(&self.folder)))?;
        if is_complete { self.check_arrays() } else { self.reopen() }
    }

    /// Checks that nothing is there that may not be replaced.
    fn check_names(&self, is_complete: bool) -> anyhow::Result<()> {
        for path in all_names().map(|name| self.folder.join(name)) {
            if path.exists() && !path.is_file() {
                let found = if path.is_dir() { "a folder" } else { "a device or a pipe" };
                let path = shown_path(&path);
                return Err(Wrong(format!("{path}: expected a file, found {found}")).into());
            }
        }
        let names = self.names();
        for name in all_names().filter(|_| !self.overwrite) {
            // A run that was stopped while it gave the files their names has given some.
            let is_ours = is_complete && names.contains(&name) && !self.waits(&name);
            if !is_ours && self.folder.join(&name).exists() {
                let path = shown_path(&self.folder.join(name));
                return Err(
                    Wrong(format!("{path} is there already; --overwrite replaces it")).into()
                );
            }
        }
        Ok(())
    }

    /// Returns whether a file has not got its name yet.
    fn waits(&self, name: &str) -> bool {
        self.partial().join(name).exists()
    }

    /// Makes empty files. The place of the header stays empty until they are complete, so that
    /// nothing takes them for arrays.
    fn begin(&mut self) -> io::Result<()> {
        remove(&self.partial().join(JOURNAL))?;
        // Another run may have been stopped before it saved anything.
        for name in all_names() {
            remove(&self.partial().join(name))?;
        }
        for kind in &self.kinds {
            let mut file = File::create(self.partial().join(file_name(&kind.name)))?;
            file.write_all(&[0; HEADER_BYTES])?;
        }
        Ok(())
    }

    /// Goes on with an earlier run for which every bad row was an error. So all of its rows are
    /// good, and the array that the new policy adds says so.
    fn go_on_with_policy(&mut self) -> io::Result<()> {
        let added = self.kinds.last().expect("the policy adds an array");
        let file = File::create(self.partial().join(file_name(&added.name)))?;
        let mut file = BufWriter::new(file);
        let mut digest = Digest::new();
        file.write_all(&[0; HEADER_BYTES])?;
        for row in 0..self.state.rows {
            let number = row.to_le_bytes();
            let element = if added.dtype == Dtype::Bool { &[0][..] } else { &number };
            file.write_all(element)?;
            digest.add(element);
        }
        file.into_inner().map_err(IntoInnerError::into_error)?.sync_all()?;
        self.state.written.push(Written::new(&digest));
        self.run.write(&self.state)
    }

    /// Opens the files where the journal says that they end.
    fn reopen(&mut self) -> anyhow::Result<()> {
        let anew = self.anew();
        let arrays = self.kinds.par_iter().zip(&self.state.written).map(|(kind, written)| {
            let path = self.partial().join(file_name(&kind.name));
            written.reopen::<HEADER_BYTES>(&path, &anew)
        });
        let (files, digests) = arrays.collect::<Result<Vec<_>, _>>()?.into_iter().unzip();
        self.files = Arc::new(files);
        self.digests = digests;
        let inside = [LOCK.to_owned(), JOURNAL.to_owned()].into_iter().chain(all_names());
        let inside = inside.map(|name| self.partial().join(name));
        let folders = self.made_folders.iter().rev().cloned().chain([self.partial().to_owned()]);
        let made = folders.chain(inside).collect();
        self.run.start_saving(Arc::clone(&self.files), made);
        Ok(())
    }

    /// Checks complete arrays, with their names or without.
    fn check_arrays(&self) -> anyhow::Result<()> {
        let arrays = self.kinds.par_iter().zip(&self.state.written);
        arrays.try_for_each(|(kind, written)| {
            let name = file_name(&kind.name);
            let (waiting, named) = (self.partial().join(&name), self.folder.join(&name));
            let is_named = !waiting.exists() && named.exists();
            let path = if is_named { named } else { waiting };
            let (mut file, found, _) = written.open::<HEADER_BYTES>(&path, &self.anew())?;
            let is_at_end = file.read(&mut [0]).is_ok_and(|read| read == 0);
            if found != header(kind.dtype, &kind.shape(written.bytes)) || !is_at_end {
                return Err(damaged(&path, &self.anew()).into());
            }
            Ok(())
        })
    }

    /// Returns the folder for what is not complete.
    pub(super) fn partial(&self) -> &Path {
        self.run.folder().path()
    }

    /// Says how to start anew in place of this run.
    pub(super) fn anew(&self) -> String {
        anew(self.partial())
    }

    /// Returns the arrays.
    pub(super) fn kinds(&self) -> &[ArrayType] {
        &self.kinds
    }

    /// Returns the names of all files of this run, the manifest last.
    fn names(&self) -> Vec<String> {
        let arrays = self.kinds.iter().map(|kind| file_name(&kind.name));
        arrays.chain([MANIFEST.to_owned()]).collect()
    }

    /// Returns the number of items in the lists of a feature so far.
    pub(super) fn items(&self, feature: AnyFeature) -> u64 {
        let arrays = self.kinds.iter().zip(&self.state.written);
        let mut items = arrays.filter(|(kind, _)| {
            kind.feature == Some(feature.name()) && matches!(kind.axis, Axis::Items)
        });
        items.next().map_or(0, |(kind, written)| kind.elements(written.bytes))
    }

    /// Writes what arrays have at their beginning, before the first position.
    pub(super) fn write_first(&mut self, arrays: &[Arrays]) -> anyhow::Result<()> {
        let first: Vec<&[u8]> =
            arrays.iter().flat_map(Arrays::bytes).map(|bytes| &**bytes).collect();
        self.write(first.into_iter())
    }

    /// Adds bytes to the arrays, in their order.
    pub(super) fn write<'a>(
        &mut self,
        arrays: impl Iterator<Item = &'a [u8]>,
    ) -> anyhow::Result<()> {
        for (index, bytes) in arrays.enumerate() {
            (&self.files[index]).write_all(bytes).with_context(|| {
                let name = file_name(&self.kinds[index].name);
                format!("cannot write {}", shown_path(&self.partial().join(name)))
            })?;
            self.digests[index].add(bytes);
            self.state.written[index] = Written::new(&self.digests[index]);
        }
        Ok(())
    }

    /// Saves what has been done so far in the background, if it is time.
    pub(super) fn save(&mut self) -> Result<(), Error> {
        self.run.save(&self.state)
    }

    /// Drops the numbers of the rows, which say nothing if no row was left out.
    pub(super) fn drop_rows(&mut self) {
        if self.kinds.pop_if(|kind| kind.name == ROWS).is_some() {
            self.state.written.pop();
        }
    }

    /// Completes the files, which then have all but their names.
    pub(super) fn complete(&mut self, manifest: &str) -> anyhow::Result<()> {
        let failure = format!("cannot write {}", shown_path(self.partial()));
        let is_complete = self.state.is_complete;
        if !is_complete {
            self.run.stop_saving()?;
            self.write_headers().with_context(|| failure.clone())?;
        }
        // The manifest gets its name last, so it waits as long as another file does.
        let mut names = self.names().into_iter();
        if names.any(|name| self.waits(&name)) || !self.folder.join(MANIFEST).exists() {
            file::write(&self.partial().join(MANIFEST), manifest)
                .with_context(|| failure.clone())?;
        }
        if !is_complete {
            self.state.is_complete = true;
            self.run.write(&self.state).with_context(|| failure.clone())?;
        }
        if !self.kinds.iter().any(|kind| kind.name == ROWS) {
            remove(&self.partial().join(file_name(ROWS))).context(failure)?;
        }
        Ok(())
    }

    /// Writes the headers.
    fn write_headers(&self) -> anyhow::Result<()> {
        for ((kind, written), mut file) in
            self.kinds.iter().zip(&self.state.written).zip(&*self.files)
        {
            file.seek(SeekFrom::Start(0))?;
            file.write_all(&header(kind.dtype, &kind.shape(written.bytes)))?;
            file.sync_all()?;
            let name = file_name(&kind.name);
            anyhow::ensure!(self.waits(&name), "{name} has been removed");
        }
        Ok(())
    }

    /// Gives complete files their names, the manifest last. It may be stopped and done again. The
    /// files that they replace are kept until all names are given.
    pub(super) fn publish(&self) -> anyhow::Result<()> {
        self.check_names(true)?;
        let names = self.names();
        let old = self.partial().join(OLD);
        let replaced = all_names().filter(|name| self.waits(name) || !names.contains(name));
        // The first one is the manifest: without the arrays, it must not be there.
        let replaced: Vec<String> =
            replaced.filter(|name| self.folder.join(name).exists()).collect();
        self.give_names(&names, &replaced, &old)
            .and_then(|()| {
                for name in all_names() {
                    remove(&old.join(name))?;
                }
                let _ = fs::remove_dir(&old);
                self.run.folder().clear()
            })
            .with_context(|| format!("cannot write {}", shown_path(&self.folder)))
    }

    /// Moves old files away, and the new ones into their places.
    fn give_names(&self, names: &[String], replaced: &[String], old: &Path) -> io::Result<()> {
        if !replaced.is_empty() {
            fs::create_dir_all(old)?;
        }
        for name in replaced {
            fs::rename(self.folder.join(name), old.join(name))?;
        }
        for name in names {
            if name == MANIFEST {
                sync_names(&self.folder)?;
            }
            if self.waits(name) {
                fs::rename(self.partial().join(name), self.folder.join(name))?;
            }
        }
        sync_names(&self.folder)
    }

    /// Ends a run that has failed. Returns how many rows are kept for the next run. If no row is
    /// kept, nothing is left behind.
    pub(super) fn abandon(mut self) -> Option<u64> {
        // The run has failed already, and what could not be saved is not in the journal.
        let _ = self.run.stop_saving();
        match self.saved() {
            Ok(Some(saved)) => Some(saved.state.rows),
            Ok(None) => {
                self.discard();
                None
            }
            Err(_) => None,
        }
    }

    /// Removes all files of this run.
    fn discard(&self) {
        for kind in &self.kinds {
            let _ = remove(&self.partial().join(file_name(&kind.name)));
        }
        let _ = remove(&self.partial().join(MANIFEST));
        let _ = self.run.folder().clear();
        for folder in &self.made_folders {
            let _ = fs::remove_dir(folder);
        }
    }
}

/// Says how to start anew in place of an unfinished run. As long as not all of its files have their
/// names, the files that they replace are the only ones of the earlier set, so they are to be moved
/// back.
fn anew(partial: &Path) -> String {
    let (folder, old) = (partial.parent().unwrap_or(partial), partial.join(OLD));
    let is_named = !partial.join(MANIFEST).exists() && folder.join(MANIFEST).exists();
    let [shown_partial, shown_old, shown_folder] = [partial, &old, folder].map(shown_path);
    if is_named || !all_names().any(|name| old.join(name).exists()) {
        return format!("remove {shown_partial} to start anew");
    }
    format!(
        "to start anew, first move the files in {shown_old} back into {shown_folder}, because they \
         are of the earlier arrays; then remove {shown_partial}"
    )
}
