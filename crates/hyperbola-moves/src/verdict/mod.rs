//! The verdict on a position: chess, only Chess960, or impossible and by which rule.
//!
//! `docs/VERDICT.md` lists the rules, each with a smallest example, and what is not looked at.

mod last_move;
mod pawns;

use core::fmt;

use hyperbola::{Bitboard, Color, Square};

use hyperbola_rules::legal::victim;

use crate::{FenError, FenErrorKind, Position, PositionError, Role, Setup};
use last_move::LastMove;

/// The squares of the colour of a1.
const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// The verdict on a position, as far as the [rules](Rule) tell.
///
/// ```
/// use hyperbola_moves::{Rule, Setup, Verdict};
/// let setup: Setup = "8/8/8/3k4/4Pp2/8/8/4K2B b - e3 0 1".parse()?;
/// let judgement = setup.verdict();
/// let Verdict::Impossible(reason) = judgement.verdict else { panic!("it is impossible") };
/// assert_eq!(reason.rule(), Rule::EnPassant);
/// assert_eq!(reason.to_string(), "the check from h1 was there before a pawn passed over e3");
/// let mended = judgement.mended.map(|mended| mended.to_string());
/// assert_eq!(mended.as_deref(), Some("8/8/8/3k4/4Pp2/8/8/4K2B b - - 0 1"));
/// # Ok::<(), hyperbola_moves::FenError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// No rule forbids the position in chess.
    Chess,
    /// No rule forbids the position in Chess960, but its castling rights are not those of chess.
    Chess960 {
        /// Whether the two sides' rights need different start arrays, which only double Chess960
        /// allows.
        is_double: bool,
    },
    /// No game leads to the position.
    Impossible(Impossible),
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Chess => f.write_str("no rule of chess forbids the position"),
            Self::Chess960 { is_double: false } => {
                f.write_str("only a game of Chess960 can lead to the position")
            }
            Self::Chess960 { is_double: true } => f.write_str(
                "only a game of double Chess960 can lead to the position: the castling rights of \
                 the two sides need different start arrays",
            ),
            Self::Impossible(reason) => reason.fmt(f),
        }
    }
}

impl Verdict {
    /// Returns the verdict's name: `chess`, `chess960` or `impossible`.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Chess => "chess",
            Self::Chess960 { .. } => "chess960",
            Self::Impossible(_) => "impossible",
        }
    }

    /// Returns whether no rule forbids the position.
    #[must_use]
    pub const fn is_possible(&self) -> bool {
        !matches!(self, Self::Impossible(_))
    }
}

/// A verdict, and the position of chess that mending gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    /// The verdict.
    pub verdict: Verdict,
    /// If the verdict is not [`Verdict::Chess`]: the setup without the castling rights, the en
    /// passant square and the half move clock that do not fit, and with the fields of the FEN that
    /// were missing or wrong. There is none if the setup is then still not one of chess.
    pub mended: Option<Setup>,
}

/// The kinds of rules that a position can break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Rule {
    /// The text is no FEN, but it can be mended.
    Notation,
    /// A side has one king and at most 16 pieces.
    Pieces,
    /// A side has at most eight pawns and promoted pieces.
    Promotions,
    /// Pawns stand where pawns can have come.
    Pawns,
    /// The side that is not to move is in no check, and at most two pieces give check.
    Checks,
    /// A legal move leads to the position.
    LastMove,
    /// A castling right has its king and its rook.
    Castling,
    /// The last move was the double step that the en passant square tells of.
    EnPassant,
    /// The half move clock counts half moves of the game.
    Clock,
}

impl Rule {
    /// Returns the rule's name: `pieces`, `last-move` and so on.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Notation => "notation",
            Self::Pieces => "pieces",
            Self::Promotions => "promotions",
            Self::Pawns => "pawns",
            Self::Checks => "checks",
            Self::LastMove => "last-move",
            Self::Castling => "castling",
            Self::EnPassant => "en-passant",
            Self::Clock => "clock",
        }
    }
}

