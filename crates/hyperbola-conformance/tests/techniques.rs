//! One test for each technique of the registry and each property; a technique in the registry is a
//! technique under test.

use hyperbola::setwise::FillAttacks;
use hyperbola::{Algorithm, LineAttacks, SetwiseAttacks, Slider, SliderAttacks, dispatch};
use hyperbola_conformance::{properties, verify, verify_technique};
use libtest_mimic::{Arguments, Failed, Trial};

/// A check of a technique.
type Check = fn() -> Result<(), String>;

/// Lists the checks of any technique.
fn checks<T: SliderAttacks>() -> Vec<(&'static str, Check)> {
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

/// Returns the check of a technique that works line by line.
fn check_of_lines<T: LineAttacks>() -> (&'static str, Check) {
    ("lines_are_right", properties::lines_are_right::<T>)
}

/// Returns the check of a technique for sets.
fn check_of_sets<T: SetwiseAttacks>() -> (&'static str, Check) {
    ("setwise_is_the_union_of_singles", properties::setwise_is_the_union_of_singles::<T>)
}

/// Returns the check of a technique whose sets move along any course.
fn check_of_fills<T: FillAttacks>() -> (&'static str, Check) {
    (
        "directions_in_lanes_are_the_directions",
        properties::directions_in_lanes_are_the_directions::<T>,
    )
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
        let mut checks = dispatch!(algorithm, T => checks::<T>());
        checks.extend(dispatch!(algorithm, T: LineAttacks => check_of_lines::<T>()));
        checks.extend(dispatch!(algorithm, T: SetwiseAttacks => check_of_sets::<T>()));
        checks.extend(dispatch!(algorithm, T: FillAttacks => check_of_fills::<T>()));
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
