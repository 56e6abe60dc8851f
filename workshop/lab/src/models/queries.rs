//! Single queries: independent, each depending on the last, on boards that change, and after other
//! data was touched.
//!
//! The loops are those of `hyperbola-timing`, except the one over boards that change, which only
//! our techniques keep. The model `vectorised` has no barrier, and is ranked separately.

use core::hint::black_box;
use core::marker::PhantomData;
use std::rc::Rc;

use hyperbola::choice::{Choice, ChoiceVisitor};
use hyperbola::word::Vector;
use hyperbola::{OccupiedBoards, Slider, SliderAttacks};
use hyperbola_timing::loops::{self, Ask, BISHOP, Memory, Pass, QUEEN, QuerySet, ROOK};
use hyperbola_timing::runner::Work;

use crate::definition::Definition;
use crate::inputs::{Query, words};
use crate::model::{Model, has_single_queries};
use crate::models::panel::{PanelPlan, Participant, Task};
use crate::record::Row;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let slider = definition.slider()?;
    let queries = definition.inputs.queries()?;
    let pressed = definition.model == Model::CachePressure;
    let touched = if pressed { &definition.touched[..] } else { &[0] };
    let panel = |&touched: &usize| {
        let label = if pressed { format!("{touched} bytes touched") } else { "all".to_owned() };
        let other = loops::memory(touched);
        let participants = definition.choices().map(|choice| -> Participant {
            let asking = Asking::new(definition.model, slider, choice, &queries);
            (Row::of(choice.technique, choice.kind), Box::new(asking.touching(&other)))
        });
        PanelPlan {
            touched: pressed.then_some(touched),
            task: Some(Task::Queries(Rc::clone(&queries), touched)),
            ..PanelPlan::of(label, &definition.digest, participants.collect())
        }
    };
    Ok(touched.iter().map(panel).collect())
}

/// A pass over queries, on a word of one lane; returns whether there is such a loop.
struct ChoicePass<'a> {
    model: Model,
    slider: Slider,
    pass: Pass<'a>,
}

impl ChoiceVisitor for ChoicePass<'_> {
    type Output = bool;

    // These are inlined functions and not closures, which would be compiled without the word's
    // instructions. Loops that no definition needs are not compiled.
    #[inline(always)]
    fn visit<T: SliderAttacks, V: Vector>(self, token: V::Token) -> bool {
        if const { !has_single_queries::<V>() } {
            return false;
        }
        let Self { model, slider, pass } = self;
        match (model, slider) {
            (Model::Throughput | Model::CachePressure | Model::Exported, _) => match slider {
                Slider::Rook => {
                    pass.independent::<_, true>(&AskedOfTechnique::<T, V, ROOK>::new(token));
                }
                Slider::Bishop => {
                    pass.independent::<_, true>(&AskedOfTechnique::<T, V, BISHOP>::new(token));
                }
                Slider::Queen => {
                    pass.independent::<_, true>(&AskedOfTechnique::<T, V, QUEEN>::new(token));
                }
            },
            (Model::Vectorised, Slider::Queen) => {
                pass.independent::<_, false>(&AskedOfTechnique::<T, V, QUEEN>::new(token));
            }
            (Model::Latency, Slider::Queen) => {
                pass.dependent(&AskedOfTechnique::<T, V, QUEEN>::new(token));
            }
            (Model::Incremental, Slider::Queen) => incremental::<T, V, QUEEN>(pass, token),
            _ => return false,
        }
        true
    }
}

#[inline(always)]
fn word<V: Vector>(token: V::Token, value: u64) -> V {
    let mut lanes = V::ZEROS;
    lanes.as_mut()[0] = value;
    V::from_array(token, lanes)
}

/// A technique on a word, for the loops.
struct AskedOfTechnique<T, V: Vector, const SLIDER: usize>(V::Token, PhantomData<T>);

impl<T, V: Vector, const SLIDER: usize> AskedOfTechnique<T, V, SLIDER> {
    #[inline(always)]
    fn new(token: V::Token) -> Self {
        Self(token, PhantomData)
    }
}

impl<T: SliderAttacks, V: Vector, const SLIDER: usize> Ask for AskedOfTechnique<T, V, SLIDER> {
    #[inline(always)]
    fn ask(&self, square: u64, occupied: u64) -> u64 {
        let occupied = T::occupied(word::<V>(self.0, occupied));
        let attacks = T::slider(Slider::ALL[SLIDER], word::<V>(self.0, square), &occupied);
        attacks.into_array().as_ref()[0]
    }
}

/// One move for each query: the squares of the last slider and of the next one are toggled on the
/// technique's boards.
#[inline(always)]
fn incremental<T: SliderAttacks, V: Vector, const SLIDER: usize>(pass: Pass<'_>, token: V::Token) {
    let Some(&first) = pass.occupied.first() else { return };
    let mut boards = T::occupied(word::<V>(token, first));
    let mut last = word::<V>(token, 0);
    for (&square, answer) in pass.squares.iter().zip(pass.answers) {
        let square = word::<V>(token, square);
        boards.toggle(last);
        boards.toggle(square);
        *answer = T::slider(Slider::ALL[SLIDER], square, &boards).into_array().as_ref()[0];
        black_box(answer);
        last = square;
    }
}

/// The work of asking queries one by one.
#[derive(Debug)]
pub struct Asking {
    choice: Choice,
    model: Model,
    slider: Slider,
    queries: QuerySet,
}

impl Asking {
    /// Makes the work of a technique of the registry on a kind of word.
    #[must_use]
    pub fn new(model: Model, slider: Slider, choice: Choice, queries: &[Query]) -> Self {
        Self { choice, model, slider, queries: QuerySet::new(words(queries)) }
    }

    /// Touches other data before each group under cache pressure.
    #[must_use]
    pub fn touching(mut self, other: &Memory) -> Self {
        self.queries.touch(Rc::clone(other));
        self
    }
}

impl Work for Asking {
    fn verify(&mut self) -> Result<String, String> {
        let Self { choice, model, slider, queries } = self;
        queries.verify(&mut |pass| run(*choice, *model, *slider, pass))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let Self { choice, model, slider, queries } = self;
        let run = &mut |pass: Pass<'_>| run(*choice, *model, *slider, pass);
        match model {
            Model::CachePressure => queries.sample_groups(times, run),
            _ => queries.sample(times, run),
        }
    }
}

fn run(choice: Choice, model: Model, slider: Slider, pass: Pass<'_>) -> Result<(), String> {
    match choice.visit(ChoicePass { model, slider, pass }) {
        Some(true) => Ok(()),
        Some(false) => Err(format!("there is no such loop for a {slider}")),
        None => Err("this processor does not have the word".into()),
    }
}
