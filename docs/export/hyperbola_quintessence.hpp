// Hyperbola quintessence: the attacks of sliding chess pieces, in C++20.
//
// Lets the borrow of `o - r` run both ways along a line at once, with a byte swap as the mirror.
//
// Idea
//
// `o ^ (o - 2r)` gives the positive ray. On the mirrored board it gives the negative ray. Files
// and diagonals have one square on each rank, so a byte swap, which reverses the order of the
// ranks, mirrors them. Rays in opposite directions are disjoint, so their union is an xor.
// Mirroring distributes over xor, so the two o cancel. What remains is two subtractions, two byte
// swaps to get to the mirrored board, and one to come back. A rank lies within one byte, so it
// needs a full bit reversal.
//
// Formula
//
// - `r`: the slider's bit; `line`: the line without it; `o = occupied & line`;
// - a prime for the mirror: byte swap on files and diagonals, bit reversal on ranks;
// - `attacks = ((o - r) ^ (o' - r')') & line`.
//
// Origin
//
// Gerd Isenberg, 2007, with the xor of Aleks Peshkov, in the Computer Chess Club and the chess
// programming wiki, <https://www.chessprogramming.org/Hyperbola_Quintessence>. The masks lie as
// they do there, in one aligned array of rows (r, diagonal, anti-diagonal, file). The original
// leaves the rank to another technique. Three ways to complete it are techniques of their own:
// `hq-first-rank`, `hq-bit-reversal` and `hq-rank-to-diagonal`.
//
// Squares: a1 = 0, b1 = 1, ..., h8 = 63. Boards: bit i is the square i. Attacks include the
// first blocker of either colour. Neither the piece's own square nor squares off its lines
// matter.
//
// To test the functions, compile an empty file that includes this one with -DSELF_TEST and run
// it.
//
// Tables: 2048 bytes. With all entries: SQUARE_MASKS.
//
// Made by: hyperbola export hyperbola-quintessence --language cpp --pieces rook,bishop,queen
// --tables literal
// SPDX-License-Identifier: 0BSD
// Copyright (C) 2026 the authors of Hyperbola
// Permission to use, copy, modify, and/or distribute this software for any purpose with or
// without fee is hereby granted.
// THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS
// SOFTWARE INCLUDING ALL IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL
// THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY
// DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF
// CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE
// OR PERFORMANCE OF THIS SOFTWARE.

#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace hyperbola {

constexpr std::uint64_t swap_bytes(std::uint64_t x) {
    const std::uint64_t bytes_swapped =
        ((x & 0x00ff00ff00ff00ffULL) << 8) | ((x >> 8) & 0x00ff00ff00ff00ffULL);
    const std::uint64_t common = (bytes_swapped >> 16) & 0x0000ffff0000ffffULL;
    const std::uint64_t pairs_swapped = ((bytes_swapped & 0x0000ffff0000ffffULL) << 16) | common;
    return (pairs_swapped << 32) | (pairs_swapped >> 32);
}

constexpr std::uint64_t reverse_bits(std::uint64_t x) {
    const std::uint64_t bits_swapped =
        ((x & 0x5555555555555555ULL) << 1) | ((x >> 1) & 0x5555555555555555ULL);
    const std::uint64_t common = (bits_swapped >> 2) & 0x3333333333333333ULL;
    const std::uint64_t pairs_swapped = ((bits_swapped & 0x3333333333333333ULL) << 2) | common;
    const std::uint64_t common_2 = (pairs_swapped >> 4) & 0x0f0f0f0f0f0f0f0fULL;
    const std::uint64_t nibbles_swapped = ((pairs_swapped & 0x0f0f0f0f0f0f0f0fULL) << 4) | common_2;
    return swap_bytes(nibbles_swapped);
}

