//! Techniques as they are, beside the same ones exported to C.
//!
//! The programs that are made of exported files run the same loops: `lab/rivals/exported`.

use anyhow::Context as _;
use hyperbola::word::WordKind;

use crate::definition::Definition;
use crate::models::batch::Batches;
use crate::models::panel::PanelPlan;
use crate::models::queries::Asking;
use crate::models::{Measured, Model, Words};

/// The model of single queries.
pub(super) struct ExportedQueries;

/// The model of batches.
pub(super) struct ExportedBatches;

impl Measured for ExportedQueries {
    const WORDS: Words = Words::Plain;

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let slider = definition.slider.context("queries need a slider")?;
        PanelPlan::only(definition, |choice, queries| {
            Asking::new(Model::Throughput, slider, choice, queries)
        })
    }
}

impl Measured for ExportedBatches {
    const WORDS: Words = Words::Listed(&[
        WordKind::Scalar,
        #[cfg(target_arch = "x86_64")]
        WordKind::Avx2x4,
    ]);

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let slider = definition.slider.context("queries need a slider")?;
        PanelPlan::only(definition, |choice, queries| Batches::new(slider, choice, queries))
    }
}
