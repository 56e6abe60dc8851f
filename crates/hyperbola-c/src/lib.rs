//! A C interface to Hyperbola: `include/hyperbola.h` describes it.
//!
//! The functions here are what the header declares. They are for C and for languages that call C;
//! Rust programs use the crates [`hyperbola`], `hyperbola-moves`, `hyperbola-features` and
//! `hyperbola-inputs`.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![expect(unsafe_code, reason = "C gives pointers")]

mod count;
mod features;
mod inputs;
mod memory;
mod positions;
mod queries;
mod status;
mod verdicts;

pub use count::{
    EachMove, PerftOptions, Statistics, hyperbola_perft, hyperbola_perft_divide,
    hyperbola_perft_statistics,
};
pub use features::{
    ArrayInfo, ArraysHandle, hyperbola_arrays_free, hyperbola_arrays_get, hyperbola_feature_info,
    hyperbola_positions_compute,
};
pub use inputs::{
    BoardSets, InputChanges, InputsHandle, Numbers, hyperbola_inputs_active,
    hyperbola_inputs_block, hyperbola_inputs_changes, hyperbola_inputs_free, hyperbola_inputs_new,
    hyperbola_inputs_size,
};
pub use positions::{
    PositionsHandle, hyperbola_legal_moves, hyperbola_positions_add, hyperbola_positions_add_many,
    hyperbola_positions_count, hyperbola_positions_free, hyperbola_positions_new,
};
pub use queries::{
    hyperbola_attacks_by, hyperbola_batch, hyperbola_bishop_attacks, hyperbola_queen_attacks,
    hyperbola_rook_attacks, hyperbola_rook_bishop_attacks, hyperbola_setwise_attacks,
    hyperbola_setwise_counts,
};
pub use status::{Status, hyperbola_status_text, hyperbola_version};
pub use verdicts::{VerdictTexts, hyperbola_judge, hyperbola_read_fen};
