//! Small files as people have them.

use core::sync::atomic::{AtomicU64, Ordering};
use std::io::{self, Read};

use hyperbola_data::convert::{BadRows, Conversion, ConvertError, Request, Source};
use hyperbola_data::{
    Entry, Format, GameResult, Plan, ReadError, ReadErrorKind, ReadOptions, Reason, Score, Thing,
};
use hyperbola_moves::{Color, Position, Rules};
use hyperbola_samples::testdata_bytes;

use crate::support::{read, read_all, rest, write};

/// Returns a file.
fn case(name: &str) -> Vec<u8> {
    testdata_bytes(&format!("cases/{name}"))
}

/// Returns the scores as White sees them.
fn scores(entries: &[Entry]) -> Vec<Option<i32>> {
    entries.iter().map(|entry| entry.score.map(|score| score.for_color(Color::White))).collect()
}

#[test]
fn comments_of_matches_and_moves_in_uci_are_read() {
    let uci = read(Format::PgnMatch, &case("uci.pgn"));
    assert_eq!(uci.len(), 8);
    assert!(uci.iter().all(|entry| entry.score.is_some() && entry.played.is_some()));
    assert_eq!(uci[7].result, GameResult::WhiteWins);
    let bench = read(Format::PgnMatch, &case("openbench.pgn"));
    assert_eq!(scores(&bench), [Some(35), Some(22)]);
    let second = bench[1].score.expect("a score");
    assert_eq!(second.for_color(Color::Black), -22);
}

#[test]
fn signs_and_results_of_people_are_read() {
    let glyphs = read(Format::Pgn, &case("glyphs.pgn"));
    assert_eq!(scores(&glyphs), [Some(30), Some(20)]);
    assert_eq!(glyphs.iter().map(|entry| entry.ply).collect::<Vec<_>>(), [11, 14]);
    let results = read(Format::Pgn, &case("results.pgn"));
    let found: Vec<GameResult> = results.iter().map(|entry| entry.result).collect();
    let [draw, lost] = [GameResult::Draw, GameResult::BlackWins];
    assert_eq!(found, [draw, draw, lost, lost]);
}

/// What people reported: no move is lost by what stands around it, and no comment is a game.
#[test]
fn games_keep_their_moves() {
    let options = ReadOptions { unscored: true, ..ReadOptions::default() };
    for (name, plies, notes) in [
        ("malformed_tags.pgn", &[1, 2, 1, 2][..], 1),
        ("game_in_comment.pgn", &[1, 2, 1, 2], 0),
        ("nbsp.pgn", &[1, 2, 3, 4, 1, 2], 0),
        ("extra_paren.pgn", &[1, 2, 3, 4, 1, 2], 1),
        ("fen_semicolon.pgn", &[1, 2], 0),
    ] {
        let games = case(name);
        let mut reader = Format::Pgn.reader_with(&games[..], 0, options);
        let (entries, errors) = rest(&mut *reader);
        assert!(errors.is_empty(), "{name}: {errors:?}");
        assert_eq!(entries.iter().map(|entry| entry.ply).collect::<Vec<_>>(), plies, "{name}");
        assert_eq!(reader.left_out().count(Thing::Game, Reason::PassedOver), notes, "{name}");
        let last = entries.last().expect("an entry");
        assert_eq!(last.result, GameResult::WhiteWins, "{name}");
    }
    let (entries, errors) =
        rest(&mut *Format::Pgn.reader_with(&case("german.pgn")[..], 0, options));
    assert_eq!((entries.len(), errors.len()), (2, 1));
    assert!(errors[0].to_string().contains("a piece in German"), "{}", errors[0]);
}

