//! Games of PGN with evaluations in their comments: `[%eval 0.25]`, or `+0.71/22` of programs that play
//! matches.

use std::io::Read;

use hyperbola_moves::pgn::{self, GameResult, Interest, PgnErrorKind, Player, Text, Visitor};
use hyperbola_moves::{Color, Position};

use crate::{Entry, ReadError, Reader, Score, Unit};

/// Reads the evaluated positions of games as a stream.
///
/// An evaluation belongs to the position after the move before its comment, as White sees it. It is
/// in pawns with a decimal point, `0.25`; in hundredths of a pawn with a depth, `25,18`; or the
/// number of moves to a mate, `#-3`. Beyond 32,767 hundredths of a pawn it becomes that number. Positions without one are left out. The entry's move is the
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
    found: Vec<(usize, Evaluation)>,
    /// The end of a comment that has not ended yet.
    comment: Vec<u8>,
    is_wrong: bool,
    comments: Comments,
}

/// What comments say.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Comments {
    /// `[%eval 0.25]` behind a move: how White sees the position after it.
    #[default]
    Eval,
    /// `+0.71/22 1.2s` behind a move: how its player saw the position before it, with the depth.
    Match,
}

/// An evaluation, as White sees it if it does not say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Evaluation {
    /// Hundredths of a pawn.
    Hundredths(i32),
    /// A number of moves to a mate.
    Mate(i64),
    /// Hundredths of a pawn as the side to move sees it.
    ForMover(i32),
}

impl Evaluation {
    /// Returns the score of the position that the evaluation belongs to.
    fn score(self, position: &Position) -> Option<Score> {
        match self {
            Self::Hundredths(number) => Some(Score::seen_by(Color::White, number)),
            Self::Mate(moves) => Score::mate_for_white(moves, position.side_to_move()),
            Self::ForMover(number) => Some(Score::seen_by(position.side_to_move(), number)),
        }
    }
}

/// The beginning of an evaluation, behind which a blank stands.
const EVAL: &[u8] = b"[%eval";

/// The largest number of bytes of an evaluation with its brackets.
const LONGEST: usize = 64;

const WRONG: &str = "expected an evaluation as 0.25, 25,18 or #-3, and the bracket behind it";

impl Evaluations {
    /// Reads the evaluation in a comment, if there is one that has ended.
    fn read(&mut self, is_last: bool) {
        let is_eval = |bytes: &[u8]| {
            let next = bytes.strip_prefix(EVAL).and_then(|rest| rest.first());
            next.is_some_and(|next| next.is_ascii_whitespace() || *next == b']')
        };
        let Some(start) = self.comment.windows(EVAL.len() + 1).position(is_eval) else { return };
        let text = &self.comment[start + EVAL.len()..];
        let Some(end) = text.iter().take(LONGEST).position(|&byte| byte == b']') else {
            self.is_wrong |= is_last || text.len() >= LONGEST;
            return;
        };
        let text = core::str::from_utf8(&text[..end]).unwrap_or_default().trim();
        let moves = self.player.game().moves().len();
        match evaluation(text) {
            None => self.is_wrong = true,
            Some(evaluation) => {
                self.found.pop_if(|(before, _)| *before == moves);
                self.found.push((moves, evaluation));
            }
        }
    }

    /// Reads the evaluation at the beginning of a whole comment of a match, if there is one.
    fn read_match(&mut self) {
        let moves = self.player.game().moves().len();
        if let (Some(number), Some(before)) = (match_score(&self.comment), moves.checked_sub(1)) {
            self.found.pop_if(|(last, _)| *last == before);
            self.found.push((before, Evaluation::ForMover(number)));
        }
    }

    /// Returns an error if an evaluation was wrong.
    const fn check(&self) -> Result<(), PgnErrorKind> {
        if self.is_wrong { Err(PgnErrorKind::Refused(WRONG)) } else { Ok(()) }
    }
}

