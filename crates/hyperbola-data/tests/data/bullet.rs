//! Records beside their definition, piece by piece.

use std::sync::LazyLock;

use hyperbola_data::bullet::{
    Record, RecordBytes, RecordError, ToRecordsError, read_records, records_of, write_records,
};
use hyperbola_features::file::read_unverified;
use hyperbola_features::{BadRows, NONE, Positions};
use hyperbola_moves::{Color, Position, PositionError, Role, Setup, Square};
use hyperbola_random::Random;
use hyperbola_samples::of_all_kinds;

use crate::laws::{any_records as check, any_rows};

/// Positions of all kinds: those of the suites, 12,500 of random games of ordinary chess and of
/// double Chess960, and 2,500 that no game leads to.
static SAMPLE: LazyLock<Vec<Position>> = LazyLock::new(|| of_all_kinds(12_500, 2_500));

/// Returns positions in columns.
fn columns(positions: &[Position]) -> Positions {
    positions.iter().collect()
}

/// The definition of a record.
fn record(position: &Position, score: i16, result: u8) -> RecordBytes {
    let us = position.side_to_move();
    let mut places = [None; 64];
    for (square, piece) in position.board().pieces() {
        places[square as usize] = Some((piece.color, piece.role));
    }
    let king = |of| places.iter().position(|&place| place == Some((of, Role::King)));
    let seen = |square: usize, side| match side {
        Color::White => square,
        Color::Black => 8 * (7 - square / 8) + square % 8,
    };
    let king_square = |of| u8::try_from(seen(king(of).expect("a king"), of)).expect("a square");
    let mut record = [0; 32];
    let mut count = 0;
    for square in 0..64 {
        let Some((color, role)) = places[seen(square, us)] else { continue };
        record[square / 8] |= 1 << (square % 8);
        let nibble = role as u8 + if color == us { 0 } else { 8 };
        record[8 + count / 2] += nibble * [1, 16][count % 2];
        count += 1;
    }
    record[24..26].copy_from_slice(&score.to_le_bytes());
    record[26] = result;
    record[27] = king_square(us);
    record[28] = king_square(!us);
    record
}

/// What a record keeps of a position.
fn kept(position: &Position) -> Position {
    let mut setup = Setup::EMPTY;
    let turned = position.side_to_move() == Color::Black;
    for (square, mut piece) in position.board().pieces() {
        let mut square = square;
        if turned {
            square = Square::ALL[square as usize ^ 56];
            piece.color = !piece.color;
        }
        setup.board.put(square, piece);
    }
    setup.position().expect("a position")
}

fn byte(random: &mut Random) -> u8 {
    random.word().to_le_bytes()[0]
}

fn scores_and_results(rows: usize) -> (Vec<i16>, Vec<u8>) {
    let mut random = Random::new(16);
    let scores = (0..rows).map(|_| i16::from_le_bytes([byte(&mut random), byte(&mut random)]));
    let scores = scores.collect();
    (scores, (0..rows).map(|_| byte(&mut random) % 3).collect())
}

fn all_records() -> Vec<RecordBytes> {
    let (scores, results) = scores_and_results(SAMPLE.len());
    write_records(columns(&SAMPLE).as_slice(), &scores, &results).expect("records")
}

#[test]
fn a_record_has_these_bytes() {
    let fen = "r3k2r/8/8/8/8/8/P7/4K2R b Kkq - 3 9";
    let positions = Positions::from_fens(&[fen][..], BadRows::Error).expect("valid").positions;
    let records = write_records(positions.as_slice(), &[-300], &[2]).expect("a record");
    // Black sees its rooks on a1 and h1 and its king on e1.
    #[rustfmt::skip]
    assert_eq!(records, [[
        0x91, 0, 0, 0, 0, 0, 0x01, 0x90,
        0x53, 0x83, 0xbd, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        0xd4, 0xfe, 2, 4, 4, 0, 0, 0,
    ]]);
    let read = read_records(&records, BadRows::Error).expect("valid");
    let rows = read.positions.as_slice();
    let position = rows.position(0).expect("a position");
    assert_eq!(position.to_string(), "4k2r/p7/8/8/8/8/8/R3K2R w - - 0 1");
    assert_eq!((read.scores, read.results), (vec![-300], vec![2]));
    assert_eq!((rows.castling, rows.en_passant), (&[[NONE; 4]][..], &[NONE][..]));
    assert_eq!((rows.halfmove_clocks, rows.fullmove_numbers), (&[0][..], &[1][..]));
}

