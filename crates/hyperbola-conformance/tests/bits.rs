//! Every operation on bits of any number agrees with lists of single bits, by definitions that are
//! slow and share no code.

use core::fmt::Debug;

use hyperbola::Bits;
use hyperbola::word::U256;
use hyperbola_random::Random;

/// Bits that are made from words and split into them, the lowest first.
trait Numbered: Bits + PartialEq + Debug {
    const WORDS: usize;

    fn from_words(words: [u64; 4]) -> Self;

    fn words(self) -> [u64; 4];
}

impl Numbered for u64 {
    const WORDS: usize = 1;

    fn from_words([low, ..]: [u64; 4]) -> Self {
        low
    }

    fn words(self) -> [u64; 4] {
        [self, 0, 0, 0]
    }
}

impl Numbered for u128 {
    const WORDS: usize = 2;

    fn from_words([low, high, ..]: [u64; 4]) -> Self {
        Self::from(low) | Self::from(high) << 64
    }

    fn words(self) -> [u64; 4] {
        let word = |number: Self| u64::try_from(number & Self::from(u64::MAX)).expect("64 bits");
        [word(self), word(self >> 64), 0, 0]
    }
}

impl Numbered for U256 {
    const WORDS: usize = 4;

    fn from_words(words: [u64; 4]) -> Self {
        Self(words)
    }

    fn words(self) -> [u64; 4] {
        self.0
    }
}

/// A list of single bits, the lowest first.
type List = Vec<bool>;

fn width<B: Numbered>() -> usize {
    64 * B::WORDS
}

fn list<B: Numbered>(bits: B) -> List {
    let words = bits.words();
    (0..width::<B>()).map(|place| words[place / 64] >> (place % 64) & 1 == 1).collect()
}

fn of_list<B: Numbered>(list: &[bool]) -> B {
    let mut words = [0; 4];
    for (place, &bit) in list.iter().enumerate() {
        words[place / 64] |= u64::from(bit) << (place % 64);
    }
    B::from_words(words)
}

fn of_number<B: Numbered>(number: usize) -> B {
    B::from_words([number as u64, 0, 0, 0])
}

/// Adds digit by digit, as on paper.
fn sum(a: &[bool], b: &[bool], mut carry: bool) -> List {
    let digit = |(&a, &b): (&bool, &bool)| {
        let ones = u8::from(a) + u8::from(b) + u8::from(carry);
        carry = ones > 1;
        ones % 2 == 1
    };
    a.iter().zip(b).map(digit).collect()
}

/// Returns every single bit, every number of lowest ones, and some random bits and sparse ones.
fn examples<B: Numbered>() -> Vec<B> {
    let width = width::<B>();
    let single = (0..width).map(|one| (0..width).map(|place| place == one).collect::<List>());
    let low = (0..=width).map(|ones| (0..width).map(|place| place < ones).collect::<List>());
    let mut random = Random::new(1);
    let mut words = || [(); 4].map(|()| random.word());
    let dense: Vec<B> = (0..40).map(|_| B::from_words(words())).collect();
    let sparse = dense.chunks(4).map(|of| of[0] & of[1] & of[2] & of[3]);
    let all = single.chain(low).map(|list| of_list(&list)).chain(sparse);
    all.chain(dense.iter().copied()).collect()
}

/// Checks the operations of one number.
fn check_unary<B: Numbered>(a: B) {
    let (bits, width) = (list(a), width::<B>());
    let at = |places: &dyn Fn(usize) -> usize| {
        of_list::<B>(&(0..width).map(|place| bits[places(place)]).collect::<List>())
    };
    assert_eq!(a.reverse_bits(), at(&|place| width - 1 - place), "{a:?}");
    assert_eq!(a.swap_bytes(), at(&|place| width - 8 - place / 8 * 8 + place % 8), "{a:?}");
    assert_eq!(list(!a), bits.iter().map(|bit| !bit).collect::<List>(), "{a:?}");
    let leading = bits.iter().rev().take_while(|&&bit| !bit).count();
    assert_eq!(a.leading_zeros(), of_number(leading), "{a:?}");
    let trailing = bits.iter().take_while(|&&bit| !bit).count();
    assert_eq!(a.trailing_zeros(), of_number(trailing), "{a:?}");
    assert_eq!(a.count_ones(), of_number(bits.iter().filter(|&&bit| bit).count()), "{a:?}");
    assert_eq!(a.named("a"), a);
    assert_eq!([a.splat(0), a.splat(1)], [of_number(0), of_number(1)]);
    let highest: List = (0..width).map(|place| place == width - 1).collect();
    assert_eq!(a.highest_bit(), of_list(&highest));
}

/// Checks shifts by an amount, which is taken modulo the number of bits.
fn check_shifts<B: Numbered>(a: B, amount: usize) {
    let (bits, width) = (list(a), width::<B>());
    let moved = amount % width;
    let shifted = |from: &dyn Fn(usize) -> Option<usize>| {
        let bit = |place| from(place).and_then(|from| bits.get(from)).copied().unwrap_or(false);
        of_list::<B>(&(0..width).map(bit).collect::<List>())
    };
    let left = shifted(&|place| place.checked_sub(moved));
    let right = shifted(&|place| Some(place + moved));
    let constant = u32::try_from(amount).expect("a small amount");
    assert_eq!([a.shl(constant), a.shl_by(of_number(amount))], [left; 2], "{a:?} {amount}");
    assert_eq!([a.shr(constant), a.shr_by(of_number(amount))], [right; 2], "{a:?} {amount}");
    // Bits of the amount above the number of bits do not matter.
    let above = of_number::<B>(amount) | !of_number::<B>(width - 1);
    assert_eq!([a.shl_by(above), a.shr_by(above)], [left, right], "{a:?} {amount}");
}

/// Checks the operations of two numbers.
fn check_binary<B: Numbered>(a: B, b: B) {
    let (bits, others) = (list(a), list(b));
    let zipped = |operation: &dyn Fn(bool, bool) -> bool| {
        of_list::<B>(&bits.iter().zip(&others).map(|(&a, &b)| operation(a, b)).collect::<List>())
    };
    assert_eq!(a & b, zipped(&|a, b| a && b));
    assert_eq!(a | b, zipped(&|a, b| a || b));
    assert_eq!(a ^ b, zipped(&|a, b| a != b));
    assert_eq!(a.wrapping_add(b), of_list(&sum(&bits, &others, false)), "{a:?} {b:?}");
    let complement: List = others.iter().map(|bit| !bit).collect();
    assert_eq!(a.wrapping_sub(b), of_list(&sum(&bits, &complement, true)), "{a:?} {b:?}");
}

fn check<B: Numbered>() {
    let examples = examples::<B>();
    for &a in &examples {
        assert_eq!(of_list::<B>(&list(a)), a);
        check_unary(a);
    }
    // Every amount, of a number that has ones and zeros next to each other everywhere.
    for a in [examples[examples.len() - 1], examples[0], examples[width::<B>() - 1]] {
        for amount in 0..3 * width::<B>() {
            check_shifts(a, amount);
        }
    }
    // Every fifth number with every seventh, so that each bit meets bits on either side of it.
    for &a in examples.iter().step_by(5) {
        for &b in examples.iter().step_by(7) {
            check_binary(a, b);
            check_binary(b, a);
        }
    }
}

#[test]
fn words_of_64_bits_are_lists_of_bits() {
    check::<u64>();
}

#[test]
fn words_of_128_bits_are_lists_of_bits() {
    check::<u128>();
}

#[test]
fn words_of_256_bits_are_lists_of_bits() {
    check::<U256>();
}
