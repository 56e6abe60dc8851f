//! The operations that many languages lack, as formulas of those that all have.

use hyperbola::masks::computed_line;
use hyperbola::word::transform::{
    highest_ones_of_bytes, software_pdep, software_pext, subtract_bytes, zero_mask,
};
use hyperbola::{Word, formula};
use hyperbola_explain::{Function, Operator, Program, Recorder};

use crate::transforms::Transform;

/// An operation that is printed as a function if a language has no operator for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Helper {
    Function(Function),
    Operator(Operator),
    Transform(Transform),
}

impl Helper {
    /// Returns the function's name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Function(function) => function.name(),
            Self::Transform(transform) => transform.name(),
            Self::Operator(Operator::MultiplyHigh) => "multiply_high",
            Self::Operator(Operator::RotateLeft) => "rotate_left",
            Self::Operator(Operator::SubtractBytes) => "subtract_bytes",
            Self::Operator(Operator::Extract) => "extract_bits",
            Self::Operator(Operator::Deposit) => "deposit_bits",
            Self::Operator(_) => "operator",
        }
    }

    /// Returns the names of the parameters.
    pub(crate) fn parameters(self) -> &'static [&'static str] {
        match self {
            Self::Function(_) | Self::Transform(_) => &["x"],
            Self::Operator(Operator::RotateLeft) => &["x", "amount"],
            Self::Operator(Operator::Extract | Operator::Deposit) => &["x", "mask"],
            Self::Operator(_) => &["a", "b"],
        }
    }

    /// Returns its formula.
    pub(crate) fn program(self) -> Program {
        let recorder = Recorder::new();
        let words: Vec<_> = self.parameters().iter().map(|&name| recorder.board(name, 0)).collect();
        let first = words[0];
        let second = *words.last().unwrap_or(&first);
        recorder.program(self.formula(first, second))
    }

    /// Computes the operation by operations that every language has.
    pub(crate) fn formula<W: Word>(self, x: W, y: W) -> W {
        match self {
            Self::Transform(transform) => transform.formula(x),
            Self::Function(Function::SwapBytes) => swap_bytes(x),
            Self::Function(Function::ReverseBits) => reverse_bits(x),
            Self::Function(Function::LeadingZeros) => (!fill_down(x)).count_ones(),
            Self::Function(Function::TrailingZeros) => below_lowest(x).count_ones(),
            Self::Function(Function::CountOnes) => count_ones(x),
            Self::Function(Function::ZeroMask) => zero_mask(x),
            Self::Function(Function::HighestOnesOfBytes) => highest_ones_of_bytes(x),
            Self::Function(Function::WholeLine(line)) => computed_line(x, line) | x.bit(),
            Self::Operator(Operator::MultiplyHigh) => multiply_high(x, y),
            Self::Operator(Operator::RotateLeft) => rotate_left(x, y),
            Self::Operator(Operator::SubtractBytes) => subtract_bytes(x, y),
            Self::Operator(Operator::Extract) => software_pext(x, y),
            Self::Operator(Operator::Deposit) => software_pdep(x, y),
            _ => unreachable!("every language has the other operators"),
        }
    }
}

fn swap_bytes<W: Word>(x: W) -> W {
    let (bytes, pairs) = (x.splat(0x00ff_00ff_00ff_00ff), x.splat(0x0000_ffff_0000_ffff));
    formula! {
        bytes_swapped = (x & bytes).shl(8) | (x.shr(8) & bytes);
        pairs_swapped = (bytes_swapped & pairs).shl(16) | (bytes_swapped.shr(16) & pairs);
    }
    pairs_swapped.shl(32) | pairs_swapped.shr(32)
}

/// Many languages swap bytes by one operation, so that comes last.
fn reverse_bits<W: Word>(x: W) -> W {
    let bits = x.splat(0x5555_5555_5555_5555);
    let (pairs, nibbles) = (x.splat(0x3333_3333_3333_3333), x.splat(0x0f0f_0f0f_0f0f_0f0f));
    formula! {
        bits_swapped = (x & bits).shl(1) | (x.shr(1) & bits);
        pairs_swapped = (bits_swapped & pairs).shl(2) | (bits_swapped.shr(2) & pairs);
        nibbles_swapped = (pairs_swapped & nibbles).shl(4) | (pairs_swapped.shr(4) & nibbles);
    }
    nibbles_swapped.swap_bytes()
}

