//! C11 with the built-ins of GCC and Clang, as a header.

use crate::Language;
use crate::syntax::{
    BRACES, File, INFIX, Literals, Names, Operators, PLAIN_FILE, PLAIN_NUMBERS, Prefixed, SNAKE,
    Several, Start, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "c",
    name: "C11 with the built-ins of GCC and Clang",
    extension: "h",
    check: "compiled by gcc and clang with -Wall -Wextra -Werror, and run; with gcc's sanitizers too",
    usage: "To test the functions, compile an empty file that includes this one with -DSELF_TEST and \
            run it.",
    largest_literals: None,
    syntax: &SYNTAX,
};

pub(crate) const OPERATORS: Operators = Operators {
    highest_bit_by: Some("1ULL << (63 ^ {b})"),
    narrow_lookup: "(uint64_t){name}[{a}]",
    others: &[
        ("multiply_high", "(uint64_t)(((unsigned __int128){a} * {b}) >> 64)"),
        ("swap_bytes", "__builtin_bswap64({a})"),
        ("count_ones", "(uint64_t)__builtin_popcountll({a})"),
    ],
    ..INFIX
};

pub(crate) const STATEMENTS: Statements = Statements {
    constant: "const uint64_t {name} = {value};",
    variable: "uint64_t {name} = {value};",
    store: "{name}[{index}] = {value};",
    narrow_store: Some("{name}[{index}] = ({type})({value});"),
    count: ("for (uint64_t {name} = 0; {name} < {count}; {name}++) {", "}"),
    forever: ("for (;;) {", "}"),
    branch: Some(("if ({value} != 0) {", "} else {")),
    expect: "if ({a} != {b}) {\n    return 0;\n}",
    function: "static inline uint64_t {name}({parameters}) {",
    test: "static inline int {name}(void) {",
    passed: "return 1;",
    parameter: "uint64_t {name}",
    nothing: "void",
    several: Several {
        function: "static inline void {name}(\n    {parameters},\n    uint64_t found[{count}]) {",
        results: ("", "found[{index}] = {value};", ""),
        call: "uint64_t found[{count}];\n{name}({arguments}, found);",
    },
    ..BRACES
};

pub(crate) const LITERALS: Literals = Literals {
    word: "{value}ULL",
    entry: "{value}ULL",
    types: ["uint8_t", "uint16_t", "uint32_t", "uint64_t"],
    ..PLAIN_NUMBERS
};

pub(crate) const NAMES: Names =
    Names { reserved: "union short long register double index and or xor not new", ..SNAKE };

pub(crate) const SYNTAX: Syntax = Syntax {
    operators: OPERATORS,
    statements: STATEMENTS,
    names: NAMES,
    literals: LITERALS,
    file: FILE,
};

pub(crate) const FILE: File = File {
    opening: "#pragma once\n\n#include <stdint.h>\n\n",
    functions: &[FUNCTIONS],
    test: ("#ifdef SELF_TEST\n#include <stdio.h>\n\n", ENDING),
    literals: ("static const {type} {name}[{count}] = {", "};"),
    made: Ok(("static {type} {name}[{count}];\n\nstatic inline void {make}(void) {", "}")),
    made_usage: "Call initialize_tables first, in each file that includes this one: each has tables of \
                 its own.",
    start: Some(Start {
        opening: "// Makes the tables. Call it once, before the attacks.\n\
                  static inline void initialize_tables(void) {\n",
        call: "    {name}();\n",
        ending: "}\n\n",
        in_test: "    initialize_tables();\n",
    }),
    prefixed: Some(Prefixed::Names),
    ..PLAIN_FILE
};

/// The built-ins for bit scans have no answer for zero.
const FUNCTIONS: &str = r#"
== leading_zeros
static inline uint64_t leading_zeros(uint64_t x) {
    return x == 0 ? 64 : (uint64_t)__builtin_clzll(x);
}

== trailing_zeros
static inline uint64_t trailing_zeros(uint64_t x) {
    return x == 0 ? 64 : (uint64_t)__builtin_ctzll(x);
}

== extract_bits
#if defined(__BMI2__) && defined(__x86_64__)
static inline uint64_t extract_bits(uint64_t x, uint64_t mask) {
    return __builtin_ia32_pext_di(x, mask);
}
#else
static inline uint64_t extract_bits(uint64_t x, uint64_t mask) {
    uint64_t bits = 0;
    for (uint64_t bit = 1; mask != 0; bit <<= 1) {
        bits |= (x & mask & (0 - mask)) != 0 ? bit : 0;
        mask &= mask - 1;
    }
    return bits;
}
#endif

== deposit_bits
#if defined(__BMI2__) && defined(__x86_64__)
static inline uint64_t deposit_bits(uint64_t x, uint64_t mask) {
    return __builtin_ia32_pdep_di(x, mask);
}
#else
static inline uint64_t deposit_bits(uint64_t x, uint64_t mask) {
    uint64_t bits = 0;
    for (; mask != 0; x >>= 1) {
        bits |= (x & 1) != 0 ? mask & (0 - mask) : 0;
        mask &= mask - 1;
    }
    return bits;
}
#endif
"#;

const ENDING: &str = r#"
int main(void) {
{start}    const int passed = self_test();
    puts(passed ? "passed" : "failed");
    return !passed;
}
#endif
"#;
