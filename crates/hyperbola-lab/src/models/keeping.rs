//! Keeping boards: what it costs to bring the boards of a technique up to date with a move, and
//! nothing else.

use core::hint::black_box;
use std::rc::Rc;

use anyhow::Context as _;
use hyperbola::choice::Choice;
use hyperbola::word::WordKind;
use hyperbola::{OccupiedBoards, Slider, SliderAttacks, Technique, dispatch};
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::inputs::Queries;
use crate::models::panel::PanelPlan;
use crate::models::queries::Asking;
use crate::models::{Measured, Model, Words};

/// The model.
pub(super) struct BoardKeeping;

impl Measured for BoardKeeping {
    const OPERATION: &'static str = "move";
    const WORDS: Words = Words::Plain;

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let slider = definition.slider.context("queries need a slider")?;
        PanelPlan::only(definition, |choice, queries| {
            Keeping::new(slider, choice.technique, queries)
        })
    }
}

/// Toggles the last square and the next one, as a move does, on plain `u64`.
fn make_moves<T: SliderAttacks>(squares: &[u64]) {
    let mut boards = T::occupied(0_u64);
    let mut last = 0;
    for &square in squares {
        boards.toggle(last);
        boards.toggle(square);
        black_box(&mut boards);
        last = square;
    }
}

/// The work of keeping a technique's boards.
#[derive(Debug)]
pub struct Keeping {
    technique: Technique,
    squares: Rc<[u64]>,
    /// The same moves with a query after each, which tells whether the boards are right.
    asking: Asking,
}

impl Keeping {
    /// Makes the work of a technique of the registry.
    #[must_use]
    pub fn new(slider: Slider, technique: Technique, queries: &Queries) -> Self {
        let choice = Choice { technique, kind: WordKind::Scalar };
        Self {
            technique,
            squares: queries.squares.iter().map(|square| square.word()).collect(),
            asking: Asking::new(Model::Incremental, slider, choice, queries),
        }
    }
}

impl Work for Keeping {
    fn verify(&mut self) -> Result<String, String> {
        self.asking.verify()
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.squares.len() as f64;
        timed(times, operations, || {
            dispatch!(self.technique, T => make_moves::<T>(black_box(&self.squares)));
            Ok(())
        })
    }
}
