//! `Position::legal_moves` beside the proved formulas, in all positions with few pieces.

use hyperbola_moves::batch::formulas::{
    Formulas, FourWords, KNIGHT_DIFFERENCES, Moves, PAWN_DIFFERENCES, PROMOTION_DIFFERENCES,
};
use hyperbola_moves::{CastlingSide, Color, Move, Piece, Role, Setup, Square};
use rayon::prelude::*;

use super::moves::{DIRECTIONS, way_back};
use super::words;

fn at(number: usize) -> Square {
    Square::from_index_wrapping((number % 64).to_le_bytes()[0])
}

fn numbers(set: u64) -> impl Iterator<Item = usize> {
    (0..64).filter(move |number| set >> number & 1 == 1)
}

/// Returns the four words of a setup, those of the side to move as White's.
fn words_of(setup: &Setup) -> FourWords<u64> {
    let of = |role| setup.board.of(Color::White, role).0 | setup.board.of(Color::Black, role).0;
    let castlers = setup.castling_rights.iter().fold(0, |all, (_, _, rook)| all | rook.bit());
    let [pawns, knights, bishops] = [Role::Pawn, Role::Knight, Role::Bishop].map(of);
    let [rooks, queens, kings] = [Role::Rook, Role::Queen, Role::King].map(of);
    let passed = setup.en_passant.map_or(0, Square::bit);
    let words = [
        pawns | bishops | queens | castlers,
        knights | bishops | kings | castlers,
        rooks | queens | kings,
        setup.board.of_color(Color::Black).0 | passed,
    ];
    if setup.side_to_move == Color::White { words } else { Formulas::turned(words) }
}

/// Returns the moves that the formulas list for White, on squares of the board as it is if White is to
/// move, otherwise turned over.
fn listed(setup: &Setup, formulas: &Formulas) -> Vec<Move> {
    let words = words_of(setup);
    let Moves { sliders, knights, pawns, king, promotions, en_passant, castling } =
        formulas.moves(words);
    let [a, b, c, black] = words;
    let occupied = a | b | c;
    let own_king = (b & c & !a & !black).trailing_zeros() as usize;
    let turn = if setup.side_to_move == Color::White { 0 } else { 56 };
    let square = |number: usize| at(number ^ turn);
    let mut moves = Vec::with_capacity(64);
    let mut put = |from, to| moves.push(Move::new(square(from), square(to)));
    for (targets, step) in sliders.into_iter().zip(DIRECTIONS) {
        for to in numbers(targets) {
            let mut way = way_back(words::square(to), step).map(|from| from.number());
            put(way.find(|&from| occupied >> from & 1 == 1).expect("a slider"), to);
        }
    }
    let steps = knights.into_iter().zip(KNIGHT_DIFFERENCES);
    for (targets, by) in steps.chain(pawns.into_iter().zip(PAWN_DIFFERENCES)) {
        numbers(targets).for_each(|to| put((to + 64 - by as usize) % 64, to));
    }
    numbers(king).for_each(|to| put(own_king, to));
    let passed = (black & !occupied).trailing_zeros() as usize;
    numbers(en_passant).for_each(|from| put(from, passed));
    for (targets, by) in promotions.into_iter().zip(PROMOTION_DIFFERENCES) {
        for to in numbers(targets) {
            let from = square((to + 64 - by as usize) % 64);
            moves.extend(Role::PROMOTIONS.map(|role| Move::promoting(from, square(to), role)));
        }
    }
    for (wing, side) in CastlingSide::ALL.into_iter().enumerate() {
        if castling >> wing & 1 == 1 {
            let rook = setup.castling_rights.rook(setup.side_to_move, side).expect("a right");
            moves.push(Move::new(square(own_king), rook));
        }
    }
    moves
}

/// Compares the generator's moves with those of the formulas, as sets of moves. Returns whether the
/// setup makes a position.
fn compare(setup: &Setup) -> bool {
    let Ok(position) = setup.position() else { return false };
    let (formulas, _) = Formulas::new(&position, 2, 2);
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable_by_key(|one| (one.from().index(), one.to().index(), one.promotion()));
        moves
    };
    let (found, expected) = (position.legal_moves(), sorted(listed(setup, &formulas)));
    assert_eq!(sorted(found.iter().copied().collect()), expected, "{setup}");
    true
}

