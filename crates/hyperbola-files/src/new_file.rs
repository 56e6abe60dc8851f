//! Files that are written completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use tempfile::NamedTempFile;

use crate::descriptor;

/// A new file that takes its place only when it is complete. It is first written beside that place.
/// Until it is complete and after a failure, the old file stays unchanged. Links are followed, and
/// the permissions of the old file are kept. Other hard links to the old file keep the old
/// contents.
///
/// A program that is killed leaves the temporary file, `.hyperbola-….tmp`. The next new file in the
/// folder removes it.
///
/// Devices and pipes are written directly. So is a descriptor that is open already, such as
/// `/dev/stdout` or `/dev/fd/3`: at its own place, so that nothing before it is lost.
#[derive(Debug)]
pub struct NewFile(Target);

/// The file that is written to.
#[derive(Debug)]
enum Target {
    /// The file itself.
    Direct(File),
    /// A temporary file beside the place.
    Aside { file: Temporary, place: PathBuf },
}

impl NewFile {
    /// Creates the new file.
    ///
    /// # Errors
    ///
    /// Returns an error if the existing file may not be written to, or if the new file cannot be
    /// created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let place = match Place::of(path)? {
            Place::File(place) => place,
            Place::Open(name) => return Ok(Self(Target::Direct(descriptor::share(&name)?))),
            Place::Device => return Ok(Self(Target::Direct(File::create(path)?))),
        };
        let before = match OpenOptions::new().write(true).open(&place) {
            Ok(before) => Some(before.metadata()?.permissions()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let folder = folder_of(&place);
        sweep(folder);
        let file = Temporary::create(folder)?;
        if let Some(permissions) = before {
            file.as_file().set_permissions(permissions)?;
        }
        Ok(Self(Target::Aside { file, place }))
    }

    /// Returns the file to write to.
    #[must_use]
    pub fn file(&self) -> &File {
        match &self.0 {
            Target::Direct(file) => file,
            Target::Aside { file, .. } => file.as_file(),
        }
    }

    /// Returns whether the file is written in its place: it is a device, a pipe or open already.
    #[must_use]
    pub const fn is_direct(&self) -> bool {
        matches!(self.0, Target::Direct(_))
    }

    /// Brings the bytes so far to the disk. A file that is written in its place need not be on one.
    ///
    /// # Errors
    ///
    /// Returns an error if that fails.
    pub fn sync(&self) -> io::Result<()> {
        match &self.0 {
            Target::Direct(_) => Ok(()),
            Target::Aside { file, .. } => file.as_file().sync_all(),
        }
    }

    /// Moves the complete file into its place, and waits until it is on the disk.
    ///
    /// # Errors
    ///
    /// Returns an error if that fails. The old file is then unchanged, unless it was the name of
    /// the new one that could not be brought to the disk.
    pub fn finish(self) -> io::Result<()> {
        self.sync()?;
        match self.0 {
            Target::Direct(mut file) => file.flush(),
            Target::Aside { file, place } => {
                file.publish(&place)?;
                sync_names(folder_of(&place))
            }
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file().flush()
    }
}

/// The temporary files that are there.
static TEMPORARY: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Returns the list of the temporary files that are there, to which programs may add files and
/// folders. As long as it is locked, none is made and none takes its place: a program that an
/// interrupt ends removes them meanwhile, the last one first.
pub fn temporary() -> MutexGuard<'static, Vec<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A temporary file, which is removed when this value is dropped. It is locked, so that other
/// programs do not take it for a leftover.
#[derive(Debug)]
struct Temporary {
    file: NamedTempFile,
    _known: Known,
}

impl Temporary {
    /// The beginning of the names, before the random characters.
    const PREFIX: &str = ".hyperbola-";

    /// The end of the names.
    const SUFFIX: &str = ".tmp";

    /// The number of random characters.
    const RANDOM: usize = 12;

    /// Creates an empty file in a folder.
    fn create(folder: &Path) -> io::Result<Self> {
        let mut builder = tempfile::Builder::new();
        builder.prefix(Self::PREFIX).suffix(Self::SUFFIX).rand_bytes(Self::RANDOM);
        loop {
            let mut all = temporary();
            // The system's own error: tempfile would put the name of its file in the place of the
            // code.
            let mut code = None;
            let made = builder.make_in(folder, |path| {
                let file = File::options().read(true).write(true).create_new(true).open(path);
                file.inspect_err(|error| code = error.raw_os_error())
            });
            let file = made.map_err(|error| code.map_or(error, io::Error::from_raw_os_error))?;
            let path = file.path().to_owned();
            all.push(path.clone());
            drop(all);
            let made = Self { file, _known: Known(path.clone()) };
            match made.as_file().lock() {
                // Another program removed it as a leftover before it was locked.
                Ok(()) if !path.exists() => {}
                Ok(()) => return Ok(made),
                // Where nothing can be locked, nothing is swept.
                Err(_) => return Ok(made),
            }
        }
    }

    /// Returns whether a file has the name of a temporary file.
    fn is_name(name: &str) -> bool {
        let random = name.strip_prefix(Self::PREFIX);
        let random = random.and_then(|name| name.strip_suffix(Self::SUFFIX));
        random.is_some_and(|random| {
            random.len() == Self::RANDOM && random.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
    }

    fn as_file(&self) -> &File {
        self.file.as_file()
    }

    /// Moves the file to a place.
    fn publish(self, place: &Path) -> io::Result<()> {
        let Self { file, _known } = self;
        let mut all = temporary();
        all.retain(|path| path != file.path());
        file.persist(place).map(drop).map_err(|error| error.error)
    }
}

/// A temporary file in the list.
#[derive(Debug)]
struct Known(PathBuf);

impl Drop for Known {
    fn drop(&mut self) {
        temporary().retain(|path| *path != self.0);
    }
}

/// Removes the temporary files that killed programs have left in a folder. Files that cannot be
/// removed stay.
pub fn sweep(folder: &Path) {
    for file in fs::read_dir(folder).into_iter().flatten().flatten() {
        let is_ours = file.file_name().to_str().is_some_and(Temporary::is_name);
        if is_ours && file.file_type().is_ok_and(|kind| kind.is_file()) {
            // A program that still writes the file holds a lock of it. One that has only just made
            // it waits for this lock until the file is gone, and makes another.
            if let Ok(left) = File::open(file.path())
                && left.try_lock().is_ok()
            {
                let _ = fs::remove_file(file.path());
            }
        }
    }
}

/// Brings the names in a folder to the disk. Some systems always do so, and cannot open folders.
///
/// # Errors
///
/// Returns an error if the folder cannot be brought to the disk.
pub fn sync_names(folder: &Path) -> io::Result<()> {
    use ErrorKind::{InvalidInput, PermissionDenied, Unsupported};

    if cfg!(not(unix)) {
        return Ok(());
    }
    match File::open(folder).and_then(|folder| folder.sync_all()) {
        // A folder that may be written but not read, or a file system without this.
        Err(error) if matches!(error.kind(), PermissionDenied | InvalidInput | Unsupported) => {
            Ok(())
        }
        synced => synced,
    }
}

/// Returns the folder of a file.
#[must_use]
pub fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| *folder != Path::new("")).unwrap_or(Path::new("."))
}

/// Checks that a file can be written, and leaves no trace. Devices and pipes are not tested.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match Place::of(path)? {
        Place::File(place) => NewFile::create(&place).map(drop),
        Place::Open(name) => descriptor::share(&name).map(drop),
        Place::Device if path.is_dir() => Err(ErrorKind::IsADirectory.into()),
        Place::Device => Ok(()),
    }
}

