//! Every operation of the symbolic word is, under every assignment that is tried, what plain `u64`
//! does.

use hyperbola::{Bits, Word};
use hyperbola_conformance::operations::{binary, of_squares, unary, with_amount};
use hyperbola_prove::{Assignment, Diagrams, Symbolic};
use proptest::prelude::*;

/// The bits one after the other.
fn order() -> [u8; 64] {
    core::array::from_fn(|bit| bit.to_le_bytes()[0])
}

/// A value of which some bits vary from assignment to assignment.
#[derive(Debug, Clone, Copy)]
struct Varied {
    fixed: u64,
    varying: u64,
}

impl Varied {
    /// Returns its value where the varying bits are those of a word.
    fn value(self, word: u64) -> u64 {
        (self.fixed & !self.varying) | (word & self.varying)
    }

    /// Returns it as a word.
    fn word<'d>(self, diagrams: &'d Diagrams, variables: Symbolic<'d>) -> Symbolic<'d> {
        let varying = diagrams.constant(self.varying);
        (variables & varying) | diagrams.constant(self.fixed & !self.varying)
    }
}

/// Words with few bits that vary, as those of which products are made, or with all.
fn varied(most: usize) -> impl Strategy<Value = Varied> {
    let fixed = prop_oneof![any::<u64>(), Just(0), Just(u64::MAX), Just(7), Just(1 << 63)];
    let places = proptest::collection::vec(0_u32..64, 0..=most);
    (fixed, places).prop_map(|(fixed, places)| {
        let varying = places.into_iter().fold(0, |all, place| all | 1 << place);
        Varied { fixed, varying }
    })
}

/// Holds an operation's result equal to that of plain `u64` under every assignment.
fn holds(
    name: &str,
    found: Symbolic<'_>,
    expected: impl Fn(u64, u64) -> u64,
    (a, b): (Varied, Varied),
    assignments: &[(u64, u64)],
) -> Result<(), TestCaseError> {
    for &(x, y) in assignments {
        let (a, b) = (a.value(x), b.value(y));
        let assignment = Assignment::of_inputs(&order(), [x, y]);
        prop_assert_eq!(found.value(&assignment), expected(a, b), "{} of {:#x}, {:#x}", name, a, b);
    }
    Ok(())
}

/// Some assignments to two words.
fn assignments() -> impl Strategy<Value = Vec<(u64, u64)>> {
    proptest::collection::vec(any::<(u64, u64)>(), 6).prop_map(|mut all| {
        all.extend([(0, 0), (u64::MAX, u64::MAX), (u64::MAX, 0)]);
        all
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn every_operation_equals_scalar(
        a in varied(7),
        b in varied(5),
        square in varied(6),
        assignments in assignments(),
    ) {
        let diagrams = Diagrams::new(1 << 20);
        let [x, y] = diagrams.inputs(&order());
        let (a_word, b_word) = (a.word(&diagrams, x), b.word(&diagrams, y));
        for ((name, of_word), (_, scalar)) in unary().into_iter().zip(unary::<u64>()) {
            holds(name, of_word(a_word), |a, _| scalar(a), (a, b), &assignments)?;
        }
        for ((name, of_word), (_, scalar)) in with_amount().into_iter().zip(with_amount::<u64>()) {
            for amount in [0, 1, 7, 8, 31, 63, 64, 100] {
                let found = of_word(a_word, amount);
                holds(name, found, |a, _| scalar(a, amount), (a, b), &assignments)?;
            }
        }
        for ((name, of_word), (_, scalar)) in binary().into_iter().zip(binary::<u64>()) {
            holds(name, of_word(a_word, b_word), scalar, (a, b), &assignments)?;
        }
        let square = Varied { fixed: square.fixed % 64, varying: square.varying % 64 };
        let square_word = square.word(&diagrams, x);
        for ((name, of_word), (_, scalar)) in of_squares().into_iter().zip(of_squares::<u64>()) {
            holds(name, of_word(square_word), |a, _| scalar(a), (square, b), &assignments)?;
        }
        prop_assert_eq!(diagrams.exhausted(), None);
    }

    /// With all 128 variables, what has few nodes whatever the words are.
    #[test]
    fn operations_with_few_nodes_equal_scalar_on_all_variables(assignments in assignments()) {
        const SMALL: [&str; 16] = [
            "not", "swap_bytes", "reverse_bits", "swar_reverse_bits", "leading_zeros",
            "trailing_zeros", "count_ones", "zero_mask", "transpose", "transpose by exchanges",
            "highest_ones_of_bytes", "diagonals_to_ranks", "anti_diagonals_to_ranks",
            "ranks_to_diagonals", "ranks_to_anti_diagonals", "lookup of bytes",
        ];
        const SMALL_OF_TWO: [&str; 7] =
            ["and", "or", "xor", "wrapping_add", "wrapping_sub", "wrapping_sub_bytes", "select"];
        let all = Varied { fixed: 0, varying: u64::MAX };
        let diagrams = Diagrams::new(1 << 20);
        let [a, b] = diagrams.inputs(&order());
        for ((name, of_word), (_, scalar)) in unary().into_iter().zip(unary::<u64>()) {
            if SMALL.contains(&name) {
                holds(name, of_word(a), |a, _| scalar(a), (all, all), &assignments)?;
            }
        }
        for ((name, of_word), (_, scalar)) in binary().into_iter().zip(binary::<u64>()) {
            if SMALL_OF_TWO.contains(&name) {
                holds(name, of_word(a, b), scalar, (all, all), &assignments)?;
            }
        }
        prop_assert_eq!(diagrams.exhausted(), None);
    }
}

#[test]
fn equal_functions_are_equal_words() {
    let diagrams = Diagrams::new(1 << 16);
    let [a, b] = diagrams.inputs(&order());
    assert_eq!(a ^ b, (a | b) & !(a & b));
    assert_eq!(a.wrapping_sub(b), !(!a).wrapping_add(b));
    assert_ne!(a, b);
    assert_eq!((a ^ a).as_constant(), Some(0));
    assert_eq!((a | !a).wrapping_add(a.splat(1)).as_constant(), Some(0));
    assert_eq!(a.as_constant(), None);
}

/// The product of two words of 64 variables each is the textbook's example of what has no small
/// diagram.
#[test]
fn an_operation_without_a_small_diagram_fails_by_name() {
    let mut diagrams = Diagrams::new(1 << 16);
    {
        let [a, b] = diagrams.inputs(&order());
        let product = a.wrapping_mul(b);
        assert_eq!(diagrams.exhausted(), Some("wrapping_mul"));
        // What comes after costs nothing and names the same operation.
        let _ = product.wrapping_mul(b).lookup(&hyperbola::masks::RAY_MASKS);
        assert_eq!(diagrams.exhausted(), Some("wrapping_mul"));
    }
    diagrams.clear();
    let [a, _] = diagrams.inputs::<2>(&order());
    let _ = a & a.shl(8);
    assert_eq!(diagrams.exhausted(), None);
}
