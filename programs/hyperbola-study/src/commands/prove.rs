//! `hyperbola prove`: proves that techniques equal the definition for all boards.

use core::fmt::Display;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use hyperbola::{Slider, Square, Technique};
use hyperbola_boards::{BoardScope, FORMULAS, NamedBoard, prove_on_board};
use hyperbola_console::parsers::{slider_parser, technique_parser};
use hyperbola_console::{input, output, progress_bar};
use hyperbola_files::{file, shown_path};
use hyperbola_prove::legality::{
    LegalProved, Lemma, Mistake, Refuted, for_each_lemma, for_each_neutral_lemma, prove_after,
    prove_closure, prove_generator, prove_gives_check, prove_is_legal, prove_moves, prove_plan,
    prove_play, prove_replies, prove_short_ways, prove_turned, prove_with_mistake,
};
use hyperbola_prove::{Failure, Proved, Scope, prove};
use serde::Serialize;

use super::boards::{board_parser, board_square, not_on_boards, wrong_square};
use super::chosen;
use super::each::Checks;

/// The arguments of `hyperbola prove`.
#[derive(Debug, Args)]
#[command(after_help = HELP)]
pub(crate) struct ProveArguments {
    /// The techniques to prove [default: all]; `hyperbola list` prints the ids
    #[arg(
        value_name = "TECHNIQUE", value_parser = technique_parser(), hide_possible_values = true
    )]
    pub(crate) techniques: Vec<Technique>,
    /// Prove the attacks of this piece only; may be given several times [default: all pieces]
    #[arg(long = "piece", value_name = "PIECE", value_parser = slider_parser())]
    pub(crate) sliders: Vec<Slider>,
    /// Prove the attacks from this square only, not those of sets; may be given several times
    #[arg(long = "square", value_name = "SQUARE")]
    pub(crate) squares: Vec<String>,
    /// Prove the techniques for boards of any size on this one, for all pieces
    #[arg(long, value_parser = board_parser(), conflicts_with = "sliders")]
    pub(crate) board: Option<NamedBoard>,
    /// Prove the formulas of legal moves; --square is the king's then
    #[arg(long, conflicts_with_all = ["techniques", "sliders", "board"])]
    pub(crate) legal_moves: bool,
    /// Write the lemmas about legal moves into this folder instead, for other solvers
    #[arg(long, value_name = "FOLDER", requires = "legal_moves", conflicts_with = "json")]
    pub(crate) export: Option<PathBuf>,
    /// With --export: the lemmas about the plan's neutral moves to this square instead; may be
    /// given several times
    #[arg(long = "neutral-to", value_name = "SQUARE", requires = "export")]
    pub(crate) neutral_to: Vec<String>,
    /// With --legal-moves: plant a mistake in what the generator is given, and print the position
    /// that refutes it
    #[arg(
        long, value_name = "NAME", value_parser = mistake_parser(), requires = "legal_moves",
        conflicts_with_all = ["export", "json"]
    )]
    pub(crate) mistake: Option<Mistake>,
    /// Print the result as one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

/// The text at the end of the help of `hyperbola prove`.
const HELP: &str = "\
The command runs each technique's own formula on words whose bits are Boolean functions of the 64 \
squares. It compares the results with the definition, for all 2^64 boards. For each technique it \
prints the number of squares, the equations that were proved, the nodes of their decision \
diagrams and the time in seconds. A wrong technique ends the command with exit status 1. A board \
that shows the mistake is printed as code that can be pasted into a test, with the first wrong \
step of the explanation. On a board of another size it compares the attacks along each line, in \
each direction and of each slider, and a wrong technique gets pictures of the board.

With --legal-moves the command proves that the library finds the legal moves of the laws of chess \
and no other, in all positions with one king of the side to move: it prints the theorem, what is \
assumed, a line for each part of the proof, and what is proved by all of them. A wrong list of moves \
ends the command with the smallest position in which it is wrong; --mistake plants one to show that. \
All squares of the king take some minutes and a gigabyte of memory for each thread. \
It proves of the plan, which counts replies without making moves, that it makes or counts each \
legal move once, and that it adds up the numbers of squares as it should. With --export it writes \
the lemmas about each square of the king into a folder, each as clauses in the form of DIMACS that \
no values satisfy. With --neutral-to these are the lemmas that the moves which the plan does not \
make change nothing for the king: up to 60 MB each, about positions with the king of White, and \
moves of Black to the square.