/// Compares in all states of castling and en passant that the side to move may have. Returns the number
/// of positions.
fn compare_all_states(setup: &Setup) -> u64 {
    let own = setup.side_to_move;
    let (home, passed_rank, pawn_rank) = if own == Color::White { (0, 5, 4) } else { (7, 2, 3) };
    let king = setup.board.of(own, Role::King).first().expect("a king");
    let mut states = vec![*setup];
    if king.index() / 8 == home {
        let rooks = setup.board.of(own, Role::Rook).into_iter();
        for rook in rooks.filter(|rook| rook.index() / 8 == home) {
            let with = states.clone().into_iter().map(|mut with| {
                let side = CastlingSide::of_rook(king, rook);
                with.castling_rights.set(own, side, Some(rook));
                with
            });
            states.extend(with.collect::<Vec<_>>());
        }
    }
    let pawns = setup.board.of(!own, Role::Pawn).into_iter();
    for pawn in pawns.filter(|pawn| pawn.index() / 8 == pawn_rank) {
        let passed = at(usize::from(8 * passed_rank + pawn.index() % 8));
        states.push(Setup { en_passant: Some(passed), ..*setup });
    }
    states.iter().map(|setup| u64::from(compare(setup))).sum()
}

/// Returns the pieces other than kings that may stand somewhere.
fn pieces() -> impl Iterator<Item = (Square, Piece)> + Clone {
    let others = Role::ALL.into_iter().filter(|&role| role != Role::King);
    let all = Color::ALL
        .into_iter()
        .flat_map(move |color| others.clone().map(move |role| Piece::new(color, role)));
    all.flat_map(|piece| {
        let squares =
            (0..64).filter(move |square| piece.role != Role::Pawn || (8..56).contains(square));
        squares.map(move |square| (at(square), piece))
    })
}

/// Compares in all positions with two kings on some squares and up to so many further pieces.
fn compare_with_kings(kings: [usize; 2], further: usize) -> u64 {
    let [white, black] = kings.map(at);
    let mut setup = Setup::EMPTY;
    setup.board.put(white, Piece::new(Color::White, Role::King));
    setup.board.put(black, Piece::new(Color::Black, Role::King));
    let pieces: Vec<_> =
        pieces().filter(|&(square, _)| square != white && square != black).collect();
    let both_sides = |setup: &Setup| -> u64 {
        let sides = Color::ALL.map(|side_to_move| Setup { side_to_move, ..*setup });
        sides.iter().map(compare_all_states).sum()
    };
    let mut compared = both_sides(&setup);
    for (index, &(square, piece)) in pieces.iter().enumerate() {
        let mut one = setup;
        one.board.put(square, piece);
        compared += both_sides(&one);
        if further < 2 {
            continue;
        }
        for &(other, piece) in pieces[..index].iter().filter(|&&(other, _)| other != square) {
            let mut two = one;
            two.board.put(other, piece);
            compared += both_sides(&two);
        }
    }
    compared
}

/// Returns all pairs of squares of the kings.
fn pairs() -> impl Iterator<Item = [usize; 2]> {
    (0..64).flat_map(|white| (0..64).map(move |black| [white, black])).filter(|&[a, b]| a != b)
}

#[test]
fn the_generator_finds_the_moves_of_the_formulas_with_few_pieces() {
    let one: Vec<_> = pairs().step_by(13).collect();
    let one: u64 = one.into_par_iter().map(|kings| compare_with_kings(kings, 1)).sum();
    let two: u64 =
        [[4, 60], [33, 39]].into_par_iter().map(|kings| compare_with_kings(kings, 2)).sum();
    println!("{one} positions with up to one piece more than the kings, {two} with up to two");
    assert!(one > 200_000 && two > 400_000, "{one} {two}");
}

/// Compares in all positions with two kings and up to two further pieces.
#[test]
#[ignore = "it takes an hour or so; another test compares with some squares of the kings"]
fn the_generator_finds_the_moves_of_the_formulas_with_up_to_four_pieces() {
    let pairs: Vec<_> = pairs().collect();
    let compared: u64 = pairs.into_par_iter().map(|kings| compare_with_kings(kings, 2)).sum();
    println!("{compared} positions");
    assert!(compared > 1_000_000_000, "{compared}");
}
