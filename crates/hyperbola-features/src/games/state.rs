//! Games as bytes, from which they go on exactly.
//!
//! The openings are FENs and the games their moves, which are played again when they are read. So
//! bytes that are no games cannot become some.

use core::fmt;

use hyperbola_moves::{Move, Position, Rules};

use super::game::Game;
use super::{GameOptions, Games, GamesError, Restart};

/// The first bytes. The version comes next, and a new line.
const MAGIC: &[u8] = b"hyperbola games ";
const VERSION: &str = "1";
/// The longest version that is looked for.
const MAX_VERSION: usize = 20;

/// Why bytes are no games.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum StateError {
    /// They do not begin as games do.
    Magic,
    /// They are games of another version.
    Version {
        /// The version.
        found: String,
    },
    /// They are not those that were written.
    Checksum,
    /// They end too early.
    Short,
    /// There are more bytes behind the games.
    Long,
    /// There is no such option.
    Option,
    /// An opening is no position.
    Opening {
        /// The number of the opening.
        opening: usize,
    },
    /// There are no games with these openings.
    Games(GamesError),
    /// A game has an opening that is not there, or a move that cannot be played.
    Game {
        /// The number of the game.
        game: usize,
    },
}

impl Games {
    /// Returns the games as bytes, with the options and the openings.
    ///
    /// ```
    /// use hyperbola_features::{GameOptions, Games};
    /// use hyperbola_moves::Position;
    ///
    /// let mut games = Games::new(3, vec![Position::initial()], GameOptions::default())?;
    /// games.step(&games.random_moves(1), None)?;
    /// let again = Games::from_state(&games.state())?;
    /// assert_eq!(again.random_moves(2), games.random_moves(2));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn state(&self) -> Vec<u8> {
        let GameOptions { claim_draw, max_plies, restart, in_order, seed } = self.options;
        let mut bytes = [MAGIC, VERSION.as_bytes(), b"\n"].concat();
        bytes.extend([claim_draw.into(), restart as u8, in_order.into()]);
        bytes.extend(max_plies.to_le_bytes());
        bytes.extend(seed.to_le_bytes());
        bytes.extend((self.openings.len() as u64).to_le_bytes());
        for opening in &*self.openings {
            let fen = opening.shredder_fen().to_string();
            bytes.push(u8::try_from(fen.len()).expect("a FEN has fewer than 256 bytes"));
            bytes.extend(fen.bytes());
        }
        bytes.extend((self.len() as u64).to_le_bytes());
        for game in &self.games {
            bytes.extend(game.opening.to_le_bytes());
            bytes.extend(game.episode.to_le_bytes());
            bytes.extend((game.moves.len() as u64).to_le_bytes());
            bytes.extend(game.moves.iter().flat_map(|played| played.to_bits().to_le_bytes()));
        }
        let checksum = checksum(&bytes);
        bytes.extend(checksum.to_le_bytes());
        bytes
    }

    /// Makes the games that [`state`](Self::state) has returned.
    ///
    /// # Errors
    ///
    /// Returns an error if the bytes are not those of games.
    pub fn from_state(bytes: &[u8]) -> Result<Self, StateError> {
        let first = bytes.strip_prefix(MAGIC).ok_or(StateError::Magic)?;
        let version = first.split(|&byte| byte == b'\n').next().unwrap_or_default();
        match str::from_utf8(version) {
            Ok(VERSION) => {}
            Ok(found) if found.len() < MAX_VERSION => {
                return Err(StateError::Version { found: found.into() });
            }
            _ => return Err(StateError::Magic),
        }
        let (bytes, found) = bytes.split_last_chunk().ok_or(StateError::Short)?;
        if checksum(bytes) != u64::from_le_bytes(*found) {
            return Err(StateError::Checksum);
        }
        let begins = MAGIC.len() + VERSION.len() + 1;
        let mut rest = Rest(bytes.get(begins..).ok_or(StateError::Short)?);
        let claim_draw = rest.bool()?;
        let restart = Restart::ALL.get(usize::from(rest.byte()?));
        let restart = *restart.ok_or(StateError::Option)?;
        let in_order = rest.bool()?;
        let max_plies = u32::from_le_bytes(rest.bytes()?);
        let seed = u64::from_le_bytes(rest.bytes()?);
        let options = GameOptions { claim_draw, max_plies, restart, in_order, seed };
        let mut openings = Vec::new();
        for opening in 0..rest.count(1)? {
            let length = rest.byte()?.into();
            let read = read_opening(rest.slice(length)?);
            openings.push(read.ok_or(StateError::Opening { opening })?);
        }
        let mut all = Self::new(0, openings, options).map_err(StateError::Games)?;
        let count = rest.count(20)?;
        all.games.reserve(count);
        for number in 0..count {
            let opening = u32::from_le_bytes(rest.bytes()?);
            let episode = u64::from_le_bytes(rest.bytes()?);
            let moves = rest.count(2)?;
            let moves = rest.slice(2 * moves)?.as_chunks().0;
            let game = all.replayed(opening, episode, moves);
            all.games.push(game.ok_or(StateError::Game { game: number })?);
        }
        if rest.0.is_empty() { Ok(all) } else { Err(StateError::Long) }
    }

    /// Plays a game again, unless a move cannot be played.
    fn replayed(&self, opening: u32, episode: u64, moves: &[[u8; 2]]) -> Option<Game> {
        let position = self.openings.get(opening as usize)?;
        let mut game = Game::new(position);
        game.begin(opening, position, episode);
        for bits in moves {
            let found = Move::from_bits(u16::from_le_bytes(*bits))?;
            if game.ending.is_some() || !game.position().is_legal(found) {
                return None;
            }
            game.play(found, self.options);
        }
        (game.ending.is_none() || self.options.restart != Restart::SameStep).then_some(game)
    }
}

