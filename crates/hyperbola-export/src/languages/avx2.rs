//! C with the intrinsics of AVX2.

use hyperbola::Line;
use hyperbola_explain::{Function, Masks, Operator};

use super::c;
use super::intrinsics::{DIGEST, FILE, LITERALS, NAMES, statements, x86};
use crate::Language;
use crate::helpers::Helper;
use crate::syntax::{Digest, File, INFIX, Operators, Statements, Syntax};

pub(crate) const LANGUAGE: Language = Language {
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
        file: File { opening: OPENING, parts: PARTS, functions: FUNCTIONS, ..FILE },
    },
};

const OPENING: &str = r#"#pragma once

#include <immintrin.h>
#include <stdint.h>

static inline __m256i all(uint64_t x) {
    return _mm256_set1_epi64x((long long)x);
}

static inline uint64_t first(__m256i x) {
    return (uint64_t)_mm256_extract_epi64(x, 0);
}

"#;

/// What stands behind the opening where it is used.
const PARTS: &[(&str, &str)] = &[
    (
        "ranks(",
        r#"// In each byte of a lane, which is a rank, its number.
static inline __m256i ranks(void) {
    return all(0x0706050403020100ULL);
}
"#,
    ),
    (
        "in_bytes(",
        r#"static inline __m256i in_bytes(__m256i x) {
    const __m256i lowest = _mm256_set_epi64x(0x0808080808080808, 0, 0x0808080808080808, 0);
    return _mm256_shuffle_epi8(x, lowest);
}
"#,
    ),
    (
        "file_of(",
        r#"// The file of the square, in each byte of its lane.
static inline __m256i file_of(__m256i square) {
    return _mm256_and_si256(in_bytes(square), all(0x0707070707070707ULL));
}
"#,
    ),
    (
        "rank_of(",
        r#"// The rank of the square, in each byte of its lane.
static inline __m256i rank_of(__m256i square) {
    return _mm256_and_si256(_mm256_srli_epi64(in_bytes(square), 3), all(0x0707070707070707ULL));
}
"#,
    ),
    (
        "squares_on(",
        r#"// In each byte, which is a rank, the square on a file: none if the file is off the board.
static inline __m256i squares_on(__m256i files) {
    const __m256i squares = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    return _mm256_shuffle_epi8(squares, files);
}
"#,
    ),
    (
        "multiply(",
        r#"static inline __m256i multiply(__m256i a, __m256i b) {
    const __m256i low = _mm256_mul_epu32(a, b);
    const __m256i one = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), b);
    const __m256i other = _mm256_mul_epu32(a, _mm256_srli_epi64(b, 32));
    return _mm256_add_epi64(low, _mm256_slli_epi64(_mm256_add_epi64(one, other), 32));
}
"#,
    ),
    (
        "swap_bytes(",
        r#"static inline __m256i swap_bytes(__m256i x) {
    const __m256i order = _mm256_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607,
                                            0x08090a0b0c0d0e0f, 0x0001020304050607);
    return _mm256_shuffle_epi8(x, order);
}
"#,
    ),
    (
        "NARROW(",
        r#"#define NARROW(table, index)                                                           \
    _mm256_set_epi64x((table)[_mm256_extract_epi64(index, 3)],                         \
                      (table)[_mm256_extract_epi64(index, 2)],                         \
                      (table)[_mm256_extract_epi64(index, 1)],                         \
                      (table)[_mm256_extract_epi64(index, 0)])
"#,
    ),
];

const FUNCTIONS: &[(Helper, &str)] = &[
    (
        Helper::Function(Function::WholeLine(Line::Rank)),
        r#"static inline __m256i whole_rank(__m256i square) {
    return _mm256_cmpeq_epi8(ranks(), rank_of(square));
}
"#,
    ),
    (
        Helper::Function(Function::WholeLine(Line::File)),
        r#"static inline __m256i whole_file(__m256i square) {
    return squares_on(file_of(square));
}
"#,
    ),
    (
        Helper::Function(Function::WholeLine(Line::Diagonal)),
        r#"static inline __m256i whole_diagonal(__m256i square) {
    const __m256i steps = _mm256_sub_epi8(ranks(), rank_of(square));
    return squares_on(_mm256_add_epi8(file_of(square), steps));
}
"#,
    ),
    (
        Helper::Function(Function::WholeLine(Line::AntiDiagonal)),
        r#"static inline __m256i whole_anti_diagonal(__m256i square) {
    const __m256i steps = _mm256_sub_epi8(ranks(), rank_of(square));
    return squares_on(_mm256_sub_epi8(file_of(square), steps));
}
"#,
    ),
    (
        Helper::Function(Function::HighestOnesOfBytes),
        r#"// The highest one of each nibble is looked up. That of the upper nibble is the greater one.
static inline __m256i highest_ones_of_bytes(__m256i x) {
    const __m256i nibble = all(0x0f0f0f0f0f0f0f0fULL);
    const __m256i low = _mm256_and_si256(x, nibble);
    const __m256i high = _mm256_and_si256(_mm256_srli_epi64(x, 4), nibble);
    const __m256i highest = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(0, 1, 2, 2, 4, 4, 4, 4, 8, 8, 8, 8, 8, 8, 8, 8));
    const __m256i of_low = _mm256_shuffle_epi8(highest, low);
    const __m256i of_high = _mm256_slli_epi64(_mm256_shuffle_epi8(highest, high), 4);
    return _mm256_max_epu8(of_low, of_high);
}
"#,
    ),
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
