//! Counts the move sequences that begin with a move, by the library's counter.

#[path = "../../src/exchange.rs"]
mod exchange;
#[path = "../../src/json.rs"]
mod json;
#[path = "../../src/played.rs"]
mod played;

use serde::Deserialize;

use json::{ok, written};

/// A request: a position whose FEN says the files of the rooks, a move of it, and the length of the
/// sequences that begin with this.
#[derive(Deserialize)]
struct Request {
    fen: String,
    uci: String,
    depth: u32,
}

/// Answers a request: `{"ok": …}`, or `{"error": "…"}` with a text for people.
#[must_use]
pub fn answer_to(request: &[u8]) -> Vec<u8> {
    let request = serde_json::from_slice::<Request>(request).map_err(|error| error.to_string());
    written(request.and_then(|request| ok(&request.count()?)))
}

impl Request {
    fn count(&self) -> Result<u128, String> {
        /// A longer count would run for years.
        const DEEPEST: u32 = 20;
        let after = played::after(&self.fen, &self.uci)?;
        match self.depth {
            depth @ 1..=DEEPEST => Ok(hyperbola_perft::count(&after, depth - 1)),
            depth => Err(format!("expected a depth from 1 to {DEEPEST} and found {depth}")),
        }
    }
}
