//! Squares, sets and their pictures on every named board, and one of 256 squares.

use hyperbola::{Direction, Line, Technique};
use hyperbola_boards::boards::{Capablanca, Chess, Courier, Grand, Shogi, Xiangqi};
use hyperbola_boards::{
    Board, BoardAttacks as _, ParseSquareError, Size, Square, SquareSet, board, dispatch_on_boards,
    leapers, square_set,
};

board! {
    /// As large as a board can be.
    Full: 16 files, 16 ranks, Files, FromOne;
    /// Higher than wide, file by file.
    Tower: 3 files, 7 ranks, Files, FromOne;
}

/// Returns the names of the first and the last square by index, and of those top left and bottom
/// right.
fn corners<B: Board>() -> [String; 4] {
    let (files, ranks) = (B::SIZE.files(), B::SIZE.ranks());
    let last = Square::<B>::all().next_back();
    let squares =
        [Square::from_index(0), last, Square::new(0, ranks - 1), Square::new(files - 1, 0)];
    squares.map(|square| square.expect("a square of the board").to_string())
}

#[test]
fn squares_have_the_names_of_their_games() {
    assert_eq!(corners::<Chess>(), ["a1", "h8", "a8", "h1"]);
    assert_eq!(corners::<Shogi>(), ["1a", "9i", "9a", "1i"]);
    assert_eq!(corners::<Xiangqi>(), ["a0", "i9", "a9", "i0"]);
    assert_eq!(corners::<Capablanca>(), ["a1", "j8", "a8", "j1"]);
    assert_eq!(corners::<Grand>(), ["a1", "j10", "a10", "j1"]);
    assert_eq!(corners::<Courier>(), ["a1", "l8", "a8", "l1"]);
    assert_eq!(corners::<Full>(), ["a1", "p16", "a16", "p1"]);
}

#[test]
fn bits_have_the_order_of_their_layout() {
    assert_eq!("b1".parse::<Square<Capablanca>>().map(Square::index), Ok(1));
    assert_eq!("a2".parse::<Square<Capablanca>>().map(Square::index), Ok(10));
    assert_eq!("a2".parse::<Square<Full>>().map(Square::index), Ok(1));
    assert_eq!("b1".parse::<Square<Full>>().map(Square::index), Ok(16));
    assert_eq!("1b".parse::<Square<Shogi>>().map(Square::index), Ok(1));
    assert_eq!("2a".parse::<Square<Shogi>>().map(Square::index), Ok(9));
}

/// Checks that squares, files, ranks and names agree.
fn check_squares<B: Board>() {
    let mut names = Vec::new();
    for (index, square) in Square::<B>::all().enumerate() {
        assert_eq!(usize::from(square.index()), index);
        assert_eq!(Square::new(square.file(), square.rank()), Some(square));
        let name = square.to_string();
        assert_eq!(name.parse(), Ok(square), "{name}");
        names.push(name);
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            let next = square.offset(files, ranks);
            let step = next.map(|next| i16::from(next.index()) - i16::from(square.index()));
            assert!(step.is_none_or(|step| step == i16::from(B::SIZE.step(direction))), "{square}");
            assert_eq!(next.and_then(|next| next.offset(-files, -ranks)).is_some(), next.is_some());
        }
    }
    assert_eq!(names.len(), B::SIZE.squares());
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), B::SIZE.squares());
    let (files, ranks) = (B::SIZE.files(), B::SIZE.ranks());
    for (file, rank) in [(files, 0), (0, ranks), (255, 0), (0, 255), (128, 128)] {
        assert_eq!(Square::<B>::new(file, rank), None);
    }
    let last = u8::try_from(B::SIZE.squares()).ok();
    assert_eq!(last.and_then(Square::<B>::from_index), None);
}

