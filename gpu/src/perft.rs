//! Perft: the host walks down to a few moves before the end, and the device does the rest.
//!
//! The device has a buffer of nodes for each level. The moves of a chunk of nodes are listed and made,
//! which gives the nodes of the next level. Two moves before the end the moves are planned: most
//! replies are counted without making a move, and the moves that remain are listed, made, and their
//! replies counted. Every thread adds to the sum of its workgroup, and the host adds these up.

use core::mem::{replace, size_of};
use std::collections::HashMap;

use hyperbola_moves::batch::formulas::{Formulas, FourWords};
use hyperbola_moves::perft::MAX_DEPTH;
use hyperbola_moves::{MoveList, Position};
use wgpu::{BindGroup, Buffer, BufferUsages, CommandEncoder, ComputePipeline};

use crate::device::{GROUP, ROW};
use crate::kernels::Shaders;
use crate::{Gpu, GpuError};

/// The most moves of a position that wait: its legal moves, and the double steps of which captures are
/// counted.
const MOST_MOVES: u64 = MoveList::CAPACITY as u64 + 8;

/// The moves before the end at which positions go to the device, at most.
const MOST_LEVELS: u32 = 4;

/// The most positions among which the host looks for the same ones.
const MOST_KEPT: usize = 1 << 23;

/// The bits of a weight that are counted at once. When the weights' sum has more, the sums are read,
/// before they could exceed 64 bits: a position has at most 2^32 sequences of four moves.
const WEIGHT_BITS: u32 = 30;

/// A counter of move sequences on a device. It keeps the kernels that it has compiled.
#[derive(Debug)]
pub struct Perft<'g> {
    gpu: &'g Gpu,
    /// For the positions of a game, in one orientation of the board: the kernels of each level, from
    /// the level of plans upwards.
    kernels: Vec<(Formulas, [Bound; 3])>,
    memory: Memory,
}

/// A position in the form of the device, with its weight.
type Node = [u64; 5];

/// A count in progress.
struct Run<'r> {
    formulas: Formulas,
    /// The moves before the end at which positions go to the device.
    levels: u32,
    go_on: &'r mut dyn FnMut(f64) -> bool,
    /// The part that is counted, from 0 to 1.
    done: f64,
    /// The positions that the host has for the device, and their weights' sum with those before that
    /// were counted since the sums were read.
    waiting: Vec<Node>,
    weight: u64,
    /// The count that was read back.
    counted: u128,
}

/// The kernels of a level of the tree with their buffers: those that list the moves of a chunk of
/// nodes, arrange the listed moves, and take them.
type Bound = [(ComputePipeline, BindGroup); 3];

/// The buffers on the device.
#[derive(Debug)]
struct Memory {
    /// The nodes to plan at once, and the nodes whose moves are listed at once.
    planned: u32,
    listed: u32,
    /// The nodes of each level, from the level of plans upwards.
    levels: Vec<Level>,
    queue: Buffer,
    queued: Buffer,
    dispatch: Buffer,
    sums: Buffer,
    /// A buffer in place of a level below the plans.
    nowhere: Buffer,
}

/// A level of the tree.
#[derive(Debug)]
struct Level {
    nodes: Buffer,
    state: Buffer,
}

impl<'g> Perft<'g> {
    /// Makes a counter with a number of nodes at once that suits the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device has too little memory.
    pub fn new(gpu: &'g Gpu) -> Result<Self, GpuError> {
        Self::with_nodes(gpu, if gpu.is_software() { 1 << 12 } else { 1 << 16 })
    }

    /// Makes a counter that plans a number of nodes at once, from 512 to 2^20, rounded up to a
    /// power of two. The device needs 4.7 KiB for each.
    ///
    /// # Errors
    ///
    /// Returns an error if the device has too little memory.
    pub fn with_nodes(gpu: &'g Gpu, nodes: u32) -> Result<Self, GpuError> {
        let planned = nodes.clamp(512, 1 << 20).next_power_of_two();
        Ok(Self { gpu, kernels: Vec::new(), memory: Memory::new(gpu, planned)? })
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
        self.count_while(position, depth, &mut |_| true)
    }

