//! Numbers of different positions: compared with a slow count of keys, with published numbers, and
//! for all ways to divide the work.

use core::num::NonZeroUsize;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BTreeSet;

use hyperbola_moves::{Color, Position, Role, Setup, Square};
use hyperbola_perft::SplitError;
use hyperbola_perft::census::{EnPassant, Unique, UniqueCounts, UniqueError, unique_fens};
use hyperbola_samples::{SuiteLine, suite};

const SUITES: [&str; 7] =
    ["six", "classic", "random", "single-checks", "double-checks", "en-passant", "chess960"];

/// Returns positions of all suites, evenly spaced in each suite.
fn cases(of_each: usize) -> impl Iterator<Item = SuiteLine> {
    SUITES.into_iter().flat_map(move |name| {
        let suite = suite(name);
        let step = suite.len().div_ceil(of_each);
        suite.into_iter().step_by(step)
    })
}

/// A position identified by the pieces on all squares, the castling rights, and the file of the en
/// passant square, from 1, or 0.
type Key = ([u8; 64], Vec<(usize, usize, usize)>, u64);

/// Returns the number of a piece in the digest: its kind, and 8 more for Black's.
fn number(position: &Position, square: Square) -> u8 {
    let Some(piece) = position.board().piece_at(square) else { return 0 };
    let is_castling = position.castling_rights().iter().any(|(_, _, rook)| rook == square);
    let kind = match piece.role {
        Role::Rook if is_castling => 7,
        role => role as u8 + 1,
    };
    kind + if piece.color == Color::Black { 8 } else { 0 }
}

/// Returns the keys of all positions after a number of half moves.
fn keys(position: &Position, depth: u32, by: EnPassant, keys: &mut BTreeSet<Key>) {
    for &played in &position.legal_moves() {
        let next = position.play(played).expect("legal");
        if depth > 1 {
            self::keys(&next, depth - 1, by, keys);
            continue;
        }
        let (from, to) = (played.from(), played.to());
        let is_pawn = position.board().role_at(from) == Some(Role::Pawn);
        let is_step = is_pawn && from.index().abs_diff(to.index()) == 16;
        let is_near = |square: Square| {
            square.rank() == to.rank()
                && (square.file() as u8).abs_diff(to.file() as u8) == 1
                && next.board().of(next.side_to_move(), Role::Pawn).contains(square)
        };
        let counts = match by {
            EnPassant::Legal => next.en_passant().is_some(),
            EnPassant::PseudoLegal => is_step && Square::ALL.into_iter().any(is_near),
            EnPassant::Every => is_step,
        };
        let file = if counts { to.file() as u64 + 1 } else { 0 };
        let rights = next.castling_rights().iter();
        let rights =
            rights.map(|(color, side, rook)| (color as usize, side as usize, rook as usize));
        keys.insert((Square::ALL.map(|square| number(&next, square)), rights.collect(), file));
    }
}

/// The digest as docs/POSITIONS.md defines it.
fn digest(keys: &BTreeSet<Key>) -> [u64; 2] {
    // The first digits of pi after the point.
    let pi = "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89452821e638d01377\
              be5466cf34e90c6cc0ac29b7c97c50dd3f84d5b5b54709179216d5d98979fb1bd1310ba698dfb5ac";
    let word = |at: usize| u64::from_str_radix(&pi[16 * at..16 * at + 16], 16).expect("digits");
    let folded = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        let [low, high] = [product & u128::from(u64::MAX), product >> 64];
        u64::try_from(low ^ high).expect("64 bits")
    };
    [0, 5].map(|first| {
        let hash = |(squares, _, file): &Key| {
            let part = |is_black: bool, at: usize| {
                let (mut set, mut list, mut pieces) = (0_u64, 0_u64, 0);
                for (square, &number) in squares.iter().enumerate() {
                    if number != 0 && (number > 8) == is_black {
                        set |= 1 << square;
                        list |= u64::from(number & 7) << (3 * pieces);
                        pieces += 1;
                    }
                }
                folded(set ^ word(first + at), list ^ word(first + at + 1))
            };
            let file = file.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            folded(part(false, 0) ^ file ^ word(first + 4), part(true, 2))
        };
        keys.iter().map(hash).fold(0, u64::wrapping_add)
    })
}

