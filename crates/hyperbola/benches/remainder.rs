//! Compares three ways to compute a remainder by a constant: our reciprocal multiplication, the
//! compiler's own `%`, and the division instruction.
//!
//! The words are those that the lookups divide: the occupied squares of a line. Those of a diagonal
//! are divided by 514 and by 255, those of a file by 258, and those of an anti-diagonal by 257. The
//! instruction gets a divisor that is hidden from the compiler. All ways run in the same two loops.
//! One loop has independent words, with a barrier after each. In the other loop, each word needs
//! the remainder before it. All ways must agree on every word before anything is timed.
//!
//! The output is a table of ratios, measured in turns.

mod support;

use core::hint::black_box;

use hyperbola::word::reciprocal::Reciprocal;
use hyperbola_random::Random;
use support::QUERIES;

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

/// A loop over a block of words.
type WordLoop = dyn Fn(&Words);

/// A way to compute a remainder: a function, and the two loops compiled around it.
struct Method {
    name: &'static str,
    remainder: Box<dyn Fn(u64) -> u64>,
    independent: Box<WordLoop>,
    dependent: Box<WordLoop>,
}

impl Method {
    fn new(name: &'static str, remainder: impl Fn(u64) -> u64 + Copy + 'static) -> Self {
        Self {
            name,
            remainder: Box::new(remainder),
            independent: Box::new(move |words| words.independent(remainder)),
            dependent: Box::new(move |words| words.dependent(remainder)),
        }
    }
}

/// The ways to compute a remainder by one divisor, ours first.
struct Divisor {
    divisor: u64,
    words: Words,
    ways: [Method; 3],
}

impl Divisor {
    /// Makes the ways for a divisor. `MASK` is the whole line that the words are subsets of.
    fn new<const DIVISOR: u64, const MASK: u64>() -> Self {
        const { assert!(Reciprocal::new(DIVISOR).is_exact_up_to(MASK)) };
        let hidden = black_box(DIVISOR);
        Self {
            divisor: DIVISOR,
            words: Words::random(MASK),
            ways: [
                Method::new("reciprocal", |word| {
                    const { Reciprocal::new(DIVISOR) }.remainder(word)
                }),
                Method::new("compiler", |word| word % DIVISOR),
                Method::new("instruction", move |word| word % hidden),
            ],
        }
    }

    /// Asserts that all ways give the same remainders.
    fn verify(&self) {
        for &word in &self.words.words {
            for Method { name, remainder, .. } in &self.ways {
                assert_eq!(remainder(word), word % self.divisor, "{name}: {word:#018x}");
            }
        }
    }

    /// Returns each loop of each way.
    fn loops(&self) -> [(&'static str, [&WordLoop; 3]); 2] {
        [
            ("independent", self.ways.each_ref().map(|way| &*way.independent)),
            ("dependent", self.ways.each_ref().map(|way| &*way.dependent)),
        ]
    }

    /// Times all ways in turns and prints the ratios.
    fn compare(&self) {
        for (kind, [ours, compiler, instruction]) in self.loops() {
            let rivals: [support::Contender<'_>; 3] =
                [&|| ours(&self.words), &|| compiler(&self.words), &|| instruction(&self.words)];
            let standings = support::compare(&rivals, self.words.words.len());
            print!("{:<7} {kind:<11}", self.divisor);
            for (way, standing) in standings.iter().enumerate() {
                print!(" {:>8.2} ns", standing.nanoseconds);
                if way > 0 {
                    let [low, median, high] = standing.ratio;
                    print!("  {median:.3} ({low:.3} to {high:.3})");
                }
            }
            println!();
        }
    }
}

fn main() {
    let divisors = [
        Divisor::new::<514, 0x8040_2010_0804_0201>(),
        Divisor::new::<258, 0x0101_0101_0101_0101>(),
        Divisor::new::<257, 0x0002_0408_1020_4081>(),
        Divisor::new::<255, 0x8040_2010_0804_0201>(),
    ];
    if !support::is_run() {
        return;
    }
    divisors.iter().for_each(Divisor::verify);
    println!(
        "\nBy the reciprocal, in turns: the median of the rounds' ratios, and their quartiles"
    );
    println!(
        "{:<7} {:<11}  reciprocal     compiler  ratio{:25}instruction  ratio",
        "divisor", "words", ""
    );
    divisors.iter().for_each(Divisor::compare);
}
