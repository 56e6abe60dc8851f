// Fancy magic bitboards: the attacks of sliding chess pieces, in Rust (no_std).
//
// Hashes both lines at once into as few bits as the square needs, with all squares in one table.
//
// Idea
//
// For a rook in a corner, twelve squares matter. For most other rooks, ten or eleven do, and for a
// bishop, five to nine. Each square has its own shift, so it takes only as many entries as it has
// occupancies. An offset tells where they begin. No entry is left unused.
//
// Formula
//
// - `mask`, `factor`, `shift`, `offset`: the square's row; `o = occupied & mask`;
// - `hash = o * factor >> shift`; `attacks = table[offset + hash]`.
//
// Origin
//
// Pradyumna Kannan, 2007; <https://www.chessprogramming.org/Magic_Bitboards>. The factors are our
// own.
//
// Squares: a1 = 0, b1 = 1, ..., h8 = 63. Boards: bit i is the square i. Attacks include the
// first blocker of either colour. Neither the piece's own square nor squares off its lines
// matter.
//
// The compiler makes the tables: large ones take it some seconds. It needs Rust 1.83 or later,
// whose const functions read statics. To test the file, run rustc --test and the program that
// it makes.
//
// Tables: 865280 bytes. With all entries: FANCY_BISHOP_HASHES, FANCY_ROOK_HASHES. Made from
// geometry: FANCY_BISHOP_TABLE, FANCY_ROOK_TABLE.
//
// Made by: hyperbola export magic-fancy --language rust --pieces rook,bishop,queen --tables
// at-start
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

