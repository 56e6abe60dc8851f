//! Compares the suites' counts, as deep as the time allows. `cargo test --release -- --ignored`
//! goes deeper.

use core::num::NonZeroUsize;
use core::panic::AssertUnwindSafe;
use core::sync::atomic::{AtomicBool, Ordering};
use core::time::Duration;
use std::collections::HashMap;
use std::panic::catch_unwind;
use std::thread;

use allocation_counter::measure;
use hyperbola::word::WordKind;
use hyperbola_moves::Position;
use hyperbola_perft::{MAX_DEPTH, Perft, Split, count_shared};
use hyperbola_random::Random;
use hyperbola_samples::{
    SUITES, chess960, positions, random_endgame, random_game, random_setup, replies_are_counted,
    suite,
};

/// Compares each count of a suite that is within a budget of nodes.
fn check(name: &str, budget: u64, count: impl Fn(&Position, u32) -> u128) {
    let mut checked = 0;
    for case in suite(name) {
        let position = case.position();
        for &(depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= budget) {
            assert_eq!(count(&position, depth), u128::from(nodes), "{} depth {depth}", case.fen);
            checked += 1;
        }
    }
    assert!(checked > 0, "no count of {name} is within {budget} nodes");
}

fn plain(position: &Position, depth: u32) -> u128 {
    hyperbola_perft::plain(position, depth).into()
}

/// Returns the kinds of words that this processor has.
fn kinds() -> impl Iterator<Item = WordKind> {
    Perft::KINDS.iter().copied().filter(|kind| kind.is_available())
}

/// Checks a suite with the generator, with the counter, and with the counter on each other kind of
/// word.
fn check_all(name: &str, with_generator: u64, with_counter: u64, with_each_word: u64) {
    check(name, with_generator, plain);
    check(name, with_counter, hyperbola_perft::count);
    let widest = Perft::default().word;
    for word in kinds().filter(|&word| word != widest || with_each_word > with_counter) {
        check(name, with_each_word, |position, depth| {
            Perft::default().word(word).count(position, depth)
        });
    }
}

#[test]
fn six() {
    check_all("six", 5_000_000, 200_000_000, 20_000_000);
}

/// Of all counts, the emulated processors run these alone.
#[test]
fn every_kind_of_word_counts_the_same() {
    for word in kinds() {
        let count = |position: &Position, depth| Perft::default().word(word).count(position, depth);
        check("six", 20_000_000, count);
        check("double-checks", 200_000, count);
    }
}

/// Each position is a node, whose moves' replies are counted.
#[test]
fn every_kind_of_word_counts_the_replies_in_every_position() {
    let of_suites = SUITES.iter().flat_map(|name| suite(name)).map(|case| case.position());
    for position in of_suites.chain(positions()) {
        let expected = plain(&position, 2);
        for word in kinds() {
            assert_eq!(Perft::default().word(word).count(&position, 2), expected, "{position}");
        }
    }
}

#[test]
fn classic() {
    check_all("classic", 1_500_000, 20_000_000, 1_500_000);
}

#[test]
fn random() {
    check_all("random", 30_000, 400_000, 30_000);
}

#[test]
fn single_checks() {
    check_all("single-checks", 60_000, 400_000, 60_000);
}

#[test]
fn double_checks() {
    check_all("double-checks", 200_000, 4_000_000, 200_000);
}

#[test]
fn en_passant() {
    check_all("en-passant", 200_000, 4_000_000, 200_000);
}

#[test]
fn fischer_random() {
    check_all("chess960", 120_000_000, 1_000_000_000, 120_000_000);
}

/// Counts move sequences without counting the last moves in bulk.
fn every_move(position: &Position, depth: u32) -> u128 {
    if depth == 0 {
        return 1;
    }
    let after = |played| position.play(played).expect("a legal move");
    position.legal_moves().iter().map(|&played| every_move(&after(played), depth - 1)).sum()
}

#[test]
fn making_every_move_changes_nothing() {
    check("six", 500_000, every_move);
}

#[test]
fn threads_and_kept_positions_change_nothing() {
    for (threads, memory_bytes) in [(1, 1 << 20), (2, 0), (3, 1 << 14), (2, 1 << 24), (1, 1)] {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let perft = Perft::default().threads(threads).memory_bytes(memory_bytes);
        check("six", 20_000_000, |position, depth| perft.count(position, depth));
        check("chess960", 20_000_000, |position, depth| perft.count(position, depth));
    }
}

