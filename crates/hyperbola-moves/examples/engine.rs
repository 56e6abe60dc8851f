//! A small chess engine that speaks UCI:
//! `cargo run --release -p hyperbola-moves --example engine`.
//!
//! It searches with alpha-beta, deeper and deeper, with a transposition table, and plays captures
//! out at the end. The exchange value of each move orders the moves. It reads the next command when
//! it has moved, so it thinks for a second if `go` has no limit, and `stop` does nothing.

use core::cmp::Reverse;
use core::error::Error;
use core::time::Duration;
use std::collections::HashMap;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use hyperbola_moves::{Color, Move, Position, Repetitions, Role};

/// The score of a mate at once, in hundredths of a pawn. A mate n half moves later scores n less.
const MATE: i32 = 30_000;
/// The most half moves that the search looks ahead. Captures may go on after them.
const MAX_DEPTH: i32 = 60;
/// The most positions that the transposition table keeps.
const ENTRIES: usize = 1 << 19;

/// What an earlier search found out about a position: its score is from `low` to `high`.
#[derive(Clone, Copy)]
struct Entry {
    best: Move,
    depth: i32,
    low: i32,
    high: i32,
}

/// A game, and what the engine remembers of it.
#[derive(Default)]
pub(crate) struct Engine {
    position: Position,
    repetitions: Repetitions,
    /// The transposition table, by the key of the position.
    table: HashMap<u64, Entry>,
    /// The best move found so far in the position of the game.
    best: Option<Move>,
    nodes: u64,
    deadline: Option<Instant>,
    is_late: bool,
}

impl Engine {
    /// Sets the position from the words after `position`. After an error nothing has changed.
    pub(crate) fn set_position(&mut self, words: &[&str]) -> Result<(), Box<dyn Error>> {
        let end = words.iter().position(|&word| word == "moves").unwrap_or(words.len());
        let mut position = match &words[..end] {
            ["startpos"] => Position::initial(),
            ["fen", fields @ ..] => fields.join(" ").parse()?,
            _ => return Err("expected startpos or fen".into()),
        };
        let mut repetitions = Repetitions::new();
        repetitions.push(&position);
        for text in words.iter().skip(end + 1) {
            position = position.play(position.parse_uci(text)?)?;
            repetitions.push(&position);
        }
        (self.position, self.repetitions) = (position, repetitions);
        Ok(())
    }

    /// Searches with the limits in the words after `go`, and returns a legal move if there is one.
    pub(crate) fn go(&mut self, words: &[&str], out: &mut impl Write) -> io::Result<Option<Move>> {
        let number = |name| {
            let mut after = words.iter().skip_while(|&&word| word != name).skip(1);
            Some(after.next()?.parse::<i32>().ok()?.max(0))
        };
        let (clock, increment) = match self.position.side_to_move() {
            Color::White => (number("wtime"), number("winc")),
            Color::Black => (number("btime"), number("binc")),
        };
        let share = clock.map(|left| (left / 30 + increment.unwrap_or(0) / 2).min(left / 2));
        let depth = number("depth");
        let time =
            number("movetime").or(share).or(if depth.is_some() { None } else { Some(1_000) });
        let time = time.map(|time| Duration::from_millis(time.unsigned_abs().into()));
        self.deadline = time.map(|time| Instant::now() + time);
        (self.is_late, self.nodes) = (false, 0);

        let position = self.position;
        self.best = position.legal_moves().first().copied();
        for depth in 1..=depth.unwrap_or(MAX_DEPTH).clamp(1, MAX_DEPTH) {
            let score = self.search(&position, depth, 0, (-MATE, MATE));
            let Some(best) = self.best.filter(|_| !self.is_late) else { break };
            let (nodes, best) = (self.nodes, position.uci(best));
            writeln!(out, "info depth {depth} score cp {score} nodes {nodes} pv {best}")?;
        }
        Ok(self.best)
    }

