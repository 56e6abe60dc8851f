//! Records of Leela, written by the page of facts and by nothing of the reader.

use hyperbola::{Bitboard, Square, queen_attacks};
use hyperbola_data::{Entry, Format, GameResult};
use hyperbola_moves::{Color, Position};
use hyperbola_random::Random;
use hyperbola_samples::chess960;

use crate::damage::damaged;
use crate::games::game;
use crate::laws::any_bytes;
use crate::support::{read, read_all};

/// Returns the texts of all moves that a network knows, in their order.
fn moves() -> Vec<String> {
    let knight = |from: Square, to: Square| {
        let files = (from.index() % 8).abs_diff(to.index() % 8);
        let ranks = (from.index() / 8).abs_diff(to.index() / 8);
        files * ranks == 2
    };
    let mut texts = Vec::new();
    for from in Square::ALL {
        for to in Square::ALL {
            if queen_attacks(from, Bitboard(0)).contains(to) || knight(from, to) {
                texts.push(format!("{from}{to}"));
            }
        }
    }
    for file in 'a'..='h' {
        for to in (u32::from(file) - 1..=u32::from(file) + 1).filter_map(char::from_u32) {
            for role in ['q', 'r', 'b'] {
                if ('a'..='h').contains(&to) {
                    texts.push(format!("{file}7{to}8{role}"));
                }
            }
        }
    }
    assert_eq!(texts.len(), 1858);
    texts
}

/// Returns the text of a move as the side to move sees it.
fn seen(side: Color, text: &str) -> String {
    let turned = |c: char| match c {
        '1'..='8' if side == Color::Black => {
            char::from_digit(9 - c.to_digit(9).expect("a rank"), 9)
        }
        _ => Some(c),
    };
    text.chars().map(|c| turned(c).expect("a digit")).collect()
}

/// Returns the planes of a FEN's board as a side sees it.
fn planes(fen: &str, side: Color) -> [u64; 13] {
    let mut planes = [0; 13];
    for (row, text) in fen.split(' ').next().expect("a board").split('/').enumerate() {
        let mut file = 0;
        for c in text.chars() {
            match c.to_digit(9) {
                Some(empty) => file += empty,
                None => {
                    let is_own = c.is_uppercase() == (side == Color::White);
                    let role = "pnbrqk".find(c.to_ascii_lowercase()).expect("a piece");
                    let rank = if side == Color::White { 7 - row } else { row };
                    // The file a is the highest bit of its byte.
                    planes[role + if is_own { 0 } else { 6 }] |= 1_u64 << (8 * rank + 7) >> file;
                    file += 1;
                }
            }
        }
    }
    planes
}

/// What a record is made of.
struct Source<'a> {
    version: u32,
    inputs: u32,
    entry: &'a Entry,
    before: Option<&'a Position>,
}

