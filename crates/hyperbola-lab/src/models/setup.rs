//! Table set-up: making a technique's tables, and those that they are made from, at run time.
//!
//! Ours are made by the compiler and cost a program nothing when it starts. This is what the same
//! code costs where it is run instead. A large table is copied once on the way, from the function
//! that makes it. It needs a stack of some times the largest table's bytes.

use hyperbola::Technique;
use hyperbola::table::Recipe;
use hyperbola::word::WordKind;
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::models::panel::{PanelPlan, Participant};
use crate::models::{Measured, Words};
use crate::record::Row;

/// The answer of the work if it has made the tables that the compiler made.
pub const SAME: &str = "the same tables";

/// The model.
pub(super) struct TableSetUp;

impl Measured for TableSetUp {
    const OPERATION: &'static str = "set-up";
    const WORDS: Words = Words::Plain;

    fn left_out(technique: Technique) -> Option<&'static str> {
        technique.info().recipes().next().is_none().then_some("has no tables")
    }

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let participants = definition.techniques().map(|technique| -> Participant {
            (Row::of(technique, WordKind::Scalar), Box::new(SetUp::of(technique)))
        });
        Ok(vec![PanelPlan::of("all".into(), SAME, participants.collect())])
    }
}

/// The work of making a technique's tables.
#[derive(Debug)]
pub struct SetUp(Vec<&'static Recipe>);

impl SetUp {
    /// Makes the work of a technique.
    #[must_use]
    pub fn of(technique: Technique) -> Self {
        Self(technique.info().recipes().collect())
    }
}

impl Work for SetUp {
    fn verify(&mut self) -> Result<String, String> {
        match self.0.iter().find(|recipe| !recipe.remakes_the_same()) {
            Some(recipe) => Err(format!("{} is another table at run time", recipe.info.name)),
            None => Ok(SAME.into()),
        }
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        timed(times, 1.0, || {
            for recipe in &self.0 {
                recipe.remake();
            }
            Ok(())
        })
    }
}