/// A FEN in a game is read as elsewhere, also where castling rights are read by rules.
#[test]
fn a_fen_of_a_game_is_read_as_elsewhere() {
    let first = |fen: &str| {
        let text = format!("[FEN \"{fen}\"]\n\n1... Kd7 {{[%eval 0.1]}} *");
        let entry = Format::Pgn.reader(text.as_bytes()).next_entry().ok().flatten();
        entry.map(|entry| entry.position.to_string())
    };
    let expected = Some("8/3k4/8/8/8/8/8/4K3 w - - 8 10".to_owned());
    for fen in ["- - 7 9", "- - 7 9;", "- - hmvc 7; fmvn 9;", "-\u{a0}- 7\u{2009}9"] {
        assert_eq!(first(&format!("4k3/8/8/8/8/8/8/4K3 b {fen}")), expected, "{fen}");
    }
    assert_eq!(first("4k3/8/8/8/8/8/8/4K3 b - - 7 9 x"), None);
    // Lenient reading knows the same blanks.
    let options = ReadOptions { lenient: true, ..ReadOptions::default() };
    for fen in ["KQ - 7 9;", "KQ\u{a0}- 7\u{2009}9", "KQ - 7\u{a0}9\u{a0};"] {
        let fen = format!("4k3/8/8/8/8/8/8/4K3\u{a0}b\u{a0}{fen}");
        let text = format!("[FEN \"{fen}\"]\n\n1... Kd7 {{[%eval 0.1]}} *");
        let mut reader = Format::Pgn.reader_with(text.as_bytes(), 0, options);
        let (entries, errors) = rest(&mut *reader);
        assert!(errors.is_empty(), "{fen:?}: {errors:?}");
        assert_eq!(entries.first().map(|entry| entry.position.to_string()), expected, "{fen:?}");
        assert_eq!(reader.left_out().count(Thing::Game, Reason::Mended), 1, "{fen:?}");
    }
    // So do the letters that say whether a right is one of Chess960.
    let text = "[FEN \"5k1r/8/8/8/8/8/8/4K3\u{a0}b\u{a0}h - 0 1\"]\n\n1... Kg7 {[%eval 0.1]} *";
    let reader = &mut *Format::Pgn.reader_with(text.as_bytes(), 0, ReadOptions::default());
    assert_eq!(rest(reader).0.len(), 1);
    assert_eq!(reader.left_out().count(Thing::Game, Reason::GuessedChess960), 0);
}

#[test]
fn moves_without_an_evaluation_have_entries_if_they_are_wanted() {
    let games = case("no_evaluations.pgn");
    assert_eq!(read(Format::Pgn, &games), []);
    let options = ReadOptions { unscored: true, ..ReadOptions::default() };
    for format in [Format::Pgn, Format::PgnMatch] {
        let mut reader = format.reader_with(&games[..], 0, options);
        let (entries, errors) = rest(&mut *reader);
        assert!(errors.is_empty());
        assert_eq!(entries.len(), 4, "{format}");
        let is_open = |entry: &Entry| (entry.score, entry.result) == (None, GameResult::BlackWins);
        assert!(entries.iter().all(is_open), "{format}");
        // An evaluation belongs to the position behind the move or before it.
        let first = if format == Format::Pgn { [1, 2, 3, 4] } else { [0, 1, 2, 3] };
        assert_eq!(entries.iter().map(|entry| entry.ply).collect::<Vec<_>>(), first, "{format}");
    }
    // What has an evaluation keeps it.
    let text = "[White \"x\"]\n\n{[%eval 0.1]} 1. e4 e5 {[%eval 0.2]} 2. d4 {[%eval x]} 1-0";
    let (entries, _) = rest(&mut *Format::Pgn.reader_with(text.as_bytes(), 0, options));
    assert_eq!(scores(&entries), [Some(10), None, Some(20), None]);
    assert_eq!(read(Format::Pgn, text.as_bytes()).len(), 2);
}

/// Returns what a conversion of games to nothing has counted.
fn converted(text: &[u8], format: Format, bad_rows: BadRows, missing: Option<i32>) -> Conversion {
    let stream = Box::new(io::Cursor::new(text.to_vec()));
    let source = Source::of_stream("games", stream, Some(format)).expect("a source");
    let missing_score = missing.map(|score| Score::seen_by(Color::White, score));
    let plan = Plan { missing_score, ..Plan::default() };
    let request = Request { plan, bad_rows, ..Request::default() };
    let mut conversion = Conversion::new(vec![source], request).expect("a conversion");
    conversion.write(Format::Plain, &mut Vec::new(), &mut ()).expect("it is converted");
    conversion
}

