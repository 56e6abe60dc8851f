//! Batches: slices of queries, answered on vectors.

use hyperbola::batch::{Batch, BatchError};
use hyperbola::choice::Choice;

/// Answers a batch with a technique on a kind of word.
///
/// # Errors
///
/// Returns [`BatchError::NoGain`] if the kind of word [is not for
/// batches](hyperbola::word::WordKind::is_for_batches) and the feature `every-word` is off. Returns
/// [`BatchError::Unavailable`] if this processor does not have the kind of word.
pub fn answer(choice: Choice, batch: Batch<'_>) -> Result<(), BatchError> {
    #[cfg(feature = "every-word")]
    return batch.answer_by_any(choice);
    #[cfg(not(feature = "every-word"))]
    return batch.answer_by(choice);
}
