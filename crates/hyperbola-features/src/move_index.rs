//! Numbers of moves, as the outputs of networks have them.

use hyperbola::{Color, File, Rank, Square};
use hyperbola_moves::{Board, Move, MoveSet, Position, Role};

/// A numbering of moves: the output of a network for each move.
///
/// The numbers go from 0 up to [`size`](Self::size). Those of one position's legal moves are all
/// different, except for promotions in [`FromTo`](Self::FromTo).
///
/// ```
/// use hyperbola_features::MoveIndex;
/// use hyperbola_moves::Position;
///
/// let position = Position::initial();
/// let played = position.parse_uci("e2e4")?;
/// assert_eq!(MoveIndex::FromTo.index(played, &position), Some(64 * 12 + 28));
/// assert_eq!(MoveIndex::AlphaZero.index(played, &position), Some(64 * 1 + 12));
/// assert_eq!(MoveIndex::Leela.index(played, &position), Some(322));
/// assert_eq!(MoveIndex::Leela.legal_move(322, &position), Some(played));
/// # Ok::<(), hyperbola_moves::UciError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum MoveIndex {
    /// 4096 numbers: 64 times the square that the piece starts from, plus the square that it goes
    /// to, for both sides from White's view.
    ///
    /// Castling is the king's move onto its own rook. The four promotions of a pawn to a square
    /// have one number.
    FromTo,
    /// 4672 numbers of [AlphaZero](https://arxiv.org/abs/1712.01815): 73 planes of 64 squares. The
    /// number is 64 times the plane plus the square that the piece starts from, from the view of
    /// the side to move: for Black the ranks are in reverse order.
    ///
    /// | planes | moves |
    /// |---|---|
    /// | 0 to 55 | 7 times the direction plus the distance less one; the directions are north, north-east, east, south-east, south, south-west, west and north-west |
    /// | 56 to 63 | knights' steps: by file and rank (1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2) |
    /// | 64 to 72 | promotions to other pieces than a queen: 64, plus 3 times the direction (0 for a capture towards file a, 1 straight ahead, 2 towards file h), plus 0 for a knight, 1 for a bishop and 2 for a rook |
    ///
    /// A promotion to a queen is the pawn's move among the first 56 planes. Ordinary castling is
    /// the king's move of two squares, that of Chess960 the king's move onto its own rook.
    ///
    /// The paper does not say in which order its planes are. This is the order of the library
    /// gym-chess. It has the plane as the last axis, so its number is 73 times the square plus the
    /// plane.
    AlphaZero,
    /// 1858 numbers of [Leela Chess Zero](https://lczero.org), from the view of the side to move:
    /// for Black the ranks are in reverse order.
    ///
    /// The first 1792 are the moves of queens and knights on an empty board: by the square that the
    /// piece starts from, then by the square that it goes to, a1b1, a1c1, …, h8g8. The other 66 are
    /// promotions from the seventh rank, to a queen, a rook and a bishop: a7a8q, a7a8r, a7a8b,
    /// a7b8q, …, h7h8b. A promotion to a knight has the number of the move without a promotion.
    /// Castling is the king's move onto its own rook.
    Leela,
}

/// The number of moves of queens and knights on an empty board.
const LEAPS_AND_SLIDES: usize = 1792;

/// The number in places without a move.
const NO_MOVE: u16 = u16::MAX;

/// By the square that a piece starts from and the square that it goes to, a number of the move.
pub(crate) type Numbers = [[u16; 64]; 64];

/// Leela's numbers of the moves of queens and knights: 8 KiB.
static LEELA: Numbers = {
    let mut numbers = [[NO_MOVE; 64]; 64];
    let mut number = 0;
    let mut pair = 0;
    while pair < 64 * 64 {
        let (from, to) = (pair / 64, pair % 64);
        if ALPHA_ZERO[from][to] != NO_MOVE {
            numbers[from][to] = number;
            number += 1;
        }
        pair += 1;
    }
    assert!(number as usize == LEAPS_AND_SLIDES);
    numbers
};

/// The moves with Leela's numbers, as 64 times the square that the piece starts from plus the
/// square that it goes to: 4 KiB.
static LEELA_MOVES: [u16; LEAPS_AND_SLIDES] = {
    let mut moves = [0; LEAPS_AND_SLIDES];
    let mut pair: u16 = 0;
    while pair < 64 * 64 {
        let number = LEELA[pair as usize / 64][pair as usize % 64];
        if number != NO_MOVE {
            moves[number as usize] = pair;
        }
        pair += 1;
    }
    moves
};

