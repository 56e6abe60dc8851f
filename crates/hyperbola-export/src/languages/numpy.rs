//! Python on NumPy's arrays: many queries at once.

use super::python;
use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "numpy",
    name: "Python with NumPy",
    extension: "py",
    check: "run by CPython with NumPy",
    usage: "Squares and boards are arrays of numpy.uint64. To test the file, run it.",
    only_literals: None,
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        and: "{a} & {b}",
        or: "{a} | {b}",
        xor: "{a} ^ {b}",
        not: "~{a}",
        add: "{a} + {b}",
        subtract: "{a} - {b}",
        multiply: "{a} * {b}",
        shift_left: "{a} << word({n})",
        shift_right: "{a} >> word({n})",
        shift_left_by: "{a} << {b}",
        shift_right_by: "{a} >> {b}",
        lookup: "{name}[{a}]",
        narrow_lookup: "{name}[{a}].astype(np.uint64)",
        rotate_left: None,
        multiply_high: None,
        swap_bytes: Some("{a}.byteswap()"),
        reverse_bits: None,
        leading_zeros: None,
        trailing_zeros: None,
        count_ones: None,
    },
    statements: Statements {
        comment: "# {value}",
        constant: "{name} = {value}",
        variable: "{name} = {value}",
        assign: "{name} = {value}",
        store: "{name}[{index}] = {value}",
        narrow_store: "{name}[{index}] = {value}",
        count: ("for {name} in (np.arange({count}, dtype=np.uint64),):", ""),
        one_by_one: Some("for {name} in map(word, range({count})):"),
        forever: ("while True:", ""),
        break_if_zero: "if not subset.any():\n    break",
        returns: "return {value}",
        expect: "if ({a} != {b}).any():\n    return False",
        expect_digest: Some("if {a} != {d}:\n    return False"),
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
        reserved: python::RESERVED,
    },
    literals: Literals {
        word: "word({value})",
        small: "word({value})",
        entry: "{value}",
        narrow_entry: "{value}",
        types: ["uint8", "uint16", "uint32", "uint64"],
    },
    digest: Some(DIGEST),
    file: File {
        opening: OPENING,
        test: (
            "",
            "\n\nif __name__ == \"__main__\":\n    passed = self_test()\n    \
             print(\"passed\" if passed else \"failed\")\n    raise SystemExit(not passed)\n",
        ),
        call_start: "",
        literals: ("{name} = np.array([", "], dtype=np.{type})"),
        made: ("{name} = np.zeros({count}, dtype=np.{type})\n\n\ndef {make}():", "\n\n{make}()"),
        large_made: (
            "{name} = np.zeros({count}, dtype=np.{type})\n\n\ndef {make}():",
            "\n\n{make}()",
        ),
        start: None,
        depth: 0,
        indentation: "    ",
    },
};

const OPENING: &str = r#"import functools

import numpy as np


# Returns a number as an array of one word.
@functools.cache
def word(number):
    return np.array([number], dtype=np.uint64)


"#;

const DIGEST: &str = r#"def {name}():
    digest, factor, everything = 0, 0x9E3779B97F4A7C15, 0xFFFFFFFFFFFFFFFF
    for square in range(64):
        mask = int({relevant}(word(square))[0])
        subsets = [0]
        while subset := (subsets[-1] - mask) & mask:
            subsets.append(subset)
        subsets = np.array(subsets, dtype=np.uint64)
        occupied = subsets | ~((subsets * word(factor)) | word(mask))
        for attacks in {attacks}(np.full(len(subsets), square, dtype=np.uint64), occupied).tolist():
            digest ^= attacks
            digest = ((digest << 29 | digest >> 35) & everything) * factor & everything
    return digest


"#;