    /// Returns the score of a position for its side to move, exact if it is in the window. `ply` is
    /// the number of half moves from the position of the game.
    fn search(&mut self, position: &Position, depth: i32, ply: i32, window: (i32, i32)) -> i32 {
        let (mut alpha, beta) = window;
        let legal = position.legal();
        let is_check = !legal.checkers().is_empty();
        let mut moves = legal.moves();
        if moves.is_empty() {
            return if is_check { ply - MATE } else { 0 };
        }
        let is_repeated = self.repetitions.count() > 1 || position.halfmove_clock() >= 100;
        if ply > 0 && (is_repeated || position.is_insufficient_material()) {
            return 0;
        }
        let depth = depth + i32::from(is_check);
        if depth <= 0 || ply > MAX_DEPTH {
            return self.play_out(position, alpha, beta);
        }
        let known = self.table.get(&position.key());
        if let Some(&Entry { low, high, .. }) = known.filter(|entry| entry.depth >= depth)
            && ply > 0
            && (low >= beta || high <= alpha || low == high)
        {
            return if low >= beta { low } else { high };
        }
        let first = known.map(|entry| entry.best);
        moves.sort_by_cached_key(|&next| (Some(next) != first, Reverse(position.see(next))));

        let (mut best, mut highest, lowest) = (moves[0], -MATE, alpha);
        for played in moves {
            let mut next = *position;
            next.play_unchecked(played);
            self.repetitions.push(&next);
            let score = -self.search(&next, depth - 1, ply + 1, (-beta, -alpha));
            self.repetitions.pop();
            self.is_late |= self.deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if self.is_late {
                return 0;
            }
            if score > highest {
                (best, highest) = (played, score);
            }
            if score > alpha && ply == 0 {
                self.best = Some(played);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        // The score of a mate counts from the position of the game, which will be another one.
        let depth = if highest.abs() < MATE - 1_000 { depth } else { 0 };
        let low = if highest > lowest { highest } else { -MATE };
        let high = if highest < beta { highest } else { MATE };
        if self.table.len() >= ENTRIES {
            self.table.clear();
        }
        self.table.insert(position.key(), Entry { best, depth, low, high });
        highest
    }

    /// Returns the score after all captures that do not lose material.
    fn play_out(&mut self, position: &Position, mut alpha: i32, beta: i32) -> i32 {
        self.nodes += 1;
        let mut highest = evaluate(position);
        let mut captures = position.legal().captures();
        captures.retain(|&capture| position.see_at_least(capture, 0));
        captures.sort_by_cached_key(|&capture| Reverse(position.see(capture)));
        for capture in captures {
            alpha = alpha.max(highest);
            if alpha >= beta {
                break;
            }
            let mut next = *position;
            next.play_unchecked(capture);
            highest = highest.max(-self.play_out(&next, -beta, -alpha));
        }
        highest
    }
}

/// Returns the score of a position for its side to move, in hundredths of a pawn: the pieces, how
/// far the pawns have come, and how near to the centre the pieces stand.
fn evaluate(position: &Position) -> i32 {
    let board = position.board();
    let is_ending = board.occupied().count() <= 12;
    let mut score = 0;
    for (square, piece) in board.pieces() {
        let (file, rank) = (i32::from(square.index() % 8), i32::from(square.index() / 8));
        let centre = file.min(7 - file) + rank.min(7 - rank);
        let advance = if piece.color == Color::White { rank } else { 7 - rank };
        let value = match piece.role {
            Role::Pawn => 80 + 3 * advance * advance + 4 * centre,
            Role::Knight => 290 + 8 * centre,
            Role::Bishop => 310 + 6 * centre,
            Role::Rook => 500 + 2 * advance,
            Role::Queen => 900 + 2 * centre,
            Role::King => centre * if is_ending { 10 } else { -10 },
        };
        score += if piece.color == position.side_to_move() { value } else { -value };
    }
    // In an ending, the side that is ahead brings its king near the other one.
    let [white, black] = Color::ALL.map(|color| position.king(color));
    let far = white.file().index().abs_diff(black.file().index())
        + white.rank().index().abs_diff(black.rank().index());
    score - if is_ending { 4 * i32::from(far) * score.signum() } else { 0 }
}

/// Answers commands until `quit` or the end of the input. What it does not understand, it skips.
pub(crate) fn uci(input: impl BufRead, mut out: impl Write) -> io::Result<()> {
    let mut engine = Engine::default();
    for line in input.split(b'\n') {
        let line = line?;
        let line = String::from_utf8_lossy(&line);
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.first().copied() {
            Some("uci") => {
                writeln!(out, "id name Hyperbola example\nid author The Hyperbola authors\nuciok")?;
            }
            Some("isready") => writeln!(out, "readyok")?,
            Some("ucinewgame") => engine = Engine::default(),
            Some("position") => {
                if let Err(error) = engine.set_position(&words[1..]) {
                    writeln!(out, "info string {error}")?;
                }
            }
            Some("go") => match engine.go(&words[1..], &mut out)? {
                Some(best) => writeln!(out, "bestmove {}", engine.position.uci(best))?,
                None => writeln!(out, "bestmove 0000")?,
            },
            Some("quit") => break,
            _ => {}
        }
        out.flush()?;
    }
    Ok(())
}

fn main() -> io::Result<()> {
    uci(io::stdin().lock(), io::stdout().lock())
}
