//! Batches: slices of queries, answered on vectors.

use hyperbola::batch::{Batch, BatchError};
use hyperbola::choice::Choice;

/// Answers a batch with a technique on a kind of word.
///
/// # Errors
///
/// Returns [`BatchError::Unavailable`] if this processor does not have the kind of word.
pub fn answer(choice: Choice, batch: Batch<'_>) -> Result<(), BatchError> {
    batch.answer_by(choice)
}
