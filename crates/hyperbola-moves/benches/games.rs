//! Times what a search and a reader of games do most: `cargo bench -p hyperbola-moves --bench
//! games`.
//!
//! - The nodes of a tree are counted by lists of moves, new ones and ones that are filled again,
//!   and by sets, which count the last moves without listing them.
//! - Every move of a tree is made on a copy of the position. Another way copies once more, so the
//!   difference is what a copy costs.
//! - PGN of random games is read and played, without comments and with those of a server.
//!
//! All ways take turns. Each figure is the median of the rounds.

use core::hint::black_box;
use std::time::Instant;

use hyperbola_moves::pgn::{Game, PgnErrorKind, Reader, Visitor};
use hyperbola_moves::{Move, MoveList, Position};
use hyperbola_random::Random;
use hyperbola_samples::random_game;
use hyperbola_timing::statistics::median;

const POSITION: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn after(position: &Position, played: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(played);
    next
}

fn by_lists(position: &Position, depth: u32) -> usize {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|&next| by_lists(&after(position, next), depth - 1)).sum()
}

/// Counts with a list for each depth.
fn by_lists_again(position: &Position, lists: &mut [MoveList]) -> usize {
    let Some((moves, deeper)) = lists.split_first_mut() else { return 1 };
    moves.clear();
    position.legal().moves_into(moves);
    if deeper.is_empty() {
        return moves.len();
    }
    moves.iter().map(|&next| by_lists_again(&after(position, next), deeper)).sum()
}

fn by_sets(position: &Position, depth: u32) -> usize {
    let legal = position.legal();
    if depth == 1 {
        return legal.count();
    }
    let mut count = 0;
    legal.for_each_set(|set| {
        count += set.moves().map(|next| by_sets(&after(position, next), depth - 1)).sum::<usize>();
    });
    count
}

/// Makes every move, and copies each position a number of times more.
fn making<const COPIES: usize>(position: &Position, depth: u32) -> usize {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    position.legal().for_each_set(|set| {
        for played in set.moves() {
            let mut next = after(position, played);
            for _ in 0..COPIES {
                next = *black_box(&next);
            }
            count += making::<COPIES>(black_box(&next), depth - 1);
        }
    });
    count
}

/// Reads games and does nothing with their moves.
struct Reading;

impl Visitor for Reading {
    fn san(&mut self, san: &str) -> Result<(), PgnErrorKind> {
        black_box(san);
        Ok(())
    }
}

fn read(text: &str) -> usize {
    let mut reader = Reader::new(text.as_bytes());
    while reader.read_game(&mut Reading).expect("valid games") {}
    text.len()
}

fn play(text: &str) -> usize {
    let mut games = Reader::new(text.as_bytes()).games();
    while black_box(games.next_game().expect("valid games")).is_some() {}
    text.len()
}

/// Writes random games of 80 half moves until they have a number of bytes.
fn games(bytes: usize) -> String {
    let mut random = Random::new(1);
    let mut text = String::new();
    while text.len() < bytes {
        let mut game = Game::new(Position::initial());
        random_game(Position::initial(), &mut random, 80, |_, played| {
            game.play(played).expect("a legal move");
        });
        text += &game.to_string();
    }
    text
}

/// Adds a comment to each move, as a server writes it.
fn with_comments(text: &str) -> String {
    let mut random = Random::new(2);
    let mut commented = String::new();
    for line in text.lines() {
        for word in line.split_inclusive(' ') {
            commented += word;
            if !line.starts_with('[') && word.starts_with(|first: char| first.is_alphabetic()) {
                let (eval, clock) = (random.word() % 100, random.word() % 60);
                commented += &format!(" {{ [%eval 0.{eval}] [%clk 0:02:{clock:02}] }} ");
            }
        }
        commented.push('\n');
    }
    commented
}

fn main() {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    if has("--list") {
        return;
    }
    let (rounds, depth, bytes) = if has("--test") { (1, 2, 10_000) } else { (15, 4, 4_000_000) };
    let position: Position = POSITION.parse().expect("a valid position");
    let lists = vec![MoveList::new(); depth as usize];
    let plain = games(bytes);
    let commented = with_comments(&plain);

    let again = || by_lists_again(&position, &mut lists.clone());
    let ways: [(&str, &dyn Fn() -> usize); 9] = [
        ("nodes by lists", &|| by_lists(&position, depth)),
        ("nodes by lists filled again", &again),
        ("nodes by sets", &|| by_sets(&position, depth)),
        ("moves made", &|| making::<0>(&position, depth - 1)),
        ("moves made, with a copy more", &|| making::<1>(&position, depth - 1)),
        ("bytes of PGN read", &|| read(&plain)),
        ("bytes of PGN played", &|| play(&plain)),
        ("bytes of PGN with comments read", &|| read(&commented)),
        ("bytes of PGN with comments played", &|| play(&commented)),
    ];
    let mut speeds = vec![Vec::new(); ways.len()];
    for _ in 0..rounds {
        for ((_, way), speeds) in ways.iter().zip(&mut speeds) {
            let start = Instant::now();
            let count = way();
            speeds.push(count as f64 / start.elapsed().as_secs_f64() / 1e6);
        }
    }
    println!("Millions a second, medians of {rounds} rounds in turns");
    for ((name, _), speeds) in ways.iter().zip(&speeds) {
        println!("  {name:<36} {:>8.1}", median(speeds).unwrap_or(f64::NAN));
    }
}
