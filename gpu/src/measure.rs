//! Measures a device in one call, so that a few minutes with one suffice.

use core::time::Duration;
use std::time::Instant;

use hyperbola::{Bitboard, Slider, Square, Technique};
use hyperbola_console::output;
use hyperbola_features::{AttackCounts, Feature as _, LegalCounts, Positions};
use hyperbola_gpu::{Gpu, GpuError, Perft, PerftOptions};
use hyperbola_moves::Position;

/// A position with counts: FEN, then depth and number, where this is known.
type Case = (&'static str, &'static [(u32, Option<u128>)]);

/// The six positions of the counter's page, from depths that take milliseconds on.
const POSITIONS: [Case; 6] = [
    (
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        &[
            (7, Some(3_195_901_860)),
            (8, Some(84_998_978_956)),
            (9, Some(2_439_530_234_167)),
            (10, Some(69_352_859_712_417)),
            (11, Some(2_097_651_003_696_806)),
        ],
    ),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        &[(6, Some(8_031_647_685)), (7, Some(374_190_009_323)), (8, Some(15_493_944_087_984))],
    ),
    (
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        &[
            (8, Some(3_009_794_393)),
            (9, Some(50_086_749_815)),
            (10, Some(860_322_602_309)),
            (11, None),
        ],
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        &[
            (6, Some(706_045_033)),
            (7, Some(27_209_691_363)),
            (8, Some(1_209_257_875_296)),
            (9, None),
        ],
    ),
    (
        "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        &[
            (6, Some(3_048_196_529)),
            (7, Some(131_724_123_591)),
            (8, Some(4_509_347_606_439)),
            (9, None),
        ],
    ),
    (
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        &[
            (6, Some(6_923_051_137)),
            (7, Some(287_188_994_746)),
            (8, Some(11_923_589_843_526)),
            (9, None),
        ],
    ),
];

/// Returns whether another program has the number of sequences, though perhaps not yet when a
/// record was made.
pub(crate) fn is_known(fen: &str, depth: u64) -> bool {
    let mut counts =
        POSITIONS.iter().filter(|(known, _)| *known == fen).flat_map(|(_, counts)| *counts);
    counts.any(|&(known, number)| u64::from(known) == depth && number.is_some())
}

/// Techniques that need no table, or a small one.
const TECHNIQUES: [Technique; 5] = [
    Technique::HqBitReversal,
    Technique::HyperbolaQuintessence,
    Technique::ObstructionDifference,
    Technique::SetwiseSubtraction,
    Technique::KoggeStone,
];

/// Where results go: as a line of JSON or as text.
type Print<'p> = &'p dyn Fn(serde_json::Value, String) -> anyhow::Result<()>;

/// Measures for a number of seconds, and prints the results. Returns whether all were right.
pub(crate) fn run(
    gpu: &Gpu,
    seconds: Duration,
    memory: Option<u64>,
    json: bool,
) -> anyhow::Result<bool> {
    let begin = Instant::now();
    let is_over = |part: f64| begin.elapsed().as_secs_f64() > part * seconds.as_secs_f64();
    let print: Print<'_> =
        &|line, text| output::print(&format!("{}\n", if json { line.to_string() } else { text }));
    print(serde_json::json!({ "device": gpu.name() }), gpu.name().to_owned())?;
    let mut all_right = measure_queens(gpu, &|| is_over(0.1), print)?;
    all_right &= measure_features(gpu, print)?;
    for (raw, end) in [(true, 0.4), (false, 1.0)] {
        let options = PerftOptions { memory, raw, ..Default::default() };
        let mut perft = Perft::with_options(gpu, options)?;
        all_right &= measure_perft(gpu, &mut perft, raw, &|| is_over(end), print)?;
    }
    Ok(all_right)
}

/// Measures queens of several techniques. Returns whether all attacks were right.
fn measure_queens(gpu: &Gpu, is_over: &dyn Fn() -> bool, print: Print<'_>) -> anyhow::Result<bool> {
    let mut all_right = true;
    let (squares, boards) = queries(if gpu.is_software() { 1 << 16 } else { 1 << 24 });
    for technique in TECHNIQUES {
        if is_over() {
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
        )?;
    }
    Ok(all_right)
}

