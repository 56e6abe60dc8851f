//! The engine: it plays only legal moves, keeps its time, survives bad commands, and beats a random
//! mover.

use core::time::Duration;
use std::sync::Arc;
use std::time::Instant;

use hyperbola_engine::{MATE, Network, Search, write_games};
use hyperbola_inputs::{Color, InputSet};
use hyperbola_moves::{Move, Outcome, Position};
use hyperbola_random::Random;
use hyperbola_samples::{chess960, random_move};
use hyperbola_uci::{Game, Go, Task};
use session::Session;

#[path = "../../../crates/hyperbola-uci/tests/support/mod.rs"]
mod session;

/// Gives commands to a new engine and returns what it prints.
fn answer(commands: &[u8]) -> String {
    session::answer(new_search(), commands)
}

/// Returns the moves after `bestmove` in what the engine prints.
fn best_moves(printed: &str) -> Vec<&str> {
    let moves = printed.lines().filter_map(|line| line.strip_prefix("bestmove "));
    moves.filter_map(|words| words.split(' ').next()).collect()
}

/// Gives commands to a new engine, each after the answer to the last one, and returns the lines
/// about the search without its speed. An answer to `go` ends with a move, and others do with
/// `readyok`.
fn answers(lines: &[&str]) -> Vec<Vec<String>> {
    let engine = Session::start(new_search());
    let answer = |line: &&str| {
        engine.clear();
        engine.send(&format!("{line}\n"));
        if line.starts_with("go") {
            engine.wait_for("bestmove");
        } else {
            engine.send("isready\n");
            engine.wait_for("readyok");
        }
        let text = engine.text();
        let infos = text.lines().filter_map(|line| line.split_once(" nps "));
        infos.map(|(info, _)| info.to_owned()).collect()
    };
    let answers = lines.iter().map(answer).collect();
    engine.end();
    answers
}

fn new_search() -> Search {
    Search::new(Network::default(), 1)
}

/// Returns the move and the score of a search to a depth.
fn search_to(search: &mut Search, game: &Game, depth: u64) -> (Move, i32) {
    let go = Go { depth: Some(depth), ..Go::default() };
    search.best(&Arc::new(Task::new(game.clone(), go)), |_| ()).expect("a legal move")
}

/// Returns the move and the score of a position after a search of its own.
fn best(fen: &str, depth: u64) -> (Move, i32) {
    search_to(&mut new_search(), &Game::new(fen.parse().expect("valid")), depth)
}

/// Plays a game with checked moves and returns its outcome.
fn play(root: Position, mut mover: impl FnMut(&Game) -> Move) -> Outcome {
    let mut game = Game::new(root);
    loop {
        let Game { position, repetitions } = &game;
        let end = repetitions.outcome_with(position);
        if let Some(outcome) = end.or_else(|| repetitions.claim_with(position)) {
            return outcome;
        }
        let played = mover(&game);
        position.play(played).unwrap_or_else(|why| panic!("{position}: {why}"));
        game.play_unchecked(played);
    }
}

#[test]
fn it_beats_a_random_mover_in_chess_and_in_chess960() {
    for number in 0..12 {
        let mut random = Random::new(number);
        let own = Color::ALL[usize::try_from(number % 2).expect("fits")];
        let begin = usize::try_from(number * 83 % 960).expect("fits");
        let mut search = new_search();
        let outcome = play(chess960(begin, begin), |game| {
            if game.position.side_to_move() != own {
                return random_move(&game.position, &mut random).expect("a legal move");
            }
            search_to(&mut search, game, 3).0
        });
        assert_eq!(outcome.winner(), Some(own), "game {number}: {outcome:?}");
    }
}

