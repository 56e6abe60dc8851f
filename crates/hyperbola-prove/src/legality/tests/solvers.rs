//! The lemmas as another solver sees them: their clauses, the proofs that it finds, and its models
//! of a mistake.

use std::collections::HashMap;
use std::process::Command;
use std::time::Instant;

use hyperbola_explain::{Instruction, Operator};
use hyperbola_moves::Setup;
use hyperbola_rules::sets;
use rayon::prelude::*;

use super::super::games::Game;
use super::super::inputs::Assumed;
use super::super::laws::{Manner, Move, PieceKind, Side, Square};
use super::super::lemmas::{self, Lemma, for_each_lemma, for_each_neutral_lemma};
use super::super::proof::run;
use super::super::recording::Recording;
use super::super::words;
use super::mutants::{run_plain, word_of};

/// Returns the formulas of ordinary chess, and the same with a mistake in a knight's step: its last
/// intersection is a symmetric difference.
pub(super) fn right_and_wrong() -> [Recording; 2] {
    let right = Recording::new(&Game::ordinary().formulas);
    let step = right.steps[sets::KNIGHTS];
    let (instruction, _) = right.program.steps[step];
    let Instruction::Binary(Operator::And, a, b) = instruction else { panic!("{instruction:?}") };
    let mut wrong = right.clone();
    wrong.program.steps[step].0 = Instruction::Binary(Operator::Xor, a, b);
    [right, wrong]
}

