//! `hyperbola perft --statistics`: what the last moves are.

use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use hyperbola_console::perft::{INTERRUPTED, rate, show};
use hyperbola_console::{output, progress_bar};
use hyperbola_files::interrupt::{self, STOP};
use hyperbola_moves::Position;
use hyperbola_perft::report::{by_move, nodes_per_second};
use hyperbola_perft::{Perft, Statistics};
use serde::{Serialize, Serializer};

use super::arguments::CountArguments;

/// Looks at the last moves, and prints how many are of each kind.
pub(super) fn run(arguments: &CountArguments, position: &Position) -> anyhow::Result<()> {
    interrupt::stop()?;
    let CountArguments { sequences: arguments, threads, .. } = arguments;
    let perft = Perft::default().threads(threads.number());
    let bar = progress_bar(0);
    let start = Instant::now();
    let count = |position: &Position, depth| {
        let progress = |progress| show(&bar, progress, start.elapsed());
        perft.statistics(position, depth, &STOP, &progress).ok_or(INTERRUPTED)
    };
    let depth = arguments.depth().into();
    // The only sequence of length zero has no first move.
    let (sum, divide) = if arguments.divide && depth > 0 {
        let mut moves = Vec::new();
        for &first in &position.legal_moves() {
            let statistics = match depth {
                1 => Statistics::of_move(position, first),
                _ => count(&position.play(first)?, depth - 1)?,
            };
            moves.push((position.uci(first).to_string(), Kinds(statistics)));
        }
        moves.sort_by(|(a, _), (b, _)| a.cmp(b));
        (moves.iter().map(|(_, kinds)| kinds.0).sum(), Some(moves))
    } else {
        (count(position, depth)?, arguments.divide.then(Vec::new))
    };
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    if sum.nodes == u64::MAX {
        bail!("there are at least 2^64 - 1 move sequences");
    }
    let report = Report {
        fen: position.to_string(),
        depth: arguments.depth(),
        nodes: sum.nodes,
        seconds,
        nodes_per_second: nodes_per_second(sum.nodes.into(), seconds),
        threads: threads.threads,
        statistics: Kinds(sum),
        divide,
    };
    if arguments.json {
        return output::print_json(&report);
    }
    output::print(&report.text())?;
    // The numbers are the result; the command succeeds even if the time cannot be printed.
    let speed = rate(sum.nodes.into(), seconds);
    let _ = writeln!(anstream::stderr(), "{seconds:.3} s, {speed}");
    Ok(())
}

/// The result, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Report {
    fen: String,
    depth: u8,
    nodes: u64,
    seconds: f64,
    nodes_per_second: f64,
    threads: u16,
    statistics: Kinds,
    /// The numbers by move, in the order of the moves' names.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "by_move")]
    divide: Option<Vec<(String, Kinds)>>,
}

/// Numbers of moves that are written as an object with the names of the kinds.
#[derive(Debug, Clone, Copy)]
struct Kinds(Statistics);

impl Serialize for Kinds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Statistics::NAMES.into_iter().zip(self.0.numbers()))
    }
}

impl Report {
    /// Returns a line for each kind, or a line for each move with a column for each kind.
    fn text(&self) -> String {
        let sum = self.statistics.0.numbers();
        let Some(moves) = &self.divide else {
            let lines = Statistics::NAMES.into_iter().zip(sum);
            let digits = self.nodes.to_string().len();
            return lines
                .map(|(name, number)| format!("{name:<17}  {number:>digits$}\n"))
                .collect();
        };
        let mut text = String::from("move ");
        let widths = Statistics::NAMES.iter().zip(sum);
        let widths: Vec<usize> =
            widths.map(|(name, sum)| name.len().max(sum.to_string().len())).collect();
        for (name, width) in Statistics::NAMES.iter().zip(&widths) {
            text += &format!("  {name:>width$}");
        }
        let moves = moves.iter().map(|(first, kinds)| (first.as_str(), kinds.0.numbers()));
        for (first, numbers) in moves.chain([("total", sum)]) {
            text += &format!("\n{first:<5}");
            for (number, width) in numbers.iter().zip(&widths) {
                text += &format!("  {number:>width$}");
            }
        }
        text + "\n"
    }
}
