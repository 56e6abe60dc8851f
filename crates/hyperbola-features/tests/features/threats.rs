//! Threats and their changes compared with their definitions.

use std::collections::HashMap;

use hyperbola_features::{
    Features, LengthError, Positions, Ragged, Threat, Threats, threat_changes, threats_of,
};
use hyperbola_moves::{Color, Move, Position, Role};

use crate::oracle::Mailbox;
use crate::support::{POSITIONS, SAMPLE, check_lists, columns};

fn code((color, role): (Color, Role)) -> u8 {
    let color = if color == Color::White { 0 } else { 6 };
    color
        + match role {
            Role::Pawn => 0,
            Role::Knight => 1,
            Role::Bishop => 2,
            Role::Rook => 3,
            Role::Queen => 4,
            Role::King => 5,
        }
}

fn byte(square: usize) -> u8 {
    u8::try_from(square).expect("a square")
}

/// Returns the threats by the definition, by their squares.
fn threats(board: &Mailbox) -> Vec<Threat> {
    let mut threats = Vec::new();
    for (from, color, role) in board.squares(|_, _| true) {
        let mut attacked = board.attacks(from);
        attacked.sort_unstable();
        for to in attacked {
            if let Some(piece) = board.places[to] {
                let (attacker, attacked) = (code((color, role)), code(piece));
                threats.push(Threat { attacker, from: byte(from), attacked, to: byte(to) });
            }
        }
    }
    threats
}

#[test]
fn threats_are_attacks_on_pieces() {
    check_lists(&POSITIONS, Threats, |_, position| {
        let expected = threats(&Mailbox::new(position));
        assert!(threats_of(position).eq(expected.iter().copied()), "{position}");
        vec![expected]
    });
}

#[test]
fn a_threat_is_four_bytes() {
    assert_eq!(size_of::<Threat>(), 4);
    assert_eq!(core::mem::offset_of!(Threat, attacker), 0);
    assert_eq!(core::mem::offset_of!(Threat, from), 1);
    assert_eq!(core::mem::offset_of!(Threat, attacked), 2);
    assert_eq!(core::mem::offset_of!(Threat, to), 3);
}

#[test]
fn a_threat_is_turned_over_and_back() {
    for threat in threats_of(&Position::initial()) {
        assert_eq!(threat.relative_to(Color::White), threat);
        let black = threat.relative_to(Color::Black);
        assert_eq!((black.from, black.to), (threat.from ^ 56, threat.to ^ 56));
        assert_eq!(black.attacker, (threat.attacker + 6) % 12);
        assert_eq!(black.attacked, (threat.attacked + 6) % 12);
        assert_eq!(black.relative_to(Color::Black), threat);
        let flipped = threat.flip_files();
        assert_eq!((flipped.from, flipped.to), (threat.from ^ 7, threat.to ^ 7));
        assert_eq!(flipped.flip_files(), threat);
    }
}

/// Returns the threats that are only in the first list.
fn only_in(these: &[Threat], those: &[Threat]) -> Vec<Threat> {
    these.iter().filter(|threat| !those.contains(threat)).copied().collect()
}

fn sorted(threats: &[Threat]) -> Vec<Threat> {
    let mut threats = threats.to_vec();
    threats.sort_unstable_by_key(|threat| (threat.from, threat.to));
    threats
}

/// Checks the changes of some legal moves, and returns how many were made.
fn check_moves(positions: &[Position], is_chosen: impl Fn(&Position, Move) -> bool) -> usize {
    let mut made = 0;
    for position in positions {
        let before = threats(&Mailbox::new(position));
        for &legal in &position.legal_moves() {
            if !is_chosen(position, legal) {
                continue;
            }
            let mut next = *position;
            next.play_unchecked(legal);
            let after = threats(&Mailbox::new(&next));
            let changes = threat_changes(position, legal);
            assert_eq!(sorted(&changes.removed), only_in(&before, &after), "{position} {legal}");
            assert_eq!(sorted(&changes.added), only_in(&after, &before), "{position} {legal}");
            made += 1;
        }
    }
    made
}

fn check_changes(positions: &[Position]) {
    // Two halves on two threads.
    let (one, two) = positions.split_at(positions.len() / 2);
    let made = std::thread::scope(|scope| {
        let one = scope.spawn(|| check_moves(one, |_, _| true));
        let two = scope.spawn(|| check_moves(two, |_, _| true));
        [one, two].map(|half| half.join().expect("no panic")).into_iter().sum::<usize>()
    });
    let legal: usize = positions.iter().map(|position| position.legal_moves().len()).sum();
    assert_eq!(made, legal);
}

