//! Programs that number inputs: a line for each question, and a line of each view as the answer.

use hyperbola_moves::Color;

use crate::subject::process::{Limits, Process};
use crate::{Abilities, Answer, Failure, Question, Situation, Subject, ViewInputs};

/// A program that reads questions for a network's inputs from standard input and answers each by
/// two lines.
///
/// A question is `inputs FEN` or `changes FEN`, with `moves` and the moves played after it. The
/// answers to `inputs` are `white 1 2 3` and `black 4 5 6`: the numbers of each view. Those to
/// `changes` have what the last move changes: `white removed 1 2 added 3 refresh 2`, where blocks
/// count from 1. Other lines are skipped.
#[derive(Debug)]
pub struct InputProgram {
    words: Vec<String>,
    limits: Limits,
    is_chess960: bool,
    process: Option<Process>,
}

impl InputProgram {
    /// Makes a subject of the words of a command. The program is started with the first question,
    /// and again after a failure.
    #[must_use]
    pub fn new(words: &[String], limits: Limits) -> Self {
        Self { words: words.to_vec(), limits, is_chess960: false, process: None }
    }

    /// Says that the program knows Chess960: Shredder-FENs, and castling as the king's move onto
    /// its rook.
    #[must_use]
    pub fn chess960(self) -> Self {
        Self { is_chess960: true, ..self }
    }

    /// Asks, and ends the process after a failure, so that the next question finds a fresh one.
    fn ask(&mut self, situation: &Situation, changes: bool) -> Result<[ViewInputs; 2], Failure> {
        let answer = self.answer(situation, changes);
        if answer.is_err() {
            self.process = None;
        }
        answer
    }

    fn answer(&mut self, situation: &Situation, changes: bool) -> Result<[ViewInputs; 2], Failure> {
        let process = match &mut self.process {
            Some(process) => process,
            none => none.insert(Process::start(&self.words, self.limits, true)?),
        };
        process.write(&(question(situation, changes) + "\n"))?;
        let mut reading = process.answer().with_long_lines();
        // The last line that was no view's, for the error.
        let (mut views, mut passed) = ([None, None], None);
        loop {
            if let [Some(white), Some(black)] = views {
                return Ok([white, black]);
            }
            let line = reading.next().map_err(|failure| match (failure, &passed) {
                (Failure::Hang { limit }, Some(line)) => Failure::Garbage {
                    what: format!(
                        "expected a line of \"white\" and one of \"black\" within {} s; the last line \
                         was {line:?}",
                        limit.as_secs_f64()
                    ),
                },
                (failure, _) => failure,
            })?;
            let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            let name = name.trim_end_matches(':');
            let Some(view) = Color::ALL.into_iter().find(|view| view.to_string() == name) else {
                passed = Some(shown(&line));
                continue;
            };
            let read = read(rest, changes);
            let read = read.map_err(|what| Failure::Garbage { what: format!("{name}: {what}") })?;
            if views[view as usize].replace(read).is_some() {
                let what = format!("{name} came twice, and the other view not yet");
                return Err(Failure::Garbage { what });
            }
        }
    }
}

/// Writes a question.
fn question(situation: &Situation, changes: bool) -> String {
    let (name, fen) = (if changes { "changes" } else { "inputs" }, situation.fen());
    let moves = situation.moves().join(" ");
    if moves.is_empty() { format!("{name} {fen}") } else { format!("{name} {fen} moves {moves}") }
}

/// Returns the beginning of a text, as far as an error shows it.
fn shown(text: &str) -> String {
    const MOST: usize = 40;
    text.chars().take(MOST).collect()
}

/// Reads a view's line after its name.
fn read(text: &str, changes: bool) -> Result<ViewInputs, String> {
    let mut inputs = ViewInputs::default();
    let mut list = "added";
    let expected = if changes { "removed, added or refresh, or a number" } else { "a number" };
    let mut is_named = !changes;
    for word in text.split_whitespace() {
        if changes && matches!(word, "removed" | "added" | "refresh") {
            (list, is_named) = (word, true);
            continue;
        }
        let number = word.parse().ok().filter(|_| is_named);
        let number: u32 =
            number.ok_or_else(|| format!("expected {expected}, found {}", shown(word)))?;
        match list {
            "removed" => inputs.removed.push(number),
            "added" => inputs.added.push(number),
            _ => {
                let part = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
                inputs.refreshed.push(part.ok_or("expected a block from 1, found 0")?);
            }
        }
    }
    Ok(inputs)
}

impl Subject for InputProgram {
    fn name(&self) -> String {
        self.words.join(" ")
    }

    fn abilities(&self) -> Abilities {
        Abilities::new(1).plays(true).chess960(self.is_chess960)
    }

    fn divide(&mut self, _: &Situation, _: u32) -> Result<Answer, Failure> {
        Err(Failure::Missing { what: "moves" })
    }

    fn inputs(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        self.ask(situation, false)
    }

    fn changes(&mut self, situation: &Situation) -> Result<[ViewInputs; 2], Failure> {
        self.ask(situation, true)
    }

    fn command(&self, situation: &Situation, interview: Question) -> Option<String> {
        let question =
            shell_words::quote(&question(situation, interview == Question::Changes)).into_owned();
        Some(format!("echo {question} | {}", shell_words::join(&self.words)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read() {
        let inputs = |added: &[u32], removed: &[u32], refreshed: &[usize]| ViewInputs {
            added: added.to_vec(),
            removed: removed.to_vec(),
            refreshed: refreshed.to_vec(),
        };
        assert_eq!(read(" 3 1  2", false), Ok(inputs(&[3, 1, 2], &[], &[])));
        assert_eq!(read("", false), Ok(inputs(&[], &[], &[])));
        assert_eq!(read("", true), Ok(inputs(&[], &[], &[])));
        let line = "removed 1 2 added 3 refresh 2 removed 1";
        assert_eq!(read(line, true), Ok(inputs(&[3], &[1, 2, 1], &[1])));
        for (line, changes, expected) in [
            ("1 x", false, "expected a number, found x"),
            ("removed 1", false, "expected a number, found removed"),
            ("-1", false, "expected a number, found -1"),
            ("4294967296", false, "expected a number, found 4294967296"),
            ("1", true, "expected removed, added or refresh, or a number, found 1"),
            ("added 1,", true, "expected removed, added or refresh, or a number, found 1,"),
            ("refresh 0", true, "expected a block from 1, found 0"),
        ] {
            assert_eq!(read(line, changes), Err(expected.to_owned()), "{line}");
        }
    }
}
