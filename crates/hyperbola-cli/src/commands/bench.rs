//! `hyperbola bench`: the lab on this machine.

use core::fmt;
use std::path::Path;
use std::{fs, thread};

use anyhow::{Context, bail, ensure};
use hyperbola_lab::compare::{self, Differences};
use hyperbola_lab::definition::Definition;
use hyperbola_lab::inputs::PerftPosition;
use hyperbola_lab::lab::{self, Effort, Subject};
use hyperbola_lab::recommend::recommendations;
use hyperbola_lab::record::Record;
use hyperbola_lab::report;
use hyperbola_lab::rival::Rival;
use hyperbola_lab::table;
use hyperbola_timing::program::Program;
use hyperbola_timing::runner::{Contender, Work};
use indicatif::{ProgressBar, ProgressStyle};

use crate::arguments::{Bench, BenchAction};
use crate::commands::list;
use crate::output;

/// The places of a ranking that are printed.
const PLACES: usize = 10;

/// Measures, or does with records what the arguments say.
pub(crate) fn run(arguments: &Bench) -> anyhow::Result<()> {
    match &arguments.action {
        Some(BenchAction::Compare { first, second, json }) => {
            let differences = compare::compare(&read(first)?, &read(second)?);
            if *json {
                output::print_json(&differences)
            } else {
                output::print(&compared(&differences))
            }
        }
        Some(BenchAction::Report { record, page }) => write(page, &report::html(&read(record)?)),
        Some(BenchAction::Table { record, into: None, .. }) => {
            output::print(&table::markdown(&read(record)?))
        }
        Some(BenchAction::Table { record, into: Some(page), check }) => {
            splice(record, page, *check)
        }
        None if arguments.list => list(arguments),
        None => on_a_large_stack(|| measure(arguments)),
    }
}

/// Does something on a thread of its own, where tables of megabytes are made on the stack.
fn on_a_large_stack(work: impl FnOnce() -> anyhow::Result<()> + Send) -> anyhow::Result<()> {
    const BYTES: usize = 64 << 20;
    thread::scope(|scope| {
        let worker = thread::Builder::new().stack_size(BYTES).spawn_scoped(scope, work);
        let worker = worker.context("cannot start a thread")?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Puts the tables of a record into a page, or fails if they are not there as they are.
fn splice(record: &Path, page: &Path, check: bool) -> anyhow::Result<()> {
    let before =
        fs::read_to_string(page).with_context(|| format!("cannot read {}", page.display()))?;
    let after = table::spliced(&before, &record.display().to_string(), &read(record)?)
        .with_context(|| format!("in {}", page.display()))?;
    if before == after {
        return Ok(());
    }
    ensure!(!check, "{} does not have the tables of {}", page.display(), record.display());
    write(page, &after)
}

fn list(arguments: &Bench) -> anyhow::Result<()> {
    let definitions = Definition::all()?;
    if arguments.json {
        let names: Vec<&str> = definitions.iter().map(|one| one.name.as_str()).collect();
        return output::print_json(&names);
    }
    let row = |one: &Definition| {
        let quick = if one.quick { "yes" } else { "with --full" };
        [one.name.clone(), one.model.to_string(), quick.to_owned()]
    };
    let table =
        list::table(["definition", "model", "measured"], definitions.iter().map(row), &[], &[]);
    output::print(&format!("{}\n", table.trim_fmt()))
}

fn measure(arguments: &Bench) -> anyhow::Result<()> {
    let effort = if arguments.full { Effort::FULL } else { Effort::QUICK };
    let mut definitions = chosen(arguments)?;
    for definition in &mut definitions {
        let most = arguments.seconds.map_or(f64::INFINITY, f64::from) / effort.factor;
        definition.seconds = definition.seconds.min(most);
    }
    let programs = arguments.rivals.as_deref().map_or_else(|| Ok(Vec::new()), Program::all_in);
    let programs = programs.map_err(anyhow::Error::msg)?;
    let names = arguments.commands.iter().map(|rival| rival.name.as_str());
    let mut names: Vec<&str> = names.chain(programs.iter().map(Program::name)).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("two rivals have the name {}", pair[0]);
    }
    // Tried before the minutes go by, not after; what is there stays until the run is over.
    for path in [&arguments.record, &arguments.report].into_iter().flatten() {
        let file = fs::OpenOptions::new().append(true).create(true).open(path);
        file.with_context(|| format!("cannot write {}", path.display()))?;
    }
    let command: Vec<String> = std::env::args().skip(1).collect();
    let command = format!("hyperbola {}", command.join(" "));
    let style = ProgressStyle::with_template("{wide_bar} {percent:>3} % {eta:>4} {msg}")?;
    let bar = ProgressBar::new(1000).with_style(style);
    let progress = &mut |what: &str, part: f64| {
        bar.set_position(thousandths(part));
        bar.set_message(what.to_owned());
    };
    let rivals = &mut |definition: &Definition, subject: &Subject<'_>| {
        rivals(&programs, &arguments.commands, definition, subject)
    };
    let record = lab::run(&definitions, effort, command, rivals, &programs, progress)?;
    bar.finish_and_clear();

    if let Some(path) = &arguments.record {
        write(path, &json(&record)?)?;
    }
    if let Some(path) = &arguments.report {
        write(path, &report::html(&record))?;
    }
    if arguments.json {
        output::print_json(&record)?;
    } else {
        output::print(&summary(&record))?;
    }
    match record.errors().count() {
        0 => Ok(()),
        1 => bail!("1 contender is wrong and has no time"),
        count => bail!("{count} contenders are wrong and have no time"),
    }
}

/// Returns the rivals as contenders: programs where they can do what is asked, commands in perft.
fn rivals(
    programs: &[Program],
    commands: &[Rival],
    definition: &Definition,
    subject: &Subject<'_>,
) -> Vec<Contender> {
    let work = |program: &Program| -> Option<Box<dyn Work>> {
        match subject {
            Subject::Position(position) => {
                let PerftPosition { fen, depth, nodes } = position;
                Some(Box::new(program.counting(fen, *depth, *nodes)))
            }
            Subject::Queries(queries, touched) => {
                let (model, slider) = (definition.model.shared_loop()?, definition.slider?);
                let pairs = queries.squares.iter().zip(&queries.occupied);
                let pairs = pairs.map(|(square, occupied)| (square.word(), occupied.0));
                Some(Box::new(program.asking(model, slider, pairs, *touched)))
            }
            _ => None,
        }
    };
    let mut contenders = Vec::new();
    for program in programs {
        if let Some(work) = work(program) {
            contenders.push(Contender { name: program.name().to_owned(), work });
        }
    }
    if let Subject::Position(position) = subject {
        for command in commands {
            let work = Box::new(command.counting(position));
            contenders.push(Contender { name: command.name.clone(), work });
        }
    }
    contenders
}

/// Returns the definitions that the arguments choose.
fn chosen(arguments: &Bench) -> anyhow::Result<Vec<Definition>> {
    let all = Definition::all()?;
    if arguments.definitions.is_empty() {
        let wanted = |one: &Definition| arguments.full || one.quick;
        return Ok(all.into_iter().filter(wanted).collect());
    }
    let named = |name: &String| {
        let found = all.iter().find(|one| one.name == *name).cloned();
        found.ok_or_else(|| NoDefinition(name.clone()).into())
    };
    let mut names: Vec<&String> = Vec::new();
    for name in &arguments.definitions {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names.into_iter().map(named).collect()
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1000")]
fn thousandths(part: f64) -> u64 {
    (part.clamp(0.0, 1.0) * 1000.0) as u64
}

/// A name that no definition has.
#[derive(Debug)]
pub(crate) struct NoDefinition(String);

impl fmt::Display for NoDefinition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "there is no definition {}; hyperbola bench --list names them", self.0)
    }
}

