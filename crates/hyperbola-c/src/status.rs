//! Statuses: what a call returns, and how a panic becomes one.

use core::ffi::{CStr, c_char};
use core::panic::AssertUnwindSafe;
use std::panic::catch_unwind;

/// Whether a call succeeded, or why not: `hyperbola_status` of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(i32)]
#[expect(missing_docs, reason = "the header describes them")]
pub enum Status {
    Ok = 0,
    Null = 1,
    Square = 2,
    Piece = 3,
    Technique = 4,
    Fen = 5,
    Feature = 6,
    Space = 7,
    Overflow = 8,
    Panic = 9,
    Depth = 10,
    BadRows = 11,
    Memory = 12,
    Threads = 13,
    Stopped = 14,
    Inputs = 15,
    Board = 16,
    Rules = 17,
}

impl Status {
    /// All statuses, by their numbers.
    const ALL: [Self; 18] = [
        Self::Ok,
        Self::Null,
        Self::Square,
        Self::Piece,
        Self::Technique,
        Self::Fen,
        Self::Feature,
        Self::Space,
        Self::Overflow,
        Self::Panic,
        Self::Depth,
        Self::BadRows,
        Self::Memory,
        Self::Threads,
        Self::Stopped,
        Self::Inputs,
        Self::Board,
        Self::Rules,
    ];

    const fn text(self) -> &'static CStr {
        match self {
            Self::Ok => c"success",
            Self::Null => c"a pointer that is needed is null",
            Self::Square => c"a square is above 63",
            Self::Piece => c"the piece is not a rook, a bishop or a queen",
            Self::Technique => c"no technique has this id",
            Self::Fen => c"the text is not the FEN of a valid position",
            Self::Feature => c"no feature has this name, or it has no such array",
            Self::Space => c"the buffer is too small",
            Self::Overflow => c"the number does not fit into 64 bits",
            Self::Panic => c"a defect of the library",
            Self::Depth => c"the depth is above 255",
            Self::BadRows => c"the policy for bad rows is none of error, skip and mark",
            Self::Memory => c"there is too little memory",
            Self::Threads => c"so many threads cannot be started",
            Self::Stopped => c"the count was stopped",
            Self::Inputs => {
                c"the text is not the definition of an input set, or it has no such block"
            }
            Self::Board => {
                c"a square of the board has several roles or colours, or only one of both"
            }
            Self::Rules => c"the rules are none of auto, chess and chess960",
        }
    }
}

/// Runs the body of a function of the interface. A panic becomes a status.
pub(crate) fn guarded(body: impl FnOnce() -> Result<(), Status>) -> Status {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(())) => Status::Ok,
        Ok(Err(status)) => status,
        Err(_) => Status::Panic,
    }
}

/// Returns the library's version.
#[unsafe(no_mangle)]
pub extern "C" fn hyperbola_version() -> *const c_char {
    const VERSION: &str = concat!(env!("CARGO_PKG_VERSION"), "\0");
    VERSION.as_ptr().cast()
}

/// Returns a short text for a status.
#[unsafe(no_mangle)]
pub extern "C" fn hyperbola_status_text(status: i32) -> *const c_char {
    let found = usize::try_from(status).ok().and_then(|number| Status::ALL.get(number));
    found.map_or(c"an unknown status", |status| status.text()).as_ptr()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_status() {
        let quiet = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        let status = guarded(|| panic!("a defect"));
        std::panic::set_hook(quiet);
        assert_eq!(status, Status::Panic);
    }

    #[test]
    fn statuses_are_listed_by_their_numbers() {
        for (number, status) in (0..).zip(Status::ALL) {
            assert_eq!(status as i32, number);
        }
    }
}
