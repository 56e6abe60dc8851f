//! The other programs, which hold some of the commands of `hyperbola`. Each is built and installed
//! apart, so that users build only the programs that they use.

use std::env;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, Write as _};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus, Stdio};

use anyhow::{Context, anyhow, ensure};

use hyperbola_files::shown_path;

/// A program beside `hyperbola`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Program {
    /// The name of the file, without the ending of the system.
    pub name: &'static str,
    /// The folder of its package in a clone.
    pub folder: &'static str,
    /// The names of its commands with their descriptions, in the order of the help.
    pub commands: &'static [(&'static str, &'static str)],
}

/// The programs whose commands `hyperbola` runs by their names.
pub const PROGRAMS: [Program; 3] = [STUDY, DATA, HUNT];

/// Techniques explained, verified, proved and exported.
pub const STUDY: Program = Program {
    name: "hyperbola-study",
    folder: "programs/hyperbola-study",
    commands: &[
        ("explain", "Show how a technique computes the attacks of a slider, step by step"),
        ("export", "Print a technique or a feature as source code of another language"),
        ("verify", "Compare techniques with the definition, on every square and occupancy"),
        ("prove", "Prove that techniques equal the definition for all 2^64 boards"),
    ],
};

/// Features of positions, training data and counts of different positions.
pub const DATA: Program = Program {
    name: "hyperbola-data",
    folder: "programs/hyperbola-data",
    commands: &[
        ("features", "Write features of many positions as NumPy arrays: attacks, pins and more"),
        ("convert", "Convert files of training data: binpack, plain, viriformat, Bullet and more"),
        ("positions", "Count the different positions after a number of half moves"),
    ],
};

/// Other programs' moves and numbers compared with ours.
pub const HUNT: Program = Program {
    name: "hyperbola-hunt",
    folder: "programs/hyperbola-hunt",
    commands: &[
        ("hunt", "Find the smallest position that another program gets wrong, and say why"),
        ("suite", "Check the numbers of perft suites, or ask another program for them"),
        ("inputs", "Print the inputs of a network for a position, each with its meaning"),
    ],
};

/// Counts on a GPU. It is a workspace of its own, and its commands are not those of `hyperbola`.
pub const GPU: Program = Program { name: "hyperbola-gpu", folder: "gpu", commands: &[] };

impl Program {
    /// Returns the program that answers a command line, if another than `hyperbola` does: it has
    /// the command, or that whose help is wanted.
    #[must_use]
    pub fn answering(arguments: &[OsString]) -> Option<Self> {
        let is_help = arguments.first().is_some_and(|command| command == "help");
        let command = arguments.get(usize::from(is_help))?;
        let has = |program: &Self| program.commands.iter().any(|(name, _)| command == *name);
        PROGRAMS.into_iter().find(has)
    }

    /// Returns the description of one of its commands.
    ///
    /// # Panics
    ///
    /// Panics if it has no such command.
    #[must_use]
    pub fn about(self, command: &str) -> &'static str {
        let found = self.commands.iter().find(|(name, _)| *name == command);
        found.map(|(_, about)| about).expect("the command is in the list")
    }

    /// Returns the path that the program has beside this one.
    fn beside(self) -> PathBuf {
        let name = format!("{}{}", self.name, env::consts::EXE_SUFFIX);
        env::current_exe().unwrap_or_default().with_file_name(name)
    }

    /// Returns the command line that begins with the program: beside this one, or in a folder of
    /// PATH. Under `cargo run` it is built first, or what has changed of it.
    fn command(self) -> anyhow::Result<Command> {
        let Self { name, .. } = self;
        let beside = self.beside();
        if let Some(mut cargo) = self.build() {
            if !beside.is_file() {
                let _ =
                    writeln!(anstream::stderr(), "{name} is not built yet: cargo builds it first");
            }
            let status =
                cargo.status().with_context(|| format!("cannot run cargo to build {name}"))?;
            ensure!(status.success(), "cargo cannot build {name}");
        }
        Ok(if beside.is_file() { Command::new(beside) } else { Command::new(name) })
    }

    /// Returns the command line that builds the program beside this one, if this one is run by
    /// `cargo run` in a clone.
    fn build(self) -> Option<Command> {
        let (cargo, package) =
            (env::var_os("CARGO")?, PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?));
        let clone =
            package.ends_with("programs/hyperbola").then(|| package.ancestors().nth(2))??;
        let program = env::current_exe().ok()?;
        let profile = program.parent()?;
        let mut build = Command::new(cargo);
        // All of the workspace is asked for the program, as by `cargo run`, so that what both use
        // is compiled once.
        build.args(["build", "--bin", self.name, "--profile"]);
        build.arg(if profile.ends_with("debug") { "dev".as_ref() } else { profile.file_name()? });
        build.arg("--target-dir").arg(profile.parent()?);
        let workspace = if self == GPU { self.folder } else { "" };
        build.current_dir(clone.join(workspace)).stdin(Stdio::null());
        Some(build)
    }

    /// Runs the program in the place of this one. Where the system cannot do that, it waits for the
    /// program, and ends with its exit status unless that is success.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot be run, which says how to get it if it is missing.
    pub fn run(self, arguments: impl IntoIterator<Item: AsRef<OsStr>>) -> anyhow::Result<()> {
        match ended(self.command()?.args(arguments)) {
            Ok(status) if status.success() => Ok(()),
            Ok(status) => process::exit(status.code().unwrap_or(1)),
            Err(error) => Err(self.not_run(error)),
        }
    }

    /// Runs the program with arguments, and returns its standard output. If it fails, this program
    /// ends with its exit status.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot be run.
    pub fn printed(self, arguments: &[&OsStr]) -> anyhow::Result<Vec<u8>> {
        let mut command = self.command()?;
        command.args(arguments).stderr(Stdio::inherit());
        let output = command.output().map_err(|error| self.not_run(error))?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => process::exit(output.status.code().unwrap_or(1)),
        }
    }

    /// Returns the error of a program that cannot be run.
    fn not_run(self, error: io::Error) -> anyhow::Error {
        let Self { name, folder, .. } = self;
        let beside = self.beside();
        let path = shown_path(&beside);
        if beside.is_file() {
            anyhow::Error::new(error).context(format!("cannot run {path}"))
        } else if error.kind() == ErrorKind::NotFound {
            anyhow!(
                "cannot find the program {name}: expected it beside the command ({path}) or in a folder \
                 of PATH. In a clone of hyperbola, `cargo run` builds it, and `cargo install --path \
                 {folder}` installs it"
            )
        } else {
            anyhow::Error::new(error).context(format!("cannot run {name}"))
        }
    }
}

/// Runs a program in place of this one, so that it has its signals. Returns only if it cannot.
#[cfg(unix)]
fn ended(command: &mut Command) -> io::Result<ExitStatus> {
    Err(command.exec())
}

/// Runs a program and waits for it.
#[cfg(not(unix))]
fn ended(command: &mut Command) -> io::Result<ExitStatus> {
    command.status()
}
