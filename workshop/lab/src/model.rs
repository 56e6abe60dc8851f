//! The models: the work, and the timed part of it.
//!
//! A model has a name and its facts here, and a function in [`models`](crate::models) that makes
//! its panels.

use core::fmt;

use hyperbola::word::{Vector, WideWord, WordKind, WordVisitor};
use hyperbola::{SliderAttacks as _, Technique, dispatch};
use hyperbola_boards::TECHNIQUES;
use hyperbola_perft::Perft;
use hyperbola_timing::loops::Loop;
use serde::{Deserialize, Serialize};

/// The work that a time is of. Times of different models are never ranked together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Model {
    /// Independent queries; the compiler is kept from answering several in one vector.
    Throughput,
    /// Independent queries. The compiler may answer several in one vector, which does not happen in
    /// an engine.
    Vectorised,
    /// Queries that each depend on the last answer.
    Latency,
    /// Groups of queries, with other data touched before each group.
    CachePressure,
    /// Queries on boards of which two squares change before each.
    Incremental,
    /// Queries on boards of other sizes, in all these ways.
    Boards,
    /// Slices of queries on vectors.
    Batch,
    /// Independent queries along one line.
    Line,
    /// Boards that are updated with a move, without queries.
    Keeping,
    /// Independent queries, of techniques and of the same ones exported to C.
    Exported,
    /// Slices of queries, of techniques and of the same ones exported to C with AVX2.
    ExportedBatch,
    /// All attacks of one side's sliders.
    SetWise,
    /// Whether the side to move is in check, position after position.
    Check,
    /// The tables of a technique, made at run time.
    SetUp,
    /// Legal move sequences, counted without a hash table.
    Perft,
    /// One fixed search, whose sliders move by a technique.
    Search,
    /// Features of many positions.
    Features,
    /// What an engine calls, by libraries: the program `libraries` of the rivals times it.
    Libraries,
}

impl Model {
    /// Returns the description of one operation.
    #[must_use]
    pub const fn operation(self) -> &'static str {
        match self {
            Self::Keeping => "move",
            Self::SetWise => "map",
            Self::Check | Self::Features => "position",
            Self::SetUp => "set-up",
            Self::Perft | Self::Search => "node",
            Self::Libraries => "call",
            _ => "query",
        }
    }

    /// Returns the kinds of words that take part. Those of several lanes need not be those of this
    /// processor.
    pub fn kinds(self) -> impl Iterator<Item = WordKind> {
        let is_single = |kind: WordKind| kind.visit(HasSingleQueries).unwrap_or(false);
        let takes_part = move |&kind: &WordKind| match self {
            Self::Throughput
            | Self::Vectorised
            | Self::Latency
            | Self::CachePressure
            | Self::Incremental
            | Self::Check => is_single(kind),
            Self::Batch => kind.is_for_batches(),
            Self::SetWise => kind.lanes() > 1 || is_single(kind),
            Self::Perft => Perft::KINDS.contains(&kind),
            Self::Features => WideWord::KINDS.contains(&kind),
            #[cfg(target_arch = "x86_64")]
            Self::ExportedBatch => matches!(kind, WordKind::Scalar | WordKind::Avx2x4),
            _ => kind == WordKind::Scalar,
        };
        WordKind::ALL.iter().copied().filter(takes_part)
    }

    /// Returns the reason why a technique cannot take part; most can.
    #[must_use]
    pub fn left_out(self, technique: Technique) -> Option<&'static str> {
        let is_by_lines = || dispatch!(technique, T: LineAttacks => T::INFO).is_some();
        match self {
            Self::Line if !is_by_lines() => Some("does not work line by line"),
            Self::Boards if !TECHNIQUES.contains(&technique) => {
                Some("does not compute on boards of other sizes")
            }
            Self::SetUp if technique.info().recipes().next().is_none() => Some("has no tables"),
            _ => None,
        }
    }

    /// Returns the loop that rivals run too, if it is one of those.
    #[must_use]
    pub fn shared_loop(self) -> Option<Loop> {
        self.to_string().parse().ok()
    }
}

impl fmt::Display for Model {
    /// Writes the name in files and on the command line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// Returns whether single queries are measured on a word, so that their loops are compiled: on
/// those of one lane, except the one of which a pair is in a register and four are not. Processors
/// with that and without AVX2 are rare.
pub(crate) const fn has_single_queries<V: Vector>() -> bool {
    let (pair, quad) = (align_of::<V::Pair>(), align_of::<V::Quad>());
    V::LANES == 1 && (pair == align_of::<u64>() || quad > pair)
}

/// Returns whether single queries are measured on a word.
struct HasSingleQueries;

impl WordVisitor for HasSingleQueries {
    type Output = bool;

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) -> bool {
        has_single_queries::<V>()
    }
}
