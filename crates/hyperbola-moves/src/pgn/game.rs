//! Games with their moves played.

use core::fmt;
use core::iter::FusedIterator;
use std::io::Read;
use std::string::String;
use std::vec::Vec;

use super::tags::write_tag;
use super::{
    GameResult, Interest, MoveText, PgnError, PgnErrorKind, Reader, TagError, TagErrorKind, Tags,
    Text, Visitor, moves,
};
use crate::{FenError, IllegalMove, Move, ParsePositionError, Position, SanError, Setup};

/// A game: its tags, the position where it starts, its moves and its result. Comments and
/// variations are not part of it.
///
/// It displays as PGN: the tags of the seven-tag roster first, the movetext in lines of at most 79
/// columns, and an empty line at the end. Reading that text gives the same game.
///
/// ```
/// use hyperbola_moves::Position;
/// use hyperbola_moves::pgn::{Game, GameResult, Reader};
///
/// let mut game = Game::new(Position::initial());
/// game.tags_mut().set("White", "Anna \"the rook\"")?;
/// for san in ["f3", "e5", "g4", "Qh4#"] {
///     game.play(game.position().parse_san(san)?)?;
/// }
/// game.set_result(GameResult::BlackWins);
/// let text = game.to_string();
/// assert!(text.contains("[White \"Anna \\\"the rook\\\"\"]\n"));
/// assert!(text.ends_with("\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n"));
/// assert_eq!(Reader::new(text.as_bytes()).games().next(), Some(Ok(game)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Game {
    tags: Tags,
    variant: Variant,
    start: Position,
    moves: Vec<Move>,
    /// The position after the moves.
    position: Position,
    result: GameResult,
}

/// The rules that the tag `Variant` names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Variant {
    /// Chess. Games without the tag are of this variant.
    #[default]
    Standard,
    /// Chess960, also called Fischer random chess.
    Chess960,
}

impl Variant {
    /// Reads the value of the tag `Variant`, in capitals or small letters, with any signs between.
    /// Games of chess from other positions are chess, and Fischer's random chess has many names.
    fn from_text(text: &str) -> Option<Self> {
        let text: String = text.chars().filter(char::is_ascii_alphanumeric).collect();
        match &*text.to_ascii_lowercase() {
            "" | "standard" | "standardchess" | "chess" | "normal" | "regular" | "classic"
            | "classical" | "orthodox" | "orthochess" | "fromposition" | "setup" | "nocastle"
            | "nocastling" | "shuffle" | "shufflechess" | "blitz" | "lightning" | "bullet"
            | "rapid" | "untimed" | "thematic" | "wild2" | "wild3" | "wild4" | "wild5"
            | "wild8" => Some(Self::Standard),
            "chess960"
            | "960"
            | "c960"
            | "960chess"
            | "fischerandom"
            | "fischerrandom"
            | "fischerandomchess"
            | "fischerrandomchess"
            | "fischer960"
            | "random960"
            | "fr"
            | "frc"
            | "wildfr"
            | "wild22"
            | "freestyle"
            | "freestylechess"
            | "chess9lx"
            | "9lx"
            | "dfrc"
            | "doublefischerandom"
            | "doublefischerrandom"
            | "doublefischerrandomchess"
            | "doublefischerandomchess" => Some(Self::Chess960),
            _ => None,
        }
    }
}

impl Game {
    /// Makes a game without tags and moves. Its variant is Chess960 if a castling right is not one
    /// of ordinary chess.
    #[must_use]
    pub fn new(start: Position) -> Self {
        let is_ordinary = start.chess960_right().is_none();
        let variant = if is_ordinary { Variant::Standard } else { Variant::Chess960 };
        Self {
            tags: Tags::new(),
            variant,
            start,
            moves: Vec::new(),
            position: start,
            result: GameResult::Unknown,
        }
    }

    /// Returns the tags.
    #[must_use]
    pub const fn tags(&self) -> &Tags {
        &self.tags
    }

    /// Returns the tags, to be changed.
    #[must_use]
    pub const fn tags_mut(&mut self) -> &mut Tags {
        &mut self.tags
    }

    /// Returns the variant.
    #[must_use]
    pub const fn variant(&self) -> Variant {
        self.variant
    }

    /// Sets the variant. It says what is written; the moves do not depend on it.
    pub const fn set_variant(&mut self, variant: Variant) {
        self.variant = variant;
    }

