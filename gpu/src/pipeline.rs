//! The buffers and kernels of perft on a device, and what is submitted to it.
//!
//! Nodes are taken in parts. The *first half* of a part's work copies it from its layer, merges
//! equal nodes, makes their moves and merges the children. The *second half* plans the kept
//! children and counts, or appends them to the next layer. The host learns the number of the kept
//! children between the halves. Meanwhile the device does the first half of the next part, into
//! other buffers.

use core::cell::RefCell;
use core::mem::{replace, take};
use core::ops::Range;

use hyperbola_moves::MoveList;
use hyperbola_rules::formulas::Formulas;
use wgpu::{
    BindGroup, Buffer, CommandEncoder, ComputePipeline, MapMode, PollType, SubmissionIndex,
};

use crate::census::CensusKernels;
use crate::device::GROUP;
use crate::kernels::{Binding, CommonShaders, PLANNING_GROUP, Regions, Shaders};
use crate::layer::{Layer, NODE, Nodes, Part, Sorted, WEIGHT};
use crate::{Gpu, GpuError};

/// The most moves of a position that wait: its legal moves, and the double steps of which captures
/// are counted.
const MOST_MOVES: u32 = MOST_CHILDREN + 8;

/// The most legal moves of a position.
#[expect(clippy::cast_possible_truncation, reason = "it is a few hundred")]
const MOST_CHILDREN: u32 = MoveList::CAPACITY as u32;

/// The most nodes that a table has numbers for.
const MOST_NUMBERED: u32 = (1 << 25) - 1;

/// The parts of one submission. There are two submissions on the way, so that the device has work
/// while the host learns of the other's results.
pub(crate) const TOGETHER: usize = 2;
pub(crate) const SLOTS: usize = 2 * TOGETHER;

/// The bytes of a level's state, and the place of the number of kept nodes in it.
pub(crate) const LEVEL: u64 = 24;
pub(crate) const KEPT: usize = 3;

/// Returns the state of a level of which no nodes are kept yet, as the kernels have it.
fn state(total: u32, chunk: u32) -> [u32; 6] {
    [0, total, chunk, 0, 0, 0]
}

/// How much is done at once.
#[derive(Debug, Clone)]
pub(crate) struct Shape {
    /// The nodes that are planned at once.
    pub(crate) planned: u32,
    /// The nodes of a part.
    pub(crate) part: u32,
    /// The workgroups that list moves, those that plan, those of kernels with little to do, and
    /// those of the others. Each takes nodes until there are none.
    pub(crate) listing: u32,
    pub(crate) planning: u32,
    pub(crate) few: u32,
    pub(crate) others: u32,
    /// The slots of the table of nodes, at most.
    pub(crate) slots: u32,
    /// The bins of a layer. One with more nodes than a part is divided.
    pub(crate) bins: u32,
    /// The bytes of all layers, about. Each has at least one sorted buffer.
    pub(crate) layers: u64,
    /// Whether equal nodes are merged.
    pub(crate) merges: bool,
}

impl Shape {
    /// Returns the sizes for a device, with a number of bytes for everything. By default as many
    /// nodes are planned at once as half of these is enough for; a number of nodes comes before
    /// that of bytes.
    pub(crate) fn new(gpu: &Gpu, planned: Option<u32>, memory: Option<u64>, merges: bool) -> Self {
        let is_software = gpu.is_software();
        let memory = memory.unwrap_or_else(|| gpu.suitable_memory());
        let most = if is_software { 1 << 12 } else { 1 << 20 };
        let of = |planned: u32| {
            let mut shape = Self {
                planned,
                part: planned / 8,
                // Multiples of the multiprocessors of an H100; other numbers of these are nearly as
                // good.
                listing: if is_software { 16 } else { 2112 },
                planning: if is_software { 2 } else { 264 },
                few: if is_software { 16 } else { 528 },
                others: if is_software { 16 } else { 8448 },
                slots: 0,
                bins: if is_software { 1 << 10 } else { 1 << 16 },
                layers: 0,
                merges,
            };
            shape.fit(gpu.largest_buffer());
            shape.layers = memory.saturating_sub(shape.bytes());
            shape
        };
        if let Some(planned) = planned {
            return of(planned.clamp(512, 1 << 20));
        }
        let sizes = (9..=20).rev().map(|bits| of(1 << bits)).filter(|shape| shape.planned <= most);
        let mut fitting = sizes.filter(|shape| shape.bytes() <= memory / 2);
        fitting.next().unwrap_or_else(|| of(512))
    }

