//! Laws that hold for any bytes. The fuzz targets call them too.

use hyperbola_data::bullet::{
    BadRecord, ReadRecords, Record, RecordBytes, read_records, records_of, write_records,
};
use hyperbola_data::{Entry, Format, GameResult, Score};
use hyperbola_features::{BadRows, PositionSlice, Positions};
use hyperbola_moves::{Color, Piece, Setup};

use super::support::{read_all, write_all};

/// Reads any bytes, of which the first says the format, as a file.
pub(crate) fn any_file(bytes: &[u8]) {
    if let [first, bytes @ ..] = bytes {
        any_bytes(Format::ALL[usize::from(*first) % Format::ALL.len()], bytes);
    }
}

/// What can be read of any bytes is right in itself, and survives writing and reading. Returns the
/// number of entries.
pub(crate) fn any_bytes(format: Format, bytes: &[u8]) -> usize {
    let (entries, errors) = read_all(format, bytes);
    for error in &errors {
        assert!(error.byte <= bytes.len() as u64, "{error}");
        assert!(error.number >= 1, "{error}");
    }
    for entry in &entries {
        assert!(entry.played.is_none_or(|played| entry.position.is_legal(played)), "{entry:?}");
    }
    if format.is_written() {
        survives(format, &entries);
    }
    entries.len()
}

/// Entries that a format holds are the same after writing and reading.
pub(crate) fn survives(format: Format, entries: &[Entry]) {
    let (bytes, refused) = write_all(format, entries);
    let is_written =
        |(index, _): &(usize, _)| refused.binary_search_by_key(index, |&(at, _)| at).is_err();
    let written = entries.iter().enumerate().filter(is_written);
    let expected: Vec<Entry> = written.map(|(_, entry)| kept(format, entry)).collect();
    let (found, errors) = read_all(format, &bytes);
    assert!(errors.is_empty(), "{format}: {}", errors[0]);
    // Only the move number may be another one that means the same. The ply is what was found.
    let number = |entry: &Entry| Entry { ply: entry.ply, ..kept(format, entry) };
    let found: Vec<Entry> = found.iter().map(number).collect();
    assert_eq!(found.len(), expected.len(), "{format}");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "{format}");
    }
}

/// Returns the part of an entry that a format keeps.
fn kept(format: Format, entry: &Entry) -> Entry {
    let Entry { position, score, result, .. } = *entry;
    let with_setup = |change: fn(Setup, u16) -> Setup| {
        let setup = change(position.setup(), entry.ply);
        setup.unreachable_position().expect("a position")
    };
    match format {
        Format::Binpack => {
            let number = |setup, ply: u16| Setup { fullmove_number: ply / 2 + 1, ..setup };
            Entry { position: with_setup(number), ..*entry }
        }
        Format::Viri => {
            // Numbers 0 and 1 have the same plies.
            let position = with_setup(|setup, _| Setup {
                fullmove_number: setup.fullmove_number.max(1),
                ..setup
            });
            Entry { played: entry.played, score, result, ..Entry::new(position) }
        }
        Format::Marlin | Format::BulletText => Entry { score, result, ..Entry::new(position) },
        Format::Bullet => {
            let side = position.side_to_move();
            let score = score.map(|score| score.for_color(side));
            let score = score.map(|score| Score::seen_by(Color::White, score));
            let board = with_setup(|setup, _| turned(setup));
            let result = match (side, result) {
                (Color::White, result) => result,
                (_, GameResult::WhiteWins) => GameResult::BlackWins,
                (_, GameResult::BlackWins) => GameResult::WhiteWins,
                (_, result) => result,
            };
            Entry { score, result, ..Entry::new(board) }
        }
        _ => *entry,
    }
}

/// Returns the board as the side to move sees it, and nothing else.
fn turned(setup: Setup) -> Setup {
    let side = setup.side_to_move;
    let pieces = setup.board.pieces().map(|(square, piece)| {
        let color = if piece.color == side { Color::White } else { Color::Black };
        (square.relative_to(side), Piece::new(color, piece.role))
    });
    Setup { board: pieces.collect(), ..Setup::EMPTY }
}

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
    let read = read_records(records, BadRows::Mark).expect("marked");
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
        .read(records, BadRows::Error)
        .map_err(|BadRecord { record, error, .. }| (record, error));
    assert_eq!(first, bad.first().map_or(Ok(()), |&bad| Err(bad)));
    // What was read is written as it was, but for what is not used.
    let written = again_written(records, bad.iter().map(|&(row, _)| row));
    let kept = read_records(records, BadRows::Skip).expect("skipped");
    let rows = kept.positions.as_slice();
    assert_eq!(write_records(rows, &kept.scores, &kept.results), Ok(written));
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

/// Any rows have records, or the first that has none is named: a legal position is not asked for.
pub(crate) fn any_rows(rows: PositionSlice<'_>) {
    for row in 0..rows.len() {
        let one = rows.rows(row..row + 1);
        let record = write_records(one, &[0], &[0]);
        assert_eq!(record.is_ok(), has_record(one), "{one:?}");
    }
}

/// Returns whether the one row has a record: a legal position is not asked for.
fn has_record(row: PositionSlice<'_>) -> bool {
    let [.., kings, white, black] = row.sets.map(|column| column[0]);
    let is_alone = |set: u64| set.count_ones() == 1;
    let count = |columns: &[&[u64]], square: usize| {
        columns.iter().filter(|column| column[0] >> square & 1 == 1).count()
    };
    let (roles, colors) = row.sets.split_at(6);
    (0..64).all(|square| count(roles, square) == count(colors, square) && count(roles, square) < 2)
        && row.sides_to_move[0] < 2
        && (white | black).count_ones() <= 32
        && is_alone(kings & white)
        && is_alone(kings & black)
}
