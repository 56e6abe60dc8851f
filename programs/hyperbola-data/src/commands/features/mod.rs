//! `hyperbola features`: the features of a file of positions as NumPy's arrays.

mod arguments;
mod files;
mod journal;
mod npy;

use core::sync::atomic::Ordering;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use hyperbola::word::WordKind;
use hyperbola_console::input::{self, LINE_BYTES};
use hyperbola_console::{output, progress_of_bytes, table};
use hyperbola_features::{AnyFeature, Array, Arrays, Axis, BadRows, Dtype, Texts};
use hyperbola_files::Digest;
use hyperbola_files::interrupt::{self, Interrupted, STOP};
use hyperbola_files::journal::PROGRAM;
use hyperbola_files::unfinished::{INTERRUPTED, LONG, Written, interrupted};
use hyperbola_files::{Wrong, shown_path, shown_start};
use hyperbola_moves::{ParsePositionError, Rules};
use indicatif::{HumanCount, HumanFloatCount, ProgressBar};
use rayon::{ThreadPool, ThreadPoolBuilder};
use serde::Serialize;

use crate::bad_rows;
use crate::lines::{self, Block, Source};
pub(crate) use arguments::FeaturesArguments;
use arguments::PlanesDtype;
use files::{ArrayType, Files, MARKED, PARTIAL, ROWS, file_name};
use journal::State;

/// Writes the features that the arguments name, or lists all features.
pub(crate) fn run(arguments: &FeaturesArguments) -> anyhow::Result<()> {
    let (Some(file), Some(folder)) = (&arguments.file, &arguments.output) else {
        return list(arguments);
    };
    let begin = Instant::now();
    let planes_dtype = arguments.planes_dtype.unwrap_or(PlanesDtype::U8);
    let features = named(arguments);
    if arguments.planes_dtype.is_some() && features.iter().all(|one| one.planes().is_none()) {
        let message = "--planes-dtype: expected a feature of planes among --features, found none";
        return Err(Wrong(message.to_owned()).into());
    }
    let typed = |feature: AnyFeature| feature.of_type(planes_dtype.dtype()).unwrap_or(feature);
    let features: Vec<AnyFeature> = features.into_iter().map(typed).collect();
    let mut source = Source::open(file, block_lines(&features))?;
    check_source(file, folder)?;
    let policy = arguments.bad_rows.unwrap_or_default();
    let question = arguments.question(planes_dtype)?;
    interrupt::end(LONG, INTERRUPTED)?;
    let pool = ThreadPoolBuilder::new().num_threads(arguments.threads.into()).build()?;
    let kinds = kinds(&features, policy);
    let files = pool.install(|| Files::open(folder, question, kinds, arguments.overwrite))?;
    let mut run = Pipeline::new(arguments, &features, &source, files, pool)?;
    let result = run.write_all(&mut source, file);
    run.bar.finish_and_clear();
    let manifest = match result {
        Ok(manifest) => manifest,
        Err(error) => {
            let kept = run.writer.files.abandon();
            if error.is::<Interrupted>() {
                return Err(interrupted(kept.is_some()).into());
            }
            if let Some(rows) = kept
                && let Some(how) = run.computer.advice
            {
                let (rows, partial) = (HumanCount(rows), shown_path(&folder.join(PARTIAL)));
                let _ = writeln!(anstream::stderr(), "{rows} rows are kept in {partial}; {how}");
            }
            return Err(error);
        }
    };
    let bad_rows = run.writer.files.state.bad_rows;
    print_bad_rows(&run.writer.files.state, policy);
    let seconds = begin.elapsed().as_secs_f64();
    // No clock measures less than a nanosecond.
    let rows_per_second =
        ((run.computer.rows - run.rows_before) as f64 / seconds.max(1e-9)).round();
    if arguments.json {
        let output = folder.to_string_lossy().into_owned();
        output::print_json(&Summary { output, seconds, rows_per_second, manifest })?;
    } else {
        output::print(&manifest.text(folder))?;
        let speed = HumanFloatCount(rows_per_second);
        let _ = writeln!(anstream::stderr(), "{seconds:.3} s, {speed} rows/s");
    }
    Ok(bad_rows::check(arguments.bad_rows, bad_rows)?)
}

/// Returns the features that the arguments name, in the order of the list, and then the inputs.
fn named(arguments: &FeaturesArguments) -> Vec<AnyFeature> {
    arguments.named().chain(inputs(arguments)).collect()
}

/// Returns the inputs of the set that the arguments define.
fn inputs(arguments: &FeaturesArguments) -> Option<AnyFeature> {
    let set = arguments.inputs.as_ref()?;
    Some(AnyFeature::inputs(set, arguments.inputs_first.view()))
}

