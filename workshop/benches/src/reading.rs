//! Times FENs that are read one by one and as a batch, and records of training data that are read
//! and written: in the cache, and from memory to memory.

use core::hint::black_box;

use hyperbola_data::bullet::{Record, read_records, write_records};
use hyperbola_features::{BadRows, PositionSlice, Positions};
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::random_game;

use crate::support::{Bench, Loop};

/// The number of positions in a block, which stays in the second-level cache.
const BLOCK: usize = 1024;

/// The number of positions whose records and columns no cache holds: 100 MiB.
const MANY: usize = 1 << 20;

/// The bytes of a position in columns: eight sets, the castling rights of both sides, the other
/// columns.
const POSITION: usize = 74;

/// Times FENs and records.
pub(crate) fn run(bench: Bench) {
    let mut random = Random::new(1);
    let mut list = Vec::new();
    while list.len() < BLOCK {
        random_game(Position::initial(), &mut random, 200, |position, _| list.push(*position));
    }
    list.truncate(BLOCK);
    let columns = leaked(list.iter().collect());
    let fens: &'static [String] = list.iter().map(Position::to_string).collect::<Vec<_>>().leak();
    let read = Positions::from_fens(fens, BadRows::Error);
    assert_eq!(read.ok().map(|read| read.positions.as_slice() == columns), Some(true));
    bench.print_table(
        "Reading, a FEN",
        vec![
            Loop::new("positions from FENs, one by one", BLOCK, move || {
                for fen in fens {
                    black_box(fen.parse::<Position>().is_ok());
                }
            }),
            Loop::new("batch of FENs", BLOCK, move || {
                Positions::from_fens(black_box(fens), BadRows::Error)
            }),
        ],
    );
    records(bench, "Records of 32 bytes, a position, in the cache", columns);
    let many = if bench.is_quick { 2 * BLOCK } else { MANY };
    let many = leaked(list.iter().cycle().take(many).collect());
    records(bench, "Records of 32 bytes, a position, from memory to memory", many);
}

/// Returns columns that are there until the program ends.
fn leaked(columns: Positions) -> PositionSlice<'static> {
    Box::leak(Box::new(columns)).as_slice()
}

/// Times records both ways, and the limit of the memory: a copy that reads and writes as many
/// bytes.
fn records(bench: Bench, title: &str, rows: PositionSlice<'static>) {
    let count = rows.len();
    let (scores, results) = (vec![0; count], vec![0; count]);
    let records = write_records(rows, &scores, &results).expect("ordinary positions");
    let mut read = read_records(&records, BadRows::Error).expect("valid records");
    let half = count * (Record::SIZE + POSITION) / 2;
    let (source, mut target) = (vec![1_u8; half], vec![0_u8; half]);
    let loops = vec![
        Loop::new("records to positions, in memory used before", count, move || {
            read.read(black_box(&records), BadRows::Error).is_ok()
        }),
        Loop::new("positions to records", count, move || {
            write_records(black_box(rows), &scores, &results)
        }),
        Loop::new("a copy of as many bytes", count, move || {
            target.copy_from_slice(black_box(&source));
            black_box(&target);
        }),
    ];
    bench.print_table(title, loops);
}