inline constexpr std::array<std::uint64_t, 256> SQUARE_MASKS = {{
    0x0000000000000001ULL, 0x8040201008040200ULL, 0x0000000000000000ULL, 0x0101010101010100ULL,
    0x0000000000000002ULL, 0x0080402010080400ULL, 0x0000000000000100ULL, 0x0202020202020200ULL,
    0x0000000000000004ULL, 0x0000804020100800ULL, 0x0000000000010200ULL, 0x0404040404040400ULL,
    0x0000000000000008ULL, 0x0000008040201000ULL, 0x0000000001020400ULL, 0x0808080808080800ULL,
    0x0000000000000010ULL, 0x0000000080402000ULL, 0x0000000102040800ULL, 0x1010101010101000ULL,
    0x0000000000000020ULL, 0x0000000000804000ULL, 0x0000010204081000ULL, 0x2020202020202000ULL,
    0x0000000000000040ULL, 0x0000000000008000ULL, 0x0001020408102000ULL, 0x4040404040404000ULL,
    0x0000000000000080ULL, 0x0000000000000000ULL, 0x0102040810204000ULL, 0x8080808080808000ULL,
    0x0000000000000100ULL, 0x4020100804020000ULL, 0x0000000000000002ULL, 0x0101010101010001ULL,
    0x0000000000000200ULL, 0x8040201008040001ULL, 0x0000000000010004ULL, 0x0202020202020002ULL,
    0x0000000000000400ULL, 0x0080402010080002ULL, 0x0000000001020008ULL, 0x0404040404040004ULL,
    0x0000000000000800ULL, 0x0000804020100004ULL, 0x0000000102040010ULL, 0x0808080808080008ULL,
    0x0000000000001000ULL, 0x0000008040200008ULL, 0x0000010204080020ULL, 0x1010101010100010ULL,
    0x0000000000002000ULL, 0x0000000080400010ULL, 0x0001020408100040ULL, 0x2020202020200020ULL,
    0x0000000000004000ULL, 0x0000000000800020ULL, 0x0102040810200080ULL, 0x4040404040400040ULL,
    0x0000000000008000ULL, 0x0000000000000040ULL, 0x0204081020400000ULL, 0x8080808080800080ULL,
    0x0000000000010000ULL, 0x2010080402000000ULL, 0x0000000000000204ULL, 0x0101010101000101ULL,
    0x0000000000020000ULL, 0x4020100804000100ULL, 0x0000000001000408ULL, 0x0202020202000202ULL,
    0x0000000000040000ULL, 0x8040201008000201ULL, 0x0000000102000810ULL, 0x0404040404000404ULL,
    0x0000000000080000ULL, 0x0080402010000402ULL, 0x0000010204001020ULL, 0x0808080808000808ULL,
    0x0000000000100000ULL, 0x0000804020000804ULL, 0x0001020408002040ULL, 0x1010101010001010ULL,
    0x0000000000200000ULL, 0x0000008040001008ULL, 0x0102040810004080ULL, 0x2020202020002020ULL,
    0x0000000000400000ULL, 0x0000000080002010ULL, 0x0204081020008000ULL, 0x4040404040004040ULL,
    0x0000000000800000ULL, 0x0000000000004020ULL, 0x0408102040000000ULL, 0x8080808080008080ULL,
    0x0000000001000000ULL, 0x1008040200000000ULL, 0x0000000000020408ULL, 0x0101010100010101ULL,
    0x0000000002000000ULL, 0x2010080400010000ULL, 0x0000000100040810ULL, 0x0202020200020202ULL,
    0x0000000004000000ULL, 0x4020100800020100ULL, 0x0000010200081020ULL, 0x0404040400040404ULL,
    0x0000000008000000ULL, 0x8040201000040201ULL, 0x0001020400102040ULL, 0x0808080800080808ULL,
    0x0000000010000000ULL, 0x0080402000080402ULL, 0x0102040800204080ULL, 0x1010101000101010ULL,
    0x0000000020000000ULL, 0x0000804000100804ULL, 0x0204081000408000ULL, 0x2020202000202020ULL,
    0x0000000040000000ULL, 0x0000008000201008ULL, 0x0408102000800000ULL, 0x4040404000404040ULL,
    0x0000000080000000ULL, 0x0000000000402010ULL, 0x0810204000000000ULL, 0x8080808000808080ULL,
    0x0000000100000000ULL, 0x0804020000000000ULL, 0x0000000002040810ULL, 0x0101010001010101ULL,
    0x0000000200000000ULL, 0x1008040001000000ULL, 0x0000010004081020ULL, 0x0202020002020202ULL,
    0x0000000400000000ULL, 0x2010080002010000ULL, 0x0001020008102040ULL, 0x0404040004040404ULL,
    0x0000000800000000ULL, 0x4020100004020100ULL, 0x0102040010204080ULL, 0x0808080008080808ULL,
    0x0000001000000000ULL, 0x8040200008040201ULL, 0x0204080020408000ULL, 0x1010100010101010ULL,
    0x0000002000000000ULL, 0x0080400010080402ULL, 0x0408100040800000ULL, 0x2020200020202020ULL,
    0x0000004000000000ULL, 0x0000800020100804ULL, 0x0810200080000000ULL, 0x4040400040404040ULL,
    0x0000008000000000ULL, 0x0000000040201008ULL, 0x1020400000000000ULL, 0x8080800080808080ULL,
    0x0000010000000000ULL, 0x0402000000000000ULL, 0x0000000204081020ULL, 0x0101000101010101ULL,
    0x0000020000000000ULL, 0x0804000100000000ULL, 0x0001000408102040ULL, 0x0202000202020202ULL,
    0x0000040000000000ULL, 0x1008000201000000ULL, 0x0102000810204080ULL, 0x0404000404040404ULL,
    0x0000080000000000ULL, 0x2010000402010000ULL, 0x0204001020408000ULL, 0x0808000808080808ULL,
    0x0000100000000000ULL, 0x4020000804020100ULL, 0x0408002040800000ULL, 0x1010001010101010ULL,
    0x0000200000000000ULL, 0x8040001008040201ULL, 0x0810004080000000ULL, 0x2020002020202020ULL,
    0x0000400000000000ULL, 0x0080002010080402ULL, 0x1020008000000000ULL, 0x4040004040404040ULL,
    0x0000800000000000ULL, 0x0000004020100804ULL, 0x2040000000000000ULL, 0x8080008080808080ULL,
    0x0001000000000000ULL, 0x0200000000000000ULL, 0x0000020408102040ULL, 0x0100010101010101ULL,
    0x0002000000000000ULL, 0x0400010000000000ULL, 0x0100040810204080ULL, 0x0200020202020202ULL,
    0x0004000000000000ULL, 0x0800020100000000ULL, 0x0200081020408000ULL, 0x0400040404040404ULL,
    0x0008000000000000ULL, 0x1000040201000000ULL, 0x0400102040800000ULL, 0x0800080808080808ULL,
    0x0010000000000000ULL, 0x2000080402010000ULL, 0x0800204080000000ULL, 0x1000101010101010ULL,
    0x0020000000000000ULL, 0x4000100804020100ULL, 0x1000408000000000ULL, 0x2000202020202020ULL,
    0x0040000000000000ULL, 0x8000201008040201ULL, 0x2000800000000000ULL, 0x4000404040404040ULL,
    0x0080000000000000ULL, 0x0000402010080402ULL, 0x4000000000000000ULL, 0x8000808080808080ULL,
    0x0100000000000000ULL, 0x0000000000000000ULL, 0x0002040810204080ULL, 0x0001010101010101ULL,
    0x0200000000000000ULL, 0x0001000000000000ULL, 0x0004081020408000ULL, 0x0002020202020202ULL,
    0x0400000000000000ULL, 0x0002010000000000ULL, 0x0008102040800000ULL, 0x0004040404040404ULL,
    0x0800000000000000ULL, 0x0004020100000000ULL, 0x0010204080000000ULL, 0x0008080808080808ULL,
    0x1000000000000000ULL, 0x0008040201000000ULL, 0x0020408000000000ULL, 0x0010101010101010ULL,
    0x2000000000000000ULL, 0x0010080402010000ULL, 0x0040800000000000ULL, 0x0020202020202020ULL,
    0x4000000000000000ULL, 0x0020100804020100ULL, 0x0080000000000000ULL, 0x0040404040404040ULL,
    0x8000000000000000ULL, 0x0040201008040201ULL, 0x0000000000000000ULL, 0x0080808080808080ULL,
}};

