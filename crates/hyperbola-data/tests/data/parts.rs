//! Parts of the entries by their positions and their games.

use std::collections::{HashMap, HashSet};

use hyperbola_data::{Entry, Format, GameReader, GameResult, Part, Reader, Score, position_hash};
use hyperbola_moves::{Color, Position};
use hyperbola_random::Random;

use crate::arrange::entries;
use crate::games::game;
use crate::support::{read, read_all, sample, write_all};

/// Returns the entries of a file with the hashes of their games, and the number of mistakes.
fn hashed(format: Format, bytes: &[u8]) -> (Vec<(Entry, u64)>, usize) {
    let mut reader = GameReader::new(format.reader(bytes));
    let (mut entries, mut mistakes) = (Vec::new(), 0);
    loop {
        match reader.next_entry() {
            Ok(Some(entry)) => entries.push(entry),
            Ok(None) => return (entries, mistakes),
            Err(_) => mistakes += 1,
        }
    }
}

/// Returns the entries of each game, by the numbers of a reader.
fn games(format: Format, bytes: &[u8]) -> Vec<Vec<Entry>> {
    let mut reader = format.reader(bytes);
    let (mut games, mut last) = (Vec::new(), None);
    while let Some(entry) = reader.next_entry().expect("it is right") {
        assert_eq!(reader.game().is_some(), format.has_games());
        if last != reader.game() || last.is_none() {
            last = reader.game();
            games.push(Vec::new());
        }
        games.last_mut().expect("a game").push(entry);
    }
    games
}

#[test]
fn positions_have_the_same_hash_on_every_machine() {
    let mut hashes = HashMap::new();
    for entry in entries(50_000) {
        let position = entry.position;
        let fen = position.to_string();
        let key: Vec<&str> = fen.split(' ').take(4).collect();
        let hash = position_hash(&position);
        assert_eq!(*hashes.entry(key.join(" ")).or_insert(hash), hash);
    }
    let different: HashSet<u64> = hashes.values().copied().collect();
    assert_eq!(different.len(), hashes.len());
    // Computed from the bytes in Python.
    let initial = position_hash(&Position::initial());
    assert_eq!(format!("{initial:016x}"), "74d03ab234b53e16");
}

#[test]
fn parts_are_disjoint_complete_and_of_their_size() {
    let hashes: HashSet<u64> =
        entries(50_000).iter().map(|entry| position_hash(&entry.position)).collect();
    let count = |text: &str| {
        let part: Part = text.parse().expect("a part");
        hashes.iter().filter(|hash| part.holds(**hash)).count()
    };
    let all = hashes.len();
    assert_eq!(count("0-89/100") + count("90-99/100"), all);
    assert_eq!((0..7).map(|share| count(&format!("{share}/7"))).sum::<usize>(), all);
    for share in 0..7 {
        let found = count(&format!("{share}/7"));
        // Six deviations.
        let deviation = (all as f64 * (1.0 / 7.0) * (6.0 / 7.0)).sqrt();
        assert!((found as f64 - all as f64 / 7.0).abs() < 6.0 * deviation, "{share}: {found}");
    }
}

#[test]
fn entries_of_a_game_have_the_hash_of_the_game() {
    for (name, format) in [
        ("multichunk.binpack", Format::Binpack),
        ("dfrc.viri", Format::Viri),
        ("games_eval.pgn", Format::Pgn),
    ] {
        let bytes = sample(name);
        let games = games(format, &bytes);
        assert!(games.len() > 2, "{name}: {}", games.len());
        let (found, mistakes) = hashed(format, &bytes);
        assert_eq!(mistakes, 0);
        let entries: Vec<Entry> = found.iter().map(|(entry, _)| *entry).collect();
        assert_eq!(entries, read(format, &bytes));
        let mut rest = &found[..];
        let mut hashes = HashMap::new();
        for game in games {
            let (these, others) = rest.split_at(game.len());
            rest = others;
            assert!(these.iter().all(|(_, hash)| *hash == these[0].1), "{name}");
            let positions: Vec<String> =
                game.iter().map(|entry| entry.position.to_string()).collect();
            hashes.insert(these[0].1, positions);
        }
        let different: HashSet<&Vec<String>> = hashes.values().collect();
        assert_eq!(different.len(), hashes.len());
    }
}

#[test]
fn the_hash_of_a_game_does_not_depend_on_the_file() {
    let bytes = sample("multichunk.binpack");
    let mut games = games(Format::Binpack, &bytes);
    let hashes = |games: &[Vec<Entry>], format: Format| -> Vec<u64> {
        let (bytes, refused) = write_all(format, &games.concat());
        assert_eq!(refused, []);
        let mut hashes: Vec<u64> =
            hashed(format, &bytes).0.into_iter().map(|(_, hash)| hash).collect();
        hashes.dedup();
        hashes
    };
    let before = hashes(&games, Format::Binpack);
    games.reverse();
    let mut after = hashes(&games, Format::Binpack);
    after.reverse();
    assert_eq!(before, after);
}

