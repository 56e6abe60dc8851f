//! `hyperbola attacks batch`: answers the queries of a file, block by block.

use std::fs::{self, File};
use std::io::{self, ErrorKind, IsTerminal, Read, StdoutLock, Write};
use std::path::Path;
use std::sync::{PoisonError, RwLock};
use std::thread;

use anyhow::Context;
use hyperbola_console::progress_of_bytes;
use hyperbola_console::queries::{BLOCK_BYTES, Block, Format, LEAST_BLOCK_BYTES};
use hyperbola_files::file::{self, NewFile};
use hyperbola_files::text::{NoText, Text};
use hyperbola_files::{Wrong, shown_path};
use indicatif::ProgressBar;
use same_file::Handle;

use super::arguments::BatchArguments;
use super::workers::{Work, Workers};
use crate::output::CANNOT_WRITE;

/// Answers the queries of a file.
pub(crate) fn run(arguments: &BatchArguments) -> anyhow::Result<()> {
    let file = arguments.file.as_path();
    let format = arguments.format.or_else(|| Format::of_file(file));
    let format = format.ok_or_else(|| {
        Wrong(match file == Path::new("-") {
            true => {
                "the format of standard input is unknown: expected --format binary or --format csv"
                    .to_owned()
            }
            false => format!(
                "the name {} does not show the format: expected one that ends in .bin or .csv, or \
                 --format binary or --format csv",
                shown_path(file)
            ),
        })
    })?;
    let mut input = Input::open(file, format)?;
    let mut output = Output::create(arguments.output.as_deref(), file)?;
    let progress = progress(&input, &output)?;
    let answered = answer(arguments, format, &mut input, &mut output, &progress);
    progress.finish_and_clear();
    answered.and_then(|()| output.finish())
}

/// Answers all queries up to the first wrong one.
fn answer(
    arguments: &BatchArguments,
    format: Format,
    input: &mut Input,
    output: &mut Output,
    progress: &ProgressBar,
) -> anyhow::Result<()> {
    let threads = usize::from(arguments.threads);
    // The threads read it while they answer a round. It is filled between the rounds.
    let buffer = RwLock::new(vec![0; threads * BLOCK_BYTES]);
    let answer = |mut work: Work| {
        let text = &buffer.read().unwrap_or_else(PoisonError::into_inner)[work.text.clone()];
        let (slider, technique) = (arguments.slider, arguments.technique);
        work.block.answer(format, text, work.is_first, slider, technique).map(|()| work)
    };
    thread::scope(|scope| {
        let workers = Workers::start(scope, threads, &answer).context("cannot start a thread")?;
        let mut blocks: Vec<Block> = (0..threads).map(|_| Block::default()).collect();
        // The number of bytes in the buffer, and the numbers of bytes and records before it.
        let (mut held, mut is_end, mut bytes, mut records) = (0_usize, false, 0, 0);
        loop {
            let most = held.div_ceil(threads).max(LEAST_BLOCK_BYTES);
            let mut start = 0;
            let mut round = Vec::new();
            let mut text = buffer.write().unwrap_or_else(PoisonError::into_inner);
            while let length @ 1.. = format.block_bytes(&text[start..held], is_end, most)
                && let Some(block) = blocks.pop()
            {
                let is_first = bytes + start as u64 == 0;
                round.push(Work { block, text: start..start + length, is_first });
                start += length;
            }
            drop(text);
            for Work { mut block, text, .. } in workers.answer(round)? {
                output.write(block.answers())?;
                if let Some(wrong) = block.take_wrong() {
                    output.flush()?;
                    let wrong = wrong.after(input.source.mark() + bytes, records);
                    return Err(Wrong(format!("{}: {wrong}", input.name)).into());
                }
                let (length, queries) = (text.len() as u64, block.queries());
                bytes += length;
                records += block.records();
                progress.inc(if input.bytes.is_some() { length } else { queries });
                blocks.push(block);
            }
            if is_end && start == held {
                return output.flush();
            }
            text = buffer.write().unwrap_or_else(PoisonError::into_inner);
            text.copy_within(start..held, 0);
            held -= start;
            if !is_end {
                // A user may wait for the answers before sending the next query.
                output.flush()?;
                let read = input.read(&mut text[held..])?;
                is_end = read == 0;
                held += read;
            }
        }
    })
}