/// The reason why no game leads to a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Impossible {
    /// The text is no FEN.
    Fen(FenError),
    /// The parts do not fit together.
    Position(PositionError),
    /// A king that may castle stands on file a or h, where no king begins.
    CastlingKing {
        /// The king's square.
        square: Square,
    },
    /// A side has two pawns that must have begun on the same square.
    PawnOrigins {
        /// The colour.
        color: Color,
    },
    /// The pawns of a side must have captured more pieces than the enemy has lost.
    PawnCaptures {
        /// The colour of the pawns.
        color: Color,
        /// The least number of captures.
        captures: u32,
        /// The number of pieces that the enemy has lost.
        lost: u32,
    },
    /// No legal move leads to the position.
    LastMove {
        /// The side that should have moved.
        color: Color,
        /// The pieces that give check.
        checkers: Bitboard,
    },
    /// The half move clock counts more half moves than the game has had by its move number.
    Clock {
        /// The half move clock.
        clock: u16,
        /// The number of half moves.
        played: u32,
    },
}

impl Impossible {
    /// Returns the kind of rule that the position breaks.
    #[must_use]
    pub const fn rule(&self) -> Rule {
        use FenErrorKind::{CastlingKing, CastlingRook, CastlingTwice};

        match self {
            Self::Fen(error) => match error.kind {
                CastlingKing { .. } | CastlingRook { .. } | CastlingTwice { .. } => Rule::Castling,
                _ => Rule::Notation,
            },
            Self::Position(error) => match error {
                PositionError::Kings { .. }
                | PositionError::Pieces { .. }
                | PositionError::Army { .. } => Rule::Pieces,
                PositionError::Promoted { .. } => Rule::Promotions,
                PositionError::Pawn { .. } => Rule::Pawns,
                PositionError::CastlingRight { .. } | PositionError::Chess960Right { .. } => {
                    Rule::Castling
                }
                PositionError::OpponentInCheck { .. } | PositionError::Checkers { .. } => {
                    Rule::Checks
                }
                PositionError::EnPassant { .. } | PositionError::EnPassantCheck { .. } => {
                    Rule::EnPassant
                }
            },
            Self::CastlingKing { .. } => Rule::Castling,
            Self::PawnOrigins { .. } | Self::PawnCaptures { .. } => Rule::Pawns,
            Self::LastMove { .. } => Rule::LastMove,
            Self::Clock { .. } => Rule::Clock,
        }
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Fen(error) => error.fmt(f),
            Self::Position(error) => error.fmt(f),
            Self::CastlingKing { square } => write!(
                f,
                "a king that may castle began between two rooks, so it cannot stand on {square}"
            ),
            Self::PawnOrigins { color } => {
                write!(f, "two pawns of {color:?} must have begun on the same square")
            }
            Self::PawnCaptures { color, captures, lost } => write!(
                f,
                "the pawns of {color:?} must have captured at least {captures} pieces, and {:?} has \
                 lost {lost}",
                !color
            ),
            Self::LastMove { color, checkers } => {
                write!(f, "no last move of {color:?} leads to the position")?;
                let mut squares = checkers.into_iter();
                if let Some(first) = squares.next() {
                    write!(f, " with its check from {first}")?;
                }
                squares.try_for_each(|square| write!(f, " and {square}"))
            }
            Self::Clock { clock, played } => write!(
                f,
                "the half move clock is {clock}, but by the move number the game has had only {played} \
                 half moves"
            ),
        }
    }
}

impl core::error::Error for Impossible {}

impl Judgement {
    /// Judges a text as [`Setup::verdict`] judges a setup. A text that is no FEN but can be mended
    /// is [`Impossible::Fen`].
    ///
    /// # Errors
    ///
    /// Returns a [`FenError`] if the text has no board, or too many mistakes.
    ///
    /// ```
    /// use hyperbola_moves::{Judgement, Rule, Verdict};
    /// let judgement = Judgement::of_fen("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1")?;
    /// assert!(matches!(judgement.verdict, Verdict::Impossible(it) if it.rule() == Rule::Castling));
    /// let mended = judgement.mended.map(|mended| mended.to_string());
    /// assert_eq!(mended.as_deref(), Some("4k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    /// # Ok::<(), hyperbola_moves::FenError>(())
    /// ```
    pub fn of_fen(fen: &str) -> Result<Self, FenError> {
        let error = match fen.parse::<Setup>() {
            Ok(setup) => return Ok(setup.verdict()),
            Err(error) => error,
        };
        let (setup, _) = Setup::from_fen_lenient(fen)?;
        let mended = match setup.verdict() {
            Self { verdict: Verdict::Chess, .. } => Some(setup),
            judgement => judgement.mended,
        };
        Ok(Self { verdict: Verdict::Impossible(Impossible::Fen(error)), mended })
    }
}

