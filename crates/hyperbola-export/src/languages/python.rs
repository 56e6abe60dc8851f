//! Python, on its integers.

use crate::Language;
use crate::syntax::{
    BRACES, Exact, File, INFIX, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS, SNAKE,
    Several, Statements, Syntax,
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

pub(crate) const RESERVED: &str = "\
    and as class def del from global if in is lambda not or pass with abs all any bin filter hash \
    hex id int iter len list map max min next pow range round set slice sum type";

pub(crate) const STATEMENTS: Statements = Statements {
    comment: "# {value}",
    docstring: Some("\"\"\"{value}\"\"\""),
    has_parentheses: true,
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
    several: Several {
        function: "def {name}(\n    {parameters},\n):",
        results: ("return (", "{value},", ")"),
        call: "found = {name}({arguments})",
    },
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
        exact: Some(Exact {
            add: INFIX.add,
            multiply: INFIX.multiply,
            shift_left: INFIX.shift_left,
            shift_left_by: INFIX.shift_left_by,
        }),
        others: &[
            ("multiply_high", "({a} * {b}) >> 64"),
            ("swap_bytes", "int.from_bytes(({a}).to_bytes(8, \"little\"), \"big\")"),
            ("leading_zeros", "(64 - {a}.bit_length())"),
            ("count_ones", "{a}.bit_count()"),
        ],
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
        tidy: Some(tidy),
        ..PLAIN_FILE
    },
};

pub(crate) const ENDING: &str = r#"

if __name__ == "__main__":
    passed = self_test()
    print("passed" if passed else "failed")
    raise SystemExit(not passed)
"#;

/// Sets the blank lines: two around functions, at most one elsewhere.
pub(crate) fn tidy(text: &str) -> String {
    let mut tidied: Vec<&str> = Vec::new();
    let (mut blanks, mut is_in_function) = (0, false);
    let lines: Vec<&str> = text.lines().collect();
    for (place, &line) in lines.iter().enumerate() {
        if line.is_empty() {
            blanks += 1;
            continue;
        }
        let is_outside = !line.starts_with([' ', ']', ')']);
        // A comment belongs to the code after it.
        let own = lines[place..].iter().find(|line| !line.starts_with('#')).unwrap_or(&line);
        let opens = ["def ", "@", "if "].iter().any(|start| own.starts_with(start));
        let continues =
            blanks == 0 && tidied.last().is_some_and(|before| before.starts_with(['#', '@', '"']));
        let wanted = match (is_outside, opens || is_in_function) {
            (true, true) if !continues && !tidied.is_empty() => 2,
            _ => blanks.min(1),
        };
        tidied.extend(core::iter::repeat_n("", wanted));
        tidied.push(line);
        if is_outside {
            is_in_function = ["def ", "if "].iter().any(|start| line.starts_with(start));
        }
        blanks = 0;
    }
    tidied.join("\n") + "\n"
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn blank_lines_are_those_of_pep_8() {
        let text = "# Header.\n\nimport x\n# All.\nALL = 1\n\n\n\nT = [\n    1,\n]\n\n@cache\n\
                    def f():\n    return T\n\n\n\n# It tests.\ndef g():\n    return 1\nf()\n\nif f():\n    \
                    g()\n";
        let expected = "# Header.\n\nimport x\n# All.\nALL = 1\n\nT = [\n    1,\n]\n\n\n@cache\n\
                        def f():\n    return T\n\n\n# It tests.\ndef g():\n    return 1\n\n\nf()\n\n\n\
                        if f():\n    g()\n";
        assert_eq!(tidy(text), expected);
    }
}
