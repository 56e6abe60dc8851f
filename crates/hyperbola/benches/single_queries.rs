//! Times single queen queries in three conditions: in a hot loop, each depending on the last, and
//! with other data touched between them.
//!
//! In the third condition 1 MiB is read, a word in each cache line, before every query, and the
//! clock is read on both sides of the query; what two readings with nothing between them take is
//! taken off. That is what a table competes with in an engine, and it tells tens of nanoseconds, no
//! less; every rival asks other queries. Each technique runs on each word of one lane that the processor has, compiled for its
//! instruction set. All answers must be the ray walk's before they are timed.

mod support;

use core::hint::black_box;
use core::marker::PhantomData;
use std::time::Instant;

use criterion::Criterion;
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{SliderAttacks, algorithms};
use support::{Named, QUERIES, Query};

/// Asks all queries on a word of one lane, each depending on the last or not.
struct Ask<'a, T, const DEPENDENT: bool>(&'a [Query], PhantomData<T>);

impl<T: SliderAttacks, const DEPENDENT: bool> WordVisitor for Ask<'_, T, DEPENDENT> {
    type Output = u64;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> u64 {
        let mut last = 0;
        if const { V::LANES == 1 } {
            for query in self.0 {
                if DEPENDENT {
                    // The top bits of the last answer change the next square and board.
                    let square = query.square.word() ^ (last >> 58);
                    last = ask::<T, V>(token, square, query.occupied ^ last);
                } else {
                    last = ask::<T, V>(token, query.square.word(), query.occupied);
                    black_box(last);
                }
            }
        }
        last
    }
}

#[inline(always)]
fn ask<T: SliderAttacks, V: Vector>(token: V::Token, square: u64, occupied: u64) -> u64 {
    let (mut squares, mut boards) = (V::ZEROS, V::ZEROS);
    squares.as_mut()[0] = square;
    boards.as_mut()[0] = occupied;
    let occupied = T::occupied(V::from_array(token, boards));
    T::queen(V::from_array(token, squares), &occupied).into_array().as_ref()[0]
}

/// Asks one query between two readings of the clock, after other data was touched.
struct UnderPressure<'a, T>(&'a [Query], &'a mut [u64], PhantomData<T>);

impl<T: SliderAttacks> WordVisitor for UnderPressure<'_, T> {
    type Output = Vec<f64>;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> Vec<f64> {
        let mut nanoseconds = Vec::new();
        if const { V::LANES == 1 } {
            for query in self.0 {
                for line in self.1.chunks_mut(8) {
                    line[0] = line[0].wrapping_add(1);
                }
                black_box(&mut *self.1);
                let (square, occupied) = black_box((query.square.word(), query.occupied));
                let start = Instant::now();
                black_box(ask::<T, V>(token, square, occupied));
                nanoseconds.push(start.elapsed().as_nanos() as f64);
            }
        }
        nanoseconds
    }
}

/// Returns the median of what is measured when nothing is asked.
fn clock() -> f64 {
    let mut nothing: Vec<f64> = (0..10_000)
        .map(|_| {
            let start = Instant::now();
            start.elapsed().as_nanos() as f64
        })
        .collect();
    nothing.sort_by(f64::total_cmp);
    nothing[nothing.len() / 2]
}

/// Times a technique under pressure; medians over rounds that took turns.
type Pressed = (String, Box<dyn Fn(&[Query], &mut [u64]) -> Vec<f64>>);

/// Calls a macro with the techniques under comparison.
macro_rules! for_each_technique {
    ($call:ident) => {
        $call!(
            HqFirstRank HqPairedLanes DualHq HyperbolaQuintessence ObstructionDifferenceInfuehr
            Kindergarten RayPermutation MagicFixedShift MagicPlain Pext PextPdep
        )
    };
}

fn one_lane() -> impl Iterator<Item = WordKind> {
    WordKind::ALL.iter().copied().filter(|kind| kind.lanes() == 1 && kind.is_available())
}

fn rivals<const DEPENDENT: bool>() -> Vec<Named<'static>> {
    let mut rivals: Vec<Named<'static>> = Vec::new();
    macro_rules! push {
        ($($technique:ident)*) => {$(
            for kind in one_lane() {
                let queries = support::random_queries(2);
                let ask = move || {
                    let queries = black_box(&queries[..]);
                    let ask = Ask::<algorithms::$technique, DEPENDENT>(queries, PhantomData);
                    black_box(kind.visit(ask));
                };
                let id = algorithms::$technique::INFO.id;
                rivals.push((format!("{id} on {kind}"), Box::new(ask)));
            }
        )*};
    }
    for_each_technique!(push);
    rivals
}

fn pressed() -> Vec<Pressed> {
    let mut pressed: Vec<Pressed> = Vec::new();
    macro_rules! push {
        ($($technique:ident)*) => {$(
            for kind in one_lane() {
                let ask = move |queries: &[Query], other: &mut [u64]| {
                    let ask = UnderPressure::<algorithms::$technique>(queries, other, PhantomData);
                    kind.visit(ask).unwrap_or_default()
                };
                let id = algorithms::$technique::INFO.id;
                pressed.push((format!("{id} on {kind}"), Box::new(ask)));
            }
        )*};
    }
    for_each_technique!(push);
    pressed
}

/// Compares all answers with the ray walk's.
fn verify(queries: &[Query]) {
    macro_rules! verify {
        ($($technique:ident)*) => {$(
            for query in queries {
                let expected = algorithms::RayWalk::queen(query.square.word(), &query.occupied);
                for kind in one_lane() {
                    let query = core::slice::from_ref(query);
                    let ask = Ask::<algorithms::$technique, true>(query, PhantomData);
                    assert_eq!(kind.visit(ask), Some(expected), "{kind}");
                }
            }
        )*};
    }
    for_each_technique!(verify);
}

fn main() {
    let mut criterion: Criterion = support::criterion();
    let queries = support::random_queries(2);
    if support::is_run() {
        verify(&queries);
    }
    let hot = rivals::<false>();
    let mut group = criterion.benchmark_group("single_queries");
    for (name, ask) in &hot {
        group.bench_function(name, |bencher| bencher.iter(ask));
    }
    group.finish();
    criterion.final_summary();
    if !support::is_run() {
        return;
    }
    support::print_table("queens in a hot loop", &hot, QUERIES);
    support::print_table("queens, each depending on the last", &rivals::<true>(), QUERIES);
    let rounds = if support::is_quick() { 1 } else { 100 };
    let pressed = pressed();
    let mut other = vec![0_u64; 1 << 17];
    let mut nanoseconds: Vec<Vec<f64>> = vec![Vec::new(); pressed.len()];
    for round in 0..rounds {
        let first = round * 16 % QUERIES;
        for (rival, ((_, ask), nanoseconds)) in pressed.iter().zip(&mut nanoseconds).enumerate() {
            // Queries of its own, so that nobody finds what another has brought into the caches.
            let queries = support::random_queries(3 + rival as u64);
            nanoseconds.extend(ask(&queries[first..first + 16], &mut other));
        }
    }
    let clock = clock();
    println!("\nqueens with 1 MiB of other data touched before each: medians");
    println!("(the clock's own {clock} ns are taken off)");
    for ((name, _), nanoseconds) in pressed.iter().zip(&mut nanoseconds) {
        nanoseconds.sort_by(f64::total_cmp);
        println!("  {name:<50} {:>8.1} ns", nanoseconds[nanoseconds.len() / 2] - clock);
    }
}
