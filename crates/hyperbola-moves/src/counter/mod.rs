//! Counts the positions that are two moves on from nodes, for many nodes at once.
//!
//! Nodes wait until there are eight. Then [`plan`] counts the replies to most of their moves
//! without making these moves. The remaining moves are made: the positions after them go into
//! queues, and [`replies`] counts the legal moves of eight positions at once. The formulas run on
//! as many of the eight positions as a word has lanes. `WideWord` chooses the word and compiles
//! the formulas for its instructions.
//!
//! In all nodes White is to move. If Black would be to move in the nodes, the board is first turned
//! over (`Start`), so that every formula is compiled for one colour only.

mod add;
mod batch;
mod board;
mod castles;
pub mod formulas;
mod found;
mod lanes;
mod layers;
mod legal;
mod limits;
mod lines;
mod lone;
mod made;
mod moves;
mod neutral;
mod node_counter;
mod nodes;
mod numbers;
mod packed;
mod pieces;
mod plan;
#[cfg(test)]
mod proofs;
mod queues;
mod replies;
pub mod sets;
mod sides;
mod view;
mod waiting;
mod walk;

pub use batch::{Sequences, replies_of_black};
pub use board::CounterBoard;
pub use castles::Castles;
pub use found::Found;
pub(crate) use layers::{BYTES, LAST_LAYER, Layers};
pub use legal::{en_passant, legal_sets};
pub use packed::{Packed, Reached, mixed};
pub use pieces::{Pieces, last_rank};
pub use view::NodeView;
pub use walk::{Children, Start, Take, add_children};
pub(crate) use walk::{Walk, children};
