//! The device's results compared with the processor's. A driver of software suffices, such as
//! Mesa's lavapipe; without any device the tests fail.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output};
use std::sync::Mutex;

use hyperbola::{Bitboard, Slider, Square, Technique};
use hyperbola_gpu::{Gpu, GpuError, Perft, PerftOptions, adapters};
use hyperbola_moves::Position;
use hyperbola_perft::census::EnPassant;
use hyperbola_perft::four_words;
use hyperbola_random::Random;
use hyperbola_samples::{SuiteLine, random_endgame, random_game, random_setup, suite};

/// A software device runs on the processor's threads, so only one test at a time uses one.
static TURN: Mutex<()> = Mutex::new(());

fn device() -> Gpu {
    Gpu::new().unwrap_or_else(|error| panic!("{error}"))
}

/// Makes a counter that plans few nodes at once.
fn counter(gpu: &Gpu, nodes: u32) -> Perft<'_> {
    let options = PerftOptions { nodes: Some(nodes), ..PerftOptions::default() };
    Perft::with_options(gpu, options).expect("memory")
}

fn count(perft: &mut Perft<'_>, position: &Position, depth: u32) -> u128 {
    perft.count(position, depth).unwrap_or_else(|error| panic!("{position}: {error}"))
}

#[test]
fn every_technique_computes_the_attacks() {
    let _turn = TURN.lock();
    let gpu = device();
    let mut random = Random::new(1);
    let boards: Vec<u64> = (0..4096).map(|_| random.word() & random.word()).collect();
    let squares: Vec<u8> = (0..4096_u32).map(|place| (place % 64) as u8).collect();
    for &technique in Technique::ALL {
        for slider in Slider::ALL {
            let attacks = gpu.attacks(technique, slider);
            let attacks = attacks.unwrap_or_else(|error| panic!("{technique} {slider}: {error}"));
            let found = attacks.compute(&squares, &boards).expect("squares");
            for ((&square, &board), &found) in squares.iter().zip(&boards).zip(&found) {
                let square = Square::from_index_wrapping(square);
                let expected = technique.slider_attacks(slider, square, Bitboard(board)).0;
                assert_eq!(found, expected, "{technique} {slider} {square} {board:#x}");
            }
        }
    }
}

#[test]
fn malformed_batches_are_rejected() {
    let _turn = TURN.lock();
    let gpu = device();
    let queens = gpu.attacks(Technique::KoggeStone, Slider::Queen).expect("no tables");
    let lengths = Err(GpuError::Lengths { squares: 2, boards: 1 });
    assert_eq!(queens.compute(&[0, 1], &[0]), lengths);
    assert_eq!(queens.compute(&[0, 64], &[0, 0]), Err(GpuError::NoSquare { place: 1, number: 64 }));
    assert_eq!(queens.compute(&[], &[]), Ok(Vec::new()));
}

#[test]
fn counts_of_the_suites_are_right() {
    let _turn = TURN.lock();
    let gpu = device();
    let mut counter = counter(&gpu, 512);
    for name in ["six", "en-passant", "single-checks", "double-checks", "random"] {
        for case in suite(name) {
            let position = case.position();
            for &(depth, expected) in &case.counts {
                if expected > 300_000 {
                    break;
                }
                assert_eq!(
                    count(&mut counter, &position, depth),
                    u128::from(expected),
                    "{position} at depth {depth}"
                );
            }
        }
    }
    // Each of these has its own kernels.
    let kings_apart = "4r1k1/4p3/8/8/8/8/4P3/1K2R3 w Ee - 0 1".parse().expect("a position");
    for position in suite("chess960").iter().map(SuiteLine::position).chain([kings_apart]) {
        for depth in 2..4 {
            let expected = hyperbola_perft::count(&position, depth);
            assert_eq!(count(&mut counter, &position, depth), expected, "{position}");
        }
    }
}

