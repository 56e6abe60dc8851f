//! The check detector is exact: in a sequence of all positions, and through random games.

use hyperbola_moves::Position;
use hyperbola_moves::detector::PositionCheckDetector;
use hyperbola_random::Random;

use crate::support::{chess960, positions, random_game};

#[test]
fn positions_one_after_the_other() {
    let positions = positions();
    let mut detector = PositionCheckDetector::new(&positions[0]);
    let mut checks = 0;
    for position in &positions {
        let is_check = !position.checkers().is_empty();
        assert_eq!(PositionCheckDetector::new(position).is_check(position), is_check, "{position}");
        assert_eq!(detector.is_check(position), is_check, "after others: {position}");
        checks += u32::from(is_check);
    }
    assert!(checks > 1_500, "{checks} checks of {} positions", positions.len());
}

#[test]
fn games_move_by_move_and_back() {
    let mut random = Random::new(7);
    let mut detector = PositionCheckDetector::new(&Position::initial());
    let (mut positions, mut reused) = (0, 0);
    for number in 0..300 {
        let start = chess960(3 * number, 959 - 3 * number);
        random_game(start, &mut random, 200, |position, played| {
            positions += 1;
            reused += u32::from(detector.reuses(position));
            assert_eq!(detector.is_check(position), position.is_check(), "{position}");
            // Make a move and take it back, as a search does.
            let next = position.play(played).expect("legal");
            assert_eq!(detector.is_check(&next), next.is_check(), "{next}");
            assert_eq!(detector.is_check_uncached(&next), next.is_check(), "{next}");
        });
    }
    assert!(reused > 0 && reused < positions, "{reused} of {positions}");
}
