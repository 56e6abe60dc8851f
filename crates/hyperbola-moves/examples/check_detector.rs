//! Plays random games and five famous ones and asks of each position whether it is check: by the reversed boards of the
//! check detector, with its shortcut and without, and by looking for the checkers.
//!
//! ```text
//! cargo run --release -p hyperbola-moves --example check_detector
//! ```
//!
//! Prints how often the shortcut could be taken, and the time a position, bringing the boards up to
//! date included: the lowest of several passes over the same games.

use core::hint::black_box;
use core::time::Duration;
use std::time::Instant;

use hyperbola_conformance::Random;
use hyperbola_moves::Position;
use hyperbola_moves::detector::PositionCheckDetector;

const GAMES: u64 = 2_000;
const PASSES: usize = 9;

/// Returns the positions of games of random moves, each game from the initial position.
fn random_games() -> Vec<Position> {
    let mut random = Random::new(2000);
    let mut positions = Vec::new();
    for _ in 0..GAMES {
        let mut position = Position::initial();
        while position.halfmove_clock() < 100 {
            positions.push(position);
            let moves = position.legal_moves();
            if moves.is_empty() {
                break;
            }
            let index = random.word() % u64::try_from(moves.len()).expect("at most 256");
            position.play_unchecked(moves[usize::try_from(index).expect("at most 256")]);
        }
    }
    positions
}

/// Returns the positions of the famous games.
fn famous_games() -> Vec<Position> {
    let mut positions = Vec::new();
    for game in include_str!("../../../testdata/games/famous.san").lines() {
        let mut position = Position::initial();
        positions.push(position);
        for san in game.split_whitespace().filter(|word| !word.ends_with('.')) {
            position.play_unchecked(position.parse_san(san).expect("a legal move"));
            positions.push(position);
        }
    }
    positions
}

/// Returns the positions after each legal move of others, one after the other, as a search sees them.
fn successors(positions: &[Position]) -> Vec<Position> {
    let after = |position: &Position| {
        let position = *position;
        position.legal_moves().to_vec().into_iter().map(move |played| {
            let mut next = position;
            next.play_unchecked(played);
            next
        })
    };
    positions.iter().flat_map(after).collect()
}

/// Returns the number of checks and the time it took to count them.
fn timed(positions: &[Position], mut is_check: impl FnMut(&Position) -> bool) -> (usize, Duration) {
    let start = Instant::now();
    let checks = positions.iter().filter(|position| is_check(black_box(position))).count();
    (checks, start.elapsed())
}

fn report(name: &str, positions: &[Position]) {
    let mut fastest = [Duration::MAX; 4];
    let mut hit_rate = 0.0;
    for _ in 0..PASSES {
        let mut cached = PositionCheckDetector::new(&positions[0]);
        let mut plain = PositionCheckDetector::new(&positions[0]);
        let mut idle = PositionCheckDetector::new(&positions[0]);
        // One after the other in each pass, so that a slow moment meets all of them.
        let passes = [
            timed(positions, |position| cached.is_check(position)),
            timed(positions, |position| plain.is_check_uncached(position)),
            timed(positions, Position::is_check),
            timed(positions, |position| {
                idle.follow(position);
                false
            }),
        ];
        assert!(passes[..3].iter().all(|(checks, _)| *checks == passes[0].0), "the tests differ");
        for (fastest, (_, time)) in fastest.iter_mut().zip(passes) {
            *fastest = time.min(*fastest);
        }
        hit_rate = cached.hits() as f64 / cached.queries() as f64;
    }
    println!("{name}: {} positions", positions.len());
    println!("the shortcut could be taken in {:.1} %", 100.0 * hit_rate);
    let names = [
        "reversed boards, with the shortcut",
        "reversed boards",
        "checkers, no boards kept",
        "bringing the boards up to date alone",
    ];
    for (name, time) in names.into_iter().zip(fastest) {
        let nanoseconds = time.as_secs_f64() * 1e9 / positions.len() as f64;
        println!("  {name:36} {nanoseconds:6.1} ns a position");
    }
}

fn main() {
    let (random, famous) = (random_games(), famous_games());
    report("random games", &random);
    report("after each move of random games", &successors(&random[..random.len() / 20]));
    report("famous games", &famous);
    report("after each move of famous games", &successors(&famous));
}
