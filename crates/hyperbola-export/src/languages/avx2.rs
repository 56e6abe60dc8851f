//! C with the intrinsics of AVX2: four queries at once.

use super::c;
use crate::Language;
use crate::syntax::{Case, File, Literals, Names, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "c-avx2",
    name: "C11 with AVX2",
    extension: "c",
    check: "compiled by gcc with -mavx2 -Wall -Wextra -Werror, and run",
    usage: "Squares and boards are vectors of four 64-bit lanes. Compile with -mavx2. To test the \
            file, add -DSELF_TEST and run it.",
    only_literals: Some("the code that makes them would compute in vectors"),
    largest_literals: None,
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators {
        and: "_mm256_and_si256({a}, {b})",
        or: "_mm256_or_si256({a}, {b})",
        xor: "_mm256_xor_si256({a}, {b})",
        not: "_mm256_xor_si256({a}, all(~0ULL))",
        add: "_mm256_add_epi64({a}, {b})",
        subtract: "_mm256_sub_epi64({a}, {b})",
        multiply: "multiply({a}, {b})",
        shift_left: "_mm256_slli_epi64({a}, {n})",
        shift_right: "_mm256_srli_epi64({a}, {n})",
        shift_left_by: "_mm256_sllv_epi64({a}, {b})",
        shift_right_by: "_mm256_srlv_epi64({a}, {b})",
        lookup: "_mm256_i64gather_epi64((const long long *){name}, {a}, 8)",
        narrow_lookup: "NARROW({name}, {a})",
        rotate_left: None,
        multiply_high: None,
        swap_bytes: Some("swap_bytes({a})"),
        reverse_bits: None,
        leading_zeros: None,
        trailing_zeros: None,
        count_ones: None,
    },
    statements: Statements {
        constant: "const __m256i {name} = {value};",
        variable: "__m256i {name} = {value};",
        expect: "if (first({a}) != first({b})) {\n    return 0;\n}",
        expect_digest: Some("if ({a} != {d}ULL) {\n    return 0;\n}"),
        function: "static inline __m256i {name}({parameters}) {",
        public_function: "__m256i {name}({parameters}) {",
        count: (
            "for (uint64_t {name}_index = 0; {name}_index < {count}; {name}_index++) {\n    \
             const __m256i {name} = all({name}_index);",
            "}",
        ),
        parameter: "__m256i {name}",
        square: ("__m256i square", None),
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

static inline __m256i all(uint64_t x) {
    return _mm256_set1_epi64x((long long)x);
}

static inline uint64_t first(__m256i x) {
    return (uint64_t)_mm256_extract_epi64(x, 0);
}

static inline __m256i multiply(__m256i a, __m256i b) {
    const __m256i low = _mm256_mul_epu32(a, b);
    const __m256i one = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), b);
    const __m256i other = _mm256_mul_epu32(a, _mm256_srli_epi64(b, 32));
    return _mm256_add_epi64(low, _mm256_slli_epi64(_mm256_add_epi64(one, other), 32));
}

static inline __m256i swap_bytes(__m256i x) {
    const __m256i order = _mm256_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607,
                                            0x08090a0b0c0d0e0f, 0x0001020304050607);
    return _mm256_shuffle_epi8(x, order);
}

#define NARROW(table, index)                                                           \
    _mm256_set_epi64x((table)[_mm256_extract_epi64(index, 3)],                         \
                      (table)[_mm256_extract_epi64(index, 2)],                         \
                      (table)[_mm256_extract_epi64(index, 1)],                         \
                      (table)[_mm256_extract_epi64(index, 0)])

"#;

const DIGEST: &str = r#"static uint64_t {name}(void) {
    const uint64_t factor = 0x9e3779b97f4a7c15ULL;
    uint64_t digest = 0;
    for (uint64_t square = 0; square < 64; square++) {
        const uint64_t mask = first({relevant}(all(square)));
        uint64_t subset = 0;
        do {
            uint64_t occupied[4], attacks[4];
            for (int lane = 0; lane < 4; lane++) {
                occupied[lane] = subset | ~(subset * factor | mask);
                subset = (subset - mask) & mask;
            }
            const __m256i lanes = _mm256_loadu_si256((const __m256i *)occupied);
            _mm256_storeu_si256((__m256i *)attacks, {attacks}(all(square), lanes));
            for (int lane = 0; lane < 4; lane++) {
                const uint64_t mixed = digest ^ attacks[lane];
                digest = ((mixed << 29) | (mixed >> 35)) * factor;
            }
        } while (subset != 0);
    }
    return digest;
}

"#;