#[test]
fn what_comes_before_a_mistake_is_kept_where_it_is_wanted() {
    let games = case("broken_end.pgn");
    let kept = converted(&games, Format::Pgn, BadRows::KeepBefore, None);
    assert_eq!(kept.tally().counts.written, 4);
    assert_eq!(kept.left_out().count(Thing::Game, Reason::IllegalMove), 1);
    let skipped = converted(&games, Format::Pgn, BadRows::Skip, None);
    assert_eq!(skipped.tally().counts.written, 2);
    assert_eq!(skipped.left_out().count(Thing::Game, Reason::IllegalMove), 1);
    // The entries come first, with the result of the tag, then the mistake.
    let options = ReadOptions { keeps_before: true, ..ReadOptions::default() };
    let mut reader = Format::Pgn.reader_with(&games[..], 0, options);
    let results: Vec<_> = (0..2).map(|_| reader.next_entry().expect("an entry")).collect();
    assert!(results.iter().flatten().all(|entry| entry.result == GameResult::Draw));
    let error = reader.next_entry().expect_err("an illegal move");
    assert!(error.to_string().starts_with("game 1, byte 98: Ke3: "), "{error}");
    assert_eq!(rest(&mut *reader).0.len(), 2);
    // A mistake between games has no entries of the game before.
    let good = "1. e4 {[%eval 0.1]} *\n";
    for mistake in ["{open", "\n{open", "[FEN 4k3/8/8/8/8/8/8/4K3]\n"] {
        let text = format!("{good}{mistake}");
        let (entries, errors) = rest(&mut *Format::Pgn.reader_with(text.as_bytes(), 0, options));
        assert_eq!((entries.len(), errors.len()), (1, 1), "{text}");
    }
}

#[test]
fn reasons_are_counted() {
    let unreadable = "1. e4 {[%eval x]} e5 {[%eval 0.2] [%eval y]} 1-0";
    let conversion = converted(unreadable.as_bytes(), Format::Pgn, BadRows::Skip, None);
    assert_eq!(conversion.left_out().count(Thing::Move, Reason::UnreadableEvaluation), 1);
    let text = "[Variant \"Atomic\"]\n\n1. e4 *\n\n1. e4 -- *\n\n1. e4 } ) *\n\n[FEN \"x\"]\n*\n\
                [Result \"1-0\"]\n\n1. e4 {[%eval 0.1]} e5 0-1\n\n1. d4 {see} d5 {[%clk 0:01]}";
    let conversion = converted(text.as_bytes(), Format::Pgn, BadRows::Skip, None);
    let left = conversion.left_out();
    for (thing, reason, count) in [
        (Thing::Game, Reason::OtherGame, 1),
        (Thing::Game, Reason::NullMove, 1),
        (Thing::Game, Reason::Unreadable, 1),
        (Thing::Game, Reason::OtherResult, 1),
        (Thing::Game, Reason::NoClosingResult, 1),
        (Thing::Game, Reason::PassedOver, 1),
        (Thing::Move, Reason::NoEvaluation, 4),
        (Thing::Entry, Reason::Filtered, 0),
    ] {
        assert_eq!(left.count(thing, reason), count, "{reason:?}");
    }
    assert_eq!(left.comments(), ["see", "[%clk 0:01]"]);
    let conversion = converted(text.as_bytes(), Format::Pgn, BadRows::Skip, Some(7));
    assert_eq!(conversion.tally().counts.written, 2);
    // The game with signs that are passed over and the last one have no result, which the output
    // needs.
    assert_eq!(conversion.left_out().count(Thing::Entry, Reason::NoResult), 3);
}

#[test]
fn versions_of_leela_are_in_a_table() {
    let (six, seven) = (case("v6.leela"), case("v7.leela"));
    let entries = read(Format::Leela, &six);
    assert_eq!((entries.len(), read(Format::Leela, &seven)), (1, entries.clone()));
    assert_eq!(read(Format::Leela, &[&seven[..], &six, &seven].concat()).len(), 3);
    // The results of both stand in the same place.
    for (result, draw, expected) in [(1.0_f32, 0.0_f32, 1), (-1.0, 0.0, -1), (0.0, 1.0, 0)] {
        let results = [&six, &seven].map(|record| {
            let mut record = record.clone();
            record[8308..8312].copy_from_slice(&result.to_le_bytes());
            record[8312..8316].copy_from_slice(&draw.to_le_bytes());
            read(Format::Leela, &record)[0].result
        });
        let side = entries[0].position.side_to_move();
        let expected = match (expected, side) {
            (0, _) => GameResult::Draw,
            (1, Color::White) | (-1, Color::Black) => GameResult::WhiteWins,
            _ => GameResult::BlackWins,
        };
        assert_eq!(results, [expected; 2]);
    }
    let mut other = seven;
    other[0] = 9;
    let message = read_all(Format::Leela, &other).1[0].to_string();
    let expected = "expected a record of version 3 of 8276 bytes, 4 of 8292 bytes, 5 of 8308 bytes, 6 of \
                    8356 bytes, 7 of 8396 bytes";
    assert!(message.contains(expected) && message.contains("found the version 9"), "{message}");
}

