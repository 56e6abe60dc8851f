//! `hyperbola explain`: the steps of a technique's computation.

use clap::Args;
use hyperbola::{Slider, Technique};
use hyperbola_boards::{NamedBoard, explain_on_board};
use hyperbola_console::parsers::{OccupiedArguments, slider_parser, technique_parser};
use hyperbola_console::{input, output};
use hyperbola_explain::explain;
use terminal_size::{Width, terminal_size};

use super::boards::{board_parser, board_square, not_on_boards, occupied_on, wrong_square};

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
    /// The piece's square, a1 to h8, or as the board has it
    pub(crate) square: String,
    /// Explain the technique on this board, with its names of squares, line by line
    #[arg(long, value_parser = board_parser(), conflicts_with_all = ["fen", "occupied"])]
    pub(crate) board: Option<NamedBoard>,
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
hexadecimal and a board. The steps are recorded from the same code that computes the attacks. On a \
board of another size, bits beyond its squares are drawn as further ranks or files.

Examples:
  hyperbola explain hyperbola-quintessence bishop d4 --squares b4,d7,f2,f6,g4
  hyperbola explain obstruction-difference rook a1 --occupied 0x0101 --width 80
  hyperbola explain hyperbola-quintessence rook 5e --board shogi --squares 5b,2e
  hyperbola explain ray-walk queen h8 --json";

/// The width of a line in characters if there is no terminal.
const WIDTH: usize = 100;

/// Prints the steps by which a technique computes the attacks of a slider.
pub(crate) fn run(arguments: &ExplainArguments) -> anyhow::Result<()> {
    let &ExplainArguments { technique, slider, .. } = arguments;
    let explanation = match arguments.board {
        Some(board) => {
            let square = board_square(board, &arguments.square)?;
            let occupied = occupied_on(board, &arguments.occupied)?;
            let explained = explain_on_board(technique, board, slider, square, &occupied);
            explained.ok_or_else(|| not_on_boards(technique))?
        }
        None => {
            let square = input::square(arguments.square.as_bytes())
                .map_err(|error| wrong_square(&arguments.square, &error))?;
            explain(technique, slider, square, arguments.occupied.squares()?)
        }
    };
    if arguments.json {
        output::print_json(&explanation)
    } else {
        let terminal = || terminal_size().map(|(Width(width), _)| usize::from(width));
        let width = arguments.width.map(usize::from).or_else(terminal).unwrap_or(WIDTH);
        output::print(&explanation.render(width))
    }
}
