//! `hyperbola suite`: checks the numbers of perft suites, or asks another program for them.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::bail;
use clap::Args;
use hyperbola::word::WordKind;
use hyperbola_console::parsers::{threads_parser, word_parser};
use hyperbola_console::perft::{INTERRUPTED, rate, threads};
use hyperbola_console::{output, progress_bar};
use hyperbola_files::interrupt::{self, STOP};
use hyperbola_files::journal::{Input, Question};
use hyperbola_files::{Error, Wrong, counted, shown_path};
use hyperbola_hunt::{Given, Reason};
use hyperbola_moves::{Position, Setup};
use hyperbola_perft::report::{Way, nodes_per_second, number_of};
use hyperbola_perft::{MAX_DEPTH, Perft, Progress, Split};
use serde::Serialize;

use crate::commands::hunt::{self, HuntArguments, SubjectArguments};
use crate::commands::suites::{SAVING, State, read_suite};

/// The arguments of `hyperbola suite`. Those that do not change the counts are not serialized.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(after_help = HELP)]
pub(crate) struct SuiteArguments {
    /// The suites, with rows such as FEN ;D1 20 ;D2 400
    #[arg(required = true)]
    #[serde(skip)]
    files: Vec<PathBuf>,
    /// Pass over greater numbers [default: none, or 200000 with another program]
    #[arg(long, value_name = "N")]
    max_nodes: Option<u64>,
    /// Write to this file how far the check has come, and go on from there the next time
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    state: Option<PathBuf>,
    /// Ask a UCI engine for the rows, as `hyperbola hunt --only-suite` does
    #[arg(long, value_name = "COMMAND", conflicts_with = "word")]
    #[serde(skip)]
    uci: Option<String>,
    /// Ask a program for the rows, by a template with {fen} and {depth}
    #[arg(long = "command", value_name = "TEMPLATE", conflicts_with_all = ["uci", "word"])]
    #[serde(skip)]
    template: Option<String>,
    /// The number of threads that count, at most 256; 0 for all processors
    #[arg(
        long, value_name = "N", default_value_t = 1, allow_hyphen_values = true,
        value_parser = threads_parser()
    )]
    #[serde(skip)]
    threads: u16,
    /// Count with this kind of word [default: the widest that this processor has]
    #[arg(long, value_name = "ID", value_parser = word_parser(|kind| Perft::KINDS.contains(kind)))]
    #[serde(skip)] // it has a default
    word: Option<WordKind>,
    /// Print the result as one JSON object
    #[arg(long)]
    #[serde(skip)]
    json: bool,
}

impl SuiteArguments {
    /// Returns what the counts may depend on.
    fn question(&self, word: WordKind, suites: Vec<Input>) -> Result<Question, Error> {
        #[derive(Serialize)]
        struct QuestionFields<'a> {
            word: &'static str,
            #[serde(flatten)]
            arguments: &'a SuiteArguments,
        }
        Question::new("suite", &QuestionFields { word: word.id(), arguments: self }, suites)
    }
}

/// The text at the end of the help of `hyperbola suite`.
const HELP: &str = "\
Each number of each row is counted, small ones first. There is a line for each wrong one, and then a \
line with the numbers of rows, of numbers and of wrong ones; if the wrong number is one of moves, the \
line says which rule of chess fits the difference. The exit status is 1 if any is wrong. The JSON \
object has rows, counts, above_max_nodes, nodes, complete, seconds, nodes_per_second, threads, \
memory_mib, word, technique, bulk and the list wrong, which has file, line, fen, depth, expected (the \
row's number), nodes and perhaps (a rule, its law and a reason, or null). Numbers above 2^64 - 1 are \
wrong input. With --uci or --command another program is asked to the deepest number of each row, and \
what differs is explained: `hyperbola hunt --only-suite` does this and has more options. The template \
'hyperbola-study perft {depth} {fen} --divide --technique ID' asks a technique.

Examples:
  hyperbola suite perft.epd --max-nodes 1000000000 --threads 0
  hyperbola suite perft.epd --uci ./engine --max-nodes 5000000";

/// Checks the suites that the arguments name.
pub(crate) fn run(arguments: &SuiteArguments) -> anyhow::Result<()> {
    if arguments.uci.is_some() || arguments.template.is_some() {
        return hunt::run(&as_hunt(arguments));
    }
    let widest = Perft::default().threads(threads(arguments.threads));
    let perft = arguments.word.map_or(widest, |word| widest.word(word));
    let way = Way {
        threads: arguments.threads,
        memory_mib: 0,
        word: Some(perft.word.id()),
        technique: None,
        bulk: true,
        device: None,
    };
    let (rows, all, suites) = checks(arguments)?;
    let count = all.len();
    let checks: Vec<Check> =
        all.into_iter().filter(|check| check.expected <= most(arguments)).collect();
    let question = arguments.question(perft.word, suites)?;
    let state = State::read(arguments.state.as_deref(), question, checks.len());
    let mut state = state.map_err(|error| Wrong(format!("{error:#}")))?;
    interrupt::stop()?;

    let start = Instant::now();
    let mut run = SuiteCheck { checks: &checks, perft: &perft, wrong: BTreeMap::new(), nodes: 0 };
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
        way,
        wrong: run.wrong.into_iter().map(|(index, nodes)| checks[index].wrong(nodes)).collect(),
    };
    report.print(arguments.json)
}

/// Returns the arguments of the hunt that asks another program for the rows.
fn as_hunt(arguments: &SuiteArguments) -> HuntArguments {
    const MOST_NODES: u64 = 200_000;
    let max_nodes = arguments.max_nodes.unwrap_or(MOST_NODES);
    // A slow program counts a million sequences in a second.
    let seconds = u32::try_from(max_nodes / 1_000_000).unwrap_or(u32::MAX);
    HuntArguments {
        subject: SubjectArguments {
            uci: arguments.uci.clone(),
            perftree: None,
            command: arguments.template.clone(),
        },
        compare: None,
        inputs: None,
        seed: 1,
        seconds: 60,
        positions: None,
        depth: 2,
        answer_timeout: seconds.saturating_add(10).min(3600),
        perft_command: None,
        chess960: false,
        unreachable: false,
        all: false,
        ignore: Vec::new(),
        suite: arguments.files.clone(),
        only_suite: true,
        threads: arguments.threads,
        max_nodes,
        state: arguments.state.clone(),
        no_suites: false,
        json: arguments.json,
        report: None,
        save_to: None,
    }
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
fn most(arguments: &SuiteArguments) -> u64 {
    arguments.max_nodes.unwrap_or(u64::MAX)
}

/// Reads the suites: the number of rows, their numbers, small ones first, and the files.
fn checks(arguments: &SuiteArguments) -> anyhow::Result<(usize, Vec<Check>, Vec<Input>)> {
    let (mut rows, mut checks, mut suites) = (0, Vec::new(), Vec::new());
    for path in &arguments.files {
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
struct SuiteCheck<'a> {
    checks: &'a [Check],
    perft: &'a Perft,
    /// The right numbers of the wrong ones, by their indices.
    wrong: BTreeMap<usize, u128>,
    /// The number of all sequences counted.
    nodes: u128,
}

impl SuiteCheck<'_> {
    /// Checks the numbers that a state leaves, and counts those again that were wrong before.
    /// Returns whether all were counted.
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
        let split = Split::new(&check.position);
        let counted = self.perft.count_share(&split, split.positions(), check.depth, &STOP, &each);
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
