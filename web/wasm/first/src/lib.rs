//! A slider's attacks, for the board that is live before the whole library is there.

use hyperbola::{Bitboard, Slider, Square, slider_attacks};

/// Returns the attacks of a slider, which is its number among rook, bishop and queen. A number that
/// is no slider's or no square's has none.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn attacks(slider: usize, square: usize, occupied: u64) -> u64 {
    let (slider, square) = (Slider::ALL.get(slider), Square::ALL.get(square));
    slider
        .zip(square)
        .map_or(0, |(&slider, &square)| slider_attacks(slider, square, Bitboard(occupied)).0)
}
