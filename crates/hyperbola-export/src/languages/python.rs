//! Python, on its integers.

use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "python",
    name: "Python 3",
    extension: "py",
    check: "run by CPython",
    usage: "It needs Python 3.10 or later. To test it, run it.",
    only_literals: None,
    largest_literals: None,
    syntax: &SYNTAX,
};

pub(crate) const RESERVED: &[&str] = &[
    "and", "as", "class", "def", "del", "from", "global", "if", "in", "is", "lambda", "not", "or",
    "pass", "with",
];

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        and: "{a} & {b}",
        or: "{a} | {b}",
        xor: "{a} ^ {b}",
        not: "{a} ^ ALL",
        add: "({a} + {b}) & ALL",
        subtract: "({a} - {b}) & ALL",
        multiply: "({a} * {b}) & ALL",
        shift_left: "({a} << {n}) & ALL",
        shift_right: "{a} >> {n}",
        shift_left_by: "({a} << {b}) & ALL",
        shift_right_by: "{a} >> {b}",
        lookup: "{name}[{a}]",
        narrow_lookup: "{name}[{a}]",
        rotate_left: None,
        multiply_high: Some("({a} * {b}) >> 64"),
        swap_bytes: Some("int.from_bytes(({a}).to_bytes(8, \"little\"), \"big\")"),
        reverse_bits: None,
        leading_zeros: Some("(64 - {a}.bit_length())"),
        trailing_zeros: None,
        count_ones: Some("{a}.bit_count()"),
    },
    statements: Statements {
        comment: "# {value}",
        constant: "{name} = {value}",
        variable: "{name} = {value}",
        assign: "{name} = {value}",
        store: "{name}[{index}] = {value}",
        narrow_store: "{name}[{index}] = {value}",
        count: ("for {name} in range({count}):", ""),
        one_by_one: None,
        forever: ("while True:", ""),
        break_if_zero: "if {value} == 0:\n    break",
        returns: "return {value}",
        expect: "if {a} != {b}:\n    return False",
        expect_digest: None,
        function: "def {name}({parameters}):",
        public_function: "def {name}({parameters}):",
        test: "def {name}():",
        passed: "return True",
        close: "\n",
        parameter: "{name}",
        nothing: "",
        square: ("square", None),
        square_argument: "{a}",
        call: "",
    },
    names: Names {
        function: Case::Snake,
        local: Case::Snake,
        table: Case::UpperSnake,
        reserved: RESERVED,
    },
    literals: Literals {
        word: "{value}",
        small: "{value}",
        entry: "{value}",
        narrow_entry: "{value}",
        types: ["int"; 4],
    },
    digest: None,
    file: File {
        opening: "# All 64 bits.\nALL = 0xFFFFFFFFFFFFFFFF\n\n\n",
        test: (
            "",
            "\n\nif __name__ == \"__main__\":\n    passed = self_test()\n    \
             print(\"passed\" if passed else \"failed\")\n    raise SystemExit(not passed)\n",
        ),
        call_start: "",
        literals: ("{name} = [", "]"),
        made: ("{name} = [0] * {count}\n\n\ndef {make}():", "\n\n{make}()"),
        large_made: ("{name} = [0] * {count}\n\n\ndef {make}():", "\n\n{make}()"),
        start: None,
        depth: 0,
        indentation: "    ",
    },
};