/// Returns the greatest number of bytes that a count has at once, on one thread. It is the same in
/// each run.
fn bytes_used(count: impl FnOnce() -> u128) -> usize {
    let used = measure(|| assert_eq!(count(), 3_195_901_860));
    usize::try_from(used.bytes_max).expect("fits")
}

#[test]
fn kept_positions_take_no_more_memory_than_they_may() {
    let (start, stop) = (Position::initial(), AtomicBool::new(false));
    for memory_bytes in [1 << 20, 1 << 21] {
        let perft = Perft::default().memory_bytes(memory_bytes);
        let used = bytes_used(|| perft.count(&start, 7));
        assert!((memory_bytes / 2..=memory_bytes).contains(&used), "{used} of {memory_bytes}");
        let mut split = Split::new(&start);
        for _ in 0..3 {
            split.deepen(10_000).expect("few");
        }
        let used =
            bytes_used(|| perft.count_share(&split, split.positions(), 4, &stop, &|_| {}).nodes);
        assert!((memory_bytes / 2..=memory_bytes).contains(&used), "{used} of {memory_bytes}");
    }
}

/// Checks that kept positions with different castling rights are told apart; without that, the
/// counts are wrong. Such positions meet after three moves at the earliest: in one of them a
/// king or a rook has gone and come back, in the other another piece has.
#[test]
fn kept_positions_have_their_castling_rights() {
    for fen in [
        "4k3/7p/8/8/8/8/N7/4K2R w K - 0 1",
        "4k3/p7/8/8/8/8/7N/R3K3 w Q - 0 1",
        "4k2r/n7/8/8/8/8/7P/4K3 b k - 0 1",
        "r3k3/7n/8/8/8/8/P7/4K3 b q - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
    ] {
        let position: Position = fen.parse().expect("one");
        let perft = Perft::default().memory_bytes(1 << 24);
        assert_eq!(perft.count(&position, 6), hyperbola_perft::count(&position, 6), "{fen}");
    }
}

/// Castling with a pinned rook would open the rank to the pinning piece.
#[test]
fn a_pinned_rook_does_not_castle() {
    let position: Position = "4k3/8/8/8/8/8/8/rRK5 w B - 0 1".parse().expect("one");
    for word in kinds() {
        let count = |depth| Perft::default().word(word).count(&position, depth);
        assert_eq!([1, 2, 3, 4].map(count), [5, 57, 821, 12_489], "{word}");
    }
}

/// Counts go past 64 bits where positions are kept.
#[test]
fn counts_may_be_greater_than_64_bits() {
    fn remembered(position: &Position, depth: u32, known: &mut HashMap<(u64, u32), u128>) -> u128 {
        if depth == 0 {
            return 1;
        }
        if let Some(&count) = known.get(&(position.key(), depth)) {
            return count;
        }
        let next = |&played| position.play(played).expect("legal");
        let moves = position.legal_moves();
        let count = moves.iter().map(|played| remembered(&next(played), depth - 1, known)).sum();
        known.insert((position.key(), depth), count);
        count
    }
    // Few positions but many sequences: the pawns block each other, and the kings do not meet.
    let position: Position =
        "k7/8/p1p1p1p1/PpPpPpPp/1P1P1P1P/8/8/7K w - - 0 1".parse().expect("one");
    let perft = Perft::default().memory_bytes(1 << 24);
    let count = perft.count(&position, 34);
    assert!(count > u128::from(u64::MAX));
    assert_eq!(count, remembered(&position, 34, &mut HashMap::new()));
}

/// In each position there is one move, of a king that goes to and fro. All else is blocked.
const ONE_MOVE: &str = "4b2k/3pPp1p/3P1P1P/8/8/3p1p1p/3PpP1P/4B2K w - - 0 1";

/// Visits a count by each function that counts, where no position is kept, where each layer is
/// divided, and where all are kept.
fn each_count(position: &Position, depth: u32, mut visit: impl FnMut(&dyn Fn() -> u128)) {
    visit(&|| plain(position, depth));
    visit(&|| hyperbola_perft::count(position, depth));
    let (stop, split) = (AtomicBool::new(false), Split::new(position));
    for memory_bytes in [0, 1, 1 << 20] {
        let perft = Perft::default().memory_bytes(memory_bytes);
        visit(&|| perft.count(position, depth));
        visit(&|| perft.count_until(position, depth, &stop, &|_| {}).nodes);
        visit(&|| perft.count_share(&split, split.positions(), depth, &stop, &|_| {}).nodes);
        visit(&|| perft.divide(position, depth, &stop, &|_| {}).total());
    }
}

