//! Perft: the host walks down to a few moves before the end, and the device does the rest.
//!
//! The device has a buffer of nodes for each level. The moves of a chunk of nodes are listed and made,
//! which gives the nodes of the next level. Two moves before the end the moves are planned: most
//! replies are counted without making a move, and the moves that remain are listed, made, and their
//! replies counted. Every thread adds to the sum of its workgroup, and the host adds these up.

use core::mem::{replace, size_of};
use core::sync::atomic::{AtomicBool, Ordering};

use hyperbola_moves::Position;
use hyperbola_moves::batch::formulas::{Formulas, FourWords};
use hyperbola_moves::perft::MAX_DEPTH;
use wgpu::{Buffer, BufferUsages, CommandEncoder, ComputePass, ComputePipeline};

use crate::kernels::Shaders;
use crate::{Gpu, GpuError};

/// The most legal moves of a position, and the most double steps of which captures are counted.
const MOST_MOVES: u64 = 218 + 8;

/// The threads of a workgroup, and the workgroups in a row of a dispatch.
const GROUP: u32 = 64;
const ROW: u32 = 32_768;

/// The moves before the end at which positions go to the device, at most.
const MOST_LEVELS: u32 = 4;

/// A counter of move sequences on a device. It keeps the kernels that it has compiled.
#[derive(Debug)]
pub struct Perft<'g> {
    gpu: &'g Gpu,
    kernels: Vec<(Formulas, Kernels)>,
    memory: Memory,
    /// The positions that the host has for the device.
    waiting: Vec<FourWords<u64>>,
}

/// The kernels for the positions of a game, in one orientation of the board.
#[derive(Debug)]
struct Kernels {
    list: ComputePipeline,
    make: ComputePipeline,
    plan: ComputePipeline,
    count: ComputePipeline,
    arrange: ComputePipeline,
}

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
    /// What stands for a level below that of plans.
    nowhere: Buffer,
}

/// A level of the tree.
#[derive(Debug)]
struct Level {
    nodes: Buffer,
    state: Buffer,
}

impl<'g> Perft<'g> {
    /// Makes a counter with as many nodes at once as suits the device.
    ///
    /// # Errors
    ///
    /// Returns an error if the device has too little memory.
    pub fn new(gpu: &'g Gpu) -> Result<Self, GpuError> {
        Self::with_nodes(gpu, if gpu.is_software() { 1 << 12 } else { 1 << 16 })
    }

    /// Makes a counter that plans so many nodes at once, from 512 to 2^20, rounded up to a power of two. The
    /// device needs 2.2 KiB for each.
    ///
    /// # Errors
    ///
    /// Returns an error if the device has too little memory.
    pub fn with_nodes(gpu: &'g Gpu, nodes: u32) -> Result<Self, GpuError> {
        let planned = nodes.clamp(512, 1 << 20).next_power_of_two();
        Ok(Self {
            gpu,
            kernels: Vec::new(),
            memory: Memory::new(gpu, planned)?,
            waiting: Vec::new(),
        })
    }

