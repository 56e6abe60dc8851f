//! Answers in JSON.

use serde::Serialize;

#[derive(Serialize)]
struct Failed {
    error: String,
}

#[derive(Serialize)]
struct Succeeded<T> {
    ok: T,
}

/// Writes an answer: `{"ok": …}`, or `{"error": "…"}` with a text for people.
pub(crate) fn written(answer: Result<Vec<u8>, String>) -> Vec<u8> {
    answer.unwrap_or_else(|error| text(&Failed { error }))
}

/// Writes what was asked for.
pub(crate) fn ok(answer: &impl Serialize) -> Result<Vec<u8>, String> {
    Ok(text(&Succeeded { ok: answer }))
}

fn text(answer: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(answer).unwrap_or_else(|_| br#"{"error":"no answer"}"#.to_vec())
}
