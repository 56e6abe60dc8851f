//! The training of the binary network: for each square that a slider may attack, one neuron.

use core::fmt::Write as _;

use hyperbola::{Bitboard, Slider, Square, geometry, slider_attacks};
use hyperbola_random::Random;
use indicatif::ProgressBar;
use rayon::prelude::*;

use super::rooks_and_bishops;

/// The path of the weights in the tree.
pub(super) const PLACE: &str = "crates/hyperbola/src/techniques/lookup/network_weights.rs";

/// The synapses of a neuron: twelve relevant squares, their opposites, and eight that are constant.
const SYNAPSES: u32 = 32;
/// The number of synapses that must differ from their weights for a neuron to fire.
const THRESHOLD: i32 = 20;

/// Returns the text of the file that holds all weights.
pub(super) fn weights_file() -> String {
    let mut text = String::from(
        "//! The weights of the binary network, as `cargo workshop find-magics` trains them.\n",
    );
    let progress = ProgressBar::new(128);
    let train = |(slider, square)| {
        let weights = train(slider, square);
        progress.inc(1);
        weights
    };
    let weights: Vec<Vec<u32>> = rooks_and_bishops().into_par_iter().map(train).collect();
    progress.finish_and_clear();
    for (weights, name, neurons, article) in [
        (&weights[..64], "ROOK_WEIGHTS", 14, "a rook"),
        (&weights[64..], "BISHOP_WEIGHTS", 13, "a bishop"),
    ] {
        let _ = write!(
            text,
            "\n/// The weights of the neurons of {article}: by square, then in the order of the \
             lines' squares.\n#[rustfmt::skip]\npub(super) const {name}: [[u32; {neurons}]; 64] = [\n"
        );
        for row in weights {
            let row = (0..neurons).map(|neuron| row.get(neuron).copied().unwrap_or_default());
            let row: Vec<_> = row.map(|weights| format!("{weights:#010x}")).collect();
            let (first, second) = row.split_at(7);
            let _ = writeln!(text, "    [{},\n     {}],", first.join(", "), second.join(", "));
        }
        text.push_str("];\n");
    }
    text
}

/// Trains the neurons of a square, in the order of the squares on the slider's lines.
fn train(slider: Slider, square: Square) -> Vec<u32> {
    let mask = geometry::relevant_occupancies(square, slider);
    let mut inputs = Vec::new();
    let mut attacks = Vec::new();
    let mut subset = Bitboard::EMPTY;
    loop {
        // Subsets come in counting order, so the extracted squares are the number from 0.
        let inner = u32::try_from(inputs.len()).expect("at most 4096");
        inputs.push(inner | (!inner & 0xfff) << 12);
        attacks.push(slider_attacks(slider, square, subset));
        subset = geometry::next_subset(subset, mask);
        if subset.is_empty() {
            break;
        }
    }
    let mut random = Random::new(1 + square.word() + 64 * slider as u64);
    let neuron = |target| {
        let fires: Vec<bool> = attacks.iter().map(|attacks| attacks.contains(target)).collect();
        train_neuron(&inputs, &fires, &mut random)
    };
    geometry::lines(square, slider).into_iter().map(neuron).collect()
}

/// Trains one neuron until it is right for all inputs: from random weights, the weight that takes
/// away most of the loss is turned, and two random ones where none takes any away.
fn train_neuron(inputs: &[u32], fires: &[bool], random: &mut Random) -> u32 {
    let firing = fires.iter().filter(|&&fires| fires).count();
    // The few inputs that the neuron fires at weigh as much as all others.
    let weight = i64::try_from(inputs.len().div_ceil(firing)).expect("a small number");
    let loss = |weights: u32| -> i64 {
        let lacking = |(input, &fires): (&u32, &bool)| {
            let differing = (input ^ weights).count_ones().cast_signed();
            if fires {
                weight * i64::from((THRESHOLD - differing).max(0))
            } else {
                i64::from((differing - THRESHOLD + 1).max(0))
            }
        };
        inputs.iter().zip(fires).map(lacking).sum()
    };
    #[expect(clippy::cast_possible_truncation, reason = "the lower half of a random word")]
    let mut weights = random.word() as u32;
    let mut current = loss(weights);
    while current > 0 {
        let turned = (0..SYNAPSES).map(|synapse| weights ^ 1 << synapse);
        let best = turned.map(|weights| (loss(weights), weights)).min();
        let (least, better) = best.expect("there are synapses");
        if least < current {
            (weights, current) = (better, least);
        } else {
            let one = random.word();
            weights ^= 1 << (one % 32) | 1 << ((one >> 32) % 32);
            current = loss(weights);
        }
    }
    weights
}
