//! The suites' counts, as deep as fits the time; `cargo test --release -- --ignored` goes on.

use crate::support::{SUITES, suite};
use hyperbola::algorithms::{DualHq, KoggeStone};
use hyperbola_moves::perft;

/// Counts each case's depths whose numbers stay within a budget of nodes.
fn check(name: &str, budget: u64) {
    let mut checked = 0;
    for case in suite(name) {
        let position = case.position();
        for &(depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= budget) {
            assert_eq!(perft::plain(&position, depth), nodes, "{} depth {depth}", case.fen);
            checked += 1;
        }
    }
    assert!(checked > 0, "no count of {name} is within {budget} nodes");
}

#[test]
fn six() {
    check("six", 5_000_000);
}

#[test]
fn classic() {
    check("classic", 1_500_000);
}

#[test]
fn random() {
    check("random", 30_000);
}

#[test]
fn single_checks() {
    check("single-checks", 60_000);
}

#[test]
fn double_checks() {
    check("double-checks", 200_000);
}

#[test]
fn en_passant() {
    check("en-passant", 200_000);
}

#[test]
fn chess960() {
    check("chess960", 120_000_000);
}

#[test]
fn every_technique_counts_the_same() {
    for case in suite("six") {
        let position = case.position();
        for &(depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= 100_000) {
            assert_eq!(perft::plain_by::<KoggeStone>(&position, depth), nodes, "{}", case.fen);
            assert_eq!(perft::plain_by::<DualHq>(&position, depth), nodes, "{}", case.fen);
        }
    }
}

#[test]
#[ignore = "counts 300 million nodes a case"]
fn deep() {
    for name in SUITES {
        check(name, 300_000_000);
    }
}
