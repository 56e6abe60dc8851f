//! EPD with evaluations: `c9` is the game's result, `ce` the score in hundredths of a pawn.

use std::io::Read;

use hyperbola_moves::epd::{Epd, Operation};
use hyperbola_moves::pgn::GameResult;

use crate::lines::Lines;
use crate::pieces::{self, Wrong, expected};
use crate::{Entry, ReadError, Reader, Score};

/// Reads EPD as a stream. Empty lines are passed over.
///
/// The operation `c9` has the result as White sees it, such as `"1-0"`, and `ce` the score as the
/// side to move sees it. Other operations are not looked at.
#[derive(Debug)]
pub(crate) struct EpdReader<R> {
    lines: Lines<R>,
}

impl<R: Read> EpdReader<R> {
    pub(crate) const fn new(source: R) -> Self {
        Self { lines: Lines::new(source) }
    }
}

/// Reads a line.
fn read(line: &str) -> Result<Entry, Wrong> {
    let epd: Epd = line.parse().map_err(|error| format!("{error}"))?;
    let position = pieces::position(&epd.setup)?;
    let text = |opcode: &str| {
        let operation: Option<&Operation> = epd.get(opcode);
        operation.map(|operation| operation.text().unwrap_or_default())
    };
    let score = match text("ce") {
        None => None,
        Some(text) => {
            let score: Result<i16, _> = text.parse();
            let wrong =
                |_| expected("a whole number of 16 bits after ce", format_args!("{text:?}"));
            Some(Score::seen_by(position.side_to_move(), score.map_err(wrong)?.into()))
        }
    };
    let result = match text("c9") {
        None => GameResult::Unknown,
        Some(text) => {
            let wrong = |_| expected("1-0, 0-1 or 1/2-1/2 after c9", format_args!("{text:?}"));
            text.parse().map_err(wrong)?
        }
    };
    Ok(Entry { score, result, ..Entry::new(position) })
}

impl<R: Read + Send> Reader for EpdReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            let Some(line) = self.lines.next()? else { return Ok(None) };
            if !line.trim().is_empty() {
                return read(line).map(Some).map_err(|wrong| self.lines.wrong(0, wrong));
            }
        }
    }
}
