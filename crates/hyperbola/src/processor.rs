//! The processor: the instructions it has, and those that it runs as microcode.

use core::fmt;

/// An instruction that makes a technique fast.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Instruction {
    /// Reverses the bytes of a word: `bswap`, `rev`.
    ByteSwap,
    /// Reverses the bits of a word: `rbit`. x86 has no such instruction for a plain word.
    BitReversal,
    /// Counts leading zeros: `lzcnt`, `clz`.
    LeadingZeros,
    /// Counts trailing zeros: `tzcnt`, or `bsf` on a word known not to be empty.
    TrailingZeros,
    /// Multiplies 64 by 64 bits and gives the lower 64 bits.
    Multiply,
    /// Multiplies 64 by 64 bits and gives the upper 64 of 128 bits: `mul`, `umulh`.
    MultiplyHigh,
    /// Shuffles the bytes of a 128-bit register: `pshufb`, `tbl`.
    ByteShuffle,
    /// Computes in four 64-bit lanes of a register: AVX2.
    FourLanes,
    /// Gathers the bits under a mask: `pext`.
    BitExtraction,
    /// Scatters bits to the places under a mask: `pdep`.
    BitDeposit,
    /// Permutes the bits of a word: `vpshufbitqmb`.
    BitPermutation,
}

impl Instruction {
    /// Returns whether this processor has the instruction.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn is_available(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        let available = match self {
            Self::BitReversal => false,
            Self::LeadingZeros => std::is_x86_feature_detected!("lzcnt"),
            Self::ByteShuffle => std::is_x86_feature_detected!("ssse3"),
            Self::FourLanes => std::is_x86_feature_detected!("avx2"),
            Self::BitExtraction | Self::BitDeposit => std::is_x86_feature_detected!("bmi2"),
            Self::BitPermutation => std::is_x86_feature_detected!("avx512bitalg"),
            Self::ByteSwap | Self::TrailingZeros | Self::Multiply | Self::MultiplyHigh => true,
        };
        // AArch64 has most of them in its base set. It lacks a register of four lanes and the
        // instructions that move bits by a mask or an order.
        #[cfg(target_arch = "aarch64")]
        let available = !matches!(
            self,
            Self::FourLanes | Self::BitExtraction | Self::BitDeposit | Self::BitPermutation
        );
        // On other targets nothing is known, so nothing is promised.
        #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
        let available = false;
        available
    }

    /// Returns whether this processor has the instruction but runs it as microcode. It is then so
    /// slow that a technique that needs it is not a good choice. This is the case for bit
    /// extraction and deposit on AMD's Excavator and on Zen before Zen 3.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn is_microcoded(self) -> bool {
        #[cfg(target_arch = "x86_64")]
        let microcoded = matches!(self, Self::BitExtraction | Self::BitDeposit)
            && self.is_available()
            && is_microcoded_family(vendor_and_family());
        #[cfg(not(target_arch = "x86_64"))]
        let microcoded = false;
        microcoded
    }
}

/// Returns whether processors of a vendor and a family run bit extraction and deposit as microcode.
/// These are AMD's 15h (Excavator) and 17h (Zen, Zen+, Zen 2), and Hygon's 18h, a Zen.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn is_microcoded_family((vendor, family): ([u8; 12], u32)) -> bool {
    matches!((&vendor, family), (b"AuthenticAMD", 0x15 | 0x17) | (b"HygonGenuine", 0x18))
}

/// Returns the vendor's twelve letters and the family of this processor.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
fn vendor_and_family() -> ([u8; 12], u32) {
    use core::arch::x86_64::__cpuid;
    let leaf = __cpuid(0);
    let mut vendor = [0; 12];
    for (letters, register) in vendor.chunks_exact_mut(4).zip([leaf.ebx, leaf.edx, leaf.ecx]) {
        letters.copy_from_slice(&register.to_le_bytes());
    }
    (vendor, family(__cpuid(1).eax))
}

/// Returns the family that a processor's signature contains.
#[cfg(all(feature = "std", target_arch = "x86_64"))]
const fn family(signature: u32) -> u32 {
    let (base, extended) = (signature >> 8 & 0xf, signature >> 20 & 0xff);
    // The extended family counts only if the base family has its highest value.
    if base == 0xf { base + extended } else { base }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::ByteSwap => "byte swap",
            Self::BitReversal => "bit reversal",
            Self::LeadingZeros => "leading zeros",
            Self::TrailingZeros => "trailing zeros",
            Self::Multiply => "multiply",
            Self::MultiplyHigh => "multiply high",
            Self::ByteShuffle => "byte shuffle",
            Self::FourLanes => "four lanes",
            Self::BitExtraction => "bit extraction",
            Self::BitDeposit => "bit deposit",
            Self::BitPermutation => "bit permutation",
        })
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::*;

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn microcoded_families_are_named() {
        for (vendor, family, microcoded) in [
            (b"AuthenticAMD", 0x15, true),
            (b"AuthenticAMD", 0x17, true),
            (b"HygonGenuine", 0x18, true),
            (b"AuthenticAMD", 0x19, false),
            (b"AuthenticAMD", 0x1a, false),
            (b"GenuineIntel", 0x06, false),
        ] {
            assert_eq!(is_microcoded_family((*vendor, family)), microcoded, "{family:#x}");
        }
        let (vendor, family) = vendor_and_family();
        assert!(vendor.iter().all(u8::is_ascii_graphic) && family >= 5, "{vendor:?} {family:#x}");
        assert!(!Instruction::LeadingZeros.is_microcoded());
    }

    #[cfg(target_arch = "x86_64")]
    #[test]
    fn families_are_read_from_signatures() {
        for (signature, expected) in [
            (0x0066_0f01, 0x15), // Excavator
            (0x0080_0f82, 0x17), // Zen+
            (0x00a2_0f10, 0x19), // Zen 3
            (0x0005_0657, 0x06), // Cascade Lake, whose extended model does not count
        ] {
            assert_eq!(family(signature), expected, "{signature:#x}");
        }
    }

    #[test]
    fn fixed_instructions_of_each_architecture_are_known() {
        if cfg!(target_arch = "x86_64") {
            assert!(!Instruction::BitReversal.is_available());
            assert!(Instruction::ByteSwap.is_available());
            assert!(Instruction::MultiplyHigh.is_available());
            // Processors have had byte shuffles for longer than four lanes.
            assert!(
                !Instruction::FourLanes.is_available() || Instruction::ByteShuffle.is_available()
            );
        }
        if cfg!(target_arch = "aarch64") {
            assert!(Instruction::BitReversal.is_available());
            assert!(!Instruction::FourLanes.is_available());
        }
    }
}
