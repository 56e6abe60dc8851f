//! The arguments of `hyperbola convert` and their help.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{ArgGroup, Args, ValueEnum};
use hyperbola_console::parsers::threads_parser;
use hyperbola_console::reading::ReadingArguments;
use hyperbola_data::convert::{BadRows, Request};
use hyperbola_data::{Arrangement, Filter, Format, GameResult, Part, Plan, Score, Target};
use hyperbola_files::journal::{Input, Question};
use hyperbola_files::new_file::folder_of;
use hyperbola_files::{Error, Wrong, file, shown_path};
use hyperbola_moves::Color;
use serde::{Serialize, Serializer};

use crate::bad_rows;

/// The arguments of `hyperbola convert`. Those that do not change the output are not serialized.
#[derive(Debug, Args, Serialize)]
#[serde(rename_all = "kebab-case")]
#[command(override_usage = USAGE, after_help = HELP)]
pub(crate) struct ConvertArguments {
    /// The inputs, and last the output. The file - is standard input or standard output
    #[arg(value_name = "FILE", required = true)]
    #[serde(skip)]
    files: Vec<PathBuf>,
    /// The format of the inputs [default: what their names and contents say]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(|_| true))]
    #[serde(serialize_with = "as_text")]
    pub(crate) from: Option<Format>,
    /// The format of the output [default: what its name says]
    #[arg(long, value_name = "FORMAT", value_parser = format_parser(Format::is_written))]
    #[serde(skip)] // the name of the output may say it
    pub(crate) to: Option<Format>,
    /// Read all files as inputs, and write no entries
    #[arg(long, conflicts_with = "to")]
    #[serde(skip)] // there is no output
    pub(crate) check: bool,
    /// Write a page about the entries to this file: scores, results, plies, pieces, kings, samples
    #[arg(long, value_name = "FILE")]
    #[serde(skip)]
    pub(crate) report: Option<PathBuf>,
    /// What to do with a part of an input that is wrong, and with an entry that the output cannot
    /// hold [default: skip, with exit status 2 if something is left out]
    #[arg(long, value_name = "POLICY", value_parser = bad_rows::parser(&POLICIES))]
    #[serde(serialize_with = "bad_rows::as_name")]
    pub(crate) bad_rows: Option<BadRows>,
    /// Write this score where an entry or a move of a game has none, as White sees it
    #[arg(long, value_name = "SCORE", allow_hyphen_values = true)]
    pub(crate) missing_score: Option<i16>,
    /// Write this result where it is not known
    #[arg(
        long, value_name = "RESULT", value_parser = result_parser(), conflicts_with = "check"
    )]
    #[serde(serialize_with = "as_text")]
    pub(crate) missing_result: Option<GameResult>,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Drop castling rights that only Chess960 has, and moves that need them
    #[arg(long)]
    pub(crate) drop_chess960: bool,
    /// The number of threads that read, at most 256; 0 for all processors
    #[arg(
        long, value_name = "N", default_value_t = 0, allow_hyphen_values = true,
        value_parser = threads_parser()
    )]
    #[serde(skip)]
    pub(crate) threads: u16,
    /// Replace the output and the report if they are there already
    #[arg(long)]
    #[serde(skip)]
    pub(crate) overwrite: bool,
    /// Print the result as one JSON object
    #[arg(long)]
    #[serde(skip)]
    pub(crate) json: bool,
    #[command(flatten)]
    #[serde(flatten)]
    pub(crate) filters: Filters,
    #[command(flatten)]
    #[serde(skip)] // such a run does not go on
    pub(crate) order: Order,
}

