//! C++20, with everything `constexpr`.

use super::c;
use crate::Language;
use crate::syntax::{
    File, INFIX, Literals, Operators, PLAIN_FILE, Prefixed, Several, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "cpp",
    name: "C++20",
    extension: "hpp",
    check: "compiled by g++ and clang++ with -Wall -Wextra -Werror, and run; with g++'s sanitizers \
            too",
    usage: "To test the functions, compile an empty file that includes this one with -DSELF_TEST and \
            run it.",
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        highest_bit_by: c::OPERATORS.highest_bit_by,
        narrow_lookup: "std::uint64_t{{name}[{a}]}",
        rotate_left: Some("std::rotl({a}, {n})"),
        others: &[
            ("leading_zeros", "static_cast<std::uint64_t>(std::countl_zero({a}))"),
            ("trailing_zeros", "static_cast<std::uint64_t>(std::countr_zero({a}))"),
            ("count_ones", "static_cast<std::uint64_t>(std::popcount({a}))"),
        ],
        ..INFIX
    },
    statements: Statements {
        constant: "const std::uint64_t {name} = {value};",
        variable: "std::uint64_t {name} = {value};",
        store: "table[{index}] = {value};",
        narrow_store: Some("table[{index}] = static_cast<{type}>({value});"),
        count: ("for (std::uint64_t {name} = 0; {name} < {count}; {name}++) {", "}"),
        expect: "if ({a} != {b}) {\n    return false;\n}",
        function: "constexpr std::uint64_t {name}({parameters}) {",
        late_function: Some("inline std::uint64_t {name}({parameters}) {"),
        test: "inline bool {name}() {",
        passed: "return true;",
        parameter: "std::uint64_t {name}",
        nothing: "",
        several: Several {
            function: "constexpr std::array<std::uint64_t, {count}> {name}(\n    {parameters}) {",
            results: ("return {{", "{value},", "}};"),
            call: "const std::array<std::uint64_t, {count}> found = {name}({arguments});",
        },
        ..c::STATEMENTS
    },
    names: c::NAMES,
    literals: Literals {
        types: ["std::uint8_t", "std::uint16_t", "std::uint32_t", "std::uint64_t"],
        ..c::LITERALS
    },
    file: File {
        opening: "#pragma once\n\n#include <array>\n#include <bit>\n#include <cstdint>\n\n\
                  namespace hyperbola {\n\n",
        functions: &[FUNCTIONS],
        test: (
            "#ifdef SELF_TEST\n",
            "\n#endif\n\n}  // namespace hyperbola\n\n#ifdef SELF_TEST\n#include <cstdio>\n\n\
             int main() {\n    const bool passed = hyperbola::self_test();\n    \
             std::puts(passed ? \"passed\" : \"failed\");\n    return !passed;\n}\n#endif\n",
        ),
        literals: ("inline constexpr std::array<{type}, {count}> {name} = {{", "}};"),
        made: Ok((
            "constexpr std::array<{type}, {count}> {make}() {\n    \
             std::array<{type}, {count}> table{};",
            "    return table;\n}\n\ninline constexpr std::array<{type}, {count}> {name} = {make}();",
        )),
        large_made: Some((
            "inline std::array<{type}, {count}> {make}() {\n    \
             static std::array<{type}, {count}> table{};",
            "    return table;\n}\n\ninline const std::array<{type}, {count}> {name} = {make}();",
        )),
        made_usage: "A table of more than 8,192 entries is made when the program starts: call what reads \
                     it from main on, not before. All other attacks are constexpr.",
        prefixed: Some(Prefixed::Namespace("hyperbola")),
        ..PLAIN_FILE
    },
};

const FUNCTIONS: &str = r#"
== extract_bits
constexpr std::uint64_t extract_bits(std::uint64_t x, std::uint64_t mask) {
#if defined(__BMI2__) && defined(__x86_64__)
    if (!__builtin_is_constant_evaluated()) {
        return __builtin_ia32_pext_di(x, mask);
    }
#endif
    std::uint64_t bits = 0;
    for (std::uint64_t bit = 1; mask != 0; bit <<= 1) {
        bits |= (x & mask & (0 - mask)) != 0 ? bit : 0;
        mask &= mask - 1;
    }
    return bits;
}

== deposit_bits
constexpr std::uint64_t deposit_bits(std::uint64_t x, std::uint64_t mask) {
#if defined(__BMI2__) && defined(__x86_64__)
    if (!__builtin_is_constant_evaluated()) {
        return __builtin_ia32_pdep_di(x, mask);
    }
#endif
    std::uint64_t bits = 0;
    for (; mask != 0; x >>= 1) {
        bits |= (x & 1) != 0 ? mask & (0 - mask) : 0;
        mask &= mask - 1;
    }
    return bits;
}
"#;