    /// Returns the bytes of all buffers.
    pub(crate) fn memory(&self) -> u64 {
        self.bytes() + self.layers
    }

    /// Returns the bytes of all buffers but those of layers.
    fn bytes(&self) -> u64 {
        (NODE + WEIGHT) * (SLOTS as u64 * self.children() + self.gathered())
            + 4 * SLOTS as u64 * self.children()
            + 8 * self.moves()
            + 4 * u64::from(self.slots)
    }

    /// Makes everything as much smaller as the largest buffer of the device demands.
    #[expect(clippy::cast_possible_truncation, reason = "numbers get smaller")]
    fn fit(&mut self, largest: u64) {
        // The nodes that are gathered are those of two parts.
        let nodes = (largest / (2 * NODE)).min(MOST_NUMBERED.into()) as u32;
        self.part = self.part.min(nodes / MOST_CHILDREN);
        self.listing = self.listing.min(self.part.div_ceil(GROUP)).max(1);
        // Each workgroup that plans has as many nodes.
        let moves = (largest / 8).min(u32::MAX.into()) as u32;
        let planned = self.planned.min(moves / MOST_MOVES);
        self.planning = self.planning.min(planned / PLANNING_GROUP).max(1);
        let at_once = self.planning * PLANNING_GROUP;
        self.planned = (planned / at_once).max(1) * at_once;
        self.others = self.others.next_multiple_of(self.planning);
        self.slots = (self.children() * 5 / 4).next_power_of_two().min(1 << 26) as u32;
    }

    /// Returns the nodes of a sorted buffer for a number of them. There are few sizes, so that
    /// buffers can be used again.
    fn sorted_len(&self, len: u32) -> u64 {
        let mut all = self.gathered();
        while all / 4 >= u64::from(len) {
            all /= 4;
        }
        all
    }

    /// Returns the regions of moves that are made, and of moves whose replies are counted.
    pub(crate) fn regions(&self) -> [Regions; 2] {
        let regions = |number: u32, group: u32, nodes: u32| {
            let len = nodes.div_ceil(number * group) * group * MOST_MOVES;
            Regions { number, len }
        };
        [
            regions(self.listing, GROUP, self.part),
            regions(self.planning, PLANNING_GROUP, self.planned),
        ]
    }

    /// Returns the most moves that wait.
    fn moves(&self) -> u64 {
        let moves = |Regions { number, len }| u64::from(number) * u64::from(len);
        self.regions().map(moves).into_iter().fold(0, u64::max)
    }

    /// Returns the most children of a part.
    pub(crate) fn children(&self) -> u64 {
        u64::from(self.part) * u64::from(MOST_CHILDREN)
    }

    /// Returns the most nodes that are gathered before they are sorted.
    pub(crate) fn gathered(&self) -> u64 {
        2 * self.children()
    }
}

/// A kernel with its buffers and its number of workgroups.
#[derive(Debug)]
pub(crate) struct Step {
    name: &'static str,
    kernel: ComputePipeline,
    bound: BindGroup,
    groups: u32,
}

impl Step {
    pub(crate) fn new(
        gpu: &Gpu,
        name: &'static str,
        kernel: &ComputePipeline,
        groups: u32,
        buffers: &[(Binding, &Buffer)],
    ) -> Self {
        let buffers: Vec<(u32, &Buffer)> =
            buffers.iter().map(|&(binding, buffer)| (binding as u32, buffer)).collect();
        Self { name, kernel: kernel.clone(), bound: gpu.bound(kernel, &buffers), groups }
    }
}

/// Nodes of which some are kept.
#[derive(Debug)]
pub(crate) struct Family {
    pub(crate) nodes: Nodes,
    pub(crate) level: Buffer,
    pub(crate) kept: Buffer,
}

