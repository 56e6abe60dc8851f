//! Checks that a move that is taken back leaves the position as it was.

use hyperbola_moves::{
    Bitboard, Color, Move, Piece, Position, Repetitions, Role, Setup, Square, Undo,
};
use hyperbola_random::Random;

use crate::support::{chess960, positions, random_move, random_setup, suite};

/// Each move, a null move included, leads where a copy leads, and back.
fn all_moves_come_back(position: &Position) {
    let mut made = *position;
    for &played in &position.legal_moves() {
        let undo = made.make(played);
        assert_eq!(made, position.play(played).expect("legal"), "{position}: {played}");
        assert_eq!(undo.played(), Some(played), "{position}: {played}");
        assert_eq!(undo.captured(), played.captured(position), "{position}: {played}");
        made.unmake(undo);
        assert_eq!(made, *position, "{position}: {played}");
    }
    let undo = made.make_null();
    assert_eq!(undo.is_some().then_some(made), position.null_move(), "{position}");
    if let Some(undo) = undo {
        assert_eq!((undo.played(), undo.captured()), (None, None), "{position}");
        made.unmake(undo);
    }
    assert_eq!(made, *position, "{position}");
}

#[test]
fn moves_of_positions_come_back() {
    for position in positions() {
        all_moves_come_back(&position);
    }
    let mut random = Random::new(13);
    for _ in 0..3_000 {
        all_moves_come_back(&random_setup(&mut random));
    }
}

/// Walks to and fro at random: each position is the one that was there when the move was made.
#[test]
fn random_walks_come_back() {
    let mut random = Random::new(14);
    let mut moves = 0;
    for number in 0..960 {
        let black = if number % 3 == 0 { number } else { 959 - number };
        let mut position = chess960(number, black);
        let mut stack: Vec<(Position, Undo)> = Vec::new();
        for _ in 0..1_000 {
            // Two steps on for each step back.
            let next = if random.word().is_multiple_of(3) {
                None
            } else {
                random_move(&position, &mut random)
            };
            match (next, stack.last().copied()) {
                (Some(played), _) => {
                    let before = position;
                    let null =
                        (random.word().is_multiple_of(10)).then(|| position.make_null()).flatten();
                    let undo = null.unwrap_or_else(|| position.make(played));
                    stack.push((before, undo));
                    moves += 1;
                }
                (None, Some((before, undo))) => {
                    position.unmake(undo);
                    assert_eq!(position, before, "{:?}", undo.played());
                    stack.pop();
                }
                (None, None) => {}
            }
        }
        for (before, undo) in stack.into_iter().rev() {
            position.unmake(undo);
            assert_eq!(position, before, "{:?}", undo.played());
        }
    }
    assert!(moves > 500_000, "{moves}");
}

/// Even a move that is not legal comes back, though the position between is of no use.
#[test]
fn moves_that_are_not_legal_come_back() {
    for position in positions().iter().step_by(40) {
        for bits in 0..=u16::MAX {
            let Some(played) = Move::from_bits(bits) else { continue };
            let mut made = *position;
            let undo = made.make(played);
            made.unmake(undo);
            assert_eq!(made, *position, "{position}: {played}");
        }
    }
}

/// Returns a position with some pieces and as many kings as are missing, in which a move is legal.
fn position_with(
    pieces: &[(Square, Piece)],
    en_passant: Option<Square>,
    played: Move,
) -> Option<Position> {
    let color = pieces[0].1.color;
    let mut setup = Setup { side_to_move: color, en_passant, ..Setup::EMPTY };
    for &(square, piece) in pieces {
        setup.board.put(square, piece);
    }
    let is_free =
        |square: &Square| *square != played.to() && pieces.iter().all(|(other, _)| other != square);
    let squares = || Square::ALL.into_iter().rev().filter(is_free);
    for of_enemy in squares() {
        setup.board.put(of_enemy, Piece::new(!color, Role::King));
        let kings: Vec<_> = match pieces[0].1.role {
            Role::King => vec![None],
            _ => squares().filter(|&square| square != of_enemy).map(Some).collect(),
        };
        for own in kings {
            let mut setup = setup;
            if let Some(own) = own {
                setup.board.put(own, Piece::new(color, Role::King));
            }
            let position = setup.position().ok().filter(|position| position.is_legal(played));
            if position.is_some() {
                return position;
            }
        }
        setup.board.remove(of_enemy);
    }
    None
}

