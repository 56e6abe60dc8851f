//! EPD with evaluations: `c9` is the game's result, `ce` the score in hundredths of a pawn.

use hyperbola_moves::epd::Epd;
use hyperbola_moves::pgn::GameResult;

use crate::pieces::{self, Wrong, expected};
use crate::{Entry, Score};

/// Reads a line. The operation `c9` has the result as White sees it, such as `"1-0"`, and `ce` the
/// score as the side to move sees it. Other operations are not looked at.
pub(crate) fn read_line(line: &str) -> Result<Entry, Wrong> {
    let epd: Epd = line.parse().map_err(|error| format!("{error}"))?;
    let position = pieces::position(&epd.setup)?;
    let text = |opcode: &str| epd.get(opcode).map(|operation| operation.text().unwrap_or_default());
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
