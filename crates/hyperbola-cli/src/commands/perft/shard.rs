//! `hyperbola perft --shard`: a share of a count, which one of many computers counts.

use core::fmt;
use core::str::FromStr;
use std::io::Write;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use hyperbola_console::digest::Digest;
use hyperbola_console::{progress_bar, shown, shown_path};
use hyperbola_moves::Position;
use hyperbola_moves::perft::{Split, SplitPosition};
use serde::{Deserialize, Serialize};

use super::{Interrupted, PerftWay, nodes_per_second, number_of, rate, show};
use crate::arguments::CountArguments;
use crate::output;

/// The version of the fields of a shard. Shards of another form are not merged with these.
pub(super) const FORM: u32 = 2;

/// The version of the program. Another may split in another way or have another mistake, so shards
/// of another version are not merged with these, either.
pub(super) const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The number of positions that each shard gets at least, if nobody says how far to split. So the
/// shards take about as long as each other.
const POSITIONS_A_SHARD: usize = 16;

/// The greatest number of shards.
pub(super) const MOST_SHARDS: u32 = 1_000_000;

/// A share of a count: the third of 64 is `3/64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// The number of the share, from 1.
    number: u32,
    /// The number of all shares.
    shards: u32,
}

impl fmt::Display for Shard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.number, self.shards)
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let number = |text: &str| {
            let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse().ok().filter(|_| is_number)
        };
        let expected = format!("expected a shard and their number, 1 to {MOST_SHARDS}: 3/64");
        let (shard, shards) = text.split_once('/').ok_or_else(|| expected.clone())?;
        let (number, shards): (u32, u32) = number(shard).zip(number(shards)).ok_or(expected)?;
        if !(1..=MOST_SHARDS).contains(&shards) {
            return Err(format!("expected 1 to {MOST_SHARDS} shards, found {shards}"));
        }
        if !(1..=shards).contains(&number) {
            return Err(format!("expected a shard from 1 to {shards}, found {number}"));
        }
        Ok(Self { number, shards })
    }
}

/// Why shards, or the split into shards, are not what was expected.
#[derive(Debug)]
pub(crate) struct BadShards(pub(super) String);

impl fmt::Display for BadShards {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl core::error::Error for BadShards {}

/// The result of a shard, in the order of the JSON object.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct ShardReport {
    pub(super) form: u32,
    pub(super) version: String,
    pub(super) fen: String,
    pub(super) depth: u8,
    pub(super) split: u8,
    pub(super) shard: u32,
    pub(super) shards: u32,
    pub(super) all_positions: u64,
    pub(super) all_sequences: u128,
    pub(super) digest: String,
    pub(super) positions: u64,
    pub(super) sequences: u128,
    pub(super) nodes: u128,
    pub(super) check: String,
    pub(super) complete: bool,
    pub(super) seconds: f64,
    nodes_per_second: f64,
    threads: u16,
    hash_mib: u32,
    word: Option<String>,
    technique: Option<String>,
    bulk: bool,
}

impl ShardReport {
    /// Returns which share it is.
    pub(super) const fn share(&self) -> Shard {
        Shard { number: self.shard, shards: self.shards }
    }

    /// Returns the digest of the fields that a merge depends on.
    pub(super) fn check(&self) -> String {
        let Self { form, version, fen, depth, split, shard, shards, nodes, complete, .. } = self;
        let Self { all_positions, all_sequences, digest, positions, sequences, .. } = self;
        let text = format!(
            "{form}\n{version}\n{fen}\n{depth}\n{split}\n{shard}\n{shards}\n{all_positions}\n\
             {all_sequences}\n{digest}\n{positions}\n{sequences}\n{nodes}\n{complete}\n"
        );
        let mut check = Digest::new();
        check.add(text.as_bytes());
        check.text()
    }
}

/// The positions of a split that belong to a shard, with what describes them.
pub(super) struct Share<'a> {
    pub(super) positions: Vec<&'a SplitPosition>,
    pub(super) sequences: u128,
}

impl<'a> Share<'a> {
    /// Returns a shard's share of a split. The number of the shard is from 1.
    pub(super) fn of(split: &'a Split, Shard { number, shards }: Shard) -> Self {
        let positions: Vec<_> = split.share(number as usize - 1, shards as usize).collect();
        let sequences = positions.iter().map(|reached| reached.multiplicity).sum();
        Self { positions, sequences }
    }
}