/// Runs a solver on clauses. Returns its proof that no values satisfy them, or such values as an
/// error.
fn solve(name: &str, dimacs: &str) -> Result<String, HashMap<i64, bool>> {
    let folder = std::env::temp_dir().join(format!("hyperbola-{}-{name}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let [clauses, proof] = ["lemma.cnf", "lemma.drat"].map(|file| folder.join(file));
    std::fs::write(&clauses, dimacs).expect("a file");
    let output = Command::new("cadical")
        .args(["-q", "--no-binary"])
        .args([&clauses, &proof])
        .output()
        .expect("the solver cadical");
    let text = String::from_utf8(output.stdout).expect("text");
    let found = match output.status.code() {
        Some(10) => {
            let lines = text.lines().filter_map(|line| line.strip_prefix("v "));
            let literals = lines.flat_map(str::split_whitespace);
            let literals = literals.map(|literal| literal.parse::<i64>().expect("a literal"));
            Err(literals.map(|literal| (literal.abs(), literal > 0)).collect())
        }
        Some(20) => Ok(std::fs::read_to_string(&proof).expect("a proof")),
        other => panic!("{name}: the solver ended with {other:?}: {text}"),
    };
    std::fs::remove_dir_all(&folder).expect("the folder");
    found
}

/// Returns the literals of a line up to the zero that ends it.
fn literals(line: &str) -> Vec<i64> {
    let literals = line.split_whitespace().map(|literal| literal.parse().expect("a literal"));
    literals.take_while(|&literal| literal != 0).collect()
}

/// Returns the clauses of a lemma.
pub(super) fn clauses(dimacs: &str) -> impl Iterator<Item = Vec<i64>> {
    dimacs.lines().filter(|line| !line.starts_with(['c', 'p'])).map(literals)
}

/// Returns the squares of the king that the variable `SQUARES` names, or e1.
pub(super) fn kings() -> Vec<hyperbola::Square> {
    let squares = std::env::var("SQUARES").unwrap_or_else(|_| "e1".to_owned());
    squares.split(' ').map(|name| name.parse().expect("a square")).collect()
}

/// Returns whether a proof shows that no values satisfy clauses, by a checker that shares no code
/// with the solver: each clause of the proof follows from those before it, and the last is empty.
fn is_proof(proof: &str, dimacs: &str) -> bool {
    let numbered = |clause: Vec<i64>| -> Vec<u32> {
        let number = |literal: i64| 2 * (variable(literal) - 1) + usize::from(literal < 0);
        clause.into_iter().map(|literal| u32::try_from(number(literal)).expect("few")).collect()
    };
    let clauses: Vec<_> = clauses(dimacs).map(numbered).collect();
    let steps = proof.lines().map(|line| match line.strip_prefix("d ") {
        Some(deleted) => (true, numbered(literals(deleted))),
        None => (false, numbered(literals(line))),
    });
    let steps: Vec<_> = steps.collect();
    let all = clauses.iter().chain(steps.iter().map(|(_, clause)| clause)).flatten();
    let variables = all.max().map_or(0, |&last| last / 2 + 1);
    let checked = dratify::Checker::new(variables, &clauses, true, true).check(&steps);
    checked.ok && checked.reached_empty
}

/// Reads the position of a model from the comments of a lemma, as its four words.
fn words_of_model(dimacs: &str, model: &HashMap<i64, bool>) -> [u64; 4] {
    let mut words = [0; 4];
    let comments = dimacs.lines().filter_map(|line| line.strip_prefix("c "));
    for line in comments {
        let mut parts = line.split(' ');
        let square = parts.next().and_then(|name| name.parse::<hyperbola::Square>().ok());
        let digits: Vec<_> = parts.collect();
        let (Some(square), 4) = (square, digits.len()) else { continue };
        for (word, digit) in words.iter_mut().zip(digits) {
            let value = match digit {
                "t" => true,
                "f" => false,
                literal => {
                    let literal: i64 = literal.parse().expect("a literal");
                    model.get(&literal.abs()).copied().unwrap_or(false) == (literal > 0)
                }
            };
            *word |= u64::from(value) << square.index();
        }
    }
    words
}

/// Returns the places of a set where a position in four words and the definition differ, by a
/// recorded formula: the moves of a knight's step.
fn differs(recording: &Recording, words: [u64; 4], to: Square) -> bool {
    let position = words::read(|word, square| words[word] >> square & 1 == 1);
    let values = run_plain(&recording.program, |name| word_of(words, name).expect("a word"));
    let has = |set: usize| values[recording.steps[set]] >> to.number() & 1 == 1;
    (sets::KNIGHTS..sets::PAWNS).any(|set| {
        let from = words::square((to.number() + 64 - sets::DIFFERENCES[set] as usize) % 64);
        let played = Move { from, to, manner: Manner::Plain };
        has(set)
            != (position.is(from, Side::White, PieceKind::Knight)
                && position.is_legal(Side::White, played))
    })
}

/// Returns whether a solver proves a lemma, and its proof is right.
fn is_solved(Lemma { name, dimacs, .. }: &Lemma) -> bool {
    let started = Instant::now();
    let proof = solve(name, dimacs);
    let solved = started.elapsed();
    let is_proved = proof.is_ok_and(|proof| is_proof(&proof, dimacs));
    let (found, all) = (if is_proved { "proved" } else { "wrong" }, started.elapsed());
    println!("{name} is {found}: solved after {solved:.0?}, checked after {all:.0?}");
    is_proved
}

/// Neutral moves to some squares change nothing for the king on another one, by a solver's proof
/// that is checked.
#[test]
#[ignore = "it needs the program cadical: .ci/run solved"]
fn another_solver_proves_the_lemmas_about_neutral_moves() {
    let king = std::env::var("KING").unwrap_or_else(|_| "e1".to_owned());
    let to = std::env::var("TO").unwrap_or_else(|_| "e2 d4".to_owned());
    let king: hyperbola::Square = king.parse().expect("a square");
    let to: Vec<_> = to.split(' ').map(|name| name.parse().expect("a square")).collect();
    to.par_iter().for_each(|&to| {
        let visit = &mut |lemma| assert!(is_solved(&lemma), "{}", lemma.name);
        for_each_neutral_lemma(king, &[to], visit).expect("no claim is wrong by itself");
    });
}

/// Each lemma about some squares of the king but those of replies is proved by a solver, and its
/// proof is checked.
#[test]
#[ignore = "it needs the program cadical: .ci/run solved"]
fn another_solver_proves_the_lemmas() {
    let mut lemmas = Vec::new();
    for_each_lemma(&kings(), &mut |lemma| lemmas.push(lemma)).expect("no claim is wrong by itself");
    let left: Vec<_> = lemmas
        .par_iter()
        .filter(|lemma| !lemma.name.starts_with("replies"))
        .filter(|lemma| !is_solved(lemma))
        .map(|lemma| lemma.name.clone())
        .collect();
    assert_eq!(left, Vec::<String>::new(), "a formula is not the definition");
    println!("the lemmas are proved, but for the replies");
}

/// The clauses of a formula with a mistake have a model, and in its position the definition on
/// `bool` differs from the formula.
#[test]
#[ignore = "it needs the program cadical: .ci/run solved"]
fn another_solver_refutes_a_mistake() {
    let [right, wrong] = right_and_wrong();
    let to = words::square(30);
    let of = |recording: &Recording| {
        let mut found = None;
        lemmas::moves(recording, 0, &[to], &mut |lemma| found = Some(lemma.dimacs))
            .expect("no claim is wrong by itself");
        found.expect("a lemma")
    };
    let proof = solve("right", &of(&right)).expect("a proof");
    let dimacs = of(&wrong);
    assert!(is_proof(&proof, &of(&right)));
    assert!(!is_proof(&proof, &dimacs), "the wrong lemma has no proof");
    let model = solve("wrong", &dimacs).expect_err("a model");
    let words = words_of_model(&dimacs, &model);
    assert!(differs(&wrong, words, to) && !differs(&right, words, to), "{words:x?}");
}

/// The clauses have the values that the formula has: all but the last hold in the position of a
/// counterexample, and that one too where the formula is wrong.
#[test]
fn clauses_hold_where_the_formula_is_wrong_and_nowhere_else() {
    let [right, wrong] = right_and_wrong();
    let refuted = run(&wrong, Assumed::any(0), |proof| proof.moves()).expect_err("it is wrong");
    // The claim begins with the move that is wrong.
    let to: hyperbola::Square = refuted.claim[2..4].parse().expect("a square");
    let to = [words::square(to.index().into()), words::square(30)];
    let setup: Setup = refuted.fen.expect("a position").parse().expect("a setup");
    let position = words::of_setup(&setup);
    for (recording, is_wrong) in [(&wrong, true), (&right, false)] {
        let mut satisfied = 0;
        lemmas::moves(recording, 0, &to, &mut |lemma| {
            let clauses: Vec<Vec<i64>> = clauses(&lemma.dimacs).collect();
            let values = values_of(&lemma.dimacs, &clauses, position);
            let holds = |literal: &i64| values[variable(*literal)] == (*literal > 0);
            let (last, gates) = clauses.split_last().expect("clauses");
            assert!(gates.iter().all(|clause| clause.iter().any(holds)), "{}", lemma.name);
            satisfied += usize::from(last.iter().any(holds));
            let heading = lemma.dimacs.lines().find(|line| line.starts_with('p'));
            let heading = heading.and_then(|line| line.rsplit(' ').next()?.parse().ok());
            assert_eq!(heading, Some(clauses.len()));
        })
        .expect("no claim is wrong by itself");
        assert_eq!(satisfied > 0, is_wrong);
    }
}

/// Returns the number of a literal's variable.
fn variable(literal: i64) -> usize {
    usize::try_from(literal.unsigned_abs()).expect("few variables")
}

/// Returns the values of all variables in a position: those of its squares, and of the gates.
fn values_of(dimacs: &str, clauses: &[Vec<i64>], position: [u64; 4]) -> Vec<bool> {
    let of_squares = Assumed::any(0).values(position);
    let mut values = vec![false];
    values.extend(of_squares.unwrap_or_else(|| panic!("{dimacs:.80}: a position")));
    let most = clauses.iter().flatten().map(|&literal| variable(literal)).max();
    values.resize(most.map_or(values.len(), |most| values.len().max(most + 1)), false);
    // A gate's last clause has it, and the opposites of both inputs.
    for clause in clauses[..clauses.len() - 1].iter().filter(|clause| clause.len() == 3) {
        let holds = |literal: i64| values[variable(literal)] == (literal > 0);
        let gate = !holds(clause[1]) && !holds(clause[2]);
        values[variable(clause[0])] = gate;
    }
    values
}
