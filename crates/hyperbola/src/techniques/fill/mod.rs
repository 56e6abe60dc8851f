use crate::Word;
use crate::setwise::Course;

pub(crate) mod dumb7_fill;
pub(crate) mod exploding;
pub(crate) mod kogge_stone;

/// Returns the empty squares that a step can reach without wrapping round the edge.
#[inline(always)]
fn propagators<W: Word>(course: impl Course<W>, sliders: W, occupied: W) -> W {
    course.without_edge(!(occupied | sliders))
}
