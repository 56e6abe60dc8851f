//! Reproducible pseudo-random words.

/// A stream of words that its seed determines: splitmix64.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Makes the stream of a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next word. Each bit is set with probability one half.
    pub const fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a board of random density. Each square is occupied with the same probability, 1/8 to
    /// 7/8.
    pub const fn board(&mut self) -> u64 {
        let [a, b, c] = [self.word(), self.word(), self.word()];
        match self.word() % 7 {
            0 => a & b & c,
            1 => a & b,
            2 => a & (b | c),
            3 => a,
            4 => a | (b & c),
            5 => a | b,
            _ => a | b | c,
        }
    }

    /// Returns a random square's index: a number below 64.
    pub const fn square(&mut self) -> u64 {
        self.word() >> 58
    }
}
