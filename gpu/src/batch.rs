//! Attacks of one slider from many squares, each on its own board.

use core::time::Duration;
use std::time::Instant;

use hyperbola::{Slider, Technique};
use hyperbola_explain::Contents;
use wgpu::{BindGroup, Buffer, ComputePipeline};

use crate::device::GROUP;
use crate::kernels::attacks_shader;
use crate::{Gpu, GpuError};

/// The number of queries in a dispatch.
const TOGETHER: usize = 1 << 20;

/// A kernel that computes attacks.
#[derive(Debug)]
pub struct Attacks<'g> {
    gpu: &'g Gpu,
    kernel: ComputePipeline,
    tables: Vec<Buffer>,
}

impl Gpu {
    /// Compiles a technique's formula for a slider.
    ///
    /// # Errors
    ///
    /// Returns an error of the driver, such as too little memory for the technique's tables.
    pub fn attacks(&self, technique: Technique, slider: Slider) -> Result<Attacks<'_>, GpuError> {
        let (shader, tables) = attacks_shader(technique, slider);
        Attacks::of_shader(self, &shader, &tables)
    }

    /// Copies a table to the device. An entry has four bytes, or eight if it is a word.
    fn table(&self, table: &Contents) -> Result<Buffer, GpuError> {
        let each = if table.entries.bits() == 64 { 8 } else { 4 };
        let entries = table.iter().flat_map(|entry| entry.to_le_bytes().into_iter().take(each));
        let entries: Vec<u8> = entries.collect();
        let buffer = self.buffer(table.info.name, entries.len() as u64)?;
        self.queue.write_buffer(&buffer, 0, &entries);
        Ok(buffer)
    }
}

impl<'g> Attacks<'g> {
    /// Compiles a shader that reads squares, boards and tables, and writes attacks.
    pub(crate) fn of_shader(
        gpu: &'g Gpu,
        shader: &str,
        tables: &[Contents],
    ) -> Result<Self, GpuError> {
        let kernel = gpu.kernel("attacks", shader)?;
        let tables = tables.iter().map(|table| gpu.table(table)).collect::<Result<_, _>>()?;
        Ok(Self { gpu, kernel, tables })
    }

    /// Computes the attacks from each square, 0 to 63, on the board in the same place: the occupied
    /// squares as a set.
    ///
    /// # Errors
    ///
    /// Returns an error if the lengths differ, a square is above 63, or the device fails.
    pub fn compute(&self, squares: &[u8], boards: &[u64]) -> Result<Vec<u64>, GpuError> {
        check(squares, boards)?;
        let mut all = Vec::with_capacity(squares.len());
        for (squares, boards) in squares.chunks(TOGETHER).zip(boards.chunks(TOGETHER)) {
            let queries = self.queries(squares, boards)?;
            self.submit(&queries, 1);
            let found = self.gpu.read(&queries.found, queries.found.size())?;
            all.extend(words(&found, boards.len()));
        }
        Ok(all)
    }

    /// Computes the same attacks a number of times on the device. Returns them, and the time of all
    /// computations together, without that of copies. It is for measurements.
    ///
    /// # Errors
    ///
    /// As [`compute`](Self::compute), and an error if the device has no room for all queries at
    /// once.
    pub fn compute_again(
        &self,
        squares: &[u8],
        boards: &[u64],
        times: u32,
    ) -> Result<(Vec<u64>, Duration), GpuError> {
        check(squares, boards)?;
        let gpu = self.gpu;
        let queries = self.queries(squares, boards)?;
        // The first time is not measured.
        self.submit(&queries, 1);
        gpu.wait()?;
        let begin = Instant::now();
        self.submit(&queries, times);
        gpu.wait()?;
        let time = begin.elapsed();
        Ok((words(&gpu.read(&queries.found, queries.found.size())?, boards.len()), time))
    }

    fn queries(&self, squares: &[u8], boards: &[u64]) -> Result<Queries, GpuError> {
        let gpu = self.gpu;
        let wide: Vec<u32> = squares.iter().map(|&square| square.into()).collect();
        let bytes = 8 * boards.len() as u64;
        let at = gpu.buffer("squares", bytes / 2)?;
        let on = gpu.buffer("boards", bytes)?;
        let found = gpu.buffer("attacks", bytes)?;
        gpu.queue.write_buffer(&at, 0, bytemuck::cast_slice(&wide));
        gpu.queue.write_buffer(&on, 0, bytemuck::cast_slice(boards));
        let columns = [&at, &on, &found];
        let buffers: Vec<(u32, &Buffer)> =
            (0..).zip(columns.into_iter().chain(&self.tables)).collect();
        let bound = gpu.bound(&self.kernel, &buffers);
        #[expect(clippy::cast_possible_truncation, reason = "a buffer has less than 2^38 bytes")]
        let groups = boards.len().div_ceil(GROUP as usize) as u32;
        Ok(Queries { groups, found, bound })
    }

    fn submit(&self, queries: &Queries, times: u32) {
        self.gpu.run(&self.kernel, &queries.bound, queries.groups, times);
    }
}

/// Queries on the device.
struct Queries {
    groups: u32,
    found: Buffer,
    bound: BindGroup,
}

fn check(squares: &[u8], boards: &[u64]) -> Result<(), GpuError> {
    if squares.len() != boards.len() {
        return Err(GpuError::Lengths { squares: squares.len(), boards: boards.len() });
    }
    match squares.iter().position(|&square| square > 63) {
        Some(place) => Err(GpuError::NoSquare { place, number: squares[place] }),
        None => Ok(()),
    }
}

/// Returns the first words of the read buffer.
pub(crate) fn words(bytes: &[u8], len: usize) -> Vec<u64> {
    bytes.as_chunks().0.iter().take(len).map(|&word| u64::from_le_bytes(word)).collect()
}
