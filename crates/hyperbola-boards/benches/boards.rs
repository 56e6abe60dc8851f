//! Times every technique on larger boards, in turns: `cargo bench -p hyperbola-boards`. With
//! `-- --rivals FOLDER` the programs that `cargo xtask rivals` has built take part on boards of shogi,
//! `--board NAME` leaves out the other boards, and `--seconds N` is the time of each column.
//!
//! The loops, the turns and the statistics are those of the lab; see `lab/METHODOLOGY.md`. The queries
//! are random: squares, and boards of which three squares in eight are occupied.

use core::error::Error;
use core::marker::PhantomData;
use core::time::Duration;

use std::path::Path;

use hyperbola::Slider;
use hyperbola_boards::boards::{Courier, Grand, Shogi, Xiangqi};
use hyperbola_boards::{
    Board, BoardAttacks, Square, SquareSet, Storage, TECHNIQUES, board, dispatch_on_boards,
};
use hyperbola_random::Random;
use hyperbola_timing::loops::{Ask, BISHOP, BoardBits, Loop, Pass, QUEEN, QuerySet, ROOK, memory};
use hyperbola_timing::rival_process::RivalProcess;
use hyperbola_timing::runner::{Comparison, Contender, Settings, Work, compare};

board! {
    /// A board whose sets have 256 bits.
    Twelve: 12 files, 12 ranks, Ranks, FromOne;
}

/// The columns: a loop, and the bytes touched before each group of queries.
const COLUMNS: [(&str, Loop, usize); 6] = [
    ("hot loop", Loop::Throughput, 0),
    ("dependent", Loop::Latency, 0),
    ("nothing touched", Loop::CachePressure, 0),
    ("32 KiB touched", Loop::CachePressure, 32 << 10),
    ("256 KiB touched", Loop::CachePressure, 256 << 10),
    ("1 MiB touched", Loop::CachePressure, 1 << 20),
];

/// The queries of a board and a slider.
const QUERIES: usize = 4096;

/// A technique on a board, for the loops.
struct Asked<T, B, const SLIDER: usize>(PhantomData<(T, B)>);

impl<T: BoardAttacks, B: Board, const SLIDER: usize> Ask<B::Bits> for Asked<T, B, SLIDER>
where
    B::Bits: BoardBits,
{
    #[inline(always)]
    fn ask(&self, square: u64, occupied: B::Bits) -> B::Bits {
        let square = u8::try_from(square).ok().and_then(Square::<B>::from_index);
        let Some(square) = square else { return B::Bits::ZERO };
        // The boards of the loops have no bits beyond the board.
        let occupied = SquareSet::from_bits(occupied);
        T::slider_attacks(Slider::ALL[SLIDER], square, occupied).bits()
    }
}

/// The work of a technique.
struct Asking<W: BoardBits> {
    model: Loop,
    queries: QuerySet<W>,
    run: fn(Loop, Pass<'_, W>),
}

impl<W: BoardBits> Work for Asking<W> {
    fn verify(&mut self) -> Result<String, String> {
        let Self { model, queries, run } = self;
        queries.verify(&mut |pass| {
            run(*model, pass);
            Ok(())
        })
    }

    fn sample(&mut self, times: u32) -> Result<f64, String> {
        let Self { model, queries, run } = self;
        let (model, run) = (*model, *run);
        let asked = &mut |pass: Pass<'_, W>| {
            run(model, pass);
            Ok(())
        };
        match model {
            Loop::CachePressure => queries.sample_groups(times, asked),
            _ => queries.sample(times, asked),
        }
    }
}

/// Returns the loops of a technique for a slider.
fn loops_of<T: BoardAttacks, B: Board<Bits: BoardBits>>(
    slider: Slider,
) -> fn(Loop, Pass<'_, B::Bits>) {
    match slider {
        Slider::Rook => |model, pass| pass.run(model, &Asked::<T, B, ROOK>(PhantomData)),
        Slider::Bishop => |model, pass| pass.run(model, &Asked::<T, B, BISHOP>(PhantomData)),
        Slider::Queen => |model, pass| pass.run(model, &Asked::<T, B, QUEEN>(PhantomData)),
    }
}

/// Returns random queries.
fn random_queries<B: Board>(seed: u64) -> Vec<(u64, B::Bits)> {
    let mut random = Random::new(seed);
    let squares = B::SIZE.squares() as u64;
    let mut query = || {
        let occupied: SquareSet<B> = Square::all().filter(|_| random.word() % 8 < 3).collect();
        (random.word() % squares, occupied.bits())
    };
    (0..QUERIES).map(|_| query()).collect()
}

/// What the command line asks for.
struct Options {
    rivals: Vec<RivalProcess>,
    board: Option<String>,
    seconds: f64,
}