Examples:
  hyperbola prove
  hyperbola prove hyperbola-quintessence magic-fancy --piece rook --square d4
  hyperbola prove --board shogi --square 5e
  hyperbola prove --legal-moves --square e1
  hyperbola prove --legal-moves --square e1 --mistake no-pins
  hyperbola prove --legal-moves --square e1 --export lemmas
  hyperbola prove --legal-moves --square e1 --export lemmas --neutral-to d4";

/// Proves the named techniques, or all if none is named.
pub(crate) fn run(arguments: &ProveArguments) -> anyhow::Result<()> {
    if let Some(folder) = &arguments.export {
        let to = parsed(&arguments.neutral_to)?;
        return export_lemmas(folder, &chosen(&Square::ALL, &squares(arguments)?), &to);
    }
    match arguments.board {
        _ if arguments.legal_moves => run_on_legal_moves(arguments),
        Some(board) => run_on_board(arguments, board),
        None => run_on_chessboard(arguments),
    }
}

/// Returns the parser of the name of a mistake.
fn mistake_parser() -> impl TypedValueParser<Value = Mistake> {
    PossibleValuesParser::new(Mistake::ALL.map(Mistake::name)).map(|name| {
        let mistake = Mistake::ALL.into_iter().find(|mistake| mistake.name() == name);
        mistake.expect("one of the names")
    })
}

/// What the proof of legal moves says, before its parts.
const THEOREM: &str = "\
Theorem. In every position that meets the assumptions, the moves that `legal_moves` lists are the
legal moves of the laws of chess, each once. `is_legal` tells them from all other moves, and
`gives_check` tells which give check. If each side has one king, the position that `play` makes is
the one of the laws, and turned over it meets all this again: so it is after any number of legal moves.
The formulas by which GPUs find and make moves, and by which GPUs and the counter count the replies,
do so as the laws say.

Assumptions. The side to move has one king. Pawns stand on ranks 2 to 7. The other side is not in
check. For a capture en passant, the pawn that advanced two squares is there, and the square behind
it and its first square are empty. A rook that may castle stands on its square, with the king on his.

";

/// A part of the proof: its name, what it covers, whether it is about each square of the king, and
/// how it is proved.
struct Part<'a> {
    id: &'static str,
    covers: &'static str,
    of_kings: bool,
    prove: &'a dyn Fn() -> Result<LegalProved, Refuted>,
}

/// Proves the formulas of legal moves.
fn run_on_legal_moves(arguments: &ProveArguments) -> anyhow::Result<()> {
    let kings = chosen(&Square::ALL, &squares(arguments)?);
    if let Some(mistake) = arguments.mistake {
        return refute(&kings, mistake);
    }
    let progress = progress_bar(8 * kings.len() as u64);
    let step = || progress.inc(1);
    let generator = || prove_generator(&kings, &step);
    let single = || Ok(prove_is_legal(&kings, &step)?.with(prove_gives_check(&kings, &step)?));
    let play = || prove_play(&kings, &step);
    let short_ways = || prove_short_ways(&kings, &step);
    let (moves, replies) = (|| prove_moves(&kings, &step), || prove_replies(&kings, &step));
    let plan = || prove_plan(&kings, &step);
    let part = |id, covers, of_kings, prove| Part { id, covers, of_kings, prove };
    let parts = [
        part("turned", "what is so for White is so for Black", false, &prove_turned),
        part("after", "the position after a move, on GPUs", false, &prove_after),
        part("closure", "positions after legal moves meet the assumptions", false, &prove_closure),
        part("generator", "legal_moves, has_moves, is_check, count, stages", true, &generator),
        part("single", "is_legal and contains for any move, gives_check", true, &single),
        part("play", "what play changes, and keys", true, &play),
        part("short-ways", "where the next formula leaves work out", true, &short_ways),
        part("moves", "the moves on GPUs", true, &moves),
        part("replies", "the replies and their number", true, &replies),
        part("plan", "what the plan makes and counts, its numbers and sums", true, &plan),
    ];
    let print = |text: &str| if arguments.json { Ok(()) } else { output::print(text) };
    print(THEOREM)?;
    print(&format!("{:<11}  {}\n", "part", heading()))?;
    let mut results = Vec::new();
    for Part { id, covers, of_kings, prove } in parts {
        let start = Instant::now();
        let proved = prove().inspect_err(|_| progress.finish_and_clear())?;
        let proof = Proof {
            id,
            squares: if of_kings { kings.len() } else { Square::ALL.len() },
            equations: proved.equations,
            nodes: proved.nodes,
            most_nodes: proved.most_nodes,
            seconds: start.elapsed().as_secs_f64(),
        };
        let row = format!("{id:<11}  {}  proved: {covers}\n", proof.row());
        progress.suspend(|| print(&row))?;
        results.push(proof);
    }
    progress.finish_and_clear();
    print(&conclusion(&kings))?;
    let report = LegalReport { formulas: &results };
    if arguments.json { output::print_json(&report) } else { Ok(()) }
}

