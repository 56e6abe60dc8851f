//! A hash of results.

use core::fmt;

/// A hash of results in their order: FNV-1a over 64-bit words.
///
/// Two computations that give the same results in the same order have the same digest.
///
/// ```
/// use hyperbola_random::Digest;
/// let mut digest = Digest::new();
/// digest.add(0x0102);
/// assert_eq!(digest.to_string(), "af62bf4c2962b709");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Digest(u64);

impl Digest {
    /// Makes the digest of no results.
    #[must_use]
    pub const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    /// Adds the next result.
    pub const fn add(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        // The multiplication carries only upwards, so the upper half is mixed into the lower one.
        self.0 ^= self.0 >> 32;
    }
}

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}
