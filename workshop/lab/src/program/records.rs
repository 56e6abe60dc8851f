//! Actions on records: comparison and pages.

use std::fs;
use std::path::Path;

use anyhow::{Context, ensure};
use hyperbola_console::output;
use hyperbola_files::{file, shown_path};
use hyperbola_lab::compare;
use hyperbola_lab::record::Record;
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
        Action::Table { record, into: None, .. } => output::print(&table::markdown(&read(record)?)),
        Action::Table { record, into: Some(page), check } => splice(record, page, *check),
    }
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
