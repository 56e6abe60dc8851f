//! Games side by side, which programs play by arrays of moves.

mod game;
mod observation;
mod state;

use core::fmt;
use std::sync::Arc;

use hyperbola_moves::{Move, MoveSet, Outcome, Position};

use self::game::Game;
pub use self::observation::Observation;
pub use self::state::StateError;
use crate::threads::{map_if, ranges};
use crate::{MoveIndex, Positions};

/// Many games side by side. Each call moves all of them.
///
/// A game begins with one of the openings. It ends by checkmate, by stalemate, by insufficient
/// material, after 75 moves without a capture or a pawn move, when a position occurs for the fifth
/// time, and as its [options](GameOptions) say. Repetitions are found by the keys of positions.
///
/// Everything random depends on the seed, the number of a game among the others, how many games
/// were played there before, and its moves. So threads change nothing.
///
/// ```
/// use hyperbola_features::{GameOptions, Games, MoveIndex};
/// use hyperbola_moves::Position;
///
/// let mut games = Games::new(1000, vec![Position::initial()], GameOptions::default())?;
/// for _ in 0..50 {
///     let moves = games.random_moves(0);
///     let numbers = games.numbers(&moves, MoveIndex::Leela)?;
///     games.step(&numbers, Some(MoveIndex::Leela))?;
/// }
/// assert!(games.plies().all(|plies| plies <= 50));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Games {
    games: Vec<Game>,
    openings: Arc<[Position]>,
    options: GameOptions,
    /// Whether the work is done on the current pool of threads.
    is_parallel: bool,
}

/// The options of games: when they end, and how they begin again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct GameOptions {
    /// Whether a game also ends where a player may claim a draw: after 50 moves of each side
    /// without a capture or a pawn move, and when a position occurs for the third time.
    pub claim_draw: bool,
    /// The number of half moves after which a game is cut off, or 0 for none.
    pub max_plies: u32,
    /// When a game that has ended begins again.
    pub restart: Restart,
    /// Whether the openings are taken in their order, and not by chance.
    pub in_order: bool,
    /// The seed, on which everything random depends.
    pub seed: u64,
}

/// When a game that has ended begins again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Restart {
    /// In the step that ends it.
    #[default]
    SameStep,
    /// In the step after that, whose action does not count.
    NextStep,
    /// Only by [`Games::reset`]. Until then actions do not count, and each step reports the ending
    /// and the result again.
    Never,
}

impl Restart {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::SameStep, Self::NextStep, Self::Never];

    /// Returns the name in other languages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::SameStep => "same-step",
            Self::NextStep => "next-step",
            Self::Never => "disabled",
        }
    }
}

/// How a game has ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum Ending {
    /// The side to move is in check and has no legal move.
    Checkmate = 1,
    /// The side to move is not in check and has no legal move.
    Stalemate = 2,
    /// Neither side has the pieces to give mate.
    InsufficientMaterial = 3,
    /// No capture and no pawn move for 75 moves of each side.
    SeventyFiveMoves = 4,
    /// The position has occurred five times.
    FivefoldRepetition = 5,
    /// No capture and no pawn move for 50 moves of each side.
    FiftyMoves = 6,
    /// The position has occurred three times.
    ThreefoldRepetition = 7,
    /// The game was cut off because it had as many half moves as the options allow.
    CutOff = 8,
}

impl Ending {
    const fn of(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Checkmate { .. } => Self::Checkmate,
            Outcome::Stalemate => Self::Stalemate,
            Outcome::InsufficientMaterial => Self::InsufficientMaterial,
            Outcome::FivefoldRepetition => Self::FivefoldRepetition,
            Outcome::FiftyMoves => Self::FiftyMoves,
            Outcome::ThreefoldRepetition => Self::ThreefoldRepetition,
            _ => Self::SeventyFiveMoves,
        }
    }
}

/// The result of a step for one game.
///
/// With [`Restart::Never`] a game that has ended has its ending and its result in every later step
/// too, and the reward 0. [`Games::endings`] before the step tells such games apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Stepped {
    /// How the game has ended, if it has.
    pub ending: Option<Ending>,
    /// 1 if White has won, -1 if Black has won, else 0.
    pub result: i8,
    /// 1 if the side that has just moved has won, else 0.
    pub reward: i8,
}

/// The error for an action that is no legal move of its game.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct BadAction {
    /// The number of the game.
    pub game: usize,
    /// The action.
    pub action: u16,
    /// The numbering of the action; without one it has the bits of a move.
    pub index: Option<MoveIndex>,
    position: Position,
}

