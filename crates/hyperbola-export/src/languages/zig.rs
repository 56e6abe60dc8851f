//! Zig.

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, LetterCase, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS,
    Several, Start, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "zig",
    name: "Zig",
    extension: "zig",
    check: "compiled and run by zig test",
    usage: "To test it, run zig test.",
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        add: "{a} +% {b}",
        subtract: "{a} -% {b}",
        multiply: "{a} *% {b}",
        shift_left_by: "{a} << @intCast({b})",
        shift_right_by: "{a} >> @intCast({b})",
        lookup: "{name}[@intCast({a})]",
        narrow_lookup: "@as(u64, {name}[@intCast({a})])",
        others: &[
            ("swap_bytes", "@byteSwap({a})"),
            ("reverse_bits", "@bitReverse({a})"),
            ("leading_zeros", "@as(u64, @clz({a}))"),
            ("trailing_zeros", "@as(u64, @ctz({a}))"),
            ("count_ones", "@as(u64, @popCount({a}))"),
        ],
        ..INFIX
    },
    statements: Statements {
        documentation: Some("/// {value}"),
        constant: "const {name}: u64 = {value};",
        variable: "var {name}: u64 = {value};",
        store: "{name}[@intCast({index})] = {value};",
        narrow_store: Some("{name}[@intCast({index})] = @intCast({value});"),
        count: ("for (0..{count}) |{name}| {", "}"),
        function: "fn {name}({parameters}) u64 {",
        public_function: Some("pub fn {name}({parameters}) u64 {"),
        test: "pub fn {name}() bool {",
        parameter: "{name}: u64",
        several: Several {
            function: "pub fn {name}(\n    {parameters},\n) [{count}]u64 {",
            results: ("return .{", "{value},", "};"),
            ..BRACES.several
        },
        ..BRACES
    },
    names: Names {
        function: LetterCase::Camel,
        public_function: None,
        local: LetterCase::Snake,
        table: LetterCase::UpperSnake,
        reserved: "\
            addrspace align allowzero and anyframe anytype asm break callconv catch comptime \
            const continue defer else enum errdefer error export extern fn for if inline \
            linksection noalias noinline nosuspend opaque or orelse packed pub resume return \
            struct suspend switch test threadlocal try union unreachable var volatile while",
    },
    literals: Literals {
        word: "@as(u64, {value})",
        types: ["u8", "u16", "u32", "u64"],
        ..PLAIN_NUMBERS
    },
    file: File {
        opening: "const std = @import(\"std\");\n\n",
        test: (
            "",
            "\ntest \"the self-test passes\" {\n{start}    \
             try std.testing.expect(selfTest());\n}\n",
        ),
        literals: ("const {name} = [{count}]{type}{", "};"),
        made: Ok(("var {name}: [{count}]{type} = @splat(0);\n\nfn {make}() void {", "}")),
        made_usage: "Call initializeTables first.",
        start: Some(Start {
            opening: "/// Makes the tables. Call it once, before the attacks.\n\
                      pub fn initializeTables() void {\n",
            call: "    {name}();\n",
            ending: "}\n\n",
            in_test: "    initializeTables();\n",
        }),
        ..PLAIN_FILE
    },
};
