//! Mistakes that are named, each made on purpose in a right file.

use core::error::Error;
use std::io::{self, Cursor, Read};

use hyperbola_data::{
    Entry, Format, GameResult, ReadErrorKind, Reason, Refusal, Score, Thing, WriteError,
};
use hyperbola_moves::{CastlingRights, Color, Move, Position, Setup, Square};

use crate::support::{read, read_all, sample, write, write_all};

/// Returns an entry of a FEN with a move.
fn entry(fen: &str, played: &str) -> Entry {
    let position: Position = fen.parse().expect("a position");
    let played = position.parse_uci(played).expect("a move");
    let score = Some(Score::seen_by(Color::White, 10));
    Entry { played: Some(played), score, result: GameResult::Draw, ..Entry::new(position) }
}

/// Returns the mistakes of a file.
#[track_caller]
fn mistakes(format: Format, bytes: &[u8]) -> Vec<String> {
    read_all(format, bytes).1.iter().map(ToString::to_string).collect()
}

/// Returns the entries of a chain whose only half move takes nine bits.
fn chain() -> Vec<Entry> {
    let first = entry("4k3/p7/8/8/8/8/4P3/R3K2R w KQ - 0 1", "e2e4");
    let position = first.position.play(first.played.expect("a move")).expect("it is legal");
    let played = Some(Move::new(Square::E8, Square::D8));
    vec![first, Entry { played, ply: 1, position, ..first }]
}

/// Packs numbers with their widths into the position of a record of `.bin`. The rest of it is zero.
fn bin_record(numbers: &[(u64, usize)]) -> [u8; 40] {
    let mut record = [0; 40];
    let mut next = 0;
    for &(number, width) in numbers {
        for bit in (0..width).filter(|&bit| number >> bit & 1 != 0) {
            record[(next + bit) / 8] |= 1 << ((next + bit) % 8);
        }
        next += width;
    }
    record
}

#[test]
fn mistakes_in_the_position_of_a_bin_are_named() {
    // White to move, kings on e1 and e8, and no other piece up to the castling rights.
    let kings = [(0, 1), (4, 6), (60, 6)];
    let bare = [kings[0], kings[1], kings[2], (0, 62), (0, 4), (0, 1), (0, 6), (1, 16), (0, 1)];
    assert_eq!(mistakes(Format::Bin, &bin_record(&bare)), [""; 0]);
    let with = |changes: &[(usize, u64)]| {
        let mut numbers = bare;
        changes.iter().for_each(|&(index, number)| numbers[index].0 = number);
        bin_record(&numbers)
    };
    let behind = |bit: usize| {
        let mut record = with(&[]);
        record[bit / 8] |= 1 << (bit % 8);
        record
    };
    // A king has no bits, so the fourth square of the stream is d8 and the fifth f8.
    let piece =
        |gap: usize, number| bin_record(&[&kings[..], &[(0, gap), (1, 1), (number, 3)]].concat());
    let pawns = bin_record(&[&kings[..], &[(1, 5); 48]].concat());
    for (record, expected) in [
        (with(&[(1, 60)]), "kings on two squares, found both on e8"),
        (piece(0, 5), "a piece from 0 to 4, found 5 on a8"),
        (piece(3, 6), "a piece from 0 to 4, found 6 on d8"),
        (piece(4, 7), "a piece from 0 to 4, found 7 on f8"),
        (piece(61, 7), "a piece from 0 to 4, found 7 on h1"),
        (with(&[(4, 1)]), "a rook for each castling right, found none"),
        (with(&[(4, 8)]), "a rook for each castling right, found none"),
        (behind(103), "zero bits behind the position"),
        (behind(255), "zero bits behind the position"),
        (pawns, "a position of 256 bits, found 295 bits"),
    ] {
        let named = format!("record 1, byte 0: expected {expected}");
        assert_eq!(mistakes(Format::Bin, &record), [named]);
    }
}

