//! Chess positions and their legal moves, with any technique for slider attacks.
//!
//! ```
//! use hyperbola_moves::Position;
//!
//! let position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
//!     .parse()?;
//! assert_eq!(position.legal_moves().len(), 48);
//! let castling = position.parse_san("O-O")?;
//! let next = position.play(castling)?;
//! assert_eq!(next.uci(next.parse_san("hxg2")?).to_string(), "h3g2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Position`] can always be played on: each side has exactly one king, the side that is not to
//! move is not in check, and every castling right has its king and its rook. A [`Setup`] has the
//! same parts but makes no such promise; it is built by hand or read from a FEN. Chess960 is not a
//! special case: castling rights are stored as the squares of rooks, and castling is written as the
//! king's move onto its own rook.
//!
//! Everything that needs the attacks of sliders takes the technique as a type parameter.
//! [`Position::legal`] uses the default technique of the crate `hyperbola`, and
//! [`Position::legal_by`] any other. Both return [`Legal`], which knows the checkers and the pinned
//! pieces and visits the legal moves in sets.
//!
//! # Where to find what
//!
//! | you want | use |
//! |---|---|
//! | a position from a FEN, and its FEN | `text.parse::<Position>()`, `position.to_string()` |
//! | all legal moves, as a list or a `Vec` | [`Position::legal_moves`], [`MoveList::to_vec`](slice::to_vec) |
//! | the captures, the other moves, those of some pieces; whether there are few, or only one | [`Legal::stage`], [`Stage`], [`Moves`] |
//! | the number of legal moves | [`Legal::count`] |
//! | to make a move: checked, or in place; to pass | [`Position::play`], [`Position::play_unchecked`], [`Position::null_move`] |
//! | to make a move in place and take it back | [`Position::make`], [`Position::make_null`], [`Position::unmake`] |
//! | to test a move from a hash table | [`Legal::contains`], [`Position::is_legal`], [`Position::is_pseudo_legal`] |
//! | the moves of a search's node in their order | [`Picker`], [`ScoredMoves`] |
//! | text without formatting, for a program that writes much | [`Fen::write_to`], [`Uci::write_to`], [`San::write_to`] |
//! | moves as text: UCI, SAN | [`Position::parse_uci`], [`Position::uci`], [`Position::parse_san`], [`Position::san`] |
//! | to know whether it is check, mate or stalemate | [`Position::is_check`], [`Position::is_checkmate`], [`Position::is_stalemate`] |
//! | to know whether a move captures, castles or gives check | [`Move::captured`], [`Move::castling_side`], [`Position::gives_check`], [`CheckSquares`] for several |
//! | what an exchange of pieces wins | [`Position::see`], [`Position::see_with`] |
//! | attackers of a square, pinned pieces | [`Position::attackers_to`], [`Position::pins`] |
//! | the squares that pieces attack | [`Board::attacks_of`], [`Board::attacks_of_role`] |
//! | the end of a game, repetitions | [`Position::outcome`], [`Repetitions`] |
//! | a Zobrist key, and that after a move | [`Position::key`], [`Position::key_after`] |
//! | keys of the pawns, the minor or major pieces, all but pawns of a side, the material | [`Keys`] |
//! | an opening book | [`polyglot::Book`] |
//! | a FEN with mistakes | [`Position::from_fen_lenient`] |
//! | a FEN for Chess960 | [`Position::shredder_fen`] |
//! | a FEN by the rules of chess alone | [`Position::from_fen_by_rules`] |
//! | to know whether a game can lead to a position | [`Setup::verdict`], [`Judgement::of_fen`] |
//! | games from a file (PGN) | [`pgn::Reader`] |
//! | positions of a test suite (EPD) | [`epd::Epd`] |
//!
//! An engine that speaks UCI is in the crate `hyperbola-uci`, and perft in `hyperbola-perft`. The
//! module `guide` of this documentation puts the names of other libraries beside these, and has
//! recipes.
//!
//! # Features
//!
//! - `std` (default): the standard library, games as text (`pgn`) and positions with operations
//!   (`epd`). Without it the crate needs no standard library and allocates no memory.
//! - `serde`: roles and pieces as their letters, moves as `"e2e4"`, positions as X-FEN. Formats
//!   that people do not read have numbers for roles, pieces and moves; a position is always a FEN.
//! - `arbitrary`: roles, pieces, moves, and positions of games from a fuzzer's bytes. This needs
//!   the standard library.
//!
//! The last two turn on the same features of `hyperbola`, for squares and bitboards.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]

#[cfg(feature = "std")]
extern crate std;

mod ascii;
mod board;
mod castling;
mod checks;
mod cycles;
pub mod detector;
#[cfg(feature = "std")]
pub mod epd;
mod exchange;
mod fen;
#[cfg(feature = "arbitrary")]
mod fuzzing;
mod isaac64;
mod keys;
mod legal;
mod legality;
mod list;
mod moves;
mod outcome;
#[cfg(feature = "std")]
pub mod pgn;
mod picker;
mod piece;
pub mod polyglot;
mod position;
mod role;
mod rules;
mod san;
#[cfg(feature = "serde")]
mod serialize;
mod setup;
mod side;
mod stage;
#[cfg(feature = "std")]
mod text;
mod uci;
mod undo;
mod unkeyed;
mod verdict;
mod zobrist;

pub use board::Board;
pub use castling::{CastlingRights, CastlingSide};
pub use checks::{CheckSquares, Pins};
pub use exchange::PieceValues;
pub use fen::{Fen, FenError, FenErrorKind, Mends, OtherGame, ParsePositionError, placement};
pub use hyperbola::{Bitboard, Color, File, ParseNameError, Rank, Square};
pub use keys::Keys;
pub use legal::{Legal, MoveSet, Origin};
pub use list::{MoveList, MoveListIter};
pub use moves::{Move, ParseMoveError};
pub use outcome::{Outcome, Repetitions};
pub use picker::{Picker, ScoredMoves};
pub use piece::Piece;
pub use position::{IllegalMove, Position};
pub use role::Role;
pub use rules::{Chess960Guess, ParseRulesError, Rules};
pub use san::{San, SanError};
pub use setup::{MAX_PIECES, PositionError, Setup};
pub use stage::{Moves, Stage};
pub use uci::{Uci, UciError};
pub use undo::Undo;
pub use unkeyed::Unkeyed;
pub use verdict::{Impossible, Judgement, Rule, Verdict};

/// The examples of the README are tested.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

/// The guide is part of the documentation only. Its recipes are tested.
#[cfg(any(doc, doctest))]
#[doc = include_str!("../GUIDE.md")]
pub mod guide {}
