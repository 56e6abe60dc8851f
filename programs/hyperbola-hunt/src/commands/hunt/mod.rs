//! `hyperbola hunt`: finds the smallest position that another program gets wrong.

mod arguments;
mod suite;

use core::fmt;
use core::time::Duration;
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow, bail};
use hyperbola_console::{is_broken_pipe, output, progress_bar};
use hyperbola_files::interrupt::{self, INTERRUPTED, STOP};
use hyperbola_files::journal::Input;
use hyperbola_files::{counted, file, shown_path};
use hyperbola_hunt::{
    Compared, End, Engine, Failure, Finding, Given, Hunt, HuntError, InputProgram, Limits, Outcome,
    PerftCommand, Program, Progress, Subject,
};

use crate::commands::suites::{read_rows, read_suite};
pub(crate) use arguments::{HuntArguments, SubjectArguments};

/// The end of a hunt that is not success. Each has its exit status.
#[derive(Debug)]
pub(crate) enum HuntEnd {
    /// A wrong position was found.
    Found,
    /// The arguments or a suite are wrong, or a file cannot be read or written.
    Use(anyhow::Error),
    /// The subject failed.
    Failed(HuntError),
    /// The hunt was interrupted.
    Interrupted,
}

impl HuntEnd {
    /// Returns the exit status.
    pub(crate) const fn status(&self) -> u8 {
        match self {
            Self::Found => 1,
            Self::Use(_) => 2,
            Self::Failed(_) => 3,
            Self::Interrupted => INTERRUPTED,
        }
    }
}

impl fmt::Display for HuntEnd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Found => f.write_str("a wrong position was found"),
            Self::Use(error) => write!(f, "{error:#}"),
            Self::Failed(error) => error.fmt(f),
            Self::Interrupted => f.write_str("interrupted before the end of the hunt"),
        }
    }
}

impl core::error::Error for HuntEnd {}

/// Hunts the program that the arguments name.
pub(crate) fn run(arguments: &HuntArguments) -> anyhow::Result<()> {
    let compared = arguments.compared();
    if compared.is_of_inputs() != arguments.inputs.is_some() {
        let what = if compared.is_of_inputs() { "needs" } else { "cannot be used with" };
        let name = compared.name();
        return Err(HuntEnd::Use(anyhow!("--compare {name} {what} --inputs")).into());
    }
    let (given, suites) = check_files(arguments).map_err(HuntEnd::Use)?;
    let rows = (given.len(), suites);
    interrupt::stop()?;
    let mut subject = subject(arguments)?;
    let seconds = (arguments.seconds > 0).then(|| f64::from(arguments.seconds));
    let hunt = Hunt::new()
        .seed(arguments.seed)
        .seconds(seconds)
        .positions(arguments.positions)
        .depth(arguments.depth)
        .most_sequences(arguments.max_nodes)
        .compare(compared)
        .unreachable(arguments.unreachable)
        .suites(!arguments.no_suites)
        .first(given)
        .all(arguments.all)
        .ignore(arguments.ignore.iter().copied())
        .stop(&STOP);
    let hunt = match (&arguments.inputs, compared) {
        (Some(set), Compared::Inputs) => hunt.inputs(set),
        (Some(set), Compared::Changes) => hunt.changes(set),
        _ => hunt,
    };
    let hunt = if arguments.only_suite { suite::rows(arguments, hunt, rows)? } else { hunt };
    let bar = progress_bar(u64::from(arguments.seconds) * 1000);
    let start = Instant::now();
    let outcome = hunt.run_with(subject.as_mut(), &mut |progress| {
        show(&bar, progress, start.elapsed());
    });
    bar.finish_and_clear();
    let outcome = outcome.map_err(|error| match error {
        HuntError::TakesNoMoves => HuntEnd::Use(anyhow!("--compare fen: {error}")),
        error => HuntEnd::Failed(error),
    })?;
    drop(subject);
    match print(arguments, &outcome) {
        // A finding is one, whether its report is read to the end or not.
        Err(error) if !is_broken_pipe(&error) || outcome.findings.is_empty() => {
            return Err(error);
        }
        _ => {}
    }
    match outcome.end {
        End::Interrupted => Err(HuntEnd::Interrupted.into()),
        _ if !outcome.findings.is_empty() => Err(HuntEnd::Found.into()),
        _ => Ok(()),
    }
}

/// Reads the suites, and checks that the files to write can be written.
fn check_files(arguments: &HuntArguments) -> anyhow::Result<(Vec<Given>, Vec<Input>)> {
    let (mut given, mut suites) = (Vec::new(), Vec::new());
    for path in &arguments.suite {
        let (rows, suite) = read_suite(path)?;
        given.extend(rows);
        suites.push(suite);
    }
    if arguments.only_suite {
        let cost = |given: &Given| given.deepest(arguments.max_nodes).map_or(0, |(_, nodes)| nodes);
        given.sort_by_key(cost);
    }
    for path in [&arguments.report, &arguments.save_to].into_iter().flatten() {
        file::check_writable(path).with_context(|| format!("cannot write {}", shown_path(path)))?;
    }
    if let Some(path) = &arguments.save_to {
        saved(path)?;
    }
    if let (Some(report), Some(saved)) = (&arguments.report, &arguments.save_to)
        && is_one_file(report, saved)
    {
        bail!("--save-to and --report: expected two files, found {} twice", shown_path(saved));
    }
    Ok((given, suites))
}

