//! FENs in files, which are read by rules and may be mended.

use hyperbola_moves::{ParsePositionError, Position, Rules, Setup};

use crate::pieces::Wrong;
use crate::{LeftOut, ReadOptions, Reason, Thing};

/// Reads the FENs of a file as its options say, and takes note of those that it mends and of rules
/// that it guesses.
#[derive(Debug, Default)]
pub(crate) struct Fens {
    pub(crate) options: ReadOptions,
    /// What was left out or is noted.
    pub(crate) left: LeftOut,
}

impl Fens {
    pub(crate) fn new(options: ReadOptions) -> Self {
        Self { options, left: LeftOut::default() }
    }

    /// Reads the position in a line, which may be one that no game can reach.
    pub(crate) fn read(&mut self, fen: &str) -> Result<Position, Wrong> {
        self.read_setup(fen.parse().map_err(ParsePositionError::Fen), fen)
    }

    /// Makes the position in a line whose setup has been read, or could not be read.
    pub(crate) fn read_setup(
        &mut self,
        setup: Result<Setup, ParsePositionError>,
        fen: &str,
    ) -> Result<Position, Wrong> {
        let read = self.position(setup, fen, self.options.rules, Thing::Line);
        read.map_err(|error| format!("{error}{}", self.advice(fen)).into())
    }

    /// Returns what to add to the error of a FEN: that lenient reading takes it, if it does.
    pub(crate) fn advice(&self, fen: &str) -> &'static str {
        let ReadOptions { rules, lenient, .. } = self.options;
        let is_mended = !lenient && Position::from_fen_lenient_by_rules(fen, rules).is_ok();
        if is_mended { "; --lenient, or lenient=True, reads it" } else { "" }
    }

    /// Makes the position of a setup by rules.
    pub(crate) fn position(
        &mut self,
        setup: Result<Setup, ParsePositionError>,
        fen: &str,
        rules: Rules,
        thing: Thing,
    ) -> Result<Position, ParsePositionError> {
        let is_lenient = self.options.lenient;
        let rules = if is_lenient { rules.or_of_letters(fen) } else { rules };
        let read = setup.and_then(|setup| {
            let position = setup.unreachable_position()?;
            setup.check_rights(rules)?;
            Ok(position)
        });
        match read {
            Ok(position) => {
                let is_guess = rules.guess(fen, &position).is_some();
                self.left.add(thing, Reason::GuessedChess960, is_guess.into());
                Ok(position)
            }
            Err(error) if !is_lenient => Err(error),
            _ => {
                let (position, _) = Position::from_fen_lenient_by_rules(fen, rules)?;
                self.left.add(thing, Reason::Mended, 1);
                Ok(position)
            }
        }
    }
}

impl ReadOptions {
    /// Checks the castling rights of a position that a file has in bytes.
    #[inline]
    pub(crate) fn check(self, position: &Position) -> Result<(), Wrong> {
        position.setup().check_rights(self.rules).map_err(|error| error.to_string().into())
    }
}
