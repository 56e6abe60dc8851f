//! A quick digest of a stream of bytes, which tells an input from another by accident. It is no
//! protection against people who look for equal digests.

/// The digest of the bytes so far. It does not depend on the parts in which they come.
#[derive(Debug, Clone)]
pub struct Digest {
    lanes: [u64; LANES],
    /// The bytes that do not yet fill a word of each lane.
    rest: [u8; STRIDE],
    held: usize,
    length: u64,
}

const LANES: usize = 4;

/// The bytes of a word of each lane.
const STRIDE: usize = 8 * LANES;

/// Odd numbers with no pattern: the fractions of the square roots of 2, 3, 5 and 7.
const FACTORS: [u64; LANES] =
    [0x6a09_e667_f3bc_c909, 0xbb67_ae85_84ca_a73b, 0x3c6e_f372_fe94_f82b, 0xa54f_f53a_5f1d_36f1];

impl Default for Digest {
    fn default() -> Self {
        Self::new()
    }
}

impl Digest {
    /// Starts with no bytes.
    #[must_use]
    pub const fn new() -> Self {
        Self { lanes: FACTORS, rest: [0; STRIDE], held: 0, length: 0 }
    }

    /// Returns the number of bytes so far.
    #[must_use]
    pub const fn length(&self) -> u64 {
        self.length
    }

    /// Adds bytes.
    pub fn add(&mut self, mut bytes: &[u8]) {
        self.length += bytes.len() as u64;
        if self.held > 0 {
            let (first, others) = bytes.split_at(bytes.len().min(STRIDE - self.held));
            self.rest[self.held..self.held + first.len()].copy_from_slice(first);
            self.held += first.len();
            if self.held < STRIDE {
                return;
            }
            self.lanes = mixed(self.lanes, &self.rest);
            bytes = others;
        }
        let (strides, rest) = bytes.as_chunks::<STRIDE>();
        self.lanes = strides.iter().fold(self.lanes, mixed);
        self.rest[..rest.len()].copy_from_slice(rest);
        self.held = rest.len();
    }

    /// Returns the digest of the bytes so far as 16 hexadecimal digits.
    #[must_use]
    pub fn text(&self) -> String {
        let mut last = [0; STRIDE];
        last[..self.held].copy_from_slice(&self.rest[..self.held]);
        let lanes = mixed(self.lanes, &last);
        let all = lanes
            .iter()
            .zip(FACTORS)
            .fold(self.length, |all, (lane, factor)| folded(all ^ lane, factor));
        format!("{all:016x}")
    }
}

/// Mixes a word into each lane.
fn mixed(mut lanes: [u64; LANES], bytes: &[u8; STRIDE]) -> [u64; LANES] {
    let (words, _) = bytes.as_chunks::<8>();
    for ((lane, word), factor) in lanes.iter_mut().zip(words).zip(FACTORS) {
        *lane = folded(*lane ^ u64::from_le_bytes(*word), factor);
    }
    lanes
}

/// Multiplies, and returns the exclusive or of both halves of the product.
fn folded(word: u64, factor: u64) -> u64 {
    let (low, high) = word.carrying_mul(factor, 0);
    low ^ high
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digest(parts: &[&[u8]]) -> String {
        let mut digest = Digest::new();
        parts.iter().for_each(|part| digest.add(part));
        digest.text()
    }

    #[test]
    fn parts_do_not_matter_and_bytes_do() {
        let bytes: Vec<u8> = (0..=255).collect();
        for length in 0..bytes.len() {
            let whole = digest(&[&bytes[..length]]);
            for cut in 0..=length {
                assert_eq!(digest(&[&bytes[..cut], &bytes[cut..length]]), whole);
            }
            let single: Vec<&[u8]> = bytes[..length].chunks(1).collect();
            assert_eq!(digest(&single), whole);
            // A byte more, even a zero, and a changed byte.
            assert_ne!(digest(&[&bytes[..length], &[0]]), whole);
            for changed in 0..length {
                let mut other = bytes[..length].to_vec();
                other[changed] ^= 1;
                assert_ne!(digest(&[&other]), whole);
            }
        }
    }
}
