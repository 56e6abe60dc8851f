//! An engine's side of UCI: what the commands mean, and when an answer is sent.

mod support;

use core::error::Error;
use core::time::Duration;
use std::io::{self, Write};
use std::sync::Arc;
use std::thread;
use std::time::Instant;

use hyperbola_moves::{Color, Move, Position, UciError};
use hyperbola_uci::{Bound, Engine, Game, GameError, Go, Info, Score, Task};

use crate::support::{Session, answer};

/// Plays the first of its moves that is legal, when its limits or its clock end the search.
#[derive(Default)]
struct Player(Vec<(String, String)>);

impl Engine for Player {
    const NAME: &'static str = "Player";
    const AUTHOR: &'static str = "Nobody";
    const OPTIONS: &'static str = "\
option name Move Overhead type spin default 20 min -5 max 50
option name Style type combo default Calm var Calm var Wild var Rather wild
option name Piece value type spin default 0 min 0
option name Piece value Scale type spin default 0 max 9
option name Gewürz Ä type string default <empty>
option name Noise type check default false";

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
        self.0.push((name.to_owned(), value.to_owned()));
        if value == "Wild" { Err("not today".into()) } else { Ok(()) }
    }

    fn begin_game(&mut self) {
        self.0.push(("a new game".to_owned(), String::new()));
    }

    fn search(&mut self, task: &Arc<Task>, mut report: impl FnMut(&Info<'_>)) -> Option<Move> {
        let Task { game: Game { position, .. }, go, clock } = &**task;
        let depth = u32::try_from(self.0.len()).expect("few");
        let line = ["e1h1", "a7a6", "a2a3"].map(|text| text.parse().expect("a move"));
        report(&Info {
            depth,
            score: Some(Score::Mate(-3)),
            nodes: 12,
            line: &line,
            ..Info::default()
        });
        let [soft, _] = go.limits(position.side_to_move(), 0);
        while go.depth.is_none() && !clock.is_stopped() && !clock.is_after(soft) {
            thread::sleep(Duration::from_millis(1));
        }
        let legal = position.legal_moves();
        line.into_iter().chain(legal).find(|&played| position.is_legal(played))
    }
}

/// Says which option is set.
struct Echo;

impl Engine for Echo {
    const NAME: &'static str = "Echo";
    const AUTHOR: &'static str = "Nobody";
    const OPTIONS: &'static str = Player::OPTIONS;

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), Box<dyn Error>> {
        Err(format!("{name} = {value}").into())
    }

    fn search(&mut self, _: &Arc<Task>, _: impl FnMut(&Info<'_>)) -> Option<Move> {
        None
    }
}

/// Returns the lines that a new engine prints, without times.
fn lines(commands: &str) -> Vec<String> {
    lines_of(Player::default(), commands)
}

fn lines_of(engine: impl Engine, commands: &str) -> Vec<String> {
    let text = answer(engine, commands.as_bytes());
    let without_times = text.lines().map(|line| match line.split_once(" nps ") {
        Some((before, rest)) => {
            format!("{before}{}", rest.find(" pv").map_or("", |at| &rest[at..]))
        }
        None => line.to_owned(),
    });
    without_times.collect()
}

fn read(words: &str) -> Go {
    let (go, wrong) = Go::read(&Position::initial(), words);
    assert_eq!(wrong, None);
    go
}

#[test]
fn the_words_after_go_are_read_in_any_order() {
    let go = read(
        "nodes 9 wtime 1 searchmoves e2e4 d2d4 e2e4 depth 3 infinite btime 2 binc 4 winc 3 \
         movestogo 5 g1f3 mate 6 movetime 7 ponder",
    );
    let moves = ["e2e4", "d2d4"].map(|text| text.parse().expect("a move"));
    let expected = Go {
        times: [Some(1), Some(2)],
        increments: [Some(3), Some(4)],
        moves_to_go: Some(5),
        move_time: Some(7),
        depth: Some(3),
        nodes: Some(9),
        mate: Some(6),
        is_infinite: true,
        is_ponder: true,
        search_moves: Some(moves.into_iter().collect()),
    };
    assert_eq!(go, expected);

    assert_eq!(read("depth x nodes wtime 5 what 7"), Go { times: [Some(5), None], ..read("") });
    assert_eq!(read("depth -3").depth, Some(0));
    assert_eq!(read("depth 99999999999999999999999999999999999999999999").depth, Some(u64::MAX));
    assert_eq!(read("depth -9999999999999999999999999999999999999999999").depth, Some(0));

    let (go, wrong) = Go::read(&Position::initial(), "searchmoves e2e4 e2e5 d2d4 ponder x");
    assert_eq!((go.search_moves.unwrap_or_default().len(), go.is_ponder), (2, true));
    assert_eq!(wrong, Some(UciError::Illegal { read: "e2e5".parse().expect("a move") }));
}

