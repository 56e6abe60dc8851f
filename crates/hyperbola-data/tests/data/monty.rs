//! montyformat: samples that its crate has written, and mistakes in them.

use hyperbola_data::{Entry, Format};

use crate::samples::{number, rows, white};
use crate::support::{read, read_all, sample};

/// Returns the parts of a FEN that its crate writes as we do.
fn parts(fen: &str) -> Vec<String> {
    let fields: Vec<&str> = fen.split(' ').collect();
    [0, 1, 4, 5].map(|index| fields[index].to_owned()).into()
}

/// Checks an entry against a row of what the crate has read.
fn check(entry: &Entry, row: &[String]) {
    let position = &entry.position;
    assert_eq!(parts(&position.to_string()), parts(&row[0]));
    let played = entry.played.expect("a move");
    // Castling is the king's move onto its rook there.
    assert_eq!(played.to_string(), row[1]);
    // Its shares of points have 32 bits, and none of them are -32,768.
    let score: i32 = row[2].parse().expect("a number");
    assert!((white(entry) - score).abs() <= 1, "{row:?}: {}", white(entry));
    assert!(white(entry).abs() <= 32_767, "each side can write it");
    let result: i32 = row[4].parse().expect("a number");
    assert_eq!(number(entry.result), (result + 1).to_string());
}

#[test]
fn games_of_montyformat_are_what_their_crate_reads() {
    let rows = rows("games.monty.tsv");
    for (name, format) in
        [("games.monty", Format::Monty), ("games.monty-value", Format::MontyValue)]
    {
        let entries = read(format, &sample(name));
        assert_eq!(entries.len(), rows.len());
        entries.iter().zip(&rows).for_each(|(entry, row)| check(entry, row));
        let castled =
            |entry: &&Entry| entry.played.is_some_and(|played| played.is_castling(&entry.position));
        assert!(entries.iter().any(|entry| castled(&entry)));
        assert!(entries.iter().any(|entry| entry.position.castling_rights().iter().count() == 4));
    }
}

#[test]
fn mistakes_in_games_are_named() {
    let good = sample("games.monty");
    let cases: [(usize, u8, &str); 13] = [
        (0, 0xff, "expected one king of White, found 0"),
        (3, 0xff, "expected pieces on all squares of Black"),
        (31, 0, "expected"),
        (32, 2, "expected the side to move 0 or 1, found 2"),
        (33, 64, "expected an en passant square from 0 to 63, found 64"),
        (33, 9, "no pawn can just have passed over b2"),
        (34, 16, "expected castling rights from 0 to 15, found 16"),
        (38, 8, "expected a rook's file from 0 to 7, found 8"),
        (38, 1, "the right of White to castle to the queen's side"),
        (42, 3, "expected the result 0, 1 or 2, found 3"),
        (43, good[43] ^ 1, "expected a legal move of its kind, found "),
        (43, good[43] ^ 4, "expected a legal move of its kind, found "),
        (47, 21, "expected the visits of 20 legal moves or none, found 21"),
    ];
    for (byte, found, expected) in cases {
        let mut bytes = good.clone();
        assert_ne!(bytes[byte], found, "{byte}");
        bytes[byte] = found;
        let (entries, errors) = read_all(Format::Monty, &bytes);
        let message = errors[0].to_string();
        assert!(message.starts_with("game 1, byte "), "{message}");
        assert!(message.contains(expected), "{byte}: {message}");
        // The other games are found again.
        assert!(entries.len() > 100 && errors.len() < 4, "{byte}: {}", errors.len());
    }
    let (_, errors) = read_all(Format::Monty, &good[..good.len() - 1]);
    assert!(
        errors[0].to_string().contains("expected the 5 bytes of a move, found 1"),
        "{}",
        errors[0]
    );
    let (_, errors) = read_all(Format::Monty, &good[..20]);
    assert!(errors[0].to_string().contains("expected the 43 bytes of a game's start, found 20"));
}

#[test]
fn shares_of_points_become_scores() {
    let mut bytes = sample("games.monty");
    let mut score = |share: u16| {
        bytes[45..47].copy_from_slice(&share.to_le_bytes());
        white(&read(Format::Monty, &bytes)[0])
    };
    let scores = [0, 1, 32_767, 32_768, 49_152, 65_534, 65_535].map(&mut score);
    assert_eq!(scores, [-32_767, -4436, 0, 0, 439, 4436, 32_767]);
}

#[test]
fn rooks_without_files_stand_in_the_corners() {
    let good = sample("games.monty");
    let mut bytes = good.clone();
    assert_eq!(bytes[38..42], [0, 7, 0, 7]);
    bytes[38..42].fill(0);
    assert_eq!(read(Format::Monty, &bytes), read(Format::Monty, &good));
}
