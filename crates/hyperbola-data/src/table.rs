//! Tables with a header line: a FEN and its evaluation, separated by commas, semicolons or tabs.

use std::io::Read;

use hyperbola_moves::epd;
use hyperbola_moves::pgn::GameResult;

use crate::bullet::read_result;
use crate::fens::Fens;
use crate::lichess::{read_line_of_moves, read_score};
use crate::lines::Lines;
use crate::pieces::{Wrong, expected};
use crate::{Entry, LeftOut, ReadError, ReadOptions, Reader};

/// Reads a table as a stream. Its first line says the columns; lines that are empty or begin with
/// `#` are passed over. Scores are those that White sees.
#[derive(Debug)]
pub(crate) struct TableReader<R> {
    lines: Lines<R>,
    fens: Fens,
    header: Header,
}

/// What the first line says.
#[derive(Debug)]
enum Header {
    /// It has not been read yet.
    Expected,
    /// The separator, and what each column has.
    Columns(char, Vec<Option<Column>>),
    /// It is wrong, so no line can be read.
    Wrong,
}

/// What a column has that is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Column {
    /// The position.
    Fen,
    /// Hundredths of a pawn, or a mate as `#+2` or `M-3`.
    Score,
    /// The moves to a mate.
    Mate,
    /// A move, or moves whose first counts.
    Moves,
    /// The game's result.
    Result,
}

impl Column {
    /// Returns what a column of a name has. Capitals, blanks and signs do not matter.
    fn named(name: &str) -> Option<Self> {
        let name: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
        Some(match &*name.to_ascii_lowercase() {
            "fen" | "epd" | "position" => Self::Fen,
            "evaluation" | "eval" | "score" | "cp" | "centipawn" | "centipawns" | "scorewhite"
            | "scorecp" | "evalcp" | "cpwhite" | "evaluationcp" => Self::Score,
            "mate" | "matein" | "scoremate" => Self::Mate,
            "move" | "bestmove" | "uci" | "line" | "pv" | "moves" => Self::Moves,
            "result" | "outcome" => Self::Result,
            _ => return None,
        })
    }

    /// Returns what a column has, in words.
    const fn meaning(self) -> &'static str {
        match self {
            Self::Fen => "the position",
            Self::Score => "the evaluation",
            Self::Mate => "the mate",
            Self::Moves => "moves",
            Self::Result => "the result",
        }
    }
}

impl<R: Read> TableReader<R> {
    pub(crate) fn new(source: R, byte: u64, options: ReadOptions) -> Self {
        let (lines, fens) = (Lines::new(source, byte), Fens::new(options));
        Self { lines, fens, header: Header::Expected }
    }
}

impl<R: Read + Send> Reader for TableReader<R> {
    fn next_entry(&mut self) -> Result<Option<Entry>, ReadError> {
        loop {
            let Some(line) = self.lines.next()? else { return Ok(None) };
            if epd::is_passed(line.as_bytes()) {
                continue;
            }
            let read = match &self.header {
                Header::Wrong => return Ok(None),
                Header::Columns(separator, columns) => {
                    read_row(line, *separator, columns, &mut self.fens).map(Some)
                }
                Header::Expected => match read_header(line) {
                    Ok((separator, columns)) => {
                        self.header = Header::Columns(separator, columns);
                        continue;
                    }
                    Err(wrong) => {
                        self.header = Header::Wrong;
                        Err(wrong)
                    }
                },
            };
            match read {
                Ok(entry) => {
                    self.lines.entry_seen();
                    return Ok(entry);
                }
                Err(wrong) => return Err(self.lines.wrong(0, wrong)),
            }
        }
    }

    fn units(&self) -> u64 {
        self.lines.number()
    }

    fn left_out(&self) -> LeftOut {
        self.fens.left.clone()
    }
}

/// Reads the first line: the separator, and what each column has.
fn read_header(line: &str) -> Result<(char, Vec<Option<Column>>), Wrong> {
    for separator in [',', ';', '\t'] {
        let names = fields(line, separator);
        let columns: Vec<_> = names.iter().map(|name| Column::named(name)).collect();
        let has = |wanted| columns.contains(&Some(wanted));
        if !has(Column::Fen) || !(has(Column::Score) || has(Column::Mate)) {
            continue;
        }
        for (number, column) in columns.iter().enumerate() {
            let first = columns.iter().position(|other| other == column).unwrap_or(number);
            if let Some(column) = column
                && first < number
            {
                let found = format_args!("{:?} and {:?}", names[first], names[number]);
                return Err(expected(&format!("one column with {}", column.meaning()), found));
            }
        }
        return Ok((separator, columns));
    }
    Err(expected("a header with the columns FEN and Evaluation", format_args!("{line:?}")))
}

/// Returns the fields of a line, without the quotes around them.
fn fields(line: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let ends = |letter: char| {
        is_quoted ^= letter == '"';
        letter == separator && !is_quoted
    };
    line.split(ends).map(|field| field.trim().trim_matches('"').trim()).collect()
}

/// Reads a line behind the header.
fn read_row(
    line: &str,
    separator: char,
    columns: &[Option<Column>],
    fens: &mut Fens,
) -> Result<Entry, Wrong> {
    let fields = fields(line, separator);
    if fields.len() != columns.len() {
        let expected_fields = format!("{} fields as in the header", columns.len());
        return Err(expected(&expected_fields, fields.len()));
    }
    let field = |wanted| {
        let found = columns.iter().zip(&fields).find(|(column, _)| **column == Some(wanted));
        found.map(|(_, field)| *field).filter(|field| !field.is_empty())
    };
    let position = fens.read(field(Column::Fen).unwrap_or_default())?;
    let (mut cp, mut mate) = (None, field(Column::Mate).map(whole).transpose()?);
    if let Some(text) = field(Column::Score) {
        // A mate may stand in the place of a number, as in #+2, -M3 and #-0.
        let signs = ['#', 'M', 'm'];
        match text.contains(signs) {
            true if mate.is_none() => mate = Some(whole(&text.replace(signs, ""))?),
            true => return Err(expected("one of an evaluation and a mate", "both")),
            false => cp = Some(whole(text)?),
        }
    }
    let score = Some(read_score(&position, cp, mate)?);
    let played = read_line_of_moves(&position, field(Column::Moves).unwrap_or_default())?;
    let result = match field(Column::Result) {
        None => GameResult::Unknown,
        Some(text) => text.parse().or_else(|_| read_result(text))?,
    };
    Ok(Entry { score, played, result, ..Entry::new(position) })
}

/// Reads a whole number, which programs may write with the fraction 0.
fn whole(text: &str) -> Result<i64, Wrong> {
    let number = text.strip_suffix(".0").unwrap_or(text);
    let wrong =
        |_| expected("whole hundredths of a pawn or a mate as #2", format_args!("{text:?}"));
    number.parse().map_err(wrong)
}
