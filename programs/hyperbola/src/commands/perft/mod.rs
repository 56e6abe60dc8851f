//! `hyperbola perft`: counts the legal move sequences of a length.

mod arguments;
mod gpu;
mod statistics;

use hyperbola_console::output;
use hyperbola_console::perft::{Count, CountShare, check_memory};
use hyperbola_files::interrupt::STOP;
use hyperbola_moves::Position;
use hyperbola_perft::Perft;
use hyperbola_perft::report::Way;
use hyperbola_perft::shards::merge;

pub(crate) use arguments::PerftArguments;
use arguments::{CountArguments, PerftCommand};

/// Counts the move sequences that the arguments name, or adds up the counts of shards.
pub(crate) fn run(arguments: &PerftArguments) -> anyhow::Result<()> {
    match &arguments.command {
        Some(PerftCommand::Merge(arguments)) => {
            let merged = merge(&arguments.files)?;
            match arguments.json {
                true => output::print_json(&merged),
                false => output::print(&format!("{}\n", merged.nodes)),
            }
        }
        None => count(&arguments.count),
    }
}

fn count(arguments: &CountArguments) -> anyhow::Result<()> {
    let position = arguments.sequences.position()?;
    if arguments.gpu {
        return gpu::run();
    }
    if arguments.statistics {
        return statistics::run(arguments, &position);
    }
    let perft = counter(arguments, &position)?;
    let way = Way {
        threads: arguments.threads.threads,
        memory_mib: arguments.memory,
        word: Some(perft.word.id()),
        technique: None,
        bulk: true,
        device: None,
    };
    let count_share: &CountShare<'_> = &|split, positions, depth, progress| {
        Ok(perft.count_share(split, positions.iter().copied(), depth, &STOP, progress))
    };
    let arguments = &arguments.sequences;
    Count { arguments, position: &position, way, count_share }.run()
}

/// Returns the counter with its options. There must be memory for the positions that it keeps.
fn counter(arguments: &CountArguments, position: &Position) -> anyhow::Result<Perft> {
    let &CountArguments { memory, word, threads, ref sequences, .. } = arguments;
    let memory_bytes = usize::try_from(u64::from(memory) << 20).unwrap_or(usize::MAX);
    let widest = Perft::default().threads(threads.number()).memory_bytes(memory_bytes);
    check_memory(widest.kept_bytes(position, sequences.depth().into()), memory)?;
    Ok(word.map_or(widest, |word| widest.word(word)))
}
