//! C with the intrinsics of vectors: AVX2, AVX-512 and NEON.

use hyperbola_explain::{Function, Operator};

use super::c;
use crate::Language;
use crate::helpers::Helper;
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
    extension: "h",
    check: "compiled by gcc with -mavx2 -Wall -Wextra -Werror, and run",
    usage: "Squares and boards are vectors of four 64-bit lanes. Compile with -mavx2. To test the \
            attacks, compile an empty file that includes this one with -mavx2 -DSELF_TEST and run \
            it.",
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
        file: File { opening: AVX2_OPENING, functions: AVX2_FUNCTIONS, ..FILE },
    },
};

pub(crate) const AVX512: Language = Language {
    id: "c-avx512",
    name: "C11 with AVX-512",
    extension: "h",
    check: "compiled by gcc with -mavx512f -mavx512dq -mavx512bw -mavx512cd -Wall -Wextra -Werror, \
            and run",
    usage: "Squares and boards are vectors of eight 64-bit lanes. Compile with -mavx512f \
            -mavx512dq -mavx512bw -mavx512cd. To test the attacks, compile an empty file that \
            includes this one with these flags and -DSELF_TEST, and run it.",
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
        file: File { opening: AVX512_OPENING, functions: AVX512_FUNCTIONS, ..FILE },
    },
};

pub(crate) const NEON: Language = Language {
    id: "c-neon",
    name: "C11 with NEON",
    extension: "h",
    check: "compiled by Zig's clang for AArch64 with -Wall -Wextra -Werror, and run by QEMU",
    usage: "Squares and boards are vectors of two 64-bit lanes, for AArch64. To test the attacks, \
            compile an empty file that includes this one with -DSELF_TEST and run it.",
    largest_literals: None,
    syntax: &Syntax {
        operators: Operators {
            and: "vandq_u64({a}, {b})",
            or: "vorrq_u64({a}, {b})",
            xor: "veorq_u64({a}, {b})",
            not: "veorq_u64({a}, all(~0ULL))",
            add: "vaddq_u64({a}, {b})",
            subtract: "vsubq_u64({a}, {b})",
            multiply: "multiply({a}, {b})",
            shift_left: "vshlq_n_u64({a}, {n})",
            shift_right: "vshrq_n_u64({a}, {n})",
            shift_left_by: "vshlq_u64({a}, vreinterpretq_s64_u64({b}))",
            shift_right_by: "vshlq_u64({a}, vnegq_s64(vreinterpretq_s64_u64({b})))",
            lookup: "ENTRIES({name}, {a})",
            narrow_lookup: "ENTRIES({name}, {a})",
            swap_bytes: Some("swap_bytes({a})"),
            reverse_bits: Some("reverse_bits({a})"),
            count_ones: Some("count_ones({a})"),
            ..INFIX
        },
        statements: statements!("uint64x2_t", "2", "vld1q_u64(occupied)", "vst1q_u64(attacks, "),
        names: NAMES,
        literals: LITERALS,
        file: File { opening: NEON_OPENING, ..FILE },
    },
};

const NAMES: Names = Names {
    reserved: &["union", "all", "first", "multiply", "swap_bytes", "reverse_bits", "count_ones"],
    ..SNAKE
};

const LITERALS: Literals =
    Literals { word: "all({value}ULL)", small: "all({value}ULL)", ..c::LITERALS };

const FILE: File = File {
    functions: &[],
    made: Err("the code that makes them would compute in vectors"),
    start: None,
    ..c::FILE
};

const AVX2_OPENING: &str = r#"#pragma once

#include <immintrin.h>
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

