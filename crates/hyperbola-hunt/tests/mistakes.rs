//! Every mistake of a faulty generator is found, made small, and named.

mod faulty;

use std::time::Instant;

use faulty::{Faulty, Mistake};
use hyperbola_hunt::{Hunt, from_divide};

/// Hunts a mistake. Returns a row of the table, and whether it was found, small, and named right.
fn hunt(mistake: Mistake) -> (String, [bool; 3]) {
    let mut subject = from_divide(|fen, played, depth| {
        let mut position = Faulty::new(fen, Some(mistake));
        for uci in played {
            position.play(uci);
        }
        position.divide(depth)
    })
    .chess960();
    let start = Instant::now();
    let outcome = Hunt::new().run(&mut subject).expect("the subject answers");
    let seconds = start.elapsed().as_secs_f64();
    let Some(finding) = outcome.finding else {
        return (format!("| `{}` | | | nothing |", mistake.id()), [false; 3]);
    };
    let is_named = mistake.rules().contains(&finding.rule());
    let played = finding.situation.moves().join(" ");
    let row = format!(
        "| `{}` | {} | {seconds:.2} | {} | {} | `{}`{}{played} |",
        mistake.id(),
        outcome.positions,
        finding.pieces(),
        finding.rule(),
        finding.situation.fen(),
        if played.is_empty() { "" } else { " " },
    );
    (row, [true, finding.pieces() <= 7, is_named])
}

#[test]
fn every_mistake_is_found_and_made_small_and_named() {
    let mut passed = [0; 3];
    let mut rows = String::new();
    for &mistake in Mistake::ALL {
        let (row, good) = hunt(mistake);
        rows += &format!("{row} {good:?}\n");
        for (count, good) in passed.iter_mut().zip(good) {
            *count += usize::from(good);
        }
    }
    println!("{rows}");
    let all = Mistake::ALL.len();
    println!("{all} mistakes: {} found, {} small, {} named", passed[0], passed[1], passed[2]);
}
