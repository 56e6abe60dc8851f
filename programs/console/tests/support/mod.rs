//! Runs a program as its users do. The tests of each program include this file, and name their
//! program in `crate::PROGRAM`.
#![allow(dead_code, reason = "each program uses what it needs")]

#[cfg(target_os = "linux")]
pub(crate) mod interrupts;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use assert_cmd::Command;

/// Returns the command with arguments.
pub(crate) fn hyperbola(arguments: &[&str]) -> Command {
    let mut command = Command::new(crate::PROGRAM);
    // Under cargo the command builds the other programs, which `cargo test` has done.
    command.env_remove("CARGO").args(arguments);
    command
}

/// Runs the command, which must succeed and print nothing on standard error. Returns its output.
pub(crate) fn printed(arguments: &[&str]) -> String {
    let assert = hyperbola(arguments).assert().success().stderr("");
    String::from_utf8(assert.get_output().stdout.clone()).expect("the output is UTF-8")
}

/// Runs the command, which must reject its arguments or input. Returns its error message.
pub(crate) fn refused(arguments: &[&str]) -> String {
    let assert = hyperbola(arguments).assert().code(2).stdout("");
    String::from_utf8(assert.get_output().stderr.clone()).expect("the message is UTF-8")
}

/// Makes an empty folder for a test. No other run of the tests has it.
pub(crate) fn folder(name: &str) -> PathBuf {
    static RUN: LazyLock<RunFolder> = LazyLock::new(RunFolder::new);
    let folder = RUN.folder.join(name);
    fs::create_dir(&folder).expect("no other test has this name");
    folder
}

/// The folder of a run of the tests. It stays for inspection until the next run begins.
struct RunFolder {
    folder: PathBuf,
    /// A lock, held as long as the run lives.
    _lock: File,
}

impl RunFolder {
    fn new() -> Self {
        let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("cli");
        fs::create_dir_all(&all).expect("the folder can be made");
        let lock = |path: &Path| {
            let lock = File::create(path).expect("the file can be made");
            lock.try_lock().map(|()| lock)
        };
        // Only one run at a time checks for runs that are over.
        let runs = File::create(all.join("lock")).expect("the file can be made");
        runs.lock().expect("files can be locked");
        let before = fs::read_dir(&all).expect("the folder is there");
        for run in before.map(|run| run.expect("the folder can be read").path()) {
            if run.is_dir() && lock(&run.join("lock")).is_ok() {
                // A folder that cannot be removed does no harm.
                let _ = fs::remove_dir_all(&run);
            }
        }
        let folder = tempfile::tempdir_in(&all).expect("the folder can be made").keep();
        let lock = lock(&folder.join("lock")).expect("the folder is new");
        Self { folder, _lock: lock }
    }
}

#[test]
fn test_runs_remove_only_unlocked_folders() {
    let own = folder("own");
    let other = RunFolder::new();
    assert!(own.exists() && other.folder.exists() && !own.starts_with(&other.folder));
    let RunFolder { folder, _lock: lock } = other;
    drop(lock);
    let next = RunFolder::new();
    assert!(own.exists() && !folder.exists() && next.folder.exists());
}

/// Runs the command, which must print JSON.
pub(crate) fn json(arguments: &[&str]) -> serde_json::Value {
    serde_json::from_str(&printed(arguments)).expect("the output is JSON")
}

#[test]
fn every_command_has_its_completions_and_its_manual_page() {
    let help = printed(&["--help"]);
    let (about, list) = help.split_once("\nCommands:\n").expect("a list of commands");
    assert!(about.lines().count() > 4, "the program is described at length: {about}");
    let names = list.lines().map_while(|line| line.strip_prefix("  "));
    let names = names.filter_map(|line| line.split(' ').next());
    let names: Vec<&str> = names.filter(|name| !["", "help"].contains(name)).collect();
    let scripts = ["bash", "zsh", "fish", "elvish", "powershell"];
    let scripts = scripts.map(|shell| printed(&["completions", shell]));
    let folder = folder("man");
    hyperbola(&["man", "--dir"]).arg(&folder).assert().success().stdout("").stderr("");
    let program = Path::new(crate::PROGRAM).file_stem().and_then(|name| name.to_str());
    let program = program.expect("UTF-8");
    assert!(printed(&["--version"]).starts_with(&format!("{program} ")));
    assert!(printed(&["man"]).contains(&format!(".TH {program} 1")));
    for name in &names {
        let page = fs::read_to_string(folder.join(format!("{program}-{name}.1")));
        assert!(page.expect("the page is there").contains(".TH"), "{name}");
        assert!(scripts.iter().all(|script| script.contains(*name)), "{name} is completed");
    }
    if cfg!(target_os = "linux") {
        let text = "source <(printf %s \"$1\"); complete=$(complete -p $0); complete=${complete#*-F }; \
                    for name in ${@:2}; do COMP_WORDS=($0 $name --he) COMP_CWORD=2; \
                    ${complete%% *} $0 --he $name; echo $name ${COMPREPLY[*]}; done";
        let bash =
            Command::new("bash").args(["-c", text, program, &scripts[0]]).args(&names).assert();
        let completed: String = names.iter().map(|name| format!("{name} --help\n")).collect();
        bash.success().stdout(completed);
    }
    assert!(scripts[0].contains("completions") && folder.join(format!("{program}-man.1")).exists());
    refused(&["completions", "command.com"]);
}
