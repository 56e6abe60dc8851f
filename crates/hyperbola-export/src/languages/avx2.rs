//! C with the intrinsics of AVX2.

use super::intrinsics::{FILE, LITERALS, NAMES, STATEMENTS, X86, X86_FUNCTIONS};
use crate::Language;
use crate::syntax::{File, Operators, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "c-avx2",
    name: "C11 with AVX2",
    extension: "h",
    check: "compiled by gcc with -mavx2 -Wall -Wextra -Werror, and run",
    usage: "Squares and boards are vectors of four 64-bit lanes. Compile with -mavx2. To test the \
            functions, compile an empty file that includes this one with -mavx2 -DSELF_TEST and run \
            it.",
    largest_literals: None,
    syntax: &Syntax {
        operators: Operators {
            multiply: "multiply({a}, {b})",
            lookup: "_mm256_i64gather_epi64((const long long *){name}, {a}, 8)",
            places: &[
                ("vector", "__m256i"),
                ("lanes", "4"),
                ("mm", "_mm256"),
                ("si", "si256"),
                ("broadcast", "broadcastsi128_si256"),
                ("load", "_mm256_loadu_si256((const __m256i *)occupied)"),
                ("store", "_mm256_storeu_si256((__m256i *)attacks, "),
            ],
            ..X86
        },
        statements: STATEMENTS,
        names: NAMES,
        literals: LITERALS,
        file: File {
            opening: OPENING,
            parts: PARTS,
            functions: &[FUNCTIONS, X86_FUNCTIONS],
            ..FILE
        },
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

/// Helpers after the opening, each only in files that use it.
const PARTS: &str = r#"
== ranks(
// In each byte of a lane, which is a rank, its number.
static inline __m256i ranks(void) {
    return all(0x0706050403020100ULL);
}

== in_bytes(
static inline __m256i in_bytes(__m256i x) {
    const __m256i lowest = _mm256_set_epi64x(0x0808080808080808, 0, 0x0808080808080808, 0);
    return _mm256_shuffle_epi8(x, lowest);
}

== file_of(
// The file of the square, in each byte of its lane.
static inline __m256i file_of(__m256i square) {
    return _mm256_and_si256(in_bytes(square), all(0x0707070707070707ULL));
}

== rank_of(
// The rank of the square, in each byte of its lane.
static inline __m256i rank_of(__m256i square) {
    return _mm256_and_si256(_mm256_srli_epi64(in_bytes(square), 3), all(0x0707070707070707ULL));
}

== squares_on(
// In each byte, which is a rank, the square on a file: none if the file is off the board.
static inline __m256i squares_on(__m256i files) {
    const __m256i squares = _mm256_broadcastsi128_si256(
        _mm_setr_epi8(1, 2, 4, 8, 16, 32, 64, -128, 0, 0, 0, 0, 0, 0, 0, 0));
    return _mm256_shuffle_epi8(squares, files);
}

== multiply(
static inline __m256i multiply(__m256i a, __m256i b) {
    const __m256i low = _mm256_mul_epu32(a, b);
    const __m256i one = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), b);
    const __m256i other = _mm256_mul_epu32(a, _mm256_srli_epi64(b, 32));
    return _mm256_add_epi64(low, _mm256_slli_epi64(_mm256_add_epi64(one, other), 32));
}

== swap_bytes(
static inline __m256i swap_bytes(__m256i x) {
    const __m256i order = _mm256_set_epi64x(0x08090a0b0c0d0e0f, 0x0001020304050607,
                                            0x08090a0b0c0d0e0f, 0x0001020304050607);
    return _mm256_shuffle_epi8(x, order);
}

== NARROW(
#define NARROW(table, index)                                                           \
    _mm256_set_epi64x((table)[_mm256_extract_epi64(index, 3)],                         \
                      (table)[_mm256_extract_epi64(index, 2)],                         \
                      (table)[_mm256_extract_epi64(index, 1)],                         \
                      (table)[_mm256_extract_epi64(index, 0)])
"#;

const FUNCTIONS: &str = r#"
== whole_rank
static inline __m256i whole_rank(__m256i square) {
    return _mm256_cmpeq_epi8(ranks(), rank_of(square));
}

== whole_file
static inline __m256i whole_file(__m256i square) {
    return squares_on(file_of(square));
}

== whole_diagonal
static inline __m256i whole_diagonal(__m256i square) {
    const __m256i steps = _mm256_sub_epi8(ranks(), rank_of(square));
    return squares_on(_mm256_add_epi8(file_of(square), steps));
}

== whole_anti_diagonal
static inline __m256i whole_anti_diagonal(__m256i square) {
    const __m256i steps = _mm256_sub_epi8(ranks(), rank_of(square));
    return squares_on(_mm256_sub_epi8(file_of(square), steps));
}

== leading_zeros
// The exponents of both halves as floats. They are rounded, but without the ones below others
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

== zero_mask
static inline __m256i zero_mask(__m256i x) {
    return _mm256_cmpeq_epi64(x, _mm256_setzero_si256());
}
"#;
