//! A census: the number of different positions after some moves.
//!
//! Its layers are those of perft, down to one move before the end. Only the positions after the
//! last move must be compared with all others, so these are gathered. They are divided into classes
//! by a hash, as many as are needed for one class to fit, and for each class all moves are made
//! again. Equal positions of a class are in one bin, and are merged bin by bin.
//!
//! The last move leaves an en passant square after every double step. When the positions with these
//! are counted, squares are taken away that the other definitions do not have, and what is left is
//! counted again.

use core::slice::from_ref;
use core::sync::atomic::AtomicBool;
use std::collections::HashMap;

use hyperbola_moves::Position;
use hyperbola_perft::MAX_DEPTH;
use hyperbola_perft::census::EnPassant;
use hyperbola_perft::four_words;
use hyperbola_rules::formulas::Formulas;
use serde::{Deserialize, Serialize};
use wgpu::Buffer;

use crate::GpuError;
use crate::kernels::{Binding, CensusShaders};
use crate::layer::Layer;
use crate::perft::{Perft, Run};
use crate::pipeline::{Family, Gathered, KEPT, LEVEL, Pipeline, SLOTS, Step};

/// The parts of a class that are counted before the host reads their numbers.
const PARTS_AT_ONCE: usize = 64;

/// The numbers of different positions after some moves, by each definition of the en passant part,
/// as far as they are counted.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Census {
    numbers: [u64; 3],
    /// The number of classes into which the last positions are divided.
    pub classes: u32,
    /// The classes that are not counted yet.
    rest: Vec<u32>,
}

impl Default for Census {
    /// Returns a census of which nothing is counted.
    fn default() -> Self {
        Self { numbers: [0; 3], classes: 1, rest: vec![0] }
    }
}

impl Census {
    /// Returns the number of positions.
    #[must_use]
    pub fn number(&self, en_passant: EnPassant) -> u64 {
        self.numbers[en_passant as usize]
    }

    /// Returns whether all classes are counted.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.rest.is_empty()
    }
}

/// A class of the positions after the last move.
pub(crate) struct Class<'r> {
    pub(crate) kernels: &'r CensusKernels,
    pub(crate) gathered: Gathered,
    /// The bytes that it may take.
    pub(crate) room: u64,
}

/// Returns the error that a class needs more than some bytes.
pub(crate) fn too_large(room: u64) -> GpuError {
    GpuError::OutOfMemory(format!("a class of positions needs more than {} MiB", room >> 20))
}

/// The kernels of a census.
#[derive(Debug)]
pub(crate) struct CensusKernels {
    /// The bits of the hash of a class, and their values.
    class: Buffer,
    /// For each buffer of children: make the last moves, and merge the positions of the class.
    pub(crate) last: [[Step; 2]; SLOTS],
    /// Take the en passant squares away beside which no pawn stands, and where no capture is legal.
    take_away: [Step; 2],
    /// The numbers of the positions of some parts.
    numbers: Buffer,
}

