//! The sum of all shards, if they are complete and belong together.

use core::sync::atomic::AtomicBool;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use hyperbola_files::{Error, Wrong, counted, list, shown_path};
use hyperbola_moves::Position;
use serde::Serialize;

use super::{Deal, MOST_SHARDS, ShardReport, TooManySequences, read};

/// The result, in the order of the JSON object.
#[derive(Debug, Serialize)]
pub struct Merged {
    fen: String,
    depth: u8,
    split: u8,
    shards: u32,
    positions: u64,
    sequences: u128,
    /// The number of all move sequences.
    pub nodes: u128,
    seconds: f64,
}

/// A shard with the name of its file.
struct Named {
    path: PathBuf,
    report: ShardReport,
}

/// Adds up the shards in files.
///
/// # Errors
///
/// Returns an error if a file cannot be read, or [`Error::Wrong`].
pub fn merge(files: &[PathBuf]) -> Result<Merged, Error> {
    let shards: Vec<Named> = files.iter().map(|path| read(path)).collect::<Result<_, _>>()?;
    Ok(merged(&shards)?)
}

/// Reads a shard that may differ from a valid one only in its count.
///
/// # Errors
///
/// Returns an error if the file cannot be read, or [`Error::Wrong`] if it has other contents.
pub fn read_like(path: &Path, like: &ShardReport) -> Result<ShardReport, Error> {
    let named = read(path)?;
    if let Some((field, expected, found)) = difference(like, &named.report) {
        let path = shown_path(path);
        let message =
            format!("{path} is a shard of another count: {field} {found}, not {expected}");
        return Err(Wrong(message).into());
    }
    check_like(&named, like)?;
    Ok(named.report)
}

/// Adds up shards, if they are complete and belong together.
fn merged(shards: &[Named]) -> Result<Merged, Wrong> {
    let Some((first, others)) = shards.split_first() else {
        return Err(Wrong("expected shards".to_owned()));
    };
    for other in others {
        check_same(first, other)?;
    }
    check_all(shards)?;
    check_split(shards, &first.report)?;
    let nodes = shards.iter().try_fold(0_u128, |sum, shard| sum.checked_add(shard.report.nodes));
    let nodes = nodes.filter(|nodes| *nodes < u128::MAX);
    let nodes = nodes.ok_or_else(|| Wrong(TooManySequences.to_string()))?;
    let ShardReport { fen, depth, split, shards: number, .. } = first.report.clone();
    Ok(Merged {
        fen,
        depth,
        split,
        shards: number,
        positions: first.report.all_positions,
        sequences: first.report.all_sequences,
        nodes,
        seconds: shards.iter().map(|shard| shard.report.seconds).sum(),
    })
}

/// Reads a shard and checks it.
fn read(path: &Path) -> Result<Named, Error> {
    let named = Named { path: path.to_owned(), report: read::report(path)? };
    check_alone(&named)?;
    Ok(named)
}

/// Checks a single shard.
fn check_alone(Named { path, report }: &Named) -> Result<(), Wrong> {
    let name = shown_path(path);
    if report.check != report.check() {
        let message = format!("{name} is damaged: its fields do not have the digest in check");
        return Err(Wrong(message));
    }
    let ShardReport { shard, shards, split, depth, .. } = *report;
    let share = report.share();
    if !(1..=shards).contains(&shard) || shards > MOST_SHARDS || split > depth {
        let message = format!("{name} is not a shard: {share}, split {split} of depth {depth}");
        return Err(Wrong(message));
    }
    if !report.complete {
        let message = format!("{name} is incomplete: the count of shard {share} was interrupted");
        return Err(Wrong(message));
    }
    Ok(())
}

/// Checks that two shards are of one count.
fn check_same(first: &Named, other: &Named) -> Result<(), Wrong> {
    difference(&first.report, &other.report).map_or(Ok(()), |(field, of_first, of_other)| {
        Err(Wrong(format!(
            "{} is a shard of another count: {field} {of_other}; {} has {of_first}",
            shown_path(&other.path),
            shown_path(&first.path)
        )))
    })
}

