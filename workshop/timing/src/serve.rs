//! The rival's end of the line protocol: a program that answers requests until they end.

use core::ops::BitOr;
use std::io::{self, BufRead, Write};
use std::time::Instant;

use hyperbola::Slider;

use crate::loops::{self, Ask, BISHOP, BoardBits, Loop, Pass, QUEEN, QuerySet, ROOK};

/// A library that is measured against ours, by its fastest public path.
///
/// The attacks must be `#[inline(always)]`: they are compiled into the loops.
pub trait Rival {
    /// The squares of its board.
    type Bits: Sent;

    /// A position to count from.
    type Position;

    /// The number of squares of its board.
    const SQUARES: u64 = 64;

    /// The tasks that it takes part in.
    const TASKS: &'static str = "queries perft";

    /// Returns the library's version.
    fn version(&self) -> &str;

    /// Returns a rook's attacks from a square, below the number of squares, among occupied squares.
    fn rook(&self, square: u64, occupied: Self::Bits) -> Self::Bits;

    /// Returns a bishop's attacks.
    fn bishop(&self, square: u64, occupied: Self::Bits) -> Self::Bits;

    /// Returns a queen's attacks.
    #[inline(always)]
    fn queen(&self, square: u64, occupied: Self::Bits) -> Self::Bits {
        self.rook(square, occupied) | self.bishop(square, occupied)
    }

    /// Reads a position. A rival that does not count leaves this and the next one as they are.
    ///
    /// # Errors
    ///
    /// The reason why the FEN is invalid.
    fn position(&self, _fen: &str) -> Result<Self::Position, String> {
        Err("this rival does not count".to_owned())
    }

    /// Counts the legal move sequences of a length, at least one.
    fn perft(&self, _position: &Self::Position, _depth: u32) -> u64 {
        0
    }
}

/// The squares of a board that are sent to a rival.
pub trait Sent: BoardBits + BitOr<Output = Self> {
    /// Reads hexadecimal digits.
    fn from_hex(digits: &str) -> Option<Self>;
}

impl Sent for u64 {
    fn from_hex(digits: &str) -> Option<Self> {
        Self::from_str_radix(digits, 16).ok()
    }
}

impl Sent for u128 {
    fn from_hex(digits: &str) -> Option<Self> {
        Self::from_str_radix(digits, 16).ok()
    }
}

/// The version of the library that a rival links, as `cargo workshop rivals` gives it at build
/// time.
#[macro_export]
macro_rules! library_version {
    () => {
        option_env!(concat!("VERSION_OF_", env!("CARGO_PKG_NAME"))).unwrap_or("unknown")
    };
}

/// Answers requests from standard input on standard output.
///
/// # Errors
///
/// If either breaks.
pub fn serve(rival: &impl Rival) -> io::Result<()> {
    answer(rival, io::stdin().lock(), io::stdout())
}

/// Answers each request with a line. The answer to an unknown one is `error` and a text.
///
/// # Errors
///
/// If the input or the output breaks.
pub fn answer(rival: &impl Rival, input: impl BufRead, mut output: impl Write) -> io::Result<()> {
    let mut server =
        Server { rival, slider: Slider::Queen, queries: QuerySet::default(), touched: 0 };
    let mut lines = input.lines();
    while let Some(request) = lines.next() {
        match server.answer(&request?, &mut lines) {
            Ok(answer) => writeln!(output, "{answer}")?,
            Err(error) => writeln!(output, "error {}", error.replace('\n', " "))?,
        }
        output.flush()?;
    }
    Ok(())
}

struct Server<'a, R: Rival> {
    rival: &'a R,
    /// The slider of the queries.
    slider: Slider,
    queries: QuerySet<R::Bits>,
    /// The bytes of other data that the queries have.
    touched: usize,
}