/// Which entries are wanted.
#[derive(Debug, Args, Serialize)]
#[command(next_help_heading = "Filters")]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Filters {
    /// Leave out positions in check
    #[arg(long)]
    without_checks: bool,
    /// Leave out positions whose move captures
    #[arg(long)]
    without_captures: bool,
    /// Leave out positions whose move promotes
    #[arg(long)]
    without_promotions: bool,
    /// Leave out positions without a score
    #[arg(long)]
    scored: bool,
    /// Leave out positions whose score is larger, for either side
    #[arg(long, value_name = "SCORE", value_parser = clap::value_parser!(i32).range(0..))]
    max_score: Option<i32>,
    /// Leave out positions of earlier plies
    #[arg(long, value_name = "PLY", default_value_t = 0)]
    min_ply: u16,
    /// Leave out positions of later plies
    #[arg(long, value_name = "PLY", default_value_t = u16::MAX)]
    max_ply: u16,
    /// Leave out positions with fewer pieces, kings and pawns included
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_pieces: u32,
    /// Leave out positions with more pieces
    #[arg(long, value_name = "N", default_value_t = 64)]
    max_pieces: u32,
    /// Leave out positions with less material of both sides: a pawn 1, a knight or bishop 3, a rook
    /// 5, a queen 9
    #[arg(long, value_name = "SUM", default_value_t = 0)]
    min_material: u32,
    /// Leave out positions with more material. A game begins with 78
    #[arg(long, value_name = "SUM")]
    max_material: Option<u32>,
    /// Of the entries that are left, write the first of each N
    #[arg(
        long, value_name = "N", default_value_t = 1,
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    pub(super) every: u64,
    /// Keep only these of a number of equal shares: 0-89/100 are the first 90 of 100
    #[arg(long, value_name = "SHARES")]
    #[serde(serialize_with = "as_text")]
    pub(super) part: Option<Part>,
    /// What belongs to one share as a whole
    #[arg(long, value_name = "THING", default_value = "position", requires = "part")]
    pub(super) part_by: PartBy,
}

/// What belongs to one share as a whole.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum PartBy {
    /// All entries of a position
    Position,
    /// All entries of a game, or of a chain of a binpack
    Game,
}

/// Which entries are written once, and in which order.
#[derive(Debug, Args)]
#[command(
    next_help_heading = "Order",
    group = ArgGroup::new("arranged").args(["unique", "shuffle"]).multiple(true)
)]
pub(crate) struct Order {
    /// Write only the first entry of each position
    #[arg(long)]
    pub(super) unique: bool,
    /// Write the entries in random order
    #[arg(long, conflicts_with = "check")]
    pub(super) shuffle: bool,
    /// Choose another random order
    #[arg(long, value_name = "N", default_value_t = 0, requires = "shuffle")]
    pub(super) seed: u64,
    /// The memory in MiB for entries, 16 to 1048576
    #[arg(
        long, value_name = "MIB", default_value_t = 1024, requires = "arranged",
        value_parser = clap::value_parser!(u32).range(16..=1 << 20)
    )]
    pub(super) memory: u32,
    /// The folder for entries that do not fit into memory [default: that of the output]
    #[arg(long, value_name = "DIR", requires = "arranged")]
    pub(super) scratch: Option<PathBuf>,
}

impl Order {
    /// Returns how entries are arranged, if they are.
    ///
    /// # Errors
    ///
    /// Returns an error if the scratch folder is not a folder.
    pub(super) fn arrangement(
        &self,
        output: Option<Output<'_>>,
    ) -> anyhow::Result<Option<Arrangement>> {
        let Self { unique, shuffle, seed, memory, ref scratch } = *self;
        if !unique && !shuffle {
            return Ok(None);
        }
        if let Some(folder) = scratch.as_ref().filter(|folder| !folder.is_dir()) {
            let message = format!("--scratch: expected a folder, found {}", shown_path(folder));
            return Err(Wrong(message).into());
        }
        let default = Arrangement::default();
        let folder = || {
            let output = output.filter(|output| output.path != Path::new("-"))?;
            // What is written directly, such as a pipe, has no folder for other files.
            Some(folder_of(&file::place(output.path).ok()??).to_owned())
        };
        Ok(Some(Arrangement {
            unique,
            shuffle: shuffle.then_some(seed),
            memory: usize::try_from(u64::from(memory) << 20).unwrap_or(usize::MAX),
            scratch: scratch.clone().or_else(folder).unwrap_or(default.scratch),
        }))
    }
}

impl Filters {
    /// Returns the filter.
    fn filter(&self) -> Filter {
        Filter {
            without_checks: self.without_checks,
            without_captures: self.without_captures,
            without_promotions: self.without_promotions,
            scored: self.scored,
            most_score: self.max_score.unwrap_or(i32::MAX),
            plies: self.min_ply..=self.max_ply,
            pieces: self.min_pieces..=self.max_pieces,
            material: self.min_material..=self.max_material.unwrap_or(u32::MAX),
        }
    }
}

