//! `hyperbola explain`: the steps of a technique's computation.

use clap::Args;
use hyperbola::{Slider, Square, Technique};
use hyperbola_console::input;
use terminal_size::{Width, terminal_size};

use super::parsers::{OccupiedArguments, reader, slider_parser, technique_parser};
use crate::output;

/// The arguments of `hyperbola explain`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ExplainArguments {
    /// The technique to explain; `hyperbola list` prints the ids
    #[arg(value_parser = technique_parser(), hide_possible_values = true)]
    pub(crate) technique: Technique,
    /// The piece that attacks
    #[arg(value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) slider: Slider,
    /// The piece's square, a1 to h8
    #[arg(value_parser = reader(input::square))]
    pub(crate) square: Square,
    /// The occupied squares.
    #[command(flatten)]
    pub(crate) occupied: OccupiedArguments,
    /// Print the steps as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// The width of a line in characters [default: the terminal's width, or 100]
    #[arg(long, value_name = "N", conflicts_with = "json")]
    pub(crate) width: Option<u16>,
}

/// The text at the end of the help of `hyperbola explain`.
const HELP: &str = "\
For each step the command prints the expression in the formula's own letters, the value in \
hexadecimal and a board. The steps are recorded from the same code that computes the attacks.

Examples:
  hyperbola explain hyperbola-quintessence bishop d4 --squares b4,d7,f2,f6,g4
  hyperbola explain obstruction-difference rook a1 --occupied 0x0101 --width 80
  hyperbola explain ray-walk queen h8 --json";

/// The width of a line in characters if there is no terminal.
const WIDTH: usize = 100;

/// Prints how a technique computes the attacks of a slider.
pub(crate) fn run(arguments: &ExplainArguments) -> anyhow::Result<()> {
    let explanation = hyperbola_explain::explain(
        arguments.technique,
        arguments.slider,
        arguments.square,
        arguments.occupied.squares(),
    );
    if arguments.json {
        output::print_json(&explanation)
    } else {
        let terminal = || terminal_size().map(|(Width(width), _)| usize::from(width));
        let width = arguments.width.map(usize::from).or_else(terminal).unwrap_or(WIDTH);
        output::print(&explanation.render(width))
    }
}
