//! What is computed into the caller's memory takes no other memory from the heap.

use allocation_counter::measure;
use hyperbola_features::{
    Feature, FeatureVisitor, Features, Item, Planes, Positions, Ragged, RaggedFeature, View,
    visit_features,
};

use crate::support::{SAMPLE, columns};

/// Runs work and returns how often it takes memory.
fn allocations(work: impl FnOnce()) -> u64 {
    measure(work).count_total
}

#[test]
fn allocations_are_counted() {
    assert_eq!(allocations(|| drop(vec![1; 10])), 1);
}

/// Computes each feature into memory that is there, for no row, for fewer rows than lanes, for a
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
fn no_feature_takes_memory_besides_the_callers() {
    let positions = columns(&SAMPLE[..100]);
    let mut into = Into(&positions);
    visit_features(&mut into);
    // A type of numbers that is in no list.
    into.each_length(|features, rows, what| {
        let planes = Planes::<f32>::all(View::Black);
        let mut items = vec![0.0; rows * planes.shape().size()];
        let count = allocations(|| {
            features.compute_into(planes, &mut items).expect("the length");
        });
        assert_eq!(count, 0, "planes of {what}");
    });
}
