//! The words that formulas run on: the [`Word`] trait, plain `u64`, portable lanes and registers,
//! and below it the [`Bits`] of boards of any size, and their [`Storage`] as words.
//!
//! A technique is written once, as branch-free functions over a `Word`. The type of the word
//! decides the result: one answer on `u64`, an answer in each lane on [`Lanes`], an explanation on
//! a recording word, and a proof on a symbolic word.

use crate::masks::{RAY_MASKS, SQUARE_MASKS, SquareMask, computed_line};
use crate::table::{Entry, Table};
use crate::{Direction, Line, Square};

mod bits;
pub mod digits;
mod lanes;
#[cfg(all(target_arch = "aarch64", target_feature = "neon", target_endian = "little"))]
pub mod neon;
mod partial;
pub mod reciprocal;
mod scalar;
mod storage;
pub mod transform;
mod u256;
mod vector;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
pub mod wasm;
mod wide;
#[cfg(target_arch = "x86_64")]
pub mod x86;

pub use bits::Bits;
pub use lanes::Lanes;
pub use partial::{OtherBits, Partial};
pub use storage::Storage;
pub use u256::U256;
pub(crate) use vector::kind_sets;
pub use vector::{Branch, ParseWordKindError, Portable, Token, Vector, WordKind, WordVisitor};
pub use wide::WideWord;

/// A 64-bit word, or several words in lanes. Formulas compute with it.
///
/// All operations work lane by lane, wrap modulo 2^64, never panic and never branch on data, but
/// for [`squares`](Word::squares), which are those of a set on `u64`.
/// Amounts of shifts and rotations are taken modulo 64 on every word. A word that is a square is
/// the square's index, 0 to 63. The masks of any other word are not specified.
///
/// Every operation that makes a value takes one: [`splat`](Bits::splat) shapes a constant like
/// `self`. So a value proves that the processor can run its kind of word, and formulas stay safe.
pub trait Word: Bits {
    /// Two such words side by side, in one register where there is one.
    type Pair: LaneWord<Self, 2>;

    /// Four such words side by side, in one register where there is one.
    type Quad: LaneWord<Self, 4>;

    /// Multiplies, modulo 2^64.
    #[must_use]
    fn wrapping_mul(self, other: Self) -> Self;

    /// Multiplies and returns the upper 64 of the product's 128 bits.
    #[must_use]
    fn multiply_high(self, other: Self) -> Self;

    /// Rotates left by a constant, taken modulo 64.
    #[must_use]
    fn rotate_left(self, amount: u32) -> Self;

    /// Rotates left by a word, taken modulo 64.
    #[must_use]
    fn rotate_left_by(self, amount: Self) -> Self;

    /// Reflects the board in the a1-h8 diagonal: files become ranks.
    #[inline(always)]
    #[must_use]
    fn transpose(self) -> Self {
        transform::transpose(self)
    }

    /// Subtracts byte by byte. Each byte wraps modulo 256.
    #[inline(always)]
    #[must_use]
    fn wrapping_sub_bytes(self, other: Self) -> Self {
        transform::subtract_bytes(self, other)
    }

    /// Keeps only the highest one of each byte. A zero byte stays zero.
    #[inline(always)]
    #[must_use]
    fn highest_ones_of_bytes(self) -> Self {
        transform::highest_ones_of_bytes(self)
    }

    /// Gathers the bits under `mask` in the lowest bits, in their order.
    ///
    /// The default works in software. Processors with bit extraction do it in one instruction.
    #[inline(always)]
    #[must_use]
    fn pext(self, mask: Self) -> Self {
        transform::software_pext(self, mask)
    }

    /// Scatters the lowest bits to the places under `mask`, in their order.
    ///
    /// The default works in software. Processors with bit deposit do it in one instruction.
    #[inline(always)]
    #[must_use]
    fn pdep(self, mask: Self) -> Self {
        transform::software_pdep(self, mask)
    }

    /// Takes the bits in a given order. Bit i of the result is the bit whose number, modulo 64, is
    /// entry `64 * row + i` of the orders. The number of orders is a power of two.
    ///
    /// The default works in software. AVX-512 with BITALG does it in one instruction.
    #[inline(always)]
    #[must_use]
    fn permute_bits<const N: usize>(self, row: Self, orders: &'static Table<u8, N>) -> Self {
        transform::software_permute_bits(self, row, orders)
    }

    /// Returns all ones if the word is zero, else zero. This is a mask in place of `if`.
    #[inline(always)]
    #[must_use]
    fn zero_mask(self) -> Self {
        transform::zero_mask(self)
    }

    /// Returns the bits of `ones` where the mask `self` is set and those of `zeros` elsewhere.
    #[inline(always)]
    #[must_use]
    fn select(self, ones: Self, zeros: Self) -> Self {
        (self & ones) | (!self & zeros)
    }

