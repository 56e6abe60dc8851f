//! The commands that every program has: completions for a shell, and manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use hyperbola_files::shown_path;

use crate::output;

/// The commands about the program itself. They come last in its help.
#[derive(Debug, Subcommand)]
pub enum Documentation {
    /// Print the completion script for a shell
    #[command(display_order = 100, after_help = COMPLETIONS_HELP)]
    Completions {
        /// The shell to print the script for
        shell: Shell,
    },
    /// Print the manual page, or write the manual pages of all commands into a folder
    #[command(display_order = 100, after_help = MAN_HELP)]
    Man {
        /// Write one page for each command into this folder, which is created if it does not exist
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// The text at the end of the help of `completions`.
const COMPLETIONS_HELP: &str = "\
Each program completes its own commands and their options.

Examples:
  hyperbola completions bash > ~/.local/share/bash-completion/completions/hyperbola
  hyperbola-data completions fish > ~/.config/fish/completions/hyperbola-data.fish";

/// The text at the end of the help of `man`.
const MAN_HELP: &str = "\
Each program has the pages of its own commands.

Examples:
  hyperbola man | man -l -
  hyperbola-study man --dir ~/.local/share/man/man1";

impl Documentation {
    /// Adds the commands to those of a program.
    #[must_use]
    pub fn added_to(command: Command) -> Command {
        let own = Self::augment_subcommands(Command::default());
        command.subcommands(own.get_subcommands().cloned())
    }

    /// Prints the completions or the manual page of a command, or writes its manual pages.
    pub(crate) fn print(self, mut command: Command) -> anyhow::Result<()> {
        let mut text = Vec::new();
        match self {
            Self::Completions { shell } => {
                let name = command.get_name().to_owned();
                // In Bash a name with a hyphen completes no option of a command, by a mistake of
                // clap_complete. So only the lines that end with the name have it.
                let inner =
                    if shell == Shell::Bash { name.replace('-', "_") } else { name.clone() };
                clap_complete::generate(shell, &mut command, &inner, &mut text);
                let script = String::from_utf8(text)?;
                return output::print(
                    &script.replace(&format!(" {inner}\n"), &format!(" {name}\n")),
                );
            }
            Self::Man { dir: None } => {
                Man::new(command.disable_help_subcommand(true)).render(&mut text)?;
            }
            Self::Man { dir: Some(folder) } => {
                let command = command.disable_help_subcommand(true);
                return fs::create_dir_all(&folder)
                    .and_then(|()| clap_mangen::generate_to(command, &folder))
                    .with_context(|| {
                        format!("cannot write manual pages into {}", shown_path(&folder))
                    });
            }
        }
        output::print_bytes(&text)
    }
}
