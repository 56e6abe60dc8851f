use crate::{Direction, Word, masks::FILE_A};

pub(crate) mod dumb7_fill;
pub(crate) mod kogge_stone;

/// Returns the empty squares that a step in a direction can lead to without coming round the edge.
#[inline(always)]
fn propagators<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
    let edge = match direction.step().0 {
        1 => FILE_A,
        -1 => FILE_A << 7,
        _ => 0,
    };
    !(occupied | sliders | sliders.splat(edge))
}

/// Moves a set by a number of steps at once, round the edge where they lead there.
#[inline(always)]
fn moved<W: Word>(direction: Direction, squares: W, steps: u32) -> W {
    let amount = steps * u32::from(direction.index_step().unsigned_abs());
    if direction.is_positive() { squares.shl(amount) } else { squares.shr(amount) }
}
