//! The proof that a position after a legal move, turned over, meets the assumptions again. So what
//! is proved of a position holds of all that legal moves lead to.
//!
//! The side that has moved is not in check: that is what legal means.

use rayon::prelude::*;

use super::function::Function;
use super::laws::{Manner, Move, PieceKind, Position, Side, Square};
use super::play::moves_from;
use super::position_proof::PositionProof;
use super::proof::{BUDGET, LegalProved, run_within};
use super::recording::Recording;
use super::refuted::Refuted;
use super::truth::{Truth, any, every};

const SIDES: [Side; 2] = [Side::White, Side::Black];

/// Returns, for each number up to that of some squares, whether a side has so many kings there.
fn numbers_of_kings<T: Truth>(position: &Position<T>, side: Side, squares: &[Square]) -> Vec<T> {
    let mut numbers = vec![T::constant(true)];
    for &square in squares {
        let king = position.is(square, side, PieceKind::King);
        let more = |number: usize| numbers.get(number).copied().unwrap_or(T::constant(false));
        let next = (0..=numbers.len()).map(|number| {
            let one_more = || number.checked_sub(1).map_or(T::constant(false), more);
            more(number).and(|| king.not()).or(|| one_more().and(|| king))
        });
        numbers = next.collect();
    }
    numbers
}

/// Returns whether no pawn stands on a square.
fn has_no_pawn<T: Truth>(position: &Position<T>, square: Square) -> T {
    any(SIDES, |side| position.is(square, side, PieceKind::Pawn)).not()
}

/// Returns whether a square that a pawn of a side has passed over is as it is after a double step:
/// it is empty, so is the one behind it, and the pawn stands in front of it.
fn is_passed<T: Truth>(position: &Position<T>, square: Square, side: Side) -> T {
    let (forward, rank) = if side == Side::White { (1, 2) } else { (-1, 5) };
    let at = |ranks: i8| Square { rank: square.rank + ranks, ..square };
    T::constant(square.rank == rank).and(|| {
        let empty = position.is_empty(square).and(|| position.is_empty(at(-forward)));
        empty.and(|| position.is(at(forward), side, PieceKind::Pawn))
    })
}

impl<'d> PositionProof<'d, '_> {
    /// Proves what is assumed of a position after a move of White, if it goes as the laws say from
    /// one of which it is assumed.
    fn closed_under(&mut self, played: Move) -> Result<(), Refuted> {
        let before = self.position.clone();
        let mut goes = before.goes(Side::White, played);
        if played.manner == Manner::EnPassant {
            goes = goes.and(|| is_passed(&before, played.to, Side::Black));
        }
        let after = before.after(Side::White, played);
        let mut claim = |what: &str, wrong: Function<'d>| {
            self.never(goes.and(|| wrong), &format!("{what} after {played}"), None)
        };
        // A side has as many kings as before: on the squares where this may change.
        for side in SIDES {
            let is_other = |square: &Square| {
                let kings = [&before, &after].map(|of| of.is(*square, side, PieceKind::King));
                kings[0].bit() != kings[1].bit()
            };
            let squares: Vec<_> = Square::all().filter(is_other).collect();
            let [was, is] = [&before, &after].map(|of| numbers_of_kings(of, side, &squares));
            for (was, is) in was.into_iter().zip(is) {
                claim("the number of kings", was.and(|| is.not()))?;
            }
        }
        for square in Square::all() {
            let [was, is] = [&before, &after].map(|position| position.0[square.number()]);
            if [0, 7].contains(&square.rank) {
                let wrong = has_no_pawn(&before, square).and(|| has_no_pawn(&after, square).not());
                claim("no pawn on the last ranks", wrong)?;
            }
            let fits = || is_passed(&after, square, Side::White);
            claim("the square passed over", is.passed.and(|| fits().not()))?;
            // A right that is left was there, and neither its rook nor its king has moved.
            let fits = any(SIDES, |side| {
                let rook = [&before, &after].map(|of| of.is(square, side, PieceKind::Rook));
                let king = || before.is(played.from, side, PieceKind::King).not();
                rook[0].and(|| rook[1]).and(king)
            });
            let fits = fits.and(|| was.may_castle);
            claim("the rights", is.may_castle.and(|| fits.not()))?;
        }
        Ok(())
    }

    /// Proves that at most one square is one that a pawn has passed over.
    fn passes_one(&mut self, played: Move) -> Result<(), Refuted> {
        let (before, over) = (&self.position, played.from.between(played.to).next());
        let after = before.after(Side::White, played);
        let others = Square::all()
            .filter(|&square| played.manner != Manner::DoubleStep || over != Some(square));
        let none = every(others, |square| after.0[square.number()].passed.not());
        let wrong = before.goes(Side::White, played).and(|| none.not());
        self.never(wrong, &format!("one square passed over after {played}"), None)
    }
}

/// Proves that positions after legal moves, turned over, meet what is assumed.
pub(super) fn prove() -> Result<LegalProved, Refuted> {
    let prove_from = |from| {
        run_within(&Recording::default(), None, BUDGET, |proof| {
            moves_from(proof, Side::White, from).into_iter().try_for_each(|played| {
                proof.closed_under(played)?;
                proof.passes_one(played)
            })
        })
    };
    let squares: Vec<_> = Square::all().collect();
    let proved = squares.into_par_iter().map(prove_from);
    proved.try_reduce(LegalProved::default, |one, other| Ok(one.with(other)))
}