/// Why games cannot be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum GamesError {
    /// There is no opening.
    NoOpening,
    /// There are more than 2^32 - 1 openings.
    TooManyOpenings,
    /// A game with this opening has ended before it begins.
    Ended {
        /// The number of the opening.
        opening: usize,
        /// How it has ended.
        ending: Ending,
    },
}

/// The number of games that a thread takes at a time.
const PIECE: usize = 128;

impl Games {
    /// Makes a number of games, each of which begins with one of the openings.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no opening, if there are more than 2^32 - 1, or if the game has
    /// ended already at one.
    pub fn new(
        games: usize,
        openings: Vec<Position>,
        options: GameOptions,
    ) -> Result<Self, GamesError> {
        if openings.is_empty() {
            return Err(GamesError::NoOpening);
        }
        u32::try_from(openings.len()).map_err(|_| GamesError::TooManyOpenings)?;
        for (opening, position) in openings.iter().enumerate() {
            if let Some(ending) = Game::new(position).ending_by(position.outcome(), options) {
                return Err(GamesError::Ended { opening, ending });
            }
        }
        let openings: Arc<[Position]> = openings.into();
        let mut all = Self { games: Vec::new(), openings, options, is_parallel: false };
        all.grow(games);
        Ok(all)
    }

    /// Adds games behind the others, as if all had been made at once.
    pub fn grow(&mut self, games: usize) {
        self.games.reserve(games);
        for number in self.games.len()..self.games.len() + games {
            let index = opening(self.options, self.openings.len(), 0, number, 0);
            let mut game = Game::new(&self.openings[0]);
            game.begin(index, &self.openings[index as usize], 0);
            self.games.push(game);
        }
    }

    /// Does the work of each call on the current pool of rayon's threads, or on the calling thread.
    pub const fn set_parallel(&mut self, is_parallel: bool) {
        self.is_parallel = is_parallel;
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns whether there are no games.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.games.is_empty()
    }

    /// Returns the options.
    #[must_use]
    pub const fn options(&self) -> GameOptions {
        self.options
    }

    /// Returns the openings.
    #[must_use]
    pub fn openings(&self) -> &[Position] {
        &self.openings
    }

    /// Returns the position of a game.
    #[must_use]
    pub fn position(&self, game: usize) -> Option<&Position> {
        self.games.get(game).map(Game::position)
    }

    /// Returns the opening of a game, and the moves that were played since.
    #[must_use]
    pub fn moves(&self, game: usize) -> Option<(&Position, &[Move])> {
        let game = self.games.get(game)?;
        Some((&self.openings[game.opening as usize], &game.moves))
    }

    /// Returns how many half moves each game has had since its opening.
    pub fn plies(&self) -> impl Iterator<Item = usize> {
        self.games.iter().map(|game| game.moves.len())
    }

    /// Returns how many games were played before each of these.
    pub fn episodes(&self) -> impl Iterator<Item = u64> {
        self.games.iter().map(|game| game.episode)
    }

    /// Returns how many times each game's position has occurred, this time included.
    pub fn repetitions(&self) -> impl Iterator<Item = u8> {
        self.games.iter().map(|game| 1 + game.earlier())
    }

    /// Returns how each game has ended. It is nothing for all of them if they begin again in the
    /// step that ends them.
    pub fn endings(&self) -> impl Iterator<Item = Option<Ending>> {
        self.games.iter().map(|game| game.ending)
    }

    /// Writes the positions into columns. A game that has ended has its last one.
    pub fn positions_into(&self, positions: &mut Positions) {
        positions.renew(self.len());
        let pieces = positions.pieces_mut(PIECE).zip(self.games.chunks(PIECE));
        map_if(self.is_parallel, pieces, |(mut rows, games)| {
            for (row, game) in games.iter().enumerate() {
                rows.put(row, &game.position().setup());
            }
        });
    }