/// Checks a count against the slow one.
fn check(position: &Position, depth: u32, unique: Unique) {
    let counts = unique.count(position, depth).expect("there is enough memory");
    for by in EnPassant::ALL {
        let mut expected = BTreeSet::new();
        keys(position, depth, by, &mut expected);
        let place = format!("{position} after {depth}, {}, {unique:?}", by.id());
        assert_eq!(counts.number(by), expected.len() as u64, "{place}");
        assert_eq!(counts.digest(by), digest(&expected), "{place}");
    }
}

/// The ways to divide the work.
fn ways() -> [Unique; 5] {
    let (unique, threads) = (Unique::default(), NonZeroUsize::new(3).expect("some"));
    [
        unique,
        unique.classes(2).seed(5),
        unique.classes(16).threads(threads),
        unique.classes(64).seed(u64::MAX),
        unique.classes(4096).seed(1),
    ]
}

#[test]
fn numbers_and_digests_are_those_of_a_slow_count() {
    let mut number = 0;
    for (index, case) in cases(120).enumerate() {
        let (position, ways) = (case.position(), ways());
        check(&position, 1, ways[index % 4]);
        check(&position, 2, ways[(index + 1) % 4]);
        number += 1;
    }
    assert!(number >= 500, "{number}");
}

#[test]
fn numbers_after_three_half_moves_are_those_of_a_slow_count() {
    for (index, case) in cases(8).enumerate() {
        check(&case.position(), 3, ways()[index % 4]);
    }
    // Castling, promotions, and captures en passant that pins and checks forbid.
    for fen in [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
        "8/8/3k4/8/3p1p2/8/4P3/4K2B w - - 0 1",
        "4k3/pppppppp/8/PPPPPPPP/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/pppppppp/8/PPPPPPPP/4K3 w - - 0 1",
    ] {
        let position = fen.parse().expect("a FEN");
        ways().iter().for_each(|&way| check(&position, 2, way));
        ways().iter().take(4).for_each(|&way| check(&position, 3, way));
    }
}

/// A capture en passant leads into another class than any other move from there. What stands there
/// then may come from a single step and a capture too, unless only the double step ends a check. So
/// the pawns of the last four end one.
#[test]
fn captures_en_passant_lead_into_their_class() {
    for (fen, depth) in [
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 2),
        ("4k3/3p4/8/2P5/8/8/8/4K3 b - - 0 1", 2),
        ("4k3/8/8/8/p7/8/1P6/4K3 w - - 0 1", 2),
        ("4k3/6p1/8/7P/8/8/8/4K3 b - - 0 1", 2),
        ("4k3/1b6/8/8/3p4/8/4P3/7K w - - 0 1", 2),
        ("7k/4p3/8/3P4/8/8/1B6/4K3 b - - 0 1", 2),
        ("2b1k3/8/8/8/3p4/8/4P3/7K b - - 0 1", 3),
        ("7k/4p3/8/3P4/8/8/8/2B1K3 w - - 0 1", 3),
    ] {
        let position = fen.parse().expect("a FEN");
        for seed in 0..8 {
            for classes in [2, 64, 4096] {
                check(&position, depth, Unique::default().classes(classes).seed(seed));
            }
        }
    }
}

/// The published numbers by the definition of a legal capture. The last published number after four
/// half moves is that of every double step.
#[test]
fn the_initial_position_leads_to_as_many_positions_as_published() {
    let numbers = [
        (0, [1, 1, 1]),
        (1, [20, 20, 20]),
        (2, [400, 400, 400]),
        (3, [5362, 5362, 7602]),
        (4, [72_078, 72_078, 101_240]),
        (5, [822_518, 822_518, 1_244_414]),
    ];
    for (depth, expected) in numbers {
        let counts = ways().map(|way| way.count(&Position::initial(), depth).expect("memory"));
        assert_eq!(EnPassant::ALL.map(|by| counts[0].number(by)), expected, "{depth}");
        // The digests do not depend on how the work was divided.
        assert!(counts.iter().all(|other| *other == counts[0]), "{depth}");
    }
}

#[test]
fn the_first_position_is_the_only_one_after_no_moves() {
    for case in cases(10) {
        let counts = Unique::default().count(&case.position(), 0).expect("there is memory");
        assert_eq!(EnPassant::ALL.map(|by| counts.number(by)), [1, 1, 1]);
    }
    let fens = ["4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1"];
    let [with, without] = fens.map(|fen| {
        let counts = Unique::default().count(&fen.parse().expect("a FEN"), 0).expect("memory");
        counts.digest(EnPassant::Every)
    });
    assert_ne!(with, without);
}

