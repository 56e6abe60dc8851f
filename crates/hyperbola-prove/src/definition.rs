//! The definition of an attack as Boolean functions of the occupied squares. Nothing of the core's
//! geometry is used here. A board of another size gives the files and ranks of its squares.
//!
//! A square is attacked if it is on a line with the slider's square and every square strictly
//! between the two is empty.

use hyperbola::{Direction, Line};

use crate::diagrams::Diagrams;
use crate::nodes::Bit;
use crate::symbolic::Symbolic;

/// Where the squares of a board are.
#[derive(Debug, Clone, Copy)]
pub struct Shape {
    /// The number of squares.
    pub(crate) squares: usize,
    /// Returns a square's file and rank, each from 0.
    file_and_rank: fn(usize) -> (i32, i32),
    /// Returns the square on a file and a rank of the board.
    square: fn(i32, i32) -> usize,
}

impl Shape {
    /// The chessboard.
    #[expect(clippy::cast_possible_truncation, reason = "files and ranks are below 8")]
    pub(crate) const CHESS: Self = Self {
        squares: 64,
        file_and_rank: |square| ((square % 8) as i32, (square / 8) as i32),
        square: |file, rank| (8 * rank + file) as usize,
    };

    /// Returns the shape of a board with so many squares, by the file and rank of a square and by
    /// the square on a file and a rank, each from 0.
    #[must_use]
    pub const fn new(
        squares: usize,
        file_and_rank: fn(usize) -> (i32, i32),
        square: fn(i32, i32) -> usize,
    ) -> Self {
        Self { squares, file_and_rank, square }
    }

    /// Returns the files to the right and the ranks up from one square to another.
    fn step(self, from: usize, to: usize) -> (i32, i32) {
        let ((file, rank), (other_file, other_rank)) =
            ((self.file_and_rank)(from), (self.file_and_rank)(to));
        (other_file - file, other_rank - rank)
    }

    /// Returns whether a square is on the line of a kind through another.
    fn is_on_line(self, line: Line, from: usize, to: usize) -> bool {
        let (files, ranks) = self.step(from, to);
        from != to
            && match line {
                Line::Rank => ranks == 0,
                Line::File => files == 0,
                Line::Diagonal => files == ranks,
                Line::AntiDiagonal => files == -ranks,
            }
    }

    /// Returns whether steps in a direction lead from one square to another.
    fn leads(self, direction: Direction, from: usize, to: usize) -> bool {
        let (line, is_upwards) = match direction {
            Direction::East => (Line::Rank, true),
            Direction::West => (Line::Rank, false),
            Direction::North => (Line::File, true),
            Direction::South => (Line::File, false),
            Direction::NorthEast => (Line::Diagonal, true),
            Direction::SouthWest => (Line::Diagonal, false),
            Direction::NorthWest => (Line::AntiDiagonal, true),
            Direction::SouthEast => (Line::AntiDiagonal, false),
        };
        let (files, ranks) = self.step(from, to);
        self.is_on_line(line, from, to) && ((ranks, files) > (0, 0)) == is_upwards
    }

    /// Returns the squares strictly between two that are on one line.
    fn between(self, from: usize, to: usize) -> impl Iterator<Item = usize> {
        let ((file, rank), (files, ranks)) = ((self.file_and_rank)(from), self.step(from, to));
        (1..files.abs().max(ranks.abs())).map(move |step| {
            (self.square)(file + step * files.signum(), rank + step * ranks.signum())
        })
    }

    /// Returns the squares in an order in which those of each line of a kind stand together.
    #[must_use]
    pub fn order_by_lines(self, line: Line) -> Vec<usize> {
        self.ordered(|square| {
            let (file, rank) = (self.file_and_rank)(square);
            match line {
                Line::Rank => (rank, file),
                Line::File => (file, rank),
                Line::Diagonal => (file - rank, rank),
                Line::AntiDiagonal => (file + rank, rank),
            }
        })
    }

    /// Returns the squares in an order in which those of each line through a square stand together.
    #[must_use]
    pub fn order_around(self, square: usize) -> Vec<usize> {
        self.ordered(|other| {
            let line = Line::ALL.iter().position(|&line| self.is_on_line(line, square, other));
            (line.unwrap_or(Line::ALL.len()), other)
        })
    }

