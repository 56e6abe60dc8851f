//! One test for each technique of the registry and each property. Every technique in the registry
//! is tested.

use hyperbola::batch::Batch;
use hyperbola::choice::Choice;
use hyperbola::setwise::FillAttacks;
use hyperbola::{LineAttacks, SetwiseAttacks, Slider, SliderAttacks, Technique, dispatch};
use hyperbola_conformance::{Subject, properties, verify};
use libtest_mimic::{Arguments, Failed, Trial};

/// A check of a technique, with its name.
type Check = (&'static str, Box<dyn Fn() -> Result<(), String> + Send>);

/// Lists the checks of any technique.
fn checks(technique: Technique) -> Vec<Check> {
    let subject = Subject::from(technique);
    let answer = move |kind, batch: Batch<'_>| {
        hyperbola_kernels::batch::answer(Choice { technique, kind }, batch)
    };
    vec![
        (
            "queen_is_rook_and_bishop",
            Box::new(move || properties::queen_is_rook_and_bishop(subject)),
        ),
        (
            "attacks_turn_with_the_board",
            Box::new(move || properties::attacks_turn_with_the_board(subject)),
        ),
        (
            "attacks_are_mutual_and_see_no_further",
            Box::new(move || properties::attacks_are_mutual_and_see_no_further(subject)),
        ),
        (
            "every_word_equals_scalar",
            Box::new(move || properties::every_word_equals_scalar(subject, &answer)),
        ),
        dispatch!(technique, T => check_of_boards::<T>()),
    ]
}

/// Returns the check of the boards that a technique keeps.
fn check_of_boards<T: SliderAttacks>() -> Check {
    ("toggled_equals_rebuilt", Box::new(properties::toggled_equals_rebuilt::<T>))
}

/// Returns the check of a technique that works line by line.
fn check_of_lines<T: LineAttacks>() -> Check {
    ("lines_are_right", Box::new(properties::lines_are_right::<T>))
}

/// Returns the check of a technique for sets.
fn check_of_sets<T: SetwiseAttacks>() -> Check {
    ("setwise_is_the_union_of_singles", Box::new(properties::setwise_is_the_union_of_singles::<T>))
}

/// Returns the check of a technique whose sets move along any course.
fn check_of_fills<T: FillAttacks>() -> Check {
    (
        "directions_in_lanes_are_the_directions",
        Box::new(properties::directions_in_lanes_are_the_directions::<T>),
    )
}

fn main() {
    let mut trials = Vec::new();
    for &technique in Technique::ALL {
        for slider in Slider::ALL {
            let name = format!("{technique}::every_{slider}_case");
            trials.push(Trial::test(name, move || {
                verify(technique.into(), slider, &mut |_| ())?;
                Ok(())
            }));
        }
        let mut checks = checks(technique);
        checks.extend(dispatch!(technique, T: LineAttacks => check_of_lines::<T>()));
        checks.extend(dispatch!(technique, T: SetwiseAttacks => check_of_sets::<T>()));
        checks.extend(dispatch!(technique, T: FillAttacks => check_of_fills::<T>()));
        if technique == Technique::HyperbolaQuintessence {
            checks.push((
                "every_form_of_the_derivation_is_right",
                Box::new(properties::every_form_of_the_derivation_is_right),
            ));
        }
        for (property, check) in checks {
            let name = format!("{technique}::{property}");
            trials.push(Trial::test(name, move || check().map_err(Failed::from)));
        }
    }
    libtest_mimic::run(&Arguments::from_args(), trials).exit();
}