    /// Returns the legal moves: where those of each game begin and those of the last end, and for
    /// all moves their bits, or their numbers if a numbering is given. A game that has ended has
    /// none.
    ///
    /// ```
    /// use hyperbola_features::{GameOptions, Games};
    /// use hyperbola_moves::Position;
    ///
    /// let games = Games::new(3, vec![Position::initial()], GameOptions::default())?;
    /// let (offsets, moves) = games.legal_moves(None);
    /// assert_eq!((&offsets[..], moves.len()), (&[0, 20, 40, 60][..], 60));
    /// # Ok::<(), hyperbola_features::GamesError>(())
    /// ```
    #[must_use]
    pub fn legal_moves(&self, index: Option<MoveIndex>) -> (Vec<i64>, Vec<u16>) {
        let found = map_if(self.is_parallel, self.games.chunks(PIECE), |games| {
            let (mut ends, mut items) = (Vec::with_capacity(games.len()), Vec::new());
            items.reserve(40 * games.len());
            for game in games {
                match index {
                    None => {
                        let moves = game.legal().flat_map(MoveSet::moves);
                        items.extend(moves.map(Move::to_bits));
                    }
                    Some(index) => game.for_each_number(index, |number| items.push(number)),
                }
                ends.push(items.len());
            }
            (ends, items)
        });
        let mut offsets = Vec::with_capacity(self.len() + 1);
        let mut all = Vec::with_capacity(found.iter().map(|(_, items)| items.len()).sum());
        offsets.push(0);
        for (ends, items) in found {
            offsets.extend(ends.iter().map(|&end| signed(all.len() + end)));
            all.extend_from_slice(&items);
        }
        (offsets, all)
    }

    /// Writes 1 where a legal move has the number, and 0 elsewhere: as many numbers for each game
    /// as the numbering [has](MoveIndex::size). A game that has ended has no move.
    ///
    /// # Panics
    ///
    /// Panics if there is not exactly as much room.
    pub fn mask_into(&self, index: MoveIndex, mask: &mut [u8]) {
        self.each(index.size(), mask, |game, mask| {
            mask.fill(0);
            game.for_each_number(index, |number| mask[usize::from(number)] = 1);
        });
    }

    /// Writes the mask of [`mask_into`](Self::mask_into) with eight numbers in a byte: number `k`
    /// is the bit `k % 8` of byte `k / 8`, counted from the lowest.
    ///
    /// # Panics
    ///
    /// Panics if there is not exactly as much room.
    pub fn mask_bits_into(&self, index: MoveIndex, mask: &mut [u8]) {
        self.each(index.size().div_ceil(8), mask, |game, mask| {
            mask.fill(0);
            game.for_each_number(index, |number| {
                mask[usize::from(number) / 8] |= 1 << (number % 8)
            });
        });
    }

    /// Writes the planes of an observation, each number made by a function.
    ///
    /// # Panics
    ///
    /// Panics if there is not exactly as much room.
    pub fn observe_into<T: Copy + Send>(
        &self,
        observation: Observation,
        items: &mut [T],
        number: impl Fn(u8) -> T + Copy + Sync,
    ) {
        assert_eq!(items.len(), 64 * observation.planes() * self.len(), "room for all games");
        self.observe_from(0, observation, items, number);
    }

    /// Writes the planes of as many games, from one on, as there is room for.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many games.
    pub fn observe_from<T: Copy + Send>(
        &self,
        first: usize,
        observation: Observation,
        items: &mut [T],
        number: impl Fn(u8) -> T + Copy + Sync,
    ) {
        let width = 64 * observation.planes();
        let games = &self.games[first..first + items.len() / width];
        self.each_of(games, width, items, |game, items| {
            let opening = &self.openings[game.opening as usize];
            observation.write(game, opening, items, number);
        });
    }

    /// Works on each game and its part of what is written.
    fn each<T: Send>(&self, width: usize, items: &mut [T], work: impl Fn(&Game, &mut [T]) + Sync) {
        assert_eq!(items.len(), width * self.len(), "room for all games");
        self.each_of(&self.games, width, items, work);
    }

    fn each_of<T: Send>(
        &self,
        games: &[Game],
        width: usize,
        items: &mut [T],
        work: impl Fn(&Game, &mut [T]) + Sync,
    ) {
        let pieces = items.chunks_mut(width * PIECE).zip(games.chunks(PIECE));
        map_if(self.is_parallel, pieces, |(items, games)| {
            for (items, game) in items.chunks_exact_mut(width).zip(games) {
                work(game, items);
            }
        });
    }

    /// Returns a legal move of each game by chance, as its bits, and 0 for one that has ended. They
    /// are the same until the game goes on; another seed gives others.
    #[must_use]
    pub fn random_moves(&self, seed: u64) -> Vec<u16> {
        self.random(seed, |_, found| found.to_bits())
    }

    /// Returns the moves of [`random_moves`](Self::random_moves) by their numbers.
    #[must_use]
    pub fn random_numbers(&self, seed: u64, index: MoveIndex) -> Vec<u16> {
        self.random(seed, |game, found| number(index, game, found))
    }

