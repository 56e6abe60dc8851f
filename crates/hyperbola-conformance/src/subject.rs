//! A technique under test.

use hyperbola::{Bitboard, Slider, SliderAttacks, Square, Technique, dispatch};

/// The functions that answer single queries by one technique on a plain word.
///
/// All checks of single queries call these functions, so each technique is compiled only once for
/// them.
#[derive(Debug, Clone, Copy)]
pub struct Subject {
    id: &'static str,
    slider: fn(Slider, Square, Bitboard) -> Bitboard,
    rook_bishop: fn(Square, Bitboard) -> (Bitboard, Bitboard),
}

impl Subject {
    /// Makes a subject from a technique's type, such as one that is wrong on purpose.
    #[must_use]
    pub fn of<T: SliderAttacks>() -> Self {
        Self {
            id: T::INFO.id,
            slider: |slider, square, occupied| T::slider_attacks(slider, square, occupied),
            rook_bishop: |square, occupied| T::rook_bishop_attacks(square, occupied),
        }
    }

    /// Makes a subject from the core's own functions, such as [`hyperbola::queen_attacks`].
    #[must_use]
    pub const fn front_door() -> Self {
        Self {
            id: "front-door",
            slider: hyperbola::slider_attacks,
            rook_bishop: hyperbola::rook_bishop_attacks,
        }
    }

    /// Returns the technique's id.
    #[must_use]
    pub const fn id(&self) -> &'static str {
        self.id
    }

    /// Returns the attacks of a slider.
    #[inline]
    #[must_use]
    pub fn attacks(&self, slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        (self.slider)(slider, square, occupied)
    }

    /// Returns the attacks of a rook and those of a bishop.
    #[inline]
    #[must_use]
    pub fn rook_bishop_attacks(&self, square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        (self.rook_bishop)(square, occupied)
    }
}

impl From<Technique> for Subject {
    /// Makes a subject from a technique of the registry.
    fn from(technique: Technique) -> Self {
        dispatch!(technique, T => Self::of::<T>())
    }
}
