//! Serde: short texts for formats that people read, numbers for the others.

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::{Bitboard, Color, File, Rank, Square};

/// A value that is a text for people and a number for machines. The crate `hyperbola-moves` uses
/// this too.
pub trait TextOrNumber: FromStr<Err: fmt::Display> {
    /// The number's type.
    type Number: Serialize + for<'de> Deserialize<'de>;

    /// The text or number that is expected, for errors.
    const EXPECTED: &'static str;

    /// Returns the text.
    fn text(&self) -> impl fmt::Display;

    /// Returns the number.
    fn number(&self) -> Self::Number;

    /// Makes the value from its number, if there is one.
    fn from_number(number: Self::Number) -> Option<Self>;
}

/// Writes a value as its text or as its number.
///
/// # Errors
///
/// Returns the serializer's errors.
pub fn serialize<T: TextOrNumber, S: Serializer>(
    value: &T,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    if serializer.is_human_readable() {
        serializer.collect_str(&value.text())
    } else {
        value.number().serialize(serializer)
    }
}

/// Reads a value from its text or from its number.
///
/// # Errors
///
/// Returns an error if there is no such value, and the deserializer's errors.
pub fn deserialize<'de, T: TextOrNumber, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    if deserializer.is_human_readable() {
        deserialize_text(deserializer, T::EXPECTED)
    } else {
        let value = T::from_number(T::Number::deserialize(deserializer)?);
        value.ok_or_else(|| D::Error::custom(format_args!("expected {}", T::EXPECTED)))
    }
}

/// Reads a value from its text.
///
/// # Errors
///
/// Returns the parser's error, and the deserializer's errors.
pub fn deserialize_text<'de, T: FromStr<Err: fmt::Display>, D: Deserializer<'de>>(
    deserializer: D,
    expected: &'static str,
) -> Result<T, D::Error> {
    struct Text<T>(&'static str, PhantomData<T>);

    impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for Text<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.0)
        }

        fn visit_str<E: Error>(self, text: &str) -> Result<T, E> {
            text.parse().map_err(E::custom)
        }
    }

    deserializer.deserialize_str(Text(expected, PhantomData))
}

/// Implements `Serialize` and `Deserialize` for types that are [`TextOrNumber`].
#[doc(hidden)]
#[macro_export]
macro_rules! serialize_as_text_or_number {
    ($($type:ty),*) => {$(
        impl ::serde::Serialize for $type {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::serialize::serialize(self, serializer)
            }
        }

        impl<'de> ::serde::Deserialize<'de> for $type {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                $crate::serialize::deserialize(deserializer)
            }
        }
    )*};
}

macro_rules! indexed {
    ($($type:ident: $expected:literal, $index:expr, $from_index:expr;)*) => {
        $(impl TextOrNumber for $type {
            type Number = u8;
            const EXPECTED: &'static str = $expected;

            fn text(&self) -> impl fmt::Display {
                self
            }

            fn number(&self) -> u8 {
                $index(*self)
            }

            fn from_number(number: u8) -> Option<Self> {
                $from_index(number)
            }
        })*

        serialize_as_text_or_number!($($type),*);
    };
}

indexed! {
    Square: "a square, a1 to h8", Square::index, Square::from_index;
    File: "a file, a to h", File::index, File::from_index;
    Rank: "a rank, 1 to 8", Rank::index, Rank::from_index;
    Color: "white or black", |color| color as u8,
        |number| Color::ALL.get(usize::from(number)).copied();
}

impl TextOrNumber for Bitboard {
    type Number = u64;
    const EXPECTED: &'static str = "a bitboard of 1 to 16 hexadecimal digits";

    fn text(&self) -> impl fmt::Display {
        struct Hexadecimal(u64);

        impl fmt::Display for Hexadecimal {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{:#018x}", self.0)
            }
        }

        Hexadecimal(self.0)
    }

    fn number(&self) -> u64 {
        self.0
    }

    fn from_number(number: u64) -> Option<Self> {
        Some(Self(number))
    }
}

serialize_as_text_or_number!(Bitboard);

#[cfg(test)]
mod tests {
    use super::*;
    use serde_test::{Compact, Configure, Readable, Token, assert_de_tokens_error, assert_tokens};

    /// Checks both forms of a value, written and read.
    fn both<T>(value: T, text: &'static str, number: Token)
    where
        T: Copy + PartialEq + fmt::Debug + Serialize + for<'de> Deserialize<'de>,
    {
        assert_tokens(&value.readable(), &[Token::Str(text)]);
        assert_tokens(&value.compact(), &[number]);
    }

    #[test]
    fn texts_and_numbers_come_back() {
        for square in Square::ALL {
            assert_tokens(&square.compact(), &[Token::U8(square.index())]);
        }
        both(Square::E4, "e4", Token::U8(28));
        both(File::C, "c", Token::U8(2));
        both(Rank::Third, "3", Token::U8(2));
        both(Color::White, "white", Token::U8(0));
        both(Color::Black, "black", Token::U8(1));
        both(Bitboard(1 << 63 | 5), "0x8000000000000005", Token::U64(1 << 63 | 5));
        both(Bitboard::EMPTY, "0x0000000000000000", Token::U64(0));
    }

    #[test]
    fn errors_say_what_was_expected() {
        assert_de_tokens_error::<Readable<Square>>(
            &[Token::Str("e9")],
            "expected a rank, 1 to 8, as a square's second character",
        );
        assert_de_tokens_error::<Readable<Square>>(
            &[Token::U8(28)],
            "invalid type: integer `28`, expected a square, a1 to h8",
        );
        assert_de_tokens_error::<Compact<Square>>(&[Token::U8(64)], "expected a square, a1 to h8");
        assert_de_tokens_error::<Compact<Color>>(&[Token::U8(2)], "expected white or black");
        assert_de_tokens_error::<Readable<Bitboard>>(
            &[Token::Str("0x12g")],
            "expected a hexadecimal digit, 0 to 9 or a to f",
        );
    }
}
