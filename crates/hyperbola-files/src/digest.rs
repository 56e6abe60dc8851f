//! A quick digest of a stream of bytes, which detects accidental changes. It is not a protection
//! against people who search for equal digests.

use core::fmt;

use xxhash_rust::xxh3::Xxh3Default;

/// The digest of the bytes so far: XXH3 in 64 bits. It does not depend on the parts in which they
/// come.
#[derive(Clone, Default)]
pub struct Digest {
    hash: Xxh3Default,
    length: u64,
}

impl Digest {
    /// Starts with no bytes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Returns the digest of bytes.
    #[must_use]
    pub fn of(bytes: &[u8]) -> Self {
        let mut digest = Self::new();
        digest.add(bytes);
        digest
    }

    /// Returns the number of bytes so far.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Adds bytes.
    pub fn add(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.length += bytes.len() as u64;
    }

    /// Returns the digest of the bytes so far as 16 hexadecimal digits.
    #[must_use]
    pub fn text(&self) -> String {
        format!("{:016x}", self.hash.digest())
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Digest({})", self.text())
    }
}
