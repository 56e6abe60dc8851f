//! The rules by which castling rights are read: those of chess, or those of Chess960.

use core::fmt;
use core::str::FromStr;

use hyperbola::{Color, Square};

use crate::fen::rights_field;
use crate::{Mends, ParsePositionError, Position, PositionError, Setup};

/// The rules by which castling rights are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rules {
    /// Chess: a king castles from file e with a rook on file a or h. Another right is an error.
    Chess,
    /// Chess960, also with different start arrays for the two sides.
    Chess960,
    /// Chess960 if a right is not one of chess, otherwise chess.
    #[default]
    Auto,
}

impl Rules {
    /// All rules.
    pub const ALL: [Self; 3] = [Self::Chess, Self::Chess960, Self::Auto];

    /// Returns the name: `chess`, `chess960` or `auto`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Chess960 => "chess960",
            Self::Auto => "auto",
        }
    }

    /// Returns the rules that the letters of a FEN's castling rights speak of: Chess960 if one is
    /// the file of a rook, otherwise chess, whose letters are those of `KQkq`.
    ///
    /// ```
    /// use hyperbola_moves::Rules;
    /// assert_eq!(Rules::of_letters("5k1r/8/8/8/8/8/8/4K3 b k - 0 1"), Rules::Chess);
    /// assert_eq!(Rules::of_letters("5k1r/8/8/8/8/8/8/4K3 b h - 0 1"), Rules::Chess960);
    /// ```
    #[must_use]
    #[inline]
    pub fn of_letters(fen: &str) -> Self {
        let is_file = |letter: u8| matches!(letter.to_ascii_uppercase(), b'A'..=b'H');
        if rights_field(fen).bytes().any(is_file) { Self::Chess960 } else { Self::Chess }
    }

    /// Returns the rules by which lenient reading takes a FEN: [`Auto`](Self::Auto) becomes the
    /// rules [of its letters](Self::of_letters). So letters of `KQkq` whose king or rook is not on
    /// its square of chess are a mistake, unless the rules are said to be those of Chess960.
    #[must_use]
    #[inline]
    pub fn or_of_letters(self, fen: &str) -> Self {
        if self == Self::Auto { Self::of_letters(fen) } else { self }
    }

    /// Returns a reason to warn where [`Auto`](Self::Auto) has read letters of `KQkq` as a right
    /// that only Chess960 has.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Rules};
    /// let fen = "5k1r/8/8/8/8/8/8/4K3 b k - 0 1";
    /// let position: Position = fen.parse()?;
    /// assert_eq!(
    ///     Rules::Auto.guess(fen, &position).expect("no king of chess castles from f8").to_string(),
    ///     "the castling rights make this a position of Chess960 (Black's king is on f8, the rook on h8)"
    /// );
    /// assert_eq!(Rules::Chess960.guess(fen, &position), None);
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    #[inline]
    pub fn guess(self, fen: &str, position: &Position) -> Option<Chess960Guess> {
        let (color, _, rook) = position.chess960_right()?;
        let is_guess = self == Self::Auto && Self::of_letters(fen) == Self::Chess;
        is_guess.then(|| Chess960Guess { color, king: position.king(color), rook })
    }
}

/// The reason why a position is taken for one of Chess960, though its FEN does not say so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chess960Guess {
    color: Color,
    king: Square,
    rook: Square,
}

impl fmt::Display for Chess960Guess {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { color, king, rook } = self;
        write!(
            f,
            "the castling rights make this a position of Chess960 ({color:?}'s king is on {king}, \
             the rook on {rook})"
        )
    }
}

impl fmt::Display for Rules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The error for a text that is no name of [`Rules`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct ParseRulesError;

impl fmt::Display for ParseRulesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected chess, chess960 or auto")
    }
}

impl core::error::Error for ParseRulesError {}

impl FromStr for Rules {
    type Err = ParseRulesError;

    fn from_str(name: &str) -> Result<Self, ParseRulesError> {
        Self::ALL.into_iter().find(|rules| rules.name() == name).ok_or(ParseRulesError)
    }
}

impl Setup {
    /// Makes the position as [`position`](Self::position) does, by rules.
    ///
    /// # Errors
    ///
    /// Returns a [`PositionError`] with the first part that does not fit. By the rules of chess
    /// this may be [`PositionError::Chess960Right`].
    ///
    /// ```
    /// use hyperbola_moves::{Rules, Setup};
    /// let setup: Setup = "5k1r/8/8/8/8/8/8/4K3 b k - 0 1".parse()?;
    /// assert!(setup.position_by_rules(Rules::Chess960).is_ok());
    /// let error = setup.position_by_rules(Rules::Chess).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "the right of Black to castle to the king's side with the rook on h8 is not one of chess: \
    ///      expected its king on file e and the rook on file h"
    /// );
    /// # Ok::<(), hyperbola_moves::FenError>(())
    /// ```
    pub fn position_by_rules(&self, rules: Rules) -> Result<Position, PositionError> {
        let position = self.position()?;
        self.check_rights(rules).map(|()| position)
    }
}

impl Position {
    /// Reads a FEN as [`from_str`](FromStr::from_str) does, by rules.
    ///
    /// # Errors
    ///
    /// Returns a [`ParsePositionError`] with the first mistake.
    pub fn from_fen_by_rules(fen: &str, rules: Rules) -> Result<Self, ParsePositionError> {
        Ok(fen.parse::<Setup>()?.position_by_rules(rules)?)
    }

    /// Reads a FEN as [`Setup::from_fen_lenient`] does, and makes the position as
    /// [`Setup::position_lenient`] does, by rules. By the rules of chess it leaves out the rights
    /// that are not those of chess; [`Rules::Auto`] is [`Rules::or_of_letters`].
    ///
    /// # Errors
    ///
    /// Returns a [`ParsePositionError`] with the first mistake that cannot be mended.
    ///
    /// ```
    /// use hyperbola_moves::{Position, Rules};
    /// let fen = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9";
    /// let (position, mends) = Position::from_fen_lenient_by_rules(fen, Rules::Chess)?;
    /// assert_eq!(mends.len(), 2);
    /// assert_eq!(hyperbola_perft::plain(&position, 2), 1222);
    /// let (position, mends) = Position::from_fen_lenient_by_rules(fen, Rules::Chess960)?;
    /// assert!(mends.is_empty());
    /// assert_eq!(hyperbola_perft::plain(&position, 2), 1262);
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[inline]
    pub fn from_fen_lenient_by_rules(
        fen: &str,
        rules: Rules,
    ) -> Result<(Self, Mends), ParsePositionError> {
        let (mut setup, mut mends) = Setup::from_fen_lenient(fen)?;
        if rules.or_of_letters(fen) == Rules::Chess {
            setup.drop_chess960_rights(|error| mends.add(error))?;
        }
        let position = setup.position_by(&mut |error| mends.add(error))?;
        Ok((position, mends))
    }
}
