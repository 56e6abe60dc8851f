//! C with the intrinsics of vectors: AVX2 and AVX-512.

use super::c;
use crate::Language;
use crate::syntax::{Digest, File, INFIX, Literals, Names, Operators, SNAKE};
use crate::syntax::{Statements, Syntax};

/// The operators of x86 on vectors of so many bits.
macro_rules! x86 {
    ($bits:literal) => {
        Operators {
            and: concat!("_mm", $bits, "_and_si", $bits, "({a}, {b})"),
            or: concat!("_mm", $bits, "_or_si", $bits, "({a}, {b})"),
            xor: concat!("_mm", $bits, "_xor_si", $bits, "({a}, {b})"),
            not: concat!("_mm", $bits, "_xor_si", $bits, "({a}, all(~0ULL))"),
            add: concat!("_mm", $bits, "_add_epi64({a}, {b})"),
            subtract: concat!("_mm", $bits, "_sub_epi64({a}, {b})"),
            shift_left: concat!("_mm", $bits, "_slli_epi64({a}, {n})"),
            shift_right: concat!("_mm", $bits, "_srli_epi64({a}, {n})"),
            shift_left_by: concat!("_mm", $bits, "_sllv_epi64({a}, {b})"),
            shift_right_by: concat!("_mm", $bits, "_srlv_epi64({a}, {b})"),
            narrow_lookup: "NARROW({name}, {a})",
            swap_bytes: Some("swap_bytes({a})"),
            ..INFIX
        }
    };
}

/// The statements on vectors: their type, the number of their lanes, what loads the occupied
/// squares, and what opens the call that stores the attacks.
macro_rules! statements {
    ($vector:literal, $lanes:literal, $load:literal, $store:literal) => {
        Statements {
            constant: concat!("const ", $vector, " {name} = {value};"),
            variable: concat!($vector, " {name} = {value};"),
            expect: "if (first({a}) != first({b})) {\n    return 0;\n}",
            function: concat!("static inline ", $vector, " {name}({parameters}) {"),
            public_function: Some(concat!($vector, " {name}({parameters}) {")),
            count: (
                concat!(
                    "for (uint64_t {name}_index = 0; {name}_index < {count}; {name}_index++) {\n",
                    "    const ",
                    $vector,
                    " {name} = all({name}_index);"
                ),
                "}",
            ),
            parameter: concat!($vector, " {name}"),
            digest: Some(Digest {
                function: DIGEST,
                places: &[
                    ("vector", $vector),
                    ("lanes", $lanes),
                    ("load", $load),
                    ("store", $store),
                ],
                expect: "if ({a} != {d}ULL) {\n    return 0;\n}",
            }),
            ..c::STATEMENTS
        }
    };
}

pub(crate) const AVX2: Language = Language {
    id: "c-avx2",
    name: "C11 with AVX2",
    extension: "c",
    check: "compiled by gcc with -mavx2 -Wall -Wextra -Werror, and run",
    usage: "Squares and boards are vectors of four 64-bit lanes. Compile with -mavx2. To test the \
            file, add -DSELF_TEST and run it.",
    largest_literals: None,
    syntax: &Syntax {
        operators: Operators {
            multiply: "multiply({a}, {b})",
            lookup: "_mm256_i64gather_epi64((const long long *){name}, {a}, 8)",
            ..x86!("256")
        },
        statements: statements!(
            "__m256i",
            "4",
            "_mm256_loadu_si256((const __m256i *)occupied)",
            "_mm256_storeu_si256((__m256i *)attacks, "
        ),
        names: NAMES,
        literals: LITERALS,
        file: File { opening: AVX2_OPENING, ..FILE },
    },
};

pub(crate) const AVX512: Language = Language {
    id: "c-avx512",
    name: "C11 with AVX-512",
    extension: "c",
    check: "compiled by gcc with -mavx512f -mavx512dq -mavx512bw -mavx512cd -Wall -Wextra -Werror, \
            and run",
    usage: "Squares and boards are vectors of eight 64-bit lanes. Compile with -mavx512f \
            -mavx512dq -mavx512bw -mavx512cd. To test the file, add -DSELF_TEST and run it.",
    largest_literals: None,
    syntax: &Syntax {
        operators: Operators {
            multiply: "_mm512_mullo_epi64({a}, {b})",
            lookup: "_mm512_i64gather_epi64({a}, {name}, 8)",
            rotate_left: Some("_mm512_rol_epi64({a}, {n})"),
            leading_zeros: Some("_mm512_lzcnt_epi64({a})"),
            ..x86!("512")
        },
        statements: statements!(
            "__m512i",
            "8",
            "_mm512_loadu_si512((const __m512i *)occupied)",
            "_mm512_storeu_si512((__m512i *)attacks, "
        ),
        names: NAMES,
        literals: LITERALS,
        file: File { opening: AVX512_OPENING, ..FILE },
    },
};

const NAMES: Names =
    Names { reserved: &["union", "all", "first", "multiply", "swap_bytes"], ..SNAKE };

const LITERALS: Literals =
    Literals { word: "all({value}ULL)", small: "all({value}ULL)", ..c::LITERALS };

const FILE: File =
    File { made: Err("the code that makes them would compute in vectors"), start: None, ..c::FILE };

const AVX2_OPENING: &str = r#"#include <immintrin.h>
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

const AVX512_OPENING: &str = r#"#include <immintrin.h>
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
            uint64_t occupied[{lanes}], attacks[{lanes}];
            for (int lane = 0; lane < {lanes}; lane++) {
                occupied[lane] = subset | ~(subset * factor | mask);
                subset = (subset - mask) & mask;
            }
            const {vector} lanes = {load};
            {store}{attacks}(all(square), lanes));
            for (int lane = 0; lane < {lanes}; lane++) {
                const uint64_t mixed = digest ^ attacks[lane];
                digest = ((mixed << 29) | (mixed >> 35)) * factor;
            }
        } while (subset != 0);
    }
    return digest;
}

"#;