#[test]
fn records_are_those_of_the_definition() {
    let (scores, results) = scores_and_results(SAMPLE.len());
    let records = all_records();
    for (row, position) in SAMPLE.iter().enumerate() {
        let expected = record(position, scores[row], results[row]);
        assert_eq!(records[row], expected, "{position}");
    }
    for rows in 0..=17 {
        let first = columns(&SAMPLE[..rows]);
        let found = write_records(first.as_slice(), &scores[..rows], &results[..rows]);
        assert_eq!(found.as_deref(), Ok(&records[..rows]));
    }
}

#[test]
fn records_come_back() {
    let records = all_records();
    let read = read_records(&records, BadRows::Error).expect("valid");
    let expected: Positions = SAMPLE.iter().map(kept).collect::<Vec<_>>().iter().collect();
    assert!(read.positions == expected);
    let (scores, results) = scores_and_results(SAMPLE.len());
    assert!((&read.scores, &read.results) == (&scores, &results));
    assert_eq!(read.bad_records, []);
    let again = write_records(read.positions.as_slice(), &scores, &results).expect("records");
    assert!(again == records);
    let singly = records.iter().map(|&record| Record::from_bytes(record).position());
    assert!(singly.zip(&SAMPLE[..]).all(|(read, position)| read == Ok(kept(position))));
}

#[test]
fn changed_bits_are_refused_as_defined() {
    let mut random = Random::new(4);
    let mut records = all_records();
    for record in &mut records {
        for _ in 0..random.word() % 4 {
            let bit = byte(&mut random);
            record[usize::from(bit / 8)] ^= 1 << (bit % 8);
        }
    }
    let bad = check(&records).bad_records.len();
    assert!(bad > 8_000 && records.len() - bad > 4_000, "{bad}");
}

#[test]
fn random_bytes_are_refused_as_defined() {
    let mut random = Random::new(5);
    let records: Vec<RecordBytes> = (0..20_000)
        .map(|_| {
            let mut record = [0; 32];
            for byte in &mut record {
                // Few pieces on some boards, and many on others.
                *byte = self::byte(&mut random) & (self::byte(&mut random) >> (random.word() % 8));
            }
            record
        })
        .collect();
    check(&records);
    check(&[[0; 32], [0xff; 32], [0x0f; 32], [0x55; 32]]);
}

/// Makes a record of any pieces, which may be no position.
fn record_of(pieces: &[(usize, u8)], kings: [u8; 2]) -> RecordBytes {
    let mut pieces = pieces.to_vec();
    pieces.sort_unstable();
    let mut record = [0; 32];
    for (index, (square, nibble)) in pieces.into_iter().enumerate() {
        record[square / 8] |= 1 << (square % 8);
        record[8 + index / 2] |= nibble << (4 * (index % 2));
    }
    record[27..29].copy_from_slice(&kings);
    record
}

