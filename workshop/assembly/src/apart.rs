//! An operation that is compiled apart on every kind of word: `cargo workshop inlining` must find
//! it.

use core::hint::black_box;

use hyperbola::word::{Vector, WordKind, WordVisitor};

/// A visitor that passes an operation as a value.
struct Apart(u64);

impl WordVisitor for Apart {
    type Output = u64;

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) -> u64 {
        let word = V::from_array(token, V::ZEROS).splat(self.0);
        let and: fn(V, V) -> V = |one, other| one & other;
        black_box(and)(word, word).into_array().as_ref()[0]
    }
}

/// Computes on a kind of word by an operation that is compiled apart.
#[must_use]
pub fn and(kind: WordKind, value: u64) -> Option<u64> {
    kind.visit(Apart(value))
}
