//! Positions: legal moves, perft, and features of many.

use core::ffi::{c_char, c_void};

use hyperbola_features::{AnyFeature, Arrays, Positions};
use hyperbola_moves::{Position, perft};

use crate::Status;
use crate::memory;
use crate::status::guarded;

/// Positions in columns: `hyperbola_positions` of the header.
#[derive(Debug, Default)]
pub struct PositionsHandle(Positions);

/// Reads a position; if the FEN is bad, writes the reason.
///
/// # Safety
///
/// `fen` is null or a text with a zero at its end; `message` is null or valid for writes of `size`
/// bytes.
unsafe fn position(
    fen: *const c_char,
    message: *mut c_char,
    size: usize,
) -> Result<Position, Status> {
    // SAFETY: as this function's contract has it.
    let text = unsafe { memory::text(fen, Status::Fen) };
    let parsed = match text {
        Ok(text) => text.parse::<Position>().map_err(|error| error.to_string()),
        Err(Status::Fen) => Err("it is not UTF-8".to_owned()),
        Err(status) => return Err(status),
    };
    parsed.map_err(|reason| {
        // SAFETY: as this function's contract has it.
        unsafe { memory::message(&reason, message, size) };
        Status::Fen
    })
}

/// Writes the number of legal move sequences of a length.
///
/// # Safety
///
/// `fen` is null or a text with a zero at its end; `nodes` is null or valid for a write; `message`
/// is null or valid for writes of `message_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_perft(
    fen: *const c_char,
    depth: u32,
    nodes: *mut u64,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        if nodes.is_null() {
            return Err(Status::Null);
        }
        if depth > perft::MAX_DEPTH {
            return Err(Status::Depth);
        }
        // SAFETY: as this function's contract has it.
        let position = unsafe { position(fen, message, message_size) }?;
        let count = perft::count(&position, depth);
        let count = u64::try_from(count).map_err(|_| Status::Overflow)?;
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(nodes, count) }
    })
}

/// Writes the legal moves in UCI's notation.
///
/// # Safety
///
/// As for [`hyperbola_perft`]; `moves` is null or valid for writes of `size` bytes, and `needed` is
/// null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_legal_moves(
    fen: *const c_char,
    moves: *mut c_char,
    size: usize,
    needed: *mut usize,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let position = unsafe { position(fen, message, message_size) }?;
        let list = position.legal_moves();
        let texts: Vec<String> =
            list.iter().map(|&legal| position.uci(legal).to_string()).collect();
        let text = texts.join(" ") + "\0";
        // SAFETY: as this function's contract has it.
        unsafe { memory::copy(text.as_bytes(), moves.cast(), size, needed) }
    })
}

/// Writes a new, empty collection.
///
/// # Safety
///
/// `positions` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_positions_new(positions: *mut *mut PositionsHandle) -> Status {
    guarded(|| {
        if positions.is_null() {
            return Err(Status::Null);
        }
        let handle = Box::into_raw(Box::<PositionsHandle>::default());
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(positions, handle) }
    })
}

/// Frees a collection.
///
/// # Safety
///
/// `positions` is null or was made by [`hyperbola_positions_new`] and not freed before.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_positions_free(positions: *mut PositionsHandle) {
    if !positions.is_null() {
        // SAFETY: it was made by `Box::into_raw` and not freed before.
        drop(unsafe { Box::from_raw(positions) });
    }
}

/// Adds a position.
///
/// # Safety
///
/// `positions` is null or was made by [`hyperbola_positions_new`], and no other thread uses it; the
/// others are as for [`hyperbola_perft`].
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_positions_add(
    positions: *mut PositionsHandle,
    fen: *const c_char,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { positions.as_mut() }.ok_or(Status::Null)?;
        // SAFETY: as this function's contract has it.
        let position = unsafe { position(fen, message, message_size) }?;
        handle.0.push(&position);
        Ok(())
    })
}

/// Writes the number of positions.
///
/// # Safety
///
/// `positions` is null or was made by [`hyperbola_positions_new`], and no other thread changes it;
/// `count` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_positions_count(
    positions: *const PositionsHandle,
    count: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { positions.as_ref() }.ok_or(Status::Null)?;
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(count, handle.0.len()) }
    })
}

/// Writes an array of a feature of all positions.
///
/// # Safety
///
/// As for [`hyperbola_positions_count`]; `feature` is null or a text with a zero at its end, `bytes`
/// is null or valid for writes of `size` bytes, and `needed` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_positions_feature(
    positions: *const PositionsHandle,
    feature: *const c_char,
    array: usize,
    bytes: *mut c_void,
    size: usize,
    needed: *mut usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { positions.as_ref() }.ok_or(Status::Null)?;
        // SAFETY: as this function's contract has it.
        let name = unsafe { memory::text(feature, Status::Feature) }?;
        let feature: AnyFeature = name.parse().map_err(|_| Status::Feature)?;
        let of_array = feature.arrays().into_iter().nth(array).ok_or(Status::Feature)?;
        // Where there is too little space nothing is computed, but for lists.
        if let Some(bytes) = of_array.bytes(handle.0.len()).filter(|&bytes| bytes > size) {
            // SAFETY: as this function's contract has it.
            unsafe { memory::write(needed, bytes) }?;
            return Err(Status::Space);
        }
        let mut arrays = Arrays::new(feature);
        arrays.append(handle.0.as_slice().features());
        let found = arrays.bytes().get(array).ok_or(Status::Feature)?;
        // SAFETY: as this function's contract has it.
        unsafe { memory::copy(found, bytes.cast(), size, needed) }
    })
}
