//! Positions: legal moves of one, and collections of many.

use core::ffi::c_char;

use hyperbola_features::{BadRows, Positions};
use hyperbola_moves::Position;

use crate::Status;
use crate::memory;
use crate::status::guarded;

/// Positions in columns: `hyperbola_positions` of the header.
#[derive(Debug, Default)]
pub struct PositionsHandle(pub(crate) Positions);

/// Reads a position; if the FEN is bad, writes the reason.
///
/// # Safety
///
/// `fen` is null or a text with a zero at its end; `message` is null or valid for writes of `size`
/// bytes.
pub(crate) unsafe fn position(
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
        unsafe { memory::refuse(Status::Fen, reason, message, size) }
    })
}

/// Writes the legal moves in UCI's notation.
///
/// # Safety
///
/// As for `hyperbola_perft`; `moves` is null or valid for writes of `size` bytes, and `needed` is
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
/// others are as for `hyperbola_perft`.
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

/// Adds many positions, or none if a bad one is an error.
///
/// # Safety
///
/// As for [`hyperbola_positions_add`]; `fens` is null or has `count` texts with a zero at their
/// end, and `bad` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_positions_add_many(
    positions: *mut PositionsHandle,
    fens: *const *const c_char,
    count: usize,
    bad_rows: i32,
    bad: *mut usize,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { positions.as_mut() }.ok_or(Status::Null)?;
        let bad_rows = match bad_rows {
            0 => BadRows::Error,
            1 => BadRows::Skip,
            2 => BadRows::Mark,
            _ => return Err(Status::BadRows),
        };
        if fens.is_null() && count > 0 {
            return Err(Status::Null);
        }
        let mut texts = Vec::new();
        texts.try_reserve_exact(count).map_err(|_| Status::Memory)?;
        for row in 0..count {
            // SAFETY: the row is below `count`, for which the pointer is valid.
            let fen = unsafe { fens.add(row).read() };
            // SAFETY: as this function's contract has it.
            texts.push(unsafe { memory::lossy_text(fen) }?);
        }
        let read = Positions::from_fens(&texts, bad_rows).map_err(|row| {
            // SAFETY: as this function's contract has it.
            unsafe { memory::refuse(Status::Fen, row, message, message_size) }
        })?;
        handle.0.extend_from_slice(read.positions.as_slice());
        if !bad.is_null() {
            // SAFETY: as this function's contract has it.
            unsafe { memory::write(bad, read.bad_rows.len()) }?;
        }
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