/// Returns the last sentence of a proof of legal moves.
fn conclusion(kings: &[Square]) -> String {
    let squares = match kings {
        [king] => format!("{king} or turned over; the theorem needs all 64 squares"),
        all if all.len() == Square::ALL.len() => "any square".to_owned(),
        some => format!("{} squares; the theorem needs all 64", some.len()),
    };
    format!("\nProved for all positions that meet the assumptions with the king on {squares}.\n")
}

/// Prints the position that refutes a mistake.
fn refute(kings: &[Square], mistake: Mistake) -> anyhow::Result<()> {
    match prove_with_mistake(kings, mistake) {
        Err(refuted) if refuted.fen.is_some() => {
            output::print(&format!("The mistake {} is refuted: {refuted}.\n", mistake.name()))
        }
        Err(refuted) => Err(refuted.into()),
        Ok(_) => Err(anyhow!(
            "the mistake {} changes no move with the king on these squares; name others",
            mistake.name()
        )),
    }
}

/// Writes the lemmas about some squares of the king as files for other solvers: those about neutral
/// moves to some squares, or if there are none, the others.
fn export_lemmas(folder: &Path, kings: &[Square], to: &[Square]) -> anyhow::Result<()> {
    let failure = |path: &Path| format!("cannot write {}", shown_path(path));
    fs::create_dir_all(folder).with_context(|| failure(folder))?;
    let progress = progress_bar(kings.len() as u64);
    for king in kings {
        let mut written = Ok(());
        let mut write = |lemma: Lemma| {
            if written.is_ok() {
                let path = folder.join(lemma.name).with_extension("cnf");
                written = file::write(&path, &lemma.dimacs).with_context(|| failure(&path));
            }
        };
        match to {
            [] => for_each_lemma(core::slice::from_ref(king), &mut write)?,
            to => for_each_neutral_lemma(*king, to, &mut write)?,
        }
        written.inspect_err(|_| progress.finish_and_clear())?;
        progress.inc(1);
    }
    progress.finish_and_clear();
    Ok(())
}

/// Returns the squares that the arguments name.
fn squares(arguments: &ProveArguments) -> anyhow::Result<Vec<Square>> {
    parsed(&arguments.squares)
}

/// Reads squares.
fn parsed(names: &[String]) -> anyhow::Result<Vec<Square>> {
    names
        .iter()
        .map(|name| input::square(name.as_bytes()).map_err(|error| wrong_square(name, &error)))
        .collect()
}

/// Proves techniques of the chessboard.
fn run_on_chessboard(arguments: &ProveArguments) -> anyhow::Result<()> {
    let mut scope = Scope::default();
    scope.sliders = chosen(&Slider::ALL, &arguments.sliders);
    scope.squares = chosen(&Square::ALL, &squares(arguments)?);
    // A set of sliders has no single square, so it is left out if squares are named.
    scope.sets = arguments.squares.is_empty();
    let techniques = chosen(Technique::ALL, &arguments.techniques);
    run_checks(arguments, &techniques, scope.squares.len(), |technique, progress| {
        prove(technique, &scope, progress).map_err(|failure| unproved(technique, &failure))
    })
}

