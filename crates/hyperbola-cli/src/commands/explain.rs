//! `hyperbola explain`: the steps of a technique's computation.

use terminal_size::{Width, terminal_size};

use crate::arguments::ExplainArguments;
use crate::output;

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
