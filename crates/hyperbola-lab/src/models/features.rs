//! Features of many positions: by each kind of word on one thread and on two, and by a loop over the
//! positions.

use core::hint::black_box;
use std::rc::Rc;
use std::sync::Arc;

use anyhow::Context as _;
use hyperbola::word::{WideWord, WordKind};
use hyperbola::{SliderAttacks, Technique, dispatch};
use hyperbola_features::{
    AttackCounts, Attacks, Blockers, Feature, Features, KingDanger, LegalCounts, Mobility, Pinned,
    Positions, XRayAttacks,
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
        let panel = |input: &FeatureInput| {
            let make = maker(&input.name).with_context(|| format!("no feature {}", input.name))?;
            let mut participants = loops(definition, &input.name, &positions);
            for threads in [1, THREADS] {
                for kind in definition.kinds() {
                    let pool = (threads > 1).then(|| Arc::clone(&pool));
                    let mut row = Row::named(name(kind, threads));
                    row.word = Some(kind.to_string());
                    row.lanes = Some(kind.lanes());
                    participants.push((row, make(&columns, kind, pool)));
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

/// Returns the name of a contender, which is the same in all panels.
fn name(kind: WordKind, threads: usize) -> String {
    let threads = if threads == 1 { "one thread".into() } else { format!("{threads} threads") };
    format!("{kind}, {threads}")
}

/// Makes the work of a feature on a kind of word.
type Make = fn(&Rc<Positions>, WordKind, Option<Arc<ThreadPool>>) -> Box<dyn Work>;

/// Returns what makes the work of a feature by its name.
fn maker(name: &str) -> Option<Make> {
    macro_rules! makers {
        ($($feature:expr),* $(,)?) => {
            [$(($feature.name(), |columns, kind, pool| {
                Box::new(Computing::new($feature, columns, kind, pool))
            })),*]
        };
    }
    let makers: [(&str, Make); 7] = makers![
        Attacks,
        AttackCounts,
        Mobility,
        XRayAttacks { blockers: Blockers::Any },
        Pinned,
        KingDanger,
        LegalCounts,
    ];
    makers.into_iter().find(|(one, _)| *one == name).map(|(_, make)| make)
}

/// The work of computing a feature.
struct Computing<F: Feature> {
    feature: F,
    positions: Rc<Positions>,
    kind: WordKind,
    pool: Option<Arc<ThreadPool>>,
    items: Vec<F::Item>,
}

impl<F: Feature<Item: Into<u64>> + Send> Computing<F> {
    fn new(
        feature: F,
        positions: &Rc<Positions>,
        kind: WordKind,
        pool: Option<Arc<ThreadPool>>,
    ) -> Self {
        let items = vec![F::Item::default(); positions.len() * feature.shape().size()];
        Self { feature, positions: Rc::clone(positions), kind, pool, items }
    }

    fn compute(&mut self) -> Result<(), String> {
        let features: Features<'_> = self.positions.as_slice().features();
        let features = features.on(self.kind).ok_or("the processor does not have the word")?;
        let (feature, items) = (self.feature, black_box(&mut self.items[..]));
        let computed = match &self.pool {
            None => features.compute_into(feature, items),
            Some(pool) => pool.install(|| features.parallel().compute_into(feature, items)),
        };
        computed.map_err(|error| error.to_string())
    }
}

impl<F: Feature<Item: Into<u64>> + Send> Work for Computing<F> {
    fn verify(&mut self) -> Result<String, String> {
        self.items.fill(F::Item::default());
        self.compute()?;
        Ok(digest(self.items.iter().map(|&item| item.into())))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let operations = self.positions.len() as f64;
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
