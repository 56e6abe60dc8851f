//! The example engine: it plays only legal moves, survives bad commands, and beats a random mover.

#[expect(dead_code, reason = "the tests have their own main function")]
#[path = "../examples/engine.rs"]
mod engine;

use core::time::Duration;
use std::io;
use std::time::Instant;

use engine::Engine;
use hyperbola_moves::{Color, Move, Outcome, Position, Repetitions};
use hyperbola_random::Random;

/// Gives commands to a new engine and returns what it prints.
fn answer(commands: &[u8]) -> String {
    let mut printed = Vec::new();
    engine::uci(commands, &mut printed).expect("nothing to fail");
    String::from_utf8(printed).expect("text")
}

/// Returns the moves after `bestmove` in what the engine prints.
fn best_moves(printed: &str) -> Vec<&str> {
    printed.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect()
}

fn random_move(position: &Position, random: &mut Random) -> Move {
    let moves = position.legal_moves();
    let number = random.word() % u64::try_from(moves.len()).expect("fits");
    moves[usize::try_from(number).expect("fits")]
}

/// Plays a game from the initial position with checked moves. The players get the position and the
/// words of the command `position`. Returns the outcome and the number of half moves.
fn play(mut mover: impl FnMut(&Position, &str) -> Move) -> (Outcome, usize) {
    let (mut position, mut repetitions) = (Position::initial(), Repetitions::new());
    let mut words = "startpos moves".to_owned();
    for half_moves in 0.. {
        repetitions.push(&position);
        let end = position.outcome().or_else(|| repetitions.outcome());
        if let Some(outcome) = end.or_else(|| position.claim()).or_else(|| repetitions.claim()) {
            return (outcome, half_moves);
        }
        let played = mover(&position, &words);
        words = format!("{words} {}", position.uci(played));
        position = position.play(played).expect("a legal move");
    }
    unreachable!("a game ends by the fifty-move rule")
}

/// Plays games against a random mover, with White and Black in turn, and returns how many of them
/// the engine wins.
fn wins_against_random(games: u64, limits: &str) -> u64 {
    let mut wins = 0;
    for number in 0..games {
        let mut random = Random::new(number);
        let mut engine = Engine::default();
        let own = Color::ALL[usize::try_from(number % 2).expect("fits")];
        let (outcome, half_moves) = play(|position, words| {
            if position.side_to_move() != own {
                return random_move(position, &mut random);
            }
            engine.set_position(words).expect("legal moves");
            engine.go(limits, &mut io::sink()).expect("nothing to fail").expect("a legal move")
        });
        println!("game {number}: engine {own:?}, {outcome} {outcome:?}, {half_moves} half moves");
        wins += u64::from(outcome.winner() == Some(own));
    }
    wins
}

#[test]
fn it_plays_a_game_against_itself_over_uci() {
    let mut random = Random::new(1);
    let (outcome, half_moves) = play(|position, words| {
        // The first moves are random, so that the game is not always the same one.
        if position.fullmove_number() <= 3 {
            return random_move(position, &mut random);
        }
        let printed = answer(format!("position {words}\ngo depth 3\n").as_bytes());
        let [best] = best_moves(&printed)[..] else { panic!("{printed}") };
        position.parse_uci(best).unwrap_or_else(|error| panic!("{position}: {best}: {error}"))
    });
    println!("{outcome:?} after {half_moves} half moves");
    assert!(half_moves > 20, "{half_moves}");
}

#[test]
fn it_beats_a_random_mover_twenty_times() {
    assert_eq!(wins_against_random(20, "depth 3"), 20);
}

/// Returns the last score that the engine prints, in hundredths of a pawn.
fn score(fen: &str, depth: u32) -> i32 {
    let printed = answer(format!("position fen {fen}\ngo depth {depth}\n").as_bytes());
    let after = printed.rsplit_once("score cp ").expect("a score").1;
    after.split(' ').next().expect("a number").parse().expect("a number")
}

#[test]
fn it_finds_mates_draws_and_material() {
    // Mates in one, two and three moves, and being mated in one.
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 2), 29_999);
    assert_eq!(score("kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 4), 29_997);
    assert_eq!(score("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6), 29_995);
    assert_eq!(score("7k/8/5K2/8/8/8/8/6Q1 b - - 0 1", 3), -29_998);
    // Draws: a perpetual check, a capture that leaves dead material, and the end of the 50 moves,
    // before which a mate comes.
    assert_eq!(score("6k1/6p1/8/7Q/8/8/qr6/7K w - - 0 1", 5), 0);
    assert_eq!(score("8/8/8/8/8/5k2/7p/7K w - - 0 1", 3), 0);
    assert_eq!(score("7k/8/8/8/8/8/8/K6Q b - - 99 90", 3), 0);
    assert_eq!(score("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 90", 2), 29_999);
    // A stalemate is no mate.
    assert!(score("7k/7P/8/6K1/8/8/8/8 w - - 0 1", 2) < 1_000);
    // A free queen, and a pawn that is defended.
    assert!(score("4k3/8/8/3q4/8/8/8/3RK3 w - - 0 1", 1) > 300);
    assert!(score("4k3/8/2p5/3p4/8/8/8/3QK3 w - - 0 1", 3) < 900);
}

#[test]
fn it_gives_a_legal_move_however_short_the_time() {
    let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
        .parse()
        .expect("valid");
    for limits in
        ["movetime 0", "movetime -5", "wtime 0 btime 0", "wtime -100 winc 1", "movetime 30"]
    {
        let start = Instant::now();
        let printed = answer(format!("position fen {position}\ngo {limits}\n").as_bytes());
        let [best] = best_moves(&printed)[..] else { panic!("{printed}") };
        assert!(position.parse_uci(best).is_ok(), "{limits}: {best}");
        assert!(start.elapsed() < Duration::from_secs(5), "{limits}: {:?}", start.elapsed());
    }
}

#[test]
fn it_survives_bad_commands() {
    let commands = b"\n \nhello\nuci\nposition\nposition startpos moves e2e5\n\
        position fen\nposition fen 8/8 w\nposition fen 8/8/8/8/8/8/8/8 w - - 0 1\n\
        position startpos e2e4\nsetoption name Hash value 1\nstop\nponderhit\n\
        go depth x movetime 10\ngo depth 1 nonsense\ngo depth -3\n\xff\xfe\r\n\
        position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1\ngo depth 2\nposition startpos\nisready\n\
        go movetime 99999999999999999999 depth 1\nquit\ngo";
    let printed = answer(commands);
    let start = Position::initial();
    let best = best_moves(&printed);
    assert_eq!(best.len(), 5, "{printed}");
    assert_eq!(best[3], "0000");
    for best in [best[0], best[1], best[2], best[4]] {
        assert!(start.parse_uci(best).is_ok(), "{best}");
    }
    assert_eq!(printed.matches("info string").count(), 6, "{printed}");
    assert_eq!(printed.matches("uciok").count(), 1);
    assert_eq!(printed.matches("readyok").count(), 1);
}