/// Returns a record.
fn record(source: &Source<'_>, moves: &[String]) -> Vec<u8> {
    let Source { version, inputs, entry, before } = *source;
    let (fen, side) = (entry.position.to_string(), entry.position.side_to_move());
    let fields: Vec<&str> = fen.split(' ').collect();
    let is_canonical = inputs >= 3;
    let mut bytes = version.to_le_bytes().to_vec();
    if version >= 5 {
        bytes.extend(inputs.to_le_bytes());
    }
    // A knight is the plain move, and castling goes onto the rook.
    let played = entry.played.expect("a move").to_string();
    let text = seen(side, &played);
    let text = text.strip_suffix('n').unwrap_or(&text);
    let number = moves.iter().position(|known| *known == *text).expect(text);
    for index in 0..1858 {
        let share: f32 = if index == number {
            0.5
        } else if index % 7 == 0 {
            0.1
        } else {
            -1.0
        };
        bytes.extend(share.to_le_bytes());
    }
    let older = before.map(|before| planes(&before.to_string(), side));
    let ages = [Some(planes(&fen, side)), older.filter(|_| !is_canonical)];
    for age in 0..8 {
        let planes = ages.get(age).copied().flatten().unwrap_or_default();
        planes.iter().for_each(|plane| bytes.extend(plane.to_le_bytes()));
    }
    let own = if side == Color::White { ['Q', 'K', 'q', 'k'] } else { ['q', 'k', 'Q', 'K'] };
    for (letter, file) in own.into_iter().zip([0_u8, 7, 0, 7]) {
        let byte = if inputs == 1 { 1 } else { 1 << file };
        bytes.push(if fields[2].contains(letter) { byte } else { 0 });
    }
    let file = fields[3].bytes().next().filter(|&first| first != b'-').map(|first| first - b'a');
    bytes.push(match is_canonical {
        true => file.map_or(0, |file| 1 << file),
        false => u8::from(side == Color::Black),
    });
    bytes.push(fields[4].parse().expect("a clock"));
    bytes.push(if is_canonical && side == Color::Black { 0x80 } else { 0x21 });
    let result = match (entry.result, side) {
        (GameResult::Draw, _) => 0_i8,
        (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => 1,
        _ => -1,
    };
    bytes.extend(if version < 6 { result.to_le_bytes() } else { [0] });
    let floats = match version {
        3 => 0,
        4 => 4,
        5 => 7,
        _ => 15,
    };
    for index in 0..floats {
        let number = match index {
            7 => f32::from(result),
            8 => f32::from(u8::from(result == 0)),
            12.. => f32::NAN,
            _ => 0.25,
        };
        bytes.extend(number.to_le_bytes());
    }
    if version >= 6 {
        bytes.extend(800_u32.to_le_bytes());
        bytes.extend(u16::try_from(number).expect("fits").to_le_bytes());
        // The best move is another one.
        bytes.extend([3, 0]);
        bytes.extend([0; 8]);
    }
    bytes
}

/// Returns games that begin with ordinary castling rights.
fn games() -> Vec<Vec<Entry>> {
    let mut random = Random::new(6);
    (0..25).map(|_| game(Position::initial(), &mut random, 160)).collect()
}

/// Returns an entry as records keep it.
fn kept(entry: &Entry) -> Entry {
    let setup = hyperbola_moves::Setup { fullmove_number: 1, ..entry.position.setup() };
    let position = setup.unreachable_position().expect("a position");
    Entry { played: entry.played, result: entry.result, ..Entry::new(position) }
}

#[test]
fn records_of_all_versions_are_what_was_written() {
    let (moves, games) = (moves(), games());
    let fens = |entry: &&Entry| entry.position.en_passant().is_some();
    assert!(games.iter().flatten().filter(fens).count() >= 3, "captures en passant");
    for (version, size, inputs) in [
        (3, 8276, 1),
        (4, 8292, 1),
        (5, 8308, 1),
        (5, 8308, 2),
        (6, 8356, 1),
        (6, 8356, 2),
        (6, 8356, 3),
        (6, 8356, 5),
        (6, 8356, 132),
    ] {
        for entries in &games {
            let mut bytes = Vec::new();
            for (index, entry) in entries.iter().enumerate() {
                let before = index.checked_sub(1).map(|index| &entries[index].position);
                bytes.extend(record(&Source { version, inputs, entry, before }, &moves));
            }
            assert_eq!(bytes.len(), size * entries.len());
            let expected: Vec<Entry> = entries.iter().map(kept).collect();
            assert!(read(Format::Leela, &bytes) == expected, "version {version}, {inputs}");
        }
    }
}

#[test]
fn castling_of_chess960_has_files() {
    let moves = moves();
    let mut random = Random::new(8);
    // The rooks stand on a and h in many starts, which this writer knows.
    let starts = (0..960).map(|number| chess960(number, number));
    let starts = starts.filter(|start| {
        let row = start.to_string();
        let row = row.split('/').next().expect("a row");
        row.starts_with('r') && row.split(' ').next().is_some_and(|row| row.ends_with('r'))
    });
    let mut castled = 0;
    for start in starts.take(40) {
        for entry in game(start, &mut random, 40) {
            let fields = entry.position.to_string();
            let rights = fields.split(' ').nth(2).expect("rights").to_owned();
            if rights.chars().all(|right| "KQkq-".contains(right)) {
                let bytes =
                    record(&Source { version: 6, inputs: 3, entry: &entry, before: None }, &moves);
                let found = read(Format::Leela, &bytes)[0];
                assert_eq!(found.played, entry.played);
                castled += u32::from(
                    found.played.is_some_and(|played| played.is_castling(&found.position)),
                );
            }
        }
    }
    assert!(castled > 0);
}

#[test]
fn mistakes_in_records_are_named_and_reading_goes_on() {
    let moves = moves();
    let entry = &games()[0][0];
    let good = record(&Source { version: 6, inputs: 1, entry, before: None }, &moves);
    let set = |byte: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[byte] = value;
        bytes
    };
    for (bad, expected) in [
        (set(0, 9), "7 of 8396 bytes, with another record behind it, found the version 9"),
        (set(4, 6), "expected a format of inputs from 1 to 5, 132 or 133, found 6"),
        (set(8276, 2), "expected the side to move 0 or 1, found 2"),
        (set(8272, 2), "expected a castling right of one rook, found 2"),
        (set(7440, 1), "expected one piece on a square, found two"),
        (set(7440 + 8 * 5, 0), "king"),
        (set(8345, 7), "expected the number of a legal move, found 1"),
        (set(8345, 0xff), "expected the number of a legal move, found 65"),
    ] {
        let (entries, errors) = read_all(Format::Leela, &[&good[..], &bad, &good].concat());
        assert_eq!((entries.len(), errors.len()), (2, 1), "{expected}");
        assert!(errors[0].to_string().starts_with("record 2, byte 8356: "), "{}", errors[0]);
        assert!(errors[0].to_string().contains(expected), "{}", errors[0]);
    }
    // A wrong version, known or not and at the beginning too, loses its record alone.
    for version in [4, 7, 9] {
        for place in 0..3 {
            let mut bytes = good.repeat(8);
            bytes[place * good.len()] = version;
            let (entries, errors) = read_all(Format::Leela, &bytes);
            assert_eq!((entries.len(), errors.len()), (7, 1), "{version} {place}");
            let text = errors[0].to_string();
            assert!(
                text.contains(&format!(
                    ", with another record behind it, found the version {version}"
                )),
                "{text}"
            );
        }
    }
    // The bytes of canonical castling are one file each.
    let mut two = record(&Source { version: 6, inputs: 3, entry, before: None }, &moves);
    two[8272] = 3;
    assert!(
        read_all(Format::Leela, &two).1[0]
            .to_string()
            .contains("castling right of one rook, found 3")
    );
    for (bytes, expected) in [
        (&good[..100], "record 1, byte 0: expected a record of 8356 bytes, found 100"),
        (&good[..3], "record 1, byte 0: expected the 4 bytes of a version, found 3"),
        (&[9; 9000], "record 1, byte 0: expected a record of version 3 of 8276 bytes, 4 of"),
    ] {
        let (entries, errors) = read_all(Format::Leela, bytes);
        assert_eq!((entries.len(), errors.len()), (0, 1));
        assert!(errors[0].to_string().starts_with(expected), "{}", errors[0]);
    }
    // Results that are guesses are not known.
    let mut guess = good.clone();
    guess[8308..8312].copy_from_slice(&0.5_f32.to_le_bytes());
    assert_eq!(read(Format::Leela, &guess)[0].result, GameResult::Unknown);
    assert_eq!(Format::of_contents(&good.repeat(9)[..Format::PREFIX]), Some(Format::Leela));
    let mut random = Random::new(3);
    for _ in 0..300 {
        any_bytes(Format::Leela, &damaged(good.repeat(3), &mut random));
    }
}