    /// Returns the position where the game starts.
    #[must_use]
    pub const fn start(&self) -> &Position {
        &self.start
    }

    /// Returns the moves. Each is legal in the position after those before it.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the position after the moves.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the result. If the movetext of a game ends without one, it is that of the tag
    /// `Result`.
    #[must_use]
    pub const fn result(&self) -> GameResult {
        self.result
    }

    /// Sets the result.
    pub const fn set_result(&mut self, result: GameResult) {
        self.result = result;
    }

    /// Adds a move.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`] if the move is not legal after the others.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
        self.position = self.position.play(played)?;
        self.moves.push(played);
        Ok(())
    }

    /// Visits each move with the position before it.
    pub fn for_each_move(&self, mut visit: impl FnMut(&Position, Move)) {
        let mut position = self.start;
        for &played in &self.moves {
            visit(&position, played);
            position.play_unchecked(played);
        }
    }

    fn write_tags(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.tags.write(f, true)?;
        write_tag(f, "Result", self.result.as_str())?;
        if self.variant == Variant::Chess960 {
            write_tag(f, "Variant", "Chess960")?;
        }
        if self.start != Position::initial() {
            write_tag(f, "SetUp", "1")?;
            writeln!(f, "[FEN \"{}\"]", self.start)?;
        }
        self.tags.write(f, false)
    }
}

impl fmt::Display for Game {
    #[inline]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use core::fmt::Write as _;
        use hyperbola::Color;

        self.write_tags(f)?;
        f.write_str("\n")?;
        let mut lines = Lines { f, column: 0 };
        let mut position = self.start;
        let mut word = String::new();
        for (index, &played) in self.moves.iter().enumerate() {
            let number = position.fullmove_number();
            word.clear();
            match position.side_to_move() {
                Color::White => write!(word, "{number}.")?,
                Color::Black if index == 0 => write!(word, "{number}...")?,
                Color::Black => {}
            }
            lines.word(&word)?;
            word.clear();
            write!(word, "{}", position.san(played))?;
            lines.word(&word)?;
            position.play_unchecked(played);
        }
        lines.word(self.result.as_str())?;
        f.write_str("\n\n")
    }
}

/// Writes words into lines.
struct Lines<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    /// The number of columns in use.
    column: usize,
}

impl Lines<'_, '_> {
    /// The number of columns of a line.
    const WIDTH: usize = 79;

    fn word(&mut self, word: &str) -> fmt::Result {
        if word.is_empty() {
            return Ok(());
        }
        if self.column > 0 {
            let fits = self.column + 1 + word.len() <= Self::WIDTH;
            self.f.write_str(if fits { " " } else { "\n" })?;
            self.column = if fits { self.column + 1 } else { 0 };
        }
        self.column += word.len();
        self.f.write_str(word)
    }
}

/// The most moves of both sides in a game. Beyond them, half moves have no numbers in files.
#[doc(hidden)]
pub const MAX_MOVES: usize = u16::MAX as usize;

/// The mistake of a game with more moves.
#[doc(hidden)]
pub const TOO_LONG: PgnErrorKind =
    PgnErrorKind::Refused("expected at most 65535 moves of both sides");

/// Reads the value of a tag `FEN`: a FEN, with blanks of any kind, or `startpos`. Without a value,
/// it is the initial position too.
///
/// # Errors
///
/// Returns the first mistake of the FEN.
#[doc(hidden)]
#[inline]
pub fn read_start(value: &str) -> Result<Setup, FenError> {
    match value.trim() {
        "" | "startpos" => Ok(Setup::initial()),
        _ => value.replace(char::is_whitespace, " ").parse(),
    }
}

/// Reads a legal move as the moves of a game are written: in standard notation, or in another that
/// [`Games`] takes.
///
/// # Errors
///
/// Returns [`PgnErrorKind::NullMove`] for a null move, and [`PgnErrorKind::Move`] for what is no
/// legal move.
#[doc(hidden)]
#[inline(always)]
pub fn read_move(position: &Position, san: &str) -> Result<Move, PgnErrorKind> {
    position.parse_san(san).or_else(|error| read_other_move(position, san, error))
}

