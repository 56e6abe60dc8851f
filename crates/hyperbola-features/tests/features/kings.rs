//! Pins, checks and danger compared with their definitions.

use hyperbola_features::{Checkers, KingDanger, Pinned, Pinners};
use hyperbola_moves::Color;

use crate::oracle::{Mailbox, set};
use crate::support::check;

#[test]
fn pinned_pieces_shield_their_king() {
    check(Pinned, |position| {
        let board = Mailbox::new(position);
        Color::ALL.map(|side| set(board.pins(side).into_iter().map(|(pinned, _)| pinned))).to_vec()
    });
}

#[test]
fn pinners_would_give_check() {
    check(Pinners, |position| {
        let board = Mailbox::new(position);
        Color::ALL.map(|side| set(board.pins(side).into_iter().map(|(_, pinner)| pinner))).to_vec()
    });
}

#[test]
fn checkers_attack_the_king() {
    check(Checkers, |position| {
        let board = Mailbox::new(position);
        let side = position.side_to_move();
        vec![set(board.attackers(board.king(side), !side))]
    });
}

#[test]
fn danger_is_attacked_without_the_king() {
    check(KingDanger, |position| {
        let mut board = Mailbox::new(position);
        let side = position.side_to_move();
        board.places[board.king(side)] = None;
        let pieces = board.squares(|color, _| color != side);
        vec![set(pieces.flat_map(|(from, ..)| board.attacks(from)))]
    });
}