/// Proves techniques on a board of another size.
fn run_on_board(arguments: &ProveArguments, board: NamedBoard) -> anyhow::Result<()> {
    let of_chess = |technique: &&Technique| !FORMULAS.contains(technique);
    if let Some(&technique) = arguments.techniques.iter().find(of_chess) {
        return Err(not_on_boards(technique));
    }
    let mut scope = BoardScope::all(board);
    let named = arguments.squares.iter().map(|name| board_square(board, name));
    scope.squares = chosen(&scope.squares, &named.collect::<anyhow::Result<Vec<_>>>()?);
    scope.sets = arguments.squares.is_empty();
    let techniques = chosen(FORMULAS, &arguments.techniques);
    run_checks(arguments, &techniques, scope.squares.len(), |technique, progress| {
        match prove_on_board(technique, board, &scope, progress) {
            Some(proved) => proved.map_err(|failure| unproved(technique, &failure)),
            None => Err(not_on_boards(technique)),
        }
    })
}

/// Proves techniques one by one and prints the results.
fn run_checks(
    arguments: &ProveArguments,
    techniques: &[Technique],
    squares: usize,
    prove: impl Fn(Technique, &(dyn Fn() + Sync)) -> anyhow::Result<Proved>,
) -> anyhow::Result<()> {
    let progress = progress_bar((squares * techniques.len()) as u64);
    let checks = Checks { techniques, heading: &heading(), progress: &progress };
    let print = |row: &str| if arguments.json { Ok(()) } else { output::print(row) };
    let check = |technique: Technique| {
        let start = Instant::now();
        let proved = prove(technique, &|| progress.inc(1))?;
        Ok(Proof {
            id: technique.id(),
            squares,
            equations: proved.equations,
            nodes: proved.nodes,
            most_nodes: proved.most_nodes,
            seconds: start.elapsed().as_secs_f64(),
        })
    };
    let results = checks.run(print, check, Proof::row)?;
    let board = arguments.board.map(NamedBoard::id);
    if !arguments.json && board.is_none() {
        let squares = match squares {
            1 => "1 square".to_owned(),
            several => format!("{several} squares"),
        };
        output::print(&format!("\nproved for all 2^64 boards on {squares}\n"))?;
    }
    let report = ProveReport { board, techniques: &results };
    if arguments.json { output::print_json(&report) } else { Ok(()) }
}

/// Returns the error for a technique that was not proved.
fn unproved<X: Display, C: Display>(
    technique: Technique,
    failure: &Failure<X, C>,
) -> anyhow::Error {
    let text = failure.to_string();
    match failure {
        Failure::Refuted(_) => anyhow!("{technique} is refuted\n\n{}", text.trim_end()),
        _ => anyhow!("{text}"),
    }
}

/// The proof of a technique.
#[derive(Debug, Serialize)]
struct Proof {
    id: &'static str,
    squares: usize,
    equations: u64,
    nodes: u64,
    most_nodes: u64,
    seconds: f64,
}

impl Proof {
    /// Returns the technique's row of the table, without the id.
    fn row(&self) -> String {
        let Self { squares, equations, nodes, most_nodes, seconds, .. } = self;
        format!("{squares:>7}  {equations:>9}  {nodes:>7}  {most_nodes:>10}  {seconds:>7.2}")
    }
}

/// Returns the heading of the table.
fn heading() -> String {
    format!(
        "{:>7}  {:>9}  {:>7}  {:>10}  {:>7}",
        "squares", "equations", "nodes", "most nodes", "seconds"
    )
}

/// The results for the formulas of legal moves as JSON.
#[derive(Debug, Serialize)]
struct LegalReport<'a> {
    formulas: &'a [Proof],
}

/// All results as JSON.
#[derive(Debug, Serialize)]
struct ProveReport<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    board: Option<&'static str>,
    techniques: &'a [Proof],
}
