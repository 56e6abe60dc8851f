//! Reads and writes the memory that a caller gives.

use core::ffi::{CStr, c_char};

use crate::Status;

/// Writes a result to a pointer that is not null.
///
/// # Safety
///
/// The pointer is null or valid for a write.
pub(crate) unsafe fn write<T>(place: *mut T, value: T) -> Result<(), Status> {
    if place.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: it is not null, and so valid for a write by this function's contract.
    unsafe { place.write(value) };
    Ok(())
}

/// Reads a text; one that is not UTF-8 is as wrong as any other.
///
/// # Safety
///
/// The pointer is null or that of a text with a zero at its end, which lives while it is read.
pub(crate) unsafe fn text<'a>(text: *const c_char, wrong: Status) -> Result<&'a str, Status> {
    if text.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: it is not null, and so such a text by this function's contract.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map_err(|_| wrong)
}

/// Copies bytes into a buffer if it is large enough, and always writes the size that is needed.
///
/// # Safety
///
/// `buffer` is null or valid for writes of `size` bytes; `needed` is null or valid for a write.
pub(crate) unsafe fn copy(
    bytes: &[u8],
    buffer: *mut u8,
    size: usize,
    needed: *mut usize,
) -> Result<(), Status> {
    // SAFETY: as this function's contract has it.
    unsafe { write(needed, bytes.len()) }?;
    if bytes.len() > size {
        return Err(Status::Space);
    }
    if bytes.is_empty() {
        return Ok(());
    }
    if buffer.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: it is not null, and so valid for `size` bytes, which are enough.
    unsafe { buffer.copy_from(bytes.as_ptr(), bytes.len()) };
    Ok(())
}

/// Writes a message with a zero at its end, cut off between characters where it does not fit.
///
/// # Safety
///
/// `buffer` is null or valid for writes of `size` bytes.
pub(crate) unsafe fn message(message: &str, buffer: *mut c_char, size: usize) {
    if buffer.is_null() || size == 0 {
        return;
    }
    let length = message.floor_char_boundary(size - 1);
    let place = buffer.cast::<u8>();
    // SAFETY: it is not null, and so valid for `size` bytes, of which `length` are fewer.
    unsafe { place.copy_from(message.as_ptr(), length) };
    // SAFETY: `length` is below `size`.
    unsafe { place.add(length).write(0) };
}
