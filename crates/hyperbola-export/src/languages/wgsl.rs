//! WGSL, on pairs of 32-bit numbers.

use hyperbola_explain::Masks;

use crate::Language;
use crate::language::Size;
use crate::syntax::{
    BRACES, File, INFIX, Kernel, Literals, Names, Operators, PLAIN_FILE, SNAKE, Several, Square,
    Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "wgsl",
    name: "WGSL (two 32-bit halves)",
    extension: "wgsl",
    check: "validated by naga; not run",
    usage: "A board is a vec2<u32>: the lower 32 bits in x and the upper 32 bits in y. Call the \
            functions from a shader of your own; self_test tests them.",
    largest_literals: Some((
        Size::Bytes(8 << 10),
        "many devices hold no larger tables in a shader",
    )),
    syntax: &SYNTAX,
};

pub(super) const SYNTAX: Syntax = Syntax {
    operators: Operators {
        // Tables are slow in shaders: compilers copy them for each thread.
        masks: Masks::Computed,
        add: "add({a}, {b})",
        subtract: "subtract({a}, {b})",
        multiply: "multiply({a}, {b})",
        shift_left: "shift_left({a}, {n}u)",
        shift_right: "shift_right({a}, {n}u)",
        shift_left_by: "shift_left({a}, ({b}).x)",
        shift_right_by: "shift_right({a}, ({b}).x)",
        lookup: "{name}[({a}).x]",
        narrow_lookup: "vec2<u32>({name}[({a}).x], 0u)",
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
        branch: Some(("if (any({value} != vec2<u32>(0u, 0u))) {", "} else {")),
        expect: "if (any({a} != {b})) {\n    return false;\n}",
        function: "fn {name}({parameters}) -> vec2<u32> {",
        test: "fn {name}() -> bool {",
        parameter: "{name}: vec2<u32>",
        square: Some(Square {
            parameter: "square: u32",
            word: "vec2<u32>(square, 0u)",
            argument: "({a}).x",
        }),
        several: Several {
            function: "fn {name}(\n    {parameters},\n) -> array<vec2<u32>, {count}> {",
            results: ("return array<vec2<u32>, {count}>(", "{value},", ");"),
            call: "let found = {name}({arguments});",
        },
        ..BRACES
    },
    names: Names { reserved: "union loop from filter of self common target", ..SNAKE },
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
        functions: &[FUNCTIONS],
        literals: ("const {name} = array<{type}, {count}>(", ");"),
        made: Err("a shader's constants have no code that makes them"),
        kernel: Some(KERNEL),
        ..PLAIN_FILE
    },
};

pub(super) const KERNEL: Kernel = Kernel {
    text: KERNEL_TEXT,
    column: "",
    byte_column: "",
    word: "columns[{number}u * positions + place]",
    is_black: "vec2<u32>(0u - sides_to_move[place])",
    castling: "vec2<u32>(castling[place], 0u)",
    usage: "The kernel takes all eight columns of some positions, the sides to move, 1 for Black, and \
            castling, as far as the function has them. There are as many positions as found has room \
            for. An invocation takes a position; there may be more, in workgroups of one or two \
            dimensions.",
};

/// The columns of a batch are in one buffer, because a stage may have no more than eight.
const KERNEL_TEXT: &str = r#"
// The columns of pawns, knights, bishops, rooks, queens, kings, White and Black, one after the
// other.
@group(0) @binding(0) var<storage, read> columns: array<{type}>;
// 1 where Black is to move, else 0.
@group(0) @binding(1) var<storage, read> sides_to_move: array<u32>;
@group(0) @binding(2) var<storage, read> castling: array<u32>;
// The words of a position side by side.
@group(0) @binding(3) var<storage, read_write> found: array<{type}>;

// Calls {name} for each position.
@compute @workgroup_size(64)
fn {name}_kernel(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let place = (group.y * groups.x + group.x) * 64u + thread;
    let positions = arrayLength(&found) / {count}u;
    if (place < positions) {
        var words = {name}(
            {arguments},
        );
        for (var word = 0u; word < {count}u; word++) {
            found[{count}u * place + word] = words[word];
        }
    }
}

"#;

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
    let inner = by & 31u;
    let low = a.x << inner;
    // Two shifts, because by 32 bits none goes.
    let high = (a.y << inner) | ((a.x >> 1u) >> (31u - inner));
    return select(vec2<u32>(low, high), vec2<u32>(0u, low), by >= 32u);
}

== shift_right(
fn shift_right(a: vec2<u32>, by: u32) -> vec2<u32> {
    let inner = by & 31u;
    let high = a.y >> inner;
    let low = (a.x >> inner) | ((a.y << 1u) << (31u - inner));
    return select(vec2<u32>(low, high), vec2<u32>(high, 0u), by >= 32u);
}
"#;

/// The operations that devices have on numbers of 32 bits.
const FUNCTIONS: &str = r#"
== reverse_bits
fn reverse_bits(a: vec2<u32>) -> vec2<u32> {
    return reverseBits(a.yx);
}

== swap_bytes
fn swap_bytes(a: vec2<u32>) -> vec2<u32> {
    let bytes = vec2<u32>(0x00ff00ffu, 0x00ff00ffu);
    let swapped = ((a & bytes) << vec2<u32>(8u, 8u)) | ((a >> vec2<u32>(8u, 8u)) & bytes);
    return ((swapped << vec2<u32>(16u, 16u)) | (swapped >> vec2<u32>(16u, 16u))).yx;
}

== count_ones
fn count_ones(a: vec2<u32>) -> vec2<u32> {
    let ones = countOneBits(a);
    return vec2<u32>(ones.x + ones.y, 0u);
}

== leading_zeros
fn leading_zeros(a: vec2<u32>) -> vec2<u32> {
    let zeros = countLeadingZeros(a);
    return vec2<u32>(select(zeros.y, 32u + zeros.x, a.y == 0u), 0u);
}

== trailing_zeros
fn trailing_zeros(a: vec2<u32>) -> vec2<u32> {
    let zeros = countTrailingZeros(a);
    return vec2<u32>(select(zeros.x, 32u + zeros.y, a.x == 0u), 0u);
}
"#;
