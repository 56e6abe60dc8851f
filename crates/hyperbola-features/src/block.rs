//! Positions in the lanes of words.

use hyperbola::setwise::Sliders;
use hyperbola::word::{Vector, WideWord, WordVisitor};
use hyperbola::{Color, File, Word};
use hyperbola_moves::Role;

use crate::{CastlingFiles, Feature, NONE, PositionSlice};

/// As many positions as a word has lanes. Lanes behind the last position have empty boards.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Block<V> {
    /// The squares of the pieces of each role.
    pub(crate) roles: [V; 6],
    /// White's pieces and Black's.
    pub(crate) colors: [V; 2],
    /// All ones where Black is to move.
    pub(crate) is_black: V,
    /// Where the side to move may castle with the rook on file h, 1; with that on file a, 2 more;
    /// with a rook on another file, 4 more.
    pub(crate) castling: V,
}

impl<V: Vector> Block<V> {
    /// Loads as many rows as there are lanes, or all rows if they are fewer.
    #[inline(always)]
    fn load(token: V::Token, rows: PositionSlice<'_>) -> Self {
        let mut sets = [V::from_array(token, V::ZEROS); 8];
        let mut column = 0;
        while column < 8 {
            sets[column] = load::<V>(token, rows.sets[column]);
            column += 1;
        }
        let (mut sides, mut castling) = (V::ZEROS, V::ZEROS);
        // Without iterators: `zip` would be called as a function.
        let mut lane = 0;
        while lane < V::LANES {
            let (Some(&side), Some(&files)) =
                (rows.sides_to_move.get(lane), rows.castling.get(lane))
            else {
                break;
            };
            sides.as_mut()[lane] = u64::from(side != 0).wrapping_neg();
            castling.as_mut()[lane] = castling_of_side(files, side);
            lane += 1;
        }
        let [a, b, c, d, e, f, white, black] = sets;
        Self {
            roles: [a, b, c, d, e, f],
            colors: [white, black],
            is_black: V::from_array(token, sides),
            castling: V::from_array(token, castling),
        }
    }
}

/// Returns the castling of a side to move, as [`Block::castling`] has it.
#[inline(always)]
fn castling_of_side(files: CastlingFiles, side_to_move: u8) -> u64 {
    let [a, b, c, d] = files;
    let [king_side, queen_side] = if side_to_move == 0 { [a, b] } else { [c, d] };
    let is_other = |file, ordinary| (file != ordinary) & (file != NONE);
    let others = is_other(king_side, File::H as u8) | is_other(queen_side, File::A as u8);
    u64::from(king_side == File::H as u8)
        | u64::from(queen_side == File::A as u8) << 1
        | u64::from(others) << 2
}

#[inline(always)]
fn load<V: Vector>(token: V::Token, words: &[u64]) -> V {
    let mut lanes = V::ZEROS;
    match words.get(..V::LANES) {
        Some(words) => lanes.as_mut().copy_from_slice(words),
        None => lanes.as_mut()[..words.len()].copy_from_slice(words),
    }
    V::from_array(token, lanes)
}

impl<W: Word> Block<W> {
    /// Returns the squares of a colour's pieces of a role.
    #[inline(always)]
    pub(crate) fn of(&self, color: Color, role: Role) -> W {
        self.colors[color as usize] & self.roles[role as usize]
    }

    /// Returns all occupied squares.
    #[inline(always)]
    pub(crate) fn occupied(&self) -> W {
        self.colors[0] | self.colors[1]
    }

    /// Returns a colour's bishops, rooks and queens.
    #[inline(always)]
    pub(crate) fn sliders(&self, color: Color) -> Sliders<W> {
        let [_, _, bishops, rooks, queens, _] = self.roles;
        let own = self.colors[color as usize];
        Sliders::new(rooks & own, bishops & own, queens & own)
    }

    /// Returns the first word where White is to move and the second where Black is to move.
    #[inline(always)]
    pub(crate) fn by_side(&self, white: W, black: W) -> W {
        self.is_black.select(black, white)
    }
}

/// A feature of each position, computed for as many positions at once as a word has lanes.
pub(crate) trait Formula: Feature {
    /// Computes the numbers of a block's positions. There are numbers for as many positions as the
    /// rows have, which are the same positions in their columns.
    ///
    /// Implement it without closures around operations on words: a closure is compiled without the
    /// word's instructions.
    fn block<V: Vector>(self, block: &Block<V>, rows: PositionSlice<'_>, items: &mut [Self::Item]);
}

/// The loop over all blocks.
struct Blocks<'a, F: Formula> {
    formula: F,
    positions: PositionSlice<'a>,
    items: &'a mut [F::Item],
}

impl<F: Formula> WordVisitor for Blocks<'_, F> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { formula, positions, items } = self;
        let width = formula.shape().size();
        let mut start = 0;
        while start < positions.len() {
            let end = positions.len().min(start + V::LANES);
            let rows = positions.rows(start..end);
            let block = Block::<V>::load(token, rows);
            formula.block(&block, rows, &mut items[start * width..end * width]);
            start = end;
        }
    }
}

/// Computes a formula for all positions.
#[inline]
pub(crate) fn run<F: Formula>(
    formula: F,
    positions: PositionSlice<'_>,
    word: WideWord,
    items: &mut [F::Item],
) {
    word.run(Blocks { formula, positions, items });
}

/// Stores some words of each position next to each other.
#[inline(always)]
pub(crate) fn store<V: Vector, const N: usize>(words: [V; N], items: &mut [u64]) {
    let mut column = 0;
    while column < N {
        let lanes = words[column].into_array();
        for (row, &lane) in lanes.as_ref().iter().enumerate() {
            match items.get_mut(row * N + column) {
                Some(item) => *item = lane,
                None => break,
            }
        }
        column += 1;
    }
}

#[cfg(test)]
mod tests {
    use crate::positions::WHITE;

    #[test]
    fn the_columns_of_colours_follow_those_of_roles() {
        assert_eq!(WHITE, hyperbola_moves::Role::ALL.len());
    }
}