// Returns the attacks of a rook.
constexpr std::uint64_t rook_attacks(std::uint64_t square, std::uint64_t occupied) {
    // Rank:
    const std::uint64_t rank_r = 1ULL << square;
    const std::uint64_t rank_line = (255ULL << (square & 56)) ^ rank_r;
    const std::uint64_t rank_o = occupied & rank_line;
    const std::uint64_t rank_o_reversed = reverse_bits(rank_o);
    const std::uint64_t rank_r_reversed = reverse_bits(rank_r);
    const std::uint64_t rank_positive = rank_o - rank_r;
    const std::uint64_t rank_negative = reverse_bits(rank_o_reversed - rank_r_reversed);
    const std::uint64_t rank_attacks = (rank_positive ^ rank_negative) & rank_line;
    // File:
    const std::uint64_t row = square << 2;
    const std::uint64_t file_r = SQUARE_MASKS[row];
    const std::uint64_t file_line = SQUARE_MASKS[row + 3];
    const std::uint64_t file_o = occupied & file_line;
    const std::uint64_t file_o_reversed = swap_bytes(file_o);
    const std::uint64_t file_r_reversed = swap_bytes(file_r);
    const std::uint64_t file_positive = file_o - file_r;
    const std::uint64_t file_negative = swap_bytes(file_o_reversed - file_r_reversed);
    const std::uint64_t file_attacks = (file_positive ^ file_negative) & file_line;
    return rank_attacks | file_attacks;
}

