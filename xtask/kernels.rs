//! Everything that is computed on vectors, on every kind of word; `cargo xtask inlining` reads what
//! the compiler makes of it.

use core::marker::PhantomData;

use hyperbola::batch::Batch;
use hyperbola::check::CheckDetector;
use hyperbola::choice::Choice;
use hyperbola::setwise::{self, AttackCounts, FillAttacks, Sliders};
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{Algorithm, Color, SetwiseAttacks, Slider, dispatch};

/// Answers a batch.
pub fn answer(batch: Batch<'_>, choice: Choice) -> bool {
    batch.answer_by(choice).is_ok()
}

/// A board's sliders and its occupied squares.
pub struct Board(pub Sliders<u64>, pub u64);

/// Counts the attacks on each square, a board in each lane.
struct Boards<T>(Board, PhantomData<T>);

impl<T: SetwiseAttacks> WordVisitor for Boards<T> {
    type Output = [u64; 4];

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> [u64; 4] {
        let Board(Sliders { orthogonal, diagonal }, occupied) = self.0;
        let word = V::from_array(token, V::ZEROS);
        let sliders = Sliders { orthogonal: word.splat(orthogonal), diagonal: word.splat(diagonal) };
        let sets = setwise::direction_attacks::<T, V>(sliders, word.splat(occupied));
        let [a, b, c, d] = AttackCounts::of_directions(sets).digits;
        [lane(a), lane(b), lane(c), lane(d)]
    }
}

/// Returns the first lane.
#[inline(always)]
fn lane<V: Vector>(word: V) -> u64 {
    word.into_array().as_ref()[0]
}

/// Computes the directions of one board in lanes.
struct Directions<T>(Board, PhantomData<T>);

impl<T: FillAttacks> WordVisitor for Directions<T> {
    type Output = [u64; 8];

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> [u64; 8] {
        setwise::direction_attacks_in_lanes::<T, V>(token, self.0.0, self.0.1)
    }
}

/// Tests for check, a position in each lane.
struct Checks(u64);

impl WordVisitor for Checks {
    type Output = u64;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> u64 {
        let square = V::from_array(token, V::ZEROS).splat(self.0);
        let mut detector = CheckDetector::new(square);
        detector.toggle_slider(Color::Black, Slider::Queen, square);
        lane(detector.check(square, Color::Black))
    }
}

/// Counts the attacks on each square.
pub fn counts(algorithm: Algorithm, kind: WordKind, board: Board) -> Option<[u64; 4]> {
    dispatch!(algorithm, T: SetwiseAttacks => kind.visit(Boards::<T>(board, PhantomData)))?
}

/// Computes the directions of one board.
pub fn directions(algorithm: Algorithm, kind: WordKind, board: Board) -> Option<[u64; 8]> {
    dispatch!(algorithm, T: FillAttacks => kind.visit(Directions::<T>(board, PhantomData)))?
}

/// Tests for check.
pub fn check(kind: WordKind, square: u64) -> Option<u64> {
    kind.visit(Checks(square))
}