    /// Counts as [`count`](Self::count) does, while `go_on` returns true. It is called from time to
    /// time with the fraction of the host's kept positions that is counted, from 0 to 1.
    ///
    /// # Errors
    ///
    /// Returns [`GpuError::Stopped`], or an error of the device.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn count_while(
        &mut self,
        position: &Position,
        depth: u32,
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Result<u128, GpuError> {
        self.count_all(core::slice::from_ref(position), depth, go_on)
    }

    /// Returns the sum of the numbers of legal move sequences of a length from all of some
    /// positions. `go_on` is that of [`count_while`](Self::count_while).
    ///
    /// # Errors
    ///
    /// Returns [`GpuError::Stopped`], or an error of the device.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn count_all(
        &mut self,
        positions: &[Position],
        depth: u32,
        go_on: &mut dyn FnMut(f64) -> bool,
    ) -> Result<u128, GpuError> {
        assert!(depth <= MAX_DEPTH, "the depth is at most {MAX_DEPTH}");
        if depth < 2 {
            let counts = positions.iter().map(|one| hyperbola_moves::perft::count(one, depth));
            return Ok(counts.sum());
        }
        let levels = depth.min(MOST_LEVELS);
        // The positions of games whose castling moves are the same.
        let mut games: Vec<(Formulas, HashMap<FourWords<u64>, u128>)> = Vec::new();
        for position in positions {
            let (formulas, words) = Formulas::new(position, depth, levels);
            let known = games.iter().position(|(known, _)| *known == formulas);
            let game = known.unwrap_or(games.len());
            if game == games.len() {
                games.push((formulas, HashMap::new()));
            }
            *games[game].1.entry(words).or_insert(0) += 1;
        }
        let mut sum = 0_u128;
        for (formulas, layer) in games {
            self.compile(&formulas)?;
            self.compile(&formulas.turned_over())?;
            self.memory.clear(self.gpu)?;
            let waiting = Vec::with_capacity(self.memory.listed as usize);
            let mut run =
                Run { formulas, levels, go_on, done: 0.0, waiting, weight: 0, counted: 0 };
            self.count_layers(&mut run, layer, depth)?;
            self.take_sums(&mut run)?;
            sum = sum.saturating_add(run.counted);
        }
        Ok(sum)
    }

    /// Compiles the kernels for a game, unless they are compiled already.
    fn compile(&mut self, formulas: &Formulas) -> Result<(), GpuError> {
        if self.kernels.iter().all(|(known, _)| known != formulas) {
            let kernels = self.memory.compile(self.gpu, &Shaders::new(formulas))?;
            self.kernels.push((formulas.clone(), kernels));
        }
        Ok(())
    }

    /// Walks down layer by layer, each position once, and from the last layer that the host can keep on
    /// through all sequences.
    fn count_layers(
        &self,
        run: &mut Run<'_>,
        mut layer: HashMap<FourWords<u64>, u128>,
        mut depth: u32,
    ) -> Result<(), GpuError> {
        while depth > run.levels && layer.len() < MOST_KEPT / 32 {
            let mut next = HashMap::with_capacity(2 * layer.len());
            for (position, weight) in layer {
                run.check()?;
                for child in run.children(position, depth) {
                    let sum = next.entry(child).or_insert(0_u128);
                    *sum = sum.saturating_add(weight);
                }
            }
            (layer, depth) = (next, depth - 1);
        }
        // Digit by digit of the weights: most layers have only weights of one digit.
        let kept = layer.len() as f64;
        let (mut shift, mut sum) = (0, 0_u128);
        while shift < u128::BITS && layer.values().any(|weight| weight >> shift != 0) {
            for (index, (&position, weight)) in layer.iter().enumerate() {
                run.done = index as f64 / kept;
                #[expect(clippy::cast_possible_truncation, reason = "a digit is small")]
                let digit = (weight >> shift) as u64 & ((1 << WEIGHT_BITS) - 1);
                if digit != 0 {
                    self.descend(run, position, digit, depth)?;
                }
            }
            self.take_sums(run)?;
            let counted = replace(&mut run.counted, 0);
            sum = sum.saturating_add(counted.saturating_mul(1 << shift));
            shift += WEIGHT_BITS;
        }
        run.counted = sum;
        Ok(())
    }

    /// Walks down to the positions for the device.
    fn descend(
        &self,
        run: &mut Run<'_>,
        position: FourWords<u64>,
        weight: u64,
        depth: u32,
    ) -> Result<(), GpuError> {
        if depth == run.levels {
            let [a, b, c, black] = position;
            run.waiting.push([a, b, c, black, weight]);
            run.weight += weight;
            if run.weight >> WEIGHT_BITS != 0 {
                self.take_sums(run)?;
            } else if run.waiting.len() == self.memory.listed as usize {
                self.take_waiting(run)?;
            }
            return Ok(());
        }
        for next in run.children(position, depth) {
            self.descend(run, next, weight, depth - 1)?;
        }
        Ok(())
    }

    /// Counts from all positions that wait for the device.
    fn take_waiting(&self, run: &mut Run<'_>) -> Result<(), GpuError> {
        if run.waiting.is_empty() {
            return Ok(());
        }
        let nodes = &self.memory.level(run.levels).nodes;
        self.gpu.queue.write_buffer(nodes, 0, bytemuck::cast_slice(&run.waiting));
        #[expect(clippy::cast_possible_truncation, reason = "a chunk at most")]
        let total = run.waiting.len() as u32;
        run.waiting.clear();
        let formulas = run.formulas.clone();
        self.count_level(run, &formulas, run.levels, total)
    }

    /// Counts from all positions that wait, and reads the sums.
    fn take_sums(&self, run: &mut Run<'_>) -> Result<(), GpuError> {
        self.take_waiting(run)?;
        run.counted = run.counted.saturating_add(self.memory.take_sum(self.gpu)?);
        run.weight = 0;
        Ok(())
    }

    /// Counts from the nodes of a level.
    fn count_level(
        &self,
        run: &mut Run<'_>,
        formulas: &Formulas,
        level: u32,
        total: u32,
    ) -> Result<(), GpuError> {
        let Self { gpu, memory, .. } = self;
        let (_, kernels) =
            self.kernels.iter().find(|(known, _)| known == formulas).expect("it was compiled");
        let bound = &kernels[level as usize - 2];
        let chunk = memory.chunk(level);
        let state = [0, total, chunk, 0];
        gpu.queue.write_buffer(&memory.level(level).state, 0, bytemuck::cast_slice(&state));
        if level == 2 {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            for _ in 0..total.div_ceil(chunk) {
                memory.take_chunk(bound, level, &mut encoder);
            }
            gpu.queue.submit([encoder.finish()]);
            return gpu.checked(());
        }
        let turned = formulas.turned_over();
        for _ in 0..total.div_ceil(chunk) {
            run.check()?;
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            memory.take_chunk(bound, level, &mut encoder);
            gpu.queue.submit([encoder.finish()]);
            let below = gpu.read(&memory.level(level - 1).state, 8)?;
            let nodes = u32::from_le_bytes(below[4..8].try_into().expect("four bytes"));
            self.count_level(run, &turned, level - 1, nodes)?;
        }
        Ok(())
    }
}

