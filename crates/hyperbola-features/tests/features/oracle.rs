//! The definitions of the features, square by square: rays are walked on a board of sixty-four
//! places, with no set and no formula of the library.

use hyperbola_moves::{Color, Piece, Position, Role, Square};

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
    /// piece, the slider would give check.
    pub(crate) fn pins(&self, of: Color) -> Vec<(usize, usize)> {
        let king = self.king(of);
        let checkers = self.attackers(king, !of);
        let mut pins = Vec::new();
        for (pinned, ..) in self.squares(|color, role| color == of && role != Role::King) {
            let mut without = Self { places: self.places };
            without.places[pinned] = None;
            let checks = without.attackers(king, !of).into_iter();
            pins.extend(checks.filter(|from| !checkers.contains(from)).map(|from| (pinned, from)));
        }
        pins
    }
}

/// Returns the set of some squares.
pub(crate) fn set(squares: impl IntoIterator<Item = usize>) -> u64 {
    squares.into_iter().fold(0, |all, square| all | 1 << square)
}

/// Returns a square by its number.
#[allow(dead_code, reason = "not every test names squares")]
pub(crate) fn square(index: usize) -> Square {
    Square::ALL[index]
}