#[rustfmt::skip]
static FANCY_BISHOP_HASHES: [u64; 256] = [
    0x0040201008040200, 0x1624109000408280, 0x000000000000003a, 0x0000000000000000,
    0x0000402010080400, 0x0020010101011088, 0x000000000000003b, 0x0000000000000040,
    0x0000004020100a00, 0x0010410041000002, 0x000000000000003b, 0x0000000000000060,
    0x0000000040221400, 0x0028448100114004, 0x000000000000003b, 0x0000000000000080,
    0x0000000002442800, 0x3008484000000242, 0x000000000000003b, 0x00000000000000a0,
    0x0000000204085000, 0x6002480240100000, 0x000000000000003b, 0x00000000000000c0,
    0x0000020408102000, 0x8301008210408481, 0x000000000000003b, 0x00000000000000e0,
    0x0002040810204000, 0xe800403401201000, 0x000000000000003a, 0x0000000000000100,
    0x0020100804020000, 0x0200100250210218, 0x000000000000003b, 0x0000000000000140,
    0x0040201008040000, 0x2000628484088602, 0x000000000000003b, 0x0000000000000160,
    0x00004020100a0000, 0x0890410400868000, 0x000000000000003b, 0x0000000000000180,
    0x0000004022140000, 0x0040044040801283, 0x000000000000003b, 0x00000000000001a0,
    0x0000000244280000, 0x8020040420008000, 0x000000000000003b, 0x00000000000001c0,
    0x0000020408500000, 0x2005120803080208, 0x000000000000003b, 0x00000000000001e0,
    0x0002040810200000, 0x0220005808080882, 0x000000000000003b, 0x0000000000000200,
    0x0004081020400000, 0x2000223401180840, 0x000000000000003b, 0x0000000000000220,
    0x0010080402000200, 0x16090c1090100080, 0x000000000000003b, 0x0000000000000240,
    0x0020100804000400, 0x0b0802600e12a602, 0x000000000000003b, 0x0000000000000260,
    0x004020100a000a00, 0x0004584208010100, 0x0000000000000039, 0x0000000000000280,
    0x0000402214001400, 0x0000800802004102, 0x0000000000000039, 0x0000000000000300,
    0x0000024428002800, 0x402c100202020040, 0x0000000000000039, 0x0000000000000380,
    0x0002040850005000, 0x5001000820984000, 0x0000000000000039, 0x0000000000000400,
    0x0004081020002000, 0x0001080408821020, 0x000000000000003b, 0x0000000000000480,
    0x0008102040004000, 0x0802004080414804, 0x000000000000003b, 0x00000000000004a0,
    0x0008040200020400, 0x1019200024203201, 0x000000000000003b, 0x00000000000004c0,
    0x0010080400040800, 0x040420000a3e0401, 0x000000000000003b, 0x00000000000004e0,
    0x0020100a000a1000, 0x1088080104004018, 0x0000000000000039, 0x0000000000000500,
    0x0040221400142200, 0x4001004044040002, 0x0000000000000037, 0x0000000000000580,
    0x0002442800284400, 0x0000404114010040, 0x0000000000000037, 0x0000000000000780,
    0x0004085000500800, 0x000400210100a000, 0x0000000000000039, 0x0000000000000980,
    0x0008102000201000, 0x0204005000980408, 0x000000000000003b, 0x0000000000000a00,
    0x0010204000402000, 0x000304c408642401, 0x000000000000003b, 0x0000000000000a20,
    0x0004020002040800, 0x801004040210b060, 0x000000000000003b, 0x0000000000000a40,
    0x0008040004081000, 0x8108010892040800, 0x000000000000003b, 0x0000000000000a60,
    0x00100a000a102000, 0x0000280400080820, 0x0000000000000039, 0x0000000000000a80,
    0x0022140014224000, 0x0000640400480120, 0x0000000000000037, 0x0000000000000b00,
    0x0044280028440200, 0x0004004010040100, 0x0000000000000037, 0x0000000000000d00,
    0x0008500050080400, 0x0052009500060040, 0x0000000000000039, 0x0000000000000f00,
    0x0010200020100800, 0x0850040084010094, 0x000000000000003b, 0x0000000000000f80,
    0x0020400040201000, 0x00040464809e0a80, 0x000000000000003b, 0x0000000000000fa0,
    0x0002000204081000, 0x2018480450120400, 0x000000000000003b, 0x0000000000000fc0,
    0x0004000408102000, 0x0004008410020500, 0x000000000000003b, 0x0000000000000fe0,
    0x000a000a10204000, 0x0402020201080202, 0x0000000000000039, 0x0000000000001000,
    0x0014001422400000, 0x0420050280804800, 0x0000000000000039, 0x0000000000001080,
    0x0028002844020000, 0x0032480504002240, 0x0000000000000039, 0x0000000000001100,
    0x0050005008040200, 0xc881690101010602, 0x0000000000000039, 0x0000000000001180,
    0x0020002010080400, 0x12902d5844800102, 0x000000000000003b, 0x0000000000001200,
    0x0040004020100800, 0x1010908081002081, 0x000000000000003b, 0x0000000000001220,
    0x0000020408102000, 0x8004010402204009, 0x000000000000003b, 0x0000000000001240,
    0x0000040810204000, 0x000084008805020c, 0x000000000000003b, 0x0000000000001260,
    0x00000a1020400000, 0x0060088048088004, 0x000000000000003b, 0x0000000000001280,
    0x0000142240000000, 0x0002002084040420, 0x000000000000003b, 0x00000000000012a0,
    0x0000284402000000, 0x28a0412015240008, 0x000000000000003b, 0x00000000000012c0,
    0x0000500804020000, 0x0311102101210010, 0x000000000000003b, 0x00000000000012e0,
    0x0000201008040200, 0x0c320e1004248380, 0x000000000000003b, 0x0000000000001300,
    0x0000402010080400, 0x1023101401004200, 0x000000000000003b, 0x0000000000001320,
    0x0002040810204000, 0x0042004100882000, 0x000000000000003a, 0x0000000000001340,
    0x0004081020400000, 0x0000010082012000, 0x000000000000003b, 0x0000000000001380,
    0x000a102040000000, 0x0272400020841095, 0x000000000000003b, 0x00000000000013a0,
    0x0014224000000000, 0x8020000440840400, 0x000000000000003b, 0x00000000000013c0,
    0x0028440200000000, 0x0800500208902410, 0x000000000000003b, 0x00000000000013e0,
    0x0050080402000000, 0x1321040420440107, 0x000000000000003b, 0x0000000000001400,
    0x0020100804020000, 0x8088041010014114, 0x000000000000003b, 0x0000000000001420,
    0x0040201008040200, 0x0010641000424100, 0x000000000000003a, 0x0000000000001440,
];

