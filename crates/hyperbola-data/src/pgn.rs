//! Games of PGN with evaluations in their comments: `[%eval 0.25]`, or `+0.71/22` of programs that
//! play matches.

use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::io::{ErrorKind, Read};
use std::sync::Arc;

use hyperbola_moves::pgn::{
    self, GameResult, Interest, PgnErrorKind, Player, Text, Variant, Visitor, read_start,
};
use hyperbola_moves::{Color, ParsePositionError, Position, Rules};

use crate::fens::Fens;
use crate::window::{Counted, MOST_WITHOUT_ENTRY, no_entry};
use crate::{Entry, LeftOut, ReadError, ReadOptions, Reader, Reason, Score, Thing, Unit};

/// Reads the evaluated positions of games as a stream.
///
/// An evaluation belongs to the position after the move before its comment, as White sees it. It is
/// in pawns with a decimal point, `0.25`; in hundredths of a pawn with a depth, `25,18`; or the
/// number of moves to a mate, `#-3`. Beyond 32,767 hundredths of a pawn it becomes that number.
/// Positions without one, or with one that cannot be read, are left out, unless the options want
/// them. The entry's move is the next move of the game. A mistake costs its game, or the rest of it
/// if the options say so.
#[derive(Debug)]
pub(crate) struct PgnReader<R> {
    reader: pgn::Reader<Counted<R>>,
    visitor: Evaluations,
    games: u64,
    /// The entries of the last game that are left, in reversed order.
    entries: Vec<Entry>,
    /// The mistake behind them.
    mistake: Option<ReadError>,
    /// The bytes that were read since the last game without a mistake, or with an entry.
    bytes: Arc<AtomicU64>,
}

/// Collects the evaluations of a game while its moves are played.
#[derive(Debug, Default)]
struct Evaluations {
    player: Player,
    /// How many moves stand before each evaluation, and the evaluation.
    found: Vec<(usize, Evaluation)>,
    /// The end of a comment that has not ended yet.
    comment: Vec<u8>,
    /// Whether the comment has an evaluation, and whether it has one that cannot be read.
    is_read: bool,
    is_wrong: bool,
    /// The moves of the game with an evaluation that cannot be read.
    unreadable: u64,
    comments: Comments,
    fens: Fens,
    /// Whether the game's FEN writes its castling rights as `KQkq`.
    has_plain_letters: bool,
    /// Whether a result stands behind the moves, and whether the tag says another.
    closes: bool,
    differs: bool,
    /// Whether something was passed over.
    has_notes: bool,
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

/// The bytes of a comment of a match that are looked at.
const LONGEST_OF_MATCH: usize = 1 << 14;

impl Evaluations {
    /// Reads the evaluation in a comment, if there is one that has ended.
    fn read(&mut self, is_last: bool) {
        let is_eval = |bytes: &[u8]| {
            let next = bytes.strip_prefix(EVAL).and_then(|rest| rest.first());
            next.is_some_and(|next| next.is_ascii_whitespace() || *next == b']')
        };
        let mut rest = &self.comment[..];
        while let Some(start) = rest.windows(EVAL.len() + 1).position(is_eval) {
            rest = &rest[start + EVAL.len()..];
            let Some(end) = rest.iter().take(LONGEST).position(|&byte| byte == b']') else {
                self.is_wrong |= is_last || rest.len() >= LONGEST;
                return;
            };
            let text = core::str::from_utf8(&rest[..end]).unwrap_or_default().trim();
            let Some(evaluation) = evaluation(text) else {
                // Another one may stand behind it.
                self.is_wrong = true;
                continue;
            };
            let moves = self.player.game().moves().len();
            self.is_read = true;
            self.found.pop_if(|(before, _)| *before == moves);
            self.found.push((moves, evaluation));
            return;
        }
    }

    /// Takes note of a comment that has ended and has no evaluation, or one that cannot be read.
    fn end_comment(&mut self) {
        if !self.is_read && self.fens.left.takes_comments() {
            self.fens.left.add_comment(&Text::new(&self.comment).to_str());
        }
        self.unreadable += u64::from(self.is_wrong && !self.is_read);
        (self.is_read, self.is_wrong) = (false, false);
    }