/// Checks that the run does not replace its input.
fn check_source(file: &Path, folder: &Path) -> anyhow::Result<()> {
    let (Ok(file), Ok(folder)) = (file.canonicalize(), folder.canonicalize()) else {
        return Ok(());
    };
    if file.starts_with(folder.join(PARTIAL)) || files::is_ours(&file, &folder) {
        let file = shown_path(&file);
        return Err(Wrong(format!("{file} is the input and would be replaced")).into());
    }
    Ok(())
}

/// Returns the largest number of lines in a block: as many as its arrays have room for.
///
/// Three blocks are kept at once: one that is written, one that is computed and one that is read.
fn block_lines(features: &[AnyFeature]) -> usize {
    /// The bytes of a block's arrays.
    const BYTES: usize = 1 << 26;
    /// The bytes of a position's lists, which depend on the position: more than most have.
    const LIST: usize = 512;
    /// The fewest lines that keep all threads at work.
    const FEWEST: usize = 1 << 10;
    let arrays = features.iter().flat_map(|feature| feature.arrays());
    let row: usize = arrays.map(|array| array.bytes(1).unwrap_or(LIST)).sum();
    (BYTES / row.max(1)).clamp(FEWEST, lines::BLOCK_LINES)
}

/// Returns the arrays of features, and the one that a policy adds.
fn kinds(features: &[AnyFeature], policy: BadRows) -> Vec<ArrayType> {
    let of_feature = |&feature: &AnyFeature| {
        feature.arrays().into_iter().map(move |array| ArrayType::new(feature, array))
    };
    let mut kinds: Vec<ArrayType> = features.iter().flat_map(of_feature).collect();
    match policy {
        BadRows::Error => {}
        BadRows::Skip | BadRows::KeepBefore => kinds.push(ArrayType::of_rows(ROWS, Dtype::U64)),
        BadRows::Mark => kinds.push(ArrayType::of_rows(MARKED, Dtype::Bool)),
    }
    kinds
}

/// Lines on their way to the files.
#[derive(Debug, Default)]
struct Batch {
    block: Block,
    /// The arrays of the features, and the one that the policy adds.
    arrays: Vec<Vec<Vec<u8>>>,
    added: Vec<u8>,
    rows: u64,
    bad_rows: u64,
    /// The first bad rows, as texts.
    named: Vec<String>,
    mended_rows: u64,
    /// The first mended rows, as texts.
    named_mended: Vec<String>,
}

/// The number of bad rows that are named, and of mended ones.
const NAMED: usize = 5;

/// Prints the bad rows of a run on standard error, and the mended ones: the first few, and how many
/// there are.
fn print_bad_rows(state: &State, policy: BadRows) {
    let done = if policy == BadRows::Mark { "marked" } else { "left out" };
    for (count, named, kind, done) in [
        (state.mended_rows, &state.named_mended, "", "mended"),
        (state.bad_rows, &state.named, "bad ", done),
    ] {
        if count == 0 {
            continue;
        }
        let mut text: String = named.iter().map(|named| format!("{named}\n")).collect();
        let rows = if count == 1 { "row is" } else { "rows are" };
        text += &format!("{} {kind}{rows} {done}\n", HumanCount(count));
        let _ = anstream::stderr().write_all(text.as_bytes());
    }
}

/// Turns lines into arrays.
struct Computer {
    arrays: Vec<Arrays>,
    policy: BadRows,
    rules: Rules,
    is_lenient: bool,
    word: Option<WordKind>,
    source: String,
    /// The number of lines so far, and of the rows among them.
    lines: u64,
    rows: u64,
    /// How to go on with what is kept if the run fails, or nothing if it does not go on.
    advice: Option<&'static str>,
}

