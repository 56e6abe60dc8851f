//! Table set-up: making a technique's tables, and those that they are made from, at run time.
//!
//! Ours are made by the compiler and cost a program nothing when it starts. This is the cost of the
//! same code at run time. A large table is copied once on the way, from the function that makes it.
//! It needs a stack of several times the largest table's bytes.

use hyperbola::table::Recipe;
use hyperbola::word::WordKind;
use hyperbola_timing::runner::{Work, timed};

use crate::definition::Definition;
use crate::models::panel::{PanelPlan, Participant};
use crate::record::Row;

/// The answer of the work if it has made the tables that the compiler made.
const SAME: &str = "the same tables";

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let participants = definition.techniques().map(|technique| -> Participant {
        let recipes = technique.info().recipes().collect();
        (Row::of(technique, WordKind::Scalar), Box::new(SetUp(recipes)))
    });
    Ok(vec![PanelPlan::of("all", SAME, participants.collect())])
}

/// The work of making a technique's tables.
struct SetUp(Vec<&'static Recipe>);

impl Work for SetUp {
    fn verify(&mut self) -> Result<String, String> {
        match self.0.iter().find(|recipe| !recipe.remakes_the_same()) {
            Some(recipe) => {
                Err(format!("{} differs when it is made at run time", recipe.info.name))
            }
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