#[test]
fn it_finds_mates_draws_and_material() {
    let score = |fen, depth| best(fen, depth).1;
    // Mates in one, two and three moves, as deep as they are at most, and being mated in one.
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2), MATE - 1);
    assert_eq!(score("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4), MATE - 3);
    assert_eq!(score("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6), MATE - 5);
    assert_eq!(score("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", 4), 2 - MATE);
    // Draws: a perpetual check, a capture that leaves dead material, and the end of the 50 moves,
    // before which a mate comes.
    assert_eq!(score("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", 10), 0);
    assert_eq!(score("8/8/8/8/8/5k2/7p/7K w - - 0 1", 3), 0);
    assert_eq!(score("7k/8/8/8/8/8/8/K6Q b - - 99 90", 3), 0);
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", 2), MATE - 1);
    // A stalemate is no mate.
    assert_eq!(score("7k/7P/8/6K1/8/8/8/8 w - - 0 1", 2), 0);
    // A free queen, after which the network gives about 300 for a rook.
    assert!(score("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", 1) > 250);
    // A pawn that is free, and one that is defended.
    let capture = "d1d5".parse().expect("a move");
    assert_eq!(best("4k3/8/8/3p4/8/8/8/3QK3 w - - 0 1", 1).0, capture);
    assert_ne!(best("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", 1).0, capture);
}

#[test]
fn a_position_that_was_there_before_is_a_draw() {
    // Black has a king against a queen. If both of its moves lead to positions of the game, it has
    // a draw.
    let root: Position = "7k/8/8/8/8/8/Q7/K7 b - - 20 50".parse().expect("valid");
    let moves = root.legal_moves();
    assert_eq!(moves.len(), 2);
    let mut game = Game::new(root);
    assert!(search_to(&mut new_search(), &game, 4).1 < -100);
    // Each of them twice.
    for &played in moves.iter().chain(&moves) {
        game.repetitions.push(&root.play(played).expect("legal"));
        game.repetitions.push(&root);
    }
    assert_eq!(search_to(&mut new_search(), &game, 4).1, 0);
}

#[test]
fn the_moves_of_a_game_lead_to_its_position() {
    // Black takes en passant, and White castles and promotes to a knight.
    let game = "position fen 7k/P5pp/8/8/3p4/8/2P5/4K2R w K - 0 1 moves c2c4 d4c3";
    let go = "go depth 5";
    let found = answers(&[
        "position fen N6k/6p1/7p/8/8/2p5/8/5RK1 b - - 0 3",
        go,
        "ucinewgame",
        &format!("{game} e1g1 h7h6 a7a8n"),
        go,
        "ucinewgame",
        &format!("{game} e1h1 h7h6 a7a8n"),
        go,
        "ucinewgame",
        &format!("{game} e1f1 h7h6 a7a8n"),
        go,
    ]);
    assert_eq!([&found[4], &found[7]], [&found[1]; 2]);
    assert_ne!(found[10], found[1]);
}

#[test]
fn a_mate_in_some_moves_and_large_numbers_are_limits() {
    let found = answers(&["position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go mate 4"]);
    assert!(
        found[1][7].starts_with("info depth 8 seldepth ") && found[1][7].contains("score mate 2 "),
        "{found:?}"
    );
    assert_eq!(found[1].len(), 8);
    // No depth adds anything to a mate in one.
    let found = answers(&["position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", "go depth 100"]);
    let last = found[1].last().expect("a line");
    let nodes = last.rsplit_once(' ').and_then(|(_, nodes)| nodes.parse::<u32>().ok());
    assert!(last.contains(" score mate 1 ") && nodes.is_some_and(|nodes| nodes < 1_000), "{last}");
    // Without a limit there would be no answer.
    answers(&["position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1", "go depth 99999999999999999999"]);
}

#[test]
fn only_the_moves_of_searchmoves_are_searched() {
    // There is a mate, but not among two moves.
    let fen = "position fen 6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1";
    let found = answers(&[fen, "go depth 4", "go searchmoves a1a7 g1f1 depth 4", "go depth 4"]);
    let mates = |lines: &[String]| lines.iter().any(|line| line.contains("score mate 1"));
    assert!(mates(&found[1]) && !mates(&found[2]) && mates(&found[3]), "{found:?}");
    assert_eq!(found[2].len(), 4);

    // The capture comes first in the order of the moves, and loses the queen.
    let fen = "4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1";
    let position: Position = fen.parse().expect("legal");
    for nodes in (200..4_000).step_by(200) {
        let (mut go, _) = Go::read(&position, "searchmoves d1d5 e1e2");
        go.nodes = Some(nodes);
        let task = Arc::new(Task::new(Game::new(position), go));
        let (best, _) = new_search().best(&task, |_| {}).expect("there are moves");
        assert_eq!(best.to_string(), "e1e2", "{nodes}");
    }
}

#[test]
fn the_moves_of_a_game_repeat_positions() {
    // Both moves that Black has lead to positions of the game.
    let found = answers(&[
        "position fen 7k/8/8/8/8/8/Q7/K7 b - - 20 50",
        "go depth 4",
        "position fen 7k/8/8/8/8/8/Q7/K7 b - - 20 50 \
         moves h8g7 a2a3 g7h8 a3a2 h8h7 a2a3 h7h8 a3a2 \
         h8g7 a2a3 g7h8 a3a2 h8h7 a2a3 h7h8 a3a2",
        "go depth 4",
    ]);
    let drawn = |lines: &[String]| lines.iter().filter(|line| line.contains("score cp 0 ")).count();
    assert_eq!([&found[1], &found[3]].map(|lines| (lines.len(), drawn(lines))), [(4, 0), (4, 4)]);
}

#[test]
fn what_was_found_out_is_forgotten_with_the_game_and_with_the_network() {
    let path =
        concat!("setoption name EvalFile value ", env!("CARGO_MANIFEST_DIR"), "/network.bin");
    let none = "setoption name EvalFile value <empty>";
    let go = "go depth 8";
    let found = answers(&[go, go, "ucinewgame", go, path, go, none, go]);
    assert_eq!(found[0].len(), 8);
    assert_ne!(found[0], found[1]);
    for place in [3, 5, 7] {
        assert_eq!(found[0], found[place], "{place}");
    }
}

#[test]
fn a_network_gives_its_numbers() {
    // For each piece of its own, a view's first number is 1 higher, for others 10. The second
    // number is above its limit, and the third one below.
    let (mut rows, mut output) = (vec![[0_i16; 64]; 768], [[0_i32; 64]; 2]);
    for (input, row) in rows.iter_mut().enumerate() {
        row[..3].copy_from_slice(&[if input < 384 { 1 } else { 10 }, 100, -1]);
    }
    output[0][..3].copy_from_slice(&[2 * 256, 256, 7 * 256]);
    output[1][0] = 5 * 256;
    let mut bytes = b"HYPNET1\n\x09\0\0\0chess_768".to_vec();
    bytes.extend([768_u32, 64].map(u32::to_le_bytes).as_flattened());
    bytes.extend(rows.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend(output.as_flattened().iter().flat_map(|weight| weight.to_le_bytes()));
    bytes.extend((100 - 7 * 256_i32).to_le_bytes());
    // The only move is that of the pawn, and Black can take nothing then.
    let game = Game::new("7k/7p/8/P7/8/6q1/8/7K w - - 0 1".parse().expect("a position"));
    let mut search = Search::new(Network::read(&bytes).expect("it is right"), 1);
    // Black sees three own pieces and two others, which is 23. White sees 32.
    assert_eq!(search_to(&mut search, &game, 1).1, -(2 * 23 + 255 + 5 * 32 - 7));
}

/// Makes a network of any set with weights at random, as its bytes.
fn random_network(set: &str) -> Vec<u8> {
    let (mut random, parsed) = (Random::new(1), set.parse::<InputSet>().expect("presets"));
    let mut bytes = b"HYPNET1\n".to_vec();
    bytes.extend(u32::try_from(set.len()).expect("short").to_le_bytes());
    bytes.extend(set.as_bytes());
    bytes.extend(parsed.size().to_le_bytes());
    bytes.extend(64_u32.to_le_bytes());
    for _ in 0..parsed.size() * 16 {
        bytes.extend((random.word() & 0x000f_000f_000f_000f).to_le_bytes());
    }
    for _ in 0..129 {
        bytes.extend([random.word().to_le_bytes()[0], 0, 0, 0]);
    }
    bytes
}

#[test]
fn the_hidden_layer_follows_the_moves_of_any_set() {
    if !cfg!(debug_assertions) {
        println!("skipped: without debug assertions, the evaluator does not compare its sums");
        return;
    }
    for set in ["chess_768", "threats_59808+pawn_pairs+halfka_v2_hm"] {
        let network = Network::read(&random_network(set)).expect("it is right");
        let mut count = 0;
        let mut search = Search::new(network, 1);
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w CFcf - 0 1",
        ] {
            search_to(&mut search, &Game::new(fen.parse().expect("a position")), 5);
            count += search.nodes;
        }
        assert!(count > 2_000, "{set}: {count}");
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
    for (wrong, why) in [
        (bytes[..5].to_vec(), "HYPNET1"),
        (with(0, b'h'), "HYPNET1"),
        (with(10, 1), "a name of at most 255 bytes"),
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
    let engine = Session::start(new_search());
    for (go, end) in [("go infinite\n", "stop\n"), ("go ponder movetime 1\n", "ponderhit\n")] {
        engine.send(go);
        engine.wait_for("info depth 3 ");
        engine.send("isready\n");
        engine.wait_for("readyok");
        assert_eq!(best_moves(&engine.text()), Vec::<&str>::new());
        engine.send(end);
        engine.wait_for("bestmove");
        engine.clear();
    }
    // A mate is found at once, but not told before it is asked for.
    engine.send("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo infinite\n");
    engine.send("isready\n");
    engine.wait_for("readyok");
    assert!(!engine.text().contains("bestmove"));
    engine.send("quit\n");
    assert_eq!(best_moves(&engine.end()), ["0000"]);
}

#[test]
fn quit_stops_a_search() {
    for go in ["go depth 100", "go movetime 600000", "go btime 9999999 wtime 9999999"] {
        let start = Instant::now();
        let printed = answer(format!("{go}\nquit\n").as_bytes());
        assert_eq!(best_moves(&printed).len(), 1, "{printed}");
        assert!(start.elapsed() < Duration::from_secs(60), "{go}: {:?}", start.elapsed());
    }
}

#[test]
fn the_signal_to_stop_is_seen_by_a_search() {
    let mut search = new_search();
    let task: Arc<Task> = Arc::default();
    task.clock.stop();
    let best = search.best(&task, |_| ());
    assert!(best.is_some() && search.nodes < 2_000, "{}", search.nodes);
}

#[test]
fn castling_is_written_as_the_option_says() {
    // Castling is the only move that mates at once.
    let fen = "position fen 8/5p2/8/8/1N6/3R4/2Q5/R3K1k1 w Q - 0 1\ngo depth 2\n";
    for (option, castling) in [("false", "e1c1"), ("true", "e1a1")] {
        let text = format!("setoption name UCI_Chess960 value {option}\n{fen}");
        let printed = answer(text.as_bytes());
        assert_eq!(best_moves(&printed), [castling], "{printed}");
    }
}

#[test]
fn it_survives_bad_commands() {
    let many = format!("position startpos\ngo depth 1 searchmoves{}\n", " e2e4".repeat(300));
    assert_eq!(best_moves(&answer(many.as_bytes())), ["e2e4"]);
    let commands = b"\n \nhello\nuci\nposition\nposition startpos moves e2e5\n\
        position fen\nposition fen 8/8 w\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\n\
        position startpos e2e4\nsetoption name Hash value 1\nstop\nponderhit\n\
        setoption\nsetoption name Hash value many\nsetoption name EvalFile value /none\n\
        setoption name Hash value 65536\nsetoption name Move Overhead value 5001\n\
        setoption name EvalFile value <empty>\ngo searchmoves e2e4 Nf3 mate 1\n\
        go depth x movetime 10\ngo depth 1 nonsense\ngo depth -3\n\xff\xfe\r\n\
        position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 2\nposition startpos\nisready\n\
        go movetime 99999999999999999999999 depth 1\ngo depth 1 wtime\nquit\ngo";
    let printed = answer(commands);
    let start = Position::initial();
    let best = best_moves(&printed);
    assert_eq!(best.len(), 7, "{printed}");
    assert_eq!(best[4], "0000");
    for best in [&best[..4], &best[5..]].concat() {
        assert!(start.parse_uci(best).is_ok(), "{best}");
    }
    assert_eq!(printed.matches("info string").count(), 12, "{printed}");
    assert_eq!(printed.matches("uciok").count(), 1);
    assert_eq!(printed.matches("readyok").count(), 1);
}

/// One test, since a process has one folder of tables at a time.
#[test]
fn it_plays_endgames_by_tables() {
    let tables = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/syzygy");
    let won = "8/8/8/8/8/4k3/4p3/4K2R b - - 0 1";
    let commands = format!(
        "setoption name SyzygyPath value /none\nsetoption name SyzygyPath value {tables}/..\n\
         setoption name SyzygyPath value {tables}\nposition fen 6k1/8/8/3P4/4K3/8/8/8 w - - 0 1\n\
         go depth 1\nposition fen 6k1/8/8/3P4/4K3/8/8/8 b - - 0 1\ngo depth 1\n\
         position fen {won}\ngo depth 6\nsetoption name SyzygyPath value <empty>\n\
         position fen {won}\ngo depth 1\nquit\n"
    );
    let printed = answer(commands.as_bytes());
    let lines: Vec<&str> = printed.lines().collect();
    let errors: Vec<_> = lines.iter().filter(|line| line.starts_with("info string")).collect();
    assert_eq!(errors.len(), 2, "{printed}");
    assert!(errors[0].contains("/none: "), "{printed}");
    assert!(errors[1].contains("expected a folder with tables (.rtbw), found"), "{printed}");
    let tail = |line: &str| line.split(" nps ").next().expect("a line").to_owned();
    let scores: Vec<_> =
        lines.iter().filter(|line| line.contains(" score ")).map(|line| tail(line)).collect();
    assert_eq!(scores[0], "info depth 1 score cp 28000 nodes 1", "{printed}");
    assert_eq!(scores[1], "info depth 1 score cp 0 nodes 1", "{printed}");
    // Of four pieces there is no table, but one of the three after a capture.
    assert!(lines.iter().any(|line| line.contains(" tbhits ") && !line.contains(" tbhits 0 ")));
    assert!(!lines[lines.len() - 2].contains("tbhits"), "{printed}");
}

#[test]
fn games_against_itself_are_training_data() {
    let mut lines = Vec::new();
    write_games(Network::default(), 1, 3, &mut lines).expect("nothing to fail");
    let mut again = Vec::new();
    write_games(Network::default(), 1, 3, &mut again).expect("nothing to fail");
    assert_eq!(lines, again);
    let lines = String::from_utf8(lines).expect("text");
    assert!(lines.lines().count() > 10, "{lines}");
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
