//! Suites as other programs have them: blocks of lines, tables and JSON. Each row becomes a line as
//! this project has them, `FEN ;D1 20 ;D2 400`.

use core::fmt::Write;
use core::ops::Range;
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
    /// The number of fields of the first line.
    fields: usize,
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
            let first = fields(line, separator);
            let names: Vec<String> = first.iter().map(|name| name.to_ascii_lowercase()).collect();
            let fields = names.len();
            let find = |known: &[&str]| names.iter().position(|name| known.contains(&&**name));
            let Some(fen) = find(&["fen", "epd", "position"]) else {
                let are_numbers = names[1..].iter().all(|name| name.parse::<u64>().is_ok());
                let counts = (1..fields).zip(1..).collect();
                let is_table = fields > 1 && are_numbers && !may_be_clocks(&first);
                let table =
                    Self { separator, has_header: false, fields, fen: 0, one: None, counts };
                return is_table.then_some(table);
            };
            let one = find(&["depth"]).zip(find(&NODES));
            let depth = |(column, name): (usize, &String)| {
                let digits = name.trim_start_matches(|letter: char| !letter.is_ascii_digit());
                let word = name.strip_suffix(digits)?.trim_matches([' ', '_']);
                let depth = digits.parse().ok()?;
                ["", "d", "depth", "perft"].contains(&word).then_some((column, depth))
            };
            let counts: Vec<_> = match one {
                Some(_) => Vec::new(),
                None => names.iter().enumerate().filter_map(depth).collect(),
            };
            let has_counts = one.is_some() || !counts.is_empty();
            has_counts.then_some(Self { separator, has_header: true, fields, fen, one, counts })
        })
    }

    /// Returns a line as this project has it, unless its fields are others than those of the first
    /// line.
    fn row(&self, line: &str) -> Option<String> {
        let fields = fields(line, self.separator);
        if fields.len() > self.fields || (!self.has_header && may_be_clocks(&fields)) {
            return None;
        }
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

/// Returns whether two numbers may be the clocks of the FEN before them, which has none.
fn may_be_clocks(fields: &[&str]) -> bool {
    fields.len() == 3 && fields[0].split_whitespace().count() < 6
}

/// Returns the fields of a line, without the quotes around them. Quoted ones may have separators.
fn fields(line: &str, separator: char) -> Vec<&str> {
    let mut is_quoted = false;
    let ends = |letter: char| {
        is_quoted ^= letter == '"';
        letter == separator && !is_quoted
    };
    line.split(ends).map(|field| field.trim().trim_matches('"').trim()).collect()
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
    let (mut rows, mut before) = (Vec::new(), Before { text, place: 0, line: 1 });
    let mut start = 0;
    while let Some(value) = stream.next() {
        let end = stream.byte_offset();
        match value {
            Err(error) => {
                rows.push(Err((error.line(), format!("expected JSON: {error}"))));
                return rows;
            }
            Ok(Value::Array(values)) => {
                // Behind the bracket, and behind the comma after each value.
                let mut place = behind_one(text, start);
                for value in &values {
                    let rest = &text[place..end];
                    let mut one = serde_json::Deserializer::from_str(rest).into_iter::<Value>();
                    let _ = one.next();
                    let behind = place + one.byte_offset();
                    rows.push(object(&mut before, place..behind, value));
                    place = behind_one(text, behind);
                }
            }
            Ok(value) => rows.push(object(&mut before, start..end, &value)),
        }
        start = end;
    }
    rows
}

/// Returns the place behind blanks and one sign.
fn behind_one(text: &str, place: usize) -> usize {
    text.len() - text[place..].trim_start().len() + 1
}

/// What stands before a place of a text.
struct Before<'a> {
    text: &'a str,
    place: usize,
    /// The number of the place's line, from 1.
    line: usize,
}

impl Before<'_> {
    /// Goes on to a place behind this one, and returns the number of its line.
    fn line_of(&mut self, place: usize) -> usize {
        self.line += self.text[self.place..place].matches('\n').count();
        self.place = place;
        self.line
    }
}

/// Reads an object of JSON, which stands at a place of the text. Its line is that of its FEN.
fn object(before: &mut Before<'_>, place: Range<usize>, value: &Value) -> Row<'static> {
    let fen = ["fen", "epd", "position"].iter().find_map(|name| value.get(name)?.as_str());
    let written = before.text[place].trim_start();
    let start = written.as_ptr() as usize - before.text.as_ptr() as usize;
    // A FEN with signs that are written otherwise, as `\/`, has the line of the object.
    let number = before.line_of(start + fen.and_then(|fen| written.find(fen)).unwrap_or(0));
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