/// What may happen with what is wrong or cannot be written.
const POLICIES: [(BadRows, &str); 3] = [
    (BadRows::Error, "End the command"),
    (BadRows::Skip, "Leave it out, and go on with the next chunk, game, record or line"),
    (
        BadRows::KeepBefore,
        "As skip, but keep the entries of a game of PGN before the mistake in it",
    ),
];

/// The files that the arguments name.
pub(super) struct Paths<'a> {
    pub(super) inputs: &'a [PathBuf],
    /// The output, unless the inputs are only checked.
    pub(super) output: Option<Output<'a>>,
}

/// The output.
#[derive(Clone, Copy)]
pub(super) struct Output<'a> {
    pub(super) path: &'a Path,
    pub(super) format: Format,
    /// Whether the output goes to standard output, by whatever name.
    pub(super) is_stdout: bool,
}

impl ConvertArguments {
    /// Returns the inputs and the output, which must be none of them and new.
    pub(super) fn paths(&self) -> anyhow::Result<Paths<'_>> {
        let paths = self.files_by_use()?;
        if paths.inputs.iter().filter(|input| *input == Path::new("-")).count() > 1 {
            return Err(Wrong("expected standard input once, found it twice".to_owned()).into());
        }
        if let Some(report) = &self.report {
            self.check_new(report, paths.inputs)?;
            if paths.output.is_some_and(|output| output.path == report) {
                let message = format!("{} is the output and the report", shown_path(report));
                return Err(Wrong(message).into());
            }
            let cannot = || format!("cannot write {}", shown_path(report));
            file::check_writable(report).with_context(cannot)?;
        }
        Ok(paths)
    }

    /// Returns what is done with the entries.
    ///
    /// # Errors
    ///
    /// Returns an error if the scratch folder is not a folder.
    pub(super) fn request(&self, output: Option<Output<'_>>) -> anyhow::Result<Request> {
        Ok(Request {
            plan: self.plan(),
            every: self.filters.every,
            bad_rows: self.bad_rows.unwrap_or_default(),
            rules: self.reading.rules,
            lenient: self.reading.lenient,
            threads: self.threads.into(),
            arrangement: self.order.arrangement(output)?,
            surveys: self.report.is_some(),
        })
    }

    /// Returns what is done with each entry that is read.
    fn plan(&self) -> Plan {
        let missing_score = self.missing_score.map(i32::from);
        Plan {
            filter: self.filters.filter(),
            part: self.filters.part.clone(),
            by_game: self.filters.part_by == PartBy::Game,
            missing_score: missing_score.map(|score| Score::seen_by(Color::White, score)),
            missing_result: self.missing_result.unwrap_or_default(),
            drops_chess960: self.drop_chess960,
            target: Target::Nothing,
        }
    }

    /// Returns what the output in a format depends on.
    pub(super) fn question(&self, format: Format, inputs: Vec<Input>) -> Result<Question, Error> {
        #[derive(Serialize)]
        struct QuestionFields<'a> {
            to: &'static str,
            #[serde(flatten)]
            arguments: &'a ConvertArguments,
        }
        Question::new("convert", &QuestionFields { to: format.name(), arguments: self }, inputs)
    }

    /// Refuses a file that would replace an input, or another file without being asked to.
    fn check_new(&self, path: &Path, inputs: &[PathBuf]) -> Result<(), Wrong> {
        let name = shown_path(path);
        // Only files are opened for this test, and never a pipe.
        let is_same = |input: &PathBuf| {
            let are_files = input.is_file() && path.is_file();
            input == path || (are_files && same_file::is_same_file(input, path).unwrap_or(false))
        };
        if inputs.iter().any(is_same) {
            return Err(Wrong(format!("{name} is an input and would be replaced")));
        }
        if file::replaces(path) && !self.overwrite {
            return Err(Wrong(format!("{name} is there already; --overwrite replaces it")));
        }
        Ok(())
    }

    fn files_by_use(&self) -> anyhow::Result<Paths<'_>> {
        if self.check {
            return Ok(Paths { inputs: &self.files, output: None });
        }
        let Some((output, inputs)) = self.files.split_last().filter(|(_, rest)| !rest.is_empty())
        else {
            let message = "expected an input and an output, or --check with inputs";
            return Err(Wrong(message.to_owned()).into());
        };
        let is_stream = output == Path::new("-");
        let is_stdout = is_stream || file::is_stdout(output);
        if !is_stream {
            self.check_new(output, inputs)?;
        }
        if is_stdout && self.json {
            let message = "--json: expected a file as the output, found standard output";
            return Err(Wrong(message.to_owned()).into());
        }
        let format = self.target_format(output)?;
        Ok(Paths { inputs, output: Some(Output { path: output, format, is_stdout }) })
    }

    /// Returns the format of the output.
    fn target_format(&self, path: &Path) -> anyhow::Result<Format> {
        let message = match self.to.or_else(|| Format::of_path(path)) {
            Some(format) if format.is_written() => return Ok(format),
            Some(format) => {
                format!("expected a format that can be written, found {format}, which is only read")
            }
            None => "expected a name that says the format, or --to with a format".to_owned(),
        };
        Err(Wrong(format!("{}: {message}", shown_path(path))).into())
    }
}

