//! The row that all formats share.

use hyperbola_moves::pgn::GameResult;
use hyperbola_moves::{Color, Move, Position, Setup};

use crate::Refusal;

/// A position of training data with what is known of it.
///
/// Nothing in it depends on the side to move: the result says which colour won, and a [`Score`] is
/// read and made with the colour that sees it.
///
/// ```
/// use hyperbola_data::{Entry, Score};
/// use hyperbola_moves::{Color, Position};
///
/// let position: Position = "4k3/8/8/8/8/8/8/4K2Q b - - 0 40".parse()?;
/// let entry = Entry { score: Some(Score::seen_by(Color::Black, -900)), ..Entry::new(position) };
/// assert_eq!(entry.score.map(|score| score.for_color(Color::White)), Some(900));
/// assert_eq!(entry.ply, 79);
/// # Ok::<(), hyperbola_moves::ParsePositionError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// The position.
    pub position: Position,
    /// The move that was played or is best in the position, if it is known.
    pub played: Option<Move>,
    /// The score, or nothing if the position is not to be learnt from or has not been scored.
    pub score: Option<Score>,
    /// The result of the game. It is [`GameResult::Unknown`] if it is not known.
    pub result: GameResult,
    /// The number of half moves since the initial position of a game.
    pub ply: u16,
}

impl Entry {
    /// Makes an entry of a position of which nothing else is known. Its ply is that of the
    /// position's move number.
    #[must_use]
    pub const fn new(position: Position) -> Self {
        let ply = ply_of(&position);
        Self { position, played: None, score: None, result: GameResult::Unknown, ply }
    }

    /// Returns the entry with what stands in the place of a score and a result that are not known.
    #[must_use]
    pub fn completed(&self, score: Option<Score>, result: GameResult) -> Self {
        let result = match self.result {
            GameResult::Unknown => result,
            known => known,
        };
        Self { score: self.score.or(score), result, ..*self }
    }

    /// Returns the entry without the castling rights that only Chess960 has, and without its move
    /// if that needs one of them.
    ///
    /// ```
    /// use hyperbola_data::Entry;
    /// use hyperbola_moves::Position;
    /// let position: Position = "5k1r/8/8/8/8/8/8/R3K3 b Qk - 0 1".parse()?;
    /// let castling = Entry { played: position.parse_uci("f8h8").ok(), ..Entry::new(position) };
    /// let of_chess = castling.of_chess();
    /// assert_eq!(of_chess.position.to_string(), "5k1r/8/8/8/8/8/8/R3K3 b Q - 0 1");
    /// assert_eq!((castling.played.is_some(), of_chess.played), (true, None));
    /// # Ok::<(), hyperbola_moves::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn of_chess(&self) -> Self {
        let setup = self.position.setup();
        if setup.chess960_right().is_none() {
            return *self;
        }
        // Rights can be dropped from any position.
        let Ok((position, _)) = setup.with_rights_of_chess().position_lenient() else {
            return *self;
        };
        let played = self.played.filter(|&played| position.is_legal(played));
        Self { position, played, ..*self }
    }

    /// Returns the move and the position after it, or nothing if there is no move.
    pub(crate) fn next(&self) -> Result<Option<(Move, Position)>, Refusal> {
        let Some(played) = self.played else { return Ok(None) };
        match self.position.play(played) {
            Ok(next) => Ok(Some((played, next))),
            Err(_) => Err(Refusal::IllegalMove),
        }
    }

    /// Returns whether a position and the result are those after another entry's move. Move numbers
    /// are not compared, because programs differ in how they count them.
    pub(crate) fn follows(&self, last: &Self, next: &Position) -> bool {
        let without_number = |position: &Position| Setup { fullmove_number: 0, ..position.setup() };
        self.result == last.result && without_number(&self.position) == without_number(next)
    }

    /// Returns whether the entry is one ply later than another.
    pub(crate) fn is_next_ply(&self, last: &Self) -> bool {
        last.ply.checked_add(1) == Some(self.ply)
    }
}

/// Returns the number of half moves before a position by its move number, which counts from 1.
const fn ply_of(position: &Position) -> u16 {
    let moves = position.fullmove_number().saturating_sub(1);
    moves.saturating_mul(2).saturating_add(position.side_to_move() as u16)
}

/// Returns the move number that a ply gives.
pub(crate) const fn fullmove_number(ply: u16) -> u16 {
    ply / 2 + 1
}

/// A score, in the units of its file: hundredths of a pawn, or an engine's own.
///
/// It says which colour is ahead. A number comes in and goes out only with the colour that sees it,
/// so that no point of view is left out or taken twice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score {
    for_white: i32,
}

impl Score {
    /// The largest number of moves of a mate that has a score.
    pub const MOST_MATE: u16 = 15_999;

