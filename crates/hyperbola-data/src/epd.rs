//! EPD with evaluations: `c9` is the game's result, `ce` the score in hundredths of a pawn.

use hyperbola_moves::Color;
use hyperbola_moves::epd::{Epd, EpdError};
use hyperbola_moves::pgn::GameResult;

use crate::bullet::{read_result, whole};
use crate::fens::Fens;
use crate::pieces::{Wrong, expected};
use crate::{Entry, Score};

/// Reads a line. The operation `c9` has the result as White sees it, such as `"1-0"`, and `ce` the
/// score as the side to move sees it. Other operations are not looked at.
pub(crate) fn read_line(line: &str, fens: &mut Fens) -> Result<Entry, Wrong> {
    let (epd, position) = match line.parse::<Epd>() {
        Ok(epd) => {
            let position = fens.read_setup(Ok(epd.setup), line)?;
            (epd, position)
        }
        // Operations in the place of fields would be lost.
        Err(error) if has_operations_early(line) => return Err(error.to_string().into()),
        Err(error) if !fens.options.lenient => {
            return Err(format!("{error}{}", fens.advice(line)).into());
        }
        Err(_) => {
            let position = fens.read(line)?;
            // Only the operations are still to be read.
            let operations = line.split_ascii_whitespace().skip(4).collect::<Vec<_>>().join(" ");
            let epd = format!("8/8/8/8/8/8/8/8 w - - {operations}").parse();
            (epd.map_err(|error: EpdError| error.to_string())?, position)
        }
    };
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

/// Returns whether an operation ends within the first four words.
fn has_operations_early(line: &str) -> bool {
    line.split_ascii_whitespace().take(4).any(|word| word.contains(['"', ';']))
}

/// Reads a line of a tuner: a FEN of four fields or six, the result as White sees it in brackets or
/// behind a semicolon, and perhaps the score as White sees it: `FEN [0.5] 12` or `FEN;1.0`.
pub(crate) fn read_tuner_line(line: &str, fens: &mut Fens) -> Result<Entry, Wrong> {
    let parts = match line.split_once('[') {
        Some((fen, rest)) => rest.split_once(']').map(|(result, score)| (fen, result, score)),
        None => line.split_once(';').map(|(fen, result)| (fen, result, "")),
    };
    let Some((fen, result, score)) = parts else {
        return Err(expected("FEN [result] or FEN;result", format_args!("{line:?}")));
    };
    let position = fens.read(&whole(fen.trim().trim_end_matches([';', ' '])))?;
    let score = match score.trim() {
        "" => None,
        text => {
            let wrong = |_| expected("a score of 16 bits", format_args!("{text:?}"));
            let number: i16 = text.parse().map_err(wrong)?;
            Some(Score::seen_by(Color::White, number.into()))
        }
    };
    Ok(Entry { score, result: read_result(result.trim())?, ..Entry::new(position) })
}