/// Moves a complete file of the same file system into the place that [`place`] has returned, and
/// waits until its name is on the disk. It gets the permissions of the file that it replaces.
///
/// # Errors
///
/// Returns an error if that fails. Unless it was the name that could not be brought to the disk,
/// both files are then where they were.
pub fn move_into(file: &Path, place: &Path) -> io::Result<()> {
    match fs::metadata(place) {
        Ok(before) => fs::set_permissions(file, before.permissions())?,
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    fs::rename(file, place)?;
    sync_names(folder_of(place))
}

/// Returns the place of a path's file after all links. Returns nothing if the file is written
/// directly.
///
/// # Errors
///
/// Returns an error if the place cannot be examined.
pub fn place(path: &Path) -> io::Result<Option<PathBuf>> {
    Ok(match Place::of(path)? {
        Place::File(place) => Some(place),
        Place::Open(_) | Place::Device => None,
    })
}

/// Returns whether a [`NewFile`] would replace a file that is there. What is written directly
/// replaces none.
#[must_use]
pub fn replaces(path: &Path) -> bool {
    place(path).is_ok_and(|place| place.is_some_and(|place| place.exists()))
}

/// Returns whether a path names the file or the pipe of standard output, or its descriptor, as
/// `/dev/stdout` does. A device by its own name, such as `/dev/null`, is another opening of it.
/// This is known only on Unix.
#[must_use]
pub fn is_stdout(path: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        use std::os::unix::fs::{FileTypeExt, MetadataExt};

        let own = format!("/proc/{}/fd/1", std::process::id());
        if let Ok(Place::Open(name)) = Place::of(path)
            && [Path::new("/dev/fd/1"), Path::new(&own)].contains(&&*name)
        {
            return true;
        }
        let stdout = || File::from(io::stdout().as_fd().try_clone_to_owned().ok()?).metadata().ok();
        let number = |file: fs::Metadata| (file.dev(), file.ino());
        fs::metadata(path).is_ok_and(|file| {
            !file.file_type().is_char_device() && stdout().map(number) == Some(number(file))
        })
    }
    #[cfg(not(unix))]
    {
        let _ = path;
        false
    }
}

