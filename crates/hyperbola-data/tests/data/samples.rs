//! Sample files of each format, beside texts of what they hold.

use hyperbola_data::{Entry, Format, GameResult, Score};
use hyperbola_moves::Color;

use crate::support::{read, read_all, sample, write, write_all};

/// Returns a sample that is a text.
fn text(name: &str) -> String {
    String::from_utf8(sample(name)).expect("a text")
}

/// Returns the first fields of a FEN.
fn fields(fen: &str, count: usize) -> String {
    fen.split(' ').take(count).collect::<Vec<_>>().join(" ")
}

/// Returns the score as White sees it.
pub(crate) fn white(entry: &Entry) -> i32 {
    entry.score.expect("a score").for_color(Color::White)
}

/// Returns the number of a result as White sees it.
pub(crate) fn number(result: GameResult) -> &'static str {
    match result {
        GameResult::BlackWins => "0",
        GameResult::Draw => "1",
        GameResult::WhiteWins => "2",
        GameResult::Unknown => "none",
    }
}

/// Reads the fields of the lines of a text between bars.
pub(crate) fn rows(name: &str) -> Vec<Vec<String>> {
    let row = |line: &str| line.split('|').map(|field| field.trim().to_owned()).collect();
    text(name).lines().map(row).collect()
}

#[test]
fn binpacks_are_what_their_text_says() {
    let plain = sample("edge.plain");
    let entries = read(Format::Binpack, &sample("edge.binpack"));
    assert_eq!(entries.len(), 193);
    assert_eq!(entries, read(Format::Plain, &plain));
    assert!(write(Format::Plain, &entries) == plain);
    assert!(entries.iter().any(|entry| entry.ply == 16_383));
}

#[test]
fn binpacks_are_written_as_others_write_them() {
    for name in ["edge.binpack", "dfrc_corner.binpack"] {
        let bytes = sample(name);
        assert!(write(Format::Binpack, &read(Format::Binpack, &bytes)) == bytes, "{name}");
    }
    // Its chunks are smaller than those that are written.
    let entries = read(Format::Binpack, &sample("multichunk.binpack"));
    let written = write(Format::Binpack, &entries);
    assert_eq!((entries.len(), written.len()), (2070, sample("multichunk.binpack").len() - 16));
    assert_eq!(read(Format::Binpack, &written), entries);
}

#[test]
fn a_binpack_with_other_castling_is_refused_in_both_ways() {
    let (entries, errors) = read_all(Format::Binpack, &sample("dfrc_hazard.binpack"));
    assert!(entries.is_empty());
    let expected = "chunk 1, byte 8: expected the king of a castling right on file e, found d1";
    assert_eq!(errors.iter().map(ToString::to_string).collect::<Vec<_>>(), [expected]);
}

#[test]
fn records_of_40_bytes_are_what_their_text_says() {
    let bytes = sample("edge.bin");
    let entries = read(Format::Bin, &bytes);
    let plain = read(Format::Plain, &sample("edge.plain"));
    assert_eq!(entries.len(), plain.len());
    for (entry, plain) in entries.iter().zip(&plain) {
        // The library that wrote the sample has another move number.
        let fen = |entry: &Entry| fields(&entry.position.to_string(), 5);
        assert_eq!(fen(entry), fen(plain));
        assert_eq!(Entry { position: plain.position, ..*entry }, *plain);
    }
    assert!(write(Format::Bin, &entries) == bytes);
}

#[test]
fn games_of_viriformat_are_what_their_text_says() {
    let bytes = sample("dfrc.viri");
    let entries = read(Format::Viri, &bytes);
    assert!(write(Format::Viri, &entries) == bytes);
    let mut entries = entries.iter();
    for row in rows("dfrc.viri.tsv") {
        let [start, result, moves] = &row[..] else { panic!("{row:?}") };
        let mut position = None;
        for step in moves.split(' ') {
            let entry = entries.next().expect("an entry");
            let start = start.parse().expect("a position");
            let position = position.get_or_insert(start);
            assert_eq!(entry.position, *position);
            let played = entry.played.expect("a move");
            assert_eq!(format!("{played}:{}", white(entry)), step);
            assert_eq!(number(entry.result), result);
            *position = position.play(played).expect("a legal move");
        }
    }
    assert!(entries.next().is_none());
}

#[test]
fn records_of_marlinformat_are_what_their_text_says() {
    for name in ["std", "dfrc"] {
        let bytes = sample(&format!("{name}.marlin"));
        let entries = read(Format::Marlin, &bytes);
        assert!(write(Format::Marlin, &entries) == bytes);
        let rows = rows(&format!("{name}.marlin.tsv"));
        assert_eq!(entries.len(), rows.len());
        for (entry, row) in entries.iter().zip(&rows) {
            let position = &entry.position;
            // Some programs write no letters of files.
            assert!(
                [position.fen(), position.shredder_fen()]
                    .map(|fen| fen.to_string())
                    .contains(&row[0])
            );
            assert_eq!(white(entry).to_string(), row[1]);
            assert_eq!(number(entry.result), row[2]);
        }
    }
}

