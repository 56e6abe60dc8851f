//! The features, and the code that computes them.

mod attacks;
mod counts;
mod inputs;
mod keys;
mod kings;
mod legal;
mod move_mask;
mod outcomes;
mod perft;
mod planes;
mod ragged;
mod rows;
#[cfg(test)]
mod tests;
mod threats;
mod view;
mod x_rays;

pub use attacks::{Attacks, AttacksByRole, Mobility};
pub use counts::AttackCounts;
pub use hyperbola_inputs::{
    ChangedThreats, Threat, ThreatList, threat_changes, threat_changes_into, threats_of,
};
pub use inputs::{InputItem, Inputs, PresetInputs, WidthError};
pub use keys::Keys;
pub use kings::{Checkers, KingDanger, Pinned, Pinners};
pub use legal::{LegalCounts, LegalMoves};
pub use move_mask::{MoveMask, MoveMaskBits};
pub use outcomes::Outcomes;
pub use planes::{F16, PlaneItem, PlaneSet, Planes};
pub use ragged::{Ragged, RaggedFeature};
pub use threats::Threats;
pub use view::View;
pub use x_rays::{Blockers, XRayAttacks};

use core::fmt;

use hyperbola::word::{WideWord, WordKind};

use crate::{Feature, PositionSlice, threads};

/// How features are computed: for which positions, on which word, and on how many threads.
///
/// ```
/// use hyperbola_features::{Attacks, Positions};
/// use hyperbola_moves::Position;
///
/// let positions: Positions = [Position::initial()].iter().collect();
/// let attacks = positions.as_slice().features().compute(Attacks);
/// // White's attacks and Black's, a set of squares each.
/// assert_eq!(attacks, [0xff_ff7e, 0x7eff_ff00_0000_0000]);
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Features<'a> {
    pub(crate) positions: PositionSlice<'a>,
    pub(crate) word: WideWord,
    pub(crate) is_parallel: bool,
}

/// The number of positions that a thread takes at a time: enough work, and few enough for its
/// cache.
pub(crate) const PIECE: usize = 2048;

impl<'a> PositionSlice<'a> {
    /// Returns the computation of features of these positions, on the widest word of the processor
    /// and on the calling thread.
    #[must_use]
    pub fn features(self) -> Features<'a> {
        Features { positions: self, word: WideWord::widest(), is_parallel: false }
    }
}

impl Features<'_> {
    /// The kinds of words that features are computed on, from the plainest to the widest.
    pub const KINDS: &'static [WordKind] = WideWord::KINDS;

    /// Computes on a chosen kind of word, or returns nothing if it is not one of
    /// [`KINDS`](Self::KINDS) or the processor does not have it.
    #[must_use]
    pub fn on(self, kind: WordKind) -> Option<Self> {
        Some(Self { word: WideWord::detect(kind)?, ..self })
    }

    /// Computes on the current pool of rayon's threads.
    #[cfg(feature = "rayon")]
    #[must_use]
    pub fn parallel(self) -> Self {
        Self { is_parallel: true, ..self }
    }

    /// Computes a feature. The numbers of a position are next to each other.
    #[must_use]
    pub fn compute<F: Feature>(self, feature: F) -> Vec<F::Item> {
        let mut items = vec![F::Item::default(); self.positions.len() * feature.shape().size()];
        self.fill(feature, &mut items);
        items
    }

    /// Computes a feature into a slice of the caller, as [`compute`](Self::compute) does.
    ///
    /// # Errors
    ///
    /// Returns a [`LengthError`] if the slice does not have the length of the result. Nothing is
    /// written then.
    pub fn compute_into<F: Feature>(
        self,
        feature: F,
        items: &mut [F::Item],
    ) -> Result<(), LengthError> {
        let expected = self.positions.len() * feature.shape().size();
        if items.len() != expected {
            return Err(LengthError { expected, found: items.len() });
        }
        self.fill(feature, items);
        Ok(())
    }

    fn fill<F: Feature>(self, feature: F, items: &mut [F::Item]) {
        if items.is_empty() {
            return;
        }
        if self.is_parallel && self.positions.len() > PIECE {
            let width = feature.shape().size();
            let parts = self.positions.pieces(PIECE).zip(items.chunks_mut(PIECE * width));
            threads::map(parts, |(rows, items)| feature.fill(rows, self.word, items));
            return;
        }
        feature.fill(self.positions, self.word, items);
    }
}

/// The error for a slice that does not have the length of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthError {
    /// The length of the result.
    pub expected: usize,
    /// The length of the slice.
    pub found: usize,
}

impl fmt::Display for LengthError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected, found } = self;
        write!(f, "expected a slice of {expected} elements, found {found}")
    }
}

impl core::error::Error for LengthError {}
