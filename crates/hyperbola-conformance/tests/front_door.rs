//! The core's own functions, which are written apart from the techniques so that they are `const`.

use hyperbola::{Bitboard, Slider, Square};
use hyperbola_conformance::{Subject, properties, verify};

#[test]
fn all_cases_are_right() {
    for slider in Slider::ALL {
        let verified = verify(Subject::front_door(), slider, &mut |_| ());
        verified.unwrap_or_else(|mismatch| panic!("{mismatch}"));
    }
}

#[test]
fn the_laws_of_techniques_hold() -> Result<(), String> {
    properties::queen_is_rook_and_bishop(Subject::front_door())?;
    properties::attacks_turn_with_the_board(Subject::front_door())?;
    properties::attacks_are_mutual_and_see_no_further(Subject::front_door())
}

#[test]
fn constants_equal_results_at_run_time() {
    const OCCUPIED: Bitboard = Bitboard(0x0000_1400_0a04_0100);
    const SQUARES: [Square; 4] = [Square::A1, Square::D4, Square::E7, Square::H8];
    const ATTACKS: [[Bitboard; 3]; 4] = {
        let mut attacks = [[Bitboard::EMPTY; 3]; 4];
        let mut index = 0;
        while index < 4 {
            attacks[index] = [
                hyperbola::rook_attacks(SQUARES[index], OCCUPIED),
                hyperbola::bishop_attacks(SQUARES[index], OCCUPIED),
                hyperbola::queen_attacks(SQUARES[index], OCCUPIED),
            ];
            index += 1;
        }
        attacks
    };
    for (square, expected) in SQUARES.into_iter().zip(ATTACKS) {
        let occupied = core::hint::black_box(OCCUPIED);
        let found = Slider::ALL.map(|slider| hyperbola::slider_attacks(slider, square, occupied));
        assert_eq!(found, expected);
    }
}
