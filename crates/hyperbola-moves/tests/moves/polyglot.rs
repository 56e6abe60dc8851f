//! Books of Polyglot: their moves are found, and wrong bytes are refused.

use hyperbola_moves::polyglot::{Book, BookError};
use hyperbola_moves::{Position, Role, Square};
use hyperbola_random::Random;
use hyperbola_samples::of_all_kinds;

/// Returns the bytes of an entry.
fn entry(key: u64, bits: u16, weight: u16, learn: u32) -> Vec<u8> {
    let mut bytes = key.to_be_bytes().to_vec();
    bytes.extend(bits.to_be_bytes());
    bytes.extend(weight.to_be_bytes());
    bytes.extend(learn.to_be_bytes());
    bytes
}

/// Returns the bits of a move by the table of the format.
fn bits(text: &str) -> u16 {
    let bytes = text.as_bytes();
    let file = |at: usize| u16::from(bytes[at] - b'a');
    let row = |at: usize| u16::from(bytes[at] - b'1');
    let promotion = bytes.get(4).map_or(0, |letter| " nbrq".find(*letter as char).expect("a role"));
    file(2) + 8 * row(3) + 64 * file(0) + 512 * row(1) + 4096 * u16::try_from(promotion).expect("4")
}

#[test]
fn all_moves_of_a_book_are_found_with_their_weights() {
    let mut random = Random::new(6);
    let (positions, mut entries) = (of_all_kinds(1_000, 500), Vec::new());
    for (number, position) in (0_u32..).zip(&positions) {
        for (weight, legal) in (1..).zip(position.legal_moves()) {
            entries.push(entry(position.key(), bits(&legal.to_string()), weight, number));
        }
        entries.push(entry(random.word(), bits("e2e4"), 7, number));
    }
    // The order of equal keys stays.
    entries.sort_by_key(|entry| entry[..8].to_vec());
    let bytes = entries.concat();
    let book = Book::new(&bytes).expect("sorted entries");
    assert_eq!((book.len(), book.is_empty()), (entries.len(), false));
    for (number, position) in (0_u32..).zip(&positions) {
        let moves = book.moves(position, None).filter(|found| found.learn == number);
        let found: Vec<_> = moves.map(|found| (found.weight, found.played)).collect();
        let expected: Vec<_> = (1..).zip(position.legal_moves()).collect();
        assert_eq!(found, expected, "{position}");
    }
}

#[test]
fn castling_promotions_and_pawns_that_have_passed_are_read() {
    let position: Position = "4k3/P7/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a FEN");
    let bytes: Vec<u8> = [
        entry(position.key(), bits("e1h1"), 4, 0),
        // Ordinary castling, a king's square of no castling, and no promotion.
        entry(position.key(), bits("e1g1"), 3, 0),
        entry(position.key(), bits("a7a8"), 2, 0),
        entry(position.key(), bits("a7a8r"), 1, 0),
        entry(position.key(), bits("a7a8q") + 4096, 1, 0),
    ]
    .concat();
    let book = Book::new(&bytes).expect("a book");
    let found: Vec<_> = book.moves(&position, None).map(|found| found.played).collect();
    assert_eq!(found.len(), 2);
    assert!(found[0].is_castling(&position) && found[1].promotion() == Some(Role::Rook));
    // The pinned pawn on b4 may not capture, and the key has the square all the same.
    let position: Position = "1k6/8/8/8/1pP5/8/8/1R2K3 b - c3 0 1".parse().expect("a FEN");
    let bytes = entry(position.polyglot_key(Some(Square::C3)), bits("b8a8"), 1, 0);
    let book = Book::new(&bytes).expect("a book");
    assert_eq!(book.moves(&position, Some(Square::C3)).count(), 1);
    assert_eq!(book.moves(&position, None).count(), 0);
}

#[test]
fn bytes_of_no_book_are_refused() {
    let two = [entry(5, 0, 0, 0), entry(4, 0, 0, 0)].concat();
    assert_eq!(Book::new(&two).err(), Some(BookError::Order { entry: 1 }));
    for length in (0..two.len()).filter(|length| length % 16 != 0) {
        let error = Book::new(&two[..length]).expect_err("a part of an entry");
        assert_eq!(error, BookError::Length { bytes: length });
        let text = format!("expected a multiple of 16 bytes, found {length}");
        assert_eq!(error.to_string(), text);
    }
    assert!(Book::new(&[]).is_ok_and(|book| book.is_empty()));
}
