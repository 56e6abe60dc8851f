//! Floods from all sliders at once in three steps of one, two and four squares.
//!
//! # Idea
//!
//! A flood over empty squares is a chain of carries. The parallel prefix of Kogge and Stone's adder
//! cuts the length of such a chain to its logarithm. After one step, every slider has filled up to
//! two squares, including its own. The propagators then tell which squares have two empty squares
//! in a row behind them. A step of two squares makes four of each, and a step of four makes eight,
//! which is the whole line.
//!
//! # Diagram
//!
//! ```text
//! occupied          propagators       one               over_two
//! . . . . . . . .   . 1 1 1 1 1 1 1   . . . . . . . .   . . 1 1 . 1 1 1
//! . . . 1 . . . .   . 1 1 . 1 1 1 1   . . . . . . . .   . . 1 . 1 1 . 1
//! . . 1 . . 1 . .   . 1 . 1 1 . 1 1   . . . . . . . .   . . . 1 1 . 1 1
//! . . . . . . . .   . 1 1 1 1 1 1 1   . . . . 1 . . .   . . . 1 . 1 1 .
//! . 1 . . . . 1 .   . . 1 . 1 1 . 1   . . . 1 . . . .   . . 1 . 1 1 . 1
//! . . . . . . . .   . 1 1 1 1 1 1 1   . . . . . . . .   . . 1 1 1 1 . 1
//! . . . . . 1 . .   . 1 1 1 1 . 1 1   . . . . . . . .   . . 1 1 1 . 1 1
//! . . . . . . . 1   . 1 1 1 1 1 1 .   . . . . . . . .   . . . . . . . .
//!
//! two               over_four         four              positive
//! . . . . . . . .   . . . . . 1 1 .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . 1 . 1   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . 1 . 1 1   . . . . . . . .   . . . . . 1 . .
//! . . . . 1 . . .   . . . . . 1 1 .   . . . . 1 . . .   . . . . 1 . . .
//! . . . 1 . . . .   . . . . 1 1 . .   . . . 1 . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .   . . . . . . . .
//!
//! negative          diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . . . . . . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . 1 . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . 1 . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! 1 . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `propagators`: the empty squares, without the file on which a step would come round the edge;
//! - `one = sliders | propagators & (sliders moved one)`, `over_two`: the propagators whose
//!   neighbour behind is one too;
//! - `two`, `over_four` and `four` likewise, moved by two and by four;
//! - `attacks`: `four` moved one step.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 34 to 38 for a line, 73 for a rook, 77 for a bishop, 151 for a
//!   queen. Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 17 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Steffan Westcott, flood fill attack bitboards, Computer Chess Club, September 2002, after the
//! adder of Peter Kogge and Harold Stone, 1973. See Kogge-Stone Algorithm in the chess programming
//! wiki.

use super::propagators;
use crate::setwise::{Course, FillAttacks};
use crate::{
    Bits, Direction, Family, Line, LineAttacks, SetwiseAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// The parallel-prefix fill.
#[derive(Debug, Clone, Copy)]
pub struct KoggeStone;

impl SliderAttacks for KoggeStone {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "kogge-stone",
        name: "Kogge-Stone fill",
        family: Family::Fill,
        inventors: &["Steffan Westcott"],
        year: 2002,
        source: "chess programming wiki, Kogge-Stone Algorithm",
        needs: &[],
        tables: &[],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for KoggeStone {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        Self::both_directions(line, square.bit(), *occupied)
    }
}

impl SetwiseAttacks for KoggeStone {
    #[inline(always)]
    fn direction<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
        Self::along(direction, sliders, occupied)
    }
}

impl FillAttacks for KoggeStone {
    #[inline(always)]
    fn along<B: Bits, C: Course<B>>(course: C, sliders: B, occupied: B) -> B {
        formula! {
            propagators = propagators(course, sliders, occupied);
            one = sliders | (propagators & course.move_round(sliders, 1));
            over_two = propagators & course.move_round(propagators, 1);
            two = one | (over_two & course.move_round(one, 2));
            over_four = over_two & course.move_round(over_two, 2);
            four = two | (over_four & course.move_round(two, 4));
        }
        let mut fill = four;
        // A larger board than that of chess has longer lines.
        if C::LONGEST_LINE > 8 {
            formula! {
                over_eight = over_four & course.move_round(over_four, 4);
                eight = four | (over_eight & course.move_round(four, 8));
            }
            fill = eight;
        }
        formula! { attacks = course.without_edge(course.move_round(fill, 1)); }
        attacks
    }
}
