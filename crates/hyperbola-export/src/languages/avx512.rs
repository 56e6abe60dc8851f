//! C with the intrinsics of AVX-512: eight queries at once.

use super::c;
use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "c-avx512",
    name: "C11 with AVX-512",
    extension: "c",
    check: "compiled by gcc with -mavx512f -mavx512dq -mavx512bw -mavx512cd -Wall -Wextra -Werror, and run",
    usage: "Squares and boards are vectors of eight 64-bit lanes. Compile with -mavx512f -mavx512dq -mavx512bw -mavx512cd. To test the \
            file, add -DSELF_TEST and run it.",
    only_literals: Some("the code that makes them would compute in vectors"),
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        and: "_mm512_and_si512({a}, {b})",
        or: "_mm512_or_si512({a}, {b})",
        xor: "_mm512_xor_si512({a}, {b})",
        not: "_mm512_xor_si512({a}, all(~0ULL))",
        add: "_mm512_add_epi64({a}, {b})",
        subtract: "_mm512_sub_epi64({a}, {b})",
        multiply: "_mm512_mullo_epi64({a}, {b})",
        shift_left: "_mm512_slli_epi64({a}, {n})",
        shift_right: "_mm512_srli_epi64({a}, {n})",
        shift_left_by: "_mm512_sllv_epi64({a}, {b})",
        shift_right_by: "_mm512_srlv_epi64({a}, {b})",
        lookup: "_mm512_i64gather_epi64({a}, {name}, 8)",
        narrow_lookup: "NARROW({name}, {a})",
        rotate_left: Some("_mm512_rol_epi64({a}, {n})"),
        multiply_high: None,
        swap_bytes: Some("swap_bytes({a})"),
        reverse_bits: None,
        leading_zeros: Some("_mm512_lzcnt_epi64({a})"),
        trailing_zeros: None,
        count_ones: None,
    },
    statements: Statements {
        constant: "const __m512i {name} = {value};",
        variable: "__m512i {name} = {value};",
        expect: "if (first({a}) != first({b})) {\n    return 0;\n}",
        expect_digest: Some("if ({a} != {d}ULL) {\n    return 0;\n}"),
        function: "static inline __m512i {name}({parameters}) {",
        public_function: "__m512i {name}({parameters}) {",
        count: (
            "for (uint64_t {name}_index = 0; {name}_index < {count}; {name}_index++) {\n    \
             const __m512i {name} = all({name}_index);",
            "}",
        ),
        parameter: "__m512i {name}",
        square: ("__m512i square", None),
        ..c::STATEMENTS
    },
    names: Names {
        function: Case::Snake,
        local: Case::Snake,
        table: Case::UpperSnake,
        reserved: &["union", "all", "first", "multiply", "swap_bytes"],
    },
    literals: Literals { word: "all({value}ULL)", small: "all({value}ULL)", ..c::LITERALS },
    digest: Some(DIGEST),
    file: File {
        opening: OPENING,
        test: ("#ifdef SELF_TEST\n#include <stdio.h>\n\n", c::ENDING),
        call_start: "",
        literals: ("static const {type} {name}[{count}] = {", "};"),
        made: ("", ""),
        large_made: ("", ""),
        start: None,
        depth: 0,
        indentation: "    ",
    },
};

const OPENING: &str = r#"#include <immintrin.h>
#include <stdint.h>

static inline __m512i all(uint64_t x) {
    return _mm512_set1_epi64((long long)x);
}

static inline uint64_t first(__m512i x) {
    return (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(x));
}

static inline __m512i swap_bytes(__m512i x) {
    const __m512i order = _mm512_set4_epi64(0x08090a0b0c0d0e0f, 0x0001020304050607,
                                            0x08090a0b0c0d0e0f, 0x0001020304050607);
    return _mm512_shuffle_epi8(x, order);
}

// The lanes of a table of narrow entries, which no gather reads.
#define NARROW(table, index) narrow_of((const unsigned char *)(table), sizeof *(table), index)

static inline __m512i narrow_of(const unsigned char *table, uint64_t bytes, __m512i index) {
    uint64_t places[8], entries[8];
    _mm512_storeu_si512(places, index);
    for (int lane = 0; lane < 8; lane++) {
        const unsigned char *const entry = table + places[lane] * bytes;
        entries[lane] = 0;
        for (uint64_t byte = 0; byte < bytes; byte++) {
            entries[lane] |= (uint64_t)entry[byte] << (8 * byte);
        }
    }
    return _mm512_loadu_si512(entries);
}

"#;

const DIGEST: &str = r#"static uint64_t {name}(void) {
    const uint64_t factor = 0x9e3779b97f4a7c15ULL;
    uint64_t digest = 0;
    for (uint64_t square = 0; square < 64; square++) {
        const uint64_t mask = first({relevant}(all(square)));
        uint64_t subset = 0;
        do {
            uint64_t occupied[8], attacks[8];
            for (int lane = 0; lane < 8; lane++) {
                occupied[lane] = subset | ~(subset * factor | mask);
                subset = (subset - mask) & mask;
            }
            const __m512i lanes = _mm512_loadu_si512((const __m512i *)occupied);
            _mm512_storeu_si512((__m512i *)attacks, {attacks}(all(square), lanes));
            for (int lane = 0; lane < 8; lane++) {
                const uint64_t mixed = digest ^ attacks[lane];
                digest = ((mixed << 29) | (mixed >> 35)) * factor;
            }
        } while (subset != 0);
    }
    return digest;
}

"#;