    fn random(&self, seed: u64, bits: impl Fn(&Game, Move) -> u16 + Sync) -> Vec<u16> {
        let pieces = ranges(self.len(), PIECE);
        let found = map_if(self.is_parallel, pieces, |range| {
            let choose = |number: usize| {
                let game = &self.games[number];
                let drawn = drawn(self.options.seed, [number as u64, game.episode, seed]);
                let random = mixed(drawn.wrapping_add(game.moves.len() as u64));
                game.random_move(random).map_or(0, |found| bits(game, found))
            };
            range.map(choose).collect::<Vec<_>>()
        });
        found.concat()
    }

    /// Returns the numbers of moves, one of each game.
    ///
    /// # Errors
    ///
    /// Returns an error if one is not legal. That of a game that has ended does not count, and its
    /// number is 0.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many moves as games.
    pub fn numbers(&self, moves: &[u16], index: MoveIndex) -> Result<Vec<u16>, BadAction> {
        let found = self.read(moves, None)?;
        let found = self.games.iter().zip(found);
        Ok(found.map(|(game, found)| found.map_or(0, |found| number(index, game, found))).collect())
    }

    /// Returns the bits of moves by their numbers, one of each game.
    ///
    /// # Errors
    ///
    /// Returns an error if no legal move has one. That of a game that has ended does not count, and
    /// its move is 0.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many numbers as games.
    pub fn moves_of(&self, numbers: &[u16], index: MoveIndex) -> Result<Vec<u16>, BadAction> {
        let found = self.read(numbers, Some(index))?;
        Ok(found.into_iter().map(|found| found.map_or(0, Move::to_bits)).collect())
    }

    /// Reads actions. There is no move of a game that has ended.
    fn read(
        &self,
        actions: &[u16],
        index: Option<MoveIndex>,
    ) -> Result<Vec<Option<Move>>, BadAction> {
        assert_eq!(actions.len(), self.len(), "an action for each game");
        let pieces = ranges(self.len(), PIECE);
        let found = map_if(self.is_parallel, pieces, |range| {
            let read = |number: usize| {
                let (game, action) = (&self.games[number], actions[number]);
                if game.ending.is_some() {
                    return Ok(None);
                }
                let position = game.position();
                let found = match index {
                    None => Move::from_bits(action).filter(|&found| position.is_legal(found)),
                    Some(index) => index.legal_move(action.into(), position),
                };
                let bad = || BadAction { game: number, action, index, position: *position };
                found.map(Some).ok_or_else(bad)
            };
            range.map(read).collect::<Result<Vec<_>, _>>()
        });
        Ok(found.into_iter().collect::<Result<Vec<_>, _>>()?.concat())
    }

    /// Plays a move in each game: the bits of a move, or its number in a numbering. A game that has
    /// ended begins again as the options say.
    ///
    /// # Errors
    ///
    /// Returns the first action that is no legal move. Then nothing has changed.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many actions as games.
    pub fn step(
        &mut self,
        actions: &[u16],
        index: Option<MoveIndex>,
    ) -> Result<Vec<Stepped>, BadAction> {
        let moves = self.read(actions, index)?;
        let (options, openings) = (self.options, self.openings.clone());
        let count = self.games.len();
        let opening = |number, episode| opening(options, openings.len(), count, number, episode);
        let pieces = self.games.chunks_mut(PIECE).zip(moves.chunks(PIECE)).enumerate();
        let stepped = map_if(self.is_parallel, pieces, |(piece, (games, moves))| {
            let step = |(at, (game, &found)): (usize, (&mut Game, &Option<Move>))| {
                let begin = |game: &mut Game| {
                    let episode = game.episode.wrapping_add(1);
                    let index = opening(PIECE * piece + at, episode);
                    game.begin(index, &openings[index as usize], episode);
                };
                match (found, options.restart) {
                    (Some(found), restart) => {
                        let stepped = game.play(found, options);
                        if stepped.ending.is_some() && restart == Restart::SameStep {
                            begin(game);
                        }
                        stepped
                    }
                    (None, Restart::Never) => game.stepped(0),
                    (None, _) => {
                        begin(game);
                        Stepped::default()
                    }
                }
            };
            games.iter_mut().zip(moves).enumerate().map(step).collect::<Vec<_>>()
        });
        Ok(stepped.concat())
    }

    /// Begins all games anew, or those for which a bool is true, each with its next opening.
    ///
    /// # Panics
    ///
    /// Panics if there are bools, but not one for each game.
    pub fn reset(&mut self, which: Option<&[bool]>) {
        assert!(which.is_none_or(|which| which.len() == self.len()), "a bool for each game");
        self.restart(which, 1);
    }

    /// Begins all games anew as if they had just been made with another seed.
    pub fn reseed(&mut self, seed: u64) {
        self.options.seed = seed;
        self.games.iter_mut().for_each(|game| game.episode = 0);
        self.restart(None, 0);
    }

