//! Laws that hold for any bytes. The tests check them, and so does fuzzing.

use hyperbola_features::file::{read, read_unverified};
use hyperbola_features::{
    AnyFeature, Arrays, AttackCounts, Attacks, AttacksByRole, Blockers, Checkers, KingDanger,
    Mobility, NONE, Pinned, Pinners, PositionSlice, Positions, XRayAttacks,
};

/// Any rows have features, and are written to a file or rejected.
pub(crate) fn any_rows(rows: PositionSlice<'_>) {
    let features = rows.features();
    drop((features.compute(Attacks), features.compute(AttacksByRole)));
    drop((features.compute(AttackCounts), features.compute(Mobility)));
    for blockers in [Blockers::Any, Blockers::Own, Blockers::Other] {
        drop(features.compute(XRayAttacks { blockers }));
    }
    drop((features.compute(Pinned), features.compute(Pinners)));
    drop((features.compute(Checkers), features.compute(KingDanger)));
    for feature in AnyFeature::all() {
        Arrays::new(feature).append(features);
    }
    for row in 0..rows.len() {
        assert!(!rows.is_marked(row) || rows.position(row).is_none());
    }
    let mut bytes = Vec::new();
    let written = rows.write_to(&mut bytes);
    assert_eq!(written.is_ok(), (0..rows.len()).all(|row| fits(rows, row)));
    if written.is_ok() {
        aligned(&bytes, |bytes| assert!(read(bytes).expect("a file") == rows));
    }
}

/// Returns whether each square of a row is empty or has one role and one colour.
fn is_board(rows: PositionSlice<'_>, row: usize) -> bool {
    let squares = |column: &[u64], square: usize| usize::from(column[row] >> square & 1 == 1);
    (0..64).all(|square| {
        let count = |sets: &[&[u64]]| sets.iter().map(|set| squares(set, square)).sum::<usize>();
        let (roles, colors) = (count(&rows.sets[..6]), count(&rows.sets[6..]));
        roles == colors && roles <= 1
    })
}

/// Returns whether a row may be in a file.
fn fits(rows: PositionSlice<'_>, row: usize) -> bool {
    is_board(rows, row)
        && [0, 1].contains(&rows.sides_to_move[row])
        && rows.castling[row].iter().all(|&file| file < 8 || file == NONE)
        && (rows.en_passant[row] < 64 || rows.en_passant[row] == NONE)
}

/// Any bytes are rejected, or are the file of their rows.
pub(crate) fn any_file(bytes: &[u8]) {
    aligned(bytes, |bytes| {
        let unverified = read_unverified(bytes);
        match read(bytes) {
            Ok(rows) => {
                assert!(unverified.is_ok_and(|unverified| unverified == rows));
                let mut written = Vec::new();
                rows.write_to(&mut written).expect("rows of a file");
                assert!(written == bytes);
            }
            Err(error) => {
                assert!(!error.to_string().is_empty());
                if let Ok(rows) = unverified {
                    any_rows(rows);
                }
            }
        }
    });
    any_columns(bytes);
}

/// Any bytes are the columns of a file that is not verified.
fn any_columns(bytes: &[u8]) {
    let mut empty = Positions::new();
    (0..(bytes.len() / 74).min(50)).for_each(|_| empty.push_marked());
    let mut file = Vec::new();
    empty.as_slice().write_to(&mut file).expect("rows");
    for (target, byte) in file[256..].iter_mut().zip(bytes) {
        *target = *byte;
    }
    aligned(&file, |file| any_rows(read_unverified(file).expect("a header")));
}

/// Calls with a copy of bytes that begins at a multiple of 64.
pub(crate) fn aligned(bytes: &[u8], call: impl FnOnce(&[u8])) {
    let mut copy = vec![0; bytes.len() + 64];
    let start = copy.as_ptr().align_offset(64);
    let copy = &mut copy[start..][..bytes.len()];
    copy.copy_from_slice(bytes);
    call(copy);
}
