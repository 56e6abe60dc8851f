//! Counts the positions that are two moves on from nodes, for many nodes at once.
//!
//! Nodes wait until there are eight. Then [`plan`](crate::plan) counts the replies to most of their
//! moves without making these moves. The remaining moves are made: the positions after them go into
//! queues, and [`replies`](hyperbola_rules::replies) counts the legal moves of eight positions at
//! once. The formulas run on as many of the eight positions as a word has lanes. `WideWord` chooses
//! the word and compiles the formulas for its instructions.
//!
//! In all nodes White is to move. If Black would be to move in the nodes, the board is first turned
//! over (`Start`), so that every formula is compiled for one colour only.

mod board;
mod buckets;
mod lanes;
mod layers;
mod legal;
mod made;
mod node_counter;
mod nodes;
mod packed;
mod position_table;
mod queues;
mod sequences;
#[cfg(test)]
mod view;
mod waiting;
mod walk;

pub(crate) use board::CounterBoard;
pub(crate) use buckets::{Buckets, lock};
pub(crate) use layers::{BYTES, LAST_LAYER, Layers};
pub(crate) use legal::{en_passant, legal_sets};
pub(crate) use packed::{Packed, Reached, mixed};
pub(crate) use position_table::PositionTable;
pub use sequences::Sequences;
pub(crate) use walk::{Children, Start, Take, Walk, add_children, children};