/// Reads hundredths of a pawn from the beginning of a comment such as `+0.71/22 1.2s`. Programs count the
/// moves of a mate in different ways, so `+M5/22` is none, nor is `book`.
/// What is behind the depth may have any bytes, and may be cut.
fn match_score(comment: &[u8]) -> Option<i32> {
    let bar = comment.iter().position(|&byte| byte == b'/')?;
    let number = core::str::from_utf8(&comment[..bar]).ok()?.trim_start();
    let is_depth = comment.get(bar + 1).is_some_and(u8::is_ascii_digit);
    if !is_depth || !number.contains('.') {
        return None;
    }
    match evaluation(number)? {
        Evaluation::Hundredths(number) => Some(number),
        _ => None,
    }
}

/// Reads an evaluation.
fn evaluation(text: &str) -> Option<Evaluation> {
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
        let most = i64::from(Score::MOST_MATE);
        let moves = moves.parse().ok().filter(|moves| (-most..=most).contains(moves));
        return moves.map(Evaluation::Mate);
    }
    let is_in_pawns = number.contains('.');
    if !is_signed_number(number) || !is_in_pawns && depth.is_none() {
        return None;
    }
    let value: f64 = number.parse().ok()?;
    let value = if is_in_pawns { (100.0 * value).round() } else { value };
    let most = f64::from(i16::MAX);
    #[expect(clippy::cast_possible_truncation, reason = "the number is whole and has 16 bits")]
    Some(Evaluation::Hundredths(value.clamp(-most, most) as i32))
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
        if self.comments == Comments::Match {
            // Only the beginning counts.
            let left = LONGEST.saturating_sub(self.comment.len());
            self.comment.extend_from_slice(&text.as_bytes()[..text.as_bytes().len().min(left)]);
            if is_last {
                self.read_match();
                self.comment.clear();
            }
            return;
        }
        self.comment.extend_from_slice(text.as_bytes());
        self.read(is_last);
        let kept = if is_last { 0 } else { self.comment.len().min(LONGEST + EVAL.len()) };
        self.comment.drain(..self.comment.len() - kept);
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        self.player.end_game(result);
    }
}

impl<R: Read> PgnReader<R> {
    pub(crate) fn new(source: R, comments: Comments) -> Self {
        let reader = pgn::Reader::new(source);
        let visitor = Evaluations { comments, ..Evaluations::default() };
        Self { reader, visitor, games: 0, entries: Vec::new() }
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
        } else {
            self.games -= 1;
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
    visitor.found.iter().map(move |&(before, evaluation)| {
        while played < before {
            moves.by_ref().take(1).for_each(|&next| position.play_unchecked(next));
            played += 1;
            entry.ply = entry.ply.saturating_add(1);
        }
        let next = moves.as_slice().first().copied();
        Entry { position, played: next, score: evaluation.score(&position), ..entry }
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

    fn units(&self) -> u64 {
        self.games
    }

    fn game(&self) -> Option<u64> {
        Some(self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_of_matches_begin_with_a_number_and_a_depth() {
        for (text, expected) in [
            ("+0.71/22 1.2s", Some(71)),
            ("-12.5/3 0.01s, White wins", Some(-1250)),
            (" 0.00/1", Some(0)),
            ("+999.99/30 5s", Some(32_767)),
            ("book", None),
            ("+M5/22 1s", None),
            ("1/2 points", None),
            ("0.5/", None),
            ("0.5/x", None),
            ("0.5 1s", None),
            ("see 0.5/22", None),
        ] {
            assert_eq!(match_score(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn evaluations_are_those_that_programs_write() {
        use Evaluation::{Hundredths, Mate};
        for (text, expected) in [
            ("0.25", Hundredths(25)),
            ("-1.5", Hundredths(-150)),
            ("+0.07", Hundredths(7)),
            ("0.29,18", Hundredths(29)),
            ("25,18", Hundredths(25)),
            ("-300,1", Hundredths(-300)),
            ("#3", Mate(3)),
            ("#-4", Mate(-4)),
            ("#+2", Mate(2)),
            ("#0", Mate(0)),
            ("#-15999", Mate(-15_999)),
            ("327.67", Hundredths(32_767)),
            ("-327.68", Hundredths(-32_767)),
            ("99999,1", Hundredths(32_767)),
        ] {
            assert_eq!(evaluation(text), Some(expected), "{text}");
        }
        for text in ["", "25", "1e2", "0.2.5", "nan.", "#", "#x", "#16000", "#-70000", "0.25,", "."]
        {
            assert_eq!(evaluation(text), None, "{text}");
        }
    }
}