#[test]
fn mistakes_in_a_binpack_are_named() {
    let bytes = write(Format::Binpack, &chain());
    assert_eq!(bytes[42..], [0b1011_0000, 0]);
    for (byte, value, expected) in [
        (8 + 8, 0x0d, "byte 8: expected one king of White, found 0"),
        (8 + 9, 0xdd, "byte 8: expected a rook with a castling right in its corner, found e2"),
        (8 + 9, 0xcd, "byte 8: expected a pawn that moved two squares on rank 4 or 5, found e2"),
        (8 + 11, 1, "byte 8: expected zero bits behind those of 6 pieces"),
        (8 + 24, 0x4c, "byte 8: expected a legal move of its kind, found e2e4n, kind 1"),
        (8 + 25, 0x71, "byte 8: expected a legal move of its kind, found e2e4, kind 0"),
        (8 + 25, 0, "byte 8: expected a legal move of its kind, found e2a1, kind 0"),
        (8 + 28, 0xc0, "byte 8: expected the result 0, 1 or 2, found 3"),
        (8 + 30, 1, "byte 8: expected a half move clock of at most 255, found 256"),
        (8 + 33, 0, "byte 42: expected a chain of at least 34 bytes, found 2 bytes"),
        (8 + 33, 2, "byte 44: expected the moves of a chain, found the end of the chunk"),
        (42, 0xf0, "byte 42: expected the number of a move below 5, found 7"),
        (43, 1, "byte 43: expected zero bits behind the moves of a chain"),
    ] {
        let mut bytes = bytes.clone();
        bytes[byte] = value;
        let mistakes = mistakes(Format::Binpack, &bytes);
        assert_eq!(mistakes, [format!("chunk 1, {expected}")], "byte {byte}: {value}");
    }
    // All bits behind the move are set, so a fifth group of the score follows.
    let long = [&bytes[..42], &[0xbf, 0xff, 0xff, 0xff, 0xff]].concat();
    let long = [b"BINP", &39_u32.to_le_bytes()[..], &long[8..]].concat();
    let expected = "chunk 1, byte 42: expected a score of at most four groups of bits, found more";
    assert_eq!(mistakes(Format::Binpack, &long), [expected]);
    // A king of a castling right that is not on its file.
    let mut moved = bytes;
    moved[8 + 7] = 0x89;
    let expected = "chunk 1, byte 8: expected the king of a castling right on file e, found d1";
    assert_eq!(mistakes(Format::Binpack, &moved), [expected]);
}

#[test]
fn a_move_that_leaves_the_king_in_check_is_named() {
    // The bishop on d2 is pinned; it is piece number 1, and c1 is its first square.
    let first = entry("4k3/4p3/8/8/1b6/8/3B4/4K3 b - - 0 1", "e7e6");
    let next = first.position.play(first.played.expect("a move")).expect("it is legal");
    let played = Some(Move::new(Square::D2, Square::C3));
    let second = Entry { played, ply: 2, position: next, ..first };
    let mut bytes = write(Format::Binpack, &[first, second]);
    bytes[42] &= 0b1000_0111;
    let expected = "chunk 1, byte 42: expected a legal move, found d2c1";
    assert_eq!(mistakes(Format::Binpack, &bytes), [expected]);
    // Castling out of check.
    let first = entry("r5k1/8/8/8/8/8/8/4K2R b K - 0 1", "a8e8");
    let position = first.position.play(first.played.expect("a move")).expect("it is legal");
    let played = Some(Move::new(Square::E1, Square::D1));
    let second = Entry { played, ply: 2, position, ..first };
    let mut bytes = write(Format::Binpack, &[first, second]);
    // Five squares and one castling, which is number 5.
    assert_eq!(bytes[42] >> 4, 0);
    bytes[42] |= 5 << 4;
    let expected = "chunk 1, byte 42: expected a legal move, found e1h1";
    assert_eq!(mistakes(Format::Binpack, &bytes), [expected]);
}

#[test]
fn a_chain_or_game_ends_where_the_next_entry_does_not_follow() {
    let [first, next] = chain()[..] else { panic!("two entries") };
    let position = |change: fn(&mut Setup)| {
        let mut setup = next.position.setup();
        change(&mut setup);
        Entry { position: setup.position().expect("a position"), ..next }
    };
    for format in [Format::Binpack, Format::Viri] {
        let joined = write(format, &[first, next]).len();
        for other in [
            Entry { result: GameResult::WhiteWins, ..next },
            position(|setup| setup.halfmove_clock = 7),
            position(|setup| setup.castling_rights = CastlingRights::NONE),
            position(|setup| {
                setup.board.remove(Square::A7);
            }),
        ] {
            let bytes = write(format, &[first, other]);
            assert!(bytes.len() > joined + 20, "{format}: {other:?}");
            assert_eq!(read(format, &bytes), [first, other], "{format}");
        }
    }
    let later = Entry { ply: 3, ..position(|setup| setup.fullmove_number = 2) };
    assert_eq!(read(Format::Binpack, &write(Format::Binpack, &[first, later])), [first, later]);
}