impl Computer {
    /// Computes the features of a batch's lines.
    fn compute(&mut self, batch: &mut Batch) -> anyhow::Result<()> {
        let read = batch.block.positions(self.policy, self.rules, self.is_lenient);
        let read = read.map_err(|bad| {
            self.advice = Some(
                "correct the line, or add --bad-rows skip or mark: then the command goes on behind them",
            );
            Wrong(self.bad_row(&batch.block, bad.row, &bad.error))
        })?;
        batch.named.clear();
        for bad in read.bad_rows.iter().take(NAMED) {
            batch.named.push(self.bad_row(&batch.block, bad.row, &bad.error));
        }
        batch.named_mended.clear();
        for mended in read.mended_rows.iter().take(NAMED) {
            let reasons: Vec<String> = mended.mends.iter().map(ToString::to_string).collect();
            let row = self.row(&batch.block, mended.row, &reasons.join("; "));
            batch.named_mended.push(row);
        }
        batch.mended_rows = read.mended_rows.len() as u64;
        let mut features = read.positions.as_slice().features().parallel();
        if let Some(kind) = self.word {
            features = features.on(kind).context("this processor does not have the word")?;
        }
        batch.arrays.resize(self.arrays.len(), Vec::new());
        for (arrays, bytes) in self.arrays.iter_mut().zip(&mut batch.arrays) {
            arrays.append(features);
            *bytes = arrays.take(core::mem::take(bytes));
        }
        let mut bad = read.bad_rows.iter().map(|bad| bad.row).peekable();
        let rows = (0..batch.block.len()).map(|row| (row, bad.next_if_eq(&row).is_some()));
        batch.added.clear();
        match self.policy {
            BadRows::Error => {}
            BadRows::Skip | BadRows::KeepBefore => {
                let rows = rows.filter(|(_, is_bad)| !is_bad);
                let number = |(row, _)| (self.rows + row as u64).to_le_bytes();
                batch.added.extend(rows.flat_map(number));
            }
            BadRows::Mark => batch.added.extend(rows.map(|(_, is_bad)| u8::from(is_bad))),
        }
        batch.rows = read.positions.len() as u64;
        batch.bad_rows = read.bad_rows.len() as u64;
        self.lines += batch.block.lines() as u64;
        self.rows += batch.block.len() as u64;
        Ok(())
    }

    /// Names a bad row of a block.
    fn bad_row(&self, block: &Block, row: usize, error: &ParsePositionError) -> String {
        let line = block.row(row);
        let reason = if line.len() > LINE_BYTES {
            format!("expected at most {LINE_BYTES} bytes, found {}", line.len())
        } else if self.is_lenient && core::str::from_utf8(line).is_ok() {
            // The first mistake is not the one that cannot be mended.
            error.to_string()
        } else {
            // A position by its name is right for other commands, and no FEN.
            let bad = input::parsed_by_rules(line, self.rules).err();
            let advice = || input::advice(line, self.rules);
            let bad =
                bad.map(|bad| format!("{bad}{}", if self.is_lenient { "" } else { advice() }));
            bad.unwrap_or_else(|| format!("expected a FEN and not a name ({error})"))
        };
        self.row(block, row, &reason)
    }

    /// Names a row of a block, and the reason for it.
    fn row(&self, block: &Block, row: usize, reason: &str) -> String {
        let text = shown_start(&String::from_utf8_lossy(block.row(row)));
        let (source, line) = (&self.source, self.lines + block.number(row) as u64 + 1);
        format!("{source}: line {line}, {reason}: \"{text}\"")
    }
}

/// Writes arrays to the files.
struct Writer {
    files: Files,
    /// The digest of the lines that have been written.
    digest: Digest,
}

impl Writer {
    /// Writes the arrays of a batch.
    fn write(&mut self, batch: &mut Batch, policy: BadRows) -> anyhow::Result<()> {
        if batch.block.lines() == 0 {
            return Ok(());
        }
        let added = (policy != BadRows::Error).then_some(&batch.added);
        let arrays = batch.arrays.iter().flatten().chain(added);
        self.files.write(arrays.map(|bytes| &**bytes))?;
        self.digest.add(batch.block.bytes());
        let state = &mut self.files.state;
        state.lines += batch.block.lines() as u64;
        state.bytes = self.digest.length();
        state.digest = self.digest.text();
        state.rows += batch.rows;
        state.bad_rows += batch.bad_rows;
        state.named.append(&mut batch.named);
        state.named.truncate(NAMED);
        state.mended_rows += batch.mended_rows;
        state.named_mended.append(&mut batch.named_mended);
        state.named_mended.truncate(NAMED);
        Ok(self.files.save()?)
    }
}

/// Threads that compute blocks of lines, and the writer of their arrays.
struct Pipeline {
    computer: Computer,
    writer: Writer,
    pool: ThreadPool,
    /// The rows that an earlier run has read.
    rows_before: u64,
    /// Whether the numbers of rows are dropped where none was left out.
    drops_rows: bool,
    bar: ProgressBar,
}