// Returns the attacks of a bishop.
constexpr std::uint64_t bishop_attacks(std::uint64_t square, std::uint64_t occupied) {
    // Diagonal:
    const std::uint64_t row = square << 2;
    const std::uint64_t r = SQUARE_MASKS[row];
    const std::uint64_t diagonal_line = SQUARE_MASKS[row + 1];
    const std::uint64_t diagonal_o = occupied & diagonal_line;
    const std::uint64_t diagonal_o_reversed = swap_bytes(diagonal_o);
    const std::uint64_t r_reversed = swap_bytes(r);
    const std::uint64_t diagonal_positive = diagonal_o - r;
    const std::uint64_t diagonal_negative = swap_bytes(diagonal_o_reversed - r_reversed);
    const std::uint64_t diagonal_attacks = (diagonal_positive ^ diagonal_negative) & diagonal_line;
    // Anti-diagonal:
    const std::uint64_t anti_diagonal_line = SQUARE_MASKS[row + 2];
    const std::uint64_t anti_diagonal_o = occupied & anti_diagonal_line;
    const std::uint64_t anti_diagonal_o_reversed = swap_bytes(anti_diagonal_o);
    const std::uint64_t anti_diagonal_positive = anti_diagonal_o - r;
    const std::uint64_t anti_diagonal_negative = swap_bytes(anti_diagonal_o_reversed - r_reversed);
    const std::uint64_t anti_diagonal_attacks =
        (anti_diagonal_positive ^ anti_diagonal_negative) & anti_diagonal_line;
    return diagonal_attacks | anti_diagonal_attacks;
}

// Returns the attacks of a queen.
constexpr std::uint64_t queen_attacks(std::uint64_t square, std::uint64_t occupied) {
    return rook_attacks(square, occupied) | bishop_attacks(square, occupied);
}

#ifdef SELF_TEST
constexpr std::uint64_t relevant_of_rook(std::uint64_t square) {
    const std::uint64_t bit = 1ULL << square;
    const std::uint64_t rank = (255ULL << (square & 56)) ^ bit;
    const std::uint64_t file = (0x0101010101010101ULL << (square & 7)) ^ bit;
    return (rank & 0x7e7e7e7e7e7e7e7eULL) | (file & 0x00ffffffffffff00ULL);
}

constexpr std::uint64_t relevant_of_bishop(std::uint64_t square) {
    const std::uint64_t common = square & 56;
    const std::uint64_t common_2 = (square << 3) & 56;
    const std::uint64_t less = common_2 - common;
    const std::uint64_t less_2 = 0ULL - (less >> 63);
    const std::uint64_t shifted = 0x8040201008040201ULL >> ((less & ~less_2) & 63);
    const std::uint64_t bit = 1ULL << square;
    const std::uint64_t diagonal = (shifted << (((0ULL - less) & less_2) & 63)) ^ bit;
    const std::uint64_t less_3 = (56ULL - common_2) - common;
    const std::uint64_t less_4 = 0ULL - (less_3 >> 63);
    const std::uint64_t shifted_2 = 0x0102040810204080ULL >> ((less_3 & ~less_4) & 63);
    const std::uint64_t anti_diagonal = (shifted_2 << (((0ULL - less_3) & less_4) & 63)) ^ bit;
    const std::uint64_t lines = diagonal | anti_diagonal;
    return lines & 0x7e7e7e7e7e7e7e7eULL & 0x00ffffffffffff00ULL;
}

inline std::uint64_t digest_of_rook() {
    std::uint64_t digest = 0ULL;
    for (std::uint64_t square = 0; square < 64; square++) {
        const std::uint64_t mask = relevant_of_rook(square);
        std::uint64_t subset = 0ULL;
        for (;;) {
            const std::uint64_t occupied = subset | ~((subset * 0x9e3779b97f4a7c15ULL) | mask);
            const std::uint64_t attacks = rook_attacks(square, occupied);
            const std::uint64_t mixed = digest ^ attacks;
            digest = ((mixed << 29) | (mixed >> 35)) * 0x9e3779b97f4a7c15ULL;
            subset = (subset - mask) & mask;
            if (subset == 0) {
                break;
            }
        }
    }
    return digest;
}

