//! The counter's board, the legal moves on it, and the sets of positions after them. They are for the
//! crate hyperbola-census, and nothing of them is promised to others.

pub use crate::counter::{
    Castles, Children, CounterBoard, Found, Packed, Pieces, Reached, Start, Take, add_children,
    en_passant, last_rank, legal_sets, mixed,
};
pub use crate::perft::counted::shared::each_on_threads;
