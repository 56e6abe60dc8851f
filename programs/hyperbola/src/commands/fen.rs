//! `hyperbola fen`: checks a FEN and prints its contents.

use std::ffi::{OsStr, OsString};

use clap::Args;
use hyperbola_console::input::{self, Parsed};
use hyperbola_console::others::HUNT;
use hyperbola_console::reading::{self, ReadingArguments};
use hyperbola_moves::{CastlingSide, Color, Square, Verdict};
use serde::{Deserialize, Serialize};

use crate::output;

/// The arguments of `hyperbola fen`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct FenArguments {
    /// The position: a FEN, X-FEN or Shredder-FEN, or startpos
    pub(crate) fen: OsString,
    /// How the position is read.
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// Print only whether a game can lead to the position: one of chess, one of Chess960, or none,
    /// and by which rule
    #[arg(long, conflicts_with_all = ["inputs", "rules", "lenient"])]
    pub(crate) verdict: bool,
    /// Also print the inputs of a network, each with its number and its meaning. The set is names
    /// of presets with plus signs between them, or a definition in a file that ends in .toml. The
    /// program hyperbola-hunt prints them
    #[arg(long, value_name = "SET")]
    pub(crate) inputs: Option<OsString>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola fen`.
const HELP: &str = "\
The command prints the position as X-FEN, which equals FEN wherever FEN can express the position, \
and as Shredder-FEN. Then it prints the board, the side to move, the castling rights with their \
rooks in brackets, the en passant square, the Zobrist key, the pieces that give check and the number \
of legal moves. The key has the numbers of the Polyglot book format; a book of it has another key \
where a pawn may not capture en passant though it stands beside the other. An en passant square without a legal en passant \
capture is dropped, and the output says so. The clocks may be missing; they are then 0 and 1.

The JSON object has fen, shredder_fen, side_to_move, the array castling (each right has color, \
side and rook), en_passant, dropped_en_passant, halfmove_clock, fullmove_number, key, checkers, \
check, checkmate, stalemate and legal_moves. With --inputs it has the array inputs, whose elements \
have view, number and meaning: White's view first, each in the order of the numbers.

With --verdict the command prints the verdict (chess, chess960 or impossible), the rule that the \
position breaks, the reason, and the FEN of chess that is left without the castling rights and the \
en passant square that do not fit. The JSON object has verdict, rule, reason, mended (null if there \
is none) and double, which says whether the two sides need different start arrays of Chess960. \
docs/VERDICT.md lists the rules. The exit status is 0 whatever the verdict is.

A text that is not a valid position ends the command with exit status 2. Standard error then \
names the column in bytes, counted from 1, and says what was expected and what was found.

Examples:
  hyperbola fen 'rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1'
  hyperbola fen 'nrk1brnb/pp1ppppp/2p5/3q4/5P2/PP6/2PPP1PP/NRKQBRNB w BFbf - 0 1' --json
  hyperbola fen '8/8/8/3k4/4Pp2/8/8/4K2B b - e3 0 1' --verdict
  hyperbola fen startpos --inputs threats_59808";

/// Prints the contents of a FEN.
pub(crate) fn run(arguments: &FenArguments) -> anyhow::Result<()> {
    if arguments.verdict {
        return judge(arguments);
    }
    let parsed = arguments.reading.read(&arguments.fen)?;
    let mut facts = Facts::new(&parsed);
    facts.inputs = arguments.inputs.as_deref().map(|set| inputs(set, &facts.fen)).transpose()?;
    if arguments.json { output::print_json(&facts) } else { output::print(&facts.text(&parsed)) }
}

/// The verdict on a position, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Judged {
    verdict: &'static str,
    rule: Option<&'static str>,
    reason: String,
    mended: Option<String>,
    double: bool,
}

/// Prints the verdict on a position.
fn judge(arguments: &FenArguments) -> anyhow::Result<()> {
    let fen = arguments.fen.as_os_str();
    let judgement =
        input::judged(fen.as_encoded_bytes()).map_err(|error| reading::wrong(fen, &error))?;
    let verdict = judgement.verdict;
    let judged = Judged {
        verdict: verdict.name(),
        rule: match verdict {
            Verdict::Impossible(reason) => Some(reason.rule().name()),
            _ => None,
        },
        reason: verdict.to_string(),
        mended: judgement.mended.map(|mended| mended.to_string()),
        double: matches!(verdict, Verdict::Chess960 { is_double: true }),
    };
    if arguments.json {
        return output::print_json(&judged);
    }
    let lines = [
        ("verdict", Some(judged.verdict.to_owned())),
        ("rule", judged.rule.map(str::to_owned)),
        ("reason", Some(judged.reason)),
        ("mended", judged.mended),
    ];
    let line = |(name, value): (&str, Option<String>)| Some(format!("{name:<7}  {}\n", value?));
    output::print(&lines.into_iter().filter_map(line).collect::<String>())
}

/// Returns the inputs of a position, which `hyperbola inputs` prints.
fn inputs(set: &OsStr, fen: &str) -> anyhow::Result<Vec<Input>> {
    let printed = HUNT.printed(&["inputs".as_ref(), "--json".as_ref(), set, fen.as_ref()])?;
    Ok(serde_json::from_slice(&printed)?)
}

/// The facts about a position, in the order of the JSON object.
#[derive(Debug, Serialize)]
struct Facts {
    fen: String,
    shredder_fen: String,
    side_to_move: String,
    castling: Vec<Right>,
    en_passant: Option<String>,
    /// The en passant square of the text, if it was dropped because no pawn can legally capture
    /// there.
    dropped_en_passant: Option<String>,
    halfmove_clock: u16,
    fullmove_number: u16,
    key: String,
    checkers: Vec<String>,
    check: bool,
    checkmate: bool,
    stalemate: bool,
    legal_moves: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    inputs: Option<Vec<Input>>,
}

/// An input of a network, as the program that knows them prints it.
#[derive(Debug, Serialize, Deserialize)]
struct Input {
    view: String,
    number: u32,
    meaning: String,
}

/// A right to castle.
#[derive(Debug, Serialize)]
struct Right {
    color: String,
    side: &'static str,
    rook: String,
}

impl Right {
    fn new((color, side, rook): (Color, CastlingSide, Square)) -> Self {
        let side = output::castling_side(side);
        Self { color: color.to_string(), side, rook: rook.to_string() }
    }
}

impl Facts {
    fn new(Parsed { setup, position }: &Parsed) -> Self {
        let name = |square: Square| square.to_string();
        Self {
            fen: position.fen().to_string(),
            shredder_fen: position.shredder_fen().to_string(),
            side_to_move: position.side_to_move().to_string(),
            castling: position.castling_rights().iter().map(Right::new).collect(),
            en_passant: position.en_passant().map(name),
            dropped_en_passant: match position.en_passant() {
                None => setup.en_passant.map(name),
                Some(_) => None,
            },
            halfmove_clock: position.halfmove_clock(),
            fullmove_number: position.fullmove_number(),
            key: format!("{:#018x}", position.key()),
            checkers: position.checkers().into_iter().map(name).collect(),
            check: position.is_check(),
            checkmate: position.is_checkmate(),
            stalemate: position.is_stalemate(),
            legal_moves: position.legal().count(),
            inputs: None,
        }
    }

    /// Returns the facts as lines of text, with the board among them.
    fn text(&self, parsed: &Parsed) -> String {
        let board = output::board(&parsed.position.board().to_string());
        let rights = |rights: &[Right]| {
            let sides =
                rights.iter().map(|Right { side, rook, .. }| format!("{side}'s side ({rook})"));
            format!("{}: {}", rights[0].color, sides.collect::<Vec<_>>().join(", "))
        };
        let castling = self.castling.chunk_by(|a, b| a.color == b.color).map(rights);
        let castling: Vec<String> = castling.collect();
        let en_passant = match (&self.en_passant, &self.dropped_en_passant) {
            (Some(square), _) => square.clone(),
            (None, Some(dropped)) => {
                format!("none; {dropped} was dropped because no pawn can legally capture there")
            }
            (None, None) => "none".to_owned(),
        };
        let state = output::end_of_game(self.checkmate, self.stalemate);
        let facts = [
            ("side to move", self.side_to_move.clone()),
            ("castling", or_none(&castling, "; ")),
            ("en passant", en_passant),
            ("key", self.key.clone()),
            ("checkers", or_none(&self.checkers, ", ")),
            ("legal moves", format!("{}{state}", self.legal_moves)),
        ];
        let line = |(name, value): &(&str, String)| format!("{name:<12}  {value}\n");
        let fens = [("FEN", self.fen.clone()), ("Shredder-FEN", self.shredder_fen.clone())];
        let fens: String = fens.iter().map(line).collect();
        let facts: String = facts.iter().map(line).collect();
        let inputs = self.inputs.iter().flatten();
        let inputs: String = inputs
            .map(|Input { view, number, meaning }| format!("{view}  {number:>6}  {meaning}\n"))
            .collect();
        let inputs = if inputs.is_empty() { inputs } else { format!("\n{inputs}") };
        format!("{fens}\n{board}\n{facts}{inputs}")
    }
}

/// Joins texts with a separator, or returns `none` for no texts.
fn or_none(things: &[String], separator: &str) -> String {
    if things.is_empty() { "none".to_owned() } else { things.join(separator) }
}
