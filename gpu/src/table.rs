//! A record of measurements as tables in Markdown.

use core::fmt::Write;
use std::collections::BTreeMap;

use serde_json::Value;

use crate::measure::is_known;

/// A count of a position.
struct Row {
    nodes: String,
    /// Whether another program has the number.
    is_known: bool,
    /// The seconds without merging and with it.
    seconds: [Option<f64>; 2],
}

/// Returns the tables of the lines that `measure --json` has printed.
///
/// # Errors
///
/// Returns the number of a line that is not JSON, or that lacks what its kind has.
pub(crate) fn table(record: &str) -> Result<String, String> {
    let mut device = "";
    let (mut rates, mut counts) = (String::new(), String::new());
    // By the place of the FEN, and the depth.
    let mut rows: BTreeMap<(usize, u64), Row> = BTreeMap::new();
    let mut fens: Vec<String> = Vec::new();
    let lines: Vec<Value> = record
        .lines()
        .zip(1..)
        .map(|(line, number)| {
            serde_json::from_str(line).map_err(|error| format!("line {number}: {error}"))
        })
        .collect::<Result<_, _>>()?;
    for (line, number) in lines.iter().zip(1..) {
        let wrong = || format!("line {number}: expected a line of `measure --json`");
        let seconds = || line["seconds"].as_f64().ok_or_else(wrong);
        let rate = || line["each_second"].as_f64().ok_or_else(wrong);
        if line["right"] == false {
            return Err(format!("line {number}: the result is wrong"));
        }
        if let Some(name) = line["device"].as_str() {
            if !device.is_empty() {
                return Err(format!("line {number}: expected one device"));
            }
            device = name;
        } else if let Some(technique) = line["queens"].as_str() {
            let _ = writeln!(rates, "| queens, {technique} | {:.1} × 10⁹ |", rate()? / 1e9);
        } else if let Some(feature) = line["feature"].as_str() {
            let _ = writeln!(rates, "| {feature}, with copies | {:.1} × 10⁶ |", rate()? / 1e6);
        } else {
            let fen = line["fen"].as_str().ok_or_else(wrong)?;
            let depth = line["depth"].as_u64().ok_or_else(wrong)?;
            let place = fens.iter().position(|known| known == fen).unwrap_or_else(|| {
                fens.push(fen.to_owned());
                fens.len() - 1
            });
            let nodes = line["nodes"].as_number().ok_or_else(wrong)?.to_string();
            let is_known = line["known"].as_bool().ok_or_else(wrong)? || is_known(fen, depth);
            let new = Row { nodes: nodes.clone(), is_known, seconds: [None; 2] };
            let row = rows.entry((place, depth)).or_insert(new);
            if row.nodes != nodes {
                return Err(format!("line {number}: expected {}, found {nodes}", row.nodes));
            }
            row.seconds[usize::from(line["merged"].as_bool().ok_or_else(wrong)?)] =
                Some(seconds()?);
        }
    }
    for ((place, depth), Row { nodes, is_known, seconds }) in rows {
        let leaves: f64 = nodes.parse().unwrap_or(0.0);
        let columns = seconds.map(|seconds| match seconds {
            Some(seconds) => format!("{seconds:.3} | {:.0}", leaves / seconds / 1e9),
            None => " | ".to_owned(),
        });
        let _ = writeln!(
            counts,
            "| {} | {depth} | {}{} | {} |",
            place + 1,
            grouped(&nodes),
            if is_known { "" } else { " ?" },
            columns.join(" | ")
        );
    }
    Ok(format!(
        "{device}\n\n\
         | position | moves | sequences | raw, s | 10⁹/s | merged, s | 10⁹/s |\n\
         |---:|---:|---:|---:|---:|---:|---:|\n{counts}\n\
         | each second | |\n|---|---:|\n{rates}"
    ))
}

/// Returns a number with its digits in groups of three.
fn grouped(digits: &str) -> String {
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page has the table of the record, between its line and `<!-- end -->`.
    #[test]
    fn the_page_has_the_table_of_the_record() {
        let page = include_str!("../../docs/GPU.md");
        let expected = table(include_str!("../records/h200.jsonl")).expect("a record");
        let begin = "<!-- hyperbola-gpu table gpu/records/h200.jsonl -->\n\n";
        let (_, rest) = page.split_once(begin).expect("the line before the table");
        let (found, _) = rest.split_once("<!-- end -->").expect("the line after it");
        assert_eq!(found, expected);
    }

    #[test]
    fn malformed_records_are_rejected_by_line() {
        let count = r#"{"fen": "8/8", "depth": 2, "nodes": 5, "merged": true, "known": true, "seconds": 1.0}"#;
        assert!(table(count).is_ok());
        for (field, other) in [
            ("\"nodes\": 5", "\"nodes\": 6"),
            ("\"nodes\": 5, ", ""),
            ("true", "true, \"right\": false"),
            ("1.0", "null"),
        ] {
            let lines = format!("{count}\n{}", count.replacen(field, other, 1));
            let error = table(&lines).expect_err(other);
            assert!(error.starts_with("line 2: "), "{error}");
        }
        assert!(table("{\"device\": \"one\"}\n{\"device\": \"two\"}").is_err());
        let error = table("{\"device\": \"one\"}\n{\"fen\": 3}").expect_err("no fen");
        assert!(error.starts_with("line 2: "), "{error}");
        let error = table("{\"device\": \"one\"}\n\n").expect_err("no JSON");
        assert!(error.starts_with("line 2: "), "{error}");
    }
}