/// The kernels that no formula is in.
#[derive(Debug)]
pub(crate) struct Common {
    arrange: ComputePipeline,
    gather: ComputePipeline,
    scatter: ComputePipeline,
    /// Clear the table and merge a part's nodes.
    merge_part: [Step; 2],
    /// Clears the table for the first children.
    pub(crate) clear_first: Step,
    /// For each buffer of children: merge them, and append them to those gathered.
    merge: [Step; SLOTS],
    append: [[Step; 2]; SLOTS],
}

/// The kernels of a game for each buffer of children.
#[derive(Debug)]
pub(crate) struct GameKernels {
    /// List a part's moves, and make them.
    expand: [[Step; 3]; SLOTS],
    /// Plan the kept children, and count the replies to the moves that remain.
    plan: [[Step; 2]; SLOTS],
}

/// The children of a part, whose number the host will learn.
#[derive(Debug)]
pub(crate) struct Children {
    slot: usize,
    submission: SubmissionIndex,
    reader: Buffer,
}

impl Drop for Children {
    fn drop(&mut self) {
        self.reader.unmap();
    }
}

/// The parts of a layer.
#[derive(Debug)]
pub(crate) struct Parts {
    pub(crate) len: usize,
    /// Their states on the device, and the kernels that copy a part's nodes from the layer.
    pub(crate) states: Buffer,
    pub(crate) gather: Vec<Step>,
}

/// Nodes gathered for a layer.
#[derive(Debug, Default)]
pub(crate) struct Gathered {
    pub(crate) layer: Layer,
    /// The nodes that are not sorted yet.
    waiting: u32,
}

impl Gathered {
    /// Returns the bytes of the nodes.
    pub(crate) fn bytes(&self) -> u64 {
        self.layer.bytes() + u64::from(self.waiting) * (NODE + WEIGHT)
    }
}

/// The buffers, and the kernels without formulas.
#[derive(Debug)]
pub(crate) struct Pipeline<'g> {
    pub(crate) gpu: &'g Gpu,
    pub(crate) shape: Shape,
    pub(crate) part: Family,
    pub(crate) children: [Family; SLOTS],
    /// The states of the children for the host.
    read: [Buffer; SLOTS],
    pub(crate) regions: Buffer,
    pub(crate) queued: Buffer,
    sums: Buffer,
    pub(crate) table: Buffer,
    gathered: Nodes,
    gathered_level: Buffer,
    bins: Buffer,
    /// Buffers of layers that are done.
    spare: RefCell<Vec<Nodes>>,
    pub(crate) common: Common,
}

impl<'g> Pipeline<'g> {
    pub(crate) fn new(gpu: &'g Gpu, shape: Shape) -> Result<Self, GpuError> {
        assert!(shape.others.is_multiple_of(shape.planning), "as many workgroups for each region");
        let family = |nodes: u64| -> Result<Family, GpuError> {
            Ok(Family {
                nodes: new_nodes(gpu, nodes)?,
                level: gpu.buffer("state", LEVEL)?,
                kept: gpu.buffer("numbers of nodes", 4 * nodes)?,
            })
        };
        let part = family(shape.part.into())?;
        let children = [0; SLOTS].map(|_| family(shape.children()));
        let [a, b, c, d] = children;
        let children = [a?, b?, c?, d?];
        let table = gpu.buffer("the table of nodes", 4 * u64::from(shape.slots))?;
        let gathered = new_nodes(gpu, shape.gathered())?;
        let gathered_level = gpu.buffer("state", LEVEL)?;
        let bins = gpu.buffer("bins", 4 * u64::from(shape.bins + 1))?;
        let common = Common::new(
            gpu,
            &shape,
            (&part, &children),
            &table,
            (&gathered, &gathered_level, &bins),
        )?;
        for child in &children {
            let state = state(0, shape.planned);
            gpu.queue.write_buffer(&child.level, 0, bytemuck::cast_slice(&state));
        }
        Ok(Self {
            gpu,
            part,
            children,
            read: [0; SLOTS].map(|_| gpu.reader(LEVEL)),
            regions: gpu.buffer("regions", 8 * u64::from(shape.listing.max(shape.planning)))?,
            queued: gpu.buffer("moves", 8 * shape.moves())?,
            sums: gpu.buffer("sums", 24 * u64::from(shape.others.max(shape.planning)))?,
            table,
            gathered,
            gathered_level,
            bins,
            spare: RefCell::default(),
            common,
            shape,
        })
    }

