//! One question: what the subject answers against what is right.

use core::fmt;

use hyperbola_moves::{Bitboard, Color, Move, Position, Setup};

use crate::subject::printed_moves::Written;
use crate::{Answer, Facts, Failure, Situation};

/// The part of a subject's answers that a hunt compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Compared {
    /// The legal moves and their counts.
    #[default]
    Moves,
    /// The FEN after moves.
    Fen,
    /// The pieces that give check.
    Checks,
    /// The moves in standard algebraic notation.
    San,
    /// All inputs of a network.
    Inputs,
    /// The inputs of a network that a move changes.
    Changes,
}

impl Compared {
    /// All parts.
    pub const ALL: [Self; 6] =
        [Self::Moves, Self::Fen, Self::Checks, Self::San, Self::Inputs, Self::Changes];

    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Moves => "moves",
            Self::Fen => "fen",
            Self::Checks => "checks",
            Self::San => "san",
            Self::Inputs => "inputs",
            Self::Changes => "changes",
        }
    }

    /// Returns whether inputs of a network are compared.
    #[must_use]
    pub const fn is_of_inputs(self) -> bool {
        matches!(self, Self::Inputs | Self::Changes)
    }
}

/// A total that is not the sum of the numbers after the moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongSum {
    /// The total.
    pub total: u64,
    /// The sum.
    pub sum: u64,
}

impl fmt::Display for WrongSum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the total {} is not {}, the sum of the list", self.total, self.sum)
    }
}

/// A fault of a move or of an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// It is right and not in the list.
    Missing,
    /// It is in the list and not right.
    Extra,
    /// It is in the list more than once.
    Twice,
    /// The number after it is wrong.
    Count,
}

impl Fault {
    /// Returns the name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Missing => "missing",
            Self::Extra => "extra",
            Self::Twice => "twice",
            Self::Count => "count",
        }
    }
}

/// A number whose place in an answer is wrong: how often it must be there, and how often it is. In
/// changes, a removal counts as -1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct WrongNumber {
    /// The view.
    pub view: Color,
    /// The number.
    pub number: u32,
    /// The right count.
    pub expected: i64,
    /// The subject's count.
    pub found: i64,
}

/// A wrong answer.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Problem {
    /// The list of moves is wrong.
    Moves {
        /// The legal moves that are not in it.
        missing: Vec<Move>,
        /// The moves in it that are not legal.
        extra: Vec<Written>,
        /// The legal moves that are in it more than once.
        twice: Vec<Move>,
        /// The total, if it is wrong, too.
        sum: Option<WrongSum>,
    },
    /// The list is right, and the number of sequences after some moves is wrong.
    Counts {
        /// The moves, each with the right number and the subject's.
        moves: Vec<(Move, u64, u64)>,
        /// The total, if it is wrong, too.
        sum: Option<WrongSum>,
    },
    /// The list and its numbers are right, and the total is not.
    Sum(WrongSum),
    /// The number of sequences is wrong, and there is no list.
    Total {
        /// The right number.
        expected: u64,
        /// The subject's number.
        found: u64,
    },
    /// The FEN is wrong.
    Fen {
        /// The right FEN.
        expected: String,
        /// The subject's FEN.
        found: String,
    },
    /// The pieces that give check are wrong, or whether any does.
    Checks {
        /// The pieces that give check.
        expected: Bitboard,
        /// The subject's answer.
        found: String,
    },
    /// The SAN of moves is wrong.
    San {
        /// The moves, each with its SAN and the subject's, which may be missing.
        moves: Vec<(Move, String, Option<String>)>,
        /// The moves that are not legal, each with the subject's SAN.
        extra: Vec<(String, String)>,
        /// The legal moves that are there more than once.
        twice: Vec<Move>,
    },
    /// The inputs of a network are wrong.
    Inputs {
        /// The numbers that are wrong.
        wrong: Vec<WrongNumber>,
        /// The views and their blocks, from 0, that are recomputed though they need not be.
        needless: Vec<(Color, usize)>,
    },
    /// There was no answer.
    Failure(Failure),
}

