//! C11.

use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "c",
    name: "C11",
    extension: "c",
    check: "compiled by gcc and clang with -Wall -Wextra -Werror, and run",
    usage: "To test it, compile it with -DSELF_TEST and run it. If it has a function \
            initialize_tables, call that first.",
    only_literals: None,
    largest_literals: None,
    syntax: &SYNTAX,
};

pub(crate) const OPERATORS: Operators = Operators {
    and: "{a} & {b}",
    or: "{a} | {b}",
    xor: "{a} ^ {b}",
    not: "~{a}",
    add: "{a} + {b}",
    subtract: "{a} - {b}",
    multiply: "{a} * {b}",
    shift_left: "{a} << {n}",
    shift_right: "{a} >> {n}",
    shift_left_by: "{a} << {b}",
    shift_right_by: "{a} >> {b}",
    lookup: "{name}[{a}]",
    narrow_lookup: "(uint64_t){name}[{a}]",
    rotate_left: None,
    multiply_high: Some("(uint64_t)(((unsigned __int128){a} * {b}) >> 64)"),
    swap_bytes: Some("__builtin_bswap64({a})"),
    reverse_bits: None,
    leading_zeros: None,
    trailing_zeros: None,
    count_ones: Some("(uint64_t)__builtin_popcountll({a})"),
};

pub(crate) const STATEMENTS: Statements = Statements {
    comment: "// {value}",
    constant: "const uint64_t {name} = {value};",
    variable: "uint64_t {name} = {value};",
    assign: "{name} = {value};",
    store: "{name}[{index}] = ({type})({value});",
    narrow_store: "{name}[{index}] = ({type})({value});",
    count: ("for (uint64_t {name} = 0; {name} < {count}; {name}++) {", "}"),
    one_by_one: None,
    forever: ("for (;;) {", "}"),
    break_if_zero: "if ({value} == 0) {\n    break;\n}",
    returns: "return {value};",
    expect: "if ({a} != {b}) {\n    return 0;\n}",
    expect_digest: None,
    function: "static inline uint64_t {name}({parameters}) {",
    public_function: "uint64_t {name}({parameters}) {",
    test: "int {name}(void) {",
    passed: "return 1;",
    close: "}",
    parameter: "uint64_t {name}",
    nothing: "void",
    square: ("uint64_t square", None),
    square_argument: "{a}",
    call: "",
};

pub(crate) const LITERALS: Literals = Literals {
    word: "{value}ULL",
    small: "{value}",
    entry: "{value}ULL",
    narrow_entry: "{value}",
    types: ["uint8_t", "uint16_t", "uint32_t", "uint64_t"],
};

pub(crate) const NAMES: Names = Names {
    function: Case::Snake,
    local: Case::Snake,
    table: Case::UpperSnake,
    reserved: &[
        "union", "short", "long", "register", "double", "index", "and", "or", "xor", "not", "new",
    ],
};

const SYNTAX: Syntax = Syntax {
    operators: OPERATORS,
    statements: STATEMENTS,
    names: NAMES,
    literals: LITERALS,
    digest: None,
    file: File {
        opening: "#include <stdint.h>\n\n",
        test: ("#ifdef SELF_TEST\n#include <stdio.h>\n\n", ENDING),
        call_start: "    initialize_tables();\n",
        literals: ("static const {type} {name}[{count}] = {", "};"),
        made: ("static {type} {name}[{count}];\n\nstatic void {make}(void) {", "}"),
        large_made: ("static {type} {name}[{count}];\n\nstatic void {make}(void) {", "}"),
        start: Some((
            "// Makes the tables. Call it once, before the attacks.\nvoid initialize_tables(void) {\n",
            "    {name}();\n",
            "}\n\n",
        )),
        depth: 0,
        indentation: "    ",
    },
};

pub(crate) const ENDING: &str = r#"
int main(void) {
{start}    const int passed = self_test();
    puts(passed ? "passed" : "failed");
    return !passed;
}
#endif
"#;