/// Returns the first field that is not the same in all shards of a count, and its values.
fn difference(a: &ShardReport, b: &ShardReport) -> Option<(&'static str, String, String)> {
    let fields = [
        ("the position", a.fen.clone(), b.fen.clone()),
        ("the depth", a.depth.to_string(), b.depth.to_string()),
        ("the split after", a.split.to_string(), b.split.to_string()),
        ("the number of shards", a.shards.to_string(), b.shards.to_string()),
    ];
    fields.into_iter().find(|(_, of_a, of_b)| of_a != of_b)
}

/// Checks that each shard is there once.
fn check_all(shards: &[Named]) -> Result<(), Wrong> {
    let mut by_number: BTreeMap<u32, Vec<&Path>> = BTreeMap::new();
    for Named { path, report } in shards {
        by_number.entry(report.shard).or_default().push(path);
    }
    let number = shards.first().map_or(0, |shard| shard.report.shards);
    if let Some((shard, paths)) = by_number.iter().find(|(_, paths)| paths.len() > 1) {
        let paths = list(paths.iter().map(|path| shown_path(path)));
        return Err(Wrong(format!("shard {shard}/{number} is given twice: {paths}")));
    }
    let missing: Vec<u32> = (1..=number).filter(|shard| !by_number.contains_key(shard)).collect();
    if missing.is_empty() {
        return Ok(());
    }
    let (is, which) = if missing.len() == 1 { ("is", "shard") } else { ("are", "shards") };
    let of = counted(number.into(), "shard");
    let shards = list(missing.iter().map(u32::to_string));
    Err(Wrong(format!("{} of {of} {is} missing: {which} {shards}", missing.len())))
}

/// Makes the split again, and checks that the shards belong to it.
fn check_split(shards: &[Named], first: &ShardReport) -> Result<(), Wrong> {
    let position: Position = (first.fen.parse())
        .map_err(|error| Wrong(format!("the position of the shards: {error}")))?;
    let deal = Deal::after(&position, first.split, &AtomicBool::new(false))?;
    for shard in shards {
        check_like(shard, &deal.report(first.depth, shard.report.share())?)?;
    }
    Ok(())
}

