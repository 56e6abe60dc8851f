//! How a FEN is read, and whether a game can lead to its position.

use core::ffi::c_char;

use hyperbola_moves::{Judgement, Position, Rules, Verdict};

use crate::Status;
use crate::memory;
use crate::status::guarded;

/// A verdict in words: `hyperbola_verdict` of the header.
#[derive(Debug)]
#[repr(C)]
pub struct VerdictTexts {
    verdict: i32,
    is_double: i32,
    rule: [c_char; 16],
    reason: [c_char; 240],
    mended: [c_char; 120],
}

/// Returns a text with a zero at its end.
fn texts<const SIZE: usize>(text: &str) -> [c_char; SIZE] {
    let mut bytes = [0; SIZE];
    // SAFETY: the pointer is valid for `SIZE` bytes.
    unsafe { memory::message(text, bytes.as_mut_ptr(), SIZE) };
    bytes
}

/// Writes the FEN of a position that is read by rules.
///
/// # Safety
///
/// As for `hyperbola_legal_moves`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_read_fen(
    fen: *const c_char,
    rules: i32,
    lenient: i32,
    read: *mut c_char,
    size: usize,
    needed: *mut usize,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        let index = usize::try_from(rules).ok();
        let &rules = index.and_then(|index| RULES.get(index)).ok_or(Status::Rules)?;
        // SAFETY: as this function's contract has it.
        let text = unsafe { memory::lossy_text(fen) }?;
        let found = match lenient {
            0 => Position::from_fen_by_rules(&text, rules),
            _ => Position::from_fen_lenient_by_rules(&text, rules).map(|(position, _)| position),
        };
        let position = found.map_err(|error| {
            // SAFETY: as this function's contract has it.
            unsafe { memory::refuse(Status::Fen, error, message, message_size) }
        })?;
        let text = format!("{position}\0");
        // SAFETY: as this function's contract has it.
        unsafe { memory::copy(text.as_bytes(), read.cast(), size, needed) }
    })
}

/// The rules by their numbers.
const RULES: [Rules; 3] = [Rules::Auto, Rules::Chess, Rules::Chess960];

/// Writes the verdict on a position.
///
/// # Safety
///
/// As for `hyperbola_perft`; `verdict` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_judge(
    fen: *const c_char,
    verdict: *mut VerdictTexts,
    message: *mut c_char,
    message_size: usize,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let text = unsafe { memory::lossy_text(fen) }?;
        let judgement = Judgement::of_fen(&text).map_err(|error| {
            // SAFETY: as this function's contract has it.
            unsafe { memory::refuse(Status::Fen, error, message, message_size) }
        })?;
        let Judgement { verdict: found, mended, .. } = judgement;
        let (number, rule) = match &found {
            Verdict::Chess => (0, ""),
            Verdict::Chess960 { .. } => (1, ""),
            Verdict::Impossible(reason) => (2, reason.rule().name()),
            _ => return Err(Status::Panic),
        };
        let written = VerdictTexts {
            verdict: number,
            is_double: matches!(found, Verdict::Chess960 { is_double: true }).into(),
            rule: texts(rule),
            reason: texts(&found.to_string()),
            mended: texts(&mended.map(|mended| mended.to_string()).unwrap_or_default()),
        };
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(verdict, written) }
    })
}
