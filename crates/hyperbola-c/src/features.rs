//! Features of many positions.

use core::ffi::{c_char, c_void};

use hyperbola_features::{AnyFeature, Arrays, Axis};
use rayon::ThreadPoolBuilder;

use crate::Status;
use crate::memory;
use crate::positions::PositionsHandle;
use crate::status::guarded;

/// The most lengths that a number's place in an array has after the first:
/// `HYPERBOLA_MOST_LENGTHS` of the header.
const MOST_LENGTHS: usize = 4;

/// What an array of a feature has: `hyperbola_array_info` of the header.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes them")]
pub struct ArrayInfo {
    pub arrays: usize,
    pub dtype: [c_char; 8],
    pub number_size: usize,
    pub axis: i32,
    pub lists: usize,
    pub dimensions: usize,
    pub lengths: [usize; MOST_LENGTHS],
}

/// The arrays of a feature: `hyperbola_arrays` of the header.
#[derive(Debug)]
pub struct ArraysHandle(Vec<Vec<u8>>);

/// Reads a feature's name.
///
/// # Safety
///
/// `feature` is null or a text with a zero at its end.
unsafe fn feature_of(feature: *const c_char) -> Result<AnyFeature, Status> {
    // SAFETY: as this function's contract has it.
    let name = unsafe { memory::text(feature, Status::Feature) }?;
    name.parse().map_err(|_| Status::Feature)
}

/// Writes what an array of a feature has.
///
/// # Safety
///
/// `feature` is null or a text with a zero at its end; `info` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_feature_info(
    feature: *const c_char,
    array: usize,
    info: *mut ArrayInfo,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let arrays = unsafe { feature_of(feature) }?.arrays();
        let found = arrays.get(array).ok_or(Status::Feature)?;
        let mut written = ArrayInfo {
            arrays: arrays.len(),
            dtype: [0; 8],
            number_size: found.dtype.size(),
            axis: 0,
            lists: 0,
            dimensions: found.lengths.len(),
            lengths: [0; MOST_LENGTHS],
        };
        // The last character stays zero.
        for (place, byte) in written.dtype[..7].iter_mut().zip(found.dtype.numpy().bytes()) {
            *place = byte.cast_signed() as c_char;
        }
        (written.axis, written.lists) = match found.axis {
            Axis::Positions => (0, 0),
            Axis::Offsets { lists } => (1, lists),
            Axis::Items => (2, 0),
        };
        let lengths = written.lengths.get_mut(..found.lengths.len()).ok_or(Status::Panic)?;
        lengths.copy_from_slice(&found.lengths);
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(info, written) }
    })
}

/// Computes all arrays of a feature.
///
/// # Safety
///
/// `positions` is null or was made by `hyperbola_positions_new`, and no other thread changes it;
/// `feature` is null or a text with a zero at its end; `arrays` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_positions_compute(
    positions: *const PositionsHandle,
    feature: *const c_char,
    threads: u32,
    arrays: *mut *mut ArraysHandle,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { positions.as_ref() }.ok_or(Status::Null)?;
        // SAFETY: as this function's contract has it.
        let mut computed = Arrays::new(unsafe { feature_of(feature) }?);
        if arrays.is_null() {
            return Err(Status::Null);
        }
        let features = handle.0.as_slice().features();
        match threads {
            0 => computed.append(features.parallel()),
            1 => computed.append(features),
            _ => {
                let threads = usize::try_from(threads).map_err(|_| Status::Threads)?;
                let pool = ThreadPoolBuilder::new().num_threads(threads).build();
                let pool = pool.map_err(|_| Status::Threads)?;
                pool.install(|| computed.append(features.parallel()));
            }
        }
        let handle = Box::into_raw(Box::new(ArraysHandle(computed.into_bytes())));
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(arrays, handle) }
    })
}

/// Writes where an array is, and how many bytes it has.
///
/// # Safety
///
/// `arrays` is null or was made by [`hyperbola_positions_compute`]; `data` and `size` are null or
/// valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_arrays_get(
    arrays: *const ArraysHandle,
    array: usize,
    data: *mut *const c_void,
    size: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { arrays.as_ref() }.ok_or(Status::Null)?;
        let bytes = handle.0.get(array).ok_or(Status::Feature)?;
        let place: *const u8 =
            if bytes.is_empty() { core::ptr::dangling::<u64>().cast() } else { bytes.as_ptr() };
        // Every allocator there is aligns so much memory for any number; fewer bytes are flags.
        if bytes.len() >= align_of::<u64>() && place.align_offset(align_of::<u64>()) != 0 {
            return Err(Status::Panic);
        }
        if data.is_null() || size.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(data, place.cast()) }?;
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(size, bytes.len()) }
    })
}

/// Frees the arrays of a feature.
///
/// # Safety
///
/// `arrays` is null or was made by [`hyperbola_positions_compute`] and not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_arrays_free(arrays: *mut ArraysHandle) {
    if !arrays.is_null() {
        // SAFETY: it was made by `Box::into_raw` and not freed before.
        drop(unsafe { Box::from_raw(arrays) });
    }
}