#[test]
fn any_pieces_are_refused_as_defined() {
    let mut random = Random::new(6);
    let mut below = |bound: u64| usize::try_from(random.word() % bound).expect("fits");
    let mut records = Vec::new();
    for _ in 0..60_000 {
        let mut squares: Vec<usize> = (0..64).collect();
        let mut take = || squares.swap_remove(below(64) % squares.len());
        let kings = [take(), take()];
        let mut pieces = vec![(kings[0], 5), (kings[1], 13)];
        let byte = |number: usize| u8::try_from(number).expect("fits");
        let turned = [kings[0], kings[1] ^ 56].map(byte);
        let others: Vec<usize> = (0..30).map(|_| take()).collect();
        let count = below(31).min(below(31));
        // Pieces of one role, or of all, in different numbers, and now and then a further king.
        let (only, is_only) = (below(5), below(3) == 0);
        let roles = if below(8) == 0 { 6 } else { 5 };
        for &square in &others[..count] {
            let role = if is_only { only } else { below(roles) };
            pieces.push((square, byte(role + 8 * below(2))));
        }
        records.push(record_of(&pieces, turned));
    }
    let read = check(&records);
    let any = |wanted: fn(&PositionError) -> bool| {
        read.bad_records
            .iter()
            .any(|bad| matches!(bad.error, RecordError::Position(error) if wanted(&error)))
    };
    assert!(any(|error| matches!(error, PositionError::Kings { .. })));
    assert!(any(|error| matches!(error, PositionError::Pieces { color: Color::White, .. })));
    assert!(any(|error| matches!(error, PositionError::Pieces { color: Color::Black, .. })));
    assert!(any(|error| matches!(error, PositionError::Promoted { color: Color::White, .. })));
    assert!(any(|error| matches!(error, PositionError::Promoted { color: Color::Black, .. })));
    assert!(any(|error| matches!(error, PositionError::Pawn { .. })));
    assert!(any(|error| matches!(error, PositionError::OpponentInCheck { .. })));
    assert!(any(|error| matches!(error, PositionError::Checkers { .. })));
    assert!(read.bad_records.len() < records.len() * 9 / 10);
}

#[test]
fn each_limit_of_pieces_is_kept() {
    // A rank or more of one role on one side, far from the kings, one square after another.
    let mut records = Vec::new();
    for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
        for color in [0, 8] {
            for count in 0..=20 {
                let ours = (0..count).map(|index| (16 + index, role as u8 + color));
                for pawns in 0..=9 {
                    let pawns = (0..pawns).map(|index| (40 + index, color));
                    let pieces: Vec<_> =
                        [(0, 5), (63, 13)].into_iter().chain(ours.clone()).chain(pawns).collect();
                    records.push(record_of(&pieces, [0, 7]));
                }
            }
        }
    }
    let bad = check(&records).bad_records.len();
    assert!(bad < records.len());
}

#[test]
fn each_mistake_is_named() {
    let good = record_of(&[(4, 5), (60, 13), (8, 0)], [4, 4]);
    let error = |change: fn(&mut RecordBytes)| {
        let mut records = [good, good];
        change(&mut records[1]);
        let bad = read_records(&records, BadRows::Error).expect_err("a bad record");
        assert_eq!(bad.record, 1);
        assert!(bad.to_string().starts_with("record 1: expected "), "{bad}");
        bad.error
    };
    assert_eq!(check(&[good]).bad_records, []);
    assert_eq!(error(|record| record[2..6].fill(0xff)), RecordError::Pieces { count: 35 });
    let piece = RecordError::Piece { square: Square::A2, nibble: 14 };
    assert_eq!(error(|record| record[8] = 0xe5), piece);
    assert_eq!(error(|record| record[9] |= 0x10), RecordError::Unused { count: 3 });
    assert_eq!(error(|record| record[23] = 0x10), RecordError::Unused { count: 3 });
    assert_eq!(error(|record| record[26] = 3), RecordError::Result { found: 3 });
    let king = |color, king, found| RecordError::King { color, king, found };
    assert_eq!(error(|record| record[27] = 68), king(Color::White, Square::E1, 68));
    assert_eq!(error(|record| record[28] = 5), king(Color::Black, Square::E8, 61));
    let kings = PositionError::Kings { color: Color::White, count: 0 };
    assert_eq!(error(|record| record[8] = 0x04), RecordError::Position(kings));
    // What is not used is not looked at.
    let mut marked = good;
    marked[29..].fill(0xff);
    assert_eq!(check(&[marked]).bad_records, []);
}

#[test]
fn bytes_are_whole_records() {
    let records = all_records();
    let bytes = records[..9].as_flattened();
    assert_eq!(records_of(bytes), Ok(&records[..9]));
    for rest in 1..32 {
        let error = records_of(&bytes[..5 * 32 + rest]).expect_err("a part of a record");
        assert_eq!((error.records, error.rest), (5, rest));
    }
}

