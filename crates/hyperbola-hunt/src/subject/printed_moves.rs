//! Reads lists of moves and numbers as the many programs with a perft print them.

use hyperbola_moves::{Move, Position};

use crate::{Answer, Failure};

/// A move as a subject wrote it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text.
    pub text: String,
    /// The move that it means: a legal move, or two squares and a promotion. It is `None` if the
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
    /// The number of all sequences, with a name that says so.
    Total(u64),
    /// A number without a name. It may be the total.
    Number(u64),
    /// Anything else.
    Other,
}

impl Line {
    /// Reads a line: `e2e4: 20`, `1. e2e4 - 20`, `[e2e4] 20`, `e2e4 (20)`, `e2e4 20 nodes`,
    /// `move e2e4 nodes 20`, `Nodes searched: 400`, `400`.
    pub(crate) fn new(line: &str) -> Self {
        let line = line.trim();
        let line = line.strip_prefix("info string ").unwrap_or(line);
        // The output of a search is no perft.
        if line.starts_with("info ") && (line.contains(" score ") || line.contains(" pv ")) {
            return Self::Other;
        }
        // Separators between a name and its number are left out.
        let spaced = line.replace(':', " ").replace(" -> ", " ").replace('|', " ");
        let words =
            spaced.split_whitespace().filter(|word| !matches!(*word, "-" | "->" | "=" | ","));
        let words: Vec<&str> = words.map(|word| word.trim_end_matches([',', ';'])).collect();
        if let [number] = *words {
            return count(number).map_or(Self::Other, Self::Number);
        }
        if let Some((text, number)) = counted_move(&words) {
            return Self::Move(text.to_owned(), number);
        }
        // The number of one move is no total.
        if words.iter().any(|word| bare(word).len() >= 4 && looks_like_move(bare(word))) {
            return Self::Other;
        }
        total(&words).map_or(Self::Other, Self::Total)
    }
}

/// The names of numbers of sequences.
const NAMES: [&str; 7] = ["nodes", "node", "total", "totals", "leaf", "leaves", "count"];

/// Returns whether a word is a name of numbers of sequences.
fn is_name(word: &str) -> bool {
    NAMES.contains(&word.trim_matches(['(', ')', '.']).to_ascii_lowercase().as_str())
}

/// Returns a word without brackets round it.
fn bare(word: &str) -> &str {
    word.trim_matches(['(', ')', '[', ']'])
}

/// Returns the move and its number in a line such as `1. e2e4 20` or `move e2e4 nodes 20`.
fn counted_move<'a>(words: &[&'a str]) -> Option<(&'a str, u64)> {
    let mut words = words.iter().copied().peekable();
    // A number before the move counts the lines.
    let is_before = |word: &&str| {
        word.eq_ignore_ascii_case("move") || count(word.trim_end_matches(['.', ')'])).is_some()
    };
    while words.next_if(is_before).is_some() {}
    let text = words.next().map(bare).filter(|text| looks_like_move(text))?;
    while words.next_if(|word| is_name(word)).is_some() {}
    let number = count(bare(words.next()?))?;
    // Of two numbers, either may be the one that is meant.
    words.next().is_none_or(|word| count(word).is_none()).then_some((text, number))
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
    // Words such as `depth2` have more letters in a row than moves have.
    let is_name = bytes.windows(4).any(|run| run.iter().all(u8::is_ascii_lowercase));
    bytes.len() <= 10 && !is_name && bytes.windows(2).any(is_square)
        || matches!(castling, "O-O" | "O-O-O" | "0-0" | "0-0-0")
}

/// Returns the number of nodes in a line such as `Perft 5: 4,865,609 nodes (time 230 ms)`.
fn total(words: &[&str]) -> Option<u64> {
    const BETWEEN: [&str; 5] = ["searched", "visited", "nodes", "count", "is"];
    const UNITS: [&str; 4] = ["ms", "s", "sec", "seconds"];
    let is_per = |word: &&str| matches!(word.to_ascii_lowercase().as_str(), "per" | "/");
    // A number of seconds is not a number of nodes.
    let number = |index: usize| {
        let is_time = words.get(index + 1).is_some_and(|unit| UNITS.contains(&bare(unit)));
        words.get(index).filter(|_| !is_time).and_then(|word| count(word))
    };
    for index in (0..words.len()).filter(|&index| is_name(words[index])) {
        // A line such as `Speed: 1000000 nodes per second` is no total.
        if words.get(index + 1).is_some_and(is_per) {
            continue;
        }
        let between = words[index + 1..]
            .iter()
            .take_while(|word| BETWEEN.contains(&word.to_ascii_lowercase().as_str()));
        let after = number(index + 1 + between.count());
        let before = || index.checked_sub(1).and_then(number);
        if let Some(number) = after.or_else(before) {
            return Some(number);
        }
    }
    match words {
        // The depth comes first: `perft 5 4865609`, `perft(5) 4865609`.
        [name, ..] if name.to_ascii_lowercase().starts_with("perft(") => number(1),
        [name, depth, ..] if name.eq_ignore_ascii_case("perft") => {
            count(depth).and_then(|_| number(2))
        }
        _ => None,
    }
}

