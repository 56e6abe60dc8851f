//! What was left out of a conversion, and why.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::{Refusal, Unit};

/// The comments that are shown of those that had no evaluation.
const COMMENTS: usize = 3;

/// What was left out or is noted: so many things of a kind, for each reason.
///
/// ```
/// use hyperbola_data::{LeftOut, Reason, Thing};
/// let mut left = LeftOut::default();
/// left.add(Thing::Move, Reason::NoEvaluation, 3);
/// assert_eq!(left.rows()[0].to_string(), "3 moves: no evaluation");
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LeftOut {
    rows: Vec<LeftOutRow>,
    /// The first comments of games that have no evaluation.
    comments: Vec<String>,
}

/// So many things of a kind that were left out or are noted for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LeftOutRow {
    /// The kind of the things.
    pub thing: Thing,
    /// The reason.
    pub reason: Reason,
    /// The number of the things.
    pub count: u64,
}

/// A thing that may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Thing {
    /// A move of a game with the position that belongs to it.
    Move,
    /// A game, or the rest of one whose entries before the mistake are kept.
    Game,
    /// The rest of a chunk of a binpack.
    Chunk,
    /// A record.
    Record,
    /// A line.
    Line,
    /// An entry.
    Entry,
}

/// The reason why something is left out or noted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// A move has no evaluation.
    NoEvaluation,
    /// The evaluation of a move cannot be read.
    UnreadableEvaluation,
    /// A move of a game is not legal.
    IllegalMove,
    /// A move passes.
    NullMove,
    /// The game is not chess.
    OtherGame,
    /// It cannot be read: it is broken, cut, or against its format.
    Unreadable,
    /// The filters or the part leave it out.
    Filtered,
    /// It is not the first of as many as are asked for.
    Every,
    /// Its position was there before.
    Duplicate,
    /// The output needs a score.
    NoScore,
    /// The output has no place for the score.
    Score,
    /// The output needs a result.
    NoResult,
    /// The output needs a legal move.
    NoMove,
    /// The output has no place for a clock, a ply or the number of pieces.
    Number,
    /// The output has no place for the castling rights.
    Castling,
    /// The output takes only positions that a game can reach.
    Unreachable,
    /// It is noted: letters of `KQkq` are read as rights that only Chess960 has.
    GuessedChess960,
    /// It is noted: the FEN was mended.
    Mended,
    /// It is noted: no result stands behind the moves of a game, which may have been cut.
    NoClosingResult,
    /// It is noted: what belongs to no game was passed over, such as a bracket that is no tag.
    PassedOver,
    /// It is noted: the tag `Result` and the result behind the moves differ, of which the latter
    /// counts.
    OtherResult,
}

impl Reason {
    /// Returns whether it is only noted, and nothing was left out.
    #[must_use]
    pub const fn is_note(self) -> bool {
        matches!(
            self,
            Self::GuessedChess960
                | Self::Mended
                | Self::NoClosingResult
                | Self::PassedOver
                | Self::OtherResult
        )
    }

    /// Returns the reason as a text.
    #[must_use]
    pub const fn text(self) -> &'static str {
        match self {
            Self::NoEvaluation => "no evaluation",
            Self::UnreadableEvaluation => "an evaluation that cannot be read",
            Self::IllegalMove => "an illegal move",
            Self::NullMove => "a move that passes",
            Self::OtherGame => "not chess, or a variant that is not known",
            Self::Unreadable => "cannot be read",
            Self::Filtered => "filters, or not in --part",
            Self::Every => "--every",
            Self::Duplicate => "the position was there before",
            Self::NoScore => "no score, which the output needs",
            Self::Score => "a score that the output cannot hold",
            Self::NoResult => "no result, which the output needs",
            Self::NoMove => "no legal move, which the output needs",
            Self::Number => "a number that the output cannot hold",
            Self::Castling => "castling rights that the output cannot hold",
            Self::Unreachable => "a position that no game can reach, which the output refuses",
            Self::GuessedChess960 => {
                "castling rights of KQkq that only Chess960 has: --rules chess960 or chess says which"
            }
            Self::Mended => "the FEN was mended",
            Self::NoClosingResult => "no result behind the moves: they may have been cut",
            Self::PassedOver => "tags, brackets or signs that are none were passed over",
            Self::OtherResult => {
                "the tag Result differs from the result behind the moves, which counts"
            }
        }
    }
}

