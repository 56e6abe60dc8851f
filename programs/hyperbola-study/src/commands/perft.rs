//! `hyperbola-study perft`: counts with any technique, or makes the last moves.

use clap::Args;
use hyperbola::Technique;
use hyperbola_console::parsers::technique_parser;
use hyperbola_console::perft::{Count, CountShare, SequenceArguments, ThreadsArgument};
use hyperbola_files::interrupt::STOP;
use hyperbola_perft::report::Way;

use crate::plain::Plain;

/// The arguments of `hyperbola-study perft`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct PerftArguments {
    /// The sequences to count, and the form of the output.
    #[command(flatten)]
    sequences: SequenceArguments,
    /// How many threads count.
    #[command(flatten)]
    threads: ThreadsArgument,
    /// Count with this technique; `hyperbola list` prints the ids
    #[arg(
        long, value_name = "ID", value_parser = technique_parser(), hide_possible_values = true
    )]
    technique: Option<Technique>,
    /// Make the last moves too
    #[arg(long)]
    no_bulk: bool,
}

/// The text at the end of the help of `hyperbola-study perft`.
const HELP: &str = "\
The plain move generator makes every move except the last; with --no-bulk it makes the last move too. \
What is printed is what `hyperbola perft` prints, whose counter on vectors is many times as fast.

Examples:
  hyperbola-study perft 5 --technique obstruction-difference --no-bulk
  hyperbola-study perft 6 --technique hyperbola-quintessence --threads 0 --divide";

/// Counts the move sequences in the arguments.
pub(crate) fn run(arguments: &PerftArguments) -> anyhow::Result<()> {
    let PerftArguments { sequences, threads, technique, no_bulk } = arguments;
    let position = sequences.position()?;
    let technique = technique.unwrap_or(hyperbola::DEFAULT);
    let plain = Plain::new(technique, !no_bulk, threads.number());
    let way = Way {
        threads: threads.threads,
        memory_mib: 0,
        word: None,
        technique: Some(technique.id()),
        bulk: plain.is_bulk,
        device: None,
    };
    let count_share: &CountShare<'_> = &|_, positions, depth, progress| {
        Ok(plain.count_share(positions.iter().copied(), depth, &STOP, progress))
    };
    Count { arguments: sequences, position: &position, way, count_share }.run()
}