    /// Compiles the kernels for a game, and binds their buffers.
    pub(crate) fn compile(&self, formulas: &Formulas) -> Result<GameKernels, GpuError> {
        let Self { gpu, part, children, shape, .. } = self;
        let shaders = Shaders::new(formulas, shape.regions());
        let list = gpu.kernel("list", &shaders.list)?;
        let make = gpu.kernel("make", &shaders.make)?;
        let plan = gpu.kernel("plan", &shaders.plan)?;
        let count = gpu.kernel("count", &shaders.count)?;
        let (regions, queued, sums) = (
            (Binding::Regions, &self.regions),
            (Binding::Queued, &self.queued),
            (Binding::Sums, &self.sums),
        );
        let bind = |name, kernel: &ComputePipeline, groups, buffers: &[(Binding, &Buffer)]| {
            Step::new(gpu, name, kernel, groups, buffers)
        };
        let arrange = &self.common.arrange;
        let expand = children.each_ref().map(|child| {
            let Family { nodes, level, kept } = part;
            let (words, weights, level) = (
                (Binding::Nodes, &nodes.words),
                (Binding::Weights, &nodes.weights),
                (Binding::Level, level),
            );
            let next = [
                (Binding::NextNodes, &child.nodes.words),
                (Binding::NextWeights, &child.nodes.weights),
            ];
            let (next_level, table) =
                ((Binding::NextLevel, &child.level), (Binding::Table, &self.table));
            let made = [words, weights, level, regions, queued, next[0], next[1], table];
            [
                bind(
                    "list",
                    &list,
                    shape.listing,
                    &[words, level, (Binding::Kept, kept), regions, queued],
                ),
                bind("arrange", arrange, 1, &[regions, next_level]),
                bind("make", &make, shape.listing, &made),
            ]
        });
        let plan = children.each_ref().map(|Family { nodes, level, kept }| {
            let (words, weights, level) = (
                (Binding::Nodes, &nodes.words),
                (Binding::Weights, &nodes.weights),
                (Binding::Level, level),
            );
            let planned = [words, weights, level, (Binding::Kept, kept), regions, queued, sums];
            let counted = [words, weights, level, regions, queued, sums];
            [
                bind("plan", &plan, shape.planning, &planned),
                bind("count", &count, shape.others, &counted),
            ]
        });
        gpu.checked(GameKernels { expand, plan })
    }

    /// Begins a count.
    pub(crate) fn clear(&self) -> Result<(), GpuError> {
        let mut encoder = self.encoder();
        for buffer in [&self.sums, &self.bins] {
            encoder.clear_buffer(buffer, 0, None);
        }
        self.write_state(&self.gathered_level, state(0, 0));
        self.submit(encoder, 0..0).map(drop)
    }

    /// Returns the sum of all counts, and starts again from zero.
    pub(crate) fn take_sum(&self) -> Result<u128, GpuError> {
        let bytes = self.gpu.read(&self.sums, self.sums.size())?;
        self.clear()?;
        let sums = bytes.as_chunks().0.iter().map(|&word| u128::from(u64::from_le_bytes(word)));
        let digits = (0..3).cycle();
        Ok(sums
            .zip(digits)
            .fold(0, |all: u128, (sum, digit)| all.saturating_add(sum << (32 * digit))))
    }

    /// Returns an encoder of commands.
    pub(crate) fn encoder(&self) -> CommandEncoder {
        self.gpu.device.create_command_encoder(&Default::default())
    }

    /// Takes nodes from the host as the first children.
    pub(crate) fn upload(&self, nodes: &[([u64; 4], u32)]) -> Result<Vec<Children>, GpuError> {
        let words: Vec<[u64; 4]> = nodes.iter().map(|&(words, _)| words).collect();
        let weights: Vec<u64> = nodes.iter().map(|&(_, weight)| weight.into()).collect();
        let child = &self.children[0];
        let queue = &self.gpu.queue;
        queue.write_buffer(&child.nodes.words, 0, bytemuck::cast_slice(&words));
        queue.write_buffer(&child.nodes.weights, 0, bytemuck::cast_slice(&weights));
        #[expect(clippy::cast_possible_truncation, reason = "they are a part")]
        self.write_state(&child.level, state(nodes.len() as u32, self.shape.planned));
        let mut encoder = self.encoder();
        let Common { clear_first, merge: [merge, ..], .. } = &self.common;
        self.take(&mut encoder, "upload", [clear_first, merge]);
        self.read_state(&mut encoder, 0);
        self.submit(encoder, 0..1)
    }

