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

#[test]
fn tables_have_the_columns_that_their_first_line_names() {
    const E4: &str = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
    const MATED: &str = "8/8/8/8/8/5k2/4q3/7K w - - 0 1";
    let seen = |text: &str| -> Vec<(i32, Option<String>, GameResult)> {
        let seen = |entry: &Entry| {
            let score = entry.score.expect("a score").for_color(Color::White);
            (score, entry.played.map(|played| played.to_string()), entry.result)
        };
        read(Format::Table, text.as_bytes()).iter().map(seen).collect()
    };
    let scores = |text: &str| seen(text).into_iter().map(|(score, ..)| score).collect::<Vec<_>>();
    let table = format!("FEN,Evaluation\n{E4},-10\n{MATED},#-1\n");
    assert_eq!(scores(&table), [-10, -31_998]);
    assert_eq!(Format::of_contents(table.as_bytes()), Some(Format::Table));
    assert_eq!(Format::of_path("a.TSV".as_ref()), Some(Format::Table));
    for (number, score) in [
        ("+10", 10),
        ("0", 0),
        ("-99999", -32_767),
        ("12.0", 12),
        ("#+2", 31_996),
        ("M2", 31_996),
        ("-M3", -31_995),
        ("#-3", -31_995),
        // Black has been mated.
        ("#0", 32_000),
        ("#-0", 32_000),
    ] {
        assert_eq!(scores(&format!("\u{feff}fen;CP\r\n\r\n# x\r\n{E4} ; {number}\r\n")), [score]);
    }
    let text = format!(
        "line\tmate\tFEN\tcp\tdepth\tResult\ne7e5 g1f3\t\t\"{E4}\"\t-8\t9\t0-1\n\
         \t-1\t{E4}\t\t\t\ne5\t\t{E4}\t5\t\t0.5\n"
    );
    let played = |text: &str| Some(text.to_owned());
    assert_eq!(
        seen(&text),
        [
            (-8, played("e7e5"), GameResult::BlackWins),
            (-31_999, None, GameResult::Unknown),
            (5, played("e7e5"), GameResult::Draw),
        ]
    );
    for (text, errors) in [
        ("FEN,name\nx,y\n".to_owned(), &["a header with the columns FEN and Evaluation"][..]),
        (
            "FEN,cp,score\n".to_owned(),
            &[r#"one column with the evaluation, found "cp" and "score""#],
        ),
        ("FEN,mate,x,Mate in\n".to_owned(), &[r#"with the mate, found "mate" and "Mate in""#]),
        ("FEN;cp;move;x;line\n".to_owned(), &[r#"one column with moves, found "move" and "line""#]),
        ("FEN,cp,result,outcome\n".to_owned(), &[r#"the result, found "result" and "outcome""#]),
        ("FEN,cp,EPD\n".to_owned(), &[r#"one column with the position, found "FEN" and "EPD""#]),
        (format!("FEN,cp\n{E4}\n{E4},1,2\n"), &["2 fields as in the header, found 1", "found 3"]),
        (format!("FEN,cp\n{E4},0.35\n"), &["expected whole hundredths of a pawn"]),
        (format!("FEN,cp\n{E4},\n"), &["expected one of cp and mate, found none"]),
        (format!("FEN,cp,mate\n{E4},3,1\n"), &["expected one of cp and mate, found both"]),
        (format!("FEN,cp,mate\n{E4},#3,1\n"), &["expected one of an evaluation and a mate"]),
        (format!("FEN,mate\n{E4},16000\n"), &["expected a mate in at most 15999 moves"]),
        (format!("FEN,cp,move\n{E4},1,e2e4\n"), &["is not legal in this position: \"e2e4\""]),
        (format!("FEN,cp\nx,1\n{E4},x\n"), &["expected a piece", "expected whole"]),
    ] {
        let (entries, found) = read_all(Format::Table, text.as_bytes());
        assert_eq!((entries.len(), found.len()), (0, errors.len()), "{text}: {found:?}");
        for (found, expected) in found.iter().zip(errors) {
            assert!(found.to_string().contains(expected), "{text}: {found}");
        }
    }
}

/// What suites and lists have beside positions.
#[test]
fn comments_are_passed_over_and_moves_are_played() {
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
    let plain = format!("fen {START} 0 1 moves e2e4\nmove e7e5\nscore 3\nply 1\nresult 0\ne\n");
    let lichess = format!(
        r#"{{"fen":"{START} moves e2e4","evals":[{{"pvs":[{{"cp":3,"line":""}}],"knodes":1,"depth":1}}]}}"#
    );
    for (format, line) in [
        (Format::Epd, format!("{START} moves e2e4; c9 \"1-0\";\n")),
        (Format::Epd, format!("{START} 5 9 moves e2e4\n")),
        (Format::BulletText, format!("{START} moves e2e4 | 3 | 0.5\n")),
        (Format::Tuner, format!("{START} moves e2e4 [0.5]\n")),
        (Format::Lichess, lichess + "\n"),
        (Format::Plain, plain),
    ] {
        let text = format!("# a list\n\n{line}  # another\n \n{line}");
        let entries = read(format, text.as_bytes());
        assert_eq!(entries.len(), 2, "{format}");
        for entry in entries {
            assert_eq!(entry.position.board().to_string().lines().nth(4), Some(". . . . P . . ."));
            assert_eq!(entry.position.side_to_move(), Color::Black, "{format}");
        }
    }
    let dashes = format!("{START} - -");
    for (format, line) in
        [(Format::Epd, &dashes), (Format::BulletText, &format!("{dashes} | 3 | 1"))]
    {
        let (_, errors) = read_all(format, line.as_bytes());
        let message = errors[0].to_string();
        assert!(message.ends_with("; --lenient, or lenient=True, reads it"), "{message}");
    }
}
