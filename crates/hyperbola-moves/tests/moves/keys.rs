//! Checks the keys of parts of a position against keys that are computed anew.

use hyperbola_moves::{Board, Color, Keys, Piece, Position, Role, Square};
use hyperbola_random::Random;

use crate::support::{chess960, positions, random_game, random_setup};

/// Returns the board with those pieces alone that a function wants.
fn only(board: &Board, wants: impl Fn(Piece) -> bool) -> Board {
    board.pieces().filter(|&(_, piece)| wants(piece)).collect()
}

/// Each key is that of its part alone, and has all of it.
fn are_of_their_parts(position: &Position) {
    let (board, keys) = (position.board(), Keys::of(position.board()));
    let is_minor = |piece: Piece| matches!(piece.role, Role::Knight | Role::Bishop);
    let is_major = |piece: Piece| matches!(piece.role, Role::Rook | Role::Queen);
    let is_pawn = |piece: Piece| piece.role == Role::Pawn;
    let part = |wants: &dyn Fn(Piece) -> bool| Keys::of(&only(board, wants));
    let (pawns, minors, majors) = (part(&is_pawn), part(&is_minor), part(&is_major));
    assert_eq!((keys.pawns, pawns.minors, pawns.majors), (pawns.pawns, 0, 0), "{position}");
    assert_eq!((keys.minors, minors.pawns, minors.majors), (minors.minors, 0, 0), "{position}");
    assert_eq!((keys.majors, majors.pawns, majors.minors), (majors.majors, 0, 0), "{position}");
    // Without any of its pieces a key is another.
    for (square, piece) in board.pieces() {
        let mut without = *board;
        without.remove(square);
        let without = Keys::of(&without);
        let differs = [
            without.pawns != keys.pawns,
            without.minors != keys.minors,
            without.majors != keys.majors,
            without.material != keys.material,
            without.non_pawns[0] != keys.non_pawns[0],
            without.non_pawns[1] != keys.non_pawns[1],
        ];
        let is_of = |color| !is_pawn(piece) && piece.color == color;
        let [white, black] = Color::ALL.map(is_of);
        let expected = [is_pawn(piece), is_minor(piece), is_major(piece), true, white, black];
        assert_eq!(differs, expected, "{position} without {piece} on {square}");
    }
}

#[test]
fn keys_are_those_of_their_parts() {
    for position in positions().iter().step_by(3) {
        are_of_their_parts(position);
    }
}

#[test]
fn keys_that_moves_update_are_those_of_the_board_after_them() {
    let mut random = Random::new(12);
    let mut moves = 0;
    let mut follow = |start: Position, random: &mut Random| {
        random_game(start, random, 150, |position, _| {
            let keys = Keys::of(position.board());
            for &played in &position.legal_moves() {
                let mut updated = keys;
                updated.play(position, played);
                let next = position.play(played).expect("legal");
                assert_eq!(updated, Keys::of(next.board()), "{position}: {played}");
                moves += 1;
            }
        });
    };
    for number in 0..120 {
        let black = if number % 2 == 0 { 8 * number } else { 959 - 8 * number };
        follow(chess960(8 * number, black), &mut random);
    }
    for _ in 0..500 {
        let start = random_setup(&mut random);
        follow(start, &mut random);
    }
    assert!(moves > 300_000, "{moves}");
}

/// Material is what is counted, and not where it stands.
#[test]
fn material_is_the_number_of_each_piece() {
    let queen = |color| Piece::new(color, Role::Queen);
    let place = |pieces: &[(Square, Piece)]| Keys::of(&pieces.iter().copied().collect()).material;
    let (white, black) = (queen(Color::White), queen(Color::Black));
    let one = place(&[(Square::A1, white)]);
    assert_eq!(place(&[(Square::H7, white)]), one);
    assert_ne!(place(&[(Square::A1, black)]), one);
    let both = place(&[(Square::A1, white), (Square::B3, white)]);
    assert_ne!(both, one);
    assert_eq!(place(&[(Square::C1, white), (Square::D7, white)]), both);
    assert_ne!(place(&[(Square::C1, white), (Square::D7, black)]), both);
    assert_eq!(Keys::of(&Board::EMPTY), Keys::default());
}

/// Keys of moves that are not legal have no meaning, and do no harm.
#[test]
fn no_move_panics() {
    for position in positions().iter().step_by(40) {
        for bits in 0..=u16::MAX {
            if let Some(played) = hyperbola_moves::Move::from_bits(bits) {
                Keys::of(position.board()).play(position, played);
            }
        }
    }
}
