//! The commands and options of a program as JSON. With it, completions and manual pages of
//! `hyperbola` include the commands of the other programs.

use clap::builder::{PossibleValue, StyledStr};
use clap::{Arg, ArgAction, Command, ValueHint};
use serde::{Deserialize, Serialize};

use crate::output;

/// The only argument with which a program prints its tree.
pub const NAME: &str = "print-command-tree";

/// The kinds of paths, by the texts that stand for them.
const HINTS: [(&str, ValueHint); 3] =
    [("path", ValueHint::AnyPath), ("file", ValueHint::FilePath), ("folder", ValueHint::DirPath)];

/// The commands of one version of a program.
#[derive(Debug, Serialize, Deserialize)]
struct Trees {
    version: String,
    commands: Vec<Tree>,
}

/// A command with its options and its own commands.
#[derive(Debug, Serialize, Deserialize)]
struct Tree {
    name: String,
    about: Option<String>,
    long_about: Option<String>,
    after_help: Option<String>,
    /// The ways to use it, if they are explicit.
    usage: Option<String>,
    arguments: Vec<Argument>,
    commands: Vec<Tree>,
}

/// An option, or a positional argument.
#[derive(Debug, Serialize, Deserialize)]
struct Argument {
    id: String,
    short: Option<char>,
    long: Option<String>,
    help: Option<String>,
    /// The names of its values, or nothing if it is a flag.
    values: Option<Vec<String>>,
    /// The least and the greatest number of its values.
    numbers: Option<(usize, usize)>,
    /// The kind of path in its values, such as a file.
    hint: String,
    /// The heading of its group.
    heading: Option<String>,
    /// Whether it may be given several times.
    is_many: bool,
    is_required: bool,
    is_hidden: bool,
    hides_choices: bool,
    /// The values that it takes, if they are in a list, with their meanings.
    choices: Vec<(String, Option<String>)>,
    defaults: Vec<String>,
}

impl Tree {
    fn of(command: &Command) -> Self {
        let text = StyledStr::to_string;
        // Clap adds its own again.
        let is_own = |arg: &&Arg| !["help", "version"].contains(&arg.get_id().as_str());
        Self {
            name: command.get_name().to_owned(),
            about: command.get_about().map(text),
            long_about: command.get_long_about().map(text),
            after_help: command.get_after_help().map(text),
            usage: command.get_overridden_usage().map(text),
            arguments: command.get_arguments().filter(is_own).map(Argument::of).collect(),
            commands: command.get_subcommands().map(Self::of).collect(),
        }
    }

    fn command(self) -> Command {
        let mut command = Command::new(leaked(self.name));
        if let Some(about) = self.about {
            command = command.about(about);
        }
        if let Some(about) = self.long_about {
            command = command.long_about(about);
        }
        if let Some(help) = self.after_help {
            command = command.after_help(help);
        }
        if let Some(usage) = self.usage {
            command = command.override_usage(usage);
        }
        command
            .args(self.arguments.into_iter().map(Argument::arg))
            .subcommands(self.commands.into_iter().map(Self::command))
    }
}

impl Argument {
    fn of(arg: &Arg) -> Self {
        let names = |arg: &Arg| {
            let names = arg.get_value_names().unwrap_or_default();
            names.iter().map(ToString::to_string).collect()
        };
        let choice = |value: PossibleValue| {
            (value.get_name().to_owned(), value.get_help().map(ToString::to_string))
        };
        let takes_values = arg.get_action().takes_values();
        let choices = if takes_values { arg.get_possible_values() } else { Vec::new() };
        Self {
            id: arg.get_id().to_string(),
            short: arg.get_short(),
            long: arg.get_long().map(str::to_owned),
            help: arg.get_help().map(ToString::to_string),
            values: takes_values.then(|| names(arg)),
            numbers: arg.get_num_args().map(|range| (range.min_values(), range.max_values())),
            hint: HINTS
                .iter()
                .find(|(_, hint)| *hint == arg.get_value_hint())
                .map_or("", |one| one.0)
                .to_owned(),
            heading: arg.get_help_heading().map(str::to_owned),
            is_many: matches!(arg.get_action(), ArgAction::Append | ArgAction::Count),
            is_required: arg.is_required_set(),
            is_hidden: arg.is_hide_set(),
            hides_choices: arg.is_hide_possible_values_set(),
            choices: choices.into_iter().map(choice).collect(),
            defaults: match arg.is_hide_default_value_set() {
                true => Vec::new(),
                false => {
                    let values = arg.get_default_values().iter();
                    values.map(|value| value.to_string_lossy().into_owned()).collect()
                }
            },
        }
    }

    fn arg(self) -> Arg {
        let mut arg = Arg::new(leaked(self.id))
            .required(self.is_required)
            .hide(self.is_hidden)
            .hide_possible_values(self.hides_choices);
        if let Some(short) = self.short {
            arg = arg.short(short);
        }
        if let Some(long) = self.long {
            arg = arg.long(leaked(long));
        }
        if let Some(help) = self.help {
            arg = arg.help(help);
        }
        if let Some(heading) = self.heading {
            arg = arg.help_heading(leaked(heading));
        }
        let Some(values) = self.values else {
            let action = if self.is_many { ArgAction::Count } else { ArgAction::SetTrue };
            return arg.action(action);
        };
        if let Some((least, most)) = self.numbers {
            arg = arg.num_args(least..=most);
        }
        if let Some((_, hint)) = HINTS.iter().find(|(name, _)| *name == self.hint) {
            arg = arg.value_hint(*hint);
        }
        if !values.is_empty() {
            arg = arg.value_names(values.into_iter().map(leaked).collect::<Vec<_>>());
        }
        if !self.choices.is_empty() {
            let choice = |(name, help)| {
                let value = PossibleValue::new(leaked(name));
                if let Some(help) = help { value.help(leaked(help)) } else { value }
            };
            let choices: Vec<PossibleValue> = self.choices.into_iter().map(choice).collect();
            arg = arg.value_parser(clap::builder::PossibleValuesParser::new(choices));
        }
        arg = arg.default_values(self.defaults.into_iter().map(leaked).collect::<Vec<_>>());
        arg.action(if self.is_many { ArgAction::Append } else { ArgAction::Set })
    }
}

/// Returns a text that is never freed, as names of arguments must be. A program reads few trees.
fn leaked(text: String) -> &'static str {
    text.leak()
}

/// Prints the tree of a program's commands.
///
/// # Errors
///
/// Returns an error if standard output cannot be written to.
pub(crate) fn print(command: Command) -> anyhow::Result<()> {
    let mut command = command;
    // Numbers of values and hints are those of parsing.
    command.build();
    let is_own = |command: &&Command| command.get_name() != "help";
    let commands = command.get_subcommands().filter(is_own).map(Tree::of).collect();
    output::print_json(&Trees { version: VERSION.to_owned(), commands })
}

/// The version of the programs, which must be the same.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Reads the commands of another program. Returns nothing if it is of another version.
pub(crate) fn read(json: &[u8]) -> Option<Vec<Command>> {
    let trees: Trees = serde_json::from_slice(json).ok()?;
    let commands = trees.commands.into_iter().map(Tree::command).collect();
    (trees.version == VERSION).then_some(commands)
}