/// Positions of every kind: of random games, those that no game leads to, and those of few pieces.
fn positions(len: usize) -> Vec<Position> {
    let mut random = Random::new(2);
    let ordinary = four_words::start(&Position::initial(), 2, 2).0;
    let mut all = Vec::with_capacity(len + 200);
    while all.len() < len {
        random_game(Position::initial(), &mut random, 200, |position, _| {
            all.push(*position);
        });
        for _ in 0..150 {
            all.push(random_setup(&mut random));
            all.push(random_endgame(&mut random));
        }
        // Each other castling has kernels of its own.
        all.retain(|position: &Position| four_words::start(position, 2, 2).0 == ordinary);
    }
    all.truncate(len);
    all
}

#[test]
fn plans_and_replies_are_those_of_the_processor() {
    let _turn = TURN.lock();
    let gpu = device();
    let mut counter = counter(&gpu, 2048);
    let mut whole = |chunk: &[Position]| {
        let positions = chunk.iter().map(|position| (position, 1));
        counter.count_all(positions, 2, &AtomicBool::new(false), &|_| {}).map(|sum| sum.nodes)
    };
    for chunk in positions(1 << 18).chunks(1 << 10) {
        let expected: u128 = chunk.iter().map(|position| hyperbola_perft::count(position, 2)).sum();
        if whole(chunk) != Ok(expected) {
            let is_wrong = |position: &&Position| {
                whole(core::slice::from_ref(position)) != Ok(hyperbola_perft::count(position, 2))
            };
            panic!("wrong: {:?}", chunk.iter().find(is_wrong).map(ToString::to_string));
        }
    }
}

#[test]
fn a_count_can_be_stopped_and_goes_on_afterwards() {
    let _turn = TURN.lock();
    let gpu = device();
    let mut counter = counter(&gpu, 512);
    let position = Position::initial();
    let (times, stop) = (Cell::new(0), AtomicBool::new(false));
    let stopped = counter.count_all([(&position, 1)], 6, &stop, &|_| {
        times.set(times.get() + 1);
        stop.store(times.get() == 40, Ordering::Relaxed);
    });
    let stopped = stopped.expect("memory");
    assert!(!stopped.is_complete && stopped.nodes < 119_060_324, "{stopped:?}");
    assert_eq!(count(&mut counter, &position, 5), 4_865_609);
}

#[test]
fn weights_may_be_large_and_numbers_saturate() {
    let _turn = TURN.lock();
    let gpu = device();
    let mut counter = counter(&gpu, 512);
    // The pawns block each other, and the kings walk on either side of them.
    let blocked = "8/k7/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";
    let position: Position = blocked.parse().expect("a position");
    for depth in [12, 24] {
        let memory = hyperbola_perft::Perft::default().memory_bytes(64 << 20);
        assert_eq!(count(&mut counter, &position, depth), memory.count(&position, depth));
    }
    let kings = "8/8/8/8/8/k7/8/K7 w - - 0 1".parse().expect("a position");
    assert_eq!(count(&mut counter, &kings, 100), u128::MAX);
}

#[test]
fn sizes_are_made_to_fit_the_device() {
    let _turn = TURN.lock();
    let gpu = device();
    let options = PerftOptions { nodes: Some(1 << 20), memory: Some(64 << 20), raw: false };
    let mut counter = Perft::with_options(&gpu, options).expect("smaller buffers");
    assert_eq!(count(&mut counter, &Position::initial(), 4), 197_281);
}

/// A limit of the program's own memory makes a driver of software fail.
#[cfg(target_os = "linux")]
#[test]
fn too_little_memory_of_the_driver_is_an_error() {
    let _turn = TURN.lock();
    if !device().is_software() {
        return;
    }
    let limited = |mebibytes: u32| {
        let run = format!("ulimit -v {} && exec \"$0\" perft 2 --nodes 32768", 1024 * mebibytes);
        let program = env!("CARGO_BIN_EXE_hyperbola-gpu");
        Command::new("sh").args(["-c", &run, program]).output().expect("it runs")
    };
    // With less the device is not opened, and with more the count succeeds.
    let limits = (400..4000).step_by(50);
    let failed: Vec<String> = limits
        .map(limited)
        .take_while(|output| !output.status.success())
        .map(|output| text(&output.stderr))
        .collect();
    let is_told = |error: &String| error.contains("too little memory: In Device::create_buffer");
    assert!(failed.iter().any(is_told), "{failed:?}");
}