#[test]
fn a_chain_may_begin_with_no_move() {
    let passes = Entry { played: None, ..chain()[0] };
    let mut bytes = write(Format::Binpack, &[passes]);
    assert_eq!(read(Format::Binpack, &bytes), [passes]);
    // Black moves the pawn, piece 0 of 2, to a6, square 1 of 2, with the same score for White.
    bytes[8 + 33] = 1;
    bytes.push(0b0100_0000);
    bytes[4] = 35;
    let next = Entry {
        position: passes.position.null_move().expect("no check"),
        played: Some(Move::new(Square::A7, Square::A6)),
        ply: 1,
        ..passes
    };
    assert_eq!(read(Format::Binpack, &bytes), [passes, next]);
}

#[test]
fn writers_refuse_what_they_cannot_hold() {
    let good = entry("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 0 1", "e2e4");
    let seen = |number| Some(Score::seen_by(Color::White, number));
    let position = |fen: &str| fen.parse::<Position>().expect("a position");
    let other = position("4k3/8/8/8/8/8/8/1R2K2R w KB - 0 1");
    let inner = position("4k3/8/8/8/8/8/8/R2K1R1R w F - 0 1");
    let late = position("4k3/8/8/8/8/8/4P3/R3K2R w KQ - 300 1");
    let without = Entry { played: None, ..good };
    use Format::{Bin, Binpack, Bullet, BulletText, Marlin, Plain, Viri};
    let all = [Binpack, Plain, Bin, Viri, Marlin, Bullet, BulletText];
    let number = |name, found, most| Refusal::Number { name, found, most };
    for (entry, formats, refusal) in [
        (Entry { result: GameResult::Unknown, ..good }, &all[..], Refusal::NoResult),
        (Entry { score: None, ..good }, &all[3..], Refusal::NoScore),
        (Entry { score: seen(40_000), ..good }, &all, Refusal::Score { found: 40_000 }),
        (Entry { score: seen(32_002), ..good }, &all[..3], Refusal::ReservedScore),
        (without, &[Viri], Refusal::NoMove),
        (
            Entry { played: Some(Move::new(Square::E2, Square::E5)), ..good },
            &all[..4],
            Refusal::IllegalMove,
        ),
        (Entry { position: other, ..without }, &[Binpack], Refusal::Castling),
        (Entry { position: inner, ..without }, &[Binpack, Bin], Refusal::Castling),
        (
            Entry { position: late, ..without },
            &[Binpack, Marlin],
            number("half move clock", 300, 255),
        ),
        (Entry { position: late, ..without }, &[Bin], number("half move clock", 300, 127)),
        (Entry { ply: 16_384, ..good }, &[Binpack], number("ply", 16_384, 16_383)),
    ] {
        for &format in formats {
            // What follows is written as if nothing had been refused.
            let (bytes, refused) = write_all(format, &[entry, good]);
            assert_eq!(refused, [(0, refusal)], "{format}");
            assert!(bytes == write(format, &[good]), "{format}");
            assert!(!refusal.to_string().is_empty());
        }
    }
    // The other formats hold these.
    for format in [Plain, Bin, Viri, Marlin, BulletText] {
        let rook =
            Entry { played: Some(Move::new(Square::B1, Square::B2)), position: other, ..good };
        let found = read(format, &write(format, &[rook]));
        assert_eq!(found[0].position, other, "{format}");
    }
}

