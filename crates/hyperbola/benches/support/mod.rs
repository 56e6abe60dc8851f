//! The common parts of the benchmarks: random queries, the two loops that time an attack function,
//! and comparisons of rivals in turns.
//!
//! A machine's speed drifts by more than the differences that are measured here. So the rivals take
//! turns within one run, in an alternating order, and each round gives one ratio. Only the quicker
//! half of the rounds counts. The result is the median of their ratios and the quartiles, which
//! enclose half of them.

#![allow(dead_code, reason = "no benchmark uses all of it")]

use core::hint::black_box;
use core::time::Duration;
use std::time::Instant;

use hyperbola::Square;
use hyperbola_random::Random;

/// The number of queries in a block. They take 16 KiB, half of a small first-level cache.
pub(crate) const QUERIES: usize = 1024;

/// A query: a slider's square and the occupied squares.
#[derive(Clone, Copy)]
pub(crate) struct Query {
    /// The slider's square.
    pub(crate) square: Square,
    /// The occupied squares.
    pub(crate) occupied: u64,
}

/// Returns a block of random queries. A quarter of each board is occupied, as in a middle game.
pub(crate) fn random_queries(seed: u64) -> Vec<Query> {
    let mut random = Random::new(seed);
    let query = || Query {
        square: Square::ALL[(random.word() >> 58) as usize],
        occupied: random.word() & random.word(),
    };
    core::iter::repeat_with(query).take(QUERIES).collect()
}

/// Answers all queries, each on its own, so that the processor may overlap them.
///
/// The barrier after each query keeps the compiler from answering several in one vector.
#[inline(always)]
pub(crate) fn independent(queries: &[Query], attacks: impl Fn(Square, u64) -> u64) {
    for query in queries {
        black_box(attacks(query.square, query.occupied));
    }
}

/// Answers all queries, each made from the answer before it, so that none can begin earlier.
///
/// Both the square and the occupied squares depend on the last answer. So the time is that of the
/// longest path through the function, beginning at the mask's address.
#[inline(always)]
pub(crate) fn dependent(queries: &[Query], attacks: impl Fn(Square, u64) -> u64) {
    let mut answer = 0_u64;
    for query in queries {
        // The top six bits are below 64 already. The compiler would merge a mask into some
        // functions but not into others.
        let [top, ..] = (answer >> 2).to_be_bytes();
        let square = Square::from_index_wrapping(query.square.index() ^ top);
        answer = attacks(square, query.occupied ^ answer);
    }
    black_box(answer);
}

/// Returns whether each benchmark should run only once, as `cargo test --benches` does.
pub(crate) fn is_quick() -> bool {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    has("--test") || !has("--bench")
}

/// Returns whether benchmarks should run and not only be listed.
pub(crate) fn is_run() -> bool {
    !std::env::args().any(|argument| argument == "--list")
}

/// A rival: a loop over a block, called many times.
pub(crate) type Contender<'a> = &'a dyn Fn();

/// The result of a rival in comparison with the first one.
#[derive(Clone, Copy)]
pub(crate) struct Measured {
    /// The median time of one operation, in nanoseconds.
    pub(crate) nanoseconds: f64,
    /// The lower quartile, the median and the upper quartile of the rounds' ratios. A ratio is this
    /// rival's time divided by the first one's.
    pub(crate) ratio: [f64; 3],
}

/// Times rivals in turns and compares each with the first.
///
/// `operations` is the number of operations in one call of each rival. A turn is long enough for a
/// processor to power up its widest registers, which takes up to 20 microseconds on some
/// processors.
pub(crate) fn compare(rivals: &[Contender<'_>], operations: usize) -> Vec<Measured> {
    const TURN: Duration = Duration::from_millis(2);
    const TOTAL_EACH: Duration = Duration::from_millis(600);

    let calls = |rival: Contender<'_>, count: u32| {
        let start = Instant::now();
        for _ in 0..count {
            rival();
        }
        start.elapsed()
    };
    // Each rival is called as often as a turn needs. This also warms it up.
    let counts: Vec<u32> = rivals
        .iter()
        .map(|&rival| {
            let mut count = 1;
            while !is_quick() && calls(rival, count) < TURN {
                count *= 2;
            }
            count
        })
        .collect();

    let mut rounds: Vec<Vec<f64>> = Vec::new();
    let total = TOTAL_EACH * u32::try_from(rivals.len()).unwrap_or(1);
    let start = Instant::now();
    while rounds.is_empty() || (!is_quick() && start.elapsed() < total) {
        let mut times = vec![0.0; rivals.len()];
        let mut order: Vec<usize> = (0..rivals.len()).collect();
        if rounds.len() % 2 == 1 {
            order.reverse();
        }
        for rival in order {
            let count = counts[rival];
            times[rival] = calls(rivals[rival], count).as_secs_f64() / f64::from(count);
        }
        rounds.push(times);
    }
    // In some rounds a neighbour used half of the processor. Such rounds are sorted to the end.
    rounds.sort_by(|one, other| one.iter().sum::<f64>().total_cmp(&other.iter().sum()));
    rounds.truncate(rounds.len().div_ceil(2));

    let standing = |rival: usize| {
        let times = sorted(rounds.iter().map(|times| times[rival]));
        let ratios = sorted(rounds.iter().map(|times| times[rival] / times[0]));
        let quartile = |values: &[f64], quarters: usize| values[(values.len() - 1) * quarters / 4];
        Measured {
            nanoseconds: quartile(&times, 2) * 1e9 / operations as f64,
            ratio: [1, 2, 3].map(|quarters| quartile(&ratios, quarters)),
        }
    };
    (0..rivals.len()).map(standing).collect()
}

/// A rival with its name, for a table.
pub(crate) type Named<'a> = (String, Box<dyn Fn() + 'a>);

/// Times named rivals in turns and prints how many times as fast as the first each is.
pub(crate) fn print_table(title: &str, rivals: &[Named<'_>], operations: usize) {
    let loops: Vec<Contender<'_>> = rivals.iter().map(|(_, rival)| &**rival).collect();
    println!("\n{title}: medians, and how many times as fast as the first, with quartiles");
    for ((name, _), standing) in rivals.iter().zip(compare(&loops, operations)) {
        let [low, median, high] = standing.ratio.map(|ratio| 1.0 / ratio);
        println!(
            "  {name:<50} {:>8.2} ns  {median:>6.2} ({high:.2} to {low:.2})",
            standing.nanoseconds
        );
    }
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}
