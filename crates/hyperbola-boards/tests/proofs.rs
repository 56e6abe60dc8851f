//! Techniques on boards of any size are proved for all sets of occupied squares, and those made
//! wrong on purpose are refuted by a picture of the board.

use hyperbola::formulas::{Mirror, hyperbola_quintessence, obstruction_difference};
use hyperbola::setwise::{Course, FillAttacks};
use hyperbola::techniques::{HyperbolaQuintessence, KoggeStone};
use hyperbola::{Bits, Direction, Line, SetwiseAttacks, SliderAttacks, TechniqueInfo, Word};
use hyperbola_boards::boards::{Capablanca, Grand, Shogi, Xiangqi};
use hyperbola_boards::{
    Board, BoardAttacks, BoardClaim, BoardCounterexample, BoardScope, FORMULAS, NamedBoard,
    Provable, Square, SquareSet, Storage, board, prove_on_board, prove_sets_of, prove_squares_of,
};
use hyperbola_prove::Failure;

board! {
    /// A board whose sets have 256 bits.
    Large: 15 files, 16 ranks, Files, FromOne;
}

/// Proves all techniques on some squares of a board and on all of its sets.
fn prove_all(board: NamedBoard, scope: &BoardScope) {
    for &technique in FORMULAS {
        let proved = prove_on_board(technique, board, scope, &|| ());
        let proved = proved.expect("it is a technique of boards");
        let proved = proved.unwrap_or_else(|failure| panic!("{technique} on {board}: {failure}"));
        // Four lines, eight directions, three sliders and a cannon; and of sets eight directions.
        let is_fill = hyperbola::dispatch!(technique, T: FillAttacks => ()).is_some();
        let of_sets = if is_fill && scope.sets { 8 } else { 0 };
        assert_eq!(proved.equations, 16 * scope.squares.len() as u64 + of_sets, "{technique}");
    }
}

/// Corners, edges and the centre of two boards, of which one goes file by file.
#[test]
fn techniques_are_proved_on_a_sample_of_squares() {
    for (board, squares) in
        [(NamedBoard::Shogi, [0, 8, 40, 44, 80]), (NamedBoard::Courier, [0, 11, 13, 54, 95])]
    {
        let mut scope = BoardScope::all(board);
        scope.squares = squares.to_vec();
        prove_all(board, &scope);
    }
}

#[test]
fn a_board_of_256_bits_is_proved() {
    let squares: Vec<Square<Large>> = ["a1", "h8", "o16"].map(|name| name.parse().unwrap()).into();
    for proved in [
        prove_squares_of::<HyperbolaQuintessence, _>("hq", &squares, &|| ()),
        prove_squares_of::<KoggeStone, _>("kogge-stone", &squares, &|| ()),
    ] {
        assert_eq!(proved.unwrap_or_else(|failure| panic!("{failure}")).equations, 48);
    }
}

#[test]
fn a_technique_of_the_chessboard_alone_is_not_for_boards() {
    let scope = BoardScope::all(NamedBoard::Shogi);
    let proved = prove_on_board(hyperbola::Technique::Classical, NamedBoard::Shogi, &scope, &|| ());
    assert_eq!(proved, None);
}

#[test]
fn a_square_that_is_not_on_the_board_is_an_error() {
    let mut scope = BoardScope::all(NamedBoard::Shogi);
    scope.squares = vec![80, 81];
    let technique = hyperbola::Technique::HyperbolaQuintessence;
    let proved = prove_on_board(technique, NamedBoard::Shogi, &scope, &|| ()).expect("a proof");
    let failure = *proved.expect_err("the board has no square 81");
    assert_eq!(failure, Failure::NoSquare { index: 81, squares: 81 });
    assert_eq!(failure.to_string(), "there is no square 81 on a board of 81 squares, from 0");
}

/// Refutes a technique on a board.
fn refuted<T: BoardAttacks, B: Board<Bits: Provable> + Send + Sync>() -> BoardCounterexample {
    let squares: Vec<Square<B>> = Square::all().collect();
    match prove_squares_of::<T, B>("wrong", &squares, &|| ()) {
        Err(failure) => match *failure {
            Failure::Refuted(counterexample) => {
                assert_ne!(counterexample.found, counterexample.expected);
                counterexample
            }
            failure => panic!("it is not refuted but fails: {failure}"),
        },
        Ok(proved) => panic!("it is proved: {proved:?}"),
    }
}

