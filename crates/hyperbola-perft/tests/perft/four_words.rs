//! A machine that has the formulas for positions in four words alone counts right.

use std::collections::HashSet;

use hyperbola::{Bitboard, Direction, Square};
use hyperbola_perft::count;
use hyperbola_perft::four_words::{children, plan, start};
use hyperbola_rules::formulas::{Formulas, FourWords, Moves, kinds};
use hyperbola_rules::sets;
use hyperbola_samples::positions;

/// Returns the squares of a set, each as a set.
pub(super) fn each(set: u64) -> impl Iterator<Item = u64> {
    Bitboard(set).into_iter().map(Square::bit)
}

/// Returns the moves: from where, to where, and the kind.
pub(super) fn listed(
    formulas: &Formulas,
    position: FourWords<u64>,
    moves: &Moves<u64>,
) -> Vec<[u64; 3]> {
    let mut list = Vec::new();
    let [a, b, c, black] = position;
    let occupied = a | b | c;
    for (direction, targets) in Direction::ALL.into_iter().zip(moves.sliders) {
        for to in each(targets) {
            let mut from = direction.opposite().shift(to);
            while from & occupied == 0 {
                from = direction.opposite().shift(from);
            }
            list.push([from, to, kinds::PLAIN]);
        }
    }
    let of_sets = moves.sets();
    for set in (sets::KNIGHTS..sets::KING).chain(sets::PROMOTIONS..sets::EN_PASSANT) {
        for to in each(of_sets[set]) {
            let from = to.rotate_right(sets::DIFFERENCES[set]);
            list.extend(sets::KINDS[set].iter().map(|&kind| [from, to, kind]));
        }
    }
    let king = b & c & !a & !black;
    list.extend(each(moves.king).map(|to| [king, to, kinds::PLAIN]));
    let square = black & !occupied;
    list.extend(each(moves.en_passant).map(|from| [from, square, kinds::EN_PASSANT]));
    for (wing, kind) in kinds::CASTLING.into_iter().enumerate() {
        if moves.castling >> wing & 1 == 1 {
            list.push([king, formulas.king_targets()[wing], kind]);
        }
    }
    list
}

/// Counts the positions after two moves as a machine does that has these formulas alone.
fn two_moves(formulas: &Formulas, position: FourWords<u64>) -> u64 {
    let replies = |[from, to, kind]: [u64; 3]| {
        let after = formulas.after(position, from, to, kind);
        (formulas.replies(after), formulas.captures_en_passant(after))
    };
    let planned = plan(formulas, position);
    let list = listed(formulas, position, &planned.made);
    // Captures en passant are counted with the plan, or below.
    let made: u64 = list.into_iter().map(|played| replies(played).0).sum();
    let taken = each(planned.may_be_taken).map(|to| [to >> 16, to, kinds::TWO_STEPS]);
    planned.replies + made + taken.map(|played| replies(played).1).sum::<u64>()
}

#[test]
fn positions_after_moves_are_those_of_the_counter() {
    for position in positions() {
        for left in [2, 3] {
            let (formulas, words) = start(&position, left, left);
            let moves = listed(&formulas, words, &formulas.moves(words));
            let after: Vec<_> = moves
                .iter()
                .map(|&[from, to, kind]| formulas.after(words, from, to, kind))
                .collect();
            assert_eq!(after.len(), position.legal_moves().len(), "{position}");
            // The en passant square is there only where a capture is legal.
            let without = |[a, b, c, black]: FourWords<u64>| [a, b, c, black & (a | b | c)];
            let found: HashSet<_> = after.iter().map(|&next| without(next)).collect();
            let expected = children(&formulas, words, true);
            assert_eq!(found, expected.iter().map(|&next| without(next)).collect(), "{position}");
            assert_eq!(found.len(), after.len(), "{position}");
            let taken = |all: &[FourWords<u64>]| -> u64 {
                all.iter().map(|&next| formulas.captures_en_passant(next)).sum()
            };
            assert_eq!(taken(&after), taken(&expected), "{position}");
        }
    }
}

#[test]
fn two_moves_are_counted_on_any_board_and_turned_over() {
    for position in positions() {
        let (formulas, words) = start(&position, 2, 2);
        assert_eq!(u128::from(two_moves(&formulas, words)), count(&position, 2), "{position}");
        let turned = formulas.turned_over();
        let next = children(&formulas, words, true).into_iter().map(Formulas::turned);
        let sum: u64 = next.map(|position| two_moves(&turned, position)).sum();
        assert_eq!(u128::from(sum), count(&position, 3), "{position}");
    }
}