impl Options {
    fn read() -> Result<Self, Box<dyn Error>> {
        let mut options = Self { rivals: Vec::new(), board: None, seconds: 1.0 };
        let mut arguments = std::env::args().skip(1);
        while let Some(argument) = arguments.next() {
            let mut value = || arguments.next().ok_or(format!("{argument} needs a value"));
            match argument.as_str() {
                "--bench" => {}
                "--test" => options.seconds = 0.0,
                "--rivals" => {
                    // Cargo starts a bench in the folder of its package.
                    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(value()?);
                    let programs = RivalProcess::all_in(&folder, Duration::from_secs(60))?;
                    options.rivals = programs.into_iter().filter(|one| one.can("shogi")).collect();
                }
                "--board" => options.board = Some(value()?),
                "--seconds" => options.seconds = value()?.parse()?,
                other => return Err(format!("there is no option {other}").into()),
            }
        }
        Ok(options)
    }

    /// Times all sliders on a board, without rivals.
    fn time<B: Board<Bits: BoardBits>>(&self, name: &str) {
        self.time_beside::<B>(name, |_, _, _, _| Vec::new());
    }

    /// Times all sliders on a board, beside others, and prints a table.
    fn time_beside<B: Board<Bits: BoardBits>>(
        &self,
        name: &str,
        others: impl Fn(Loop, Slider, &[(u64, B::Bits)], usize) -> Vec<Contender>,
    ) {
        if self.board.as_ref().is_some_and(|only| only != name) {
            return;
        }
        for slider in Slider::ALL {
            let queries = random_queries::<B>(slider as u64);
            let columns: Vec<Comparison> = COLUMNS
                .iter()
                .map(|&(_, model, touched)| {
                    let mut contenders = ours::<B>(model, slider, &queries, touched);
                    contenders.extend(others(model, slider, &queries, touched));
                    self.compare(contenders)
                })
                .collect();
            print::<B>(&format!("{name}, a {slider}"), &columns);
        }
    }

    fn compare(&self, mut contenders: Vec<Contender>) -> Comparison {
        let settings = Settings {
            seed: 1,
            sample: Duration::from_micros(if self.seconds > 0.0 { 300 } else { 0 }),
            rounds: 6,
            spread: 0.01,
            limit: Duration::from_secs_f64(self.seconds),
        };
        // The first one says what is right. It walks along the rays.
        let expected = contenders[0].work.verify().expect("our own work does not fail");
        compare(contenders, &expected, &settings, &mut |_, _| ())
    }
}

/// Returns our techniques as contenders.
fn ours<B: Board<Bits: BoardBits>>(
    model: Loop,
    slider: Slider,
    queries: &[(u64, B::Bits)],
    touched: usize,
) -> Vec<Contender> {
    let other = memory(touched);
    let contender = |&technique| {
        let run = dispatch_on_boards!(technique, T => loops_of::<T, B>(slider))?;
        let mut queries = QuerySet::new(queries.iter().copied());
        queries.touch(other.clone());
        let work = Box::new(Asking { model, queries, run });
        Some(Contender { name: technique.id().to_owned(), work })
    };
    TECHNIQUES.iter().filter_map(contender).collect()
}

/// Prints a table in Markdown, and errors instead of times.
fn print<B: Board>(title: &str, columns: &[Comparison]) {
    println!("\n{title}, nanoseconds a query\n");
    let heads: Vec<&str> = COLUMNS.iter().map(|&(name, ..)| name).collect();
    println!(
        "| | {} | bytes of tables |\n|---{}|",
        heads.join(" | "),
        "|---:".repeat(heads.len() + 1)
    );
    for (row, standing) in columns[0].standings.iter().enumerate() {
        print!("| `{}` ", standing.name);
        for column in columns {
            match &column.standings[row].result {
                Ok(timed) => print!("| {:.1} ", timed.nanoseconds.median),
                Err(error) => print!("| {error} "),
            }
        }
        let bytes = TECHNIQUES
            .get(row)
            .and_then(|&technique| dispatch_on_boards!(technique, T => T::table_bytes::<B>()));
        println!("| {} |", bytes.map_or(String::new(), |bytes| bytes.to_string()));
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::read()?;
    options.time_beside::<Shogi>("shogi", |model, slider, queries, touched| {
        let contender = |rival: &RivalProcess| Contender {
            name: rival.name().to_owned(),
            work: Box::new(rival.asking(model, slider, queries.iter().copied(), touched)),
        };
        options.rivals.iter().map(contender).collect()
    });
    options.time::<Xiangqi>("xiangqi");
    options.time::<Grand>("grand");
    options.time::<Courier>("courier");
    options.time::<Twelve>("twelve");
    Ok(())
}
