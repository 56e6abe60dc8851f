//! Attacks: single queries, many queries, and whole sets.

use core::ffi::c_char;

use hyperbola::setwise::{self, AttackCounts, Sliders};
use hyperbola::techniques::KoggeStone;
use hyperbola::{Bitboard, Slider, Square, Technique, batch};

use crate::Status;
use crate::memory;
use crate::status::guarded;

/// The number of queries that are answered at a time.
const PIECE: usize = 512;

fn square_of(index: u8) -> Result<Square, Status> {
    Square::ALL.get(usize::from(index)).copied().ok_or(Status::Square)
}

fn slider_of(piece: i32) -> Result<Slider, Status> {
    let index = usize::try_from(piece).map_err(|_| Status::Piece)?;
    Slider::ALL.get(index).copied().ok_or(Status::Piece)
}

/// Returns the attacks of a rook, or 0 for a square above 63.
#[unsafe(no_mangle)]
pub extern "C" fn hyperbola_rook_attacks(square: u8, occupied: u64) -> u64 {
    square_of(square).map_or(0, |square| hyperbola::rook_attacks(square, Bitboard(occupied)).0)
}

/// Returns the attacks of a bishop, or 0 for a square above 63.
#[unsafe(no_mangle)]
pub extern "C" fn hyperbola_bishop_attacks(square: u8, occupied: u64) -> u64 {
    square_of(square).map_or(0, |square| hyperbola::bishop_attacks(square, Bitboard(occupied)).0)
}

/// Returns the attacks of a queen, or 0 for a square above 63.
#[unsafe(no_mangle)]
pub extern "C" fn hyperbola_queen_attacks(square: u8, occupied: u64) -> u64 {
    square_of(square).map_or(0, |square| hyperbola::queen_attacks(square, Bitboard(occupied)).0)
}

/// Writes the attacks of a rook and of a bishop on one square.
///
/// # Safety
///
/// `rook` and `bishop` are null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_rook_bishop_attacks(
    square: u8,
    occupied: u64,
    rook: *mut u64,
    bishop: *mut u64,
) -> Status {
    guarded(|| {
        if rook.is_null() || bishop.is_null() {
            return Err(Status::Null);
        }
        let attacks = hyperbola::rook_bishop_attacks(square_of(square)?, Bitboard(occupied));
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(rook, attacks.0.0) }?;
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(bishop, attacks.1.0) }
    })
}

/// Writes the attacks of a piece by a technique.
///
/// # Safety
///
/// `technique` is null or a text with a zero at its end; `attacks` is null or valid for a write.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_attacks_by(
    technique: *const c_char,
    piece: i32,
    square: u8,
    occupied: u64,
    attacks: *mut u64,
) -> Status {
    guarded(|| {
        // SAFETY: as this function's contract has it.
        let id = unsafe { memory::text(technique, Status::Technique) }?;
        let technique: Technique = id.parse().map_err(|_| Status::Technique)?;
        let (slider, square) = (slider_of(piece)?, square_of(square)?);
        let answer = technique.slider_attacks(slider, square, Bitboard(occupied));
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(attacks, answer.0) }
    })
}

/// Writes the attacks of many pieces.
///
/// # Safety
///
/// The arrays are null, or valid for `count` elements: the first two for reads, the last for
/// writes. `attacks` is `occupied` or does not overlap the others.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_batch(
    piece: i32,
    squares: *const u8,
    occupied: *const u64,
    attacks: *mut u64,
    count: usize,
) -> Status {
    guarded(|| {
        let slider = slider_of(piece)?;
        if count == 0 {
            return Ok(());
        }
        if squares.is_null() || occupied.is_null() || attacks.is_null() {
            return Err(Status::Null);
        }
        let mut own_squares = [Square::A1; PIECE];
        let mut own_occupied = [Bitboard::EMPTY; PIECE];
        let mut answers = [Bitboard::EMPTY; PIECE];
        let mut start = 0;
        while start < count {
            let length = PIECE.min(count - start);
            for place in 0..length {
                // SAFETY: the index is below `count`, for which the pointers are valid.
                let (square, board) = unsafe {
                    (squares.add(start + place).read(), occupied.add(start + place).read())
                };
                own_squares[place] = square_of(square)?;
                own_occupied[place] = Bitboard(board);
            }
            let (own_squares, own_occupied) = (&own_squares[..length], &own_occupied[..length]);
            let answers = &mut answers[..length];
            batch::attacks(slider, own_squares, own_occupied, answers)
                .map_err(|_| Status::Panic)?;
            for (place, answer) in answers.iter().enumerate() {
                // SAFETY: the index is below `count`, for which the pointer is valid.
                unsafe { attacks.add(start + place).write(answer.0) };
            }
            start += length;
        }
        Ok(())
    })
}

/// Returns the union of the attacks of sets of sliders.
#[unsafe(no_mangle)]
pub extern "C" fn hyperbola_setwise_attacks(orthogonal: u64, diagonal: u64, occupied: u64) -> u64 {
    setwise::attacks::<KoggeStone, u64>(Sliders { orthogonal, diagonal }, occupied)
}

/// Writes the number of sliders of sets that attack each square.
///
/// # Safety
///
/// `counts` is null or valid for writes of 64 bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn hyperbola_setwise_counts(
    orthogonal: u64,
    diagonal: u64,
    occupied: u64,
    counts: *mut u8,
) -> Status {
    guarded(|| {
        let sliders = Sliders { orthogonal, diagonal };
        let sets = setwise::direction_attacks::<KoggeStone, u64>(sliders, occupied);
        let attackers = AttackCounts::of_directions(sets);
        let mut answers = [0; 64];
        for (answer, square) in answers.iter_mut().zip(Square::ALL) {
            *answer = u8::try_from(attackers.of(square)).map_err(|_| Status::Panic)?;
        }
        // SAFETY: as this function's contract has it.
        unsafe { memory::write(counts.cast(), answers) }
    })
}
