//! Inputs of networks.

use core::ffi::c_char;

use hyperbola_inputs::{Active, Changes, Definition, InputSet};
use hyperbola_moves::{Bitboard, Board, Color};

use crate::Status;
use crate::memory;
use crate::status::guarded;

/// An input set with the memory of its answers: `hyperbola_inputs` of the header.
#[derive(Debug)]
pub struct InputsHandle {
    set: InputSet,
    active: Active,
    changes: Changes,
}

/// The pieces on a board: `hyperbola_board` of the header.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes them")]
pub struct BoardSets {
    pub roles: [u64; 6],
    pub colors: [u64; 2],
}

/// Numbers of inputs: `hyperbola_numbers` of the header.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes them")]
pub struct Numbers {
    pub numbers: *const u32,
    pub count: usize,
}

/// What changes of a view: `hyperbola_input_changes` of the header.
#[derive(Debug, Clone, Copy)]
#[repr(C)]
#[expect(missing_docs, reason = "the header describes them")]
pub struct InputChanges {
    pub removed: Numbers,
    pub added: Numbers,
    pub refreshed: u32,
}

impl Numbers {
    fn of(numbers: &[u32]) -> Self {
        Self { numbers: numbers.as_ptr(), count: numbers.len() }
    }
}

/// Reads a board.
///
/// # Safety
///
/// The pointer is null or that of a board, which does not change while it is read.
unsafe fn board(board: *const BoardSets) -> Result<Board, Status> {
    // SAFETY: as this function's contract has it.
    let sets = unsafe { board.as_ref() }.ok_or(Status::Null)?;
    Board::from_sets(sets.roles.map(Bitboard), sets.colors.map(Bitboard)).ok_or(Status::Board)
}

/// Makes an input set.
///
/// # Safety
///
/// `definition` is null or a text with a zero at its end; `inputs` is null or valid for a write;
/// `message` is null or valid for writes of `message_size` bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_inputs_new(
    definition: *const c_char,
    inputs: *mut *mut InputsHandle,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let text = unsafe { memory::text(definition, Status::Inputs) }?;
        let set = read(text).map_err(|error| {
            // SAFETY: as this function's contract has it.
            unsafe { memory::refuse(Status::Inputs, error, message, message_size) }
        })?;
        let handle = InputsHandle { set, active: Active::default(), changes: Changes::default() };
        if inputs.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: it is not null, and so valid for a write by this function's contract.
        unsafe { memory::write(inputs, Box::into_raw(Box::new(handle))) }
    })
}

/// Reads names of presets, or a definition in TOML.
fn read(text: &str) -> Result<InputSet, String> {
    if !text.contains('[') {
        return text
            .parse()
            .map_err(|error: hyperbola_inputs::ParseInputSetError| error.to_string());
    }
    let definition: Definition =
        toml::from_str(text).map_err(|error| error.message().to_owned())?;
    definition.set().map_err(|error| error.to_string())
}

/// Frees an input set; null is left alone.
///
/// # Safety
///
/// `inputs` is null or of `hyperbola_inputs_new`, and used no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_inputs_free(inputs: *mut InputsHandle) {
    if !inputs.is_null() {
        // SAFETY: it is of `Box::into_raw` by this function's contract.
        drop(unsafe { Box::from_raw(inputs) });
    }
}

/// Returns how many inputs a set has; 0 for null.
///
/// # Safety
///
/// `inputs` is null or of `hyperbola_inputs_new`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_inputs_size(inputs: *const InputsHandle) -> u32 {
    // SAFETY: as this function's contract has it.
    unsafe { inputs.as_ref() }.map_or(0, |handle| handle.set.size())
}

/// Writes the number of a block's first input and how many it has.
///
/// # Safety
///
/// `inputs` is null or of `hyperbola_inputs_new`; `start` and `size` are null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_inputs_block(
    inputs: *const InputsHandle,
    block: usize,
    start: *mut u32,
    size: *mut u32,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { inputs.as_ref() }.ok_or(Status::Null)?;
        let part = handle.set.parts().get(block).ok_or(Status::Inputs)?;
        if size.is_null() {
            return Err(Status::Null);
        }
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(start, part.start()) }?;
        // SAFETY: the same.
        unsafe { memory::write(size, part.size()) }
    })
}

/// Finds the active inputs of a board, for both views.
///
/// # Safety
///
/// `inputs` is null or of `hyperbola_inputs_new`, and used by no other thread; `board` is null or a
/// board; `views` is null or valid for two writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_inputs_active(
    inputs: *mut InputsHandle,
    board: *const BoardSets,
    views: *mut Numbers,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { inputs.as_mut() }.ok_or(Status::Null)?;
        // SAFETY: the same.
        let board = unsafe { self::board(board) }?;
        if views.is_null() {
            return Err(Status::Null);
        }
        handle.set.active_into(&board, &mut handle.active);
        for view in Color::ALL {
            let numbers = Numbers::of(handle.active.view(view));
            // SAFETY: there is room for two, by this function's contract.
            unsafe { memory::write(views.wrapping_add(view as usize), numbers) }?;
        }
        Ok(())
    })
}

/// Finds the inputs that change from a board to another one, for both views.
///
/// # Safety
///
/// `inputs` is null or of `hyperbola_inputs_new`, and used by no other thread; `before` and `after`
/// are null or boards; `views` is null or valid for two writes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_inputs_changes(
    inputs: *mut InputsHandle,
    before: *const BoardSets,
    after: *const BoardSets,
    views: *mut InputChanges,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let handle = unsafe { inputs.as_mut() }.ok_or(Status::Null)?;
        // SAFETY: the same.
        let (before, after) = unsafe { (board(before)?, board(after)?) };
        if views.is_null() {
            return Err(Status::Null);
        }
        handle.set.changes_into(&before, &after, &mut handle.changes);
        for view in Color::ALL {
            let changes = handle.changes.view(view);
            let blocks = (0..handle.set.parts().len()).filter(|&block| changes.refreshes(block));
            let written = InputChanges {
                removed: Numbers::of(changes.removed()),
                added: Numbers::of(changes.added()),
                refreshed: blocks.fold(0, |bits, block| bits | 1 << block),
            };
            // SAFETY: there is room for two, by this function's contract.
            unsafe { memory::write(views.wrapping_add(view as usize), written) }?;
        }
        Ok(())
    })
}
