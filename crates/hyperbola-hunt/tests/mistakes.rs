//! Every mistake of a faulty generator is found, made small, and named. The table of all is part of
//! `docs/HUNT.md`.

mod faulty;

use std::fs;
use std::path::Path;

use faulty::{Faulty, Mistake};
use hyperbola_hunt::{Finding, Hunt, from_divide};

/// The lines of the page before and after the table.
const MARKS: [&str; 2] = ["<!-- mistakes -->\n", "<!-- end of mistakes -->\n"];

/// The variable that makes the test write the table.
const WRITE: &str = "HYPERBOLA_WRITE";

/// Hunts a mistake, which must be found.
fn hunt(mistake: Mistake) -> (u64, Finding) {
    let mut subject = from_divide(|fen, played, depth| {
        let mut position = Faulty::new(fen, Some(mistake));
        for uci in played {
            position.play(uci);
        }
        position.divide(depth)
    })
    .chess960();
    // All are found long before: no clock decides.
    let hunt = Hunt::new().seconds(None).positions(Some(50_000));
    let outcome = hunt.run(&mut subject).expect("the subject answers");
    (
        outcome.positions,
        outcome
            .findings
            .into_iter()
            .next()
            .unwrap_or_else(|| panic!("{} was not found", mistake.id())),
    )
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
    compare_with_page(&table);
}

/// Compares the table with that of the page, or writes it there.
fn compare_with_page(table: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/HUNT.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(MARKS[0]).expect("the page has the first mark");
    let (old, after) = rest.split_once(MARKS[1]).expect("the page has the second mark");
    if std::env::var_os(WRITE).is_some() {
        let page = format!("{before}{}{table}{}{after}", MARKS[0], MARKS[1]);
        return fs::write(&path, page).expect("the page can be written");
    }
    assert!(old == table, "docs/HUNT.md is stale; run this test with {WRITE}=1. It has\n{table}");
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