#[test]
fn scores_and_results_change_their_point_of_view() {
    let white_wins = entry("4k3/8/8/8/8/8/8/R3K3 b - - 0 1", "e8d8");
    let white_wins = Entry {
        score: Some(Score::seen_by(Color::White, 500)),
        result: GameResult::WhiteWins,
        ..white_wins
    };
    let written = |format| write(format, &[white_wins]);
    let word = |bytes: &[u8], at: usize| i16::from_le_bytes([bytes[at], bytes[at + 1]]);
    // As White sees them.
    let marlin = written(Format::Marlin);
    assert_eq!((word(&marlin, 28), marlin[30]), (500, 2));
    let viri = written(Format::Viri);
    assert_eq!((word(&viri, 28), viri[30], word(&viri, 34)), (0, 2, 500));
    assert!(written(Format::BulletText).ends_with(b" | 500 | 1.0\n"));
    // As Black, the side to move, sees them.
    let bullet = written(Format::Bullet);
    assert_eq!((word(&bullet, 24), bullet[26]), (-500, 0));
    let bin = written(Format::Bin);
    assert_eq!((word(&bin, 32), bin[38]), (-500, 255));
    let plain = String::from_utf8(written(Format::Plain)).expect("a text");
    assert!(plain.contains("\nscore -500\nply 1\nresult -1\n"), "{plain}");
    // -500 is number 999 of 0, -1, 1, -2, 2 and so on. A loss is 1, above the ply.
    assert_eq!(written(Format::Binpack)[8 + 26..8 + 30], [0x03, 0xe7, 0x40, 0x01]);
}

#[test]
fn no_score_is_a_number_of_its_own() {
    let none = Entry { score: None, ..entry("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4") };
    for format in [Format::Binpack, Format::Plain, Format::Bin] {
        assert_eq!(read(format, &write(format, &[none])), [none], "{format}");
    }
    let text = write(Format::Plain, &[none]);
    assert!(String::from_utf8(text).expect("a text").contains("score 32002\n"));
}

#[test]
fn mistakes_in_text_are_named() {
    let plain = "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nmove e2e4\nscore 90\nply 0\nresult 1\ne\n";
    for (from, to, expected) in [
        ("score 90\n", "", "line 5, byte 61: expected the line score, found the line e"),
        (
            "score 90",
            "scores 90",
            "line 3, byte 46: expected one of fen, move, score, ply, result and e, found \"scores 90\"",
        ),
        ("score 90", "score 90.5", "line 3, byte 46: expected a score of 16 bits, found \"90.5\""),
        (
            "score 90",
            "score 32768",
            "line 3, byte 46: expected a score of 16 bits, found \"32768\"",
        ),
        ("ply 0", "move e2e3", "line 4, byte 55: expected one line move in a record, found two"),
        ("e2e4", "e2e5", "line 2, byte 36: the move e2e5 is not legal in this position: \"e2e5\""),
        ("result 1", "result 2", "line 5, byte 61: expected the result -1, 0 or 1, found 2"),
        ("\ne\n", "\n", "line 6, byte 70: expected the line e, found the end of the file"),
        ("fen 4k3", "fen 4k4", "line 1, byte 0: expected a slash after eight squares"),
    ] {
        let found = mistakes(Format::Plain, plain.replace(from, to).as_bytes());
        assert!(found.len() == 1 && found[0].starts_with(expected), "{found:?}");
        // The record behind is read.
        let (entries, _) =
            read_all(Format::Plain, (plain.replace(from, to) + "e\n" + plain).as_bytes());
        assert_eq!(entries.last(), read(Format::Plain, plain.as_bytes()).last(), "{to}");
    }
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    for (line, expected) in [
        (format!("{fen} | 1"), "expected a FEN, a score and a result between bars"),
        (format!("{fen} | 1 | 1.0 | 2"), "expected a FEN, a score and a result between bars"),
        (
            format!("{fen} | 1.5 | 1.0"),
            "expected a whole number of 16 bits as the score, found \"1.5\"",
        ),
        (format!("{fen} | 1 | 2.0"), "expected the result 1.0, 0.5 or 0.0, found \"2.0\""),
    ] {
        let found = mistakes(Format::BulletText, format!("\n{line}\n{fen} | 1 | 1.0\n").as_bytes());
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("line 2, byte 1: {expected}")),
            "{found:?}"
        );
    }
    for line in ["8/8/8/8/8/8/8/4K2k b | -7 | 0.5", "8/8/8/8/8/8/8/4K2k b - - 0 1 |-7|[1/2]"] {
        assert_eq!(read(Format::BulletText, line.as_bytes())[0].result, GameResult::Draw, "{line}");
    }
}

