//! C with the intrinsics of NEON.

use hyperbola_explain::Masks;

use super::intrinsics::{FILE, LITERALS, NAMES, STATEMENTS};
use crate::Language;
use crate::syntax::{File, INFIX, Operators, Syntax};

pub(crate) const LANGUAGE: Language = Language {
    id: "c-neon",
    name: "C11 with NEON",
    extension: "h",
    check: "compiled by Zig's clang for AArch64 with -Wall -Wextra -Werror, and run by QEMU",
    usage: "Squares and boards are vectors of two 64-bit lanes, for AArch64. To test the functions, \
            compile an empty file that includes this one with -DSELF_TEST and run it.",
    largest_literals: None,
    syntax: &Syntax {
        operators: Operators {
            masks: Masks::Computed,
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
            others: &[
                ("swap_bytes", "swap_bytes({a})"),
                ("reverse_bits", "reverse_bits({a})"),
                ("count_ones", "count_ones({a})"),
            ],
            places: &[
                ("vector", "uint64x2_t"),
                ("lanes", "2"),
                ("load", "vld1q_u64(occupied)"),
                ("store", "vst1q_u64(attacks, "),
            ],
            ..INFIX
        },
        statements: STATEMENTS,
        names: NAMES,
        literals: LITERALS,
        file: File { opening: OPENING, parts: PARTS, functions: &[FUNCTIONS], ..FILE },
    },
};

const OPENING: &str = r#"#pragma once

#include <arm_neon.h>
#include <stdint.h>

static inline uint64x2_t all(uint64_t x) {
    return vdupq_n_u64(x);
}

static inline uint64_t first(uint64x2_t x) {
    return vgetq_lane_u64(x, 0);
}

"#;

/// Helpers after the opening, each only in files that use it.
const PARTS: &str = r#"
== ranks(
// In each byte of a lane, which is a rank, its number.
static inline uint8x16_t ranks(void) {
    return vreinterpretq_u8_u64(all(0x0706050403020100ULL));
}

== in_bytes(
static inline uint8x16_t in_bytes(uint64x2_t x) {
    const uint8x16_t lowest = vcombine_u8(vdup_n_u8(0), vdup_n_u8(8));
    return vqtbl1q_u8(vreinterpretq_u8_u64(x), lowest);
}

== file_of(
// The file of the square, in each byte of its lane.
static inline uint8x16_t file_of(uint64x2_t square) {
    return vandq_u8(in_bytes(square), vdupq_n_u8(7));
}

== rank_of(
// The rank of the square, in each byte of its lane.
static inline uint8x16_t rank_of(uint64x2_t square) {
    return vshrq_n_u8(in_bytes(square), 3);
}

== squares_on(
// In each byte, which is a rank, the square on a file: none if the file is off the board.
static inline uint64x2_t squares_on(uint8x16_t files) {
    const uint8x16_t squares = vcombine_u8(vcreate_u8(0x8040201008040201ULL), vdup_n_u8(0));
    return vreinterpretq_u64_u8(vqtbl1q_u8(squares, files));
}

== multiply(
static inline uint64x2_t multiply(uint64x2_t a, uint64x2_t b) {
    const uint32x4_t halves = vrev64q_u32(vreinterpretq_u32_u64(b));
    const uint32x4_t crossed = vmulq_u32(vreinterpretq_u32_u64(a), halves);
    const uint64x2_t high = vshlq_n_u64(vpaddlq_u32(crossed), 32);
    return vmlal_u32(high, vmovn_u64(a), vmovn_u64(b));
}

== swap_bytes(
static inline uint64x2_t swap_bytes(uint64x2_t x) {
    return vreinterpretq_u64_u8(vrev64q_u8(vreinterpretq_u8_u64(x)));
}

== reverse_bits(
static inline uint64x2_t reverse_bits(uint64x2_t x) {
    return vreinterpretq_u64_u8(vrev64q_u8(vrbitq_u8(vreinterpretq_u8_u64(x))));
}

== count_ones(
static inline uint64x2_t count_ones(uint64x2_t x) {
    return vpaddlq_u32(vpaddlq_u16(vpaddlq_u8(vcntq_u8(vreinterpretq_u8_u64(x)))));
}

== ENTRIES(
// The entries of a table, which no instruction gathers.
#define ENTRIES(table, index)                                                          \
    vcombine_u64(vcreate_u64((table)[vgetq_lane_u64(index, 0)]),                       \
                 vcreate_u64((table)[vgetq_lane_u64(index, 1)]))
"#;

const FUNCTIONS: &str = r#"
== whole_rank
static inline uint64x2_t whole_rank(uint64x2_t square) {
    return vreinterpretq_u64_u8(vceqq_u8(ranks(), rank_of(square)));
}

== whole_file
static inline uint64x2_t whole_file(uint64x2_t square) {
    return squares_on(file_of(square));
}

== whole_diagonal
static inline uint64x2_t whole_diagonal(uint64x2_t square) {
    const uint8x16_t steps = vsubq_u8(ranks(), rank_of(square));
    return squares_on(vaddq_u8(file_of(square), steps));
}

== whole_anti_diagonal
static inline uint64x2_t whole_anti_diagonal(uint64x2_t square) {
    const uint8x16_t steps = vsubq_u8(ranks(), rank_of(square));
    return squares_on(vsubq_u8(file_of(square), steps));
}

== leading_zeros
// Those of the low half count where the high half is empty.
static inline uint64x2_t leading_zeros(uint64x2_t x) {
    const uint32x4_t of_halves = vclzq_u32(vreinterpretq_u32_u64(x));
    const uint64x2_t zeros = vreinterpretq_u64_u32(of_halves);
    const uint32x4_t empty = vceqq_u32(of_halves, vdupq_n_u32(32));
    const uint64x2_t is_empty = vshrq_n_u64(vreinterpretq_u64_u32(empty), 32);
    return vaddq_u64(vshrq_n_u64(zeros, 32), vandq_u64(is_empty, zeros));
}

== zero_mask
static inline uint64x2_t zero_mask(uint64x2_t x) {
    return vceqzq_u64(x);
}

== subtract_bytes
static inline uint64x2_t subtract_bytes(uint64x2_t a, uint64x2_t b) {
    return vreinterpretq_u64_u8(vsubq_u8(vreinterpretq_u8_u64(a), vreinterpretq_u8_u64(b)));
}
"#;
