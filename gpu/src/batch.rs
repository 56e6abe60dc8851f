//! Attacks of one slider from as many squares on as many boards.

use hyperbola::{Slider, Technique};
use wgpu::ComputePipeline;

use crate::kernels::attacks_shader;
use crate::{Gpu, GpuError};

/// The number of queries in a dispatch.
const TOGETHER: usize = 1 << 20;

/// A kernel that computes attacks.
#[derive(Debug)]
pub struct Attacks<'g> {
    gpu: &'g Gpu,
    kernel: ComputePipeline,
}

impl Gpu {
    /// Compiles a technique's formula for a slider.
    ///
    /// # Errors
    ///
    /// Returns why the technique cannot be printed for a device, such as tables of more than 8 KiB, or
    /// what the driver tells.
    pub fn attacks(&self, technique: Technique, slider: Slider) -> Result<Attacks<'_>, GpuError> {
        let shader = attacks_shader(technique, slider)?;
        let kernel = self.kernel(&format!("{technique} {slider}"), shader)?;
        Ok(Attacks { gpu: self, kernel })
    }
}

impl Attacks<'_> {
    /// Computes the attacks from each square, 0 to 63, on the board in the same place: the occupied
    /// squares as a set.
    ///
    /// # Errors
    ///
    /// Says so if there are not as many squares as boards, if one is no square, or what the device
    /// tells.
    pub fn compute(&self, squares: &[u8], boards: &[u64]) -> Result<Vec<u64>, GpuError> {
        if squares.len() != boards.len() {
            return Err(GpuError::Lengths { squares: squares.len(), boards: boards.len() });
        }
        if let Some(place) = squares.iter().position(|&square| square > 63) {
            return Err(GpuError::NoSquare { place, number: squares[place] });
        }
        let mut found = Vec::with_capacity(squares.len());
        for (squares, boards) in squares.chunks(TOGETHER).zip(boards.chunks(TOGETHER)) {
            let bytes = self.compute_chunk(squares, boards)?;
            found.extend(
                bytes
                    .chunks_exact(8)
                    .map(|word| u64::from_le_bytes(word.try_into().expect("eight bytes"))),
            );
        }
        Ok(found)
    }

    fn compute_chunk(&self, squares: &[u8], boards: &[u64]) -> Result<Vec<u8>, GpuError> {
        let gpu = self.gpu;
        let wide: Vec<u32> = squares.iter().map(|&square| square.into()).collect();
        let bytes = 8 * boards.len() as u64;
        let at = gpu.buffer("squares", bytes / 2)?;
        let on = gpu.buffer("boards", bytes)?;
        let found = gpu.buffer("attacks", bytes)?;
        gpu.queue.write_buffer(&at, 0, bytemuck::cast_slice(&wide));
        gpu.queue.write_buffer(&on, 0, bytemuck::cast_slice(boards));
        let bound = gpu.bound(&self.kernel, &[(0, &at), (1, &on), (2, &found)]);
        let mut encoder = gpu.device.create_command_encoder(&Default::default());
        let mut pass = encoder.begin_compute_pass(&Default::default());
        pass.set_pipeline(&self.kernel);
        pass.set_bind_group(0, &bound, &[]);
        #[expect(clippy::cast_possible_truncation, reason = "a chunk is small")]
        pass.dispatch_workgroups(boards.len().div_ceil(64) as u32, 1, 1);
        drop(pass);
        gpu.queue.submit([encoder.finish()]);
        gpu.read(&found, bytes)
    }
}
