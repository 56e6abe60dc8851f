//! Measures a device in one call, so that a few minutes with one suffice.

use core::time::Duration;
use std::time::Instant;

use hyperbola::{Bitboard, Slider, Square, Technique};
use hyperbola_gpu::{Gpu, GpuError, Perft};

/// The six positions of the counter's page with known counts, the deepest that was counted on a
/// processor: FEN, depth and number.
const POSITIONS: [(&str, &[(u32, u128)]); 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[(6, 119_060_324), (7, 3_195_901_860), (8, 84_998_978_956), (9, 2_439_530_234_167)],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[(5, 193_690_690), (6, 8_031_647_685), (7, 374_190_009_323)],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[(6, 11_030_083), (7, 178_633_661), (8, 3_009_794_393), (9, 50_086_749_815)],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[(5, 15_833_292), (6, 706_045_033), (7, 27_209_691_363)],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[(5, 89_941_194), (6, 3_048_196_529), (7, 131_724_123_591)],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[(5, 164_075_551), (6, 6_923_051_137), (7, 287_188_994_746)],
    ),
];

/// Techniques that need no table, or a small one.
const TECHNIQUES: [Technique; 5] = [
    Technique::HqBitReversal,
    Technique::HyperbolaQuintessence,
    Technique::ObstructionDifference,
    Technique::SetwiseSubtraction,
    Technique::KoggeStone,
];

/// Measures for a number of seconds, and prints the results. Returns whether all were right.
pub(crate) fn run(gpu: &Gpu, seconds: Duration, json: bool) -> Result<bool, GpuError> {
    let mut all_right = true;
    let begin = Instant::now();
    let is_over = |part: f64| begin.elapsed().as_secs_f64() > part * seconds.as_secs_f64();
    let print = |line: serde_json::Value, text: String| {
        if json { crate::print(line) } else { crate::print(text) }
    };
    print(serde_json::json!({ "device": gpu.name() }), gpu.name().to_owned());
    let (squares, boards) = queries(if gpu.is_software() { 1 << 16 } else { 1 << 24 });
    for technique in TECHNIQUES {
        if is_over(0.2) {
            break;
        }
        let queens = gpu.attacks(technique, Slider::Queen)?;
        let (found, time) = queens.compute_again(&squares, &boards, 16)?;
        let right = squares.iter().zip(&boards).zip(&found).all(|((&square, &board), &found)| {
            let square = Square::from_index_wrapping(square);
            hyperbola::queen_attacks(square, Bitboard(board)).0 == found
        });
        all_right &= right;
        let rate = 16.0 * boards.len() as f64 / time.as_secs_f64();
        print(
            serde_json::json!({ "queens": technique.to_string(), "each_second": rate, "right": right }),
            format!("{:>9.3} G queens/s  {technique}{}", rate / 1e9, verdict(right)),
        );
    }
    let sizes: &[u32] = if gpu.is_software() { &[1 << 12] } else { &[1 << 16, 1 << 18, 1 << 14] };
    for (index, &nodes) in sizes.iter().enumerate() {
        let end = 0.2 + 0.8 * (index + 1) as f64 / sizes.len() as f64;
        let mut perft = match Perft::with_nodes(gpu, nodes) {
            Ok(perft) => perft,
            Err(error @ GpuError::OutOfMemory(_)) => {
                let text = format!("{nodes} at once: {error}");
                print(serde_json::json!({ "at_once": nodes, "error": error.to_string() }), text);
                continue;
            }
            Err(error) => return Err(error),
        };
        all_right &= measure_perft(&mut perft, nodes, &|| is_over(end), &print)?;
    }
    Ok(all_right)
}

/// Measures perft of the six positions, each a move deeper until it takes a second. Returns whether all
/// counts were right.
fn measure_perft(
    perft: &mut Perft<'_>,
    nodes: u32,
    is_over: &dyn Fn() -> bool,
    print: &dyn Fn(serde_json::Value, String),
) -> Result<bool, GpuError> {
    let mut all_right = true;
    for (fen, counts) in POSITIONS {
        let position = fen.parse().expect("a position");
        // Compiles the kernels.
        perft.count(&position, 4)?;
        let mut seconds = 0.0;
        for &(depth, known) in counts {
            if is_over() || seconds > 1.0 {
                break;
            }
            let begin = Instant::now();
            let counted = perft.count(&position, depth)?;
            seconds = begin.elapsed().as_secs_f64();
            let rate = counted as f64 / seconds;
            let right = counted == known;
            all_right &= right;
            print(
                serde_json::json!({
                    "fen": fen, "depth": depth, "at_once": nodes, "nodes": counted,
                    "seconds": seconds, "nodes_per_second": rate, "right": right,
                }),
                format!(
                    "{:>9.3} G leaves/s  depth {depth} in {seconds:.3} s, {nodes} at once, {fen}{}",
                    rate / 1e9,
                    verdict(right)
                ),
            );
        }
    }
    Ok(all_right)
}

fn verdict(right: bool) -> &'static str {
    if right { "" } else { "  WRONG" }
}

/// Makes squares and boards that are the same each time, from sparse to full.
fn queries(len: usize) -> (Vec<u8>, Vec<u64>) {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut next = || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state ^ state >> 29
    };
    let mut board = |index: usize| match index % 3 {
        0 => next() & next(),
        1 => next(),
        _ => next() & next() & next(),
    };
    let boards: Vec<u64> = (0..len).map(&mut board).collect();
    let squares =
        boards.iter().map(|board| (board.wrapping_mul(0x9e37_79b9) >> 58) as u8).collect();
    (squares, boards)
}
