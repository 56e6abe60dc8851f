//! `hyperbola perft --suite`: checks the numbers of perft suites, or asks another program for them.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::bail;
use clap::{Args, FromArgMatches};
use hyperbola_console::progress_bar;
use hyperbola_console::shards::{Way, nodes_per_second, number_of};
use hyperbola_files::journal::{Input, Question};
use hyperbola_files::{Error, Wrong, interrupt, shown_path};
use hyperbola_hunt::{Given, Reason};
use hyperbola_moves::perft::{MAX_DEPTH, Progress};
use hyperbola_moves::{Position, Setup};
use serde::Serialize;

use super::{CountArguments, INTERRUPTED, PerftWay, rate};
use crate::commands::hunt::{self, HuntArguments};
use crate::commands::suites::{SAVING, State, read_suite};
use crate::output::{self, counted};

/// Checks the suites that the arguments name.
pub(super) fn run(arguments: &CountArguments) -> anyhow::Result<()> {
    if arguments.uci.is_some() || arguments.template.is_some() {
        return hunt::run(&as_hunt(arguments)?);
    }
    let way = PerftWay::new(arguments, &Position::initial())?;
    let (rows, all, suites) = checks(arguments)?;
    let count = all.len();
    let checks: Vec<Check> =
        all.into_iter().filter(|check| check.expected <= most(arguments)).collect();
    let question = question(arguments, &way.of(arguments), suites)?;
    let state = State::read(arguments.state.as_deref(), question, checks.len());
    let mut state = state.map_err(|error| Wrong(format!("{error:#}")))?;
    interrupt::stop()?;

    let start = Instant::now();
    let mut run = Run { checks: &checks, way: &way, wrong: BTreeMap::new(), nodes: 0 };
    let complete = run.check(&mut state)?;
    let seconds = start.elapsed().as_secs_f64();
    let report = SuiteReport {
        rows,
        counts: state.rows.done,
        above_max_nodes: count - checks.len(),
        nodes: run.nodes,
        complete,
        seconds,
        nodes_per_second: nodes_per_second(run.nodes, seconds),
        way: way.of(arguments),
        wrong: run.wrong.into_iter().map(|(index, nodes)| checks[index].wrong(nodes)).collect(),
    };
    report.print(arguments.json)
}

/// Returns the arguments of the hunt that asks another program for the rows.
fn as_hunt(arguments: &CountArguments) -> anyhow::Result<HuntArguments> {
    let mut line: Vec<OsString> = vec!["hunt".into(), "--only-suite".into()];
    let mut add = |name: &str, value: OsString| {
        let mut option = OsString::from(name);
        option.push("=");
        option.push(value);
        line.push(option);
    };
    for path in &arguments.suite {
        add("--suite", path.into());
    }
    for (name, command) in [("--uci", &arguments.uci), ("--command", &arguments.template)] {
        command.iter().for_each(|command| add(name, command.into()));
    }
    if let Some(most) = arguments.max_nodes {
        add("--max-nodes", most.to_string().into());
        // A slow program counts a million sequences in a second.
        add("--answer-timeout", (10 + most / 1_000_000).min(3600).to_string().into());
    }
    arguments.state.iter().for_each(|path| add("--state", path.into()));
    add("--threads", arguments.threads.to_string().into());
    if arguments.json {
        line.push("--json".into());
    }
    let command = HuntArguments::augment_args(clap::Command::new("hunt"));
    Ok(HuntArguments::from_arg_matches(&command.try_get_matches_from(line)?)?)
}

/// What the numbers may depend on, by the names of options.
#[derive(Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
struct Asked {
    max_nodes: Option<u64>,
    word: Option<&'static str>,
    technique: Option<&'static str>,
    no_bulk: bool,
}

/// Returns what a state belongs to.
fn question(arguments: &CountArguments, way: &Way, suites: Vec<Input>) -> Result<Question, Error> {
    // The threads and the memory change nothing.
    let Way { threads: _, memory_mib: _, word, technique, bulk } = *way;
    let asked = Asked { max_nodes: arguments.max_nodes, word, technique, no_bulk: !bulk };
    Question::new("perft --suite", &asked, suites)
}

/// A number of a row.
struct Check {
    file: String,
    line: usize,
    setup: Setup,
    position: Position,
    depth: u32,
    /// The row's number.
    expected: u64,
}

/// Returns the greatest number that is checked.
fn most(arguments: &CountArguments) -> u64 {
    arguments.max_nodes.unwrap_or(u64::MAX)
}

/// Reads the suites: the number of rows, their numbers, small ones first, and the files.
fn checks(arguments: &CountArguments) -> anyhow::Result<(usize, Vec<Check>, Vec<Input>)> {
    let (mut rows, mut checks, mut suites) = (0, Vec::new(), Vec::new());
    for path in &arguments.suite {
        let (given, suite) = read_suite(path)?;
        rows += given.len();
        for given in &given {
            checks.extend(of_row(path, given)?);
        }
        suites.push(suite);
    }
    checks.sort_by_key(|check| check.expected);
    Ok((rows, checks, suites))
}

/// Returns the numbers of a row, of which there must be one.
fn of_row(path: &Path, given: &Given) -> anyhow::Result<Vec<Check>> {
    let (file, line) = (shown_path(path).to_string(), given.line);
    let wrong = |what: &str| Wrong(format!("{file}, line {line}: {what}"));
    if given.counts.is_empty() {
        return Err(wrong("expected numbers of sequences, such as ;D1 20 ;D2 400").into());
    }
    let setup = given.setup;
    let (position, _) = setup.position_lenient()?;
    let check = |&(depth, expected)| match depth {
        0..=MAX_DEPTH => Ok(Check { file: file.clone(), line, setup, position, depth, expected }),
        _ => Err(wrong(&format!("expected depths up to {MAX_DEPTH}, found {depth}")).into()),
    };
    given.counts.iter().map(check).collect()
}