impl From<Refusal> for Reason {
    fn from(refusal: Refusal) -> Self {
        match refusal {
            Refusal::NoScore => Self::NoScore,
            Refusal::Score { .. } | Refusal::ReservedScore => Self::Score,
            Refusal::NoResult => Self::NoResult,
            Refusal::NoMove | Refusal::IllegalMove => Self::NoMove,
            Refusal::Number { .. } | Refusal::Pieces { .. } => Self::Number,
            Refusal::Castling => Self::Castling,
            Refusal::Unreachable => Self::Unreachable,
        }
    }
}

impl From<Unit> for Thing {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Chunk => Self::Chunk,
            Unit::Game => Self::Game,
            Unit::Record => Self::Record,
            Unit::Line => Self::Line,
        }
    }
}

impl Thing {
    /// Returns the word for one.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Move => "move",
            Self::Game => "game",
            Self::Chunk => "chunk",
            Self::Record => "record",
            Self::Line => "line",
            Self::Entry => "entry",
        }
    }
}

impl fmt::Display for LeftOutRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { thing, reason, count } = self;
        let name = match (thing, count) {
            (_, 1) => thing.name().to_owned(),
            (Thing::Entry, _) => "entries".to_owned(),
            _ => format!("{}s", thing.name()),
        };
        write!(f, "{count} {name}: {}", reason.text())
    }
}

impl LeftOut {
    /// Returns the numbers, in the order in which the reasons were met.
    #[must_use]
    pub fn rows(&self) -> &[LeftOutRow] {
        &self.rows
    }

    /// Returns whether nothing was left out or noted, and no comment is kept.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.comments.is_empty()
    }

    /// Returns the number of things of a kind for a reason.
    #[must_use]
    pub fn count(&self, thing: Thing, reason: Reason) -> u64 {
        let same = |row: &&LeftOutRow| (row.thing, row.reason) == (thing, reason);
        self.rows.iter().find(same).map_or(0, |row| row.count)
    }

    /// Returns the first three comments of games that had no evaluation, shortened.
    #[must_use]
    pub fn comments(&self) -> &[String] {
        &self.comments
    }

    /// Adds a number of things.
    pub fn add(&mut self, thing: Thing, reason: Reason, count: u64) {
        let same = |row: &&mut LeftOutRow| (row.thing, row.reason) == (thing, reason);
        match self.rows.iter_mut().find(same) {
            _ if count == 0 => {}
            Some(row) => row.count += count,
            None => self.rows.push(LeftOutRow { thing, reason, count }),
        }
    }

    /// Adds what was left out elsewhere, behind this.
    pub fn extend(&mut self, other: &Self) {
        for row in &other.rows {
            self.add(row.thing, row.reason, row.count);
        }
        let room = COMMENTS.saturating_sub(self.comments.len());
        self.comments.extend(other.comments.iter().take(room).cloned());
    }

    /// Returns whether another comment would be shown.
    pub(crate) const fn takes_comments(&self) -> bool {
        self.comments.len() < COMMENTS
    }

    /// Keeps a comment without an evaluation, if it is one of the first.
    pub(crate) fn add_comment(&mut self, text: &str) {
        /// The most characters that are shown.
        const LONGEST: usize = 60;
        let text = text.trim();
        if !text.is_empty() && self.takes_comments() {
            let shown: String = text.chars().take(LONGEST).collect();
            self.comments.push(if shown == text { shown } else { shown + "…" });
        }
    }
}
