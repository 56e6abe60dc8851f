//! Random games, compared move by move with cozy-chess, which shares no code.

use std::collections::BTreeSet;

use cozy_chess::Board;
use hyperbola_moves::{Move, Position};
use hyperbola_random::Random;

use crate::support::{chess960, random_game};

fn same(position: &Position, board: &Board) {
    let mut theirs = BTreeSet::new();
    board.generate_moves(|moves| {
        theirs.extend(moves.into_iter().map(|played| played.to_string()));
        false
    });
    let ours: BTreeSet<String> = position.legal_moves().iter().map(Move::to_string).collect();
    assert_eq!(ours, theirs, "{position}");
    assert_eq!(position.checkers().0, board.checkers().0, "{position}");
    // All fields are compared except en passant: cozy-chess keeps it after every double step.
    let fields = |fen: String| {
        let mut fields: Vec<String> = fen.split(' ').map(str::to_owned).collect();
        fields.remove(3);
        fields
    };
    assert_eq!(fields(position.shredder_fen().to_string()), fields(format!("{board:#}")));
}

#[test]
fn hundred_thousand_positions_beside_cozy_chess() {
    let mut random = Random::new(11);
    let mut positions = 0;
    for number in 0.. {
        if positions >= 100_000 {
            break;
        }
        let start =
            chess960(number % 960, if number % 2 == 0 { number % 960 } else { 959 - number % 960 });
        let fen = start.shredder_fen().to_string();
        let mut board = Board::from_fen(&fen, true).expect("a valid position");
        // The games stay below 100 half moves, because cozy-chess stops its fifty-move counter at
        // 100.
        random_game(start, &mut random, 99, |position, played| {
            same(position, &board);
            board.play(played.to_string().parse().expect("a move"));
            positions += 1;
        });
    }
}