/// A stream that counts what is read of it. It has no end.
struct Endless<'a> {
    begin: &'a [u8],
    byte: u8,
    read: &'a AtomicU64,
}

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.read.fetch_add(buffer.len() as u64, Ordering::Relaxed);
        if !self.begin.is_empty() {
            return self.begin.read(buffer);
        }
        buffer.fill(self.byte);
        Ok(buffer.len())
    }
}

/// The first mistake is returned before anything is looked for behind it, and what has no entry for
/// long is not read to its end.
#[test]
fn endless_streams_end() {
    for format in Format::ALL {
        let read = AtomicU64::new(0);
        // Signs that are not PGN are passed over, and a word without an end is a mistake.
        let is_pgn = matches!(format, Format::Pgn | Format::Lichess | Format::PgnMatch);
        let stream = Endless { begin: b"", byte: if is_pgn { b'x' } else { 0 }, read: &read };
        let mut reader = format.reader(stream);
        reader.next_entry().expect_err("it is wrong");
        assert!(read.load(Ordering::Relaxed) < 4 << 20, "{format}");
        // The others have millions of mistakes, or end at once, or are read as this one.
        if format != Format::Plain {
            continue;
        }
        let error = loop {
            match reader.next_entry() {
                Ok(_) => {}
                Err(error) if matches!(error.kind, ReadErrorKind::Io(_)) => break error,
                Err(_) => {}
            }
        };
        assert!(
            error.to_string().contains("expected an entry within 256 MiB"),
            "{format}: {error}"
        );
        assert!(read.load(Ordering::Relaxed) < 258 << 20, "{format}");
        assert!(matches!(reader.next_entry(), Ok(None)), "{format}");
    }
}

#[test]
fn a_game_without_an_end_ends() {
    let read = AtomicU64::new(0);
    let stream = Endless { begin: b"1. e4 e5 *\n\n1. d4 {", byte: b'x', read: &read };
    let mut reader = Format::Pgn.reader(stream);
    let error = reader.next_entry().expect_err("it has no entry");
    assert!(matches!(error.kind, ReadErrorKind::Io(_)), "{error}");
    assert!(error.to_string().contains("expected an entry within 256 MiB"), "{error}");
    assert!(matches!(reader.next_entry(), Ok(None)));
}

/// Where mistakes follow entries, the entries count: none of these streams is without one for long.
#[test]
fn entries_before_mistakes_are_entries() {
    const PARTS: usize = 6;
    const REST: u32 = 64 << 20;
    let drawn = Entry { result: GameResult::Draw, ..Entry::new(Position::initial()) };
    let mut chunk = write(Format::Binpack, &[drawn]);
    let said = u32::from_le_bytes(chunk[4..8].try_into().expect("four bytes"));
    chunk[4..8].copy_from_slice(&(said + REST).to_le_bytes());
    let game = b"1. e4 {[%eval 0.1]} e5 Ke4 {";
    let options = ReadOptions { keeps_before: true, ..ReadOptions::default() };
    for (format, head, tail) in
        [(Format::Binpack, &chunk[..], &b""[..]), (Format::Pgn, game, b"} *\n\n")]
    {
        let mut stream: Box<dyn Read + Send> = Box::new(io::empty());
        for _ in 0..PARTS {
            stream =
                Box::new(stream.chain(head).chain(io::repeat(b'\0').take(REST.into())).chain(tail));
        }
        let (entries, errors) = rest(&mut *format.reader_with(stream, 0, options));
        assert_eq!((entries.len(), errors.len()), (PARTS, PARTS), "{format}");
        let is_wrong = |error: &ReadError| matches!(error.kind, ReadErrorKind::Wrong(_));
        assert!(errors.iter().all(is_wrong), "{format}: {errors:?}");
    }
}

