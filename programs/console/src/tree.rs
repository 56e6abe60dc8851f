//! The commands and options of a program as JSON. By it, completions and manual pages of `hyperbola`
//! have the commands of the other programs too.

use clap::builder::PossibleValue;
use clap::{Arg, ArgAction, Command};
use serde::{Deserialize, Serialize};

use crate::output;

/// The only argument of a program that is asked for its tree.
pub const NAME: &str = "print-command-tree";

/// A command with its options and its own commands.
#[derive(Debug, Serialize, Deserialize)]
struct Tree {
    name: String,
    about: Option<String>,
    long_about: Option<String>,
    after_help: Option<String>,
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
        let text = |styled: &clap::builder::StyledStr| styled.to_string();
        Self {
            name: command.get_name().to_owned(),
            about: command.get_about().map(text),
            long_about: command.get_long_about().map(text),
            after_help: command.get_after_help().map(text),
            arguments: command.get_arguments().map(Argument::of).collect(),
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
        let Some(values) = self.values else {
            let action = if self.is_many { ArgAction::Count } else { ArgAction::SetTrue };
            return arg.action(action);
        };
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
pub(crate) fn print(command: &Command) -> anyhow::Result<()> {
    let commands: Vec<Tree> = command.get_subcommands().map(Tree::of).collect();
    output::print_json(&commands)
}

/// Reads the commands of another program.
///
/// # Errors
///
/// Returns an error if the text is not what a program of this version prints.
pub(crate) fn read(json: &[u8]) -> serde_json::Result<Vec<Command>> {
    let commands: Vec<Tree> = serde_json::from_slice(json)?;
    Ok(commands.into_iter().map(Tree::command).collect())
}