/// Checks the operations of sets by lists of squares.
fn check_sets<B: Board>() {
    let all: Vec<Square<B>> = Square::all().collect();
    let full = SquareSet::<B>::full();
    assert_eq!(full.into_iter().collect::<Vec<_>>(), all);
    assert_eq!(
        full.into_iter().rev().collect::<Vec<_>>(),
        all.iter().rev().copied().collect::<Vec<_>>()
    );
    assert_eq!(full.into_iter().len(), all.len());
    assert_eq!([!full, SquareSet::default()], [SquareSet::EMPTY; 2]);
    assert_eq!((SquareSet::<B>::EMPTY.first(), SquareSet::<B>::EMPTY.last()), (None, None));
    let every = |number: usize| all.iter().copied().step_by(number).collect::<SquareSet<B>>();
    let (twos, threes) = (every(2), every(3));
    for (index, &square) in all.iter().enumerate() {
        let (two, three) = (index % 2 == 0, index % 3 == 0);
        assert_eq!((twos & threes).contains(square), two && three);
        assert_eq!((twos | threes).contains(square), two || three);
        assert_eq!((twos ^ threes).contains(square), two != three);
        assert_eq!((twos - threes).contains(square), two && !three);
        assert_eq!((!twos).contains(square), !two);
        assert_eq!(
            (SquareSet::from(square).first(), SquareSet::from(square).last()),
            (Some(square), Some(square))
        );
        let mut set = twos;
        set.insert(square);
        assert_eq!(set, twos | square.into());
        set.remove(square);
        assert_eq!(set, twos - square.into());
    }
    assert_eq!(twos.count() as usize, all.len().div_ceil(2));
    assert!(every(6).is_subset(twos) && twos.is_superset(every(6)) && !twos.is_subset(threes));
    assert!(twos.is_disjoint(!twos) && !twos.is_disjoint(threes));
    // Bits beyond the board are left out.
    let bits = !SquareSet::<B>::EMPTY.bits();
    assert_eq!(SquareSet::<B>::from_bits(bits), full);
    let rows: Vec<String> = twos.to_string().lines().map(str::to_owned).collect();
    assert_eq!(rows.len(), usize::from(B::SIZE.ranks()));
    for (rank, row) in (0..B::SIZE.ranks()).rev().zip(&rows) {
        let marks: Vec<&str> = row.split(' ').collect();
        assert_eq!(marks.len(), usize::from(B::SIZE.files()));
        for (file, mark) in (0..).zip(marks) {
            let is_set = Square::new(file, rank).is_some_and(|square| twos.contains(square));
            assert_eq!(mark, if is_set { "1" } else { "." });
        }
    }
}

/// Checks that the rays in the tables are those of steps, and that lines are two rays.
fn check_rays<B: Board>() {
    for square in Square::<B>::all() {
        for line in Line::ALL {
            let ray = |direction: Direction| {
                let (files, ranks) = direction.step();
                let next = move |square: &Square<B>| square.offset(files, ranks);
                core::iter::successors(next(&square), next).collect::<SquareSet<B>>()
            };
            let rays = [line.positive(), line.negative()].map(ray);
            assert_eq!(SquareSet::ray(square, line.positive()), rays[0], "{square}");
            assert_eq!(SquareSet::ray(square, line.negative()), rays[1], "{square}");
            assert_eq!(SquareSet::line(square, line), rays[0] | rays[1], "{square}");
        }
    }
}

fn check<B: Board>() {
    check_squares::<B>();
    check_sets::<B>();
    check_rays::<B>();
}

#[test]
fn squares_and_sets_of_each_board_are_lists_of_squares() {
    check::<Chess>();
    check::<Shogi>();
    check::<Xiangqi>();
    check::<Capablanca>();
    check::<Grand>();
    check::<Courier>();
    check::<Full>();
    check::<Tower>();
}

#[test]
fn errors_name_the_first_and_the_last_square() {
    let error = |text: &str| text.parse::<Square<Grand>>().err().map(|error| error.to_string());
    assert_eq!(error("a10"), None);
    for text in ["", "a", "a0", "a11", "k1", "a01", "a+1", "a1 ", "A1", "1a", "é1", "a256", "a1é"]
    {
        assert_eq!(error(text).as_deref(), Some("expected a square, from a1 to j10"), "{text}");
    }
    let error = |text: &str| text.parse::<Square<Shogi>>().err().map(|error| error.to_string());
    for text in ["", "1", "a", "0a", "10a", "1j", "01a", "a1", "+1a", "1é", "é"] {
        assert_eq!(error(text).as_deref(), Some("expected a square, from 9a to 1i"), "{text}");
    }
    let error =
        "a10".parse::<Square<Xiangqi>>().map_err(|error: ParseSquareError| error.to_string());
    assert_eq!(error, Err("expected a square, from a0 to i9".to_owned()));
}