#[test]
fn bullet_writes_the_same_records_of_its_text() {
    for name in ["std", "dfrc"] {
        let (lines, bytes) = (sample(&format!("{name}.txt")), sample(&format!("{name}.bullet")));
        let entries = read(Format::BulletText, &lines);
        assert_eq!(entries.len(), 100);
        assert!(write(Format::BulletText, &entries) == lines);
        assert!(write(Format::Bullet, &entries) == bytes);
        let records = read(Format::Bullet, &bytes);
        assert!(write(Format::Bullet, &records) == bytes);
        for (entry, record) in entries.iter().zip(&records) {
            let side = entry.position.side_to_move();
            let score = |entry: &Entry, color| entry.score.expect("a score").for_color(color);
            assert_eq!(score(entry, side), score(record, Color::White));
        }
    }
}

#[test]
fn evaluations_of_games_are_where_they_belong() {
    for name in ["games_eval", "games_dfrc"] {
        let entries = read(Format::Pgn, &sample(&format!("{name}.pgn")));
        let rows = rows(&format!("{name}.tsv"));
        assert_eq!(entries.len(), rows.len());
        for (entry, row) in entries.iter().zip(&rows) {
            let (_, fen) =
                row[0].split_once(' ').and_then(|(_, rest)| rest.split_once(' ')).expect("a FEN");
            let position = &entry.position;
            assert!(
                [position.fen(), position.shredder_fen()]
                    .map(|fen| fen.to_string())
                    .contains(&fen.to_owned())
            );
            assert_eq!(entry.score, score(&row[1], position.side_to_move()));
            assert_eq!(entry.result, result(&row[2]));
            assert!(entry.played.is_none_or(|played| position.is_legal(played)));
        }
        // The move of an entry leads to the next one of its game.
        let [first, second, ..] = &entries[..] else { panic!("two entries") };
        assert_eq!(first.position.play(first.played.expect("a move")), Ok(second.position));
    }
}

/// Reads the score of White. The text has mates with a number of half moves that leaves the side to
/// move aside.
fn score(text: &str, side_to_move: Color) -> Option<Score> {
    let number: i32 = text.parse().expect("a score");
    if number.abs() < 30_000 {
        return Some(Score::seen_by(Color::White, number));
    }
    let moves = u16::try_from(((32_001 - number.abs()) / 2).max(1)).expect("fits");
    let winner = if number < 0 { Color::Black } else { Color::White };
    Score::mate(winner, moves, side_to_move)
}

fn result(text: &str) -> GameResult {
    match text {
        "1.0" => GameResult::WhiteWins,
        "0.5" => GameResult::Draw,
        "0.0" => GameResult::BlackWins,
        _ => panic!("{text}"),
    }
}

#[test]
fn lines_of_lichess_have_the_score_of_white() {
    let entries = read(Format::Lichess, &sample("evals.jsonl"));
    let rows = rows("evals.tsv");
    assert_eq!(entries.len(), rows.len());
    for (entry, row) in entries.iter().zip(&rows) {
        assert_eq!(fields(&entry.position.to_string(), 4), fields(&row[0], 4));
        assert_eq!(entry.score, score(&row[1], entry.position.side_to_move()));
        assert_eq!(entry.result, GameResult::Unknown);
    }
    // Each line of the sample has one evaluation with one variation.
    let text = text("evals.jsonl");
    for (entry, line) in entries.iter().zip(text.lines()) {
        let played =
            line.split("\"line\":\"").nth(1).and_then(|rest| rest.split(['"', ' ']).next());
        let played = entry.position.parse_uci(played.expect("a move")).expect("a legal move");
        assert_eq!(entry.played, Some(played));
    }
}

#[test]
fn epd_has_results_of_white() {
    let text = text("results.epd");
    let entries = read(Format::Epd, text.as_bytes());
    assert_eq!(entries.len(), 40);
    for (entry, line) in entries.iter().zip(text.lines()) {
        let result = line.split('"').nth(1).expect("a result");
        assert_eq!((entry.result.as_str(), entry.score), (result, None));
        assert_eq!(fields(&entry.position.to_string(), 4), fields(line, 4));
    }
    let scored = "4k3/8/8/8/8/8/8/4K2Q b - - ce -900; c9 \"1-0\";";
    assert_eq!(white(&read(Format::Epd, scored.as_bytes())[0]), 900);
}

