//! Techniques made wrong on purpose: each is refuted, by a board on which the oracle agrees that it
//! is wrong.

use hyperbola::table::Table;
use hyperbola::{LineAttacks, SetwiseAttacks, Slider, SliderAttacks, Square, TechniqueInfo, Word};
use hyperbola_conformance::oracle::{BISHOP_STEPS, ROOK_STEPS, attacks};
use hyperbola_conformance::wrong::*;
use hyperbola_prove::{
    Claim, Counterexample, Diagrams, Failure, prove_lines, prove_sets, prove_square,
};

/// Proves a technique for one slider on every square.
fn prove_squares<T: SliderAttacks>() -> Result<(), Box<Failure>> {
    let mut diagrams = Diagrams::new(Diagrams::BUDGET);
    for square in Square::ALL {
        prove_square::<T>(&mut diagrams, square, &Slider::ALL)?;
    }
    Ok(())
}

fn refutation(result: Result<(), Box<Failure>>, technique: &str) -> Counterexample {
    match result.map_err(|failure| *failure) {
        Err(Failure::Refuted(counterexample)) => counterexample,
        Err(failure) => panic!("{technique} is not refuted but fails: {failure}"),
        Ok(()) => panic!("{technique} is proved"),
    }
}

/// Refutes a technique and checks the counterexample, which is about a piece on a square.
fn refuted<T: SliderAttacks>() -> Counterexample {
    let counterexample = refutation(prove_squares::<T>(), T::INFO.id);
    let Counterexample { claim, square, occupied, expected, found, .. } = counterexample.clone();
    let (square, slider) = match (square, claim) {
        (Some(square), Claim::Attacks(slider) | Claim::AttacksOfBoth(slider)) => (square, slider),
        other => panic!("{}: {other:?}", T::INFO.id),
    };
    let index = square.index().into();
    let definition = match slider {
        Slider::Rook => attacks(index, &ROOK_STEPS, occupied.0),
        Slider::Bishop => attacks(index, &BISHOP_STEPS, occupied.0),
        Slider::Queen => {
            attacks(index, &ROOK_STEPS, occupied.0) | attacks(index, &BISHOP_STEPS, occupied.0)
        }
    };
    assert_eq!(expected.0, definition, "{counterexample}");
    let given = match claim {
        Claim::AttacksOfBoth(Slider::Rook) => T::rook_bishop_attacks(square, occupied).0,
        Claim::AttacksOfBoth(_) => T::rook_bishop_attacks(square, occupied).1,
        _ => T::slider_attacks(slider, square, occupied),
    };
    assert_eq!(found, given, "{counterexample}");
    assert_ne!(found, expected, "{counterexample}");
    let text = counterexample.to_string();
    assert!(text.contains(&format!("let occupied = {occupied:#?};")), "{text}");
    counterexample
}

#[test]
fn the_right_ones_are_proved() {
    assert_eq!(prove_squares::<Right>(), Ok(()));
    assert_eq!(prove_squares::<RightDoubled>(), Ok(()));
    assert_eq!(prove_squares::<RightFactor>(), Ok(()));
}

#[test]
fn every_wrong_one_is_refuted() {
    let first_wrong_step = |counterexample: Counterexample| {
        let step = counterexample.first_wrong_step.expect("an explanation");
        step.section.steps.last().expect("a step").name.clone()
    };
    assert_eq!(first_wrong_step(refuted::<OwnSquareInMask>()), "bishop_attacks");
    refuted::<EdgeBitMissing>();
    refuted::<RankByByteSwap>();
    refuted::<NotReversedBack>();
    refuted::<BlockerLeftOut>();
    refuted::<ShiftOffByOne>();
    refuted::<OwnSquareMatters>();
    refuted::<NoiseMatters>();
    refuted::<NoSentinel>();
    refuted::<NotDoubled>();
    refuted::<WrongFactor>();
    refuted::<PiecesExchanged>();
}

#[test]
fn one_wrong_board_of_all_is_found() {
    let counterexample = refuted::<WrongOnce>();
    assert_eq!(counterexample.occupied.0, 0x0123_4567_89ab_cdef);
}

