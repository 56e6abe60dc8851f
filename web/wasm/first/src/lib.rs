//! A slider's attacks, for the board that is live before the whole library is there.

use hyperbola::techniques::KoggeStone;
use hyperbola::{Bitboard, Slider, SliderAttacks, Square};

/// Returns the attacks of a slider, which is its number among rook, bishop and queen. A number that
/// is no slider's or no square's has none. The technique has no table, which would be nearly all of
/// the module.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub extern "C" fn attacks(slider: usize, square: usize, occupied: u64) -> u64 {
    let (slider, square) = (Slider::ALL.get(slider), Square::ALL.get(square));
    slider.zip(square).map_or(0, |(&slider, &square)| {
        KoggeStone::slider_attacks(slider, square, Bitboard(occupied)).0
    })
}