/// Checks that a shard is that of the same split.
fn check_like(Named { path, report }: &Named, like: &ShardReport) -> Result<(), Wrong> {
    let of_split = |report: &ShardReport| {
        let ShardReport { shard, all_positions, all_sequences, positions, sequences, .. } = *report;
        (shard, all_positions, all_sequences, report.digest.clone(), positions, sequences)
    };
    let (expected, found) = (of_split(like), of_split(report));
    if found == expected {
        return Ok(());
    }
    Err(Wrong(format!(
        "{} is not of this split: expected shard, positions, sequences, digest, and the shard's \
         positions and sequences {expected:?}, found {found:?}",
        shown_path(path)
    )))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shards::Shard;

    const DEPTH: u8 = 4;
    const SHARDS: u32 = 3;

    /// Returns the shards that the command writes for a split.
    fn shards(deal: &Deal) -> Vec<Named> {
        (1..=SHARDS).map(|number| shard(deal, number)).collect()
    }

    fn shard(deal: &Deal, number: u32) -> Named {
        let shard = Shard::new(number, SHARDS).expect("there is such a shard");
        let rest = u32::from(DEPTH) - deal.split.plies();
        let nodes = deal.share(shard).map(|reached| {
            reached.multiplicity * u128::from(crate::plain(&reached.position, rest))
        });
        let mut report = deal.report(DEPTH, shard).expect("it is not too deep");
        report.nodes = nodes.sum();
        report.complete = true;
        signed(Named { path: format!("{number}.json").into(), report })
    }

    /// Gives a shard the digest of its fields, so that it is not damaged.
    fn signed(mut named: Named) -> Named {
        named.report.check = named.report.check();
        check_alone(&named).expect("each is a shard on its own");
        named
    }

    fn split(plies: u8) -> Deal {
        Deal::after(&Position::initial(), plies, &AtomicBool::new(false)).expect("it is small")
    }

    #[test]
    fn shards_of_a_split_are_added_up() {
        for plies in 0..=DEPTH {
            let merged = merged(&shards(&split(plies))).expect("they belong together");
            assert_eq!((merged.nodes, merged.split), (197_281, plies));
        }
    }

    /// A change of a shard's report.
    type Change = fn(&mut ShardReport);

    #[test]
    fn foreign_shards_are_rejected_despite_a_correct_digest() {
        let changes: [Change; 6] = [
            |report| report.all_positions += 1,
            |report| report.all_sequences -= 1,
            |report| report.digest = split(1).digest,
            |report| report.positions -= 1,
            |report| report.sequences += 1,
            |report| report.shard = report.shard % SHARDS + 1,
        ];
        for (index, change) in changes.iter().enumerate() {
            for wrong in 0..SHARDS {
                let mut shards = shards(&split(3));
                change(&mut shards[wrong as usize].report);
                let changed = shards.remove(wrong as usize);
                // Where two numbers change places, each shard is there once.
                if let Some(other) =
                    shards.iter_mut().find(|other| other.report.shard == changed.report.shard)
                {
                    other.report.shard = wrong + 1;
                }
                shards.push(changed);
                let shards: Vec<Named> = shards.into_iter().map(signed).collect();
                let error = merged(&shards).map(|merged| merged.nodes).expect_err("one is wrong");
                let is_named = error.to_string().contains("is not of this split: expected");
                assert!(is_named, "change {index} of {wrong}: {error}");
            }
        }
    }

    #[test]
    fn a_sum_that_is_too_great_is_refused() {
        let with_sum = |numbers: [u128; 3]| {
            let mut shards = shards(&split(2));
            for (named, nodes) in shards.iter_mut().zip(numbers) {
                named.report.nodes = nodes;
            }
            let shards: Vec<Named> = shards.into_iter().map(signed).collect();
            merged(&shards).map(|merged| merged.nodes).map_err(|error| error.to_string())
        };
        assert_eq!(with_sum([u128::MAX - 3, 1, 1]), Ok(u128::MAX - 1));
        let error = Err("there are at least 2^128 - 1 move sequences".to_owned());
        for numbers in [[u128::MAX - 2, 1, 1], [u128::MAX - 1, 1, 1], [1, u128::MAX, u128::MAX]] {
            assert_eq!(with_sum(numbers), error);
        }
    }

    #[test]
    fn another_split_of_the_same_count_is_refused() {
        // All shards name the same wrong split.
        let mut shards = shards(&split(2));
        for named in &mut shards {
            named.report.split = 3;
        }
        let shards: Vec<Named> = shards.into_iter().map(signed).collect();
        let error = merged(&shards).map(|merged| merged.nodes).expect_err("the split is wrong");
        assert!(error.to_string().contains("1.json is not of this split"), "{error}");
        let mut shards = self::shards(&split(2));
        for named in &mut shards {
            named.report.fen = "no position".to_owned();
        }
        let shards: Vec<Named> = shards.into_iter().map(signed).collect();
        let error = merged(&shards).map(|merged| merged.nodes).expect_err("it has no position");
        assert!(error.to_string().contains("the position of the shards"), "{error}");
    }

    #[test]
    fn numbers_that_no_shard_has_are_refused() {
        let changes: [Change; 4] = [
            |report| report.shards = u32::MAX,
            |report| report.shard = SHARDS + 1,
            |report| report.shard = 0,
            |report| report.split = DEPTH + 1,
        ];
        for change in changes {
            let mut named = shard(&split(2), 1);
            change(&mut named.report);
            named.report.check = named.report.check();
            let error = check_alone(&named).expect_err("its numbers are wrong");
            assert!(error.to_string().contains("1.json is not a shard: "), "{error}");
        }
    }
}
