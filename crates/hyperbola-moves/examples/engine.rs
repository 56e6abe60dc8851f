//! A small chess engine that speaks UCI:
//! `cargo run --release -p hyperbola-moves --example engine`.
//!
//! It searches with alpha-beta, deeper and deeper, with a transposition table, and plays captures
//! out at the end, those that lose nothing by their exchange value. It reads the next command when
//! it has moved, so it thinks for a second if `go` has no limit, and `stop` does nothing.

use core::cmp::Reverse;
use core::error::Error;
use core::time::Duration;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use hyperbola_moves::{Color, Move, PieceValues, Position, Repetitions, Role};

/// The score of a mate at once, in hundredths of a pawn. A mate n half moves later scores n less.
const MATE: i32 = 30_000;
/// The most positions that the transposition table keeps.
const ENTRIES: usize = 1 << 19;

/// What a search found out about a position: the depth, the least and the highest that its score
/// can be, and the best move.
type Entry = (i32, i32, i32, Option<Move>);

/// A game, and what the searches remember of it.
#[derive(Default)]
pub(crate) struct Engine {
    position: Position,
    repetitions: Repetitions,
    table: HashMap<u64, Entry>,
    deadline: Option<Instant>,
}

impl Engine {
    /// Sets the position from the words after `position`. After an error nothing has changed.
    pub(crate) fn set_position(&mut self, words: &str) -> Result<(), Box<dyn Error>> {
        let (start, moves) = words.split_once("moves").unwrap_or((words, ""));
        let mut position = match start.trim().split_once(' ') {
            Some(("fen", fen)) => fen.parse()?,
            None if start.trim() == "startpos" => Position::initial(),
            _ => return Err("expected startpos or fen".into()),
        };
        let mut repetitions = Repetitions::new();
        repetitions.push(&position);
        for text in moves.split_whitespace() {
            position = position.play(position.parse_uci(text)?)?;
            repetitions.push(&position);
        }
        (self.position, self.repetitions) = (position, repetitions);
        Ok(())
    }

    /// Searches with the limits after `go`, and returns a legal move if there is one.
    pub(crate) fn go(&mut self, limits: &str, out: &mut impl Write) -> io::Result<Option<Move>> {
        let number = |name| {
            let word = limits.split_whitespace().skip_while(|&word| word != name).nth(1)?;
            Some(word.parse::<i32>().ok()?.max(0))
        };
        let clock = if self.position.side_to_move() == Color::White { "wtime" } else { "btime" };
        let time = number("movetime").or(number(clock).map(|left| left / 30));
        let time = time.or(number("depth").is_none().then_some(1_000)).map(i32::unsigned_abs);
        self.deadline = time.map(|time| Instant::now() + Duration::from_millis(time.into()));

        let position = self.position;
        let mut best = position.legal_moves().first().copied();
        for depth in 1..=number("depth").unwrap_or(60).clamp(1, 60) {
            let Some(score) = self.score(&position, depth, 0, [-MATE, MATE]) else { break };
            writeln!(out, "info score cp {score} depth {depth}")?;
            best = self.table.get(&position.key()).and_then(|entry| entry.3).or(best);
        }
        Ok(best)
    }

    /// Returns the score of a position for its side to move, exact if it is in the range, or
    /// nothing once the time is over. `ply` counts the half moves from the game's position.
    fn score(&mut self, position: &Position, depth: i32, ply: i32, range: [i32; 2]) -> Option<i32> {
        let [mut alpha, beta] = range;
        if let Some(outcome) = position.outcome() {
            return Some(if outcome.winner().is_some() { ply - MATE } else { 0 });
        }
        if ply > 0 && (self.repetitions.count() > 1 || position.halfmove_clock() >= 100) {
            return Some(0);
        }
        if self.deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return None;
        }
        let depth = (depth + i32::from(position.is_check())).max(0);
        let known = self.table.get(&position.key()).copied();
        let (searched, low, high, known) = known.unwrap_or((-1, -MATE, MATE, None));
        if searched >= depth && ply > 0 && (low >= beta || high <= alpha || low == high) {
            return Some(if low >= beta { low } else { high });
        }

        // At the end of the depth, only captures that lose nothing go on, and none need be made.
        let (is_end, legal) = (depth == 0, position.legal());
        let mut moves = if is_end { legal.captures() } else { legal.moves() };
        moves.retain(|&next| !is_end || position.see_at_least(next, 0));
        moves.sort_by_cached_key(|&next| (Some(next) != known, Reverse(position.see(next))));
        let (mut best, mut highest) = (None, if is_end { evaluate(position) } else { -MATE });
        let lowest = alpha;
        for played in moves {
            alpha = alpha.max(highest);
            if alpha >= beta {
                break;
            }
            let mut next = *position;
            next.play_unchecked(played);
            self.repetitions.push(&next);
            let score = self.score(&next, depth - 1, ply + 1, [-beta, -alpha]);
            self.repetitions.pop();
            let score = -score?;
            if score > highest {
                (best, highest) = (Some(played), score);
            }
        }
        // The score of a mate counts from the game's position, which will be another one.
        let searched = if highest.abs() < MATE - 1_000 { depth } else { -1 };
        let low = if highest > lowest { highest } else { -MATE };
        let high = if highest < beta { highest } else { MATE };
        if self.table.len() >= ENTRIES {
            self.table.clear();
        }
        self.table.insert(position.key(), (searched, low, high, best));
        Some(highest)
    }
}

/// Returns the score of a position for its side to move: the pieces and the squares they attack.
fn evaluate(position: &Position) -> i32 {
    let board = position.board();
    let score = |color| {
        let mut score = 4 * board.attacks_of(color, board.occupied()).count().cast_signed();
        for role in Role::ALL {
            score += PieceValues::STANDARD.of(role) * board.of(color, role).count().cast_signed();
        }
        score
    };
    score(position.side_to_move()) - score(!position.side_to_move())
}

/// Answers commands until `quit` or the end of the input. What it does not understand, it skips.
pub(crate) fn uci(input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut engine = Engine::default();
    for line in input.split(b'\n') {
        let line = String::from_utf8_lossy(&line?).trim().to_owned();
        let (command, words) = line.split_once(' ').unwrap_or((&line, ""));
        match command {
            "uci" => writeln!(out, "id name Hyperbola\nid author The Hyperbola authors\nuciok")?,
            "isready" => writeln!(out, "readyok")?,
            "ucinewgame" => engine = Engine::default(),
            "position" => {
                if let Err(error) = engine.set_position(words) {
                    writeln!(out, "info string {error}")?;
                }
            }
            "go" => match engine.go(words, &mut out)? {
                Some(best) => writeln!(out, "bestmove {}", engine.position.uci(best))?,
                None => writeln!(out, "bestmove 0000")?,
            },
            "quit" => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    uci(io::stdin().lock(), io::stdout().lock())
}
