//! Files that are written completely or not at all.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// A new file that takes its place only when it is complete. It is first written beside that place.
/// Until it is complete, and after a failure, the old file stays unchanged. Links are followed, and
/// the permissions of the old file are kept. Other hard links to the old file keep the old
/// contents.
///
/// Devices, pipes and files that are already open, such as `/dev/stdout`, are written directly.
#[derive(Debug)]
pub struct NewFile {
    file: File,
    aside: Option<Aside>,
}

/// A temporary file beside the place of another. It is removed when this value is dropped.
#[derive(Debug)]
struct Aside {
    /// The name, as long as it is this file's: behind that, another thread or process may use it.
    path: Option<PathBuf>,
    place: PathBuf,
}

impl NewFile {
    /// Creates the new file.
    ///
    /// # Errors
    ///
    /// Returns an error if the existing file may not be written to, or if the new file cannot be
    /// created.
    pub fn create(path: &Path) -> io::Result<Self> {
        let Some(place) = place(path)? else {
            return Ok(Self { file: File::create(path)?, aside: None });
        };
        let before = match OpenOptions::new().write(true).open(&place) {
            Ok(before) => Some(before.metadata()?.permissions()),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(error),
        };
        let (file, aside) = Aside::create(place)?;
        if let Some(permissions) = before {
            file.set_permissions(permissions)?;
        }
        Ok(Self { file, aside: Some(aside) })
    }

    /// Returns the file to write to.
    #[must_use]
    pub const fn file(&self) -> &File {
        &self.file
    }

    /// Returns the path of the temporary file, if there is one.
    #[must_use]
    pub fn aside(&self) -> Option<&Path> {
        self.aside.as_ref()?.path.as_deref()
    }

    /// Moves the complete file into its place.
    ///
    /// # Errors
    ///
    /// Returns an error if that fails; the old file is then unchanged.
    pub fn finish(mut self) -> io::Result<()> {
        self.file.flush()?;
        self.aside.as_mut().map_or(Ok(()), Aside::publish)
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Aside {
    /// Creates an empty file beside a place.
    fn create(place: PathBuf) -> io::Result<(File, Self)> {
        let mut count = 0;
        loop {
            let name = format!(".hyperbola-{}-{count}", std::process::id());
            let path = place.with_file_name(name);
            match OpenOptions::new().write(true).create_new(true).open(&path) {
                Ok(file) => return Ok((file, Self { path: Some(path), place })),
                // A process with the same number has left a file with this name.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => count += 1,
                Err(error) => return Err(error),
            }
        }
    }

    /// Moves the file into its place.
    fn publish(&mut self) -> io::Result<()> {
        if let Some(path) = &self.path {
            fs::rename(path, &self.place)?;
        }
        self.path = None;
        Ok(())
    }
}

impl Drop for Aside {
    fn drop(&mut self) {
        if let Some(path) = &self.path {
            // An error here has nobody to go to.
            let _ = fs::remove_file(path);
        }
    }
}

/// Writes a text to a file, completely or not at all.
///
/// # Errors
///
/// Returns an error if the file cannot be written; the old file is then unchanged.
pub fn write(path: &Path, text: &str) -> io::Result<()> {
    let mut file = NewFile::create(path)?;
    file.write_all(text.as_bytes())?;
    file.finish()
}

/// Checks that a file can be written, and leaves no trace. Devices and pipes are not tested.
///
/// # Errors
///
/// Returns an error if the file cannot be written.
pub fn check_writable(path: &Path) -> io::Result<()> {
    match place(path)? {
        Some(place) => NewFile::create(&place).map(drop),
        None if path.is_dir() => Err(ErrorKind::IsADirectory.into()),
        None => Ok(()),
    }
}

/// Returns the place of a path's file behind all links. Returns nothing if the file is written
/// directly.
fn place(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::metadata(path) {
        Ok(metadata) if !metadata.is_file() => return Ok(None),
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut place = path.to_owned();
    loop {
        let folder = place.parent().filter(|folder| *folder != Path::new(""));
        let folder = folder.unwrap_or(Path::new(".")).canonicalize()?;
        // Such a file is open already, and the program that opened it waits for the output.
        if ["/proc", "/dev/fd"].iter().any(|opened| folder.starts_with(opened)) {
            return Ok(None);
        }
        match fs::read_link(&place) {
            Ok(target) => place = folder.join(target),
            Err(_) => return Ok(Some(place)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A folder for one test. It is removed at the end.
    struct Folder(PathBuf);

    impl Folder {
        fn new(name: &str) -> Self {
            let name = format!("hyperbola-console-{}-{name}", std::process::id());
            let folder = std::env::temp_dir().join(name);
            fs::create_dir_all(&folder).expect("the folder can be made");
            Self(folder)
        }

        fn file(&self, name: &str) -> PathBuf {
            self.0.join(name)
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

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn read(path: &Path) -> String {
        fs::read_to_string(path).expect("the file is there")
    }

    #[test]
    fn a_file_is_there_when_it_is_whole() {
        let folder = Folder::new("whole");
        let path = folder.file("new");
        let mut file = NewFile::create(&path).expect("it can be made");
        file.write_all(b"whole").expect("it can be written");
        assert!(!path.exists());
        assert!(file.aside().is_some_and(Path::exists));
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
    fn the_temporary_file_of_another_is_left_alone() {
        let folder = Folder::new("another");
        let (_, mut aside) = Aside::create(folder.file("new")).expect("it can be made");
        let name = aside.path.clone().expect("it has a name");
        aside.publish().expect("it takes its place");
        fs::write(&name, "of another").expect("it can be written");
        drop(aside);
        assert_eq!(read(&name), "of another");
    }

    #[test]
    fn a_look_whether_a_file_can_be_written_leaves_nothing() {
        let folder = Folder::new("look");
        let (there, missing) = (folder.file("there"), folder.file("missing"));
        write(&there, "kept").expect("it can be written");
        check_writable(&there).expect("it can be written");
        check_writable(&missing).expect("it can be made");
        assert_eq!((read(&there), folder.names()), ("kept".into(), vec!["there".into()]));
        for wrong in [folder.0.clone(), missing.join("file"), there.join("file")] {
            assert!(check_writable(&wrong).is_err(), "{}", wrong.display());
            assert!(NewFile::create(&wrong).is_err(), "{}", wrong.display());
        }
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay_and_devices_are_written_at_once() {
        use std::os::unix::fs::{PermissionsExt, symlink};

        let folder = Folder::new("links");
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
        assert_eq!(folder.names(), ["dangling", "link", "made", "middle", "target"]);
        for device in ["/dev/null", "/dev/fd/2"] {
            let file = NewFile::create(Path::new(device)).expect("it can be opened");
            assert_eq!(file.aside(), None, "{device}");
        }
        check_writable(Path::new("/dev/null")).expect("it can be opened");
        symlink("loop", folder.file("loop")).expect("a link");
        assert!(NewFile::create(&folder.file("loop")).is_err());
    }
}
