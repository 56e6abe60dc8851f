//! Perft of six well-known positions, one thread, no hash table, by several techniques and by
//! cozy-chess: `cargo bench -p hyperbola-moves --bench perft`.

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use hyperbola::algorithms::{HqFirstRank, HyperbolaQuintessence, ObstructionDifference};
use hyperbola_moves::{Position, perft};

/// A position, a depth, and how many nodes it has.
const CASES: [(&str, &str, u32, u64); 6] = [
    ("initial", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4_865_609),
    ("two", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603),
    ("three", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11_030_083),
    ("four", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15_833_292),
    ("five", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2_103_487),
    (
        "six",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        4,
        3_894_594,
    ),
];

fn cozy_chess_perft(board: &cozy_chess::Board, depth: u32) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for played in moves {
                let mut next = board.clone();
                next.play_unchecked(played);
                nodes += cozy_chess_perft(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn all(criterion: &mut Criterion) {
    for (name, fen, depth, nodes) in CASES {
        let mut group = criterion.benchmark_group(format!("perft/{name}"));
        group.throughput(Throughput::Elements(nodes)).sample_size(10);
        let position: Position = fen.parse().expect("a valid position");
        let board: cozy_chess::Board = fen.parse().expect("a valid position");
        let rivals: [(&str, &dyn Fn() -> u64); 4] = [
            ("hq-first-rank", &|| perft::plain_by::<HqFirstRank>(&position, depth)),
            ("hyperbola-quintessence", &|| {
                perft::plain_by::<HyperbolaQuintessence>(&position, depth)
            }),
            ("obstruction-difference", &|| {
                perft::plain_by::<ObstructionDifference>(&position, depth)
            }),
            ("cozy-chess", &|| cozy_chess_perft(&board, depth)),
        ];
        for (rival, count) in rivals {
            assert_eq!(count(), nodes, "{rival}");
            group.bench_function(rival, |bencher| bencher.iter(count));
        }
    }
}

criterion_group!(benches, all);
criterion_main!(benches);
