//! Entries without duplicates and in random order, beside plain lists in memory.

use std::collections::HashSet;

use hyperbola_data::{Arranged, Arrangement, Entry};
use hyperbola_moves::{Position, Setup};
use hyperbola_random::Random;
use hyperbola_samples::{chess960, positions, random_setup};

use crate::games::game;

/// Returns entries of many games, of which many have positions that others have too.
pub(crate) fn entries(count: usize) -> Vec<Entry> {
    let mut random = Random::new(11);
    let mut entries: Vec<Entry> = positions().into_iter().map(Entry::new).collect();
    entries.truncate(count / 2);
    while entries.len() < count {
        let start = match random.word() % 16 {
            0 => chess960(3, 400),
            1 => random_setup(&mut random),
            _ => Position::initial(),
        };
        entries.extend(game(start, &mut random, 40));
        if random.word().is_multiple_of(4) {
            let again = usize::try_from(random.word()).expect("fits") % (entries.len() - 40);
            entries.extend_from_within(again..again + 40);
        }
    }
    entries.truncate(count);
    entries
}

/// Arranges entries.
fn arranged(arrangement: &Arrangement, entries: &[Entry]) -> Arranged {
    let mut arranger = arrangement.clone().arranger().expect("there is memory");
    for entry in entries {
        arranger.add(entry).expect("it is kept");
    }
    // Numbers come while entries are compared beyond memory, and only then.
    let (added, mut shown) = (arranger.added(), 0);
    let arranged = arranger.finish_showing(|done| {
        assert!(shown < done && done <= added, "{done} behind {shown} of {added}");
        shown = done;
    });
    let arranged = arranged.expect("they are sorted");
    let compares = arrangement.unique && arranged.scratch_bytes() > 0 && arranged.left() > 1 << 17;
    assert!(if compares { shown > added / 2 } else { shown == 0 || arrangement.unique });
    arranged
}

/// Returns all entries of an arrangement.
fn all(arranged: Arranged) -> Vec<Entry> {
    let left = arranged.left();
    let all: Vec<Entry> = arranged.map(|entry| entry.expect("it is read")).collect();
    assert_eq!(all.len() as u64, left);
    all
}

/// Returns the first entry of each position. FENs without clocks say which positions are the same.
fn first_of_each(entries: &[Entry]) -> Vec<Entry> {
    let mut seen = HashSet::new();
    let is_new = |entry: &&Entry| {
        let fen = entry.position.to_string();
        let (fen, _) = fen.rsplit_once(' ').expect("a move number");
        let (fen, _) = fen.rsplit_once(' ').expect("a clock");
        seen.insert(fen.to_owned())
    };
    entries.iter().filter(is_new).copied().collect()
}

/// Returns an arrangement with the least memory, and one with enough.
fn small_and_large(unique: bool, shuffle: Option<u64>) -> [Arrangement; 2] {
    [Arrangement::LEAST_MEMORY, 1 << 26].map(|memory| Arrangement {
        unique,
        shuffle,
        memory,
        ..Arrangement::default()
    })
}

#[test]
fn the_first_entry_of_each_position_is_kept_in_its_place() {
    let entries = entries(300_000);
    let expected = first_of_each(&entries);
    assert!(expected.len() < entries.len() * 9 / 10, "{}", expected.len());
    let duplicates = (entries.len() - expected.len()) as u64;
    for (arrangement, has_scratch) in small_and_large(true, None).into_iter().zip([true, false]) {
        let arranged = arranged(&arrangement, &entries);
        assert_eq!(arranged.duplicates(), duplicates);
        assert_eq!(arranged.scratch_bytes() > 0, has_scratch);
        assert!(all(arranged) == expected);
    }
    for arrangement in small_and_large(false, None) {
        assert!(all(arranged(&arrangement, &entries)) == entries);
    }
}

#[test]
fn the_order_depends_on_the_seed_and_not_on_the_memory() {
    let entries = entries(200_000);
    let expected = first_of_each(&entries);
    for (unique, expected) in [(false, &entries), (true, &expected)] {
        let orders = [1, 2].map(|seed| {
            let [small, large] = small_and_large(unique, Some(seed))
                .map(|arrangement| all(arranged(&arrangement, &entries)));
            assert!(small == large);
            small
        });
        let [one, other] = &orders;
        assert!(one != other && one != expected && other != expected);
        for order in &orders {
            assert!(sorted(order) == sorted(expected));
        }
    }
}

/// Returns entries in an order that does not depend on the one they come in.
fn sorted(entries: &[Entry]) -> Vec<Entry> {
    let mut sorted = entries.to_vec();
    sorted.sort_unstable_by_key(|entry| {
        let Entry { position, played, score, result, ply } = entry;
        let clocks = (position.halfmove_clock(), position.fullmove_number());
        (position.key(), clocks, *ply, *played, *score, *result as u8)
    });
    sorted
}