#[test]
fn a_device_is_found_by_its_name() {
    let _turn = TURN.lock();
    let name = adapters().swap_remove(0);
    let part = name.split(' ').next().expect("a word").to_uppercase();
    assert!(Gpu::named(&part).is_ok());
    let error = Gpu::named("no such device").expect_err("no device");
    assert!(error.to_string().contains(&name), "{error}");
}

fn command(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hyperbola-gpu")).args(arguments).output().expect("it runs")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn the_program_counts_and_divides() {
    let _turn = TURN.lock();
    assert_eq!(text(&command(&["perft", "3"]).stdout), "8902\n");
    let fen = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let divided = text(&command(&["perft", "3", fen, "--divide"]).stdout);
    let position: Position = fen.parse().expect("a position");
    let (lines, total) = divided.split_once("\n\n").expect("an empty line before the total");
    assert_eq!(total, format!("{}\n", hyperbola_perft::count(&position, 3)));
    let moves = position.legal_moves();
    let line = |first| {
        let after = position.play(first).expect("a legal move");
        format!("{} {}", position.uci(first), hyperbola_perft::count(&after, 2))
    };
    let mut expected: Vec<String> = moves.into_iter().map(line).collect();
    expected.sort();
    assert_eq!(lines.lines().collect::<Vec<_>>(), expected);
    let json = text(&command(&["perft", "2", "--json", "--divide"]).stdout);
    let json: serde_json::Value = serde_json::from_str(&json).expect("one line");
    assert_eq!((&json["nodes"], &json["depth"]), (&400.into(), &2.into()));
    assert_eq!((&json["divide"]["g1f3"], &json["device"]), (&20.into(), &device().name().into()));
    assert_eq!(fields(&json), fields(&schema()["perft"]["properties"]));
}

/// Returns the definitions of the outputs.
fn schema() -> serde_json::Value {
    let schema = include_str!("../../docs/output.schema.json");
    serde_json::from_str::<serde_json::Value>(schema).expect("JSON")["$defs"].take()
}

fn fields(object: &serde_json::Value) -> BTreeSet<String> {
    object.as_object().expect("an object").keys().cloned().collect()
}

#[test]
fn the_program_counts_different_positions() {
    let _turn = TURN.lock();
    assert_eq!(text(&command(&["positions", "0"]).stdout), "1\n");
    // The pawn on e5 may not capture, because the king would be in check.
    let pinned = "4r2k/3p4/8/4P3/8/8/8/4K3 b - - 0 1";
    let unique = hyperbola_perft::census::Unique::default();
    let expected = unique.count(&pinned.parse().expect("a position"), 3).expect("memory");
    let numbers = EnPassant::ALL.map(|by| expected.number(by));
    assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
    for by in EnPassant::ALL {
        let found = command(&["positions", "3", pinned, "--en-passant", by.id()]);
        assert_eq!(text(&found.stdout), format!("{}\n", expected.number(by)));
        assert!(text(&found.stderr).contains("in 1 class, on "), "{}", text(&found.stderr));
    }
    let json = text(&command(&["positions", "3", "--json", "--en-passant=every"]).stdout);
    let json: serde_json::Value = serde_json::from_str(&json).expect("one line");
    assert_eq!((&json["positions"], &json["en_passant"]), (&7602.into(), &"every".into()));
    assert_eq!((&json["depth"], &json["classes"]), (&3.into(), &1.into()));
    let numbers = EnPassant::ALL.into_iter().zip([5362, 5362, 7602]);
    let numbers = numbers.map(
        |(by, positions)| serde_json::json!({ "en_passant": by.id(), "positions": positions }),
    );
    assert_eq!(json["numbers"], numbers.collect::<serde_json::Value>());
    let schema = &schema()["perft-unique"]["properties"];
    let of_processor = ["seed", "shard"].map(str::to_owned).into();
    assert_eq!(fields(&json), &fields(schema) - &of_processor);
    for (arguments, expected) in [
        (["positions", "3", "--raw"], "unexpected argument '--raw'"),
        (["positions", "3", "--divide"], "unexpected argument '--divide'"),
        (["positions", "3", "--shard=1/2"], "unexpected argument '--shard'"),
        (["perft", "3", "--en-passant=every"], "unexpected argument '--en-passant'"),
        (["positions", "3", "--en-passant=no"], "[possible values: legal, pseudo-legal, every]"),
        (["positions", "256", "--json"], "expected a number of half moves, 0 to 255"),
    ] {
        let output = command(&arguments);
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(2), 0), "{arguments:?}");
    }
}