impl Setup {
    /// Judges whether a game of chess, or one of Chess960, can lead to the setup, as far as the
    /// [rules](Rule) tell. It takes some microseconds.
    ///
    /// A setup that a game can lead to is never found impossible. Many programs write the move
    /// number 1 for one that they do not know, so the half move clock is looked at only beside a
    /// later move.
    #[must_use]
    pub fn verdict(&self) -> Judgement {
        let verdict = self.judged();
        Judgement { verdict, mended: self.mended(verdict) }
    }

    fn judged(&self) -> Verdict {
        let reason = match self.last_move_of_game() {
            Ok(LastMove::Chess | LastMove::Chess960)
                if self.played() < self.halfmove_clock.into() =>
            {
                Impossible::Clock { clock: self.halfmove_clock, played: self.played() }
            }
            Ok(LastMove::Chess) if self.chess960_right().is_none() => return Verdict::Chess,
            Ok(LastMove::Chess | LastMove::Chess960) => {
                return Verdict::Chess960 { is_double: self.needs_two_arrays() };
            }
            Ok(LastMove::None) => Impossible::LastMove {
                color: !self.side_to_move,
                checkers: self.position().map_or(Bitboard::EMPTY, |position| position.checkers()),
            },
            Err(reason) => reason,
        };
        Verdict::Impossible(reason)
    }

    /// Returns the half moves of the game by the move number, or the most where that is not known.
    fn played(&self) -> u32 {
        match self.fullmove_number {
            0 | 1 => u32::MAX,
            number => 2 * (u32::from(number) - 1) + self.side_to_move as u32,
        }
    }

    /// Returns the kind of the last move, if no other rule forbids the setup.
    fn last_move_of_game(&self) -> Result<LastMove, Impossible> {
        let position = self.position_of_game()?;
        // An en passant square has been found to tell of a double step.
        Ok(match self.en_passant {
            Some(_) => LastMove::Chess,
            None => LastMove::of(&position),
        })
    }

    /// Makes the position by all rules but that of the last move.
    fn position_of_game(&self) -> Result<Position, Impossible> {
        let position = self.position().map_err(Impossible::Position)?;
        if let Some(square) = self.castling_king_at_edge() {
            return Err(Impossible::CastlingKing { square });
        }
        if let Some(square) = self.en_passant
            && let Some(checker) =
                self.checker_before_step(position.king(self.side_to_move), square)
        {
            let error = PositionError::EnPassantCheck { square, checker };
            return Err(Impossible::Position(error));
        }
        self.check_army()?;
        Ok(position)
    }

    /// Returns a piece that gave check before a pawn passed over the en passant square: maybe the
    /// pawn itself, from its first square.
    fn checker_before_step(&self, king: Square, en_passant: Square) -> Option<Square> {
        let pawn = victim(en_passant);
        let origin = Square::from_index_wrapping(pawn.index() ^ 16);
        let mut before = self.board;
        if let Some(piece) = before.remove(pawn) {
            before.put(origin, piece);
        }
        let attackers = before.attackers_to(king, before.occupied());
        (attackers & before.of_color(!self.side_to_move)).first()
    }

    /// Returns a setup of chess, without the rights and the square that do not fit.
    fn mended(&self, mut verdict: Verdict) -> Option<Self> {
        let mut setup = *self;
        loop {
            match verdict {
                Verdict::Chess => return Some(setup).filter(|mended| mended != self),
                Verdict::Chess960 { .. } => setup = setup.with_rights_of_chess(),
                Verdict::Impossible(reason) => match reason.rule() {
                    Rule::Castling => setup = setup.with_rights_of_chess(),
                    Rule::EnPassant => setup.en_passant = None,
                    Rule::Clock => setup.halfmove_clock = 0,
                    _ => return None,
                },
            }
            let after = setup.judged();
            if after == verdict {
                return None;
            }
            verdict = after;
        }
    }

    /// Checks the numbers of the pieces of both sides, and whether their pawns can have come to
    /// their squares.
    ///
    /// The parts must fit together: each side has at most 16 pieces, and at most eight pawns.
    fn check_army(&self) -> Result<(), Impossible> {
        for color in Color::ALL {
            self.check_promotions(color, [(DARK_SQUARES, 1), (!DARK_SQUARES, 1)])
                .map_err(Impossible::Position)?;
            let captures = pawns::least_captures(self.board.of(color, Role::Pawn), color);
            let captures = captures.ok_or(Impossible::PawnOrigins { color })?;
            let lost = 16 - self.board.of_color(!color).count();
            if captures > lost {
                return Err(Impossible::PawnCaptures { color, captures, lost });
            }
        }
        Ok(())
    }
}
