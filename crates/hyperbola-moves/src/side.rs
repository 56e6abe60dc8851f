//! The ranks of the two colours.

use hyperbola::{Bitboard, Color, Rank};
use hyperbola_rules::castling;
use hyperbola_rules::pieces::last_rank;

/// Returns whether a colour is White, for formulas of `hyperbola-rules`.
#[inline]
pub(crate) const fn is_white(color: Color) -> bool {
    matches!(color, Color::White)
}

/// Returns the rank on which a colour's king and rooks start.
#[inline]
pub(crate) const fn back_rank(color: Color) -> Rank {
    castling::first_rank(is_white(color))
}

/// The first and the last rank, where pawns promote.
pub(crate) const LAST_RANKS: Bitboard = Bitboard(last_rank(true) | last_rank(false));
