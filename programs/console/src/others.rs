//! The other programs, which hold some of the commands of `hyperbola`. Each is built and installed
//! apart, so that users build only the programs that they use.

use std::env;
use std::ffi::OsStr;
use std::io::{self, ErrorKind, Write as _};
#[cfg(unix)]
use std::os::unix::process::CommandExt as _;
use std::path::PathBuf;
use std::process::{self, Command, ExitStatus};

use anyhow::anyhow;

use hyperbola_files::shown_path;

use crate::closed;

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
    /// Returns the program that has a command.
    #[must_use]
    pub fn with_command(command: &OsStr) -> Option<Self> {
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

    /// Returns the path of the program beside this one, and whether it is there.
    fn beside(self) -> Option<(PathBuf, bool)> {
        let name = format!("{}{}", self.name, env::consts::EXE_SUFFIX);
        let path = env::current_exe().ok()?.with_file_name(name);
        let is_there = path.is_file();
        Some((path, is_there))
    }

    /// Returns the command line that begins with the program: beside this one, or in a folder of
    /// PATH.
    #[must_use]
    pub fn command(self) -> Command {
        match self.beside() {
            Some((path, true)) => Command::new(path),
            _ => Command::new(self.name),
        }
    }

    /// Runs the program in the place of this one. Where the system cannot do that, it waits for the
    /// program, and ends with its exit status unless that is success.
    ///
    /// # Errors
    ///
    /// Returns an error if the program cannot be run, which says how to build it if it is missing.
    pub fn run(self, mut command: Command) -> anyhow::Result<()> {
        closed::tell(&mut command);
        match ended(&mut command) {
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
        let mut command = self.command();
        command.args(arguments).stderr(process::Stdio::inherit());
        let output = command.output().map_err(|error| self.not_run(error))?;
        match output.status.success() {
            true => Ok(output.stdout),
            false => process::exit(output.status.code().unwrap_or(1)),
        }
    }

    /// Returns the error of a program that cannot be run.
    fn not_run(self, error: io::Error) -> anyhow::Error {
        let Self { name, .. } = self;
        match self.beside() {
            Some((path, true)) => {
                anyhow::Error::new(error).context(format!("cannot run {}", shown_path(&path)))
            }
            beside if error.kind() == ErrorKind::NotFound => {
                let beside = beside.map(|(path, _)| format!(" ({})", shown_path(&path)));
                anyhow!(
                    "cannot find the program {name}: expected it beside the command{} or in a folder \
                     of PATH. In a clone of hyperbola, {}",
                    beside.unwrap_or_default(),
                    self.remedy(),
                )
            }
            _ => anyhow::Error::new(error).context(format!("cannot run {name}")),
        }
    }

    /// Returns instructions to get the program.
    fn remedy(self) -> String {
        let Self { name, folder, .. } = self;
        let install = format!("`cargo install --path {folder}` installs it");
        let release = if cfg!(debug_assertions) { "" } else { " --release" };
        match self.commands {
            // A program of another workspace is not built next to the command.
            [] => install,
            _ => format!("`cargo build{release} --bin {name}` builds it, and {install}"),
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

/// Asks the other programs for their commands with all options. For a missing program, or one of
/// another version, only the names of its commands are known; standard error says so.
#[must_use]
pub fn trees() -> Vec<clap::Command> {
    let mut trees = Vec::new();
    for program in PROGRAMS {
        let output = program.command().arg(crate::tree::NAME).output().ok();
        match output.and_then(|output| crate::tree::read(&output.stdout)) {
            Some(commands) => trees.extend(commands),
            None => {
                let Program { name, .. } = program;
                // The rest is complete without it.
                let _ = writeln!(
                    anstream::stderr(),
                    "without the options of {name}, which is not there in this version"
                );
            }
        }
    }
    trees
}
