//! TypeScript on pairs of 32-bit numbers, for engines whose BigInt is slow.

use super::typescript;
use crate::Language;
use crate::language::Size;
use crate::syntax::{
    CAMEL, File, INFIX, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS, Several, Square,
    Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "typescript-halves",
    name: "TypeScript (two 32-bit halves)",
    extension: "ts",
    check: "type-checked by tsc --strict, compiled by esbuild and run by node",
    usage: "A board is a pair of numbers: the lower 32 bits and the upper 32 bits. To test the \
            file, call selfTest.",
    largest_literals: Some((Size::Bytes(1 << 20), "a page should not load more")),
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        and: "and({a}, {b})",
        or: "or({a}, {b})",
        xor: "xor({a}, {b})",
        not: "not({a})",
        add: "add({a}, {b})",
        subtract: "subtract({a}, {b})",
        multiply: "multiply({a}, {b})",
        shift_left: "shiftLeft({a}, {n})",
        shift_right: "shiftRight({a}, {n})",
        shift_left_by: "shiftLeft({a}, ({b})[0])",
        shift_right_by: "shiftRight({a}, ({b})[0])",
        lookup: "wordOf({name}, ({a})[0])",
        narrow_lookup: "word({name}[({a})[0]], 0)",
        ..INFIX
    },
    statements: Statements {
        count: (
            "for (let {name}Index = 0; {name}Index < {count}; {name}Index++) {\n    \
             const {name} = word({name}Index, 0);",
            "}",
        ),
        store: "storeWord(table, ({index})[0], {value});",
        narrow_store: Some("table[({index})[0]] = ({value})[0];"),
        break_if_zero: "if (equal({value}, word(0, 0))) {\n    break;\n}",
        expect: "if (!equal({a}, {b})) {\n    return false;\n}",
        function: "function {name}({parameters}): Word {",
        public_function: Some("export function {name}({parameters}): Word {"),
        parameter: "{name}: Word",
        square: Some(Square {
            parameter: "square: number",
            word: "word(square, 0)",
            argument: "({a})[0]",
        }),
        several: Several {
            function: "export function {name}(\n    {parameters},\n): Word[] {",
            ..typescript::STATEMENTS.several
        },
        ..typescript::STATEMENTS
    },
    names: Names {
        reserved: "in of new function with and or xor not add subtract multiply word equal",
        ..CAMEL
    },
    literals: Literals {
        word: "word({low}, {high})",
        small: "word({low}, {high})",
        entry: "{low}, {high}",
        types: ["Uint8Array", "Uint16Array", "Uint32Array", "Uint32Array"],
        parts_of_word: 2,
        ..PLAIN_NUMBERS
    },
    file: File {
        opening: OPENING,
        parts: PARTS,
        literals: ("const {name} = new {type}([", "]);"),
        made: Ok((
            "const {name} = {make}();\n\nfunction {make}(): {type} {\n    \
             const table = new {type}({length});",
            "    return table;\n}",
        )),
        ..PLAIN_FILE
    },
};

const OPENING: &str = r#"// The lower and the upper 32 bits, each from 0 to 2^32 - 1.
export type Word = readonly [number, number];

function word(low: number, high: number): Word {
    return [low >>> 0, high >>> 0];
}

"#;

/// The operations on pairs, each where it is used.
const PARTS: &str = r#"
== wordOf(
function wordOf(table: Uint32Array, index: number): Word {
    return [table[2 * index], table[2 * index + 1]];
}

== storeWord(
function storeWord(table: Uint32Array, index: number, value: Word): void {
    table[2 * index] = value[0];
    table[2 * index + 1] = value[1];
}

== equal(
function equal(a: Word, b: Word): boolean {
    return a[0] === b[0] && a[1] === b[1];
}

== and(
function and(a: Word, b: Word): Word {
    return word(a[0] & b[0], a[1] & b[1]);
}

== or(
function or(a: Word, b: Word): Word {
    return word(a[0] | b[0], a[1] | b[1]);
}

== xor(
function xor(a: Word, b: Word): Word {
    return word(a[0] ^ b[0], a[1] ^ b[1]);
}

== not(
function not(a: Word): Word {
    return word(~a[0], ~a[1]);
}

== add(
function add(a: Word, b: Word): Word {
    const low = a[0] + b[0];
    return word(low, a[1] + b[1] + (low > 0xffffffff ? 1 : 0));
}

== subtract(
function subtract(a: Word, b: Word): Word {
    return word(a[0] - b[0], a[1] - b[1] - (a[0] < b[0] ? 1 : 0));
}

== multiply(
function multiply(a: Word, b: Word): Word {
    const [a0, a1, b0, b1] = [a[0] & 0xffff, a[0] >>> 16, b[0] & 0xffff, b[0] >>> 16];
    const low = a0 * b0;
    const middle = a1 * b0 + (low >>> 16);
    const other = a0 * b1 + (middle & 0xffff);
    const carried = a1 * b1 + Math.floor(middle / 0x10000) + Math.floor(other / 0x10000);
    const high = Math.imul(a[0], b[1]) + Math.imul(a[1], b[0]) + carried;
    return word((other << 16) | (low & 0xffff), high);
}

== shiftLeft(
function shiftLeft(a: Word, by: number): Word {
    if (by === 0) {
        return a;
    }
    if (by >= 32) {
        return word(0, a[0] << (by - 32));
    }
    return word(a[0] << by, (a[1] << by) | (a[0] >>> (32 - by)));
}

== shiftRight(
function shiftRight(a: Word, by: number): Word {
    if (by === 0) {
        return a;
    }
    if (by >= 32) {
        return word(a[1] >>> (by - 32), 0);
    }
    return word((a[0] >>> by) | (a[1] << (32 - by)), a[1] >>> by);
}
"#;