/// Reads a legal move that is not in standard notation, which has an error.
#[cold]
fn read_other_move(position: &Position, san: &str, error: SanError) -> Result<Move, PgnErrorKind> {
    moves::find(position, san).ok_or_else(|| match san {
        "--" | "Z0" | "Z1" | "0000" | "null" | "pass" => PgnErrorKind::NullMove,
        _ => PgnErrorKind::Move { word: MoveText::new(san), error },
    })
}

/// Plays the moves of the main line.
#[doc(hidden)]
#[derive(Debug)]
pub struct Player {
    game: Game,
    /// The value of the tag `Result`.
    claimed: Option<GameResult>,
}

impl Player {
    /// Makes a player that has read no game yet.
    #[must_use]
    pub fn new() -> Self {
        Self { game: Game::new(Position::initial()), claimed: None }
    }

    /// Returns the result that the tag `Result` says, if it says one.
    #[must_use]
    pub const fn claimed(&self) -> Option<GameResult> {
        self.claimed
    }

    /// Sets the position where the game starts.
    pub const fn set_start(&mut self, start: Position) {
        self.game.start = start;
    }

    /// Returns the game as far as it has been read.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }
}

impl Default for Player {
    fn default() -> Self {
        Self::new()
    }
}

impl Visitor for Player {
    fn begin_game(&mut self) {
        let Game { tags, moves: played, variant, start, result, .. } = &mut self.game;
        tags.clear();
        played.clear();
        *variant = Variant::Standard;
        *start = Position::initial();
        *result = GameResult::Unknown;
        self.claimed = None;
    }

    fn tag(&mut self, name: &str, value: Text<'_>) -> Result<(), PgnErrorKind> {
        let value = value.to_str();
        match name {
            "Result" => self.claimed = value.trim().parse().ok(),
            "SetUp" => {}
            "FEN" => {
                let start = read_start(&value).map_err(ParsePositionError::Fen);
                let start = start.and_then(|setup| Ok(setup.unreachable_position()?));
                self.game.start = start.map_err(PgnErrorKind::Fen)?;
            }
            "Variant" => {
                let variant = Variant::from_text(&value);
                let name = || PgnErrorKind::Variant(MoveText::new(value.trim()));
                self.game.variant = variant.ok_or_else(name)?;
            }
            _ => self.game.tags.put(name, value.into_owned()).map_err(|error| {
                PgnErrorKind::Tag(match error {
                    TagError::Many => TagErrorKind::Many,
                    _ => TagErrorKind::Long,
                })
            })?,
        }
        Ok(())
    }

    fn end_tags(&mut self) -> Interest {
        self.game.position = self.game.start;
        Interest::Visit
    }

    #[inline(always)]
    fn san(&mut self, san: &str) -> Result<(), PgnErrorKind> {
        if self.game.moves.len() >= MAX_MOVES {
            return Err(TOO_LONG);
        }
        let played = read_move(&self.game.position, san)?;
        self.game.position.play_unchecked(played);
        self.game.moves.push(played);
        Ok(())
    }

    fn end_game(&mut self, result: Option<GameResult>) {
        self.game.result = result.or(self.claimed).unwrap_or_default();
    }
}

/// An iterator over the games of a stream with their moves played. Comments and variations are
/// skipped.
///
/// An item is a game, or the first mistake of a game that was left out. The iterator then goes on
/// with the next game.
///
/// Moves may be written in UCI (`g1f3`, `e1g1`) and in long algebraic notation (`Ng1-f3`, `e2-e4`)
/// too, and castling with small letters or zeros.
///
/// The tag `FEN` gives the start whether or not there is a tag `SetUp`. The start may have more
/// pieces, promoted pieces and checkers than a game can have. Null moves are mistakes.
#[derive(Debug)]
pub struct Games<R> {
    reader: Reader<R>,
    player: Player,
}

impl<R: Read> Games<R> {
    pub(super) fn new(reader: Reader<R>) -> Self {
        Self { reader, player: Player::new() }
    }

    /// Reads the next game and lends it until the next call, so that its memory is used again.
    ///
    /// # Errors
    ///
    /// Returns the first mistake of the next game.
    pub fn next_game(&mut self) -> Result<Option<&Game>, PgnError> {
        let has_game = self.reader.read_game(&mut self.player)?;
        Ok(has_game.then_some(&self.player.game))
    }
}

impl<R: Read> Iterator for Games<R> {
    type Item = Result<Game, PgnError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_game().map(|game| game.cloned()).transpose()
    }
}

impl<R: Read> FusedIterator for Games<R> {}
