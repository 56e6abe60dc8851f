//! Compares three ways to compute a remainder by a constant: our reciprocal multiplication, the
//! compiler's own `%`, and the division instruction.
//!
//! The words are those that the lookups divide: the occupied squares of a line. Those of a diagonal
//! are divided by 514 and by 255, those of a file by 258, and those of an anti-diagonal by 257. The
//! instruction gets a divisor that is hidden from the compiler. All ways run in the same two loops.
//! One loop has independent words, with a barrier after each. In the other loop, each word needs
//! the remainder before it. All ways must agree on every word before anything is timed.
//!
//! The output is tables of ratios, measured in turns.

use core::hint::black_box;

use hyperbola::word::reciprocal::Reciprocal;
use hyperbola_random::Random;

use crate::support::{Bench, Loop, QUERIES};

/// A block of words under a mask.
struct Words {
    mask: u64,
    words: Vec<u64>,
}

impl Words {
    fn random(mask: u64) -> Self {
        let mut random = Random::new(mask);
        let words = core::iter::repeat_with(|| random.word() & mask).take(2 * QUERIES).collect();
        Self { mask, words }
    }

    /// Takes all remainders, each independent of the others.
    #[inline(always)]
    fn independent(&self, remainder: impl Fn(u64) -> u64) {
        for &word in &self.words {
            black_box(remainder(word));
        }
    }

    /// Takes all remainders, each of a word made from the remainder before it.
    #[inline(always)]
    fn dependent(&self, remainder: impl Fn(u64) -> u64) {
        let last = |last, &word| remainder((word ^ last) & self.mask);
        black_box(self.words.iter().fold(0, last));
    }
}

/// Checks a way to compute the remainder by a divisor, and makes both loops of it.
fn loops(
    name: &'static str,
    words: &'static Words,
    divisor: u64,
    remainder: impl Fn(u64) -> u64 + Copy + 'static,
) -> [Loop; 2] {
    for &word in &words.words {
        assert_eq!(remainder(word), word % divisor, "{name}: {word:#018x}");
    }
    let count = words.words.len();
    [
        Loop::new(name, count, move || words.independent(remainder)),
        Loop::new(name, count, move || words.dependent(remainder)),
    ]
}

/// Times the ways to compute a remainder by a divisor, ours first. `MASK` is the whole line that
/// the words are subsets of.
fn compare<const DIVISOR: u64, const MASK: u64>(bench: Bench) {
    const { assert!(Reciprocal::new(DIVISOR).is_exact_up_to(MASK)) };
    let words: &'static Words = Box::leak(Box::new(Words::random(MASK)));
    let hidden = black_box(DIVISOR);
    let ways = [
        loops("reciprocal", words, DIVISOR, |word| {
            const { Reciprocal::new(DIVISOR) }.remainder(word)
        }),
        loops("compiler", words, DIVISOR, |word| word % DIVISOR),
        loops("instruction", words, DIVISOR, move |word| word % hidden),
    ];
    let (independent, dependent) = ways.into_iter().map(<(Loop, Loop)>::from).unzip();
    bench.print_table(&format!("By {DIVISOR}, independent words"), independent);
    bench.print_table(&format!("By {DIVISOR}, each word needs the remainder before"), dependent);
}

/// Compares the ways by each divisor.
pub(crate) fn run(bench: Bench) {
    compare::<514, 0x8040_2010_0804_0201>(bench);
    compare::<258, 0x0101_0101_0101_0101>(bench);
    compare::<257, 0x0002_0408_1020_4081>(bench);
    compare::<255, 0x8040_2010_0804_0201>(bench);
}
