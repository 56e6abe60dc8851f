//! What of the command `hyperbola` is compiled apart, because it takes the longest by far: every
//! technique on every kind of word. The binary, its tests and their next builds share it.
#![forbid(unsafe_code)]

use hyperbola::batch::{Batch, BatchError};
use hyperbola::choice::Choice;

/// Answers a batch by a choice made at run time.
///
/// # Errors
///
/// [`BatchError::Unavailable`] if this processor does not have the kind of word.
pub fn answer_by(choice: Choice, batch: Batch<'_>) -> Result<(), BatchError> {
    batch.answer_by(choice)
}