#[test]
fn changes_are_the_difference_for_every_legal_move() {
    check_changes(&SAMPLE);
}

#[test]
#[ignore = "as before, on all positions: minutes"]
fn deep_threat_changes() {
    check_changes(&POSITIONS);
}

#[test]
fn no_move_panics() {
    for position in SAMPLE.iter().step_by(SAMPLE.len() / 20) {
        for any in (0..=u16::MAX).filter_map(Move::from_bits) {
            let changes = threat_changes(position, any);
            assert!(changes.removed.len() <= 128 && changes.added.len() <= 128);
        }
    }
}

/// Returns a legal move of each position that has one.
fn moves() -> (Vec<Position>, Vec<Move>) {
    let choose = |(row, position): (usize, &Position)| {
        let moves = position.legal_moves();
        let legal = *moves.get(row % moves.len().max(1))?;
        Some((*position, legal))
    };
    POSITIONS.iter().enumerate().filter_map(choose).unzip()
}

#[test]
fn batches_have_the_changes_in_order() {
    let (positions, moves) = moves();
    assert!(positions.len() > 100_000);
    let columns = columns(&positions);
    for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
        let features = columns.as_slice().features().on(kind).expect("available");
        let lists = features.threat_changes(&moves).expect("as many moves");
        assert_eq!(features.parallel().threat_changes(&moves), Ok(lists.clone()));
        assert_eq!(lists.len(), 2 * positions.len());
        for (row, (position, &legal)) in positions.iter().zip(&moves).enumerate() {
            let changes = threat_changes(position, legal);
            assert_eq!(lists.list(2 * row), sorted(&changes.removed), "{position} {legal}");
            assert_eq!(lists.list(2 * row + 1), sorted(&changes.added), "{position} {legal}");
        }
    }
}

#[test]
fn a_marked_row_has_no_changes() {
    let mut rows = Positions::new();
    rows.push_marked();
    rows.push(&Position::initial());
    let legal = "e2e4".parse().expect("a move");
    let moves = [legal, legal];
    let lists = rows.as_slice().features().threat_changes(&moves).expect("as many moves");
    let sizes: Vec<usize> = lists.iter().map(<[Threat]>::len).collect();
    assert_eq!(sizes[..2], [0, 0]);
    assert!(sizes[2] > 0);
}

#[test]
fn a_move_for_each_position_is_needed() {
    let rows = columns(&SAMPLE[..3000]);
    let moves = vec!["e2e4".parse().expect("a move"); 3001];
    let before = rows.as_slice().features().threat_changes(&moves[..3000]).expect("as many moves");
    for count in [0, 2999, 3001] {
        for is_parallel in [false, true] {
            let features = rows.as_slice().features();
            let features = if is_parallel { features.parallel() } else { features };
            let error = features.threat_changes(&moves[..count]).expect_err("not as many");
            assert_eq!((error.expected, error.found), (3000, count));
            let mut lists = before.clone();
            assert_eq!(features.threat_changes_into(&moves[..count], &mut lists), Err(error));
            assert_eq!(lists, before, "nothing is replaced");
        }
    }
    let error: LengthError = rows.as_slice().features().threat_changes(&[]).expect_err("no move");
    assert_eq!(error.to_string(), "expected a slice of 3000 elements, found 0");
    let nothing = Positions::new();
    assert_eq!(nothing.as_slice().features().threat_changes(&[]), Ok(Ragged::new()));
}

/// The number of moves of each kind among all legal moves of the positions is large enough to say
/// that the kind is right.
#[test]
fn every_kind_of_move_is_among_them() {
    let mut kinds: HashMap<&str, usize> = HashMap::new();
    let mut count = |kind, is_one: bool| *kinds.entry(kind).or_default() += usize::from(is_one);
    for position in &*SAMPLE {
        for &legal in &position.legal_moves() {
            let side = position.side_to_move();
            count("en passant", legal.is_en_passant(position));
            count("promotion", legal.promotion().is_some());
            let is_capture = legal.is_capture(position);
            count("capturing promotion", legal.promotion().is_some() && is_capture);
            if let Some(castling) = legal.castling_side(position) {
                let stays = |square, target| square == target;
                let king = stays(legal.from(), castling.king_target(side));
                let rook = stays(legal.to(), castling.rook_target(side));
                let swaps = legal.from() == castling.rook_target(side)
                    && legal.to() == castling.king_target(side);
                count("castling", true);
                count("castling with a king that stays", king);
                count("castling with a rook that stays", rook);
                count("castling of two that swap", swaps);
            }
        }
    }
    assert_eq!(kinds.len(), 7);
    for (kind, count) in kinds {
        assert!(count >= 10, "{count} moves: {kind}");
    }
}
