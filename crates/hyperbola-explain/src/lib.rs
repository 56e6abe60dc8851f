//! Explains the computation of a technique, step by step, by running it on a word that records.
//!
//! [`Recorded`] is a [`Word`](hyperbola::Word) like any other: a technique that runs on it works as
//! always, and every operation records a node with its operands and its value, which plain `u64`
//! has computed. The names are those of the formula's own locals. So an explanation cannot differ
//! from the code that runs: it is the code that ran.
//!
//! ```
//! use hyperbola::{Technique, Bitboard, Slider, Square};
//! use hyperbola_explain::explain;
//!
//! let occupied = Bitboard::from_iter([Square::B2, Square::F6]);
//! let explanation =
//!     explain(Technique::HyperbolaQuintessence, Slider::Bishop, Square::D4, occupied);
//! let diagonal = explanation.sections.iter().find(|section| section.title == "diagonal").unwrap();
//! let names: Vec<&str> = diagonal.steps.iter().map(|step| step.name.as_str()).collect();
//! assert_eq!(
//!     names,
//!     ["r", "line", "o", "o'", "r'", "positive", "negative", "diagonal_attacks"]
//! );
//! assert_eq!(diagonal.steps[5].expression, "o - r");
//! ```
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod computation;
mod contents;
mod cost;
mod explanation;
mod expression;
mod machine;
mod program;
mod recorder;
mod render;
mod run;

pub use computation::{Change, Computation, NodeView};
pub use contents::{Contents, Entries};
pub use cost::{Cost, cost, instructions, line_cost, tables};
pub use explanation::{Explanation, Section, Step, ValueKind, explain, explain_technique};
pub use machine::INSTRUCTIONS;
pub use program::{Instruction, Program, program, program_with_masks, program_with_nodes};
pub use recorder::{Function, Masks, Operator, Recorded, Recorder};

/// Parts from which `hyperbola-boards` makes explanations and programs for other boards. They may
/// change in any version.
#[doc(hidden)]
pub mod for_boards {
    pub use crate::explanation::{Labels, ancestors, explain_recorded};
    pub use crate::recorder::{Name, Node, Operation, RowMask};
}