/// AlphaZero's numbers of the moves of queens and knights: 8 KiB.
static ALPHA_ZERO: Numbers = {
    let mut numbers = [[NO_MOVE; 64]; 64];
    let mut number = 0;
    while number < 64 * FIRST_PROMOTION {
        let (plane, from) = (number / 64, number as usize % 64);
        if let Some(steps) = steps(plane)
            && let Some(to) = square_at(from, steps)
        {
            numbers[from][to] = number;
        }
        number += 1;
    }
    numbers
};

/// The steps of AlphaZero's directions, files and ranks.
const DIRECTIONS: [(isize, isize); 8] =
    [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
/// The steps of a knight.
const KNIGHT: [(isize, isize); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
/// The plane of a knight's first step, and that of the first promotion.
const FIRST_KNIGHT: u16 = 56;
const FIRST_PROMOTION: u16 = 64;
/// The roles that have planes of promotions.
const PROMOTIONS: [Role; 3] = [Role::Knight, Role::Bishop, Role::Rook];

/// Returns the files and the ranks that a plane's moves go, without promotions.
const fn steps(plane: u16) -> Option<(isize, isize)> {
    if plane < FIRST_KNIGHT {
        let ((files, ranks), distance) = (DIRECTIONS[plane as usize / 7], plane as isize % 7 + 1);
        Some((files * distance, ranks * distance))
    } else if plane < FIRST_PROMOTION {
        Some(KNIGHT[(plane - FIRST_KNIGHT) as usize])
    } else {
        None
    }
}

/// Returns the square some files and ranks away, if it is on the board.
const fn square_at(from: usize, (files, ranks): (isize, isize)) -> Option<usize> {
    let (file, rank) = (from as isize % 8 + files, from as isize / 8 + ranks);
    if file < 0 || file > 7 || rank < 0 || rank > 7 {
        return None;
    }
    Some((8 * rank + file) as usize)
}

impl MoveIndex {
    /// All numberings.
    pub const ALL: [Self; 3] = [Self::FromTo, Self::AlphaZero, Self::Leela];

    /// Returns how many numbers there are.
    #[must_use]
    pub const fn size(self) -> usize {
        match self {
            Self::FromTo => 64 * 64,
            Self::AlphaZero => 73 * 64,
            Self::Leela => LEAPS_AND_SLIDES + 22 * 3,
        }
    }

    /// Returns a description of the numbering, as sentences.
    pub(crate) fn details(self) -> String {
        const ONTO_ROOK: &str = "Castling is the king's move onto its own rook.";
        const BY_SIDE: &str =
            "The numbers are as the side to move sees the board: for Black, rank 8 is rank 1.";
        let size = self.size();
        match self {
            Self::FromTo => format!(
                "{size} numbers, 64 times the square that the piece starts from plus the square \
                 that it goes to, for both sides from White's view. {ONTO_ROOK} The four \
                 promotions of a pawn to a square have one number."
            ),
            Self::AlphaZero => format!(
                "{size} numbers, 64 times the plane plus the square that the piece starts from. \
                 {BY_SIDE} Planes 0 to 55 are 7 times the direction plus the distance less one; \
                 the directions are north, north-east, east, south-east, south, south-west, west \
                 and north-west. Planes 56 to 63 are knights' steps, by file and rank: (1, 2), (2, \
                 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2). Planes 64 to 72 are \
                 promotions to a knight, a bishop and a rook: 64, plus 3 times the direction (0 \
                 for a capture towards file a, 1 straight ahead, 2 towards file h), plus 0, 1 or 2 \
                 for the piece. A promotion to a queen is the pawn's move in planes 0 to 55. \
                 Ordinary castling is the king's move of two squares, that of Chess960 the king's \
                 move onto its own rook."
            ),
            Self::Leela => format!(
                "{size} numbers. {BY_SIDE} The first 1792 are the moves of queens and knights on \
                 an empty board: by the square that the piece starts from, then by the square that \
                 it goes to. The others are promotions from rank 7 to a queen, a rook and a \
                 bishop, in this order for each target: a7a8, a7b8, b7a8 and so on. A promotion to \
                 a knight has the number of the move without a promotion. {ONTO_ROOK}"
            ),
        }
    }

    /// Returns the name in files, on the command line and in other languages.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::FromTo => "from-to",
            Self::AlphaZero => "alphazero",
            Self::Leela => "leela",
        }
    }

    /// Returns the number of a legal move. A move that is not legal may have no number, or one
    /// without a meaning.
    #[must_use]
    pub fn index(self, legal: Move, position: &Position) -> Option<usize> {
        let number = self.number(legal, position.side_to_move(), legal.is_castling(position));
        number.map(usize::from)
    }

    /// Returns the numbers of the moves that are neither castling nor a promotion, by the squares
    /// as the side to move sees them, unless both sides have the same.
    #[inline]
    const fn plain_numbers(self) -> Option<&'static Numbers> {
        match self {
            Self::FromTo => None,
            Self::AlphaZero => Some(&ALPHA_ZERO),
            Self::Leela => Some(&LEELA),
        }
    }

    /// Visits the numbers of a set of legal moves on a board, in the order of the moves.
    #[inline]
    pub(crate) fn for_each_number(
        self,
        set: MoveSet,
        board: &Board,
        side: Color,
        mut visit: impl FnMut(u16),
    ) {
        let own = board.of_color(side);
        let is_plain = !set.promotes && set.targets.is_disjoint(own);
        if is_plain && let Some(numbers) = self.plain_numbers() {
            let view = if side == Color::Black { 56 } else { 0 };
            // On boards that no game leads to, a move may have no number.
            for to in set.targets {
                let number = numbers[set.from(to) as usize ^ view][to as usize ^ view];
                if number != NO_MOVE {
                    visit(number);
                }
            }
            return;
        }
        for legal in set.moves() {
            if let Some(number) = self.number(legal, side, own.contains(legal.to())) {
                visit(number);
            }
        }
    }

    /// Returns the number of a move of a side.
    #[inline]
    pub(crate) fn number(self, legal: Move, side: Color, is_castling: bool) -> Option<u16> {
        if self == Self::FromTo {
            return Some(64 * u16::from(legal.from().index()) + u16::from(legal.to().index()));
        }
        let view = |square: Square| usize::from(square.relative_to(side).index());
        let (from, to) = (view(legal.from()), view(legal.to()));
        let promotion = legal.promotion();
        let number = match (self, promotion) {
            (Self::Leela, Some(Role::Queen | Role::Rook | Role::Bishop)) => {
                return leela_promotion(from, to, promotion?);
            }
            (Self::Leela, _) => LEELA[from][to],
            (_, Some(Role::Knight | Role::Bishop | Role::Rook)) => {
                return alpha_zero_promotion(from, to, promotion?);
            }
            _ => ALPHA_ZERO[from][if is_castling { king_target(from, to) } else { to }],
        };
        (number != NO_MOVE).then_some(number)
    }

    /// Returns the legal move with a number, or nothing if no legal move has it. In
    /// [`FromTo`](Self::FromTo) a promotion is one to a queen.
    #[must_use]
    pub fn legal_move(self, index: usize, position: &Position) -> Option<Move> {
        let side = position.side_to_move();
        let pair = |pair: usize| (pair / 64, pair % 64);
        let (from, to, promotion) = match self {
            Self::FromTo => {
                let (from, to) = pair(index);
                (from, to, None)
            }
            Self::AlphaZero => alpha_zero_move(index)?,
            Self::Leela => match LEELA_MOVES.get(index) {
                Some(&number) => {
                    let (from, to) = pair(usize::from(number));
                    (from, to, None)
                }
                None => leela_promotion_at(index)?,
            },
        };
        let square = |index: usize| {
            let square = Square::from_index(u8::try_from(index).ok()?)?;
            Some(if self == Self::FromTo { square } else { square.relative_to(side) })
        };
        let (from, mut to) = (square(from)?, square(to)?);
        let board = position.board();
        let is_pawn = board.of(side, Role::Pawn).contains(from);
        let is_last = to.rank() == Rank::Eighth.relative_to(side);
        // In Chess960 a rook may stand where the king castles to in ordinary chess.
        let is_step = from == position.king(side) && !board.of_color(side).contains(to);
        if self == Self::AlphaZero && is_step {
            to = rook_of_castling(position, from, to).unwrap_or(to);
        }
        let role = match promotion {
            None if is_pawn && is_last && self == Self::Leela => Role::Knight,
            None if is_pawn && is_last => Role::Queen,
            other => other.unwrap_or(Role::Pawn),
        };
        let found = Move::promoting(from, to, role);
        let is_it = position.is_legal(found) && self.index(found, position) == Some(index);
        is_it.then_some(found)
    }
}

