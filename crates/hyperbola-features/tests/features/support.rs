//! Positions for the tests, and the loop over all words.

use std::sync::LazyLock;

use hyperbola_features::{Feature, Features, Positions};
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::{chess960, positions, random_game, random_setup};

/// Positions of all kinds: those of the suites, of random games of ordinary chess and of double
/// Chess960, and positions that no game leads to.
pub(crate) static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let mut all = positions();
    let mut random = Random::new(2026);
    while all.len() < 26_000 {
        let number = |random: &mut Random| usize::try_from(random.word() % 960).expect("fits");
        let start = match random.word() % 2 {
            0 => Position::initial(),
            _ => chess960(number(&mut random), number(&mut random)),
        };
        random_game(start, &mut random, 160, |position, _| all.push(*position));
    }
    all.extend((0..6_000).map(|_| random_setup(&mut random)));
    all
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
    let positions = &*POSITIONS;
    let width = feature.shape().size();
    let columns = columns(positions);
    let computed = columns.as_slice().features().compute(feature);
    assert_eq!(computed.len(), positions.len() * width);
    for (position, found) in positions.iter().zip(computed.chunks(width)) {
        assert_eq!(found, define(position), "{}: {position}", feature.name());
    }
    on_every_word(feature, &columns, &computed);
}

/// Compares a feature's numbers on every word that the processor has, for every number of rows up to
/// two registers and one, and on many threads.
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
