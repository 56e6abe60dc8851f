//! Further laws, beyond the answers to all cases. Each law is a check of one technique.
//!
//! A check returns a text that describes the error and shows the inputs that cause it.

use core::marker::PhantomData;

use hyperbola::batch::{Batch, BatchError};
use hyperbola::masks::SquareMask;
use hyperbola::setwise::{self, AttackCounts, FillAttacks, Sliders};
use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::word::{LaneWord, Vector, WordKind, WordVisitor};
use hyperbola::{
    Bitboard, Direction, Lanes, Line, LineAttacks, OccupiedBoards, SetwiseAttacks, Slider,
    SliderAttacks, Square, Word as _,
};
use hyperbola_random::Random;

use crate::operations::{binary, of_squares, unary, with_amount};
use crate::{Subject, oracle};

/// The number of random boards that a check tries.
const TRIALS: usize = 20_000;

/// Fails with a description if two things are not equal.
macro_rules! ensure_eq {
    ($left:expr, $right:expr, $($context:tt)*) => {
        let (left, right) = ($left, $right);
        if left != right {
            return Err(format!("{left:#?}\nis not\n{right:#?}\nfor {}", format_args!($($context)*)));
        }
    };
}

/// Runs a check on random squares and boards.
fn trials(check: impl Fn(Square, Bitboard) -> Result<(), String>) -> Result<(), String> {
    let mut random = Random::new(1);
    for _ in 0..TRIALS {
        check(random_square(&mut random), Bitboard(random.board()))?;
    }
    Ok(())
}

fn random_square(random: &mut Random) -> Square {
    #[expect(clippy::cast_possible_truncation, reason = "below 64")]
    Square::from_index_wrapping(random.square() as u8)
}

/// Checks that a queen attacks the squares that a rook and a bishop attack. A query for both pieces
/// at once must give the same as each query on its own.
///
/// # Errors
///
/// Describes the first board that breaks this law.
pub fn queen_is_rook_and_bishop(technique: Subject) -> Result<(), String> {
    trials(|square, occupied| {
        let rook = technique.attacks(Slider::Rook, square, occupied);
        let bishop = technique.attacks(Slider::Bishop, square, occupied);
        let both = technique.rook_bishop_attacks(square, occupied);
        ensure_eq!(both, (rook, bishop), "rook_bishop on {square}, {occupied:#?}");
        ensure_eq!(
            technique.attacks(Slider::Queen, square, occupied),
            rook | bishop,
            "{square}, {occupied:#?}"
        );
        Ok(())
    })
}

/// Checks that attacks turn with the board: upside down, mirrored, by half a turn, and transposed.
///
/// # Errors
///
/// Describes the first board that breaks this law.
pub fn attacks_turn_with_the_board(technique: Subject) -> Result<(), String> {
    type Symmetry = fn(Bitboard) -> Bitboard;
    let turns: [(&str, Symmetry); 4] = [
        ("upside down", Bitboard::flip_ranks),
        ("mirrored", Bitboard::flip_files),
        ("half a turn", Bitboard::rotate_half),
        ("transposed", Bitboard::transpose),
    ];
    trials(|square, occupied| {
        for (name, turn) in turns {
            let Some(turned_square) = turn(square.into()).first() else {
                return Err(format!("{square} is lost {name}"));
            };
            for slider in Slider::ALL {
                let turned = technique.attacks(slider, turned_square, turn(occupied));
                let expected = turn(technique.attacks(slider, square, occupied));
                ensure_eq!(turned, expected, "{slider} on {square}, {name}, {occupied:#?}");
            }
        }
        Ok(())
    })
}

/// Checks that attacks are mutual: if one square attacks another, the other attacks it. Squares
/// that are not attacked must not matter.
///
/// # Errors
///
/// Describes the first board that breaks this law.
pub fn attacks_are_mutual_and_see_no_further(technique: Subject) -> Result<(), String> {
    trials(|square, occupied| {
        for slider in Slider::ALL {
            let attacks = technique.attacks(slider, square, occupied);
            for target in attacks {
                let back = technique.attacks(slider, target, occupied).contains(square);
                ensure_eq!(back, true, "{slider} from {target} back to {square}, {occupied:#?}");
            }
            let seen = technique.attacks(slider, square, occupied & attacks);
            ensure_eq!(seen, attacks, "{slider} on {square} with what it sees of {occupied:#?}");
        }
        Ok(())
    })
}

