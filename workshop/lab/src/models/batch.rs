//! Batches: slices of queries, answered on vectors.

use hyperbola::batch::Batch;
use hyperbola::choice::Choice;
use hyperbola::{Bitboard, Slider, Square};
use hyperbola_kernels::batch;
use hyperbola_timing::loops::digest;

use crate::definition::Definition;
use crate::inputs::Query;
use crate::models::panel::{PanelPlan, repeated};

/// The boards of a page and a quarter of one: the answers begin that far after the boards, so that
/// no store looks like a load's address.
const QUARTER_PAGE: usize = 128;

/// The boards of a page.
const PAGE: usize = 512;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let slider = definition.slider()?;
    PanelPlan::only(definition, |choice, queries| {
        let answer = move |slices: &mut Slices| slices.answer(slider, choice);
        repeated(Slices::new(queries), queries.len(), answer, |slices| {
            digest(slices.memory[slices.answers..][..slices.squares.len()].iter().map(|one| one.0))
        })
    })
}

/// The slices of a batch.
struct Slices {
    squares: Vec<Square>,
    /// The boards, from the beginning of a page, and later the answers.
    memory: Vec<Bitboard>,
    boards: usize,
    answers: usize,
}

impl Slices {
    fn new(queries: &[Query]) -> Self {
        let (squares, occupied): (Vec<Square>, Vec<Bitboard>) = queries.iter().copied().unzip();
        let count = queries.len();
        let mut memory = vec![Bitboard::EMPTY; 2 * count + 3 * PAGE];
        let boards = (4096 - memory.as_ptr().addr() % 4096) / 8 % PAGE;
        let answers = boards + count.next_multiple_of(PAGE) + QUARTER_PAGE;
        memory[boards..boards + count].copy_from_slice(&occupied);
        Self { squares, memory, boards, answers }
    }

    fn answer(&mut self, slider: Slider, choice: Choice) -> Result<(), String> {
        let count = self.squares.len();
        let (boards, answers) = self.memory.split_at_mut(self.answers);
        let boards = &boards[self.boards..self.boards + count];
        Batch::new(slider, &self.squares, boards, &mut answers[..count])
            .and_then(|batch| batch::answer(choice, batch))
            .map_err(|error| error.to_string())
    }
}
