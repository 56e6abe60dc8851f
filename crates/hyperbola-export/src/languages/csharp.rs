//! C#.

use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "csharp",
    name: "C#",
    extension: "cs",
    check: "compiled and run by Mono where there is one; not by the project's own checks",
    usage: "To test it, compile it with the symbol SELF_TEST and run it.",
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
        shift_left: "{a} << {n}",
        shift_right: "{a} >> {n}",
        shift_left_by: "{a} << (int)({b})",
        shift_right_by: "{a} >> (int)({b})",
        lookup: "{name}[{a}]",
        narrow_lookup: "(ulong){name}[{a}]",
        rotate_left: None,
        multiply_high: None,
        swap_bytes: None,
        reverse_bits: None,
        leading_zeros: None,
        trailing_zeros: None,
        count_ones: None,
    },
    statements: Statements {
        comment: "// {value}",
        constant: "ulong {name} = {value};",
        variable: "ulong {name} = {value};",
        assign: "{name} = {value};",
        store: "table[{index}] = {value};",
        narrow_store: "table[{index}] = ({type})({value});",
        count: ("for (ulong {name} = 0; {name} < {count}; {name}++)\n{", "}"),
        one_by_one: None,
        forever: ("while (true)\n{", "}"),
        break_if_zero: "if ({value} == 0)\n{\n    break;\n}",
        returns: "return {value};",
        expect: "if ({a} != {b})\n{\n    return false;\n}",
        expect_digest: None,
        function: "private static ulong {name}({parameters})\n{",
        public_function: "public static ulong {name}({parameters})\n{",
        test: "public static bool {name}()\n{",
        passed: "return true;",
        close: "}",
        parameter: "ulong {name}",
        nothing: "",
        square: ("int square", Some(("s", "(ulong)square"))),
        square_argument: "(int){a}",
        call: "",
    },
    names: Names {
        function: Case::Pascal,
        local: Case::Camel,
        table: Case::UpperSnake,
        reserved: &["short", "byte", "double", "ref", "fixed", "params"],
    },
    literals: Literals {
        word: "{value}UL",
        small: "{value}UL",
        entry: "{value}UL",
        narrow_entry: "{value}",
        types: ["byte", "ushort", "uint", "ulong"],
    },
    digest: None,
    file: File {
        opening: "public static class SliderAttacks\n{\n",
        test: (
            "",
            "}\n\n#if SELF_TEST\npublic static class Program\n{\n    public static int Main()\n    \
             {\n        bool passed = SliderAttacks.SelfTest();\n        \
             System.Console.WriteLine(passed ? \"passed\" : \"failed\");\n        \
             return passed ? 0 : 1;\n    }\n}\n#endif\n",
        ),
        call_start: "",
        literals: ("private static readonly {type}[] {name} = {", "};"),
        made: (
            "private static readonly {type}[] {name} = {make}();\n\n\
             private static {type}[] {make}()\n{\n    {type}[] table = new {type}[{count}];",
            "    return table;\n}",
        ),
        large_made: (
            "private static readonly {type}[] {name} = {make}();\n\n\
             private static {type}[] {make}()\n{\n    {type}[] table = new {type}[{count}];",
            "    return table;\n}",
        ),
        start: None,
        depth: 1,
        indentation: "    ",
    },
};
