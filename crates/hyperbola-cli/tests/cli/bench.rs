//! `hyperbola bench`, which passes its arguments on to a program `hyperbola-lab`.

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin;

use crate::folder;

/// The error of `hyperbola bench` if there is no lab.
const MISSING: &str = "error: there is no program hyperbola-lab beside this one or on the PATH; in a \
                       checkout of Hyperbola `cargo install --path crates/hyperbola-lab` installs it, \
                       and `cargo lab` runs it\n";

/// Returns the command, installed in one folder and with another folder as the PATH.
fn installed(folder: &Path, path: &Path) -> Command {
    let program = folder.join(format!("hyperbola{}", std::env::consts::EXE_SUFFIX));
    if !program.exists() {
        // A file that this process has open for writing cannot be run, so this is a link and not a
        // copy.
        fs::hard_link(cargo_bin("hyperbola"), &program).expect("the program is put there");
    }
    let mut command = Command::new(program);
    command.env("PATH", path).arg("bench");
    command
}

#[test]
fn without_the_lab_one_line_says_how_to_get_it() {
    let (folder, path) = (folder("bench-without"), folder("bench-without-path"));
    let missing = |arguments: &[&str]| {
        let assert = installed(&folder, &path).args(arguments).assert().code(1);
        assert.stdout("").stderr(MISSING);
    };
    for arguments in [&[][..], &["--list"], &["compare", "a", "b"]] {
        missing(arguments);
    }
    for help in ["--help", "-h"] {
        let assert = installed(&folder, &path).arg(help).assert().success().stderr("");
        let help = String::from_utf8_lossy(&assert.get_output().stdout).into_owned();
        assert!(help.contains("Usage: hyperbola bench [ARGUMENTS]..."), "{help}");
        assert!(help.contains("cargo install --path crates/hyperbola-lab"), "{help}");
    }
}

#[cfg(unix)]
mod with_a_lab {
    use super::*;

    /// Puts a lab into a folder. It prints its name, its arguments one on each line, and its input.
    fn put_lab(folder: &Path, name: &str, mode: &str) {
        let lab = folder.join("hyperbola-lab");
        let script = format!(
            "#!/bin/sh\nprintf '%s\\n' {name} \"$@\"\nread line\necho \"read $line\" >&2\nexit 7\n"
        );
        // Another process writes the file, for the reason above.
        let write = r#"printf %s "$2" >"$0" && chmod "$1" "$0""#;
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(write).arg(lab).args([mode, &script]).assert().success();
    }

    #[test]
    fn the_lab_beside_the_program_or_on_the_path_gets_all_arguments() {
        let (folder, path) = (folder("bench-with"), folder("bench-with-path"));
        let lab_is = |name: &str| {
            let arguments = ["--help", "a b", "--", "--json", "", "é"];
            let mut command = installed(&folder, &path);
            let assert = command.args(arguments).write_stdin("input\n").assert().code(7);
            assert.stdout(format!("{name}\n--help\na b\n--\n--json\n\né\n")).stderr("read input\n");
            let mut command = installed(&folder, &path);
            let assert = command.args(["--", "--list"]).write_stdin("").assert().code(7);
            assert.stdout(format!("{name}\n--\n--list\n"));
        };
        put_lab(&path, "path", "755");
        lab_is("path");
        put_lab(&folder, "beside", "755");
        lab_is("beside");
    }

    #[test]
    fn a_lab_that_cannot_be_run_is_named() {
        let (folder, path) = (folder("bench-broken"), folder("bench-broken-path"));
        put_lab(&folder, "beside", "644");
        let assert = installed(&folder, &path).assert().code(1).stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        let lab = folder.join("hyperbola-lab");
        assert!(
            message.starts_with(&format!("error: cannot run {}: ", lab.display())),
            "{message}"
        );
    }
}
