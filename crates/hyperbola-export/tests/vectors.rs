//! The files of the folder `vectors` are fresh, and their answers are those of a walk.

use std::fs;
use std::path::Path;

use hyperbola_export::vectors::{CSV_QUERIES, MAGIC, QUERIES, QUERY_BYTES, files};

const ROOK: [(i32, i32); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const BISHOP: [(i32, i32); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];

/// Walks from a square to the first blocker. It shares nothing with the library.
fn walk(steps: [(i32, i32); 4], square: i32, occupied: u64) -> u64 {
    let mut attacks = 0;
    for (files, ranks) in steps {
        let (mut file, mut rank) = (square % 8 + files, square / 8 + ranks);
        while (0..8).contains(&file) && (0..8).contains(&rank) {
            let bit = 1 << (8 * rank + file);
            attacks |= bit;
            if occupied & bit != 0 {
                break;
            }
            (file, rank) = (file + files, rank + ranks);
        }
    }
    attacks
}

fn committed(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../vectors").join(name);
    fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Reads the rows of a file as numbers, from a column on.
fn rows(name: &str, first: usize) -> Vec<Vec<u64>> {
    let text = String::from_utf8(committed(name)).unwrap();
    let number = |text: &str| match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap(),
    };
    text.lines().skip(1).map(|row| row.split(',').skip(first).map(number).collect()).collect()
}

#[test]
fn files_equal_the_output_of_the_command() {
    for (name, bytes) in files() {
        assert!(committed(name) == bytes, "{name}: run the example `vectors` of hyperbola-export");
    }
}

#[test]
fn answers_are_those_of_a_walk() {
    let (queries, edges) = (rows("queries.csv", 0), rows("edge-cases.csv", 1));
    assert_eq!((queries.len(), edges.len()), (CSV_QUERIES, 14));
    for row in queries.iter().chain(&edges) {
        let square = i32::try_from(row[0]).unwrap();
        let (rook, bishop) = (walk(ROOK, square, row[1]), walk(BISHOP, square, row[1]));
        assert_eq!(row[2..], [rook, bishop, rook | bishop], "{row:x?}");
    }
    for row in rows("setwise.csv", 0) {
        assert_eq!((row[0] | row[1]) & !row[2], 0, "sliders are occupied squares");
        let union = |steps, sliders: u64| {
            let squares = (0..64).filter(|square| sliders >> square & 1 == 1);
            squares.fold(0, |union, square| union | walk(steps, square, row[2]))
        };
        assert_eq!(row[3..], [union(ROOK, row[0]), union(BISHOP, row[1])], "{row:x?}");
    }
}

#[test]
fn the_binary_file_has_the_queries_of_the_csv() {
    let bytes = committed("queries.bin");
    let (header, body) = bytes.split_at(16);
    let number = |at: usize| u32::from_le_bytes(header[at..at + 4].try_into().unwrap()) as usize;
    assert_eq!(header[..8], MAGIC);
    assert_eq!((number(8), number(12)), (QUERIES, QUERY_BYTES));
    assert_eq!(body.len(), QUERIES * QUERY_BYTES);
    for (row, query) in rows("queries.csv", 0).iter().zip(body.chunks(QUERY_BYTES)) {
        let word = |place: usize| {
            let start = 1 + 8 * place;
            u64::from_le_bytes(query[start..start + 8].try_into().unwrap())
        };
        assert_eq!(row[..4], [query[0].into(), word(0), word(1), word(2)]);
    }
}
