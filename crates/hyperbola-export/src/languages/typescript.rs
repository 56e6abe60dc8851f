//! TypeScript, on BigInt.

use crate::Language;
use crate::syntax::{
    BRACES, CAMEL, Exact, File, INFIX, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS,
    Several, Square, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "typescript",
    name: "TypeScript (BigInt)",
    extension: "ts",
    check: "type-checked by tsc --strict, compiled by esbuild and run by node",
    usage: "To test it, call selfTest. The arrangement typescript-halves needs no BigInt.",
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        not: "{a} ^ ALL",
        add: "BigInt.asUintN(64, {a} + {b})",
        subtract: "BigInt.asUintN(64, {a} - {b})",
        multiply: "BigInt.asUintN(64, {a} * {b})",
        shift_left: "BigInt.asUintN(64, {a} << {n}n)",
        shift_right: "{a} >> {n}n",
        shift_left_by: "BigInt.asUintN(64, {a} << {b})",
        exact: Some(Exact {
            add: "{a} + {b}",
            multiply: "{a} * {b}",
            shift_left: "{a} << {n}n",
            shift_left_by: "{a} << {b}",
        }),
        lookup: "{name}[Number({a})]",
        narrow_lookup: "BigInt({name}[Number({a})])",
        others: &[("multiply_high", "({a} * {b}) >> 64n")],
        ..INFIX
    },
    statements: STATEMENTS,
    names: NAMES,
    literals: Literals {
        word: "{value}n",
        small: "{value}n",
        entry: "{value}n",
        types: ["Uint8Array", "Uint16Array", "Uint32Array", "BigUint64Array"],
        ..PLAIN_NUMBERS
    },
    file: File {
        opening: "// All 64 bits.\nconst ALL = 0xffffffffffffffffn;\n\n",
        literals: ("const {name} = new {type}([", "]);"),
        made: Ok((
            "const {name} = {make}();\n\nfunction {make}(): {type} {\n    \
             const table = new {type}({count});",
            "    return table;\n}",
        )),
        ..PLAIN_FILE
    },
};

pub(crate) const STATEMENTS: Statements = Statements {
    store: "table[Number({index})] = {value};",
    narrow_store: Some("table[Number({index})] = Number({value});"),
    count: ("for (let {name} = 0n; {name} < {count}n; {name}++) {", "}"),
    forever: ("for (;;) {", "}"),
    break_if_zero: "if ({value} === 0n) {\n    break;\n}",
    expect: "if ({a} !== {b}) {\n    return false;\n}",
    function: "function {name}({parameters}): bigint {",
    public_function: Some("export function {name}({parameters}): bigint {"),
    test: "export function {name}(): boolean {",
    parameter: "{name}: bigint",
    square: Some(Square {
        parameter: "square: number",
        word: "BigInt(square)",
        argument: "Number({a})",
    }),
    several: Several {
        function: "export function {name}(\n    {parameters},\n): bigint[] {",
        ..BRACES.several
    },
    ..BRACES
};

pub(crate) const NAMES: Names = Names { reserved: "in of new function with", ..CAMEL };