impl core::error::Error for NoDefinition {}

fn read(path: &Path) -> anyhow::Result<Record> {
    let text = fs::read(path).with_context(|| format!("cannot read {}", path.display()))?;
    let record: Record = serde_json::from_slice(&text)
        .with_context(|| format!("{} is no record", path.display()))?;
    let format = record.format;
    ensure!(format == 1, "{} is a record of format {format}, expected 1", path.display());
    Ok(record)
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn json(record: &Record) -> anyhow::Result<String> {
    Ok(serde_json::to_string_pretty(record)? + "\n")
}

/// Writes the rankings and the recommendations.
fn summary(record: &Record) -> String {
    const NANOSECONDS: usize = 2;
    let machine = &record.machine;
    let mut text = format!(
        "{}; {}; load {:.2} before and {:.2} after\n",
        machine.cpu, machine.compiler, machine.load_before, machine.load_after
    );
    if machine.profile != "release" {
        text += "This is a build for debugging: the times are no measurement.\n";
    }
    for model in record.models() {
        let ranking = record.ranking(model);
        let header = ["", "ratio", &format!("ns a {}", model.operation()), "table bytes"];
        let rows = ranking.iter().take(PLACES).map(|place| {
            let list = place.nanoseconds.iter().map(|time| format!("{time:.2}"));
            [
                place.name.clone(),
                format!("{:.3}", place.ratio),
                list.collect::<Vec<_>>().join("  "),
                place.table_bytes.map_or_else(String::new, |bytes| bytes.to_string()),
            ]
        });
        let table = list::table(header, rows, &[], &[1, NANOSECONDS, 3]);
        text +=
            &format!("\n{model}, the first {} of {}\n", PLACES.min(ranking.len()), ranking.len());
        text += &format!("{}\n", table.trim_fmt());
    }
    let errors: String = record
        .errors()
        .map(|(definition, panel, name, error)| {
            format!("{name} in {definition}, {panel}: {error}\n")
        })
        .collect();
    if !errors.is_empty() {
        text += &format!("\nWrong, and so without a time:\n{errors}");
    }
    text += "\n";
    for one in recommendations(record) {
        text += &format!("For {}: {}\n  ({})\n", one.purpose, one.choice, one.reason);
    }
    text
}

/// Writes what differs between two records.
fn compared(differences: &Differences) -> String {
    let row = |one: &compare::Difference| {
        let [first, second] = one.nanoseconds.map(|time| format!("{time:.2}"));
        let [time, relative] = [one.time_ratio, one.relative].map(|ratio| format!("{ratio:.3}"));
        [
            format!("{}, {}", one.definition, one.panel),
            one.name.clone(),
            first,
            second,
            time,
            relative,
        ]
    };
    let header = ["measurement", "name", "first ns", "second ns", "second/first", "of ratios"];
    let table = list::table(header, differences.rows.iter().map(row), &[0], &[2, 3, 4, 5]);
    let mut text = format!("{}\n\n", table.trim_fmt());
    for one in &differences.reversed {
        text += &format!(
            "{}, {}: {} is faster than {} by {:.2} in the first and slower by {:.2} in the second\n",
            one.definition,
            one.panel,
            one.faster,
            one.slower,
            one.ratios[0],
            1.0 / one.ratios[1]
        );
    }
    text + &format!(
        "Of {} pairs whose intervals are more than 10 % apart in both, {} are in another order; {} more are so by \
         their medians alone.\n",
        differences.pairs,
        differences.reversed.len(),
        differences.undecided
    )
}
