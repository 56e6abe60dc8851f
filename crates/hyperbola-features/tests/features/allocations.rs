//! Features that are computed into the caller's memory take no other memory from the heap.

use allocation_counter::measure;
use hyperbola_features::{
    Feature, FeatureVisitor, Features, Item, Planes, Positions, Ragged, RaggedFeature, View,
    visit_features,
};

use crate::support::{POSITIONS, SAMPLE, columns};

/// Runs work and returns how often it takes memory.
fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(vec![1; 10])), 1);
}

/// Computes each feature into existing memory, for no row, for fewer rows than lanes, for a
/// register and one row, and for many.
struct Into<'a>(&'a Positions);

impl Into<'_> {
    fn each_length(&self, mut check: impl FnMut(Features<'_>, usize, &str)) {
        for kind in Features::KINDS.iter().copied().filter(|kind| kind.is_available()) {
            for rows in [0, 1, 2, 3, 5, 7, 9, 100] {
                let features = self.0.as_slice().rows(0..rows).features();
                let on = features.on(kind).expect("available");
                check(on, rows, &format!("{rows} rows on {kind}"));
            }
        }
    }
}

impl FeatureVisitor for Into<'_> {
    fn fixed<F: Feature<Item: Item>>(&mut self, feature: F) {
        self.each_length(|features, rows, what| {
            let mut items = vec![F::Item::default(); rows * feature.shape().size()];
            let count = allocations(|| {
                features.compute_into(feature, &mut items).expect("the length");
            });
            assert_eq!(count, 0, "{} of {what}", feature.name());
        });
    }

    fn lists<F: RaggedFeature<Item: Item>>(&mut self, feature: F) {
        self.each_length(|features, _, what| {
            let mut lists = Ragged::new();
            features.compute_ragged_into(feature, &mut lists);
            let count = allocations(|| features.compute_ragged_into(feature, &mut lists));
            assert_eq!(count, 0, "{} of {what}", feature.name());
        });
    }
}

#[test]
fn features_allocate_no_memory_of_their_own() {
    let positions = columns(&SAMPLE[..100]);
    let mut into = Into(&positions);
    visit_features(&mut into);
    // A type of numbers that is not in the list.
    into.each_length(|features, rows, what| {
        let planes = Planes::<f32>::all(View::Black);
        let mut items = vec![0.0; rows * planes.shape().size()];
        let count = allocations(|| {
            features.compute_into(planes, &mut items).expect("the length");
        });
        assert_eq!(count, 0, "planes of {what}");
    });
}

/// Runs work on one thread of a pool and returns how often it takes memory.
fn allocations_in_pool(work: impl FnOnce() + Send) -> u64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a pool");
    pool.install(|| allocations(work))
}

#[test]
fn perft_takes_memory_once_for_all_positions() {
    let positions = columns(&SAMPLE[..1000]);
    for depth in 0..3 {
        // Each call allocates some room, which grows with the first positions.
        let count = |rows: usize, is_parallel: bool| {
            let features = positions.as_slice().rows(..rows).features();
            let mut counts = vec![0; rows];
            allocations_in_pool(|| {
                let features = if is_parallel { features.parallel() } else { features };
                features.perft_into(depth, &mut counts).expect("the length");
            })
        };
        for is_parallel in [false, true] {
            let (few, many) = (count(100, is_parallel), count(1000, is_parallel));
            assert!(few <= 16 && many <= few + 8, "{few} and {many} at depth {depth}");
        }
    }
}

/// Computes lists on threads again and again.
struct Threads<'a>(&'a Positions);

impl FeatureVisitor for Threads<'_> {
    fn fixed<F: Feature<Item: Item>>(&mut self, _feature: F) {}

    fn lists<F: RaggedFeature<Item: Item>>(&mut self, feature: F) {
        let features = self.0.as_slice().features();
        let mut lists = Ragged::new();
        let pieces = self.0.len().div_ceil(2048) as u64;
        let [first, second] = [(); 2].map(|()| {
            allocations_in_pool(|| features.parallel().compute_ragged_into(feature, &mut lists))
        });
        assert!(first > pieces, "{first} for {}", feature.name());
        // Once for eight pieces, to hand them to the threads.
        assert!(second <= pieces.div_ceil(8), "{second} for {}", feature.name());
        let expected = features.compute_ragged(feature);
        assert!(lists.offsets() == expected.offsets(), "{}", feature.name());
        let bytes = |items: &[F::Item]| {
            let mut bytes = vec![0; size_of_val(items)];
            F::Item::write(items, &mut bytes);
            bytes
        };
        assert!(bytes(lists.items()) == bytes(expected.items()), "{}", feature.name());
    }
}

#[test]
fn lists_on_threads_use_memory_again() {
    let positions = columns(&POSITIONS[..40_000]);
    visit_features(&mut Threads(&positions));
}
