//! C with the intrinsics of AVX-512.

use super::intrinsics::{FILE, LITERALS, NAMES, STATEMENTS, X86, X86_FUNCTIONS};
use crate::Language;
use crate::syntax::{File, Operators, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "c-avx512",
    name: "C11 with AVX-512",
    extension: "h",
    check: "compiled by gcc with -mavx512f -mavx512dq -mavx512bw -mavx512cd -Wall -Wextra -Werror, \
            and run",
    usage: "Squares and boards are vectors of eight 64-bit lanes. Compile with -mavx512f \
            -mavx512dq -mavx512bw -mavx512cd. To test the functions, compile an empty file that \
            includes this one with these flags and -DSELF_TEST, and run it.",
    largest_literals: None,
    syntax: &Syntax {
        operators: Operators {
            multiply: "_mm512_mullo_epi64({a}, {b})",
            lookup: "_mm512_i64gather_epi64({a}, {name}, 8)",
            rotate_left: Some("_mm512_rol_epi64({a}, {n})"),
            others: &[
                ("leading_zeros", "_mm512_lzcnt_epi64({a})"),
                ("swap_bytes", "swap_bytes({a})"),
            ],
            places: &[
                ("vector", "__m512i"),
                ("lanes", "8"),
                ("mm", "_mm512"),
                ("si", "si512"),
                ("broadcast", "broadcast_i32x4"),
                ("load", "_mm512_loadu_si512((const __m512i *)occupied)"),
                ("store", "_mm512_storeu_si512((__m512i *)attacks, "),
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

static inline __m512i all(uint64_t x) {
    return _mm512_set1_epi64((long long)x);
}

static inline uint64_t first(__m512i x) {
    return (uint64_t)_mm_cvtsi128_si64(_mm512_castsi512_si128(x));
}

"#;

/// Helpers after the opening, each only in files that use it.
const PARTS: &str = r#"
== DIAGONALS
// The diagonals by the rank less the file, modulo 16.
static const uint64_t DIAGONALS[16] = {
    0x8040201008040201ULL, 0x4020100804020100ULL, 0x2010080402010000ULL, 0x1008040201000000ULL,
    0x0804020100000000ULL, 0x0402010000000000ULL, 0x0201000000000000ULL, 0x0100000000000000ULL,
    0x0000000000000000ULL, 0x0000000000000080ULL, 0x0000000000008040ULL, 0x0000000000804020ULL,
    0x0000000080402010ULL, 0x0000008040201008ULL, 0x0000804020100804ULL, 0x0080402010080402ULL,
};

== ANTI_DIAGONALS
// The anti-diagonals by the sum of the rank and the file.
static const uint64_t ANTI_DIAGONALS[16] = {
    0x0000000000000001ULL, 0x0000000000000102ULL, 0x0000000000010204ULL, 0x0000000001020408ULL,
    0x0000000102040810ULL, 0x0000010204081020ULL, 0x0001020408102040ULL, 0x0102040810204080ULL,
    0x0204081020408000ULL, 0x0408102040800000ULL, 0x0810204080000000ULL, 0x1020408000000000ULL,
    0x2040800000000000ULL, 0x4080000000000000ULL, 0x8000000000000000ULL, 0x0000000000000000ULL,
};

== entry_of(
// The entry of a table that the lowest four bits of a lane choose.
static inline __m512i entry_of(const uint64_t *table, __m512i index) {
    const __m512i low = _mm512_loadu_si512(table), high = _mm512_loadu_si512(table + 8);
    return _mm512_permutex2var_epi64(low, index, high);
}

== swap_bytes(
static inline __m512i swap_bytes(__m512i x) {
    const __m512i order = _mm512_set4_epi64(0x08090a0b0c0d0e0f, 0x0001020304050607,
                                            0x08090a0b0c0d0e0f, 0x0001020304050607);
    return _mm512_shuffle_epi8(x, order);
}

== NARROW(
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

const FUNCTIONS: &str = r#"
== whole_rank
static inline __m512i whole_rank(__m512i square) {
    return _mm512_sllv_epi64(all(0xff), _mm512_and_si512(square, all(56)));
}

== whole_file
// The mask has every eighth bit, so the rank makes no difference.
static inline __m512i whole_file(__m512i square) {
    return _mm512_rolv_epi64(all(0x0101010101010101ULL), square);
}

== whole_diagonal
static inline __m512i whole_diagonal(__m512i square) {
    const __m512i rank = _mm512_srli_epi64(square, 3);
    const __m512i file = _mm512_and_si512(square, all(7));
    return entry_of(DIAGONALS, _mm512_sub_epi64(rank, file));
}

== whole_anti_diagonal
static inline __m512i whole_anti_diagonal(__m512i square) {
    const __m512i rank = _mm512_srli_epi64(square, 3);
    const __m512i file = _mm512_and_si512(square, all(7));
    return entry_of(ANTI_DIAGONALS, _mm512_add_epi64(rank, file));
}

== trailing_zeros
static inline __m512i trailing_zeros(__m512i x) {
    const __m512i below = _mm512_andnot_si512(x, _mm512_sub_epi64(x, all(1)));
    return _mm512_sub_epi64(all(64), _mm512_lzcnt_epi64(below));
}

== zero_mask
static inline __m512i zero_mask(__m512i x) {
    return _mm512_movm_epi64(_mm512_testn_epi64_mask(x, x));
}
"#;
