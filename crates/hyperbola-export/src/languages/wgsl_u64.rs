//! WGSL with numbers of 64 bits, which not every device has.

use super::wgsl;
use hyperbola_explain::Masks;

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, Kernel, Literals, Operators, Several, Square, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "wgsl-u64",
    name: "WGSL (64-bit integers)",
    extension: "wgsl",
    check: "validated by naga; run through wgpu on the processor",
    usage: "A board is a u64, as naga and wgpu have it with the feature SHADER_INT64. Call the \
            functions from a shader of your own; self_test tests them.",
    syntax: &SYNTAX,
    ..wgsl::LANGUAGE
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        // Tables are slow in shaders: compilers copy them for each thread.
        masks: Masks::Computed,
        shift_left: "{a} << {n}u",
        shift_right: "{a} >> {n}u",
        shift_left_by: "{a} << u32({b})",
        shift_right_by: "{a} >> u32({b})",
        lookup: "{name}[u32({a})]",
        narrow_lookup: "u64({name}[u32({a})])",
        others: &[("zero_mask", "select(0lu, ~0lu, {a} == 0lu)")],
        ..INFIX
    },
    statements: Statements {
        constant: "let {name} = {value};",
        variable: "var {name} = {value};",
        count: ("for (var {name} = 0lu; {name} < {count}lu; {name} += 1lu) {", "}"),
        forever: ("loop {", "}"),
        break_if_zero: "if ({value} == 0lu) {\n    break;\n}",
        branch: Some(("if ({value} != 0lu) {", "} else {")),
        function: "fn {name}({parameters}) -> u64 {",
        test: "fn {name}() -> bool {",
        parameter: "{name}: u64",
        square: Some(Square {
            parameter: "square: u32",
            word: "u64(square)",
            argument: "u32({a})",
        }),
        several: Several {
            function: "fn {name}(\n    {parameters},\n) -> array<u64, {count}> {",
            results: ("return array<u64, {count}>(", "{value},", ");"),
            call: "let found = {name}({arguments});",
        },
        ..BRACES
    },
    names: wgsl::SYNTAX.names,
    literals: Literals {
        word: "{value}lu",
        small: "{value}lu",
        typed: None,
        entry: "{value}lu",
        narrow_entry: "{value}u",
        types: ["u32", "u32", "u32", "u64"],
        parts_of_word: 1,
    },
    file: File {
        parts: "",
        functions: &[FUNCTIONS],
        kernel: Some(Kernel {
            is_black: "0lu - u64(sides_to_move[place])",
            castling: "u64(castling[place])",
            ..wgsl::KERNEL
        }),
        ..wgsl::SYNTAX.file
    },
};

/// The operations that devices have on numbers of 32 bits.
const FUNCTIONS: &str = r#"
== reverse_bits
fn reverse_bits(a: u64) -> u64 {
    return (u64(reverseBits(u32(a))) << 32u) | u64(reverseBits(u32(a >> 32u)));
}

== count_ones
fn count_ones(a: u64) -> u64 {
    return u64(countOneBits(u32(a)) + countOneBits(u32(a >> 32u)));
}

== leading_zeros
fn leading_zeros(a: u64) -> u64 {
    let high = u32(a >> 32u);
    return u64(select(countLeadingZeros(high), 32u + countLeadingZeros(u32(a)), high == 0u));
}

== trailing_zeros
fn trailing_zeros(a: u64) -> u64 {
    let low = u32(a);
    return u64(select(countTrailingZeros(low), 32u + countTrailingZeros(u32(a >> 32u)), low == 0u));
}
"#;