/// An answer of which the lines are added one after another.
#[derive(Debug, Default)]
pub(crate) struct Lines {
    moves: Vec<(String, u64)>,
    /// The last total with a name.
    total: Option<u64>,
    /// The first number without a name, and another one that differs.
    number: Option<u64>,
    other_number: Option<u64>,
    /// The last number without a name behind a move.
    last_number: Option<u64>,
    first_other: Option<String>,
}

impl Lines {
    /// Adds a line.
    pub(crate) fn add(&mut self, line: &str) {
        match Line::new(line) {
            Line::Move(text, number) => self.moves.push((text, number)),
            Line::Total(number) => self.total = Some(number),
            Line::Number(number) => {
                let first = *self.number.get_or_insert(number);
                self.other_number = self.other_number.or((first != number).then_some(number));
                if self.has_moves() {
                    self.last_number = Some(number);
                }
            }
            Line::Other if self.first_other.is_none() && !line.trim().is_empty() => {
                self.first_other = Some(line.to_owned());
            }
            Line::Other => {}
        }
    }

    /// Returns whether any line had the total. It must have a name if totals had names before.
    pub(crate) const fn has_total(&self, habits: Habits) -> bool {
        self.total.is_some() || !habits.named && self.number.is_some()
    }

    /// Returns whether any line had a move.
    pub(crate) fn has_moves(&self) -> bool {
        !self.moves.is_empty()
    }

    /// Returns the number of lines with moves.
    pub(crate) fn moves(&self) -> usize {
        self.moves.len()
    }

    /// Returns the answer of a subject with these habits, for a position that has legal moves or
    /// has none. Beside moves, a number without a name is no total, because it may be a time,
    /// unless the habits say otherwise.
    pub(crate) fn answer(self, habits: Habits, has_legal: bool) -> Result<Answer, Failure> {
        if self.has_moves() {
            let unnamed = self.last_number.filter(|_| habits.ends_with_total);
            return Ok(match self.total.or(unnamed) {
                Some(total) => Answer::DivideWithTotal(self.moves, total),
                None => Answer::Divide(self.moves),
            });
        }
        match (self.total, self.number, self.other_number) {
            (None, Some(first), Some(other)) => Err(Failure::Garbage {
                what: format!(
                    "it has the numbers {first} and {other}, and does not name the total"
                ),
            }),
            // Where other answers have moves, this is an empty list.
            (Some(0), ..) | (None, Some(0), _) if habits.lists => Ok(Answer::Divide(Vec::new())),
            (Some(total), ..) | (None, Some(total), _) => Ok(Answer::Total(total)),
            // Where there are no moves, a list of them says no more.
            _ if !has_legal => Ok(Answer::Divide(Vec::new())),
            _ if habits.totals || self.first_other.is_some() => Err(Failure::Garbage {
                what: match self.first_other {
                    Some(line) => format!("{line:?}"),
                    None => "it is empty".to_owned(),
                },
            }),
            _ => Ok(Answer::Divide(Vec::new())),
        }
    }
}

/// The form of a subject's answers so far.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Habits {
    /// Whether any had moves.
    pub(crate) lists: bool,
    /// Whether any had a total. Otherwise an answer without a move may be empty.
    pub(crate) totals: bool,
    /// Whether any had a total with a name.
    named: bool,
    /// Whether the number behind the moves is the total, though it has no name.
    ends_with_total: bool,
}

impl Habits {
    /// The habits of a perftree script, which prints the moves, an empty line and the total.
    pub(crate) const PERFTREE: Self =
        Self { lists: false, totals: false, named: false, ends_with_total: true };

