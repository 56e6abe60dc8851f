//! What the benchmarks share: random queries, the two loops that time an attack function, and
//! comparisons of rivals in turns.
//!
//! A machine's speed drifts by more than the differences looked for here. So rivals take turns
//! within one run, in an order that alternates, and each round gives one ratio. Of the quicker
//! half of many rounds the median is told, and the quartiles, between which half of those lie.

#![allow(dead_code, reason = "no benchmark uses all of it")]

use core::hint::black_box;
use core::time::Duration;
use std::time::Instant;

use criterion::Criterion;
use hyperbola::Square;
use hyperbola_conformance::Random;

/// The number of queries in a block: 16 KiB of them, half of a small first-level cache.
pub(crate) const QUERIES: usize = 1024;

/// A slider's square and the occupied squares.
#[derive(Clone, Copy)]
pub(crate) struct Query {
    /// The slider's square.
    pub(crate) square: Square,
    /// The occupied squares.
    pub(crate) occupied: u64,
}

/// Returns a block of random queries, a quarter of each board occupied, as in a middle game.
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

/// Answers all queries, each made of the answer before it, so that none can begin earlier.
///
/// Both the square and the occupied squares depend on the last answer, so the time is that of the
/// longest way through the function, from the mask's address on.
#[inline(always)]
pub(crate) fn dependent(queries: &[Query], attacks: impl Fn(Square, u64) -> u64) {
    let mut answer = 0_u64;
    for query in queries {
        // The top six bits, below 64 already: a mask would be folded into some functions and not
        // into others.
        let [top, ..] = (answer >> 2).to_be_bytes();
        let square = Square::from_index_wrapping(query.square.index() ^ top);
        answer = attacks(square, query.occupied ^ answer);
    }
    black_box(answer);
}

/// Returns criterion with short times: it gives an impression of each benchmark, and
/// [`compare`] the ratios.
pub(crate) fn criterion() -> Criterion {
    Criterion::default()
        .sample_size(10)
        .nresamples(2_000)
        .warm_up_time(Duration::from_millis(100))
        .measurement_time(Duration::from_millis(400))
        .configure_from_args()
}

/// Returns whether each benchmark is only to be run once, as `cargo test --benches` does.
pub(crate) fn is_quick() -> bool {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    has("--test") || !has("--bench")
}

/// Returns whether benchmarks are to be run at all, not only listed.
pub(crate) fn is_run() -> bool {
    !std::env::args().any(|argument| argument == "--list")
}

/// A rival: a loop over a block, called many times.
pub(crate) type Rival<'a> = &'a dyn Fn();

/// How a rival did against the first one.
#[derive(Clone, Copy)]
pub(crate) struct Standing {
    /// The median time of one operation, in nanoseconds.
    pub(crate) nanoseconds: f64,
    /// The lower quartile, the median and the upper quartile of the rounds' ratios: this rival's
    /// time by the first one's.
    pub(crate) ratio: [f64; 3],
}

/// Times rivals in turns and returns how each did against the first.
///
/// `operations` is the number of operations in one call of each of them.
pub(crate) fn compare(rivals: &[Rival<'_>], operations: usize) -> Vec<Standing> {
    const TURN: Duration = Duration::from_micros(60);
    const TOTAL: Duration = Duration::from_millis(1200);

    let calls = |rival: Rival<'_>, count: u32| {
        let start = Instant::now();
        for _ in 0..count {
            rival();
        }
        start.elapsed()
    };
    // All rivals are called as often as the slowest needs for a turn; this also warms them up.
    let slowest = |count| rivals.iter().map(|&rival| calls(rival, count)).max().unwrap_or(TURN);
    let mut count = 1;
    while !is_quick() && slowest(count) < TURN {
        count *= 2;
    }

    let mut rounds: Vec<Vec<f64>> = Vec::new();
    let start = Instant::now();
    while rounds.is_empty() || (!is_quick() && start.elapsed() < TOTAL) {
        let mut times = vec![0.0; rivals.len()];
        let mut order: Vec<usize> = (0..rivals.len()).collect();
        if rounds.len() % 2 == 1 {
            order.reverse();
        }
        for rival in order {
            times[rival] = calls(rivals[rival], count).as_secs_f64();
        }
        rounds.push(times);
    }
    // A round in which a neighbour had half of the processor compares something else.
    rounds.sort_by(|one, other| one.iter().sum::<f64>().total_cmp(&other.iter().sum()));
    rounds.truncate(rounds.len().div_ceil(2));

    let standing = |rival: usize| {
        let times = sorted(rounds.iter().map(|times| times[rival]));
        let ratios = sorted(rounds.iter().map(|times| times[rival] / times[0]));
        let quartile = |values: &[f64], quarters: usize| values[(values.len() - 1) * quarters / 4];
        Standing {
            nanoseconds: quartile(&times, 2) * 1e9 / (f64::from(count) * operations as f64),
            ratio: [1, 2, 3].map(|quarters| quartile(&ratios, quarters)),
        }
    };
    (0..rivals.len()).map(standing).collect()
}

fn sorted(values: impl Iterator<Item = f64>) -> Vec<f64> {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values
}
