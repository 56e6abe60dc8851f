//! Splits: which positions they have, how often, in which order; and counts from them on.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::{BTreeMap, HashSet};

use hyperbola_moves::{Position, Setup};
use hyperbola_perft::{Perft, Split, SplitError, SplitPosition};

use hyperbola_samples::{SuiteLine, suite};

/// Returns the six positions, and some of other suites.
fn cases(of_each: usize) -> impl Iterator<Item = SuiteLine> {
    let others = ["en-passant", "chess960"].map(suite).into_iter();
    suite("six").into_iter().chain(others.flat_map(move |suite| suite.into_iter().take(of_each)))
}

/// Returns the split of a position after a number of half moves.
fn split(position: &Position, plies: u32) -> Split {
    let mut split = Split::new(position);
    (0..plies).for_each(|_| split.deepen(usize::MAX).expect("there is enough room"));
    split
}

/// The published numbers of different positions after half moves from the initial position. The
/// en passant square counts where a capture is legal.
#[test]
fn the_initial_position_leads_to_as_many_positions_as_published() {
    let mut split = Split::new(&Position::initial());
    for (positions, sequences) in
        [(20, 20), (400, 400), (5362, 8902), (72_078, 197_281), (822_518, 4_865_609)]
    {
        split.deepen(usize::MAX).expect("there is enough room");
        assert_eq!((split.positions().len(), split.sequences()), (positions, sequences));
    }
    assert_eq!(split.plies(), 5);
}

/// The positions are those that lists of moves made one by one lead to, told apart by their FEN.
#[test]
fn positions_and_multiplicities_are_those_of_all_move_sequences() {
    for case in cases(20) {
        let position = case.position();
        let mut ends = vec![position];
        for plies in 0..=3 {
            let mut expected: BTreeMap<String, u128> = BTreeMap::new();
            for end in &ends {
                *expected.entry(fen(end)).or_default() += 1;
            }
            let split = split(&position, plies);
            let found: BTreeMap<String, u128> = split
                .positions()
                .iter()
                .map(|reached| (fen(&reached.position), reached.multiplicity))
                .collect();
            assert_eq!(found.len(), split.positions().len(), "{}: a position twice", case.fen);
            assert_eq!(found, expected, "{} after {plies}", case.fen);
            assert_eq!(split.sequences(), ends.len() as u128);
            if ends.len() > 3000 {
                break;
            }
            let next = |end: &Position| {
                let after = |&played| end.play(played).expect("the move is legal");
                end.legal_moves().iter().map(after).collect::<Vec<_>>()
            };
            ends = ends.iter().flat_map(next).collect();
        }
    }
}

/// Returns the FEN that tells positions apart, without the clocks.
fn fen(position: &Position) -> String {
    let setup = Setup { halfmove_clock: 0, fullmove_number: 1, ..position.setup() };
    setup.position().expect("the position is one").shredder_fen().to_string()
}

#[test]
fn the_order_is_that_of_the_keys_and_does_not_depend_on_the_clocks() {
    let position = Position::initial();
    let setup = Setup { halfmove_clock: 40, fullmove_number: 77, ..position.setup() };
    let late = setup.position().expect("the position is one");
    let split = split(&position, 4);
    assert!(split.positions().is_sorted_by_key(|reached| reached.position.key()));
    assert_eq!(self::split(&late, 4).positions(), split.positions());
    for reached in split.positions() {
        let position = &reached.position;
        assert_eq!((position.halfmove_clock(), position.fullmove_number()), (0, 1));
    }
}

#[test]
fn known_counts_are_the_sums_of_multiplicities_times_counts() {
    let most = 1_000_000;
    for case in cases(10) {
        let position = case.position();
        for &(depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= most) {
            for plies in 0..=depth.min(3) {
                let split = split(&position, plies);
                let stop = AtomicBool::new(false);
                for perft in [Perft::default(), Perft::default().memory_bytes(1 << 22)] {
                    let counted =
                        perft.count_share(&split, split.share(0, 1), depth - plies, &stop, &|_| {});
                    let name = format!("{} depth {depth} from {plies}", case.fen);
                    assert_eq!(
                        (counted.nodes, counted.is_complete),
                        (nodes.into(), true),
                        "{name}"
                    );
                }
            }
        }
    }
}