/// Reads the position that was written.
fn read_opening(fen: &[u8]) -> Option<Position> {
    let fen = str::from_utf8(fen).ok()?;
    let (position, _) = Position::from_fen_lenient_by_rules(fen, Rules::Auto).ok()?;
    (position.shredder_fen().to_string() == fen).then_some(position)
}

/// The bytes that have not been read.
struct Rest<'a>(&'a [u8]);

impl<'a> Rest<'a> {
    fn slice(&mut self, length: usize) -> Result<&'a [u8], StateError> {
        let (found, rest) = self.0.split_at_checked(length).ok_or(StateError::Short)?;
        self.0 = rest;
        Ok(found)
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], StateError> {
        let (found, rest) = self.0.split_first_chunk().ok_or(StateError::Short)?;
        self.0 = rest;
        Ok(*found)
    }

    fn byte(&mut self) -> Result<u8, StateError> {
        self.bytes().map(|[byte]| byte)
    }

    fn bool(&mut self) -> Result<bool, StateError> {
        match self.byte()? {
            0 => Ok(false),
            1 => Ok(true),
            _ => Err(StateError::Option),
        }
    }

    /// Reads a number of things, each of which has as many bytes at least.
    fn count(&mut self, least: usize) -> Result<usize, StateError> {
        let count = usize::try_from(u64::from_le_bytes(self.bytes()?)).ok();
        count.filter(|&count| count <= self.0.len() / least).ok_or(StateError::Short)
    }
}

/// Returns the hash FNV-1a.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

impl fmt::Display for StateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Magic => f.write_str("expected the bytes of games, found others"),
            Self::Version { found } => {
                write!(f, "expected games of version {VERSION}, found version {found:?}")
            }
            Self::Checksum => f.write_str("the bytes of the games have changed"),
            Self::Short => f.write_str("the bytes of the games end too early"),
            Self::Long => f.write_str("there are more bytes behind the games"),
            Self::Option => f.write_str("the games have an unknown option"),
            Self::Opening { opening } => write!(f, "opening {opening}: expected a position"),
            Self::Games(error) => error.fmt(f),
            Self::Game { game } => {
                write!(f, "game {game}: expected an opening and legal moves")
            }
        }
    }
}

impl core::error::Error for StateError {}
