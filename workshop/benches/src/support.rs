//! The common parts of the benches: random queries, the two loops that time an attack function, and
//! tables of measurements in turns by the lab's runner.

use core::hint::black_box;
use core::time::Duration;

use hyperbola::Square;
use hyperbola_random::Random;
use hyperbola_timing::runner::{Contender, Settings, Timed, Work, compare, timed};

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

/// A loop that is timed.
pub(crate) struct Loop {
    name: String,
    operations: usize,
    run: Box<dyn FnMut()>,
}

impl Loop {
    /// Makes a loop with its name and the number of its operations. Its result is computed in any
    /// case.
    pub(crate) fn new<R>(
        name: impl Into<String>,
        operations: usize,
        mut run: impl FnMut() -> R + 'static,
    ) -> Self {
        let run = Box::new(move || {
            black_box(run());
        });
        Self { name: name.into(), operations, run }
    }
}

impl Work for Loop {
    /// Does nothing: each bench has compared the answers before.
    fn verify(&mut self) -> Result<String, String> {
        Ok(String::new())
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        timed(times, self.operations as f64, || {
            (self.run)();
            Ok(())
        })
    }
}

/// How a bench is run.
#[derive(Clone, Copy)]
pub(crate) struct Bench {
    /// Whether everything runs only once.
    pub(crate) is_quick: bool,
    /// The longest time for each loop of a table, in milliseconds.
    pub(crate) limit: u64,
}

impl Bench {
    /// Times loops in turns and compares each with the first.
    ///
    /// A turn is long enough for a processor to power up its widest registers, which takes up to 20
    /// microseconds on some processors.
    pub(crate) fn compare(self, loops: Vec<Loop>) -> Vec<(String, Timed)> {
        let count = u32::try_from(loops.len()).unwrap_or(u32::MAX);
        let [sample, limit] = if self.is_quick { [0, 0] } else { [2, self.limit] };
        let settings = Settings {
            seed: 1,
            sample: Duration::from_millis(sample),
            rounds: 15,
            spread: 0.001,
            limit: count * Duration::from_millis(limit),
        };
        let contenders = loops
            .into_iter()
            .map(|one| Contender { name: one.name.clone(), work: Box::new(one) })
            .collect();
        let standings = compare(contenders, "", &settings, &mut |_, _| ()).standings;
        let timed = standings.into_iter().map(|one| {
            let timed = one.result.unwrap_or_else(|error| panic!("{}: {error}", one.name));
            (one.name, timed)
        });
        timed.collect()
    }

    /// Times loops in turns and prints the speed of each relative to the first.
    pub(crate) fn print_table(self, title: &str, loops: Vec<Loop>) {
        println!("\n{title}: medians, and how many times as fast as the first");
        for (name, timed) in self.compare(loops) {
            let [low, median, high] =
                [timed.ratio.high, timed.ratio.median, timed.ratio.low].map(|ratio| 1.0 / ratio);
            let nanoseconds = timed.nanoseconds.median;
            println!("  {name:<54} {nanoseconds:>8.2} ns  {median:>6.2} ({low:.2} to {high:.2})");
        }
    }
}