    /// Reads the evaluation at the beginning of a whole comment of a match, if there is one.
    fn read_match(&mut self) {
        let moves = self.player.game().moves().len();
        let for_white = || labelled_score(&self.comment).map(Evaluation::Hundredths);
        let found = match_score(&self.comment).map(Evaluation::ForMover).or_else(for_white);
        if let (Some(evaluation), Some(before)) = (found, moves.checked_sub(1)) {
            self.is_read = true;
            self.found.pop_if(|(last, _)| *last == before);
            self.found.push((before, evaluation));
        }
    }
}

/// The units of times that comments have after a number and a blank.
const UNITS: [&str; 15] = [
    "ms", "s", "sec", "secs", "second", "seconds", "m", "min", "mins", "minute", "minutes", "h",
    "hr", "hour", "hours",
];

/// Reads hundredths of a pawn from the beginning of a comment such as `+0.71/22 1.2s` or `+1.25
/// 9/17 11 16328`: a number with a decimal point and then anything but a letter or, after blanks,
/// the unit of a time. The move that a program expects may stand before it in brackets. Mates such
/// as `+M5/22` are not read, because programs count their moves in different ways.
fn match_score(comment: &[u8]) -> Option<i32> {
    let mut text = comment.trim_ascii_start();
    if let [b'(', rest @ ..] = text {
        let end = rest.iter().position(|&byte| byte == b')')?;
        text = rest[end + 1..].trim_ascii_start();
    }
    let is_number = |byte: &&u8| byte.is_ascii_digit() || matches!(byte, b'+' | b'-' | b'.');
    let (number, rest) = text.split_at(text.iter().take_while(is_number).count());
    // Some programs write a decimal comma, and then a depth.
    let decimals = rest.strip_prefix(b",").unwrap_or_default();
    let digits = decimals.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if !number.contains(&b'.') && digits > 0 && decimals.get(digits) == Some(&b'/') {
        let decimals = core::str::from_utf8(&decimals[..digits]).ok()?;
        return hundredths(&format!("{}.{decimals}", core::str::from_utf8(number).ok()?));
    }
    let number = core::str::from_utf8(number).ok()?;
    let next = rest.trim_ascii_start();
    let word = &next[..next.iter().take_while(|byte| byte.is_ascii_alphabetic()).count()];
    let is_unit = |unit: &&str| word.eq_ignore_ascii_case(unit.as_bytes());
    let goes_on = rest.first().is_some_and(u8::is_ascii_alphanumeric);
    let has_unit = goes_on || next.starts_with(b"%") || UNITS.iter().any(is_unit);
    if has_unit { None } else { hundredths(number) }
}

/// Reads hundredths of a pawn from pawns with a decimal point.
fn hundredths(pawns: &str) -> Option<i32> {
    match evaluation(pawns).filter(|_| pawns.contains('.'))? {
        Evaluation::Hundredths(number) => Some(number),
        _ => None,
    }
}

/// Reads hundredths of a pawn as White sees them from a comment such as `d=30, n=6000000, wv=0.35,
/// `, as TCEC writes it.
fn labelled_score(comment: &[u8]) -> Option<i32> {
    let mut labels = comment.split(|byte| *byte == b',').map(<[u8]>::trim_ascii);
    let number = labels.find_map(|label| label.strip_prefix(b"wv="))?;
    hundredths(core::str::from_utf8(number).ok()?)
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
        self.unreadable = 0;
        (self.is_read, self.is_wrong) = (false, false);
        (self.closes, self.differs, self.has_plain_letters) = (false, false, false);
        self.has_notes = false;
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        if name != "FEN" {
            return self.player.tag(name, value);
        }
        // Lenient reading knows no other blanks either.
        let fen = value.to_str().replace(char::is_whitespace, " ");
        self.has_plain_letters = Rules::of_letters(&fen) == Rules::Chess;
        // All tags say whether it is Chess960.
        let rules = match self.fens.options.rules {
            Rules::Auto => Rules::Chess960,
            rules => rules,
        };
        let setup = read_start(&fen).map_err(ParsePositionError::Fen);
        let start = self.fens.position(setup, &fen, rules, Thing::Game);
        self.player.set_start(start.map_err(PgnErrorKind::Fen)?);
        Ok(())
    }

    fn end_tags(&mut self) -> Interest {
        let game = self.player.game();
        let start = Entry::new(*game.start());
        let is_guess = self.has_plain_letters
            && self.fens.options.rules == Rules::Auto
            && game.variant() == Variant::Standard
            && start.position.chess960_right().is_some();
        if is_guess && self.fens.options.lenient {
            self.fens.left.add(Thing::Game, Reason::Mended, 1);
            self.player.set_start(start.of_chess().position);
        } else {
            self.fens.left.add(Thing::Game, Reason::GuessedChess960, is_guess.into());
        }
        self.player.end_tags()
    }

