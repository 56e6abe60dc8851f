//! Perft: legal move sequences, counted without a hash table.

use core::hint::black_box;

use anyhow::bail;
use hyperbola::dispatch;
use hyperbola::word::WordKind;
use hyperbola_moves::Position;
use hyperbola_perft::{Perft, plain_by};
use hyperbola_timing::runner::Work;

use crate::definition::Definition;
use crate::inputs::{Inputs, PerftPosition};
use crate::models::panel::{PanelPlan, Participant, Task, repeated};
use crate::record::Row;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let Inputs::Perft { positions } = &definition.inputs else { bail!("perft needs positions") };
    let panel = |position: &PerftPosition| {
        let label = format!("depth {}, {}", position.depth, position.fen);
        let nodes = position.nodes.to_string();
        let mut plan = PanelPlan::of(label, &nodes, counters(definition, position)?);
        plan.task = Some(Task::Position(position.clone()));
        Ok(plan)
    };
    positions.iter().map(panel).collect()
}

/// Makes the contenders of a panel: the move generator with each technique on plain `u64`, by which
/// the last moves are counted and not made, and the counter on vectors of positions.
fn counters(definition: &Definition, position: &PerftPosition) -> anyhow::Result<Vec<Participant>> {
    let mut participants: Vec<Participant> = Vec::new();
    for technique in definition.techniques() {
        let mut row = Row::of(technique, WordKind::Scalar);
        row.name = format!("generator with {technique}");
        let generate: fn(&Position, u32) -> u64 = dispatch!(technique, T => plain_by::<T>);
        let count = move |position: &Position, depth| generate(position, depth).into();
        participants.push((row, counting(position, count)?));
    }
    for kind in definition.kinds() {
        let count =
            move |position: &Position, depth| Perft::default().word(kind).count(position, depth);
        participants
            .push((Row::on(format!("counter on {kind}"), kind), counting(position, count)?));
    }
    Ok(participants)
}

/// Makes the work of counting from one position.
fn counting(
    position: &PerftPosition,
    count: impl Fn(&Position, u32) -> u128 + 'static,
) -> anyhow::Result<Box<dyn Work>> {
    let &PerftPosition { ref fen, depth, nodes } = position;
    let position: Position = fen.parse()?;
    let once = move |counted: &mut u128| {
        *counted = count(black_box(&position), depth);
        Ok(())
    };
    Ok(repeated(0, usize::try_from(nodes)?, once, u128::to_string))
}
