//! The check detector is exact through long random sequences of changes, with and without its
//! cache.

use hyperbola::check::{CachedCheckDetector, CheckDetector};
use hyperbola::{Bitboard, Color, Lanes, Slider, Square};
use hyperbola_conformance::oracle;
use hyperbola_random::Random;

/// A board of pieces. Each is a slider of a colour or some other piece.
type PlacedPieces = [Option<Option<(Color, Slider)>>; 64];

fn is_check_by_definition(board: &PlacedPieces, king: u64, by: Color) -> bool {
    let occupied = (0..64).filter(|&square| board[square].is_some()).map(|square| 1_u64 << square);
    let occupied: u64 = occupied.sum();
    (0..64_u32).any(|square| {
        let steps: &[(i32, i32)] = match board[square as usize] {
            Some(Some((color, slider))) if color == by => match slider {
                Slider::Rook => &oracle::ROOK_STEPS,
                Slider::Bishop => &oracle::BISHOP_STEPS,
                Slider::Queen => &[oracle::ROOK_STEPS, oracle::BISHOP_STEPS].concat(),
            },
            _ => return false,
        };
        oracle::attacks(square, steps, occupied) & (1 << king) != 0
    })
}

fn random_piece(random: &mut Random) -> Option<(Color, Slider)> {
    let word = random.word();
    let color = Color::ALL[(word & 1) as usize];
    match word >> 32 & 7 {
        0 | 1 => Some((color, Slider::Rook)),
        2 | 3 => Some((color, Slider::Bishop)),
        4 => Some((color, Slider::Queen)),
        _ => None,
    }
}

#[test]
fn every_change_of_a_random_position_is_seen() {
    let mut random = Random::new(5);
    let (mut checks, mut queries, mut reused) = (0, 0, 0);
    for _ in 0..200 {
        let mut board: PlacedPieces = [None; 64];
        let mut cached = CachedCheckDetector::new(CheckDetector::new(0_u64));
        let mut kings = [random.square(), random.square()];
        for turn in 0..300 {
            // Now and then a king moves. The attacks kept for its old square must not be used
            // again.
            if turn % 5 == 0 {
                kings[turn % 2] = random.square();
            }
            let square = random.square();
            let piece_on = &mut board[usize::try_from(square).expect("below 64")];
            let boards = &mut cached.boards;
            match piece_on.take() {
                // Half of the time, another piece captures the piece that stands there.
                Some(old) if random.word() & 1 == 0 => {
                    let new = random_piece(&mut random);
                    for (color, slider) in [old, new].into_iter().flatten() {
                        boards.replace_slider(color, slider, square);
                    }
                    *piece_on = Some(new);
                }
                Some(Some((color, slider))) => boards.toggle_slider(color, slider, square),
                Some(None) => boards.toggle_occupied(square),
                None => {
                    let piece = random_piece(&mut random);
                    match piece {
                        Some((color, slider)) => boards.toggle_slider(color, slider, square),
                        None => boards.toggle_occupied(square),
                    }
                    *piece_on = Some(piece);
                }
            }
            let occupied =
                Square::ALL.into_iter().filter(|on| board[on.index() as usize].is_some());
            assert_eq!(cached.boards.occupied(), occupied.collect());
            for (by, king) in Color::ALL.into_iter().zip(kings) {
                let expected = is_check_by_definition(&board, king, by);
                let plain = cached.boards.check(king, by) != 0;
                let king_square = Bitboard(1 << king).first().expect("a king has a square");
                assert_eq!(plain, expected, "plain, king on {king_square}, by {by:?}");
                reused += u32::from(cached.reuses(king_square, by));
                assert_eq!(
                    cached.is_check(king_square, by),
                    expected,
                    "cached, king on {king_square}, by {by:?}"
                );
                checks += u32::from(expected);
                queries += 1;
            }
        }
    }
    // Both answers are common, so neither can be a constant.
    assert!((queries / 10..queries * 9 / 10).contains(&checks), "{checks} checks of {queries}");
    assert!((queries / 10..queries * 9 / 10).contains(&reused), "{reused} reused of {queries}");
}

#[test]
fn lanes_are_positions_of_their_own() {
    let squares = [Square::E8, Square::A5, Square::H4, Square::C3].map(Square::word);
    let mut detector = CheckDetector::new(Lanes([0_u64; 4]));
    detector.toggle_slider(Color::White, Slider::Queen, Lanes(squares));
    detector
        .toggle_occupied(Lanes([Square::E5, Square::B4, Square::G2, Square::D2].map(Square::word)));
    let checks = detector.check(Lanes([Square::E1.word(); 4]), Color::White);
    assert_eq!(checks.0.map(|check| check != 0), [false, false, true, false]);
}