impl Run<'_> {
    fn check(&mut self) -> Result<(), GpuError> {
        if (self.go_on)(self.done) { Ok(()) } else { Err(GpuError::Stopped) }
    }

    /// Returns the positions after all moves of a position, which is `depth` moves before the end.
    /// White is to move where the device takes over.
    fn children(&self, position: FourWords<u64>, depth: u32) -> Vec<FourWords<u64>> {
        self.formulas.children(position, (depth - self.levels).is_multiple_of(2))
    }
}

impl Memory {
    fn new(gpu: &Gpu, planned: u32) -> Result<Self, GpuError> {
        let listed = planned / 8;
        let moves = u64::from(planned) * MOST_MOVES;
        let nodes = u64::from(listed) * MOST_MOVES;
        let words = size_of::<Node>() as u64;
        let level = |nodes: u64| -> Result<Level, GpuError> {
            Ok(Level {
                nodes: gpu.buffer("nodes", nodes * words)?,
                state: gpu.buffer("level", 16)?,
            })
        };
        let levels = [nodes, nodes, listed.into()].into_iter().map(level);
        Ok(Self {
            planned,
            listed,
            levels: levels.collect::<Result<_, _>>()?,
            queue: gpu.buffer("queue", 8)?,
            queued: gpu.buffer("moves", 8 * moves)?,
            dispatch: gpu.buffer_for(
                "dispatch",
                12,
                BufferUsages::STORAGE | BufferUsages::INDIRECT,
            )?,
            // A workgroup has at most as many threads as moves.
            sums: gpu.buffer("sums", 8 * moves.div_ceil(GROUP.into()))?,
            nowhere: gpu.buffer("level", 16)?,
        })
    }

