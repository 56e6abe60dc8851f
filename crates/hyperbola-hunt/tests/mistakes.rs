//! Every mistake of a faulty generator is found, made small, and named. The table of all is part of
//! `docs/HUNT.md`.

mod faulty;
mod page;

use faulty::{Faulty, Mistake};
use hyperbola_hunt::{Finding, Hunt, Outcome, from_divide};

/// The mistake that only a position shows which no game leads to: before the double step the slider
/// gave check.
const OUT_OF_REACH: Mistake = Mistake::EnPassantDiagonal;

/// Hunts a mistake, which must be found.
fn hunt(mistake: Mistake) -> (u64, Finding) {
    // All are found long before: no clock decides.
    let hunt = Hunt::new().seconds(None).positions(Some(50_000));
    let outcome = hunted(mistake, &hunt.unreachable(mistake == OUT_OF_REACH));
    let finding = outcome.findings.into_iter().next();
    (outcome.positions, finding.unwrap_or_else(|| panic!("{} was not found", mistake.id())))
}

fn hunted(mistake: Mistake, hunt: &Hunt<'_>) -> Outcome {
    let mut subject = from_divide(|fen, played, depth| {
        let mut position = Faulty::new(fen, Some(mistake));
        for uci in played {
            position.play(uci);
        }
        position.divide(depth)
    })
    .chess960();
    hunt.run(&mut subject).expect("the subject answers")
}

#[test]
fn a_mistake_that_no_game_shows_is_not_asked_for() {
    let outcome = hunted(OUT_OF_REACH, &Hunt::new().seconds(None).positions(Some(6000)));
    assert!(outcome.findings.is_empty(), "{outcome}");
}

/// Returns a row of the table.
fn row(mistake: Mistake, positions: u64, finding: &Finding) -> String {
    let situation = &finding.situation;
    let played: String = situation.moves().iter().map(|uci| format!(" {uci}")).collect();
    let after = if played.is_empty() { played } else { format!(", moves `{}`", played.trim()) };
    format!(
        "| `{}` | {} | {positions} | {} | {} | `{}`{after} |\n",
        mistake.id(),
        mistake.text(),
        finding.rule(),
        finding.pieces(),
        situation.fen(),
    )
}

#[test]
fn every_mistake_is_found_and_made_small_and_named() {
    let (mut small, mut wrongly_named) = (0, Vec::new());
    let mut table = "| mistake | what is wrong | positions | rule | pieces | position |\n\
                     |---|---|---|---|---|---|\n"
        .to_owned();
    for &mistake in Mistake::ALL {
        let (positions, finding) = hunt(mistake);
        assert!(finding.is_minimal, "{}", mistake.id());
        small += usize::from(finding.pieces() <= 7);
        if !mistake.rules().contains(&finding.rule()) {
            wrongly_named.push((mistake.id(), finding.rule().id()));
        }
        table += &row(mistake, positions, &finding);
    }
    let all = Mistake::ALL.len();
    assert!(wrongly_named.is_empty(), "{wrongly_named:?}");
    // A list of 128 moves needs many pieces.
    assert!(small + 1 >= all, "{small} of {all} are small");
    table += &format!("\nAll {all} are found, {small} with at most seven pieces.\n");
    page::compare("mistakes", &table);
}

#[test]
fn without_a_mistake_nothing_is_found() {
    let mut subject = from_divide(|fen, played, depth| {
        let mut position = Faulty::new(fen, None);
        for uci in played {
            position.play(uci);
        }
        position.divide(depth)
    })
    .chess960();
    let outcome = Hunt::new().seconds(None).positions(Some(3000)).run(&mut subject);
    let outcome = outcome.expect("the subject answers");
    assert!(outcome.findings.is_empty(), "{outcome}");
}
