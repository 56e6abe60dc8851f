//! What a move changes in a position: its pieces, its castling rights, the square that a pawn has
//! passed over, and the clock.
//!
//! On `u64` a position makes these changes, and updates its key by each. On a recording word they
//! are what is proved: there each is made under a condition.

use hyperbola::word::Branch;
use hyperbola::{Color, Square};

use crate::castling;
use crate::generator::{Placed, en_passant_captors, is_on, is_white, roles};
use crate::legal::victim;
use crate::pieces::last_rank;

/// A position that is changed part by part.
///
/// Each change has a condition, a word of all ones or of zeros. A formula makes a change only where
/// its condition [may hold](Branch::any), so on `u64` it holds.
pub trait Changing<W: Branch>: Sized {
    /// The position that is changed.
    type Now: Placed<W>;

    /// Returns the position as it is now.
    fn now(&self) -> &Self::Now;

    /// Calls a function for the [role](roles) of the piece of a colour on a square: with the role,
    /// and the condition that there is such a piece and that the condition given holds. Where the
    /// role is known, it is called once.
    fn for_role_at(
        &mut self,
        color: Color,
        square: Square,
        condition: W,
        change: impl FnMut(&mut Self, usize, W),
    );

    /// Puts a piece of a colour and a role on those of some squares that are empty, and takes it
    /// from the others. A square that is named twice stays as it is.
    fn toggle<const N: usize>(
        &mut self,
        squares: [Square; N],
        color: Color,
        role: usize,
        condition: W,
    );

    /// Returns whether there may be a right to castle.
    fn may_castle(&self) -> bool;

    /// Removes the rights to castle with rooks on two squares, and those of a colour whose king
    /// moves.
    fn discard_castling(&mut self, rooks: [Square; 2], king: Option<Color>, condition: W);

    /// Notes the square that a pawn has passed over.
    fn set_en_passant(&mut self, square: Square, condition: W);

    /// Counts the moves without a capture and without a move of a pawn anew.
    fn restart_clock(&mut self, condition: W);
}

/// Makes a legal move of a colour. It is given as for [`is_legal`](crate::generator::is_legal).
/// Before it a pawn may have passed over a square, which the position has forgotten.
///
/// That a pawn has passed over a square is noted only if it may be captured there.
#[inline(always)]
pub fn play<W: Branch, P: Changing<W>>(
    position: &mut P,
    color: Color,
    [from, to]: [Square; 2],
    becomes: usize,
    passed: Option<Square>,
) {
    let to_own = is_on(to, position.now().of_color(color));
    if to_own.any() {
        castle(position, color, [from, to], to_own);
    }
    let goes = !to_own;
    if !goes.any() {
        return;
    }
    let takes = goes & is_on(to, position.now().occupied());
    position.for_role_at(color, from, goes, |position, role, here| {
        let takes = here & takes;
        if takes.any() {
            position.for_role_at(!color, to, takes, |position, taken, here| {
                position.toggle([to], !color, taken, here);
            });
            position.restart_clock(takes);
        }
        position.toggle([from, to], color, role, here);
        if role == roles::PAWN {
            position.restart_clock(here);
            if becomes != roles::PAWN || passed == Some(to) || is_double_step([from, to]) {
                complete_pawn_move(position, color, [from, to], becomes, passed, here);
            }
        } else if (from.bit() | to.bit()) & (last_rank(true) | last_rank(false)) != 0
            && position.may_castle()
        {
            // Kings and rooks that may castle stand on the first and the last rank.
            let king = (role == roles::KING).then_some(color);
            position.discard_castling([from, to], king, here);
        }
    });
}

/// Returns whether a pawn's move is a double step.
const fn is_double_step([from, to]: [Square; 2]) -> bool {
    from.index().abs_diff(to.index()) == 16
}

/// Promotes the pawn that has moved, takes another en passant, or lets it be taken so.
#[inline(never)]
fn complete_pawn_move<W: Branch, P: Changing<W>>(
    position: &mut P,
    color: Color,
    [from, to]: [Square; 2],
    becomes: usize,
    passed: Option<Square>,
    here: W,
) {
    if becomes != roles::PAWN {
        position.discard_castling([from, to], None, here);
        position.toggle([to], color, roles::PAWN, here);
        position.toggle([to], color, becomes, here);
    }
    if passed == Some(to) {
        position.toggle([victim(to)], !color, roles::PAWN, here);
    } else if is_double_step([from, to]) {
        note_passed(position, !color, victim(to), here);
    }
}

/// Notes the square that a pawn has passed over, if a pawn of a colour, which is to move, may
/// capture it there.
#[inline(always)]
pub fn note_passed<W: Branch>(
    position: &mut impl Changing<W>,
    color: Color,
    passed: Square,
    condition: W,
) {
    let now = position.now();
    let captors = en_passant_captors(now, now.king(color), color, passed);
    let may_be_taken = condition & !captors.zero_mask();
    if may_be_taken.any() {
        position.set_en_passant(passed, may_be_taken);
    }
}

/// Moves the king and the rook that castle.
#[inline(never)]
fn castle<W: Branch, P: Changing<W>>(
    position: &mut P,
    color: Color,
    [king, rook]: [Square; 2],
    condition: W,
) {
    let (wing, white) = (castling::wing(king, rook), is_white(color));
    position.discard_castling([king, rook], Some(color), condition);
    let king_to = castling::king_target(wing, white);
    position.toggle([king, king_to], color, roles::KING, condition);
    position.toggle([rook, castling::rook_target(wing, white)], color, roles::ROOK, condition);
}
