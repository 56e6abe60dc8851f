//! The work of each model: a file with a function that makes the panels of a definition.

pub mod batch;
pub mod boards;
pub mod check;
pub mod features;
pub mod keeping;
pub mod lines;
pub mod panel;
pub mod perft;
pub mod queries;
pub mod search;
pub mod setup;
pub mod setwise;

use anyhow::bail;

use self::panel::PanelPlan;
use crate::definition::Definition;
use crate::model::Model;

/// Makes the panels of a definition.
///
/// # Errors
///
/// If its inputs cannot be made.
pub fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    match definition.model {
        Model::Throughput
        | Model::Vectorised
        | Model::Latency
        | Model::CachePressure
        | Model::Incremental
        | Model::Exported => queries::panels(definition),
        Model::Batch | Model::ExportedBatch => batch::panels(definition),
        Model::Boards => boards::panels(definition),
        Model::Line => lines::panels(definition),
        Model::Keeping => keeping::panels(definition),
        Model::SetWise => setwise::panels(definition),
        Model::Check => check::panels(definition),
        Model::SetUp => setup::panels(definition),
        Model::Perft => perft::panels(definition),
        Model::Search => search::panels(definition),
        Model::Features => features::panels(definition),
        Model::Libraries => bail!("`hyperbola-lab libraries` measures this"),
    }
}
