//! Perft: layers of different positions down to three moves before the end, and plans of the
//! positions after them.
//!
//! The host begins with one position, and keeps the first small layers itself. From then on the
//! device makes each layer from the one above, part by part, and merges equal positions. The
//! children of the last layer are planned: most replies are counted without making a move, and the
//! moves that remain are listed, made, and their replies counted.
//!
//! A census has layers down to one move before the end, and gathers the positions after it.

use core::cell::Cell;
use core::mem::take;
use core::ops::Range;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::{HashMap, VecDeque};

use hyperbola_moves::Position;
use hyperbola_perft::{Counted, MAX_DEPTH, Progress, four_words};
use hyperbola_rules::formulas::{Formulas, FourWords};
use wgpu::CommandEncoder;

use crate::census::{CensusKernels, Class, too_large};
use crate::layer::{Layer, NODE, WEIGHT};
use crate::pipeline::{Children, GameKernels, Gathered, Pipeline, Shape, TOGETHER};
use crate::{Gpu, GpuError};

/// The bits of a weight that the device takes from the host at once.
const WEIGHT_BITS: u32 = 32;

/// What the host does otherwise from certain sizes on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    /// The most positions from which the host walks on.
    pub(crate) walked: usize,
    /// The same where more than [`DEEP`] moves are left, so that there may be more sequences than
    /// 64 bits can count.
    pub(crate) walked_if_deep: usize,
    /// The upper half of a weight from which on a layer is counted by the halves of its weights, so
    /// that the weights of the next layer do not exceed 64 bits: no position is reached in 2^26
    /// ways by one move.
    pub(crate) heavy: u32,
    /// The most classes of a census. The hash has 25 bits for them.
    pub(crate) classes: u32,
}

pub(crate) const LIMITS: Limits =
    Limits { walked: 256, walked_if_deep: 4096, heavy: 1 << 6, classes: 1 << 20 };

/// The moves after which a count is deep.
const DEEP: u32 = 12;

/// A counter of move sequences on a device. It keeps the kernels that it has compiled, and the
/// buffers of layers.
///
/// A number of 2^128 - 1 or more is returned as 2^128 - 1.
#[derive(Debug)]
pub struct Perft<'g> {
    pub(crate) pipeline: Pipeline<'g>,
    kernels: Vec<(Formulas, GameKernels)>,
    pub(crate) census: Vec<(Formulas, CensusKernels)>,
    pub(crate) limits: Limits,
    /// The positions that were planned in the last count.
    planned: Cell<u64>,
}

/// Options of a counter.
#[derive(Debug, Clone, Copy, Default)]
pub struct PerftOptions {
    /// The positions that are planned at once, from 512 to 2^20; by default as many as suit the
    /// memory. A number that is given comes first, even if it takes more memory.
    pub nodes: Option<u32>,
    /// The bytes on the device for everything; by default up to 8 GiB on a graphics card, 1 GiB in
    /// software, and 2 GiB elsewhere. Deep counts are faster with more.
    pub memory: Option<u64>,
    /// Whether equal positions are counted again each time, but for those that the host walks
    /// through, for measurements.
    pub raw: bool,
}

/// The caller's side of a count: whether to stop, and what is shown of the part that is done, from
/// 0 to 1, and of the number until then.
pub(crate) type Watch<'r> = (&'r AtomicBool, &'r dyn Fn(f64, u128));

/// A count in progress.
pub(crate) struct Run<'r> {
    /// The formulas for the levels of an even number of moves and of an odd one.
    kernels: [&'r GameKernels; 2],
    watch: Watch<'r>,
    /// The part that is counted, from 0 to 1.
    pub(crate) done: f64,
    /// The bytes of the layers that are being counted from.
    pub(crate) held: u64,
    /// The count that was read back, and the power of two that it is a multiple of from now on.
    counted: u128,
    shift: u32,
    /// The class of a census, if positions are counted and not sequences.
    pub(crate) class: Option<Class<'r>>,
}

impl<'g> Perft<'g> {
    /// Makes a counter with sizes that suit the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device has too little memory.
    pub fn new(gpu: &'g Gpu) -> Result<Self, GpuError> {
        Self::with_options(gpu, PerftOptions::default())
    }

