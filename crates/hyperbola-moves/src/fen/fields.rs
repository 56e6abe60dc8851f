//! The fields of a FEN.

/// Returns whether a byte separates fields.
pub(crate) const fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

/// The fields of a FEN that have not been read yet.
pub(crate) struct Fields<'a> {
    /// The text without the line end behind it.
    fen: &'a str,
    /// The length of the text with it.
    len: usize,
    /// The index where the last field that was read ends.
    index: usize,
}

impl<'a> Fields<'a> {
    pub(crate) fn new(text: &'a str) -> Self {
        let mut bytes = text.as_bytes();
        while let [before @ .., b'\r' | b'\n'] = bytes {
            bytes = before;
        }
        Self { fen: &text[..bytes.len()], len: text.len(), index: 0 }
    }

    /// Returns the index where the last field that was read ends.
    #[cfg(feature = "std")]
    pub(crate) const fn index(&self) -> usize {
        self.index
    }

    /// Returns the bytes from the next field on.
    #[inline]
    pub(super) fn rest(&self) -> &'a [u8] {
        let mut rest = &self.fen.as_bytes()[self.index..];
        while let [b' ' | b'\t', after @ ..] = rest {
            rest = after;
        }
        rest
    }

    /// Returns the next field and the index where it begins, and leaves the field to be read. At
    /// the end of the text the field is empty.
    #[inline(always)]
    pub(super) fn peek(&self) -> (usize, &'a str) {
        let rest = self.rest();
        let start = self.fen.len() - rest.len();
        let len = rest.iter().position(|&byte| is_blank(byte)).unwrap_or(rest.len());
        if len == 0 { (self.len, "") } else { (start, &self.fen[start..start + len]) }
    }

    /// Takes a field that [`peek`](Self::peek) has returned as read.
    #[inline(always)]
    pub(super) fn take(&mut self, (index, field): (usize, &str)) {
        if !field.is_empty() {
            self.index = index + field.len();
        }
    }

    /// Takes some bytes of [`rest`](Self::rest) as read.
    #[inline(always)]
    pub(super) fn skip(&mut self, bytes: usize) {
        self.index = self.fen.len() - self.rest().len() + bytes;
    }

    /// Reads the next field, as [`peek`](Self::peek) returns it.
    #[inline(always)]
    pub(crate) fn next_or_end(&mut self) -> (usize, &'a str) {
        let field = self.peek();
        self.take(field);
        field
    }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::format;
    use std::string::ToString;

    use super::*;

    #[test]
    fn fields_of_all_lengths_end_at_spaces_and_tabs() {
        for blank in [' ', '\t'] {
            // The letters are next to blanks in the code, or have their bits and more.
            for letter in ['!', '\n', '\u{8}', '\u{1f}', 'é', '\u{89}', '\u{a0}', 'x'] {
                for [first, second] in (0..20).flat_map(|a| (1..20).map(move |b| [a, b])) {
                    let field = |length| letter.to_string().repeat(length);
                    let text = format!("{}{blank}{}{blank}x", field(first), field(second));
                    let mut fields = Fields::new(&text);
                    for expected in text.split(blank).filter(|field| !field.is_empty()) {
                        assert_eq!(fields.next_or_end().1, expected, "{text:?}");
                    }
                    assert_eq!(fields.next_or_end(), (text.len(), ""));
                }
            }
        }
    }
}
