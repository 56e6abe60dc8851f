//! Positions for the tests, and the loop over all words.

use std::sync::LazyLock;

use hyperbola_features::{Feature, Features, Positions, Ragged, RaggedFeature};
use hyperbola_moves::Position;
use hyperbola_samples::{of_all_kinds, positions};

/// Positions of all kinds: those of the suites, 100,000 of random games of ordinary chess and of
/// double Chess960, and 20,000 that no game leads to.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> =
    LazyLock::new(|| of_all_kinds(100_000, 20_000));

/// All positions of the suites and each eighth of the others, for slow tests.
pub(crate) static SAMPLE: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let (suites, others) = POSITIONS.split_at(positions().len());
    suites.iter().chain(others.iter().step_by(8)).copied().collect()
});

/// Returns the positions in columns.
pub(crate) fn columns(positions: &[Position]) -> Positions {
    positions.iter().collect()
}

/// Compares a feature's numbers of all positions, on every word that the processor has, with a
/// definition.
pub(crate) fn check<F: Feature>(feature: F, define: impl Fn(&Position) -> Vec<F::Item>)
where
    F::Item: PartialEq + core::fmt::Debug,
{
    check_of(&POSITIONS, feature, define);
}

/// Compares a feature's numbers of some positions, as [`check`] does.
pub(crate) fn check_of<F: Feature>(
    positions: &[Position],
    feature: F,
    define: impl Fn(&Position) -> Vec<F::Item>,
) where
    F::Item: PartialEq + core::fmt::Debug,
{
    let width = feature.shape().size();
    let columns = columns(positions);
    let computed = columns.as_slice().features().compute(feature);
    assert_eq!(computed.len(), positions.len() * width);
    for (position, found) in positions.iter().zip(computed.chunks(width)) {
        assert_eq!(found, define(position), "{}: {position}", feature.name());
    }
    on_every_word(feature, &columns, &computed);
}

/// Compares a feature's numbers on every word that the processor has, for every number of rows up
/// to two registers and one, and on many threads.
pub(crate) fn on_every_word<F: Feature>(feature: F, columns: &Positions, expected: &[F::Item])
where
    F::Item: PartialEq + core::fmt::Debug,
{
    let width = feature.shape().size();
    let all = columns.as_slice();
    for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
        let on = |rows| all.rows(rows).features().on(kind).expect("available");
        assert!(on(0..all.len()).compute(feature) == expected, "{} on {kind}", feature.name());
        assert!(on(0..all.len()).parallel().compute(feature) == expected, "{}", feature.name());
        for rows in 0..=17 {
            let start = 3 * rows;
            let found = on(start..start + rows).compute(feature);
            assert_eq!(found, expected[start * width..(start + rows) * width], "{rows} on {kind}");
        }
    }
}

/// Compares a feature's lists of some positions, on every word that the processor has, with a
/// definition, which returns the lists of a position by its row.
pub(crate) fn check_lists<F: RaggedFeature>(
    positions: &[Position],
    feature: F,
    define: impl Fn(usize, &Position) -> Vec<Vec<F::Item>>,
) where
    F::Item: PartialEq + core::fmt::Debug,
{
    let columns = columns(positions);
    let computed = columns.as_slice().features().compute_ragged(feature);
    assert_eq!(computed.len(), positions.len() * feature.lists());
    for (row, position) in positions.iter().enumerate() {
        let found: Vec<_> = (0..feature.lists())
            .map(|list| computed.list(row * feature.lists() + list).to_vec())
            .collect();
        assert_eq!(found, define(row, position), "{}: {position}", feature.name());
    }
    lists_on_every_word(feature, &columns, &computed);
}

/// Compares a feature's lists on every word that the processor has, for every number of rows up to
/// two registers and one, and on many threads. A marked row has empty lists.
fn lists_on_every_word<F: RaggedFeature>(
    feature: F,
    columns: &Positions,
    expected: &Ragged<F::Item>,
) where
    F::Item: PartialEq + core::fmt::Debug,
{
    let (all, width) = (columns.as_slice(), feature.lists());
    for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
        let on = |rows| all.rows(rows).features().on(kind).expect("available");
        assert!(on(0..all.len()).compute_ragged(feature) == *expected, "{}", feature.name());
        let parallel = on(0..all.len()).parallel().compute_ragged(feature);
        assert!(parallel == *expected, "{} on {kind}", feature.name());
        for rows in 0..=17 {
            let start = 3 * rows;
            let found = on(start..start + rows).compute_ragged(feature);
            let expected: Vec<_> = expected.iter().skip(start * width).take(rows * width).collect();
            assert_eq!(found.iter().collect::<Vec<_>>(), expected, "{rows} on {kind}");
        }
    }
    let mut marked = Positions::new();
    marked.push_marked();
    let marked = marked.as_slice().features().compute_ragged(feature);
    assert_eq!((marked.len(), marked.items().len()), (width, 0));
}
