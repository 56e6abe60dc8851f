//! The types of the numbers of planes.

use core::fmt;

use hyperbola::word::WideWord;

use super::{MOST_PLANES, Planes};
use crate::block::run;
use crate::feature::Sealed;
use crate::{Feature as _, PositionSlice};

/// A number of 16 bits in IEEE 754's format binary16, as its bits. It is only made from whole
/// numbers up to 255, all of which it has exactly.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(transparent)]
pub struct F16(u16);

impl F16 {
    /// Returns the bits.
    #[must_use]
    pub const fn to_bits(self) -> u16 {
        self.0
    }
}

impl From<u8> for F16 {
    #[inline]
    fn from(number: u8) -> Self {
        // A power of two moves the exponent from 127 to 15. The places of zero agree.
        let moved = f32::from(number) * f32::from_bits((127 - 112) << 23);
        let [low, high, ..] = (moved.to_bits() >> 13).to_le_bytes();
        Self(u16::from_le_bytes([low, high]))
    }
}

impl From<F16> for f32 {
    fn from(half: F16) -> Self {
        // A power of two moves the exponent from 15 to 127. The places of zero agree.
        Self::from_bits(u32::from(half.0) << 13) * Self::from_bits((127 + 112) << 23)
    }
}

impl fmt::Debug for F16 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f32::from(*self).fmt(f)
    }
}

/// The type of the numbers of [`Planes`]: `u8`, `f32` or [`F16`].
pub trait PlaneItem: Sealed + Copy + Default + Send + Sync + From<u8> + 'static {
    /// Computes the numbers of all planes.
    #[doc(hidden)]
    fn fill(
        planes: Planes<Self>,
        positions: PositionSlice<'_>,
        word: WideWord,
        items: &mut [Self],
    ) {
        // Few enough rows for the first-level cache.
        const ROWS: usize = 8;
        let (bytes, width) = (planes.of::<u8>(), planes.shape().size());
        let mut numbers = [0; ROWS * MOST_PLANES * 64];
        for (rows, items) in positions.pieces(ROWS).zip(items.chunks_mut((ROWS * width).max(1))) {
            let numbers = &mut numbers[..items.len()];
            run(bytes, rows, word, numbers);
            for (item, &number) in items.iter_mut().zip(&*numbers) {
                *item = number.into();
            }
        }
    }
}

impl Sealed for u8 {}
impl Sealed for f32 {}
impl Sealed for F16 {}

impl PlaneItem for f32 {}
impl PlaneItem for F16 {}

impl PlaneItem for u8 {
    fn fill(
        planes: Planes<Self>,
        positions: PositionSlice<'_>,
        word: WideWord,
        items: &mut [Self],
    ) {
        run(planes, positions, word, items);
    }
}
