//! Perft: legal move sequences, counted without a hash table.

use anyhow::bail;
use hyperbola::Technique;
use hyperbola::word::WordKind;
use hyperbola_console::generator::Generator;
use hyperbola_moves::Position;
use hyperbola_moves::perft::Perft;
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::inputs::{Inputs, PerftPosition};
use crate::models::panel::{PanelPlan, Participant, Task};
use crate::models::{Measured, Words};
use crate::record::Row;

/// The model.
pub(super) struct PerftCounts;

impl Measured for PerftCounts {
    const OPERATION: &'static str = "node";
    const WORDS: Words = Words::Listed(Perft::KINDS);

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let Inputs::Perft { positions } = &definition.inputs else {
            bail!("perft needs positions");
        };
        let panel = |position: &PerftPosition| {
            let label = format!("depth {}, {}", position.depth, position.fen);
            let nodes = position.nodes.to_string();
            let mut plan = PanelPlan::of(label, &nodes, counters(definition, position)?);
            plan.task = Some(Task::Position(position.clone()));
            Ok(plan)
        };
        positions.iter().map(panel).collect()
    }
}

/// Makes the contenders of a panel.
fn counters(definition: &Definition, position: &PerftPosition) -> anyhow::Result<Vec<Participant>> {
    let mut participants: Vec<Participant> = Vec::new();
    for technique in definition.techniques() {
        let mut row = Row::of(technique, WordKind::Scalar);
        row.name = format!("generator with {technique}");
        let work = Counting::new(PerftForm::Generator(technique), position)?;
        participants.push((row, Box::new(work)));
    }
    for kind in definition.kinds() {
        let mut row = Row::named(format!("counter on {kind}"));
        row.word = Some(kind.to_string());
        row.lanes = Some(kind.lanes());
        let work = Counting::new(PerftForm::Counter(kind), position)?;
        participants.push((row, Box::new(work)));
    }
    Ok(participants)
}

/// The code that counts.
#[derive(Debug, Clone, Copy)]
pub enum PerftForm {
    /// The move generator with a technique on plain `u64`; the last moves are counted, not made.
    Generator(Technique),
    /// The counter on vectors of positions.
    Counter(WordKind),
}

impl PerftForm {
    fn count(self, position: &Position, depth: u32) -> u128 {
        match self {
            Self::Generator(technique) => Generator::new(technique).count(position, depth).into(),
            Self::Counter(word) => Perft::default().word(word).count(position, depth),
        }
    }
}

/// The work of counting from one position.
#[derive(Debug)]
pub struct Counting {
    form: PerftForm,
    position: Position,
    depth: u32,
    nodes: u64,
}

impl Counting {
    /// Makes the work of a form.
    ///
    /// # Errors
    ///
    /// If the position is none.
    pub fn new(form: PerftForm, position: &PerftPosition) -> anyhow::Result<Self> {
        let PerftPosition { ref fen, depth, nodes } = *position;
        Ok(Self { form, position: fen.parse()?, depth, nodes })
    }
}

impl Work for Counting {
    fn verify(&mut self) -> Result<String, String> {
        Ok(self.form.count(&self.position, self.depth).to_string())
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.nodes as f64;
        timed(times, operations, || {
            core::hint::black_box(self.form.count(&self.position, self.depth));
            Ok(())
        })
    }
}
