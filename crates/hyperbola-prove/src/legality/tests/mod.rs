//! The definition on `bool`, one king's square of the proof, and what the proof refutes. These
//! tests read recordings and diagrams, which are no part of the crate's interface.

mod mutants;
mod referee;
mod solvers;

pub(in crate::legality) use mutants::alone;

use std::collections::BTreeSet;

use hyperbola_moves::{CastlingSide, Role};
use hyperbola_random::Random;
use hyperbola_samples::{of_all_kinds, random_endgame, random_setup};
use rayon::prelude::*;

use super::after;
use super::games::{Game, homes};
use super::inputs::{Assumed, Castlers, Passed};
use super::laws::{Manner, Move, PieceKind, Position, Side, Square};
use super::oracle::{legal_moves, read, side};
use super::proof::run;
use super::recording::Recording;
use super::*;

/// The squares of the king that the gate proves: what is wrong towards one direction is not seen
/// from each of them.
const IN_THE_GATE: [hyperbola::Square; 5] = [
    hyperbola::Square::E1,
    hyperbola::Square::A1,
    hyperbola::Square::D4,
    hyperbola::Square::A5,
    hyperbola::Square::H8,
];

/// Returns the squares of the king that deep tests take: those that the variable `KINGS` names, or
/// all. The corners, e1 and the middle come first.
fn kings_of_deep() -> Vec<hyperbola::Square> {
    const FIRST: [usize; 8] = [0, 28, 4, 63, 7, 32, 39, 56];
    let all = hyperbola::Square::ALL;
    match std::env::var("KINGS") {
        Ok(names) => names.split(' ').map(|name| name.parse().expect("a square")).collect(),
        Err(_) => {
            let others = (0..64).filter(|king| !FIRST.contains(king));
            FIRST.into_iter().chain(others).map(|king| all[king]).collect()
        }
    }
}

/// Returns a square of the definition.
fn square(of: hyperbola_moves::Square) -> Square {
    super::words::square(of.index().into())
}

/// Returns the legal moves of the library as those of the definition.
fn moves_of_library(position: &hyperbola_moves::Position) -> Vec<Move> {
    let color = position.side_to_move();
    let moves = position.legal_moves();
    let converted = moves.iter().map(|played| {
        let (from, to) = (square(played.from()), square(played.to()));
        if position.board().of_color(color).contains(played.to()) {
            let wing = CastlingSide::of_rook(played.from(), played.to());
            let to_king = square(wing.king_target(color));
            return Move { from, to: to_king, manner: Manner::Castling(to) };
        }
        let is_pawn = position.board().of(color, Role::Pawn).contains(played.from());
        let manner = match played.promotion() {
            Some(role) => Manner::Promotion(match role {
                Role::Knight => PieceKind::Knight,
                Role::Bishop => PieceKind::Bishop,
                Role::Rook => PieceKind::Rook,
                _ => PieceKind::Queen,
            }),
            None if is_pawn && position.en_passant() == Some(played.to()) => Manner::EnPassant,
            None if is_pawn && (to.rank - from.rank).abs() == 2 => Manner::DoubleStep,
            None => Manner::Plain,
        };
        Move { from, to, manner }
    });
    converted.collect()
}

/// Checks that the library and the definition find the same moves and the same positions after
/// them.
fn compare(position: &hyperbola_moves::Position, and_after: bool) {
    let by_laws = read(&position.setup());
    let side = side(position.side_to_move());
    let names = |moves: &[Move]| moves.iter().map(Move::to_string).collect::<BTreeSet<_>>();
    let (found, expected) = (moves_of_library(position), legal_moves(&by_laws, side));
    assert_eq!(names(&found), names(&expected), "{position}");
    assert_eq!(found.len(), expected.len(), "{position}");
    if !and_after {
        return;
    }
    for (made, played) in position.legal_moves().iter().zip(found) {
        let next = read(&position.play(*made).expect("it is legal").setup());
        let by_laws = by_laws.after(side, played);
        let pieces = |position: &Position<bool>| {
            position.0.map(|contents| (contents.pieces, contents.may_castle))
        };
        assert_eq!(pieces(&next), pieces(&by_laws), "{position} {played}");
    }
}

#[test]
fn the_definition_finds_the_moves_of_the_library() {
    let positions = of_all_kinds(4_000, 6_000);
    positions.par_iter().enumerate().for_each(|(index, position)| {
        compare(position, index % 8 == 0);
    });
    assert!(positions.len() > 20_000, "{}", positions.len());
}

/// Compares a million positions, which takes some minutes.
#[test]
#[ignore = "it takes some minutes; the other tests compare tens of thousands"]
fn the_definition_finds_the_moves_of_the_library_in_a_million_positions() {
    (0..1_000_u64).into_par_iter().for_each(|seed| {
        let mut random = Random::new(seed);
        for index in 0..1_000 {
            let position = if index % 4 == 0 {
                random_endgame(&mut random)
            } else {
                random_setup(&mut random)
            };
            compare(&position, false);
        }
    });
}