    /// Returns the number of legal move sequences of a length from a position.
    ///
    /// # Errors
    ///
    /// Returns what the device tells.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn count(&mut self, position: &Position, depth: u32) -> Result<u128, GpuError> {
        self.count_until(position, depth, &AtomicBool::new(false))
    }

    /// Counts as [`count`](Self::count) does, until `stop` is set.
    ///
    /// # Errors
    ///
    /// Returns [`GpuError::Stopped`], or what the device tells.
    ///
    /// # Panics
    ///
    /// Panics if `depth` is greater than [`MAX_DEPTH`].
    pub fn count_until(
        &mut self,
        position: &Position,
        depth: u32,
        stop: &AtomicBool,
    ) -> Result<u128, GpuError> {
        assert!(depth <= MAX_DEPTH, "the depth is at most {MAX_DEPTH}");
        if depth < 2 {
            return Ok(hyperbola_moves::perft::count(position, depth));
        }
        let levels = depth.min(MOST_LEVELS);
        let (formulas, words) = Formulas::new(position, depth, levels);
        self.compile(&formulas)?;
        self.compile(&formulas.turned_over())?;
        self.memory.clear_sums(self.gpu)?;
        self.descend(&formulas, words, depth, levels, stop)?;
        self.take_waiting(&formulas, levels, stop)?;
        self.memory.sum(self.gpu)
    }

    /// Compiles the kernels for a game, if they are not there.
    fn compile(&mut self, formulas: &Formulas) -> Result<(), GpuError> {
        if self.kernels.iter().all(|(known, _)| known != formulas) {
            let kernels = Kernels::new(self.gpu, formulas)?;
            self.kernels.push((formulas.clone(), kernels));
        }
        Ok(())
    }

    /// Walks down to the positions for the device.
    fn descend(
        &mut self,
        formulas: &Formulas,
        position: FourWords<u64>,
        depth: u32,
        levels: u32,
        stop: &AtomicBool,
    ) -> Result<(), GpuError> {
        if depth == levels {
            self.waiting.push(position);
            if self.waiting.len() == self.memory.listed as usize {
                self.take_waiting(formulas, levels, stop)?;
            }
            return Ok(());
        }
        // White is to move where the device takes over.
        for next in formulas.children(position, (depth - levels).is_multiple_of(2)) {
            self.descend(formulas, next, depth - 1, levels, stop)?;
        }
        Ok(())
    }

    /// Counts from all positions that wait for the device.
    fn take_waiting(
        &mut self,
        formulas: &Formulas,
        levels: u32,
        stop: &AtomicBool,
    ) -> Result<(), GpuError> {
        let positions = replace(&mut self.waiting, Vec::with_capacity(self.memory.listed as usize));
        if positions.is_empty() {
            return Ok(());
        }
        let level = self.memory.level(levels);
        self.gpu.queue.write_buffer(&level.nodes, 0, bytemuck::cast_slice(&positions));
        #[expect(clippy::cast_possible_truncation, reason = "a chunk at most")]
        let total = positions.len() as u32;
        self.count_level(formulas, levels, total, stop)
    }

    /// Counts from the nodes of a level.
    fn count_level(
        &self,
        formulas: &Formulas,
        level: u32,
        total: u32,
        stop: &AtomicBool,
    ) -> Result<(), GpuError> {
        let Self { gpu, memory, .. } = self;
        let (_, kernels) =
            self.kernels.iter().find(|(known, _)| known == formulas).expect("it was compiled");
        let chunk = if level == 2 { memory.planned } else { memory.listed };
        let state = [0, total, chunk, 0];
        gpu.queue.write_buffer(&memory.level(level).state, 0, bytemuck::cast_slice(&state));
        if level == 2 {
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            for _ in 0..total.div_ceil(chunk) {
                memory.plan(gpu, kernels, &mut encoder);
            }
            gpu.queue.submit([encoder.finish()]);
            return gpu.checked(());
        }
        let turned = formulas.turned_over();
        for _ in 0..total.div_ceil(chunk) {
            if stop.load(Ordering::Relaxed) {
                return Err(GpuError::Stopped);
            }
            let mut encoder = gpu.device.create_command_encoder(&Default::default());
            memory.expand(gpu, kernels, level, &mut encoder);
            gpu.queue.submit([encoder.finish()]);
            let below = gpu.read(&memory.level(level - 1).state, 8)?;
            let nodes = u32::from_le_bytes(below[4..8].try_into().expect("four bytes"));
            self.count_level(&turned, level - 1, nodes, stop)?;
        }
        Ok(())
    }
}

impl Kernels {
    fn new(gpu: &Gpu, formulas: &Formulas) -> Result<Self, GpuError> {
        let shaders = Shaders::new(formulas);
        Ok(Self {
            list: gpu.kernel("list", shaders.list)?,
            make: gpu.kernel("make", shaders.make)?,
            plan: gpu.kernel("plan", shaders.plan)?,
            count: gpu.kernel("count", shaders.count)?,
            arrange: gpu.kernel("arrange", shaders.arrange)?,
        })
    }
}

