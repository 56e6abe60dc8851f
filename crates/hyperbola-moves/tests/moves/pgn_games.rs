//! Games of PGN: their moves are played, and what is written is the same game when read.

use std::io::{self, Read};

use hyperbola_moves::pgn::{
    Game, GameResult, Games, PgnError, PgnErrorKind, Reader, TagError, Tags, Variant,
};
use hyperbola_moves::{Position, SanError, Square};
use hyperbola_random::Random;

use crate::support::{OUT_OF_REACH, chess960, random_game, testdata_bytes};

fn games<R: Read>(source: R) -> Games<R> {
    Reader::new(source).games()
}

fn game(text: &str) -> Game {
    games(text.as_bytes()).next().expect("a game").unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the offset, the line and the kind of a text's first mistake.
fn mistake(text: &str) -> (u64, u64, PgnErrorKind) {
    let PgnError { offset, line, kind, .. } =
        games(text.as_bytes()).next().expect(text).expect_err(text);
    (offset, line, kind)
}

#[test]
fn moves_are_played() {
    let played = game("1. e4 (1. e9) d5 2. e5 f5 3. exf6 e.p. {x} exf6 1-0");
    assert_eq!(played.moves().len(), 6);
    assert_eq!(played.result(), GameResult::WhiteWins);
    let board = "rnbqkbnr/ppp3pp/5p2/3p4/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 4";
    assert_eq!(played.position().to_string(), board);
    // A missing result is that of the tag.
    assert_eq!(game("[Result \"0-1\"]\n1. e4").result(), GameResult::BlackWins);
    assert_eq!(game("[Result \"0-1\"]\n1. e4 1/2-1/2").result(), GameResult::Draw);
    assert_eq!(game("[Result \"?\"]\n1. e4").result(), GameResult::Unknown);
    // Nothing is kept from one game to the next.
    let stream =
        "[FEN \"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1\"][Variant \"chess 960\"][A \"b\"] O-O 1-0 e4";
    let games: Vec<Game> = games(stream.as_bytes()).map(|game| game.expect("a game")).collect();
    assert_eq!(games[0].tags().iter().collect::<Vec<_>>(), [("A", "b")]);
    assert_eq!(games[0].variant(), Variant::Chess960);
    assert_eq!(games[0].position().king(hyperbola_moves::Color::White), Square::G1);
    assert_eq!(games[1], game("1. e4"));
    assert_eq!(*games[1].start(), Position::initial());
}

#[test]
fn bad_games_say_what_is_wrong() {
    let (offset, line, kind) = mistake("1. e4 e5\n2. Nf4 *");
    assert_eq!((offset, line), (12, 2));
    let PgnErrorKind::Move { word, error } = kind else { panic!("{kind:?}") };
    assert_eq!((word.as_str(), error), ("Nf4", SanError::Illegal));
    for null in ["--", "Z0", "0000"] {
        assert_eq!(mistake(&format!("1. e4 {null} *")), (6, 1, PgnErrorKind::NullMove));
    }
    let (offset, line, kind) = mistake("[Variant \"King of the Hill\"]");
    assert_eq!((offset, line), (10, 1));
    let expected = "expected the variant Standard or Chess960, found King of the Hill";
    assert_eq!(kind.to_string(), expected);
    let (offset, _, kind) = mistake("[FEN \"4k3/8/8/8/8/8/8/4K3 x\"]");
    assert_eq!(offset, 6);
    assert!(kind.to_string().ends_with("expected the side to move, w or b at byte 20"), "{kind}");
    let (_, _, kind) = mistake("e5 *");
    assert!(kind.to_string().starts_with("e5: no legal move"));
    let error = games("e4\ne5\n e4".as_bytes()).next().expect("a game").expect_err("a mistake");
    assert!(error.to_string().ends_with("matches the text, at byte 7 in line 3"), "{error}");
    assert!(PgnErrorKind::Byte(b'}').to_string().ends_with("a result, found }"));
}

#[test]
fn too_many_tags_are_refused() {
    let many = |count| (0..count).map(|n| format!("[T{n} \"\"]")).collect::<String>();
    assert_eq!(game(&many(1024)).tags().iter().count(), 1024);
    // Those behind them are passed over.
    assert_eq!(game(&many(1026)).tags(), game(&many(1024)).tags());
}

#[test]
fn letters_of_other_languages_are_named() {
    for (word, languages) in [
        ("Sf3", &["S looks like the letter of a piece in German, Danish", "Czech"][..]),
        ("Cf3", &["French", "Spanish, Italian"]),
        ("Jf3", &["J looks like the letter of a piece in Czech, Slovak"]),
        ("exd8=D+", &["D looks like the letter of a piece in German, Danish"]),
        ("Кf3", &["Кf3: expected a move", "; К looks like the letter of a piece in Russian"]),
        ("Šd5", &["Šd5: expected a move"]),
    ] {
        let (_, _, kind) = mistake(&format!("1. e4 e5 2. {word} *"));
        let text = kind.to_string();
        assert!(languages.iter().all(|language| text.contains(language)), "{text}");
    }
    for word in ["Nf4", "Sxx", "S", "sf3", "Qh5", "Xa1"] {
        let (_, _, kind) =
            mistake(&format!("1. e4 e5 2. Nf3 Nc6 3. d4 d5 4. {word} {word} {word} *"));
        assert!(!kind.to_string().contains("letter of a piece"), "{kind}");
    }
}

/// Words that are no moves cost nothing if no move can stand behind them.
#[test]
fn texts_behind_the_moves_are_passed_over() {
    for (text, moves) in [
        ("1. e4 e5 White resigns 1-0", 2),
        ("1. e4 e5 2. d4 exd4 mate *", 4),
        ("1. e4 Black wins, surely!\n[A \"b\"] *", 1),
        ("1. e4 e5 abgelehnt Привет ½", 2),
        ("1. e4 e5 White resigns", 2),
        ("1. e4 e5 2. N", 2),
        ("1. e4 d5 2. ex", 2),
        ("1. e4 d5 2. Bx", 2),
        ("1. e4 (1. d4 with the idea) e5 *", 2),
    ] {
        assert_eq!(game(text).moves().len(), moves, "{text}");
    }
    // It is looked at no further than 8 KiB.
    let long = format!("1. e4 e5 {}", "word ".repeat(4000));
    assert!(games(long.as_bytes()).next().expect("a game").is_err());
    // The last may say a move, stands before one, or is damaged.
    for wrong in [
        "resigns 1-0",
        "1. e4 d5 2. ed *",
        "1. e4 d5 2. exd *",
        "1. e4 d5 2. exd",
        "1. e4 d5 2. PxP *",
        "1. e4 d5 2. PxP",
        "1. e4 d5 2. Castles *",
        "1. e4 d5 2. null",
        "1. e4 d5 2. N *",
        "1. e4 d5 2. Bx *",
        "1. e4 d5 2. Nbd *",
        "1. e4 d5 White resigns d4 *",
        "1. e4 d5 White resigns 2. d4 *",
        "1. e4 d5 White {x} *",
        "1. e4 d5 White2 *",
        "1. e4 d5 White\n\n",
    ] {
        let is_wrong = games(wrong.as_bytes()).next().expect(wrong).is_err();
        assert_eq!(
            is_wrong,
            wrong != "1. e4 d5 2. N *" && wrong != "1. e4 d5 White\n\n",
            "{wrong}"
        );
    }
}

/// Programs write the names of tags in other capitals.
#[test]
fn names_of_tags_are_known_in_any_capitals() {
    let fen = "4k3/8/8/8/8/8/8/4K3 b - - 7 9";
    for name in ["FEN", "fen", "Fen"] {
        let read =
            game(&format!("[{name} \"{fen}\"]\n[RESULT \"1-0\"]\n[variant \"fischerandom\"]"));
        assert_eq!(read.start().to_string(), fen, "{name}");
        assert_eq!((read.result(), read.variant()), (GameResult::WhiteWins, Variant::Chess960));
    }
    assert_eq!(games(&b"[EVENT \"a\"]\n[event \"b\"]"[..]).count(), 2);
    assert_eq!(game("[white \"a\"]").tags().iter().next(), Some(("white", "a")));
}

/// What stands behind a mistake among tags is no game without tags.
#[test]
fn a_result_does_not_part_a_game_from_its_broken_tags() {
    for (text, expected) in [
        ("[FEN \"x\"]\n1-0\n\n1. e4 e5 1-0\n\n[A \"b\"]\n\n1. d4 *", "x1"),
        ("[FEN \"x\"]\n1-0\n[A \"b\"]\n\n1. d4 *", "x1"),
        ("[FEN \"x\"]\n\n1-0\n\n[A \"b\"]\n\n1. d4 *", "x1"),
        ("[FEN \"x\"]\n*\n[Event \"b\"]\n\n1. d4 *", "x1"),
        ("[FEN \"x\"]\n\n*\n[A \"b\"]\n\n1. d4 *", "x1"),
        ("[A \"b\"]\n\n1-0\n\n1. e4 e5 1-0", "02"),
    ] {
        let read = games(text.as_bytes());
        let counts: Vec<String> = read
            .map(|game| game.map_or_else(|_| "x".to_owned(), |game| game.moves().len().to_string()))
            .collect();
        assert_eq!(counts.concat(), expected, "{text}");
    }
}

#[test]
fn a_game_has_at_most_65535_moves() {
    let four = "Nf3 Nf6 Ng1 Ng8 ";
    let text = four.repeat(65_536 / 4);
    assert_eq!(game(text.trim_end().strip_suffix("Ng8").expect("a move")).moves().len(), 65_535);
    let (offset, line, kind) = mistake(&text);
    assert_eq!((offset, line), (text.len() as u64 - 4, 1));
    assert_eq!(kind.to_string(), "expected at most 65535 moves of both sides");
}

#[test]
fn a_start_is_read_as_a_fen() {
    for (fen, expected) in [
        ("startpos", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (" ", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        (
            "4k3/8/8/8/8/8/8/4K3\u{a0}b\u{2009}-\u{3000}-\u{202f}7 9",
            "4k3/8/8/8/8/8/8/4K3 b - - 7 9",
        ),
        (" 4k3/8/8/8/8/8/8/4K3 b", ""),
        ("4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1;", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 7 9 ; ", "4k3/8/8/8/8/8/8/4K3 b - - 7 9"),
        ("4k3/8/8/8/8/8/8/4K3 b - -;", ""),
        ("4k3/8/8/8/8/8/8/4K3 b - - hmvc 3; fmvn 9;", "4k3/8/8/8/8/8/8/4K3 b - - 3 9"),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1x;", ""),
        ("4k3/8/8/8/8/8/8/4K3 b - - 0 1 2", ""),
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n*");
        let read = games(text.as_bytes()).next().expect("a game");
        let start = read.map_or_else(|_| String::new(), |game| game.start().to_string());
        assert_eq!(start, expected, "{fen}");
        if fen.contains('/') && fen.is_ascii() {
            let parsed = fen.parse::<Position>().map_or_else(|_| String::new(), |p| p.to_string());
            assert_eq!(parsed, expected, "{fen}");
        }
    }
}

#[test]
fn an_error_of_the_stream_ends_it() {
    struct Broken(u8);
    impl Read for Broken {
        fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
            self.0 += 1;
            match self.0 {
                1 => (&b"e4 * d4 d"[..]).read(into),
                2 => Err(io::ErrorKind::TimedOut.into()),
                // What comes behind the error is not read.
                _ => (&b"4 * c4 *"[..]).read(into),
            }
        }
    }
    let results: Vec<_> = games(Broken(0)).collect();
    assert_eq!(results[0], Ok(game("e4 *")));
    let error = results[1].clone().expect_err("an error");
    assert_eq!((error.offset, error.kind), (9, PgnErrorKind::Io(io::ErrorKind::TimedOut)));
    assert_eq!(results.len(), 2);
}

#[test]
fn tags_that_could_not_be_read_back_are_refused() {
    let mut tags = Tags::new();
    for name in ["", "a b", "é", "a\"", &"x".repeat(256)] {
        assert_eq!(tags.set(name, ""), Err(TagError::Name), "{name}");
    }
    assert_eq!(tags.set("A", "b\nc"), Err(TagError::Value));
    assert_eq!(tags.set("A", &"x".repeat((16 << 10) + 1)), Err(TagError::Value));
    for own in ["Result", "FEN", "SetUp", "Variant"] {
        assert_eq!(tags.set(own, "*"), Err(TagError::Own));
    }
    for name in ["Zoo", "Black", "Annotator", "Event", "White", "Zoo"] {
        tags.set(name, &format!("{name}!")).expect("a tag");
    }
    let names: Vec<&str> = tags.iter().map(|pair| pair.0).collect();
    assert_eq!(names, ["Event", "White", "Black", "Zoo", "Annotator"]);
    tags.set("White", "?").expect("a tag");
    assert_eq!(tags.get("White"), None);
    assert!(tags.remove("Zoo") && !tags.remove("Zoo"));
    assert_eq!(tags.get("Zoo"), None);
    assert_eq!(tags.get("Black"), Some("Black!"));
}

#[test]
fn what_is_written_is_the_same_game_when_read() {
    let mut random = Random::new(20);
    let mut stream = String::new();
    let mut written = Vec::new();
    for number in 0..300_usize {
        let start = match number % 3 {
            0 => Position::initial(),
            1 => chess960(number * 3, number * 3),
            _ => crate::support::random_setup(&mut random),
        };
        let mut game = Game::new(start);
        let outcomes =
            [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw, GameResult::Unknown];
        game.set_result(outcomes[number % 4]);
        if number % 5 == 0 {
            game.set_variant(Variant::Chess960);
        }
        let tags = game.tags_mut();
        tags.set("White", ["Anna", "\"A\\\"", "Żółć é", "\u{feff}\t[x] {y} \\"][number % 4])
            .expect("a tag");
        tags.set("X:y", "").expect("a tag");
        tags.set("Long", &"\"\\".repeat(number)).expect("a tag");
        for name in ["Event", "Site", "Date", "Round", "Black"] {
            tags.set(name, ["?", "-", "????.??.??"][number % 3]).expect("a tag");
        }
        random_game(start, &mut random, number, |_, played| {
            game.play(played).expect("legal");
        });
        let text = game.to_string();
        let movetext = text.split_once("\n\n").expect("two parts").1;
        assert!(movetext.lines().all(|line| line.len() <= 79), "{movetext}");
        let lines: Vec<&str> = movetext.lines().collect();
        for pair in lines.windows(2).filter(|pair| !pair[1].is_empty()) {
            // The next word would not fit.
            let word = pair[1].split(' ').next().expect("a word");
            assert!(pair[0].len() + 1 + word.len() > 79, "{movetext}");
        }
        stream += &text;
        written.push(game);
    }
    let read: Result<Vec<Game>, PgnError> = games(stream.as_bytes()).collect();
    assert!(read == Ok(written));
    assert!(stream.contains("[Variant \"Chess960\"]") && stream.contains("[SetUp \"1\"]\n[FEN \""));
}

/// The next game has neither a tag `Result` nor a result.
#[test]
fn a_result_is_that_of_its_own_game() {
    let stream =
        "[Result \"1-0\"]\n\n1. e4\n\n[White \"x\"]\n\n1. d4\n\n[Result \"0-1\"]\n\n1. c4 *";
    let results = games(stream.as_bytes()).map(|game| game.expect("no mistake").result());
    let expected = [GameResult::WhiteWins, GameResult::Unknown, GameResult::Unknown];
    assert_eq!(results.collect::<Vec<_>>(), expected);
}

#[test]
fn games_from_positions_that_no_game_reaches_come_back() {
    for fen in OUT_OF_REACH {
        let (start, _) = Position::from_fen_lenient(fen).expect(fen);
        let mut written = Game::new(start);
        let first = start.legal_moves().first().copied();
        first.into_iter().for_each(|first| written.play(first).expect("legal"));
        assert_eq!(game(&written.to_string()), written);
    }
}

#[test]
fn the_roster_comes_first() {
    let mut game = Game::new(Position::initial());
    game.tags_mut().set("Annotator", "x").expect("a tag");
    game.tags_mut().set("Round", "3").expect("a tag");
    let expected = "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"3\"]\n[White \"?\"]\n\
                    [Black \"?\"]\n[Result \"*\"]\n[Annotator \"x\"]\n\n*\n\n";
    assert_eq!(game.to_string(), expected);
    let start: Position = "4k3/8/8/8/8/8/8/4K3 b - - 0 7".parse().expect("a position");
    let mut game = Game::new(start);
    for san in ["Kd8", "Kd1", "Kc8"] {
        game.play(game.position().parse_san(san).expect(san)).expect("legal");
    }
    assert!(game.to_string().ends_with("\n\n7... Kd8 8. Kd1 Kc8 *\n\n"));
}

#[test]
fn the_files_are_read() {
    let read = |name: &str| {
        let bytes = testdata_bytes(&format!("pgn/{name}.pgn"));
        games(&bytes[..]).collect::<Vec<_>>()
    };
    let clean = read("clean");
    assert_eq!(clean.len(), 4);
    assert!(clean.iter().all(Result::is_ok), "{clean:?}");
    assert_eq!(clean[1].as_ref().expect("a game").tags().get("White"), Some("José \"Pepe\" Ñandú"));
    assert_eq!(clean[2].as_ref().expect("a game").variant(), Variant::Chess960);
    let hostile = read("hostile");
    let kinds: Vec<String> = hostile
        .iter()
        .map(|result| match result {
            Ok(game) => format!("{} moves", game.moves().len()),
            Err(error) => format!("line {}: {:?}", error.line, error.kind),
        })
        .collect();
    let expected = String::from_utf8(testdata_bytes("pgn/hostile.expected")).expect("UTF-8");
    assert_eq!(kinds, expected.lines().collect::<Vec<_>>());
}

/// Each line is a start, the move as it is written, and the move in UCI.
#[test]
fn moves_are_taken_in_other_notations() {
    const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const PROMOTES: &str = "3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    const CHESS960: &str = "4k3/8/8/8/8/8/8/1R3KR1 w GB - 0 1";
    const TAKES: &str = "4k3/8/2n5/1B1pP3/8/8/8/4K3 w - d6 0 1";
    for (fen, written, expected) in [
        (START, "g1f3", "g1f3"),
        (START, "Ng1-f3", "g1f3"),
        (START, "♘f3", "g1f3"),
        (START, "♞g1–f3", "g1f3"),
        (START, "♙e4", "e2e4"),
        (START, "Ng1f3", "g1f3"),
        (START, "NG1-F3", "g1f3"),
        (START, "e2-e4", "e2e4"),
        (START, "N-f3", "g1f3"),
        (START, "Ng-f3!?", "g1f3"),
        (START, "N1-f3", "g1f3"),
        (START, "e-e4", "e2e4"),
        (START, "E2-E4", "e2e4"),
        (START, "e2–e4", "e2e4"),
        (START, "Pe4", "e2e4"),
        (START, "Pe2-e4", "e2e4"),
        (START, "e4+=", "e2e4"),
        (START, "e4=", "e2e4"),
        (START, "Nf3+/-", "g1f3"),
        (START, "Nf3±", "g1f3"),
        (START, "Nf3+-!?", "g1f3"),
        (CASTLES, "e1g1", "e1g1"),
        (CASTLES, "e1h1", "e1g1"),
        (CASTLES, "e1a1", "e1c1"),
        (CASTLES, "e1-c1", "e1c1"),
        (CASTLES, "Ke1-g1", "e1g1"),
        (CASTLES, "0-0", "e1g1"),
        (CASTLES, "0-0-0", "e1c1"),
        (CASTLES, "o-o", "e1g1"),
        (CASTLES, "O–O–O", "e1c1"),
        (CASTLES, "O-O+", "e1g1"),
        (CHESS960, "f1g1", "f1g1"),
        (CHESS960, "f1b1", "f1b1"),
        (PROMOTES, "e7e8q", "e7e8q"),
        (PROMOTES, "e7e8=Q", "e7e8q"),
        (PROMOTES, "e7-e8=Q+", "e7e8q"),
        (PROMOTES, "e7xd8n", "e7d8n"),
        (PROMOTES, "e7xd8=R#", "e7d8r"),
        (PROMOTES, "exd8q", "e7d8q"),
        (PROMOTES, "e8b", "e7e8b"),
        (PROMOTES, "e8/Q", "e7e8q"),
        (TAKES, "Bb5xc6", "b5c6"),
        (TAKES, "Bb5:c6+", "b5c6"),
        (TAKES, "b5c6", "b5c6"),
        (TAKES, "e5d6", "e5d6"),
        (TAKES, "e5xd6 e.p.", "e5d6"),
        (TAKES, "e5xd6e.p.", "e5d6"),
        (TAKES, "e5-d6ep", "e5d6"),
    ] {
        let text = format!("[FEN \"{fen}\"]\n\n1. {written} *");
        let game = game(&text);
        let moves: Vec<String> =
            game.moves().iter().map(|&played| game.start().uci(played).to_string()).collect();
        assert_eq!(moves, [expected], "{written}");
    }
    for wrong in [
        "e2e5", "Bg1-f3", "N-e5", "B-f3", "d-e4", "e3-", "N-", "N-f-3", "e2-e4=Q", "g1f3q", "e7e8",
        "i2i4", "oo", "N--", "g1–", "e2-", "P", "Q", "e2e", "Ng1", "x",
    ] {
        let text = format!("[FEN \"{START}\"]\n\n1. {wrong} *");
        let error = games(text.as_bytes()).next().expect("a game").expect_err(wrong);
        assert!(matches!(error.kind, PgnErrorKind::Move { .. } | PgnErrorKind::Byte(_)), "{wrong}");
    }
    assert!(
        games(format!("[FEN \"{PROMOTES}\"]\n\ne7e8 *").as_bytes()).next().expect("one").is_err()
    );
}

#[test]
fn variants_have_many_names() {
    for (name, expected) in [
        ("Standard", Variant::Standard),
        ("From Position", Variant::Standard),
        ("nocastle", Variant::Standard),
        ("", Variant::Standard),
        ("?", Variant::Standard),
        ("Chess960", Variant::Chess960),
        ("chess 960", Variant::Chess960),
        ("fischerandom", Variant::Chess960),
        ("Fischer Random Chess", Variant::Chess960),
        ("wild/fr", Variant::Chess960),
        ("wild fr", Variant::Chess960),
        ("Freestyle", Variant::Chess960),
        ("Freestyle Chess", Variant::Chess960),
        ("FRC", Variant::Chess960),
        ("DFRC", Variant::Chess960),
        ("Double Fischer Random", Variant::Chess960),
    ] {
        let read = game(&format!("[Variant \"{name}\"]\n\n1. e4 *"));
        assert_eq!((read.variant(), read.moves().len()), (expected, 1), "{name}");
    }
    for other in ["Crazyhouse", "Three-check", "Antichess", "wild/0", "suicide", "xiangqi"] {
        let (_, _, kind) = mistake(&format!("[Variant \"{other}\"]\n\n1. e4 *"));
        assert!(kind.to_string().ends_with(&format!("found {other}")), "{kind}");
    }
}
