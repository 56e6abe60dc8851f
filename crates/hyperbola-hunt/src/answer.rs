//! Reads lists of moves and numbers as the many programs with a perft print them.

use hyperbola_moves::{Move, Position};

use crate::{Answer, Failure};

/// A move as a subject wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The move that it means: a legal move, or two squares and a promotion. It is nothing if the
    /// text is no move.
    pub read: Option<Move>,
}

impl Written {
    /// Reads a move: UCI's notation with or without `-`, `x` and `=`, in letters of any size, or
    /// the SAN of a legal move.
    #[must_use]
    pub fn new(position: &Position, text: &str) -> Self {
        let plain: String =
            text.chars().filter(|character| !matches!(character, '-' | 'x' | '=')).collect();
        let plain = plain.to_ascii_lowercase();
        let read = position.parse_uci(&plain).ok();
        let read = read.or_else(|| position.parse_san(text).ok());
        let read = read.or_else(|| plain.parse().ok());
        Self { text: text.to_owned(), read }
    }
}

/// A line of an answer.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// A move with its number.
    Move(String, u64),
    /// The number of all sequences.
    Total(u64),
    /// Anything else.
    Other,
}

impl Line {
    /// Reads a line: `e2e4: 20`, `e2e4 - 20`, `1. e2e4 20`, `Nodes searched: 400`, `400`.
    pub(crate) fn new(line: &str) -> Self {
        let line = line.trim();
        let line = line.strip_prefix("info string ").unwrap_or(line);
        // What a search says of itself is no perft.
        if line.starts_with("info ") && (line.contains(" score ") || line.contains(" pv ")) {
            return Self::Other;
        }
        let words = words(line);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        match *words {
            [text, number] | [_, text, number] if looks_like_move(text) => {
                // A number before the move counts the lines.
                let is_counted = words.len() == 2 || words[0].ends_with('.');
                if let (true, Some(number)) = (is_counted, count(number)) {
                    return Self::Move(text.to_owned(), number);
                }
            }
            [number] => return count(number).map_or(Self::Other, Self::Total),
            _ => {}
        }
        total(&words).map_or(Self::Other, Self::Total)
    }
}

/// Returns the words of a line. Separators between a name and its number are left out.
fn words(line: &str) -> Vec<String> {
    let spaced = line.replace(':', " ").replace(" -> ", " ").replace('|', " ");
    let words = spaced.split_whitespace().filter(|word| !matches!(*word, "-" | "->" | "=" | ","));
    words.map(|word| word.trim_end_matches([',', ';']).to_owned()).collect()
}

/// Returns a number. It may have commas or underscores between its digits.
fn count(word: &str) -> Option<u64> {
    let digits: String = word.chars().filter(|digit| !matches!(digit, ',' | '_')).collect();
    let is_number = digits.bytes().all(|byte| byte.is_ascii_digit());
    if is_number && word.starts_with(|first: char| first.is_ascii_digit()) {
        digits.parse().ok()
    } else {
        None
    }
}

/// Returns whether a word may be a move: two squares, or SAN with a square in it or castling.
fn looks_like_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    let is_square = |pair: &[u8]| {
        matches!(pair[0].to_ascii_lowercase(), b'a'..=b'h') && matches!(pair[1], b'1'..=b'8')
    };
    let castling = word.trim_end_matches(['+', '#']);
    bytes.len() <= 10 && bytes.windows(2).any(is_square)
        || matches!(castling, "O-O" | "O-O-O" | "0-0" | "0-0-0")
}

/// Returns the number of nodes in a line such as `Perft 5: 4,865,609 nodes (time 230 ms)`.
fn total(words: &[&str]) -> Option<u64> {
    const NAMES: [&str; 7] = ["nodes", "node", "total", "totals", "leaf", "leaves", "count"];
    const BETWEEN: [&str; 5] = ["searched", "visited", "nodes", "count", "is"];
    let is_per = |word: &&str| matches!(word.to_ascii_lowercase().as_str(), "per" | "/");
    let names = words.iter().enumerate().filter(|(_, word)| {
        NAMES.contains(&word.trim_matches(['(', ')', '.']).to_ascii_lowercase().as_str())
    });
    for (index, _) in names {
        // A line such as `Speed: 1000000 nodes per second` is no total.
        if words.get(index + 1).is_some_and(is_per) {
            continue;
        }
        let mut after = words[index + 1..]
            .iter()
            .skip_while(|word| BETWEEN.contains(&word.to_ascii_lowercase().as_str()));
        if let Some(number) = after.next().and_then(|word| count(word)) {
            return Some(number);
        }
        if let Some(number) = index.checked_sub(1).and_then(|before| count(words[before])) {
            return Some(number);
        }
    }
    match words {
        // The depth comes first: `perft 5 4865609`, `perft(5) 4865609`.
        [name, number] if name.to_ascii_lowercase().starts_with("perft(") => count(number),
        [name, depth, number] if name.eq_ignore_ascii_case("perft") => {
            count(depth).and_then(|_| count(number))
        }
        _ => None,
    }
}

/// An answer of which the lines are added one after another.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    moves: Vec<(String, u64)>,
    total: Option<u64>,
    first_other: Option<String>,
}

impl Lines {
    /// Adds a line. Returns whether it was a total.
    pub(crate) fn add(&mut self, line: &str) -> bool {
        match Line::new(line) {
            Line::Move(text, number) => self.moves.push((text, number)),
            Line::Total(number) => {
                self.total = Some(number);
                return true;
            }
            Line::Other if self.first_other.is_none() && !line.trim().is_empty() => {
                self.first_other = Some(line.to_owned());
            }
            Line::Other => {}
        }
        false
    }

    /// Returns whether any line had a number of the total.
    pub(crate) const fn has_total(&self) -> bool {
        self.total.is_some()
    }

