//! Rows come back as they went in.

use hyperbola_features::{Attacks, BadRows, NONE, Positions};
use hyperbola_moves::Position;
use hyperbola_samples::testdata;

use crate::support::{SAMPLE, columns};

#[test]
fn rows_are_the_positions() {
    let columns = columns(&SAMPLE);
    let rows = columns.as_slice();
    for (row, position) in SAMPLE.iter().enumerate() {
        assert_eq!(rows.position(row).as_ref(), Some(position));
        assert!(!rows.is_marked(row));
        assert_eq!(rows.en_passant[row] == NONE, position.en_passant().is_none());
    }
}

#[test]
fn slices_and_concatenations_are_rows() {
    let columns = columns(&SAMPLE[..100]);
    let mut joined = Positions::new();
    for piece in columns.as_slice().pieces(7) {
        assert!(piece.len() <= 7);
        joined.extend_from_slice(piece);
    }
    assert_eq!(joined, columns);
    assert_eq!(columns.as_slice().rows(3..9).to_owned().as_slice(), columns.as_slice().rows(3..9));
    assert_ne!(columns.as_slice().rows(3..9), columns.as_slice().rows(4..10));
}

#[test]
fn fens_are_read_in_order() {
    let fens: Vec<String> = SAMPLE.iter().map(Position::to_string).collect();
    let read = Positions::from_fens(&fens[..], BadRows::Fail).expect("valid");
    assert_eq!(read.positions, columns(&SAMPLE));
    assert_eq!(read.bad_rows, []);
}

#[test]
fn fens_are_written_as_those_of_the_positions() {
    let mut columns = columns(&SAMPLE);
    columns.push_marked();
    let fens = columns.as_slice().fens();
    assert_eq!(fens.len(), SAMPLE.len() + 1);
    let expected = SAMPLE.iter().map(|position| Some(position.to_string())).chain([None]);
    assert!(fens.eq(expected));
}

#[test]
fn each_bad_row_is_named() {
    let invalid = testdata("positions/invalid.fens");
    let invalid: Vec<&str> = invalid.lines().collect();
    assert_eq!(invalid.len(), 5_000);
    let mut texts = Vec::new();
    for (good, bad) in SAMPLE.iter().zip(&invalid) {
        texts.extend([good.to_string(), (*bad).to_owned()]);
    }
    let marked = Positions::from_fens(&texts[..], BadRows::Mark).expect("bad rows are marked");
    let rows: Vec<usize> = marked.bad_rows.iter().map(|bad| bad.row).collect();
    assert_eq!(rows, (0..5_000).map(|row| 2 * row + 1).collect::<Vec<_>>());
    let positions = marked.positions.as_slice();
    for row in 0..texts.len() {
        assert_eq!(positions.is_marked(row), row % 2 == 1);
        assert_eq!(positions.position(row).is_none(), row % 2 == 1);
    }
    // A marked row has no attack.
    let attacks = positions.features().compute(Attacks);
    assert!(attacks.chunks(2).skip(1).step_by(2).all(|attacks| attacks == [0, 0]));

    let skipped = Positions::from_fens(&texts[..], BadRows::Skip).expect("bad rows are skipped");
    assert_eq!(skipped.positions, columns(&SAMPLE[..5_000]));
    assert_eq!(skipped.bad_rows, marked.bad_rows);

    let refused = Positions::from_fens(&texts[..], BadRows::Fail).expect_err("a bad row");
    assert_eq!(refused, marked.bad_rows[0]);
    assert!(refused.to_string().starts_with("row 1: "));
}
