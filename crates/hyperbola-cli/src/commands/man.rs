//! `hyperbola man`: the manual pages.

use std::fs;

use anyhow::Context;
use clap::CommandFactory;
use clap_mangen::Man;
use hyperbola_console::shown_path;

use crate::arguments::{self, Arguments};
use crate::output;

/// Prints the main page, or writes it and a page for each command into a folder.
pub(crate) fn run(arguments: &arguments::ManArguments) -> anyhow::Result<()> {
    let command = Arguments::command().disable_help_subcommand(true);
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
