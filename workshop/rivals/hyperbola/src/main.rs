//! One move generator, one perft, several techniques, with other data touched at each position and
//! without: who wins perft, and who wins in an engine.
//!
//! ```text
//! cd workshop/rivals/hyperbola
//! RUSTFLAGS="-C target-cpu=native" cargo run --release [SECONDS]
//! ```
//!
//! An engine looks at its hash table, its evaluation and its histories between two positions. Here
//! a buffer stands for all of them: before the moves of a position are generated, a number of its
//! bytes are read and written. This time is in every figure and the same for all, so ratios are
//! nearer to one than those of the attacks.

use core::hint::black_box;
use core::marker::PhantomData;
use core::time::Duration;
use std::time::Instant;

use hyperbola::techniques::{
    HqFirstRank, HyperbolaQuintessence, Kindergarten, MagicFancy, ObstructionDifferenceInfuehr,
    Pext,
};
use hyperbola::word::{Vector, WordKind, WordVisitor};
use hyperbola::{Bitboard, Slider, SliderAttacks, Square, TechniqueInfo, Word};
use hyperbola_moves::Position;
use hyperbola_timing::runner::{self, Contender, Settings, Work};

/// The position of perft suites with the most sliders, its depth and its count.
const POSITION: (&str, u32, u64) =
    ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4_085_603);

/// Bytes of other data.
const TOUCHED: [usize; 5] = [0, 4 << 10, 32 << 10, 256 << 10, 1 << 20];

/// A technique on the word that has bit extraction, for single queries: where the whole program is
/// compiled for a processor that has it, the choice costs nothing.
#[derive(Debug, Clone, Copy)]
struct Extended<T>(PhantomData<T>);

struct Query<T>(Slider, Square, Bitboard, PhantomData<T>);

impl<T: SliderAttacks> WordVisitor for Query<T> {
    type Output = u64;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> u64 {
        let (mut square, mut occupied) = (V::ZEROS, V::ZEROS);
        square.as_mut()[0] = self.1.word();
        occupied.as_mut()[0] = self.2.0;
        let occupied = T::occupied(V::from_array(token, occupied));
        T::slider(self.0, V::from_array(token, square), &occupied).into_array().as_ref()[0]
    }
}

impl<T: SliderAttacks> SliderAttacks for Extended<T> {
    const INFO: TechniqueInfo = T::INFO;
    type Occupied<W: Word> = T::Occupied<W>;

    fn rook<W: Word>(square: W, occupied: &Self::Occupied<W>) -> W {
        T::rook(square, occupied)
    }

    fn bishop<W: Word>(square: W, occupied: &Self::Occupied<W>) -> W {
        T::bishop(square, occupied)
    }

    #[inline(always)]
    fn slider_attacks(slider: Slider, square: Square, occupied: Bitboard) -> Bitboard {
        #[cfg(target_arch = "x86_64")]
        if cfg!(all(target_feature = "avx2", target_feature = "bmi2")) {
            let query = Query::<T>(slider, square, occupied, PhantomData);
            if let Some(attacks) = WordKind::Avx2.visit(query) {
                return Bitboard(attacks);
            }
        }
        T::slider_attacks(slider, square, occupied)
    }

    #[inline(always)]
    fn rook_bishop_attacks(square: Square, occupied: Bitboard) -> (Bitboard, Bitboard) {
        (
            Self::slider_attacks(Slider::Rook, square, occupied),
            Self::slider_attacks(Slider::Bishop, square, occupied),
        )
    }
}

fn perft<T: SliderAttacks>(position: &Position, depth: u32, other: &mut [u64]) -> u64 {
    for line in other.chunks_mut(8) {
        line[0] = line[0].wrapping_add(1);
    }
    black_box(&mut *other);
    let legal = position.legal_by::<T>();
    if depth == 1 {
        return legal.count() as u64;
    }
    let mut nodes = 0;
    legal.for_each_set(|set| {
        for played in set.moves() {
            let mut next = *position;
            next.play_unchecked(played);
            nodes += perft::<T>(&next, depth - 1, other);
        }
    });
    nodes
}

/// Perft by a technique, with a number of bytes touched at each position.
struct Counting {
    count: fn(&Position, u32, &mut [u64]) -> u64,
    position: Position,
    depth: u32,
    other: Vec<u64>,
}

impl Work for Counting {
    fn verify(&mut self) -> Result<String, String> {
        Ok((self.count)(&self.position, self.depth, &mut []).to_string())
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        // A move less where much is touched, for all alike.
        let depth = if self.other.len() * 8 > 32 << 10 { self.depth - 1 } else { self.depth };
        let mut nodes = 0;
        let start = Instant::now();
        for _ in 0..times {
            nodes += (self.count)(&self.position, depth, &mut self.other);
        }
        Ok(start.elapsed().as_nanos() as f64 / nodes as f64)
    }
}

fn contender<T: SliderAttacks>(touched: usize) -> Contender {
    let (fen, depth, _) = POSITION;
    let position = fen.parse().expect("a valid position");
    let other = vec![0; touched / 8];
    let work = Counting { count: perft::<T>, position, depth, other };
    Contender { name: T::INFO.id.into(), work: Box::new(work) }
}

fn main() {
    let seconds = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(60.0);
    for touched in TOUCHED {
        let contenders = vec![
            contender::<HyperbolaQuintessence>(touched),
            contender::<HqFirstRank>(touched),
            contender::<ObstructionDifferenceInfuehr>(touched),
            contender::<Kindergarten>(touched),
            contender::<MagicFancy>(touched),
            contender::<Extended<Pext>>(touched),
        ];
        let settings = Settings {
            seed: 10,
            sample: Duration::from_millis(5),
            rounds: 15,
            spread: 0.005,
            limit: Duration::from_secs_f64(seconds / TOUCHED.len() as f64),
        };
        let nodes = POSITION.2.to_string();
        let comparison = runner::compare(contenders, &nodes, &settings, &mut |_, _| ());
        println!("{touched} bytes touched at each position, {} rounds", comparison.rounds);
        for standing in comparison.standings {
            match standing.result {
                Ok(timed) => println!(
                    "  {:<32} {:>9.3} ns a node, ratio {:.4} ({:.4} to {:.4})",
                    standing.name,
                    timed.nanoseconds.median,
                    timed.ratio.median,
                    timed.ratio.low,
                    timed.ratio.high
                ),
                Err(error) => println!("  {:<32} {error}", standing.name),
            }
        }
    }
}
