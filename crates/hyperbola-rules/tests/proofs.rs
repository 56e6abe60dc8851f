//! Proofs that the steps, the fills and the king's rays are correct for all sets of squares. The
//! formulas themselves run on a word whose bits are Boolean functions of the squares. The fills are
//! compared with those of a technique, which is proved where all techniques are.

use hyperbola::techniques::KoggeStone;
use hyperbola::{Bits, Direction, Line, SetwiseAttacks, Square, Word};
use hyperbola_prove::{Diagrams, Symbolic};

use hyperbola_rules::lines::{by_line, fill, king_rays, union};
use hyperbola_rules::pieces::{
    ahead, ahead_east, ahead_west, around, beside, knight_attacks, knight_steps, pawn_attacks,
};

/// Returns the squares in the order of the variables. The squares of a rank are neighbours in it.
fn order() -> [u8; 64] {
    Square::ALL.map(Square::index)
}

/// Returns the square at a distance in files and ranks from another, if it is on the board.
fn offset(square: u32, (files, ranks): (i32, i32)) -> Option<u32> {
    let file = square.cast_signed() % 8 + files;
    let rank = square.cast_signed() / 8 + ranks;
    let is_on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    is_on_board.then_some((8 * rank + file).cast_unsigned())
}

/// Returns the squares that a set reaches by a step, from the definition: square by square.
fn stepped(squares: Symbolic<'_>, step: (i32, i32)) -> Symbolic<'_> {
    (0..64).fold(squares.splat(0), |all, square| match offset(square, step) {
        Some(to) => all | (squares.shr(square) & squares.splat(1)).shl(to),
        None => all,
    })
}

/// Returns the squares that a set reaches by any of some steps.
fn stepped_by_any<'d>(squares: Symbolic<'d>, steps: &[(i32, i32)]) -> Symbolic<'d> {
    steps.iter().fold(squares.splat(0), |all, &step| all | stepped(squares, step))
}

#[test]
fn pawns_knights_and_kings_step_as_they_do() {
    const KNIGHT: [(i32, i32); 8] =
        [(1, 2), (-1, 2), (2, 1), (-2, 1), (-1, -2), (1, -2), (-2, -1), (2, -1)];
    const KING: [(i32, i32); 8] =
        [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)];
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    let [set] = diagrams.inputs(&order());
    for (found, step) in knight_steps(set).into_iter().zip(KNIGHT) {
        assert_eq!(found, stepped(set, step), "{step:?}");
    }
    assert_eq!(knight_attacks(set), stepped_by_any(set, &KNIGHT));
    assert_eq!(around(set), set | stepped_by_any(set, &KING));
    assert_eq!(beside(set), stepped_by_any(set, &[(1, 0), (-1, 0)]));
    assert_eq!(ahead::<_, true>(set), stepped(set, (0, 1)));
    assert_eq!(ahead::<_, false>(set), stepped(set, (0, -1)));
    assert_eq!(ahead_east::<_, true>(set), stepped(set, (1, 1)));
    assert_eq!(ahead_east::<_, false>(set), stepped(set, (1, -1)));
    assert_eq!(ahead_west::<_, true>(set), stepped(set, (-1, 1)));
    assert_eq!(ahead_west::<_, false>(set), stepped(set, (-1, -1)));
    assert_eq!(pawn_attacks::<_, true>(set), stepped_by_any(set, &[(1, 1), (-1, 1)]));
    assert_eq!(pawn_attacks::<_, false>(set), stepped_by_any(set, &[(1, -1), (-1, -1)]));
    assert_eq!(diagrams.exhausted(), None);
}

#[test]
fn a_fill_finds_the_attacks_of_any_sliders_on_any_board() {
    let mut diagrams = Diagrams::new(Diagrams::BUDGET);
    for direction in Direction::ALL {
        diagrams.clear();
        let [sliders, occupied] = diagrams.inputs(&order());
        let expected = KoggeStone::direction(direction, sliders, occupied);
        assert_eq!(fill(direction, sliders, occupied), expected, "{direction:?}");
        assert_eq!(diagrams.exhausted(), None);
    }
}

#[test]
fn a_kings_rays_end_with_the_first_piece_and_the_second() {
    let mut diagrams = Diagrams::new(Diagrams::BUDGET);
    for king in 0..64 {
        diagrams.clear();
        let [occupied] = diagrams.inputs(&order());
        let rays = king_rays(diagrams.constant(1 << king), occupied);
        for (direction, ray) in Direction::ALL.into_iter().zip(rays) {
            let (files, ranks) = direction.step();
            let step = (files.into(), ranks.into());
            // The first is all ones while no piece has been passed, the second while at most one
            // has been passed.
            let mut none_passed = occupied.splat(u64::MAX);
            let mut one_passed = occupied.splat(u64::MAX);
            let [mut first, mut second] = [occupied.splat(0); 2];
            let mut square = offset(king, step);
            while let Some(to) = square {
                let bit = occupied.splat(1 << to);
                first = first | (none_passed & bit);
                second = second | (one_passed & bit);
                let is_empty = (occupied & bit).zero_mask();
                one_passed = one_passed & (is_empty | none_passed);
                none_passed = none_passed & is_empty;
                square = offset(to, step);
            }
            assert_eq!(ray.first, first, "{direction:?} from {king}");
            assert_eq!(ray.second, second, "{direction:?} from {king}");
        }
        assert_eq!(diagrams.exhausted(), None);
    }
}

#[test]
fn the_sets_of_all_directions_are_put_together_in_their_order() {
    let diagrams = Diagrams::new(Diagrams::BUDGET);
    let [sliders] = diagrams.inputs(&order());
    let sets = Direction::ALL.map(|direction| direction.shift(sliders));
    for (line, both) in Line::ALL.into_iter().zip(by_line(sets)) {
        let [there, back] = [line.positive(), line.negative()].map(|way| way.shift(sliders));
        assert_eq!(both, there | back, "{line}");
    }
    assert_eq!(union(sets) | sliders, around(sliders));
    assert_eq!(diagrams.exhausted(), None);
}
