//! The suite of the words as a WebAssembly module, which `suite.js` runs: each kind of word against
//! plain `u64`, by its operations, in batches by every technique, in every feature, and in the
//! counter.

use std::ffi::{CString, c_char};
use std::ptr;
use std::sync::{Mutex, PoisonError};

use hyperbola::choice::Choice;
use hyperbola::word::WordKind;
use hyperbola::{Technique, dispatch};
use hyperbola_conformance::{Subject, properties};
use hyperbola_features::{AnyFeature, Arrays, Features, Positions};
use hyperbola_moves::Position;
use hyperbola_perft::Perft;
use hyperbola_random::Random;
use hyperbola_samples::random_setup;

/// The last message, where the caller finds it.
static MESSAGE: Mutex<Option<CString>> = Mutex::new(None);

/// Returns the ids of the kinds of words, separated by spaces, as a text that ends with a zero.
#[unsafe(no_mangle)]
pub extern "C" fn kinds() -> *const c_char {
    let ids: Vec<&str> =
        WordKind::ALL.iter().filter(|kind| kind.is_available()).map(|kind| kind.id()).collect();
    told(ids.join(" "))
}

/// Runs the suite. Returns what is wrong, or nothing.
#[unsafe(no_mangle)]
pub extern "C" fn check() -> *const c_char {
    match checked() {
        Ok(()) => ptr::null(),
        Err(wrong) => told(wrong),
    }
}

fn checked() -> Result<(), String> {
    let mut random = Random::new(1);
    for _ in 0..2_000 {
        let (a, b) = (numbers(&mut random), numbers(&mut random));
        for &kind in WordKind::ALL {
            properties::every_operation_equals_scalar(kind, a, b)?;
        }
    }
    for &technique in Technique::ALL {
        let subject = dispatch!(technique, T => Subject::of::<T>());
        properties::every_word_equals_scalar(subject, &|kind, batch| {
            batch.answer_by_any(Choice { technique, kind })
        })?;
    }
    boards(&mut random)
}

/// Checks what has whole boards in lanes.
fn boards(random: &mut Random) -> Result<(), String> {
    let boards: Vec<Position> = (0..101).map(|_| random_setup(random)).collect();
    let positions: Positions = boards.iter().collect();
    for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
        for feature in AnyFeature::all() {
            let bytes = |kind| {
                let mut arrays = Arrays::new(feature);
                arrays.append(positions.as_slice().features().on(kind).expect("it is available"));
                arrays.into_bytes()
            };
            if bytes(kind) != bytes(WordKind::Scalar) {
                return Err(format!("{feature} on {kind}"));
            }
        }
        let counter = Perft::default().word(kind);
        for position in &boards {
            if counter.count(position, 3) != hyperbola_perft::plain(position, 3).into() {
                return Err(format!("perft 3 of {position} on {kind}"));
            }
        }
    }
    if Features::KINDS.len() < 2 {
        return Err("boards have plain words alone".to_owned());
    }
    Ok(())
}

/// Makes numbers with many ones, few, and runs of them.
fn numbers(random: &mut Random) -> [u64; 8] {
    [(); 8].map(|()| {
        let (word, other) = (random.word(), random.word());
        match other % 8 {
            0 => word & random.word() & other.rotate_left(32),
            1 => 1 << (word % 64),
            2 => u64::MAX >> (word % 64),
            3 => [0, 1, u64::MAX, 1 << 63][(word % 4) as usize],
            _ => word,
        }
    })
}

fn told(text: String) -> *const c_char {
    let mut message = MESSAGE.lock().unwrap_or_else(PoisonError::into_inner);
    message.insert(CString::new(text).unwrap_or_default()).as_ptr()
}