/// Serializes a value as its text, if there is one.
fn as_text<T: ToString, S: Serializer>(value: &Option<T>, target: S) -> Result<S::Ok, S::Error> {
    value.as_ref().map(ToString::to_string).serialize(target)
}

/// Parses the name of a format.
fn format_parser(is_taken: fn(Format) -> bool) -> impl TypedValueParser<Value = Format> {
    let formats = Format::ALL.into_iter().filter(move |&format| is_taken(format));
    PossibleValuesParser::new(formats.map(Format::name)).try_map(|name| name.parse::<Format>())
}

/// Parses a result that can be written.
fn result_parser() -> impl TypedValueParser<Value = GameResult> {
    let results = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw];
    PossibleValuesParser::new(results.map(GameResult::as_str))
        .try_map(|text| text.parse::<GameResult>())
}

/// The ways to use `hyperbola convert`.
const USAGE: &str = "\
hyperbola-data convert [OPTIONS] <INPUT>... <OUTPUT>
       hyperbola-data convert [OPTIONS] --check <INPUT>...";

/// The text at the end of the help of `hyperbola convert`.
const HELP: &str = "\
Formats, the endings of their names, and what they cannot hold beside the position, the score and \
the result:
  binpack        .binpack        castling of Chess960 (refused); move numbers come from the ply
  plain          .plain          nothing is lost
  bin            .bin            castling with a rook that is not the outermost one (refused)
  viriformat     .viri .vf       plies beside the move number; the position after a game's last move
  marlinformat   .marlin         moves, plies beside the move number
  bullet         .bullet .bulletformat .data
                                moves, plies, castling, en passant, clocks, who is to move
  bullet-text    .txt            moves, plies beside the move number
  epd            .epd            only read: c9 is the result, ce the score
  pgn            .pgn            only read: positions with [%eval ...] in their comments
  lichess        .jsonl          only read: Lichess' evaluations, the deepest of each position
  leela          .leela          only read: records of Leela, versions 3 to 7, without scores
  table          .csv .tsv       only read: a header line, then a FEN and an evaluation as White sees it
  pgn-match      with --from     only read: comments as {+0.71/22 1.2s} of cutechess and fastchess,
                                 or {..., wv=0.71, ...} of TCEC
  tuner          with --from     only read: lines as FEN [0.5] 12 or FEN;0.5, as White sees them
  montyformat    with --from     only read: games of Monty 0.9 with visits, which are passed over
  monty-value    with --from     only read: games of Monty 0.9 without visits

binpack, plain and bin can say that a position has no score. The others refuse such a position, \
and all formats that are written refuse one without a result. --missing-score and --missing-result \
say what to write instead: Lichess' evaluations have no results, and EPD often has no scores. \
viriformat needs a move for each position but the one after a game's last move, which is left out.

Scores keep their units, and change their point of view where the formats differ. A binpack holds only \
castling rights of chess: --drop-chess960 drops the others, and the moves that need them. Nothing else is \
changed: where a number does not fit, the entry is refused.

