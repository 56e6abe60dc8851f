//! The laws that hold besides being right on every case, each a check of one technique.
//!
//! A check returns what is wrong as text, with the inputs that show it.

use hyperbola::{
    Bitboard, Direction, Lanes, Line, LineAttacks, OccupiedBoards, SetwiseAttacks, Slider,
    SliderAttacks, Square,
};

use crate::oracle;
use crate::random::Random;

/// How many random boards a check tries.
const TRIALS: usize = 20_000;

/// Fails with a description unless two things are equal.
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

/// A queen attacks what a rook and a bishop attack, and both at once are what each is alone.
///
/// # Errors
///
/// The first board where that does not hold.
pub fn queen_is_rook_and_bishop<T: SliderAttacks>() -> Result<(), String> {
    trials(|square, occupied| {
        let rook = T::rook_attacks(square, occupied);
        let bishop = T::bishop_attacks(square, occupied);
        let both = T::rook_bishop_attacks(square, occupied);
        ensure_eq!(both, (rook, bishop), "rook_bishop on {square}, {occupied:#?}");
        ensure_eq!(T::queen_attacks(square, occupied), rook | bishop, "{square}, {occupied:#?}");
        Ok(())
    })
}

/// Attacks turn with the board: upside down, mirrored, by half a turn, and transposed.
///
/// # Errors
///
/// The first board where that does not hold.
pub fn attacks_turn_with_the_board<T: SliderAttacks>() -> Result<(), String> {
    type Turn = fn(Bitboard) -> Bitboard;
    let turns: [(&str, Turn); 4] = [
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
                let turned = T::slider_attacks(slider, turned_square, turn(occupied));
                let expected = turn(T::slider_attacks(slider, square, occupied));
                ensure_eq!(turned, expected, "{slider} on {square}, {name}, {occupied:#?}");
            }
        }
        Ok(())
    })
}

/// If one square attacks another, the other attacks it; and what is not attacked does not matter.
///
/// # Errors
///
/// The first board where that does not hold.
pub fn attacks_are_mutual_and_see_no_further<T: SliderAttacks>() -> Result<(), String> {
    trials(|square, occupied| {
        for slider in Slider::ALL {
            let attacks = T::slider_attacks(slider, square, occupied);
            for target in attacks {
                let back = T::slider_attacks(slider, target, occupied).contains(square);
                ensure_eq!(back, true, "{slider} from {target} back to {square}, {occupied:#?}");
            }
            let seen = T::slider_attacks(slider, square, occupied & attacks);
            ensure_eq!(seen, attacks, "{slider} on {square} with what it sees of {occupied:#?}");
        }
        Ok(())
    })
}

/// Every lane gives what a plain word gives, in one, two, four and eight lanes.
///
/// # Errors
///
/// The first board where that does not hold.
pub fn lanes_equal_scalar<T: SliderAttacks>() -> Result<(), String> {
    fn in_lanes<T: SliderAttacks, const N: usize>(random: &mut Random) -> Result<(), String> {
        let squares: [u64; N] = core::array::from_fn(|_| random.square());
        let boards: [u64; N] = core::array::from_fn(|_| random.board());
        let occupied = T::occupied(Lanes(boards));
        for slider in Slider::ALL {
            let lanes = T::slider(slider, Lanes(squares), &occupied);
            let scalar = core::array::from_fn(|lane| {
                T::slider(slider, squares[lane], &T::occupied(boards[lane]))
            });
            ensure_eq!(lanes, Lanes(scalar), "{slider} on {squares:?} in {boards:#x?}");
        }
        Ok(())
    }
    let mut random = Random::new(2);
    for _ in 0..TRIALS / 4 {
        in_lanes::<T, 1>(&mut random)?;
        in_lanes::<T, 2>(&mut random)?;
        in_lanes::<T, 4>(&mut random)?;
        in_lanes::<T, 8>(&mut random)?;
    }
    Ok(())
}

/// Boards kept up to date through long sequences of toggles are the boards made anew, and their
/// attacks are right, on a plain word and in lanes.
///
/// # Errors
///
/// The first sequence where that does not hold.
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

/// Every form of a derivation, where a technique has one, gives the attacks.
///
/// # Errors
///
/// The first board where that does not hold.
pub fn every_form_of_the_derivation_is_right<T: SliderAttacks>() -> Result<(), String> {
    trials(|square, occupied| {
        for line in Line::ALL {
            let Some(forms) = T::derivation(line, square.word(), occupied.0) else {
                ensure_eq!(T::DERIVATION, "", "a derivation in words without its steps");
                return Ok(());
            };
            let steps = [line.positive(), line.negative()].map(steps_of);
            let expected = oracle::attacks(u32::from(square.index()), &steps, occupied.0);
            ensure_eq!(forms, [expected; 4], "{line} of {square}, {occupied:#?}");
        }
        Ok(())
    })
}

/// Each line alone is what the definition says.
///
/// # Errors
///
/// The first board where that does not hold.
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

/// The attacks of a set are the union of the attacks of its sliders, each blocked by the others, in
/// every direction, for all sets of one and two sliders on an empty board and for random ones.
///
/// # Errors
///
/// The first set where that does not hold.
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
            let lanes = T::direction(direction, Lanes([sliders; 2]), Lanes([occupied, 0]));
            let alone = T::direction(direction, sliders, 0);
            ensure_eq!(lanes, Lanes([found, alone]), "lanes, {context}");
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
    check(u64::MAX, 0)
}

fn steps_of(direction: Direction) -> (i32, i32) {
    let (files, ranks) = direction.step();
    (files.into(), ranks.into())
}
