//! Arguments that several commands have, and the parsers of their values.

use core::fmt::Display;
use std::ffi::OsString;
use std::path::Path;
use std::sync::Arc;

use clap::Args;
use clap::builder::{OsStringValueParser, PossibleValue, PossibleValuesParser, TypedValueParser};
use hyperbola::word::{ParseWordKindError, WordKind};
use hyperbola::{Bitboard, Slider, Technique};
use hyperbola_boards::{FORMULAS, NamedBoard, Square, TECHNIQUES, dispatch_board};
use hyperbola_console::input;
use hyperbola_files::journal::Unshown;
use hyperbola_files::{Wrong, limited};
use hyperbola_inputs::{Definition, InputSet};
use serde::{Serialize, Serializer};

/// The occupied squares, given in one of three ways.
#[derive(Debug, Args)]
#[group(id = "occupied-squares", multiple = false)]
pub(crate) struct OccupiedArguments {
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
    pub(crate) fn squares(&self) -> anyhow::Result<Bitboard> {
        let named = self.squares.as_ref().map(|names| input::squares(names.as_encoded_bytes()));
        let named = named.transpose().map_err(|error| Wrong(format!("--squares: {error}")))?;
        Ok(self.fen.or(self.occupied).or(named).unwrap_or_default())
    }

    /// Returns the indices of the occupied squares that are named, on a board.
    pub(crate) fn squares_on(&self, board: NamedBoard) -> anyhow::Result<Vec<u8>> {
        let names = self
            .squares
            .iter()
            .flat_map(|names| names.as_encoded_bytes().split(|&byte| byte == b','));
        names.map(|name| board_square(board, &String::from_utf8_lossy(name))).collect()
    }
}

/// Parses an argument of any bytes, so that the error can name the wrong byte.
pub(crate) fn reader<T, E>(read: fn(&[u8]) -> Result<T, E>) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
    E: core::error::Error + Send + Sync + 'static,
{
    OsStringValueParser::new().try_map(move |text| read(text.as_encoded_bytes()))
}

/// Parses a number of threads. 0 stands for as many as there are processors.
pub(crate) fn threads_parser() -> impl TypedValueParser<Value = u16> {
    const MOST: u16 = 256;
    clap::value_parser!(u16).range(0..=i64::from(MOST)).map(|threads| match threads {
        0 => std::thread::available_parallelism()
            .map_or(1, |all| u16::try_from(all.get()).unwrap_or(MOST).min(MOST)),
        threads => threads,
    })
}

/// Parses the name of a slider.
pub(crate) fn slider_parser() -> impl TypedValueParser<Value = Slider> {
    PossibleValuesParser::new(Slider::ALL.map(Slider::name)).try_map(|name| name.parse::<Slider>())
}

/// Parses the id of a technique.
pub(crate) fn technique_parser() -> impl TypedValueParser<Value = Technique> {
    let value =
        |technique: &Technique| PossibleValue::new(technique.id()).help(technique.info().name);
    PossibleValuesParser::new(Technique::ALL.iter().map(value))
        .try_map(|id| id.parse::<Technique>())
}

/// Parses the name of a board.
pub(crate) fn board_parser() -> impl TypedValueParser<Value = NamedBoard> {
    let boards = || NamedBoard::ALL.iter().copied();
    PossibleValuesParser::new(boards().map(NamedBoard::id))
        .try_map(move |id| boards().find(|board| board.id() == id).ok_or("it is no board"))
}

/// Returns the error for a technique that does not compute on boards of any size.
pub(crate) fn not_on_boards(technique: Technique) -> anyhow::Error {
    let ids: Vec<&str> = FORMULAS.iter().map(|technique| technique.id()).collect();
    let ids = ids.join(", ");
    let why = match TECHNIQUES.contains(&technique) {
        true => {
            "reads a table by the occupied squares, which only the chessboard's own words can do"
        }
        false => "is for the chessboard alone",
    };
    Wrong(format!("{technique} {why}; for all boards are {ids}")).into()
}

/// Returns the index of a square by its name on a board.
pub(crate) fn board_square(board: NamedBoard, name: &str) -> anyhow::Result<u8> {
    dispatch_board!(board, B => {
        let square = name.parse::<Square<B>>().map(Square::index);
        square.map_err(|error| wrong_square(name, &error))
    })
}

/// Returns the error for a name that is no square of a board.
pub(crate) fn wrong_square(name: &str, error: &dyn Display) -> anyhow::Error {
    Wrong(format!("invalid square '{name}': {error}")).into()
}

/// Parses the id of one of the kinds of words that are taken. This processor must have it.
pub(crate) fn word_parser(
    is_taken: fn(&WordKind) -> bool,
) -> impl TypedValueParser<Value = WordKind> {
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

/// Reads an input set: names, or a file of TOML.
pub(crate) fn parse_inputs(text: &str) -> anyhow::Result<Arc<InputSet>> {
    /// The greatest number of bytes in a definition. It has some hundreds.
    const MOST_BYTES: u64 = 1 << 20;
    if !text.ends_with(".toml") {
        return Ok(Arc::new(text.parse()?));
    }
    let text = limited::read(Path::new(text), MOST_BYTES)?;
    let definition: Definition = toml::from_str(&String::from_utf8(text)?)?;
    Ok(Arc::new(definition.set()?))
}

/// Serializes an input set as its digest.
pub(crate) fn as_digest<S: Serializer>(
    set: &Option<Arc<InputSet>>,
    target: S,
) -> Result<S::Ok, S::Error> {
    let unshown = |set: &Arc<InputSet>| Unshown { digest: format!("{:016x}", set.digest()) };
    set.as_ref().map(unshown).serialize(target)
}
