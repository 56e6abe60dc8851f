//! Counts the different positions after a number of half moves.
use core::num::NonZeroUsize;
use core::sync::atomic::AtomicBool;
use hyperbola_moves::Position;
use hyperbola_moves::perft::{EnPassant, Unique, UniqueCounts};
use std::time::Instant;

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|a| a.parse().unwrap()).collect();
    let start = Instant::now();
    let mut unique = Unique::default()
        .threads(NonZeroUsize::new(args[1] as usize).unwrap())
        .memory_bytes((args[2] as usize) << 20)
        .seed(args[4]);
    if args[3] > 0 {
        unique = unique.classes(args[3] as u32);
    }
    let never = AtomicBool::new(false);
    let work = unique.prepare(&Position::initial(), args[0] as u32, &never).unwrap();
    println!(
        "{:?} {:?} classes {} bytes {}",
        start.elapsed(),
        work.layers(),
        work.classes(),
        work.bytes() >> 20
    );
    let mut counts = UniqueCounts::default();
    for class in args.get(5).map_or(0, |first| *first as u32)..work.classes() {
        let begin = Instant::now();
        let half = std::sync::Mutex::new(0.0);
        let this = work
            .count_class(class, &never, &|a, b| {
                if 2 * a <= b {
                    *half.lock().unwrap() = begin.elapsed().as_secs_f64();
                }
            })
            .unwrap();
        counts += this;
        println!(
            "class {class} {:?} {:016x?} first {:.1} all {:.1}",
            EnPassant::ALL.map(|e| this.number(e)),
            EnPassant::ALL.map(|e| this.digest(e)),
            half.lock().unwrap(),
            begin.elapsed().as_secs_f64()
        );
    }
    println!("{:?}", start.elapsed());
    for e in EnPassant::ALL {
        println!("{} {} {:016x?}", e.id(), counts.number(e), counts.digest(e));
    }
}
