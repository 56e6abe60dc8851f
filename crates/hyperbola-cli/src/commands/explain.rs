//! `hyperbola explain`: a technique's computation step by step.

use terminal_size::{Width, terminal_size};

use crate::arguments::Explain;
use crate::output;

/// The width where there is no terminal, in characters.
const WIDTH: usize = 100;

/// Prints how a technique computes the attacks of a slider.
pub(crate) fn run(arguments: &Explain) -> anyhow::Result<()> {
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