const AVX2_FUNCTIONS: &[(Helper, &str)] = &[
    (
        Helper::Function(Function::ReverseBits),
        r#"// The nibbles of each byte are looked up, then the bytes are swapped.
static inline __m256i reverse_bits(__m256i x) {
    const __m256i nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const __m256i low = _mm256_and_si256(x, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi64(x, 4), nibble);
    const __m256i reversed = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15));
    const __m256i of_low = _mm256_slli_epi64(_mm256_shuffle_epi8(reversed, low), 4);
    return swap_bytes(_mm256_or_si256(of_low, _mm256_shuffle_epi8(reversed, high)));
}
"#,
    ),
    (
        Helper::Function(Function::CountOnes),
        r#"// The ones of each nibble are looked up, then the bytes are added.
static inline __m256i count_ones(__m256i x) {
    const __m256i nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const __m256i low = _mm256_and_si256(x, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi64(x, 4), nibble);
    const __m256i ones = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m256i of_low = _mm256_shuffle_epi8(ones, low);
    const __m256i of_bytes = _mm256_add_epi8(of_low, _mm256_shuffle_epi8(ones, high));
    return _mm256_sad_epu8(of_bytes, _mm256_setzero_si256());
}
"#,
    ),
    (
        Helper::Function(Function::LeadingZeros),
        r#"// The exponents of both halves as floats. They are rounded, but without the ones below others
// not to the next power of two. A half with its highest bit is negative: its sign makes the
// difference 0. The zeros of the low half count where the high half is empty.
static inline __m256i leading_zeros(__m256i x) {
    const __m256i thinned = _mm256_andnot_si256(_mm256_srli_epi32(x, 1), x);
    const __m256i floats = _mm256_castps_si256(_mm256_cvtepi32_ps(thinned));
    const __m256i most = _mm256_set1_epi32(32);
    const __m256i below =
        _mm256_subs_epu16(_mm256_set1_epi32(158), _mm256_srli_epi32(floats, 23));
    const __m256i zeros = _mm256_min_epi16(below, most);
    const __m256i is_empty = _mm256_srli_epi64(_mm256_cmpeq_epi32(zeros, most), 32);
    return _mm256_add_epi64(_mm256_srli_epi64(zeros, 32), _mm256_and_si256(is_empty, zeros));
}
"#,
    ),
    (
        Helper::Function(Function::ZeroMask),
        "static inline __m256i zero_mask(__m256i x) {\n    \
         return _mm256_cmpeq_epi64(x, _mm256_setzero_si256());\n}\n",
    ),
    (
        Helper::Operator(Operator::SubtractBytes),
        "static inline __m256i subtract_bytes(__m256i a, __m256i b) {\n    \
         return _mm256_sub_epi8(a, b);\n}\n",
    ),
];

const AVX512_OPENING: &str = r#"#pragma once

#include <immintrin.h>
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

const AVX512_FUNCTIONS: &[(Helper, &str)] = &[
    (
        Helper::Function(Function::ReverseBits),
        r#"// The nibbles of each byte are looked up, then the bytes are swapped.
static inline __m512i reverse_bits(__m512i x) {
    const __m512i nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const __m512i low = _mm512_and_si512(x, nibble);
    const __m512i high = _mm512_and_si512(_mm512_srli_epi64(x, 4), nibble);
    const __m512i reversed = _mm512_broadcast_i32x4(
        _mm_setr_epi8(0, 8, 4, 12, 2, 10, 6, 14, 1, 9, 5, 13, 3, 11, 7, 15));
    const __m512i of_low = _mm512_slli_epi64(_mm512_shuffle_epi8(reversed, low), 4);
    return swap_bytes(_mm512_or_si512(of_low, _mm512_shuffle_epi8(reversed, high)));
}
"#,
    ),
    (
        Helper::Function(Function::CountOnes),
        r#"// The ones of each nibble are looked up, then the bytes are added.
static inline __m512i count_ones(__m512i x) {
    const __m512i nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const __m512i low = _mm512_and_si512(x, nibble);
    const __m512i high = _mm512_and_si512(_mm512_srli_epi64(x, 4), nibble);
    const __m512i ones = _mm512_broadcast_i32x4(
        _mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
    const __m512i of_low = _mm512_shuffle_epi8(ones, low);
    const __m512i of_bytes = _mm512_add_epi8(of_low, _mm512_shuffle_epi8(ones, high));
    return _mm512_sad_epu8(of_bytes, _mm512_setzero_si512());
}
"#,
    ),
    (
        Helper::Operator(Operator::SubtractBytes),
        "static inline __m512i subtract_bytes(__m512i a, __m512i b) {\n    \
         return _mm512_sub_epi8(a, b);\n}\n",
    ),
];

const NEON_OPENING: &str = r#"#pragma once

#include <arm_neon.h>
#include <stdint.h>

static inline uint64x2_t all(uint64_t x) {
    return vdupq_n_u64(x);
}

static inline uint64_t first(uint64x2_t x) {
    return vgetq_lane_u64(x, 0);
}

static inline uint64x2_t multiply(uint64x2_t a, uint64x2_t b) {
    const uint32x4_t halves = vrev64q_u32(vreinterpretq_u32_u64(b));
    const uint32x4_t crossed = vmulq_u32(vreinterpretq_u32_u64(a), halves);
    const uint64x2_t high = vshlq_n_u64(vpaddlq_u32(crossed), 32);
    return vmlal_u32(high, vmovn_u64(a), vmovn_u64(b));
}

static inline uint64x2_t swap_bytes(uint64x2_t x) {
    return vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(x)));
}

static inline uint64x2_t reverse_bits(uint64x2_t x) {
    return vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(x))));
}

static inline uint64x2_t count_ones(uint64x2_t x) {
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(x)))));
}

// The entries of a table, which no instruction gathers.
#define ENTRIES(table, index)                                                          \
    vcombine_u64(vcreate_u64((table)[vgetq_lane_u64(index, 0)]),                       \
                 vcreate_u64((table)[vgetq_lane_u64(index, 1)]))

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