    fn san(&mut self, san: &str) -> Result<(), PgnErrorKind> {
        self.player.san(san)
    }

    fn note(&mut self, _: pgn::PgnError) {
        self.has_notes = true;
    }

    fn comment(&mut self, text: Text<'_>, is_last: bool) {
        if self.comments == Comments::Match {
            let left = LONGEST_OF_MATCH.saturating_sub(self.comment.len());
            self.comment.extend_from_slice(&text.as_bytes()[..text.as_bytes().len().min(left)]);
            if is_last {
                self.read_match();
                self.end_comment();
                self.comment.clear();
            }
            return;
        }
        self.comment.extend_from_slice(text.as_bytes());
        self.read(is_last);
        if is_last {
            self.end_comment();
        }
        let kept = if is_last { 0 } else { self.comment.len().min(LONGEST + EVAL.len()) };
        self.comment.drain(..self.comment.len() - kept);
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        let claimed = self.player.claimed();
        self.closes = result.is_some();
        self.differs = result.is_some() && claimed.is_some() && result != claimed;
        self.player.end_game(result);
    }
}

impl<R: Read> PgnReader<R> {
    pub(crate) fn new(source: R, comments: Comments, options: ReadOptions) -> Self {
        let bytes = Arc::<AtomicU64>::default();
        let source = Counted::new(source, Arc::clone(&bytes), MOST_WITHOUT_ENTRY);
        let reader = pgn::Reader::new(source);
        let fens = Fens::new(options);
        let visitor = Evaluations { comments, fens, ..Evaluations::default() };
        Self { reader, visitor, games: 0, entries: Vec::new(), mistake: None, bytes }
    }

    /// Reads the next game. Returns whether there is one.
    fn game(&mut self) -> Result<bool, ReadError> {
        self.games += 1;
        // A mistake before the next game begins is not one of the last.
        self.visitor.begin_game();
        match self.reader.read_game(&mut self.visitor) {
            Ok(true) => {
                self.bytes.store(0, Relaxed);
                let is_noted = [
                    (Reason::NoClosingResult, !self.visitor.closes),
                    (Reason::OtherResult, self.visitor.differs),
                    (Reason::PassedOver, self.visitor.has_notes),
                ];
                for (reason, is_noted) in is_noted {
                    self.visitor.fens.left.add(Thing::Game, reason, is_noted.into());
                }
                self.take(self.visitor.player.game().result());
                Ok(true)
            }
            Ok(false) => {
                self.games -= 1;
                Ok(false)
            }
            Err(error) => {
                let mistake = self.mistake(error);
                if !self.visitor.fens.options.keeps_before
                    || matches!(error.kind, PgnErrorKind::Io(_))
                {
                    return Err(mistake);
                }
                self.mistake = Some(mistake);
                self.take(self.visitor.player.claimed().unwrap_or_default());
                if !self.entries.is_empty() {
                    self.bytes.store(0, Relaxed);
                }
                Ok(true)
            }
        }
    }

    /// Takes the entries of the moves that were read, with the result of the game.
    fn take(&mut self, result: GameResult) {
        let Evaluations { player, found, comments, .. } = &self.visitor;
        let (start, moves) = (*player.game().start(), player.game().moves());
        // The moves before the first position and the last one that may have an evaluation.
        let (first, last) = match comments {
            Comments::Eval => (1, moves.len()),
            Comments::Match => (0, moves.len().saturating_sub(1)),
        };
        let mut entry = Entry { result, ..Entry::new(start) };
        let mut found = found.iter().peekable();
        for before in 0..=moves.len() {
            let is_wanted = self.visitor.fens.options.unscored && !moves.is_empty();
            if found.peek().is_none() && !is_wanted {
                break;
            }
            entry.played = moves.get(before).copied();
            let evaluation = found.next_if(|(moves, _)| *moves == before);
            if evaluation.is_some() || is_wanted && (first..=last).contains(&before) {
                entry.score =
                    evaluation.and_then(|(_, evaluation)| evaluation.score(&entry.position));
                self.entries.push(entry);
            }
            if let Some(next) = entry.played {
                entry.position.play_unchecked(next);
                entry.ply = entry.ply.saturating_add(1);
            }
        }
        self.entries.reverse();
        let unreadable = self.visitor.unreadable;
        let of_moves = |(before, _): &&(usize, Evaluation)| (first..=last).contains(before);
        let read = self.visitor.found.iter().filter(of_moves).count() as u64;
        let without = (moves.len() as u64).saturating_sub(read + unreadable);
        let left = &mut self.visitor.fens.left;
        left.add(Thing::Move, Reason::UnreadableEvaluation, unreadable);
        if !self.visitor.fens.options.unscored {
            left.add(Thing::Move, Reason::NoEvaluation, without);
        }
    }

