//! The panels that models make: the contenders, and the task that they have in common.

use core::fmt;
use core::hint::black_box;
use std::rc::Rc;
use std::sync::LazyLock;

use hyperbola::choice::Choice;
use hyperbola::word::WordKind;
use hyperbola::{Slider, Technique};
use hyperbola_timing::loops::Loop;
use hyperbola_timing::runner::{Work, timed};
use serde::Deserialize;

use crate::definition::Definition;
use crate::inputs::{PerftPosition, Query};
use crate::record::Row;

/// A row without its result, and the work that gives it.
pub type Participant = (Row, Box<dyn Work>);

/// Makes work that is repeated on a state, with a number of operations each time; the digest is
/// that of the answers in the state.
pub(crate) fn repeated<S: 'static>(
    state: S,
    operations: usize,
    once: impl FnMut(&mut S) -> Result<(), String> + 'static,
    digest: impl Fn(&S) -> String + 'static,
) -> Box<dyn Work> {
    Box::new(Repeated { state, operations, once, digest })
}

struct Repeated<S, O, D> {
    state: S,
    operations: usize,
    once: O,
    digest: D,
}

impl<S, O, D> Work for Repeated<S, O, D>
where
    O: FnMut(&mut S) -> Result<(), String>,
    D: Fn(&S) -> String,
{
    fn verify(&mut self) -> Result<String, String> {
        (self.once)(&mut self.state)?;
        Ok((self.digest)(&self.state))
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        timed(times, self.operations as f64, || {
            (self.once)(&mut self.state)?;
            black_box(&mut *self);
            Ok(())
        })
    }
}

/// The task of a panel's contenders, for rivals.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Task {
    /// Queries, and the bytes of other data that are touched.
    Queries(Rc<[Query]>, usize),
    /// Queries on boards of shogi.
    Shogi(ShogiQueries),
    /// A position to count from.
    Position(PerftPosition),
    /// A feature by its name, and the FENs of the positions to compute it of.
    Features(String, Rc<[String]>),
}

/// Queries on boards of shogi.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ShogiQueries {
    /// The loop that asks them.
    pub model: Loop,
    /// The piece.
    pub slider: Slider,
    /// The squares, 0 to 80 from 1a file by file, and the occupied squares.
    pub queries: Rc<[(u64, u128)]>,
    /// The bytes of other data that are touched.
    pub touched: usize,
}

/// A panel whose contenders are not verified yet.
pub struct PanelPlan {
    /// The difference from the definition's other panels.
    pub label: String,
    /// The bytes that are touched, under cache pressure.
    pub touched: Option<usize>,
    /// The digest that all answers must have.
    pub digest: String,
    /// The contenders of ours.
    pub participants: Vec<Participant>,
    /// The task that rivals can do too.
    pub task: Option<Task>,
}

impl fmt::Debug for PanelPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PanelPlan").field("label", &self.label).finish_non_exhaustive()
    }
}

impl PanelPlan {
    /// Makes the plan of a definition's only panel, in which each of its choices answers the same
    /// queries.
    pub(crate) fn only(
        definition: &Definition,
        work: impl Fn(Choice, &[Query]) -> Box<dyn Work>,
    ) -> anyhow::Result<Vec<Self>> {
        let queries = definition.inputs.queries()?;
        let participants = definition
            .choices()
            .map(|choice| (Row::of(choice.technique, choice.kind), work(choice, &queries)));
        let plan = Self::of("all", &definition.digest, participants.collect());
        Ok(vec![Self { task: Some(Task::Queries(queries, 0)), ..plan }])
    }

    /// Makes the plan of a panel that only our own contenders can take part in.
    pub(crate) fn of(
        label: impl Into<String>,
        digest: &str,
        participants: Vec<Participant>,
    ) -> Self {
        Self {
            label: label.into(),
            touched: None,
            digest: digest.to_owned(),
            participants,
            task: None,
        }
    }
}

/// Returns the bytes of the code of a queen's attacks, where `cargo workshop code-bytes` has read
/// them.
fn code_bytes(technique: Technique, kind: WordKind) -> Option<usize> {
    /// The file at compile time.
    const FILE: &str = include_str!("../../code-bytes.json");

    #[derive(Deserialize)]
    struct File {
        architecture: String,
        queens: Vec<Queen>,
    }

    #[derive(Deserialize)]
    struct Queen {
        technique: String,
        word: String,
        bytes: usize,
    }

    static QUEENS: LazyLock<Vec<Queen>> = LazyLock::new(|| {
        let file = serde_json::from_str(FILE).ok();
        let own = file.filter(|file: &File| file.architecture == std::env::consts::ARCH);
        own.map_or_else(Vec::new, |file| file.queens)
    });
    let mut queens = QUEENS.iter();
    let queen = queens.find(|one| one.technique == technique.id() && one.word == kind.id());
    queen.map(|queen| queen.bytes)
}

impl Row {
    /// Makes the row of something that is not a technique, without its result.
    pub(crate) fn named(name: String) -> Self {
        Self { name, ..Self::default() }
    }

    /// Makes the row of something that is not a technique on a kind of word, without its result.
    pub(crate) fn on(name: String, kind: WordKind) -> Self {
        let (word, lanes) = (Some(kind.to_string()), Some(kind.lanes()));
        Self { word, lanes, ..Self::named(name) }
    }

    /// Makes the row of a technique on a kind of word, without its result.
    pub(crate) fn of(technique: Technique, kind: WordKind) -> Self {
        Self {
            technique: Some(technique.id().to_owned()),
            table_bytes: Some(technique.info().table_bytes()),
            code_bytes: code_bytes(technique, kind),
            ..Self::on(Choice { technique, kind }.to_string(), kind)
        }
    }
}
