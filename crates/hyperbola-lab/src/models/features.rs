//! Features of many positions: by each kind of word on one thread and on two, and by a loop over the
//! positions.

use core::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use anyhow::Context as _;
use hyperbola::word::{WideWord, WordKind};
use hyperbola::{SliderAttacks, Technique, dispatch};
use hyperbola_features::{
    Feature, FeatureVisitor, Features, Item, Positions, Ragged, RaggedFeature, visit_features,
};
use hyperbola_moves::{Color, Position};
use hyperbola_timing::loops::digest;
use hyperbola_timing::runner::{Work, timed};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::definition::Definition;
use crate::inputs::FeatureInput;
use crate::models::panel::{PanelPlan, Participant, Task};
use crate::models::{Measured, Words};
use crate::record::Row;

/// The threads of the contenders with more than one.
const THREADS: usize = 2;

/// The model.
pub(super) struct ComputedFeatures;

impl Measured for ComputedFeatures {
    const OPERATION: &'static str = "position";
    const WORDS: Words = Words::Listed(WideWord::KINDS);

    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
        let positions: Rc<[Position]> = definition.inputs.positions()?.into();
        let columns: Rc<Positions> = Rc::new(positions.iter().collect());
        let fens: Rc<[String]> = positions.iter().map(Position::to_string).collect();
        let pool = ThreadPoolBuilder::new().num_threads(THREADS).build();
        let pool = Arc::new(pool.context("cannot start threads")?);
        let threads: &[usize] =
            if definition.inputs.has_each_once() { &[1] } else { &[1, THREADS] };
        let panel = |input: &FeatureInput| {
            let mut participants = loops(definition, &input.name, &positions);
            for &threads in threads {
                for kind in kinds(definition) {
                    let pool = (threads > 1).then(|| Arc::clone(&pool));
                    let mut row = Row::named(name(kind, threads));
                    row.word = Some(kind.to_string());
                    row.lanes = Some(kind.lanes());
                    let way = Way { positions: Rc::clone(&columns), kind, pool };
                    participants.push((row, work(&input.name, way)?));
                }
            }
            let mut plan = PanelPlan::of(input.name.clone(), &input.digest, participants);
            if definition.inputs.is_for_rivals() {
                plan.task = Some(Task::Features(input.name.clone(), Rc::clone(&fens)));
            }
            Ok(plan)
        };
        definition.inputs.features().iter().map(panel).collect()
    }
}

/// Returns the kinds of words that take part: all, or plain words and the widest.
fn kinds(definition: &Definition) -> Vec<WordKind> {
    let mut kinds: Vec<WordKind> = definition.kinds().collect();
    if definition.inputs.has_each_once() {
        let widest = WideWord::widest().kind();
        kinds.retain(|&kind| kind == WordKind::Scalar || kind == widest);
    }
    kinds
}

/// Returns the name of a contender, which is the same in all panels.
fn name(kind: WordKind, threads: usize) -> String {
    let threads = if threads == 1 { "one thread".into() } else { format!("{threads} threads") };
    format!("{kind}, {threads}")
}

/// How a feature is computed: of which positions, on which kind of word and on which threads.
#[derive(Clone)]
struct Way {
    positions: Rc<Positions>,
    kind: WordKind,
    pool: Option<Arc<ThreadPool>>,
}

impl Way {
    /// Computes something of the positions.
    fn compute<R: Send>(
        &self,
        compute: impl FnOnce(Features<'_>) -> R + Send,
    ) -> Result<R, String> {
        let features: Features<'_> = self.positions.as_slice().features();
        let features = features.on(self.kind).ok_or("the processor does not have the word")?;
        Ok(match &self.pool {
            None => compute(features),
            Some(pool) => pool.install(|| compute(features.parallel())),
        })
    }
}

/// Makes the work of a feature by its name.
fn work(name: &str, way: Way) -> anyhow::Result<Box<dyn Work>> {
    let mut making = Making { name, way, work: None };
    visit_features(&mut making);
    making.work.with_context(|| format!("no feature {name}"))
}

/// What makes the work of the feature with a name.
struct Making<'a> {
    name: &'a str,
    way: Way,
    work: Option<Box<dyn Work>>,
}

impl FeatureVisitor for Making<'_> {
    fn fixed<F: Feature<Item: Item> + 'static>(&mut self, feature: F) {
        if feature.name() == self.name {
            let way = self.way.clone();
            let numbers = way.positions.len() * feature.shape().size();
            let items = vec![F::Item::default(); numbers];
            self.work = Some(Box::new(Computing { feature, way, items }));
        }
    }

    fn lists<F: RaggedFeature<Item: Item> + 'static>(&mut self, feature: F) {
        if feature.name() == self.name {
            let (way, lists) = (self.way.clone(), Ragged::new());
            self.work = Some(Box::new(Listing { feature, way, lists }));
        }
    }
}