#[test]
fn no_depth_overflows_the_stack() {
    let position: Position = ONE_MOVE.parse().expect("one");
    each_count(&position, MAX_DEPTH, |count| assert_eq!(count(), 1));
    for depth in [MAX_DEPTH + 1, u32::MAX] {
        each_count(&position, depth, |count| {
            let panic = catch_unwind(AssertUnwindSafe(count)).expect_err("too deep");
            let message = panic.downcast::<String>().expect("a message");
            assert_eq!(*message, format!("expected a depth to {MAX_DEPTH}, found {depth}"));
        });
    }
    // The walk reaches its greatest depth at once, and the layers divide at each move.
    let kings: Position = "k7/8/8/8/8/8/8/7K w - - 0 1".parse().expect("one");
    for memory_bytes in [0, 1] {
        let stop = AtomicBool::new(false);
        let perft = Perft::default().memory_bytes(memory_bytes);
        let counted = thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(200));
                stop.store(true, Ordering::Relaxed);
            });
            perft.count_until(&kings, MAX_DEPTH, &stop, &|_| {})
        });
        assert!(!counted.is_complete);
    }
}

/// What a position counts as often as sequences lead to it may be more than a `u128` holds.
#[test]
fn sums_of_subtrees_stop_at_the_greatest() {
    let count = |multiplicities: &[u128]| {
        let tops = multiplicities.iter().map(|&multiplicity| ((), multiplicity)).collect();
        let (one, children) = (NonZeroUsize::MIN, |&(): &_, _| unreachable!("a part"));
        count_shared(tops, 1, one, children, || |&(): &_, _| (4, true), &|_| {}).nodes
    };
    assert_eq!(count(&[(1 << 126) - 1, 0]), u128::MAX - 3);
    assert_eq!(count(&[(1 << 126) - 1, 1]), u128::MAX);
    assert_eq!(count(&[1 << 126]), u128::MAX);
}

#[test]
fn a_count_that_is_stopped_says_so() {
    let stop = AtomicBool::new(true);
    let divided = Perft::default().divide(&Position::initial(), 5, &stop, &|_| {});
    assert!(!divided.is_complete);
    assert_eq!(divided.total(), 0);

    let stop = AtomicBool::new(false);
    let divided = Perft::default().divide(&Position::initial(), 6, &stop, &|progress| {
        stop.store(2 * progress.done > progress.parts, Ordering::Relaxed);
    });
    assert!(!divided.is_complete);
    assert!((1..119_060_324).contains(&divided.total()));

    let perft = Perft::default().memory_bytes(1 << 14);
    let stop = AtomicBool::new(false);
    let counted = perft.count_until(&Position::initial(), 6, &stop, &|progress| {
        stop.store(2 * progress.done > progress.parts, Ordering::Relaxed);
    });
    assert!(!counted.is_complete);
    assert!((1..119_060_324).contains(&counted.nodes));
    let counted = perft.count_until(&Position::initial(), 6, &stop, &|_| unreachable!("stopped"));
    assert_eq!((counted.nodes, counted.is_complete), (0, false));
    assert_eq!(perft.count_until(&Position::initial(), 0, &stop, &|_| {}).nodes, 1);

    // It would take years, in thousands of chunks.
    let stop = AtomicBool::new(false);
    let start = Position::initial();
    let stopped = |_| stop.store(true, Ordering::Relaxed);
    let counted =
        perft.threads(NonZeroUsize::MIN.saturating_add(1)).count_until(&start, 12, &stop, &stopped);
    assert!(!counted.is_complete && counted.nodes > 0);
}

#[test]
fn progress_goes_from_the_first_part_to_the_last() {
    for (threads, memory_bytes) in [(1, 0), (8, 0), (1, 1 << 20), (8, 1 << 16)] {
        let threads = NonZeroUsize::new(threads).expect("not zero");
        let perft = Perft::default().threads(threads).memory_bytes(memory_bytes);
        let calls = std::sync::Mutex::new(Vec::new());
        let stop = AtomicBool::new(false);
        let divided = perft.divide(&Position::initial(), 6, &stop, &|progress| {
            calls.try_lock().expect("one call at a time").push(progress);
        });
        let calls = calls.into_inner().expect("no panic");
        assert!(calls.is_sorted_by(|a, b| a.done <= b.done && a.parts == b.parts));
        assert!(calls.is_sorted_by_key(|call| call.nodes));
        let last = calls.last().expect("parts");
        assert_eq!((last.done, last.nodes), (last.parts, divided.total()));
        assert_eq!(last.nodes, 119_060_324);
        assert!(divided.is_complete);
    }
}

