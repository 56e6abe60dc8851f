//! Sums of sets: the number of sets that each square is in. Each binary digit of these numbers is a
//! word.

use hyperbola::Word;
use hyperbola::word::digits::{full_add, half_add};

/// Adds eight sets and one more set.
#[inline(always)]
#[must_use]
pub fn nine<W: Word>(eight: [W; 8], i: W) -> [W; 4] {
    let [a, b, c, d, e, f, g, h] = eight;
    let (one, two_0) = full_add(a, b, c);
    let (two, two_1) = full_add(d, e, f);
    let (three, two_2) = full_add(g, h, i);
    let (ones, two_3) = full_add(one, two, three);
    let (two, four_0) = full_add(two_0, two_1, two_2);
    let (twos, four_1) = half_add(two, two_3);
    let (fours, eights) = half_add(four_0, four_1);
    [ones, twos, fours, eights]
}

/// Adds two numbers of four digits each.
#[inline(always)]
#[must_use]
pub fn add_fours<W: Word>(a: [W; 4], b: [W; 4]) -> [W; 5] {
    let (ones, carry) = half_add(a[0], b[0]);
    let (twos, carry) = full_add(a[1], b[1], carry);
    let (fours, carry) = full_add(a[2], b[2], carry);
    let (eights, sixteens) = full_add(a[3], b[3], carry);
    [ones, twos, fours, eights, sixteens]
}

/// Adds two numbers of five digits each.
#[inline(always)]
#[must_use]
pub fn add_fives<W: Word>(a: [W; 5], b: [W; 5]) -> [W; 6] {
    let [a0, a1, a2, a3, a4] = a;
    let [b0, b1, b2, b3, b4] = b;
    let [ones, twos, fours, eights, carry] = add_fours([a0, a1, a2, a3], [b0, b1, b2, b3]);
    let (sixteens, thirty_twos) = full_add(a4, b4, carry);
    [ones, twos, fours, eights, sixteens, thirty_twos]
}

/// Adds a number of four digits, the first of which has the given place. The sum is below 64.
#[inline(always)]
#[must_use]
pub fn add_at<W: Word, const PLACE: usize>(mut digits: [W; 6], number: [W; 4]) -> [W; 6] {
    let mut carry = number[0].splat(0);
    let mut index = 0;
    while index < 4 {
        (digits[PLACE + index], carry) = full_add(digits[PLACE + index], number[index], carry);
        index += 1;
    }
    if PLACE + 4 < 6 {
        digits[PLACE + 4] = digits[PLACE + 4] ^ carry;
    }
    digits
}

/// Adds eight sets, eight more, four more, and one set that counts twice.
#[inline(always)]
#[must_use]
pub fn twenty<W: Word>(a: [W; 8], b: [W; 8], c: [W; 4], twice: W) -> [W; 5] {
    let (one_0, two_0) = full_add(a[0], a[1], a[2]);
    let (one_1, two_1) = full_add(a[3], a[4], a[5]);
    let (one_2, two_2) = full_add(a[6], a[7], b[0]);
    let (one_3, two_3) = full_add(b[1], b[2], b[3]);
    let (one_4, two_4) = full_add(b[4], b[5], b[6]);
    let (one_5, two_5) = full_add(b[7], c[0], c[1]);
    let (one_0, two_6) = full_add(one_0, one_1, one_2);
    let (one_3, two_7) = full_add(one_3, one_4, one_5);
    let (one_0, two_8) = full_add(one_0, one_3, c[2]);
    let (ones, two_9) = half_add(one_0, c[3]);
    let (two_0, four_0) = full_add(two_0, two_1, two_2);
    let (two_3, four_1) = full_add(two_3, two_4, two_5);
    let (two_6, four_2) = full_add(two_6, two_7, two_8);
    let (two_9, four_3) = full_add(two_9, twice, two_0);
    let (twos, four_4) = full_add(two_3, two_6, two_9);
    let (four_0, eight_0) = full_add(four_0, four_1, four_2);
    let (fours, eight_1) = full_add(four_0, four_3, four_4);
    let (eights, sixteens) = half_add(eight_0, eight_1);
    [ones, twos, fours, eights, sixteens]
}

