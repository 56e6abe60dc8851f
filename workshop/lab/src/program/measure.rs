//! Measuring.

use core::time::Duration;
use std::thread;

use anyhow::{Context, anyhow, bail};
use hyperbola_console::{output, progress_bar};
use hyperbola_files::{file, shown_path};
use hyperbola_lab::definition::Definition;
use hyperbola_lab::inputs::{PerftPosition, words};
use hyperbola_lab::lab::{self, Effort, Task};
use hyperbola_lab::report;
use hyperbola_lab::rival::RivalCommand;
use hyperbola_timing::rival_process::RivalProcess;
use hyperbola_timing::runner::{Contender, Work};

use crate::arguments::Arguments;
use crate::records::write;
use crate::text;

/// Measures the definitions that the arguments choose, on a thread with a large stack: tables of
/// megabytes are made there.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(64 << 20);
        let worker = thread.spawn_scoped(scope, || measure(arguments));
        let worker = worker.context("cannot start a thread")?;
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn measure(arguments: &Arguments) -> anyhow::Result<()> {
    let effort = if arguments.full { Effort::FULL } else { Effort::QUICK };
    let mut definitions = chosen(arguments)?;
    for definition in &mut definitions {
        let most = arguments.seconds.map_or(f64::INFINITY, f64::from) / effort.factor;
        definition.seconds = definition.seconds.min(most);
    }
    let patience = Duration::from_secs(arguments.rival_timeout.into());
    let all_in = |folder| RivalProcess::all_in(folder, patience);
    let programs = arguments.rivals.as_deref().map_or_else(|| Ok(Vec::new()), all_in);
    let programs = programs.map_err(anyhow::Error::msg)?;
    let names = arguments.commands.iter().map(|rival| rival.name.as_str());
    let mut names: Vec<&str> = names.chain(programs.iter().map(RivalProcess::name)).collect();
    names.sort_unstable();
    if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
        bail!("two rivals have the name {}", pair[0]);
    }
    for rival in &arguments.commands {
        rival.try_out(patience).map_err(|error| anyhow!("the rival {}: {error}", rival.name))?;
    }
    // Checked before the measurements, not after; existing files stay until the run is over.
    for path in [&arguments.record, &arguments.report].into_iter().flatten() {
        let writable = file::check_writable(path);
        writable.with_context(|| format!("cannot write {}", shown_path(path)))?;
    }
    let written = std::env::args_os().skip(1);
    let written: Vec<String> = written.map(|word| word.to_string_lossy().into_owned()).collect();
    let command = format!("hyperbola-lab {}", written.join(" "));
    let bar = progress_bar(1000);
    let progress = &mut |what: &str, part: f64| {
        bar.set_position(thousandths(part));
        bar.set_message(what.to_owned());
    };
    let rivals = &mut |definition: &Definition, task: &Task| {
        rivals(&programs, &arguments.commands, patience, definition, task)
    };
    let record = lab::run(&definitions, effort, command, rivals, &programs, progress)?;
    bar.finish_and_clear();

    if let Some(path) = &arguments.record {
        write(path, &(serde_json::to_string_pretty(&record)? + "\n"))?;
    }
    if let Some(path) = &arguments.report {
        write(path, &report::html(&record))?;
    }
    if arguments.json {
        output::print_json(&record)?;
    } else {
        output::print(&text::summary(&record))?;
    }
    match record.errors().count() {
        0 => Ok(()),
        1 => bail!("1 contender is wrong and has no time"),
        count => bail!("{count} contenders are wrong and have no time"),
    }
}

/// Returns the rivals as contenders: programs where they have the model, commands in perft.
fn rivals(
    programs: &[RivalProcess],
    commands: &[RivalCommand],
    patience: Duration,
    definition: &Definition,
    task: &Task,
) -> Vec<Contender> {
    let model = definition.model;
    // A program that answers queries runs all shared loops; other models are tasks of their own.
    let queries_task = model.shared_loop().map_or_else(|| model.to_string(), |_| "queries".into());
    let work = |program: &RivalProcess| -> Option<Box<dyn Work>> {
        match task {
            Task::Position(position) if program.can("perft") => {
                let PerftPosition { fen, depth, nodes } = position;
                Some(Box::new(program.counting(fen, *depth, *nodes)))
            }
            Task::Features(name, fens) if program.can(name) => {
                Some(Box::new(program.computing(name, fens.iter().map(String::as_str))))
            }
            Task::Shogi(asked) if program.can("shogi") => {
                let queries = asked.queries.iter().copied();
                Some(Box::new(program.asking(asked.model, asked.slider, queries, asked.touched)))
            }
            Task::Queries(queries, touched) if program.can(&queries_task) => {
                let slider = definition.slider?;
                Some(Box::new(program.asking(model, slider, words(queries), *touched)))
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
    if let Task::Position(position) = task {
        for command in commands {
            let work = Box::new(command.counting(position, patience));
            contenders.push(Contender { name: command.name.clone(), work });
        }
    }
    contenders
}

/// Returns the definitions that the arguments choose, each once.
fn chosen(arguments: &Arguments) -> anyhow::Result<Vec<Definition>> {
    if arguments.definitions.is_empty() {
        let wanted = |one: &Definition| arguments.full || one.quick;
        return Ok(Definition::all()?.into_iter().filter(wanted).collect());
    }
    let mut chosen: Vec<Definition> = Vec::new();
    for one in &arguments.definitions {
        if !chosen.contains(one) {
            chosen.push(one.clone());
        }
    }
    Ok(chosen)
}

#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "0 to 1000")]
fn thousandths(part: f64) -> u64 {
    (part.clamp(0.0, 1.0) * 1000.0) as u64
}
