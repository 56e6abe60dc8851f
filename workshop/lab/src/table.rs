//! The tables of a record for a page of Markdown, such as `docs/SPEED.md`.

use core::fmt::Write;
use std::collections::BTreeSet;

use anyhow::{Context, bail};

use crate::model::Model;
use crate::record::{Measurement, Panel, Record, Row};
use crate::report::{per_second, quickest_on_each_word, size};

/// The number of places of each ranking of single queries that are shown.
const PLACES: usize = 3;

/// Returns the tables: single queries, batches, perft and exported code, without those that were
/// not measured.
#[must_use]
pub fn markdown(record: &Record) -> String {
    let machine = &record.machine;
    let mut text = format!(
        "Made by `{}` on {} ({} processors, {}), a load of {:.1} before and {:.1} after.\n",
        record.command,
        machine.cpu,
        machine.processors,
        machine.compiler,
        machine.load_before,
        machine.load_after
    );
    single_queries(&mut text, record);
    boards(&mut text, record);
    batches(&mut text, record);
    perft(&mut text, record);
    libraries(&mut text, record, |_, _| true);
    exported(&mut text, record, Model::Exported, "c");
    exported(&mut text, record, Model::ExportedBatch, "c-avx2");
    text
}

fn single_queries(text: &mut String, record: &Record) {
    let models = [Model::Throughput, Model::Latency, Model::CachePressure];
    let mut names: Vec<&str> = Vec::new();
    for model in models {
        for place in record.ranking_of_queens(model).into_iter().take(PLACES) {
            if !names.contains(&place.row.name.as_str()) {
                names.push(&place.row.name);
            }
        }
    }
    let queens = |one: &&Measurement| models.contains(&one.model) && one.is_of_queens();
    let columns: Vec<(String, &Panel)> = record
        .measurements
        .iter()
        .filter(queens)
        .flat_map(|one| one.panels.iter().map(|panel| (heading(one.model, panel), panel)))
        .collect();
    let [(_, first), ..] = &columns[..] else { return };
    let mut rows: Vec<(f64, String)> = Vec::new();
    for name in names {
        let Some(row) = first.row(name) else { continue };
        let mut line = format!("| `{name}` |");
        let mut sum = 0.0;
        for (_, panel) in &columns {
            match panel.row(name).and_then(|row| row.time) {
                Some(time) => {
                    sum += time.nanoseconds.ln();
                    let _ = write!(line, " {:.1} |", time.nanoseconds);
                }
                None => {
                    sum = f64::INFINITY;
                    line += " |";
                }
            }
        }
        let bytes =
            |bytes: Option<usize>| bytes.map_or_else(String::new, |bytes| bytes.to_string());
        let _ = write!(line, " {} | {} |", bytes(row.table_bytes), bytes(row.code_bytes));
        rows.push((sum, line));
    }
    rows.sort_by(|one, other| one.0.total_cmp(&other.0));
    *text += "\nOne queen at a time, nanoseconds: ";
    *text += "the first of each ranking, those first that need least over all columns\n\n| |";
    for (heading, _) in &columns {
        let _ = write!(text, " {heading} |");
    }
    *text += " bytes of tables | of code |\n|---|";
    *text += &"---|".repeat(columns.len() + 2);
    *text += "\n";
    for (_, line) in rows {
        *text += &line;
        *text += "\n";
    }
}

fn heading(model: Model, panel: &Panel) -> String {
    match (model, panel.touched) {
        (Model::Latency, _) => "dependent".into(),
        (Model::CachePressure, Some(touched)) => format!("{} touched", size(touched)),
        _ => "hot loop".into(),
    }
}

