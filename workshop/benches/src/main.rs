//! Times operations that no model of the lab measures: `cargo benches NAME`. Each bench checks that
//! its candidates give the same answers, times it in turns, and prints a table.
#![forbid(unsafe_code)]

mod conversion;
mod doors;
mod games;
mod generic;
mod reading;
mod remainder;
mod support;
mod threats;

use clap::{Parser, ValueEnum};

use support::Bench;

/// Times operations that no model of the lab measures, in turns.
#[derive(Parser)]
struct Arguments {
    /// The bench
    bench: Name,
    /// Check and run everything once, without usable times
    #[arg(long)]
    quick: bool,
}

/// The names of the benches.
#[derive(Clone, Copy, ValueEnum)]
enum Name {
    /// Files of training data, converted by the shipped program and by its library
    Conversion,
    /// The functions for one square or two, beside a look-up in a table
    Doors,
    /// Lists of moves, copies of positions, and PGN
    Games,
    /// Generic techniques on `u64`, beside twins that are written by hand
    Generic,
    /// FENs and records of training data, read and written
    Reading,
    /// Three ways to compute a remainder by a constant
    Remainder,
    /// The threats that a move changes, at the changed squares and as a difference
    Threats,
}

impl Name {
    fn run(self, bench: Bench) {
        match self {
            Self::Conversion => conversion::run(bench),
            Self::Doors => doors::run(bench),
            Self::Games => games::run(bench),
            Self::Generic => generic::run(bench),
            Self::Reading => reading::run(bench),
            Self::Remainder => remainder::run(bench),
            Self::Threats => threats::run(bench),
        }
    }
}

fn main() {
    let arguments = Arguments::parse();
    arguments.bench.run(Bench { is_quick: arguments.quick, limit: 600 });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_bench_runs_and_its_results_are_equal() {
        Name::value_variants().iter().for_each(|name| name.run(Bench { is_quick: true, limit: 0 }));
    }
}
