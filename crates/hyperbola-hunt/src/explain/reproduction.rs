//! A finding as a command, as tests to paste, and as a row of a perft suite.

use core::fmt::Debug;

use super::finding::Finding;
use crate::compare::{Compared, Problem};
use crate::countable::{MOST_SEQUENCES, count_within};

/// Returns the legal moves in UCI's notation, sorted.
fn expected(finding: &Finding) -> Vec<String> {
    let situation = &finding.situation;
    let legal = situation.position().legal_moves();
    let mut names: Vec<String> = legal.iter().map(|&legal| situation.uci(legal)).collect();
    names.sort();
    names
}

/// Returns texts as elements of a list, in lines of at most so many characters.
fn elements(texts: &[impl Debug], indent: &str) -> String {
    const WIDTH: usize = 90;
    if texts.is_empty() {
        return String::new();
    }
    let mut lines = vec![String::new()];
    for text in texts {
        let text = format!("{text:?},");
        let last = lines.len() - 1;
        if indent.len() + lines[last].len() + text.len() + 1 > WIDTH {
            lines.push(String::new());
        }
        let last = lines.len() - 1;
        let line = &mut lines[last];
        *line += if line.is_empty() { "" } else { " " };
        *line += &text;
    }
    lines.iter().map(|line| format!("{indent}{line}\n")).collect()
}

impl Finding {
    /// Returns the shell command that prints the right answer. There is none for inputs: the tests
    /// have it.
    #[must_use]
    pub fn right_command(&self) -> Option<String> {
        let fen = self.situation.end_fen();
        let fen = shell_words::quote(&fen);
        Some(match (self.compared, self.depth) {
            (Compared::Inputs | Compared::Changes, _) => return None,
            (Compared::Fen | Compared::Checks, _) => format!("hyperbola fen {fen}"),
            (Compared::San, _) | (Compared::Moves, 1) => format!("hyperbola moves {fen}"),
            (Compared::Moves, depth) => format!("hyperbola perft {depth} --divide {fen}"),
        })
    }

    /// Returns the shell command that proves the attack the reason is about, if a slider attacks.
    #[must_use]
    pub fn proof_command(&self) -> Option<String> {
        let (slider, occupied) = self.reason.proof?;
        let role = self.situation.position().board().role_at(slider)?;
        let piece = role.name();
        Some(format!(
            "hyperbola explain hyperbola-quintessence {piece} {slider} --occupied {:#x}",
            occupied.0
        ))
    }

    /// Returns what a test asks and what it expects: a call of the code under test, without the
    /// arguments that every call has, and its right result as a literal. It is `None` if the
    /// result is the list of moves.
    fn call(&self) -> Option<(&'static str, String, String)> {
        let position = self.situation.position();
        Some(match &self.problem {
            Problem::Fen { expected, .. } => ("fen_after", String::new(), format!("{expected:?}")),
            Problem::Checks { expected, .. } => {
                let names = crate::explain::rules::names(*expected).join(" ");
                ("checkers", String::new(), format!("{names:?}"))
            }
            Problem::San { moves, .. } => {
                let (legal, expected, _) = moves.first()?;
                ("san", format!(", {:?}", self.situation.uci(*legal)), format!("{expected:?}"))
            }
            _ if self.depth > 1 => {
                let nodes = hyperbola_perft::plain(position, self.depth);
                ("perft", format!(", {}", self.depth), nodes.to_string())
            }
            _ => return None,
        })
    }

    /// Returns a Rust test to paste. In it, `legal_moves`, `perft`, `inputs` and so on stand for
    /// the code under test.
    #[must_use]
    pub fn rust_test(&self) -> String {
        let situation = &self.situation;
        let fen = situation.fen();
        let list = |name: &str, texts: &[String]| match texts {
            [] => format!("    let {name}: [&str; 0] = [];\n"),
            _ => format!("    let {name} = [\n{}    ];\n", elements(texts, "        ")),
        };
        let played = list("played", &situation.moves());
        let inputs = self.numbers.iter().map(|(name, numbers)| match &**numbers {
            [] => format!("    assert!(inputs(fen, &played, {name:?}).is_empty());\n"),
            _ => format!(
                "    assert_eq!(inputs(fen, &played, {name:?}), [ // yours, sorted\n{}    ]);\n",
                elements(numbers, "        ")
            ),
        });
        let what = match self.call() {
            _ if !self.numbers.is_empty() => inputs.collect(),
            Some((name, more, expected)) => {
                format!("    assert_eq!({name}(fen, &played{more}), {expected}); // yours\n")
            }
            None => format!(
                "    let mut moves: Vec<String> = legal_moves(fen, &played); // yours, as in UCI\n    \
                 moves.sort();\n{}    assert_eq!(moves, expected);\n",
                list("expected", &expected(self))
            ),
        };
        format!("#[test]\nfn {}() {{\n    let fen = {fen:?};\n{played}{what}}}\n", self.test_name())
    }

    /// Returns a Python test to paste. In it, `legal_moves`, `perft`, `inputs` and so on stand for
    /// the code under test.
    #[must_use]
    pub fn python_test(&self) -> String {
        let situation = &self.situation;
        let inputs = self.numbers.iter().map(|(name, numbers)| match &**numbers {
            [] => format!("    assert not inputs(fen, played, {name:?})\n"),
            _ => format!(
                "    assert sorted(inputs(fen, played, {name:?})) == [  # yours\n{}    ]\n",
                elements(numbers, "        ")
            ),
        });
        let what = match self.call() {
            _ if !self.numbers.is_empty() => inputs.collect(),
            Some((name, more, expected)) => {
                format!("    assert {name}(fen, played{more}) == {expected}  # yours\n")
            }
            None => format!(
                "    expected = [\n{}    ]\n    assert sorted(legal_moves(fen, played)) == expected  \
                 # yours, as in UCI\n",
                elements(&expected(self), "        ")
            ),
        };
        format!(
            "def test_{}():\n    fen = {:?}\n    played = {:?}\n{what}",
            self.test_name(),
            situation.fen(),
            situation.moves()
        )
    }

    fn test_name(&self) -> String {
        self.rule().id().replace('-', "_")
    }

    /// Returns a row of a perft suite: the start's FEN with its counts, as deep as it takes to show
    /// the mistake unless they are large, and the moves played from there.
    #[must_use]
    pub fn epd(&self) -> String {
        let situation = &self.situation;
        let mut row = situation.fen();
        let moves = situation.moves();
        // A start that the hunt has asked for is a position.
        let Ok((position, _)) = situation.start().position_lenient() else { return row };
        let deepest = u32::try_from(moves.len()).map_or(u32::MAX, |moves| moves + self.depth);
        let counts = (1..=deepest).map_while(|depth| {
            count_within(&position, depth, MOST_SEQUENCES).map(|count| (depth, count))
        });
        row.extend(counts.map(|(depth, count)| format!(" ;D{depth} {count}")));
        if !moves.is_empty() {
            row += &format!(" ;moves {}", moves.join(" "));
        }
        row
    }
}