#[test]
fn a_search_without_limits_is_endless() {
    let endless = "/searchmoves e2e4/infinite depth 3/winc 3/movestogo 5/ponder/btime 5 winc 3";
    for words in endless.split('/') {
        assert!(read(words).is_endless(Color::White), "{words}");
    }
    for words in ["depth 1", "nodes 0", "mate 2", "movetime 3", "wtime 5", "wtime 5 btime 5"] {
        assert!(!read(words).is_endless(Color::White), "{words}");
    }
    assert!(read("wtime 5").is_endless(Color::Black) && !read("btime 5").is_endless(Color::Black));
}

#[test]
fn no_time_counts_while_a_search_waits() {
    let clock = |words| Task::new(Game::new(Position::initial()), read(words)).clock;
    for words in ["ponder movetime 1", "infinite movetime 1", "btime 1", ""] {
        assert!(!clock(words).is_after(0), "{words:?}");
    }
    let clock = clock("movetime 1");
    assert!(clock.is_after(0) && !clock.is_after(u64::MAX) && !clock.is_stopped());
    clock.stop();
    assert!(clock.is_stopped());
}

#[test]
fn the_time_for_a_move_is_a_part_of_what_is_left() {
    let limits = |words: &str, overhead| read(words).limits(Color::Black, overhead);
    assert_eq!(limits("depth 5 wtime 100", 10), [u64::MAX; 2]);
    assert_eq!(limits("movetime 100 btime 9000", 30), [70, 70]);
    assert_eq!(limits("movetime 10", 30), [5, 5]);
    assert_eq!(limits("movetime 1", 30), [1, 1]);
    assert_eq!(limits("btime 100", 20), [0, 3]);
    assert_eq!(limits("btime 30 binc 100", 20), [7, 7]);
    // A 25th is 400, and 160 less the overhead are two thirds.
    assert_eq!(limits("btime 10000 movestogo 40", 10), [260, 1_170]);
    assert_eq!(limits("btime 10000 movestogo 0", 10), [4_995, 4_995]);
    assert_eq!(limits("btime 10000 movestogo 10", 0), [666, 3_000]);
    assert_eq!(limits("btime 1000 binc 403 winc 9999", 0), [226, 500]);
    assert_eq!(limits("btime 10 binc 10000", 20), [2, 2]);
    let most = "99999999999999999999";
    let [soft, hard] = limits(&format!("btime {most} binc {most} movestogo 1"), 0);
    assert!(soft <= hard && hard > u64::MAX / 3);
    // Where the way takes all of the increment, half of the overhead, the time does not run out.
    let mut left = 1_000;
    for _ in 0..200 {
        let [soft, _] = limits(&format!("btime {left} binc 10"), 20);
        left -= soft;
    }
    assert!(left > 200, "{left}");
}

#[test]
fn the_words_after_position_are_a_game() {
    let game = Game::read("startpos moves g1f3 g8f6 f3g1  f6g8 g1f3").expect("a game");
    assert_eq!(game.position.to_string().split(' ').nth(5), Some("3"));
    assert_eq!(game.repetitions.count(), 2);
    let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9";
    assert_eq!(Game::read(&format!("fen  {fen} ")).expect("a game").position.to_string(), fen);
    let castled = Game::read(&format!("fen {fen} moves e1g1")).expect("a game").position;
    assert_eq!(castled.to_string(), "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9");

    for words in ["", "fen", "startposition", "moves e2e4", "startpos e2e4", "8/8 w"] {
        assert_eq!(Game::read(words).unwrap_err(), GameError::Start, "{words}");
    }
    let error = |words: &str| Game::read(words).unwrap_err().to_string();
    assert!(error("fen 8/8 w").starts_with("the FEN: "), "{}", error("fen 8/8 w"));
    assert!(error("startpos moves e2e4 e9").starts_with("move 2: "));
}

