//! Memory that may not be there: an exception instead of the end of the process. And memory in
//! large pages.

use core::alloc::{GlobalAlloc, Layout};
use core::hint::black_box;
use std::alloc::System;
use std::collections::TryReserveError;

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

/// The number of bytes of a position in its columns.
pub(crate) const ROW: usize = 74;

/// The number of bytes that are to be left for what the work itself needs.
const SPARE: usize = 1 << 24;

/// Reserves room for more elements, and no more than that.
pub(crate) fn reserve<T>(elements: &mut Vec<T>, more: usize) -> PyResult<()> {
    elements.try_reserve_exact(more).map_err(|error| missing::<T>(more, &error))?;
    spare::<T>(more)
}

/// Adds elements to a list that grows.
pub(crate) fn extend<T: Copy>(elements: &mut Vec<T>, more: &[T]) -> PyResult<()> {
    if elements.capacity() - elements.len() < more.len() {
        elements.try_reserve(more.len()).map_err(|error| missing::<T>(elements.len(), &error))?;
        spare::<T>(elements.len())?;
    }
    elements.extend_from_slice(more);
    Ok(())
}

/// Checks that memory of a size can be had, before it is taken where a failure would end the
/// process.
pub(crate) fn check(bytes: usize) -> PyResult<()> {
    let mut memory = Vec::<u8>::new();
    let result = reserve(&mut memory, bytes);
    black_box(&memory);
    result
}

/// Checks that there is memory beside that for some elements.
fn spare<T>(elements: usize) -> PyResult<()> {
    let mut spare = Vec::<u8>::new();
    let result = spare.try_reserve_exact(SPARE);
    // An allocation that nobody sees may be left out.
    black_box(&spare);
    result.map_err(|error| missing::<T>(elements, &error))
}

/// Checks that columns of so many positions can be had.
pub(crate) fn check_rows(rows: usize) -> PyResult<()> {
    check(rows.saturating_mul(ROW))
}

fn missing<T>(elements: usize, error: &TryReserveError) -> PyErr {
    let bytes = elements.saturating_mul(size_of::<T>());
    PyMemoryError::new_err(format!("no room for {bytes} bytes: {error}"))
}

/// The system's memory, large parts of it in large pages where Linux has them, as NumPy asks for
/// its arrays. To get a page at its first use takes a while, whatever its size.
struct LargePages;

#[global_allocator]
static MEMORY: LargePages = LargePages;

/// Asks for large pages for what lies in a part of memory. Linux may refuse.
///
/// # Safety
///
/// The memory is null, or of this size and just given out.
#[cfg(target_os = "linux")]
unsafe fn use_large_pages(memory: *mut u8, size: usize) {
    /// The least number of bytes that get large pages: that of NumPy.
    const LARGE: usize = 1 << 22;
    /// The size of all pages that are not large, or a multiple of it.
    const PAGE: usize = 1 << 12;
    if size >= LARGE && !memory.is_null() {
        let before = memory.align_offset(PAGE);
        // SAFETY: the caller promises that the pages lie in memory that was just given out. The
        // call changes no byte.
        unsafe {
            libc::madvise(memory.add(before).cast(), size - before, libc::MADV_HUGEPAGE);
        }
    }
}

#[cfg(not(target_os = "linux"))]
unsafe fn use_large_pages(_: *mut u8, _: usize) {}

// SAFETY: the system's allocator does all the work.
unsafe impl GlobalAlloc for LargePages {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for.
        let memory = unsafe { System.alloc(layout) };
        // SAFETY: the system has just given out this memory, or none.
        unsafe { use_large_pages(memory, layout.size()) };
        memory
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for.
        let memory = unsafe { System.alloc_zeroed(layout) };
        // SAFETY: the system has just given out this memory, or none.
        unsafe { use_large_pages(memory, layout.size()) };
        memory
    }

    unsafe fn realloc(&self, memory: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: the caller promises what the system's allocator asks for.
        let memory = unsafe { System.realloc(memory, layout, size) };
        // SAFETY: the system has just given out this memory, or none.
        unsafe { use_large_pages(memory, size) };
        memory
    }

    unsafe fn dealloc(&self, memory: *mut u8, layout: Layout) {
        // SAFETY: the caller promises what the system's allocator asks for.
        unsafe { System.dealloc(memory, layout) }
    }
}
