//! Commands that other programs answer. Scripts stand for the programs and for cargo.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use assert_cmd::Command;

use crate::{hyperbola, refused};

const TWO: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// What a script prints that shows its arguments.
const SHOW: &str = "printf '%s,' \"$@\"";

/// A clone, with no program but the command in its release folder, and an empty folder of PATH.
struct Clone {
    root: PathBuf,
    built: PathBuf,
    on_path: PathBuf,
}

impl Clone {
    fn new(name: &str) -> Self {
        let root = crate::folder(name);
        let (built, on_path) = (root.join("target/release"), root.join("bin"));
        for folder in [&built, &on_path, &root.join("gpu")] {
            fs::create_dir_all(folder).expect("it can be made");
        }
        let (program, own) = (hyperbola(&[]).get_program().to_owned(), built.join("hyperbola"));
        fs::hard_link(&program, &own)
            .or_else(|_| fs::copy(&program, &own).map(drop))
            .expect("a copy");
        Self { root, built, on_path }
    }

    /// Returns the command, as it runs outside of cargo.
    fn command(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(self.built.join("hyperbola"));
        command.env("PATH", &self.on_path).env_remove("CARGO").args(arguments);
        command
    }

    /// Returns the command as `cargo run` runs it, with a script as cargo.
    fn command_of_cargo(&self, arguments: &[&str]) -> Command {
        let mut command = self.command(arguments);
        command.env("PATH", "/usr/bin:/bin").env("CARGO", self.root.join("cargo"));
        command.env("CARGO_MANIFEST_DIR", self.root.join("programs/hyperbola"));
        command
    }
}

/// Writes a program. A shell does: this process could start another test's program meanwhile, which
/// would have the file open for a moment, so that nothing could run it.
fn script(program: &Path, text: &str) {
    let write = "printf '#!/bin/sh\\n%s\\n' \"$1\" > \"$0\" && chmod 755 \"$0\"";
    Command::new("/bin/sh").args(["-c", write]).arg(program).arg(text).assert().success();
}

#[test]
fn the_command_of_another_program_is_passed_on_untouched() {
    let clone = Clone::new("passed-on");
    for (program, line) in [
        ("hyperbola-study", &["prove", "--square", "d4", "a  b", "--help", "", "--", "-x"][..]),
        ("hyperbola-study", &["help", "explain", "foo"]),
        ("hyperbola-data", &["convert", "--unique"]),
        ("hyperbola-hunt", &["suite", "-V"]),
    ] {
        let missing = clone.command(line).assert().code(1).stdout("");
        let message = String::from_utf8_lossy(&missing.get_output().stderr).into_owned();
        let beside = clone.built.join(program);
        let install = format!("cargo install --path programs/{program}");
        for expected in [beside.to_str().expect("UTF-8"), "PATH", &install] {
            assert!(message.contains(expected), "{message}");
        }
        script(&clone.on_path.join(program), &format!("{SHOW}; echo wrong >&2; exit 7"));
        let expected = line.join(",") + ",";
        clone.command(line).assert().code(7).stdout(expected).stderr("wrong\n");
        fs::remove_file(clone.on_path.join(program)).expect("it was there");
    }
    let message = refused(&["porve"]);
    assert!(message.contains("'prove'"), "{message}");
    // Its own commands are no one else's.
    for own in [&["perft", "3", "--unique"][..], &["perft", "--suite", "a"], &["hint"]] {
        refused(own);
    }
}

#[test]
fn under_cargo_run_another_program_is_built_first() {
    let clone = Clone::new("cargo-run");
    let (study, target) = (clone.built.join("hyperbola-study"), clone.root.join("target"));
    let cargo = |code: u8| {
        let log = clone.root.join("log");
        let text = format!(
            "(pwd; {SHOW}) > '{}'; printf '#!/bin/sh\\n%s' '{}' > '{}'; chmod +x '{3}'; exit {code}",
            log.display(),
            SHOW.replace('\'', "'\\''"),
            study.display(),
            study.display(),
        );
        script(&clone.root.join("cargo"), &text);
    };
    let line = ["prove", "pext"];
    let run = || clone.command_of_cargo(&line).assert();
    let built_in = |folder: &Path, program: &str| {
        let log = fs::read_to_string(clone.root.join("log")).expect("cargo was called");
        fs::remove_file(clone.root.join("log")).expect("it is there");
        let folder = folder.canonicalize().expect("it is there");
        let target = target.display();
        let arguments = format!("build,--bin,{program},--profile,release,--target-dir,{target},");
        assert_eq!(log, format!("{}\n{arguments}", folder.display()));
    };
    cargo(0);
    let building = "hyperbola-study is not built yet: cargo builds it first\n";
    run().success().stdout("prove,pext,").stderr(building);
    built_in(&clone.root, "hyperbola-study");
    // What is there is built again if it is not fresh, which cargo says itself.
    run().success().stdout("prove,pext,").stderr("");
    built_in(&clone.root, "hyperbola-study");
    cargo(101);
    run().code(1).stdout("").stderr("error: cargo cannot build hyperbola-study\n");
    built_in(&clone.root, "hyperbola-study");
    cargo(0);
    // The program for GPUs is a workspace of its own.
    clone.command_of_cargo(&["perft", "3", "--gpu"]).assert().code(1);
    built_in(&clone.root.join("gpu"), "hyperbola-gpu");
    // In a test of another package nothing is built.
    let mut other = clone.command_of_cargo(&line);
    other.env("CARGO_MANIFEST_DIR", &clone.root).assert().success().stdout("prove,pext,");
    assert!(!clone.root.join("log").exists());
}

#[test]
fn a_gpu_counts_by_a_program_of_its_own() {
    let clone = Clone::new("gpu");
    let counted = |arguments: &[&str]| {
        clone.command(&[&["perft", "3", TWO, "--gpu"], arguments].concat()).assert()
    };
    let error = counted(&[]).code(1).stdout("");
    let message = String::from_utf8_lossy(&error.get_output().stderr).into_owned();
    let beside = clone.built.join("hyperbola-gpu");
    for expected in [beside.to_str().expect("UTF-8"), "PATH", "cargo install --path gpu"] {
        assert!(message.contains(expected), "{message}");
    }
    script(&clone.on_path.join("hyperbola-gpu"), &format!("{SHOW}; echo wrong >&2; exit 7"));
    let given = format!("perft,3,{TWO},");
    counted(&[]).code(7).stdout(given.clone()).stderr("wrong\n");
    counted(&["--memory", "512"]).code(7).stdout(given.clone() + "--memory,512,");
    counted(&["--json", "--shard=1/2"]).code(7).stdout(given + "--json,--shard=1/2,");
    script(&beside, "echo beside");
    counted(&[]).success().stdout("beside\n");
    script(&beside, "kill -9 $$");
    counted(&[]).interrupted();
    fs::set_permissions(beside, PermissionsExt::from_mode(0o644)).expect("it is ours");
    let error = counted(&[]).code(1);
    assert!(String::from_utf8_lossy(&error.get_output().stderr).contains("cannot run"));
}
