//! The loops that ask queries: the same for our techniques and for rivals.
//!
//! They are inlined, and take the answering code as a type and not as a closure: a closure would be
//! compiled without the instructions of the vectors that a technique may compute on.
//!
//! The barrier after each answer keeps the compiler from answering several queries in one vector.
//! Without it some techniques look several times as fast as they are in an engine, and others do
//! not.

use core::cell::RefCell;
use core::fmt;
use core::hint::black_box;
use core::ops::Range;
use core::str::FromStr;
use std::rc::Rc;
use std::time::Instant;

use hyperbola::Slider;
use hyperbola::word::U256;
use hyperbola_random::Digest;

use crate::runner::timed;
use crate::statistics::trimmed_mean;

/// The queries between two touches of other data: about as many as a position has sliders.
const GROUP: usize = 8;

/// The bytes that a sample under cache pressure touches at most.
const TOUCHED: usize = 64 << 20;

/// The words of a page.
const PAGE: usize = 512;

/// The words of a cache line.
const LINE: usize = 8;

/// A rook as a constant parameter.
pub const ROOK: usize = Slider::Rook as usize;
/// A bishop as a constant parameter.
pub const BISHOP: usize = Slider::Bishop as usize;
/// A queen as a constant parameter.
pub const QUEEN: usize = Slider::Queen as usize;

/// The squares of a board as a number: 64 bits for chess, more for larger boards.
pub trait BoardBits: Copy + Default + 'static {
    /// The words of 64 bits, the lowest first.
    fn words(self) -> impl IntoIterator<Item = u64>;

    /// Returns a query that is changed by the last answer, so that it cannot begin before it.
    fn changed(square: u64, occupied: Self, last: Self) -> (u64, Self);
}

impl BoardBits for u64 {
    fn words(self) -> impl IntoIterator<Item = u64> {
        [self]
    }

    #[inline(always)]
    fn changed(square: u64, occupied: Self, last: Self) -> (u64, Self) {
        (square ^ (last >> 58), occupied ^ last)
    }
}

/// The number of squares is not a power of two. So the square depends on a bit that no answer has.
impl BoardBits for u128 {
    #[expect(clippy::cast_possible_truncation, reason = "the words of a number")]
    fn words(self) -> impl IntoIterator<Item = u64> {
        [self as u64, (self >> 64) as u64]
    }

    #[inline(always)]
    fn changed(square: u64, occupied: Self, last: Self) -> (u64, Self) {
        (square + (last >> 127) as u64, occupied ^ last)
    }
}

/// As for 128 bits.
impl BoardBits for U256 {
    fn words(self) -> impl IntoIterator<Item = u64> {
        self.0
    }

    #[inline(always)]
    fn changed(square: u64, occupied: Self, last: Self) -> (u64, Self) {
        (square + (last.0[3] >> 63), occupied ^ last)
    }
}

/// Code that answers queries.
pub trait Ask<W: BoardBits = u64> {
    /// Returns the attacks from a square, 0 to 63 on a chessboard, among occupied squares; must be
    /// `#[inline(always)]`.
    fn ask(&self, square: u64, occupied: W) -> W;
}

/// A loop over queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Loop {
    /// Independent queries, with a barrier after each answer.
    Throughput,
    /// Each query changed by the last answer.
    Latency,
    /// Groups of queries, with other data touched before each.
    CachePressure,
}

impl Loop {
    /// All loops.
    pub const ALL: [Self; 3] = [Self::Throughput, Self::Latency, Self::CachePressure];

    /// Returns the name in the protocol, which is the model's in definitions.
    #[must_use]
    pub const fn id(self) -> &'static str {
        match self {
            Self::Throughput => "throughput",
            Self::Latency => "latency",
            Self::CachePressure => "cache-pressure",
        }
    }
}

impl fmt::Display for Loop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

impl FromStr for Loop {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|one| one.id() == text);
        found.ok_or_else(|| format!("there is no model {text}"))
    }
}