#[test]
fn lichess_takes_the_deepest_evaluation() {
    let eval = |depth: u32, knodes: u32, pvs: &str| {
        format!("{{\"depth\":{depth},\"knodes\":{knodes},\"pvs\":[{pvs}]}}")
    };
    let line = |evals: &[String]| {
        format!("{{\"evals\": [{}], \"fen\": \"r3k3/8/8/8/8/8/8/4K2R w Kq -\"}}\n", evals.join(","))
    };
    let pv = |score: &str, moves: &str| format!("{{{score},\"line\":\"{moves}\"}}");
    let castles = pv("\"cp\":-90000", "e1h1 a8a1");
    let evals = [
        eval(20, 9, &pv("\"cp\":1", "h1h8")),
        eval(30, 5, &(castles + "," + &pv("\"cp\":2", "h1h8"))),
        eval(30, 4, &pv("\"mate\":-2", "e1g1")),
    ];
    let entry = read(Format::Lichess, line(&evals).as_bytes())[0];
    assert_eq!(entry.score, Some(Score::seen_by(Color::White, -32_767)));
    assert_eq!(entry.played, Some(Move::new(Square::E1, Square::H1)));
    let entry = read(Format::Lichess, line(&evals[2..]).as_bytes())[0];
    assert_eq!(entry.score, Score::mate(Color::Black, 2, Color::White));
    assert_eq!(entry.played, Some(Move::new(Square::E1, Square::H1)));
    // White, who is to move, has been mated.
    let mated = read(Format::Lichess, line(&[eval(1, 1, &pv("\"mate\":0", ""))]).as_bytes())[0];
    assert_eq!(mated.score, Some(Score::seen_by(Color::Black, 32_000)));
    let equal = [1, 2].map(|number| eval(9, 9, &pv(&format!("\"cp\":{number}"), "")));
    let first = read(Format::Lichess, line(&equal).as_bytes())[0];
    assert_eq!(first.score, Some(Score::seen_by(Color::White, 1)));
    // Black, who is to move, can write the largest scores of both sides.
    for (number, most) in [(40_000, 32_767), (-40_000, -32_767)] {
        let line =
            line(&[eval(1, 1, &pv(&format!("\"cp\":{number}"), ""))]).replace(" w Kq", " b Kq");
        let entry = read(Format::Lichess, line.as_bytes())[0];
        assert_eq!(entry.score, Some(Score::seen_by(Color::White, most)));
        write(Format::Plain, &[Entry { result: GameResult::Draw, ..entry }]);
    }
    for (evals, expected) in [
        (vec![], "expected an evaluation with a variation, found none"),
        (
            vec![eval(1, 1, &pv("\"cp\":1,\"mate\":1", ""))],
            "expected one of cp and mate, found both",
        ),
        (vec![eval(1, 1, &pv("\"c\":1", ""))], "expected one of cp and mate, found none"),
        (
            vec![eval(1, 1, &pv("\"cp\":1", "e1e3"))],
            "the move e1e3 is not legal in this position: \"e1e3\"",
        ),
        (
            vec![eval(1, 1, &pv("\"mate\":-16000", ""))],
            "expected a mate in at most 15999 moves, found -16000",
        ),
        (vec![eval(1, 1, "{}")], "expected the JSON of an evaluation: missing field"),
    ] {
        let found = mistakes(
            Format::Lichess,
            (line(&evals) + &line(&[eval(1, 1, &pv("\"cp\":1", ""))])).as_bytes(),
        );
        assert!(
            found.len() == 1 && found[0].starts_with(&format!("line 1, byte 0: {expected}")),
            "{found:?}"
        );
    }
}

