//! TypeScript, on BigInt.

use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "typescript",
    name: "TypeScript (BigInt)",
    extension: "ts",
    check: "compiled by esbuild and run by node",
    usage: "To test it, call selfTest. The arrangement typescript-halves needs no BigInt.",
    only_literals: None,
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        and: "{a} & {b}",
        or: "{a} | {b}",
        xor: "{a} ^ {b}",
        not: "{a} ^ ALL",
        add: "BigInt.asUintN(64, {a} + {b})",
        subtract: "BigInt.asUintN(64, {a} - {b})",
        multiply: "BigInt.asUintN(64, {a} * {b})",
        shift_left: "BigInt.asUintN(64, {a} << {n}n)",
        shift_right: "{a} >> {n}n",
        shift_left_by: "BigInt.asUintN(64, {a} << {b})",
        shift_right_by: "{a} >> {b}",
        lookup: "{name}[Number({a})]",
        narrow_lookup: "BigInt({name}[Number({a})])",
        rotate_left: None,
        multiply_high: Some("({a} * {b}) >> 64n"),
        swap_bytes: None,
        reverse_bits: None,
        leading_zeros: None,
        trailing_zeros: None,
        count_ones: None,
    },
    statements: STATEMENTS,
    names: NAMES,
    literals: Literals {
        word: "{value}n",
        small: "{value}n",
        entry: "{value}n",
        narrow_entry: "{value}",
        types: ["Uint8Array", "Uint16Array", "Uint32Array", "BigUint64Array"],
    },
    digest: None,
    file: File {
        opening: "// All 64 bits.\nconst ALL = 0xffffffffffffffffn;\n\n",
        test: ("", ""),
        call_start: "",
        literals: ("const {name} = new {type}([", "]);"),
        made: (
            "const {name} = {make}();\n\nfunction {make}(): {type} {\n    \
             const table = new {type}({count});",
            "    return table;\n}",
        ),
        large_made: (
            "const {name} = {make}();\n\nfunction {make}(): {type} {\n    \
             const table = new {type}({count});",
            "    return table;\n}",
        ),
        start: None,
        depth: 0,
        indentation: "    ",
    },
};

pub(crate) const STATEMENTS: Statements = Statements {
    comment: "// {value}",
    constant: "const {name} = {value};",
    variable: "let {name} = {value};",
    assign: "{name} = {value};",
    store: "table[Number({index})] = {value};",
    narrow_store: "table[Number({index})] = Number({value});",
    count: ("for (let {name} = 0n; {name} < {count}n; {name}++) {", "}"),
    one_by_one: None,
    forever: ("for (;;) {", "}"),
    break_if_zero: "if ({value} === 0n) {\n    break;\n}",
    returns: "return {value};",
    expect: "if ({a} !== {b}) {\n    return false;\n}",
    expect_digest: None,
    function: "function {name}({parameters}): bigint {",
    public_function: "export function {name}({parameters}): bigint {",
    test: "export function {name}(): boolean {",
    passed: "return true;",
    close: "}",
    parameter: "{name}: bigint",
    nothing: "",
    square: ("square: number", Some(("s", "BigInt(square)"))),
    square_argument: "Number({a})",
    call: "",
};

pub(crate) const NAMES: Names = Names {
    function: Case::Camel,
    local: Case::Camel,
    table: Case::UpperSnake,
    reserved: &["in", "of", "new", "function", "with"],
};