impl Memory {
    fn new(gpu: &Gpu, planned: u32) -> Result<Self, GpuError> {
        let listed = planned / 8;
        let moves = u64::from(planned) * MOST_MOVES;
        let nodes = u64::from(listed) * MOST_MOVES;
        let words = size_of::<FourWords<u64>>() as u64;
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
            // A workgroup is at most as large as its moves are many.
            sums: gpu.buffer("sums", 8 * moves.div_ceil(GROUP.into()))?,
            nowhere: gpu.buffer("level", 16)?,
        })
    }

    /// Returns a level by the number of moves before the end.
    fn level(&self, level: u32) -> &Level {
        &self.levels[level as usize - 2]
    }

    /// Lists and makes the moves of the next chunk of a level's nodes.
    fn expand(&self, gpu: &Gpu, kernels: &Kernels, level: u32, encoder: &mut CommandEncoder) {
        let (own, next) = (self.level(level), self.level(level - 1));
        let mut pass = encoder.begin_compute_pass(&Default::default());
        self.list(gpu, &kernels.list, own, self.listed, &mut pass);
        self.arrange(gpu, kernels, own, &next.state, &mut pass);
        let make = &kernels.make;
        let buffers = [(0, &own.nodes), (2, &self.queue), (3, &self.queued), (5, &next.nodes)];
        pass.set_pipeline(make);
        pass.set_bind_group(0, &gpu.bound(make, &buffers), &[]);
        pass.dispatch_workgroups_indirect(&self.dispatch, 0);
    }

    /// Plans the moves of the next chunk of nodes, and counts the replies to those that remain.
    fn plan(&self, gpu: &Gpu, kernels: &Kernels, encoder: &mut CommandEncoder) {
        let own = self.level(2);
        let mut pass = encoder.begin_compute_pass(&Default::default());
        self.list(gpu, &kernels.plan, own, self.planned, &mut pass);
        self.arrange(gpu, kernels, own, &self.nowhere, &mut pass);
        let count = &kernels.count;
        let buffers = [(0, &own.nodes), (2, &self.queue), (3, &self.queued), (4, &self.sums)];
        pass.set_pipeline(count);
        pass.set_bind_group(0, &gpu.bound(count, &buffers), &[]);
        pass.dispatch_workgroups_indirect(&self.dispatch, 0);
    }

    /// Lists moves of so many nodes by one of the two kernels that do.
    fn list(
        &self,
        gpu: &Gpu,
        kernel: &ComputePipeline,
        level: &Level,
        nodes: u32,
        pass: &mut ComputePass<'_>,
    ) {
        let mut buffers =
            vec![(0, &level.nodes), (1, &level.state), (2, &self.queue), (3, &self.queued)];
        if nodes == self.planned {
            buffers.push((4, &self.sums));
        }
        pass.set_pipeline(kernel);
        pass.set_bind_group(0, &gpu.bound(kernel, &buffers), &[]);
        let groups = nodes / GROUP;
        pass.dispatch_workgroups(groups.min(ROW), groups.div_ceil(ROW), 1);
    }

    fn arrange(
        &self,
        gpu: &Gpu,
        kernels: &Kernels,
        level: &Level,
        next: &Buffer,
        pass: &mut ComputePass<'_>,
    ) {
        let arrange = &kernels.arrange;
        let buffers = [(1, &level.state), (2, &self.queue), (6, next), (7, &self.dispatch)];
        pass.set_pipeline(arrange);
        pass.set_bind_group(0, &gpu.bound(arrange, &buffers), &[]);
        pass.dispatch_workgroups(1, 1, 1);
    }

    fn clear_sums(&self, gpu: &Gpu) -> Result<(), GpuError> {
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        encoder.clear_buffer(&self.sums, 0, None);
        encoder.clear_buffer(&self.queue, 0, None);
        gpu.queue.submit([encoder.finish()]);
        gpu.checked(())
    }

    /// Returns the sum of all workgroups. The sum of one is below 2^64 for as long as anybody waits.
    fn sum(&self, gpu: &Gpu) -> Result<u128, GpuError> {
        let bytes = gpu.read(&self.sums, self.sums.size())?;
        let words = bytes.as_chunks().0.iter().map(|&word| u64::from_le_bytes(word));
        Ok(words.map(u128::from).sum())
    }
}
