//! Forms of techniques that others have published and that are not techniques of their own here:
//! each gives the attacks for all occupied squares. And the moves of titboards, for all own and
//! enemy pieces.

use hyperbola::techniques::{RayWalk, Titboards};
use hyperbola::{Bits as _, Direction, Line, LineAttacks, SliderAttacks, Square, Word};
use hyperbola_prove::{Diagrams, Symbolic};

/// Returns an order of the squares in which those of a line stand together.
fn order(line: Line, square: Square) -> [u8; 64] {
    let along = hyperbola::geometry::line(square, line) | square.into();
    let squares = along.into_iter().chain(!along).map(Square::index);
    squares.collect::<Vec<_>>().try_into().expect("64 squares")
}

/// Asserts that a form gives the attacks along a line, as a walk finds them, on all squares.
fn assert_right(line: Line, form: for<'d> fn(Line, Symbolic<'d>, Symbolic<'d>) -> Symbolic<'d>) {
    for square in Square::ALL {
        let diagrams = Diagrams::new(Diagrams::BUDGET);
        let [occupied] = diagrams.inputs(&order(line, square));
        let place = diagrams.constant(square.word());
        let found = form(line, place, occupied);
        assert_eq!(found, RayWalk::line(line, place, &occupied), "{line} {square}");
    }
}

/// Returns the squares below a square, and those above.
fn halves<W: Word>(square: W) -> [W; 2] {
    let (bit, one) = (square.bit(), square.splat(1));
    [bit.wrapping_sub(one), square.splat(0).wrapping_sub(bit.shl(1))]
}

fn highest<W: Word>(squares: W) -> W {
    squares.splat(1 << 63).shr_by(squares.leading_zeros())
}

#[test]
fn genetic_obstruction_difference_is_right() {
    for line in Line::ALL {
        // The first version: masks of the half boards before those of the lines.
        assert_right(line, |line, square, occupied| {
            let (whole, [below, above]) = (square.whole_line(line), halves(square));
            let (lower, upper) = (occupied & below & whole, occupied & above & whole);
            let difference = upper ^ upper.wrapping_sub(highest(lower | square.splat(1)));
            difference & whole & !square.bit()
        });
        // The second: a1 is occupied, and in the masks of the lower rays.
        assert_right(line, |line, square, occupied| {
            let (whole, [below, above]) = (square.whole_line(line), halves(square));
            let occupied = occupied | square.splat(1);
            let lower = occupied & ((whole & below) | square.splat(1));
            let upper = occupied & (whole & above);
            square.line_mask(line) & (upper ^ upper.wrapping_sub(highest(lower)))
        });
    }
}

#[test]
fn the_xor_of_two_lines_of_genetic_obstruction_difference_is_right() {
    // Both lines have the slider's square, so their xor removes it.
    for square in Square::ALL {
        let diagrams = Diagrams::new(Diagrams::BUDGET);
        let place = diagrams.constant(square.word());
        let [below, above] = halves(place);
        for lines in [[Line::Rank, Line::File], [Line::Diagonal, Line::AntiDiagonal]] {
            let [occupied] = diagrams.inputs(&order(lines[0], square));
            let [one, other] = lines.map(|line| {
                let whole = place.whole_line(line);
                let (lower, upper) = (occupied & below & whole, occupied & above & whole);
                (upper ^ upper.wrapping_sub(highest(lower | place.splat(1)))) & whole
            });
            let [rook, bishop] =
                [RayWalk::rook(place, &occupied), RayWalk::bishop(place, &occupied)];
            let expected = if lines[0] == Line::Rank { rook } else { bishop };
            assert_eq!(one ^ other, expected, "{square}");
        }
    }
}

#[test]
fn the_form_of_genetic_rays_is_right() {
    for line in Line::ALL {
        assert_right(line, |line, square, occupied| {
            let ray = |direction: Direction| square.ray_mask(direction);
            let (positive, negative) = (ray(line.positive()), ray(line.negative()));
            let reversed = (occupied & negative).reverse_bits();
            let o = occupied & positive;
            let [below, reversed_below] = [o, reversed].map(|o| o.wrapping_sub(o.splat(1)));
            if line == Line::Rank {
                ((o ^ below) & positive) | ((reversed ^ reversed_below).reverse_bits() & negative)
            } else {
                // All below the blocker, moved up by one, reaches it and nothing beyond.
                (below.shl(1) & positive) | (reversed_below.reverse_bits().shr(1) & negative)
            }
        });
    }
}

#[test]
fn the_form_of_above_and_below_boards_is_right() {
    for line in Line::ALL {
        assert_right(line, |line, square, occupied| {
            let (one, zero) = (square.splat(1), square.splat(0));
            let positive = square.ray_mask(line.positive());
            let blockers = positive & occupied;
            let first = blockers & zero.wrapping_sub(blockers);
            let upper = first | (positive & first.wrapping_sub(one));
            let negative = square.ray_mask(line.negative());
            let blockers = negative & occupied;
            let first = highest(blockers) & !blockers.zero_mask();
            // Without a blocker all is above zero.
            let above = (first ^ zero.wrapping_sub(first)) | first.zero_mask();
            upper | first | (negative & above)
        });
    }
}

#[test]
fn genetic_qbb_is_right() {
    for line in Line::ALL {
        assert_right(line, |line, square, occupied| {
            let [below, above] = halves(square);
            let whole = square.whole_line(line);
            let others = occupied & !square.bit();
            let ends = |mask: u64| others | square.splat(mask);
            let edges = |direction: Direction| {
                let ends = |square: &Square| direction.shift(square.bit()) == 0;
                Square::ALL.into_iter().filter(ends).map(Square::bit).sum()
            };
            let upper = ends(edges(line.positive())) & whole & !below;
            let lower = ends(edges(line.negative())) & whole & !above;
            // A shift up to the lower end, and shifts there and back that cut off what is beyond
            // the upper end.
            let from = lower.leading_zeros() ^ square.splat(63);
            let cut = upper.trailing_zeros() ^ square.splat(63);
            let eight = 0..if line == Line::AntiDiagonal { 10 } else { 8 };
            let step = line.positive().index_step().unsigned_abs();
            let pattern = eight.map(|number| 1 << (number * step)).sum();
            square.splat(pattern).shl_by(from).shl_by(cut).shr_by(cut) & !square.bit()
        });
    }
}

#[test]
fn titboards_move_to_attacks_without_own_pieces() {
    for line in Line::ALL {
        for square in Square::ALL {
            let diagrams = Diagrams::new(Diagrams::BUDGET);
            let [own, enemy] = diagrams.inputs(&order(line, square));
            let place = diagrams.constant(square.word());
            let targets = Titboards::line_targets(line, place, own, enemy);
            let attacks = RayWalk::line(line, place, &(own | enemy));
            assert_eq!(targets, attacks & !own, "{line} {square}");
        }
    }
}
