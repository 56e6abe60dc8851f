//! The models: what is done, and what of it is timed.

pub mod batch;
pub mod perft;
pub mod queries;

use hyperbola::algorithms::RayWalk;
use hyperbola::word::WordKind;
use hyperbola::{Bitboard, Slider, SliderAttacks};
use hyperbola_timing::loops::digest;

use crate::definition::{Definition, Model};
use crate::inputs::Queries;

/// Returns the digest that the ray walk gives, of a definition that has one.
///
/// # Errors
///
/// If the inputs cannot be made.
pub fn expected_digest(definition: &Definition) -> anyhow::Result<Option<String>> {
    let (Some(slider), false) = (definition.slider, definition.model == Model::Perft) else {
        return Ok(None);
    };
    let queries = definition.inputs.queries()?;
    let model = match definition.model {
        Model::Batch => Model::Throughput,
        model => model,
    };
    let mut work = queries::Asking::<RayWalk>::of(model, slider, WordKind::Scalar, queries);
    Ok(Some(crate::runner::Work::verify(&mut work).map_err(anyhow::Error::msg)?))
}

/// The answers of the ray walk, one by one.
#[must_use]
pub fn answers_by_ray_walk(slider: Slider, queries: &Queries) -> Vec<Bitboard> {
    let pairs = queries.squares.iter().zip(&queries.occupied);
    pairs.map(|(&square, &occupied)| RayWalk::slider_attacks(slider, square, occupied)).collect()
}
