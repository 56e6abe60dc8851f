//! The shaders that count the move sequences of a position, printed from the counter's formulas.
//!
//! WebGPU has no integers of 64 bits, so a word is a pair of halves. The squares of castling moves
//! are constants in a shader, so the page asks for the shaders of a position.

#[path = "../../src/exchange.rs"]
mod exchange;
#[path = "../../src/json.rs"]
mod json;

use hyperbola_explain::{Masks, Recorded, Recorder};
use hyperbola_export::{Functions, Language};
use hyperbola_moves::{MoveList, Position, Rules};
use hyperbola_perft::four_words;
use hyperbola_rules::formulas::Formulas;
use hyperbola_rules::sets;
use serde::{Deserialize, Serialize};

use json::{ok, written};

/// The words of a position in the printed functions.
const POSITION: [&str; 4] = ["a", "b", "c", "black"];

/// A request: a position whose FEN says the files of the rooks.
#[derive(Deserialize)]
struct Request {
    fen: String,
}

/// The shaders of a position's game, and where its moves lead.
#[derive(Serialize)]
struct Answer {
    /// For the positions after an odd number of moves, and for the others.
    shaders: [String; 2],
    moves: Vec<Played>,
    /// No position has more moves.
    most_moves: usize,
}

/// A move, the halves of the position after it, and the number of replies.
#[derive(Serialize)]
struct Played {
    uci: String,
    node: Vec<u32>,
    replies: usize,
}

/// Answers a request: `{"ok": …}`, or `{"error": "…"}` with a text for people.
#[must_use]
pub fn answer_to(request: &[u8]) -> Vec<u8> {
    let request = serde_json::from_slice::<Request>(request).map_err(|error| error.to_string());
    written(request.and_then(|Request { fen }| ok(&Answer::new(&fen)?)))
}

impl Answer {
    fn new(fen: &str) -> Result<Self, String> {
        let position = Position::from_fen_by_rules(fen, Rules::Auto);
        let position = position.map_err(|error| error.to_string())?;
        let moves = position.legal_moves();
        let moves = moves.iter().map(|&played| {
            let uci = position.uci(played).to_string();
            let after = position.play(played).map_err(|error| error.to_string())?;
            // White is to move in the words of a position, whoever it is.
            let (_, words) = four_words::start(&after, 2, 2);
            let node = words.into_iter().flat_map(halves).collect();
            Ok(Played { uci, node, replies: after.legal_moves().len() })
        });
        let (formulas, _) = four_words::start(&position, 2, 2);
        let shaders = [&formulas.turned_over(), &formulas].map(shader);
        let moves = moves.collect::<Result<_, String>>()?;
        Ok(Self { shaders, moves, most_moves: MoveList::CAPACITY })
    }
}

/// Returns the lower and the upper half of a word.
fn halves(word: u64) -> [u32; 2] {
    let [a, b, c, d, e, f, g, h] = word.to_le_bytes();
    [[a, b, c, d], [e, f, g, h]].map(u32::from_le_bytes)
}

/// Returns the shader for the positions of a game, with a kernel for each step.
fn shader(formulas: &Formulas) -> String {
    let recorder = Recorder::with_masks(Masks::Computed);
    // No formula branches on the values: they are those of the board without a piece.
    let words = POSITION.map(|name| recorder.board(name, 0));
    let [from, to] = ["from_square", "to_square"].map(|name| recorder.board(name, 0));
    let kind = recorder.number("kind", 0);
    let mut functions = Functions::new(Language::find("wgsl").expect("it is in the list"));
    let mut write = |name: &str, others: &[&str], results: &[Recorded<'_>]| {
        let (program, steps) = recorder.program_of_all(results);
        let names = [POSITION.as_slice(), others].concat();
        let parameters = names.iter().map(|name| format!("{name}: vec2<u32>, "));
        let opening = format!(
            "fn {name}({}found: ptr<function, array<vec2<u32>, {}>>) {{",
            parameters.collect::<String>(),
            steps.len(),
        );
        let names = (0..steps.len()).map(|place| format!("(*found)[{place}]"));
        let names: Vec<String> = names.collect();
        let results: Vec<_> = names.iter().map(String::as_str).zip(steps).collect();
        functions.write(&opening, &program, &results);
    };
    write("find_moves", &[], &formulas.moves(words).sets());
    let after = formulas.after(words, from, to, kind);
    write("after", &["from_square", "to_square", "kind"], &after);
    write("turned", &[], &Formulas::turned(words));
    write("find_replies", &[], &[formulas.replies(words), formulas.captures_en_passant(words)]);
    constants(formulas) + &functions.finish() + include_str!("perft.wgsl")
}

/// Returns the constants of a shader: for each set of moves, the difference between a move's
/// squares, and its kind, of several the first; and where a king goes by castling.
fn constants(formulas: &Formulas) -> String {
    let list = |numbers: [u64; sets::LEN]| numbers.map(|number| format!("{number}u")).join(", ");
    let of_sets =
        [("STEPS", sets::DIFFERENCES.map(u64::from)), ("KINDS", sets::KINDS.map(|of| of[0]))];
    let of_sets = of_sets
        .map(|(name, numbers)| format!("const {name} = array<u32, SETS>({});\n", list(numbers)));
    let places = [("SETS", sets::LEN)].into_iter().chain(sets::PLACES);
    let places = places.map(|(name, place)| format!("const {name} = {place}u;\n"));
    let king_to = formulas.king_targets().map(u64::trailing_zeros);
    let castling = format!("const KING_TO = array<u32, 2>({}u, {}u);\n\n", king_to[0], king_to[1]);
    places.collect::<String>() + &of_sets.concat() + &castling
}
