//! `hyperbola inputs`: the inputs of a network for a position.

use std::sync::Arc;

use clap::Args;
use hyperbola_console::parsers::reader;
use hyperbola_console::{input, output};
use hyperbola_hunt::input_words;
use hyperbola_inputs::{Definition, InputSet};
use hyperbola_moves::{Color, Position};
use serde::Serialize;

/// The arguments of `hyperbola inputs`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct InputsArguments {
    /// The set of inputs: names of presets with plus signs between them, or a definition in a file
    /// that ends in .toml
    #[arg(value_parser = parse_inputs)]
    set: Arc<InputSet>,
    /// The position: a FEN, X-FEN or Shredder-FEN, or startpos
    #[arg(default_value = "startpos", value_parser = reader(input::position))]
    fen: Position,
    /// Print the inputs as a JSON array of objects
    #[arg(long)]
    json: bool,
}

/// The text at the end of the help of `hyperbola inputs`.
const HELP: &str = "\
Each line has the view, the number and the meaning of an input: White's view first, each in the order \
of the numbers. The objects of the JSON array have view, number and meaning. `hyperbola features \
--list` has the presets.

Examples:
  hyperbola inputs threats_59808
  hyperbola inputs halfka_v2_hm 'r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1' --json";

/// Prints the inputs of a position.
pub(crate) fn run(arguments: &InputsArguments) -> anyhow::Result<()> {
    let inputs = Input::all(&arguments.set, &arguments.fen);
    match arguments.json {
        true => output::print_json(&inputs),
        false => output::print(&inputs.iter().map(Input::line).collect::<String>()),
    }
}

/// Reads an input set: names, or a file of TOML.
pub(crate) fn parse_inputs(argument: &str) -> anyhow::Result<Arc<InputSet>> {
    Ok(Arc::new(match input::definition(argument)? {
        None => argument.parse()?,
        Some(text) => toml::from_str::<Definition>(&text)?.set()?,
    }))
}

/// An input of a network.
#[derive(Debug, Serialize)]
struct Input {
    view: String,
    number: u32,
    meaning: String,
}

impl Input {
    /// Returns the inputs of White's view, and then of Black's, in the order of their numbers.
    fn all(set: &InputSet, position: &Position) -> Vec<Self> {
        let (board, active) = (position.board(), set.active(position.board()));
        let of_view = |view: Color| {
            let mut numbers = active.view(view).to_vec();
            numbers.sort_unstable();
            numbers.into_iter().map(move |number| {
                let meaning = input_words(set, board, view, number);
                Self { view: view.to_string(), number, meaning }
            })
        };
        Color::ALL.into_iter().flat_map(of_view).collect()
    }

    /// Returns the line of the text.
    fn line(&self) -> String {
        let Self { view, number, meaning } = self;
        format!("{view}  {number:>6}  {meaning}\n")
    }
}