/// Measures two features with the copies to the device and back. Returns whether all were right.
fn measure_features(gpu: &Gpu, print: Print<'_>) -> anyhow::Result<bool> {
    let positions = positions(if gpu.is_software() { 1 << 14 } else { 1 << 20 });
    let rows = positions.as_slice();
    let mut all_right = true;
    let mut told = |name: &str, time: Duration, right: bool| -> anyhow::Result<()> {
        all_right &= right;
        let rate = rows.len() as f64 / time.as_secs_f64();
        print(
            serde_json::json!({ "feature": name, "each_second": rate, "right": right }),
            format!("{:>9.3} M positions/s  {name}{}", rate / 1e6, verdict(right)),
        )
    };
    let (moves, attacks) = (gpu.feature(LegalCounts)?, gpu.feature(AttackCounts)?);
    for turn in 0..2 {
        let begin = Instant::now();
        let found = moves.compute(rows)?;
        let time = begin.elapsed();
        if turn > 0 {
            told(LegalCounts.name(), time, found == rows.features().compute(LegalCounts))?;
        }
        let begin = Instant::now();
        let found = attacks.compute(rows)?;
        let time = begin.elapsed();
        if turn > 0 {
            told(AttackCounts.name(), time, found == rows.features().compute(AttackCounts))?;
        }
    }
    Ok(all_right)
}

/// Measures perft of the six positions, each a move deeper until it takes too long. Returns whether
/// all counts were right.
fn measure_perft(
    gpu: &Gpu,
    perft: &mut Perft<'_>,
    raw: bool,
    is_over: &dyn Fn() -> bool,
    print: Print<'_>,
) -> anyhow::Result<bool> {
    let mut all_right = true;
    let longest = if raw { 0.1 } else { 4.0 };
    for (fen, counts) in POSITIONS {
        let position = fen.parse().expect("a position");
        // Compiles the kernels.
        perft.count(&position, 4)?;
        let mut seconds = 0.0;
        for &(depth, known) in counts {
            if is_over() || seconds > longest {
                break;
            }
            // The times of the kernels are those of the first count, which also reserves memory.
            gpu.measure_kernels();
            let mut count = || -> Result<(u128, f64), GpuError> {
                let begin = Instant::now();
                Ok((perft.count(&position, depth)?, begin.elapsed().as_secs_f64()))
            };
            let (counted, first) = count()?;
            let kernels = gpu.measured_kernels()?;
            let mut right = known.is_none_or(|known| counted == known);
            let mut times = Vec::new();
            for _ in 0..if first < 4.0 { 3 } else { 1 } {
                let (again, time) = count()?;
                right &= again == counted;
                times.push(time);
            }
            times.sort_by(f64::total_cmp);
            seconds = times[times.len() / 2];
            all_right &= right;
            let rate = counted as f64 / seconds;
            print(
                serde_json::json!({
                    "fen": fen, "depth": depth, "merged": !raw, "nodes": counted,
                    "seconds": seconds, "first_seconds": first, "nodes_per_second": rate,
                    "known": known.is_some(), "right": right, "planned": perft.planned(),
                    "kernels": kernels,
                }),
                format!(
                    "{:>9.1} G leaves/s  {}, depth {depth} in {seconds:.4} s (first {first:.4}), {counted}{}, {fen}\n{:11}{}",
                    rate / 1e9,
                    if raw { "raw" } else { "merged" },
                    verdict(right),
                    "",
                    kernels
                        .iter()
                        .map(|(name, (runs, seconds))| format!("{name} {seconds:.4} ({runs})"))
                        .collect::<Vec<_>>()
                        .join(", ")
                ),
            )?;
        }
    }
    Ok(all_right)
}

fn verdict(right: bool) -> &'static str {
    if right { "" } else { "  WRONG" }
}

/// Makes numbers that are the same each time.
fn numbers() -> impl FnMut() -> u64 {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    move || {
        state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
        state ^ state >> 29
    }
}

/// Makes squares and boards, from sparse to full.
fn queries(len: usize) -> (Vec<u8>, Vec<u64>) {
    let mut next = numbers();
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

/// Makes positions of random games.
fn positions(len: usize) -> Positions {
    let mut next = numbers();
    let mut positions = Positions::new();
    while positions.len() < len {
        let mut position = Position::initial();
        for _ in 0..100 {
            let moves = position.legal_moves();
            if moves.is_empty() || positions.len() == len {
                break;
            }
            let number = (next() >> 33) as usize % moves.len();
            position = position.play(moves[number]).expect("a legal move");
            positions.push(&position);
        }
    }
    positions
}