    /// Divides a layer into parts. `digit` selects the halves of the weights that are taken: 0 for
    /// both, 1 for the lower ones and 2 for the upper ones.
    pub(crate) fn parts(&self, layer: &Layer, digit: u32) -> Result<Parts, GpuError> {
        self.parts_of(layer, self.shape.part, digit, &self.part)
    }

    /// Divides a layer into parts of a number of nodes, which are copied to a family.
    pub(crate) fn parts_of(
        &self,
        layer: &Layer,
        most: u32,
        digit: u32,
        family: &Family,
    ) -> Result<Parts, GpuError> {
        let Self { gpu, common, shape, .. } = self;
        let parts = layer.parts(most);
        let written = |label, words: &[u32]| {
            let buffer = gpu.buffer(label, 4 * words.len() as u64)?;
            gpu.queue.write_buffer(&buffer, 0, bytemuck::cast_slice(words));
            Ok(buffer)
        };
        let states = parts.iter().zip(0..).flat_map(|(part, index)| {
            let mut state = state(part.len, part.len);
            state[4..].copy_from_slice(&[digit, index]);
            state
        });
        let states = written("states of parts", &states.collect::<Vec<_>>())?;
        let mut gather = Vec::with_capacity(layer.sorted.len().div_ceil(2));
        for (index, pair) in layer.sorted.chunks(2).enumerate() {
            let from = |part: &Part| {
                [0, 1].map(|place| part.segment(2 * index + place)).into_iter().flatten().collect()
            };
            let segments: Vec<u32> = parts.iter().flat_map::<Vec<u32>, _>(from).collect();
            let segments = written("segments of parts", &segments)?;
            // Nothing is read from the other buffer where there is none.
            let [one, other] = [pair.first(), pair.get(1)]
                .map(|sorted| sorted.map_or(&self.gathered, |one| &one.nodes));
            let buffers = [
                (Binding::Nodes, &one.words),
                (Binding::Weights, &one.weights),
                (Binding::Level, &family.level),
                (Binding::NextNodes, &family.nodes.words),
                (Binding::NextWeights, &family.nodes.weights),
                (Binding::OtherNodes, &other.words),
                (Binding::OtherWeights, &other.weights),
                (Binding::Segments, &segments),
            ];
            gather.push(Step::new(gpu, "gather", &common.gather, shape.few, &buffers));
        }
        Ok(Parts { len: parts.len(), states, gather })
    }

    /// Encodes the first half of a part's work. A census has kernels of its own for the last move.
    pub(crate) fn expand(
        &self,
        encoder: &mut CommandEncoder,
        kernels: &GameKernels,
        census: Option<&CensusKernels>,
        Parts { states, gather, .. }: &Parts,
        index: usize,
    ) {
        let slot = index % SLOTS;
        encoder.copy_buffer_to_buffer(states, LEVEL * index as u64, &self.part.level, 0, LEVEL);
        let [list, arrange, make] = &kernels.expand[slot];
        let last = match census {
            None => [make, &self.common.merge[slot]],
            Some(census) => census.last[slot].each_ref(),
        };
        let steps = gather.iter().chain(&self.common.merge_part).chain([list, arrange]);
        self.take(encoder, "part", steps.chain(last));
        self.read_state(encoder, slot);
    }

    fn read_state(&self, encoder: &mut CommandEncoder, slot: usize) {
        encoder.copy_buffer_to_buffer(&self.children[slot].level, 0, &self.read[slot], 0, LEVEL);
    }

