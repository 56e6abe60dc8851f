//! Positions in columns of the caller.

use std::collections::HashSet;

use hyperbola_features::{
    BadRows, CastlingFiles, ColumnsError, NONE, PositionSlice, Positions, RowError,
};
use hyperbola_moves::{Position, PositionError, Setup, Square};

use crate::support::{POSITIONS, columns};

/// Columns that can be changed.
#[derive(Clone)]
struct Columns {
    sets: [Vec<u64>; 8],
    sides_to_move: Vec<u8>,
    castling: Vec<CastlingFiles>,
    en_passant: Vec<u8>,
    halfmove_clocks: Vec<u16>,
    fullmove_numbers: Vec<u16>,
}

impl Columns {
    fn new(positions: &Positions) -> Self {
        let rows = positions.as_slice();
        Self {
            sets: rows.sets.map(<[u64]>::to_vec),
            sides_to_move: rows.sides_to_move.to_vec(),
            castling: rows.castling.to_vec(),
            en_passant: rows.en_passant.to_vec(),
            halfmove_clocks: rows.halfmove_clocks.to_vec(),
            fullmove_numbers: rows.fullmove_numbers.to_vec(),
        }
    }

    fn slice(&self) -> Result<PositionSlice<'_>, ColumnsError> {
        PositionSlice::from_columns(
            self.sets.each_ref().map(Vec::as_slice),
            &self.sides_to_move,
            &self.castling,
            &self.en_passant,
            &self.halfmove_clocks,
            &self.fullmove_numbers,
        )
    }

    /// Returns the row that is wrong after a change, and its mistake.
    fn wrong(&self, change: impl FnOnce(&mut Self)) -> (usize, RowError) {
        let mut changed = self.clone();
        change(&mut changed);
        match changed.slice() {
            Err(ColumnsError::Row { row, error }) => (row, error),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn columns_of_positions_are_taken_as_they_are() {
    // Some of these cannot be reached in a game, and have more than two checkers.
    let mut positions = columns(&POSITIONS);
    positions.push_marked();
    let columns = Columns::new(&positions);
    assert_eq!(columns.slice(), Ok(positions.as_slice()));
    let lenient = ["3rk3/8/8/8/b7/4n3/8/3K4 w - - 0 1"];
    let read = Positions::from_fens_lenient(&lenient, BadRows::Error).expect("it can be mended");
    assert!(read.positions.as_slice().position(0).is_some());
    assert_eq!(Columns::new(&read.positions).slice(), Ok(read.positions.as_slice()));
    assert_eq!(Columns::new(&Positions::new()).slice(), Ok(Positions::new().as_slice()));
}

#[test]
fn positions_that_no_game_leads_to_are_taken() {
    use PositionError::{Checkers, Pieces, Promoted};
    let setups: [Setup; 3] = [
        "4k3/8/5N2/1B6/8/8/8/4RK2 b - - 0 1",
        "4k3/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w - - 0 1",
        "4k3/8/8/8/8/NNN5/PPPPPPPP/4K3 w - - 0 1",
    ]
    .map(|fen| fen.parse().expect("a setup"));
    let errors = setups.each_ref().map(|setup| setup.checked().expect_err("no game leads there"));
    assert!(matches!(errors, [Checkers { .. }, Pieces { .. }, Promoted { .. }]), "{errors:?}");
    let positions: Positions =
        setups.iter().map(|setup| setup.unreachable_position().expect("a position")).collect();
    assert_eq!(Columns::new(&positions).slice(), Ok(positions.as_slice()));
}

#[test]
fn columns_of_another_length_are_named() {
    let columns = Columns::new(&columns(&POSITIONS[..5]));
    let mut names = HashSet::new();
    for column in 0..13 {
        for found in [0, 4, 6] {
            let mut changed = columns.clone();
            match column {
                0..8 => changed.sets[column].resize(found, 0),
                8 => changed.sides_to_move.resize(found, 0),
                9 => changed.castling.resize(found, [NONE; 4]),
                10 => changed.en_passant.resize(found, NONE),
                11 => changed.halfmove_clocks.resize(found, 0),
                _ => changed.fullmove_numbers.resize(found, 0),
            }
            let error = changed.slice().expect_err("another length");
            let ColumnsError::Length { column: name, expected, found: length } = error else {
                panic!("{error}");
            };
            // All others differ from the first one.
            let lengths = if column == 0 { (found, 5) } else { (5, found) };
            assert_eq!((expected, length), lengths, "{name}");
            if column > 0 {
                names.insert(name);
            } else {
                assert_eq!(name, "knights");
            }
        }
    }
    assert_eq!(names.len(), 12);
    let mut changed = columns;
    changed.en_passant.pop();
    let text = changed.slice().expect_err("another length").to_string();
    assert_eq!(text, "column en_passant: expected 5 rows as in pawns, found 4");
}

#[test]
fn invalid_rows_are_named() {
    // Enough rows that a later piece has the row. No castling, no en passant square.
    let setup: Setup = "4k3/8/8/8/8/8/P7/4K2R w - - 3 9".parse().expect("a FEN");
    let position = setup.position().expect("a position");
    let columns = Columns::new(&columns(&vec![position; 10_000]));
    assert!(columns.slice().is_ok());
    let row = 9000;
    let [pawns, knights, kings, white, black] = [0, 1, 5, 6, 7];
    let wrong = |change: &dyn Fn(&mut Columns)| {
        let (found, error) = columns.wrong(|columns| change(columns));
        assert_eq!(found, row);
        error
    };
    assert_eq!(wrong(&|columns| columns.sets[knights][row] = 1 << 8), RowError::Sets);
    assert_eq!(wrong(&|columns| columns.sets[black][row] |= 1 << 8), RowError::Sets);
    assert_eq!(wrong(&|columns| columns.sides_to_move[row] = 2), RowError::SideToMove { found: 2 });
    let found = [NONE, 8, NONE, NONE];
    assert_eq!(wrong(&|columns| columns.castling[row] = found), RowError::Castling { found });
    assert_eq!(wrong(&|columns| columns.en_passant[row] = 64), RowError::EnPassant { found: 64 });
    // An error that the file form does not check.
    let error = wrong(&|columns| {
        columns.sets[kings][row] = 0x10;
        columns.sets[black][row] = 0;
    });
    assert!(matches!(error, RowError::Position(PositionError::Kings { count: 0, .. })), "{error}");
    let error = wrong(&|columns| columns.castling[row] = [NONE, 0, NONE, NONE]);
    assert!(matches!(error, RowError::Position(PositionError::CastlingRight { .. })), "{error}");
    let error = wrong(&|columns| {
        columns.sets[pawns][row] |= 1;
        columns.sets[white][row] |= 1;
    });
    assert_eq!(error, RowError::Position(PositionError::Pawn { square: Square::A1 }));
    let error = wrong(&|columns| columns.en_passant[row] = 20);
    assert!(matches!(error, RowError::Position(PositionError::EnPassant { .. })), "{error}");
    // Both fit, but the first row is named.
    let (found, _) = columns.wrong(|columns| {
        columns.sides_to_move[9500] = 9;
        columns.sides_to_move[77] = 9;
    });
    assert_eq!(found, 77);
}

#[test]
fn an_en_passant_square_without_a_capture_is_refused() {
    // The pawn has just passed e3, and no black pawn stands beside it.
    let fen = "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1";
    let position: Position = fen.parse().expect("a FEN");
    let columns = Columns::new(&columns(&[Position::initial(), position]));
    assert_eq!(columns.en_passant[1], NONE);
    let found = columns.wrong(|columns| columns.en_passant[1] = Square::E3 as u8);
    assert_eq!(found, (1, RowError::NoCapture { square: Square::E3 }));
    assert_eq!(found.1.to_string(), "expected 255, found 20: no capture en passant on e3 is legal");
}

#[test]
fn marked_rows_are_otherwise_empty() {
    let mut rows = columns(&POSITIONS[..2]);
    rows.push_marked();
    let columns = Columns::new(&rows);
    let changes: [fn(&mut Columns); 5] = [
        |columns| columns.sides_to_move[2] = 1,
        |columns| columns.castling[2][3] = 0,
        |columns| columns.en_passant[2] = 40,
        |columns| columns.halfmove_clocks[2] = 1,
        |columns| columns.fullmove_numbers[2] = 1,
    ];
    for change in changes {
        assert_eq!(columns.wrong(change), (2, RowError::Marked));
    }
}