/// A stream that fails.
struct Failing;

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(io::ErrorKind::InvalidData.into())
    }
}

#[test]
fn errors_of_streams_are_not_those_of_long_streams() {
    for format in Format::ALL {
        let error = format.reader(Failing).next_entry().expect_err("it fails");
        assert!(matches!(error.kind, ReadErrorKind::Io(_)), "{format}: {error}");
        assert!(!error.to_string().contains("256 MiB"), "{format}: {error}");
    }
}

#[test]
fn a_conversion_of_an_endless_stream_ends() {
    static READ: AtomicU64 = AtomicU64::new(0);
    let stream = Box::new(Endless { begin: b"BINP", byte: b'x', read: &READ });
    let source = Source::of_stream("zeros", stream, Some(Format::Binpack)).expect("a source");
    let request = Request { bad_rows: BadRows::Skip, ..Request::default() };
    let mut conversion = Conversion::new(vec![source], request).expect("a conversion");
    let error = conversion.check(&mut ()).expect_err("it has no entry");
    assert!(matches!(error, ConvertError::Wrong(_)), "{error:?}");
    assert!(error.to_string().contains("expected an entry within 256 MiB"), "{error}");
}

/// The black king is on f8, and has kept its right in the letters of chess.
const KEPT_RIGHTS: &str = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9";

/// Returns the file of a format with a position of a FEN.
fn with_fen(format: Format, fen: &str) -> String {
    match format {
        Format::Plain => format!("fen {fen}\nmove 0000\nscore 3\nply 9\nresult 0\ne\n"),
        Format::BulletText => format!("{fen} | 3 | 0.5"),
        Format::Epd => format!("{} ce 3; id \"one\";", fen.trim_end_matches(" 1 9")),
        Format::Tuner => format!("{fen} [0.5] 3"),
        Format::Lichess => format!(
            r#"{{"fen":"{fen}","evals":[{{"pvs":[{{"cp":3,"line":""}}],"knodes":1,"depth":1}}]}}"#
        ),
        _ => format!("[FEN \"{fen}\"]\n\n9... Na6 {{[%eval 0.03]}} *"),
    }
}

const WITH_FENS: [Format; 6] =
    [Format::Plain, Format::BulletText, Format::Epd, Format::Tuner, Format::Lichess, Format::Pgn];

/// Reads a file with a FEN. Returns the castling rights of its position, or the mistake, and what
/// is noted.
fn rights(
    format: Format,
    fen: &str,
    rules: Rules,
    lenient: bool,
) -> (Result<String, String>, Vec<Reason>) {
    let text = with_fen(format, fen);
    let options = ReadOptions { rules, lenient, ..ReadOptions::default() };
    let mut reader = format.reader_with(text.as_bytes(), 0, options);
    let rights = match reader.next_entry() {
        Ok(entry) => {
            let fen = entry.expect("an entry").position.to_string();
            Ok(fen.split(' ').nth(2).expect("a field").to_owned())
        }
        Err(error) => Err(error.to_string()),
    };
    assert!(matches!(reader.next_entry(), Ok(None)), "{format}");
    let rows = reader.left_out().rows().to_vec();
    let thing = if format == Format::Pgn { Thing::Game } else { Thing::Line };
    assert!(rows.iter().all(|row| (row.thing, row.count) == (thing, 1) && row.reason.is_note()));
    (rights, rows.iter().map(|row| row.reason).collect())
}