#[rustfmt::skip]
static FANCY_ROOK_HASHES: [u64; 256] = [
    0x000101010101017e, 0x01800088e0114000, 0x0000000000000034, 0x0000000000000000,
    0x000202020202027c, 0x0040001000402008, 0x0000000000000035, 0x0000000000001000,
    0x000404040404047a, 0x4200201008408200, 0x0000000000000035, 0x0000000000001800,
    0x0008080808080876, 0x0200084104201200, 0x0000000000000035, 0x0000000000002000,
    0x001010101010106e, 0x0100040800110002, 0x0000000000000035, 0x0000000000002800,
    0x002020202020205e, 0x0900010004000802, 0x0000000000000035, 0x0000000000003000,
    0x004040404040403e, 0x0880008001000200, 0x0000000000000035, 0x0000000000003800,
    0x008080808080807e, 0xa10010230001c882, 0x0000000000000034, 0x0000000000004000,
    0x0001010101017e00, 0xc0828000c0008060, 0x0000000000000035, 0x0000000000005000,
    0x0002020202027c00, 0x0011401000422002, 0x0000000000000036, 0x0000000000005800,
    0x0004040404047a00, 0x2281004010200100, 0x0000000000000036, 0x0000000000005c00,
    0x0008080808087600, 0x2001002009041000, 0x0000000000000036, 0x0000000000006000,
    0x0010101010106e00, 0x0a02808008000400, 0x0000000000000036, 0x0000000000006400,
    0x0020202020205e00, 0x0016000402001009, 0x0000000000000036, 0x0000000000006800,
    0x0040404040403e00, 0x0146000148a40200, 0x0000000000000036, 0x0000000000006c00,
    0x0080808080807e00, 0x0002000214009041, 0x0000000000000035, 0x0000000000007000,
    0x00010101017e0100, 0x2080004020004000, 0x0000000000000035, 0x0000000000007800,
    0x00020202027c0200, 0x0120818040002000, 0x0000000000000036, 0x0000000000008000,
    0x00040404047a0400, 0x1800808020001001, 0x0000000000000036, 0x0000000000008400,
    0x0008080808760800, 0x0010010009211100, 0x0000000000000036, 0x0000000000008800,
    0x00101010106e1000, 0x6002110008000500, 0x0000000000000036, 0x0000000000008c00,
    0x00202020205e2000, 0x2000808002000400, 0x0000000000000036, 0x0000000000009000,
    0x00404040403e4000, 0x0008040008010210, 0x0000000000000036, 0x0000000000009400,
    0x00808080807e8000, 0x1148020000408104, 0x0000000000000035, 0x0000000000009800,
    0x000101017e010100, 0x0080004040002000, 0x0000000000000035, 0x000000000000a000,
    0x000202027c020200, 0x0021082100400082, 0x0000000000000036, 0x000000000000a800,
    0x000404047a040400, 0x8239001100200041, 0x0000000000000036, 0x000000000000ac00,
    0x0008080876080800, 0x8000080080100082, 0x0000000000000036, 0x000000000000b000,
    0x001010106e101000, 0x6004000480800800, 0x0000000000000036, 0x000000000000b400,
    0x002020205e202000, 0x0810040080800200, 0x0000000000000036, 0x000000000000b800,
    0x004040403e404000, 0x0040080400010210, 0x0000000000000036, 0x000000000000bc00,
    0x008080807e808000, 0x0010140200284881, 0x0000000000000035, 0x000000000000c000,
    0x0001017e01010100, 0x0180002000400040, 0x0000000000000035, 0x000000000000c800,
    0x0002027c02020200, 0x00c0804000802000, 0x0000000000000036, 0x000000000000d000,
    0x0004047a04040400, 0x2001802001801000, 0x0000000000000036, 0x000000000000d400,
    0x0008087608080800, 0x0000080080801000, 0x0000000000000036, 0x000000000000d800,
    0x0010106e10101000, 0x1000080080800400, 0x0000000000000036, 0x000000000000dc00,
    0x0020205e20202000, 0x8014000200800480, 0x0000000000000036, 0x000000000000e000,
    0x0040403e40404000, 0x0020800200800100, 0x0000000000000036, 0x000000000000e400,
    0x0080807e80808000, 0x400000850e000044, 0x0000000000000035, 0x000000000000e800,
    0x00017e0101010100, 0x0800204000908000, 0x0000000000000035, 0x000000000000f000,
    0x00027c0202020200, 0x0010082000444000, 0x0000000000000036, 0x000000000000f800,
    0x00047a0404040400, 0x8220200100490010, 0x0000000000000036, 0x000000000000fc00,
    0x0008760808080800, 0x0000200a00420010, 0x0000000000000036, 0x0000000000010000,
    0x00106e1010101000, 0x0008002040040400, 0x0000000000000036, 0x0000000000010400,
    0x00205e2020202000, 0x0406010804220030, 0x0000000000000036, 0x0000000000010800,
    0x00403e4040404000, 0x05001201080c00f0, 0x0000000000000036, 0x0000000000010c00,
    0x00807e8080808000, 0x320010846c020003, 0x0000000000000035, 0x0000000000011000,
    0x007e010101010100, 0x0014800c40102080, 0x0000000000000035, 0x0000000000011800,
    0x007c020202020200, 0x0220c00080a00180, 0x0000000000000036, 0x0000000000012000,
    0x007a040404040400, 0x0310200010008080, 0x0000000000000036, 0x0000000000012400,
    0x0076080808080800, 0x0000080210008280, 0x0000000000000036, 0x0000000000012800,
    0x006e101010101000, 0x9208004200040040, 0x0000000000000036, 0x0000000000012c00,
    0x005e202020202000, 0x0000020080040080, 0x0000000000000036, 0x0000000000013000,
    0x003e404040404000, 0x0000108108020400, 0x0000000000000036, 0x0000000000013400,
    0x007e808080808000, 0x4081000220408100, 0x0000000000000035, 0x0000000000013800,
    0x7e01010101010100, 0x900602a041110782, 0x0000000000000034, 0x0000000000014000,
    0x7c02020202020200, 0x40aa001900208042, 0x0000000000000035, 0x0000000000015000,
    0x7a04040404040400, 0x0002000c80102042, 0x0000000000000035, 0x0000000000015800,
    0x7608080808080800, 0x4410002004100901, 0x0000000000000035, 0x0000000000016000,
    0x6e10101010101000, 0x000900a230040801, 0x0000000000000035, 0x0000000000016800,
    0x5e20202020202000, 0x0802004810842102, 0x0000000000000035, 0x0000000000017000,
    0x3e40404040404000, 0x0000100841020084, 0x0000000000000035, 0x0000000000017800,
    0x7e80808080808000, 0x1400142444010082, 0x0000000000000034, 0x0000000000018000,
];

