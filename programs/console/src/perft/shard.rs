//! `hyperbola perft --shard`: a share of a count, which one of many computers counts.

use core::sync::atomic::AtomicBool;
use std::path::Path;
use std::time::Instant;

use anyhow::Context;
use hyperbola_files::{file, shown_path};
use hyperbola_perft::SplitPosition;

use super::{Count, INTERRUPTED, number, print_speed, show};
use crate::{output, progress_bar};
use hyperbola_perft::shards::{Deal, Shard, ShardReport, too_deep};

/// Counts a shard, and prints or writes the result.
pub(super) fn run(count: &Count<'_>, shard: Shard) -> anyhow::Result<()> {
    let Count { arguments, position, .. } = count;
    let failure = |path: &Path| format!("cannot write {}", shown_path(path));
    let output = arguments.output.as_deref();
    // Checked before the work, because a failure after it would waste the work.
    if let Some(path) = output {
        file::check_writable(path).with_context(|| failure(path))?;
    }
    let (depth, never) = (arguments.depth(), AtomicBool::new(false));
    let deal = match arguments.split {
        Some(plies) if plies > depth => return Err(too_deep(plies, depth).into()),
        Some(plies) => Deal::after(position, plies, &never)?,
        None => Deal::for_shards(position, depth, shard.shards(), &never),
    };
    let report = report(count, shard, &deal)?;
    if let (Some(path), true) = (output, report.complete) {
        file::write(path, &report.to_json()?).with_context(|| failure(path))?;
    } else if arguments.json {
        output::print_json(&report)?;
    } else if output.is_none() {
        output::print(&number(report.nodes, report.complete))?;
    }
    if !arguments.json {
        print_speed(&format!("shard {shard}: "), report.nodes, report.seconds, &count.way);
    }
    if report.complete { Ok(()) } else { Err(INTERRUPTED.into()) }
}

/// Counts the sequences that continue from the positions of a shard.
fn report(count: &Count<'_>, shard: Shard, deal: &Deal) -> anyhow::Result<ShardReport> {
    let depth = count.arguments.depth();
    let report = deal.report(depth, shard)?;
    let depth = u32::from(depth) - deal.split.plies();
    let share: Vec<&SplitPosition> = deal.share(shard).collect();
    let bar = progress_bar(0);
    let start = Instant::now();
    let counted = (count.count_share)(&deal.split, &share, depth, &|progress| {
        show(&bar, progress, start.elapsed());
    })?;
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    Ok(report.counted(counted, seconds, &count.way)?)
}
