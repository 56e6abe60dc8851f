//! Laws that hold for any bytes. The tests check them, and so does fuzzing.

use hyperbola_features::file::{read, read_unverified};
use hyperbola_features::records::{BadRecord, ReadRecords, Record, RecordBytes, records_of};
use hyperbola_features::{
    AnyFeature, Arrays, AttackCounts, Attacks, AttacksByRole, BadRows, Blockers, Checkers,
    KingDanger, Mobility, NONE, Pinned, Pinners, PositionSlice, Positions, XRayAttacks,
};

/// Any bytes are records, or end with a part of one.
pub(crate) fn any_bytes_of_records(bytes: &[u8]) {
    match records_of(bytes) {
        Ok(records) => {
            assert_eq!(records.as_flattened(), bytes);
            any_records(records);
        }
        Err(error) => {
            assert_eq!(32 * error.records + error.rest, bytes.len());
            any_bytes_of_records(&bytes[..32 * error.records]);
        }
    }
}

/// Each record is read, or refused, as the look at one piece after another says, however bad ones
/// are treated.
pub(crate) fn any_records(records: &[RecordBytes]) -> ReadRecords {
    let defined = records.iter().enumerate().map(|(row, &bytes)| {
        let record = Record::from_bytes(bytes);
        let read = record.position().map(|position| (position, record.score(), record.result()));
        (row, read)
    });
    let (mut marked, mut skipped, mut bad) = (Positions::new(), Positions::new(), Vec::new());
    let mut numbers = Vec::new();
    for (row, read) in defined {
        match read {
            Ok((position, score, result)) => {
                marked.push(&position);
                skipped.push(&position);
                numbers.push(Some((score, result)));
            }
            Err(error) => {
                marked.push_marked();
                bad.push((row, error));
                numbers.push(None);
            }
        }
    }
    let pairs = |read: &ReadRecords| -> Vec<_> {
        read.bad_records.iter().map(|bad| (bad.record, bad.error)).collect()
    };
    let scored = |read: &ReadRecords| -> Vec<_> {
        read.scores.iter().copied().zip(read.results.iter().copied()).collect()
    };
    let read = Positions::from_bullet(records, BadRows::Mark).expect("marked");
    assert!(pairs(&read) == bad, "other records are bad");
    assert!(read.positions == marked);
    let expected: Vec<_> = numbers.iter().map(|numbers| numbers.unwrap_or_default()).collect();
    assert!(scored(&read) == expected);
    // Memory that was used before.
    let mut again = read.clone();
    again.read(records, BadRows::Skip).expect("skipped");
    assert!(pairs(&again) == bad);
    assert!(again.positions == skipped);
    assert!(scored(&again) == numbers.into_iter().flatten().collect::<Vec<_>>());
    let first = again
        .read(records, BadRows::Fail)
        .map_err(|BadRecord { record, error, .. }| (record, error));
    assert_eq!(first, bad.first().map_or(Ok(()), |&bad| Err(bad)));
    any_rows(read.positions.as_slice());
    // What was read is written as it was, but for what is not used.
    let written = again_written(records, bad.iter().map(|&(row, _)| row));
    let kept = Positions::from_bullet(records, BadRows::Skip).expect("skipped");
    let rows = kept.positions.as_slice();
    assert_eq!(rows.to_bullet(&kept.scores, &kept.results), Ok(written));
    read
}

/// Returns the records that are not bad, without what is not used.
fn again_written(records: &[RecordBytes], bad: impl Iterator<Item = usize>) -> Vec<RecordBytes> {
    let mut bad = bad.peekable();
    let mut written = Vec::new();
    for (row, record) in records.iter().enumerate() {
        if bad.next_if_eq(&row).is_none() {
            written.push(*record);
            written.last_mut().expect("a record")[29..].fill(0);
        }
    }
    written
}

/// Any rows have features, and are written to a file or refused.
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
        let one = rows.rows(row..row + 1);
        let record = one.to_bullet(&[0], &[0]);
        assert_eq!(record.is_ok(), has_record(one), "{one:?}");
    }
    let mut bytes = Vec::new();
    let written = rows.write_to(&mut bytes);
    assert_eq!(written.is_ok(), (0..rows.len()).all(|row| fits(rows, row)));
    if written.is_ok() {
        aligned(&bytes, |bytes| assert!(read(bytes).expect("a file") == rows));
    }
}

/// Returns whether the one row has a record: a legal position is not asked for.
fn has_record(row: PositionSlice<'_>) -> bool {
    let [.., kings, white, black] = row.sets.map(|column| column[0]);
    let is_alone = |set: u64| set.count_ones() == 1;
    is_board(row, 0)
        && row.sides_to_move[0] < 2
        && (white | black).count_ones() <= 32
        && is_alone(kings & white)
        && is_alone(kings & black)
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

/// Returns whether a row may stand in a file.
fn fits(rows: PositionSlice<'_>, row: usize) -> bool {
    is_board(rows, row)
        && [0, 1].contains(&rows.sides_to_move[row])
        && rows.castling[row].iter().all(|&file| file < 8 || file == NONE)
        && (rows.en_passant[row] < 64 || rows.en_passant[row] == NONE)
}

/// Any bytes are a file, which is the one of its rows, or are refused.
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
