//! Single queries on boards of other sizes, of 128 and 256 bits, compared with other people's
//! libraries.
//!
//! The loops are those of the chessboard.

use core::marker::PhantomData;
use std::rc::Rc;

use anyhow::{bail, ensure};
use hyperbola::{Slider, Technique};
use hyperbola_boards::boards::{Courier, Grand, Shogi};
use hyperbola_boards::{
    Board, BoardAttacks, Square, SquareSet, Storage, board, dispatch_on_boards,
};
use hyperbola_random::Random;
use hyperbola_timing::loops::{self, Ask, BISHOP, BoardBits, Loop, Pass, QUEEN, QuerySet, ROOK};
use hyperbola_timing::runner::Work;

use crate::definition::Definition;
use crate::inputs::{BoardInput, Inputs};
use crate::models::panel::{PanelPlan, Participant, ShogiQueries, Task};
use crate::record::Row;
use crate::report::size;

board! {
    /// A board whose sets have 256 bits.
    Twelve: 12 files, 12 ranks, Ranks, FromOne;
}

pub(super) fn panels(definition: &Definition) -> anyhow::Result<Vec<PanelPlan>> {
    let boards = definition.inputs.boards()?;
    let mut panels = Vec::new();
    for BoardInput { board, sliders } in boards {
        for name in sliders {
            let Ok(slider) = name.parse() else { bail!("there is no slider {name}") };
            panels.extend(match board.as_str() {
                "shogi" => shogi_panels(definition, slider)?,
                "grand" => queens::<Grand>(definition, board, slider)?,
                "courier" => queens::<Courier>(definition, board, slider)?,
                "twelve" => queens::<Twelve>(definition, board, slider)?,
                other => bail!("there is no board {other}"),
            });
        }
    }
    Ok(panels)
}

/// Makes the panels of the board on which other libraries take part.
fn shogi_panels(definition: &Definition, slider: Slider) -> anyhow::Result<Vec<PanelPlan>> {
    let queries = random_queries::<Shogi>(definition)?;
    let task = |model, touched| {
        let queries = Rc::clone(&queries);
        Some(Task::Shogi(ShogiQueries { model, slider, queries, touched }))
    };
    Ok(columns::<Shogi, true>(definition, "shogi", slider, &queries, &task))
}

/// Makes the panels of queens on another board.
fn queens<B: Board<Bits: BoardBits>>(
    definition: &Definition,
    board: &str,
    slider: Slider,
) -> anyhow::Result<Vec<PanelPlan>> {
    ensure!(slider == Slider::Queen, "loops of a {slider} are compiled only for shogi");
    let queries = random_queries::<B>(definition)?;
    Ok(columns::<B, false>(definition, board, slider, &queries, &|_, _| None))
}

/// Squares, and the occupied squares of each.
type Queries<W> = Rc<[(u64, W)]>;

/// Makes queries: squares, and boards of which three squares in eight are occupied.
fn random_queries<B: Board>(definition: &Definition) -> anyhow::Result<Queries<B::Bits>> {
    let &Inputs::Boards { seed, count, .. } = &definition.inputs else {
        bail!("the model needs the inputs boards");
    };
    let mut random = Random::new(seed);
    let squares = B::SIZE.squares() as u64;
    let mut query = || {
        let occupied: SquareSet<B> = Square::all().filter(|_| random.word() % 8 < 3).collect();
        (random.word() % squares, occupied.bits())
    };
    Ok((0..count).map(|_| query()).collect())
}

/// Makes a panel of each loop, and of each number of bytes that are touched. The loops of rooks and
/// of bishops are compiled if they are wanted.
fn columns<B: Board<Bits: BoardBits>, const ALL: bool>(
    definition: &Definition,
    board: &str,
    slider: Slider,
    queries: &[(u64, B::Bits)],
    task: &dyn Fn(Loop, usize) -> Option<Task>,
) -> Vec<PanelPlan> {
    let hot = [(Loop::Throughput, 0, "hot loop".into()), (Loop::Latency, 0, "dependent".into())];
    let pressed = definition.touched.iter();
    let pressed =
        pressed.map(|&bytes| (Loop::CachePressure, bytes, format!("{} touched", size(bytes))));
    let panel = |(model, touched, column): (Loop, usize, String)| {
        let mut queries = QuerySet::new(queries.iter().copied());
        queries.touch(loops::memory(touched));
        let walked = queries.clone().verify(&mut |pass| {
            pass.run(model, &Walk { slider, board: PhantomData::<B> });
            Ok(())
        });
        let participant = |technique: Technique| -> Option<Participant> {
            let (run, bytes) = dispatch_on_boards!(technique, T => {
                (loops_of::<T, B, ALL>(slider), T::table_bytes::<B>())
            })?;
            let row = Row {
                technique: Some(technique.id().to_owned()),
                table_bytes: Some(bytes),
                ..Row::named(technique.id().to_owned())
            };
            Some((row, Box::new(Asking { model, queries: queries.clone(), run })))
        };
        let participants = definition.techniques().filter_map(participant).collect();
        let label = format!("{board}, a {slider}, {column}");
        let digest = walked.unwrap_or_default();
        PanelPlan { task: task(model, touched), ..PanelPlan::of(label, &digest, participants) }
    };
    hot.into_iter().chain(pressed).map(panel).collect()
}

/// A technique on a board, for the loops.
struct Asked<T, B, const SLIDER: usize>(PhantomData<(T, B)>);

impl<T: BoardAttacks, B: Board<Bits: BoardBits>, const SLIDER: usize> Ask<B::Bits>
    for Asked<T, B, SLIDER>
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

/// A walk along the rays of a slider, square by square.
struct Walk<B> {
    slider: Slider,
    board: PhantomData<B>,
}

impl<B: Board<Bits: BoardBits>> Ask<B::Bits> for Walk<B> {
    fn ask(&self, square: u64, occupied: B::Bits) -> B::Bits {
        let occupied = SquareSet::<B>::from_bits(occupied);
        let from = u8::try_from(square).ok().and_then(Square::<B>::from_index);
        let directions =
            self.slider.lines().iter().flat_map(|line| [line.positive(), line.negative()]);
        let mut attacks = SquareSet::EMPTY;
        for direction in directions {
            let next = |square: Square<B>| {
                let (files, ranks) = direction.step();
                let file = square.file().checked_add_signed(files)?;
                Square::new(file, square.rank().checked_add_signed(ranks)?)
            };
            let mut reached = from.and_then(next);
            while let Some(square) = reached {
                attacks.insert(square);
                reached = if occupied.contains(square) { None } else { next(square) };
            }
        }
        attacks.bits()
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
        let asked = &mut |pass: Pass<'_, W>| {
            run(*model, pass);
            Ok(())
        };
        match model {
            Loop::CachePressure => queries.sample_groups(times, asked),
            _ => queries.sample(times, asked),
        }
    }
}

/// Returns the loops of a technique for a slider: those of a queen, and with `ALL` the others.
fn loops_of<T: BoardAttacks, B: Board<Bits: BoardBits>, const ALL: bool>(
    slider: Slider,
) -> fn(Loop, Pass<'_, B::Bits>) {
    if ALL && slider == Slider::Rook {
        return |model, pass| pass.run(model, &Asked::<T, B, ROOK>(PhantomData));
    }
    if ALL && slider == Slider::Bishop {
        return |model, pass| pass.run(model, &Asked::<T, B, BISHOP>(PhantomData));
    }
    |model, pass| pass.run(model, &Asked::<T, B, QUEEN>(PhantomData))
}
