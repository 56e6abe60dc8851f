//! Planes compared with their definition, square by square.

use std::collections::HashSet;

use hyperbola_features::{Block, F16, Feature, PlaneItem, PlaneSet, Planes, Positions, View};
use hyperbola_moves::{CastlingSide, Color, Position, Role, Setup};

use crate::oracle::Mailbox;
use crate::support::{POSITIONS, SAMPLE, check_of, columns, on_every_word};

const VIEWS: [View; 3] = [View::White, View::Black, View::SideToMove];

/// Returns a plane with a number for each square of the board as it is.
fn plane(own: Color, number: impl Fn(usize) -> usize) -> Vec<u8> {
    let squares = (0..8).flat_map(|rank| (0..8).map(move |file| (rank, file)));
    let number = |(rank, file): (usize, usize)| {
        let rank = if own == Color::White { rank } else { 7 - rank };
        u8::try_from(number(8 * rank + file)).expect("fits")
    };
    squares.map(number).collect()
}

/// Returns the planes of a set by the definition.
fn planes(set: PlaneSet, view: View, position: &Position) -> Vec<u8> {
    let board = Mailbox::new(position);
    let own = match view {
        View::White => Color::White,
        View::Black => Color::Black,
        View::SideToMove => position.side_to_move(),
    };
    let sides = [own, !own];
    let of_pieces = |side, squares: &dyn Fn(usize) -> Vec<usize>| -> Vec<usize> {
        board.squares(|color, _| color == side).flat_map(|(from, ..)| squares(from)).collect()
    };
    let each = |side| match set {
        PlaneSet::Pieces => Role::ALL
            .into_iter()
            .flat_map(|role| {
                plane(own, |square| usize::from(board.places[square] == Some((side, role))))
            })
            .collect(),
        PlaneSet::Attacks => {
            let attacks = of_pieces(side, &|from| board.attacks(from));
            plane(own, |square| attacks.contains(&square).into())
        }
        PlaneSet::XRayAttacks => {
            let x_rays = of_pieces(side, &|from| board.x_rays(from, |_| true));
            plane(own, |square| x_rays.contains(&square).into())
        }
        PlaneSet::AttackCounts => {
            let attacks = of_pieces(side, &|from| board.attacks(from));
            plane(own, |square| attacks.iter().filter(|&&to| to == square).count())
        }
        PlaneSet::Castling => [CastlingSide::King, CastlingSide::Queen]
            .map(|wing| position.castling_rights().rook(side, wing))
            .into_iter()
            .flat_map(|rook| [u8::from(rook.is_some()); 64])
            .collect(),
        PlaneSet::SideToMove | PlaneSet::HalfmoveClock | PlaneSet::EnPassant => unreachable!(),
    };
    match set {
        PlaneSet::SideToMove => vec![u8::from(position.side_to_move() == Color::Black); 64],
        PlaneSet::HalfmoveClock => {
            vec![u8::try_from(position.halfmove_clock().min(255)).expect("fits"); 64]
        }
        PlaneSet::EnPassant => {
            let en_passant = position.en_passant().map(|square| square as usize);
            plane(own, |square| usize::from(en_passant == Some(square)))
        }
        _ => sides.into_iter().flat_map(each).collect(),
    }
}

/// Chooses all sets of planes.
fn all<T>(view: View) -> Planes<T> {
    PlaneSet::ALL.into_iter().fold(Planes::new(view), Planes::with)
}

fn check_planes(positions: &[Position]) {
    for view in VIEWS {
        let planes_of = |position: &Position| {
            PlaneSet::ALL.into_iter().flat_map(|set| planes(set, view, position)).collect()
        };
        check_of(positions, all::<u8>(view), planes_of);
    }
}

#[test]
fn planes_are_those_of_their_sets() {
    check_planes(&SAMPLE);
}

#[test]
#[ignore = "as before, on all positions: minutes"]
fn deep_planes() {
    POSITIONS.chunks(10_000).for_each(check_planes);
}

#[test]
fn sets_are_in_the_chosen_order() {
    let rows = columns(&SAMPLE[..100]);
    let compute = |planes: Planes| rows.as_slice().features().compute(planes);
    let mut reversed = Planes::<u8>::new(View::SideToMove);
    for set in PlaneSet::ALL.into_iter().rev() {
        reversed = reversed.with(set).with(PlaneSet::EnPassant);
        let alone = Planes::new(View::SideToMove).with(set);
        let (found, alone) = (compute(reversed), compute(alone));
        let (width, last) = (64 * reversed.planes(), 64 * set.planes());
        assert_eq!(reversed.shape().lengths(), [reversed.planes(), 8, 8]);
        for (found, alone) in found.chunks(width).zip(alone.chunks(last)) {
            assert_eq!(found[width - last..], *alone, "{set:?}");
        }
        for (row, position) in
            rows.as_slice().features().compute(reversed).chunks(width).zip(&*SAMPLE)
        {
            assert_eq!(row[width - last..], planes(set, View::SideToMove, position));
        }
    }
    assert_eq!(reversed.sets().len(), 8);
    assert_eq!(reversed.planes(), 25);
}

