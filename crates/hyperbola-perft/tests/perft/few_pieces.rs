//! `Position::legal_moves` and the counter's plan beside the proved formulas, in all positions with
//! few pieces.

use std::collections::HashSet;

use hyperbola::Direction;
use hyperbola::geometry::between;
use hyperbola_moves::{CastlingSide, Color, Move, Piece, Position, Rank, Role, Setup, Square};
use hyperbola_perft::four_words;
use hyperbola_random::Random;
use hyperbola_rules::formulas::{CountedReplies, Formulas, FourWords, Moves, ReplyForm, kinds};
use hyperbola_samples::{of_all_kinds, random_endgame};
use rayon::prelude::*;

use super::four_words::{each, listed};

fn at(number: usize) -> Square {
    Square::from_index_wrapping((number % 64).to_le_bytes()[0])
}

/// Returns the only square of a set.
fn only(set: u64) -> Square {
    at(set.trailing_zeros() as usize)
}

/// Returns the four words of a position, with the square that a pawn has passed over even if no
/// capture there is legal.
fn words_of(setup: &Setup, words: FourWords<u64>) -> FourWords<u64> {
    let [a, b, c, black] = words;
    let passed = setup.en_passant.map_or(0, Square::bit);
    let turned = if setup.side_to_move == Color::White { passed } else { passed.swap_bytes() };
    [a, b, c, black | turned]
}

/// Returns a move as the library writes it, on the board turned over if Black is to move.
fn of_library(setup: &Setup, [from, to, kind]: [u64; 3]) -> Move {
    let own = setup.side_to_move;
    let [from, to] = [from, to].map(|set| if own == Color::White { set } else { set.swap_bytes() });
    let [from, to] = [from, to].map(only);
    let promoted = kinds::PROMOTIONS.iter().position(|&one| one == kind);
    let wing = kinds::CASTLING.iter().position(|&one| one == kind);
    match (promoted, wing) {
        (Some(place), _) => {
            let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][place];
            Move::promoting(from, to, role)
        }
        (_, Some(wing)) => {
            let rook = setup.castling_rights.rook(own, CastlingSide::ALL[wing]);
            Move::new(from, rook.expect("a rook on the wing"))
        }
        _ => Move::new(from, to),
    }
}

/// Compares the generator's moves with those of the formulas, as sets of moves. Returns whether the
/// setup makes a position.
fn compare(setup: &Setup) -> bool {
    let Ok(position) = setup.position() else { return false };
    let (formulas, words) = four_words::start(&position, 2, 2);
    let words = words_of(setup, words);
    let sorted = |mut moves: Vec<Move>| {
        moves.sort_unstable_by_key(|one| (one.from().index(), one.to().index(), one.promotion()));
        moves
    };
    let expected = listed(&formulas, words, &formulas.moves(words));
    let by_formulas = sorted(expected.iter().map(|&one| of_library(setup, one)).collect());
    let found = position.legal_moves();
    assert_eq!(sorted(found.iter().copied().collect()), by_formulas, "{setup}");
    compare_plan(&position, setup, &formulas, words, &expected, false);
    if setup.board.diagonal_sliders().is_empty() {
        compare_plan(&position, setup, &formulas, words, &expected, true);
    }
    true
}

/// Compares the replies that the plan counts with those after all moves: the moves that remain to
/// be made are some of the legal ones, each once, and the replies to the others are its number.
/// `few` says that the plan is that for positions without bishops and queens.
fn compare_plan(
    position: &Position,
    setup: &Setup,
    formulas: &Formulas,
    words: FourWords<u64>,
    moves: &[[u64; 3]],
    few: bool,
) {
    let plan = if few { four_words::plan_without_diagonals } else { four_words::plan };
    let planned = plan(formulas, words);
    let made = listed(formulas, words, &planned.made);
    let after = |&[from, to, kind]: &[u64; 3]| formulas.after(words, from, to, kind);
    let replies = |played: &[u64; 3]| formulas.replies(after(played));
    let captures = |played: &[u64; 3]| formulas.captures_en_passant(after(played));
    let all: HashSet<_> = moves.iter().collect();
    let some: HashSet<_> = made.iter().collect();
    assert!(some.len() == made.len() && some.is_subset(&all), "{setup}: {made:?}");
    let taken = each(planned.may_be_taken).map(|to| captures(&[to >> 16, to, kinds::TWO_STEPS]));
    let looked_at = made.iter().map(replies).sum::<u64>() + taken.sum::<u64>();
    let expected: u64 = moves.iter().map(|played| replies(played) + captures(played)).sum();
    assert_eq!(planned.replies + looked_at, expected, "{setup}");
    // Nothing would be neutral if the plan made each move.
    let is_initial = setup.board == *Position::initial().board();
    assert!(!is_initial || some.is_empty(), "{made:?}");
    for played in moves.iter().filter(|played| !some.contains(played)) {
        compare_neutral(position, setup, formulas, words, *played, few);
    }
}

