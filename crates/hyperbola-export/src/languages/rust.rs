//! Rust without the standard library.

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS, SNAKE, Several,
    Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "rust",
    name: "Rust (no_std)",
    extension: "rs",
    check: "compiled by rustc with -D warnings, and run",
    usage: "It needs Rust 1.83 or later, whose const functions read statics. To test the file, run \
            rustc --test and the program that it makes.",
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        not: "!{a}",
        add: "{a}.wrapping_add({b})",
        subtract: "{a}.wrapping_sub({b})",
        multiply: "{a}.wrapping_mul({b})",
        lookup: "{name}[{a} as usize]",
        narrow_lookup: "{name}[{a} as usize] as u64",
        rotate_left: Some("{a}.rotate_left({n})"),
        others: &[
            ("multiply_high", "(({a} as u128 * {b} as u128) >> 64) as u64"),
            ("swap_bytes", "{a}.swap_bytes()"),
            ("reverse_bits", "{a}.reverse_bits()"),
            ("leading_zeros", "{a}.leading_zeros() as u64"),
            ("trailing_zeros", "{a}.trailing_zeros() as u64"),
            ("count_ones", "{a}.count_ones() as u64"),
        ],
        ..INFIX
    },
    statements: Statements {
        documentation: Some("/// {value}"),
        constant: "let {name} = {value};",
        variable: "let mut {name} = {value};",
        store: "table[{index} as usize] = {value};",
        narrow_store: Some("table[{index} as usize] = ({value}) as {type};"),
        count: ("let mut {name}: u64 = 0;\nwhile {name} < {count} {", "    {name} += 1;\n}"),
        forever: ("loop {", "}"),
        break_if_zero: "if {value} == 0 {\n    break;\n}",
        returns: "{value}",
        expect: "if {a} != {b} {\n    return false;\n}",
        function: "const fn {name}({parameters}) -> u64 {",
        public_function: Some("#[must_use]\npub const fn {name}({parameters}) -> u64 {"),
        test: "fn {name}() -> bool {",
        passed: "true",
        parameter: "{name}: u64",
        several: Several {
            function: "#[must_use]\npub const fn {name}(\n    {parameters},\n) -> [u64; {count}] {",
            results: ("[", "{value},", "]"),
            call: "let found = {name}({arguments});",
        },
        ..BRACES
    },
    names: Names { reserved: "union loop move ref type match in box final", ..SNAKE },
    literals: Literals { word: "{value}_u64", types: ["u8", "u16", "u32", "u64"], ..PLAIN_NUMBERS },
    file: File {
        test: (
            "#[cfg(test)]\nmod slider_attack_tests {\n    use super::*;\n\n",
            "\n    #[test]\n    fn self_test_passes() {\n        \
             assert!(self_test());\n    }\n}\n",
        ),
        literals: ("#[rustfmt::skip]\nstatic {name}: [{type}; {count}] = [", "];"),
        made: Ok((
            "#[allow(long_running_const_eval)]\nstatic {name}: [{type}; {count}] = {make}();\n\n\
             const fn {make}() -> [{type}; {count}] {\n    \
             let mut table: [{type}; {count}] = [0; {count}];",
            "    table\n}",
        )),
        test_depth: 1,
        made_usage: "The compiler makes the tables: large ones take it some seconds.",
        ..PLAIN_FILE
    },
};
