//! The argument that is a position, and the options that say how it is read.

use std::ffi::{OsStr, OsString};
use std::io::Write;

use anstyle::{AnsiColor, Style};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hyperbola_files::{Wrong, escaped};
use hyperbola_moves::Rules;
use serde::{Serialize, Serializer};

use crate::input::{self, Parsed};

/// How a position is read.
#[derive(Debug, Clone, Copy, Args, Serialize)]
pub struct ReadingArguments {
    /// Read castling rights by the rules of chess, where any other right is an error, by those of
    /// Chess960, or by those that the rights need, with a warning if letters of KQkq need Chess960
    #[arg(long, value_name = "RULES", default_value_t = Rules::Auto, value_parser = rules_parser())]
    #[serde(serialize_with = "as_name")]
    pub rules: Rules,
    /// Mend what can be mended in the FEN, and say so. Castling rights of KQkq are dropped if the
    /// king or the rook is not on its square of chess, unless the rules are those of Chess960
    #[arg(long)]
    pub lenient: bool,
}

/// Serializes rules by their name.
///
/// # Errors
///
/// Returns the serializer's error.
pub fn as_name<S: Serializer>(rules: &Rules, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(rules.name())
}

/// Parses the name of rules.
pub fn rules_parser() -> impl TypedValueParser<Value = Rules> {
    PossibleValuesParser::new(Rules::ALL.map(Rules::name)).try_map(|name| name.parse::<Rules>())
}

impl ReadingArguments {
    /// Reads a position: a FEN, X-FEN or Shredder-FEN, or `startpos`. What is mended, and what is
    /// guessed, is said on standard error.
    ///
    /// # Errors
    ///
    /// Returns an error with the first part that is not as expected.
    pub fn read(&self, fen: &OsStr) -> Result<Parsed, Wrong> {
        let text = fen.as_encoded_bytes();
        let wrong = |error| wrong(fen, &error);
        if self.lenient {
            let (parsed, mends) = input::mended_by_rules(text, self.rules).map_err(wrong)?;
            mends.iter().for_each(|mend| warn(&format!("mended: {mend}")));
            return Ok(parsed);
        }
        let parsed = input::parsed_by_rules(text, self.rules)
            .map_err(|error| Wrong(wrong(error).0 + input::advice(text, self.rules)))?;
        if let Some(guess) = self.rules.guess(&fen.to_string_lossy(), &parsed.position) {
            warn(&format!(
                "{guess}; --rules chess960 says so, and --rules chess --lenient leaves such rights out"
            ));
        }
        Ok(parsed)
    }
}

/// Returns the error for a text that is no position.
#[must_use]
pub fn wrong(fen: &OsStr, error: &input::Unexpected) -> Wrong {
    Wrong(format!("invalid value '{}' for '<FEN>': {error}", fen.to_string_lossy()))
}

/// Returns the text of a position if one was given, otherwise `startpos`.
#[must_use]
pub fn or_initial(fen: Option<&OsString>) -> &OsStr {
    fen.map_or(OsStr::new("startpos"), OsString::as_os_str)
}

/// Prints a warning on standard error.
fn warn(message: &str) {
    const WARNING: Style = AnsiColor::Yellow.on_default().bold();
    let text = escaped(message, char::is_control);
    // If standard error is closed, the result is still right.
    let _ = writeln!(anstream::stderr(), "{WARNING}warning:{WARNING:#} {text}");
}
