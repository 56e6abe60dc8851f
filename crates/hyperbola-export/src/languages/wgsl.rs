//! WGSL, on pairs of 32-bit numbers.

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, Literals, Names, Operators, PLAIN_FILE, SNAKE, Square, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "wgsl",
    name: "WGSL (two 32-bit halves)",
    extension: "wgsl",
    check: "validated by naga; not run",
    usage: "A board is a vec2<u32>: the lower 32 bits in x and the upper 32 bits in y. Call the \
            functions from a shader of your own; self_test tests them.",
    largest_literals: Some((8 << 10, "many devices hold no larger tables in a shader")),
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        add: "add({a}, {b})",
        subtract: "subtract({a}, {b})",
        multiply: "multiply({a}, {b})",
        shift_left: "shift_left({a}, {n}u)",
        shift_right: "shift_right({a}, {n}u)",
        shift_left_by: "shift_left({a}, ({b}).x)",
        shift_right_by: "shift_right({a}, ({b}).x)",
        lookup: "{name}[({a}).x]",
        narrow_lookup: "vec2<u32>({name}[({a}).x], 0u)",
        others: &[("reverse_bits", "reverse_bits({a})")],
        ..INFIX
    },
    statements: Statements {
        constant: "let {name} = {value};",
        variable: "var {name} = {value};",
        count: (
            "for (var {name}_index = 0u; {name}_index < {count}u; {name}_index++) {\n    \
             let {name} = vec2<u32>({name}_index, 0u);",
            "}",
        ),
        forever: ("loop {", "}"),
        break_if_zero: "if (all({value} == vec2<u32>(0u, 0u))) {\n    break;\n}",
        expect: "if (any({a} != {b})) {\n    return false;\n}",
        function: "fn {name}({parameters}) -> vec2<u32> {",
        test: "fn {name}() -> bool {",
        parameter: "{name}: vec2<u32>",
        square: Some(Square {
            parameter: "square: u32",
            word: "vec2<u32>(square, 0u)",
            argument: "({a}).x",
        }),
        ..BRACES
    },
    names: Names { reserved: "union loop from filter of self common", ..SNAKE },
    literals: Literals {
        word: "vec2<u32>({low}u, {high}u)",
        small: "vec2<u32>({low}u, {high}u)",
        typed: None,
        entry: "vec2<u32>({low}u, {high}u)",
        narrow_entry: "{value}u",
        types: ["u32", "u32", "u32", "vec2<u32>"],
        parts_of_word: 1,
    },
    file: File {
        parts: PARTS,
        literals: ("var<private> {name}: array<{type}, {count}> = array<{type}, {count}>(", ");"),
        made: Err("a shader's constants have no code that makes them"),
        ..PLAIN_FILE
    },
};

/// The operations on pairs, each where it is used.
const PARTS: &str = r#"
== add(
fn add(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let low = a.x + b.x;
    return vec2<u32>(low, a.y + b.y + select(0u, 1u, low < a.x));
}

== subtract(
fn subtract(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    return vec2<u32>(a.x - b.x, a.y - b.y - select(0u, 1u, a.x < b.x));
}

== multiply(
fn multiply(a: vec2<u32>, b: vec2<u32>) -> vec2<u32> {
    let a_low = a.x & 0xffffu;
    let a_high = a.x >> 16u;
    let b_low = b.x & 0xffffu;
    let b_high = b.x >> 16u;
    let low = a_low * b_low;
    let middle = a_high * b_low + (low >> 16u);
    let other = a_low * b_high + (middle & 0xffffu);
    let carried = a_high * b_high + (middle >> 16u) + (other >> 16u);
    return vec2<u32>(a.x * b.x, a.x * b.y + a.y * b.x + carried);
}

== shift_left(
fn shift_left(a: vec2<u32>, by: u32) -> vec2<u32> {
    if (by == 0u) {
        return a;
    }
    if (by >= 32u) {
        return vec2<u32>(0u, a.x << (by - 32u));
    }
    return vec2<u32>(a.x << by, (a.y << by) | (a.x >> (32u - by)));
}

== shift_right(
fn shift_right(a: vec2<u32>, by: u32) -> vec2<u32> {
    if (by == 0u) {
        return a;
    }
    if (by >= 32u) {
        return vec2<u32>(a.y >> (by - 32u), 0u);
    }
    return vec2<u32>((a.x >> by) | (a.y << (32u - by)), a.y >> by);
}

== reverse_bits(
fn reverse_bits(a: vec2<u32>) -> vec2<u32> {
    return reverseBits(a.yx);
}
"#;
