//! How many pieces attack each square.

use hyperbola::setwise::{direction_attacks, king_attacks, knight_steps, pawn_attacks};
use hyperbola::word::Vector;
use hyperbola::word::digits::{full_add, half_add};
use hyperbola::{Color, Word};
use hyperbola_moves::Role;

use super::attacks::Technique;
use crate::PositionSlice;
use crate::block::formula_feature;
use crate::block::{Block, Formula, OfWords, Rows, WordFormula, room};

/// How many pieces of a side attack each square: `u8` of shape (2, 64), White's and Black's, the
/// squares from a1 = 0 to h8 = 63.
///
/// Of two sliders behind each other, only the nearer attacks a square beyond: the other one does so
/// [by an x-ray](crate::XRayAttacks).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AttackCounts;

formula_feature! {
    AttackCounts: u8, [2, 64];
    info: |_| ["attack_counts", "how many pieces of a side attack each square"];
    details: [
        "Index [position, side, square].",
        "0 to 19.",
        "Of two sliders behind each other, only the first one counts.",
    ];
}

impl Formula for AttackCounts {
    room!(u8, [2, 64]);

    #[inline(always)]
    fn block<V: Vector>(self, block: &Block<V>, _rows: Rows<'_>, items: &mut [u8]) {
        let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = self.words(block);
        let (ranks, _) = items.as_chunks_mut::<8>();
        let ranks = &mut ranks[..16 * V::LANES];
        store_side([a, b, c, d, e, f, g, h], ranks, 0);
        store_side([i, j, k, l, m, n, o, p], ranks, 8);
    }
}

/// Stores the ranks of a side after some other ranks of each position. Of a loop over both sides'
/// ranks the compiler leaves a loop, which stores each word on its own.
#[inline(always)]
fn store_side<V: Vector>(words: [V; 8], ranks: &mut [[u8; 8]], others: usize) {
    let mut rank = 0;
    while rank < 8 {
        let lanes = words[rank].into_array();
        let mut row = 0;
        while row < V::LANES {
            ranks[16 * row + others + rank] = lanes.as_ref()[row].to_le_bytes();
            row += 1;
        }
        rank += 1;
    }
}

impl OfWords for AttackCounts {
    fn fill_of_words(self, words: &[u64], _positions: PositionSlice<'_>, items: &mut [u8]) {
        let ranks = items.as_chunks_mut().0;
        ranks.iter_mut().zip(words).for_each(|(rank, word)| *rank = word.to_le_bytes());
    }
}

/// A word for each rank, with a byte for each of its squares.
impl WordFormula<16> for AttackCounts {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 16] {
        let [a, b, c, d, e, f, g, h] = ranks_of_bytes(counts(block, Color::White));
        let [i, j, k, l, m, n, o, p] = ranks_of_bytes(counts(block, Color::Black));
        [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p]
    }
}

/// Returns the number of a side's attackers of each square as binary digits.
#[inline(always)]
pub(super) fn counts<W: Word>(block: &Block<W>, color: Color) -> [W; 5] {
    let sliders = direction_attacks::<Technique, W>(block.sliders(color), block.occupied());
    let knights = knight_steps(block.of(color, Role::Knight));
    let pawns = pawn_attacks(color, block.of(color, Role::Pawn));
    sum(sliders, knights, pawns, king_attacks(block.of(color, Role::King)))
}

/// Returns how many of the sets have each square, as binary digits. There are at most 19: one
/// slider from each direction, one knight from each step, two pawns and a king.
#[inline(always)]
pub(super) fn sum<W: Word>(
    sliders: [W; 8],
    knights: [W; 8],
    [east, west]: [W; 2],
    king: W,
) -> [W; 5] {
    let [a, b, c, d, e, f, g, h] = sliders;
    let [i, j, k, l, m, n, o, p] = knights;
    // Three digits of one place make one of that place and one of the next, until each has one.
    let (x0, twos_0) = full_add(a, b, c);
    let (x1, twos_1) = full_add(d, e, f);
    let (x2, twos_2) = full_add(g, h, x0);
    let (x3, twos_3) = full_add(i, j, k);
    let (x4, twos_4) = full_add(l, m, n);
    let (x5, twos_5) = full_add(o, p, x3);
    let (x6, twos_6) = full_add(east, west, king);
    let (x7, twos_7) = full_add(x1, x2, x4);
    let (ones, twos_8) = full_add(x5, x6, x7);
    let (y0, fours_0) = full_add(twos_0, twos_1, twos_2);
    let (y1, fours_1) = full_add(twos_3, twos_4, twos_5);
    let (y2, fours_2) = full_add(twos_6, twos_7, twos_8);
    let (twos, fours_3) = full_add(y0, y1, y2);
    let (z0, eights_0) = full_add(fours_0, fours_1, fours_2);
    let (fours, eights_1) = half_add(z0, fours_3);
    let (eights, sixteens) = half_add(eights_0, eights_1);
    [ones, twos, fours, eights, sixteens]
}

/// Turns digits of five places into a byte for each square: a word for each rank, with the byte of
/// file a in its lowest bits.
#[inline(always)]
pub(super) fn ranks_of_bytes<W: Word>(digits: [W; 5]) -> [W; 8] {
    // The bits of a rank are then eight apart, at the places of their bytes.
    let [a, b, c, d, e] = digits;
    let (a, b, c, d, e) =
        (a.transpose(), b.transpose(), c.transpose(), d.transpose(), e.transpose());
    // Fields of two bits have two digits of every second rank, fields of four bits four of every
    // fourth.
    let (ab_0, ab_1) = interleave::<W, 1>(a, b, 0x5555_5555_5555_5555);
    let (cd_0, cd_1) = interleave::<W, 1>(c, d, 0x5555_5555_5555_5555);
    let (first, third) = interleave::<W, 2>(ab_0, cd_0, 0x3333_3333_3333_3333);
    let (second, fourth) = interleave::<W, 2>(ab_1, cd_1, 0x3333_3333_3333_3333);
    let low = a.splat(0x0f0f_0f0f_0f0f_0f0f);
    let ranks = [
        first & low,
        second & low,
        third & low,
        fourth & low,
        first.shr(4) & low,
        second.shr(4) & low,
        third.shr(4) & low,
        fourth.shr(4) & low,
    ];
    let [r0, r1, r2, r3, r4, r5, r6, r7] = ranks;
    let place = a.splat(0x1010_1010_1010_1010);
    [
        r0 | (e.shl(4) & place),
        r1 | (e.shl(3) & place),
        r2 | (e.shl(2) & place),
        r3 | (e.shl(1) & place),
        r4 | (e & place),
        r5 | (e.shr(1) & place),
        r6 | (e.shr(2) & place),
        r7 | (e.shr(3) & place),
    ]
}

/// Puts fields of two words next to each other: those in the places of a mask, and those `WIDTH`
/// bits above them.
#[inline(always)]
fn interleave<W: Word, const WIDTH: u32>(low: W, high: W, mask: u64) -> (W, W) {
    let mask = low.splat(mask);
    let first = (low & mask) | (high & mask).shl(WIDTH);
    let second = (low.shr(WIDTH) & mask) | (high & !mask);
    (first, second)
}