impl<R: Rival> Server<'_, R> {
    fn answer(
        &mut self,
        request: &str,
        lines: &mut impl Iterator<Item = io::Result<String>>,
    ) -> Result<String, String> {
        let (word, rest) = request.split_once(' ').unwrap_or((request, ""));
        match (word, &rest.split(' ').collect::<Vec<_>>()[..]) {
            ("version", [""]) => Ok(self.rival.version().to_owned()),
            ("tasks", [""]) => Ok(R::TASKS.to_owned()),
            ("perft", [depth, ..]) => self.perft(number(depth)?, rest[depth.len()..].trim_start()),
            ("queries", [slider, count]) => {
                let read = read::<R>(lines.take(number(count)?));
                let slider = slider.parse().map_err(|_| format!("there is no slider {slider}"))?;
                (self.slider, self.queries, self.touched) = (slider, read?, 0);
                Ok("ready".to_owned())
            }
            ("verify", [model]) => {
                let model = model.parse()?;
                let (rival, slider) = (self.rival, self.slider);
                self.queries.verify(&mut |pass| run(rival, slider, model, pass))
            }
            ("sample", [model, touched, times]) => {
                self.sample(model.parse()?, number(touched)?, number(times)?)
            }
            _ => Err(format!("there is no request {request:?}")),
        }
    }

    fn perft(&self, depth: u32, fen: &str) -> Result<String, String> {
        if depth == 0 {
            return Err("expected a depth of at least 1".to_owned());
        }
        let position = self.rival.position(fen)?;
        let start = Instant::now();
        let nodes = self.rival.perft(&position, depth);
        Ok(format!("{nodes} {}", start.elapsed().as_secs_f64()))
    }

    fn sample(&mut self, model: Loop, touched: usize, times: u32) -> Result<String, String> {
        if touched != self.touched {
            self.touched = touched;
            self.queries.touch(loops::memory(touched));
        }
        let (rival, slider) = (self.rival, self.slider);
        let run = &mut |pass: Pass<'_, R::Bits>| run(rival, slider, model, pass);
        let nanoseconds = match model {
            Loop::CachePressure => self.queries.sample_groups(times, run)?,
            _ => self.queries.sample(times, run)?,
        };
        Ok(nanoseconds.to_string())
    }
}

fn number<N: core::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("{text:?} is not such a number"))
}

/// Reads queries. All lines are read even if one is wrong, so that no line is taken for a request.
fn read<R: Rival>(
    lines: impl Iterator<Item = io::Result<String>>,
) -> Result<QuerySet<R::Bits>, String> {
    let query = |line: io::Result<String>| {
        let line = line.ok()?;
        let (square, occupied) = line.split_once(' ')?;
        let square = square.parse().ok().filter(|square| *square < R::SQUARES)?;
        Some((square, R::Bits::from_hex(occupied)?))
    };
    let queries: Vec<Option<(u64, R::Bits)>> = lines.map(query).collect();
    let queries: Option<Vec<_>> = queries.into_iter().collect();
    queries.map(QuerySet::new).ok_or_else(|| "expected lines SQUARE OCCUPIED".to_owned())
}

/// The attacks of one slider, for the loops.
struct AskedOfRival<'a, R, const SLIDER: usize>(&'a R);

impl<R: Rival, const SLIDER: usize> Ask<R::Bits> for AskedOfRival<'_, R, SLIDER> {
    #[inline(always)]
    fn ask(&self, square: u64, occupied: R::Bits) -> R::Bits {
        // This removes a library's check of the index. Our own look-ups mask their index too.
        let square = if R::SQUARES == 64 { square & 63 } else { square };
        match SLIDER {
            ROOK => self.0.rook(square, occupied),
            BISHOP => self.0.bishop(square, occupied),
            _ => self.0.queen(square, occupied),
        }
    }
}

fn run<R: Rival>(
    rival: &R,
    slider: Slider,
    model: Loop,
    pass: Pass<'_, R::Bits>,
) -> Result<(), String> {
    if pass.squares.is_empty() {
        return Err("there are no queries".to_owned());
    }
    match slider {
        Slider::Rook => pass.run(model, &AskedOfRival::<R, ROOK>(rival)),
        Slider::Bishop => pass.run(model, &AskedOfRival::<R, BISHOP>(rival)),
        Slider::Queen => pass.run(model, &AskedOfRival::<R, QUEEN>(rival)),
    }
    Ok(())
}
