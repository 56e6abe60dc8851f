//! Java.

use crate::Language;
use crate::language::Size;
use crate::syntax::{
    BRACES, CAMEL, File, INFIX, Literals, Names, Operators, PLAIN_FILE, Several, Square,
    Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "java",
    name: "Java",
    extension: "java",
    check: "compiled and run by java, as a program of one file",
    usage: "A long is an unsigned word here. It needs Java 11 or later. To test it, run it.",
    largest_literals: Some((
        Size::JavaCode(65_000),
        "what initializes a class has at most 64 KiB of code",
    )),
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        shift_right: "{a} >>> {n}",
        shift_right_by: "{a} >>> {b}",
        lookup: "{name}[(int) {a}]",
        narrow_lookup: "({name}[(int) {a}] & {m}L)",
        rotate_left: Some("Long.rotateLeft({a}, {n})"),
        others: &[
            ("swap_bytes", "Long.reverseBytes({a})"),
            ("reverse_bits", "Long.reverse({a})"),
            ("leading_zeros", "Long.numberOfLeadingZeros({a})"),
            ("trailing_zeros", "Long.numberOfTrailingZeros({a})"),
            ("count_ones", "Long.bitCount({a})"),
        ],
        ..INFIX
    },
    statements: Statements {
        constant: "final long {name} = {value};",
        variable: "long {name} = {value};",
        store: "table[(int) ({index})] = {value};",
        narrow_store: Some("table[(int) ({index})] = ({type}) ({value});"),
        count: ("for (long {name} = 0; {name} < {count}; {name}++) {", "}"),
        function: "private static long {name}({parameters}) {",
        public_function: Some("public static long {name}({parameters}) {"),
        test: "public static boolean {name}() {",
        parameter: "long {name}",
        square: Some(Square { parameter: "int square", word: "square", argument: "(int) {a}" }),
        several: Several {
            function: "public static long[] {name}(\n    {parameters}) {",
            results: ("return new long[] {", "{value},", "};"),
            call: "final long[] found = {name}({arguments});",
        },
        ..BRACES
    },
    names: Names { reserved: "short byte final double", ..CAMEL },
    literals: Literals {
        word: "{value}L",
        small: "{value}L",
        typed: None,
        entry: "{value}L",
        narrow_entry: "({type}) {value}",
        types: ["byte", "short", "int", "long"],
        parts_of_word: 1,
    },
    file: File {
        opening: "final class SliderAttacks {\n    private SliderAttacks() {}\n\n",
        test: (
            "",
            "\n    public static void main(String[] arguments) {\n        \
             final boolean passed = selfTest();\n        \
             System.out.println(passed ? \"passed\" : \"failed\");\n        \
             System.exit(passed ? 0 : 1);\n    }\n}\n",
        ),
        literals: ("private static final {type}[] {name} = {", "};"),
        made: Ok((
            "private static final {type}[] {name} = {make}();\n\n\
             private static {type}[] {make}() {\n    final {type}[] table = new {type}[{count}];",
            "    return table;\n}",
        )),
        depth: 1,
        ..PLAIN_FILE
    },
};
