//! Asks a trained network of binary neurons which squares are attacked, one neuron for each square
//! on the slider's lines.
//!
//! # Idea
//!
//! A binary neuron has inputs and weights of one bit each. It counts the inputs that differ from
//! their weights, and fires if there are enough: xor, count and threshold. Here the inputs are the
//! squares that matter, extracted, and each of them a second time, inverted. So two weights can
//! make the neuron wait for an empty square, or cancel each other. Eight inputs that never change
//! are its bias. One such neuron learns whether one square of the lines is attacked. Those that
//! fire are the bits that PEXT and PDEP bitboards look up: they are deposited on the lines. The
//! weights are trained on all occupancies of a square and then proved.
//!
//! # Diagram
//!
//! ```text
//! occupied          mask              lines             rook_attacks
//! . . . . . . . .   . . . . . . . .   . . . 1 . . . .   . . . . . . . .
//! . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . . 1 . . 1 . .   . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . . . . . . . .   . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . 1 . . . . 1 .   . 1 1 . 1 1 1 .   1 1 1 . 1 1 1 1   . 1 1 . 1 1 1 .
//! . . . . . . . .   . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . . . . . 1 . .   . . . 1 . . . .   . . . 1 . . . .   . . . 1 . . . .
//! . . . . . . . 1   . . . . . . . .   . . . 1 . . . .   . . . 1 . . . .
//!
//! queen_attacks
//! . . . . . . . .
//! 1 . . 1 . . . .
//! . 1 . 1 . 1 . .
//! . . 1 1 1 . . .
//! . 1 1 . 1 1 1 .
//! . . 1 1 1 . . .
//! . 1 . 1 . 1 . .
//! 1 . . 1 . . . .
//! ```
//!
//! # Formula
//!
//! - `mask`, `lines`: the inner squares of the slider's lines and all of their squares;
//! - `inner`: the occupied squares under the mask, extracted; `inputs`: its twelve bits, and above
//!   them the same inverted;
//! - for each neuron: `differing`, the number of inputs that differ from their weights, the ones of
//!   `inputs ^ weights[square][neuron]`;
//!   `fires`, whether it is at least 20;
//! - `attacks`: all `fires`, one beside the other, deposited on `lines`.
//!
//! # Cost
//!
//! - Tables: 10,240 bytes (`NETWORK_SQUARES` 2,048, `NETWORK_WEIGHTS` 8,192).
//! - Operations on a plain word: 124 for a rook, 116 for a bishop, 241 for a queen. Those for a
//!   queen include 31 table look-ups and no multiplication.
//! - Longest chain: 28 operations for a queen.
//! - Useful instructions: bit extraction, bit deposit.
//!
//! # Origin
//!
//! Daniel Infuehr, 2022, in his collection Chess_Movegen: networks of 32 neurons for each bit, in
//! 28 KB. The inverted inputs, by which one neuron is enough, and the weights are our own. `cargo
//! workshop find-magics` trains them again.

use super::network_weights::{BISHOP_WEIGHTS, ROOK_WEIGHTS};
use crate::{
    Family, Instruction, Line, SliderAttacks, Square, TechniqueInfo, Word, formula, steps, table,
};

/// The binary network.
#[derive(Debug, Clone, Copy)]
pub struct BinaryNetwork;

impl SliderAttacks for BinaryNetwork {
    const INFO: TechniqueInfo = TechniqueInfo {
        id: "binary-network",
        name: "Binary network",
        family: Family::Lookup,
        inventors: &["Daniel Infuehr"],
        year: 2022,
        source: "Chess_Movegen",
        needs: &[Instruction::BitExtraction, Instruction::BitDeposit],
        tables: &[SQUARES::RECIPE, WEIGHTS::RECIPE],
    };
    type Occupied<W: Word> = W;

    #[inline(always)]
    fn rook<W: Word>(square: W, occupied: &W) -> W {
        fired_attacks::<W, 14>(square, *occupied, 0)
    }

    #[inline(always)]
    fn bishop<W: Word>(square: W, occupied: &W) -> W {
        fired_attacks::<W, 13>(square, *occupied, 1)
    }
}

/// Returns the attacks of the first slider, a rook, or of the second.
#[inline(always)]
fn fired_attacks<W: Word, const NEURONS: u32>(square: W, occupied: W, slider: u64) -> W {
    let row = square.shl(2) | square.splat(slider << 1);
    formula! {
        mask = row.lookup(&SQUARES);
        lines = (row | square.splat(1)).lookup(&SQUARES);
        inner = occupied.pext(mask);
        inputs = inner | (inner ^ square.splat(0xfff)).shl(12);
    }
    let first = square.shl(5) | square.splat(slider << 4);
    let mut firing = square.splat(0);
    for neuron in 0..NEURONS {
        formula! {
            weights = (first | square.splat(neuron.into())).lookup(&WEIGHTS);
            differing = (inputs ^ weights).count_ones();
            // From 20 up to all 32, the sum has bit 5.
            fires = differing.wrapping_add(square.splat(12)).shr(5);
        }
        firing = firing | fires.shl(neuron);
    }
    formula! {
        firing = firing;
        attacks = firing.pdep(lines);
    }
    attacks
}

table! {
    /// The inner squares and all squares of a rook's lines, then of a bishop's, 2 KiB: by square.
    static SQUARES as "NETWORK_SQUARES": [u64; 256] = squares();

    /// The weights of each square's neurons, 8 KiB: by square, fourteen of a rook and two to spare,
    /// thirteen of a bishop and three to spare.
    static WEIGHTS as "NETWORK_WEIGHTS": [u32; 2_048] = weights();
}

const fn squares() -> [u64; 256] {
    let mut entries = [0; 256];
    let mut index = 0;
    while index < 256 {
        let square = Square::ALL[index / 4];
        let [one, other] =
            [[Line::Rank, Line::File], [Line::Diagonal, Line::AntiDiagonal]][index / 2 % 2];
        entries[index] =
            steps::relevant_occupancy(square, one).0 | steps::relevant_occupancy(square, other).0;
        entries[index + 1] = steps::line(square, one).0 | steps::line(square, other).0;
        index += 2;
    }
    entries
}

const fn weights() -> [u32; 2_048] {
    let mut entries = [0; 2_048];
    let mut square = 0;
    while square < 64 {
        let mut neuron = 0;
        while neuron < 14 {
            entries[square << 5 | neuron] = ROOK_WEIGHTS[square][neuron];
            if neuron < 13 {
                entries[square << 5 | 16 | neuron] = BISHOP_WEIGHTS[square][neuron];
            }
            neuron += 1;
        }
        square += 1;
    }
    entries
}
