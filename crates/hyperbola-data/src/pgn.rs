//! Games of PGN with evaluations in their comments: `[%eval 0.25]`.

use std::io::Read;

use hyperbola_moves::Color;
use hyperbola_moves::pgn::{self, GameResult, Interest, PgnErrorKind, Player, Text, Visitor};

use crate::{Entry, ReadError, Reader, Score, Unit};

/// Reads the evaluated positions of games as a stream.
///
/// An evaluation belongs to the position after the move before its comment, as White sees it. It is
/// in pawns with a decimal point, `0.25`; in hundredths of a pawn with a depth, `25,18`; or the
/// number of moves to a mate, `#-3`. Positions without one are left out. The entry's move is the
/// next move of the game. A mistake costs its game.
#[derive(Debug)]
pub(crate) struct PgnReader<R> {
    reader: pgn::Reader<R>,
    visitor: Evaluations,
    games: u64,
    /// The entries of the last game that are left, in reversed order.
    entries: Vec<Entry>,
}

/// Collects the evaluations of a game while its moves are played.
#[derive(Debug, Default)]
struct Evaluations {
    player: Player,
    /// How many moves stand before each evaluation, and the evaluation.
    found: Vec<(usize, Score)>,
    /// The end of a comment that has not ended yet.
    comment: Vec<u8>,
    is_wrong: bool,
}

/// The beginning of an evaluation.
const EVAL: &[u8] = b"[%eval";

/// The largest number of bytes of an evaluation with its brackets.
const LONGEST: usize = 64;

const WRONG: &str =
    "expected an evaluation as 0.25, 25,18 or #-3 of at most 32767 hundredths of a pawn";

impl Evaluations {
    /// Reads the evaluation in a comment, if there is one that has ended.
    fn read(&mut self) {
        let Some(start) = self.comment.windows(EVAL.len()).position(|bytes| bytes == EVAL) else {
            return;
        };
        let text = &self.comment[start + EVAL.len()..];
        let Some(end) = text.iter().take(LONGEST).position(|&byte| byte == b']') else {
            self.is_wrong |= text.len() >= LONGEST;
            return;
        };
        let text = core::str::from_utf8(&text[..end]).unwrap_or_default().trim();
        let game = self.player.game();
        let moves = game.moves().len();
        match evaluation(text, game.position().side_to_move()) {
            None => self.is_wrong = true,
            Some(score) => {
                self.found.pop_if(|(before, _)| *before == moves);
                self.found.push((moves, score));
            }
        }
    }

    /// Returns an error if an evaluation was wrong.
    const fn check(&self) -> Result<(), PgnErrorKind> {
        if self.is_wrong { Err(PgnErrorKind::Refused(WRONG)) } else { Ok(()) }
    }
}

/// Reads an evaluation of a position with a side to move.
fn evaluation(text: &str, side_to_move: Color) -> Option<Score> {
    let is_signed_number = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        digits.starts_with(|first: char| first.is_ascii_digit() || first == '.')
            && digits.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
    };
    let (number, depth) = match text.split_once(',') {
        Some((number, depth)) => (number, Some(depth)),
        None => (text, None),
    };
    if depth.is_some_and(|depth| depth.trim().parse::<u32>().is_err()) {
        return None;
    }
    if let Some(moves) = number.strip_prefix('#') {
        let number: u16 = moves.strip_prefix(['-', '+']).unwrap_or(moves).parse().ok()?;
        let winner = match moves.starts_with('-') {
            _ if number == 0 => !side_to_move,
            true => Color::Black,
            false => Color::White,
        };
        return Some(Score::mate(winner, number, side_to_move));
    }
    let is_in_pawns = number.contains('.');
    if !is_signed_number(number) || !is_in_pawns && depth.is_none() {
        return None;
    }
    let value: f64 = number.parse().ok()?;
    let value = if is_in_pawns { (100.0 * value).round() } else { value };
    if value.abs() > f64::from(i16::MAX) {
        return None;
    }
    #[expect(clippy::cast_possible_truncation, reason = "the number is whole and has 16 bits")]
    Some(Score::seen_by(Color::White, value as i32))
}

impl Visitor for Evaluations {
    fn begin_game(&mut self) {
        self.player.begin_game();
        self.found.clear();
        self.comment.clear();
        self.is_wrong = false;
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        self.player.tag(name, value)
    }

    fn end_tags(&mut self) -> Interest {
        self.player.end_tags()
    }

    fn san(&mut self, san: &str) -> Result<(), PgnErrorKind> {
        self.check()?;
        self.player.san(san)
    }

    fn comment(&mut self, text: Text<'_>, is_last: bool) {
        self.comment.extend_from_slice(text.as_bytes());
        self.read();
        let kept = if is_last { 0 } else { self.comment.len().min(LONGEST + EVAL.len()) };
        self.comment.drain(..self.comment.len() - kept);
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        self.player.end_game(result);
    }
}

impl<R: Read> PgnReader<R> {
    pub(crate) fn new(source: R) -> Self {
        let reader = pgn::Reader::new(source);
        Self { reader, visitor: Evaluations::default(), games: 0, entries: Vec::new() }
    }

    /// Reads the next game. Returns whether there is one.
    fn game(&mut self) -> Result<bool, ReadError> {
        self.games += 1;
        let read = self.reader.read_game(&mut self.visitor);
        let has_game = read.map_err(|error| match error.kind {
            PgnErrorKind::Io(kind) => {
                ReadError::io(Unit::Game, self.games, error.offset, kind.into())
            }
            kind => {
                let text = format!("{kind}, in line {}", error.line);
                ReadError::wrong(Unit::Game, self.games, error.offset, text.into())
            }
        })?;
        if has_game && let Err(kind) = self.visitor.check() {
            let text = kind.to_string().into();
            return Err(ReadError::wrong(Unit::Game, self.games, self.reader.offset(), text));
        }
        if has_game {
            self.entries.extend(entries(&self.visitor));
            self.entries.reverse();
        }
        Ok(has_game)
    }
}

/// Returns the entries of a game.
fn entries(visitor: &Evaluations) -> impl Iterator<Item = Entry> {
    let game = visitor.player.game();
    let (mut position, mut moves) = (*game.start(), game.moves().iter());
    let mut entry = Entry { result: game.result(), ..Entry::new(position) };
    let mut played = 0;
    visitor.found.iter().map(move |&(before, score)| {
        while played < before {
            moves.by_ref().take(1).for_each(|&next| position.play_unchecked(next));
            played += 1;
            entry.ply = entry.ply.saturating_add(1);
        }
        let next = moves.as_slice().first().copied();
        Entry { position, played: next, score: Some(score), ..entry }
    })
}

impl<R: Read + Send> Reader for PgnReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            if let Some(entry) = self.entries.pop() {
                return Ok(Some(entry));
            }
            if !self.game()? {
                return Ok(None);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evaluations_are_those_that_programs_write() {
        let read = |text| evaluation(text, Color::White).map(|score| score.for_color(Color::White));
        for (text, expected) in [
            ("0.25", 25),
            ("-1.5", -150),
            ("+0.07", 7),
            ("0.29,18", 29),
            ("25,18", 25),
            ("-300,1", -300),
            ("#3", 31_995),
            ("#-4", -31_992),
            ("#0", -32_000),
            ("327.67", 32_767),
        ] {
            assert_eq!(read(text), Some(expected), "{text}");
        }
        for text in ["", "25", "1e2", "0.2.5", "nan.", "#", "#x", "#70000", "0.25,", "327.68", "."]
        {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
