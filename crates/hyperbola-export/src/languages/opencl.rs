//! OpenCL C.

use super::c;
use crate::Language;
use crate::language::Size;
use crate::syntax::{
    File, INFIX, Kernel, Literals, Operators, PLAIN_FILE, Prefixed, Several, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "opencl",
    name: "OpenCL C",
    extension: "cl",
    check: "built and run by PoCL on the processor",
    usage: "Call the functions from a kernel of your own. To test the file, build it with \
            -DSELF_TEST and run the kernel hyperbola_self_test with one work item.",
    largest_literals: Some((
        Size::Bytes(64 << 10),
        "devices need have no more than 64 KiB of constants",
    )),
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        narrow_lookup: "(ulong){name}[{a}]",
        rotate_left: Some("rotate({a}, (ulong){n})"),
        others: &[
            ("multiply_high", "mul_hi({a}, {b})"),
            ("leading_zeros", "clz({a})"),
            ("count_ones", "popcount({a})"),
            ("swap_bytes", "as_ulong(as_uchar8({a}).s76543210)"),
        ],
        ..INFIX
    },
    statements: Statements {
        constant: "const ulong {name} = {value};",
        variable: "ulong {name} = {value};",
        count: ("for (ulong {name} = 0; {name} < {count}; {name}++) {", "}"),
        function: "static ulong {name}({parameters}) {",
        test: "static int {name}(void) {",
        parameter: "ulong {name}",
        several: Several {
            function: "static void {name}(\n    {parameters},\n    ulong *found) {",
            call: "ulong found[{count}];\n{name}({arguments}, found);",
            ..c::STATEMENTS.several
        },
        ..c::STATEMENTS
    },
    names: c::NAMES,
    literals: Literals {
        word: "{value}UL",
        entry: "{value}UL",
        types: ["uchar", "ushort", "uint", "ulong"],
        ..c::LITERALS
    },
    file: File {
        functions: &[FUNCTIONS],
        test: (
            "#ifdef SELF_TEST\n",
            "\n__kernel void hyperbola_self_test(__global int *passed) {\n    \
             passed[0] = self_test();\n}\n#endif\n",
        ),
        literals: ("__constant {type} {name}[{count}] = {", "};"),
        made: Err("a device's constants have no code that makes them"),
        prefixed: Some(Prefixed::Names),
        kernel: Some(Kernel {
            text: KERNEL,
            column: "__global const ulong *{name}",
            byte_column: "__global const uchar *{name}",
            word: "{name}[place]",
            is_black: "0 - (ulong)sides_to_move[place]",
            castling: "(ulong)castling[place]",
            usage: "The kernel takes the columns of some positions in the same order: words, and bytes of \
                    the sides to move, 1 for Black, and of castling. Then come the number of positions \
                    and the place of the words. A work item takes a position; there may be more.",
        }),
        ..PLAIN_FILE
    },
};

const KERNEL: &str = r#"
// Calls {name} for each of so many positions, and writes the words of a position side by side.
__kernel void {name}_kernel(
    {columns},
    ulong positions, __global ulong *found) {
    const ulong place = get_global_id(0);
    if (place < positions) {
        ulong words[{count}];
        {name}(
            {arguments},
            words);
        for (ulong word = 0; word < {count}; word++) {
            found[{count} * place + word] = words[word];
        }
    }
}

"#;

const FUNCTIONS: &str = r#"
== reverse_bits
#ifdef cl_khr_extended_bit_ops
static ulong reverse_bits(ulong x) {
    return bit_reverse(x);
}
#else
{formula}
#endif
"#;