/// Writes a wrong technique: its result for a line or a ray, whose squares are the mask.
macro_rules! wrong {
    ($($(#[$attribute:meta])* $name:ident: |$square:ident, $occupied:ident, $mask:ident| $result:expr;)*) => {$(
        $(#[$attribute])*
        struct $name;

        impl $name {
            fn along<B: Board>(
                $square: Square<B>,
                $occupied: SquareSet<B>,
                $mask: SquareSet<B>,
            ) -> SquareSet<B> {
                $result
            }
        }

        impl BoardAttacks for $name {
            fn table_bytes<B: Board>() -> usize {
                0
            }

            fn line_attacks<B: Board>(
                line: Line,
                square: Square<B>,
                occupied: SquareSet<B>,
            ) -> SquareSet<B> {
                Self::along(square, occupied, SquareSet::line(square, line))
            }

            fn ray_attacks<B: Board>(
                direction: Direction,
                square: Square<B>,
                occupied: SquareSet<B>,
            ) -> SquareSet<B> {
                Self::along(square, occupied, SquareSet::ray(square, direction))
            }
        }
    )*};
}

/// Returns hyperbola quintessence along a line.
fn right<B: Board>(square: Square<B>, occupied: SquareSet<B>, mask: SquareSet<B>) -> SquareSet<B> {
    by_mirror(Mirror::ReverseBits, square, occupied, mask)
}

fn by_mirror<B: Board>(
    mirror: Mirror,
    square: Square<B>,
    occupied: SquareSet<B>,
    mask: SquareSet<B>,
) -> SquareSet<B> {
    let r = SquareSet::from_square(square).bits();
    SquareSet::from_bits(hyperbola_quintessence(occupied.bits(), r, mask.bits(), mirror))
}

/// Returns the lowest bit if any bit is set, else nothing.
fn is_any<S: Storage>(bits: S) -> S {
    let negative = bits.splat(0).wrapping_sub(bits);
    (bits | negative).shr(S::WIDTH - 1)
}

/// Returns a square if a condition, the lowest bit, holds.
fn square_if<B: Board>(square: Square<B>, condition: B::Bits) -> SquareSet<B> {
    SquareSet::from_bits(condition.shl(square.index().into()))
}

wrong! {
    /// The right one, by the same means.
    Right: |square, occupied, mask| right(square, occupied, mask);
    /// The mirror of files and diagonals, on lines that have two squares in a byte.
    ByByteSwap: |square, occupied, mask| by_mirror(Mirror::SwapBytes, square, occupied, mask);
    /// The first blocker is not a target.
    BlockerLeftOut: |square, occupied, mask| right(square, occupied, mask) - occupied;
    /// The slider's own square is attacked.
    OwnSquare: |square, occupied, mask| right(square, occupied, mask) | square.into();
    /// The answer depends on the slider's own square.
    OwnSquareMatters: |square, occupied, mask| {
        right(square, occupied, mask) | (occupied & square.into())
    };
    /// Rays pass through the first blocker.
    ThroughBlockers: |square, occupied, mask| {
        let blockers = right(square, occupied, mask) & occupied;
        right(square, occupied - blockers, mask)
    };
    /// Pieces off the line block.
    NoiseMatters: |square, occupied, mask| {
        let off_the_line = !(mask | square.into());
        right(square, occupied, mask) ^ square_if(square, is_any((occupied & off_the_line).bits()))
    };
    /// The squares below are exchanged with those above.
    RaysExchanged: |square, occupied, mask| {
        let single = SquareSet::from_square(square).bits();
        let below = mask & SquareSet::from_bits(single.wrapping_sub(single.splat(1)));
        let (lower, upper) = (below.bits(), (mask - below).bits());
        SquareSet::from_bits(obstruction_difference(upper, lower, occupied.bits()))
    };
    /// The lowest square is wrong where the slider's square is occupied, and the highest always.
    TwoMistakes: |square, occupied, mask| {
        let first = Square::from_index(0).expect("a board has a square");
        let last = SquareSet::full().last().expect("a board has a square");
        let own = is_any((occupied & square.into()).bits());
        right(square, occupied, mask) ^ square_if(first, own) ^ last.into()
    };
    /// One wrong set of occupied squares of all: the one of every third square.
    WrongOnce: |square, occupied, mask| {
        let once = Square::all().step_by(3).collect::<SquareSet<B>>();
        let differs = is_any((occupied ^ once).bits());
        right(square, occupied, mask) ^ square_if(square, differs ^ differs.splat(1))
    };
}

#[test]
fn the_right_one_is_proved() {
    let squares: [Square<Shogi>; 2] = ["5e", "9a"].map(|name| name.parse().unwrap());
    let proved = prove_squares_of::<Right, Shogi>("right", &squares, &|| ());
    assert_eq!(proved.map(|proved| proved.equations), Ok(32));
}

#[test]
fn every_wrong_one_is_refuted() {
    refuted::<ByByteSwap, Shogi>();
    refuted::<ByByteSwap, Capablanca>();
    refuted::<BlockerLeftOut, Shogi>();
    refuted::<ThroughBlockers, Capablanca>();
    refuted::<NoiseMatters, Shogi>();
    refuted::<NoiseMatters, Capablanca>();
    refuted::<RaysExchanged, Shogi>();
    refuted::<RaysExchanged, Large>();
    // No square needs to be occupied, or only the slider's square.
    let empty = SquareSet::<Shogi>::EMPTY.to_string();
    assert_eq!(refuted::<OwnSquare, Shogi>().occupied, empty);
    // The first mistake that is found needs a piece, and the other none.
    assert_eq!(refuted::<TwoMistakes, Shogi>().occupied, empty);
    let of_own = refuted::<OwnSquareMatters, Shogi>();
    assert_eq!(of_own.occupied.matches('1').count(), 1);
    assert_eq!(of_own.found.matches('1').count(), of_own.expected.matches('1').count() + 1);
}

#[test]
fn one_wrong_set_of_all_is_found() {
    let once: SquareSet<Shogi> = Square::all().step_by(3).collect();
    assert_eq!(refuted::<WrongOnce, Shogi>().occupied, once.to_string());
}

/// A fill that only the sliders block.
#[derive(Debug, Clone, Copy)]
struct Unblocked;

impl SliderAttacks for Unblocked {
    const INFO: TechniqueInfo = KoggeStone::INFO;
    type Occupied<W: Word> = W;

    fn rook<W: Word>(square: W, occupied: &W) -> W {
        KoggeStone::rook(square, occupied)
    }

    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        KoggeStone::bishop(square, occupied)
    }
}

impl SetwiseAttacks for Unblocked {
    fn direction<W: Word>(direction: Direction, sliders: W, occupied: W) -> W {
        Self::along(direction, sliders, occupied)
    }
}

impl FillAttacks for Unblocked {
    fn along<B: Bits, C: Course<B>>(course: C, sliders: B, _occupied: B) -> B {
        KoggeStone::along(course, sliders, sliders.splat(0))
    }
}

#[test]
fn wrong_sets_are_refuted() {
    let Err(failure) = prove_sets_of::<Unblocked, Xiangqi>("unblocked") else {
        panic!("it is proved");
    };
    let Failure::Refuted(counterexample) = *failure else { panic!("{failure}") };
    let BoardClaim::OfSet(direction) = counterexample.claim else { panic!("{counterexample}") };
    assert_eq!((direction, counterexample.square.as_deref()), (Direction::ALL[0], None));
    // A slider, and a piece before it.
    let sliders = counterexample.sliders.as_deref().expect("a picture");
    let count = |picture: &str| picture.matches('1').count();
    assert_eq!((count(sliders), count(&counterexample.occupied)), (1, 1));
    assert_ne!(sliders, counterexample.occupied);
    assert!(count(&counterexample.found) > count(&counterexample.expected));
    let text = counterexample.to_string();
    assert!(text.contains(&format!("towards {direction:?}\nsliders:\n{sliders}\n")), "{text}");
}

/// A fill of as many steps as a chessboard needs does not cross ten squares.
#[derive(Clone, Copy)]
struct ShortCourse;

impl<B: Bits> Course<B> for ShortCourse {
    fn move_round(self, squares: B, steps: u32) -> B {
        squares.shl(10 * steps)
    }

    fn without_edge(self, squares: B) -> B {
        squares
    }
}

struct ShortFill;

impl BoardAttacks for ShortFill {
    fn table_bytes<B: Board>() -> usize {
        0
    }

    fn line_attacks<B: Board>(
        line: Line,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        let north = Self::ray_attacks(line.positive(), square, occupied);
        north | KoggeStone::ray_attacks(line.negative(), square, occupied)
    }

    fn ray_attacks<B: Board>(
        direction: Direction,
        square: Square<B>,
        occupied: SquareSet<B>,
    ) -> SquareSet<B> {
        if direction != Direction::North {
            return KoggeStone::ray_attacks(direction, square, occupied);
        }
        let slider = SquareSet::from_square(square).bits();
        SquareSet::from_bits(KoggeStone::along(ShortCourse, slider, occupied.bits()))
    }
}

#[test]
fn a_counterexample_is_a_picture_of_the_board() {
    let counterexample = refuted::<ShortFill, Grand>();
    assert_eq!(counterexample.claim, BoardClaim::Along(Line::File));
    let expected = "\
wrong is wrong: the attacks along the file on a1
occupied:
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
. . . . . . . . . .
expected:
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
. . . . . . . . . .
found:
. . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
1 . . . . . . . . .
. . . . . . . . . .
";
    assert_eq!(counterexample.to_string(), expected);
}
