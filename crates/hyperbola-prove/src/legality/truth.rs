//! Truth values.

/// A truth value: `bool`, or a Boolean function of the position.
pub(super) trait Truth: Copy {
    /// Returns the statement that always holds, or the one that never does.
    fn constant(value: bool) -> Self;

    /// Returns whether the opposite holds.
    #[must_use]
    fn not(self) -> Self;

    /// Returns whether both hold. The other need not be computed if this one never holds.
    #[must_use]
    fn and(self, other: impl FnOnce() -> Self) -> Self;

    /// Returns whether one or both hold.
    #[must_use]
    fn or(self, other: impl FnOnce() -> Self) -> Self {
        self.not().and(|| other().not()).not()
    }
}

impl Truth for bool {
    fn constant(value: bool) -> Self {
        value
    }

    fn not(self) -> Self {
        !self
    }

    fn and(self, other: impl FnOnce() -> Self) -> Self {
        self && other()
    }
}

/// Returns whether something holds of any of some things.
pub(super) fn any<T: Truth, I>(
    all: impl IntoIterator<Item = I>,
    mut holds: impl FnMut(I) -> T,
) -> T {
    all.into_iter().fold(T::constant(false), |found, one| found.or(|| holds(one)))
}

/// Returns whether something holds of all of some things.
pub(super) fn every<T: Truth, I>(
    all: impl IntoIterator<Item = I>,
    mut holds: impl FnMut(I) -> T,
) -> T {
    all.into_iter().fold(T::constant(true), |so_far, one| so_far.and(|| holds(one)))
}
