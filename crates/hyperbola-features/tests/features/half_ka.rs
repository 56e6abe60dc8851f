//! Pieces for each king's square beside their definition.

use hyperbola_features::{HalfKa, Kings};
use hyperbola_moves::{Color, Position, Role};

use crate::oracle::Mailbox;
use crate::support::{POSITIONS, SAMPLE, check_lists};

/// Returns the number of a piece from a view.
fn piece(kings: Kings, is_own: bool, role: Role) -> Option<usize> {
    const PIECES: [Role; 5] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen];
    let place = PIECES.iter().position(|&one| one == role);
    match (kings, place, is_own) {
        (_, Some(place), true) => Some(place),
        (Kings::Apart, Some(place), false) => Some(6 + place),
        (_, Some(place), false) => Some(5 + place),
        (Kings::Apart, None, true) => Some(5),
        (Kings::Apart, None, false) => Some(11),
        (Kings::Merged, None, _) => Some(10),
        (Kings::Absent, None, _) => None,
    }
}

fn numbers(board: &Mailbox, view: Color, half_ka: HalfKa) -> Vec<u32> {
    let HalfKa { kings, mirrored } = half_ka;
    let king = board.king(view);
    let is_flipped = mirrored && king % 8 <= 3;
    let seen = |square: usize| {
        let (file, rank) = (square % 8, square / 8);
        let rank = if view == Color::Black { 7 - rank } else { rank };
        let file = if is_flipped { 7 - file } else { file };
        (file, rank)
    };
    let (file, rank) = seen(king);
    let place = if mirrored { [0, 0, 0, 0, 0, 1, 2, 3][file] + 4 * rank } else { file + 8 * rank };
    let count = match kings {
        Kings::Apart => 12,
        Kings::Merged => 11,
        Kings::Absent => 10,
    };
    let pieces = board.squares(|_, _| true).filter_map(|(square, color, role)| {
        let piece = piece(kings, color == view, role)?;
        let (file, rank) = seen(square);
        Some(u32::try_from((place * count + piece) * 64 + 8 * rank + file).expect("fits"))
    });
    pieces.collect()
}

fn check_numbers(positions: &[Position]) {
    for kings in [Kings::Apart, Kings::Merged, Kings::Absent] {
        for mirrored in [false, true] {
            let half_ka = HalfKa { kings, mirrored };
            let mut highest = 0;
            for position in positions {
                for view in Color::ALL {
                    let numbers = numbers(&Mailbox::new(position), view, half_ka);
                    highest = highest.max(numbers.into_iter().max().unwrap_or(0));
                }
            }
            // Every number is below the size, and the last piece is in use.
            assert!((half_ka.size() - 64 * half_ka.pieces()..half_ka.size()).contains(&highest));
            check_lists(positions, half_ka, |_, position| {
                let board = Mailbox::new(position);
                Color::ALL.map(|view| numbers(&board, view, half_ka)).to_vec()
            });
        }
    }
}

#[test]
fn numbers_are_those_of_each_view() {
    check_numbers(&SAMPLE);
}

#[test]
#[ignore = "as before, on all positions: minutes"]
fn deep_half_ka() {
    check_numbers(&POSITIONS);
}