    fn ordered<K: Ord>(self, key: impl Fn(usize) -> K) -> Vec<usize> {
        let mut squares: Vec<usize> = (0..self.squares).collect();
        squares.sort_by_key(|&square| key(square));
        squares
    }
}

/// The pieces that must stand between a piece and a square that it attacks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Between {
    /// No piece, as for a slider.
    None,
    /// Exactly one: a cannon's screen.
    One,
}

impl Between {
    /// Returns where so many of some squares are occupied.
    fn holds(self, diagrams: &Diagrams, occupied: &mut dyn Iterator<Item = Bit>) -> Bit {
        match self {
            Self::None => none(diagrams, occupied),
            Self::One => exactly_one(diagrams, occupied),
        }
    }
}

/// Returns where none of some squares is occupied.
fn none(diagrams: &Diagrams, occupied: &mut dyn Iterator<Item = Bit>) -> Bit {
    // From the far end, so that the diagrams grow towards the first variables.
    occupied.fold(Bit::TRUE, |free, occupied| diagrams.and(free, !occupied))
}

/// Returns where exactly one of some squares is occupied.
fn exactly_one(diagrams: &Diagrams, occupied: &mut dyn Iterator<Item = Bit>) -> Bit {
    let (_, one) = occupied.fold((Bit::TRUE, Bit::FALSE), |(none, one), occupied| {
        (diagrams.and(none, !occupied), diagrams.choose(occupied, none, one))
    });
    one
}

/// Returns the attacks in some directions of a piece on a square. It attacks the squares that so
/// many pieces are between.
#[must_use]
pub fn attacks<'d, const BITS: usize>(
    diagrams: &'d Diagrams,
    shape: Shape,
    square: usize,
    directions: &[Direction],
    occupied: Symbolic<'_, BITS>,
    pieces: Between,
) -> Symbolic<'d, BITS> {
    let occupied = occupied.bits();
    let mut attacks = [Bit::FALSE; BITS];
    for (target, attacked) in attacks.iter_mut().enumerate().take(shape.squares) {
        if directions.iter().any(|&direction| shape.leads(direction, square, target)) {
            let between = shape.between(square, target);
            *attacked = pieces.holds(diagrams, &mut between.map(|square| occupied[square]));
        }
    }
    Symbolic::new(diagrams, attacks)
}

/// Returns the union of the attacks of all sliders in some directions; the sliders block each
/// other.
#[must_use]
pub fn attacks_of_set<'d, const BITS: usize>(
    diagrams: &'d Diagrams,
    shape: Shape,
    directions: &[Direction],
    sliders: Symbolic<'d, BITS>,
    occupied: Symbolic<'d, BITS>,
) -> Symbolic<'d, BITS> {
    let (sliders, blockers) = (sliders.bits(), (occupied | sliders).bits());
    let mut attacks = [Bit::FALSE; BITS];
    for (target, attacked) in attacks.iter_mut().enumerate().take(shape.squares) {
        for (from, &slider) in sliders.iter().enumerate().take(shape.squares) {
            if directions.iter().any(|&direction| shape.leads(direction, from, target)) {
                let mut between = shape.between(from, target).map(|square| blockers[square]);
                let sees = none(diagrams, &mut between);
                *attacked = diagrams.or(*attacked, diagrams.and(slider, sees));
            }
        }
    }
    Symbolic::new(diagrams, attacks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagrams::Assignment;

    #[test]
    fn exactly_one_of_some_squares() {
        let diagrams = Diagrams::new(1 << 10);
        let [word] = diagrams.inputs(&core::array::from_fn(|bit| bit.to_le_bytes()[0]));
        let bits = word.bits();
        for squares in 0..5 {
            let one = exactly_one(&diagrams, &mut bits.into_iter().take(squares));
            for value in 0_u64..1 << squares {
                let order = core::array::from_fn(|bit| bit.to_le_bytes()[0]);
                let assignment = Assignment::of_inputs(&order, [value]);
                assert_eq!(
                    diagrams.evaluate(one, &assignment),
                    value.count_ones() == 1,
                    "{value:b}"
                );
            }
        }
    }
}
