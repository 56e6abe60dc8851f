//! The inputs: random queries, queries from games, and positions.

use core::fmt;
use core::iter::repeat_with;
use std::rc::Rc;

use anyhow::{Context, bail, ensure};
use hyperbola::{Bitboard, Square};
use hyperbola_moves::{Board, Position, Setup};
use hyperbola_random::Random;
use serde::{Deserialize, Serialize};

/// Five famous games, a line each.
const GAMES: &str = include_str!("../../../testdata/games/famous.san");

/// Positions of all kinds, a line each.
const POSITIONS: &str = include_str!("../../../testdata/positions/valid.fens");

/// The source of a definition's queries or positions.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "generator", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Inputs {
    /// Every square of every board is occupied with the same probability, and the slider stands on
    /// any.
    Random {
        /// The seed of the random words.
        seed: u64,
        /// The probability, to the 256th.
        density: f64,
        /// The number of queries.
        count: usize,
    },
    /// A query for each slider of either side in each position of famous games, in the games'
    /// order, and from the beginning again if they are too few. For maps it is the number of
    /// positions.
    Games {
        /// The number of queries.
        count: usize,
    },
    /// A query for each slider of either side in positions of all kinds.
    Positions {
        /// The number of queries.
        count: usize,
    },
    /// Positions that follow each other in games.
    Played {
        /// The sequences.
        sequences: Vec<Sequence>,
    },
    /// Positions of games of random moves, and the features that are computed of them.
    Features {
        /// The number of positions.
        count: usize,
        /// The number of times they are repeated, so that several threads have work.
        #[serde(default = "once")]
        copies: usize,
        /// Whether each is computed by one thread, on plain words and the widest, and by other
        /// programs. Otherwise it is computed on all words, by one thread and by two.
        #[serde(default)]
        each_once: bool,
        /// The features.
        features: Vec<FeatureInput>,
    },
    /// Random queries on boards of other sizes: the slider stands on any square, and three squares
    /// in eight are occupied.
    Boards {
        /// The seed of the random words.
        seed: u64,
        /// The number of queries of each slider.
        count: usize,
        /// The boards.
        boards: Vec<BoardInput>,
    },
    /// Nothing: tables are made.
    Tables,
    /// Positions whose legal move sequences are counted.
    Perft {
        /// The positions with their depths and counts.
        positions: Vec<PerftPosition>,
    },
}

/// A position for perft.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PerftPosition {
    /// The position.
    pub fen: String,
    /// The length of the sequences.
    pub depth: u32,
    /// The number of sequences.
    pub nodes: u64,
}

/// A feature of positions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FeatureInput {
    /// The feature's name.
    pub name: String,
    /// The digest of its numbers.
    pub digest: String,
}

/// A board of another size, and the sliders of its queries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BoardInput {
    /// The board's name.
    pub board: String,
    /// The names of the sliders.
    pub sliders: Vec<String>,
}

/// Positions that follow each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sequence {
    /// The games.
    pub games: Games,
    /// Whether the positions are those after each legal move of each position of the games, one
    /// after the other, as a search sees them.
    pub every_move: bool,
    /// The digest of the answers.
    pub digest: String,
}

/// A source of games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Games {
    /// Five famous ones.
    Famous,
    /// Games of random moves, which are fewer where every move of each position is used.
    Random,
}

impl fmt::Display for Sequence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let games = match self.games {
            Games::Famous => "famous games",
            Games::Random => "random games",
        };
        f.write_str(if self.every_move { "after every move of " } else { "" })?;
        f.write_str(games)
    }
}

impl Sequence {
    /// Returns the positions.
    ///
    /// # Errors
    ///
    /// If a game has a move that is not legal.
    pub fn positions(&self) -> anyhow::Result<Rc<[Position]>> {
        let positions = match (self.games, self.every_move) {
            (Games::Famous, _) => famous()?,
            (Games::Random, false) => random(100),
            (Games::Random, true) => random(5),
        };
        if !self.every_move {
            return Ok(positions.into());
        }
        let after = |position: &Position| {
            let position = *position;
            position.legal_moves().to_vec().into_iter().map(move |played| {
                let mut next = position;
                next.play_unchecked(played);
                next
            })
        };
        Ok(positions.iter().flat_map(after).collect())
    }
}

/// Returns the positions of the famous games.
fn famous() -> anyhow::Result<Vec<Position>> {
    let mut positions = Vec::new();
    for game in GAMES.lines() {
        let mut position = Position::initial();
        positions.push(position);
        for san in game.split_whitespace().filter(|word| !word.ends_with('.')) {
            let played = position.parse_san(san).context("expected a legal move")?;
            position.play_unchecked(played);
            positions.push(position);
        }
    }
    Ok(positions)
}

/// Returns the positions of games of random moves, each from the initial position.
fn random(games: usize) -> Vec<Position> {
    let mut random = Random::new(2000);
    let mut positions = Vec::new();
    for _ in 0..games {
        let mut position = Position::initial();
        while position.halfmove_clock() < 100 {
            positions.push(position);
            let moves = position.legal_moves();
            let Some(index) = random.word().checked_rem(moves.len() as u64) else { break };
            position.play_unchecked(moves[usize::try_from(index).unwrap_or_default()]);
        }
    }
    positions
}

