//! Every operation of every word agrees in each lane with plain `u64`. Plain `u64` agrees with wide
//! arithmetic.

use hyperbola::masks::{self, SquareMask};
use hyperbola::word::WordKind;
use hyperbola::{Bits, Direction, Lanes, Line, Square, Word, geometry};
use hyperbola_conformance::operations::{ORDERS, binary};
use hyperbola_conformance::properties::every_operation_equals_scalar;
use proptest::prelude::*;

/// Makes arbitrary words, and often words near the edges.
fn word() -> impl Strategy<Value = u64> {
    prop_oneof![
        4 => any::<u64>(),
        1 => (0_u32..64).prop_map(|bit| 1 << bit),
        1 => (0_u32..65).prop_map(|ones| if ones == 64 { u64::MAX } else { (1 << ones) - 1 }),
        1 => prop_oneof![Just(0), Just(1), Just(u64::MAX), Just(1 << 63)],
    ]
}

/// Makes as many words as the widest vector has lanes.
fn words() -> impl Strategy<Value = [u64; 8]> {
    proptest::array::uniform8(word())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn every_kind_of_word_equals_scalar((a, b) in (words(), words())) {
        // A kind that this processor lacks passes; `word_kinds.rs` makes sure that it is lacking.
        for &kind in WordKind::ALL {
            every_operation_equals_scalar(kind, a, b).map_err(TestCaseError::fail)?;
        }
    }

    #[test]
    fn lanes_of_lanes_equal_scalar((a, b) in (words(), words())) {
        let lanes = |words: [u64; 8]| Lanes([words[0], words[1], words[2]]);
        let (a, b) = (lanes(a), lanes(b));
        for ((name, nested), (_, scalar)) in
            binary::<Lanes<Lanes<u64, 3>, 2>>().into_iter().zip(binary::<u64>())
        {
            let forth = core::array::from_fn(|lane| scalar(a.0[lane], b.0[lane]));
            let back = core::array::from_fn(|lane| scalar(b.0[lane], a.0[lane]));
            let expected = Lanes([Lanes(forth), Lanes(back)]);
            prop_assert_eq!(nested(Lanes([a, b]), Lanes([b, a])), expected, "{}", name);
        }
    }

    #[test]
    fn scalar_words_agree_with_wide_arithmetic((a, b) in (word(), word())) {
        const MODULUS: u128 = 1 << 64;
        let (wide_a, wide_b) = (u128::from(a), u128::from(b));
        prop_assert_eq!(u128::from(Bits::wrapping_add(a, b)), (wide_a + wide_b) % MODULUS);
        prop_assert_eq!(u128::from(Bits::wrapping_sub(a, b)), (wide_a + MODULUS - wide_b) % MODULUS);
        prop_assert_eq!(u128::from(Word::wrapping_mul(a, b)), wide_a * wide_b % MODULUS);
        prop_assert_eq!(u128::from(a.multiply_high(b)), wide_a * wide_b / MODULUS);
        prop_assert_eq!(u128::from(a.shl_by(b)), (wide_a << (b % 64)) % MODULUS);
        prop_assert_eq!(u128::from(a.shr_by(b)), wide_a >> (b % 64));
        prop_assert_eq!(a.rotate_left_by(b), a.shl_by(b) | (a >> 1).shr_by(!b));
        let picked = (0..64).filter(|&bit| b >> bit & 1 == 1).zip(0..);
        let gathered = picked.map(|(bit, place)| (a >> bit & 1) << place).sum::<u64>();
        prop_assert_eq!(a.pext(b), gathered, "{:#x} under {:#x}", a, b);
        let bit_of = |word: u64, bit: u32| word >> bit & 1;
        for bit in 0..64 {
            prop_assert_eq!(bit_of(Bits::reverse_bits(a), bit), bit_of(a, 63 - bit));
            prop_assert_eq!(bit_of(Bits::swap_bytes(a), bit), bit_of(a, bit ^ 56));
            prop_assert_eq!(bit_of(Word::rotate_left(a, bit), (bit + 5) % 64), bit_of(a, 5));
            prop_assert_eq!(bit_of(Bits::shl(a, bit), 63), bit_of(a, 63 - bit));
            prop_assert_eq!(bit_of(Bits::shr(a, bit), 0), bit_of(a, bit));
        }
        let ones = (0..64).map(|bit| bit_of(a, bit)).sum::<u64>();
        prop_assert_eq!(Bits::count_ones(a), ones);
        let leading = (0..64).take_while(|&bit| bit_of(a, 63 - bit) == 0).count();
        prop_assert_eq!(Bits::leading_zeros(a), leading as u64);
        let trailing = (0..64).take_while(|&bit| bit_of(a, bit) == 0).count();
        prop_assert_eq!(Bits::trailing_zeros(a), trailing as u64);
        prop_assert_eq!(a.zero_mask(), if a == 0 { u64::MAX } else { 0 });
        // Depositing what was extracted gives the bits back, and so does the reverse order.
        let low = if b == u64::MAX { b } else { (1 << b.count_ones()) - 1 };
        prop_assert_eq!(a.pext(b).pdep(b), a & b, "{:#x} under {:#x}", a, b);
        prop_assert_eq!(a.pdep(b).pext(b), a & low, "{:#x} under {:#x}", a, b);
        for place in 0..64 {
            let number = ORDERS.get(b % 4 * 64 + u64::from(place)) % 64;
            let permuted = a.permute_bits(b, &ORDERS);
            prop_assert_eq!(bit_of(permuted, place), bit_of(a, number.into()));
        }
        let bytes = |x: u64| x.to_le_bytes();
        let lower: [u8; 8] =
            core::array::from_fn(|byte| bytes(a)[byte].wrapping_sub(bytes(b)[byte]));
        prop_assert_eq!(bytes(a.wrapping_sub_bytes(b)), lower);
        let highest = bytes(a).map(|byte| byte.checked_ilog2().map_or(0, |bit| 1 << bit));
        prop_assert_eq!(bytes(a.highest_ones_of_bytes()), highest);
        for square in 0..64 {
            prop_assert_eq!(bit_of(a.transpose(), square), bit_of(a, square % 8 * 8 + square / 8));
        }
        prop_assert_eq!(a.select(b, !b), (a & b) | (!a & !b));
    }

    #[test]
    fn remainders_are_exact((divisor, x) in (2_u64..100_000, word())) {
        use hyperbola::word::reciprocal::Reciprocal;
        prop_assume!(!divisor.is_power_of_two());
        let reciprocal = Reciprocal::new(divisor);
        if reciprocal.is_exact_up_to(x) {
            prop_assert_eq!(reciprocal.quotient(x), x / divisor);
            prop_assert_eq!(reciprocal.remainder(x), x % divisor);
        }
        // For every divisor, the reciprocal is exact for at least half of all words.
        prop_assert!(reciprocal.is_exact_up_to(u64::MAX / 2));
    }
}

#[test]
fn masks_are_the_geometry() {
    for square in Square::ALL {
        for line in Line::ALL {
            assert_eq!(square.word().line_mask(line), geometry::line(square, line).0);
            assert_eq!(masks::computed_line(square.word(), line), geometry::line(square, line).0);
        }
        for direction in Direction::ALL {
            assert_eq!(square.word().ray_mask(direction), geometry::ray(square, direction).0);
        }
        assert_eq!(square.word().square_mask(SquareMask::Bit), square.bit());
        assert_eq!(square.word().bit(), square.bit());
    }
}
