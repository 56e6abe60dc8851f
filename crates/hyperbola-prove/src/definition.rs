//! The definition of an attack as Boolean functions of the occupied squares; nothing of the core's
//! geometry is used here.
//!
//! A square is attacked if it is on a line with the slider's square and every square strictly
//! between the two is empty.

use hyperbola::{Direction, Line};

use crate::diagrams::Diagrams;
use crate::nodes::Bit;
use crate::symbolic::Symbolic;

/// Returns a square's file and rank, each from 0 to 7.
#[expect(clippy::cast_possible_truncation, reason = "both are below 8")]
const fn file_and_rank(square: usize) -> (i32, i32) {
    ((square % 8) as i32, (square / 8) as i32)
}

/// Returns whether a square is on the line of a kind through another.
fn is_on_line(line: Line, from: usize, to: usize) -> bool {
    let ((file, rank), (other_file, other_rank)) = (file_and_rank(from), file_and_rank(to));
    let (files, ranks) = (other_file - file, other_rank - rank);
    from != to
        && match line {
            Line::Rank => ranks == 0,
            Line::File => files == 0,
            Line::Diagonal => files == ranks,
            Line::AntiDiagonal => files == -ranks,
        }
}

/// Returns the squares strictly between two that are on one line.
fn between(from: usize, to: usize) -> impl Iterator<Item = usize> {
    let ((file, rank), (other_file, other_rank)) = (file_and_rank(from), file_and_rank(to));
    let (files, ranks) = (other_file - file, other_rank - rank);
    (1..files.abs().max(ranks.abs())).map(move |step| {
        let (file, rank) = (file + step * files.signum(), rank + step * ranks.signum());
        (8 * rank + file) as usize
    })
}

/// Returns where a slider on a square can see to another.
fn sees(diagrams: &Diagrams, occupied: Symbolic<'_>, from: usize, to: usize) -> Bit {
    // From the far end, so that the diagrams grow towards the first variables.
    between(from, to).fold(Bit::TRUE, |free, square| diagrams.and(free, !occupied.bits()[square]))
}

/// Returns the attacks along some lines of a slider on a square.
pub(crate) fn attacks<'d>(
    diagrams: &'d Diagrams,
    square: usize,
    lines: &[Line],
    occupied: Symbolic<'_>,
) -> Symbolic<'d> {
    let attacked = |target| {
        if lines.iter().any(|&line| is_on_line(line, square, target)) {
            sees(diagrams, occupied, square, target)
        } else {
            Bit::FALSE
        }
    };
    Symbolic::new(diagrams, core::array::from_fn(attacked))
}

/// Returns the union of the attacks of all sliders in some directions; the sliders block each
/// other.
pub(crate) fn attacks_of_set<'d>(
    diagrams: &'d Diagrams,
    directions: &[Direction],
    sliders: Symbolic<'d>,
    occupied: Symbolic<'d>,
) -> Symbolic<'d> {
    let blockers = occupied | sliders;
    let mut attacks = [Bit::FALSE; 64];
    for (target, attacked) in attacks.iter_mut().enumerate() {
        for from in 0..64 {
            if directions.iter().any(|&direction| leads(direction, from, target)) {
                let sees = sees(diagrams, blockers, from, target);
                *attacked = diagrams.or(*attacked, diagrams.and(sliders.bits()[from], sees));
            }
        }
    }
    Symbolic::new(diagrams, attacks)
}

/// Returns whether steps in a direction lead from one square to another.
fn leads(direction: Direction, from: usize, to: usize) -> bool {
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
    is_on_line(line, from, to) && (from < to) == is_upwards
}

/// Returns the squares in an order in which those of each line of a kind stand together.
pub(crate) fn order_by_lines(line: Line) -> [u8; 64] {
    ordered(|square| {
        let (file, rank) = file_and_rank(square);
        match line {
            Line::Rank => (rank, file),
            Line::File => (file, rank),
            Line::Diagonal => (file - rank, rank),
            Line::AntiDiagonal => (file + rank, rank),
        }
    })
}

/// Returns the squares in an order in which those of each line through a square stand together.
pub(crate) fn order_around(square: usize) -> [u8; 64] {
    ordered(|other| {
        let line = Line::ALL.iter().position(|&line| is_on_line(line, square, other));
        (line.unwrap_or(Line::ALL.len()), other)
    })
}

fn ordered<K: Ord>(key: impl Fn(usize) -> K) -> [u8; 64] {
    let mut squares: [u8; 64] = core::array::from_fn(|square| square.to_le_bytes()[0]);
    squares.sort_by_key(|&square| key(square.into()));
    squares
}
