//! The `.plain` of Stockfish's tools: six lines for each position.

use std::io::{Read, Write};

use hyperbola_moves::epd;

use crate::binpack::score_of;
use crate::entry::{result_for, result_seen_by, stockfish_score};
use crate::fens::Fens;
use crate::lines::Lines;
use crate::pieces::{Wrong, expected};
use crate::{
    Entry, LeftOut, ReadError, ReadErrorKind, ReadOptions, Reader, Refusal, WriteError, Writer,
};

/// Reads `.plain` as a stream. Empty lines and comments between records and blanks at the ends of
/// lines are passed over. After an error it goes on behind the next line `e`, or at the next line
/// `fen`.
#[derive(Debug)]
pub(crate) struct PlainReader<R> {
    lines: Lines<R>,
    fens: Fens,
    /// Whether the rest of a record with a mistake has to be passed.
    is_lost: bool,
}

/// The lines of a record that have been read.
#[derive(Debug, Default)]
struct Record {
    entry: Option<Entry>,
    /// Which lines of [`KEYS`] were there.
    seen: [bool; 5],
    result: i8,
    score: i16,
}

/// The words that the lines of a record begin with, in their order.
const KEYS: [&str; 5] = ["fen", "move", "score", "ply", "result"];

/// The text in the place of a move that is not known.
const NO_MOVE: &str = "0000";

impl<R: Read> PlainReader<R> {
    pub(crate) fn new(source: R, byte: u64, options: ReadOptions) -> Self {
        Self { lines: Lines::new(source, byte), fens: Fens::new(options), is_lost: false }
    }

    /// Reads the lines of a record.
    fn record(&mut self) -> Result<Option<Entry>, ReadError> {
        if core::mem::take(&mut self.is_lost) {
            self.pass()?;
        }
        let mut record = Record::default();
        loop {
            let read = match self.lines.next().map(|line| line.map(str::trim_end)) {
                Err(error) => {
                    self.is_lost = matches!(error.kind, ReadErrorKind::Wrong(_));
                    return Err(error);
                }
                Ok(None) if record.entry.is_none() => return Ok(None),
                Ok(None) => Err(expected("the line e", "the end of the file")),
                Ok(Some("e")) => {
                    record.check().map_err(|wrong| self.lines.wrong(0, wrong))?;
                    self.lines.entry_seen();
                    return Ok(record.finish());
                }
                Ok(Some(line)) if record.entry.is_none() && epd::is_passed(line.as_bytes()) => {
                    continue;
                }
                Ok(Some(line)) if record.entry.is_some() && is_start(line) => {
                    let wrong = expected("the line e", "the line fen");
                    let error = self.lines.wrong(0, wrong);
                    self.lines.put_back();
                    return Err(error);
                }
                Ok(Some(line)) => record.read(line, &mut self.fens),
            };
            if let Err(wrong) = read {
                self.is_lost = true;
                return Err(self.lines.wrong(0, wrong));
            }
        }
    }

    /// Passes the rest of a record.
    fn pass(&mut self) -> Result<(), ReadError> {
        loop {
            match self.lines.next().map(|line| line.map(str::trim_end)) {
                Ok(Some("e") | None) => return Ok(()),
                Ok(Some(line)) if is_start(line) => {
                    self.lines.put_back();
                    return Ok(());
                }
                Err(error) if matches!(error.kind, ReadErrorKind::Io(_)) => return Err(error),
                Ok(Some(_)) | Err(_) => {}
            }
        }
    }
}

/// Returns whether a record begins with a line.
fn is_start(line: &str) -> bool {
    line.starts_with("fen ")
}

impl Record {
    /// Reads a line that is not the end.
    fn read(&mut self, line: &str, fens: &mut Fens) -> Result<(), Wrong> {
        let (key, text) = line.split_once(' ').unwrap_or((line, ""));
        let Some(place) = KEYS.iter().position(|known| *known == key) else {
            return Err(expected(
                "one of fen, move, score, ply, result and e",
                format_args!("{line:?}"),
            ));
        };
        if core::mem::replace(&mut self.seen[place], true) {
            return Err(expected(&format!("one line {key} in a record"), "two"));
        }
        let Some(entry) = &mut self.entry else {
            if place != 0 {
                return Err(expected("the line fen at first", format_args!("{line:?}")));
            }
            self.entry = Some(Entry::new(fens.read(text)?));
            return Ok(());
        };
        match key {
            "move" if text == NO_MOVE => entry.played = None,
            "move" => {
                let played = entry.position.parse_uci(text);
                entry.played = Some(played.map_err(|error| format!("{error}: {text:?}"))?);
            }
            "score" => self.score = number(text, "a score of 16 bits")?,
            "ply" => entry.ply = number(text, "a ply from 0 to 65535")?,
            _ => match number(text, "the result -1, 0 or 1")? {
                result @ -1..=1 => self.result = result,
                found => return Err(expected("the result -1, 0 or 1", found)),
            },
        }
        Ok(())
    }

    /// Checks that all lines are there.
    fn check(&self) -> Result<(), Wrong> {
        match self.seen.iter().position(|seen| !seen) {
            Some(place) => Err(expected(&format!("the line {}", KEYS[place]), "the line e")),
            None => Ok(()),
        }
    }

    fn finish(self) -> Option<Entry> {
        let entry = self.entry?;
        let color = entry.position.side_to_move();
        let score = stockfish_score(color, self.score);
        Some(Entry { score, result: result_seen_by(color, self.result), ..entry })
    }
}

/// Reads a number.
fn number<T: core::str::FromStr>(text: &str, what: &str) -> Result<T, Wrong> {
    text.trim_end().parse().map_err(|_| expected(what, format_args!("{text:?}")))
}

impl<R: Read + Send> Reader for PlainReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        self.record()
    }

    fn units(&self) -> u64 {
        self.lines.number()
    }

    fn left_out(&self) -> LeftOut {
        self.fens.left.clone()
    }
}

/// Writes `.plain` as a stream, without a buffer. Castling is the king's move of two files where
/// all rights are those of ordinary chess, and the king's move onto its rook elsewhere.
#[derive(Debug)]
pub(crate) struct PlainWriter<W> {
    target: W,
}

impl<W: Write> PlainWriter<W> {
    pub(crate) const fn new(target: W) -> Self {
        Self { target }
    }
}

impl<W: Write> Writer for PlainWriter<W> {
    fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let Entry { position, ply, .. } = entry;
        let score = score_of(entry)?;
        let result = result_for(position.side_to_move(), entry.result).ok_or(Refusal::NoResult)?;
        let played = match entry.next()? {
            Some((played, _)) => position.uci(played).to_string(),
            None => NO_MOVE.to_owned(),
        };
        let lines = format!(
            "fen {position}\nmove {played}\nscore {score}\nply {ply}\nresult {result}\ne\n"
        );
        Ok(self.target.write_all(lines.as_bytes())?)
    }

    fn can_pause(&self, _: &Entry) -> bool {
        true
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        Ok(self.target.flush()?)
    }
}