#[test]
fn counterexamples_have_no_piece_too_many() {
    // What the slider stands on is all that matters here.
    let counterexample = refuted::<OwnSquareInMask>();
    assert_eq!(Some(counterexample.occupied), counterexample.square.map(Into::into));
    // Without an occupied square the leading zeros of nothing are one too many.
    assert!(refuted::<NoSentinel>().occupied.is_empty());
}

#[test]
fn wrong_lines_are_refuted() {
    fn prove<T: LineAttacks>() -> Result<(), Box<Failure>> {
        let mut diagrams = Diagrams::new(Diagrams::BUDGET);
        prove_lines::<T>(&mut diagrams, Square::C2, &Slider::ALL).map(|_| ())
    }
    assert_eq!(prove_squares::<LinesMirrored>(), Ok(()));
    let counterexample = refutation(prove::<LinesMirrored>(), "LinesMirrored");
    let Counterexample { claim: Claim::AttacksAlong(line), occupied, .. } = counterexample else {
        panic!("{counterexample}");
    };
    let steps = [line.positive(), line.negative()].map(|direction| {
        let (files, ranks) = direction.step();
        (i32::from(files), i32::from(ranks))
    });
    assert_eq!(counterexample.expected.0, attacks(Square::C2.index().into(), &steps, occupied.0));
    assert_eq!(counterexample.found.0, LinesMirrored::line(line, Square::C2.word(), &occupied.0));
}

#[test]
fn wrong_sets_are_refuted() {
    let mut diagrams = Diagrams::new(Diagrams::BUDGET);
    let result = prove_sets::<BarrierOnTheWrongFile>(&mut diagrams, &Slider::ALL).map(|_| ());
    let counterexample = refutation(result, "BarrierOnTheWrongFile");
    let Counterexample { claim: Claim::AttacksTowards(direction), sliders, occupied, .. } =
        counterexample
    else {
        panic!("{counterexample}");
    };
    let (files, ranks) = direction.step();
    let steps = [(i32::from(files), i32::from(ranks))];
    let definition = sliders.into_iter().fold(0, |all, square| {
        all | attacks(square.index().into(), &steps, (occupied | sliders).0)
    });
    assert_eq!(counterexample.expected.0, definition, "{counterexample}");
    let found = BarrierOnTheWrongFile::direction(direction, sliders.0, occupied.0);
    assert_eq!(counterexample.found.0, found, "{counterexample}");
    assert_ne!(found, definition);
}

#[test]
fn wrong_toggles_are_refuted() {
    let counterexample = refutation(prove_squares::<WrongToggle>(), "WrongToggle");
    assert_eq!(counterexample.claim, Claim::Toggled(1), "{counterexample}");
    assert!(!counterexample.found.is_empty() && counterexample.expected.is_empty());
}

/// A look-up by all that there is: as many entries would be read as there are boards.
#[derive(Debug, Clone, Copy)]
struct LooksEverythingUp;

static NOTHING: Table<u64, { 1 << 20 }> = Table::new("NOTHING", [0; 1 << 20]);

impl SliderAttacks for LooksEverythingUp {
    const INFO: TechniqueInfo = TechniqueInfo { id: "LooksEverythingUp", ..Right::INFO };
    type Occupied<W: Word> = W;

    fn rook<W: Word>(_square: W, occupied: &W) -> W {
        let square_of_board = occupied.wrapping_mul(*occupied);
        square_of_board.shr(40).lookup(&NOTHING)
    }

    fn bishop<W: Word>(square: W, _occupied: &W) -> W {
        square
    }
}

#[test]
fn a_technique_without_small_diagrams_fails_by_name() {
    let mut diagrams = Diagrams::new(1 << 18);
    let result = prove_square::<LooksEverythingUp>(&mut diagrams, Square::A1, &[Slider::Rook]);
    let failure = result.expect_err("no budget is enough");
    let text = failure.to_string();
    assert!(matches!(*failure, Failure::TooLarge { operation: "wrapping_mul", .. }), "{text}");
    assert!(text.starts_with("LooksEverythingUp: the attacks of a rook: wrapping_mul"), "{text}");
}