/// One pass over queries.
#[derive(Debug)]
pub struct Pass<'a, W: BoardBits = u64> {
    /// The sliders' squares, 0 to 63 on a chessboard.
    pub squares: &'a [u64],
    /// The occupied squares.
    pub occupied: &'a [W],
    /// The place for the answers.
    pub answers: &'a mut [W],
    groups: Groups<'a>,
}

impl<W: BoardBits> Pass<'_, W> {
    /// Runs a loop.
    #[inline(always)]
    pub fn run<A: Ask<W>>(self, model: Loop, asked: &A) {
        match model {
            Loop::Throughput | Loop::CachePressure => self.independent::<A, true>(asked),
            Loop::Latency => self.dependent(asked),
        }
    }

    /// Asks independent queries group by group, with a barrier after each answer or without. Except
    /// under cache pressure, all queries are one group, and nothing is done around it.
    #[inline(always)]
    pub fn independent<A: Ask<W>, const BARRIER: bool>(mut self, asked: &A) {
        let size = self.groups.size;
        let queries = self.squares.chunks(size).zip(self.occupied.chunks(size));
        for ((squares, occupied), answers) in queries.zip(self.answers.chunks_mut(size)) {
            self.groups.touch();
            self.groups.begin();
            for ((&square, &occupied), answer) in squares.iter().zip(occupied).zip(answers) {
                *answer = asked.ask(square, occupied);
                if BARRIER {
                    black_box(answer);
                }
            }
            self.groups.end();
        }
    }

    /// Asks queries whose square and board are changed by the last answer, so that none begins
    /// before it.
    #[inline(always)]
    pub fn dependent<A: Ask<W>>(self, asked: &A) {
        let mut last = W::default();
        let queries = self.squares.iter().zip(self.occupied);
        for ((&square, &occupied), answer) in queries.zip(self.answers) {
            let (square, occupied) = W::changed(square, occupied, last);
            last = asked.ask(square, occupied);
            *answer = last;
        }
    }
}

/// The work around each group of queries: under cache pressure other data is touched before, and
/// the group is timed.
///
/// They are functions of their own, so that one loop serves with them and without. The words that a
/// function reads from the stack when it ends may have left the caches with the other data, so the
/// one that touches it is not the one that reads the clock.
#[derive(Debug)]
struct Groups<'a> {
    /// The queries of a group, at least one.
    size: usize,
    pressure: Option<Pressure<'a>>,
}

#[derive(Debug)]
struct Pressure<'a> {
    /// The data that is touched.
    other: &'a mut [u64],
    /// The nanoseconds of each group.
    nanoseconds: &'a mut Vec<f64>,
    start: Instant,
}

impl Groups<'_> {
    #[inline(never)]
    fn touch(&mut self) {
        let Some(pressure) = &mut self.pressure else { return };
        for line in pressure.other.chunks_mut(LINE) {
            line[0] = line[0].wrapping_add(1);
        }
        black_box(&mut *pressure.other);
    }

    #[inline(never)]
    fn begin(&mut self) {
        if let Some(pressure) = &mut self.pressure {
            pressure.start = Instant::now();
        }
    }

    #[inline(never)]
    fn end(&mut self) {
        if let Some(pressure) = &mut self.pressure {
            pressure.nanoseconds.push(pressure.start.elapsed().as_nanos() as f64);
        }
    }
}

/// Other data that is touched, of which contenders that take turns share one.
pub type Memory = Rc<RefCell<Vec<u64>>>;

/// Returns a number of bytes of other data.
#[must_use]
pub fn memory(bytes: usize) -> Memory {
    Rc::new(RefCell::new(vec![0; bytes / 8]))
}