/// Returns the number of what stands on a square.
fn number_at([a, b, c, _]: FourWords<u64>, square: u64) -> u64 {
    let digit = |word: u64| u64::from(word & square != 0);
    digit(a) | digit(b) << 1 | digit(c) << 2
}

/// Compares the replies after a neutral move with those to a pass. For the king nothing changes,
/// nor for promotions. The number of the others changes by that for the square which becomes free,
/// and by that for the square where the piece comes, each as if the other square stayed as it is.
///
/// Where there are `few` kinds of pieces, the king's moves may be among those whose number changes
/// after a pawn's move. After a move of the only slider, castling and promotions are those without
/// it, and Black is not in check.
fn compare_neutral(
    position: &Position,
    setup: &Setup,
    formulas: &Formulas,
    words: FourWords<u64>,
    played: [u64; 3],
    few: bool,
) {
    let [from, to, kind] = played;
    let after = formulas.after(words, from, to, kind);
    let find = |words| formulas.replies_by(ReplyForm::All, words, [0; 5]);
    let free = words.map(|word| word & !from);
    let copied = core::array::from_fn(|word| words[word] & !to | after[word] & to);
    let [pass, next, free, copied] = [words, after, free, copied].map(find);
    let kept =
        |replies: &CountedReplies<u64>| (replies.castling, replies.pawns.map(|pawns| pawns & 0xff));
    let what = || format!("{setup}: {} {}", only(from), only(to));
    let is_pawn = |square| number_at(words, square) == 1;
    let is_slider = |square| [3, 4, 5, 7].contains(&number_at(words, square));
    let mut sliders = each(!words[3]).filter(|&square| is_slider(square));
    if few && sliders.next() == Some(from) && sliders.next().is_none() {
        let next_position = position.play(of_library(setup, played)).expect("it is legal");
        assert!(next_position.checkers().is_empty(), "{}", what());
        assert_eq!(kept(&next), kept(&free), "{}", what());
        return;
    }
    assert_eq!(kept(&next), kept(&pass), "{}", what());
    assert!(next.king == pass.king || few && is_pawn(from), "{}", what());
    let step = Direction::ALL.into_iter().find(|direction| {
        let ray = core::iter::successors(Some(from), |&at| Some(direction.shift(at)));
        ray.take_while(|&at| at != 0).any(|at| at == to)
    });
    let comes = |step: Direction| pass.sliders[step.opposite() as usize] & from != 0;
    // A pawn's double step is like the way of a slider.
    let [third, second] = [8, 16].map(|by| words.map(|word| word.rotate_right(by) & from != 0));
    let is_ahead = step == Some(Direction::North) && only(from).rank() == Rank::Fifth;
    let stops_pawn = is_ahead && third[..3] == [false; 3];
    let stops_pawn = stops_pawn && second == [true, false, false, true];
    let is_towards = is_slider(from) && (step.is_some_and(comes) || stops_pawn);
    let from_free = free.total.wrapping_sub(pass.total);
    let (from_free, twice) = match is_towards {
        // The squares behind the piece stay closed to the slider that attacks it.
        true => (0, 0),
        // Two pawns that attack each other lose their captures of each other once.
        false => (from_free, u64::from(is_pawn(from) && is_pawn(to))),
    };
    let expected = copied.total.wrapping_add(from_free).wrapping_add(twice);
    assert_eq!(next.total, expected, "{}", what());
}

