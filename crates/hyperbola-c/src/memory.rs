//! Reads and writes the memory that a caller gives.

use core::ffi::{CStr, c_char};
use core::fmt::Display;
use std::borrow::Cow;

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

/// Reads a text in which what is not UTF-8 is replaced.
///
/// # Safety
///
/// As for [`text`].
pub(crate) unsafe fn lossy_text<'a>(text: *const c_char) -> Result<Cow<'a, str>, Status> {
    if text.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: it is not null, and so such a text by this function's contract.
    Ok(unsafe { CStr::from_ptr(text) }.to_string_lossy())
}

/// Copies bytes into a buffer if it is large enough, and writes the size that is needed. If a
/// pointer that is needed is null, it writes nothing.
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
    let is_copied = !bytes.is_empty() && bytes.len() <= size;
    if is_copied && buffer.is_null() {
        return Err(Status::Null);
    }
    // SAFETY: as this function's contract has it.
    unsafe { write(needed, bytes.len()) }?;
    if is_copied {
        // SAFETY: it is not null, and so valid for `size` bytes, which are enough.
        unsafe { buffer.copy_from(bytes.as_ptr(), bytes.len()) };
    }
    if bytes.len() > size { Err(Status::Space) } else { Ok(()) }
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

/// Writes the reason for an error as [`message`] does, and returns the status of the error.
///
/// # Safety
///
/// As for [`message`].
pub(crate) unsafe fn refuse(
    status: Status,
    reason: impl Display,
    buffer: *mut c_char,
    size: usize,
) -> Status {
    // SAFETY: as this function's contract has it.
    unsafe { message(&reason.to_string(), buffer, size) };
    status
}

#[cfg(test)]
mod tests {
    use core::ptr::null_mut;

    use super::*;

    /// Copies three bytes into a buffer of a size, and returns the status, the buffer and `needed`.
    fn copied(size: usize, has_buffer: bool) -> (Result<(), Status>, [u8; 4], usize) {
        let (mut buffer, mut needed) = ([0; 4], 99);
        let place = if has_buffer { buffer.as_mut_ptr() } else { null_mut() };
        // SAFETY: the buffer has at least `size` bytes, and `needed` is a local.
        let status = unsafe { copy(&[1, 2, 3], place, size, &raw mut needed) };
        (status, buffer, needed)
    }

    #[test]
    fn bytes_are_copied_whole_or_not_at_all() {
        assert_eq!(copied(3, true), (Ok(()), [1, 2, 3, 0], 3));
        assert_eq!(copied(2, true), (Err(Status::Space), [0; 4], 3));
        assert_eq!(copied(0, false), (Err(Status::Space), [0; 4], 3));
    }

    #[test]
    fn null_leaves_everything_unchanged() {
        assert_eq!(copied(3, false), (Err(Status::Null), [0; 4], 99));
        let mut buffer = [0; 4];
        // SAFETY: the buffer has four bytes.
        let status = unsafe { copy(&[1, 2, 3], buffer.as_mut_ptr(), 4, null_mut()) };
        assert_eq!((status, buffer), (Err(Status::Null), [0; 4]));
    }

    #[test]
    fn nothing_is_copied_to_null() {
        let mut needed = 99;
        // SAFETY: `needed` is a local.
        let status = unsafe { copy(&[], null_mut(), 0, &raw mut needed) };
        assert_eq!((status, needed), (Ok(()), 0));
    }
}