#[test]
fn evaluations_of_games_are_found_in_comments() {
    let pgn = "1. e4 { good [%clk 0:01] [%eval 0.25] } (1. d4 { [%eval 9.00] }) \
               1... e5 {[%eval -30,12]} 2. Nf3 Nc6 {} {[%eval #-7]} *\n\n";
    let entries = read(Format::Pgn, pgn.as_bytes());
    let found: Vec<(u16, i32)> = entries
        .iter()
        .map(|entry| (entry.ply, entry.score.expect("a score").for_color(Color::White)))
        .collect();
    assert_eq!(found, [(1, 25), (2, -30), (4, -31_986)]);
    assert!(entries.iter().all(|entry| entry.result == GameResult::Unknown));
    assert_eq!(entries[2].played, None);
    let other = "1. e4 {[%evaluator SF] [%eval 0.25]} e5 {[%eval 400.0]} {[%evaluation]} *\n\n";
    let scores: Vec<_> = read(Format::Pgn, other.as_bytes()).iter().map(|e| e.score).collect();
    assert_eq!(scores, [25, 32_767].map(|number| Some(Score::seen_by(Color::White, number))));
    // Of several comments behind a move the last evaluation counts, and in a comment the first one
    // that can be read.
    for (comments, expected) in [
        ("{[%eval 0.10]} {[%eval 0.20]}", 20),
        ("{[%eval 0.10] [%eval 0.20]}", 10),
        ("{[%eval x] [%eval 0.20]}", 20),
        (&*format!("{{[%eval x] {} [%eval 0.20]}}", "text ".repeat(40_000)), 20),
    ] {
        let text = format!("1. e4 {comments} e5 {{[%eval 0.30]}} *");
        let mut reader = Format::Pgn.reader(text.as_bytes());
        let (all, errors) = crate::support::rest(&mut *reader);
        let scores: Vec<_> = all.iter().map(|entry| entry.score).collect();
        let expected = [expected, 30].map(|number| Some(Score::seen_by(Color::White, number)));
        assert_eq!((&scores[..], errors.len()), (&expected[..], 0), "{comments:.30}");
        assert_eq!(reader.left_out().rows(), [], "{comments:.30}");
    }
    // An evaluation that cannot be read costs its move the score, and not the game its moves.
    for wrong in ["[%eval 0.25", "[%eval 25]", "[%eval 1e2]", "[%eval]"] {
        let text = format!("1. e4 {{{wrong}}} e5 {{[%eval 0.50]}} *\n\n{pgn}");
        let mut reader = Format::Pgn.reader(text.as_bytes());
        let (all, errors) = crate::support::rest(&mut *reader);
        assert!(errors.is_empty(), "{wrong}");
        assert_eq!((all[0].ply, &all[1..]), (2, &entries[..]), "{wrong}");
        let left = reader.left_out();
        assert_eq!(left.count(Thing::Move, Reason::UnreadableEvaluation), 1, "{wrong}");
        assert_eq!(left.count(Thing::Move, Reason::NoEvaluation), 1, "{wrong}");
        assert_eq!(left.comments()[0], wrong);
    }
}

#[test]
fn lines_may_end_as_in_windows_and_have_a_mark() {
    for (name, format) in [
        ("edge.plain", Format::Plain),
        ("std.txt", Format::BulletText),
        ("results.epd", Format::Epd),
        ("games_dfrc.pgn", Format::Pgn),
        ("evals.jsonl", Format::Lichess),
    ] {
        let text = String::from_utf8(sample(name)).expect("a text");
        let other = format!("\u{feff}{}", text.replace('\n', "\r\n"));
        assert_eq!(read(format, other.as_bytes()), read(format, text.as_bytes()), "{name}");
    }
    let long = format!("{}\n8/8/8/8/8/8/8/4K2k b - - 0 1 | -7 | 0.5\n", "x".repeat(3 << 20));
    let (entries, errors) = read_all(Format::BulletText, long.as_bytes());
    assert_eq!((entries.len(), errors.len()), (1, 1));
    assert_eq!(
        errors[0].to_string(),
        "line 1, byte 0: expected a line of less than 1 MiB, found more"
    );
    let bytes = b"8/8 \xff\n8/8/8/8/8/8/8/4K2k b - - 0 1 | -7 | 0.5\n";
    assert_eq!(
        mistakes(Format::BulletText, bytes),
        ["line 1, byte 4: expected text in UTF-8, found the byte 0xff"]
    );
}

/// A stream that gives some bytes and then fails.
struct Broken(Cursor<Vec<u8>>);

impl Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.read(buffer)? {
            0 => Err(io::Error::other("broken")),
            read => Ok(read),
        }
    }
}