inline std::uint64_t digest_of_bishop() {
    std::uint64_t digest = 0ULL;
    for (std::uint64_t square = 0; square < 64; square++) {
        const std::uint64_t mask = relevant_of_bishop(square);
        std::uint64_t subset = 0ULL;
        for (;;) {
            const std::uint64_t occupied = subset | ~((subset * 0x9e3779b97f4a7c15ULL) | mask);
            const std::uint64_t attacks = bishop_attacks(square, occupied);
            const std::uint64_t mixed = digest ^ attacks;
            digest = ((mixed << 29) | (mixed >> 35)) * 0x9e3779b97f4a7c15ULL;
            subset = (subset - mask) & mask;
            if (subset == 0) {
                break;
            }
        }
    }
    return digest;
}

inline std::uint64_t digest_of_queen() {
    std::uint64_t digest = 0ULL;
    for (std::uint64_t square = 0; square < 64; square++) {
        const std::uint64_t mask = relevant_of_rook(square);
        std::uint64_t subset = 0ULL;
        for (;;) {
            const std::uint64_t occupied = subset | ~((subset * 0x9e3779b97f4a7c15ULL) | mask);
            const std::uint64_t attacks = queen_attacks(square, occupied);
            const std::uint64_t mixed = digest ^ attacks;
            digest = ((mixed << 29) | (mixed >> 35)) * 0x9e3779b97f4a7c15ULL;
            subset = (subset - mask) & mask;
            if (subset == 0) {
                break;
            }
        }
    }
    return digest;
}

// Tests the attacks: queries, and digests over all relevant occupancies.
inline bool self_test() {
    // An empty board, from a corner.
    if (rook_attacks(0ULL, 0ULL) != 0x01010101010101feULL) {
        return false;
    }
    if (bishop_attacks(0ULL, 0ULL) != 0x8040201008040200ULL) {
        return false;
    }
    if (queen_attacks(0ULL, 0ULL) != 0x81412111090503feULL) {
        return false;
    }
    // Every square is occupied, its own too.
    if (rook_attacks(28ULL, 0xffffffffffffffffULL) != 0x0000001028100000ULL) {
        return false;
    }
    if (bishop_attacks(28ULL, 0xffffffffffffffffULL) != 0x0000002800280000ULL) {
        return false;
    }
    if (queen_attacks(28ULL, 0xffffffffffffffffULL) != 0x0000003828380000ULL) {
        return false;
    }
    // Blockers on all sides, and others off the lines.
    if (rook_attacks(27ULL, 0x0008240042002080ULL) != 0x0008080876080808ULL) {
        return false;
    }
    if (bishop_attacks(27ULL, 0x0008240042002080ULL) != 0x0001221400142201ULL) {
        return false;
    }
    if (queen_attacks(27ULL, 0x0008240042002080ULL) != 0x00092a1c761c2a09ULL) {
        return false;
    }
    // Blockers on the edges alone.
    if (rook_attacks(63ULL, 0x8100000000000081ULL) != 0x7f80808080808080ULL) {
        return false;
    }
    if (bishop_attacks(63ULL, 0x8100000000000081ULL) != 0x0040201008040201ULL) {
        return false;
    }
    if (queen_attacks(63ULL, 0x8100000000000081ULL) != 0x7fc0a09088848281ULL) {
        return false;
    }
    // The start of a game, from inside.
    if (rook_attacks(42ULL, 0xffff00000000ffffULL) != 0x0004fb0404040400ULL) {
        return false;
    }
    if (bishop_attacks(42ULL, 0xffff00000000ffffULL) != 0x000a000a11204000ULL) {
        return false;
    }
    if (queen_attacks(42ULL, 0xffff00000000ffffULL) != 0x000efb0e15244400ULL) {
        return false;
    }
    // The digests over all relevant occupancies of all squares.
    if (digest_of_rook() != 0xd4616b7b4d1073c4ULL) {
        return false;
    }
    if (digest_of_bishop() != 0xc50a848fdc1d11d6ULL) {
        return false;
    }
    if (digest_of_queen() != 0xd7ee82d0c34964dcULL) {
        return false;
    }
    return true;
}

#endif

}  // namespace hyperbola

#ifdef SELF_TEST
#include <cstdio>

int main() {
    const bool passed = hyperbola::self_test();
    std::puts(passed ? "passed" : "failed");
    return !passed;
}
#endif
