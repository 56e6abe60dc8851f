//! The definitions of the features, square by square: rays are walked on a board of sixty-four
//! places, with no set and no formula of the library.

use hyperbola_moves::{Color, Move, Piece, Position, Role, Square};

/// A board of 64 places, a1 first.
pub(crate) struct Mailbox {
    pub(crate) places: [Option<(Color, Role)>; 64],
}

const ORTHOGONAL: [(i32, i32); 4] = [(1, 0), (0, 1), (-1, 0), (0, -1)];
const DIAGONAL: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
const KNIGHT: [(i32, i32); 8] =
    [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];

/// Returns the number of the square some files and ranks away, if it is on the board.
fn step(from: usize, (files, ranks): (i32, i32)) -> Option<usize> {
    let from = i32::try_from(from).expect("a square");
    let (file, rank) = (from % 8 + files, from / 8 + ranks);
    let on_board = (0..8).contains(&file) && (0..8).contains(&rank);
    on_board.then(|| usize::try_from(8 * rank + file).expect("on the board"))
}

/// Returns the directions in which a role slides.
pub(crate) fn slides(role: Role) -> Vec<(i32, i32)> {
    match role {
        Role::Bishop => DIAGONAL.to_vec(),
        Role::Rook => ORTHOGONAL.to_vec(),
        Role::Queen => [DIAGONAL, ORTHOGONAL].concat(),
        _ => Vec::new(),
    }
}

impl Mailbox {
    pub(crate) fn new(position: &Position) -> Self {
        let mut places = [None; 64];
        for (square, Piece { color, role }) in position.board().pieces() {
            places[square as usize] = Some((color, role));
        }
        Self { places }
    }

    /// Returns the squares of the pieces that fit.
    pub(crate) fn squares(
        &self,
        fits: impl Fn(Color, Role) -> bool,
    ) -> impl Iterator<Item = (usize, Color, Role)> {
        let pieces = (0..64).filter_map(|square| {
            let (color, role) = self.places[square]?;
            Some((square, color, role))
        });
        pieces.filter(move |&(_, color, role)| fits(color, role))
    }

    /// Returns the squares along a direction up to and with the first piece.
    pub(crate) fn ray(&self, from: usize, direction: (i32, i32)) -> Vec<usize> {
        let mut squares = Vec::new();
        let mut at = from;
        while let Some(next) = step(at, direction) {
            squares.push(next);
            if self.places[next].is_some() {
                break;
            }
            at = next;
        }
        squares
    }

    /// Returns the squares that the piece on a square attacks.
    pub(crate) fn attacks(&self, from: usize) -> Vec<usize> {
        let Some((color, role)) = self.places[from] else { return Vec::new() };
        let ahead = if color == Color::White { 1 } else { -1 };
        let leaps: Vec<(i32, i32)> = match role {
            Role::Pawn => vec![(-1, ahead), (1, ahead)],
            Role::Knight => KNIGHT.to_vec(),
            Role::King => [DIAGONAL, ORTHOGONAL].concat(),
            _ => Vec::new(),
        };
        let leaps = leaps.into_iter().filter_map(|leap| step(from, leap));
        let rays = slides(role).into_iter().flat_map(|direction| self.ray(from, direction));
        leaps.chain(rays).collect()
    }

    /// Returns the squares that the piece on a square reaches past one blocker that fits.
    pub(crate) fn x_rays(&self, from: usize, fits: impl Fn(Color) -> bool) -> Vec<usize> {
        let Some((_, role)) = self.places[from] else { return Vec::new() };
        let beyond = |direction| {
            let blocker = self.ray(from, direction).pop()?;
            let (color, _) = self.places[blocker]?;
            fits(color).then(|| self.ray(blocker, direction))
        };
        slides(role).into_iter().filter_map(beyond).flatten().collect()
    }

    /// Returns the pieces of the other side that attack a square.
    pub(crate) fn attackers(&self, square: usize, by: Color) -> Vec<usize> {
        let pieces = self.squares(|color, _| color == by);
        pieces.map(|(from, ..)| from).filter(|&from| self.attacks(from).contains(&square)).collect()
    }

    pub(crate) fn king(&self, of: Color) -> usize {
        let mut kings = self.squares(|color, role| color == of && role == Role::King);
        kings.next().expect("a king").0
    }

