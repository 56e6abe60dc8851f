//! Lichess' export of evaluations: a JSON object on each line.

use hyperbola_moves::{Color, Move, Position};
use serde::Deserialize;

use crate::fens::Fens;
use crate::pieces::{Wrong, expected};
use crate::{Entry, Score};

/// A line.
#[derive(Deserialize)]
struct Line {
    fen: String,
    evals: Vec<Eval>,
}

/// What an engine said of the position.
#[derive(Deserialize)]
struct Eval {
    pvs: Vec<Variation>,
    knodes: u64,
    depth: u64,
}

/// A variation. It has one of `cp` and `mate`, as White sees them.
#[derive(Deserialize)]
struct Variation {
    cp: Option<i64>,
    mate: Option<i64>,
    line: String,
}

/// Reads a line.
///
/// Of several evaluations it takes the deepest, of several as deep that of the most nodes, of
/// several of these the first, and of that the first variation. Its first move is the entry's move.
/// Scores beyond 32,767 become that number. The results of games are not known.
pub(crate) fn read_line(line: &str, fens: &mut Fens) -> Result<Entry, Wrong> {
    let Line { fen, evals } = serde_json::from_str(line).map_err(|error| wrong_json(&error))?;
    let position = fens.read(&fen)?;
    let best = evals.iter().rev().max_by_key(|eval| (eval.depth, eval.knodes));
    let Some(variation) = best.and_then(|eval| eval.pvs.first()) else {
        return Err("expected an evaluation with a variation, found none".into());
    };
    let score = read_score(&position, variation.cp, variation.mate)?;
    let played = read_line_of_moves(&position, &variation.line)?;
    Ok(Entry { score: Some(score), played, ..Entry::new(position) })
}

/// Reads the first of some moves, if there is one.
pub(crate) fn read_line_of_moves(position: &Position, line: &str) -> Result<Option<Move>, Wrong> {
    let Some(text) = line.split_ascii_whitespace().next() else { return Ok(None) };
    let played = position.parse_uci(text).or_else(|error| {
        // Some tables have algebraic notation.
        position.parse_san(text).map_err(|_| error)
    });
    Ok(Some(played.map_err(|error| format!("{error}: {text:?}"))?))
}

/// Returns the text for a line that is not the JSON of an evaluation.
fn wrong_json(error: &serde_json::Error) -> Wrong {
    let text = error.to_string();
    // Each line is the first of its own text.
    let reason = text.split(" at line ").next().unwrap_or(&text);
    format!("expected the JSON of an evaluation: {reason}, at byte {}", error.column()).into()
}

/// Reads a score as White sees it: hundredths of a pawn, or the moves to a mate.
pub(crate) fn read_score(
    position: &Position,
    hundredths: Option<i64>,
    mate: Option<i64>,
) -> Result<Score, Wrong> {
    match (hundredths, mate) {
        (Some(hundredths), None) => {
            // Each side can write what is within.
            let most = i64::from(i16::MAX);
            let hundredths = hundredths.clamp(-most, most);
            Ok(Score::seen_by(Color::White, i32::try_from(hundredths).unwrap_or_default()))
        }
        (None, Some(moves)) => {
            Score::mate_for_white(moves, position.side_to_move()).ok_or_else(|| {
                expected(&format!("a mate in at most {} moves", Score::MOST_MATE), moves)
            })
        }
        (Some(_), Some(_)) => Err(expected("one of cp and mate", "both")),
        (None, None) => Err(expected("one of cp and mate", "none")),
    }
}
