//! Go.

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, LetterCase, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS,
    Several, Square, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "go",
    name: "Go",
    extension: "go",
    check: "as gofmt writes it; compiled by go vet and go run",
    usage: "To test it, call selfTest from a test of the package.",
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        are_close: true,
        not: "^{a}",
        narrow_lookup: "uint64({name}[{a}])",
        rotate_left: Some("bits.RotateLeft64({a}, {n})"),
        others: &[
            ("swap_bytes", "bits.ReverseBytes64({a})"),
            ("reverse_bits", "bits.Reverse64({a})"),
            ("leading_zeros", "uint64(bits.LeadingZeros64({a}))"),
            ("trailing_zeros", "uint64(bits.TrailingZeros64({a}))"),
            ("count_ones", "uint64(bits.OnesCount64({a}))"),
        ],
        ..INFIX
    },
    statements: Statements {
        documentation: Some("// {name} {verb}"),
        constant: "{name} := {value}",
        variable: "{name} := {value}",
        assign: "{name} = {value}",
        store: "table[{index}] = {value}",
        narrow_store: Some("table[{index}] = {type}({value})"),
        count: ("for {name} := uint64(0); {name} < {count}; {name}++ {", "}"),
        forever: ("for {", "}"),
        break_if_zero: "if {value} == 0 {\n    break\n}",
        returns: "return {value}",
        expect: "if {a} != {b} {\n    return false\n}",
        function: "func {name}({parameters}) uint64 {",
        test: "func {name}() bool {",
        passed: "return true",
        parameter: "{name} uint64",
        square: Some(Square {
            parameter: "square int",
            word: "uint64(square)",
            argument: "int({a})",
        }),
        several: Several {
            function: "func {name}(\n    {parameters},\n) [{count}]uint64 {",
            results: ("return [{count}]uint64{", "{value},", "}"),
            call: "found := {name}({arguments})",
        },
        ..BRACES
    },
    names: Names {
        function: LetterCase::Camel,
        public_function: Some(LetterCase::Pascal),
        local: LetterCase::Camel,
        table: LetterCase::Camel,
        reserved: "range func type map bits less",
    },
    literals: Literals {
        word: "uint64({value})",
        typed: Some("{value}"),
        types: ["uint8", "uint16", "uint32", "uint64"],
        ..PLAIN_NUMBERS
    },
    file: File {
        opening: "package hyperbola\n\n",
        parts: "\n== bits.\nimport \"math/bits\"\n",
        literals: ("var {name} = [{count}]{type}{", "}"),
        made: Ok((
            "var {name} = {make}()\n\nfunc {make}() (table [{count}]{type}) {",
            "    return table\n}",
        )),
        indentation: "\t",
        ..PLAIN_FILE
    },
};
