//! Descriptors that are open already, such as `/dev/stdout` and `/dev/fd/3`.

use std::fs::File;
use std::io;
use std::path::Path;

/// Shares a descriptor, which is named as the system names it, for example `/proc/7/fd/1`. What is
/// written goes where the next byte of its owner would go, and nothing before it changes.
///
/// # Errors
///
/// Returns an error if the descriptor is not open for writing or cannot be shared.
pub(crate) fn share(name: &Path) -> io::Result<File> {
    let file = open(name)?;
    #[cfg(unix)]
    {
        use rustix::fs::{OFlags, fcntl_getfl};

        if (fcntl_getfl(&file)? & OFlags::ACCMODE) == OFlags::RDONLY {
            let text = "expected a descriptor for writing, found one for reading";
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, text));
        }
    }
    Ok(file)
}

/// Most systems share a descriptor when its name is opened.
#[cfg(not(target_os = "linux"))]
fn open(name: &Path) -> io::Result<File> {
    File::options().write(true).open(name)
}

/// To open the name of a descriptor is to open its file anew here, from the file's beginning.
#[cfg(target_os = "linux")]
fn open(name: &Path) -> io::Result<File> {
    use rustix::process::{Pid, PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
    use std::io::{stderr, stdout};
    use std::os::fd::AsFd;

    let Some((process, number)) = numbers(name) else {
        return File::options().write(true).open(name);
    };
    let process = Pid::from_raw(process).ok_or(io::ErrorKind::NotFound)?;
    // Every system shares these two.
    match number {
        1 if process == getpid() => return Ok(stdout().as_fd().try_clone_to_owned()?.into()),
        2 if process == getpid() => return Ok(stderr().as_fd().try_clone_to_owned()?.into()),
        _ => {}
    }
    let shared = pidfd_open(process, PidfdFlags::empty())
        .and_then(|process| pidfd_getfd(process, number, PidfdGetfdFlags::empty()));
    shared.map(File::from).or_else(|_| open_anew(name))
}

/// Returns the numbers of a descriptor's process and of the descriptor. Returns nothing for another
/// file of `/proc`.
#[cfg(target_os = "linux")]
fn numbers(name: &Path) -> Option<(i32, i32)> {
    let parts: Option<Vec<&str>> = name.iter().map(|part| part.to_str()).collect();
    match parts?[..] {
        ["/", "proc", process, "fd", number] | ["/", "proc", process, "task", _, "fd", number] => {
            Some((process.parse().ok()?, number.parse().ok()?))
        }
        _ => None,
    }
}

/// Opens the file of a descriptor where a sandbox does not let a program share it. A pipe or a
/// device has no place, and who appends to a file always writes at its end.
#[cfg(target_os = "linux")]
fn open_anew(name: &Path) -> io::Result<File> {
    let is_file = std::fs::metadata(name)?.is_file();
    if is_file && !appends(name) {
        return Err(io::Error::other(
            "this system does not share the descriptor: expected one that appends, as by >>",
        ));
    }
    File::options().write(true).append(is_file).open(name)
}

/// Returns whether a descriptor always writes at the end of its file.
#[cfg(target_os = "linux")]
fn appends(name: &Path) -> bool {
    let facts = || {
        let folder = name.parent()?.with_file_name("fdinfo");
        let facts = std::fs::read_to_string(folder.join(name.file_name()?)).ok()?;
        let flags = facts.lines().find_map(|line| line.strip_prefix("flags:"))?;
        u32::from_str_radix(flags.trim(), 8).ok()
    };
    facts().is_some_and(|flags| flags & rustix::fs::OFlags::APPEND.bits() != 0)
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::io::Write;
    use std::os::fd::AsRawFd;
    use std::path::PathBuf;

    use super::*;

    /// Opens a file of the test, which has a line already, with its descriptor's name.
    fn begun(folder: &Path, appends: bool) -> (PathBuf, File, PathBuf) {
        let path = folder.join("log");
        let mut file = File::options()
            .create(true)
            .write(true)
            .append(appends)
            .open(&path)
            .expect("it is made");
        file.write_all(b"before\n").expect("it is written");
        let name = format!("/proc/{}/fd/{}", std::process::id(), file.as_raw_fd());
        (path, file, name.into())
    }

    #[test]
    fn a_descriptor_is_written_at_its_own_place() {
        let folder = tempfile::tempdir().expect("the folder can be made");
        for appends in [false, true] {
            let (path, mut file, name) = begun(folder.path(), appends);
            let mut shared = share(&name).expect("it is open");
            shared.write_all(b"shared\n").expect("it is written");
            file.write_all(b"after\n").expect("it is written");
            shared.write_all(b"last\n").expect("it is written");
            let text = std::fs::read_to_string(&path).expect("it is there");
            assert_eq!(text, "before\nshared\nafter\nlast\n", "{appends}");
            std::fs::remove_file(path).expect("it is there");
        }
    }

    #[test]
    fn where_none_is_shared_only_what_appends_is_opened() {
        let folder = tempfile::tempdir().expect("the folder can be made");
        let (path, file, name) = begun(folder.path(), false);
        let message = open_anew(&name).expect_err("it would be overwritten").to_string();
        assert!(message.contains("expected one that appends"), "{message}");
        drop(file);
        let (_, _file, name) = begun(folder.path(), true);
        open_anew(&name).expect("it appends").write_all(b"anew\n").expect("it is written");
        let text = std::fs::read_to_string(&path).expect("it is there");
        assert_eq!(text, "before\nbefore\nanew\n");
        let read = File::open(&path).expect("it is there");
        let name = format!("/proc/{}/fd/{}", std::process::id(), read.as_raw_fd());
        let error = share(name.as_ref()).expect_err("it is read");
        assert_eq!(error.kind(), io::ErrorKind::PermissionDenied);
    }

    #[test]
    fn other_files_of_the_system_are_no_descriptors() {
        for (name, expected) in [
            ("/proc/7/fd/1", Some((7, 1))),
            ("/proc/7/task/9/fd/13", Some((7, 13))),
            ("/proc/7/fd", None),
            ("/proc/sys/fd/1", None),
            ("/proc/7/fdinfo/1", None),
            ("/tmp/7/fd/1", None),
        ] {
            assert_eq!(numbers(name.as_ref()), expected, "{name}");
        }
    }
}