#[test]
fn options_are_checked_and_named() {
    let found = lines(
        "uci\nsetoption name MOVE  overhead value 50\nsetoption name Noise value true\n\
         setoption name Style value Calm\nsetoption name Ponder value true\nucinewgame\n\
         position startpos\ngo depth 1",
    );
    assert_eq!(found[..2], ["id name Player", "id author Nobody"]);
    let options = [
        "option name Move Overhead type spin default 20 min -5 max 50",
        "option name Style type combo default Calm var Calm var Wild var Rather wild",
        "option name Piece value type spin default 0 min 0",
        "option name Piece value Scale type spin default 0 max 9",
        "option name Gewürz Ä type string default <empty>",
        "option name Noise type check default false",
        "option name Ponder type check default false",
        "option name UCI_Chess960 type check default false",
        "uciok",
    ];
    assert_eq!(found[2..11], options);
    assert_eq!(found[11], "info depth 4 score mate -3 nodes 12");
    for (option, why) in [
        ("Move Overhead value 51", "move overhead: expected -5 to 50, found \"51\""),
        ("Move Overhead value -6", "move overhead: expected -5 to 50, found \"-6\""),
        ("Move Overhead value x", "move overhead: expected -5 to 50, found \"x\""),
        ("Move Overhead", "move overhead: expected -5 to 50, found \"\""),
        ("Piece value value x", "piece value: expected 0 to 9223372036854775807, found \"x\""),
        ("Piece value Scale value 10", "piece value scale: expected {least} to 9, found \"10\""),
        ("Style value Mild", "style: expected Calm or Wild or Rather wild, found \"Mild\""),
        ("Style value Rather", "style: expected Calm or Wild or Rather wild, found \"Rather\""),
        ("Noise value yes", "noise: expected true or false, found \"yes\""),
        ("UCI_Chess960 value 1", "uci_chess960: expected true or false, found \"1\""),
        ("Style value Wild", "not today"),
        ("Overhead value 3", "there is no option \"overhead\""),
        ("", "there is no option \"\""),
    ] {
        let found = lines(&format!("setoption name {option}\nisready\n"));
        let why = why.replace("{least}", &i64::MIN.to_string());
        assert_eq!(found, [format!("info string {why}"), "readyok".to_owned()], "{option}");
    }
}

#[test]
fn a_name_may_have_the_word_value_in_it() {
    for (option, name, value) in [
        ("Piece value value 3", "piece value", "3"),
        ("Piece Value Scale value -3", "piece value scale", "-3"),
        ("Gewürz Ä value a value  b", "gewürz ä", "a value  b"),
        ("GEWÜRZ ä", "gewürz ä", ""),
        ("Gewürz Ä value", "gewürz ä", ""),
        ("Style value rather WILD", "style", "Rather wild"),
        ("Noise value True", "noise", "true"),
    ] {
        let found = lines_of(Echo, &format!("setoption name {option}"));
        assert_eq!(found, [format!("info string {name} = {value}")]);
    }
}

#[test]
fn moves_are_written_as_the_option_says() {
    let go = "position fen r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 0 1\ngo depth 1\n";
    for (option, castling) in [("false", "e1g1"), ("true", "e1h1")] {
        let found = lines(&format!("setoption name UCI_Chess960 value {option}\n{go}"));
        let info = format!("info depth 0 score mate -3 nodes 12 pv {castling} a7a6 a2a3");
        assert_eq!(found, [info, format!("bestmove {castling} ponder a7a6")]);
    }
    // The line ends before a move that is not legal, and no legal move is written as 0000.
    let found = lines("position fen 4k3/8/8/8/8/8/P7/R3K2R w K - 0 1\ngo depth 1\n");
    assert_eq!(found[0], "info depth 0 score mate -3 nodes 12 pv e1g1");
    let found = lines("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 1\n");
    assert_eq!(found[1], "bestmove 0000");
}