#[test]
fn each_position_counts_as_often_as_sequences_lead_to_it() {
    let case = suite("six").swap_remove(1);
    let split = split(&case.position(), 3);
    let some: Vec<&SplitPosition> = split.share(1, 9).collect();
    assert!(some.iter().any(|at| at.multiplicity > 1));
    let count =
        |at: &&SplitPosition| at.multiplicity * u128::from(hyperbola_perft::plain(&at.position, 3));
    let expected: u128 = some.iter().map(count).sum();
    for (threads, memory_bytes) in [(1, 0), (3, 0), (1, 1 << 20), (2, 1 << 20)] {
        let threads = NonZeroUsize::new(threads).expect("at least one");
        let perft = Perft::default().threads(threads).memory_bytes(memory_bytes);
        let stop = AtomicBool::new(false);
        let count = || perft.count_share(&split, some.iter().copied(), 3, &stop, &|_| {});
        let counted = count();
        assert_eq!((counted.nodes, counted.is_complete), (expected, true));
        stop.store(true, Ordering::Relaxed);
        assert!(!count().is_complete, "{threads} {memory_bytes}");
    }
}

#[test]
fn shares_have_each_position_once() {
    let split = split(&Position::initial(), 3);
    for shares in [1, 2, 7, 5361, 5362, 6000] {
        let of = |share| split.share(share, shares).map(|reached| reached.position);
        let all: Vec<Position> = (0..shares).flat_map(of).collect();
        assert_eq!(all.len(), split.positions().len());
        assert_eq!(all.into_iter().collect::<HashSet<_>>().len(), split.positions().len());
        let lengths: Vec<usize> = (0..shares).map(|share| of(share).count()).collect();
        assert!(lengths.iter().max().zip(lengths.iter().min()).is_some_and(|(a, b)| a - b <= 1));
    }
}

#[test]
fn a_split_that_grows_too_large_or_is_stopped_stays_as_it_was() {
    let mut split = split(&Position::initial(), 2);
    let before = split.clone();
    assert_eq!(split.deepen(5361), Err(SplitError::TooManyPositions { most: 5361 }));
    assert_eq!(split, before);
    let stop = AtomicBool::new(true);
    assert_eq!(split.deepen_until(5362, &stop), Err(SplitError::Stopped));
    assert_eq!(split, before);
    assert_eq!(split.deepen(5362), Ok(()));

    // Few positions, and a number of sequences that soon is too large for any number.
    let mut split =
        Split::new(&"k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/7K w - - 0 1".parse().expect("a FEN"));
    let error = loop {
        if let Err(error) = split.deepen(10_000) {
            break error;
        }
    };
    assert_eq!(error, SplitError::TooManySequences);
    assert_eq!(error.to_string(), "there are at least 2^128 move sequences");
    assert!(split.sequences() > u128::MAX / 8 && split.plies() < 100, "{}", split.plies());
}

#[test]
fn a_game_that_is_over_leads_nowhere() {
    let mut split = Split::new(&"k7/8/1Q6/8/8/8/8/7K b - - 0 1".parse().expect("a FEN"));
    assert_eq!(split.deepen(10), Ok(()));
    assert_eq!((split.positions().len(), split.sequences()), (0, 0));
    assert_eq!(split.deepen(10), Ok(()));
    let stop = AtomicBool::new(false);
    for perft in [Perft::default(), Perft::default().memory_bytes(1 << 20)] {
        let counted = perft.count_share(&split, split.positions(), 3, &stop, &|_| {});
        assert_eq!((counted.nodes, counted.is_complete), (0, true));
    }
}