/// The source of the queries.
struct Input {
    name: String,
    source: Text<Box<dyn Read>>,
    /// The number of bytes, if it is known.
    bytes: Option<u64>,
}

impl Input {
    /// Opens a file, or standard input.
    fn open(file: &Path, format: Format) -> anyhow::Result<Self> {
        let (name, source, bytes): (_, Box<dyn Read>, _) = if file == Path::new("-") {
            ("standard input".to_owned(), Box::new(io::stdin().lock()), None)
        } else {
            let name = shown_path(file);
            let source = File::open(file).with_context(|| format!("cannot read {name}"))?;
            let metadata = source.metadata().ok().filter(fs::Metadata::is_file);
            (name, Box::new(source), metadata.map(|metadata| metadata.len()))
        };
        let source = match format {
            Format::Binary => Text::of_bytes(source),
            Format::Csv => Text::new(source),
        };
        Ok(Self { name, source, bytes })
    }

    /// Reads the bytes that are there and waits for at least one. Zero bytes mean the end.
    fn read(&mut self, buffer: &mut [u8]) -> anyhow::Result<usize> {
        loop {
            match self.source.read(buffer) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                read => return Ok(read.map_err(|error| NoText::or_unreadable(error, &self.name))?),
            }
        }
    }
}

/// The output for the answers.
struct Output {
    sink: Sink,
    failure: String,
    is_terminal: bool,
}

/// The receiver of the answers.
enum Sink {
    Stdout(StdoutLock<'static>),
    File(NewFile),
}

impl Output {
    /// Creates a file or takes standard output. Neither may be the file with the queries.
    fn create(file: Option<&Path>, queries: &Path) -> anyhow::Result<Self> {
        if is_one_file(queries, file) {
            let name = file.map_or_else(|| "standard output".to_owned(), shown_path);
            let expected = "expected another file for the answers";
            return Err(Wrong(format!("{name} contains the queries: {expected}")).into());
        }
        let Some(file) = file else {
            let stdout = io::stdout().lock();
            let is_terminal = stdout.is_terminal();
            let failure = CANNOT_WRITE.to_owned();
            return Ok(Self { sink: Sink::Stdout(stdout), failure, is_terminal });
        };
        let failure = format!("cannot write {}", shown_path(file));
        let sink = file::create(file).with_context(|| failure.clone())?;
        Ok(Self { is_terminal: sink.file().is_terminal(), sink: Sink::File(sink), failure })
    }

    fn sink(&mut self) -> &mut dyn Write {
        match &mut self.sink {
            Sink::Stdout(stdout) => stdout,
            Sink::File(file) => file,
        }
    }

    fn write(&mut self, answers: &[u8]) -> anyhow::Result<()> {
        self.sink().write_all(answers).with_context(|| self.failure.clone())
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.sink().flush().with_context(|| self.failure.clone())
    }

    /// Moves the file with the answers into its place.
    fn finish(self) -> anyhow::Result<()> {
        match self.sink {
            Sink::Stdout(_) => Ok(()),
            Sink::File(file) => file::finish_as_result(file).context(self.failure),
        }
    }
}

/// Returns whether the answers would go into the file with the queries, even under another name.
fn is_one_file(queries: &Path, answers: Option<&Path>) -> bool {
    // Only a regular file is opened for this test, and never a pipe.
    let named = |path: &Path| path.is_file().then(|| Handle::from_path(path).ok()).flatten();
    let open = |handle: io::Result<Handle>| {
        handle.ok().filter(|handle| handle.as_file().metadata().is_ok_and(|data| data.is_file()))
    };
    let queries = if queries == Path::new("-") { open(Handle::stdin()) } else { named(queries) };
    let answers = answers.map_or_else(|| open(Handle::stdout()), named);
    queries.is_some() && queries == answers
}

/// Makes the progress bar. It is not drawn between answers on a terminal.
fn progress(input: &Input, output: &Output) -> anyhow::Result<ProgressBar> {
    if output.is_terminal {
        return Ok(ProgressBar::hidden());
    }
    progress_of_bytes(input.bytes, "queries")
}