/// Returns Leela's number of a promotion to a queen, a rook or a bishop.
fn leela_promotion(from: usize, to: usize, role: Role) -> Option<u16> {
    let (from, to) = (from.checked_sub(48)?, to.checked_sub(56)?);
    if from > 7 || from.abs_diff(to) > 1 {
        return None;
    }
    // From each file there are three targets, but from the first only two.
    let place = 2 * from + to;
    let role = Role::Queen as usize - role as usize;
    u16::try_from(LEAPS_AND_SLIDES + 3 * place + role).ok()
}

/// Returns the squares and the role of one of Leela's promotions.
fn leela_promotion_at(index: usize) -> Option<(usize, usize, Option<Role>)> {
    let is_promotion = (LEAPS_AND_SLIDES..MoveIndex::Leela.size()).contains(&index);
    let promotion = is_promotion.then(|| index - LEAPS_AND_SLIDES)?;
    let (place, role) = (promotion / 3, Role::PROMOTIONS[promotion % 3]);
    let from = (place + 1) / 3;
    Some((48 + from, 56 + place - 2 * from, Some(role)))
}

/// Returns AlphaZero's number of a promotion to a knight, a bishop or a rook.
fn alpha_zero_promotion(from: usize, to: usize, role: Role) -> Option<u16> {
    let direction = (to + 1).checked_sub(from + 8)?;
    let role = PROMOTIONS.iter().position(|&other| other == role)?;
    let plane = usize::from(FIRST_PROMOTION) + 3 * direction + role;
    (direction < 3).then(|| u16::try_from(64 * plane + from).ok()).flatten()
}