    /// Returns the pairs of pinned pieces of a side and the sliders that pin them: without the
    /// piece, the slider would give check. Only the first piece that the king sees in a direction
    /// can be pinned.
    pub(crate) fn pins(&self, of: Color) -> Vec<(usize, usize)> {
        let king = self.king(of);
        let directions = [DIAGONAL, ORTHOGONAL].concat();
        let pin = |direction: (i32, i32)| {
            let pinned = self.ray(king, direction).pop()?;
            self.places[pinned].filter(|&(color, _)| color == of)?;
            let mut without = Self { places: self.places };
            without.places[pinned] = None;
            let pinner = without.ray(king, direction).pop()?;
            let (color, role) = without.places[pinner]?;
            let checks = color != of && slides(role).contains(&direction);
            checks.then_some((pinned, pinner))
        };
        directions.into_iter().filter_map(pin).collect()
    }
}

impl Mailbox {
    /// Returns the bits of all legal moves in ascending order. Each move is made, and then the king
    /// must not be attacked.
    pub(crate) fn safe_moves(&self, position: &Position) -> Vec<u16> {
        let side = position.side_to_move();
        let mut moves = Vec::new();
        for (from, color, role) in self.squares(|color, _| color == side) {
            let is_other = |to: usize| self.places[to].is_some_and(|(other, _)| other != color);
            let targets = match role {
                Role::Pawn => self.pawn_targets(from, color, position.en_passant()),
                _ => {
                    let mut targets = self.attacks(from);
                    targets.retain(|&to| self.places[to].is_none() || is_other(to));
                    targets
                }
            };
            for to in targets {
                let mut after = Self { places: self.places };
                after.places[to] = after.places[from].take();
                let is_diagonal = from % 8 != to % 8;
                if role == Role::Pawn && is_diagonal && self.places[to].is_none() {
                    after.places[from / 8 * 8 + to % 8] = None;
                }
                if !after.attackers(after.king(side), !side).is_empty() {
                    continue;
                }
                let (from, to) = (square(from), square(to));
                if role == Role::Pawn && [0, 7].contains(&(to as usize / 8)) {
                    let promotions = Role::PROMOTIONS.iter();
                    moves.extend(promotions.map(|&role| Move::promoting(from, to, role)));
                } else {
                    moves.push(Move::new(from, to));
                }
            }
        }
        moves.extend(self.castling_moves(position));
        let mut bits: Vec<u16> = moves.into_iter().map(Move::to_bits).collect();
        bits.sort_unstable();
        bits
    }

    fn pawn_targets(&self, from: usize, color: Color, en_passant: Option<Square>) -> Vec<usize> {
        let (ahead, first) = if color == Color::White { (1, 1) } else { (-1, 6) };
        let mut targets = self.attacks(from);
        targets.retain(|&to| match self.places[to] {
            Some((other, _)) => other != color,
            None => en_passant == Some(square(to)),
        });
        let free = |steps| step(from, (0, steps * ahead)).filter(|&to| self.places[to].is_none());
        if let Some(one) = free(1) {
            targets.push(one);
            targets.extend(free(2).filter(|_| from / 8 == first));
        }
        targets
    }

    /// Returns the castling moves: the squares that king and rook pass are empty except for the
    /// two, and none that the king passes is attacked, before the move or once the rook has gone.
    fn castling_moves(&self, position: &Position) -> Vec<Move> {
        let side = position.side_to_move();
        let king = self.king(side);
        let mut moves = Vec::new();
        for (_, wing, rook) in position.castling_rights().iter().filter(|right| right.0 == side) {
            let rook = rook as usize;
            let king_to = wing.king_target(side) as usize;
            let rook_to = wing.rook_target(side) as usize;
            let way = |from: usize, to: usize| from.min(to)..=from.max(to);
            let is_free = |at: usize| at == king || at == rook || self.places[at].is_none();
            if !way(king, king_to).chain(way(rook, rook_to)).all(is_free) {
                continue;
            }
            // The king must be safe on each square of his way, with his first square empty.
            let is_safe = |at: usize| {
                let mut board = Self { places: self.places };
                board.places[king] = None;
                board.places[at] = board.places[at].or(Some((side, Role::King)));
                board.attackers(at, !side).is_empty()
            };
            let mut after = Self { places: self.places };
            (after.places[king], after.places[rook]) = (None, None);
            after.places[king_to] = Some((side, Role::King));
            after.places[rook_to] = Some((side, Role::Rook));
            if way(king, king_to).all(is_safe) && after.attackers(king_to, !side).is_empty() {
                moves.push(Move::new(square(king), square(rook)));
            }
        }
        moves
    }
}

/// Returns the set of some squares.
pub(crate) fn set(squares: impl IntoIterator<Item = usize>) -> u64 {
    squares.into_iter().fold(0, |all, square| all | 1 << square)
}

/// Returns a square by its number.
pub(crate) fn square(index: usize) -> Square {
    Square::ALL[index]
}
