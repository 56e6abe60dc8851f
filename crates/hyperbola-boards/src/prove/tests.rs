use hyperbola::Bits;
use hyperbola::word::U256;
use hyperbola_random::Random;

use super::*;

/// An operation of one number or of two, and of an amount.
type Operation<B> = fn(B, B, u32) -> B;

/// Lists every operation of bits.
fn operations<B: Bits>() -> [Operation<B>; 19] {
    [
        |a, b, _| a & b,
        |a, b, _| a | b,
        |a, b, _| a ^ b,
        |a, _, _| !a,
        |a, _, _| a.splat(0),
        |a, _, _| a.splat(1),
        |a, _, _| a.highest_bit(),
        |a, b, _| a.wrapping_add(b),
        |a, b, _| a.wrapping_sub(b),
        |a, _, by| a.shl(by),
        |a, _, by| a.shr(by),
        |a, b, _| a.shl_by(b),
        |a, b, _| a.shr_by(b),
        |a, _, _| a.swap_bytes(),
        |a, _, _| a.reverse_bits(),
        |a, _, _| a.leading_zeros(),
        |a, _, _| a.trailing_zeros(),
        |a, _, _| a.count_ones(),
        |a, _, _| a.named("a"),
    ]
}

/// Holds the operations on constants that are symbolic equal to those of plain numbers. The widths
/// differ only in where bits go, and constants show that.
fn check_constants<S: Provable>(random_bits: impl Fn(&mut Random) -> S) {
    let diagrams = Diagrams::with_inputs(4, 1 << 10);
    let [like] = S::Symbolic::inputs(&diagrams, &[]);
    let mut random = Random::new(9);
    let single = |place: u32| S::ZERO.splat(1).shl(place);
    let mut numbers = vec![S::ZERO, !S::ZERO];
    numbers.extend([1, 7, 8, 63, 64, 70, S::WIDTH - 1].map(|place| single(place % S::WIDTH)));
    numbers.extend((0..6).map(|_| random_bits(&mut random)));
    let amounts = [0, 1, 8, 63, 64, 65, 130, 255, 256, 300];
    for (place, (plain, open)) in operations::<S>().into_iter().zip(operations()).enumerate() {
        let pairs = numbers.iter().flat_map(|a| numbers.iter().map(move |b| (*a, *b)));
        for ((a, b), &by) in pairs.zip(amounts.iter().cycle()) {
            let found = open(like.constant(a, None), like.constant(b, None), by);
            let expected = plain(a, b, by);
            assert_eq!(found, like.constant(expected, None), "{place}: {a:?} {b:?} {by}");
        }
    }
    assert_eq!(diagrams.exhausted(), None);
}

#[test]
fn operations_of_every_width_equal_those_of_plain_numbers() {
    check_constants::<u64>(Random::word);
    check_constants(|random| u128::from(random.word()) << 64 | u128::from(random.word()));
    check_constants(|random| U256([(); 4].map(|()| random.word())));
}

/// A known value stays a number of the board, and its result with an open word is open.
#[test]
fn partial_bits_compute_as_plain_ones() {
    type Open<'d> = Partial<u128, Symbolic<'d, 128>>;
    let diagrams = Diagrams::new(1 << 10);
    let [like] = diagrams.wide_inputs::<1, 128>(&[]);
    let numbers = [3_u128 << 62, 0x1234_5678 << 40, 70];
    for (plain, partial) in operations::<u128>().into_iter().zip(operations::<Open<'_>>()) {
        for a in numbers {
            for b in numbers {
                let expected = plain(a, b, 66);
                let open = |number| Partial::Open(like.constant(number, None));
                let known = |number| Partial::Known(number, Some("mask"));
                for (a, b) in [
                    (open(a), open(b)),
                    (open(a), known(b)),
                    (known(a), open(b)),
                    (known(a), known(b)),
                ] {
                    let found = partial(a, b, 66);
                    assert_eq!(found.open(like), like.constant(expected, None));
                    if let (Partial::Known(..), Partial::Known(..)) = (a, b) {
                        assert!(matches!(found, Partial::Known(value, _) if value == expected));
                        assert_eq!(found.words(), expected.words());
                    }
                }
            }
        }
    }
    assert_eq!(Open::default().open(like), like.splat(0));
}

#[test]
#[should_panic(expected = "these bits are not a number")]
fn open_bits_are_not_a_number() {
    let diagrams = Diagrams::new(1 << 10);
    let [word] = diagrams.wide_inputs::<1, 128>(&[0]);
    let _ = Partial::<u128, _>::Open(word).low_word();
}