    /// Adds what an answer has.
    pub(crate) fn add(&mut self, lines: &Lines) {
        self.lists |= lines.has_moves();
        self.totals |= lines.total.is_some() || lines.number.is_some();
        self.named |= lines.total.is_some();
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
            "1: e2e4 20",
            "e2e4  20 nodes",
            "e2e4 nodes: 20",
            "move e2e4 nodes 20",
            "Move 3: e2e4 count 20",
            "e2e4 (20)",
            "[e2e4] 20",
            "1) e2e4 = 20",
            "e2e4: 20 nodes (3 ms)",
            "e2e4: 20 (5.0%)",
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
            "perft 5 4865609",
            "perft(5) = 4865609",
            "Perft 5: 4,865,609 nodes (time 230 ms)",
            "info depth 5 nodes 4865609 nps 12345",
            "Leaf nodes: 4865609",
            "info string total 4865609",
            "Perft(5) : 4865609 (230 ms, 21154 knps)",
            "Total: 4865609 nodes in 0.230 s = 21154821 nodes/s",
        ] {
            assert_eq!(Line::new(line), Line::Total(4_865_609), "{line}");
        }
        assert_eq!(Line::new(" 400 "), Line::Number(400));
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
            "Total: 12 ms",
            "currmove e2e4 nodes 20",
            "e2e4 1 20",
            "depth2: 400",
            "perft(2) 3 ms",
            "depth 3",
            "info depth 1 score cp 3 nodes 20 pv e2e4",
        ] {
            assert_eq!(Line::new(line), Line::Other, "{line}");
        }
    }

    #[test]
    fn a_number_behind_the_moves_is_the_total_of_a_perftree_script() {
        let answered = |habits, behind: &[&str]| {
            let mut lines = Lines::default();
            // The first number is before the moves, as a script may print the depth.
            for line in ["1", "e2e4 20", "d2d4 20"].iter().chain(behind) {
                lines.add(line);
            }
            lines.answer(habits, true).expect("an answer")
        };
        let moves = || ["e2e4", "d2d4"].map(|text| (text.to_owned(), 20)).to_vec();
        for (behind, total) in [
            (&["", "41"][..], Some(41)),
            (&[], None),
            // Of several numbers it is the last one, and one with a name comes before all others.
            (&["7", "41"], Some(41)),
            (&["Nodes searched: 40", "41"], Some(40)),
            (&["41", "Nodes searched: 40"], Some(40)),
        ] {
            let expected = match total {
                Some(total) => Answer::DivideWithTotal(moves(), total),
                None => Answer::Divide(moves()),
            };
            assert_eq!(answered(Habits::PERFTREE, behind), expected, "{behind:?}");
        }
        assert_eq!(answered(Habits::default(), &["", "41"]), Answer::Divide(moves()));
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
    fn a_total_with_a_name_goes_before_other_numbers() {
        let answer = |lines: &[&str], lists| {
            let mut all = Lines::default();
            for line in lines {
                all.add(line);
            }
            all.answer(Habits { lists, totals: true, ..Habits::default() }, true)
        };
        let one = vec![("a2a3".to_owned(), 1)];
        for lines in [&["a2a3: 1"][..], &["a2a3: 1", "7"], &["7", "a2a3: 1", "3 ms", "133333"]] {
            assert_eq!(answer(lines, true), Ok(Answer::Divide(one.clone())), "{lines:?}");
        }
        let with_total = Ok(Answer::DivideWithTotal(one, 2));
        assert_eq!(answer(&["a2a3: 1", "Nodes: 2", "12"], true), with_total);
        assert_eq!(answer(&["Nodes: 7"], true), Ok(Answer::Total(7)));
        for lines in [&["7"][..], &["Nodes: 7", "12"], &["12", "Nodes: 7"], &["7", "7"]] {
            assert_eq!(answer(lines, false), Ok(Answer::Total(7)), "{lines:?}");
        }
        // The last of those of growing depth.
        assert_eq!(answer(&["Nodes: 7", "Nodes: 12"], false), Ok(Answer::Total(12)));
        let unnamed = answer(&["7", "12"], false).expect_err("either may be the total");
        assert!(unnamed.to_string().contains("the numbers 7 and 12"), "{unnamed}");
        assert_eq!(answer(&["Nodes: 0"], true), Ok(Answer::Divide(vec![])));
        assert_eq!(answer(&["Nodes: 0"], false), Ok(Answer::Total(0)));
        assert!(answer(&["hello"], true).is_err() && answer(&[], true).is_err());
        let none = Ok(Answer::Divide(vec![]));
        assert_eq!(Lines::default().answer(Habits::default(), true), none);
        // In a mate or a stalemate, whatever else is printed.
        for (text, lists) in [("hello", true), ("hello", false), ("", true)] {
            let mut lines = Lines::default();
            lines.add(text);
            assert_eq!(
                lines.answer(
                    Habits { lists, totals: true, named: true, ..Habits::default() },
                    false
                ),
                none
            );
        }
    }
}
