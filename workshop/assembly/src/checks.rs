//! Tests for check on every kind of word. `cargo workshop inlining` reads the functions that they
//! call.

use hyperbola::check::CheckDetector;
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{Color, Slider};

/// A visitor that tests for check, with a position in each lane.
struct CheckInLanes {
    square: u64,
}

impl WordVisitor for CheckInLanes {
    type Output = u64;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> u64 {
        let square = V::from_array(token, V::ZEROS).splat(self.square);
        let mut detector = CheckDetector::new(square);
        detector.toggle_slider(Color::Black, Slider::Queen, square);
        detector.check(square, Color::Black).into_array().as_ref()[0]
    }
}

/// Tests for check on a kind of word.
#[must_use]
pub fn check(kind: WordKind, square: u64) -> Option<u64> {
    kind.visit(CheckInLanes { square })
}
