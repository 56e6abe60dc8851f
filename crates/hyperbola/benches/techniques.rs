//! Times every technique of the registry on plain `u64`, for a rook, a bishop and a queen.
//!
//! The queries are random and independent, and the boards that a technique keeps are made
//! beforehand. So this is the time of the attacks alone, with all tables as warm as the loop
//! leaves them; in an engine the large ones compete for the cache. Every answer must be the ray
//! walk's before it is timed. These numbers give an impression: they are taken one after the
//! other, while the machine's speed drifts.

mod support;

use core::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use hyperbola::algorithms::RayWalk;
use hyperbola::{Algorithm, AlgorithmVisitor, Slider, SliderAttacks};
use support::{QUERIES, Query};

/// Verifies and times one technique for one slider.
struct Time<'a> {
    criterion: &'a mut Criterion,
    slider: Slider,
    queries: &'a [Query],
}

impl AlgorithmVisitor for Time<'_> {
    type Output = ();

    fn visit<T: SliderAttacks>(self) {
        // The loops are compiled for each slider on its own: the choice is made outside.
        match self.slider {
            Slider::Rook => self.time::<T>(T::rook),
            Slider::Bishop => self.time::<T>(T::bishop),
            Slider::Queen => self.time::<T>(T::queen),
        }
    }
}

impl Time<'_> {
    fn time<T: SliderAttacks>(self, attacks: impl Fn(u64, &T::Occupied<u64>) -> u64) {
        let boards: Vec<(u64, T::Occupied<u64>)> = self
            .queries
            .iter()
            .map(|query| (query.square.word(), T::occupied(query.occupied)))
            .collect();
        if support::is_run() {
            for (&Query { square, occupied }, (_, boards)) in self.queries.iter().zip(&boards) {
                let expected = RayWalk::slider(self.slider, square.word(), &occupied);
                let answer = attacks(square.word(), boards);
                assert_eq!(answer, expected, "{}: {square}, {occupied:#018x}", T::INFO.id);
            }
        }
        let mut group = self.criterion.benchmark_group(format!("techniques/{}", self.slider));
        group.throughput(Throughput::Elements(QUERIES as u64));
        group.bench_function(BenchmarkId::from_parameter(T::INFO.id), |bencher| {
            bencher.iter(|| {
                for (square, boards) in &boards {
                    black_box(attacks(*square, boards));
                }
            });
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = support::criterion();
    let queries = support::random_queries(0);
    for slider in Slider::ALL {
        for algorithm in Algorithm::ALL {
            algorithm.visit(Time { criterion: &mut criterion, slider, queries: &queries });
        }
    }
    criterion.final_summary();
}
