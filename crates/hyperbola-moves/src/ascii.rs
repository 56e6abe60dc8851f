//! ASCII text in a buffer of fixed size.

/// Text that is written into a buffer. The buffer's length is a power of two and more than the text
/// needs, so no length is checked.
pub(crate) struct Ascii<'a, const N: usize> {
    bytes: &'a mut [u8; N],
    len: usize,
}

impl<'a, const N: usize> Ascii<'a, N> {
    /// Begins a text at the start of a buffer.
    #[inline]
    pub(crate) const fn new(bytes: &'a mut [u8; N]) -> Self {
        const { assert!(N.is_power_of_two()) };
        Self { bytes, len: 0 }
    }

    /// Adds a character.
    #[inline]
    pub(crate) const fn push(&mut self, byte: u8) {
        self.push_if(byte, true);
    }

    /// Adds a character or nothing, without a branch.
    #[inline]
    pub(crate) const fn push_if(&mut self, byte: u8, is_wanted: bool) {
        self.bytes[self.len % N] = byte;
        self.len += is_wanted as usize;
    }

    /// Adds the name of a square.
    #[inline]
    pub(crate) const fn push_square(&mut self, square: hyperbola::Square) {
        self.push(b'a' + square.index() % 8);
        self.push(b'1' + square.index() / 8);
    }

    /// Adds a number.
    #[inline]
    pub(crate) fn push_number(&mut self, number: u16) {
        for power in [10_000, 1000, 100, 10] {
            if number >= power {
                let [digit, _] = (number / power % 10).to_le_bytes();
                self.push(b'0' + digit);
            }
        }
        let [digit, _] = (number % 10).to_le_bytes();
        self.push(b'0' + digit);
    }

    /// Returns the text.
    #[inline]
    pub(crate) fn finish(self) -> &'a str {
        core::str::from_utf8(&self.bytes[..self.len % N]).unwrap_or_default()
    }
}