    /// Returns whether any line had a move.
    pub(crate) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Returns the number of lines with moves.
    pub(crate) fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Returns the answer of a subject with these habits, for a position that has legal moves or has
    /// none. If there are moves and a total, the total must be their sum.
    pub(crate) fn answer(self, habits: Habits, has_legal: bool) -> Result<Answer, Failure> {
        let sum: u64 = self.moves.iter().fold(0, |sum, (_, number)| sum.saturating_add(*number));
        let has_moves = self.has_moves();
        match self.total {
            Some(total) if has_moves && total != sum => Err(Failure::Garbage {
                what: format!("the total {total} is not {sum}, the sum of the lines with moves"),
            }),
            // Where other answers have moves, this is an empty list.
            Some(0) if !has_moves && habits.lists => Ok(Answer::Divide(Vec::new())),
            Some(total) if !has_moves => Ok(Answer::Total(total)),
            // Where there are no moves, a list of them says no more.
            None if !has_moves && !has_legal => Ok(Answer::Divide(Vec::new())),
            None if !has_moves && (habits.totals || self.first_other.is_some()) => {
                Err(Failure::Garbage {
                    what: match self.first_other {
                        Some(line) => format!("{line:?}"),
                        None => "it is empty".to_owned(),
                    },
                })
            }
            _ => Ok(Answer::Divide(self.moves)),
        }
    }
}

/// What the answers of a subject had so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Habits {
    /// Whether any had moves.
    pub(crate) lists: bool,
    /// Whether any had a total. Otherwise an answer without a move may be empty.
    pub(crate) totals: bool,
}

impl Habits {
    /// Adds what an answer has.
    pub(crate) fn add(&mut self, lines: &Lines) {
        self.lists |= lines.has_moves();
        self.totals |= lines.has_total();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_forms_of_lines_are_read() {
        for line in [
            "e2e4: 20",
            "e2e4 20",
            "e2e4 - 20",
            "e2e4 = 20",
            "1. e2e4 20",
            "e2e4 -> 20",
            "info string e2e4: 20",
            "  e2e4 :   20",
            "12. e2e4: 20",
            "e2e4,20".replace(',', ", ").as_str(),
        ] {
            assert_eq!(Line::new(line), Line::Move("e2e4".to_owned(), 20), "{line}");
        }
        for line in ["e7e8Q: 3", "O-O 3", "Nf3: 3", "exd6: 3", "e7-e8=Q 3", "e8=Q+: 3"] {
            assert!(matches!(Line::new(line), Line::Move(_, 3)), "{line}");
        }
        for line in [
            "Nodes searched: 4865609",
            "Nodes searched  : 4865609",
            "nodes 4865609",
            "Total: 4865609",
            "total nodes 4,865,609",
            "4865609",
            "perft 5 4865609",
            "perft(5) = 4865609",
            "Perft 5: 4,865,609 nodes (time 230 ms)",
            "info depth 5 nodes 4865609 nps 12345",
            "Leaf nodes: 4865609",
            "info string total 4865609",
        ] {
            assert_eq!(Line::new(line), Line::Total(4_865_609), "{line}");
        }
        for line in [
            "",
            "time: 3 ms",
            "nps 300",
            "Moves: 20",
            "readyok",
            "e2e4 x",
            "e2e4",
            "-5",
            "99999999999999999999999",
            "Nodes/second: 5",
            "Speed: 1000000 nodes per second",
            "Total moves: 20",
            "a 1 b 2",
            "depth 3",
            "info depth 1 score cp 3 nodes 20 pv e2e4",
        ] {
            assert_eq!(Line::new(line), Line::Other, "{line}");
        }
    }

    #[test]
    fn moves_are_read_in_every_notation() {
        let position: Position = "r3k3/1P6/8/8/8/8/8/4K2R w K - 0 1".parse().expect("valid");
        for (text, uci) in [
            ("e1g1", "e1h1"),
            ("e1h1", "e1h1"),
            ("O-O", "e1h1"),
            ("b7xa8=Q", "b7a8q"),
            ("b7b8N", "b7b8n"),
            ("bxa8=R+", "b7a8r"),
            ("Rh8+", "h1h8"),
            ("e1c1", "e1c1"),
        ] {
            let read = Written::new(&position, text).read.expect("a move");
            assert_eq!(read.to_string(), uci, "{text}");
        }
        assert_eq!(Written::new(&position, "hello").read, None);
    }

    #[test]
    fn a_total_must_be_the_sum() {
        let answer = |lines: &[&str], lists| {
            let mut all = Lines::default();
            for line in lines {
                all.add(line);
            }
            all.answer(Habits { lists, totals: true }, true)
        };
        let one = Answer::Divide(vec![("a2a3".into(), 1)]);
        assert_eq!(answer(&["a2a3: 1", "Nodes: 1"], true), Ok(one));
        assert_eq!(answer(&["Nodes: 7"], true), Ok(Answer::Total(7)));
        assert_eq!(answer(&["Nodes: 0"], true), Ok(Answer::Divide(vec![])));
        assert_eq!(answer(&["Nodes: 0"], false), Ok(Answer::Total(0)));
        assert!(answer(&["a2a3: 1", "Nodes: 2"], true).is_err());
        assert!(answer(&["hello"], true).is_err() && answer(&[], true).is_err());
        let none = Ok(Answer::Divide(vec![]));
        assert_eq!(Lines::default().answer(Habits::default(), true), none);
        // In a mate or a stalemate, whatever else is printed.
        for (text, lists) in [("hello", true), ("hello", false), ("", true)] {
            let mut lines = Lines::default();
            lines.add(text);
            assert_eq!(lines.answer(Habits { lists, totals: true }, false), none);
        }
    }
}