/// The place of a path's file after all links.
enum Place {
    /// A file, which need not exist.
    File(PathBuf),
    /// A descriptor that is open already, by the system's name.
    Open(PathBuf),
    /// A device, a pipe or a folder.
    Device,
}

impl Place {
    fn of(path: &Path) -> io::Result<Self> {
        let is_device = match fs::metadata(path) {
            Ok(metadata) => !metadata.is_file(),
            Err(error) if error.kind() == ErrorKind::NotFound => false,
            Err(error) => return Err(error),
        };
        let mut place = path.to_owned();
        loop {
            let folder = folder_of(&place).canonicalize()?;
            if ["/proc", "/dev/fd"].iter().any(|opened| folder.starts_with(opened)) {
                return Ok(Self::Open(folder.join(place.file_name().unwrap_or_default())));
            }
            match fs::read_link(&place) {
                Ok(target) => place = folder.join(target),
                Err(_) if is_device => return Ok(Self::Device),
                Err(_) => return Ok(Self::File(place)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, text: &str) -> io::Result<()> {
        let mut file = NewFile::create(path)?;
        file.write_all(text.as_bytes())?;
        file.finish()
    }

    /// A folder for one test. It is removed at the end.
    struct Folder(tempfile::TempDir);

    impl Folder {
        fn new() -> Self {
            Self(tempfile::tempdir().expect("the folder can be made"))
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.path().join(name)
        }

        /// Returns the names of everything in the folder.
        fn names(&self) -> Vec<String> {
            let files = fs::read_dir(&self.0).expect("the folder is there");
            let name = |file: io::Result<fs::DirEntry>| file.map(|file| file.file_name());
            let names = files.map(name).map(|name| name.expect("a file").into_string());
            let mut names: Vec<String> = names.map(|name| name.expect("UTF-8")).collect();
            names.sort();
            names
        }
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).expect("the file is there")
    }

    #[test]
    fn a_file_is_there_when_it_is_whole() {
        let folder = Folder::new();
        let path = folder.file("new");
        let mut file = NewFile::create(&path).expect("it can be made");
        file.write_all(b"whole").expect("it can be written");
        assert!(!path.exists());
        assert_eq!(folder.names().len(), 1);
        file.finish().expect("it takes its place");
        assert_eq!((read(&path), folder.names()), ("whole".into(), vec!["new".into()]));
        let mut file = NewFile::create(&path).expect("it can be made");
        file.write_all(b"part").expect("it can be written");
        drop(file);
        assert_eq!((read(&path), folder.names()), ("whole".into(), vec!["new".into()]));
        write(&path, "other").expect("it can be written");
        assert_eq!((read(&path), folder.names()), ("other".into(), vec!["new".into()]));
    }

    #[test]
    fn only_leftovers_of_killed_programs_are_removed() {
        let folder = Folder::new();
        let mut first = NewFile::create(&folder.file("first")).expect("it can be made");
        let [name] = &folder.names()[..] else { panic!("one file is there") };
        assert!(Temporary::is_name(name), "{name}");
        let others = [".hyperbola-.tmp", ".hyperbola-abcdef.tmp", "hyperbola-abcdefghijkl.tmp"];
        for other in others {
            fs::write(folder.file(other), "of another").expect("it can be written");
        }
        let left = [".hyperbola-abcdefghijkl.tmp", ".hyperbola-0123456789AB.tmp"];
        for left in left {
            fs::write(folder.file(left), "left").expect("it can be written");
        }
        fs::create_dir(folder.file(".hyperbola-folderfolder.tmp")).expect("a folder");
        write(&folder.file("second"), "second").expect("it can be written");
        for left in left {
            assert!(!folder.file(left).exists(), "{left}");
        }
        // The file that is still being written takes its place.
        first.write_all(b"first").expect("it can be written");
        first.finish().expect("it takes its place");
        assert_eq!(read(&folder.file("first")), "first");
        assert!(others.iter().all(|other| read(&folder.file(other)) == "of another"));
        assert_eq!(folder.names().len(), 2 + others.len() + 1);
    }

    #[test]
    fn the_temporary_files_that_are_there_are_known() {
        let folder = Folder::new();
        let known = || {
            let mut known = temporary().clone();
            known.retain(|path| path.starts_with(folder.0.path()));
            known
        };
        let (one, two) = (folder.file("one"), folder.file("two"));
        let [one, two] = [one, two].map(|path| NewFile::create(&path).expect("it can be made"));
        assert_eq!(known().len(), 2);
        assert!(known().iter().all(|path| path.exists()));
        one.finish().expect("it takes its place");
        assert_eq!(known().len(), 1);
        assert!(known()[0].exists());
        drop(two);
        assert_eq!((known().len(), folder.names()), (0, vec!["one".into()]));
        // The place has become a folder, so the file cannot take it.
        let file = NewFile::create(&folder.file("three")).expect("it can be made");
        fs::create_dir(folder.file("three")).expect("a folder");
        assert!(file.finish().is_err());
        assert_eq!((known().len(), folder.names().len()), (0, 2));
    }

    #[test]
    fn checking_write_access_leaves_no_file() {
        let folder = Folder::new();
        let (there, missing) = (folder.file("there"), folder.file("missing"));
        write(&there, "kept").expect("it can be written");
        check_writable(&there).expect("it can be written");
        check_writable(&missing).expect("it can be made");
        assert_eq!((read(&there), folder.names()), ("kept".into(), vec!["there".into()]));
        for wrong in [folder.0.path().to_owned(), missing.join("file"), there.join("file")] {
            assert!(check_writable(&wrong).is_err(), "{}", wrong.display());
            assert!(NewFile::create(&wrong).is_err(), "{}", wrong.display());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_written_at_once() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = Folder::new();
        let (target, link, dangling) =
            (folder.file("target"), folder.file("link"), folder.file("dangling"));
        write(&target, "before").expect("it can be written");
        fs::set_permissions(&target, fs::Permissions::from_mode(0o640)).expect("it is ours");
        symlink("target", folder.file("middle")).expect("a link");
        symlink("middle", &link).expect("a link");
        symlink("made", &dangling).expect("a link");
        for link in [&link, &dangling] {
            write(link, "after").expect("it can be written");
            assert!(link.is_symlink());
        }
        assert_eq!((read(&target), read(&folder.file("made"))), ("after".into(), "after".into()));
        let mode = fs::metadata(&target).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        // A new file has the permissions of any other new file.
        let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode();
        fs::write(folder.file("usual"), "").expect("it can be written");
        assert_eq!(mode(&folder.file("made")), mode(&folder.file("usual")));
        fs::remove_file(folder.file("usual")).expect("it is there");
        assert_eq!(folder.names(), ["dangling", "link", "made", "middle", "target"]);
        let null = Path::new("/dev/null");
        let file = NewFile::create(null).expect("it can be opened");
        assert!(file.is_direct());
        file.finish().expect("it is written");
        check_writable(null).expect("it can be opened");
        assert!(replaces(&link) && !replaces(null) && !replaces(&folder.file("missing")));
        symlink("loop", folder.file("loop")).expect("a link");
        assert!(NewFile::create(&folder.file("loop")).is_err());
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_standard_output_only_by_its_descriptor() {
        for (path, is_own) in
            [("/dev/stdout", true), ("/dev/fd/1", true), ("/dev/null", false), ("/dev/zero", false)]
        {
            assert_eq!(is_stdout(Path::new(path)), is_own, "{path}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn what_is_open_already_is_never_cut() {
        use std::os::{fd::AsRawFd, unix::fs::symlink};

        let folder = Folder::new();
        let log = folder.file("log");
        let mut open = File::create(&log).expect("it can be made");
        let name = PathBuf::from(format!("/dev/fd/{}", open.as_raw_fd()));
        symlink(&name, folder.file("link")).expect("a link");
        for (number, path) in [name, folder.file("link")].iter().enumerate() {
            writeln!(open, "before {number}").expect("it can be written");
            assert!(!replaces(path));
            check_writable(path).expect("it is open");
            write(path, "file\n").expect("it is open");
        }
        writeln!(open, "after").expect("it can be written");
        assert_eq!(read(&log), "before 0\nfile\nbefore 1\nfile\nafter\n");
        assert!(NewFile::create(Path::new("/dev/fd/987654")).is_err());
    }
}