/// Checks that every operation of a kind of word equals the operation of a plain word on each lane.
/// The words, and their pairs and quads, are made of these numbers. A kind that the processor lacks
/// passes.
///
/// # Errors
///
/// Describes the first operation that breaks this law.
pub fn every_operation_equals_scalar(
    kind: WordKind,
    a: [u64; 8],
    b: [u64; 8],
) -> Result<(), String> {
    kind.visit(EqualsScalar { a, b }).unwrap_or(Ok(()))
}

/// Returns each operation of a word with the same of a plain word.
fn both<A, B>(
    of_word: Vec<(&'static str, A)>,
    scalar: Vec<(&'static str, B)>,
) -> impl Iterator<Item = (&'static str, A, B)> {
    of_word.into_iter().zip(scalar).map(|((name, of_word), (_, scalar))| (name, of_word, scalar))
}

/// The masks of a square, in the order of their row.
const MASKS: [SquareMask; 4] =
    [SquareMask::Bit, SquareMask::Diagonal, SquareMask::AntiDiagonal, SquareMask::File];

/// Checks each operation.
struct EqualsScalar {
    a: [u64; 8],
    b: [u64; 8],
}

impl WordVisitor for EqualsScalar {
    type Output = Result<(), String>;

    fn visit<V: Vector>(self, token: V::Token) -> Self::Output {
        let load = |words: &[u64; 8]| {
            let mut lanes = V::ZEROS;
            lanes.as_mut().copy_from_slice(&words[..V::LANES]);
            V::from_array(token, lanes)
        };
        let (a, b, squares) = (load(&self.a), load(&self.b), load(&self.a.map(|x| x % 64)));
        let (a_lanes, b_lanes) = (&self.a[..V::LANES], &self.b[..V::LANES]);
        let check = |found: V, expected: &dyn Fn(usize) -> u64, name: &str| {
            let expected: Vec<u64> = (0..V::LANES).map(expected).collect();
            let found = found.into_array();
            ensure_eq!(found.as_ref(), &expected[..], "{name} of {a_lanes:x?} and {b_lanes:x?}");
            Ok(())
        };
        for (name, of_word, scalar) in both(unary::<V>(), unary::<u64>()) {
            check(of_word(a), &|lane| scalar(self.a[lane]), name)?;
        }
        for (name, of_word, scalar) in both(of_squares::<V>(), of_squares::<u64>()) {
            check(of_word(squares), &|lane| scalar(self.a[lane] % 64), name)?;
        }
        for (name, of_word, scalar) in both(with_amount::<V>(), with_amount::<u64>()) {
            for amount in (0..64).chain([64, 100, u32::MAX]) {
                check(of_word(a, amount), &|lane| scalar(self.a[lane], amount), name)?;
            }
        }
        for (name, of_word, scalar) in both(binary::<V>(), binary::<u64>()) {
            check(of_word(a, b), &|lane| scalar(self.a[lane], self.b[lane]), name)?;
        }
        // The words side by side are also words.
        let pair = V::Pair::from_lanes([a, b]);
        let [low, high] = pair.reverse_all_bytes().into_lanes();
        check(low, &|lane| self.b[lane].swap_bytes(), "the low lane of a pair reversed")?;
        check(high, &|lane| self.a[lane].swap_bytes(), "the high lane of a pair reversed")?;
        let quad = V::Quad::from_lanes([a, b, squares, a]);
        let [first, second, third, fourth] = quad.reverse_all_bytes().into_lanes();
        check(first, &|lane| self.a[lane].swap_bytes(), "the first lane of a quad reversed")?;
        check(second, &|lane| (self.a[lane] % 64).swap_bytes(), "the second lane")?;
        check(third, &|lane| self.b[lane].swap_bytes(), "the third lane of a quad reversed")?;
        check(fourth, &|lane| self.a[lane].swap_bytes(), "the fourth lane of a quad reversed")?;
        let sum = |lane: usize| self.a[lane] | self.b[lane];
        check(pair.union(), &sum, "the union of a pair")?;
        check(quad.union(), &|lane| sum(lane) | (self.a[lane] % 64), "the union of a quad")?;
        let zero = a.splat(0);
        let (last, inner) = V::Quad::from_lanes([zero, b, squares, a]).last_and_inner(b);
        check(last, &sum, "a word and the last lane of a quad")?;
        check(inner, &|lane| self.b[lane] | (self.a[lane] % 64), "the inner lanes of a quad")?;
        for (mask, found) in MASKS.into_iter().zip(squares.square_masks().into_lanes()) {
            check(found, &|lane| (self.a[lane] % 64).square_mask(mask), "a row of masks")?;
        }
        for (name, of_word, scalar) in both(binary::<V::Pair>(), binary::<u64>()) {
            let [low, high] = of_word(pair, V::Pair::from_lanes([b, a])).into_lanes();
            check(low, &|lane| scalar(self.a[lane], self.b[lane]), name)?;
            check(high, &|lane| scalar(self.b[lane], self.a[lane]), name)?;
        }
        for (name, of_word, scalar) in both(unary::<V::Quad>(), unary::<u64>()) {
            let [first, second, third, _] = of_word(quad).into_lanes();
            check(first, &|lane| scalar(self.a[lane]), name)?;
            check(second, &|lane| scalar(self.b[lane]), name)?;
            check(third, &|lane| scalar(self.a[lane] % 64), name)?;
        }
        Ok(())
    }
}

/// Checks that batches on every kind of word give the same answers as single queries on a plain
/// word. `answer` answers the batches.
///
/// # Errors
///
/// Describes the first query that breaks this law.
pub fn every_word_equals_scalar(
    technique: Subject,
    answer: &dyn Fn(WordKind, Batch<'_>) -> Result<(), BatchError>,
) -> Result<(), String> {
    // This is not a whole number of vectors of any kind.
    const QUERIES: usize = 1009;
    let mut random = Random::new(2);
    let squares: Vec<Square> = (0..QUERIES).map(|_| random_square(&mut random)).collect();
    let occupied: Vec<Bitboard> = (0..QUERIES).map(|_| Bitboard(random.board())).collect();
    let both = |(&square, &occupied)| technique.rook_bishop_attacks(square, occupied);
    let (rooks, bishops): (Vec<_>, Vec<_>) = squares.iter().zip(&occupied).map(both).unzip();
    let queens: Vec<_> = rooks.iter().zip(&bishops).map(|(&rook, &bishop)| rook | bishop).collect();
    for &kind in WordKind::ALL.iter().filter(|kind| kind.is_available()) {
        let wrong = |error| format!("{kind}: {error}");
        let compare = |name: &str, found: &[Bitboard], expected: &[Bitboard]| {
            for (query, (found, expected)) in found.iter().zip(expected).enumerate() {
                let (square, occupied) = (squares[query], occupied[query]);
                ensure_eq!(
                    found,
                    expected,
                    "{name}, query {query} on {kind}: {square}, {occupied:#?}"
                );
            }
            Ok(())
        };
        for (slider, expected) in Slider::ALL.into_iter().zip([&rooks, &bishops, &queens]) {
            let mut found = vec![Bitboard::EMPTY; QUERIES];
            Batch::new(slider, &squares, &occupied, &mut found)
                .and_then(|batch| answer(kind, batch))
                .map_err(wrong)?;
            compare(slider.name(), &found, expected)?;
        }
        let mut found = [vec![Bitboard::EMPTY; QUERIES], vec![Bitboard::EMPTY; QUERIES]];
        let [found_rooks, found_bishops] = &mut found;
        Batch::both(&squares, &occupied, found_rooks, found_bishops)
            .and_then(|batch| answer(kind, batch))
            .map_err(wrong)?;
        compare("rook of both", &found[0], &rooks)?;
        compare("bishop of both", &found[1], &bishops)?;
    }
    Ok(())
}

/// Checks boards that are kept up to date through long sequences of toggles. They must equal boards
/// made again, and their attacks must be right, on a plain word and in lanes.
///
/// # Errors
///
/// Describes the first sequence that breaks this law.
pub fn toggled_equals_rebuilt<T: SliderAttacks>() -> Result<(), String> {
    let mut random = Random::new(3);
    for _ in 0..64 {
        let mut squares = [random.board(), random.board()];
        let mut scalar = T::occupied(squares[0]);
        let mut lanes = T::occupied(Lanes(squares));
        for _ in 0..128 {
            let toggled = [random.square(), random.square()];
            for (board, square) in squares.iter_mut().zip(toggled) {
                *board ^= 1 << square;
            }
            scalar.toggle(toggled[0]);
            lanes.toggle(Lanes(toggled));

            let rebuilt: Vec<_> = T::occupied(squares[0]).boards().collect();
            ensure_eq!(scalar.boards().collect::<Vec<_>>(), rebuilt, "{:#018x}", squares[0]);
            let rebuilt: Vec<_> = T::occupied(Lanes(squares)).boards().collect();
            ensure_eq!(lanes.boards().collect::<Vec<_>>(), rebuilt, "lanes {squares:#x?}");

            let square = random_square(&mut random);
            let index = u32::from(square.index());
            let rook = oracle::attacks(index, &oracle::ROOK_STEPS, squares[0]);
            ensure_eq!(T::rook(square.word(), &scalar), rook, "rook {square}, {squares:#x?}");
            let bishop = oracle::attacks(index, &oracle::BISHOP_STEPS, squares[0]);
            ensure_eq!(T::bishop(square.word(), &scalar), bishop, "bishop {square}, {squares:#x?}");
        }
    }
    Ok(())
}

/// Checks that every form of the derivation of hyperbola quintessence gives the attacks.
///
/// # Errors
///
/// Describes the first board that breaks this law.
pub fn every_form_of_the_derivation_is_right() -> Result<(), String> {
    trials(|square, occupied| {
        for line in Line::ALL {
            let forms = HyperbolaQuintessence::derivation(line, square.word(), occupied.0);
            let steps = [line.positive(), line.negative()].map(steps_of);
            let expected = oracle::attacks(u32::from(square.index()), &steps, occupied.0);
            ensure_eq!(forms, [expected; 4], "{line} of {square}, {occupied:#?}");
        }
        Ok(())
    })
}

/// Checks that the attacks along each single line agree with the definition.
///
/// # Errors
///
/// Describes the first board that breaks this law.
pub fn lines_are_right<T: LineAttacks>() -> Result<(), String> {
    trials(|square, occupied| {
        for line in Line::ALL {
            let found = T::line(line, square.word(), &T::occupied(occupied.0));
            let steps = [line.positive(), line.negative()].map(steps_of);
            let expected = oracle::attacks(u32::from(square.index()), &steps, occupied.0);
            ensure_eq!(Bitboard(found), Bitboard(expected), "{line} of {square}, {occupied:#?}");
        }
        Ok(())
    })
}

/// Checks that the attacks of a set are the union of the attacks of its sliders, in every
/// direction. Each slider is blocked by the others. The sets are all sets of one and two sliders on
/// an empty board, and random ones.
///
/// # Errors
///
/// Describes the first set that breaks this law.
pub fn setwise_is_the_union_of_singles<T: SetwiseAttacks>() -> Result<(), String> {
    let check = |sliders: u64, occupied: u64| {
        let union = |steps: &[(i32, i32)]| {
            let squares = Bitboard(sliders).into_iter();
            let single = |square: Square| {
                oracle::attacks(u32::from(square.index()), steps, occupied | sliders)
            };
            squares.map(single).fold(0, |all, attacks| all | attacks)
        };
        for direction in Direction::ALL {
            let expected = union(&[steps_of(direction)]);
            let found = T::direction(direction, sliders, occupied);
            let context = format!("{direction:?} of {sliders:#018x} in {occupied:#018x}");
            ensure_eq!(Bitboard(found), Bitboard(expected), "{context}");
        }
        for slider in Slider::ALL {
            let steps = match slider {
                Slider::Rook => oracle::ROOK_STEPS.to_vec(),
                Slider::Bishop => oracle::BISHOP_STEPS.to_vec(),
                Slider::Queen => [oracle::ROOK_STEPS, oracle::BISHOP_STEPS].concat(),
            };
            let found = T::sliders(slider, sliders, occupied);
            let context = format!("{slider}s of {sliders:#018x} in {occupied:#018x}");
            ensure_eq!(Bitboard(found), Bitboard(union(&steps)), "{context}");
        }
        Ok(())
    };
    for first in 0..64 {
        for second in 0..64 {
            check(1_u64 << first | 1 << second, 0)?;
        }
    }
    let mut random = Random::new(4);
    for _ in 0..TRIALS {
        check(random.board() & random.board(), random.board())?;
    }
    check(0, random.board())?;
    check(u64::MAX, 0)?;
    on_every_kind(|kind| kind.visit(SetwiseEqualsScalar::<T>(PhantomData)))
}

/// Runs a check on every kind of word that the processor has.
fn on_every_kind(check: impl Fn(WordKind) -> Option<Result<(), String>>) -> Result<(), String> {
    WordKind::ALL.iter().try_for_each(|&kind| {
        check(kind).unwrap_or(Ok(())).map_err(|wrong| format!("{kind}: {wrong}"))
    })
}

/// Checks the attacks of sets on every kind of word: each lane must give the same as a plain word.
/// The counts of attacks must be the counts of the sets.
struct SetwiseEqualsScalar<T>(PhantomData<T>);

impl<T: SetwiseAttacks> WordVisitor for SetwiseEqualsScalar<T> {
    type Output = Result<(), String>;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> Self::Output {
        let mut random = Random::new(6);
        for _ in 0..TRIALS / 10 {
            let [mut orthogonal, mut diagonal, mut occupied] = [V::ZEROS; 3];
            orthogonal.as_mut().fill_with(|| random.board() & random.board());
            diagonal.as_mut().fill_with(|| random.board() & random.board());
            occupied.as_mut().fill_with(|| random.board());
            let load = |lanes| V::from_array(token, lanes);
            let sliders = Sliders { orthogonal: load(orthogonal), diagonal: load(diagonal) };
            let found = setwise::direction_attacks::<T, V>(sliders, load(occupied));
            let counts = AttackCounts::of_directions(found);
            let found = found.map(V::into_array);
            let at_least = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
            let at_least = at_least.map(|count| counts.at_least(count).into_array());
            let union = setwise::attacks::<T, V>(sliders, load(occupied)).into_array();
            for lane in 0..V::LANES {
                let sliders = Sliders {
                    orthogonal: orthogonal.as_ref()[lane],
                    diagonal: diagonal.as_ref()[lane],
                };
                let occupied = occupied.as_ref()[lane];
                let blockers = occupied | sliders.all();
                let scalar = Direction::ALL
                    .map(|direction| T::direction(direction, sliders.moving(direction), blockers));
                let found = found.map(|lanes| lanes.as_ref()[lane]);
                ensure_eq!(found, scalar, "{sliders:#x?} in {occupied:#018x}");
                let all = scalar.into_iter().fold(0, |all, set| all | set);
                ensure_eq!(union.as_ref()[lane], all, "{sliders:#x?} in {occupied:#018x}");
                for square in 0..64 {
                    let count = scalar.iter().filter(|&set| set >> square & 1 == 1).count();
                    for (least, squares) in at_least.iter().enumerate() {
                        let found = squares.as_ref()[lane] >> square & 1 == 1;
                        ensure_eq!(found, count >= least, "{square}, {count}, at least {least}");
                    }
                }
            }
        }
        Ok(())
    }
}

/// Checks that eight directions in the lanes of registers give the same as the directions one by
/// one, on any kind of word.
///
/// # Errors
///
/// Describes the first board that breaks this law.
pub fn directions_in_lanes_are_the_directions<T: FillAttacks>() -> Result<(), String> {
    struct DirectionsInLanes<T>(PhantomData<T>);
    impl<T: FillAttacks> WordVisitor for DirectionsInLanes<T> {
        type Output = Result<(), String>;

        #[inline(always)]
        fn visit<V: Vector>(self, token: V::Token) -> Self::Output {
            let mut random = Random::new(7);
            for _ in 0..TRIALS {
                let sliders = Sliders {
                    orthogonal: random.board() & random.board(),
                    diagonal: random.board() & random.board(),
                };
                let occupied = random.board();
                let found = setwise::direction_attacks_in_lanes::<T, V>(token, sliders, occupied);
                let expected = setwise::direction_attacks::<T, u64>(sliders, occupied);
                ensure_eq!(found, expected, "{sliders:#x?} in {occupied:#018x}");
            }
            Ok(())
        }
    }
    on_every_kind(|kind| kind.visit(DirectionsInLanes::<T>(PhantomData)))
}

fn steps_of(direction: Direction) -> (i32, i32) {
    let (files, ranks) = direction.step();
    (files.into(), ranks.into())
}