    /// Returns the mistake of the game that was read last.
    fn mistake(&self, error: pgn::PgnError) -> ReadError {
        let text = format!("{}, in line {}", error.kind, error.line);
        let reason = match error.kind {
            PgnErrorKind::Io(kind) => {
                let is_exceeded = kind == ErrorKind::InvalidData
                    && self.bytes.load(Relaxed) >= MOST_WITHOUT_ENTRY;
                let error_of_stream = if is_exceeded { no_entry() } else { kind.into() };
                return ReadError::io(Unit::Game, self.games, error.offset, error_of_stream);
            }
            PgnErrorKind::Move { .. } => Reason::IllegalMove,
            PgnErrorKind::NullMove => Reason::NullMove,
            PgnErrorKind::Variant(_) => Reason::OtherGame,
            _ => Reason::Unreadable,
        };
        ReadError { reason, ..ReadError::wrong(Unit::Game, self.games, error.offset, text.into()) }
    }
}

impl<R: Read + Send> Reader for PgnReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            if let Some(entry) = self.entries.pop() {
                return Ok(Some(entry));
            }
            if let Some(mistake) = self.mistake.take() {
                return Err(mistake);
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

    fn has_whole_games(&self) -> bool {
        true
    }

    fn left_out(&self) -> LeftOut {
        self.visitor.fens.left.clone()
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
            ("+1.25 9/17 11 16328", Some(125)),
            ("-0.22 10/21 9 14007", Some(-22)),
            ("0.5 1s", Some(50)),
            ("+0.31", Some(31)),
            ("-.5,12", Some(-50)),
            ("(Nf3) +0.25/12 5s", Some(25)),
            ("1.2s", None),
            ("1.5 min", None),
            ("3.2 s", None),
            ("3.2  Sec., time is short", None),
            ("0.5 %", None),
            ("0.5 Sicilian", Some(50)),
            ("0.5%", None),
            ("0.31x", None),
            ("1.5e4 nodes", None),
            ("0.5\u{e9}", Some(50)),
            ("1/2 points", None),
            ("3 points", None),
            ("12.05.2024", None),
            ("+0,31/14 12s", Some(31)),
            ("-12,5/3", Some(-1250)),
            ("0,31", None),
            (",5/3", Some(50)),
            ("1.2,5/3", Some(120)),
            ("see 0.5/22", None),
            ("(0.5", None),
        ] {
            assert_eq!(match_score(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn a_good_game_or_an_entry_lets_reading_go_on() {
        let good = "1. e4 {[%eval 0.1]} 1-0\n\n";
        let options = ReadOptions { keeps_before: true, ..ReadOptions::default() };
        for text in [good, "1. e4 e5 1-0\n\n", "1. e4 {[%eval 0.1]} e4 1-0\n\n"] {
            let mut reader = PgnReader::new(text.as_bytes(), Comments::Eval, options);
            reader.bytes.store(MOST_WITHOUT_ENTRY - 1, Relaxed);
            while !matches!(reader.next_entry(), Ok(None)) {}
            assert_eq!(reader.bytes.load(Relaxed), 0, "{text}");
        }
    }

    #[test]
    fn comments_of_tcec_have_labels() {
        for (text, expected) in [
            ("d=30, sd=40, n=6000000, pv=e5 Nf3, tb=0, wv=0.35, R50=50, ", Some(35)),
            ("wv=-1.20", Some(-120)),
            ("d=1, wv=M12, ", None),
            ("d=1, wv=-M5,", None),
            ("d=1, xwv=0.35,", None),
            ("wv=12", None),
            ("book, mb=+0", None),
        ] {
            assert_eq!(labelled_score(text.as_bytes()), expected, "{text}");
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
