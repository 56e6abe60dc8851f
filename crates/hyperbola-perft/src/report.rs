//! What counts report as JSON objects, whatever counted: the processor or a GPU.

use core::fmt;

use hyperbola_moves::{Move, Position};
use serde::{Serialize, Serializer};

use crate::Counted;

/// A `u128` may not hold the number of move sequences.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManySequences;

impl fmt::Display for TooManySequences {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("there are at least 2^128 - 1 move sequences")
    }
}

impl core::error::Error for TooManySequences {}

/// The way a count was made.
#[derive(Debug, Clone, Serialize)]
pub struct Way {
    /// The number of threads.
    pub threads: u16,
    /// The memory for kept positions.
    pub memory_mib: u32,
    /// The id of the counter's word.
    pub word: Option<&'static str>,
    /// The id of the generator's technique.
    pub technique: Option<&'static str>,
    /// Whether the last moves were counted without being made.
    pub bulk: bool,
    /// The name of the GPU, if one counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

/// The result of a count, in the order of the JSON object.
#[derive(Debug, Serialize)]
#[non_exhaustive]
pub struct CountReport {
    /// The position that the sequences begin at.
    pub fen: String,
    /// Their length in half moves.
    pub depth: u8,
    /// Their number.
    pub nodes: u128,
    /// Whether the count was not interrupted.
    pub complete: bool,
    /// The time of the count.
    pub seconds: f64,
    /// The speed.
    pub nodes_per_second: f64,
    /// The way it was made.
    #[serde(flatten)]
    pub way: Way,
    /// The numbers by first move, in the order of the moves' names.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "by_move")]
    pub divide: Option<Vec<(String, u128)>>,
}

impl CountReport {
    /// Describes a count of the sequences of a length from a position, with the numbers of first
    /// moves if they were asked for.
    ///
    /// # Errors
    ///
    /// Returns an error if there are too many sequences.
    pub fn new(
        (position, depth): (&Position, u8),
        counted: Counted,
        moves: Option<Vec<(Move, u128)>>,
        seconds: f64,
        way: Way,
    ) -> Result<Self, TooManySequences> {
        let nodes = number_of(counted)?;
        let divide = moves.map(|moves| {
            let named = |(first, nodes)| (position.uci(first).to_string(), nodes);
            let mut named: Vec<_> = moves.into_iter().map(named).collect();
            named.sort();
            named
        });
        Ok(Self {
            fen: position.to_string(),
            depth,
            nodes,
            complete: counted.is_complete,
            seconds,
            nodes_per_second: nodes_per_second(nodes, seconds),
            way,
            divide,
        })
    }
}

/// Serializes values as an object with the names of first moves as its keys.
///
/// # Errors
///
/// Returns the serializer's error.
pub fn by_move<T: Serialize, S: Serializer>(
    moves: &Option<Vec<(String, T)>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map(moves.iter().flatten().map(|(first, value)| (first, value)))
}

/// The number of different positions by one definition.
#[derive(Debug, Serialize)]
pub struct Number {
    /// The id of the definition.
    pub en_passant: &'static str,
    /// The number of positions.
    pub positions: u64,
    /// Both halves of their digest, as hexadecimal digits. A GPU makes none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digest: Option<String>,
}

/// The result of a count of different positions, in the order of the JSON object.
#[derive(Debug, Serialize)]
pub struct CensusReport {
    /// The position that the moves begin at.
    pub fen: String,
    /// The number of half moves.
    pub depth: u8,
    /// The id of the definition that was asked for.
    pub en_passant: &'static str,
    /// The number of positions by this definition.
    pub positions: u64,
    /// The numbers by all definitions.
    pub numbers: Vec<Number>,
    /// The time of this run.
    pub seconds: f64,
    /// The rate of what this run counted.
    pub positions_per_second: f64,
    /// The number of threads.
    pub threads: u16,
    /// The memory for positions.
    pub memory_mib: u32,
    /// The number of classes into which the positions were divided.
    pub classes: u32,
    /// The number on which the classes depend. On a GPU they depend on none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The share of the classes that was counted, if it is not all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// The name of the GPU, if one counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub device: Option<String>,
}

/// Returns the number of sequences. The number of a complete count always fits a `u128`.
///
/// # Errors
///
/// Returns an error if there may be more.
pub fn number_of(counted: Counted) -> Result<u128, TooManySequences> {
    let is_known = !counted.is_complete || counted.nodes < u128::MAX;
    if is_known { Ok(counted.nodes) } else { Err(TooManySequences) }
}

/// Returns the number of sequences counted per second.
#[must_use]
pub fn nodes_per_second(nodes: u128, seconds: f64) -> f64 {
    // No clock measures less than a nanosecond.
    (nodes as f64 / seconds.max(1e-9)).round()
}
