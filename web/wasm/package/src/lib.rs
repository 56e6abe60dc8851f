//! The library for JavaScript programs, as the package of npm in `web/package` calls it.
//!
//! A request is a text of lines: what is asked for, the rules of castling, a FEN, and what else
//! that needs, such as a move. The answer is a letter and a text: `y`, and lines with what was
//! asked for, or `n` and the reason in words.

#[path = "../../src/exchange.rs"]
mod exchange;
#[path = "../../src/tables.rs"]
mod tables;

use core::fmt::{Display, Write as _};

use hyperbola::{Bitboard, Slider, Square, Technique, slider_attacks};
use hyperbola_moves::{Move, Outcome, Position, Rules};

/// Returns a slider's attacks by a technique, both by their numbers in the lists of the library. A
/// number that is no technique's means the library's own functions. One that is no slider's or no
/// square's has no attacks.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn attacks(technique: usize, slider: usize, square: usize, occupied: u64) -> u64 {
    let technique = Technique::ALL.get(technique);
    let Some((&slider, &square)) = Slider::ALL.get(slider).zip(Square::ALL.get(square)) else {
        return 0;
    };
    let occupied = Bitboard(occupied);
    let attacks = match technique {
        Some(technique) => technique.slider_attacks(slider, square, occupied),
        None => slider_attacks(slider, square, occupied),
    };
    attacks.0
}

/// Answers a request.
#[must_use]
pub fn answer_to(request: &[u8]) -> Vec<u8> {
    let request = core::str::from_utf8(request).map_err(|error| error.to_string());
    let (letter, text) = match request.and_then(answer) {
        Ok(text) => ('y', text),
        Err(reason) => ('n', reason),
    };
    format!("{letter}{text}").into_bytes()
}

fn answer(request: &str) -> Result<String, String> {
    let line = |text| str::split_once(text, '\n').unwrap_or((text, ""));
    let (ask, rest) = line(request);
    if ask == "techniques" {
        return Ok(techniques());
    }
    let (rules, rest) = line(rest);
    let rules: Rules = rules.parse().map_err(of_text(rules))?;
    // The text of a caller stands last, so no line of it is taken for another field.
    let (fen, text) = if ask == "read" { (rest, "") } else { line(rest) };
    let position = Position::from_fen_by_rules(fen, rules).map_err(|error| error.to_string())?;
    let uci = |text: &str| position.parse_uci(text).map_err(of_text(text));
    match ask {
        "read" => Ok(facts(&position, rules)),
        "play" => {
            let played = position.play(uci(text)?).map_err(|error| error.to_string())?;
            Ok(facts(&played, rules))
        }
        "uci" => Ok(written(&position, uci(text)?, rules)),
        "san" => Ok(position.san(uci(text)?).to_string()),
        "parse_san" => {
            let read = position.parse_san(text).map_err(of_text(text))?;
            Ok(written(&position, read, rules))
        }
        "perft" => {
            const MOST: u32 = hyperbola_perft::MAX_DEPTH;
            let depth = text.parse().ok().filter(|&depth| depth <= MOST);
            let error = || {
                format!("expected a whole depth from 0 to {MOST} and found {}", text.escape_debug())
            };
            Ok(hyperbola_perft::count(&position, depth.ok_or_else(error)?).to_string())
        }
        _ => Err(format!("no request is named {}", ask.escape_debug())),
    }
}

/// Returns what puts a text that was not understood before a reason that does not name it.
fn of_text<E: Display>(text: &str) -> impl Fn(E) -> String {
    move |error| {
        let reason = error.to_string();
        if reason.contains(text) { reason } else { format!("{}: {reason}", text.escape_debug()) }
    }
}

/// Writes a move as UCI does by the rules: by those of Chess960 the king goes onto its rook.
fn written(position: &Position, written: Move, rules: Rules) -> String {
    if rules == Rules::Chess960 { written.to_string() } else { position.uci(written).to_string() }
}

/// Writes a position, a line for each part: the FEN, the FEN with the files of the rooks, the side
/// to move, whether it is in check, the outcome, the key and the occupied squares as numbers, and
/// the legal moves.
fn facts(position: &Position, rules: Rules) -> String {
    let moves = position.legal_moves();
    let mut text = format!(
        "{}\n{}\n{}\n{}\n{}\n{}\n{}\n",
        position.fen(),
        position.shredder_fen(),
        position.side_to_move(),
        position.is_check(),
        position.outcome().map_or("", reason),
        position.key(),
        position.board().occupied().0,
    );
    let mut moves: Vec<_> = moves.iter().map(|&legal| written(position, legal, rules)).collect();
    moves.sort_unstable();
    text += &moves.join(" ");
    text
}

/// Returns the name of the reason why a game has ended.
const fn reason(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Checkmate { .. } => "checkmate",
        Outcome::Stalemate => "stalemate",
        Outcome::InsufficientMaterial => "insufficient material",
        Outcome::SeventyFiveMoves => "seventy-five moves",
        _ => "",
    }
}

/// Writes a line for each technique: its id, name, family, year, source and bytes of tables, and
/// its inventors, separated by tabs.
fn techniques() -> String {
    let mut text = String::new();
    for technique in Technique::ALL {
        let info = technique.info();
        let bytes = info.table_bytes();
        let facts = (info.id, info.name, info.family, info.year, info.source);
        let (id, name, family, year, source) = facts;
        // A `String` takes all that is written.
        let _ = write!(text, "{id}\t{name}\t{family}\t{year}\t{source}\t{bytes}");
        for inventor in info.inventors {
            let _ = write!(text, "\t{inventor}");
        }
        text.push('\n');
    }
    text.truncate(text.trim_end().len());
    text
}