impl Pipeline<'_> {
    /// Compiles the kernels for the game in which White makes the last move.
    fn compile_census(&self, formulas: &Formulas) -> Result<CensusKernels, GpuError> {
        let Self { gpu, shape, part, children, table, regions, queued, .. } = self;
        let shaders = CensusShaders::new(formulas, shape.regions()[0]);
        let class = gpu.buffer("class", 8)?;
        let make = gpu.kernel("make", &shaders.make)?;
        let merge = gpu.kernel("merge", &shaders.merge)?;
        let last = children.each_ref().map(|Family { nodes, level, kept }| {
            let made = [
                (Binding::Nodes, &part.nodes.words),
                (Binding::Weights, &part.nodes.weights),
                (Binding::Level, &part.level),
                (Binding::Regions, regions),
                (Binding::Queued, queued),
                (Binding::NextNodes, &nodes.words),
                (Binding::NextWeights, &nodes.weights),
                (Binding::Table, table),
            ];
            let merged = [
                (Binding::Nodes, &nodes.words),
                (Binding::Level, level),
                (Binding::Kept, kept),
                (Binding::Halves, &nodes.weights),
                (Binding::Table, table),
                (Binding::Class, &class),
            ];
            [
                Step::new(gpu, "make", &make, shape.listing, &made),
                Step::new(gpu, "merge", &merge, shape.others, &merged),
            ]
        });
        let Family { nodes, level, .. } = &children[0];
        let step = |name, shader: &str, groups, buffers: &[(Binding, &Buffer)]| {
            let kernel = gpu.kernel(name, shader)?;
            Ok::<_, GpuError>(Step::new(gpu, name, &kernel, groups, buffers))
        };
        let take_away = |shader| {
            step(
                "take away",
                shader,
                shape.others,
                &[(Binding::Nodes, &nodes.words), (Binding::Level, level)],
            )
        };
        let [pseudo_legal, legal] = &shaders.take_away;
        gpu.checked(CensusKernels {
            last,
            take_away: [take_away(pseudo_legal)?, take_away(legal)?],
            numbers: gpu.buffer("numbers of positions", 4 * 3 * PARTS_AT_ONCE as u64)?,
            class,
        })
    }

    /// Counts the different positions of a class, in the order of [`EnPassant::ALL`]. `go_on` is
    /// called from time to time.
    fn different(
        &self,
        layer: &Layer,
        kernels: &CensusKernels,
        mut go_on: impl FnMut() -> Result<(), GpuError>,
    ) -> Result<[u64; 3], GpuError> {
        let Self { gpu, shape, .. } = self;
        // A table with as many slots as positions takes them all. Bins may be larger than parts.
        let (most, largest) = (shape.children().min(shape.slots.into()), layer.largest_bin());
        if largest > most {
            return Err(GpuError::OutOfMemory(format!(
                "{largest} positions must be compared with each other, and there is room for {most}"
            )));
        }
        #[expect(clippy::cast_possible_truncation, reason = "it has as many slots at most")]
        let most = u64::from(shape.part).min(most).max(largest) as u32;
        let family = &self.children[0];
        let parts = self.parts_of(layer, most, 0, family)?;
        let merge = [&self.common.clear_first, &kernels.last[0][1]];
        let [without_pawns, without_captures] = kernels.take_away.each_ref().map(from_ref);
        // The squares of a definition are among those of the one before it.
        let turns = [
            (EnPassant::Every, parts.gather.as_slice()),
            (EnPassant::PseudoLegal, without_pawns),
            (EnPassant::Legal, without_captures),
        ];
        let mut sums = [0; 3];
        for first in (0..parts.len).step_by(PARTS_AT_ONCE) {
            go_on()?;
            let mut encoder = self.encoder();
            let mut place = 0;
            for index in first..parts.len.min(first + PARTS_AT_ONCE) {
                let state = LEVEL * index as u64;
                for (_, steps) in turns {
                    encoder.copy_buffer_to_buffer(&parts.states, state, &family.level, 0, LEVEL);
                    self.take(&mut encoder, "part", steps.iter().chain(merge));
                    let (from, to) = (4 * KEPT as u64, &kernels.numbers);
                    encoder.copy_buffer_to_buffer(&family.level, from, to, place, 4);
                    place += 4;
                }
            }
            self.submit(encoder, 0..0)?;
            let bytes = gpu.read(&kernels.numbers, place)?;
            let numbers = bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word));
            for (number, (by, _)) in numbers.zip(turns.into_iter().cycle()) {
                sums[by as usize] += u64::from(number);
            }
        }
        Ok(sums)
    }
}