    /// Submits commands, with the first halves of some parts among them. Returns the parts'
    /// children.
    pub(crate) fn submit(
        &self,
        encoder: CommandEncoder,
        parts: Range<usize>,
    ) -> Result<Vec<Children>, GpuError> {
        let submission = self.gpu.queue.submit([encoder.finish()]);
        let children = parts.map(|index| {
            let reader = self.read[index % SLOTS].clone();
            reader.slice(..).map_async(MapMode::Read, |_| {});
            Children { slot: index % SLOTS, submission: submission.clone(), reader }
        });
        self.gpu.checked(children.collect())
    }

    /// Waits for children, and returns the number of those that are kept.
    pub(crate) fn kept(
        &self,
        Children { submission, reader, .. }: &Children,
    ) -> Result<u32, GpuError> {
        let wait = PollType::Wait { submission_index: Some(submission.clone()), timeout: None };
        self.gpu.device.poll(wait).map_err(|error| self.gpu.gone(&error))?;
        self.gpu.checked(())?;
        let mapped = reader.slice(..).get_mapped_range();
        let mapped = mapped.map_err(|error| self.gpu.gone(&error))?;
        Ok(u32::from_le_bytes(mapped.as_chunks().0[KEPT]))
    }

    /// Encodes the second half of a part's work two moves before the end: counts from the kept
    /// children.
    pub(crate) fn plan(
        &self,
        encoder: &mut CommandEncoder,
        kernels: &GameKernels,
        children: &Children,
        kept: u32,
    ) {
        let chunks = kept.div_ceil(self.shape.planned);
        self.take(encoder, "wait", (0..chunks).flat_map(|_| &kernels.plan[children.slot]));
    }

    /// Encodes the second half of a part's work above: appends the kept children to those gathered.
    pub(crate) fn append(
        &self,
        encoder: &mut CommandEncoder,
        children: &Children,
        kept: u32,
        gathered: &mut Gathered,
    ) {
        self.take(encoder, "wait", &self.common.append[children.slot]);
        gathered.waiting += kept;
    }

    /// Makes room for children to be appended.
    pub(crate) fn make_room(&self, kept: u64, gathered: &mut Gathered) -> Result<(), GpuError> {
        let is_full = u64::from(gathered.waiting) + kept > self.shape.gathered();
        if is_full { self.sort(gathered) } else { Ok(()) }
    }

    /// Sorts the gathered nodes that wait by their bins.
    pub(crate) fn sort(&self, gathered: &mut Gathered) -> Result<(), GpuError> {
        let len = take(&mut gathered.waiting);
        if len == 0 {
            return Ok(());
        }
        let bytes = self.gpu.read(&self.bins, 4 * u64::from(self.shape.bins + 1))?;
        let mut bins: Vec<u32> =
            bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect();
        let largest = bins.pop().unwrap_or(0);
        gathered.layer.largest = gathered.layer.largest.max(largest);
        let mut start = 0;
        for bin in &mut bins {
            start += replace(bin, start);
        }
        bins.push(start);
        if start != len {
            let text = format!("it gathered {len} positions, and {start} are in bins");
            return Err(GpuError::Invalid(text));
        }
        let nodes = self.spare_nodes(len)?;
        self.gpu.queue.write_buffer(&self.bins, 0, bytemuck::cast_slice(&bins));
        let buffers = [
            (Binding::Nodes, &self.gathered.words),
            (Binding::Weights, &self.gathered.weights),
            (Binding::Level, &self.gathered_level),
            (Binding::NextNodes, &nodes.words),
            (Binding::NextWeights, &nodes.weights),
            (Binding::Bins, &self.bins),
        ];
        let scatter =
            Step::new(self.gpu, "scatter", &self.common.scatter, self.shape.others, &buffers);
        let mut encoder = self.encoder();
        self.take(&mut encoder, "sort", [&scatter]);
        encoder.clear_buffer(&self.bins, 0, None);
        gathered.layer.sorted.push(Sorted { nodes, starts: bins });
        self.submit(encoder, 0..0)?;
        self.write_state(&self.gathered_level, state(0, 0));
        Ok(())
    }

