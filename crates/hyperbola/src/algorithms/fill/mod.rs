use crate::{Direction, Word};

pub(crate) mod dumb7_fill;
pub(crate) mod exploding;
pub(crate) mod kogge_stone;

/// Returns the empty squares that a step in a direction can lead to without coming round the edge.
#[inline(always)]
fn propagators<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
    !(occupied | sliders | sliders.splat(direction.edge()))
}
