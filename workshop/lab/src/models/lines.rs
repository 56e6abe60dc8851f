//! Single lines: independent queries along one line through a square.

use core::marker::PhantomData;

use anyhow::Context as _;
use hyperbola::{Line, LineAttacks, Technique, dispatch};
use hyperbola_timing::loops::{Ask, Pass, QuerySet};
use hyperbola_timing::runner::Work;

use crate::definition::Definition;
use crate::inputs::words;
use crate::models::panel::PanelPlan;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let line = definition.line.context("queries along a line need a line")?;
    PanelPlan::only(definition, |choice, queries| {
        let queries = QuerySet::new(words(queries));
        Box::new(AlongLine { technique: choice.technique, line, queries })
    })
}

/// A technique along a line, on plain `u64`, for the loops.
struct AskedAlong<T, const LINE: usize>(PhantomData<T>);

impl<T: LineAttacks, const LINE: usize> Ask for AskedAlong<T, LINE> {
    #[inline(always)]
    fn ask(&self, square: u64, occupied: u64) -> u64 {
        T::line(Line::ALL[LINE], square, &T::occupied(occupied))
    }
}

fn along<T: LineAttacks, const LINE: usize>(pass: Pass<'_>) {
    pass.independent::<_, true>(&AskedAlong::<T, LINE>(PhantomData));
}

/// The work of asking along one line.
struct AlongLine {
    technique: Technique,
    line: Line,
    queries: QuerySet,
}

fn ask(technique: Technique, line: Line, pass: Pass<'_>) -> Result<(), String> {
    let asked = dispatch!(technique, T: LineAttacks => match line {
        Line::Rank => along::<T, { Line::Rank as usize }>(pass),
        Line::File => along::<T, { Line::File as usize }>(pass),
        Line::Diagonal => along::<T, { Line::Diagonal as usize }>(pass),
        Line::AntiDiagonal => along::<T, { Line::AntiDiagonal as usize }>(pass),
    });
    asked.ok_or_else(|| "it does not work line by line".into())
}

impl Work for AlongLine {
    fn verify(&mut self) -> Result<String, String> {
        self.queries.verify(&mut |pass| ask(self.technique, self.line, pass))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        self.queries.sample(times, &mut |pass| ask(self.technique, self.line, pass))
    }
}