/// Writes a table for each board of another size: a column for each loop, and in it the sliders.
///
/// The panels are named after the board, the slider and the loop.
fn boards(text: &mut String, record: &Record) {
    let of_boards = record.measurements.iter().find(|one| one.model == Model::Boards);
    let panels = of_boards.map_or(&[][..], |one| &one.panels[..]);
    let parts = |panel: &Panel| -> Option<[String; 3]> {
        let mut parts = panel.label.split(", ").map(str::to_owned);
        Some([parts.next()?, parts.next()?, parts.next()?])
    };
    let of_board = |one: &Panel, two: &Panel| {
        parts(one).map(|[board, ..]| board) == parts(two).map(|[board, ..]| board)
    };
    for panels in panels.chunk_by(of_board) {
        let Some([board, ..]) = parts(&panels[0]) else { continue };
        let list = |place: usize| {
            let mut found: Vec<String> = Vec::new();
            for panel in panels {
                found.extend(
                    parts(panel)
                        .map(|parts| parts[place].clone())
                        .filter(|one| !found.contains(one)),
                );
            }
            found
        };
        let (sliders, loops) = (list(1), list(2));
        let _ =
            write!(text, "\nOn the board {board}, nanoseconds for {}\n\n| |", sliders.join(" / "));
        let _ = writeln!(
            text,
            " {} | bytes of tables |\n|---|{}",
            loops.join(" | "),
            "---|".repeat(loops.len() + 1)
        );
        for row in &panels[0].rows {
            let _ = write!(text, "| `{}` |", row.name);
            for of_loop in &loops {
                let is_of =
                    |panel: &&Panel| parts(panel).is_some_and(|[_, _, one]| one == *of_loop);
                let times = panels.iter().filter(is_of).map(|panel| {
                    let time = panel.row(&row.name).and_then(|row| row.time);
                    time.map_or_else(|| "-".to_owned(), |time| format!("{:.1}", time.nanoseconds))
                });
                let _ = write!(text, " {} |", times.collect::<Vec<_>>().join(" / "));
            }
            let bytes = row.table_bytes.map_or_else(String::new, |bytes| bytes.to_string());
            let _ = writeln!(text, " {bytes} |");
        }
    }
}

/// Writes what an engine calls: a table for each kind of positions with a line for each row that is
/// wanted of these positions. The first column is our time on the first target; the others have the
/// times of another library by ours, on each target.
///
/// The measurements are named `libraries-TARGET-POSITIONS`.
fn libraries(text: &mut String, record: &Record, is_wanted: impl Fn(&str, &str) -> bool) {
    let parts = |one: &Measurement| {
        let (target, positions) = one.name.strip_prefix("libraries-")?.rsplit_once('-')?;
        Some((target.to_owned(), positions.to_owned()))
    };
    let of_libraries = record.measurements.iter().filter(|one| one.model == Model::Libraries);
    let all: Vec<(String, String, &[Panel])> = of_libraries
        .filter_map(|one| parts(one).map(|(target, positions)| (target, positions, &*one.panels)))
        .collect();
    let mut kinds: Vec<&str> = all.iter().map(|(_, positions, _)| &**positions).collect();
    kinds.sort_unstable();
    kinds.dedup();
    for kind in kinds {
        let of_kind: Vec<_> = all.iter().filter(|(_, positions, _)| positions == kind).collect();
        let targets: Vec<&str> = of_kind.iter().map(|(target, ..)| &**target).collect();
        let is_wanted = |panel: &&Panel| is_wanted(kind, &panel.label);
        let wanted: Vec<&Panel> = of_kind[0].2.iter().filter(is_wanted).collect();
        let Some(first) = wanted.first() else { continue };
        let _ = write!(text, "\nPositions of {kind}, built for {}\n\n| |", targets.join(" / "));
        let names: Vec<&str> = first.rows.iter().map(|row| &*row.name).collect();
        let _ = write!(text, " {}, ns | {} |\n|---|", names[0], names[1..].join(" | "));
        let _ = writeln!(text, "{}", "---:|".repeat(names.len()));
        for panel in wanted {
            let time = |panels: &[Panel], name: &str| {
                let same = panels.iter().find(|one| one.label == panel.label);
                same.and_then(|panel| panel.row(name)?.time)
            };
            let ours = panel.rows[0]
                .time
                .map_or_else(|| "-".into(), |time| format!("{:.1}", time.nanoseconds));
            let _ = write!(text, "| {} | {ours} |", panel.label);
            for name in &names[1..] {
                let ratios = of_kind.iter().map(|(_, _, panels)| {
                    time(panels, name)
                        .map_or_else(|| "-".to_owned(), |time| format!("{:.2}", time.ratio))
                });
                let _ = write!(text, " {} |", ratios.collect::<Vec<_>>().join(" / "));
            }
            *text += "\n";
        }
    }
}

