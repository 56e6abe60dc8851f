//! Files that are complete or absent, journals of runs that continue after a break, digests of
//! streams, texts that are read up to a limit, and the handling of interrupts. Nothing here knows
//! of chess.
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod descriptor;
mod digest;
mod error;
pub mod file;
pub mod interrupt;
pub mod journal;
pub mod limited;
pub mod new_file;
pub mod ordered;
mod shown;
pub mod text;
pub mod unfinished;

pub use digest::Digest;
pub use error::{Error, Wrong};
pub use shown::{counted, escaped, list, shown, shown_path, shown_start};