/// The numbers by first move are those of positions one move on, kept or not.
#[test]
fn first_moves_have_their_own_numbers() {
    for case in suite("six") {
        let position = case.position();
        for depth in 1..=4 {
            let (stop, some) = (AtomicBool::new(false), Perft::default().memory_bytes(1 << 20));
            let divided = some.divide(&position, depth, &stop, &|_| {});
            let after = |played| position.play(played).expect("legal");
            let plain = |played| plain(&after(played), depth - 1);
            let moves = position.legal_moves();
            let expected = moves.iter().map(|&played| (played, plain(played)));
            assert!(divided.is_complete && divided.moves.into_iter().eq(expected), "{}", case.fen);
        }
    }
}

/// Checks the replies that docs/COUNTER.md works out.
#[test]
fn the_example_of_the_document() {
    let position: Position = "3r3k/8/8/8/8/8/8/1N5K w - - 0 1".parse().expect("one");
    let base = position.null_move().expect("no check").legal().count();
    let replies = |uci| {
        let played = position.parse_uci(uci).expect("a move");
        position.play(played).expect("legal").legal().count()
    };
    assert_eq!((base, replies("b1a3"), replies("b1c3"), replies("b1d2")), (16, 16, 16, 15));
}

/// The pawn is pinned along a diagonal and blocked. The queen may go to where it then captures her.
#[test]
fn a_queen_frees_a_blocked_pawn_that_captures_her() {
    for fen in ["8/8/8/4Q3/3p4/3P4/8/k6K w - - 0 1", "8/8/8/3Q4/4p3/4P3/8/K6k w - - 0 1"] {
        let position: Position = fen.parse().expect("one");
        replies_are_counted(&position);
    }
}

/// When the pawn captures the knight, three sliders reach 14 squares beyond its own. With the usual
/// addition of two, such a number has a fifth digit.
#[test]
fn a_pawn_leaves_a_square_with_a_large_number() {
    let position: Position = "7k/8/brn5/rP6/8/8/7K/8 w - - 0 1".parse().expect("one");
    replies_are_counted(&position);
}

/// Checks the counts of moves and replies at every single node and on every word, so that no two
/// errors cancel out in a sum. These are positions one move on; the test of all laws checks the
/// positions themselves.
#[test]
fn nodes_after_a_move_one_by_one() {
    for position in positions().iter().step_by(12) {
        for &played in &position.legal_moves() {
            replies_are_counted(&position.play(played).expect("legal"));
        }
    }
}

/// Checks the same in games of Chess960.
#[test]
fn nodes_of_random_games() {
    let mut random = Random::new(4);
    for number in 0..120 {
        let black = if number % 2 == 0 { number * 8 } else { 959 - number };
        let start = chess960(number * 8, black);
        random_game(start, &mut random, 200, |position, _| replies_are_counted(position));
    }
}

/// Checks the same in positions that may not be reachable in a game.
#[test]
fn nodes_that_no_game_leads_to() {
    let mut random = Random::new(5);
    for _ in 0..20_000 {
        replies_are_counted(&random_setup(&mut random));
    }
}

/// Checks the same in positions with few kinds of pieces, for which there are formulas.
#[test]
fn nodes_with_few_kinds_of_pieces() {
    let mut random = Random::new(6);
    for _ in 0..40_000 {
        replies_are_counted(&random_endgame(&mut random));
    }
}

/// Checks all counts of the suites on each word, and each node two moves on.
#[test]
#[ignore = "takes long"]
fn deep() {
    // If kept positions lose their castling rights, it is 8,028,584,982.
    let perft = Perft::default().memory_bytes(1 << 24);
    assert_eq!(perft.count(&suite("six")[1].position(), 6), 8_031_647_685);
    for name in SUITES {
        for word in kinds() {
            let perft = Perft::default().word(word);
            check(name, u64::MAX, |position, depth| perft.count(position, depth));
        }
        check(name, 300_000_000, plain);
    }
    for position in positions() {
        for &first in &position.legal_moves() {
            let position = position.play(first).expect("legal");
            for &second in &position.legal_moves() {
                replies_are_counted(&position.play(second).expect("legal"));
            }
        }
    }
}