impl Perft<'_> {
    /// Returns the numbers of different positions after some moves.
    ///
    /// # Errors
    ///
    /// Returns an error of the device. If not even a small class of the positions fits, it is
    /// [`GpuError::OutOfMemory`].
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn census(&mut self, position: &Position, depth: u32) -> Result<Census, GpuError> {
        let (mut census, stop) = (Census::default(), AtomicBool::new(false));
        while !census.is_complete() {
            self.next_class(&mut census, position, depth, &stop, &|_| {})?;
        }
        Ok(census)
    }

    /// Counts the next class of a census that is not complete. If it does not fit, all classes that
    /// are left are divided into two, so that the census is as far as before. `progress` is called
    /// from time to time with the part of the whole census that is counted, from 0 to 1.
    ///
    /// # Errors
    ///
    /// As [`census`](Self::census), and [`GpuError::Stopped`] once `stop` is set. The census is as
    /// it was then.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn next_class(
        &mut self,
        census: &mut Census,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
        progress: &dyn Fn(f64),
    ) -> Result<(), GpuError> {
        assert!(depth <= MAX_DEPTH, "the depth is at most {MAX_DEPTH}");
        let Some(&class) = census.rest.last() else { return Ok(()) };
        if depth == 0 {
            *census = Census { numbers: [1; 3], classes: 1, rest: Vec::new() };
            return Ok(());
        }
        let (formulas, words) = four_words::start(position, depth, depth);
        self.compile_game(&formulas)?;
        let is_turned = depth.is_multiple_of(2);
        let last = if is_turned { formulas.turned_over() } else { formulas.clone() };
        let known = self.census.iter().position(|(known, _)| *known == last);
        let index = known.unwrap_or(self.census.len());
        if known.is_none() {
            let kernels = self.pipeline.compile_census(&last)?;
            self.census.push((last, kernels));
        }
        let (kernels, classes) = (&self.census[index].1, census.classes);
        let bits = [classes - 1, class];
        self.pipeline.gpu.queue.write_buffer(&kernels.class, 0, bytemuck::cast_slice(&bits));
        let done = f64::from(classes) - census.rest.len() as f64;
        let show = |part: f64, _| progress((done + part) / f64::from(classes));
        let mut run = self.run(&formulas, depth, (stop, &show))?;
        run.held = self.pipeline.shape.layers / 2;
        run.class = Some(Class { kernels, gathered: Gathered::default(), room: run.held });
        let walked = self.count_layers(&mut run, &formulas, HashMap::from([(words, 1)]), depth);
        match walked.and_then(|()| self.count_class(&mut run)) {
            Ok(numbers) => {
                census.rest.pop();
                for (sum, number) in census.numbers.iter_mut().zip(numbers) {
                    *sum += number;
                }
            }
            Err(GpuError::OutOfMemory(_)) if classes < self.limits.classes => {
                let halves = |&class: &u32| [class, class + classes];
                census.rest = census.rest.iter().flat_map(halves).collect();
                census.classes *= 2;
                // The device gives the memory of the layers back.
                self.pipeline.gpu.wait()?;
            }
            Err(error) => return Err(error),
        }
        Ok(())
    }

    /// Counts the different positions that were gathered for a class.
    fn count_class(&self, run: &mut Run<'_>) -> Result<[u64; 3], GpuError> {
        let Some(Class { kernels, gathered, .. }) = run.class.take() else { return Ok([0; 3]) };
        run.done = 1.0;
        let numbers = self.pipeline.different(&gathered.layer, kernels, || run.check())?;
        self.pipeline.recycle(gathered.layer);
        Ok(numbers)
    }
}

#[cfg(test)]
mod tests {
    use core::cell::RefCell;
    use core::sync::atomic::Ordering;

    use hyperbola_perft::census::Unique;
    use hyperbola_samples::{SuiteLine, suite};

    use super::*;
    use crate::Gpu;
    use crate::perft::{LIMITS, Limits};
    use crate::pipeline::Shape;

    fn gpu() -> Gpu {
        Gpu::new().unwrap_or_else(|error| panic!("{error}"))
    }

    fn position(fen: &str) -> Position {
        fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
    }

    /// Compares a census with that of the processor, and returns it.
    fn check(counter: &mut Perft<'_>, position: &Position, depth: u32, name: &str) -> Census {
        let expected = Unique::default().count(position, depth).expect("memory");
        let found = counter.census(position, depth);
        let found = found.unwrap_or_else(|error| panic!("{name}: {position}: {error}"));
        let [found_numbers, expected] = [
            EnPassant::ALL.map(|by| found.number(by)),
            EnPassant::ALL.map(|by| expected.number(by)),
        ];
        assert_eq!(found_numbers, expected, "{name}: {position} after {depth}");
        found
    }