#[test]
fn what_has_no_record_is_named() {
    let mut positions = columns(&SAMPLE[..5_000]);
    let written = |positions: &Positions, scores: usize, results: &[u8]| {
        write_records(positions.as_slice(), &vec![0; scores], results).expect_err("no records")
    };
    let error = written(&positions, 4_999, &[0; 5_000]);
    assert_eq!(error, ToRecordsError::Scores { expected: 5_000, found: 4_999 });
    let error = written(&positions, 5_000, &[0; 5_001]);
    assert_eq!(error, ToRecordsError::Results { expected: 5_000, found: 5_001 });
    let mut results = [2; 5_000];
    results[4_500] = 3;
    let error = written(&positions, 5_000, &results);
    assert_eq!(error, ToRecordsError::Result { row: 4_500, found: 3 });
    positions.push_marked();
    let error = written(&positions, 5_001, &[2; 5_001]);
    assert_eq!(error, ToRecordsError::Row { row: 5_000 });
    // A position that is read leniently may have more pieces than a record holds.
    let many = "rrrrkrrr/rrrrrrrr/8/rr6/8/NN6/NNNNNNNN/NNNNKNNN w - - 0 1";
    let (many, _) = Position::from_fen_lenient(many).expect("a position");
    let many: Positions = [many].iter().collect();
    assert_eq!(written(&many, 1, &[0]), ToRecordsError::Row { row: 0 });
}

#[test]
fn columns_of_any_bytes_have_records_or_are_named() {
    let mut empty = Positions::new();
    (0..200).for_each(|_| empty.push_marked());
    let mut file = Vec::new();
    empty.as_slice().write_to(&mut file).expect("rows");
    let mut random = Random::new(7);
    for dense in [false, true] {
        for byte in &mut file[256..] {
            let mask = if dense { 0xff } else { self::byte(&mut random) & self::byte(&mut random) };
            *byte = self::byte(&mut random) & mask;
        }
        aligned(&file, |file| any_rows(read_unverified(file).expect("a header")));
    }
    any_rows(columns(&SAMPLE[..2_000]).as_slice());
}

/// Calls with a copy of bytes that begins at a multiple of 64.
fn aligned(bytes: &[u8], call: impl FnOnce(&[u8])) {
    let mut copy = vec![0; bytes.len() + 64];
    let start = copy.as_ptr().align_offset(64);
    let copy = &mut copy[start..][..bytes.len()];
    copy.copy_from_slice(bytes);
    call(copy);
}

/// The writer looks at the position, and refuses what a reader of its record would refuse.
#[test]
fn the_writer_refuses_what_the_reader_refuses() {
    for fen in [
        "4k3/8/8/8/8/8/8/QQQQK3 w - - 0 1",
        "4k3/pppppppp/8/8/8/8/PPPPPPPP/1NNNK3 w - - 0 1",
        "nnnnknnn/pppp1ppp/8/8/8/8/PPPP4/4K3 b - - 0 1",
        "4k3/8/4r3/8/1b4n1/8/4n3/r3K2q w - - 0 1",
        "4k3/8/4r3/8/1b6/8/4r3/4K3 w - - 0 1",
        "4k3/8/8/8/8/3n1n2/8/r3K3 w - - 0 1",
        "rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    ] {
        let (position, _) = hyperbola_moves::Position::from_fen_lenient(fen).expect(fen);
        let score = Some(hyperbola_data::Score::seen_by(hyperbola_moves::Color::White, 1));
        let result = hyperbola_data::GameResult::Draw;
        let entry = hyperbola_data::Entry { score, result, ..hyperbola_data::Entry::new(position) };
        let (bytes, refused) = crate::support::write_all(hyperbola_data::Format::Bullet, &[entry]);
        let record = hyperbola_data::bullet::Record::new(&position, 1, 1).expect("32 pieces");
        assert_eq!(refused.is_empty(), record.position().is_ok(), "{fen}");
        assert_eq!(bytes.len(), if refused.is_empty() { 32 } else { 0 }, "{fen}");
    }
}