    /// Returns a buffer for nodes, one that was used before if there is any.
    fn spare_nodes(&self, len: u32) -> Result<Nodes, GpuError> {
        let len = self.shape.sorted_len(len);
        let bytes = NODE * len;
        let mut spare = self.spare.borrow_mut();
        match spare.iter().position(|nodes| nodes.words.size() == bytes) {
            Some(index) => Ok(spare.swap_remove(index)),
            None => new_nodes(self.gpu, len).or_else(|error| {
                // Those of other sizes may have been in the way.
                if spare.is_empty() {
                    return Err(error);
                }
                spare.clear();
                self.gpu.wait()?;
                new_nodes(self.gpu, len)
            }),
        }
    }

    /// Keeps the buffers of a layer for the next one.
    pub(crate) fn recycle(&self, layer: Layer) {
        let mut spare = self.spare.borrow_mut();
        spare.extend(layer.sorted.into_iter().map(|sorted| sorted.nodes));
    }

    fn write_state(&self, level: &Buffer, state: [u32; 6]) {
        self.gpu.queue.write_buffer(level, 0, bytemuck::cast_slice(&state));
    }

    /// Encodes steps, one after the other.
    pub(crate) fn take<'s>(
        &self,
        encoder: &mut CommandEncoder,
        before: &'static str,
        steps: impl IntoIterator<Item = &'s Step>,
    ) {
        let mut pass = encoder.begin_compute_pass(&Default::default());
        self.gpu.stamp(&mut pass, before);
        for Step { name, kernel, bound, groups } in steps {
            pass.set_pipeline(kernel);
            pass.set_bind_group(0, bound, &[]);
            pass.dispatch_workgroups(*groups, 1, 1);
            self.gpu.stamp(&mut pass, name);
        }
    }
}

impl Common {
    fn new(
        gpu: &Gpu,
        shape: &Shape,
        (part, children): (&Family, &[Family; SLOTS]),
        table: &Buffer,
        (gathered, gathered_level, bins): (&Nodes, &Buffer, &Buffer),
    ) -> Result<Self, GpuError> {
        let shaders = CommonShaders::new(shape.regions()[0], shape.bins);
        let clear = gpu.kernel("clear", &shaders.clear)?;
        let merge = if shape.merges { &shaders.merge } else { &shaders.keep };
        let merge = gpu.kernel("merge", merge)?;
        let append = gpu.kernel("append", &shaders.append)?;
        let appended = gpu.kernel("appended", &shaders.appended)?;
        let step = |name, kernel: &ComputePipeline, groups, buffers: &[(Binding, &Buffer)]| {
            Step::new(gpu, name, kernel, groups, buffers)
        };
        let others = shape.others;
        let merging = |Family { nodes: Nodes { words, weights }, level, kept }: &Family| {
            let of_nodes = [
                (Binding::Nodes, words),
                (Binding::Level, level),
                (Binding::Kept, kept),
                (Binding::Halves, weights),
                (Binding::Table, table),
            ];
            step("merge", &merge, others, &of_nodes)
        };
        let clearing = |Family { level, .. }: &Family| {
            step("clear", &clear, shape.few, &[(Binding::Level, level), (Binding::Table, table)])
        };
        let appending = |Family { nodes: Nodes { words, weights }, level, kept }: &Family| {
            let next = [
                (Binding::NextNodes, &gathered.words),
                (Binding::NextWeights, &gathered.weights),
                (Binding::NextLevel, gathered_level),
            ];
            let of_nodes = [
                (Binding::Nodes, words),
                (Binding::Weights, weights),
                (Binding::Level, level),
                (Binding::Kept, kept),
                (Binding::Bins, bins),
            ];
            [
                step("append", &append, others, &[of_nodes.as_slice(), &next].concat()),
                step("appended", &appended, 1, &[(Binding::Level, level), next[2]]),
            ]
        };
        Ok(Self {
            arrange: gpu.kernel("arrange", &shaders.arrange)?,
            gather: gpu.kernel("gather", &shaders.gather)?,
            scatter: gpu.kernel("scatter", &shaders.scatter)?,
            clear_first: clearing(&children[0]),
            merge_part: [clearing(part), merging(part)],
            merge: children.each_ref().map(merging),
            append: children.each_ref().map(appending),
        })
    }
}

fn new_nodes(gpu: &Gpu, len: u64) -> Result<Nodes, GpuError> {
    Ok(Nodes {
        words: gpu.buffer("nodes", NODE * len)?,
        weights: gpu.buffer("weights", WEIGHT * len)?,
    })
}