impl Check {
    /// Describes the number as wrong.
    fn wrong(&self, nodes: u128) -> WrongCount {
        let found = u64::try_from(nodes).ok().filter(|_| self.depth == 1);
        let perhaps = found.and_then(|nodes| {
            let square = self.setup.en_passant;
            Reason::of_total(&self.position, square, nodes, self.expected)
        });
        WrongCount {
            file: self.file.clone(),
            line: self.line,
            fen: self.setup.to_string(),
            depth: self.depth,
            expected: self.expected,
            nodes,
            perhaps: perhaps.map(|reason| Perhaps {
                rule: reason.rule.id(),
                law: reason.rule.law(),
                reason: reason.text,
            }),
        }
    }
}

/// The check of all numbers.
struct Run<'a> {
    checks: &'a [Check],
    way: &'a PerftWay,
    /// The right numbers of the wrong ones, by their indices.
    wrong: BTreeMap<usize, u128>,
    /// The number of all sequences counted.
    nodes: u128,
}

impl Run<'_> {
    /// Checks the numbers that a state leaves, and counts those again that were wrong before. Returns
    /// whether all were counted.
    fn check(&mut self, state: &mut State) -> anyhow::Result<bool> {
        let all: u128 =
            self.checks[state.rows.done..].iter().map(|check| u128::from(check.expected)).sum();
        let bar = progress_bar(u64::try_from(all).unwrap_or(u64::MAX));
        let start = Instant::now();
        let mut saved = start;
        for index in state.rows.wrong.clone() {
            let Some(nodes) = self.count(index, &|_| {})? else { return Ok(false) };
            self.wrong.insert(index, nodes);
        }
        while let Some(check) = self.checks.get(state.rows.done) {
            let before = self.nodes;
            let counted = self.count(state.rows.done, &|nodes| {
                let nodes = before + nodes;
                let speed = rate(nodes, start.elapsed().as_secs_f64());
                bar.set_message(format!("line {} to depth {}, {speed}", check.line, check.depth));
                bar.set_position(u64::try_from(nodes).unwrap_or(u64::MAX));
            })?;
            let Some(nodes) = counted else { break };
            if nodes != check.expected.into() {
                state.rows.wrong.push(state.rows.done);
                self.wrong.insert(state.rows.done, nodes);
            }
            state.rows.done += 1;
            if saved.elapsed() >= SAVING {
                saved = Instant::now();
                state.write()?;
            }
        }
        bar.finish_and_clear();
        state.write()?;
        Ok(state.rows.done == self.checks.len())
    }

    /// Counts the sequences of a check, or returns nothing after an interrupt.
    fn count(
        &mut self,
        index: usize,
        progress: &(dyn Fn(u128) + Sync),
    ) -> anyhow::Result<Option<u128>> {
        let check = &self.checks[index];
        let each = |at: Progress| progress(at.nodes);
        let counted = self.way.count(&check.position, check.depth, &each);
        let nodes = number_of(counted)?;
        self.nodes += nodes;
        Ok(counted.is_complete.then_some(nodes))
    }
}

/// The result, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct SuiteReport {
    rows: usize,
    counts: usize,
    above_max_nodes: usize,
    nodes: u128,
    complete: bool,
    seconds: f64,
    nodes_per_second: f64,
    #[serde(flatten)]
    way: Way,
    wrong: Vec<WrongCount>,
}

/// A wrong number of a row.
#[derive(Debug, Serialize)]
struct WrongCount {
    file: String,
    line: usize,
    fen: String,
    depth: u32,
    expected: u64,
    nodes: u128,
    perhaps: Option<Perhaps>,
}

/// The rule that fits the difference of two numbers of moves.
#[derive(Debug, Serialize)]
struct Perhaps {
    rule: &'static str,
    law: &'static str,
    reason: String,
}

impl SuiteReport {
    /// Prints the report, and returns an error if a number is wrong or was not counted.
    fn print(&self, json: bool) -> anyhow::Result<()> {
        if json {
            output::print_json(self)?;
        } else {
            output::print(&self.text())?;
            let speed = rate(self.nodes, self.seconds);
            // The numbers are the result; the command succeeds even if the time cannot be printed.
            let _ = writeln!(anstream::stderr(), "{:.3} s, {speed}", self.seconds);
        }
        match (self.complete, self.wrong.len()) {
            (false, _) => Err(INTERRUPTED.into()),
            (true, 0) => Ok(()),
            (true, 1) => bail!("a number is wrong"),
            (true, wrong) => bail!("{wrong} numbers are wrong"),
        }
    }

    /// Returns a line for each wrong number, and one for all.
    fn text(&self) -> String {
        let mut text = String::new();
        for WrongCount { file, line, fen, depth, expected, nodes, perhaps } in &self.wrong {
            text += &format!(
                "{file}, line {line}, depth {depth}: the row says {expected}, there are {nodes}: {fen}\n"
            );
            if let Some(Perhaps { rule, reason, .. }) = perhaps {
                text += &format!("  {rule}: {reason}\n");
            }
        }
        let (rows, counts) =
            (counted(self.rows as u64, "row"), counted(self.counts as u64, "number"));
        text += &format!("{rows}, {counts} checked, {} wrong", self.wrong.len());
        if self.above_max_nodes > 0 {
            text += &format!(", {} above --max-nodes", self.above_max_nodes);
        }
        text + if self.complete { "\n" } else { " (incomplete)\n" }
    }
}