impl Pipeline {
    fn new(
        arguments: &FeaturesArguments,
        features: &[AnyFeature],
        source: &Source,
        files: Files,
        pool: ThreadPool,
    ) -> anyhow::Result<Self> {
        let State { lines, rows, bad_rows, .. } = files.state;
        let policy = arguments.bad_rows.unwrap_or_default();
        let leaves_out = matches!(policy, BadRows::Skip | BadRows::KeepBefore);
        let left_out = if leaves_out { bad_rows } else { 0 };
        Ok(Self {
            computer: Computer {
                arrays: features.iter().map(|&feature| Arrays::new(feature)).collect(),
                policy,
                rules: arguments.rules,
                is_lenient: arguments.lenient,
                word: arguments.word,
                source: source.name.clone(),
                lines,
                rows: rows + left_out,
                advice: Some("the same command goes on behind them"),
            },
            writer: Writer { files, digest: Digest::new() },
            pool,
            rows_before: rows + left_out,
            drops_rows: arguments.bad_rows.is_none(),
            bar: progress_of_bytes(source.bytes, "lines")?,
        })
    }

    /// Writes the features of all lines, from where an earlier run stopped, and gives the files
    /// their names.
    fn write_all(&mut self, source: &mut Source, file: &Path) -> anyhow::Result<Manifest> {
        let state = &self.writer.files.state;
        let is_complete = state.is_complete;
        if state.lines > 0 || is_complete {
            let passed = source.pass(state.lines, state.bytes, &state.digest)?;
            let has_more = is_complete && passed.is_some() && !source.is_at_end()?;
            let Some(digest) = passed.filter(|_| !has_more) else {
                let (partial, anew) = (self.writer.files.partial(), self.writer.files.anew());
                let (partial, source) = (shown_path(partial), &source.name);
                self.computer.advice = None;
                return Err(Wrong(format!(
                    "{partial} is of an unfinished run with another input: {source} does not begin with \
                     the lines that it has read; {anew}"
                ))
                .into());
            };
            self.writer.digest = digest;
            self.show(source);
        } else {
            self.writer.files.write_first(&self.computer.arrays)?;
        }
        if !is_complete {
            for arrays in &mut self.computer.arrays {
                let feature = arrays.feature();
                *arrays = Arrays::after(feature, self.writer.files.items(feature));
            }
            self.write_lines(source)?;
            if self.drops_rows && self.writer.files.state.bad_rows == 0 {
                self.writer.files.drop_rows();
            }
        }
        let manifest = Manifest::new(&self.writer.files, self.computer.policy, file);
        let text = serde_json::to_string_pretty(&manifest)? + "\n";
        self.writer.files.complete(&text)?;
        // Behind that, it is too late for an interrupt.
        interrupt::complete(|| self.writer.files.publish())?;
        Ok(manifest)
    }

    /// Writes the features of the lines that are left. While threads compute a batch, one of them
    /// writes the batch before it and reads the one behind it.
    fn write_lines(&mut self, source: &mut Source) -> anyhow::Result<()> {
        let [mut before, mut batch, mut behind] = [(); 3].map(|()| Batch::default());
        source.next(&mut batch.block)?;
        while batch.block.lines() + before.block.lines() > 0 {
            let Self { computer, writer, pool, .. } = self;
            let policy = computer.policy;
            let compute = || computer.compute(&mut batch);
            let write_and_read = || {
                writer.write(&mut before, policy)?;
                source.next(&mut behind.block)
            };
            let (computed, others) = pool.install(|| rayon::join(compute, write_and_read));
            computed.and(others)?;
            if STOP.load(Ordering::Relaxed) {
                return Err(Interrupted(INTERRUPTED).into());
            }
            self.show(source);
            core::mem::swap(&mut before, &mut batch);
            core::mem::swap(&mut batch, &mut behind);
        }
        Ok(())
    }

    /// Shows the progress.
    fn show(&self, source: &Source) {
        let state = &self.writer.files.state;
        self.bar.set_position(if source.bytes.is_some() { state.bytes } else { state.lines });
    }
}

/// The description of the files, as JSON.
#[derive(Debug, Serialize)]
struct Manifest {
    version: u32,
    program: &'static str,
    /// The input, which is null for standard input.
    source: Option<String>,
    lines: u64,
    rows: u64,
    bad_rows: BadRowsSummary,
    mended_rows: u64,
    features: Vec<&'static str>,
    arrays: Vec<ArraySummary>,
}

/// The policy for bad rows, and their number.
#[derive(Debug, Serialize)]
struct BadRowsSummary {
    policy: &'static str,
    count: u64,
}

/// An array.
#[derive(Debug, Serialize)]
struct ArraySummary {
    file: String,
    /// The feature, which is null for the numbers of rows and for marks.
    feature: Option<&'static str>,
    dtype: &'static str,
    shape: Vec<u64>,
}

