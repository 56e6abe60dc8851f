//! The files of the Bullet trainer: records of 32 bytes, one by one and many at once, and a text.

mod records;

use std::io::Write;

use hyperbola_moves::Color;
use hyperbola_moves::pgn::GameResult;

use crate::entry::{result_for, result_seen_by};
use crate::fens::Fens;
use crate::marlin::score_of;
use crate::pieces::{Wrong, expected};
use crate::{Entry, Refusal, Score, WriteError, Writer};

pub use records::{
    BadRecord, PartialRecord, ReadRecords, Record, RecordBytes, RecordError, ToRecordsError,
    read_records, records_of, write_records,
};

/// Bullet's records. Castling rights, en passant squares, clocks and moves are lost, and so is who
/// is to move: it becomes White.
#[derive(Debug)]
pub(crate) struct Bullet;

/// The bytes of a record.
pub(crate) const SIZE: usize = Record::SIZE;

impl crate::records::Record<SIZE> for Bullet {
    fn read(bytes: &[u8; SIZE]) -> Result<Entry, Wrong> {
        let record = Record::from_bytes(*bytes);
        let position = record.position().map_err(|error| error.to_string())?;
        let color = position.side_to_move();
        let score = Some(Score::seen_by(color, record.score().into()));
        // The position has been read, so the result is one of 0, 1 and 2.
        let result = result_seen_by(color, record.result().cast_signed() - 1);
        Ok(Entry { score, result, ..Entry::new(position) })
    }

    fn write(entry: &Entry) -> Result<[u8; SIZE], Refusal> {
        let position = &entry.position;
        let color = position.side_to_move();
        let score = score_of(entry, color)?;
        let result = result_for(color, entry.result).ok_or(Refusal::NoResult)?;
        let record = Record::new(position, score, (result + 1).cast_unsigned());
        let found = position.board().occupied().count();
        let record = record.ok_or(Refusal::Pieces { found })?;
        // Readers of records refuse what no game can reach. The rest holds of every position.
        if !position.has_possible_army() {
            return Err(Refusal::Unreachable);
        }
        Ok(record.to_bytes())
    }
}

/// Reads a line of Bullet's text: a FEN, a score and a result between bars.
pub(crate) fn read_line(line: &str, fens: &mut Fens) -> Result<Entry, Wrong> {
    let mut fields = line.split('|');
    let (Some(fen), Some(score), Some(result), None) =
        (fields.next(), fields.next(), fields.next(), fields.next())
    else {
        return Err(expected("a FEN, a score and a result between bars", format_args!("{line:?}")));
    };
    let position = fens.read(&whole(fen.trim()))?;
    let score = score.trim();
    let number: i16 = score.parse().map_err(|_| {
        expected("a whole number of 16 bits as the score", format_args!("{score:?}"))
    })?;
    let score = Some(Score::seen_by(Color::White, number.into()));
    Ok(Entry { score, result: read_result(result.trim())?, ..Entry::new(position) })
}

/// Returns a FEN with the fields that a line may leave out.
pub(crate) fn whole(fen: &str) -> String {
    let fields = fen.split_ascii_whitespace().count();
    let rest = [" - - 0 1", " - 0 1"].get(fields.wrapping_sub(2)).copied().unwrap_or_default();
    format!("{fen}{rest}")
}

/// Reads a result as White sees it.
pub(crate) fn read_result(text: &str) -> Result<GameResult, Wrong> {
    let inner = text.strip_prefix('[').and_then(|text| text.strip_suffix(']')).unwrap_or(text);
    match inner {
        "1" | "1.0" => Ok(GameResult::WhiteWins),
        "0.5" | "1/2" => Ok(GameResult::Draw),
        "0" | "0.0" => Ok(GameResult::BlackWins),
        _ => Err(expected("the result 1.0, 0.5 or 0.0", format_args!("{text:?}"))),
    }
}

/// Writes Bullet's text as a stream, without a buffer. Moves are lost.
#[derive(Debug)]
pub(crate) struct BulletTextWriter<W> {
    target: W,
}

impl<W: Write> BulletTextWriter<W> {
    pub(crate) const fn new(target: W) -> Self {
        Self { target }
    }
}

impl<W: Write> Writer for BulletTextWriter<W> {
    fn write(&mut self, entry: &Entry) -> Result<(), WriteError> {
        let score = score_of(entry, Color::White)?;
        let result = match entry.result {
            GameResult::WhiteWins => "1.0",
            GameResult::Draw => "0.5",
            GameResult::BlackWins => "0.0",
            GameResult::Unknown => return Err(Refusal::NoResult.into()),
        };
        let line = format!("{} | {score} | {result}\n", entry.position);
        Ok(self.target.write_all(line.as_bytes())?)
    }

    fn can_pause(&self, _: &Entry) -> bool {
        true
    }

    fn finish(&mut self) -> Result<(), WriteError> {
        Ok(self.target.flush()?)
    }
}
