//! The header of NumPy's files of arrays, in version 1.0 of their format.
//!
//! A file is the magic bytes, the version, the length of the description, the description, and then
//! the numbers by rows: <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>.

use hyperbola_features::Dtype;

/// The number of bytes of each header. It does not depend on the shape, so the header can be
/// written when the number of rows is known at last. A multiple of 64, it aligns the numbers for
/// all uses.
pub(super) const HEADER_BYTES: usize = 128;

/// The magic bytes, and the version.
const START: &[u8; 8] = b"\x93NUMPY\x01\x00";

/// Returns the header of an array.
pub(super) fn header(dtype: Dtype, shape: &[u64]) -> [u8; HEADER_BYTES] {
    let lengths: Vec<String> = shape.iter().map(u64::to_string).collect();
    // A comma makes a tuple of a single length.
    let comma = if shape.len() == 1 { "," } else { "" };
    let description = format!(
        "{{'descr': '{dtype}', 'fortran_order': False, 'shape': ({}{comma}), }}",
        lengths.join(", ")
    );
    const LENGTH: [u8; 2] = 118_u16.to_le_bytes();
    let mut header = [b' '; HEADER_BYTES];
    header[..8].copy_from_slice(START);
    header[8..10].copy_from_slice(&LENGTH);
    header[10..10 + description.len()].copy_from_slice(description.as_bytes());
    header[HEADER_BYTES - 1] = b'\n';
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_those_that_numpy_writes() {
        let text = |dtype, shape: &[u64]| header(dtype, shape)[10..].to_vec();
        let padded = |text: &str| format!("{text:117}\n").into_bytes();
        let header = header(Dtype::U64, &[3, 2]);
        assert_eq!(header[..10], *b"\x93NUMPY\x01\x00\x76\x00");
        assert_eq!(
            text(Dtype::U64, &[3, 2]),
            padded("{'descr': '<u8', 'fortran_order': False, 'shape': (3, 2), }")
        );
        assert_eq!(
            text(Dtype::U8, &[7]),
            padded("{'descr': '|u1', 'fortran_order': False, 'shape': (7,), }")
        );
    }

    #[test]
    fn the_longest_description_fits() {
        let most = u64::MAX;
        let text = header(Dtype::U64, &[most, 9999, 64, 64])[10..].to_vec();
        assert!(text.ends_with(b" \n"));
    }
}