    /// Makes a score of a number that is positive if the colour is ahead. Numbers stay within
    /// 2³¹ - 1.
    #[inline]
    #[must_use]
    pub const fn seen_by(color: Color, number: i32) -> Self {
        let for_white = match color {
            Color::White => number,
            Color::Black => number.saturating_neg(),
        };
        Self { for_white }
    }

    /// Makes the score of a mate in a number of moves of the winner, in the way of engines: 32,000
    /// less the number of half moves. Returns nothing for more than [`MOST_MATE`](Self::MOST_MATE)
    /// moves.
    #[must_use]
    pub fn mate(winner: Color, moves: u16, side_to_move: Color) -> Option<Self> {
        let plies = 2 * i32::from(moves) - i32::from(winner == side_to_move);
        (moves <= Self::MOST_MATE).then(|| Self::seen_by(winner, MATE - plies))
    }

    /// Makes the score of a mate in a number of moves that is positive if White wins. If it is 0,
    /// the side to move has been mated.
    pub(crate) fn mate_for_white(moves: i64, side_to_move: Color) -> Option<Self> {
        let winner = match moves {
            0 => !side_to_move,
            1.. => Color::White,
            _ => Color::Black,
        };
        Self::mate(winner, u16::try_from(moves.unsigned_abs()).ok()?, side_to_move)
    }

    /// Returns the number that is positive if the colour is ahead.
    #[inline]
    #[must_use]
    pub const fn for_color(self, color: Color) -> i32 {
        Self::seen_by(color, self.for_white).for_white
    }
}

/// The score of a mate on the board.
const MATE: i32 = 32_000;

/// The number that Stockfish's formats have in the place of a score that is not known.
pub(crate) const NO_SCORE: i16 = 32_002;

/// Returns the score that a number of Stockfish's formats stands for, as the side to move sees it.
#[inline]
pub(crate) fn stockfish_score(side_to_move: Color, number: i16) -> Option<Score> {
    (number != NO_SCORE).then(|| Score::seen_by(side_to_move, number.into()))
}

/// Returns the result of a game that is 1 if a colour has won, -1 if it has lost and 0 for a draw.
pub(crate) const fn result_seen_by(color: Color, number: i8) -> GameResult {
    match (number, color) {
        (0, _) => GameResult::Draw,
        (1.., Color::White) | (..=-1, Color::Black) => GameResult::WhiteWins,
        _ => GameResult::BlackWins,
    }
}

/// Returns 1 if a colour has won, -1 if it has lost and 0 for a draw.
pub(crate) const fn result_for(color: Color, result: GameResult) -> Option<i8> {
    match (result, color) {
        (GameResult::Unknown, _) => None,
        (GameResult::Draw, _) => Some(0),
        (GameResult::WhiteWins, Color::White) | (GameResult::BlackWins, Color::Black) => Some(1),
        _ => Some(-1),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_colour_sees_its_own_score() {
        for number in [0, 1, -1, 32_767, -32_768] {
            for color in Color::ALL {
                let score = Score::seen_by(color, number);
                assert_eq!(score.for_color(color), number);
                assert_eq!(score.for_color(!color), -number);
            }
        }
    }

    #[test]
    fn mates_count_half_moves() {
        let score = |winner, moves, side| {
            Score::mate(winner, moves, side).expect("a score").for_color(Color::White)
        };
        assert_eq!(score(Color::White, 1, Color::White), 31_999);
        assert_eq!(score(Color::White, 1, Color::Black), 31_998);
        assert_eq!(score(Color::Black, 3, Color::Black), -31_995);
        assert_eq!(score(Color::Black, 3, Color::White), -31_994);
        assert_eq!(score(Color::Black, 15_999, Color::White), -2);
        for color in Color::ALL {
            assert_eq!(Score::mate(color, 16_000, Color::White), None);
            assert_eq!(Score::mate_for_white(16_000, color), None);
            assert_eq!(Score::mate_for_white(-65_537, color), None);
            assert_eq!(Score::mate_for_white(2, color), Score::mate(Color::White, 2, color));
            assert_eq!(Score::mate_for_white(-2, color), Score::mate(Color::Black, 2, color));
            let mated = Score::mate_for_white(0, color).expect("a score");
            assert_eq!(mated.for_color(color), -32_000);
        }
    }

    #[test]
    fn results_are_of_colours() {
        for color in Color::ALL {
            for number in [-1, 0, 1] {
                let result = result_seen_by(color, number);
                assert_eq!(result_for(color, result), Some(number));
                assert_eq!(result_for(!color, result), Some(-number));
            }
            assert_eq!(result_for(color, GameResult::Unknown), None);
        }
        assert_eq!(result_seen_by(Color::Black, 1), GameResult::BlackWins);
    }
}