With --rules chess, a castling right that is not one of chess is a mistake, in every format. With \
--rules auto, FENs whose letters KQkq need Chess960 are noted at the end. --lenient mends FENs: it \
drops rights and squares that do not fit, and so such letters, unless --rules chess960 is given or \
the tag Variant says so. Mended FENs are noted.

Every position, move and number of the inputs is checked. A mistake is named with its chunk, game, \
record or line and its byte, and the part is left out: the rest of a chunk of a binpack, the rest \
of a game of viriformat, a game of PGN, a record or a line. The first five are named on standard \
error. What was read before the mistake is kept, but for its game in PGN: --bad-rows keep-before \
keeps that too. The output is complete without these parts, but the exit status is 2, unless \
--bad-rows skip or keep-before says that this is right. With --bad-rows error the first mistake \
ends the command. A file without an entry in 256 MiB is not read on.

In games of PGN, positions without an evaluation are left out. With --missing-score each move has \
its entry. An evaluation that cannot be read costs its move the score. Tags, brackets and signs \
that are none are passed over and noted. Moves may be written as \
SAN, UCI or long algebraic notation. Where the tag Result and the result behind the moves differ, \
the latter counts.

The format of an input is found by its name and its first bytes. Where they contradict each other, \
or say nothing, --from is needed. Files that are packed (gzip, Zstandard, bzip2, xz, 7z, zip) are \
read from a pipe, as in the last example.

The output is the same on any number of threads. It is written in the folder OUTPUT.partial and \
gets its name when it is complete. After an interrupt (Ctrl-C or SIGTERM), a kill or a full disk, \
run the command again with the same arguments: it continues, and the output is that of a run \
without a break. Only --threads, --json and the names of the inputs may differ, and --bad-rows \
error may become skip. The command does not continue a run with other arguments or with inputs \
whose length or time of modification is another, or if the output so far was changed. To start \
anew, remove the folder. Runs with a pipe, --report, --unique or --shuffle begin anew.

--part keeps some of a number of equal shares, by a hash of the position or of the game, so that \
runs with other shares have no entry in common. Only binpack, viriformat, pgn and Monty's \
formats have games.

With --unique, the first entry of each position is written: pieces, side to move, castling rights \
and en passant square make the position. Filters come first. With --shuffle, the order depends on \
the inputs and --seed, and not on --memory. What does not fit into --memory goes to the --scratch \
folder, 58 bytes for each entry, and with --unique once more for each that is left. The file there \
has no name and is gone when the command ends in any way. Without a file as the output, the folder \
is the system's for temporary files. Each block has a checksum: a changed bit is an error.

The files with their formats and entries are printed on standard output, then what was left out \
and why, and the time on standard error. A run that gives no entry says why, shows the first \
comments of games that it could not read, writes no output and ends with exit status 2. The JSON \
object has output, format, seconds, entries_per_second, inputs (each has file, format and \
entries), read, filtered, duplicates, written, seed, scratch_bytes (the most at once), bad_rows \
(policy, unreadable and refused), left_out and noted (of each thing and reason the count).

With --report a page of HTML is written about the entries that were written, or with --check about \
those that filters leave: histograms of scores, results, plies, pieces and phases, the squares of \
the kings, the share of positions that are there again, and samples.

Examples:
  hyperbola convert games.binpack games.plain
  hyperbola convert a.binpack b.binpack training.bullet --bad-rows skip
  hyperbola convert games.binpack quiet.binpack --scored --without-checks --without-captures
  hyperbola convert --check *.viri --json
  hyperbola convert --check games.binpack --report games.html
  hyperbola convert a.binpack b.binpack training.bullet --unique --shuffle --memory 4096
  hyperbola convert games.viri validation.viri --part 90-99/100 --part-by game
  zstdcat lichess_db_eval.jsonl.zst | hyperbola convert - evals.plain --missing-result 1/2-1/2";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_help_has_every_format_with_its_endings() {
        for format in Format::ALL {
            let name = format!("  {} ", format.name());
            let row = HELP.lines().find(|line| line.starts_with(&name));
            let row = row.unwrap_or_else(|| panic!("{format} has no row"));
            for ending in format.extensions() {
                assert!(
                    row.split(' ').any(|word| word == format!(".{ending}")),
                    "{row}: .{ending}"
                );
            }
        }
    }
}
