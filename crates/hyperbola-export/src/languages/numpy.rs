//! Python on NumPy's arrays: many queries at once.

use super::python;
use crate::Language;
use crate::syntax::{
    Digest, File, INFIX, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS, SNAKE, Statements,
    Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "numpy",
    name: "Python with NumPy",
    extension: "py",
    check: "run by CPython with NumPy",
    usage: "Squares and boards are arrays of numpy.uint64. To test the file, run it.",
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        shift_left: "{a} << word({n})",
        shift_right: "{a} >> word({n})",
        narrow_lookup: "{name}[{a}].astype(np.uint64)",
        others: &[("swap_bytes", "{a}.byteswap()")],
        ..INFIX
    },
    statements: Statements {
        count: ("for {name} in (np.arange({count}, dtype=np.uint64),):", ""),
        one_by_one: Some("for {name} in map(word, range({count})):"),
        break_if_zero: "if not subset.any():\n    break",
        expect: "if ({a} != {b}).any():\n    return False",
        digest: Some(Digest { function: DIGEST, expect: "if {a} != {d}:\n    return False" }),
        ..python::STATEMENTS
    },
    names: Names { reserved: python::RESERVED, ..SNAKE },
    literals: Literals {
        word: "word({value})",
        small: "word({value})",
        types: ["uint8", "uint16", "uint32", "uint64"],
        ..PLAIN_NUMBERS
    },
    file: File {
        opening: OPENING,
        test: ("", python::ENDING),
        literals: ("{name} = np.array([", "], dtype=np.{type})"),
        made: Ok((
            "{name} = np.zeros({count}, dtype=np.{type})\n\n\ndef {make}():",
            "\n\n{make}()",
        )),
        tidy: Some(python::tidy),
        ..PLAIN_FILE
    },
};

const OPENING: &str = r#"import functools

import numpy as np


@functools.cache
def word(number):
    """Return a number as an array of one word."""
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
        squares = np.full(len(subsets), square, dtype=np.uint64)
        for attacks in {attacks}(squares, occupied).tolist():
            digest ^= attacks
            digest = ((digest << 29 | digest >> 35) & everything) * factor & everything
    return digest


"#;