#[test]
fn a_picture_can_be_pasted() {
    let set: SquareSet<Xiangqi> = square_set! {
        1 . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . 1 .
    };
    assert_eq!(format!("{set:?}"), "{Square(h0), Square(a9)}");
    assert!(format!("{set:#?}").starts_with("square_set! {\n1 . . . . . . . .\n. . ."));
    assert!(format!("{set:#?}").ends_with(". .\n. . . . . . . 1 .\n}"));
}

#[test]
#[should_panic = "a board has 1 to 16 files"]
fn no_board_has_more_than_16_files() {
    let _ = Size::new(17, 1, hyperbola_boards::Layout::Ranks);
}

#[test]
fn leaps_end_on_the_board_and_can_be_blocked() {
    let square = |name: &str| name.parse::<Square<Xiangqi>>().expect("a square");
    let set = |names: &[&str]| names.iter().map(|name| square(name)).collect::<SquareSet<_>>();
    assert_eq!(leapers::leaps(square("a0"), &leapers::KNIGHT), set(&["b2", "c1"]));
    assert_eq!(leapers::leaps(square("i9"), &leapers::KING), set(&["h9", "h8", "i8"]));
    assert_eq!(leapers::leaps(square("e4"), &leapers::KNIGHT).count(), 8);
    assert_eq!(leapers::leaps(square("e4"), &[(127, 0), (-128, -128), (0, 127)]), set(&[]));
    // Each leg blocks the two leaps behind it, and no other.
    let horse =
        |occupied: &[&str]| leapers::blocked_leaps(square("e4"), set(occupied), &leapers::HORSE);
    assert_eq!(
        horse(&["d5", "f5", "d3", "f3", "e4"]),
        leapers::leaps(square("e4"), &leapers::KNIGHT)
    );
    let all = horse(&[]);
    for (leg, behind) in
        [("e5", ["d6", "f6"]), ("f4", ["g5", "g3"]), ("e3", ["d2", "f2"]), ("d4", ["c5", "c3"])]
    {
        assert_eq!(horse(&[leg]), all - set(&behind), "{leg}");
    }
    let elephant =
        |occupied: &[&str]| leapers::blocked_leaps(square("e2"), set(occupied), &leapers::ELEPHANT);
    assert_eq!(elephant(&["e3", "d2"]), set(&["c4", "g4", "c0", "g0"]));
    for (eye, behind) in [("d3", "c4"), ("f3", "g4"), ("d1", "c0"), ("f1", "g0")] {
        assert_eq!(elephant(&[eye]), elephant(&[]) - set(&[behind]), "{eye}");
    }
}

#[test]
fn tables_have_the_bytes_that_are_said() {
    board! {
        /// The longest rows with a table.
        Twelve: 3 files, 12 ranks, Files, FromOne;
        /// Rows whose table would be too large.
        Thirteen: 13 files, 2 ranks, Ranks, FromOne;
    }
    let bytes = |technique| {
        [
            dispatch_on_boards!(technique, T => T::table_bytes::<Shogi>()),
            dispatch_on_boards!(technique, T => T::table_bytes::<Twelve>()),
            dispatch_on_boards!(technique, T => T::table_bytes::<Thirteen>()),
        ]
    };
    let masks = [81 * 5 * 16, 36 * 5 * 8, 26 * 5 * 8];
    assert_eq!(bytes(Technique::HyperbolaQuintessence), masks.map(Some));
    // An entry of two bytes for each place in a row and each occupancy of the row's inner squares.
    let rows = [9 * 128 * 2, 12 * 1024 * 2, 0];
    let both = [0, 1, 2].map(|board| Some(masks[board] + rows[board]));
    assert_eq!(bytes(Technique::HqFirstRank), both);
    assert_eq!(bytes(Technique::ObstructionDifference)[0], Some(81 * 8 * 16));
    assert_eq!(bytes(Technique::KoggeStone)[0], Some(8 * 16));
    // Magics have 6,336 sets of occupied squares for all columns and 20,224 for all diagonals, and
    // two hashes of 40 bytes a square. A board without factors has the tables of the other look-up.
    let magics = 81 * 2 * 40 + (6_336 + 20_224) * 16;
    assert_eq!(
        bytes(Technique::MagicFancy),
        [both[0].map(|bytes| bytes + magics), both[1], both[2]]
    );
    assert_eq!(bytes(Technique::RayWalk), [None; 3]);
}