/// A loop, or the reason why it does not exist.
pub type Run<'a, W = u64> = &'a mut dyn FnMut(Pass<'_, W>) -> Result<(), String>;

/// Queries with the memory that the loops write to.
#[derive(Debug, Clone, Default)]
pub struct QuerySet<W = u64> {
    squares: Vec<u64>,
    occupied: Vec<W>,
    answers: Vec<W>,
    other: Memory,
    groups: Vec<f64>,
    /// The query that the next sample under cache pressure begins at.
    next: usize,
    /// The index where the answers of the next sample begin.
    place: usize,
}

impl<W: BoardBits> QuerySet<W> {
    /// Takes pairs of a square, 0 to 63 on a chessboard, and the occupied squares.
    pub fn new(queries: impl IntoIterator<Item = (u64, W)>) -> Self {
        let (squares, occupied): (Vec<u64>, Vec<W>) = queries.into_iter().unzip();
        let answers = vec![W::default(); squares.len() + PAGE];
        Self { squares, occupied, answers, ..Self::default() }
    }

    /// Sets the other data that is touched before each group under cache pressure.
    pub fn touch(&mut self, other: Memory) {
        self.other = other;
    }

    /// Returns a pass over some of the queries: in groups, if other data is touched before each,
    /// and otherwise in one.
    fn pass<'a>(&'a mut self, range: Range<usize>, other: Option<&'a mut [u64]>) -> Pass<'a, W> {
        let nanoseconds = &mut self.groups;
        let pressure = other.map(|other| Pressure { other, nanoseconds, start: Instant::now() });
        let size = if pressure.is_some() { GROUP } else { range.len().max(1) };
        Pass {
            squares: black_box(&self.squares[range.clone()]),
            occupied: black_box(&self.occupied[range.clone()]),
            answers: &mut self.answers[self.place..][range],
            groups: Groups { size, pressure },
        }
    }

    /// Has the next sample write its answers at another place of a page. Where stores and loads
    /// meet at the same place of two pages, the processor takes them for each other. A loop with
    /// such a pair in every sample would look slow.
    fn move_answers(&mut self) {
        // By an odd number of cache lines, so that all are visited.
        self.place = (self.place + 37 * LINE) % PAGE;
    }

    /// Runs a loop once over all queries and returns the digest of the answers.
    ///
    /// # Errors
    ///
    /// The error of the loop.
    pub fn verify(&mut self, run: Run<'_, W>) -> Result<String, String> {
        self.answers.fill(W::default());
        self.place = 0;
        run(self.pass(0..self.squares.len(), None))?;
        Ok(digest(self.answers[..self.squares.len()].iter().flat_map(|answer| answer.words())))
    }

    /// Runs a loop a number of times over all queries and returns the nanoseconds of one.
    ///
    /// # Errors
    ///
    /// The error of the loop.
    pub fn sample(&mut self, times: u32, run: Run<'_, W>) -> Result<f64, String> {
        self.move_answers();
        let count = self.squares.len();
        timed(times, count as f64, || run(self.pass(0..count, None)))
    }

    /// Runs the loop of groups a number of times over some of the queries, at most as many as touch
    /// 64 MiB, and returns the nanoseconds of one: the trimmed mean of the groups, less the clock's
    /// own.
    ///
    /// # Errors
    ///
    /// The error of the loop.
    pub fn sample_groups(&mut self, times: u32, run: Run<'_, W>) -> Result<f64, String> {
        self.move_answers();
        let count = self.squares.len();
        let memory = Rc::clone(&self.other);
        let mut other = memory.borrow_mut();
        let groups = (TOUCHED / (other.len() * 8).max(1)).max(4).min(count / GROUP);
        for _ in 0..times {
            let first = if self.next + groups * GROUP > count { 0 } else { self.next };
            self.next = first + groups * GROUP;
            run(self.pass(first..self.next, Some(&mut other)))?;
        }
        let group = trimmed_mean(&self.groups).unwrap_or_default();
        self.groups.clear();
        Ok((group - clock()) / GROUP as f64)
    }
}

/// Returns the digest of answers in their order, as definitions have it.
#[must_use]
pub fn digest(answers: impl IntoIterator<Item = u64>) -> String {
    let mut digest = Digest::new();
    for answer in answers {
        digest.add(answer);
    }
    digest.to_string()
}

/// Returns the trimmed mean of measurements without a query.
fn clock() -> f64 {
    let mut nothing = Vec::new();
    let pressure = Pressure { other: &mut [], nanoseconds: &mut nothing, start: Instant::now() };
    let mut groups = Groups { size: GROUP, pressure: Some(pressure) };
    for _ in 0..64 {
        groups.begin();
        groups.end();
    }
    trimmed_mean(&nothing).unwrap_or_default()
}

/// Returns the nanoseconds between two ticks of the clock: all times between a thousand readings
/// are multiples of it.
#[must_use]
pub fn clock_tick() -> u64 {
    let start = Instant::now();
    let mut readings = core::iter::repeat_with(|| u64::from(start.elapsed().subsec_nanos()));
    let first = readings.find(|&shown| shown > 0).unwrap_or_default();
    readings.take(1_000).fold(first, common_divisor)
}

/// Returns the greatest common divisor.
fn common_divisor(one: u64, other: u64) -> u64 {
    if other == 0 { one } else { common_divisor(other, one % other) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Answers with the query itself.
    struct Echo;

    impl Ask for Echo {
        #[inline(always)]
        fn ask(&self, square: u64, occupied: u64) -> u64 {
            square | (occupied << 32)
        }
    }

    fn answers(model: Loop, count: u64) -> Vec<u64> {
        let mut queries = QuerySet::new((0..count).map(|number| (number, 100 + number)));
        let mut other = [0; 16];
        let range = 0..usize::try_from(count).expect("few");
        let pass = match model {
            Loop::CachePressure => queries.pass(range, Some(&mut other)),
            _ => queries.pass(range, None),
        };
        pass.run(model, &Echo);
        queries.answers.truncate(queries.squares.len());
        queries.answers
    }

    #[test]
    fn each_loop_asks_every_query_and_the_dependent_one_changes_them() {
        let expected: Vec<u64> = (0..16).map(|number| number | (100 + number) << 32).collect();
        assert_eq!(answers(Loop::Throughput, 16), expected);
        assert_eq!(answers(Loop::CachePressure, 16), expected);
        let dependent = answers(Loop::Latency, 2);
        assert_eq!(dependent, [100 << 32, 1 | (101 ^ (100 << 32)) << 32]);
    }

    #[test]
    fn a_query_on_a_larger_board_waits_for_the_highest_bit_of_the_last_answer() {
        let last = U256([1, 2, 4, 1 << 63]);
        assert_eq!(U256::changed(9, U256([1, 1, 1, 1]), last), (10, U256([0, 3, 5, 1 << 63 | 1])));
        assert_eq!(u128::changed(9, 1, 1 << 127 | 3), (10, 1 << 127 | 2));
        assert_eq!(u128::changed(9, 1, 3), (9, 2));
        assert_eq!(u64::changed(9, 1, 1 << 58 | 3), (8, 1 << 58 | 2));
    }

    #[test]
    fn every_word_of_an_answer_is_in_the_digest() {
        fn of<W: BoardBits>(bits: W) -> Result<String, String> {
            QuerySet::new([(0, bits)]).verify(&mut |pass| {
                pass.answers.copy_from_slice(pass.occupied);
                Ok(())
            })
        }
        assert_eq!(of(1_u64), Ok(digest([1])));
        assert_eq!(of(2_u128 << 64 | 1), Ok(digest([1, 2])));
        assert_eq!(of(U256([1, 2, 3, 4])), Ok(digest([1, 2, 3, 4])));
    }

    #[test]
    fn samples_under_pressure_go_through_the_queries_group_by_group() {
        let mut queries = QuerySet::new((0..80).map(|number| (number % 64, number)));
        queries.touch(memory(TOUCHED));
        let mut first = Vec::new();
        for _ in 0..3 {
            let sample = queries.sample_groups(1, &mut |pass| {
                first.push(pass.squares[0]);
                pass.run(Loop::CachePressure, &Echo);
                Ok(())
            });
            assert!(sample.is_ok_and(f64::is_finite));
        }
        assert_eq!(first, [0, 32, 0]);
    }

    #[test]
    fn a_tick_is_the_common_divisor_of_times() {
        assert_eq!([30, 20, 50, 0].into_iter().fold(40, common_divisor), 10);
        assert_eq!(common_divisor(27, 25), 1);
        assert!(clock_tick() > 0);
    }

    #[test]
    fn loops_are_found_by_their_names() {
        for model in Loop::ALL {
            assert_eq!(model.to_string().parse(), Ok(model));
        }
        assert_eq!("batch".parse::<Loop>(), Err("there is no model batch".into()));
    }
}
