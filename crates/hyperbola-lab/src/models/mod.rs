//! The models: what is done, and what of it is timed.

pub mod batch;
pub mod check;
pub mod keeping;
pub mod lines;
pub mod perft;
pub mod queries;
pub mod setup;
pub mod setwise;

use hyperbola::choice::Choice;
use hyperbola::techniques::RayWalk;
use hyperbola::word::WordKind;
use hyperbola::{Bitboard, Slider, SliderAttacks, Technique};
use hyperbola_timing::loops::digest;

use self::check::Checks;
use self::lines::AlongLine;
use self::queries::Asking;
use self::setwise::{Form, Maps};
use crate::definition::{Definition, Model};
use crate::inputs::Queries;
use crate::runner::Work;

/// Returns the digests that the ray walk gives, of a definition's inputs: one, or one a sequence.
///
/// # Errors
///
/// If the inputs cannot be made.
pub fn expected_digests(definition: &Definition) -> anyhow::Result<Vec<String>> {
    let walk = Choice { technique: Technique::RayWalk, kind: WordKind::Scalar };
    let inputs = &definition.inputs;
    let mut works: Vec<Box<dyn Work>> = Vec::new();
    match (definition.model, definition.slider, definition.line) {
        (Model::Line, _, Some(line)) => {
            works.push(Box::new(AlongLine::new(line, walk.technique, &inputs.queries()?)));
        }
        (Model::Setwise, ..) => {
            works.push(Box::new(Maps::new(Form::OneByOne(walk), &inputs.sides()?)));
        }
        (Model::Check, ..) => {
            for sequence in inputs.sequences() {
                works
                    .push(Box::new(Checks::new(check::Way::Attacks(walk), &sequence.positions()?)));
            }
        }
        (model, Some(slider), _) => {
            let model = match model {
                Model::Batch => Model::Throughput,
                Model::Keeping => Model::Incremental,
                model => model,
            };
            works.push(Box::new(Asking::new(model, slider, walk, &inputs.queries()?)));
        }
        _ => {}
    }
    works.iter_mut().map(|work| work.verify().map_err(anyhow::Error::msg)).collect()
}

/// The answers of the ray walk, one by one.
#[must_use]
pub fn answers_by_ray_walk(slider: Slider, queries: &Queries) -> Vec<Bitboard> {
    let pairs = queries.squares.iter().zip(&queries.occupied);
    pairs.map(|(&square, &occupied)| RayWalk::slider_attacks(slider, square, occupied)).collect()
}
