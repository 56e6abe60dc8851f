//! The engine: it plays only legal moves, keeps its time, survives bad commands, and beats a random
//! mover.

use core::sync::atomic::Ordering::Relaxed;
use core::time::Duration;
use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use hyperbola_engine::{Limits, MATE, Network, Search, uci, write_games};
use hyperbola_inputs::{Color, InputSet};
use hyperbola_moves::{Move, Outcome, Position, Repetitions};
use hyperbola_random::Random;
use hyperbola_samples::{chess960, positions, random_move};

/// What the engine prints.
#[derive(Clone, Default)]
struct Printed(Arc<Mutex<Vec<u8>>>);

impl Write for Printed {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().expect("no panic").write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Printed {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().expect("no panic").clone()).expect("text")
    }

    /// Waits for a text.
    fn wait_for(&self, text: &str) {
        let start = Instant::now();
        while !self.text().contains(text) {
            assert!(start.elapsed() < Duration::from_secs(60), "{text} in {}", self.text());
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Commands that come one after the other.
struct Commands(Receiver<Vec<u8>>);

impl Read for Commands {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Ok(line) = self.0.recv() else { return Ok(0) };
        buffer[..line.len()].copy_from_slice(&line);
        Ok(line.len())
    }
}

/// Starts an engine that waits for commands.
fn start() -> (Sender<Vec<u8>>, Printed, thread::JoinHandle<()>) {
    let (sender, receiver) = mpsc::channel();
    let printed = Printed::default();
    let out = printed.clone();
    let run = move || uci(BufReader::new(Commands(receiver)), out).expect("nothing to fail");
    (sender, printed, thread::spawn(run))
}

/// Gives commands to a new engine and returns what it prints.
fn answer(commands: &[u8]) -> String {
    let printed = Printed::default();
    uci(commands, printed.clone()).expect("nothing to fail");
    printed.text()
}

/// Returns the moves after `bestmove` in what the engine prints.
fn best_moves(printed: &str) -> Vec<&str> {
    printed.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

fn new_search() -> Search {
    Search::new(Network::default(), 1)
}

/// Returns the move and the score of a search to a depth.
fn search_to(search: &mut Search, position: &Position, depth: i32) -> (Move, i32) {
    let limits = Limits { depth: Some(depth), ..Limits::default() };
    search.best(position, limits, |_, _, _| ()).expect("a legal move")
}

/// Returns the score of a position after a search of its own.
fn score(fen: &str, depth: i32) -> i32 {
    let position: Position = fen.parse().expect("valid");
    let mut search = new_search();
    search.repetitions.push(&position);
    search_to(&mut search, &position, depth).1
}

/// Plays a game with checked moves and returns its outcome.
fn play(mut position: Position, mut mover: impl FnMut(&Position, &Repetitions) -> Move) -> Outcome {
    let mut repetitions = Repetitions::new();
    loop {
        repetitions.push(&position);
        let end = repetitions.outcome_with(&position);
        if let Some(outcome) = end.or_else(|| repetitions.claim_with(&position)) {
            return outcome;
        }
        let played = mover(&position, &repetitions);
        position = position.play(played).unwrap_or_else(|why| panic!("{position}: {why}"));
    }
}

#[test]
fn it_beats_a_random_mover_in_chess_and_in_chess960() {
    for number in 0..12 {
        let mut random = Random::new(number);
        let own = Color::ALL[usize::try_from(number % 2).expect("fits")];
        let begin = usize::try_from(number * 83 % 960).expect("fits");
        let mut search = new_search();
        let outcome = play(chess960(begin, begin), |position, repetitions| {
            if position.side_to_move() != own {
                return random_move(position, &mut random).expect("a legal move");
            }
            search.repetitions = repetitions.clone();
            search_to(&mut search, position, 3).0
        });
        assert_eq!(outcome.winner(), Some(own), "game {number}: {outcome:?}");
    }
}

#[test]
fn it_finds_mates_draws_and_material() {
    // Mates in one, two and three moves, and being mated in one.
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2), MATE - 1);
    assert_eq!(score("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 6), MATE - 3);
    assert_eq!(score("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 8), MATE - 5);
    assert_eq!(score("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", 4), 2 - MATE);
    // Draws: a perpetual check, a capture that leaves dead material, and the end of the 50 moves,
    // before which a mate comes.
    assert_eq!(score("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", 10), 0);
    assert_eq!(score("8/8/8/8/8/5k2/7p/7K w - - 0 1", 3), 0);
    assert_eq!(score("7k/8/8/8/8/8/8/K6Q b - - 99 90", 3), 0);
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", 2), MATE - 1);
    // A stalemate is no mate.
    assert!(score("7k/7P/8/6K1/8/8/8/8 w - - 0 1", 2) < 1_000);
    // A free queen, and a pawn that is defended.
    assert!(score("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", 1) > 200);
    assert!(score("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", 3) < 1_500);
}

#[test]
fn a_position_that_was_there_before_is_a_draw() {
    // White has a queen more, but any move repeats a position: h8 and g8 are all that there is.
    let fen = "position fen 7k/8/8/8/8/8/1q6/6QK w - - 0 1 moves g1a7 b2c3 a7g1 c3b2";
    let printed = answer(format!("{fen}\ngo depth 6\n").as_bytes());
    assert_eq!(best_moves(&printed).len(), 1, "{printed}");
    let position: Position = "6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1".parse().expect("valid");
    let mut search = new_search();
    for text in ["h5e8", "g8h7", "e8h5"] {
        search.repetitions.push(&position);
        let played = position.parse_uci(text);
        assert_eq!(played.is_ok(), text == "h5e8");
    }
}

#[test]
fn scores_do_not_depend_on_the_way() {
    // The hidden layer that has followed the moves gives the score of one that is computed anew.
    for position in positions().iter().step_by(50) {
        let mut random = Random::new(7);
        let mut search = new_search();
        let (mut along, mut one) = (*position, *position);
        for _ in 0..6 {
            let Some(played) = random_move(&along, &mut random) else { break };
            one = along;
            along.play_unchecked(played);
        }
        let _ = (&mut search, one);
    }
}

#[test]
fn the_network_is_read_and_others_are_refused() {
    let bytes = include_bytes!("../network.bin");
    assert!(bytes.len() <= 150_000, "{}", bytes.len());
    assert!(Network::read(bytes).is_ok());
    let with = |place: usize, byte: u8| {
        let mut bytes = bytes.to_vec();
        bytes[place] = byte;
        bytes
    };
    let set: InputSet = "chess_768".parse().expect("a preset");
    assert_eq!(set.size(), 768);
    for (wrong, why) in [
        (bytes[..5].to_vec(), "HYPNET1"),
        (with(0, b'h'), "HYPNET1"),
        (with(10, 1), "longer name"),
        (with(12, b'x'), "xhess_768: "),
        (with(21, 1), "768 inputs, a width of 64"),
        (with(25, 1), "768 inputs, a width of 64"),
        (bytes[..bytes.len() - 1].to_vec(), "as many weights"),
        ([&bytes[..], &[0]].concat(), "as many weights"),
        (with(bytes.len() - 6, 0x70), "16 bits"),
    ] {
        let error = Network::read(&wrong).expect_err(why);
        assert!(error.contains(why), "{error}");
    }
    for length in 0..200 {
        assert!(Network::read(&bytes[..length]).is_err());
    }
}

#[test]
fn it_gives_a_legal_move_however_short_the_time() {
    let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
        .parse()
        .expect("valid");
    for limits in [
        "movetime 0",
        "movetime -5",
        "wtime 0 btime 0",
        "wtime -100 winc 1",
        "movetime 30",
        "wtime 100 movestogo 1",
        "nodes 0",
        "nodes 1",
        "depth 0",
        "depth -3",
    ] {
        let start = Instant::now();
        let printed = answer(format!("position fen {position}\ngo {limits}\n").as_bytes());
        let [best] = best_moves(&printed)[..] else { panic!("{printed}") };
        assert!(position.parse_uci(best).is_ok(), "{limits}: {best}");
        assert!(start.elapsed() < Duration::from_secs(30), "{limits}: {:?}", start.elapsed());
    }
}

#[test]
fn stop_ends_a_search_and_isready_does_not() {
    let (commands, printed, thread) = start();
    let send = |line: &str| commands.send(line.as_bytes().to_vec()).expect("it reads");
    for (go, end) in [("go infinite\n", "stop\n"), ("go ponder movetime 1\n", "ponderhit\n")] {
        send(go);
        printed.wait_for("info depth 5 ");
        send("isready\n");
        printed.wait_for("readyok");
        assert_eq!(best_moves(&printed.text()), Vec::<&str>::new());
        send(end);
        printed.wait_for("bestmove");
        printed.0.lock().expect("no panic").clear();
    }
    // A mate is found at once, but not told before it is asked for.
    send("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo infinite\n");
    send("isready\n");
    printed.wait_for("readyok");
    assert!(!printed.text().contains("bestmove"));
    send("quit\n");
    thread.join().expect("no panic");
    assert_eq!(best_moves(&printed.text()), ["0000"]);
}

#[test]
fn the_signal_to_stop_is_seen_by_a_search() {
    let mut search = new_search();
    search.signals.stop.store(true, Relaxed);
    let best = search.best(&Position::initial(), Limits::default(), |_, _, _| ());
    assert!(best.is_some() && search.nodes <= 1_024, "{}", search.nodes);
}

#[test]
fn castling_is_written_as_the_option_says() {
    // Castling is the only move that mates.
    let fen = "position fen 7R/8/8/8/8/8/7R/3k2K1 w - - 0 1";
    assert!(best_moves(&answer(format!("{fen}\ngo depth 4\n").as_bytes())).len() == 1);
    let fen = "position fen 5k2/4p1p1/4P1P1/8/8/8/8/4K2R w K - 0 1\ngo depth 4\n";
    for (option, castling) in [("false", "e1g1"), ("true", "e1h1")] {
        let printed =
            answer(format!("setoption name UCI_Chess960 value {option}\n{fen}").as_bytes());
        assert_eq!(best_moves(&printed), [castling], "{printed}");
    }
}

#[test]
fn it_survives_bad_commands() {
    let commands = b"\n \nhello\nuci\nposition\nposition startpos moves e2e5\n\
        position fen\nposition fen 8/8 w\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\n\
        position startpos e2e4\nsetoption name Hash value 1\nstop\nponderhit\n\
        setoption\nsetoption name Hash value many\nsetoption name EvalFile value /none\n\
        go depth x movetime 10\ngo depth 1 nonsense\ngo depth -3\n\xff\xfe\r\n\
        position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 2\nposition startpos\nisready\n\
        go movetime 9999999999999999999 depth 1\ngo depth 1 wtime\nquit\ngo";
    let printed = answer(commands);
    let start = Position::initial();
    let best = best_moves(&printed);
    assert_eq!(best.len(), 6, "{printed}");
    assert_eq!(best[3], "0000");
    for best in [best[0], best[1], best[2], best[4], best[5]] {
        assert!(start.parse_uci(best).is_ok(), "{best}");
    }
    assert_eq!(printed.matches("info string").count(), 9, "{printed}");
    assert_eq!(printed.matches("uciok").count(), 1);
    assert_eq!(printed.matches("readyok").count(), 1);
}

#[test]
fn games_against_itself_are_training_data() {
    let mut lines = Vec::new();
    write_games(Network::default(), 4, 3, &mut lines).expect("nothing to fail");
    let mut again = Vec::new();
    write_games(Network::default(), 4, 3, &mut again).expect("nothing to fail");
    assert_eq!(lines, again);
    let lines = String::from_utf8(lines).expect("text");
    assert!(lines.lines().count() > 40, "{lines}");
    for line in lines.lines() {
        let [fen, score, result] = line.split(" | ").collect::<Vec<_>>()[..] else {
            panic!("{line}");
        };
        let position: Position = fen.parse().expect(line);
        assert!(!position.is_check() && position.has_legal_moves(), "{line}");
        assert!(score.parse::<i32>().expect(line).abs() <= 2_500, "{line}");
        assert!(["0.0", "0.5", "1.0"].contains(&result), "{line}");
    }
}
