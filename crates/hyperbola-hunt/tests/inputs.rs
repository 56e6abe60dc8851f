//! Every mistake of a program that numbers inputs is found, made small, and named. The table of all
//! is part of `docs/HUNT.md`.

mod faulty_inputs;
mod page;

use core::time::Duration;
use std::thread;

use faulty_inputs::{Faulty, MISTAKES, Mistake, SET};
use hyperbola_hunt::{
    Compared, Failure, Finding, Hunt, HuntError, InputList, InputProgram, Limits, Outcome, Problem,
    Rule, Situation, Subject, ViewInputs, from_changes, from_game, from_inputs,
};
use hyperbola_inputs::InputSet;
use hyperbola_moves::Position;

fn set() -> InputSet {
    SET.parse().expect("names of presets")
}

/// Hunts a program with a mistake, or with none.
fn hunted(id: &'static str, compared: Compared, positions: u64) -> Outcome {
    let set = set();
    let faulty = Faulty(id);
    let hunt = Hunt::new().seconds(None).positions(Some(positions));
    let outcome = match compared {
        Compared::Inputs => {
            let mut subject = from_inputs(|fen, played| faulty.inputs(fen, played)).chess960();
            hunt.inputs(&set).run(&mut subject)
        }
        _ => {
            let mut subject = from_changes(|fen, played| faulty.changes(fen, played)).chess960();
            hunt.changes(&set).run(&mut subject)
        }
    };
    outcome.expect("the subject answers")
}

/// Returns a row of the table.
fn row(mistake: &Mistake, positions: u64, finding: &Finding) -> String {
    let situation = &finding.situation;
    let played: String = situation.moves().iter().map(|uci| format!(" {uci}")).collect();
    let after = if played.is_empty() { played } else { format!(", moves `{}`", played.trim()) };
    let (id, text, asked) = (mistake.id, mistake.text, mistake.compared.name());
    let (rule, pieces, fen) = (finding.rule(), finding.pieces(), situation.fen());
    format!("| `{id}` | {text} | {asked} | {positions} | {rule} | {pieces} | `{fen}`{after} |\n")
}

#[test]
fn every_mistake_is_found_and_made_small_and_named() {
    // Half of them each.
    let half = |odd: usize| {
        let mistakes = MISTAKES.iter().skip(odd).step_by(2);
        let rows = mistakes.map(|mistake| {
            let outcome = hunted(mistake.id, mistake.compared, 50_000);
            let finding = outcome.findings.first();
            let finding = finding.unwrap_or_else(|| panic!("{} was not found", mistake.id)).clone();
            (mistake, outcome.positions, finding)
        });
        rows.collect::<Vec<_>>()
    };
    let (even, odd) = thread::scope(|scope| {
        let odd = scope.spawn(|| half(1));
        (half(0), odd.join().expect("it ends"))
    });
    let mut found: Vec<_> = even.into_iter().chain(odd).collect();
    found.sort_by_key(|(mistake, ..)| MISTAKES.iter().position(|one| one.id == mistake.id));
    let mut table = "| mistake | what is wrong | asked | positions | rule | pieces | position |\n\
                     |---|---|---|---|---|---|---|\n"
        .to_owned();
    let (mut small, mut wrongly_named) = (0, Vec::new());
    for (mistake, positions, finding) in &found {
        assert!(finding.is_minimal, "{}", mistake.id);
        small += usize::from(finding.pieces() <= 7);
        if !mistake.rules.contains(&finding.rule()) {
            wrongly_named.push((mistake.id, finding.rule().id(), finding.reason.text.clone()));
        }
        table += &row(mistake, *positions, finding);
    }
    let all = MISTAKES.len();
    assert!(wrongly_named.is_empty(), "{wrongly_named:#?}");
    // A list of 32 threats needs many pieces.
    assert!(small + 1 >= all, "{small} of {all} are small\n{table}");
    table += &format!("\nAll {all} are found, {small} with at most seven pieces.\n");
    page::compare("input-mistakes", &table);
}

#[test]
fn without_a_mistake_nothing_is_found() {
    for compared in [Compared::Inputs, Compared::Changes] {
        let outcome = hunted("", compared, 3000);
        assert!(outcome.findings.is_empty(), "{outcome}");
        assert_eq!(outcome.positions, 3000);
    }
}