/// Returns whether two paths lead to one file, which may not be there yet.
fn is_one_file(one: &Path, other: &Path) -> bool {
    let real = |path: &Path| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
        let folder = folder.unwrap_or(Path::new(".")).canonicalize().ok();
        let in_folder = || Some(folder?.join(path.file_name()?));
        path.canonicalize().ok().or_else(in_folder)
    };
    one == other || real(one).is_some_and(|one| real(other) == Some(one))
}

/// Starts the program.
fn subject(arguments: &HuntArguments) -> Result<Box<dyn Subject>, HuntEnd> {
    let limits = Limits::new(Duration::from_secs(arguments.answer_timeout.into())).stop(&STOP);
    let words = |option: &str, line: &str| {
        let words = shell_words::split(line)
            .map_err(|_| HuntEnd::Use(anyhow!("--{option}: a quote has no end")))?;
        if words.is_empty() {
            return Err(HuntEnd::Use(anyhow!("--{option}: expected a command, found nothing")));
        }
        Ok(words)
    };
    let with_chess960 = |program: Program| -> Box<dyn Subject> {
        Box::new(if arguments.chess960 { program.chess960() } else { program })
    };
    let SubjectArguments { uci, perftree, command } = &arguments.subject;
    if let Some(line) = uci {
        let perft = match &arguments.perft_command {
            None => PerftCommand::default(),
            Some(template) => PerftCommand::new(template)
                .map_err(|error| HuntEnd::Use(anyhow!("--perft-command: {error}")))?,
        };
        let engine = Engine::start_with(&words("uci", line)?, limits, perft);
        let failed = |failure: Failure| match failure {
            Failure::Interrupted => HuntEnd::Interrupted,
            Failure::Start(why)
                if arguments.perft_command.is_none() && why.contains("go perft") =>
            {
                let hint = "for an engine with a bare perft there is --perft-command";
                HuntEnd::Failed(HuntError::Start(Failure::Start(format!("{why}; {hint}"))))
            }
            failure => HuntEnd::Failed(HuntError::Start(failure)),
        };
        return Ok(Box::new(engine.map_err(failed)?));
    }
    if let Some(line) = perftree {
        return Ok(with_chess960(Program::perftree(&words("perftree", line)?, limits)));
    }
    let line = command.as_deref().unwrap_or_default();
    if arguments.inputs.is_some() {
        let words = words("command", line)?;
        let places = ["{fen}", "{depth}", "{moves}"];
        if words.iter().any(|word| places.iter().any(|place| word.contains(place))) {
            let text = "--command: with --inputs expected a command without {fen}, {depth} and {moves}: \
                        it reads questions from standard input";
            return Err(HuntEnd::Use(anyhow!(text)));
        }
        let program = InputProgram::new(&words, limits);
        return Ok(Box::new(if arguments.chess960 { program.chess960() } else { program }));
    }
    let program = Program::new(&words("command", line)?, limits)
        .map_err(|error| HuntEnd::Use(anyhow!("--command: {error}")))?;
    Ok(with_chess960(program))
}

/// Reads the rows that a file has already. A device or a pipe has none, and is only written.
fn saved(path: &Path) -> anyhow::Result<String> {
    if path.is_file() { read_rows(path) } else { Ok(String::new()) }
}

/// Shows how far the hunt has come.
fn show(bar: &indicatif::ProgressBar, progress: Progress, elapsed: Duration) {
    let length = bar.length().unwrap_or_default();
    bar.set_position(u64::try_from(elapsed.as_millis()).unwrap_or(length).min(length));
    bar.set_message(format!(
        "{}, {}: {}",
        counted(progress.positions, "position"),
        counted(progress.questions, "question"),
        progress.part
    ));
}

/// Prints the outcome and writes the files that the arguments ask for. A file that cannot be
/// written does not keep the finding from the other places.
fn print(arguments: &HuntArguments, outcome: &Outcome) -> anyhow::Result<()> {
    let printed = match arguments.json {
        true => output::print_json(outcome),
        false => output::print(&outcome.to_string()),
    };
    let reported = arguments.report.as_ref().map_or(Ok(()), |path| {
        file::write(path, &outcome.markdown())
            .with_context(|| format!("cannot write {}", shown_path(path)))
    });
    let saved = arguments.save_to.as_ref().map_or(Ok(()), |path| save(path, &outcome.findings));
    reported.and(saved).map_err(HuntEnd::Use)?;
    match printed {
        Err(error) if !is_broken_pipe(&error) => Err(HuntEnd::Use(error).into()),
        printed => printed,
    }
}

/// Adds the rows of what was found to a suite, those that it does not have.
fn save(path: &Path, findings: &[Finding]) -> anyhow::Result<()> {
    let mut text = saved(path)?;
    let before = text.len();
    for row in findings.iter().map(Finding::epd) {
        if text.lines().any(|line| line == row) {
            continue;
        }
        if !text.is_empty() && !text.ends_with('\n') {
            text.push('\n');
        }
        text += &(row + "\n");
    }
    if text.len() == before {
        return Ok(());
    }
    file::write(path, &text).with_context(|| format!("cannot write {}", shown_path(path)))
}