#[test]
fn a_stream_that_fails_ends_and_is_not_taken_for_its_end() {
    for (name, format) in [
        ("multichunk.binpack", Format::Binpack),
        ("edge.plain", Format::Plain),
        ("edge.bin", Format::Bin),
        ("dfrc.viri", Format::Viri),
        ("dfrc.marlin", Format::Marlin),
        ("std.bullet", Format::Bullet),
        ("std.txt", Format::BulletText),
        ("results.epd", Format::Epd),
        ("games_dfrc.pgn", Format::Pgn),
        ("evals.jsonl", Format::Lichess),
    ] {
        let mut bytes = sample(name);
        bytes.truncate(2500);
        for damaged in [false, true] {
            if damaged {
                bytes[..40].fill(b'#');
            }
            for end in (0..bytes.len()).step_by(97) {
                let mut reader = format.reader(Broken(Cursor::new(bytes[..end].to_vec())));
                let mut last = None;
                loop {
                    match reader.next_entry() {
                        Ok(Some(_)) => {}
                        Ok(None) => break,
                        Err(error) => last = Some(error),
                    }
                }
                let kind = last.map(|error| error.kind);
                assert!(matches!(kind, Some(ReadErrorKind::Io(_))), "{name}, {end}: {kind:?}");
                assert!(matches!(reader.next_entry(), Ok(None)), "{name}");
            }
        }
    }
}

#[test]
fn an_evaluation_before_the_first_move_belongs_to_its_own_game() {
    let pgn = "1. e4 {[%eval 0.10]} *\n\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n\
               {[%eval #0]} 1. Rh8+ {[%eval #2]} *\n\n\
               [FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n{[%eval #3]} *\n\n";
    let entries = read(Format::Pgn, pgn.as_bytes());
    let scores: Vec<_> = entries.iter().map(|entry| entry.score).collect();
    let expected = [
        Some(Score::seen_by(Color::White, 10)),
        Some(Score::seen_by(Color::Black, 32_000)),
        Score::mate(Color::White, 2, Color::Black),
        Score::mate(Color::White, 3, Color::White),
    ];
    assert_eq!(scores, expected);
}

#[test]
fn plain_text_may_have_blanks_and_lack_ends() {
    let good = "fen 4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\nmove e2e4\nscore 90\nply 0\nresult 1\ne\n";
    let one = read(Format::Plain, good.as_bytes());
    let blanks = good.replace("e2e4\n", "e2e4 \n").replace("\ne\n", "\ne \n");
    let text = format!("\n{good}\n \n{blanks}{good}\n\n");
    assert_eq!(read(Format::Plain, text.as_bytes()), one.repeat(3));
    let open = good.replace("\ne\n", "\n");
    for (bad, expected) in [
        (open.clone(), "line 6, byte 70: expected the line e, found the line fen"),
        (open.replace("e2e4", "e2e5"), "line 2, byte 36: the move e2e5 is not legal"),
        (good.replace("\nscore", "\n\nscore"), "line 3, byte 46: expected one of fen, move"),
    ] {
        let (entries, errors) = read_all(Format::Plain, (bad + good + good).as_bytes());
        assert_eq!(entries, one.repeat(2), "{expected}");
        assert!(errors.len() == 1 && errors[0].to_string().starts_with(expected), "{errors:?}");
    }
}

#[test]
fn half_move_clocks_are_refused_in_chains_too() {
    let first = entry("4k3/8/8/8/8/8/8/4K2R w - - 255 200", "h1h2");
    let position = first.position.play(first.played.expect("a move")).expect("it is legal");
    let played = Some(Move::new(Square::E8, Square::D8));
    let next = Entry { played, position, ply: first.ply + 1, ..first };
    let (bytes, refused) = write_all(Format::Binpack, &[first, next]);
    let refusal = Refusal::Number { name: "half move clock", found: 256, most: 255 };
    assert_eq!(refused, [(1, refusal)]);
    assert_eq!(read(Format::Binpack, &bytes), [first]);
}

#[test]
fn games_of_viriformat_may_end_with_a_position_without_a_move() {
    let [first, second] = chain()[..] else { panic!("two entries") };
    let position = second.position.play(second.played.expect("a move")).expect("it is legal");
    let last = Entry { position, played: None, ply: 2, ..first };
    let bytes = write(Format::Viri, &[first, second, last, first]);
    assert_eq!(read(Format::Viri, &bytes), [first, second, first]);
    let other = Entry { result: GameResult::WhiteWins, ..last };
    let (bytes, refused) = write_all(Format::Viri, &[first, second, other]);
    assert_eq!(refused, [(2, Refusal::NoMove)]);
    assert_eq!(read(Format::Viri, &bytes), [first, second]);
}

