//! The models: what is done, and what of it is timed.
//!
//! A model is a module with a type that implements `Measured`, and a line of the list below.

pub mod batch;
pub mod check;
pub mod exported;
pub mod features;
pub mod keeping;
pub mod lines;
pub mod panel;
pub mod perft;
pub mod queries;
pub mod setup;
pub mod setwise;

use core::fmt;

use hyperbola::Technique;
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola_timing::loops::Loop;
use serde::{Deserialize, Serialize};

use self::panel::PanelPlan;
use crate::definition::{Definition, Exclusion};

/// The facts about a model.
trait Measured {
    /// The name of one operation.
    const OPERATION: &'static str = "query";

    /// The kinds of words that take part.
    const WORDS: Words;

    /// Returns why a technique cannot take part; most can.
    fn left_out(_technique: Technique) -> Option<&'static str> {
        None
    }

    /// Makes the panels of a definition.
    fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>>;
}

/// Makes all that depends on the list of models from the list.
macro_rules! models {
    ($($(#[doc = $doc:literal])* $model:ident = $id:literal: $measured:ty;)*) => {
        /// The work that a time is of. Times of different models are never ranked together.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[non_exhaustive]
        pub enum Model {
            $($(#[doc = $doc])* #[serde(rename = $id)] $model,)*
        }

        impl Model {
            /// Returns the name in files and on the command line.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Self::$model => $id,)* }
            }

            /// Returns what one operation is.
            #[must_use]
            pub const fn operation(self) -> &'static str {
                match self { $(Self::$model => <$measured as Measured>::OPERATION,)* }
            }

            /// Returns the kinds of words that take part.
            #[must_use]
            pub const fn words(self) -> Words {
                match self { $(Self::$model => <$measured as Measured>::WORDS,)* }
            }

            /// Returns why a technique cannot take part; most can.
            #[must_use]
            pub fn left_out(self, technique: Technique) -> Option<&'static str> {
                match self { $(Self::$model => <$measured as Measured>::left_out(technique),)* }
            }

            /// Makes the panels of a definition.
            pub(crate) fn panels(self, definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
                match self { $(Self::$model => <$measured as Measured>::panels(definition),)* }
            }
        }
    };
}

models! {
    /// Independent queries; the compiler is kept from answering several in one vector.
    Throughput = "throughput": queries::SingleQueries;
    /// Independent queries that the compiler may answer several of in one vector, as in no engine.
    Vectorised = "vectorised": queries::SingleQueries;
    /// Queries that each depend on the last answer.
    Latency = "latency": queries::SingleQueries;
    /// Groups of queries, with other data touched before each group.
    CachePressure = "cache-pressure": queries::SingleQueries;
    /// Queries on boards of which two squares change before each.
    Incremental = "incremental": queries::SingleQueries;
    /// Slices of queries on vectors.
    Batch = "batch": batch::BatchQueries;
    /// Independent queries along one line.
    Line = "line": lines::LineQueries;
    /// Boards that are brought up to date with a move, and nothing else.
    Keeping = "keeping": keeping::BoardKeeping;
    /// Independent queries, of techniques and of the same ones exported to C.
    Exported = "exported": exported::ExportedQueries;
    /// Slices of queries, of techniques and of the same ones exported to C with AVX2.
    ExportedBatch = "exported-batch": exported::ExportedBatches;
    /// All attacks of one side's sliders.
    Setwise = "set-wise": setwise::AttackMaps;
    /// Whether the side to move is in check, position after position.
    Check = "check": check::CheckDetection;
    /// The tables of a technique, made at run time.
    SetUp = "set-up": setup::TableSetUp;
    /// Legal move sequences, counted without a hash table.
    Perft = "perft": perft::PerftCounts;
    /// Features of many positions.
    Features = "features": features::ComputedFeatures;
}

impl Model {
    /// Returns the loop that rivals run too, if it is one of those.
    #[must_use]
    pub fn shared_loop(self) -> Option<Loop> {
        Loop::ALL.into_iter().find(|one| one.id() == self.id())
    }
}

impl fmt::Display for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}

/// The kinds of words that a model runs techniques on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Words {
    /// Plain `u64` alone.
    Plain,
    /// Those of one lane.
    OneLane,
    /// Those of several lanes, and plain `u64`.
    Batch,
    /// All.
    All,
    /// Those of a list that stands elsewhere.
    Listed(&'static [WordKind]),
}

/// Asks whether the loops of single queries are compiled for a word.
struct IsMeasured;

impl WordVisitor for IsMeasured {
    type Output = bool;

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) -> bool {
        queries::is_measured::<V>()
    }
}

impl Words {
    /// Returns the kinds of words. Those of several lanes need not be those of this processor.
    pub fn kinds(self) -> impl Iterator<Item = WordKind> {
        let is_measured = |kind: &WordKind| kind.visit(IsMeasured).unwrap_or(false);
        let takes_part = move |kind: &WordKind| match self {
            Self::Plain => *kind == WordKind::Scalar,
            Self::OneLane => is_measured(kind),
            Self::Batch => kind.is_for_batches(),
            Self::All => kind.lanes() > 1 || is_measured(kind),
            Self::Listed(kinds) => kinds.contains(kind),
        };
        WordKind::ALL.iter().copied().filter(takes_part)
    }
}

/// Returns the digests that the ray walk gives, of a definition's inputs: one, or one a sequence.
///
/// # Errors
///
/// If the inputs cannot be made, or the ray walk does not answer them.
pub fn expected_digests(definition: &Definition) -> anyhow::Result<Vec<String>> {
    let has_none =
        definition.inputs.sequences().is_empty() && definition.inputs.features().is_empty();
    if definition.digest.is_empty() && has_none {
        return Ok(Vec::new());
    }
    let walk = Technique::RayWalk;
    let others = Exclusion { pattern: "*".into(), reason: "the ray walk alone is asked".into() };
    let walks = Definition {
        first: vec![walk.id().to_owned()],
        excluded: vec![others],
        ..definition.clone()
    };
    let mut digests = Vec::new();
    for plan in walks.model.panels(&walks)? {
        let is_plain = |word: Option<&str>| word == Some(WordKind::Scalar.id());
        let mut participants = plan.participants.into_iter();
        if let Some((_, mut work)) = participants.find(|(row, _)| is_plain(row.word.as_deref())) {
            digests.push(work.verify().map_err(anyhow::Error::msg)?);
        }
    }
    // The bytes that are touched change no answer.
    digests.dedup();
    Ok(digests)
}