    /// Makes a counter with options.
    ///
    /// # Errors
    ///
    /// Returns an error if the device has too little memory.
    pub fn with_options(gpu: &'g Gpu, options: PerftOptions) -> Result<Self, GpuError> {
        let PerftOptions { nodes, memory, raw } = options;
        Self::with_shape(gpu, Shape::new(gpu, nodes, memory, !raw), LIMITS)
    }

    pub(crate) fn with_shape(gpu: &'g Gpu, shape: Shape, limits: Limits) -> Result<Self, GpuError> {
        let pipeline = Pipeline::new(gpu, shape)?;
        Ok(Self {
            pipeline,
            kernels: Vec::new(),
            census: Vec::new(),
            limits,
            planned: Cell::default(),
        })
    }

    /// Returns about how many bytes of the device a count may take.
    #[must_use]
    pub fn memory(&self) -> u64 {
        self.pipeline.shape.memory()
    }

    /// Returns the number of positions, two moves before the end, that the last count planned.
    #[must_use]
    pub fn planned(&self) -> u64 {
        self.planned.get()
    }

    /// Returns the number of legal move sequences of a length from a position.
    ///
    /// # Errors
    ///
    /// Returns an error of the device.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<u128, GpuError> {
        let stop = AtomicBool::new(false);
        Ok(self.count_all([(position, 1)], depth, &stop, &|_| {})?.nodes)
    }

    /// Returns the sum of the numbers of legal move sequences of a length from all of some
    /// positions, each multiplied by its weight.
    ///
    /// Once `stop` is set, it soon returns the count so far. From time to time it calls `progress`.
    /// Where weights are so large that they are counted in parts, each part begins at 0.
    ///
    /// # Errors
    ///
    /// Returns an error of the device.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn count_all<'p>(
        &mut self,
        positions: impl IntoIterator<Item = (&'p Position, u128)>,
        depth: u32,
        stop: &AtomicBool,
        progress: &dyn Fn(Progress),
    ) -> Result<Counted, GpuError> {
        /// The steps of the progress.
        const PARTS: usize = 1 << 20;
        assert!(depth <= MAX_DEPTH, "the depth is at most {MAX_DEPTH}");
        self.planned.set(0);
        if depth < 2 {
            let counts = positions.into_iter().map(|(position, weight)| {
                weight.saturating_mul(hyperbola_perft::count(position, depth))
            });
            return Ok(Counted::complete(counts.fold(0, u128::saturating_add)));
        }
        // The positions of games whose castling moves are the same.
        let mut games: Vec<(Formulas, HashMap<FourWords<u64>, u128>)> = Vec::new();
        for (position, weight) in positions {
            let (formulas, words) = four_words::start(position, depth, depth);
            let known = games.iter().position(|(known, _)| *known == formulas);
            let game = known.unwrap_or(games.len());
            if game == games.len() {
                games.push((formulas, HashMap::new()));
            }
            let sum = games[game].1.entry(words).or_insert(0_u128);
            *sum = sum.saturating_add(weight);
        }
        let mut sum = 0_u128;
        for (formulas, layer) in games {
            self.compile_game(&formulas)?;
            let show = |done: f64, nodes| {
                #[expect(clippy::cast_possible_truncation, reason = "it is at most PARTS")]
                let done = (done * PARTS as f64) as usize;
                let nodes = sum.saturating_add(nodes);
                progress(Progress { done, parts: PARTS, nodes });
            };
            let mut run = self.run(&formulas, depth, (stop, &show))?;
            let counted = self.count_layers(&mut run, &formulas, layer, depth);
            let is_complete = counted != Err(GpuError::Stopped);
            if is_complete {
                counted?;
            } else {
                self.take_sums(&mut run)?;
            }
            sum = sum.saturating_add(run.counted);
            if !is_complete {
                return Ok(Counted { nodes: sum, is_complete });
            }
        }
        Ok(Counted::complete(sum))
    }

    /// Compiles the kernels for a game, and for its boards turned over.
    pub(crate) fn compile_game(&mut self, formulas: &Formulas) -> Result<(), GpuError> {
        self.compile(formulas)?;
        self.compile(&formulas.turned_over())
    }

    /// Begins a count, for which the kernels of the game are compiled.
    pub(crate) fn run<'r>(
        &'r self,
        formulas: &Formulas,
        depth: u32,
        watch: Watch<'r>,
    ) -> Result<Run<'r>, GpuError> {
        self.pipeline.clear()?;
        let turned = formulas.turned_over();
        let mut kernels = [&turned, formulas].map(|formulas| self.kernels_of(formulas));
        if depth.is_multiple_of(2) {
            kernels.reverse();
        }
        Ok(Run { kernels, watch, done: 0.0, held: 0, counted: 0, shift: 0, class: None })
    }

    /// Compiles the kernels for boards of a game, unless they are compiled already.
    fn compile(&mut self, formulas: &Formulas) -> Result<(), GpuError> {
        if self.kernels.iter().all(|(known, _)| known != formulas) {
            let kernels = self.pipeline.compile(formulas)?;
            self.kernels.push((formulas.clone(), kernels));
        }
        Ok(())
    }

    fn kernels_of(&self, formulas: &Formulas) -> &GameKernels {
        let known = self.kernels.iter().find(|(known, _)| known == formulas);
        &known.expect("it was compiled").1
    }

    /// Walks through the first layers on the host, and gives the rest to the device.
    pub(crate) fn count_layers(
        &self,
        run: &mut Run<'_>,
        formulas: &Formulas,
        mut layer: HashMap<FourWords<u64>, u128>,
        depth: u32,
    ) -> Result<(), GpuError> {
        let mut level = depth;
        let is_white = |level: u32| (depth - level).is_multiple_of(2);
        let Limits { walked, walked_if_deep, .. } = self.limits;
        // The device makes the last move of a census.
        let least = if run.class.is_some() { 1 } else { 2 };
        while level > least && layer.len() <= if level > DEEP { walked_if_deep } else { walked } {
            let mut next = HashMap::with_capacity(2 * layer.len());
            for (position, weight) in layer {
                run.check()?;
                for child in four_words::children(formulas, position, is_white(level)) {
                    let sum = next.entry(child).or_insert(0_u128);
                    *sum = sum.saturating_add(weight);
                }
            }
            (layer, level) = (next, level - 1);
        }
        if run.class.is_some() {
            layer.values_mut().for_each(|weight| *weight = 1);
        }
        // Digit by digit of the weights: most layers have only weights of one digit.
        for shift in (0..u128::BITS).step_by(WEIGHT_BITS as usize) {
            let digits = layer.iter().map(|(&position, weight)| {
                #[expect(clippy::cast_possible_truncation, reason = "it is a digit")]
                let digit = (weight >> shift) as u32;
                (if is_white(level) { position } else { Formulas::turned(position) }, digit)
            });
            let nodes: Vec<_> = digits.filter(|&(_, digit)| digit != 0).collect();
            if nodes.is_empty() {
                continue;
            }
            run.shift = shift;
            self.count_nodes(run, &nodes, level)?;
            self.take_sums(run)?;
        }
        Ok(())
    }

    /// Counts from nodes of the host.
    fn count_nodes(
        &self,
        run: &mut Run<'_>,
        nodes: &[(FourWords<u64>, u32)],
        level: u32,
    ) -> Result<(), GpuError> {
        let mut gathered = Gathered::default();
        let kernels = run.kernels(level);
        for chunk in nodes.chunks(self.pipeline.shape.part as usize) {
            run.check()?;
            let children = self.pipeline.upload(chunk)?;
            let encoder = self.take(children, run.plans(level), kernels, &mut gathered)?;
            self.pipeline.submit(encoder, 0..0)?;
        }
        self.count_gathered(run, gathered, level, 0.0..1.0)
    }

    /// Counts from the nodes that were gathered for a layer.
    fn count_gathered(
        &self,
        run: &mut Run<'_>,
        mut gathered: Gathered,
        level: u32,
        done: Range<f64>,
    ) -> Result<(), GpuError> {
        self.pipeline.sort(&mut gathered)?;
        if let (0, Some(class)) = (level, &mut run.class) {
            class.gathered = gathered;
            return Ok(());
        }
        let layer = gathered.layer;
        if layer.sorted.is_empty() {
            return Ok(());
        }
        // Weights do not count in a census.
        if layer.largest < self.limits.heavy || run.class.is_some() {
            self.count_layer(run, &layer, level, 0, done)?;
            self.pipeline.recycle(layer);
            return Ok(());
        }
        self.take_sums(run)?;
        for (digit, shift) in [(1, 0), (2, WEIGHT_BITS)] {
            run.shift += shift;
            self.count_layer(run, &layer, level, digit, done.clone())?;
            self.take_sums(run)?;
            run.shift -= shift;
        }
        self.pipeline.recycle(layer);
        Ok(())
    }

    /// Counts from a layer: makes the layer below it, and where that is full counts from it before
    /// it goes on.
    fn count_layer(
        &self,
        run: &mut Run<'_>,
        layer: &Layer,
        level: u32,
        digit: u32,
        done: Range<f64>,
    ) -> Result<(), GpuError> {
        let Self { pipeline, .. } = self;
        let (kernels, below) = (run.kernels(level), run.kernels(level - 1));
        let plans = run.plans(level - 1);
        let parts = pipeline.parts(layer, digit)?;
        run.held += layer.bytes();
        let room = self.room(run, level);
        let len = parts.len;
        let at = |index: usize| done.start + (done.end - done.start) * index as f64 / len as f64;
        let (mut gathered, mut first) = (Gathered::default(), 0);
        // The positions of a class are gathered from all layers above them.
        let mut last = run.class.as_mut().filter(|_| level == 1);
        if let Some(class) = &mut last {
            gathered = take(&mut class.gathered);
        }
        let census = last.map(|class| class.kernels);
        let mut waiting = VecDeque::with_capacity(2);
        for index in (0..len).step_by(TOGETHER) {
            run.done = if level == run.last() { at(index) } else { run.done };
            run.check()?;
            if gathered.bytes() > room {
                if census.is_some() {
                    return Err(too_large(room));
                }
                self.take_all(&mut waiting, plans, below, &mut gathered)?;
                self.count_gathered(run, gathered, level - 1, at(first)..at(index))?;
                (gathered, first) = (Gathered::default(), index);
            }
            let children = if waiting.len() == 2 { waiting.pop_front() } else { None };
            let mut encoder =
                self.take(children.unwrap_or_default(), plans, below, &mut gathered)?;
            let together = index..len.min(index + TOGETHER);
            for index in together.clone() {
                pipeline.expand(&mut encoder, kernels, census, &parts, index);
            }
            waiting.push_back(pipeline.submit(encoder, together)?);
        }
        self.take_all(&mut waiting, plans, below, &mut gathered)?;
        self.count_gathered(run, gathered, level - 1, at(first)..done.end)?;
        run.held -= layer.bytes();
        Ok(())
    }

    /// Returns the bytes for the layer below one that is held, or for the class of a census.
    fn room(&self, run: &Run<'_>, level: u32) -> u64 {
        let shape = &self.pipeline.shape;
        // The nodes that wait take a whole buffer when they are sorted.
        let waiting = shape.gathered() * (NODE + WEIGHT);
        if let (1, Some(class)) = (level, &run.class) {
            return class.room.saturating_sub(waiting).max(waiting);
        }
        let free = shape.layers.saturating_sub(run.held);
        // The last layer has no other below it.
        let room = if level == run.last() + 1 { free } else { free / 2 };
        room.saturating_sub(waiting)
    }

    /// Takes all children that are on the way.
    fn take_all(
        &self,
        waiting: &mut VecDeque<Vec<Children>>,
        plans: bool,
        kernels: &GameKernels,
        gathered: &mut Gathered,
    ) -> Result<(), GpuError> {
        for children in waiting.drain(..) {
            let encoder = self.take(children, plans, kernels, gathered)?;
            self.pipeline.submit(encoder, 0..0)?;
        }
        Ok(())
    }

    /// Returns the commands that count from children if these are planned, and gather them
    /// otherwise.
    fn take(
        &self,
        children: Vec<Children>,
        plans: bool,
        kernels: &GameKernels,
        gathered: &mut Gathered,
    ) -> Result<CommandEncoder, GpuError> {
        let Self { pipeline, .. } = self;
        let kept = children.iter().map(|children| pipeline.kept(children));
        let kept: Vec<u32> = kept.collect::<Result<_, _>>()?;
        if !plans {
            pipeline.make_room(kept.iter().copied().map(u64::from).sum(), gathered)?;
        }
        let mut encoder = pipeline.encoder();
        for (children, kept) in children.iter().zip(kept) {
            if plans {
                self.planned.set(self.planned.get() + u64::from(kept));
                pipeline.plan(&mut encoder, kernels, children, kept);
            } else {
                pipeline.append(&mut encoder, children, kept, gathered);
            }
        }
        Ok(encoder)
    }

    /// Adds the device's sums to the count.
    fn take_sums(&self, run: &mut Run<'_>) -> Result<(), GpuError> {
        let sum = self.pipeline.take_sum()?;
        run.counted = run.counted.saturating_add(shifted(sum, run.shift));
        Ok(())
    }
}