#[test]
fn the_moves_of_kings_in_the_corners_and_in_the_middle_are_proved() {
    let proved = prove_moves(&IN_THE_GATE, &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
    // Moves to 64 squares; captures en passant with no pawn or one of eight, from 64 squares; 64
    // bits of castling in 1,659 games that differ. A king on a5 stands where one of the pawns does.
    assert_eq!(proved.equations, 5 * 134_896 - 64);
}

/// Kernels walk by the differences of the sliders' sets too.
#[test]
fn the_differences_of_the_sliders_are_those_of_their_directions() {
    for (direction, (files, ranks)) in super::moves::DIRECTIONS.into_iter().enumerate() {
        let difference = i64::from(8 * ranks + files).rem_euclid(64);
        let found = hyperbola_rules::sets::DIFFERENCES[hyperbola_rules::sets::SLIDERS + direction];
        assert_eq!(i64::from(found), difference, "{direction}");
    }
}

#[test]
fn no_pawn_becomes_a_pawn_or_a_king() {
    let diagrams = crate::diagrams::Diagrams::with_inputs(super::inputs::INPUTS, 1 << 20);
    let nothing = Recording::default();
    let proof = super::position_proof::PositionProof::new(&diagrams, &nothing, None);
    for (from, to) in Square::all().flat_map(|from| Square::all().map(move |to| (from, to))) {
        for kind in [PieceKind::Pawn, PieceKind::King] {
            let played = Move { from, to, manner: Manner::Promotion(kind) };
            let goes = proof.position.goes(Side::White, played);
            assert!(goes.bit() == crate::nodes::Bit::FALSE, "{played}");
        }
    }
}

#[test]
fn the_generator_is_proved() {
    let proved =
        prove_generator(&IN_THE_GATE, &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
    assert_eq!((proved.equations, proved.nodes), (407_995, 21_069_431));
}

#[test]
fn mistakes_in_what_the_generator_is_given_are_refuted() {
    for mistake in Mistake::ALL {
        let refuted = prove_with_mistake(&[hyperbola::Square::E4], mistake).expect_err("a mistake");
        let fen = refuted.fen.expect("a position");
        let position: hyperbola_moves::Position = fen.parse().expect("a position of chess");
        // What is shown is a position that the definition and the library agree about.
        compare(&position, false);
        assert_eq!(refuted.king, Some(hyperbola::Square::E4));
    }
}

#[test]
fn whether_a_move_is_legal_and_gives_check_is_proved() {
    let kings = [hyperbola::Square::E1, hyperbola::Square::D4];
    let proved = prove_gives_check(&kings, &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
    assert_eq!((proved.equations, proved.nodes), (8_254, 15_914_928));
    let proved = prove_is_legal(&kings, &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
    assert_eq!((proved.equations, proved.nodes), (96_128, 16_747_755));
}

/// Proves what engines call for all squares of the king, and prints a line for each.
#[test]
#[ignore = "it takes an hour"]
fn deep_what_engines_call_is_proved() {
    type Prove = fn(&[hyperbola::Square], &(dyn Fn() + Sync)) -> Result<LegalProved, Refuted>;
    let parts: [(&str, Prove); 3] = [
        ("generator", prove_generator),
        ("is_legal", prove_is_legal),
        ("gives_check", prove_gives_check),
    ];
    let of = std::env::var("PARTS").unwrap_or_default();
    for king in kings_of_deep() {
        for (name, prove) in parts.into_iter().filter(|(name, _)| of.is_empty() || of == *name) {
            let start = std::time::Instant::now();
            let proved = prove(&[king], &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
            let LegalProved { equations, nodes, most_nodes, .. } = proved;
            let seconds = start.elapsed().as_secs_f64();
            println!("{king},{name},{equations},{nodes},{most_nodes},{seconds:.1}");
        }
    }
}

#[test]
fn what_moves_change_is_proved() {
    let proved = prove_play(&IN_THE_GATE, &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
    assert_eq!((proved.equations, proved.nodes), (7_041_792, 10_653_001));
}

#[test]
fn positions_after_legal_moves_meet_the_assumptions_by_proof() {
    let proved = prove_closure().unwrap_or_else(|refuted| panic!("{refuted}"));
    assert_eq!((proved.equations, proved.nodes), (308_716, 1_327_060));
}

#[test]
fn the_proofs_of_the_moves_to_each_square_are_those_of_all_moves() {
    let recording = Recording::new(&Game::ordinary().formulas);
    let whole = run(&recording, Assumed::any(0), |proof| proof.moves());
    let whole = whole.unwrap_or_else(|refuted| panic!("{refuted}"));
    let parts = hyperbola_moves::Square::ALL.map(|to| {
        let proved = prove_moves_to(hyperbola_moves::Square::A1, to);
        proved.unwrap_or_else(|refuted| panic!("{refuted}"))
    });
    let equations: u64 = parts.iter().map(|part| part.equations).sum();
    let nodes: u64 = parts.iter().map(|part| part.nodes).sum();
    assert_eq!(equations, whole.equations);
    // Diagrams that are shared are fewer.
    assert!(nodes > whole.nodes);
    // The explorer's test has the same numbers, of the page's own module.
    assert_eq!((equations, nodes), (28_144, 3_001_399));
}

#[test]
fn the_replies_to_positions_with_a_king_on_e1_turned_over_are_proved() {
    let king = [hyperbola::Square::E1];
    let proved = prove_replies(&king, &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
    assert_eq!(proved.equations, 293_440);
}

#[test]
fn the_short_ways_are_proved_and_taken_only_where_nothing_is_left() {
    let king = [hyperbola::Square::A1];
    let proved = prove_short_ways(&king, &|| {}).unwrap_or_else(|refuted| panic!("{refuted}"));
    // Two questions, so three short ways, each with 26 sets.
    assert_eq!(proved.equations, 3 * 26 * 64);
    // Where something is left, the short ways of pins and of checks are wrong.
    let formulas = Game::ordinary().formulas;
    let long = Recording::new(&formulas);
    for skips in [1, 2] {
        let short = Recording::skipping(&formulas, skips);
        let assumed =
            Assumed { castlers: Castlers::Among(0), passed: Passed::None, ..Assumed::any(0) };
        let wrong = run(&long, assumed, |proof| proof.short_way(&short, 0));
        assert!(wrong.is_err_and(|refuted| refuted.fen.is_some()), "{skips}");
    }
}

#[test]
fn positions_after_moves_are_proved() {
    let proved = prove_after().unwrap_or_else(|refuted| panic!("{refuted}"));
    assert!(proved.equations > 500_000, "{proved:?}");
    let proved = prove_turned().unwrap_or_else(|refuted| panic!("{refuted}"));
    println!("{proved:?}");
    // How pieces attack and how moves go for Black: castling with a rook on each square, and seven
    // other manners. The position turned over, and the position after each move that goes
    // somewhere: those of queens and knights, double steps, promotions, captures en passant from
    // seven ranks, castling.
    let goes = (1456 + 336) + 8 + 4 * 22 + 7 * 14 + 56;
    assert_eq!(proved.equations, 64 * 64 * (1 + 7 + 64) + 64 * 14 * (1 + goes));
}

/// In positions of all kinds, those after legal moves, turned over, meet what the proof assumes.
#[test]
fn positions_after_moves_meet_the_assumptions() {
    let meets = |position: &Position<bool>, of: &dyn core::fmt::Display| {
        let white = |square| position.is(square, Side::White, PieceKind::King);
        let kings: Vec<_> = Square::all().filter(|&square| white(square)).collect();
        assert_eq!(kings.len(), 1, "{of}");
        assert!(!position.in_check(Side::Black), "{of}");
        let passed: Vec<_> =
            Square::all().filter(|square| position.0[square.number()].passed).collect();
        assert!(passed.len() <= 1, "{of}");
        let passed = passed.first().map_or(Passed::None, |square| Passed::One(square.number()));
        let castlers = if kings[0].rank == 0 { 0xff } else { 0 };
        let assumed = Assumed {
            passed,
            castlers: Castlers::Among(castlers),
            ..Assumed::any(kings[0].number())
        };
        for square in Square::all() {
            let digits = words::digits(position, square);
            assert!(assumed.allows(square.number(), digits), "{of}: {square:?} {digits:?}");
        }
    };
    let positions = of_all_kinds(4_000, 6_000);
    let moves: usize = positions
        .par_iter()
        .map(|position| {
            let by_laws = read(&position.setup());
            let by_laws = match side(position.side_to_move()) {
                Side::White => by_laws,
                Side::Black => after::mirrored(&by_laws),
            };
            meets(&by_laws, position);
            let moves = legal_moves(&by_laws, Side::White);
            for &played in &moves {
                let next = by_laws.after(Side::White, played);
                meets(&after::mirrored(&next), &format_args!("{position} {played}"));
            }
            moves.len()
        })
        .sum();
    assert!(moves > 300_000, "{moves}");
}

#[test]
fn a_proof_that_needs_too_many_nodes_fails() {
    let recording = after::record(&[Game::ordinary()]);
    // The variables take 320 nodes, or 384.
    for budget in [330, 400, 4_000] {
        let all = [
            after::moves(&recording, budget),
            after::castling(&recording, &[Game::ordinary()], budget),
            after::turned(&after::record_turned(), budget.min(330)),
        ];
        for refuted in all {
            assert!(refuted.is_err_and(|refuted| refuted.exhausted.is_some()), "{budget}");
        }
    }
    let games: Vec<_> = Game::all().into_iter().flatten().take(40).collect();
    let refuted = after::same_in_games(&after::record(&games), 400);
    assert!(refuted.is_err_and(|refuted| refuted.exhausted.is_some()));
}

#[test]
fn what_black_may_do_does_not_matter_where_both_rooks_of_white_are_known() {
    for white in homes().into_iter().filter(|(_, rooks)| rooks.iter().all(Option::is_some)) {
        let recorded = |game: &Game| Recording::new(&game.formulas).program.steps;
        let alone = recorded(&Game::of_white(white));
        for black in homes().into_iter().step_by(12) {
            assert!(recorded(&Game::new(white, black)) == alone, "{white:?} {black:?}");
        }
    }
}
