//! What the crate hyperbola-census needs besides: the counter's board, the legal moves on it, and sets
//! of the positions after them. These are not for others to use.

pub use crate::counter::{
    Castles, Children, CounterBoard, Found, Packed, Pieces, Reached, Start, Take, add_children,
    en_passant, last_rank, legal_sets, mixed,
};
pub use crate::perft::counted::shared::each_on_threads;
