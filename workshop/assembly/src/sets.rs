//! The attacks of whole sets on every kind of word. `cargo workshop inlining` reads the functions
//! that they call.

use core::marker::PhantomData;

use hyperbola::setwise::{self, AttackCounts, FillAttacks, Sliders};
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{SetwiseAttacks, Technique, dispatch};

/// A visitor that counts the attacks on each square, with a board in each lane.
struct CountsInLanes<T> {
    sliders: Sliders<u64>,
    occupied: u64,
    technique: PhantomData<T>,
}

impl<T: SetwiseAttacks> WordVisitor for CountsInLanes<T> {
    type Output = [u64; 4];

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> [u64; 4] {
        let Sliders { orthogonal, diagonal } = self.sliders;
        let word = V::from_array(token, V::ZEROS);
        let sliders =
            Sliders { orthogonal: word.splat(orthogonal), diagonal: word.splat(diagonal) };
        let sets = setwise::direction_attacks::<T, V>(sliders, word.splat(self.occupied));
        let [a, b, c, d] = AttackCounts::of_directions(sets).digits;
        [first_lane(a), first_lane(b), first_lane(c), first_lane(d)]
    }
}

#[inline(always)]
fn first_lane<V: Vector>(word: V) -> u64 {
    word.into_array().as_ref()[0]
}

/// A visitor that computes the directions of one board in lanes.
struct OneBoardInLanes<T> {
    sliders: Sliders<u64>,
    occupied: u64,
    technique: PhantomData<T>,
}

impl<T: FillAttacks> WordVisitor for OneBoardInLanes<T> {
    type Output = [u64; 8];

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> [u64; 8] {
        setwise::direction_attacks_in_lanes::<T, V>(token, self.sliders, self.occupied)
    }
}

/// Counts the attacks on each square, if the technique is for sets.
#[must_use]
pub fn counts(
    technique: Technique,
    kind: WordKind,
    sliders: Sliders<u64>,
    occupied: u64,
) -> Option<[u64; 4]> {
    dispatch!(technique, T: SetwiseAttacks => {
        kind.visit(CountsInLanes::<T> { sliders, occupied, technique: PhantomData })
    })?
}

/// Computes the directions of one board, if the technique is for sets along any course.
#[must_use]
pub fn directions(
    technique: Technique,
    kind: WordKind,
    sliders: Sliders<u64>,
    occupied: u64,
) -> Option<[u64; 8]> {
    dispatch!(technique, T: FillAttacks => {
        kind.visit(OneBoardInLanes::<T> { sliders, occupied, technique: PhantomData })
    })?
}
