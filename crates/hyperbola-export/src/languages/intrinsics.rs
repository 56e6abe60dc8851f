//! What C with the intrinsics of vectors has in common: AVX2, AVX-512 and NEON.

use super::c;
use crate::syntax::{File, Literals, Names, SNAKE};

/// The operators of x86 on vectors of so many bits.
macro_rules! x86 {
    ($bits:literal) => {
        Operators {
            masks: Masks::Computed,
            and: concat!("_mm", $bits, "_and_si", $bits, "({a}, {b})"),
            or: concat!("_mm", $bits, "_or_si", $bits, "({a}, {b})"),
            xor: concat!("_mm", $bits, "_xor_si", $bits, "({a}, {b})"),
            not: concat!("_mm", $bits, "_xor_si", $bits, "({a}, all(~0ULL))"),
            add: concat!("_mm", $bits, "_add_epi64({a}, {b})"),
            subtract: concat!("_mm", $bits, "_sub_epi64({a}, {b})"),
            shift_left: concat!("_mm", $bits, "_slli_epi64({a}, {n})"),
            shift_right: concat!("_mm", $bits, "_srli_epi64({a}, {n})"),
            shift_left_by: concat!("_mm", $bits, "_sllv_epi64({a}, {b})"),
            shift_right_by: concat!("_mm", $bits, "_srlv_epi64({a}, {b})"),
            narrow_lookup: "NARROW({name}, {a})",
            swap_bytes: Some("swap_bytes({a})"),
            ..INFIX
        }
    };
}

/// The statements on vectors: their type, the number of their lanes, what loads the occupied
/// squares, and what opens the call that stores the attacks.
macro_rules! statements {
    ($vector:literal, $lanes:literal, $load:literal, $store:literal) => {
        Statements {
            constant: concat!("const ", $vector, " {name} = {value};"),
            variable: concat!($vector, " {name} = {value};"),
            expect: "if (first({a}) != {d}ULL) {\n    return 0;\n}",
            function: concat!("static inline ", $vector, " {name}({parameters}) {"),
            count: (
                concat!(
                    "for (uint64_t {name}_index = 0; {name}_index < {count}; {name}_index++) {\n",
                    "    const ",
                    $vector,
                    " {name} = all({name}_index);"
                ),
                "}",
            ),
            parameter: concat!($vector, " {name}"),
            digest: Some(Digest {
                function: DIGEST,
                places: &[
                    ("vector", $vector),
                    ("lanes", $lanes),
                    ("load", $load),
                    ("store", $store),
                ],
                expect: "if ({a} != {d}ULL) {\n    return 0;\n}",
            }),
            ..c::STATEMENTS
        }
    };
}

pub(super) const NAMES: Names = Names {
    reserved: &[
        "union",
        "and",
        "or",
        "xor",
        "not",
        "all",
        "first",
        "multiply",
        "ranks",
        "swap_bytes",
        "reverse_bits",
        "count_ones",
    ],
    ..SNAKE
};

pub(super) const LITERALS: Literals =
    Literals { word: "all({value}ULL)", small: "all({value}ULL)", ..c::LITERALS };

pub(super) const FILE: File = File { functions: &[], maker: Some(&c::SYNTAX), ..c::FILE };

pub(super) const DIGEST: &str = r#"static uint64_t {name}(void) {
    const uint64_t factor = 0x9e3779b97f4a7c15ULL;
    uint64_t digest = 0;
    for (uint64_t square = 0; square < 64; square++) {
        const uint64_t mask = first({relevant}(all(square)));
        uint64_t subset = 0;
        do {
            uint64_t occupied[{lanes}], attacks[{lanes}];
            for (int lane = 0; lane < {lanes}; lane++) {
                occupied[lane] = subset | ~(subset * factor | mask);
                subset = (subset - mask) & mask;
            }
            const {vector} lanes = {load};
            {store}{attacks}(all(square), lanes));
            for (int lane = 0; lane < {lanes}; lane++) {
                const uint64_t mixed = digest ^ attacks[lane];
                digest = ((mixed << 29) | (mixed >> 35)) * factor;
            }
        } while (subset != 0);
    }
    return digest;
}

"#;

pub(super) use {statements, x86};