#[allow(long_running_const_eval)]
static FANCY_BISHOP_TABLE: [u64; 5248] = make_fancy_bishop_table();

const fn make_fancy_bishop_table() -> [u64; 5248] {
    let mut table: [u64; 5248] = [0; 5248];
    let mut square: u64 = 0;
    while square < 64 {
        let common = square & 56;
        let common_2 = (square << 3) & 56;
        let less = common_2.wrapping_sub(common);
        let less_2 = 0_u64.wrapping_sub(less >> 63);
        let shifted = 0x8040201008040201_u64 >> ((less & !less_2) & 63);
        let r = 1_u64 << square;
        let diagonal = (shifted << ((0_u64.wrapping_sub(less) & less_2) & 63)) ^ r;
        let less_3 = 56_u64.wrapping_sub(common_2).wrapping_sub(common);
        let less_4 = 0_u64.wrapping_sub(less_3 >> 63);
        let shifted_2 = 0x0102040810204080_u64 >> ((less_3 & !less_4) & 63);
        let shifted_3 = shifted_2 << ((0_u64.wrapping_sub(less_3) & less_4) & 63);
        let anti_diagonal = shifted_3 ^ r;
        let lines = diagonal | anti_diagonal;
        let relevant = lines & 0x7e7e7e7e7e7e7e7e_u64 & 0x00ffffffffffff00_u64;
        let row = square << 2;
        let mask = FANCY_BISHOP_HASHES[row as usize];
        let factor = FANCY_BISHOP_HASHES[(row | 1) as usize];
        let shift = FANCY_BISHOP_HASHES[(row | 2) as usize];
        let offset = FANCY_BISHOP_HASHES[(row | 3) as usize];
        let reversed_r = r.reverse_bits();
        let mut subset = 0_u64;
        loop {
            let o = subset & mask;
            let hash = o.wrapping_mul(factor) >> (shift & 63);
            let place = offset.wrapping_add(hash);
            let o_2 = subset & diagonal;
            let positive = o_2.wrapping_sub(r);
            let negative = o_2.reverse_bits().wrapping_sub(reversed_r).reverse_bits();
            let o_3 = subset & anti_diagonal;
            let positive_2 = o_3.wrapping_sub(r);
            let negative_2 = o_3.reverse_bits().wrapping_sub(reversed_r).reverse_bits();
            let common_3 = (positive_2 ^ negative_2) & anti_diagonal;
            table[place as usize] = ((positive ^ negative) & diagonal) | common_3;
            subset = subset.wrapping_sub(relevant) & relevant;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

#[allow(long_running_const_eval)]
static FANCY_ROOK_TABLE: [u64; 102400] = make_fancy_rook_table();

const fn make_fancy_rook_table() -> [u64; 102400] {
    let mut table: [u64; 102400] = [0; 102400];
    let mut square: u64 = 0;
    while square < 64 {
        let r = 1_u64 << square;
        let rank = (255_u64 << (square & 56)) ^ r;
        let file = (0x0101010101010101_u64 << (square & 7)) ^ r;
        let relevant = (rank & 0x7e7e7e7e7e7e7e7e_u64) | (file & 0x00ffffffffffff00_u64);
        let row = square << 2;
        let mask = FANCY_ROOK_HASHES[row as usize];
        let factor = FANCY_ROOK_HASHES[(row | 1) as usize];
        let shift = FANCY_ROOK_HASHES[(row | 2) as usize];
        let offset = FANCY_ROOK_HASHES[(row | 3) as usize];
        let reversed_r = r.reverse_bits();
        let mut subset = 0_u64;
        loop {
            let o = subset & mask;
            let hash = o.wrapping_mul(factor) >> (shift & 63);
            let place = offset.wrapping_add(hash);
            let o_2 = subset & rank;
            let positive = o_2.wrapping_sub(r);
            let negative = o_2.reverse_bits().wrapping_sub(reversed_r).reverse_bits();
            let o_3 = subset & file;
            let positive_2 = o_3.wrapping_sub(r);
            let negative_2 = o_3.reverse_bits().wrapping_sub(reversed_r).reverse_bits();
            let common = (positive_2 ^ negative_2) & file;
            table[place as usize] = ((positive ^ negative) & rank) | common;
            subset = subset.wrapping_sub(relevant) & relevant;
            if subset == 0 {
                break;
            }
        }
        square += 1;
    }
    table
}

/// Returns the attacks of a rook.
#[must_use]
pub const fn rook_attacks(square: u64, occupied: u64) -> u64 {
    let row = square << 2;
    let mask = FANCY_ROOK_HASHES[row as usize];
    let factor = FANCY_ROOK_HASHES[(row | 1) as usize];
    let shift = FANCY_ROOK_HASHES[(row | 2) as usize];
    let offset = FANCY_ROOK_HASHES[(row | 3) as usize];
    let o = occupied & mask;
    let hash = o.wrapping_mul(factor) >> (shift & 63);
    let attacks = FANCY_ROOK_TABLE[offset.wrapping_add(hash) as usize];
    attacks
}

/// Returns the attacks of a bishop.
#[must_use]
pub const fn bishop_attacks(square: u64, occupied: u64) -> u64 {
    let row = square << 2;
    let mask = FANCY_BISHOP_HASHES[row as usize];
    let factor = FANCY_BISHOP_HASHES[(row | 1) as usize];
    let shift = FANCY_BISHOP_HASHES[(row | 2) as usize];
    let offset = FANCY_BISHOP_HASHES[(row | 3) as usize];
    let o = occupied & mask;
    let hash = o.wrapping_mul(factor) >> (shift & 63);
    let attacks = FANCY_BISHOP_TABLE[offset.wrapping_add(hash) as usize];
    attacks
}

/// Returns the attacks of a queen.
#[must_use]
pub const fn queen_attacks(square: u64, occupied: u64) -> u64 {
    rook_attacks(square, occupied) | bishop_attacks(square, occupied)
}

#[cfg(test)]
mod slider_attack_tests {
    use super::*;

    const fn relevant_of_rook(square: u64) -> u64 {
        let bit = 1_u64 << square;
        let rank = (255_u64 << (square & 56)) ^ bit;
        let file = (0x0101010101010101_u64 << (square & 7)) ^ bit;
        let common = file & 0x00ffffffffffff00_u64;
        (rank & 0x7e7e7e7e7e7e7e7e_u64) | common
    }

    const fn relevant_of_bishop(square: u64) -> u64 {
        let common = square & 56;
        let common_2 = (square << 3) & 56;
        let less = common_2.wrapping_sub(common);
        let less_2 = 0_u64.wrapping_sub(less >> 63);
        let shifted = 0x8040201008040201_u64 >> ((less & !less_2) & 63);
        let bit = 1_u64 << square;
        let diagonal = (shifted << ((0_u64.wrapping_sub(less) & less_2) & 63)) ^ bit;
        let less_3 = 56_u64.wrapping_sub(common_2).wrapping_sub(common);
        let less_4 = 0_u64.wrapping_sub(less_3 >> 63);
        let shifted_2 = 0x0102040810204080_u64 >> ((less_3 & !less_4) & 63);
        let shifted_3 = shifted_2 << ((0_u64.wrapping_sub(less_3) & less_4) & 63);
        let anti_diagonal = shifted_3 ^ bit;
        let lines = diagonal | anti_diagonal;
        lines & 0x7e7e7e7e7e7e7e7e_u64 & 0x00ffffffffffff00_u64
    }

    const fn digest_of_rook() -> u64 {
        let mut digest = 0_u64;
        let mut square: u64 = 0;
        while square < 64 {
            let mask = relevant_of_rook(square);
            let mut subset = 0_u64;
            loop {
                let occupied = subset | !(subset.wrapping_mul(0x9e3779b97f4a7c15_u64) | mask);
                let attacks = rook_attacks(square, occupied);
                let mixed = digest ^ attacks;
                let joined = (mixed << 29) | (mixed >> 35);
                digest = joined.wrapping_mul(0x9e3779b97f4a7c15_u64);
                subset = subset.wrapping_sub(mask) & mask;
                if subset == 0 {
                    break;
                }
            }
            square += 1;
        }
        digest
    }

    const fn digest_of_bishop() -> u64 {
        let mut digest = 0_u64;
        let mut square: u64 = 0;
        while square < 64 {
            let mask = relevant_of_bishop(square);
            let mut subset = 0_u64;
            loop {
                let occupied = subset | !(subset.wrapping_mul(0x9e3779b97f4a7c15_u64) | mask);
                let attacks = bishop_attacks(square, occupied);
                let mixed = digest ^ attacks;
                let joined = (mixed << 29) | (mixed >> 35);
                digest = joined.wrapping_mul(0x9e3779b97f4a7c15_u64);
                subset = subset.wrapping_sub(mask) & mask;
                if subset == 0 {
                    break;
                }
            }
            square += 1;
        }
        digest
    }

    const fn digest_of_queen() -> u64 {
        let mut digest = 0_u64;
        let mut square: u64 = 0;
        while square < 64 {
            let mask = relevant_of_rook(square);
            let mut subset = 0_u64;
            loop {
                let occupied = subset | !(subset.wrapping_mul(0x9e3779b97f4a7c15_u64) | mask);
                let attacks = queen_attacks(square, occupied);
                let mixed = digest ^ attacks;
                let joined = (mixed << 29) | (mixed >> 35);
                digest = joined.wrapping_mul(0x9e3779b97f4a7c15_u64);
                subset = subset.wrapping_sub(mask) & mask;
                if subset == 0 {
                    break;
                }
            }
            square += 1;
        }
        digest
    }

    // Tests the attacks: queries, and digests over all relevant occupancies.
    fn self_test() -> bool {
        // An empty board, from a corner.
        if rook_attacks(0_u64, 0_u64) != 0x01010101010101fe_u64 {
            return false;
        }
        if bishop_attacks(0_u64, 0_u64) != 0x8040201008040200_u64 {
            return false;
        }
        if queen_attacks(0_u64, 0_u64) != 0x81412111090503fe_u64 {
            return false;
        }
        // Every square is occupied, its own too.
        if rook_attacks(28_u64, 0xffffffffffffffff_u64) != 0x0000001028100000_u64 {
            return false;
        }
        if bishop_attacks(28_u64, 0xffffffffffffffff_u64) != 0x0000002800280000_u64 {
            return false;
        }
        if queen_attacks(28_u64, 0xffffffffffffffff_u64) != 0x0000003828380000_u64 {
            return false;
        }
        // Blockers on all sides, and others off the lines.
        if rook_attacks(27_u64, 0x0008240042002080_u64) != 0x0008080876080808_u64 {
            return false;
        }
        if bishop_attacks(27_u64, 0x0008240042002080_u64) != 0x0001221400142201_u64 {
            return false;
        }
        if queen_attacks(27_u64, 0x0008240042002080_u64) != 0x00092a1c761c2a09_u64 {
            return false;
        }
        // Blockers on the edges alone.
        if rook_attacks(63_u64, 0x8100000000000081_u64) != 0x7f80808080808080_u64 {
            return false;
        }
        if bishop_attacks(63_u64, 0x8100000000000081_u64) != 0x0040201008040201_u64 {
            return false;
        }
        if queen_attacks(63_u64, 0x8100000000000081_u64) != 0x7fc0a09088848281_u64 {
            return false;
        }
        // The start of a game, from inside.
        if rook_attacks(42_u64, 0xffff00000000ffff_u64) != 0x0004fb0404040400_u64 {
            return false;
        }
        if bishop_attacks(42_u64, 0xffff00000000ffff_u64) != 0x000a000a11204000_u64 {
            return false;
        }
        if queen_attacks(42_u64, 0xffff00000000ffff_u64) != 0x000efb0e15244400_u64 {
            return false;
        }
        // The digests over all relevant occupancies of all squares.
        if digest_of_rook() != 0xd4616b7b4d1073c4_u64 {
            return false;
        }
        if digest_of_bishop() != 0xc50a848fdc1d11d6_u64 {
            return false;
        }
        if digest_of_queen() != 0xd7ee82d0c34964dc_u64 {
            return false;
        }
        true
    }

    #[test]
    fn self_test_passes() {
        assert!(self_test());
    }
}
