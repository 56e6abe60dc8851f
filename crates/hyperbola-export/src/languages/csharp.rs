//! C#.

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, LetterCase, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS,
    Several, Square, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "csharp",
    name: "C#",
    extension: "cs",
    check: "compiled and run by Mono",
    usage: "To test it, compile it with the symbol SELF_TEST and run it.",
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        shift_left_by: "{a} << (int){b}",
        shift_right_by: "{a} >> (int){b}",
        narrow_lookup: "(ulong){name}[{a}]",
        ..INFIX
    },
    statements: Statements {
        constant: "ulong {name} = {value};",
        variable: "ulong {name} = {value};",
        narrow_store: Some("table[{index}] = ({type})({value});"),
        count: ("for (ulong {name} = 0; {name} < {count}; {name}++)\n{", "}"),
        forever: ("while (true)\n{", "}"),
        break_if_zero: "if ({value} == 0)\n{\n    break;\n}",
        expect: "if ({a} != {b})\n{\n    return false;\n}",
        function: "private static ulong {name}({parameters})\n{",
        public_function: Some("public static ulong {name}({parameters})\n{"),
        test: "public static bool {name}()\n{",
        parameter: "ulong {name}",
        square: Some(Square {
            parameter: "int square",
            word: "(ulong)square",
            argument: "(int){a}",
        }),
        several: Several {
            function: "public static ulong[] {name}(\n    {parameters})\n{",
            results: ("return new ulong[]\n{", "{value},", "};"),
            call: "ulong[] found = {name}({arguments});",
        },
        ..BRACES
    },
    names: Names {
        function: LetterCase::Pascal,
        public_function: None,
        local: LetterCase::Camel,
        table: LetterCase::UpperSnake,
        reserved: "short byte double ref fixed params",
    },
    literals: Literals {
        word: "{value}UL",
        small: "{value}UL",
        entry: "{value}UL",
        types: ["byte", "ushort", "uint", "ulong"],
        ..PLAIN_NUMBERS
    },
    file: File {
        opening: "public static class SliderAttacks\n{\n",
        test: (
            "",
            "}\n\n#if SELF_TEST\npublic static class Program\n{\n    public static int Main()\n    \
             {\n        bool passed = SliderAttacks.SelfTest();\n        \
             System.Console.WriteLine(passed ? \"passed\" : \"failed\");\n        \
             return passed ? 0 : 1;\n    }\n}\n#endif\n",
        ),
        literals: ("private static readonly {type}[] {name} = {", "};"),
        made: Ok((
            "private static readonly {type}[] {name} = {make}();\n\n\
             private static {type}[] {make}()\n{\n    {type}[] table = new {type}[{count}];",
            "    return table;\n}",
        )),
        depth: 1,
        ..PLAIN_FILE
    },
};