#[test]
fn fens_are_read_by_rules() {
    let files = KEPT_RIGHTS.replace("KQkq", "HAha");
    for format in WITH_FENS {
        let check = |fen: &str, rules, lenient, expected: &str, noted: &[Reason]| {
            let (rights, notes) = rights(format, fen, rules, lenient);
            assert_eq!(rights.as_deref(), Ok(expected), "{format} {rules} {lenient}");
            assert_eq!(notes, noted, "{format} {rules} {lenient}");
        };
        check(KEPT_RIGHTS, Rules::Auto, false, "KQkq", &[Reason::GuessedChess960]);
        check(KEPT_RIGHTS, Rules::Chess960, false, "KQkq", &[]);
        check(&files, Rules::Auto, false, "KQkq", &[]);
        check(&files, Rules::Auto, true, "KQkq", &[]);
        check(&files, Rules::Chess, true, "KQ", &[Reason::Mended]);
        check(KEPT_RIGHTS, Rules::Chess960, true, "KQkq", &[]);
        for rules in [Rules::Auto, Rules::Chess] {
            check(KEPT_RIGHTS, rules, true, "KQ", &[Reason::Mended]);
        }
        let error = rights(format, KEPT_RIGHTS, Rules::Chess, false).0.expect_err("f8 is not e8");
        assert!(error.contains("with the rook on h8 is not one of chess"), "{format}: {error}");
        // Other mistakes are mended too.
        let lost = KEPT_RIGHTS.replace("k1r", "k1n");
        rights(format, &lost, Rules::Chess960, false).0.expect_err("no rook stands there");
        check(&lost, Rules::Chess960, true, "KQq", &[Reason::Mended]);
    }
    let tag = "[Variant \"Chess960\"]\n";
    for text in [with_fen(Format::Pgn, KEPT_RIGHTS), with_fen(Format::Pgn, KEPT_RIGHTS) + "\n\n*"] {
        let options = ReadOptions { lenient: true, ..ReadOptions::default() };
        let both = [format!("{tag}{text}"), text.replacen("]\n", &format!("]\n{tag}"), 1)];
        for text in both {
            let mut reader = Format::Pgn.reader_with(text.as_bytes(), 0, options);
            let entry = reader.next_entry().expect("it is right").expect("an entry");
            assert_eq!(entry.position.castling_rights().iter().count(), 4, "{text}");
            let notes = reader.left_out();
            assert_eq!(notes.count(Thing::Game, Reason::Mended), 0);
            assert_eq!(notes.count(Thing::Game, Reason::GuessedChess960), 0);
        }
    }
}

#[test]
fn an_operation_in_the_place_of_a_field_is_a_mistake() {
    let options = ReadOptions { lenient: true, ..ReadOptions::default() };
    for (text, is_read) in [
        ("4k3/8/8/8/8/8/8/4K2Q w c9 \"1-0\"; ce 30;", false),
        ("4k3/8/8/8/8/8/8/4K2Q w KQ - c9 \"1-0\"; ce 30;", true),
    ] {
        let read = Format::Epd.reader_with(text.as_bytes(), 0, options).next_entry();
        let result = read.ok().flatten().map(|entry| entry.result);
        assert_eq!(result, is_read.then_some(GameResult::WhiteWins), "{text}");
    }
}

#[test]
fn the_rules_of_chess_hold_in_every_format() {
    let sample = |name: &str| testdata_bytes(&format!("data/{name}"));
    let options = ReadOptions { rules: Rules::Chess, ..ReadOptions::default() };
    for (name, format) in [
        ("dfrc.viri", Format::Viri),
        ("dfrc.marlin", Format::Marlin),
        ("games.monty", Format::Monty),
        ("dfrc_corner.binpack", Format::Binpack),
    ] {
        let bytes = sample(name);
        let (entries, errors) = rest(&mut *format.reader_with(&bytes[..], 0, options));
        assert!(entries.iter().all(|entry| entry.position.chess960_right().is_none()), "{name}");
        let all = read(format, &bytes);
        let other = |entry: &Entry| entry.position.chess960_right().is_some();
        assert_eq!(errors.is_empty(), !all.iter().any(other), "{name}");
        assert_eq!(errors.is_empty(), format == Format::Binpack, "{name}");
        let is_said = |error: &ReadError| error.to_string().contains("is not one of chess");
        assert!(errors.iter().all(is_said), "{name}");
    }
}

#[test]
fn comments_of_tcec_are_those_of_white() {
    let pv = "e2e4 ".repeat(100);
    let text = format!("1. e4 {{d=30, pv={pv}, tb=0, wv=0.35, R50=50, }} e5 {{d=9, wv=-0.28, }} *");
    let entries = read(Format::PgnMatch, text.as_bytes());
    assert_eq!(scores(&entries), [Some(35), Some(-28)]);
    assert_eq!(entries.iter().map(|entry| entry.ply).collect::<Vec<_>>(), [0, 1]);
}
