//! Arguments that several commands have, and the parsers of their values.

use std::ffi::{OsStr, OsString};

use clap::Args;
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use hyperbola::word::{ParseWordKindError, WordKind};
use hyperbola::{Bitboard, Slider, Technique};

use crate::input;
use hyperbola_files::Wrong;
use hyperbola_perft::census::EnPassant;

/// The occupied squares, given in one of three ways.
#[derive(Debug, Args)]
#[group(id = "occupied-squares", multiple = false)]
pub struct OccupiedArguments {
    /// Take the occupied squares from a FEN, or only from its first field
    #[arg(long, value_name = "FEN", allow_hyphen_values = true, value_parser = reader(input::fen))]
    fen: Option<Bitboard>,
    /// Take the occupied squares in hexadecimal: 1 to 16 digits, 0x optional. Bit 0 is a1
    #[arg(long, value_name = "HEX", allow_hyphen_values = true, value_parser = reader(input::bitboard))]
    occupied: Option<Bitboard>,
    /// Take the occupied squares by name, separated by commas: b4,d7
    #[arg(long, value_name = "SQUARES", allow_hyphen_values = true)]
    squares: Option<OsString>,
}

impl OccupiedArguments {
    /// Returns the occupied squares. The set is empty if no argument gives any.
    ///
    /// # Errors
    ///
    /// Returns an error if a name is not that of a square.
    pub fn squares(&self) -> anyhow::Result<Bitboard> {
        let named = self.squares.as_ref().map(|names| input::squares(names.as_encoded_bytes()));
        let named = named.transpose().map_err(|error| Wrong(format!("--squares: {error}")))?;
        Ok(self.fen.or(self.occupied).or(named).unwrap_or_default())
    }

    /// Returns the names of the occupied squares as they were given, which belong to another board
    /// if the command chooses one.
    #[must_use]
    pub fn names(&self) -> Option<&OsStr> {
        self.squares.as_deref()
    }
}

/// Parses an argument of any bytes, so that the error can name the wrong byte.
pub fn reader<T, E>(read: fn(&[u8]) -> Result<T, E>) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: core::error::Error + Send + Sync + 'static,
{
    OsStringValueParser::new().try_map(move |text| read(text.as_encoded_bytes()))
}

/// Parses a number of threads. 0 stands for the number of processors.
#[must_use]
pub fn threads_parser() -> impl TypedValueParser<Value = u16> {
    const MOST: u16 = 256;
    clap::value_parser!(u16).range(0..=i64::from(MOST)).map(|threads| match threads {
        0 => std::thread::available_parallelism()
            .map_or(1, |all| u16::try_from(all.get()).unwrap_or(MOST).min(MOST)),
        threads => threads,
    })
}

/// Parses the id of a definition of the en passant part of a position.
#[must_use]
pub fn en_passant_parser() -> impl TypedValueParser<Value = EnPassant> {
    let ids = EnPassant::ALL.map(EnPassant::id);
    PossibleValuesParser::new(ids).map(|id| {
        let named = EnPassant::ALL.into_iter().find(|by| by.id() == id);
        named.unwrap_or(EnPassant::Legal)
    })
}

/// Parses the name of a slider.
#[must_use]
pub fn slider_parser() -> impl TypedValueParser<Value = Slider> {
    PossibleValuesParser::new(Slider::ALL.map(Slider::name)).try_map(|name| name.parse::<Slider>())
}

/// Parses the id of a technique.
#[must_use]
pub fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    let value =
        |technique: &Technique| PossibleValue::new(technique.id()).help(technique.info().name);
    PossibleValuesParser::new(Technique::ALL.iter().map(value))
        .try_map(|id| id.parse::<Technique>())
}

/// Parses the id of one of the accepted kinds of words. This processor must have it.
#[must_use]
pub fn word_parser(is_taken: fn(&WordKind) -> bool) -> impl TypedValueParser<Value = WordKind> {
    let taken = move || WordKind::ALL.iter().filter(move |kind| is_taken(kind));
    PossibleValuesParser::new(taken().map(|kind| kind.id())).try_map(move |id| {
        let kind: WordKind = id.parse().map_err(|error: ParseWordKindError| error.to_string())?;
        if kind.is_available() {
            return Ok(kind);
        }
        let available = taken().filter(|kind| kind.is_available());
        let available: Vec<&str> = available.map(|kind| kind.id()).collect();
        Err(format!("this processor does not have it; it has {}", available.join(", ")))
    })
}
