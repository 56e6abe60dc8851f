//! Python, on its integers.

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS, SNAKE, Statements,
    Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "python",
    name: "Python 3",
    extension: "py",
    check: "run by CPython",
    usage: "It needs Python 3.10 or later. To test it, run it.",
    largest_literals: None,
    syntax: &SYNTAX,
};

pub(crate) const RESERVED: &[&str] = &[
    "and", "as", "class", "def", "del", "from", "global", "if", "in", "is", "lambda", "not", "or",
    "pass", "with",
];

pub(crate) const STATEMENTS: Statements = Statements {
    comment: "# {value}",
    constant: "{name} = {value}",
    variable: "{name} = {value}",
    assign: "{name} = {value}",
    store: "{name}[{index}] = {value}",
    count: ("for {name} in range({count}):", ""),
    forever: ("while True:", ""),
    break_if_zero: "if {value} == 0:\n    break",
    returns: "return {value}",
    expect: "if {a} != {b}:\n    return False",
    function: "def {name}({parameters}):",
    test: "def {name}():",
    passed: "return True",
    close: "\n",
    ..BRACES
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        not: "{a} ^ ALL",
        add: "({a} + {b}) & ALL",
        subtract: "({a} - {b}) & ALL",
        multiply: "({a} * {b}) & ALL",
        shift_left: "({a} << {n}) & ALL",
        shift_left_by: "({a} << {b}) & ALL",
        multiply_high: Some("({a} * {b}) >> 64"),
        swap_bytes: Some("int.from_bytes(({a}).to_bytes(8, \"little\"), \"big\")"),
        leading_zeros: Some("(64 - {a}.bit_length())"),
        count_ones: Some("{a}.bit_count()"),
        ..INFIX
    },
    statements: STATEMENTS,
    names: Names { reserved: RESERVED, ..SNAKE },
    literals: Literals { types: ["int"; 4], ..PLAIN_NUMBERS },
    file: File {
        opening: "# All 64 bits.\nALL = 0xFFFFFFFFFFFFFFFF\n\n\n",
        test: ("", ENDING),
        literals: ("{name} = [", "]"),
        made: Ok(("{name} = [0] * {count}\n\n\ndef {make}():", "\n\n{make}()")),
        ..PLAIN_FILE
    },
};

pub(crate) const ENDING: &str = r#"

if __name__ == "__main__":
    passed = self_test()
    print("passed" if passed else "failed")
    raise SystemExit(not passed)
"#;