#[test]
fn formats_are_known_by_their_contents() {
    for (name, format) in [
        ("edge.binpack", Format::Binpack),
        ("edge.plain", Format::Plain),
        ("edge.bin", Format::Bin),
        ("dfrc.viri", Format::Viri),
        ("dfrc.marlin", Format::Marlin),
        ("std.marlin", Format::Marlin),
        ("dfrc.bullet", Format::Bullet),
        ("std.bullet", Format::Bullet),
        ("std.txt", Format::BulletText),
        ("results.epd", Format::Epd),
        ("games_eval.pgn", Format::Pgn),
        ("evals.jsonl", Format::Lichess),
    ] {
        let bytes = sample(name);
        assert_eq!(Format::of_contents(&bytes), Some(format), "{name}");
        assert_eq!(Format::of_path(name.as_ref()), Some(format), "{name}");
        assert_eq!(format.name().parse(), Ok(format));
        // The beginning of a long file is cut anywhere.
        let many = bytes.repeat(Format::PREFIX / bytes.len() + 1);
        assert_eq!(Format::of_contents(&many[..Format::PREFIX]), Some(format), "{name}");
    }
    let line = sample("evals.jsonl");
    let line = String::from_utf8(line).expect("a text").lines().next().expect("a line").to_owned();
    let long = line.replacen(
        "\"line\":\"",
        &format!("\"knots\": \"{}\", \"line\":\"", "x".repeat(40_000)),
        1,
    );
    let long = format!("{long}\n{long}\n");
    assert_eq!(Format::of_contents(&long.as_bytes()[..Format::PREFIX]), Some(Format::Lichess));
    assert_eq!(Format::of_contents(b""), None);
    assert_eq!(Format::of_contents(&[0; 1000]), None);
    assert_eq!(Format::of_contents(b"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - | 1"), None);
    assert!("pgns".parse::<Format>().is_err());
}

#[test]
fn games_are_joined_whatever_their_move_numbers() {
    let [bin, plain] = [(Format::Bin, "edge.bin"), (Format::Plain, "edge.plain")]
        .map(|(format, name)| write_all(Format::Viri, &read(format, &sample(name))).0);
    assert!(plain.len() > 36);
    assert_eq!(bin.len(), plain.len());
}

#[test]
fn comments_of_matches_belong_to_the_position_before_the_move() {
    let game = "[FEN \"4k3/8/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n{+9.00/9 first} 1. Ra8+ {+5.10/22 1.2s} Kd7 {-4.90/20 \
                0.5s} {+1.00/1 later} 2. Ra7+ {book} Kd6 {-M4/7 1s} 3. Ra6+ {+0.71/22 a long one: xxxxxxxxxxxxxxxx\
                xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx} 1-0\n";
    let found = read(Format::PgnMatch, game.as_bytes());
    let seen = |entry: &Entry| {
        let score = entry.score.expect("a score").for_color(Color::White);
        (entry.played.expect("a move").to_string(), entry.ply, score)
    };
    let found: Vec<_> = found.iter().map(seen).collect();
    // The later of two comments of a move counts, as it does for evaluations.
    let expected = [("a1a8", 0, 510), ("e8d7", 1, -100), ("a7a6", 4, 71)];
    assert_eq!(found, expected.map(|(played, ply, score)| (played.to_owned(), ply, score)));
    // What stands behind the depth may be in any encoding and is cut anywhere.
    for rest in
        [b"1.2s, Wei\xdf".to_vec(), [&[b'x'; 50][..], "\u{e9}".repeat(9).as_bytes()].concat()]
    {
        let text = [b"1. e4 {+0.71/22 ", &rest[..], b"} 1-0\n"].concat();
        assert_eq!(read(Format::PgnMatch, &text).len(), 1);
    }
    // Nothing is guessed.
    assert_eq!(read(Format::Pgn, game.as_bytes()), []);
    assert_eq!(Format::of_contents(game.as_bytes()), None);
}

#[test]
fn lines_of_tuners_are_read_where_they_are_asked_for() {
    let fen = "8/8/8/8/8/8/8/4K2k b - -";
    for (line, result, score) in [
        (format!("{fen} [1.0]"), GameResult::WhiteWins, None),
        (format!("{fen} 7 9 [0.5] -12"), GameResult::Draw, Some(-12)),
        (format!("{fen};0.0"), GameResult::BlackWins, None),
        (format!("{fen}; [0.0] 5"), GameResult::BlackWins, Some(5)),
        (format!("{fen} 7 9;1"), GameResult::WhiteWins, None),
    ] {
        let entry = read(Format::Tuner, line.as_bytes())[0];
        let white = entry.score.map(|score| score.for_color(Color::White));
        assert_eq!((entry.result, white), (result, score), "{line}");
        assert_eq!(entry.position.side_to_move(), Color::Black);
        assert_eq!(Format::of_contents(line.as_bytes()), None, "{line}");
    }
    for (line, expected) in [
        (format!("{fen} c2 1.0"), "expected FEN [result] or FEN;result"),
        (format!("{fen} [1.0"), "expected FEN [result] or FEN;result"),
        (format!("{fen} [0.7]"), "expected the result 1.0, 0.5 or 0.0, found \"0.7\""),
        (format!("{fen} [0.5] x"), "expected a score of 16 bits, found \"x\""),
        (format!("{fen} [0.5] 40000"), "expected a score of 16 bits, found \"40000\""),
    ] {
        let (entries, errors) = read_all(Format::Tuner, line.as_bytes());
        assert!(entries.is_empty() && errors[0].to_string().contains(expected), "{}", errors[0]);
    }
}
