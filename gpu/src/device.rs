//! The device: which one, its kernels and its buffers.

use core::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use wgpu::{
    Adapter, BindGroup, BindGroupDescriptor, BindGroupEntry, Buffer, BufferDescriptor,
    BufferUsages, ComputePipeline, ComputePipelineDescriptor, Device, DeviceDescriptor, DeviceType,
    Error, Features, Instance, InstanceDescriptor, MapMode, PollType, QuerySet, Queue,
    ShaderModule, ShaderModuleDescriptor, ShaderSource,
};

use crate::GpuError;
use crate::clock::{self, Clock};

/// The threads of a workgroup, and the workgroups in a row of a dispatch.
pub(crate) const GROUP: u32 = 64;
pub(crate) const ROW: u32 = 1024;

/// An open device.
#[derive(Debug)]
pub struct Gpu {
    pub(crate) device: Device,
    pub(crate) queue: Queue,
    name: String,
    kind: DeviceType,
    pub(crate) clock: Option<Clock>,
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
    let mut descriptor = InstanceDescriptor::new_without_display_handle();
    // What other programs need stays free, and a buffer that does not fit is an error at once.
    descriptor.memory_budget_thresholds.for_resource_creation = Some(95);
    let instance = Instance::new(descriptor);
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
            required_features: Features::SHADER_INT64 | (adapter.features() & clock::FEATURES),
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
        let kind = adapter.get_info().device_type;
        let clock = device.features().contains(clock::FEATURES).then(Clock::default);
        Ok(Self { device, queue, name: name(adapter), kind, clock, failure })
    }

    /// Returns the device's name, with its interface and its driver.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns whether the device is the processor itself.
    #[must_use]
    pub fn is_software(&self) -> bool {
        self.kind == DeviceType::Cpu
    }

    /// Returns a number of bytes that a count may take on the device without disturbing others: up
    /// to 8 GiB of what a graphics card has free, and less where the processor has the same memory.
    pub(crate) fn suitable_memory(&self) -> u64 {
        const GIB: u64 = 1 << 30;
        match self.kind {
            DeviceType::Cpu => GIB,
            DeviceType::DiscreteGpu => {
                // There is no other way to learn what is free.
                let some: Vec<Buffer> =
                    (0..8).map_while(|_| self.create("memory", GIB).ok()).collect();
                GIB.max(GIB * some.len() as u64)
            }
            _ => 2 * GIB,
        }
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
        let largest = self.largest_buffer();
        if bytes > largest {
            return Err(GpuError::OutOfMemory(format!(
                "a buffer may have {largest} bytes, and {label} need {bytes}"
            )));
        }
        self.create(label, bytes)
    }

    fn create(&self, label: &str, bytes: u64) -> Result<Buffer, GpuError> {
        let buffer = self.device.create_buffer(&BufferDescriptor {
            label: Some(label),
            // A buffer has a multiple of eight bytes, and some.
            size: bytes.next_multiple_of(8).max(8),
            usage: BufferUsages::STORAGE | BufferUsages::COPY_DST | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        self.checked(buffer)
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
        let staging = self.reader(bytes);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &staging, 0, size);
        self.queue.submit([encoder.finish()]);
        let slice = staging.slice(..);
        slice.map_async(MapMode::Read, |_| {});
        self.wait()?;
        let mapped = slice.get_mapped_range().map_err(|error| self.gone(&error))?;
        #[expect(clippy::cast_possible_truncation, reason = "it was asked for in memory")]
        let found = mapped[..bytes as usize].to_vec();
        Ok(found)
    }

    /// Returns the bytes of the largest buffer that a kernel can have.
    pub(crate) fn largest_buffer(&self) -> u64 {
        let limits = self.device.limits();
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
    }

    /// Makes a buffer from which the host reads a number of bytes.
    pub(crate) fn reader(&self, bytes: u64) -> Buffer {
        self.device.create_buffer(&BufferDescriptor {
            label: Some("results"),
            size: bytes.next_multiple_of(8),
            usage: BufferUsages::MAP_READ | BufferUsages::COPY_DST,
            mapped_at_creation: false,
        })
    }

    /// Returns the results of the first queries.
    pub(crate) fn resolved(&self, queries: &QuerySet, number: u32) -> Result<Vec<u8>, GpuError> {
        let bytes = 8 * u64::from(number);
        let buffer = self.device.create_buffer(&BufferDescriptor {
            label: Some("times"),
            size: bytes,
            usage: BufferUsages::QUERY_RESOLVE | BufferUsages::COPY_SRC,
            mapped_at_creation: false,
        });
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.resolve_query_set(queries, 0..number, &buffer, 0);
        self.queue.submit([encoder.finish()]);
        self.read(&buffer, bytes)
    }

    /// Waits until all that was submitted is done. A lost device is reported then at the latest.
    pub(crate) fn wait(&self) -> Result<(), GpuError> {
        self.device.poll(PollType::wait_indefinitely()).map_err(|error| self.gone(&error))?;
        self.checked(())
    }

    /// Returns the error for a result that never came: the driver's, if it has reported one.
    pub(crate) fn gone(&self, error: &dyn fmt::Display) -> GpuError {
        let _ = self.device.poll(PollType::wait_indefinitely());
        self.checked(()).err().unwrap_or_else(|| GpuError::Lost(error.to_string()))
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
    use core::cell::Cell;
    use core::sync::atomic::AtomicBool;

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
            let mut perft = Perft::new(&gpu).expect("memory");
            assert_eq!(perft.count(&Position::initial(), 3), Ok(8902));
            gpu.device.destroy();
            for _ in 0..2 {
                let is_lost = match call {
                    0 => is_lost(queens.compute(&[0], &[0])),
                    1 => is_lost(queens.compute_again(&[0], &[0], 2)),
                    2 => is_lost(gpu.attacks(Technique::Pext, Slider::Rook)),
                    3 => is_lost(Perft::new(&gpu)),
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
        // The host asks for the last time before the 22nd.
        for last in [1, 2, 20, 22, 24, 26, 30] {
            let gpu = Gpu::new().unwrap_or_else(|error| panic!("{error}"));
            let mut perft = Perft::new(&gpu).expect("memory");
            let (turn, stop) = (Cell::new(0), AtomicBool::new(false));
            let counted = perft.count_all([(&initial, 1)], 7, &stop, &|_| {
                turn.set(turn.get() + 1);
                if turn.get() == last {
                    gpu.device.destroy();
                }
            });
            let turn = turn.get();
            assert!(turn >= last && is_lost(counted.clone()), "{last} of {turn}: {counted:?}");
        }
    }
}
