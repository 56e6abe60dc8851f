//! Boards as numbers, several squares in lanes, and the sliders of a position as sets.

use hyperbola::setwise::{AttackCounts, Sliders, direction_attacks};
use hyperbola::{
    Bitboard, Slider, Square, Technique, a8, dispatch, king_attacks, knight_attacks, pawn_attacks,
    slider_attacks,
};
use hyperbola_moves::{Color, FenError, Role, Setup};
use hyperbola_prove::{Claim, ClaimInputs};
use serde::Serialize;

use crate::either::{self, Either};
use crate::many::Values;

/// A board's attacks, and the board as numbers.
#[derive(Serialize)]
pub(crate) struct BoardFacts {
    attacks: Bitboard,
    decimal: String,
    binary: String,
    /// The same squares numbered from a8 = 0.
    a8: String,
    /// The lines of the slider through its square.
    lines: Bitboard,
}

/// Returns what there is to say about a board.
pub(crate) fn board(slider: Slider, square: Square, occupied: Bitboard) -> BoardFacts {
    BoardFacts {
        attacks: slider_attacks(slider, square, occupied),
        decimal: occupied.0.to_string(),
        binary: format!("{:064b}", occupied.0),
        a8: format!("{:#018x}", a8::from_bitboard(occupied)),
        lines: slider_attacks(slider, square, Bitboard::EMPTY),
    }
}

/// Returns a technique's attacks of a slider on four or on eight squares at once: its formula, run
/// once on a word of as many lanes.
pub(crate) fn lanes(
    technique: Technique,
    slider: Slider,
    squares: &[Square],
    occupied: Bitboard,
) -> Result<Vec<Bitboard>, String> {
    if ![4, 8].contains(&squares.len()) {
        let found = squares.len();
        return Err(format!("expected 4 or 8 squares, one for each lane, and found {found}"));
    }
    let values = Values::default();
    let word = |lanes| Either::Many(values.word(lanes));
    let inputs = ClaimInputs {
        square: word(squares.iter().map(|square| square.word()).collect()),
        sliders: word(vec![0; squares.len()]),
        occupied: word(vec![occupied.0; squares.len()]),
    };
    let attacks = either::claimed(technique, Claim::Attacks(slider), inputs);
    let attacks = attacks.ok_or("the technique has no attacks")?;
    Ok(attacks.lanes().into_iter().map(Bitboard).collect())
}

/// The attacks of a side's pieces.
#[derive(Serialize)]
pub(crate) struct Side {
    sliders: Bitboard,
    attacks: Bitboard,
    /// The number of pieces that attack each square, from a1 to h8.
    counts: Vec<u32>,
}

/// Returns the attacks of White's pieces and of Black's: those of the sliders by the technique,
/// each side in a lane.
pub(crate) fn of_position(technique: Technique, fen: &str) -> Result<Vec<Side>, String> {
    let setup: Setup = fen.parse().map_err(|error: FenError| error.to_string())?;
    let board = &setup.board;
    let values = Values::default();
    let word = |lanes| Either::Many(values.word(lanes));
    let of = |role| word(Color::ALL.map(|color| board.of(color, role).0).to_vec());
    let sliders = Sliders::new(of(Role::Rook), of(Role::Bishop), of(Role::Queen));
    let occupied = word(vec![board.occupied().0; Color::ALL.len()]);
    let sets = dispatch!(technique, T: SetwiseAttacks => direction_attacks::<T, Either<'_>>(sliders, occupied))
        .ok_or_else(|| format!("{technique} does not compute whole sets"))?;
    let digits = AttackCounts::of_directions(sets).digits.map(Either::lanes);
    let sliders = sliders.all().lanes();
    let side = |lane: usize| {
        let counts = AttackCounts { digits: core::array::from_fn(|place| digits[place][lane]) };
        let of = |role| board.of(Color::ALL[lane], role);
        // A pawn attacks a square from where a pawn of the other side on that square would attack
        // it.
        let leapers = |square| {
            (knight_attacks(square) & of(Role::Knight)).count()
                + (king_attacks(square) & of(Role::King)).count()
                + (pawn_attacks(!Color::ALL[lane], square) & of(Role::Pawn)).count()
        };
        let counts = Square::ALL.map(|square| counts.of(square) + leapers(square));
        let attacked = Square::ALL.into_iter().filter(|&square| counts[square as usize] > 0);
        Side {
            sliders: Bitboard(sliders[lane]),
            attacks: attacked.collect(),
            counts: counts.to_vec(),
        }
    };
    Ok((0..Color::ALL.len()).map(side).collect())
}