/// Returns the sum of each square's number over all squares.
#[inline(always)]
#[must_use]
pub fn total<W: Word, const N: usize>(digits: &[W; N]) -> W {
    let mut sum = digits[N - 1].count_ones();
    for place in (0..N - 1).rev() {
        sum = sum.shl(1).wrapping_add(digits[place].count_ones());
    }
    sum
}

/// Returns the sum of each square's number over the squares of a set.
#[inline(always)]
#[must_use]
pub fn total_in<W: Word, const N: usize>(digits: &[W; N], set: W) -> W {
    let mut sum = (digits[N - 1] & set).count_ones();
    for place in (0..N - 1).rev() {
        sum = sum.shl(1).wrapping_add((digits[place] & set).count_ones());
    }
    sum
}

/// Returns the sum over all squares of the product of each square's two numbers.
#[inline(always)]
#[must_use]
pub fn total_of_products<W: Word, const N: usize, const M: usize>(a: &[W; N], b: &[W; M]) -> W {
    let mut sum = total_in(b, a[N - 1]);
    for place in (0..N - 1).rev() {
        sum = sum.shl(1).wrapping_add(total_in(b, a[place]));
    }
    sum
}

/// A running total of one bits in each lane. Each column of bits is added up in binary, with a word
/// for each digit. So a word costs two operations, and sixteen words cost one population count.
#[derive(Debug, Clone, Copy)]
pub struct Tally<W> {
    digits: [W; 4],
    sixteens: W,
}

impl<W: Word> Tally<W> {
    /// The number of words of a tally.
    pub const WORDS: usize = 5;

    /// Makes a tally from its words.
    #[inline(always)]
    #[must_use]
    pub fn from_words([one, two, four, eight, sixteens]: [W; 5]) -> Self {
        Self { digits: [one, two, four, eight], sixteens }
    }

    /// Returns the words of a tally.
    #[inline(always)]
    #[must_use]
    pub fn into_words(self) -> [W; 5] {
        let [one, two, four, eight] = self.digits;
        [one, two, four, eight, self.sixteens]
    }

    /// Adds eight words and eight more.
    #[inline(always)]
    pub fn add_sixteen(&mut self, words: [W; 8], more: [W; 8]) {
        let [a, b, c, d, e, f, g, h] = words;
        let [i, j, k, l, m, n, o, p] = more;
        let [one, two, four, eight] = self.digits;
        let (one, two_0) = full_add(one, a, b);
        let (one, two_1) = full_add(one, c, d);
        let (one, two_2) = full_add(one, e, f);
        let (one, two_3) = full_add(one, g, h);
        let (one, two_4) = full_add(one, i, j);
        let (one, two_5) = full_add(one, k, l);
        let (one, two_6) = full_add(one, m, n);
        let (one, two_7) = full_add(one, o, p);
        let (two, four_0) = full_add(two, two_0, two_1);
        let (two, four_1) = full_add(two, two_2, two_3);
        let (two, four_2) = full_add(two, two_4, two_5);
        let (two, four_3) = full_add(two, two_6, two_7);
        let (four, eight_0) = full_add(four, four_0, four_1);
        let (four, eight_1) = full_add(four, four_2, four_3);
        let (eight, sixteen) = full_add(eight, eight_0, eight_1);
        self.digits = [one, two, four, eight];
        self.sixteens = self.sixteens.wrapping_add(sixteen.count_ones());
    }

    /// Adds six words.
    #[inline(always)]
    pub fn add_six(&mut self, words: [W; 6]) {
        let [a, b, c, d, e, f] = words;
        let [one, two, four, eight] = self.digits;
        let (one, two_0) = full_add(one, a, b);
        let (one, two_1) = full_add(one, c, d);
        let (one, two_2) = full_add(one, e, f);
        let (two, four_0) = full_add(two, two_0, two_1);
        let (two, four_1) = half_add(two, two_2);
        let (four, eight_0) = full_add(four, four_0, four_1);
        let (eight, sixteen) = half_add(eight, eight_0);
        self.digits = [one, two, four, eight];
        self.sixteens = self.sixteens.wrapping_add(sixteen.count_ones());
    }

