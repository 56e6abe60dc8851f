//! One test for each technique of the registry and each property; a technique in the registry is a
//! technique under test.

use hyperbola::setwise::FillAttacks;
use hyperbola::{
    Algorithm, AlgorithmVisitor, FillVisitor, LineAttacks, LineVisitor, SetwiseAttacks,
    SetwiseVisitor, Slider, SliderAttacks,
};
use hyperbola_conformance::{properties, verify, verify_technique};
use libtest_mimic::{Arguments, Failed, Trial};

/// A check of a technique.
type Check = fn() -> Result<(), String>;

/// Lists the checks of every technique.
struct Checks;

impl AlgorithmVisitor for Checks {
    type Output = Vec<(&'static str, Check)>;

    fn visit<T: SliderAttacks>(self) -> Self::Output {
        vec![
            ("queen_is_rook_and_bishop", properties::queen_is_rook_and_bishop::<T>),
            ("attacks_turn_with_the_board", properties::attacks_turn_with_the_board::<T>),
            (
                "attacks_are_mutual_and_see_no_further",
                properties::attacks_are_mutual_and_see_no_further::<T>,
            ),
            ("every_word_equals_scalar", properties::every_word_equals_scalar::<T>),
            ("toggled_equals_rebuilt", properties::toggled_equals_rebuilt::<T>),
        ]
    }
}

impl LineVisitor for Checks {
    type Output = (&'static str, Check);

    fn visit<T: LineAttacks>(self) -> Self::Output {
        ("lines_are_right", properties::lines_are_right::<T>)
    }
}

impl SetwiseVisitor for Checks {
    type Output = (&'static str, Check);

    fn visit<T: SetwiseAttacks>(self) -> Self::Output {
        ("setwise_is_the_union_of_singles", properties::setwise_is_the_union_of_singles::<T>)
    }
}

impl FillVisitor for Checks {
    type Output = (&'static str, Check);

    fn visit<T: FillAttacks>(self) -> Self::Output {
        (
            "directions_in_lanes_are_the_directions",
            properties::directions_in_lanes_are_the_directions::<T>,
        )
    }
}

/// Verifies a technique over all cases and compares its digest with the ray walk's.
fn every_case(algorithm: Algorithm, slider: Slider) -> Result<(), Failed> {
    let found = verify(algorithm, slider, &mut |_| ())?;
    let reference = verify_technique::<hyperbola::algorithms::RayWalk>(slider, &mut |_| ())?;
    if found == reference {
        Ok(())
    } else {
        Err(format!("digest {}, the ray walk's is {}", found.digest, reference.digest).into())
    }
}

fn main() {
    let mut trials = Vec::new();
    for &algorithm in Algorithm::ALL {
        for slider in Slider::ALL {
            let name = format!("{algorithm}::every_{slider}_case");
            trials.push(Trial::test(name, move || every_case(algorithm, slider)));
        }
        let mut checks = algorithm.visit(Checks);
        checks.extend(algorithm.visit_lines(Checks));
        checks.extend(algorithm.visit_setwise(Checks));
        checks.extend(algorithm.visit_fills(Checks));
        if algorithm == Algorithm::HyperbolaQuintessence {
            checks.push((
                "every_form_of_the_derivation_is_right",
                properties::every_form_of_the_derivation_is_right,
            ));
        }
        for (property, check) in checks {
            let name = format!("{algorithm}::{property}");
            trials.push(Trial::test(name, move || check().map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