/// Tells all that can be told, and has a command of its own.
struct Talker;

impl Engine for Talker {
    const NAME: &'static str = "Talker";
    const AUTHOR: &'static str = "Nobody";
    const COMMANDS: &'static [&'static str] = &["moves", "stop"];

    fn command(&mut self, name: &str, words: &str, game: &Game) -> Result<String, Box<dyn Error>> {
        match words {
            "" => Ok(format!("{name}: {}\n", game.position.legal_moves().len())),
            "quietly" => Ok(String::new()),
            _ => Err(format!("{name}: expected nothing, found {words}").into()),
        }
    }

    fn search(&mut self, _: &Arc<Task>, mut report: impl FnMut(&Info<'_>)) -> Option<Move> {
        let [first, second] = ["e1h1", "a7a6"].map(|text| text.parse().expect("a move"));
        let info = Info { depth: 7, nodes: 5, line: &[first, second], ..Info::default() };
        report(&Info {
            selective_depth: Some(9),
            multi_pv: Some(1),
            score: Some(Score::Centipawns(-4)),
            bound: Some(Bound::Lower),
            hash_full: Some(13),
            table_hits: Some(2),
            line: &[second],
            ..info
        });
        report(&Info { score: Some(Score::Mate(2)), bound: Some(Bound::Upper), line: &[], ..info });
        report(&info);
        // These are not the line to ponder on.
        report(&Info { multi_pv: Some(2), line: &[second], ..info });
        report(&Info { bound: Some(Bound::Upper), line: &[second], ..info });
        report(&Info { line: &[], current_move: Some((first, 3)), ..info });
        Some(first)
    }
}

#[test]
fn all_that_is_told_is_written() {
    let text = answer(
        Talker,
        b"position fen r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 0 1\ngo depth 1\nisready\n",
    );
    let number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    // The numbers after these words depend on the clock.
    let mut is_time = false;
    let words = text.split(' ').map(|word| {
        let was_time = core::mem::replace(&mut is_time, matches!(word, "nps" | "time"));
        if was_time {
            word.trim_start_matches(|letter: char| number(&letter.to_string()))
        } else {
            word
        }
    });
    let text = words.collect::<Vec<_>>().join(" ");
    let text = text.replace("readyok\n", "");
    assert_eq!(
        text,
        "info depth 7 seldepth 9 multipv 1 score cp -4 lowerbound nodes 5 nps  hashfull 13 tbhits 2 \
         time \n\
         info depth 7 score mate 2 upperbound nodes 5 nps  time \n\
         info depth 7 nodes 5 nps  time  pv e1g1 a7a6\n\
         info depth 7 multipv 2 nodes 5 nps  time \n\
         info depth 7 nodes 5 nps  time \n\
         info depth 7 nodes 5 nps  time  currmove e1g1 currmovenumber 3\n\
         bestmove e1g1 ponder a7a6\n"
    );
}

#[test]
fn an_engine_has_commands_of_its_own() {
    let found = lines_of(
        Talker,
        "moves\nposition fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\nmoves \nmoves quietly\nmoves two\n\
         Moves\nstop\n",
    );
    assert_eq!(found, ["moves: 20", "moves: 0", "info string moves: expected nothing, found two"]);
}

#[test]
fn illegal_moves_alone_are_not_searched() {
    let found = lines("go depth 1 searchmoves e2e5 e7e5");
    let why = "info string the move e7e5 is not legal in this position";
    assert_eq!(found, [why, "bestmove 0000"]);
    assert_eq!(lines("go depth 1 searchmoves").len(), 2);
    // The answer waits until it is asked for here too.
    let engine = Session::start(Player::default());
    engine.send("go infinite searchmoves e2e5\nisready\n");
    engine.wait_for("readyok");
    assert!(!engine.text().contains("bestmove"));
    engine.send("stop\n");
    engine.wait_for("bestmove 0000\n");
    engine.end();
}

