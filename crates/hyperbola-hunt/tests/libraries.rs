//! Hunts another library in this process: cozy-chess, in which nothing should be found.

use core::cell::Cell;

use cozy_chess::Board;
use hyperbola_hunt::{Hunt, Outcome, from_game};
use hyperbola_moves::Position;

/// Returns the moves of cozy-chess, or nothing if it refuses the FEN.
fn cozy(fen: &str, played: &[String]) -> Option<Vec<String>> {
    let is_shredder = fen.split(' ').nth(2)?.chars().any(|right| !"KQkq-".contains(right));
    let mut board = Board::from_fen(fen, is_shredder).ok()?;
    for uci in played {
        board.play(cozy_chess::util::parse_uci_move(&board, uci).ok()?);
    }
    let mut names = Vec::new();
    board.generate_moves(|moves| {
        names.extend(moves.into_iter().map(|legal| legal.to_string()));
        false
    });
    Some(names)
}

/// Hunts. Positions that the library refuses count as answered.
fn hunt(hunt: &Hunt<'_>) -> (Outcome, u32) {
    let refused = Cell::new(0);
    let mut subject = from_game(|fen, played| {
        cozy(fen, played).unwrap_or_else(|| {
            refused.set(refused.get() + 1);
            let (mut position, _) = Position::from_fen_lenient(fen).expect("a FEN");
            for uci in played {
                position.play_unchecked(position.parse_uci(uci).expect("legal"));
            }
            position.legal_moves().iter().map(ToString::to_string).collect()
        })
    })
    .chess960();
    let outcome = hunt.run(&mut subject).expect("it answers");
    assert!(outcome.findings.is_empty(), "{outcome}");
    (outcome, refused.get())
}

#[test]
fn nothing_is_found_in_cozy_chess() {
    let (outcome, refused) = hunt(&Hunt::new().seconds(None).positions(Some(20_000)));
    assert_eq!(outcome.positions, 20_000);
    assert!(refused < 1000, "{refused} positions were refused");
}

#[test]
#[ignore = "it takes the seconds in HYPERBOLA_SECONDS"]
fn nothing_is_found_in_cozy_chess_for_long() {
    let seconds = std::env::var("HYPERBOLA_SECONDS").expect("HYPERBOLA_SECONDS is set");
    let seconds = seconds.parse().expect("a number of seconds");
    let (outcome, refused) = hunt(&Hunt::new().seconds(Some(seconds)).seed(2));
    println!("{refused} positions were refused\n{outcome}");
}