    /// Adds three times a number of two digits for each square.
    #[inline(always)]
    pub fn add_three_times(&mut self, ones: W, twos: W) {
        // The identity used is 3 (a + 2 b) = a + 2 (a + b) + 4 b.
        let [one, two, four, eight] = self.digits;
        let (one, two_0) = half_add(one, ones);
        let (two, four_0) = full_add(two, ones, twos);
        let (two, four_1) = half_add(two, two_0);
        let (four, eight_0) = full_add(four, four_0, four_1);
        let (four, eight_1) = half_add(four, twos);
        let (eight, sixteen) = full_add(eight, eight_0, eight_1);
        self.digits = [one, two, four, eight];
        self.sixteens = self.sixteens.wrapping_add(sixteen.count_ones());
    }

    /// Returns the number of one bits in all words so far.
    #[inline(always)]
    #[must_use]
    pub fn total(self) -> W {
        total(&self.digits).wrapping_add(self.sixteens.shl(4))
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::vec::Vec;

    use super::*;

    /// Returns words with many one bits and words with few.
    fn words() -> impl Iterator<Item = u64> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        core::iter::repeat_with(move || {
            state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            let mixed = state ^ (state >> 29);
            if state >> 62 == 0 {
                mixed | state.rotate_left(17)
            } else {
                mixed & state.rotate_left(9)
            }
        })
    }

    /// Returns the number that some digits give a square.
    fn number(digits: &[u64], square: u32) -> u32 {
        digits.iter().rev().fold(0, |sum, digit| sum << 1 | u32::from(digit >> square & 1 == 1))
    }

    fn count(sets: &[u64], square: u32) -> u32 {
        sets.iter().map(|set| u32::from(set >> square & 1 == 1)).sum()
    }

    #[test]
    fn sums_of_sets_are_the_numbers_of_sets_that_squares_are_in() {
        let mut words = words();
        for _ in 0..200 {
            let w: Vec<u64> = words.by_ref().take(21).collect();
            let eight = |from: usize| w[from..from + 8].try_into().expect("eight");
            let (nine, other) = (nine(eight(0), w[8]), super::nine(eight(9), w[17]));
            let both = add_fours(nine, other);
            let four = w[16..20].try_into().expect("four");
            let twenty = twenty(eight(0), eight(8), four, w[20]);
            // The largest values are 18 + 18, then 2 * 9 more, then 4 * 2.
            let fives = add_fives(both, both);
            let at_one = add_at::<_, 1>(fives, other);
            let (ones, twos) = half_add(w[18], w[19]);
            let at_two = add_at::<_, 2>(at_one, [ones, twos, 0, 0]);
            let (mut sum, mut products) = (0, 0);
            for square in 0..64 {
                assert_eq!(number(&nine, square), count(&w[..9], square));
                assert_eq!(number(&both, square), count(&w[..18], square));
                assert_eq!(number(&twenty, square), count(&w, square) + count(&w[20..], square));
                let expected = 2 * count(&w[..18], square);
                assert_eq!(number(&fives, square), expected);
                let expected = expected + 2 * count(&w[9..18], square);
                assert_eq!(number(&at_one, square), expected);
                assert_eq!(number(&at_two, square), expected + 4 * count(&w[18..20], square));
                sum += u64::from(number(&twenty, square));
                products += u64::from(number(&twenty, square) * number(&nine, square));
            }
            assert_eq!(total(&twenty), sum);
            assert_eq!(total_of_products(&twenty, &nine), products);
        }
    }

    #[test]
    fn a_tally_counts_all_ones() {
        let mut words = words();
        let mut tally = Tally::from_words([0_u64; 5]);
        let mut expected = 0;
        for _ in 0..300 {
            let w: Vec<u64> = words.by_ref().take(24).collect();
            let eight = |from: usize| w[from..from + 8].try_into().expect("eight");
            tally.add_sixteen(eight(0), eight(8));
            tally.add_six(w[16..22].try_into().expect("six"));
            tally.add_three_times(w[22], w[23]);
            expected += w[..22].iter().map(|w| u64::from(w.count_ones())).sum::<u64>();
            expected += u64::from(3 * w[22].count_ones() + 6 * w[23].count_ones());
            assert_eq!(tally.total(), expected);
        }
    }
}
