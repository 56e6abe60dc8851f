//! x
use hyperbola_gpu::*;
fn main() -> Result<(), Box<dyn core::error::Error>> {
    println!("{:?}", adapters());
    let gpu = Gpu::new()?;
    println!("{}", gpu.name());
    let q = gpu.attacks(hyperbola::Technique::HyperbolaQuintessence, hyperbola::Slider::Queen)?;
    println!("{:x?}", q.compute(&[27], &[0])?);
    let t = std::time::Instant::now();
    let mut p = Perft::new(&gpu)?;
    let fen = std::env::args()
        .nth(2)
        .unwrap_or("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".into());
    let pos: hyperbola_moves::Position = fen.parse().unwrap();
    for d in 0..=std::env::args().nth(1).map_or(4, |d| d.parse().unwrap()) {
        println!(
            "{d} {} {} {:?}",
            p.count(&pos, d)?,
            hyperbola_moves::perft::count(&pos, d),
            t.elapsed()
        );
    }
    Ok(())
}