/// Returns the squares of one of AlphaZero's moves, and the role of a promotion.
fn alpha_zero_move(index: usize) -> Option<(usize, usize, Option<Role>)> {
    let (plane, from) = (u16::try_from(index / 64).ok()?, index % 64);
    if let Some(steps) = steps(plane) {
        return Some((from, square_at(from, steps)?, None));
    }
    let promotion = usize::from(plane.checked_sub(FIRST_PROMOTION)?);
    let files = [-1, 0, 1].get(promotion / 3)?;
    Some((from, square_at(from, (*files, 1))?, Some(PROMOTIONS[promotion % 3])))
}

const A1: usize = Square::A1 as usize;
const C1: usize = Square::C1 as usize;
const E1: usize = Square::E1 as usize;
const G1: usize = Square::G1 as usize;
const H1: usize = Square::H1 as usize;

/// Returns the square of AlphaZero's castling move: in ordinary castling where the king ends up,
/// else where the rook is.
const fn king_target(king: usize, rook: usize) -> usize {
    match (king, rook) {
        (E1, H1) => G1,
        (E1, A1) => C1,
        _ => rook,
    }
}

/// Returns the rook of ordinary castling by the king's move of two squares.
fn rook_of_castling(position: &Position, king: Square, to: Square) -> Option<Square> {
    let side = position.side_to_move();
    let file = match to.file() {
        File::G => File::H,
        File::C => File::A,
        _ => return None,
    };
    let rank = Rank::First.relative_to(side);
    let is_castling = king == Square::new(File::E, rank) && to.rank() == rank;
    is_castling.then(|| Square::new(file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_of_moves_and_numbers_are_inverse() {
        for (number, &pair) in LEELA_MOVES.iter().enumerate() {
            assert_eq!(usize::from(LEELA[usize::from(pair) / 64][usize::from(pair) % 64]), number);
        }
        for (from, numbers) in ALPHA_ZERO.iter().enumerate() {
            for (to, &number) in
                numbers.iter().enumerate().filter(|(_, number)| **number != NO_MOVE)
            {
                assert_eq!(alpha_zero_move(usize::from(number)), Some((from, to, None)));
            }
        }
        for number in LEAPS_AND_SLIDES..MoveIndex::Leela.size() {
            let (from, to, role) = leela_promotion_at(number).expect("a promotion");
            let found = leela_promotion(from, to, role.expect("a promotion"));
            assert_eq!(found.map(usize::from), Some(number));
        }
        assert_eq!(leela_promotion_at(MoveIndex::Leela.size()), None);
    }
}