impl<'r> Run<'r> {
    /// Shows the progress, and ends the count if it should stop.
    pub(crate) fn check(&self) -> Result<(), GpuError> {
        let (stop, show) = self.watch;
        show(self.done, self.counted);
        if stop.load(Ordering::Relaxed) { Err(GpuError::Stopped) } else { Ok(()) }
    }

    /// Returns the number of moves that are left in the last layer.
    fn last(&self) -> u32 {
        if self.class.is_some() { 1 } else { 3 }
    }

    /// Returns whether positions a number of moves before the end are planned.
    fn plans(&self, level: u32) -> bool {
        level == 2 && self.class.is_none()
    }

    /// Returns the kernels for positions a number of moves before the end.
    fn kernels(&self, level: u32) -> &'r GameKernels {
        self.kernels[level as usize % 2]
    }
}

/// Returns a number times a power of two, or 2^128 - 1 if that is more.
fn shifted(number: u128, shift: u32) -> u128 {
    let fits = number == 0 || number.leading_zeros() >= shift;
    if fits { number.unbounded_shl(shift) } else { u128::MAX }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every way through the pipeline: without merging, with layers that are full at once, tables
    /// that are full, parts of few nodes, bins that are divided, and weights by halves.
    #[test]
    fn counts_are_right_whatever_the_sizes_are() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let usual = Shape::new(&gpu, Some(2048), Some(64 << 20), true);
        let nothing_walked = Limits { walked: 0, walked_if_deep: 0, ..LIMITS };
        let shapes = [
            ("usual", usual.clone(), LIMITS),
            ("no position walked by the host", usual.clone(), nothing_walked),
            ("raw", Shape { merges: false, ..usual.clone() }, LIMITS),
            ("full layers", Shape { layers: 0, part: 50, ..usual.clone() }, nothing_walked),
            ("full tables", Shape { slots: 16, ..usual.clone() }, LIMITS),
            ("small parts", Shape { part: 7, ..usual.clone() }, LIMITS),
            ("small chunks", Shape { planned: 64, ..usual.clone() }, LIMITS),
            ("halves of weights", usual.clone(), Limits { heavy: 0, ..nothing_walked }),
            (
                "few workgroups",
                Shape { listing: 1, planning: 1, few: 1, others: 2, ..usual },
                LIMITS,
            ),
        ];
        let positions = [
            ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 4),
            ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4),
            ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 5),
            ("n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1", 4),
        ];
        for (name, shape, limits) in shapes {
            let merges = shape.merges;
            let mut counter = Perft::with_shape(&gpu, shape, limits).expect("memory");
            for (fen, depth) in positions {
                let position: Position = fen.parse().expect("a position");
                let expected = hyperbola_perft::count(&position, depth);
                assert_eq!(counter.count(&position, depth), Ok(expected), "{name}: {fen}");
            }
            if !merges {
                assert_eq!(counter.count(&Position::initial(), 5), Ok(4_865_609));
                // The host merges none of the first 20 and 400.
                assert_eq!(counter.planned(), 8902);
            }
        }
    }

    #[test]
    fn numbers_that_do_not_fit_become_the_largest() {
        assert_eq!(shifted(3, 126), 3 << 126);
        assert_eq!((shifted(4, 126), shifted(1, 128)), (u128::MAX, u128::MAX));
        assert_eq!(shifted(0, 160), 0);
    }

    /// Weights of more than 32 bits that the host hands over.
    #[test]
    fn positions_are_counted_by_their_weights() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let mut counter = Perft::new(&gpu).expect("memory");
        let (initial, weight) = (Position::initial(), (1 << 90) + (1 << 40) + 3);
        let stop = AtomicBool::new(false);
        let counted = counter.count_all([(&initial, weight)], 4, &stop, &|_| {});
        assert_eq!(counted, Ok(Counted::complete(197_281 * weight)));
    }

    #[test]
    fn weights_of_more_than_32_bits_are_counted() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let shape = Shape::new(&gpu, Some(512), None, true);
        let limits = Limits { walked: 0, walked_if_deep: 0, ..LIMITS };
        let mut counter = Perft::with_shape(&gpu, shape, limits).expect("memory");
        // The pawns block each other, and the kings walk on either side of them.
        let blocked = "8/k7/8/1p1p1p1p/1P1P1P1P/8/8/7K w - - 0 1";
        let position: Position = blocked.parse().expect("a position");
        let memory = hyperbola_perft::Perft::default().memory_bytes(64 << 20);
        // In the last of these they have more than 44.
        for depth in [16, 22, 28] {
            assert_eq!(counter.count(&position, depth), Ok(memory.count(&position, depth)));
        }
    }

    /// Hands nodes of the initial position over, each with a weight of 64 bits.
    fn uploaded(counter: &Perft<'_>, weights: &[u64]) -> Vec<Children> {
        let words = four_words::start(&Position::initial(), 2, 2).1;
        // The kernels do not look at it: so the nodes differ.
        let node =
            |place: u64| if place == 0 { words } else { words.map(|word| word ^ place << 40) };
        let nodes: Vec<_> = (0..).take(weights.len()).map(|place| (node(place), 1)).collect();
        let pipeline = &counter.pipeline;
        let children = pipeline.upload(&nodes).expect("it is submitted");
        let buffer = &pipeline.children[0].nodes.weights;
        pipeline.gpu.queue.write_buffer(buffer, 0, bytemuck::cast_slice(weights));
        children
    }

    /// The sum has more than 64 bits, and its third digit comes from the upper halves alone.
    #[test]
    fn a_workgroup_adds_up_weights_of_64_bits() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let mut counter = Perft::new(&gpu).expect("memory");
        let formulas = four_words::start(&Position::initial(), 2, 2).0;
        counter.compile_game(&formulas).expect("kernels");
        let stop = AtomicBool::new(false);
        let run = counter.run(&formulas, 2, (&stop, &|_, _| {})).expect("a count");
        let weight = 0xffff_fff1_8000_0005;
        let children = uploaded(&counter, &[weight]);
        let encoder = counter.take(children, true, run.kernels(2), &mut Gathered::default());
        counter.pipeline.submit(encoder.expect("they are kept"), 0..0).expect("it is submitted");
        assert_eq!(counter.pipeline.take_sum(), Ok(400 * u128::from(weight)));
    }

    /// The largest upper half says when weights are counted by halves.
    #[test]
    fn the_largest_weight_of_a_layer_is_known() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let mut counter = Perft::new(&gpu).expect("memory");
        let formulas = four_words::start(&Position::initial(), 2, 2).0;
        counter.compile_game(&formulas).expect("kernels");
        for (upper, largest) in [([3, 9, 5], 9), ([9, 3, 0], 9), ([0, 3, 9], 9), ([0; 3], 0)] {
            let stop = AtomicBool::new(false);
            let run = counter.run(&formulas, 4, (&stop, &|_, _| {})).expect("a count");
            let children = uploaded(&counter, &upper.map(|upper| upper << 32 | 0xffff_ffff));
            let mut gathered = Gathered::default();
            let encoder = counter.take(children, false, run.kernels(4), &mut gathered);
            let encoder = encoder.expect("they are kept");
            counter.pipeline.submit(encoder, 0..0).expect("it is submitted");
            counter.pipeline.sort(&mut gathered).expect("memory");
            assert_eq!(gathered.layer.largest, largest, "{upper:?}");
            counter.pipeline.recycle(gathered.layer);
        }
    }

    /// A part of three and more buffers: each node is copied to a place of its own.
    #[test]
    fn a_part_takes_its_nodes_from_all_buffers_of_a_layer() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let mut counter = Perft::new(&gpu).expect("memory");
        let formulas = four_words::start(&Position::initial(), 2, 2).0;
        counter.compile_game(&formulas).expect("kernels");
        let (pipeline, stop) = (&counter.pipeline, AtomicBool::new(false));
        let run = counter.run(&formulas, 4, (&stop, &|_, _| {})).expect("a count");
        let (mut gathered, mut expected) = (Gathered::default(), Vec::new());
        for buffer in 0..5_u64 {
            let weights: Vec<u64> = (1..=buffer + 3).map(|place| 100 * buffer + place).collect();
            let children = uploaded(&counter, &weights);
            let encoder = counter.take(children, false, run.kernels(4), &mut gathered);
            pipeline.submit(encoder.expect("they are kept"), 0..0).expect("it is submitted");
            pipeline.sort(&mut gathered).expect("memory");
            expected.extend(weights);
        }
        assert_eq!(gathered.layer.sorted.len(), 5);
        let parts = pipeline.parts(&gathered.layer, 0).expect("memory");
        assert_eq!(parts.len, 1);
        let mut encoder = pipeline.encoder();
        encoder.copy_buffer_to_buffer(&parts.states, 0, &pipeline.part.level, 0, None);
        pipeline.take(&mut encoder, "part", &parts.gather);
        pipeline.submit(encoder, 0..0).expect("it is submitted");
        let bytes = gpu.read(&pipeline.part.nodes.weights, 8 * expected.len() as u64);
        let bytes = bytes.expect("memory");
        let mut found: Vec<u64> =
            bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word)).collect();
        found.sort_unstable();
        assert_eq!(found, expected);
    }

    #[test]
    fn a_layer_may_have_several_buffers() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let shape = Shape { part: 1, ..Shape::new(&gpu, Some(512), None, true) };
        let mut counter = Perft::with_shape(&gpu, shape, LIMITS).expect("memory");
        let position = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().expect("a position");
        assert_eq!(counter.count(&position, 6), Ok(11_030_083));
    }

    /// In a full table each position is compared with some others whose hash begins alike.
    #[test]
    fn positions_that_differ_in_one_word_are_not_merged() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let shape = Shape { slots: 16, ..Shape::new(&gpu, Some(2048), None, true) };
        let pipeline = Pipeline::new(&gpu, shape).expect("memory");
        for word in 0..4 {
            let nodes: Vec<([u64; 4], u32)> = (1..=2048)
                .map(|number| {
                    let mut words = [0x00ff_0000_ff00_0012; 4];
                    words[word] = number;
                    (words, 1)
                })
                .collect();
            let children = pipeline.upload(&nodes).expect("it is submitted");
            assert_eq!(pipeline.kept(&children[0]), Ok(2048), "word {word}");
        }
    }

    /// The numbers of different positions after three and four moves from the start.
    #[test]
    fn equal_positions_are_planned_once() {
        let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
        let initial = Position::initial();
        for (part, most) in [(8192, 72_078), (512, 73_500)] {
            let shape = Shape { part, ..Shape::new(&gpu, Some(2048), None, true) };
            let mut counter = Perft::with_shape(&gpu, shape, LIMITS).expect("memory");
            assert_eq!(counter.count(&initial, 5), Ok(4_865_609));
            assert_eq!(counter.planned(), 5362, "{part}");
            assert_eq!(counter.count(&initial, 6), Ok(119_060_324));
            assert!((72_078..=most).contains(&counter.planned()), "{}", counter.planned());
        }
    }
}
