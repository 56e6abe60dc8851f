//! Bob Jenkins' random number generator ISAAC-64 of 1996 (public domain), for constants.
//!
//! The 781 random numbers of the Polyglot book format are the generator's first results from a seed
//! of zeros, where each block of 256 is read from its end. This module computes them, so no table
//! is copied.

/// The number of words in a block.
const BLOCK: usize = 256;

/// The golden ratio, the initial value of the state.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c13;

/// Mixes eight words.
const fn mix(mut words: [u64; 8]) -> [u64; 8] {
    const SHIFTS: [u32; 8] = [9, 9, 23, 15, 14, 20, 17, 14];
    let mut index = 0;
    while index < 8 {
        let shift = SHIFTS[index];
        words[index] = words[index].wrapping_sub(words[(index + 4) % 8]);
        let last = words[(index + 7) % 8];
        let mixed = if index % 2 == 0 { last >> shift } else { last << shift };
        words[(index + 5) % 8] ^= mixed;
        words[(index + 7) % 8] = last.wrapping_add(words[index]);
        index += 1;
    }
    words
}

/// Returns the memory for a seed of zeros.
const fn memory() -> [u64; BLOCK] {
    let mut words = [GOLDEN_RATIO; 8];
    let mut round = 0;
    while round < 4 {
        words = mix(words);
        round += 1;
    }
    let mut memory = [0; BLOCK];
    // The first pass mixes in the seed, which is zero; the second mixes in the first pass's result.
    let mut index = 0;
    while index < 2 * BLOCK {
        let (_, rest) = memory.split_at_mut(index % BLOCK);
        let mut place = 0;
        while place < 8 {
            words[place] = words[place].wrapping_add(rest[place]);
            place += 1;
        }
        words = mix(words);
        (rest.split_at_mut(8).0).copy_from_slice(&words);
        index += 8;
    }
    memory
}

/// Returns the first results from a seed of zeros. Each block is read from its end.
pub(crate) const fn numbers<const COUNT: usize>() -> [u64; COUNT] {
    let mut memory = memory();
    let (mut a, mut b) = (0_u64, 0_u64);
    let mut numbers = [0; COUNT];
    let mut block = 0;
    while block * BLOCK < COUNT {
        b = b.wrapping_add(block as u64 + 1);
        let mut index = 0;
        while index < BLOCK {
            let x = memory[index];
            let mixed = match index % 4 {
                0 => !(a ^ (a << 21)),
                1 => a ^ (a >> 5),
                2 => a ^ (a << 12),
                _ => a ^ (a >> 33),
            };
            a = mixed.wrapping_add(memory[(index + BLOCK / 2) % BLOCK]);
            let y = memory[(x >> 3 & 0xff) as usize].wrapping_add(a).wrapping_add(b);
            memory[index] = y;
            b = memory[(y >> 11 & 0xff) as usize].wrapping_add(x);
            let place = (block + 1) * BLOCK - 1 - index;
            if place < COUNT {
                numbers[place] = b;
            }
            index += 1;
        }
        block += 1;
    }
    numbers
}