    /// Returns the table's entry at the index `self`, in each lane by the rules of [`Table::get`].
    /// If the table's length is a power of two, the index is taken modulo the length. Past the end
    /// of any other table the result is zero.
    #[must_use]
    fn lookup<T: Entry, const N: usize>(self, table: &'static Table<T, N>) -> Self;

    /// Returns the bit of a square: `1 << self`.
    #[inline(always)]
    #[must_use]
    fn bit(self) -> Self {
        self.splat(1).shl_by(self)
    }

    /// Returns one mask of the square `self`, read from its row of [`SQUARE_MASKS`].
    #[inline(always)]
    #[must_use]
    fn square_mask(self, mask: SquareMask) -> Self {
        (self.shl(2) | self.splat(mask as u64)).lookup(&SQUARE_MASKS)
    }

    /// Returns all masks of the square `self`, in the order of [`SquareMask`]. A register loads the
    /// row at once.
    #[inline(always)]
    #[must_use]
    fn square_masks(self) -> Self::Quad {
        Self::Quad::from_lanes([
            self.square_mask(SquareMask::Bit),
            self.square_mask(SquareMask::Diagonal),
            self.square_mask(SquareMask::AntiDiagonal),
            self.square_mask(SquareMask::File),
        ])
    }

    /// Returns the line of a kind through the square `self`, without the square.
    #[inline(always)]
    #[must_use]
    fn line_mask(self, line: Line) -> Self {
        match SquareMask::of_line(line) {
            Some(mask) => self.square_mask(mask),
            None => computed_line(self, line),
        }
    }

    /// Returns the line of a kind through the square `self`, the square included.
    #[inline(always)]
    #[must_use]
    fn whole_line(self, line: Line) -> Self {
        self.line_mask(line) | self.bit()
    }

    /// Returns the ray from the square `self` in a direction, without the square.
    #[inline(always)]
    #[must_use]
    fn ray_mask(self, direction: Direction) -> Self {
        (self.shl(3) | self.splat(direction as u64)).lookup(&RAY_MASKS)
    }

    /// Returns the squares of a set, each with all ones if it is in the set, otherwise zero. On
    /// `u64` they are those of the set; on other words all squares of the board are.
    #[inline(always)]
    fn squares(self) -> impl Iterator<Item = (Square, Self)> {
        let is_here = move |square: Square| !(self & self.splat(square.bit())).zero_mask();
        Square::ALL.into_iter().map(move |square| (square, is_here(square)))
    }

    /// Returns the unions, over the squares of a set, of the sets that a function returns for each
    /// square, as [`squares`](Self::squares) returns them.
    #[inline(always)]
    #[must_use]
    fn union_of<const N: usize>(self, mut sets_of: impl FnMut(Square) -> [Self; N]) -> [Self; N] {
        let mut all = [self.splat(0); N];
        for (square, is_here) in self.squares() {
            for (all, set) in all.iter_mut().zip(sets_of(square)) {
                *all = *all | (set & is_here);
            }
        }
        all
    }

    /// Names a value that is one lane, counted from 0, of a value of that name.
    #[inline(always)]
    #[must_use]
    fn named_in_lane(self, name: &'static str, _lane: usize) -> Self {
        self.named(name)
    }
}

/// A word of `N` words side by side. Arrangements that compute several lines of one query at once
/// use it.
pub trait LaneWord<W: Word, const N: usize>: Word {
    /// Puts words into the lanes.
    #[must_use]
    fn from_lanes(lanes: [W; N]) -> Self;

    /// Takes the words out of the lanes.
    #[must_use]
    fn into_lanes(self) -> [W; N];

    /// Reverses the order of all bytes. The lanes change places and the bytes of each are swapped.
    #[must_use]
    fn reverse_all_bytes(self) -> Self;

    /// Returns the union of all lanes. A register joins them before it gives up one lane, in place
    /// of one lane after another.
    #[inline(always)]
    #[must_use]
    fn union(self) -> W {
        let lanes = self.into_lanes();
        let mut union = lanes[0];
        let mut lane = 1;
        while lane < N {
            union = union | lanes[lane];
            lane += 1;
        }
        union
    }

    /// Returns the union of a word and the last lane, and the union of the lanes between it and the
    /// first. The first lane must be empty: some registers add it to the last.
    #[inline(always)]
    #[must_use]
    fn last_and_inner(self, word: W) -> (W, W) {
        const { assert!(N >= 3, "lanes between the first and the last") };
        let lanes = self.into_lanes();
        let last = word | lanes[N - 1];
        let mut inner = lanes[1];
        let mut lane = 2;
        while lane < N - 1 {
            inner = inner | lanes[lane];
            lane += 1;
        }
        (last, inner)
    }
}

/// Computes the steps of a formula. Each step becomes a local, and an observer gets its name.
///
/// Each line `name = expression;` becomes `let name = expression;`, with the value passed through
/// [`Bits::named`]. So the letters of an explanation are the locals of the code that ran. A name
/// that ends in `_reversed` is shown as a letter with a prime: `o_reversed` is o'.
///
/// ```
/// use hyperbola::{formula, Word};
/// fn o_xor_o_minus_2r<W: Word>(o: W, r: W) -> W {
///     formula! {
///         difference = o.wrapping_sub(r.shl(1));
///         attacks = o ^ difference;
///     }
///     attacks
/// }
/// assert_eq!(o_xor_o_minus_2r(0b1001_0010_u64, 0b0000_0010), 0b0001_1100);
/// ```
#[macro_export]
macro_rules! formula {
    ($($name:ident = $value:expr;)*) => {
        $(let $name = $crate::Bits::named($value, ::core::stringify!($name));)*
    };
}
