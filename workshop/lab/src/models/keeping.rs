//! Keeping boards: what it costs to bring the boards of a technique up to date with a move, and
//! nothing else.

use core::hint::black_box;

use hyperbola::{OccupiedBoards, SliderAttacks, Technique, dispatch};
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::model::Model;
use crate::models::panel::PanelPlan;
use crate::models::queries::Asking;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let slider = definition.slider()?;
    PanelPlan::only(definition, |choice, queries| {
        Box::new(Keeping {
            technique: choice.technique,
            squares: queries.iter().map(|(square, _)| square.word()).collect(),
            asking: Asking::new(Model::Incremental, slider, choice, queries),
        })
    })
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
struct Keeping {
    technique: Technique,
    squares: Vec<u64>,
    /// The same moves with a query after each, which checks the boards.
    asking: Asking,
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