/// Counts a shard, and prints or writes the result.
pub(super) fn run(
    arguments: &CountArguments,
    shard: Shard,
    position: &Position,
    way: &PerftWay,
) -> anyhow::Result<()> {
    let failure = |path: &Path| format!("cannot write {}", shown_path(path));
    // Before the work: to fail behind it would be a pity.
    let file = arguments.output.as_deref().map(|path| {
        hyperbola_console::file::check_writable(path).with_context(|| failure(path))?;
        Ok::<&Path, anyhow::Error>(path)
    });
    let file = file.transpose()?;
    let split = match arguments.split {
        Some(plies) if plies > arguments.depth => {
            let depth = arguments.depth;
            let message = format!("expected a split of at most the depth {depth}, found {plies}");
            return Err(BadShards(message).into());
        }
        Some(plies) => split_after(position, plies)?,
        None => split_for(position, arguments.depth, shard),
    };
    let report = report(arguments, shard, &split, way)?;
    if let (Some(path), true) = (file, report.complete) {
        let json = serde_json::to_string_pretty(&report)? + "\n";
        hyperbola_console::file::write(path, &json).with_context(|| failure(path))?;
    } else if arguments.json {
        output::print_json(&report)?;
    } else if file.is_none() {
        let mark = if report.complete { "" } else { " (incomplete)" };
        output::print(&format!("{}{mark}\n", report.nodes))?;
    }
    if !arguments.json {
        let speed = rate(report.nodes, report.seconds);
        // The number is the result; the command succeeds even if the time cannot be printed.
        let _ = writeln!(anstream::stderr(), "shard {shard}: {:.3} s, {speed}", report.seconds);
    }
    if report.complete { Ok(()) } else { Err(Interrupted.into()) }
}

/// Counts the sequences that go on from the positions of a shard.
fn report(
    arguments: &CountArguments,
    shard: Shard,
    split: &Split,
    way: &PerftWay,
) -> anyhow::Result<ShardReport> {
    let share = Share::of(split, shard);
    let depth = u32::from(arguments.depth) - split.plies();
    let bar = progress_bar(0);
    let start = Instant::now();
    let counted = way.count_share(split, &share.positions, depth, &|progress| {
        show(&bar, progress, start.elapsed());
    });
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let nodes = number_of(counted)?;
    let (word, technique, bulk) = way.names();
    let mut report = ShardReport {
        form: FORM,
        version: VERSION.to_owned(),
        fen: split.start().to_string(),
        depth: arguments.depth,
        split: u8::try_from(split.plies())?,
        shard: shard.number,
        shards: shard.shards,
        all_positions: split.positions().len() as u64,
        all_sequences: split.sequences(),
        digest: digest(split),
        positions: share.positions.len() as u64,
        sequences: share.sequences,
        nodes,
        check: String::new(),
        complete: counted.is_complete,
        seconds,
        nodes_per_second: nodes_per_second(nodes, seconds),
        threads: arguments.threads,
        hash_mib: arguments.hash,
        word: word.map(str::to_owned),
        technique: technique.map(str::to_owned),
        bulk,
    };
    report.check = report.check();
    Ok(report)
}

/// Splits after a number of half moves.
pub(super) fn split_after(position: &Position, plies: u8) -> Result<Split, BadShards> {
    let mut split = Split::new(position);
    for ply in 1..=plies {
        split.deepen(Split::MOST_POSITIONS).map_err(|error| {
            let plies = output::counted(plies.into(), "half move");
            BadShards(format!("cannot split after {plies}: after {ply} {error}"))
        })?;
    }
    Ok(split)
}

/// Splits as far as a number of shards needs.
fn split_for(position: &Position, depth: u8, shard: Shard) -> Split {
    let mut split = Split::new(position);
    let wanted = POSITIONS_A_SHARD * shard.shards as usize;
    while split.plies() < u32::from(depth)
        && split.positions().len() < wanted
        && split.deepen(Split::MOST_POSITIONS).is_ok()
    {}
    split
}

/// Returns the digest of the positions of a split and their multiplicities.
pub(super) fn digest(split: &Split) -> String {
    let mut digest = Digest::new();
    for SplitPosition { position, multiplicity, .. } in split.positions() {
        digest.add(format!("{} {multiplicity}\n", position.shredder_fen()).as_bytes());
    }
    digest.text()
}

/// Returns the beginning of a list of things, as a text.
pub(super) fn list(things: impl ExactSizeIterator<Item = String>) -> String {
    const SHOWN: usize = 8;
    let number = things.len();
    let first: Vec<String> = things.take(SHOWN).map(|thing| shown(&thing)).collect();
    let rest = if number > SHOWN { format!(" and {} more", number - SHOWN) } else { String::new() };
    first.join(", ") + &rest
}