/// The positions and the rows of libraries that a summary has.
const SUMMARY: (&str, [&str; 5]) =
    ("search", ["list and play", "captures", "is there a move", "copy and make", "gives check"]);

fn batches(text: &mut String, record: &Record) {
    let bars = quickest_on_each_word(record);
    if bars.is_empty() {
        return;
    }
    *text += "\nBatches of queens, by the quickest technique on each word\n\n";
    *text += "| | | nanoseconds a queen |\n|---|---|---|\n";
    for bar in bars {
        let _ = writeln!(text, "| {} | `{}` | {:.2} |", bar.label, bar.note, 1e3 / bar.value);
    }
}

fn perft(text: &mut String, record: &Record) {
    let bars = per_second(record, Model::Perft, 1e6);
    if bars.is_empty() {
        return;
    }
    *text += "\nPerft without a hash table on one thread, the geometric mean of the positions\n\n";
    *text += "| | million nodes a second |\n|---|---|\n";
    for bar in bars {
        let _ = writeln!(text, "| {} | {:.0} |", bar.label, bar.value);
    }
}

/// Writes the techniques of a model beside the same ones exported to a language, by each compiler.
///
/// The programs of exported files are named after the language, the technique and the compiler,
/// such as `c-classical-by-gcc`, with its version after it.
fn exported(text: &mut String, record: &Record, model: Model, language: &str) {
    let measurement = record.measurements.iter().find(|one| one.model == model);
    let Some([panel]) = measurement.map(|one| &one.panels[..]) else { return };
    let compiler = |row: &Row| Some(row.name.split_once(BY)?.1.to_owned());
    let compilers: BTreeSet<String> = panel.rows.iter().filter_map(compiler).collect();
    let _ = write!(text, "\nExported to `{language}`: how many times as long as our own\n\n");
    let _ = write!(text, "| | ours, nanoseconds a {} |", model.operation());
    for compiler in &compilers {
        let _ = write!(text, " {compiler} |");
    }
    let _ = writeln!(text, "\n|---|---|{}", "---|".repeat(compilers.len()));
    for row in &panel.rows {
        let Some((technique, ours)) = row.technique.as_ref().zip(row.time) else { continue };
        let _ = write!(text, "| `{}` | {:.2} |", row.name, ours.nanoseconds);
        for compiler in &compilers {
            let name = format!("{language}-{technique}{BY}{compiler}");
            let theirs = panel.row(&name).and_then(|row| row.time);
            let ratio = theirs.map(|time| format!(" {:.2}", time.ratio / ours.ratio));
            *text += &ratio.unwrap_or_default();
            *text += " |";
        }
        *text += "\n";
    }
}

/// The part between a file and its compiler in the name of a program of exported code.
const BY: &str = "-by-";

/// Puts the tables of a record into a page: between a line `<!-- hyperbola-lab table RECORD -->`
/// and the line `<!-- end -->` after it. With the word `summary` in that line these are some rows
/// of libraries.
///
/// # Errors
///
/// If the page has no such lines.
pub fn spliced(page: &str, path: &str, record: &Record) -> anyhow::Result<String> {
    const END: &str = "<!-- end -->";
    let begin = |word: &str| format!("<!-- hyperbola-lab {word} {path} -->\n");
    let (begin, tables) = if page.contains(&begin("summary")) {
        let mut text = String::new();
        let (positions, rows) = SUMMARY;
        let is_wanted = |kind: &str, row: &str| kind == positions && rows.contains(&row);
        libraries(&mut text, record, is_wanted);
        (begin("summary"), text)
    } else {
        (begin("table"), format!("\n{}\n", markdown(record)))
    };
    let Some((before, rest)) = page.split_once(&begin) else {
        bail!("expected a line {}", begin.trim_end());
    };
    let (_, after) = rest.split_once(END).with_context(|| format!("expected a line {END}"))?;
    Ok(format!("{before}{begin}{tables}{END}{after}"))
}
