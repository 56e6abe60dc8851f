//! The explorer's side of the library: requests in JSON, answered in JSON. Numbers of 64 bits are
//! hexadecimal texts, because a page's numbers have 53 bits.

mod either;
mod exchange;
mod factors;
mod json;
mod many;
mod played;
mod positions;
mod proofs;
mod sets;
mod steps;
mod tables;
mod techniques;

use hyperbola::{Bitboard, Slider, Square, Technique};
use hyperbola_moves::Rules;
use serde::{Deserialize, Deserializer};

use json::{ok, written};

/// Answers a request: `{"ok": …}`, or `{"error": "…"}` with a text for people.
#[must_use]
pub fn answer_to(request: &[u8]) -> Vec<u8> {
    written(match serde_json::from_slice::<Request>(request) {
        Ok(request) => request.answer(),
        Err(error) => Err(error.to_string()),
    })
}

/// A request.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "snake_case")]
enum Request {
    /// All techniques with their facts and costs.
    Techniques,
    /// The steps of a technique.
    Explain(Query),
    /// The values of its operations with one of them changed.
    Changed { query: Query, node: usize, operation: String },
    /// One board's attacks by the library's own functions, and the board as numbers.
    Board { slider: Named<Slider>, square: Square, occupied: Bitboard },
    /// A technique's attacks for several squares at once, one in each lane.
    Lanes {
        technique: Named<Technique>,
        slider: Named<Slider>,
        squares: Vec<Square>,
        occupied: Bitboard,
    },
    /// The attacks of all sliders of a position.
    Sets { technique: Named<Technique>, fen: String },
    /// The pieces of a FEN, legal or not.
    Placed { fen: String },
    /// What a FEN says by rules, and the legal moves.
    Position { fen: String, rules: Named<Rules> },
    /// The FEN without its faults, and these.
    Mend { fen: String, rules: Named<Rules> },
    /// The same after a move.
    Play { fen: String, uci: String },
    /// Whether a factor hashes a square's relevant occupancies without a collision.
    Trial { slider: Named<Slider>, square: Square, occupied: Bitboard, factor: Bitboard },
    /// A proof that a technique is right on a square for all boards.
    Prove(Query),
    /// The decision diagrams of a borrow, of a formula and of the definition at a square.
    Diagrams { slider: Named<Slider>, square: Square, target: Square },
    /// A proof that it is right for all sets of sliders and all boards.
    ProveSets { technique: Named<Technique>, slider: Named<Slider> },
    /// The operators of a technique that can be changed.
    Changes(Query),
    /// Whether a technique with a changed operator is still right, and if not, on which board.
    Refute { query: Query, node: usize, operation: String },
}

/// A technique, a slider on a square, and the occupied squares.
#[derive(Deserialize)]
struct Query {
    technique: Named<Technique>,
    slider: Named<Slider>,
    square: Square,
    occupied: Bitboard,
}

/// A value that is read from its name.
struct Named<T>(T);

impl<'de, T: core::str::FromStr<Err: core::fmt::Display>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        name.parse().map(Self).map_err(|error| {
            serde::de::Error::custom(format_args!("{}: {error}", name.escape_debug()))
        })
    }
}

impl Request {
    fn answer(self) -> Result<Vec<u8>, String> {
        match self {
            Self::Techniques => ok(&techniques::all()),
            Self::Explain(query) => ok(&steps::explain(&query)),
            Self::Changed { query, node, operation } => {
                ok(&proofs::changed_values(&query, node, &operation)?)
            }
            Self::Board { slider, square, occupied } => {
                ok(&sets::board(slider.0, square, occupied))
            }
            Self::Lanes { technique, slider, squares, occupied } => {
                ok(&sets::lanes(technique.0, slider.0, &squares, occupied)?)
            }
            Self::Sets { technique, fen } => ok(&sets::of_position(technique.0, &fen)?),
            Self::Placed { fen } => ok(&positions::placed(&fen)?),
            Self::Position { fen, rules } => ok(&positions::read(&fen, rules.0)?),
            Self::Mend { fen, rules } => ok(&positions::mend(&fen, rules.0)?),
            Self::Play { fen, uci } => ok(&positions::play(&fen, &uci)?),
            Self::Trial { slider, square, occupied, factor } => {
                ok(&factors::trial(slider.0, square, occupied, factor.0))
            }
            Self::Prove(query) => ok(&proofs::prove(&query)?),
            Self::Diagrams { slider, square, target } => {
                ok(&proofs::diagrams(slider.0, square, target)?)
            }
            Self::ProveSets { technique, slider } => {
                ok(&proofs::prove_sets(technique.0, slider.0)?)
            }
            Self::Changes(query) => ok(&proofs::changes(&query)),
            Self::Refute { query, node, operation } => {
                ok(&proofs::refute(&query, node, &operation)?)
            }
        }
    }
}
