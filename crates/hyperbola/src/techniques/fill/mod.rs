use crate::Bits;
use crate::setwise::Course;

pub(crate) mod dumb7_fill;
pub(crate) mod exploding;
pub(crate) mod kogge_stone;
pub(crate) mod variable_shift_fill;

/// Returns the empty squares that a step can reach without wrapping round the edge.
#[inline(always)]
fn propagators<B: Bits>(course: impl Course<B>, sliders: B, occupied: B) -> B {
    course.without_edge(!(occupied | sliders))
}