#[test]
fn a_clock_above_255_is_255() {
    for (clock, expected) in [(0, 0), (1, 1), (255, 255), (256, 255), (u16::MAX, 255)] {
        let setup = Setup { halfmove_clock: clock, ..Setup::initial() };
        let rows = columns(&[setup.position().expect("valid")]);
        let clocks = Planes::<u8>::new(View::White).with(PlaneSet::HalfmoveClock);
        assert_eq!(rows.as_slice().features().compute(clocks), [expected; 64]);
    }
}

#[test]
fn without_planes_there_are_no_numbers() {
    let rows = columns(&SAMPLE[..5000]);
    let none = Planes::<f32>::new(View::White);
    assert_eq!(none.shape().size(), 0);
    assert_eq!(rows.as_slice().features().compute(none), Vec::<f32>::new());
    assert_eq!(rows.as_slice().features().parallel().compute(none), Vec::<f32>::new());
}

#[test]
fn a_marked_row_is_an_empty_board() {
    let mut rows = Positions::new();
    rows.push_marked();
    for view in VIEWS {
        let numbers = rows.as_slice().features().compute(all::<u8>(view));
        assert!(numbers.iter().all(|&number| number == 0));
    }
}

#[test]
fn every_plane_has_a_name_of_its_own() {
    for view in VIEWS {
        let names = all::<u8>(view).names();
        assert_eq!(names.len(), all::<u8>(view).planes());
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
    }
    let names = |view| all::<u8>(view).names();
    assert_eq!(names(View::White)[5], "white_kings");
    assert_eq!(names(View::Black)[5], "black_kings");
    assert_eq!(names(View::SideToMove)[6], "other_pawns");
    assert_eq!(
        names(View::White)[18..23],
        [
            "white_castles_kings_side",
            "white_castles_queens_side",
            "black_castles_kings_side",
            "black_castles_queens_side",
            "black_to_move"
        ]
    );
}

/// Compares planes of another type with those of bytes.
fn is_the_same<T: PlaneItem + PartialEq + core::fmt::Debug>() {
    let rows = columns(&SAMPLE[..4000]);
    let bytes = rows.as_slice().features().compute(all::<u8>(View::SideToMove));
    let expected: Vec<T> = bytes.into_iter().map(T::from).collect();
    on_every_word(all::<T>(View::SideToMove), &rows, &expected);
}

#[test]
fn every_type_has_the_same_numbers() {
    is_the_same::<f32>();
    is_the_same::<F16>();
}

#[test]
fn halves_are_whole_numbers() {
    for number in 0..=u8::MAX {
        let bits = F16::from(number).to_bits();
        // By the definition: the sign, five bits of exponent, ten bits of fraction.
        let (exponent, fraction) = (i32::from(bits >> 10 & 31), f64::from(bits & 0x3ff));
        let value = match exponent {
            0 => fraction / 1024.0 * 2_f64.powi(-14),
            _ => (1.0 + fraction / 1024.0) * 2_f64.powi(exponent - 15),
        };
        assert_eq!(bits >> 15, 0);
        assert_eq!(value.to_bits(), f64::from(number).to_bits(), "{number}");
        assert_eq!(f32::from(F16::from(number)).to_bits(), f32::from(number).to_bits());
    }
    assert_eq!([0, 1].map(|number| F16::from(number).to_bits()), [0, 0x3c00]);
}

/// The formula whose operations are counted has the numbers of the planes.
#[test]
fn words_are_the_ranks_of_planes() {
    let word_sets =
        [PlaneSet::Pieces, PlaneSet::Attacks, PlaneSet::XRayAttacks, PlaneSet::AttackCounts];
    for view in [View::White, View::Black, View::SideToMove] {
        let planes = word_sets.into_iter().fold(Planes::<u8>::new(view), Planes::with);
        let rows = columns(&SAMPLE[..500]);
        let rows = rows.as_slice();
        let numbers = rows.features().compute(planes);
        for (row, numbers) in numbers.chunks(18 * 64).enumerate() {
            let [roles @ .., white, black] = rows.sets.map(|column| column[row]);
            let is_black = u64::from(rows.sides_to_move[row]).wrapping_neg();
            let block = Block { roles, colors: [white, black], is_black, castling: 0 };
            let ranks = planes.words(&block).into_iter().flat_map(u64::to_le_bytes);
            assert!(ranks.eq(numbers.iter().copied()), "row {row}");
            // The others are made of other columns.
            assert_eq!(Planes::<u8>::all(view).words(&block), planes.words(&block));
        }
    }
}
