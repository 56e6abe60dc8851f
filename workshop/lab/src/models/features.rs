//! Features of many positions: by each kind of word on one thread and on two, and by a loop over
//! the positions.

use core::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use anyhow::Context as _;
use hyperbola::word::{WideWord, WordKind};
use hyperbola::{SliderAttacks, dispatch};
use hyperbola_features::{
    Feature, FeatureVisitor, Features, Item, Positions, Ragged, RaggedFeature, visit_features,
};
use hyperbola_moves::{Color, Position};
use hyperbola_timing::loops::digest;
use hyperbola_timing::runner::Work;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::definition::Definition;
use crate::inputs::FeatureInput;
use crate::models::panel::{PanelPlan, Participant, Task, repeated};
use crate::record::Row;

/// The threads of the contenders with more than one.
const THREADS: usize = 2;

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let positions: Rc<[Position]> = definition.inputs.positions()?.into();
    let columns: Rc<Positions> = Rc::new(positions.iter().collect());
    let fens: Rc<[String]> = positions.iter().map(Position::to_string).collect();
    let pool = ThreadPoolBuilder::new().num_threads(THREADS).build();
    let pool = Arc::new(pool.context("cannot start threads")?);
    let threads: &[usize] = if definition.inputs.has_each_once() { &[1] } else { &[1, THREADS] };
    let panel = |input: &FeatureInput| {
        let mut participants = loops(definition, &input.name, &positions);
        for &threads in threads {
            for kind in kinds(definition) {
                let pool = (threads > 1).then(|| Arc::clone(&pool));
                let way = Way { positions: Rc::clone(&columns), kind, pool };
                participants.push((Row::on(name(kind, threads), kind), work(&input.name, way)?));
            }
        }
        let mut plan = PanelPlan::of(&input.name, &input.digest, participants);
        if definition.inputs.has_each_once() {
            plan.task = Some(Task::Features(input.name.clone(), Rc::clone(&fens)));
        }
        Ok(plan)
    };
    definition.inputs.features().iter().map(panel).collect()
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

/// The positions that a feature is computed of, the kind of word, and the threads.
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

/// The visitor that makes the work of the feature with a name.
struct Making<'a> {
    name: &'a str,
    way: Way,
    work: Option<Box<dyn Work>>,
}

impl FeatureVisitor for Making<'_> {
    fn fixed<F: Feature<Item: Item> + 'static>(&mut self, feature: F) {
        if feature.name() != self.name {
            return;
        }
        let (way, count) = (self.way.clone(), self.way.positions.len());
        let once = move |items: &mut Vec<F::Item>| {
            let items = black_box(&mut items[..]);
            let computed = way.compute(|features| features.compute_into(feature, items))?;
            computed.map_err(|error| error.to_string())
        };
        let items = vec![F::Item::default(); count * feature.shape().size()];
        self.work = Some(repeated(items, count, once, |items| digest(numbers(items))));
    }

    fn lists<F: RaggedFeature<Item: Item> + 'static>(&mut self, feature: F) {
        if feature.name() != self.name {
            return;
        }
        let (way, count) = (self.way.clone(), self.way.positions.len());
        let once = move |lists: &mut Ragged<F::Item>| {
            let lists = black_box(lists);
            way.compute(|features| features.compute_ragged_into(feature, lists))
        };
        let digest = |lists: &Ragged<F::Item>| {
            digest(numbers(lists.offsets()).chain(numbers(lists.items())))
        };
        self.work = Some(repeated(Ragged::new(), count, once, digest));
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

/// Makes the loops over the positions that compute a feature, if there are any.
fn loops(definition: &Definition, feature: &str, positions: &Rc<[Position]>) -> Vec<Participant> {
    let of = |compute: Loop| {
        let (positions, count) = (Rc::clone(positions), positions.len());
        let once = move |numbers: &mut Vec<u64>| {
            numbers.clear();
            compute(&positions, numbers);
            Ok(())
        };
        repeated(Vec::new(), count, once, |numbers| digest(numbers.iter().copied()))
    };
    match feature {
        "attacks" => {
            let by = |technique| {
                let mut row = Row::of(technique, WordKind::Scalar);
                row.name = format!("loop over pieces with {technique}");
                (row, of(dispatch!(technique, T => attacks::<T> as Loop)))
            };
            definition.techniques().map(by).collect()
        }
        "legal_counts" => {
            let mut row = Row::named("loop over positions".into());
            row.word = Some(WordKind::Scalar.to_string());
            vec![(row, of(legal_counts))]
        }
        _ => Vec::new(),
    }
}

/// A loop over positions that computes numbers of each.
type Loop = fn(&[Position], &mut Vec<u64>);

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

/// Counts the legal moves by the move generator.
fn legal_counts(positions: &[Position], numbers: &mut Vec<u64>) {
    numbers.extend(positions.iter().map(|position| position.legal().count() as u64));
}
