//! Actions on records: comparison and pages.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, ensure};
use hyperbola_console::output;
use hyperbola_files::{file, shown_path};
use hyperbola_lab::compare;
use hyperbola_lab::machine::Machine;
use hyperbola_lab::model::Model;
use hyperbola_lab::record::{Measurement, Panel, Record};
use hyperbola_lab::{report, table};

use crate::arguments::Action;
use crate::text;

/// Does an action on records.
pub(crate) fn run(action: &Action) -> anyhow::Result<()> {
    match action {
        Action::Compare { first, second, json } => {
            let differences = compare::compare(&read(first)?, &read(second)?);
            if *json {
                output::print_json(&differences)
            } else {
                output::print(&text::compared(&differences))
            }
        }
        Action::Report { record, page } => write(page, &report::html(&read(record)?)),
        Action::Libraries { record, programs } => {
            write(record, &(serde_json::to_string_pretty(&libraries(programs)?)? + "\n"))
        }
        Action::Table { record, into: None, .. } => output::print(&table::markdown(&read(record)?)),
        Action::Table { record, into: Some(page), check } => splice(record, page, *check),
    }
}

/// Runs programs of `workshop/rivals/libraries`, each on both kinds of positions. A program is
/// given as `TARGET=PROGRAM`.
fn libraries(programs: &[String]) -> anyhow::Result<Record> {
    let (mut machine, begin) = (Machine::new(), Instant::now());
    let mut measurements = Vec::new();
    for program in programs {
        let (target, path) = program
            .split_once('=')
            .with_context(|| format!("expected TARGET=PROGRAM, found {program}"))?;
        for positions in ["games", "search"] {
            let begin = Instant::now();
            let run =
                Command::new(path).args(["--json", positions]).stderr(Stdio::inherit()).output();
            let run = run.with_context(|| format!("cannot run {path}"))?;
            ensure!(run.status.success(), "{path} {positions}: {}", run.status);
            let panels: Vec<Panel> = serde_json::from_slice(&run.stdout)
                .with_context(|| format!("{path} {positions}: expected panels of a record"))?;
            measurements.push(Measurement {
                name: format!("libraries-{target}-{positions}"),
                model: Model::Libraries,
                slider: None,
                analysis: "What an engine calls. Each row does the same work with each library."
                    .into(),
                excluded: Vec::new(),
                digest: String::new(),
                seconds: begin.elapsed().as_secs_f64(),
                panels,
            });
        }
    }
    machine.load_after = Machine::new().load_before;
    let targets = programs.iter().filter_map(|program| Some(program.split_once('=')?.0));
    let targets = targets.map(|target| format!(" {target}=PROGRAM")).collect::<String>();
    let command = format!("hyperbola-lab libraries RECORD{targets}");
    let seconds = begin.elapsed().as_secs_f64();
    Ok(Record { format: 1, command, machine, seconds, measurements })
}

/// Puts the tables of a record into a page, or fails if the page has other tables.
fn splice(record: &Path, page: &Path, check: bool) -> anyhow::Result<()> {
    let before =
        fs::read_to_string(page).with_context(|| format!("cannot read {}", shown_path(page)))?;
    let after = table::spliced(&before, &record.display().to_string(), &read(record)?)
        .with_context(|| format!("in {}", shown_path(page)))?;
    if before == after {
        return Ok(());
    }
    ensure!(!check, "{} does not have the tables of {}", shown_path(page), shown_path(record));
    write(page, &after)
}

fn read(path: &Path) -> anyhow::Result<Record> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", shown_path(path)))?;
    let record: Record = serde_json::from_slice(&text)
        .with_context(|| format!("{} is not a record", shown_path(path)))?;
    let format = record.format;
    ensure!(format == 1, "{} is a record of format {format}, expected 1", shown_path(path));
    Ok(record)
}

/// Writes a text into a file.
pub(crate) fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    file::write(path, text).with_context(|| format!("cannot write {}", shown_path(path)))
}