    /// Every way through the layers: those that are full at once, tables that are full, parts of
    /// few nodes, bins that are divided, and one class or many.
    #[test]
    fn numbers_are_those_of_the_processor_whatever_the_sizes_are() {
        let gpu = gpu();
        let usual = Shape::new(&gpu, Some(2048), Some(64 << 20), true);
        let nothing_walked = Limits { walked: 0, walked_if_deep: 0, ..LIMITS };
        let shapes = [
            ("usual", usual.clone(), LIMITS, 1..=1),
            ("no position walked by the host", usual.clone(), nothing_walked, 1..=1),
            ("full layers", Shape { layers: 0, part: 20, ..usual.clone() }, nothing_walked, 8..=64),
            ("raw", Shape { merges: false, ..usual.clone() }, LIMITS, 1..=1),
            ("full tables", Shape { slots: 256, ..usual.clone() }, LIMITS, 1..=64),
            ("small parts", Shape { part: 7, ..usual.clone() }, LIMITS, 1..=64),
            ("one bin", Shape { bins: 1, ..usual.clone() }, LIMITS, 2..=64),
            (
                "few workgroups",
                Shape { listing: 1, planning: 1, few: 1, others: 2, ..usual },
                LIMITS,
                1..=1,
            ),
        ];
        let positions = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 3),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 3),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 4),
        ];
        for (name, shape, limits, classes) in shapes {
            let mut counter = Perft::with_shape(&gpu, shape, limits).expect("memory");
            let found =
                positions.map(|(fen, depth)| check(&mut counter, &position(fen), depth, name));
            let most = found.iter().map(|census| census.classes).max();
            assert!(most.is_some_and(|most| classes.contains(&most)), "{name}: {found:?}");
        }
    }

    /// After each number of moves, with double steps beside pawns that are pinned and those that
    /// are not, castling of all kinds, few pieces, and none or one move.
    #[test]
    fn numbers_of_all_positions_are_those_of_the_processor() {
        let gpu = gpu();
        let mut counter = Perft::new(&gpu).expect("memory");
        for case in suite("en-passant").iter().step_by(75).chain(&suite("random")[..4]) {
            for depth in 0..3 {
                check(&mut counter, &case.position(), depth, "suite");
            }
        }
        // The pawn on e5 may not capture, because the king would be in check.
        let pinned = position("4r2k/3p1p2/8/4P3/8/8/8/4K3 b - - 0 1");
        let numbers = check(&mut counter, &pinned, 3, "a pin").numbers;
        assert!(numbers.is_sorted_by(|one, other| one < other), "{numbers:?}");
        for position in suite("chess960").iter().take(2).map(SuiteLine::position) {
            check(&mut counter, &position, 3, "Chess960");
        }
        for (fen, depth) in [
            ("8/8/8/8/8/k7/8/K7 w - - 0 1", 6),
            // One side has few placements, and the other many.
            ("k7/8/8/8/8/8/1Q3Q2/7K w - - 0 1", 5),
            ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 1),
            ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 3),
        ] {
            check(&mut counter, &position(fen), depth, "few pieces");
        }
    }

    #[test]
    fn numbers_from_the_initial_position_are_the_known_ones() {
        let gpu = gpu();
        let mut counter = Perft::new(&gpu).expect("memory");
        let census = counter.census(&Position::initial(), 5).expect("memory");
        assert_eq!((census.numbers, census.classes), ([822_518, 822_518, 1_244_414], 1));
    }

    /// A census goes on from where it was stopped, in another process too.
    #[test]
    fn a_census_is_stopped_and_goes_on_with_other_counts_between() {
        let gpu = gpu();
        let shape = Shape { layers: 1 << 22, ..Shape::new(&gpu, Some(512), None, true) };
        let mut counter = Perft::with_shape(&gpu, shape, LIMITS).expect("memory");
        let initial = Position::initial();
        let expected = check(&mut counter, &initial, 4, "at once");
        assert!(expected.classes > 1, "{expected:?}");
        let (mut census, stop) = (Census::default(), AtomicBool::new(false));
        let calls = RefCell::new(Vec::new());
        while !census.is_complete() {
            let (before, first) = (census.clone(), calls.borrow().len());
            let show = |done| {
                calls.borrow_mut().push(done);
                stop.store(calls.borrow().len() == first + 3, Ordering::Relaxed);
            };
            let stopped = counter.next_class(&mut census, &initial, 4, &stop, &show);
            assert_eq!((stopped, &census), (Err(GpuError::Stopped), &before));
            assert_eq!(counter.count(&initial, 4), Ok(197_281));
            let kept = serde_json::to_string(&census).expect("JSON");
            census = serde_json::from_str(&kept).expect("a census");
            let show = |done| calls.borrow_mut().push(done);
            let stop = AtomicBool::new(false);
            counter.next_class(&mut census, &initial, 4, &stop, &show).expect("memory");
            assert_ne!(census, before);
        }
        assert_eq!(census, expected);
        let calls = calls.into_inner();
        assert!(calls.iter().all(|done| (0.0..=1.0).contains(done)), "{calls:?}");
        assert_eq!(calls.last(), Some(&1.0));
    }

    #[test]
    fn too_many_classes_are_an_error() {
        let gpu = gpu();
        let shape = Shape { layers: 0, ..Shape::new(&gpu, Some(512), None, true) };
        let limits = Limits { classes: 2, ..LIMITS };
        let mut counter = Perft::with_shape(&gpu, shape, limits).expect("memory");
        let initial = Position::initial();
        let error = counter.census(&initial, 4).expect_err("little memory");
        assert!(matches!(error, GpuError::OutOfMemory(_)), "{error}");
        assert_eq!(counter.count(&initial, 4), Ok(197_281));
        // More positions than slots of a table cannot be compared with each other.
        let shape = Shape { slots: 16, bins: 1, ..Shape::new(&gpu, Some(512), None, true) };
        let mut counter = Perft::with_shape(&gpu, shape, limits).expect("memory");
        let error = counter.census(&initial, 3).expect_err("a small table");
        assert!(error.to_string().contains("room for 16"), "{error}");
    }
}
