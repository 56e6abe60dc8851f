//! Moves all sliders at once, one step at a time, over empty squares.
//!
//! # Idea
//!
//! The formula moves a whole set of sliders one step in a direction. The sliders that reach an
//! empty square move on. All squares that they pass are collected. After six steps no slider can
//! move on. One last step, onto whatever stands there, gives the attacks. Each step is a shift, an
//! intersection and a union. It costs the same for one slider as for many.
//!
//! # Diagram
//!
//! ```text
//! occupied          propagators       step              fill
//! . . . . . . . .   . 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .
//! . . . 1 . . . .   . 1 1 . 1 1 1 1   . . . . . . . .   . . . . . . . .
//! . . 1 . . 1 . .   . 1 . 1 1 . 1 1   . . . . . . . .   . . . . . . . .
//! . . . . . . . .   . 1 1 1 1 1 1 1   . . . . 1 . . .   . . . . 1 . . .
//! . 1 . . . . 1 .   . . 1 . 1 1 . 1   . . . . . . . .   . . . 1 . . . .
//! . . . . . . . .   . 1 1 1 1 1 1 1   . . . . . . . .   . . . . . . . .
//! . . . . . 1 . .   . 1 1 1 1 . 1 1   . . . . . . . .   . . . . . . . .
//! . . . . . . . 1   . 1 1 1 1 1 1 .   . . . . . . . .   . . . . . . . .
//!
//! positive          negative          diagonal_attacks   queen_attacks
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    . . . . . . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    1 . . 1 . . . .
//! . . . . . 1 . .   . . . . . . . .   . . . . . 1 . .    . 1 . 1 . 1 . .
//! . . . . 1 . . .   . . . . . . . .   . . . . 1 . . .    . . 1 1 1 . . .
//! . . . . . . . .   . . . . . . . .   . . . . . . . .    . 1 1 . 1 1 1 .
//! . . . . . . . .   . . 1 . . . . .   . . 1 . . . . .    . . 1 1 1 . . .
//! . . . . . . . .   . 1 . . . . . .   . 1 . . . . . .    . 1 . 1 . 1 . .
//! . . . . . . . .   1 . . . . . . .   1 . . . . . . .    1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `propagators`: the empty squares, without the file on which a step would come round the edge;
//! - six times: `step`, the squares of the last step (at first the sliders) moved one step, but
//!   only those that are propagators; `fill`, the union of the sliders and all steps;
//! - `attacks`: `fill` moved one step.
//!
//! # Cost
//!
//! - Tables: none.
//! - Operations on a plain word: 44 to 48 for a line, 93 for a rook, 97 for a bishop, 191 for a
//!   queen. Those for a queen include no table look-up and no multiplication.
//! - Longest chain: 21 operations for a queen.
//! - Useful instructions: none.
//!
//! # Origin
//!
//! Gerd Isenberg, Computer Chess Club, September 2002: seven fills in each direction, without a
//! condition. See Dumb7Fill in the chess programming wiki.

use super::propagators;
use crate::setwise::{Course, FillAttacks};
use crate::{
    Bits, Direction, Family, Line, LineAttacks, SetwiseAttacks, SliderAttacks, TechniqueInfo, Word,
    attacks_line_by_line, formula,
};

/// The flood fill in seven steps.
#[derive(Debug, Clone, Copy)]
pub struct Dumb7Fill;

impl SliderAttacks for Dumb7Fill {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "dumb7-fill",
        name: "Dumb7Fill",
        family: Family::Fill,
        inventors: &["Gerd Isenberg"],
        year: 2002,
        source: "chess programming wiki, Dumb7Fill",
        needs: &[],
        tables: &[],
    };
    type Occupied<W: Word> = W;
    attacks_line_by_line!();
}

impl LineAttacks for Dumb7Fill {
    #[inline(always)]
    fn line<W: Word>(line: Line, square: W, occupied: &W) -> W {
        Self::both_directions(line, square.bit(), *occupied)
    }
}

impl SetwiseAttacks for Dumb7Fill {
    #[inline(always)]
    fn direction<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
        Self::along(direction, sliders, occupied)
    }
}

impl FillAttacks for Dumb7Fill {
    #[inline(always)]
    fn along<B: Bits, C: Course<B>>(course: C, sliders: B, occupied: B) -> B {
        formula! { propagators = propagators(course, sliders, occupied); }
        let mut front = sliders;
        let mut fill = sliders;
        for _ in 2..C::LONGEST_LINE {
            formula! { step = course.move_round(front, 1) & propagators; }
            front = step;
            fill = fill | step;
        }
        formula! {
            fill = fill;
            attacks = course.without_edge(course.move_round(fill, 1));
        }
        attacks
    }
}
