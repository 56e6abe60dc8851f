//! Values from a fuzzer's bytes.

use arbitrary::{Arbitrary, Result, Unstructured};

use crate::{Bitboard, Color, File, Rank, Square};

macro_rules! any_of_all {
    ($($type:ident),*) => {$(
        impl Arbitrary<'_> for $type {
            fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
                bytes.choose(&Self::ALL).copied()
            }

            fn size_hint(_depth: usize) -> (usize, Option<usize>) {
                (1, Some(1))
            }
        }
    )*};
}

any_of_all!(Square, File, Rank, Color);

impl Arbitrary<'_> for Bitboard {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        u64::arbitrary(bytes).map(Self)
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        u64::size_hint(depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_comes_from_some_byte() {
        fn of<T: for<'a> Arbitrary<'a>>(byte: u8) -> T {
            T::arbitrary(&mut Unstructured::new(&[byte])).unwrap()
        }
        let bytes = || 0..=u8::MAX;
        assert_eq!(bytes().map(of::<Square>).collect::<Bitboard>(), Bitboard::FULL);
        assert!(File::ALL.into_iter().all(|file| bytes().any(|byte| of::<File>(byte) == file)));
        assert!(Rank::ALL.into_iter().all(|rank| bytes().any(|byte| of::<Rank>(byte) == rank)));
        assert!(Color::ALL.into_iter().all(|color| bytes().any(|byte| of::<Color>(byte) == color)));
        let board = Bitboard::arbitrary(&mut Unstructured::new(&[1, 2, 3, 4, 5, 6, 7, 0x80]));
        assert_eq!(board, Ok(Bitboard(0x8007_0605_0403_0201)));
    }
}
