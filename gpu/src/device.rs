//! The device: which one, its kernels and its buffers.

use std::sync::{Arc, Mutex, PoisonError};

use wgpu::{
    Adapter, BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, BufferDescriptor,
    BufferUsages, ComputePipeline, ComputePipelineDescriptor, Device, DeviceDescriptor, DeviceType,
    Error, Features, Instance, InstanceDescriptor, MapMode, PollType, Queue, ShaderModule,
    ShaderModuleDescriptor, ShaderSource,
};

use crate::GpuError;

/// The threads of a workgroup, and the workgroups in a row of a dispatch.
pub(crate) const GROUP: u32 = 64;
pub(crate) const ROW: u32 = 1024;

/// An open device.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: Device,
    pub(crate) queue: Queue,
    name: String,
    is_software: bool,
    /// The first error that the driver reported.
    failure: Arc<Mutex<Option<GpuError>>>,
}

/// Returns the names of all devices, the best first.
#[must_use]
pub fn adapters() -> Vec<String> {
    found().iter().map(name).collect()
}

/// Returns all devices, the best first: graphics cards, then devices that share their memory with
/// the processor, then software.
fn found() -> Vec<Adapter> {
    let instance = Instance::new(InstanceDescriptor::new_without_display_handle());
    let mut all = pollster::block_on(instance.enumerate_adapters(wgpu::Backends::PRIMARY));
    all.sort_by_key(|adapter| match adapter.get_info().device_type {
        DeviceType::DiscreteGpu => 0,
        DeviceType::IntegratedGpu => 1,
        DeviceType::VirtualGpu => 2,
        DeviceType::Other => 3,
        DeviceType::Cpu => 4,
    });
    all
}

fn name(adapter: &Adapter) -> String {
    let info = adapter.get_info();
    format!("{} ({:?}, {})", info.name, info.backend, info.driver_info)
}

impl Gpu {
    /// Opens the best device that has integers of 64 bits.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no device, if none has such integers, or if it cannot be
    /// opened.
    pub fn new() -> Result<Self, GpuError> {
        Self::open(None)
    }

    /// Opens the best device with a text in its name, as [`adapters`] lists it. Capitals do not
    /// matter.
    ///
    /// # Errors
    ///
    /// As [`new`](Self::new).
    pub fn named(text: &str) -> Result<Self, GpuError> {
        Self::open(Some(text))
    }

    fn open(wanted: Option<&str>) -> Result<Self, GpuError> {
        let all = found();
        let names = || all.iter().map(name).collect();
        let is_wanted = |adapter: &&Adapter| {
            wanted.is_none_or(|text| name(adapter).to_lowercase().contains(&text.to_lowercase()))
        };
        let mut chosen = all.iter().filter(is_wanted).peekable();
        if chosen.peek().is_none() {
            let wanted = wanted.map(str::to_owned);
            return Err(GpuError::NoDevice { wanted, found: names() });
        }
        let has_words = |adapter: &&Adapter| adapter.features().contains(Features::SHADER_INT64);
        let adapter = chosen.find(has_words).ok_or_else(|| GpuError::NoWords { found: names() })?;
        let opened = adapter.request_device(&DeviceDescriptor {
            required_features: Features::SHADER_INT64,
            required_limits: adapter.limits(),
            ..DeviceDescriptor::default()
        });
        let (device, queue) =
            pollster::block_on(opened).map_err(|error| GpuError::Refused(error.to_string()))?;
        let failure = Arc::new(Mutex::new(None));
        let told = Arc::clone(&failure);
        device.on_uncaptured_error(Arc::new(move |error| keep(&told, described(&error))));
        let lost = Arc::clone(&failure);
        device.set_device_lost_callback(move |reason, text| {
            let text = if text.is_empty() { format!("{reason:?}").to_lowercase() } else { text };
            keep(&lost, GpuError::Lost(text));
        });
        let is_software = adapter.get_info().device_type == DeviceType::Cpu;
        Ok(Self { device, queue, name: name(adapter), is_software, failure })
    }

    /// Returns the device's name, with its interface and its driver.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the device is the processor itself.
    #[must_use]
    pub fn is_software(&self) -> bool {
        self.is_software
    }

    /// Returns a shader that the library finds valid.
    pub(crate) fn valid(&self, shader: &str) -> Result<ShaderModule, GpuError> {
        let source = ShaderSource::Wgsl(shader.into());
        let module =
            self.device.create_shader_module(ShaderModuleDescriptor { label: None, source });
        self.checked(module)
    }

    /// Compiles a kernel. The shader has one entry point.
    pub(crate) fn kernel(&self, label: &str, shader: &str) -> Result<ComputePipeline, GpuError> {
        let module = self.valid(shader)?;
        let kernel = self.device.create_compute_pipeline(&ComputePipelineDescriptor {
            label: Some(label),
            layout: None,
            module: &module,
            entry_point: None,
            compilation_options: Default::default(),
            cache: None,
        });
        self.wait()?;
        Ok(kernel)
    }

    /// Makes a buffer of a number of bytes, which the host can copy from and to.
    pub(crate) fn buffer(&self, label: &str, bytes: u64) -> Result<Buffer, GpuError> {
        self.buffer_for(label, bytes, BufferUsages::STORAGE)
    }

