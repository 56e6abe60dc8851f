//! The panels that models make: who takes part, and what all of them are asked.

use std::rc::Rc;
use std::sync::LazyLock;

use hyperbola::Technique;
use hyperbola::choice::Choice;
use hyperbola::word::WordKind;
use hyperbola_timing::runner::Work;
use serde::Deserialize;

use crate::definition::Definition;
use crate::inputs::{PerftPosition, Queries};
use crate::record::Row;

/// A row without its result, and the work that gives it.
pub(crate) type Participant = (Row, Box<dyn Work>);

/// The task of a panel's contenders, for those that are not ours.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Task {
    /// Queries, and the bytes of other data that are touched.
    Queries(Rc<Queries>, usize),
    /// A position to count from.
    Position(PerftPosition),
    /// A feature by its name, and the FENs of the positions to compute it of.
    Features(String, Rc<[String]>),
}

/// A panel whose contenders are not verified yet.
pub(crate) struct PanelPlan {
    /// The difference from the definition's other panels.
    pub(crate) label: String,
    /// The bytes that are touched, under cache pressure.
    pub(crate) touched: Option<usize>,
    /// The digest that all answers must have.
    pub(crate) digest: String,
    /// The contenders of ours.
    pub(crate) participants: Vec<Participant>,
    /// The task that others can do too.
    pub(crate) task: Option<Task>,
}

impl PanelPlan {
    /// Makes the plan of a definition's only panel, in which each of its choices answers the same
    /// queries.
    pub(crate) fn only<W: Work + 'static>(
        definition: &Definition,
        work: impl Fn(Choice, &Queries) -> W,
    ) -> anyhow::Result<Vec<Self>> {
        let queries = Rc::new(definition.inputs.queries()?);
        let participants = definition.choices().map(|choice| -> Participant {
            (Row::of(choice.technique, choice.kind), Box::new(work(choice, &queries)))
        });
        let plan = Self::of("all".into(), &definition.digest, participants.collect());
        Ok(vec![Self { task: Some(Task::Queries(queries, 0)), ..plan }])
    }

    /// Makes the plan of a panel that only our own contenders can take part in.
    pub(crate) fn of(label: String, digest: &str, participants: Vec<Participant>) -> Self {
        Self { label, touched: None, digest: digest.to_owned(), participants, task: None }
    }
}

/// Returns the bytes of the code of a queen's attacks, where `cargo xtask code-bytes` has read
/// them.
fn code_bytes(technique: Technique, kind: WordKind) -> Option<usize> {
    /// The file, as it was when this was compiled.
    const FILE: &str = include_str!("../../../../lab/code-bytes.json");

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
    /// Makes the row of something that is no technique, without its result.
    pub(crate) fn named(name: String) -> Self {
        Self {
            name,
            technique: None,
            word: None,
            lanes: None,
            table_bytes: None,
            code_bytes: None,
            time: None,
            error: None,
        }
    }

    /// Makes the row of a technique on a kind of word, without its result.
    pub(crate) fn of(technique: Technique, kind: WordKind) -> Self {
        Self {
            technique: Some(technique.id().to_owned()),
            word: Some(kind.to_string()),
            lanes: Some(kind.lanes()),
            table_bytes: Some(technique.info().table_bytes()),
            code_bytes: code_bytes(technique, kind),
            ..Self::named(Choice { technique, kind }.to_string())
        }
    }
}