impl Problem {
    /// Returns the name of the kind of problem. Shrinking keeps the kind.
    #[must_use]
    pub const fn kind(&self) -> &'static str {
        match self {
            Self::Moves { .. } => "moves",
            Self::Counts { .. } => "counts",
            Self::Sum(_) => "sum",
            Self::Total { .. } => "total",
            Self::Fen { .. } => "fen",
            Self::Checks { .. } => "checks",
            Self::San { .. } => "san",
            Self::Inputs { .. } => "inputs",
            Self::Failure(failure) => failure.kind(),
        }
    }
}

/// Compares an answer to a question for moves.
pub(crate) fn moves(situation: &Situation, depth: u32, answer: Answer) -> Option<Problem> {
    let position = situation.position();
    let legal = position.legal_moves();
    let mut sum = None;
    let (texts, counts) = match answer {
        Answer::Total(found) => {
            let expected = hyperbola_perft::plain(position, depth);
            return (found != expected).then_some(Problem::Total { expected, found });
        }
        Answer::Moves(texts) => (texts, None),
        Answer::Divide(lines) => {
            let (texts, counts): (_, Vec<u64>) = lines.into_iter().unzip();
            (texts, Some(counts))
        }
        Answer::DivideWithTotal(lines, total) => {
            let (texts, counts): (_, Vec<u64>) = lines.into_iter().unzip();
            let right = counts.iter().fold(0, |sum: u64, &count| sum.saturating_add(count));
            sum = (total != right).then_some(WrongSum { total, sum: right });
            (texts, Some(counts))
        }
    };
    let written: Vec<Written> = texts.iter().map(|text| Written::new(position, text)).collect();
    let of = |wanted: Move| written.iter().filter(move |written| written.read == Some(wanted));
    let (mut missing, mut twice) = (Vec::new(), Vec::new());
    for &wanted in &legal {
        match of(wanted).count() {
            0 => missing.push(wanted),
            1 => {}
            _ => twice.push(wanted),
        }
    }
    let is_legal = |written: &&Written| written.read.is_some_and(|read| legal.contains(&read));
    let extra: Vec<Written> = written.iter().filter(|one| !is_legal(one)).cloned().collect();
    if !(missing.is_empty() && extra.is_empty() && twice.is_empty()) {
        return Some(Problem::Moves { missing, extra, twice, sum });
    }
    let counts = written.iter().zip(counts.into_iter().flatten());
    let wrong = counts.filter_map(|(written, found)| {
        let read = written.read?;
        let expected = hyperbola_perft::plain(&position.play(read).ok()?, depth - 1);
        (found != expected).then_some((read, expected, found))
    });
    let wrong: Vec<_> = wrong.collect();
    if !wrong.is_empty() {
        return Some(Problem::Counts { moves: wrong, sum });
    }
    sum.map(Problem::Sum)
}

/// Compares facts about a position. A fact that the subject does not offer is a failure.
pub(crate) fn facts(
    situation: &Situation,
    compared: Compared,
    facts: Facts,
) -> Result<Option<Problem>, Failure> {
    let missing = |what: &'static str| Failure::Missing { what };
    let position = situation.position();
    Ok(match compared {
        Compared::Moves | Compared::Inputs | Compared::Changes => None,
        Compared::Fen => {
            let found = facts.fen.ok_or_else(|| missing("FEN"))?;
            let expected = situation.end_fen();
            (!is_same(situation, &found)).then_some(Problem::Fen { expected, found })
        }
        Compared::Checks => {
            let expected = position.checkers();
            let found = match (facts.checkers, facts.check) {
                (Some(squares), _) => {
                    let set: Bitboard = squares.iter().copied().collect();
                    let names: Vec<String> = squares.iter().map(ToString::to_string).collect();
                    (set != expected).then(|| names.join(" "))
                }
                (None, Some(check)) => {
                    (check == expected.is_empty()).then(|| if check { "yes" } else { "no" }.into())
                }
                (None, None) => return Err(missing("line with the checkers")),
            };
            found.map(|found| Problem::Checks { expected, found })
        }
        Compared::San => {
            // Without a legal move there is no line to print.
            let none = || (!position.has_legal_moves()).then(Vec::new);
            let found = facts.san.or_else(none);
            let found = found.ok_or_else(|| missing("list of moves with their SAN"))?;
            wrong_san(position, &found)
        }
    })
}