#[test]
fn games_longer_than_what_their_hash_depends_on_keep_it() {
    let mut random = Random::new(8);
    let scored = |entry: Entry| Entry { score: Some(Score::seen_by(Color::White, 1)), ..entry };
    let mut games = Vec::new();
    while games.len() < 3 {
        let game = game(Position::initial(), &mut random, 3000);
        if game.len() == 3000 {
            games.push(game.into_iter().map(scored).collect::<Vec<Entry>>());
        }
    }
    let hashes_of = |lengths: [usize; 3]| {
        let entries: Vec<Entry> =
            games.iter().zip(lengths).flat_map(|(game, length)| &game[..length]).copied().collect();
        let (bytes, refused) = write_all(Format::Viri, &entries);
        assert_eq!(refused, []);
        let (found, _) = hashed(Format::Viri, &bytes);
        let found_entries: Vec<Entry> = found.iter().map(|(entry, _)| *entry).collect();
        assert_eq!(found_entries, read(Format::Viri, &bytes));
        let mut rest = &found[..];
        lengths.map(|length| {
            let (these, others) = rest.split_at(length);
            rest = others;
            assert!(these.iter().all(|(_, hash)| *hash == these[0].1));
            these[0].1
        })
    };
    let [a, b, c] = hashes_of([3000, 1024, 1023]);
    assert!(a != b && b != c && a != c);
    let [other_a, other_b, other_c] = hashes_of([1024, 1025, 1024]);
    assert_eq!((other_a, other_b), (a, b));
    assert_ne!(other_c, c);
}

#[test]
fn a_mistake_comes_behind_the_entries_before_it() {
    let mut bytes = sample("multichunk.binpack");
    let chunk = bytes[8..].windows(4).position(|bytes| bytes == b"BINP").expect("a chunk") + 8;
    bytes[chunk + 8 + 28] |= 0xc0;
    let (expected, errors) = read_all(Format::Binpack, &bytes);
    let (found, mistakes) = hashed(Format::Binpack, &bytes);
    assert_eq!((errors.len(), mistakes), (1, 1));
    let found: Vec<Entry> = found.into_iter().map(|(entry, _)| entry).collect();
    assert_eq!(found, expected);
}

/// Returns why a file of entries has pieces of games, if it has.
fn pieces(format: Format, entries: &[Entry]) -> Option<String> {
    let bytes = write_all(format, entries).0;
    let mut reader = GameReader::new(format.reader(&bytes[..]));
    while reader.next_entry().expect("it is right").is_some() {}
    reader.pieces().map(str::to_owned)
}

#[test]
fn pieces_of_games_are_told_from_games() {
    let entries = read(Format::Binpack, &sample("multichunk.binpack"));
    let kept = |keep: fn(usize, &Entry) -> bool| -> Vec<Entry> {
        entries.iter().enumerate().filter(|(at, entry)| keep(*at, entry)).map(|(_, e)| *e).collect()
    };
    for format in [Format::Binpack, Format::Viri] {
        assert_eq!(pieces(format, &entries), None, "{format}");
        // Whole games without their first or their last entries are no pieces.
        assert_eq!(pieces(format, &kept(|_, entry| entry.ply >= 8)), None, "{format}");
        assert_eq!(pieces(format, &kept(|_, entry| entry.ply < 40)), None, "{format}");
        for (name, found) in [
            ("without checks", kept(|_, entry| !entry.position.is_check())),
            ("one gap", kept(|at, _| at != 700)),
            ("two entries less", kept(|at, _| !(700..702).contains(&at))),
            ("each seventh", kept(|at, _| at % 7 == 0)),
            ("each fiftieth", kept(|at, _| at % 50 == 0)),
        ] {
            assert!(pieces(format, &found).is_some(), "{format}, {name}");
        }
        // In an order of chance.
        let (mut shuffled, mut random) = (entries.clone(), Random::new(3));
        shuffled.sort_by_cached_key(|_| random.word());
        assert!(pieces(format, &shuffled).is_some(), "{format}");
    }
    for (name, format) in [
        ("dfrc.viri", Format::Viri),
        ("games_eval.pgn", Format::Pgn),
        ("dfrc_corner.binpack", Format::Binpack),
    ] {
        let bytes = sample(name);
        let mut reader = GameReader::new(format.reader(&bytes[..]));
        while reader.next_entry().expect("it is right").is_some() {}
        assert_eq!(reader.pieces(), None, "{name}");
    }
}

/// PGN says where its games end. Two games of viriformat are too few to judge by.
#[test]
fn whole_games_are_no_pieces() {
    let text = "[Result \"1/2-1/2\"]\n\n1. e4 {[%eval 0.3]} e5 1/2-1/2\n\n".repeat(200);
    let mut reader = GameReader::new(Format::Pgn.reader(text.as_bytes()));
    while reader.next_entry().expect("it is right").is_some() {}
    assert_eq!((reader.reader().units(), reader.pieces()), (200, None));

    let mut random = Random::new(9);
    let endgame = "8/8/4k3/8/8/4K3/4P3/8 w - - 0 60".parse().expect("a position");
    let first = game(Position::initial(), &mut random, 10);
    let mut entries = [first, game(endgame, &mut random, 5)].concat();
    for entry in &mut entries {
        entry.score = Some(Score::seen_by(Color::White, 1));
        entry.result = GameResult::Draw;
    }
    assert_eq!(games(Format::Viri, &write_all(Format::Viri, &entries).0).len(), 2);
    assert_eq!(pieces(Format::Viri, &entries), None);
}