    pub(crate) fn buffer_for(
        &self,
        label: &str,
        bytes: u64,
        usage: BufferUsages,
    ) -> Result<Buffer, GpuError> {
        let largest = self.device.limits().max_storage_buffer_binding_size;
        if bytes > largest {
            return Err(GpuError::OutOfMemory(format!(
                "a buffer may have {largest} bytes, and {label} need {bytes}"
            )));
        }
        let buffer = self.device.create_buffer(&BufferDescriptor {
            label: Some(label),
            // A buffer has a multiple of eight bytes, and some.
            size: bytes.next_multiple_of(8).max(8),
            usage: usage | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        self.wait()?;
        Ok(buffer)
    }

    /// Binds buffers to the numbers that a kernel has for them.
    pub(crate) fn bound(&self, kernel: &ComputePipeline, buffers: &[(u32, &Buffer)]) -> BindGroup {
        let entries: Vec<BindGroupEntry<'_>> = buffers
            .iter()
            .map(|&(binding, buffer)| BindGroupEntry {
                binding,
                resource: buffer.as_entire_binding(),
            })
            .collect();
        self.device.create_bind_group(&BindGroupDescriptor {
            label: None,
            layout: &kernel.get_bind_group_layout(0),
            entries: &entries,
        })
    }

    /// Submits a number of runs of a kernel, each by a number of workgroups.
    pub(crate) fn run(&self, kernel: &ComputePipeline, bound: &BindGroup, groups: u32, times: u32) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        for _ in 0..times {
            let mut pass = encoder.begin_compute_pass(&Default::default());
            pass.set_pipeline(kernel);
            pass.set_bind_group(0, bound, &[]);
            pass.dispatch_workgroups(groups.min(ROW), groups.div_ceil(ROW), 1);
        }
        self.queue.submit([encoder.finish()]);
    }

    /// Copies the first bytes of a buffer to the host, when all that was submitted is done.
    pub(crate) fn read(&self, buffer: &Buffer, bytes: u64) -> Result<Vec<u8>, GpuError> {
        let size = bytes.next_multiple_of(8);
        let staging = self.device.create_buffer(&BufferDescriptor {
            label: Some("results"),
            size,
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, size);
        self.queue.submit([encoder.finish()]);
        let slice = staging.slice(..);
        slice.map_async(MapMode::Read, |_| {});
        self.wait()?;
        let mapped = slice.get_mapped_range().map_err(|error| GpuError::Lost(error.to_string()))?;
        #[expect(clippy::cast_possible_truncation, reason = "it was asked for in memory")]
        let found = mapped[..bytes as usize].to_vec();
        Ok(found)
    }

    /// Waits until all that was submitted is done. A lost device is reported then at the latest.
    pub(crate) fn wait(&self) -> Result<(), GpuError> {
        self.device
            .poll(PollType::wait_indefinitely())
            .map_err(|error| GpuError::Lost(error.to_string()))?;
        self.checked(())
    }

    /// Returns a value unless the driver has reported an error. A device that is lost stays lost.
    pub(crate) fn checked<T>(&self, value: T) -> Result<T, GpuError> {
        // Without a poll the library does not say that a device is lost.
        let _ = self.device.poll(PollType::Poll);
        let mut failure = self.failure.lock().unwrap_or_else(PoisonError::into_inner);
        match &*failure {
            Some(lost @ GpuError::Lost(_)) => Err(lost.clone()),
            _ => failure.take().map_or(Ok(value), Err),
        }
    }
}

/// Keeps the first error. The loss of the device replaces it, because that explains earlier errors.
fn keep(failure: &Mutex<Option<GpuError>>, error: GpuError) {
    let mut kept = failure.lock().unwrap_or_else(PoisonError::into_inner);
    if kept.is_none() || matches!(error, GpuError::Lost(_)) {
        *kept = Some(error);
    }
}

fn described(error: &Error) -> GpuError {
    match error {
        Error::OutOfMemory { source } => GpuError::OutOfMemory(source.to_string()),
        Error::Validation { description, .. } | Error::Internal { description, .. } => {
            GpuError::Invalid(description.clone())
        }
    }
}

#[cfg(test)]
mod tests {
    use hyperbola::{Slider, Technique};
    use hyperbola_moves::Position;

    use super::*;
    use crate::Perft;

    fn is_lost<T>(result: Result<T, GpuError>) -> bool {
        matches!(result, Err(GpuError::Lost(text)) if text == "destroyed")
    }

    #[test]
    fn every_call_says_that_the_device_is_lost() {
        let castling = "4r1k1/4p3/8/8/8/8/4P3/1K2R3 w Ee - 0 1".parse().expect("a position");
        for call in 0..6 {
            let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
            let queens = gpu.attacks(Technique::KoggeStone, Slider::Queen).expect("a kernel");
            let mut perft = Perft::with_nodes(&gpu, 512).expect("memory");
            assert_eq!(perft.count(&Position::initial(), 3), Ok(8902));
            gpu.device.destroy();
            for _ in 0..2 {
                let is_lost = match call {
                    0 => is_lost(queens.compute(&[0], &[0])),
                    1 => is_lost(queens.compute_again(&[0], &[0], 2)),
                    2 => is_lost(gpu.attacks(Technique::Pext, Slider::Rook)),
                    3 => is_lost(Perft::with_nodes(&gpu, 512)),
                    4 => is_lost(perft.count(&Position::initial(), 4)),
                    // With other kernels.
                    _ => is_lost(perft.count(&castling, 2)),
                };
                assert!(is_lost, "{call}");
            }
        }
    }

    #[test]
    fn a_device_that_is_lost_in_a_count_ends_it() {
        let initial = Position::initial();
        for last in [1, 2, 30, 120] {
            let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
            let mut perft = Perft::with_nodes(&gpu, 512).expect("memory");
            let mut turn = 0;
            let counted = perft.count_while(&initial, 6, &mut |_| {
                turn += 1;
                if turn == last {
                    gpu.device.destroy();
                }
                true
            });
            assert!(is_lost(counted), "{last} of {turn}");
        }
    }
}
