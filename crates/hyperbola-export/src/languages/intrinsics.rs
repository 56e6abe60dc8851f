//! The common parts of C with the intrinsics of vectors: AVX2, AVX-512 and NEON.
//!
//! `{vector}` is the type of a vector and `{lanes}` the number of its lanes. On x86, `{mm}` begins
//! the names of its intrinsics, and `{si}` ends those that do not look at lanes.

use hyperbola_explain::Masks;

use super::c;
use crate::syntax::{Digest, File, INFIX, Literals, Names, Operators, SNAKE, Several, Statements};

/// The operators of x86.
pub(super) const X86: Operators = Operators {
    masks: Masks::Computed,
    and: "{mm}_and_{si}({a}, {b})",
    or: "{mm}_or_{si}({a}, {b})",
    xor: "{mm}_xor_{si}({a}, {b})",
    not: "{mm}_xor_{si}({a}, all(~0ULL))",
    add: "{mm}_add_epi64({a}, {b})",
    subtract: "{mm}_sub_epi64({a}, {b})",
    shift_left: "{mm}_slli_epi64({a}, {n})",
    shift_right: "{mm}_srli_epi64({a}, {n})",
    shift_left_by: "{mm}_sllv_epi64({a}, {b})",
    shift_right_by: "{mm}_srlv_epi64({a}, {b})",
    narrow_lookup: "NARROW({name}, {a})",
    others: &[("swap_bytes", "swap_bytes({a})")],
    ..INFIX
};

/// The functions of x86 that look up the nibbles of bytes, and the difference of bytes.
/// `{broadcast}` copies 128 bits to the whole vector.
pub(super) const X86_FUNCTIONS: &str = r#"
== highest_ones_of_bytes
// The highest one of each nibble is looked up. That of the upper nibble is the greater one.
static inline {vector} highest_ones_of_bytes({vector} x) {
    const {vector} nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const {vector} low = {mm}_and_{si}(x, nibble);
    const {vector} high = {mm}_and_{si}({mm}_srli_epi64(x, 4), nibble);
    const {vector} highest = {mm}_{broadcast}(
        _mm_setr_epi8(0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8));
    const {vector} of_low = {mm}_shuffle_epi8(highest, low);
    const {vector} of_high = {mm}_slli_epi64({mm}_shuffle_epi8(highest, high), 4);
    return {mm}_max_epu8(of_low, of_high);
}

== reverse_bits
// The nibbles of each byte are looked up, then the bytes are swapped.
static inline {vector} reverse_bits({vector} x) {
    const {vector} nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const {vector} low = {mm}_and_{si}(x, nibble);
    const {vector} high = {mm}_and_{si}({mm}_srli_epi64(x, 4), nibble);
    const {vector} reversed = {mm}_{broadcast}(
        _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15));
    const {vector} of_low = {mm}_slli_epi64({mm}_shuffle_epi8(reversed, low), 4);
    return swap_bytes({mm}_or_{si}(of_low, {mm}_shuffle_epi8(reversed, high)));
}

== count_ones
// The ones of each nibble are looked up, then the bytes are added.
static inline {vector} count_ones({vector} x) {
    const {vector} nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const {vector} low = {mm}_and_{si}(x, nibble);
    const {vector} high = {mm}_and_{si}({mm}_srli_epi64(x, 4), nibble);
    const {vector} ones = {mm}_{broadcast}(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const {vector} of_low = {mm}_shuffle_epi8(ones, low);
    const {vector} of_bytes = {mm}_add_epi8(of_low, {mm}_shuffle_epi8(ones, high));
    return {mm}_sad_epu8(of_bytes, {mm}_setzero_{si}());
}

== subtract_bytes
static inline {vector} subtract_bytes({vector} a, {vector} b) {
    return {mm}_sub_epi8(a, b);
}
"#;

/// The statements on vectors.
pub(super) const STATEMENTS: Statements = Statements {
    constant: "const {vector} {name} = {value};",
    variable: "{vector} {name} = {value};",
    expect: "if (first({a}) != {d}ULL) {\n    return 0;\n}",
    function: "static inline {vector} {name}({parameters}) {",
    count: (
        "for (uint64_t {name}_index = 0; {name}_index < {count}; {name}_index++) {\n    \
         const {vector} {name} = all({name}_index);",
        "}",
    ),
    parameter: "{vector} {name}",
    digest: Some(Digest { function: DIGEST, expect: "if ({a} != {d}ULL) {\n    return 0;\n}" }),
    several: Several {
        function: "static inline void {name}(\n    {parameters},\n    {vector} found[{count}]) {",
        call: "{vector} found[{count}];\n{name}({arguments}, found);",
        ..c::STATEMENTS.several
    },
    branch: None,
    ..c::STATEMENTS
};

pub(super) const NAMES: Names = Names {
    reserved: "union and or xor not all first multiply ranks swap_bytes reverse_bits count_ones",
    ..SNAKE
};

pub(super) const LITERALS: Literals =
    Literals { word: "all({value}ULL)", small: "all({value}ULL)", ..c::LITERALS };

pub(super) const FILE: File = File { functions: &[], maker: Some(&c::SYNTAX), ..c::FILE };

/// `{load}` loads the occupied squares, and `{store}` opens the call that stores the attacks.
const DIGEST: &str = r#"static uint64_t {name}(void) {
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
