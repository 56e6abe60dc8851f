//! The suite must reject every technique that is wrong on purpose.

use hyperbola::masks::SquareMask;
use hyperbola::{Slider, SliderAttacks, Technique, Word};
use hyperbola_conformance::wrong::*;
use hyperbola_conformance::{Subject, properties, verify};

fn refused<T: SliderAttacks>() {
    let mismatch = Slider::ALL
        .into_iter()
        .find_map(|slider| verify(Subject::of::<T>(), slider, &mut |_| ()).err())
        .unwrap_or_else(|| panic!("{} passes", T::INFO.id));
    // The reported case is really wrong, and its message is valid code.
    let found = T::slider_attacks(mismatch.slider, mismatch.square, mismatch.occupied);
    assert_eq!(found, mismatch.found);
    let reference =
        Technique::RayWalk.slider_attacks(mismatch.slider, mismatch.square, mismatch.occupied);
    assert_eq!(reference, mismatch.expected);
    let text = mismatch.to_string();
    let literal = format!("let occupied = {:#?};", mismatch.occupied);
    assert!(text.contains(&literal) && text.contains("assert_eq!(technique."), "{text}");
}

#[test]
fn the_right_one_passes() {
    for slider in Slider::ALL {
        assert!(verify(Subject::of::<Right>(), slider, &mut |_| ()).is_ok());
        assert!(verify(Subject::of::<RightDoubled>(), slider, &mut |_| ()).is_ok());
        assert!(verify(Subject::of::<RightFactor>(), slider, &mut |_| ()).is_ok());
    }
}

#[test]
fn every_wrong_one_is_refused() {
    refused::<OwnSquareInMask>();
    refused::<EdgeBitMissing>();
    refused::<RankByByteSwap>();
    refused::<NotReversedBack>();
    refused::<BlockerLeftOut>();
    refused::<ShiftOffByOne>();
    refused::<OwnSquareMatters>();
    refused::<NoiseMatters>();
    refused::<NoSentinel>();
    refused::<NotDoubled>();
    refused::<WrongFactor>();
}

#[test]
fn properties_refuse_wrong_ones_too() {
    assert!(properties::queen_is_rook_and_bishop(Subject::of::<Right>()).is_ok());
    assert!(properties::attacks_turn_with_the_board(Subject::of::<Right>()).is_ok());
    assert!(properties::attacks_turn_with_the_board(Subject::of::<RankByByteSwap>()).is_err());
    assert!(
        properties::attacks_are_mutual_and_see_no_further(Subject::of::<BlockerLeftOut>()).is_err()
    );
    assert!(properties::setwise_is_the_union_of_singles::<BarrierOnTheWrongFile>().is_err());
    assert!(properties::lines_are_right::<BarrierOnTheWrongFile>().is_err());
    assert!(properties::lines_are_right::<LinesMirrored>().is_err());
    assert!(properties::queen_is_rook_and_bishop(Subject::of::<PiecesExchanged>()).is_err());
    assert!(properties::toggled_equals_rebuilt::<WrongToggle>().is_err());
}

/// The masks in the table leave out the slider's own square, unlike those of `OwnSquareInMask`.
#[test]
fn masks_leave_the_own_square_out() {
    for square in 0..64_u64 {
        for mask in [SquareMask::Diagonal, SquareMask::AntiDiagonal, SquareMask::File] {
            assert_eq!(square.square_mask(mask) & square.bit(), 0);
        }
    }
}
