//! `hyperbola attacks`: the attacks of one slider, of queries on standard input, or of a batch.

mod arguments;
mod batch;
mod workers;

use std::ffi::OsString;
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};

use anyhow::Context;
use hyperbola::{Bitboard, Slider, Technique};
use hyperbola_console::{input, queries};
use hyperbola_files::text::{NoText, Text};
use hyperbola_files::{Wrong, shown};
use serde::Serialize;

use crate::output;
pub(crate) use arguments::AttacksArguments;
use arguments::AttacksCommand;

/// Prints the attacks of the slider that the arguments name, or answers queries.
pub(crate) fn run(arguments: &AttacksArguments) -> anyhow::Result<()> {
    if let Some(AttacksCommand::Batch(arguments)) = &arguments.command {
        return batch::run(arguments);
    }
    check_rest(&arguments.rest)?;
    let slider = arguments.slider.context("expected a piece")?;
    let technique = arguments.technique.unwrap_or(hyperbola::DEFAULT);
    let Some(square) = arguments.square else {
        return answer_stdin(technique, slider);
    };
    let occupied = arguments.occupied.squares()?;
    let attacks = queries::slider_attacks(technique, slider, square, occupied);
    if arguments.json {
        output::print_json(&Answer {
            slider: slider.to_string(),
            square: square.to_string(),
            occupied: output::hex(occupied),
            technique: technique.id(),
            attacks: output::hex(attacks),
            squares: attacks.into_iter().map(|square| square.to_string()).collect(),
        })
    } else {
        output::print(&picture(attacks))
    }
}

/// Refuses what stands behind the square, and says by which option it may be meant.
fn check_rest(rest: &[OsString]) -> Result<(), Wrong> {
    let Some(first) = rest.first() else { return Ok(()) };
    let all: Vec<_> = rest.iter().map(|word| word.to_string_lossy()).collect();
    let option = match first.as_encoded_bytes() {
        fen if fen.contains(&b'/') => "--fen '…'".to_owned(),
        hex if input::bitboard(hex).is_ok() && input::square(hex).is_err() => {
            format!("--occupied {}", all[0])
        }
        _ => format!("--squares {}", all.join(",")),
    };
    let found = shown(&all.join(" "));
    Err(Wrong(format!(
        "expected one square, found '{found}' too: occupied squares are given by {option}"
    )))
}

/// The attacks of one slider as JSON.
#[derive(Debug, Serialize)]
struct Answer {
    slider: String,
    square: String,
    occupied: String,
    technique: &'static str,
    attacks: String,
    squares: Vec<String>,
}

/// Returns the attacks in hexadecimal, in decimal and as a board.
fn picture(attacks: Bitboard) -> String {
    let board = output::board(&attacks.to_string());
    format!("Hex: {attacks:x}\nValue: {}\n\n{board}", attacks.0)
}

/// Answers the queries of standard input with one technique.
fn answer_stdin(technique: Technique, slider: Slider) -> anyhow::Result<()> {
    let mut queries = StdinQueries {
        input: BufReader::with_capacity(BUFFER_BYTES, Text::new(io::stdin().lock())),
        output: BufWriter::with_capacity(BUFFER_BYTES, io::stdout().lock()),
    };
    let answered = queries.answer(technique, slider);
    // The answers to the lines before a bad line are printed too.
    queries.output.flush().context(output::CANNOT_WRITE)?;
    answered
}

/// The size of the buffers in bytes, which is the capacity of a pipe.
const BUFFER_BYTES: usize = 1 << 16;

/// The queries on standard input, one on each line, and the output for their answers.
struct StdinQueries<I, O> {
    input: BufReader<I>,
    output: O,
}

impl<I: Read, O: Write> StdinQueries<I, O> {
    /// Answers all queries up to the first bad line.
    fn answer(&mut self, technique: Technique, slider: Slider) -> anyhow::Result<()> {
        let mut line = Vec::new();
        let mut number = 0;
        while self.read_line(&mut line)? {
            number += 1;
            let answer = queries::answer_line(technique, slider, &line)
                .map_err(|unexpected| Wrong(format!("line {number}, {unexpected}")))?;
            self.output.write_all(&answer).context(output::CANNOT_WRITE)?;
        }
        Ok(())
    }

    /// Reads the next line without its end. A line that is too long is read only in part.
    fn read_line(&mut self, line: &mut Vec<u8>) -> anyhow::Result<bool> {
        // A user may wait for the answers before sending the next query.
        if self.input.buffer().is_empty() {
            self.output.flush().context(output::CANNOT_WRITE)?;
        }
        line.clear();
        // A line end has at most two bytes. If they are no line end, the line is too long.
        let bytes = input::LINE_BYTES as u64 + 2;
        let read = (&mut self.input).take(bytes).read_until(b'\n', line);
        read.map_err(|error| NoText::or_unreadable(error, "standard input"))?;
        let is_line = !line.is_empty();
        line.truncate(input::without_end(line).len());
        Ok(is_line)
    }
}
