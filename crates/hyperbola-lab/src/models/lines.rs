//! Single lines: independent queries along one line through a square.

use core::hint::black_box;
use std::rc::Rc;

use anyhow::Context as _;
use hyperbola::{Line, LineAttacks, SliderAttacks as _, Technique, dispatch};
use hyperbola_timing::loops::digest;
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::inputs::Queries;
use crate::models::panel::PanelPlan;
use crate::models::{Measured, Words};

/// The model.
pub(super) struct LineQueries;

impl Measured for LineQueries {
    const WORDS: Words = Words::Plain;

    fn left_out(technique: Technique) -> Option<&'static str> {
        let by_lines = dispatch!(technique, T: LineAttacks => T::INFO).is_some();
        (!by_lines).then_some("does not work line by line")
    }

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let line = definition.line.context("queries along a line need a line")?;
        PanelPlan::only(definition, |choice, queries| {
            AlongLine::new(line, choice.technique, queries)
        })
    }
}

/// One pass over queries, on plain `u64`.
struct LinePass<'a> {
    line: Line,
    squares: &'a [u64],
    occupied: &'a [u64],
    answers: &'a mut [u64],
}

const RANK: usize = Line::Rank as usize;
const FILE: usize = Line::File as usize;
const DIAGONAL: usize = Line::Diagonal as usize;
const ANTI_DIAGONAL: usize = Line::AntiDiagonal as usize;

impl LinePass<'_> {
    fn ask<T: LineAttacks>(self) {
        match self.line {
            Line::Rank => self.along::<T, RANK>(),
            Line::File => self.along::<T, FILE>(),
            Line::Diagonal => self.along::<T, DIAGONAL>(),
            Line::AntiDiagonal => self.along::<T, ANTI_DIAGONAL>(),
        }
    }

    #[inline(always)]
    fn along<T: LineAttacks, const LINE: usize>(self) {
        let queries = self.squares.iter().zip(self.occupied);
        for ((&square, &occupied), answer) in queries.zip(self.answers) {
            *answer = T::line(Line::ALL[LINE], square, &T::occupied(occupied));
            // One query at a time, as in `queries`.
            black_box(answer);
        }
    }
}

/// The work of asking along one line.
#[derive(Debug)]
pub struct AlongLine {
    technique: Technique,
    line: Line,
    squares: Rc<[u64]>,
    occupied: Rc<[u64]>,
    answers: Vec<u64>,
}

impl AlongLine {
    /// Makes the work of a technique.
    #[must_use]
    pub fn new(line: Line, technique: Technique, queries: &Queries) -> Self {
        Self {
            technique,
            line,
            squares: queries.squares.iter().map(|square| square.word()).collect(),
            occupied: queries.occupied.iter().map(|occupied| occupied.0).collect(),
            answers: vec![0; queries.len()],
        }
    }

    fn ask(&mut self) -> Result<(), String> {
        let pass = LinePass {
            line: self.line,
            squares: black_box(&self.squares),
            occupied: black_box(&self.occupied),
            answers: &mut self.answers,
        };
        let asked = dispatch!(self.technique, T: LineAttacks => pass.ask::<T>());
        asked.ok_or_else(|| "it does not work line by line".into())
    }
}

impl Work for AlongLine {
    fn verify(&mut self) -> Result<String, String> {
        self.answers.fill(0);
        self.ask()?;
        Ok(digest(self.answers.iter().copied()))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.answers.len() as f64;
        timed(times, operations, || self.ask())
    }
}
