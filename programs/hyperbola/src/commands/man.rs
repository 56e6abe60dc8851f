//! `hyperbola man`: the manual pages.

use std::fs;
use std::path::PathBuf;

use anyhow::Context;
use clap::{Args, Command};
use clap_mangen::Man;
use hyperbola_files::shown_path;

use crate::output;

/// The arguments of `hyperbola man`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ManArguments {
    /// Write one page for each command into this folder, which is created if it does not exist
    #[arg(long, value_name = "DIR")]
    pub(crate) dir: Option<PathBuf>,
}

/// The text at the end of the help of `hyperbola man`.
const HELP: &str = "\
The options of commands of other programs are there if these programs are beside this one, or in a \
folder of PATH.

Examples:
  hyperbola man | man -l -
  hyperbola man --dir ~/.local/share/man/man1";

/// Prints the main page, or writes it and a page for each command into a folder.
pub(crate) fn run(arguments: &ManArguments, command: Command) -> anyhow::Result<()> {
    let command = command.disable_help_subcommand(true);
    if let Some(folder) = &arguments.dir {
        fs::create_dir_all(folder)
            .and_then(|()| clap_mangen::generate_to(command, folder))
            .with_context(|| format!("cannot write manual pages into {}", shown_path(folder)))
    } else {
        let mut page = Vec::new();
        Man::new(command).render(&mut page)?;
        output::print_bytes(&page)
    }
}