/// Returns whether a FEN is that of the position. An en passant square at which nothing may be
/// captured may stand there or not, as programs differ.
fn is_same(situation: &Situation, found: &str) -> bool {
    let Ok(setup) = found.parse::<Setup>() else { return false };
    let expected = situation.position().setup();
    let end = situation.end();
    let is_square = match (setup.en_passant, expected.en_passant) {
        (found, Some(square)) => found == Some(square),
        (None, None) => true,
        (found, None) => found == end.en_passant,
    };
    is_square && Setup { en_passant: None, ..setup } == Setup { en_passant: None, ..expected }
}

/// Returns what is wrong with a list of moves and their SAN, if anything is.
fn wrong_san(position: &Position, found: &[(String, String)]) -> Option<Problem> {
    let legal = position.legal_moves();
    let found: Vec<(Written, &String)> =
        found.iter().map(|(uci, san)| (Written::new(position, uci), san)).collect();
    let of = |wanted: Move| found.iter().filter(move |(written, _)| written.read == Some(wanted));
    let wrong = legal.iter().filter_map(|&legal| {
        let expected = position.san(legal).to_string();
        let mine = of(legal).find(|(_, san)| **san != expected).or_else(|| of(legal).next());
        let mine = mine.map(|(_, san)| (*san).clone());
        (mine.as_ref() != Some(&expected)).then_some((legal, expected, mine))
    });
    let moves: Vec<_> = wrong.collect();
    let is_legal = |written: &Written| written.read.is_some_and(|read| legal.contains(&read));
    let extra = found.iter().filter(|(written, _)| !is_legal(written));
    let extra: Vec<_> =
        extra.map(|(written, san)| (written.text.clone(), (*san).clone())).collect();
    let twice: Vec<Move> = legal.iter().copied().filter(|&legal| of(legal).count() > 1).collect();
    let is_right = moves.is_empty() && extra.is_empty() && twice.is_empty();
    (!is_right).then_some(Problem::San { moves, extra, twice })
}

#[cfg(test)]
mod tests {
    use hyperbola_moves::Square;

    use super::*;

    #[test]
    fn an_en_passant_square_stands_in_a_fen_where_a_double_step_passed() {
        let after = |fen: &str, uci: &str| {
            let start = Situation::new(fen.parse().expect("a FEN")).expect("a position");
            start.after(uci.parse().expect("a move")).expect("a legal move")
        };
        // Where nothing can be captured, the square may be there or not.
        for (start, played, end, right) in [
            ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4P3/8/8/4K3", &["-", "e3"][..]),
            ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/3pP3/8/8/4K3", &["e3"]),
            ("4k3/8/8/8/3p4/4P3/8/4K3 w - - 0 1", "e3e4", "4k3/8/8/8/3pP3/8/8/4K3", &["-"]),
        ] {
            let situation = after(start, played);
            for square in ["-", "e3", "d3", "e6"] {
                let fen = format!("{end} b - {square} 0 1");
                let answer = Facts { fen: Some(fen.clone()), ..Facts::default() };
                let problem = facts(&situation, Compared::Fen, answer).expect("it has a FEN");
                assert_eq!(problem.is_none(), right.contains(&square), "{fen}: {problem:?}");
            }
        }
    }

    #[test]
    fn a_check_without_named_checkers_is_compared() {
        for (fen, checkers) in [
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", vec![]),
            ("4k3/4r3/8/8/8/8/8/4K3 w - - 0 1", vec![Square::E7]),
        ] {
            let situation = Situation::new(fen.parse().expect("a FEN")).expect("a position");
            let is_right = |answer: Facts| {
                facts(&situation, Compared::Checks, answer).expect("it has the fact").is_none()
            };
            for check in [true, false] {
                let answer = Facts { check: Some(check), ..Facts::default() };
                assert_eq!(is_right(answer), check != checkers.is_empty(), "{fen}: {check}");
            }
            for named in [vec![], vec![Square::E7], vec![Square::E8]] {
                let answer = Facts { checkers: Some(named.clone()), ..Facts::default() };
                assert_eq!(is_right(answer), named == checkers, "{fen}: {named:?}");
            }
        }
    }
}
