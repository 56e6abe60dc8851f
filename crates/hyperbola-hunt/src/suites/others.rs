//! Suites as other programs have them: blocks of lines, tables and JSON. Each row becomes a line as
//! this project has them, `FEN ;D1 20 ;D2 400`.

use core::fmt::Write;
use std::borrow::Cow;

use hyperbola_moves::epd::is_passed;
use serde_json::Value;

/// A row with the number of its line, from 1, or what is wrong there.
pub(super) type Row<'a> = Result<(usize, Cow<'a, str>), (usize, String)>;

/// Returns the rows of a text.
pub(super) fn rows(text: &str) -> Vec<Row<'_>> {
    if text.trim_start().starts_with(['[', '{']) {
        return json(text);
    }
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !is_passed(line.as_bytes()));
    let lines: Vec<(usize, &str)> = lines.collect();
    match lines.first() {
        Some((_, line)) if word(line, "epd").or(word(line, "id")).is_some() => blocks(&lines),
        Some((_, line)) if Table::new(line).is_some() => table(&lines),
        _ => lines.into_iter().map(|(number, line)| Ok((number, line.into()))).collect(),
    }
}

/// Returns the rest of a line that begins with a word.
fn word<'a>(line: &'a str, first: &str) -> Option<&'a str> {
    line.trim_start().strip_prefix(first)?.strip_prefix([' ', '\t']).map(str::trim)
}

/// Reads blocks of a line `epd` with a FEN and lines `perft` with a depth and a number.
fn blocks<'a>(lines: &[(usize, &'a str)]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row<'a>> = Vec::new();
    for &(number, line) in lines {
        if let Some(fen) = word(line, "epd") {
            rows.push(Ok((number, fen.into())));
        } else if word(line, "id").is_none() {
            let count = word(line, "perft").and_then(|rest| rest.split_once(char::is_whitespace));
            match (count, rows.last_mut()) {
                (Some((depth, nodes)), Some(Ok((_, row)))) => {
                    *row = format!("{row} ;D{depth} {}", nodes.trim()).into();
                }
                _ => rows.push(Err((number, "expected epd FEN or perft DEPTH NUMBER".to_owned()))),
            }
        }
    }
    rows
}

/// The columns of a table.
struct Table {
    separator: char,
    /// Whether the first line has names.
    has_header: bool,
    fen: usize,
    /// The column of the depth and that of its number.
    one: Option<(usize, usize)>,
    /// The columns with the numbers of depths.
    counts: Vec<(usize, u32)>,
}

impl Table {
    /// Returns the columns by the first line, if it is one of a table.
    fn new(line: &str) -> Option<Self> {
        [',', '\t', ';'].into_iter().find_map(|separator| {
            let names: Vec<String> = fields(line, separator).map(str::to_ascii_lowercase).collect();
            let find = |known: &[&str]| names.iter().position(|name| known.contains(&&**name));
            let Some(fen) = find(&["fen", "epd", "position"]) else {
                let are_numbers = names[1..].iter().all(|name| name.parse::<u64>().is_ok());
                let counts = (1..names.len()).zip(1..).collect();
                let is_table = names.len() > 1 && are_numbers;
                let table = Self { separator, has_header: false, fen: 0, one: None, counts };
                return is_table.then_some(table);
            };
            let one = find(&["depth"]).zip(find(&NODES));
            let depth = |(column, name): (usize, &String)| {
                let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
                Some((column, digits.parse().ok()?))
            };
            let counts: Vec<_> = match one {
                Some(_) => Vec::new(),
                None => names.iter().enumerate().filter_map(depth).collect(),
            };
            let has_counts = one.is_some() || !counts.is_empty();
            has_counts.then_some(Self { separator, has_header: true, fen, one, counts })
        })
    }

    /// Returns a line as this project has it.
    fn row(&self, line: &str) -> Option<String> {
        let fields: Vec<&str> = fields(line, self.separator).collect();
        let mut row = (*fields.get(self.fen)?).to_owned();
        let mut add = |depth: &str, nodes: &str| write!(row, " ;D{depth} {nodes}").ok();
        if let Some((depth, nodes)) = self.one {
            add(fields.get(depth)?, fields.get(nodes)?)?;
        }
        for (column, depth) in &self.counts {
            // A row may have fewer depths than another.
            if let Some(nodes) = fields.get(*column).filter(|nodes| !nodes.is_empty()) {
                add(&depth.to_string(), nodes)?;
            }
        }
        Some(row)
    }
}

/// Names of the number of sequences.
const NODES: [&str; 5] = ["nodes", "count", "perft", "result", "expected"];

/// Returns the fields of a line, without quotes around them.
fn fields(line: &str, separator: char) -> impl Iterator<Item = &str> {
    line.split(separator).map(|field| field.trim().trim_matches('"').trim())
}

/// Reads a table.
fn table<'a>(lines: &[(usize, &'a str)]) -> Vec<Row<'a>> {
    let Some(table) = lines.first().and_then(|(_, line)| Table::new(line)) else {
        return Vec::new();
    };
    let wrong = |number| (number, "expected as many fields as in the first line".to_owned());
    let row = |&(number, line): &(usize, &str)| {
        Ok((number, table.row(line).ok_or_else(|| wrong(number))?.into()))
    };
    lines[usize::from(table.has_header)..].iter().map(row).collect()
}

/// Reads objects of JSON, in a list or one behind another: each has a FEN, and a depth with its
/// number or numbers as `D1`.
fn json(text: &str) -> Vec<Row<'_>> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let mut rows = Vec::new();
    while let Some(value) = stream.next() {
        match value {
            Err(error) => {
                rows.push(Err((error.line(), format!("expected JSON: {error}"))));
                return rows;
            }
            Ok(Value::Array(values)) => rows.extend(values.iter().map(|value| object(text, value))),
            Ok(value) => rows.push(object(text, &value)),
        }
    }
    rows
}

/// Reads an object of JSON.
fn object(text: &str, value: &Value) -> Row<'static> {
    let fen = ["fen", "epd", "position"].iter().find_map(|name| value.get(name)?.as_str());
    // The first place of the FEN is that of the object, or of an equal one.
    let place = fen.and_then(|fen| text.find(fen)).unwrap_or(0);
    let number = 1 + text[..place].matches('\n').count();
    let Some(fen) = fen else {
        return Err((number, format!("expected an object with a FEN, found {value}")));
    };
    let mut row = fen.to_owned();
    let nodes = NODES.iter().find_map(|name| value.get(name));
    if let (Some(depth), Some(nodes)) = (value.get("depth"), nodes) {
        row += &format!(" ;D{depth} {nodes}");
    }
    for (name, nodes) in value.as_object().into_iter().flatten() {
        if let Some(depth) =
            name.strip_prefix(['D', 'd']).filter(|rest| rest.parse::<u32>().is_ok())
        {
            row += &format!(" ;D{depth} {nodes}");
        }
    }
    Ok((number, row.into()))
}
