//! Times Bullet's records in and out, in turns.

#[path = "../../hyperbola/benches/support/mod.rs"]
mod support;

use core::cell::RefCell;
use core::hint::black_box;

use hyperbola_data::bullet::{Record, read_records, write_records};
use hyperbola_features::{BadRows, PositionSlice, Positions};
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::random_game;
use support::{Named, is_run, print_table};

/// The number of positions in a block, whose records and columns stay in the second-level cache.
const BLOCK: usize = 1024;

/// The number of positions whose records and columns no cache holds: 100 MiB.
const MANY: usize = 1 << 20;

/// The bytes of a position in columns: eight sets, the castling rights of both sides, the other columns.
const POSITION: usize = 74;

fn main() {
    if !is_run() {
        return;
    }
    let mut random = Random::new(1);
    let mut list = Vec::new();
    while list.len() < BLOCK {
        random_game(Position::initial(), &mut random, 200, |position, _| list.push(*position));
    }
    list.truncate(BLOCK);
    let columns: Positions = list.iter().collect();
    print_records("Records of 32 bytes, a position, in the cache", columns.as_slice());
    let many: Positions = list.iter().cycle().take(MANY).collect();
    print_records("Records of 32 bytes, a position, from memory to memory", many.as_slice());
}

/// Times records both ways, and beside them what the memory allows: a copy that reads and writes as
/// many bytes.
fn print_records(title: &str, rows: PositionSlice<'_>) {
    let scores = vec![0; rows.len()];
    let results = vec![0; rows.len()];
    let records = write_records(rows, &scores, &results).expect("ordinary positions");
    let read = read_records(&records, BadRows::Fail).expect("valid records");
    let read = RefCell::new(read);
    let half = rows.len() * (Record::SIZE + POSITION) / 2;
    let (source, target) = (vec![1_u8; half], RefCell::new(vec![0_u8; half]));
    let rivals: Vec<Named<'_>> = vec![
        (
            "records to positions, in memory used before".into(),
            Box::new(|| {
                let mut read = read.borrow_mut();
                black_box(read.read(black_box(&records), BadRows::Fail).is_ok());
            }),
        ),
        (
            "positions to records".into(),
            Box::new(|| drop(black_box(write_records(black_box(rows), &scores, &results)))),
        ),
        (
            "a copy of as many bytes".into(),
            Box::new(|| {
                target.borrow_mut().copy_from_slice(black_box(&source));
                black_box(&target);
            }),
        ),
    ];
    print_table(title, &rivals, rows.len());
}