#[test]
fn records_of_bullet_that_are_written_can_be_read() {
    let setup: Setup = "4k3/8/8/8/8/PP6/PPPPPPPP/4K3 b - - 0 1".parse().expect("a setup");
    assert!(setup.position().is_err());
    let position = setup.unreachable_position().expect("a position");
    let good = entry("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4");
    let many = Entry { position, played: None, ..good };
    assert_eq!(write_all(Format::Bullet, &[many]).1, [(0, Refusal::Unreachable)]);
    assert_eq!(read(Format::Marlin, &write(Format::Marlin, &[many]))[0].position, position);
}

#[test]
fn errors_of_streams_are_printed_once() {
    let mut reader = Format::Plain.reader(Broken(Cursor::new(Vec::new())));
    let error = reader.next_entry().expect_err("the stream is broken");
    assert_eq!(error.to_string(), "line 1, byte 0: broken");
    assert!(error.source().is_none());
    for error in [WriteError::from(io::Error::other("full")), Refusal::NoMove.into()] {
        assert!(error.source().is_none(), "{error}");
    }
}

#[test]
fn mistakes_in_records_and_games_are_named() {
    let good = entry("4k3/p7/8/8/8/8/4P3/R3K2R w KQ - 0 1", "e2e4");
    let [marlin, bin, bullet, viri] = [Format::Marlin, Format::Bin, Format::Bullet, Format::Viri]
        .map(|format| (format, write(format, &[good])));
    for ((format, bytes), byte, value, expected) in [
        (&marlin, 8, 0x87, "record 1, byte 0: expected a piece from 0 to 6, found 7"),
        (&marlin, 24, 65, "record 1, byte 0: expected an en passant square from 0 to 64, found 65"),
        (&marlin, 30, 3, "record 1, byte 0: expected the result 0, 1 or 2, found 3"),
        (&bin, 0, 0x98, "record 1, byte 0: expected "),
        (&bin, 34, 0, "record 1, byte 0: expected a legal move of its kind, found e2a1, kind 0"),
        (&bin, 38, 2, "record 1, byte 0: expected the result -1, 0 or 1, found 2"),
        (&bullet, 8, 0x0e, "record 1, byte 0: "),
        (&bullet, 26, 3, "record 1, byte 0: "),
        (&bullet, 27, 5, "record 1, byte 0: "),
        (&viri, 30, 3, "game 1, byte 0: expected the result 0, 1 or 2, found 3"),
        (&viri, 32, 0, "game 1, byte 32: expected a legal move of its kind"),
        (&viri, 36, 1, "game 1, byte 36: expected a legal move of its kind, found b1a1, kind 0"),
        (
            &viri,
            38,
            1,
            "game 1, byte 36: expected a move, or zeros at the end of a game, found the score 1",
        ),
    ] {
        let mut wrong = bytes.clone();
        assert_ne!(wrong[byte], value, "{expected}");
        wrong[byte] = value;
        let mistakes = mistakes(*format, &wrong);
        assert!(mistakes.len() == 1 && mistakes[0].starts_with(expected), "{format}: {mistakes:?}");
        // What stands behind is read, but a game that does not end takes the next one with it.
        if byte < 36 || *format != Format::Viri {
            let entries = read_all(*format, &[&wrong[..], bytes].concat()).0;
            assert_eq!(entries.last(), read(*format, bytes).last(), "{format}");
        }
    }
    for (format, bytes) in [&marlin, &bin, &bullet] {
        let size = bytes.len();
        let found = mistakes(*format, &bytes[..size - 1]);
        let expected =
            format!("record 1, byte 0: expected a record of {size} bytes, found {}", size - 1);
        assert_eq!(found, [expected], "{format}");
    }
    let found = mistakes(Format::Viri, &viri.1[..34]);
    assert_eq!(found, ["game 1, byte 32: expected the 4 bytes of a move, found 2"]);
    for (line, expected) in [
        ("c9 \"2-0\";", "expected 1-0, 0-1 or 1/2-1/2 after c9, found \"2-0\""),
        ("ce 1.5;", "expected a whole number of 16 bits after ce, found \"1.5\""),
    ] {
        let found = mistakes(Format::Epd, format!("4k3/8/8/8/8/8/8/4K3 w - - {line}").as_bytes());
        assert_eq!(found, [format!("line 1, byte 0: {expected}")]);
    }
}
