//! Reads facts about a position from a subject's output: FEN, checkers, SAN.

use hyperbola_moves::{Setup, Square};

use crate::Facts;

/// The names before values that mean something.
const NAMES: [&str; 4] = ["fen", "checkers", "check", "in check"];

/// Adds the facts of a line: a FEN, with or without `Fen:` before it; squares after `Checkers:`; a
/// move in UCI's notation and its SAN.
pub(crate) fn add(facts: &mut Facts, line: &str) {
    let line = line.trim();
    let named = line.split_once(':').or_else(|| line.split_once(' '));
    let named =
        named.filter(|(name, _)| NAMES.contains(&name.trim().to_ascii_lowercase().as_str()));
    let (name, value) = named.unwrap_or(("", line));
    let value = value.trim();
    match name.trim().to_ascii_lowercase().as_str() {
        "fen" => facts.fen = Some(value.to_owned()),
        "checkers" => {
            let names = value.split([' ', ',']).filter(|name| !name.is_empty());
            let names = names.filter(|name| !matches!(*name, "none" | "-"));
            let squares: Result<Vec<Square>, _> = names.map(str::parse).collect();
            facts.checkers = squares.ok();
        }
        "check" | "in check" => {
            facts.check = match value.to_ascii_lowercase().as_str() {
                "yes" | "true" | "1" => Some(true),
                "no" | "false" | "0" => Some(false),
                _ => None,
            };
        }
        "" => {
            let words: Vec<&str> = value.split_whitespace().collect();
            let is_move =
                |word: &str| matches!(word.len(), 4 | 5) && word.get(..2).is_some_and(is_square);
            match *words {
                [uci, san] if is_move(uci) => {
                    facts.san.get_or_insert_default().push((uci.to_owned(), san.to_owned()));
                }
                _ if value.parse::<Setup>().is_ok() => facts.fen = Some(value.to_owned()),
                _ => {}
            }
        }
        _ => {}
    }
}

fn is_square(name: &str) -> bool {
    name.parse::<Square>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lines_of_a_display_are_read() {
        let fen = "4k3/8/8/8/8/8/8/4K2R b K - 3 9";
        for line in
            [fen.to_owned(), format!("Fen: {fen}"), format!(" fen : {fen}"), format!("FEN   {fen}")]
        {
            let mut facts = Facts::default();
            add(&mut facts, &line);
            assert_eq!(facts.fen.as_deref(), Some(fen), "{line}");
        }
        let mut facts = Facts::default();
        for line in [" +---+---+", "Checkers: e4 h8 ", "Key: 00", "e2e4  e4", "in check: yes", "8"]
        {
            add(&mut facts, line);
        }
        assert_eq!(facts.checkers, Some(vec![Square::E4, Square::H8]));
        assert_eq!(facts.check, Some(true));
        assert_eq!(facts.san, Some(vec![("e2e4".to_owned(), "e4".to_owned())]));
        assert_eq!(facts.fen, None);
        add(&mut facts, "checkers   a1, b2");
        assert_eq!(facts.checkers, Some(vec![Square::A1, Square::B2]));
        for none in ["Checkers:", "checkers  none", "checkers: -"] {
            add(&mut facts, none);
            assert_eq!(facts.checkers, Some(vec![]), "{none}");
        }
    }
}
