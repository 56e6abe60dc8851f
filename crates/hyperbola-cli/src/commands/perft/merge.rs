//! `hyperbola perft merge`: the sum of all shards, if they are all there and belong together.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use hyperbola_console::shown_path;
use serde::{Deserialize, Serialize};

use super::shard::{BadShards, FORM, ShardReport, Share, digest, list, split_after};
use crate::arguments::MergeArguments;
use crate::{input, output};

/// The result, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Merged {
    fen: String,
    depth: u8,
    split: u8,
    shards: u32,
    positions: u64,
    sequences: u128,
    nodes: u128,
    seconds: f64,
}

/// A shard with the name of its file.
struct Named {
    path: PathBuf,
    report: ShardReport,
}

/// Adds up the shards that the arguments name.
pub(super) fn run(arguments: &MergeArguments) -> anyhow::Result<()> {
    let shards: Vec<Named> =
        arguments.files.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    let Some((first, others)) = shards.split_first() else { anyhow::bail!("expected shards") };
    for other in others {
        check_same(first, other)?;
    }
    check_all(&shards)?;
    check_split(&shards, &first.report)?;
    let nodes = shards.iter().try_fold(0_u128, |sum, shard| sum.checked_add(shard.report.nodes));
    let ShardReport { fen, depth, split, shards: number, .. } = first.report.clone();
    let merged = Merged {
        fen,
        depth,
        split,
        shards: number,
        positions: first.report.all_positions,
        sequences: first.report.all_sequences,
        nodes: nodes.context("there are more than 2^128 move sequences")?,
        seconds: shards.iter().map(|shard| shard.report.seconds).sum(),
    };
    if arguments.json {
        output::print_json(&merged)
    } else {
        output::print(&format!("{}\n", merged.nodes))
    }
}

/// Reads a shard and checks it by itself.
fn read(path: &Path) -> anyhow::Result<Named> {
    /// What every version of the form has.
    #[derive(Deserialize)]
    struct Form {
        form: u32,
    }

    let name = shown_path(path);
    let bytes = fs::read(path).with_context(|| format!("cannot read {name}"))?;
    let no_shard = |error| BadShards(format!("{name} is no shard: {error}"));
    let Form { form } = serde_json::from_slice(&bytes).map_err(no_shard)?;
    if form != FORM {
        let message = format!("{name} has the form {form}; this program merges the form {FORM}");
        return Err(BadShards(message).into());
    }
    let report: ShardReport = serde_json::from_slice(&bytes).map_err(no_shard)?;
    if report.check != report.check() {
        let message = format!("{name} is damaged: its fields do not have the digest in check");
        return Err(BadShards(message).into());
    }
    let share = report.share();
    if !(1..=report.shards).contains(&report.shard) || report.split > report.depth {
        let ShardReport { split, depth, .. } = report;
        let message = format!("{name} is no shard: {share}, split {split} of depth {depth}");
        return Err(BadShards(message).into());
    }
    if !report.complete {
        let message = format!("{name} is incomplete: the count of shard {share} was interrupted");
        return Err(BadShards(message).into());
    }
    Ok(Named { path: path.to_owned(), report })
}

/// Checks that two shards are of one count.
fn check_same(first: &Named, other: &Named) -> Result<(), BadShards> {
    let (a, b) = (&first.report, &other.report);
    let fields = [
        ("the position", a.fen.clone(), b.fen.clone()),
        ("the depth", a.depth.to_string(), b.depth.to_string()),
        ("the split after", a.split.to_string(), b.split.to_string()),
        ("the number of shards", a.shards.to_string(), b.shards.to_string()),
    ];
    let different = fields.iter().find(|(_, of_first, of_other)| of_first != of_other);
    different.map_or(Ok(()), |(field, of_first, of_other)| {
        Err(BadShards(format!(
            "{} is a shard of another count: {field} {of_other}; {} has {of_first}",
            shown_path(&other.path),
            shown_path(&first.path)
        )))
    })
}

/// Checks that each shard is there once.
fn check_all(shards: &[Named]) -> Result<(), BadShards> {
    let mut by_number: BTreeMap<u32, Vec<&Path>> = BTreeMap::new();
    for Named { path, report } in shards {
        by_number.entry(report.shard).or_default().push(path);
    }
    let number = shards.first().map_or(0, |shard| shard.report.shards);
    if let Some((shard, paths)) = by_number.iter().find(|(_, paths)| paths.len() > 1) {
        let paths = list(paths.iter().map(|path| shown_path(path)));
        return Err(BadShards(format!("shard {shard}/{number} is given twice: {paths}")));
    }
    let missing: Vec<u32> = (1..=number).filter(|shard| !by_number.contains_key(shard)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (is, which) = if missing.len() == 1 { ("shard is", "") } else { ("shards are", "s") };
    let shards = list(missing.iter().map(u32::to_string));
    Err(BadShards(format!("{} of {number} {is} missing: shard{which} {shards}", missing.len())))
}

/// Makes the split anew, and checks that the shards are of it.
fn check_split(shards: &[Named], first: &ShardReport) -> Result<(), BadShards> {
    let position = input::position(first.fen.as_bytes())
        .map_err(|error| BadShards(format!("the position of the shards: {error}")))?;
    let split = split_after(&position, first.split)?;
    let digest = digest(&split);
    for Named { path, report } in shards {
        let share = Share::of(&split, report.share());
        let expected = (
            split.positions().len() as u64,
            split.sequences(),
            &digest,
            share.positions.len() as u64,
            share.sequences,
        );
        let ShardReport { all_positions, all_sequences, digest, positions, sequences, .. } = report;
        let found = (*all_positions, *all_sequences, digest, *positions, *sequences);
        if found != expected {
            return Err(BadShards(format!(
                "{} is not of this split: expected positions, sequences, digest, and the shard's \
                 positions and sequences {expected:?}, found {found:?}",
                shown_path(path)
            )));
        }
    }
    Ok(())
}
