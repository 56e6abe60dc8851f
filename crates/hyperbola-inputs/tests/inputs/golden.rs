//! The numbers of Stockfish and of the trainer Bullet, by their digests.

use std::collections::HashMap;

use hyperbola_inputs::{Block, Color, InputSet, PieceSquares};
use hyperbola_moves::{Board, Setup};

use crate::support::{active, digest, named};

const POSITIONS: &str = include_str!("../../../../testdata/inputs/positions.tsv");
const MOVES: &str = include_str!("../../../../testdata/inputs/moves.tsv");

/// Returns the set of a column.
fn set_of(column: &str) -> InputSet {
    /// Seven buckets, by the rank of the own king and then by its file.
    fn buckets(square: usize) -> u8 {
        match (square / 8, square % 8) {
            (0, 0..3) => 0,
            (0, 3..5) => 1,
            (0, _) => 2,
            (1, 0..4) => 3,
            (1, _) => 4,
            (2 | 3, _) => 5,
            _ => 6,
        }
    }
    #[rustfmt::skip]
    const MIRRORED: [u8; 32] = [
        0, 1, 2, 3, 4, 4, 5, 5, 6, 6, 7, 7, 6, 6, 7, 7,
        8, 8, 8, 8, 8, 8, 8, 8, 9, 9, 9, 9, 9, 9, 9, 9,
    ];
    let counted = |count: fn(usize) -> usize| {
        core::array::from_fn(|square| u8::try_from(count(square)).expect("a small number"))
    };
    let pieces = match column {
        "buckets" => PieceSquares::chess_buckets(core::array::from_fn(buckets)),
        "buckets_mirrored" => PieceSquares::chess_buckets_mirrored(MIRRORED),
        "merged" => {
            let blocks = counted(|square| square / 16 * 4 + square % 8 / 2);
            PieceSquares::chess_buckets(blocks).with_kings_merged()
        }
        "merged_mirrored" => {
            let each = core::array::from_fn(|square| u8::try_from(square).expect("below 32"));
            PieceSquares::chess_buckets_mirrored(each).with_kings_merged()
        }
        name => return named(name),
    };
    InputSet::new([Block::Pieces(pieces)]).expect("a valid set")
}

/// Returns the board of a FEN. Not every one is a position: some have three checkers.
fn board(fen: &str) -> Board {
    fen.parse::<Setup>().unwrap_or_else(|error| panic!("{fen}: {error}")).board
}

#[test]
fn positions_have_the_numbers_of_the_networks() {
    let mut lines = POSITIONS.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let header = lines.next().expect("a header");
    let sets: Vec<_> = header[1..].iter().map(|&name| (name, set_of(name))).collect();
    let sizes: Vec<_> = sets.iter().map(|(_, set)| set.size()).collect();
    #[rustfmt::skip]
    assert_eq!(sizes, [
        22_528, 59_808, 4_560, 60_720, 60_144, 66_864, 79_856, 768, 5_376, 7_680, 11_264, 22_528,
    ]);
    let mut checked = 0;
    for line in lines {
        let board = board(line[0]);
        for ((name, set), &expected) in sets.iter().zip(&line[1..]) {
            if expected == "-" {
                continue;
            }
            let lists = Color::ALL.map(|view| active(set, &board, view));
            let found = format!("{:08x}", digest(&lists));
            assert_eq!(found, expected, "{name} of {}: {lists:?}", line[0]);
            checked += 1;
        }
    }
    assert_eq!(checked, 12 * 2_000 + 36);
}

#[test]
fn moves_change_the_numbers_as_in_the_networks() {
    let names = ["halfka_v2_hm", "threats_59808", "pawn_pairs"];
    let sets = names.map(named);
    let mut categories: HashMap<&str, usize> = HashMap::new();
    for line in MOVES.lines().skip(1) {
        let [category, fen, uci, after, digests @ .., refreshed] =
            &*line.split('\t').collect::<Vec<_>>()
        else {
            panic!("too few columns: {line}");
        };
        let [before, after] = [fen, after].map(|fen| board(fen));
        let mut flags = String::new();
        for ((set, name), &expected) in sets.iter().zip(names).zip(digests) {
            let changes = set.changes(&before, &after);
            let mut lists = Vec::new();
            for view in Color::ALL {
                let changes = changes.view(view);
                flags.push(if changes.refreshes(0) { 'R' } else { '.' });
                for list in [changes.removed(), changes.added()] {
                    let mut list = list.to_vec();
                    list.sort_unstable();
                    lists.push(list);
                }
            }
            let found = format!("{:08x}", digest(&lists));
            assert_eq!(found, *expected, "{name} after {uci} in {fen}: {lists:?}");
        }
        assert_eq!(flags, *refreshed, "blocks that are computed anew after {uci} in {fen}");
        *categories.entry(category).or_default() += 1;
    }
    assert_eq!(categories.values().sum::<usize>(), 2_000);
    assert!(categories.len() >= 10, "{categories:?}");
}
