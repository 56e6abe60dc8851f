//! Times what a search and a reader of games do most.
//!
//! - The nodes of a tree are counted by lists of moves, new ones and ones that are filled again,
//!   and by sets, which count the last moves without listing them.
//! - Every move of a tree is made on a copy of the position. Another way copies once more, so the
//!   difference is the cost of a copy.
//! - PGN of random games is read and played, without comments and with those of a server.

use core::hint::black_box;

use hyperbola_moves::pgn::{Game, PgnErrorKind, Reader, Visitor};
use hyperbola_moves::{Move, MoveList, Position, Stage};
use hyperbola_random::Random;
use hyperbola_samples::random_game;

use crate::support::{Bench, Loop};

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
    position.legal().stage(Stage::All).moves_into(moves);
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

/// Checks that the ways to count agree, and times all ways.
pub(crate) fn run(bench: Bench) {
    let (depth, bytes) = if bench.is_quick { (2, 10_000) } else { (4, 4_000_000) };
    let position: Position = POSITION.parse().expect("a valid position");
    let mut lists = vec![MoveList::new(); depth as usize];
    let plain: &'static str = games(bytes).leak();
    let commented: &'static str = with_comments(plain).leak();
    let nodes = by_lists(&position, depth);
    assert_eq!(by_lists_again(&position, &mut lists), nodes);
    assert_eq!(by_sets(&position, depth), nodes);
    let made = making::<0>(&position, depth - 1);
    let of = |name, operations, way: fn(&'static str) -> usize, text: &'static str| {
        Loop::new(name, operations, move || way(text))
    };
    let loops = vec![
        Loop::new("nodes by lists", nodes, move || by_lists(&position, depth)),
        Loop::new("nodes by lists filled again", nodes, move || {
            by_lists_again(&position, &mut lists)
        }),
        Loop::new("nodes by sets", nodes, move || by_sets(&position, depth)),
        Loop::new("moves made", made, move || making::<0>(&position, depth - 1)),
        Loop::new("moves made, with a copy more", made, move || making::<1>(&position, depth - 1)),
    ];
    bench.print_table("A node or a move", loops);
    let loops = vec![
        of("bytes of PGN read", plain.len(), read, plain),
        of("bytes of PGN played", plain.len(), play, plain),
        of("bytes of PGN with comments read", commented.len(), read, commented),
        of("bytes of PGN with comments played", commented.len(), play, commented),
    ];
    bench.print_table("A byte", loops);
}