/// The state of a count is kept, and the same command goes on. Another count does not take it.
#[test]
fn the_program_goes_on_with_a_census() {
    let _turn = TURN.lock();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("census");
    let _ = std::fs::remove_dir_all(&folder);
    let scratch = format!("--scratch={}", folder.display());
    for _ in 0..2 {
        assert_eq!(text(&command(&["positions", "3", &scratch]).stdout), "5362\n");
    }
    let other = command(&["positions", "4", &scratch]);
    assert!(text(&other.stderr).contains("is of an unfinished run"), "{}", text(&other.stderr));
    assert_eq!((other.status.code(), other.stdout.len()), (Some(2), 0));
}

/// Shards of both programs add up: `hyperbola perft merge` reads the files.
#[test]
fn the_program_counts_shards() {
    let _turn = TURN.lock();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"));
    let files = ["1/2", "2/2"].map(|shard| {
        let path = folder.join(shard.replace('/', "-"));
        let output = format!("--output={}", path.display());
        let run = command(&["perft", "5", "--shard", shard, &output]);
        assert!(run.status.success(), "{}", text(&run.stderr));
        assert_eq!(text(&run.stdout), "");
        path
    });
    let merged = hyperbola_perft::shards::merge(&files).expect("both shards");
    assert_eq!(merged.nodes, 4_865_609);
    let outside = command(&["perft", "5", "--shard", "3/2"]);
    assert!(text(&outside.stderr).contains("expected a shard from 1 to 2"));
}

#[test]
fn measurements_are_lines_that_become_a_table() {
    let _turn = TURN.lock();
    let measured = command(&["measure", "--seconds", "1", "--json"]);
    assert!(measured.status.success(), "{}", text(&measured.stderr));
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measured.jsonl");
    std::fs::write(&path, &measured.stdout).expect("it is written");
    let table = command(&["table", path.to_str().expect("UTF-8")]);
    let table = text(&table.stdout);
    assert!(
        table.contains(device().name()) && table.contains("| legal_counts, with copies |"),
        "{table}"
    );
}

#[test]
fn the_program_prints_errors() {
    let _turn = TURN.lock();
    for (arguments, expected, status) in [
        (&["perft", "2", "no fen"][..], "no fen", 2),
        (&["perft", "2", "--device=nobody"], "no device has \"nobody\" in its name", 1),
        (&["perft", "100", "8/8/8/8/8/k7/8/K7 w - - 0 1"], "at least 2^128 - 1 move sequences", 1),
        (&["table", "no file"], "no file", 1),
    ] {
        let output = command(arguments);
        assert!(text(&output.stderr).contains(expected), "{}", text(&output.stderr));
        assert_eq!((output.status.code(), output.stdout.len()), (Some(status), 0), "{arguments:?}");
    }
    let without_driver = Command::new(env!("CARGO_BIN_EXE_hyperbola-gpu"))
        .args(["perft", "3"])
        .env("VK_ICD_FILENAMES", "/nowhere.json")
        .env("VK_DRIVER_FILES", "/nowhere.json")
        .output()
        .expect("it runs");
    assert!(text(&without_driver.stderr).contains("there is no device"));
}