impl Manifest {
    fn new(files: &Files, policy: BadRows, file: &Path) -> Self {
        let state = &files.state;
        let arrays = files.kinds().iter().zip(&state.written);
        let array = |(kind, written): (&ArrayType, &Written)| ArraySummary {
            file: file_name(&kind.name),
            feature: kind.feature,
            dtype: kind.dtype.numpy(),
            shape: kind.shape(written.bytes),
        };
        let features = files.kinds().iter().filter_map(|kind| kind.feature);
        let mut features: Vec<&str> = features.collect();
        // A feature may have several arrays.
        features.dedup();
        Self {
            version: 1,
            program: PROGRAM,
            source: (file != Path::new("-")).then(|| file.to_string_lossy().into_owned()),
            lines: state.lines,
            rows: state.rows,
            bad_rows: BadRowsSummary { policy: policy.name(), count: state.bad_rows },
            mended_rows: state.mended_rows,
            features,
            arrays: arrays.map(array).collect(),
        }
    }

    /// Returns a table of the files.
    fn text(&self, folder: &Path) -> String {
        let row = |array: &ArraySummary| {
            let file = shown_path(&folder.join(&array.file));
            let shape: Vec<String> = array.shape.iter().map(u64::to_string).collect();
            [file, array.dtype.to_owned(), shape.join(" x ")]
        };
        table(["file", "type", "shape"], self.arrays.iter().map(row), &[], &[])
    }
}

/// The result of a run as JSON.
#[derive(Debug, Serialize)]
struct Summary {
    output: String,
    seconds: f64,
    rows_per_second: f64,
    #[serde(flatten)]
    manifest: Manifest,
}

/// Prints all features.
fn list(arguments: &FeaturesArguments) -> anyhow::Result<()> {
    let named = named(arguments);
    let listed: Vec<Listed> = match named.is_empty() {
        true => AnyFeature::all().map(Listed::new).collect(),
        false => named.iter().copied().map(Listed::new).collect(),
    };
    if arguments.json {
        return output::print_json(&listed);
    }
    const MEANING: usize = 4;
    let rows = listed.iter().flat_map(|listed| {
        let row = |(index, array): (usize, &ListedArray)| {
            // The second array of a feature is below the first.
            let [name, meaning] = if index == 0 { [listed.name, listed.meaning] } else { [""; 2] };
            [name, &file_name(&array.name), array.dtype, &array.shape(), meaning].map(str::to_owned)
        };
        listed.arrays.iter().enumerate().map(row).collect::<Vec<_>>()
    });
    let header = ["name", "file", "type", "shape", "meaning"];
    let mut text = table(header, rows, &[MEANING], &[]);
    for listed in listed.iter().filter(|_| !named.is_empty()) {
        text += &format!("\n{}: {}\n", listed.name, listed.details);
    }
    output::print(&(text + FOOTER))
}

/// The text below the list of features.
const FOOTER: &str = "
N is the number of rows, and M of items in all lists. An axis of 2 is for White and Black, of 6 for
pawn, knight, bishop, rook, queen and king, of 64 for the squares from a1 to h8. A set of squares is
a number of 64 bits whose lowest bit is a1.
";

/// A feature in the list.
#[derive(Debug, Serialize)]
struct Listed {
    name: &'static str,
    meaning: &'static str,
    /// How the numbers are read.
    details: String,
    arrays: Vec<ListedArray>,
}

/// An array in the list.
#[derive(Debug, Serialize)]
struct ListedArray {
    name: String,
    dtype: &'static str,
    /// The first axis: N for positions, a multiple of N and one more for offsets, M for items.
    first: String,
    /// The lengths of the other axes.
    lengths: Vec<usize>,
}

impl Listed {
    fn new(feature: AnyFeature) -> Self {
        let array = |array: Array| ListedArray {
            name: array.name,
            dtype: array.dtype.numpy(),
            first: match array.axis {
                Axis::Positions => "N".to_owned(),
                Axis::Offsets { lists: 1 } => "N + 1".to_owned(),
                Axis::Offsets { lists } => format!("{lists} N + 1"),
                Axis::Items => "M".to_owned(),
            },
            lengths: array.lengths,
        };
        Self {
            name: feature.name(),
            meaning: feature.meaning(),
            details: feature.details(),
            arrays: feature.arrays().into_iter().map(array).collect(),
        }
    }
}

impl ListedArray {
    /// Returns the lengths of all axes.
    fn shape(&self) -> String {
        let others = self.lengths.iter().map(usize::to_string);
        [self.first.clone()].into_iter().chain(others).collect::<Vec<_>>().join(" x ")
    }
}
