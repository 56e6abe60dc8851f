//! The machine instructions of operations on plain words.

use crate::NodeView;

/// The instructions of each operation, by its name: on x86-64-v3, which is x86-64 with AVX2, BMI1,
/// BMI2, LZCNT and POPCNT, and on AArch64.
///
/// Where several are needed, these are named in their order, or counted if there are many. Moves
/// between registers, constants and addresses are left out. In a whole program a compiler also
/// merges operations: a complement with an intersection, a shift with what takes its result.
/// `cargo workshop instructions` compares them with compiled functions. A shift by a word, and not
/// by a constant, has a name that ends in `_by`.
pub const INSTRUCTIONS: [(&str, [&str; 2]); 27] = [
    ("not", ["not", "mvn"]),
    ("and", ["and", "and"]),
    ("or", ["or", "orr"]),
    ("xor", ["xor", "eor"]),
    ("add", ["add", "add"]),
    ("subtract", ["sub", "sub"]),
    ("multiply", ["imul", "mul"]),
    ("multiply_high", ["mulx", "umulh"]),
    ("shift_left", ["shl", "lsl"]),
    ("shift_right", ["shr", "lsr"]),
    ("rotate_left", ["rorx", "ror"]),
    ("shift_left_by", ["shlx", "lsl"]),
    ("shift_right_by", ["shrx", "lsr"]),
    ("rotate_left_by", ["rol", "neg, ror"]),
    ("subtract_bytes", ["9 instructions", "7 instructions"]),
    ("extract", ["pext", "77 instructions"]),
    ("deposit", ["pdep", "77 instructions"]),
    ("swap_bytes", ["bswap", "rev"]),
    ("reverse_bits", ["20 instructions", "rbit"]),
    ("leading_zeros", ["lzcnt", "clz"]),
    ("trailing_zeros", ["tzcnt", "rbit, clz"]),
    ("count_ones", ["popcnt", "fmov, cnt, addv, fmov"]),
    ("zero_mask", ["cmp, sbb", "cmp, csetm"]),
    ("highest_ones_of_bytes", ["19 instructions", "12 instructions"]),
    ("lookup", ["mov", "ldr"]),
    ("mask", ["mov", "ldr"]),
    ("permute", ["28 instructions", "289 instructions"]),
];

impl NodeView {
    /// Returns the instructions that compute it on plain words, on x86-64-v3 and on AArch64, as
    /// [`INSTRUCTIONS`] has them; no text where nothing is computed.
    #[must_use]
    pub fn instructions(&self) -> [&'static str; 2] {
        let name = match (self.operation, self.amount) {
            ("shift_left", None) => "shift_left_by",
            ("shift_right", None) => "shift_right_by",
            ("rotate_left", None) => "rotate_left_by",
            (name, _) => name,
        };
        let known = INSTRUCTIONS.iter().find(|known| known.0 == name);
        known.map_or([""; 2], |known| known.1)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use hyperbola::{Bitboard, Slider, Square, Technique};

    use super::*;
    use crate::Computation;

    #[test]
    fn every_operation_of_a_technique_has_instructions_and_what_is_given_has_none() {
        for &technique in Technique::ALL {
            let computation = Computation::new(technique, Slider::Queen, Square::D4, Bitboard(0));
            for node in computation.nodes() {
                let is_given = ["input", "constant", "alias"].contains(&node.operation);
                for instructions in node.instructions() {
                    assert_eq!(instructions.is_empty(), is_given, "{technique} {node:?}");
                }
            }
        }
    }

    #[test]
    fn each_operation_is_in_the_table_once() {
        let names: BTreeSet<&str> = INSTRUCTIONS.iter().map(|known| known.0).collect();
        assert_eq!(names.len(), INSTRUCTIONS.len());
    }

    /// The marked operations are one chain: each takes the one before, and they are as many as the
    /// cost says.
    #[test]
    fn the_longest_chain_is_a_chain_of_the_length_that_costs_name() {
        for &technique in Technique::ALL {
            for slider in Slider::ALL {
                let computation = Computation::new(technique, slider, Square::D4, Bitboard(0));
                let nodes: Vec<_> = computation.nodes().collect();
                let places = computation.longest_chain();
                let chain: Vec<usize> =
                    (0..nodes.len()).filter(|&node| places[node].is_some()).collect();
                let name = format!("{technique} {slider}");
                assert_eq!(chain.len(), crate::cost(technique, slider).chain, "{name}");
                assert_eq!(chain.last(), Some(&computation.result()), "{name}");
                for (place, &node) in (1..).zip(&chain) {
                    assert_eq!(places[node], Some(place), "{name}");
                }
                for pair in chain.windows(2) {
                    assert!(nodes[pair[1]].operands.contains(&pair[0]), "{name}: {pair:?}");
                }
            }
        }
    }
}