/// Returns the numbers that items are made of.
fn numbers<T: Item>(items: &[T]) -> impl Iterator<Item = u64> + use<T> {
    let mut bytes = vec![0; size_of_val(items)];
    T::write(items, &mut bytes);
    let numbers = bytes.chunks_exact(T::DTYPE.size()).map(|bytes| {
        let mut number = [0; 8];
        number[..bytes.len()].copy_from_slice(bytes);
        u64::from_le_bytes(number)
    });
    numbers.collect::<Vec<_>>().into_iter()
}

/// The work of computing a feature.
struct Computing<F: Feature> {
    feature: F,
    way: Way,
    items: Vec<F::Item>,
}

impl<F: Feature> Computing<F> {
    fn compute(&mut self) -> Result<(), String> {
        let Self { feature, way, items } = self;
        let (feature, items) = (*feature, black_box(&mut items[..]));
        let computed = way.compute(|features| features.compute_into(feature, items))?;
        computed.map_err(|error| error.to_string())
    }
}

impl<F: Feature<Item: Item>> Work for Computing<F> {
    fn verify(&mut self) -> Result<String, String> {
        self.items.fill(F::Item::default());
        self.compute()?;
        Ok(digest(numbers(&self.items)))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.way.positions.len() as f64;
        timed(times, operations, || self.compute())
    }
}

/// The work of computing a feature that is lists.
struct Listing<F: RaggedFeature> {
    feature: F,
    way: Way,
    lists: Ragged<F::Item>,
}

impl<F: RaggedFeature> Listing<F> {
    fn compute(&mut self) -> Result<(), String> {
        let Self { feature, way, lists } = self;
        let (feature, lists) = (*feature, black_box(lists));
        way.compute(|features| features.compute_ragged_into(feature, lists))
    }
}

impl<F: RaggedFeature<Item: Item>> Work for Listing<F> {
    fn verify(&mut self) -> Result<String, String> {
        self.lists.clear();
        self.compute()?;
        Ok(digest(numbers(self.lists.offsets()).chain(numbers(self.lists.items()))))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.way.positions.len() as f64;
        timed(times, operations, || self.compute())
    }
}

/// Makes the loops over the positions that compute a feature, if there are any.
fn loops(definition: &Definition, feature: &str, positions: &Rc<[Position]>) -> Vec<Participant> {
    let of = |form| -> Box<dyn Work> {
        Box::new(Loop { form, positions: Rc::clone(positions), numbers: Vec::new() })
    };
    match feature {
        "attacks" => {
            let by = |technique| {
                let mut row = Row::of(technique, WordKind::Scalar);
                row.name = format!("loop over pieces with {technique}");
                (row, of(Form::Attacks(technique)))
            };
            definition.techniques().map(by).collect()
        }
        "legal_counts" => {
            let mut row = Row::named("loop over positions".into());
            row.word = Some(WordKind::Scalar.to_string());
            vec![(row, of(Form::LegalCounts))]
        }
        _ => Vec::new(),
    }
}

/// The number that a loop computes of each position.
#[derive(Debug, Clone, Copy)]
enum Form {
    /// Both sides' attacks, with a technique for each slider.
    Attacks(Technique),
    /// The number of legal moves, by the move generator.
    LegalCounts,
}

/// The work of a loop over positions.
struct Loop {
    form: Form,
    positions: Rc<[Position]>,
    numbers: Vec<u64>,
}

impl Loop {
    fn compute(&mut self) {
        self.numbers.clear();
        let (positions, numbers) = (&self.positions[..], &mut self.numbers);
        match self.form {
            Form::Attacks(technique) => {
                dispatch!(technique, T => attacks::<T>(positions, numbers));
            }
            Form::LegalCounts => {
                let count = |position: &Position| position.legal().count() as u64;
                numbers.extend(positions.iter().map(count));
            }
        }
    }
}

/// Computes the attacks of both sides, piece by piece.
#[inline(never)]
fn attacks<T: SliderAttacks>(positions: &[Position], numbers: &mut Vec<u64>) {
    for position in positions {
        let board = position.board();
        let occupied = board.occupied();
        for color in Color::ALL {
            numbers.push(board.attacks_of_by::<T>(color, occupied).0);
        }
    }
}

impl Work for Loop {
    fn verify(&mut self) -> Result<String, String> {
        self.compute();
        Ok(digest(self.numbers.iter().copied()))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.positions.len() as f64;
        timed(times, operations, || {
            self.compute();
            black_box(&mut self.numbers);
            Ok(())
        })
    }
}
