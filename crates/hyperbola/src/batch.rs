//! Batches: many queries at once, on the widest vectors that the processor has.
//!
//! A query is a slider's square and the occupied squares; a batch is a slice of either and a slice
//! for the answers, all of one length. Any length and any alignment will do.
//!
//! ```
//! use hyperbola::{Bitboard, Square, batch, queen_attacks};
//!
//! let squares = [Square::D4, Square::A1, Square::H8];
//! let occupied = [Bitboard(0x0000_0000_4200_0000), Bitboard::EMPTY, Bitboard::ALL];
//! let mut attacks = [Bitboard::EMPTY; 3];
//! batch::queen_attacks(&squares, &occupied, &mut attacks)?;
//! assert_eq!(attacks[0], queen_attacks(squares[0], occupied[0]));
//! # Ok::<(), batch::LengthError>(())
//! ```
//!
//! The technique and the kind of word are the best for this processor ([`crate::best`]); [`Batch`]
//! names others.

use core::fmt;

use crate::word::{Vector, WordKind, WordVisitor};
use crate::{Bitboard, Slider, SliderAttacks, Square};

/// The slices of a batch differ in length.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthError {
    /// The number of squares.
    pub squares: usize,
    /// The number of occupied sets.
    pub occupied: usize,
    /// The number of places for attacks that differs, or else of any.
    pub attacks: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "expected slices of one length, found {} squares, {} occupied sets and {} places for attacks",
            self.squares, self.occupied, self.attacks
        )
    }
}

impl core::error::Error for LengthError {}

/// Answers a batch by one technique on one kind of word.
pub(crate) struct Run<'a, T> {
    technique: core::marker::PhantomData<T>,
    slider: Slider,
    squares: &'a [Square],
    occupied: &'a [Bitboard],
    attacks: &'a mut [Bitboard],
}

impl<T: SliderAttacks> WordVisitor for Run<'_, T> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        // The slider is chosen outside the loops. They and all they call are inlined functions and
        // no closures, which would be compiled apart and without the vector's instructions.
        match self.slider {
            Slider::Rook => self.answer::<V, { Slider::Rook as usize }>(token),
            Slider::Bishop => self.answer::<V, { Slider::Bishop as usize }>(token),
            Slider::Queen => self.answer::<V, { Slider::Queen as usize }>(token),
        }
    }
}

impl<T: SliderAttacks> Run<'_, T> {
    #[inline(always)]
    fn answer<V: Vector, const SLIDER: usize>(self, token: V::Token) {
        let mut squares = self.squares.chunks_exact(V::LANES);
        let mut occupied = self.occupied.chunks_exact(V::LANES);
        let mut out = self.attacks.chunks_exact_mut(V::LANES);
        for ((squares, occupied), out) in squares.by_ref().zip(occupied.by_ref()).zip(out.by_ref())
        {
            one_vector::<T, V, SLIDER>(token, squares, occupied, out);
        }
        one_vector::<T, V, SLIDER>(
            token,
            squares.remainder(),
            occupied.remainder(),
            out.into_remainder(),
        );
    }
}

/// Answers as many queries as a vector has lanes, or fewer.
#[inline(always)]
fn one_vector<T: SliderAttacks, V: Vector, const SLIDER: usize>(
    token: V::Token,
    squares: &[Square],
    occupied: &[Bitboard],
    out: &mut [Bitboard],
) {
    let mut lanes = (V::ZEROS, V::ZEROS);
    for (lane, square) in lanes.0.as_mut().iter_mut().zip(squares) {
        *lane = square.word();
    }
    for (lane, occupied) in lanes.1.as_mut().iter_mut().zip(occupied) {
        *lane = occupied.0;
    }
    let squares = V::from_array(token, lanes.0);
    let occupied = T::occupied(V::from_array(token, lanes.1));
    let answer = T::slider(Slider::ALL[SLIDER], squares, &occupied).into_array();
    for (out, lane) in out.iter_mut().zip(answer.as_ref()) {
        *out = Bitboard(*lane);
    }
}

/// t
pub fn attacks_by<T: SliderAttacks>(
    kind: WordKind,
    slider: Slider,
    squares: &[Square],
    occupied: &[Bitboard],
    attacks: &mut [Bitboard],
) -> Option<()> {
    kind.visit(Run::<T> {
        technique: core::marker::PhantomData,
        slider,
        squares,
        occupied,
        attacks,
    })
}