/// The sliders of one side on each board, and the occupied squares.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sides {
    /// The rooks and queens.
    pub orthogonal: Vec<u64>,
    /// The bishops and queens.
    pub diagonal: Vec<u64>,
    /// The occupied squares.
    pub occupied: Vec<u64>,
}

/// A slider's square, and the occupied squares.
pub type Query = (Square, Bitboard);

/// Returns queries as words: each square, 0 to 63, and its occupied squares.
#[must_use]
pub fn words(queries: &[Query]) -> impl ExactSizeIterator<Item = (u64, u64)> {
    queries.iter().map(|(square, occupied)| (square.word(), occupied.0))
}

/// Returns a query for each slider on a board, in the order of a FEN.
fn sliders(board: &Board) -> impl Iterator<Item = Query> + use<> {
    let (occupied, sliders) =
        (board.occupied(), board.diagonal_sliders() | board.orthogonal_sliders());
    let squares = Square::ALL.into_iter().map(Square::flip_ranks);
    squares.filter(move |&square| sliders.contains(square)).map(move |square| (square, occupied))
}

impl Inputs {
    /// Makes the queries, from the beginning again where they are too few.
    ///
    /// # Errors
    ///
    /// If there are no queries.
    pub fn queries(&self) -> anyhow::Result<Rc<[Query]>> {
        let mut found: Vec<Query> = Vec::new();
        let count = match *self {
            Self::Random { seed, density, count } => {
                let mut random = Random::new(seed);
                let query = || {
                    let square = u8::try_from(random.square()).unwrap_or_default();
                    let occupied = Bitboard(board(&mut random, density));
                    (Square::from_index_wrapping(square), occupied)
                };
                found.extend(repeat_with(query).take(count));
                count
            }
            Self::Games { count } => {
                found.extend(famous()?.iter().flat_map(|position| sliders(position.board())));
                count
            }
            Self::Positions { count } => {
                for fen in POSITIONS.lines() {
                    found.extend(sliders(
                        &fen.parse::<Setup>().context("expected a position")?.board,
                    ));
                }
                count
            }
            Self::Tables
            | Self::Boards { .. }
            | Self::Played { .. }
            | Self::Perft { .. }
            | Self::Features { .. } => bail!("expected inputs of queries"),
        };
        ensure!(!found.is_empty(), "there are no queries");
        Ok(found.into_iter().cycle().take(count).collect())
    }

    /// Returns the sequences of positions; other inputs have none.
    #[must_use]
    pub fn sequences(&self) -> &[Sequence] {
        if let Self::Played { sequences } = self { sequences } else { &[] }
    }

    /// Returns the boards of other sizes.
    ///
    /// # Errors
    ///
    /// If the inputs are of another kind.
    pub fn boards(&self) -> anyhow::Result<&[BoardInput]> {
        let Self::Boards { boards, .. } = self else { bail!("expected inputs of boards") };
        Ok(boards)
    }

    /// Returns the features; other inputs have none.
    #[must_use]
    pub fn features(&self) -> &[FeatureInput] {
        if let Self::Features { features, .. } = self { features } else { &[] }
    }

    /// Makes the positions whose features are computed: those of games of random moves.
    ///
    /// # Errors
    ///
    /// If the inputs are of another kind, or too few.
    pub fn positions(&self) -> anyhow::Result<Vec<Position>> {
        let &Self::Features { count, copies, .. } = self else {
            bail!("expected inputs of features")
        };
        let positions = random(100);
        let Some(positions) = positions.get(..count) else {
            bail!("expected {count} positions, found {}", positions.len());
        };
        Ok(positions.repeat(copies))
    }

    /// Returns whether each feature is computed by one thread on few words, and by other programs.
    /// These are started often, and read and verify all positions each time, so there are few of
    /// them.
    #[must_use]
    pub fn has_each_once(&self) -> bool {
        matches!(self, Self::Features { each_once: true, .. })
    }

    /// Makes the sides to move of positions from games, one for each query, from the beginning
    /// again where they are too few.
    ///
    /// # Errors
    ///
    /// If the inputs are not from games.
    pub fn sides(&self) -> anyhow::Result<Rc<Sides>> {
        let &Self::Games { count } = self else { bail!("expected inputs of games") };
        let mut sides = Sides::default();
        for position in famous()?.iter().cycle().take(count) {
            let board = position.board();
            let own = board.of_color(position.side_to_move());
            sides.orthogonal.push((board.orthogonal_sliders() & own).0);
            sides.diagonal.push((board.diagonal_sliders() & own).0);
            sides.occupied.push(board.occupied().0);
        }
        Ok(Rc::new(sides))
    }
}

const fn once() -> usize {
    1
}

/// Returns a board on which each square is occupied with a probability, rounded to a 256th: for
/// each bit of the probability, from the lowest, it is joined with a random word or met with it.
fn board(random: &mut Random, density: f64) -> u64 {
    let mut board = 0;
    let mut probability = (density * 256.0).round();
    for _ in 0..8 {
        let odd = probability % 2.0 >= 1.0;
        board = if odd { board | random.word() } else { board & random.word() };
        probability = (probability / 2.0).floor();
    }
    board
}