#[test]
fn a_wrong_command_changes_nothing() {
    let found = lines(
        "position fen 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nposition startpos moves e2e5\n\nnonsense\n\
         go depth 1 searchmoves e1h1 e2e4\nquit\nisready\n",
    );
    assert_eq!(found[0], "info string move 1: the move e2e5 is not legal in this position");
    assert!(found.contains(&"info string the move e2e4 is not legal in this position".to_owned()));
    assert_eq!(found.len(), 4, "{found:?}");
    assert_eq!(found.last().expect("four"), "bestmove e1g1");
}

#[test]
fn an_answer_waits_until_it_is_asked_for() {
    let engine = Session::start(Player::default());
    for (go, end) in [
        ("go infinite depth 1\n", "stop\n"),
        ("go\n", "stop\n"),
        ("go ponder movetime 1\n", "ponderhit\n"),
        ("go ponder btime 1\n", "ponderhit\nstop\n"),
        ("go movetime 600000\n", "stop\n"),
        ("go btime 999999999 wtime 999999999\n", "position startpos\n"),
    ] {
        engine.send(go);
        engine.wait_for("info depth");
        engine.send("isready\n");
        engine.wait_for("readyok");
        thread::sleep(Duration::from_millis(20));
        assert!(!engine.text().contains("bestmove"), "{go}");
        engine.send(end);
        engine.wait_for("bestmove a2a3\n");
        engine.clear();
    }
    engine.send("go movetime 600000\n");
    engine.send("quit\n");
    assert!(engine.end().contains("bestmove a2a3\n"));
}

#[test]
fn pondered_time_does_not_count() {
    let engine = Session::start(Player::default());
    engine.send("go ponder movetime 200\n");
    engine.wait_for("info depth");
    thread::sleep(Duration::from_millis(250));
    let hit = Instant::now();
    engine.send("ponderhit\n");
    // A second one is none.
    thread::sleep(Duration::from_millis(100));
    engine.send("ponderhit\n");
    engine.wait_for("bestmove a2a3\n");
    assert!(hit.elapsed() >= Duration::from_millis(200));
    engine.end();
}

#[test]
fn ponderhit_ends_no_search_without_limits() {
    let engine = Session::start(Player::default());
    for go in ["go ponder btime 1\n", "go infinite depth 1\n"] {
        engine.send(go);
        engine.wait_for("info depth");
        engine.send("ponderhit\nisready\n");
        engine.wait_for("readyok");
        thread::sleep(Duration::from_millis(20));
        assert!(!engine.text().contains("bestmove"), "{go}");
        engine.send("stop\n");
        engine.wait_for("bestmove a2a3\n");
        engine.clear();
    }
    engine.end();
}

/// An output that fails at a word.
struct Failing(&'static str);

impl Write for Failing {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match String::from_utf8_lossy(bytes).contains(self.0) {
            true => Err(io::Error::other(self.0)),
            false => Ok(bytes.len()),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn an_error_of_the_output_ends_the_commands() {
    for (word, commands) in [
        ("info depth", "go depth 1\n"),
        ("info depth", "go infinite\nquit\n"),
        ("info depth", "go movetime 600000\n"),
        ("bestmove", "go depth 1\nstop\nucinewgame\nquit\n"),
        ("bestmove", "go depth 1"),
        ("uciok", "uci\nquit\n"),
        ("info string", "setoption name x\nisready\n"),
        ("readyok", "go infinite\nisready\n"),
    ] {
        let error = hyperbola_uci::run(Player::default(), commands.as_bytes(), Failing(word));
        assert_eq!(error.expect_err(commands).to_string(), word, "{commands}");
    }
    // Nothing is answered after it.
    let commands = "go depth 1\nstop\nsetoption name bestmove\n";
    let error = hyperbola_uci::run(Echo, commands.as_bytes(), Failing("bestmove"));
    assert_eq!(error.expect_err("no output").to_string(), "bestmove");
}

#[test]
fn the_end_of_the_input_ends_what_would_be_endless() {
    for go in ["go movetime 500\n", "go infinite\n", "go ponder movetime 1\n", ""] {
        let start = Instant::now();
        let found = lines(go);
        // One with limits runs to its end before.
        let is_early = start.elapsed() < Duration::from_millis(500);
        assert!(!is_early || !go.contains("movetime 500"));
        assert_eq!(
            found.last().is_some_and(|line| line == "bestmove a2a3"),
            !go.is_empty(),
            "{go}"
        );
    }
}