    fn restart(&mut self, which: Option<&[bool]>, more: u64) {
        let count = self.games.len();
        for (number, game) in self.games.iter_mut().enumerate() {
            if which.is_none_or(|which| which[number]) {
                let episode = game.episode.wrapping_add(more);
                let index = opening(self.options, self.openings.len(), count, number, episode);
                game.begin(index, &self.openings[index as usize], episode);
            }
        }
    }

    /// Returns the games with some numbers, in their order; one may be there more than once. They
    /// go on apart from these.
    ///
    /// # Panics
    ///
    /// Panics if there is no game with one of the numbers.
    #[must_use]
    pub fn take(&self, numbers: &[usize]) -> Self {
        let games = numbers.iter().map(|&number| self.games[number].clone()).collect();
        Self { games, openings: self.openings.clone(), ..*self }
    }

    /// Puts games that were [taken](Self::take) back in their places, as they are now.
    ///
    /// # Panics
    ///
    /// Panics if there is no game with one of the numbers, or not a number for each game.
    pub fn put(&mut self, numbers: &[usize], taken: Self) {
        assert_eq!(numbers.len(), taken.len(), "a number for each game");
        for (&number, game) in numbers.iter().zip(taken.games) {
            self.games[number] = game;
        }
    }
}

/// Returns the number of a legal move.
fn number(index: MoveIndex, game: &Game, legal: Move) -> u16 {
    let number = index.index(legal, game.position()).expect("a legal move has a number");
    u16::try_from(number).expect("a numbering has fewer than 2^16 numbers")
}

/// Returns which of some openings a game begins with.
fn opening(
    options: GameOptions,
    openings: usize,
    games: usize,
    number: usize,
    episode: u64,
) -> u32 {
    let openings = openings as u64;
    let index = match options.in_order {
        true => (number as u64).wrapping_add(episode.wrapping_mul(games as u64)) % openings,
        false => below(drawn(options.seed, [number as u64, episode]), openings),
    };
    u32::try_from(index).expect("there are fewer openings than 2^32")
}

/// Returns a number that depends on all others, and on how many they are.
fn drawn<const N: usize>(seed: u64, parts: [u64; N]) -> u64 {
    let add = |state, part: u64| mixed(state ^ part.wrapping_mul(0xd6e8_feb8_6659_fd93));
    parts.into_iter().fold(mixed(seed), add)
}

/// Returns the next number of SplitMix64 after a state.
const fn mixed(state: u64) -> u64 {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let state = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let state = (state ^ (state >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    state ^ (state >> 31)
}

/// Returns a number below a limit, made of any number.
const fn below(number: u64, limit: u64) -> u64 {
    ((number as u128 * limit as u128) >> 64) as u64
}

fn signed(offset: usize) -> i64 {
    i64::try_from(offset).expect("what is in memory has fewer items than 2^63")
}

impl fmt::Debug for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Games {{ len: {}, options: {:?} }}", self.len(), self.options)
    }
}

impl fmt::Display for BadAction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, action, index, position } = self;
        let legal = position.legal().count();
        write!(f, "game {game}: expected ")?;
        match index {
            Some(index) => {
                let (name, most) = (index.name(), index.size() - 1);
                write!(f, "the {name} number, 0 to {most}, of one of {legal} legal moves, ")?;
                write!(f, "found {action}")?;
            }
            None => {
                write!(f, "one of {legal} legal moves, found {action}")?;
                if let Some(found) = Move::from_bits(*action) {
                    write!(f, ", which is {found}")?;
                }
            }
        }
        write!(f, ", in the position {position}")
    }
}

impl core::error::Error for BadAction {}

impl fmt::Display for GamesError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoOpening => f.write_str("expected at least one opening, found none"),
            Self::TooManyOpenings => f.write_str("expected fewer than 2^32 openings, found more"),
            Self::Ended { opening, ending } => {
                write!(
                    f,
                    "opening {opening}: expected a position that can be played on, found one "
                )?;
                write!(f, "whose game has ended by {ending}")
            }
        }
    }
}

impl core::error::Error for GamesError {}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Checkmate => "checkmate",
            Self::Stalemate => "stalemate",
            Self::InsufficientMaterial => "insufficient material",
            Self::SeventyFiveMoves => "seventy-five moves without a capture or a pawn move",
            Self::FivefoldRepetition => "fivefold repetition",
            Self::FiftyMoves => "fifty moves without a capture or a pawn move",
            Self::ThreefoldRepetition => "threefold repetition",
            Self::CutOff => "the limit of half moves",
        })
    }
}
