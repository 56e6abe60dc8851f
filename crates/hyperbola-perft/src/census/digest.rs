//! Digests of sets of positions, which do not depend on an order.

use super::side::Side;

/// The keys of the two hashes: for White's squares and list, Black's squares and list, and the
/// whole. They are the first hexadecimal digits of the fraction of pi.
const KEYS: [[u64; 5]; 2] = [
    [
        0x243f_6a88_85a3_08d3,
        0x1319_8a2e_0370_7344,
        0xa409_3822_299f_31d0,
        0x082e_fa98_ec4e_6c89,
        0x4528_21e6_38d0_1377,
    ],
    [
        0xbe54_66cf_34e9_0c6c,
        0xc0ac_29b7_c97c_50dd,
        0x3f84_d5b5_b547_0917,
        0x9216_d5d9_8979_fb1b,
        0xd131_0ba6_98df_b5ac,
    ],
];

/// The number that spreads the numbers of en passant files over a word.
const EN_PASSANT: u64 = 0x9e37_79b9_7f4a_7c15;

/// Multiplies two words, and folds the product.
#[inline(always)]
const fn folded(a: u64, b: u64) -> u64 {
    let product = a as u128 * b as u128;
    #[expect(clippy::cast_possible_truncation, reason = "both halves are used")]
    let (low, high) = (product as u64, (product >> 64) as u64);
    low ^ high
}

/// The part of both hashes of a position that depends on one side.
#[inline(always)]
pub(crate) const fn part(side: Side, white: bool) -> [u64; 2] {
    let at = if white { 0 } else { 2 };
    let [a, b] = KEYS;
    let Side { squares, kinds } = side;
    [folded(squares ^ a[at], kinds ^ a[at + 1]), folded(squares ^ b[at], kinds ^ b[at + 1])]
}

/// Returns both hashes of a position from the parts of White and Black, and from the file of the en
/// passant square: 1 for file a to 8 for file h, or 0 for none.
#[inline(always)]
pub(crate) const fn hashes(white: [u64; 2], black: [u64; 2], en_passant: u64) -> [u64; 2] {
    let file = en_passant.wrapping_mul(EN_PASSANT);
    let [[.., a], [.., b]] = KEYS;
    [folded(white[0] ^ file ^ a, black[0]), folded(white[1] ^ file ^ b, black[1])]
}
