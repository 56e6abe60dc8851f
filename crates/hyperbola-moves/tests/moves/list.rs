//! Lists of moves: they behave as a `Vec` of the same moves does.

use hyperbola_moves::{Move, MoveList, Position, Square, Stage};

use crate::support::positions;

/// Checks something done to a list of moves against the same done to a `Vec`, for the legal moves
/// of many positions.
fn as_vec(to_list: impl Fn(&mut MoveList), to_vec: impl Fn(&mut Vec<Move>)) {
    for position in positions().into_iter().step_by(10) {
        let (mut list, mut vec) = (position.legal_moves(), position.legal_moves().to_vec());
        to_list(&mut list);
        to_vec(&mut vec);
        assert_eq!(*list, *vec, "{position}");
    }
}

#[test]
fn lists_change_as_vectors_do() {
    as_vec(MoveList::clear, Vec::clear);
    for len in [0, 1, 3, 20, 256, usize::MAX] {
        as_vec(|list| list.truncate(len), |vec| vec.truncate(len));
    }
    let keeps = |legal: &Move| legal.to().index().is_multiple_of(3);
    as_vec(|list| list.retain(keeps), |vec| vec.retain(keeps));
    as_vec(|list| list.retain(|_| false), Vec::clear);
    as_vec(|list| list.retain(|_| true), |_| {});
    as_vec(|list| list.sort_unstable(), |vec| vec.sort_unstable());
    as_vec(|list| list.reverse(), |vec| vec.reverse());
    as_vec(
        |list| list.iter_mut().for_each(|legal| *legal = Move::new(legal.to(), legal.from())),
        |vec| vec.iter_mut().for_each(|legal| *legal = Move::new(legal.to(), legal.from())),
    );
    as_vec(
        |list| list.extend([Move::new(Square::A1, Square::H8); 3]),
        |vec| vec.extend([Move::new(Square::A1, Square::H8); 3]),
    );
}

#[test]
fn moves_are_removed_as_from_vectors() {
    for position in positions().into_iter().step_by(10) {
        let (mut list, mut vec) = (position.legal_moves(), position.legal_moves().to_vec());
        for index in 0.. {
            assert_eq!(list.pop(), vec.pop(), "{position}");
            if vec.is_empty() {
                break;
            }
            let index = 7 * index % vec.len();
            assert_eq!(list.swap_remove(index), vec.swap_remove(index), "{position}");
            assert_eq!(*list, *vec, "{position}");
        }
        assert!(list.is_empty() && list.pop().is_none());
    }
}

#[test]
fn all_iterators_visit_all_moves() {
    for position in positions().into_iter().step_by(10) {
        let mut list = position.legal_moves();
        let vec = list.to_vec();
        assert_eq!(list.clone().into_iter().len(), vec.len());
        assert!(list.clone().into_iter().eq(vec.iter().copied()), "{position}");
        assert!(list.clone().into_iter().rev().eq(vec.iter().rev().copied()), "{position}");
        assert!((&list).into_iter().eq(&vec), "{position}");
        assert!((&mut list).into_iter().eq(&vec), "{position}");
        assert_eq!(vec.iter().collect::<Vec<_>>(), list.as_ref().iter().collect::<Vec<_>>());
        assert_eq!(vec.iter().copied().collect::<MoveList>(), list, "{position}");
        assert_eq!(format!("{list:?}"), format!("{vec:?}"));
        // From both ends the moves meet once.
        let (mut ends, mut iter) = (Vec::new(), list.clone().into_iter());
        while let Some(first) = iter.next() {
            ends.push(first);
            ends.splice(0..0, iter.next_back());
        }
        assert_eq!((iter.next(), iter.next_back(), iter.len()), (None, None, 0));
        ends.sort_unstable();
        list.sort_unstable();
        assert_eq!(*ends, *list, "{position}");
    }
}

#[test]
fn lists_are_equal_if_their_moves_are() {
    let (one, other) = (Move::new(Square::E2, Square::E4), Move::new(Square::D2, Square::D4));
    let list = |moves: &[Move]| moves.iter().copied().collect::<MoveList>();
    assert_ne!(list(&[one, other]), list(&[other, one]));
    assert_ne!(list(&[one]), list(&[one, other]));
    // What was removed does not count.
    let mut shorter = list(&[one, other]);
    shorter.truncate(1);
    assert_eq!(shorter, list(&[one]));
    assert_eq!(MoveList::default(), MoveList::new());
}

#[test]
fn a_kept_list_is_filled_again() {
    let mut list = MoveList::new();
    let mut before = MoveList::new();
    for position in positions() {
        list.clear();
        position.legal().stage(Stage::All).moves_into(&mut list);
        assert_eq!(list, position.legal_moves(), "{position}");
    }
    // Moves are added after those that are there.
    Position::initial().legal().stage(Stage::All).moves_into(&mut list);
    before.extend(&positions().last().expect("a position").legal_moves());
    before.extend(Position::initial().legal_moves());
    assert_eq!(list, before);
}

#[test]
fn a_full_list_takes_no_more() {
    let mut list = MoveList::new();
    list.extend([Move::new(Square::A1, Square::A2); MoveList::CAPACITY]);
    assert_eq!(list.len(), MoveList::CAPACITY);
    let push = std::panic::catch_unwind(move || list.push(Move::new(Square::A1, Square::A2)));
    assert!(push.is_err());
    let outside = std::panic::catch_unwind(move || MoveList::new().swap_remove(0));
    assert!(outside.is_err());
}