/// Compares in all states of castling and en passant that the side to move may have. Returns the
/// number of positions.
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
    let castling = states.clone();
    for pawn in pawns.filter(|pawn| pawn.index() / 8 == pawn_rank) {
        let passed = at(usize::from(8 * passed_rank + pawn.index() % 8));
        states.extend(castling.iter().map(|with| Setup { en_passant: Some(passed), ..*with }));
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

/// Compares where a double step opens a line of White's slider to Black's king, past a pawn of
/// Black that may capture en passant: for each king, each file, and each slider.
#[test]
fn captures_en_passant_after_a_double_step_that_opens_a_line_are_counted() {
    let kings = [0, 7, 4, 56, 63].map(at);
    let place = |setup: &mut Setup, square, color, role| {
        setup.board.put(square, Piece::new(color, role));
    };
    let mut compared = 0_u32;
    let beside = (8..16_usize).flat_map(|pawn| [15, 17].map(|step| (pawn, pawn + step)));
    for (pawn, captor) in beside.filter(|(pawn, captor)| (captor % 8).abs_diff(pawn % 8) == 1) {
        let [pawn, captor] = [pawn, captor].map(at);
        let pairs = pairs().map(|pair| pair.map(at));
        let opened = |&[king, slider]: &[Square; 2]| between(king, slider).contains(pawn);
        for [king, slider] in pairs.filter(opened) {
            let is_diagonal = king.file() != slider.file() && king.rank() != slider.rank();
            let role = if is_diagonal { Role::Bishop } else { Role::Rook };
            for role in [role, Role::Queen] {
                let mut setup = Setup::EMPTY;
                place(&mut setup, pawn, Color::White, Role::Pawn);
                place(&mut setup, captor, Color::Black, Role::Pawn);
                place(&mut setup, slider, Color::White, role);
                let is_free = |&&square: &&Square| setup.board.role_at(square).is_none();
                let own = kings.iter().filter(|&&own| own != king).find(is_free);
                place(&mut setup, *own.expect("a free corner"), Color::White, Role::King);
                place(&mut setup, king, Color::Black, Role::King);
                compared += u32::from(compare(&setup));
            }
        }
    }
    assert!(compared > 500, "{compared}");
    let opened: Position = "8/8/8/6k1/4p3/8/3P4/2B1K3 w - - 0 1".parse().expect("a position");
    assert!(compare(&opened.setup()));
}

/// Compares with any number of pieces, and with few kinds of them.
#[test]
fn the_generator_and_the_plan_agree_with_the_formulas_in_positions_of_all_kinds() {
    let mut positions = of_all_kinds(4_000, 6_000);
    let mut random = Random::new(59);
    positions.extend((0..10_000).map(|_| random_endgame(&mut random)));
    let compared = positions.par_iter().filter(|position| compare(&position.setup())).count();
    assert!(compared > 30_000, "{compared}");
}

/// With few kinds of pieces more moves are neutral: those of the only slider, and those of a pawn
/// that takes a square from Black's king.
#[test]
fn fewer_moves_remain_with_few_kinds_of_pieces() {
    for (fen, sets) in
        [("4k3/8/8/8/8/8/8/1R2K3 w - - 0 1", 0), ("8/8/4k3/8/2P5/8/8/K7 w - - 0 1", 1)]
    {
        let setup: Setup = fen.parse().expect("a setup");
        let position = setup.position().expect("a position");
        let (formulas, words) = four_words::start(&position, 2, 2);
        let left = [
            four_words::plan(&formulas, words),
            four_words::plan_without_diagonals(&formulas, words),
        ]
        .map(|planned| {
            let Moves { sliders, pawns, .. } = planned.made;
            let kinds = if sets == 0 { &sliders[..] } else { &pawns[..] };
            kinds.iter().map(|set| set.count_ones()).sum::<u32>()
        });
        assert!(left[1] < left[0], "{fen}: {left:?}");
        assert!(compare(&setup), "{fen}");
    }
}

/// Compares in all positions with two kings and up to so many further pieces. Returns their number.
fn compare_all(further: usize) -> u64 {
    let pairs: Vec<_> = pairs().collect();
    let compared = pairs.into_par_iter().map(|kings| compare_with_kings(kings, further)).sum();
    println!("{compared} positions");
    compared
}

#[test]
#[ignore = "it takes some minutes; another test compares with some squares of the kings"]
fn deep_the_generator_finds_the_moves_of_the_formulas_with_up_to_three_pieces() {
    let compared = compare_all(1);
    assert!(compared > 3_000_000, "{compared}");
}

#[test]
#[ignore = "it takes hours; other tests compare with some squares of the kings, or fewer pieces"]
fn the_generator_finds_the_moves_of_the_formulas_with_up_to_four_pieces() {
    let compared = compare_all(2);
    assert!(compared > 1_000_000_000, "{compared}");
}
