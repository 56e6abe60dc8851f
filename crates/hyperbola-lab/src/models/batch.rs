//! Batches: slices of queries, answered on vectors.

use anyhow::Context as _;
use hyperbola::batch::Batch;
use hyperbola::choice::Choice;
use hyperbola::{Bitboard, Slider, Square};
use hyperbola_kernels::batch;
use hyperbola_timing::loops::digest;
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::inputs::Queries;
use crate::models::panel::PanelPlan;
use crate::models::{Measured, Words};

/// The boards of a page and a quarter of one: the answers begin that far behind the boards, so that
/// no store looks like a load's address.
const QUARTER_PAGE: usize = 128;

/// The boards of a page.
const PAGE: usize = 512;

/// The model.
pub(super) struct BatchQueries;

impl Measured for BatchQueries {
    const WORDS: Words = Words::Batch;

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let slider = definition.slider.context("queries need a slider")?;
        PanelPlan::only(definition, |choice, queries| Batches::new(slider, choice, queries))
    }
}

/// The work of answering one batch.
#[derive(Debug)]
pub struct Batches {
    choice: Choice,
    slider: Slider,
    squares: Vec<Square>,
    /// The boards, from the beginning of a page, and later the answers.
    memory: Vec<Bitboard>,
    boards: usize,
    answers: usize,
}

impl Batches {
    /// Makes the work of a technique on a kind of word.
    #[must_use]
    pub fn new(slider: Slider, choice: Choice, queries: &Queries) -> Self {
        let count = queries.len();
        let mut memory = vec![Bitboard::EMPTY; 2 * count + 3 * PAGE];
        let boards = (4096 - memory.as_ptr().addr() % 4096) / 8 % PAGE;
        let answers = boards + count.next_multiple_of(PAGE) + QUARTER_PAGE;
        memory[boards..boards + count].copy_from_slice(&queries.occupied);
        Self { choice, slider, squares: queries.squares.clone(), memory, boards, answers }
    }

    fn answer(&mut self) -> Result<(), String> {
        let count = self.squares.len();
        let (boards, answers) = self.memory.split_at_mut(self.answers);
        let boards = &boards[self.boards..self.boards + count];
        Batch::new(self.slider, &self.squares, boards, &mut answers[..count])
            .and_then(|batch| batch::answer(self.choice, batch))
            .map_err(|error| error.to_string())
    }
}

impl Work for Batches {
    fn verify(&mut self) -> Result<String, String> {
        self.answer()?;
        let answers = &self.memory[self.answers..self.answers + self.squares.len()];
        Ok(digest(answers.iter().map(|answer| answer.0)))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.squares.len() as f64;
        timed(times, operations, || {
            self.answer()?;
            core::hint::black_box(&mut self.memory);
            Ok(())
        })
    }
}