fn count_ones<W: Word>(x: W) -> W {
    let two_bits = x.splat(0x3333_3333_3333_3333);
    formula! {
        of_pairs = x.wrapping_sub(x.shr(1) & x.splat(0x5555_5555_5555_5555));
        of_nibbles = (of_pairs & two_bits).wrapping_add(of_pairs.shr(2) & two_bits);
        of_bytes = of_nibbles.wrapping_add(of_nibbles.shr(4)) & x.splat(0x0f0f_0f0f_0f0f_0f0f);
    }
    of_bytes.wrapping_mul(x.splat(0x0101_0101_0101_0101)).shr(56)
}

/// Sets all bits below the highest one.
fn fill_down<W: Word>(x: W) -> W {
    [1, 2, 4, 8, 16, 32].into_iter().fold(x, |filled, by| filled | filled.shr(by))
}

/// Returns the zeros below the lowest one.
fn below_lowest<W: Word>(x: W) -> W {
    !x & x.wrapping_sub(x.splat(1))
}

fn multiply_high<W: Word>(a: W, b: W) -> W {
    let low_half = a.splat(0xffff_ffff);
    formula! {
        a_low = a & low_half;
        a_high = a.shr(32);
        b_low = b & low_half;
        b_high = b.shr(32);
        middle = a_high.wrapping_mul(b_low).wrapping_add(a_low.wrapping_mul(b_low).shr(32));
        carried = a_low.wrapping_mul(b_high).wrapping_add(middle & low_half);
    }
    a_high.wrapping_mul(b_high).wrapping_add(middle.shr(32)).wrapping_add(carried.shr(32))
}

/// The amount is from 0 to 63.
fn rotate_left<W: Word>(x: W, amount: W) -> W {
    formula! { back = x.splat(64).wrapping_sub(amount) & x.splat(63); }
    x.shl_by(amount) | x.shr_by(back)
}

#[cfg(test)]
mod tests {
    use hyperbola::{Line, Square, geometry};

    use super::*;

    #[test]
    fn helpers_agree_with_the_processor() {
        let functions = [
            Function::SwapBytes,
            Function::ReverseBits,
            Function::LeadingZeros,
            Function::TrailingZeros,
            Function::CountOnes,
            Function::ZeroMask,
            Function::HighestOnesOfBytes,
        ];
        let operators = [
            Operator::MultiplyHigh,
            Operator::RotateLeft,
            Operator::SubtractBytes,
            Operator::Extract,
            Operator::Deposit,
        ];
        for (square, line) in Square::ALL.into_iter().flat_map(|s| Line::ALL.map(|line| (s, line)))
        {
            let function = Function::WholeLine(line);
            let expected = geometry::line(square, line).0 | square.bit();
            let helper = Helper::Function(function);
            assert_eq!(helper.formula(square.word(), 0), expected, "{line} of {square}");
            assert_eq!(function.apply(square.word()), expected, "{line} of {square}");
        }
        let mut x = 0x9e37_79b9_7f4a_7c15_u64;
        let mut words = vec![0, 1, 1 << 63, u64::MAX, 0xff, 0x8000_0000, 0xffff_ffff_0000_0000];
        for _ in 0..40 {
            x = (x ^ (x >> 29)).wrapping_mul(0xbf58_476d_1ce4_e5b9).rotate_left(31);
            words.extend([x, x & (x >> 7), 1 << (x & 63)]);
        }
        for &a in &words {
            for function in functions {
                let helper = Helper::Function(function);
                assert_eq!(helper.formula(a, a), function.apply(a), "{function:?} of {a:#x}");
            }
            for &b in &words {
                for operator in operators {
                    let b = if operator == Operator::RotateLeft { b & 63 } else { b };
                    let helper = Helper::Operator(operator);
                    let expected = operator.apply(a, b);
                    assert_eq!(helper.formula(a, b), expected, "{operator:?} of {a:#x}, {b:#x}");
                }
            }
        }
    }
}
