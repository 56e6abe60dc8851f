//! Bob Jenkins' random number generator ISAAC-64 of 1996 (public domain), for constants.
//!
//! The 781 random numbers of the Polyglot book format are the generator's first results from a seed
//! of zeros, where each block of 256 is read from its end. This module computes them, so no table
//! is copied.

/// The number of words in a block.
const BLOCK: usize = 256;

/// The golden ratio, the initial value of the state.
const GOLDEN_RATIO: u64 = 0x9e37_79b9_7f4a_7c13;

/// The state of the generator.
struct Isaac64 {
    memory: [u64; BLOCK],
    a: u64,
    b: u64,
    c: u64,
}

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

impl Isaac64 {
    /// Makes the generator of a seed of zeros.
    const fn new() -> Self {
        let mut words = [GOLDEN_RATIO; 8];
        let mut round = 0;
        while round < 4 {
            words = mix(words);
            round += 1;
        }
        let mut memory = [0; BLOCK];
        // The first pass mixes in the seed, which is zero; the second mixes in the first pass's
        // result.
        let mut index = 0;
        while index < 2 * BLOCK {
            let at = index % BLOCK;
            let mut place = 0;
            while place < 8 {
                words[place] = words[place].wrapping_add(memory[at + place]);
                place += 1;
            }
            words = mix(words);
            place = 0;
            while place < 8 {
                memory[at + place] = words[place];
                place += 1;
            }
            index += 8;
        }
        Self { memory, a: 0, b: 0, c: 0 }
    }

    /// Generates the next block.
    const fn block(&mut self) -> [u64; BLOCK] {
        let mut results = [0; BLOCK];
        self.c += 1;
        self.b = self.b.wrapping_add(self.c);
        let mut index = 0;
        while index < BLOCK {
            let x = self.memory[index];
            self.a = match index % 4 {
                0 => !(self.a ^ (self.a << 21)),
                1 => self.a ^ (self.a >> 5),
                2 => self.a ^ (self.a << 12),
                _ => self.a ^ (self.a >> 33),
            }
            .wrapping_add(self.memory[(index + BLOCK / 2) % BLOCK]);
            let y = self.memory_at(x >> 3).wrapping_add(self.a).wrapping_add(self.b);
            self.memory[index] = y;
            self.b = self.memory_at(y >> 11).wrapping_add(x);
            results[index] = self.b;
            index += 1;
        }
        results
    }

    /// Returns the word at an index, which is taken modulo the block's length.
    const fn memory_at(&self, index: u64) -> u64 {
        self.memory[index.to_le_bytes()[0] as usize]
    }
}

/// Returns the first results from a seed of zeros. Each block is read from its end.
pub(crate) const fn numbers<const COUNT: usize>() -> [u64; COUNT] {
    let mut generator = Isaac64::new();
    let mut numbers = [0; COUNT];
    let mut block = [0; BLOCK];
    let mut index = 0;
    while index < COUNT {
        if index % BLOCK == 0 {
            block = generator.block();
        }
        numbers[index] = block[BLOCK - 1 - index % BLOCK];
        index += 1;
    }
    numbers
}