    /// Returns a level by the number of moves before the end.
    fn level(&self, level: u32) -> &Level {
        &self.levels[level as usize - 2]
    }

    /// Returns the number of a level's nodes whose moves are listed at once.
    fn chunk(&self, level: u32) -> u32 {
        if level == 2 { self.planned } else { self.listed }
    }

    /// Compiles the kernels of all levels, and binds their buffers.
    fn compile(&self, gpu: &Gpu, shaders: &Shaders) -> Result<[Bound; 3], GpuError> {
        let list = gpu.kernel("list", &shaders.list)?;
        let make = gpu.kernel("make", &shaders.make)?;
        let plan = gpu.kernel("plan", &shaders.plan)?;
        let count = gpu.kernel("count", &shaders.count)?;
        let arrange = gpu.kernel("arrange", &shaders.arrange)?;
        let (queue, queued) = ((2, &self.queue), (3, &self.queued));
        let (dispatch, sums) = ((7, &self.dispatch), (4, &self.sums));
        let bound = |level: usize| {
            let (nodes, state) = ((0, &self.levels[level].nodes), (1, &self.levels[level].state));
            let bind = |kernel: &ComputePipeline, buffers: &[_]| {
                (kernel.clone(), gpu.bound(kernel, buffers))
            };
            if level == 0 {
                return [
                    bind(&plan, &[nodes, state, queue, queued, sums]),
                    bind(&arrange, &[state, queue, (6, &self.nowhere), dispatch]),
                    bind(&count, &[nodes, queue, queued, sums]),
                ];
            }
            let next = &self.levels[level - 1];
            [
                bind(&list, &[nodes, state, queue, queued]),
                bind(&arrange, &[state, queue, (6, &next.state), dispatch]),
                bind(&make, &[nodes, queue, queued, (5, &next.nodes)]),
            ]
        };
        gpu.checked([0, 1, 2].map(bound))
    }

    /// Lists the moves of the next chunk of a level's nodes, and takes them: makes them, or counts the
    /// replies.
    fn take_chunk(&self, bound: &Bound, level: u32, encoder: &mut CommandEncoder) {
        let groups = self.chunk(level) / GROUP;
        let mut pass = encoder.begin_compute_pass(&Default::default());
        for (index, (kernel, buffers)) in bound.iter().enumerate() {
            pass.set_pipeline(kernel);
            pass.set_bind_group(0, buffers, &[]);
            match index {
                0 => pass.dispatch_workgroups(groups.min(ROW), groups.div_ceil(ROW), 1),
                1 => pass.dispatch_workgroups(1, 1, 1),
                _ => pass.dispatch_workgroups_indirect(&self.dispatch, 0),
            }
        }
    }

    /// Begins a count.
    fn clear(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.clear_buffer(&self.sums, 0, None);
        encoder.clear_buffer(&self.queue, 0, None);
        gpu.queue.submit([encoder.finish()]);
        gpu.checked(())
    }

    /// Returns the sum of all workgroups, and starts again from zero.
    fn take_sum(&self, gpu: &Gpu) -> Result<u128, GpuError> {
        let bytes = gpu.read(&self.sums, self.sums.size())?;
        self.clear(gpu)?;
        let words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        Ok(words.map(u128::from).sum())
    }
}