#[test]
fn the_listed_positions_are_those_that_are_counted() {
    let never = AtomicBool::new(false);
    for case in cases(10) {
        let position = case.position();
        let counts = Unique::default().count(&position, 2).expect("there is memory");
        for by in EnPassant::ALL {
            let fens = unique_fens(&position, 2, by, 1 << 20, &never).expect("few");
            assert_eq!(fens.len() as u64, counts.number(by), "{position} {}", by.id());
            let mut expected = BTreeSet::new();
            keys(&position, 2, by, &mut expected);
            let files: u64 = expected.iter().map(|(_, _, file)| file).sum();
            let listed = fens.iter().map(|fen| fen.parse::<Setup>().expect("a FEN"));
            let listed = listed.filter_map(|setup| setup.en_passant);
            assert_eq!(listed.map(|square| square.file() as u64 + 1).sum::<u64>(), files);
        }
    }
    let one = unique_fens(&Position::initial(), 0, EnPassant::Every, 1, &never).expect("one");
    assert_eq!(one, BTreeSet::from([Position::initial().to_string()]));
    let most = unique_fens(&Position::initial(), 2, EnPassant::Every, 399, &never);
    assert_eq!(most, Err(SplitError::TooManyPositions { most: 399 }));
    never.store(true, Ordering::Relaxed);
    let stopped = unique_fens(&Position::initial(), 1, EnPassant::Every, 399, &never);
    assert_eq!(stopped, Err(SplitError::Stopped));
}

#[test]
fn too_little_memory_is_an_error_that_says_how_much_is_needed() {
    // The positions to keep take more than this.
    let (position, mut bytes, mut errors) = (Position::initial(), 1 << 17, 0);
    let counts = loop {
        match Unique::default().memory_bytes(bytes).count(&position, 5) {
            Ok(counts) => break counts,
            Err(UniqueError::Memory { needed }) => {
                assert!(needed > bytes, "{needed} after {bytes}");
                (bytes, errors) = (needed, errors + 1);
            }
            Err(error) => panic!("{error}"),
        }
    };
    assert_eq!(counts.number(EnPassant::Legal), 822_518);
    assert!((1..=6).contains(&errors) && bytes < 1 << 20, "{errors} {bytes}");
    // With little memory there are many classes, with much there is one.
    let never = AtomicBool::new(false);
    let classes = |bytes| {
        let work = Unique::default().memory_bytes(bytes).prepare(&position, 5, &never);
        work.map(|work| (work.classes(), work.bytes() <= bytes))
    };
    assert_eq!(classes(1 << 30), Ok((1, true)));
    assert!(classes(bytes).is_ok_and(|(classes, fits)| classes > 1 && fits));
}

#[test]
fn a_count_stops_and_says_how_far_it_is() {
    let (position, stop) = (Position::initial(), AtomicBool::new(false));
    let work = Unique::default().classes(4).prepare(&position, 5, &stop).expect("memory");
    assert_eq!((work.layers(), work.classes()), (&[1, 20, 400, 5362][..], 4));
    let last = std::sync::Mutex::new(0.0);
    let progress = |done: usize, parts: usize| {
        let mut last = last.try_lock().expect("one call at a time");
        let share = done as f64 / parts as f64;
        assert!(*last <= share && share <= 1.0, "{share} after {last}");
        *last = share;
    };
    let mut sum = UniqueCounts::default();
    for class in 0..4 {
        sum += work.count_class(class, &stop, &progress).expect("it is not stopped");
        let mut last = last.lock().expect("no panic");
        assert_eq!(core::mem::take(&mut *last), 1.0);
    }
    assert_eq!(sum.number(EnPassant::Legal), 822_518);
    stop.store(true, Ordering::Relaxed);
    assert_eq!(work.count_class(0, &stop, &|_, _| ()), Err(UniqueError::Stopped));
    let stopped = Unique::default().prepare(&position, 5, &stop).map(|_| ());
    assert_eq!(stopped, Err(UniqueError::Stopped));
}

/// More pieces than a side has are more than a list holds.
#[test]
fn a_side_with_too_many_pieces_is_an_error() {
    let fen = "4k3/8/8/8/8/NNNNNNNN/NNNNNNNN/4K3 w - - 0 1";
    let (position, _) = Position::from_fen_lenient(fen).expect("it is mended");
    let error = Unique::default().count(&position, 1).expect_err("17 pieces");
    assert_eq!(error, UniqueError::Pieces { color: Color::White, pieces: 17 });
    assert_eq!(error.to_string(), "expected at most 16 pieces of White, found 17");
}
