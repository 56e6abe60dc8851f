//! Java.

use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "java",
    name: "Java",
    extension: "java",
    check: "compiled and run by java, as a program of one file",
    usage: "A long is an unsigned word here. It needs Java 11 or later. To test it, run it.",
    only_literals: None,
    largest_literals: Some((32 << 10, "what initializes a class has at most 64 KiB of code")),
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
        shift_left: "{a} << {n}",
        shift_right: "{a} >>> {n}",
        shift_left_by: "{a} << {b}",
        shift_right_by: "{a} >>> {b}",
        lookup: "{name}[(int) ({a})]",
        narrow_lookup: "({name}[(int) ({a})] & {m}L)",
        rotate_left: Some("Long.rotateLeft({a}, {n})"),
        multiply_high: None,
        swap_bytes: Some("Long.reverseBytes({a})"),
        reverse_bits: Some("Long.reverse({a})"),
        leading_zeros: Some("Long.numberOfLeadingZeros({a})"),
        trailing_zeros: Some("Long.numberOfTrailingZeros({a})"),
        count_ones: Some("Long.bitCount({a})"),
    },
    statements: Statements {
        comment: "// {value}",
        constant: "final long {name} = {value};",
        variable: "long {name} = {value};",
        assign: "{name} = {value};",
        store: "table[(int) ({index})] = {value};",
        narrow_store: "table[(int) ({index})] = ({type}) ({value});",
        count: ("for (long {name} = 0; {name} < {count}; {name}++) {", "}"),
        one_by_one: None,
        forever: ("while (true) {", "}"),
        break_if_zero: "if ({value} == 0) {\n    break;\n}",
        returns: "return {value};",
        expect: "if ({a} != {b}) {\n    return false;\n}",
        expect_digest: None,
        function: "private static long {name}({parameters}) {",
        public_function: "public static long {name}({parameters}) {",
        test: "public static boolean {name}() {",
        passed: "return true;",
        close: "}",
        parameter: "long {name}",
        nothing: "",
        square: ("int square", Some(("s", "square"))),
        square_argument: "(int) {a}",
        call: "",
    },
    names: Names {
        function: Case::Camel,
        local: Case::Camel,
        table: Case::UpperSnake,
        reserved: &["short", "byte", "final", "double"],
    },
    literals: Literals {
        word: "{value}L",
        small: "{value}L",
        entry: "{value}L",
        narrow_entry: "({type}) {value}",
        types: ["byte", "short", "int", "long"],
    },
    digest: None,
    file: File {
        opening: "final class SliderAttacks {\n    private SliderAttacks() {}\n\n",
        test: (
            "",
            "\n    public static void main(String[] arguments) {\n        \
             final boolean passed = selfTest();\n        \
             System.out.println(passed ? \"passed\" : \"failed\");\n        \
             System.exit(passed ? 0 : 1);\n    }\n}\n",
        ),
        call_start: "",
        literals: ("private static final {type}[] {name} = {", "};"),
        made: (
            "private static final {type}[] {name} = {make}();\n\n\
             private static {type}[] {make}() {\n    final {type}[] table = new {type}[{count}];",
            "    return table;\n}",
        ),
        large_made: (
            "private static final {type}[] {name} = {make}();\n\n\
             private static {type}[] {make}() {\n    final {type}[] table = new {type}[{count}];",
            "    return table;\n}",
        ),
        start: None,
        depth: 1,
        indentation: "    ",
    },
};