/// Returns the moves by which a piece could go from a square to another one on an empty board, with
/// a capture or without one, as promotions too.
fn moves_between(
    color: Color,
    role: Role,
    from: Square,
    to: Square,
    is_capture: bool,
) -> Vec<Move> {
    let ranks = from.rank().index().abs_diff(to.rank().index());
    let targets = match role {
        Role::Pawn if is_capture => hyperbola::pawn_attacks(color, from),
        // Those of the other colour's direction are not legal.
        Role::Pawn if from.file() == to.file() && ranks <= 2 => to.into(),
        Role::Pawn => Bitboard::EMPTY,
        Role::Knight => hyperbola::knight_attacks(from),
        Role::Bishop => hyperbola::bishop_attacks(from, Bitboard::EMPTY),
        Role::Rook => hyperbola::rook_attacks(from, Bitboard::EMPTY),
        Role::Queen => hyperbola::queen_attacks(from, Bitboard::EMPTY),
        Role::King => hyperbola::king_attacks(from),
    };
    match (targets.contains(to) && from != to, role, to.rank().index()) {
        (false, ..) => Vec::new(),
        (_, Role::Pawn, 0 | 7) => {
            Role::PROMOTIONS.map(|role| Move::promoting(from, to, role)).to_vec()
        }
        _ => vec![Move::new(from, to)],
    }
}

/// Each move of each piece with each capture comes back, and its key is the one that was foretold.
/// But for castling and rights, both depend on the pieces on two squares alone.
#[test]
fn each_move_with_each_capture_comes_back_and_has_its_key() {
    let mut moves = 0;
    let mut check = |position: &Position, played: Move| {
        let next = position.play(played).expect("legal");
        let mut made = *position;
        let undo = made.make(played);
        assert_eq!((made, position.key_after(played)), (next, next.key()), "{position}: {played}");
        made.unmake(undo);
        assert_eq!(made, *position, "{position}: {played}");
        moves += 1;
    };
    let all = || Square::ALL.into_iter().flat_map(|from| Square::ALL.map(|to| (from, to)));
    for color in Color::ALL {
        for role in Role::ALL {
            for (from, to) in all() {
                let not_kings = Role::ALL.into_iter().filter(|&role| role != Role::King);
                for taken in not_kings.map(Some).chain([None]) {
                    let pieces: Vec<_> = [(from, Piece::new(color, role))]
                        .into_iter()
                        .chain(taken.map(|role| (to, Piece::new(!color, role))))
                        .collect();
                    for played in moves_between(color, role, from, to, taken.is_some()) {
                        if let Some(position) = position_with(&pieces, None, played) {
                            check(&position, played);
                        }
                    }
                }
            }
        }
        let mover = Piece::new(color, Role::Pawn);
        for (from, to) in all() {
            let victim = Square::new(to.file(), from.rank());
            let pieces = [(from, mover), (victim, Piece::new(!color, Role::Pawn))];
            for played in moves_between(color, Role::Pawn, from, to, true) {
                if let Some(position) = position_with(&pieces, Some(to), played) {
                    check(&position, played);
                }
            }
        }
    }
    // Moves of queens, rooks, bishops, knights and kings on an empty board, without a capture or
    // with one of five roles, but for pawns on the first and the last rank. Pawns: 40 single steps,
    // 8 of two squares, 70 captures, four promotions each of 8 and of 14, and 14 captures en
    // passant.
    let of_pieces = 6 * (1456 + 896 + 560 + 336 + 420) - (336 + 224 + 112 + 52 + 72);
    let of_pawns = 40 + 8 + 5 * 70 + 4 * (8 + 4 * 14) + 14;
    assert_eq!(moves, 2 * (of_pieces + of_pawns));
}

/// Counts move sequences on one position, in place.
fn in_place(position: &mut Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    for played in position.legal_moves() {
        let undo = position.make(played);
        nodes += in_place(position, depth - 1);
        position.unmake(undo);
    }
    nodes
}

#[test]
fn moves_in_place_count_what_suites_say() {
    for (name, budget) in [("six", 500_000), ("chess960", 200_000), ("en-passant", 50_000)] {
        for case in suite(name) {
            let start = case.position();
            let mut position = start;
            for &(depth, nodes) in case.counts.iter().filter(|(_, nodes)| *nodes <= budget) {
                assert_eq!(in_place(&mut position, depth), nodes, "{} {depth}", case.fen);
                assert_eq!(position, start);
            }
        }
    }
}

/// The stack of a search: positions that were there before, the moves without progress, null moves.
#[test]
fn repetitions_and_clocks_follow_moves_in_place() {
    let mut position = Position::initial();
    let mut repetitions = Repetitions::new();
    repetitions.push(&position);
    let mut stack = Vec::new();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(2) {
        stack.push(position.make(text.parse().expect("a move")));
        repetitions.push(&position);
    }
    assert_eq!((repetitions.count(), position.halfmove_clock()), (3, 8));
    for expected in [2, 2, 2, 2, 1, 1, 1, 1] {
        position.unmake(stack.pop().expect("a move"));
        repetitions.pop();
        assert_eq!(repetitions.count(), expected);
    }
    assert_eq!(position, Position::initial());
    // A pawn move ends what could repeat, and its clock comes back.
    let mut position: Position = "4k3/8/8/8/8/8/P7/4K3 w - - 41 90".parse().expect("a position");
    let undo = position.make(Move::new(Square::A2, Square::A3));
    assert_eq!((position.halfmove_clock(), undo.captured()), (0, None::<Role>));
    position.unmake(undo);
    assert_eq!(position.halfmove_clock(), 41);
}