#[test]
fn the_room_on_the_disk_is_what_the_documents_say() {
    // Runs of 27,118 entries, of which four are merged at once.
    let run = 27_118_u64;
    let bytes = |entries: u64| {
        let blocks = entries / run * run.div_ceil(1024) + (entries % run).div_ceil(1024);
        58 * entries + 8 * blocks
    };
    let entries = first_of_each(&entries(300_000));
    let most = |unique: bool, count: u64| {
        let [small, _] = small_and_large(unique, Some(1));
        let entries = &entries[..usize::try_from(count).expect("fits")];
        arranged(&small, entries).scratch_bytes()
    };
    assert_eq!(most(false, run), 0);
    for count in [run + 1, 100_000] {
        assert_eq!(most(false, count), bytes(count));
        assert_eq!(most(true, count), 2 * bytes(count));
    }
    // Four runs are merged for the fifth, and seven for the eighth.
    let merged = |runs: u64| bytes(runs * run) + 58 * runs * run + 8 * (runs * run).div_ceil(1024);
    assert_eq!(most(false, 4 * run + 1), merged(4));
    let found = most(false, 7 * run + 1);
    assert!((2 * 58 * 7 * run..=merged(7)).contains(&found), "{found}");
}

#[test]
fn what_is_packed_comes_back() {
    let mut entries = entries(20_000);
    let extreme = Entry { ply: u16::MAX, ..entries[7] };
    entries.push(extreme);
    let fen = "rnbqkbnr/pppppppp/nnbbrr2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 999 0";
    let setup: Setup = fen.parse().expect("a FEN");
    entries.push(Entry::new(setup.unreachable_position().expect("a position")));
    assert_eq!(entries.len(), 20_002);
    let arrangement = Arrangement::default();
    assert!(all(arranged(&arrangement, &entries)) == entries);
}

#[test]
fn few_entries_and_none_are_arranged() {
    let entries = entries(100);
    for count in [0, 1, 2, 100] {
        for arrangement in small_and_large(true, Some(5)) {
            let arranged = arranged(&arrangement, &entries[..count]);
            assert_eq!(arranged.scratch_bytes(), 0);
            assert_eq!(sorted(&all(arranged)), sorted(&first_of_each(&entries[..count])));
        }
    }
    let arrangement = Arrangement { memory: Arrangement::LEAST_MEMORY - 1, ..Default::default() };
    let error = arrangement.arranger().expect_err("it is too little");
    assert_eq!(error.to_string(), "expected a memory of at least 2097152 bytes, found 2097151");
}

#[test]
fn every_order_is_equally_likely() {
    // All orders of four entries under many seeds, and the places of an entry among many.
    let entries = entries(64);
    let order = |count: usize, seed: u64| {
        let arrangement = Arrangement {
            shuffle: Some(seed),
            memory: Arrangement::LEAST_MEMORY,
            ..Arrangement::default()
        };
        all(arranged(&arrangement, &entries[..count]))
    };
    let place = |order: &[Entry], entry: &Entry| {
        order.iter().position(|other| other == entry).expect("it is there")
    };
    let mut orders = [0_u32; 24];
    for seed in 0..4800 {
        let order = order(4, seed);
        let places: Vec<usize> = entries[..4].iter().map(|entry| place(&order, entry)).collect();
        let later = |index: usize| {
            places[index + 1..].iter().filter(|place| **place < places[index]).count()
        };
        orders[later(0) * 6 + later(1) * 2 + later(2)] += 1;
    }
    // The mean is the number of degrees of freedom, 23, with a deviation of 6.8.
    let statistic = chi_square(&orders);
    assert!((6.0..50.0).contains(&statistic), "{statistic}");
    let indices = [0, 1, 31, 63];
    let mut places = [[0_u32; 64]; 4];
    for seed in 0..3200 {
        let order = order(64, seed);
        for (places, index) in places.iter_mut().zip(indices) {
            places[place(&order, &entries[index])] += 1;
        }
    }
    for (places, index) in places.iter().zip(indices) {
        // 63 degrees of freedom, with a deviation of 11.2.
        let statistic = chi_square(places);
        assert!((25.0..110.0).contains(&statistic), "{index}: {statistic}");
    }
}

/// Returns how far counts are from being equal, by Pearson's statistic.
fn chi_square(counts: &[u32]) -> f64 {
    let mean = f64::from(counts.iter().sum::<u32>()) / counts.len() as f64;
    counts.iter().map(|&count| (f64::from(count) - mean).powi(2) / mean).sum()
}

#[test]
fn neighbours_of_the_inputs_are_no_neighbours() {
    let entry = Entry::new(Position::initial());
    let many: Vec<Entry> = (0..=u16::MAX).map(|ply| Entry { ply, ..entry }).collect();
    let [small, _] = small_and_large(false, Some(1));
    let order = all(arranged(&small, &many));
    // Of so many steps, about one goes to each difference of the places, taken in 64 classes.
    let mut classes = [0_u32; 64];
    for pair in order.windows(2) {
        classes[usize::from(pair[1].ply.wrapping_sub(pair[0].ply) >> 10)] += 1;
    }
    let statistic = chi_square(&classes);
    assert!((25.0..110.0).contains(&statistic), "{statistic}");
}
