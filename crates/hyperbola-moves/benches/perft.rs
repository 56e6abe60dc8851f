//! Compares perft of six well-known positions with cozy-chess, in turns: `cargo bench -p
//! hyperbola-moves`. With `cargo bench -p hyperbola-moves -- --full` it uses depths that take
//! minutes, and leaves out the slowest rivals.
//!
//! cozy-chess runs in two forms. The first is built into this program, for any processor. The
//! second is its fastest form, a program of its own with the feature `pext` and `-C
//! target-cpu=native`, which is built first. All rivals count the last moves without making them,
//! and every count is compared with the suite's. Each figure is the median of the rounds.

use core::num::NonZeroUsize;
use core::time::Duration;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

use hyperbola_moves::Position;
use hyperbola_moves::perft::{self, Perft};
use hyperbola_timing::rival_process::RivalProcess;
use hyperbola_timing::statistics::median;

#[path = "../../../workshop/rivals/cozy-chess/src/perft.rs"]
mod cozy_chess_loop;

const SIX: &str = include_str!("../../../testdata/perft/six.epd");

/// Builds and starts cozy-chess for this processor. Returns nothing if that fails, for example
/// because the processor has no bit extraction instruction.
fn native() -> Option<RivalProcess> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let built = Command::new(cargo)
        .args(["xtask", "rivals", "cozy-chess-pext"])
        .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
        .stderr(Stdio::inherit())
        .output()
        .ok()?;
    let path = String::from_utf8(built.stdout).ok()?;
    let started = RivalProcess::start(Path::new(path.lines().last()?), Duration::MAX);
    started.inspect_err(|error| eprintln!("left out: {error}")).ok()
}

/// A rival: its name, and a function that counts and returns the count and the seconds it took.
type Rival<'a> = (String, Box<dyn FnMut(&str, u32) -> (u128, f64) + 'a>);

/// Makes a rival whose time includes only the counting.
fn rival<'a>(name: String, count: impl Fn(&Position, u32) -> u128 + 'a) -> Rival<'a> {
    let timed = move |fen: &str, depth| {
        let position = fen.parse().expect("a valid position");
        let start = Instant::now();
        let nodes = count(&position, depth);
        (nodes, start.elapsed().as_secs_f64())
    };
    (name, Box::new(timed))
}

fn main() {
    let has = |flag: &str| std::env::args().any(|argument| argument == flag);
    let (full, test) = (has("--full"), has("--test"));
    let (depths, rounds) = match (full, test) {
        (_, true) => ([4, 3, 5, 3, 3, 3], 1),
        (true, _) => ([7, 6, 7, 6, 6, 6], 3),
        _ => ([6, 5, 7, 6, 5, 5], 7),
    };
    let native = if test { None } else { native() };

    let mut rivals: Vec<Rival<'_>> = Vec::new();
    for &word in Perft::KINDS.iter().rev().filter(|kind| kind.is_available()) {
        let perft = Perft::default().word(word);
        rivals.push(rival(word.to_string(), move |position, depth| perft.count(position, depth)));
    }
    let two = Perft::default().threads(NonZeroUsize::MIN.saturating_add(1));
    rivals.push(rival("2 threads".into(), move |position, depth| two.count(position, depth)));
    let hash = Perft::default().memory_bytes(256 << 20);
    rivals.push(rival("hash".into(), move |position, depth| hash.count(position, depth)));
    if !full {
        let plain = |position: &Position, depth| perft::plain(position, depth).into();
        rivals.push(rival("generator".into(), plain));
    }
    let cozy = |fen: &str, depth| {
        let board: cozy_chess::Board = fen.parse().expect("a valid position");
        let start = Instant::now();
        let nodes = cozy_chess_loop::perft(&board, depth);
        (nodes.into(), start.elapsed().as_secs_f64())
    };
    if !full || native.is_none() {
        rivals.push(("cozy-chess".into(), Box::new(cozy)));
    }
    if let Some(native) = &native {
        let count = |fen: &str, depth| {
            let (nodes, seconds) = native.count(fen, depth).expect("the rival answers");
            (nodes.into(), seconds)
        };
        rivals.push(("cozy, native".into(), Box::new(count)));
    }

    println!("Millions of nodes a second, medians of {rounds} rounds in turns");
    print!("{:>8} {:>5}", "position", "depth");
    for (name, _) in &rivals {
        print!(" {name:>13}");
    }
    println!(" {:>6}", "ratio");
    let mut product = 1.0;
    for (number, (line, depth)) in SIX.lines().zip(depths).enumerate() {
        let (fen, counts) = line.split_once(" ;").expect("FEN ;Dn N");
        // If the suite has no count, all rivals have to agree with the first.
        let mut expected = counts.split(';').find_map(|count| {
            let (at, nodes) = count.trim().strip_prefix('D')?.split_once(' ')?;
            (at == depth.to_string()).then(|| nodes.parse::<u128>().expect("a number"))
        });
        let mut speeds = vec![Vec::new(); rivals.len()];
        for _ in 0..rounds {
            for ((name, count), speeds) in rivals.iter_mut().zip(&mut speeds) {
                let (nodes, seconds) = count(fen, depth);
                let expected = *expected.get_or_insert(nodes);
                assert_eq!(nodes, expected, "{name}: {fen} depth {depth}");
                speeds.push(nodes as f64 / seconds / 1e6);
            }
        }
        // The first rival is the widest word, the last is the fastest form of cozy-chess. The ratio
        // is taken in each round.
        let pairs = speeds[0].iter().zip(&speeds[rivals.len() - 1]);
        let ratios: Vec<f64> = pairs.map(|(ours, theirs)| ours / theirs).collect();
        let ratio = median(&ratios).unwrap_or(f64::NAN);
        product *= ratio;
        print!("{:>8} {depth:>5}", number + 1);
        for speeds in speeds {
            print!(" {:>13.0}", median(&speeds).unwrap_or(f64::NAN));
        }
        println!(" {ratio:>6.2}");
    }
    println!("Geometric mean of the ratios, first column to last: {:.2}", product.powf(1.0 / 6.0));
}
