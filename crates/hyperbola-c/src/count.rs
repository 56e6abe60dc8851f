//! Perft.

use core::ffi::{c_char, c_int, c_void};
use core::num::NonZeroUsize;
use core::panic::AssertUnwindSafe;
use core::ptr::null_mut;
use core::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use core::time::Duration;
use std::ffi::CString;
use std::panic::catch_unwind;
use std::thread;

use hyperbola_perft::{self, Perft};

use crate::Status;
use crate::memory;
use crate::positions::position;
use crate::status::guarded;

/// How a count runs: `hyperbola_perft_options` of the header.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes them")]
pub struct PerftOptions {
    pub threads: u32,
    pub memory_mib: u32,
    pub stop: *mut c_int,
}

/// The options where a caller gives none.
const DEFAULT: PerftOptions = PerftOptions { threads: 1, memory_mib: 0, stop: null_mut() };

/// What gets the number of sequences of each first move: `hyperbola_each_move` of the header.
pub type EachMove =
    Option<unsafe extern "C" fn(context: *mut c_void, played: *const c_char, nodes: u64)>;

/// How many of the last moves are of each kind: `hyperbola_statistics` of the header.
pub type Statistics = [u64; 9];

/// How often a count looks whether it is to stop.
const PATIENCE: Duration = Duration::from_millis(10);

/// The options of a count, and the number that stops it.
struct Count<'a> {
    perft: Perft,
    stop: Option<&'a AtomicI32>,
}

impl<'a> Count<'a> {
    /// Reads the options.
    ///
    /// # Safety
    ///
    /// `options` is null or valid for a read, and its `stop` is null or a number that lives as long
    /// as the count and is written by atomic stores.
    unsafe fn new(options: *const PerftOptions, depth: u32) -> Result<Self, Status> {
        if depth > hyperbola_perft::MAX_DEPTH {
            return Err(Status::Depth);
        }
        // SAFETY: as this function's contract has it.
        let options = unsafe { options.as_ref() }.unwrap_or(&DEFAULT);
        let mut perft = Perft::default();
        let threads = usize::try_from(options.threads).map_err(|_| Status::Threads)?;
        let all = || thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
        perft.threads = NonZeroUsize::new(threads).unwrap_or_else(all);
        let memory = usize::try_from(options.memory_mib).map_err(|_| Status::Memory)?;
        perft.memory_bytes = memory.checked_mul(1 << 20).ok_or(Status::Memory)?;
        // SAFETY: it is null or such a number by this function's contract.
        Ok(Self { perft, stop: unsafe { options.stop.cast::<AtomicI32>().as_ref() } })
    }

    /// Counts while another thread looks whether the count is to stop.
    fn run<R>(&self, count: impl FnOnce(&Perft, &AtomicBool) -> R) -> Result<R, Status> {
        let is_stopped = AtomicBool::new(false);
        let Some(stop) = self.stop else { return Ok(count(&self.perft, &is_stopped)) };
        let is_over = AtomicBool::new(false);
        let look = || {
            while !is_over.load(Ordering::Acquire) {
                if stop.load(Ordering::Relaxed) != 0 {
                    is_stopped.store(true, Ordering::Relaxed);
                }
                thread::park_timeout(PATIENCE);
            }
        };
        thread::scope(|scope| {
            let looking = thread::Builder::new().spawn_scoped(scope, look);
            let looking = looking.map_err(|_| Status::Threads)?;
            // A panic of the count ends the looking too.
            let counted = catch_unwind(AssertUnwindSafe(|| count(&self.perft, &is_stopped)));
            is_over.store(true, Ordering::Release);
            looking.thread().unpark();
            counted.map_err(|_| Status::Panic)
        })
    }
}

/// Writes the number of legal move sequences of a length.
///
/// # Safety
///
/// `fen` is null or a text with a zero at its end; `options` is null or valid for a read, and its
/// `stop` is null or a number that lives as long as the count and is written by atomic stores;
/// `nodes` is null or valid for a write; `message` is null or valid for writes of `message_size`
/// bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_perft(
    fen: *const c_char,
    depth: u32,
    options: *const PerftOptions,
    nodes: *mut u64,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        if nodes.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: as this function's contract has it.
        let count = unsafe { Count::new(options, depth) }?;
        // SAFETY: as this function's contract has it.
        let position = unsafe { position(fen, message, message_size) }?;
        let counted =
            count.run(|perft, stop| perft.count_until(&position, depth, stop, &|_| {}))?;
        if !counted.is_complete {
            return Err(Status::Stopped);
        }
        let counted = u64::try_from(counted.nodes).map_err(|_| Status::Overflow)?;
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(nodes, counted) }
    })
}

/// Writes how many of the last moves of all sequences are of each kind, in the order of the struct
/// `hyperbola_statistics` of the header.
///
/// # Safety
///
/// As for [`hyperbola_perft()`], with `statistics` in the place of `nodes`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_perft_statistics(
    fen: *const c_char,
    depth: u32,
    options: *const PerftOptions,
    statistics: *mut Statistics,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        if statistics.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: as this function's contract has it.
        let count = unsafe { Count::new(options, depth) }?;
        // SAFETY: as this function's contract has it.
        let position = unsafe { position(fen, message, message_size) }?;
        let found = count.run(|perft, stop| perft.statistics(&position, depth, stop, &|_| {}))?;
        let found = found.ok_or(Status::Stopped)?;
        if found.nodes == u64::MAX {
            return Err(Status::Overflow);
        }
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(statistics, found.numbers()) }
    })
}

/// Counts for each first move, and gives each number to a function.
///
/// # Safety
///
/// As for [`hyperbola_perft()`]; `each` may be called with `context`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_perft_divide(
    fen: *const c_char,
    depth: u32,
    options: *const PerftOptions,
    each: EachMove,
    context: *mut c_void,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        let each = each.ok_or(Status::Null)?;
        // SAFETY: as this function's contract has it.
        let count = unsafe { Count::new(options, depth) }?;
        // SAFETY: as this function's contract has it.
        let position = unsafe { position(fen, message, message_size) }?;
        let divided = count.run(|perft, stop| perft.divide(&position, depth, stop, &|_| {}))?;
        if !divided.is_complete {
            return Err(Status::Stopped);
        }
        let mut moves = Vec::new();
        for &(played, nodes) in &divided.moves {
            let text = CString::new(position.uci(played).to_string()).map_err(|_| Status::Panic)?;
            moves.push((text, u64::try_from(nodes).map_err(|_| Status::Overflow)?));
        }
        for (text, nodes) in moves {
            // SAFETY: as this function's contract has it; the text lives through the call.
            unsafe { each(context, text.as_ptr(), nodes) };
        }
        Ok(())
    })
}
