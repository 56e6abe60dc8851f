//! Legal moves: their number and their lists.

use hyperbola::word::{Vector, WideWord};
use hyperbola::{Square, Word, pawn_attacks};
use hyperbola_moves::Role;
use hyperbola_moves::Unkeyed;
use hyperbola_rules::pieces::Pieces;
use hyperbola_rules::replies;

use super::{Ragged, RaggedFeature};
use crate::block::formula_feature;
use crate::block::{Block, Formula, OfWords, Rows, WordFormula, room};
use crate::feature::Sealed;
use crate::positions::{WHITE, color};
use crate::{NONE, PositionSlice};

/// The number of legal moves: one `u16`.
///
/// A promotion counts as four moves. A marked row has no move.
///
/// The moves are counted in lanes. Only positions where the side to move has a castling right other
/// than those of ordinary chess, and those where two pawns may capture en passant, are counted one
/// by one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegalCounts;

formula_feature! {
    LegalCounts: u16, [];
    info: |_| ["legal_counts", "number of legal moves"];
    details: ["A promotion counts as four moves.", "A marked row has 0."];
}

impl Formula for LegalCounts {
    room!(u16, []);

    #[inline(always)]
    fn block<V: Vector>(self, block: &Block<V>, rows: Rows<'_>, items: &mut [u16]) {
        let counts = legal_counts(block, rows.columns());
        for (row, &count) in counts.as_ref().iter().enumerate() {
            match items.get_mut(row) {
                Some(item) => *item = saturated(count),
                None => break,
            }
        }
    }
}

/// The number of moves without castling of Chess960 and captures en passant, and a word that is not
/// zero where the side to move has a right to such castling.
impl WordFormula<2> for LegalCounts {
    #[inline(always)]
    fn words<W: Word>(self, block: &Block<W>) -> [W; 2] {
        let (counts, castles_otherwise) = counts_of_ordinary(block);
        [counts, castles_otherwise]
    }

    fn parts(self) -> Option<[&'static str; 2]> {
        Some([
            "the number of legal moves without captures en passant, which is right unless the second \
             word says otherwise",
            "not zero where the side to move has a right to castle other than from e1 or e8 with a rook \
             of file a or h",
        ])
    }
}

impl OfWords for LegalCounts {
    fn fill_of_words(self, words: &[u64], positions: PositionSlice<'_>, items: &mut [u16]) {
        let words = words.as_chunks().0.iter().enumerate();
        for ((row, &[count, castles_otherwise]), item) in words.zip(items) {
            *item = saturated(count_with_others(positions, row, count, castles_otherwise));
        }
    }
}

/// Returns a count as the feature has it.
#[inline(always)]
fn saturated(count: u64) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}

/// Returns the number of legal moves in each lane.
#[inline(always)]
pub(super) fn legal_counts<V: Vector>(block: &Block<V>, rows: PositionSlice<'_>) -> V::Array {
    let (counts, castles_otherwise) = counts_of_ordinary(block);
    let (mut counts, castles_otherwise) = (counts.into_array(), castles_otherwise.into_array());
    for (row, count) in counts.as_mut().iter_mut().enumerate() {
        if row >= rows.len() {
            break;
        }
        *count = count_with_others(rows, row, *count, castles_otherwise.as_ref()[row]);
    }
    counts
}

/// Returns the number of a row's legal moves by the words of the formula: with captures en passant,
/// and with castling of Chess960.
#[inline(always)]
pub(super) fn count_with_others(
    rows: PositionSlice<'_>,
    row: usize,
    count: u64,
    castles_otherwise: u64,
) -> u64 {
    if castles_otherwise != 0 {
        count_alone(rows, row)
    } else if rows.en_passant[row] != NONE {
        count_with_en_passant(rows, row, count)
    } else {
        count
    }
}

/// Returns the number of legal moves, except castling of Chess960 and captures en passant, and
/// where the side to move has a right to such castling. The boards where White is to move are
/// turned over, so that the side to move is always Black.
#[inline(always)]
fn counts_of_ordinary<W: Word>(block: &Block<W>) -> (W, W) {
    let [pawns, knights, bishops, rooks, queens, kings] = block.roles;
    let [white, black] = block.colors;
    let own = for_black(block, block.by_side(white, black));
    let other = for_black(block, block.by_side(black, white));
    let (pawns, knights) = (for_black(block, pawns), for_black(block, knights));
    let (diagonal, orthogonal) =
        (for_black(block, bishops | queens), for_black(block, rooks | queens));
    let king = for_black(block, kings);
    let replier = Pieces {
        pawns: pawns & own,
        knights: knights & own,
        diagonal: diagonal & own,
        orthogonal: orthogonal & own,
        king: king & own,
    };
    let mover = Pieces {
        pawns: pawns & other,
        knights: knights & other,
        diagonal: diagonal & other,
        orthogonal: orthogonal & other,
        king: king & other,
    };
    let is_home = !(replier.king & king.splat(KING_OF_BLACK)).zero_mask();
    let ordinary = block.castling & is_home & king.splat(3);
    (replies::of_black(&replier, &mover, ordinary), block.castling ^ ordinary)
}

/// The first square of Black's king, e8.
const KING_OF_BLACK: u64 = 1 << 60;

/// Returns a set on the board as it is where Black is to move, and on the board turned over where
/// White is.
#[inline(always)]
fn for_black<W: Word>(block: &Block<W>, set: W) -> W {
    block.by_side(set.swap_bytes(), set)
}

/// Adds the captures en passant to the number of a row's other moves.
#[inline(never)]
fn count_with_en_passant(rows: PositionSlice<'_>, row: usize, others: u64) -> u64 {
    let Some(square) = Square::from_index(rows.en_passant[row]) else { return others };
    let side = color(rows.sides_to_move[row]);
    let pawns = rows.sets[Role::Pawn as usize][row] & rows.sets[WHITE + side as usize][row];
    match (pawn_attacks(!side, square).0 & pawns).count_ones() {
        // The column has only squares where a capture is legal. So if there is one pawn, it may.
        captors @ (0 | 1) => others + u64::from(captors),
        _ => count_alone(rows, row),
    }
}

/// Counts the legal moves of one row.
#[inline(never)]
fn count_alone(rows: PositionSlice<'_>, row: usize) -> u64 {
    rows.setup(row).map_or(0, |setup| Unkeyed::new(&setup).legal().count() as u64)
}

/// The legal moves: lists of `u16`, the [bits](hyperbola_moves::Move::to_bits) of each move.
///
/// Bits 0 to 5 are the square that the piece starts from, bits 6 to 11 the square that it goes to,
/// and bits 12 to 15 the piece that a pawn promotes to: 0 for none, 1 for a knight, 2 a bishop, 3 a
/// rook, 4 a queen. Castling is the king's move onto its own rook.
///
/// The moves are in the order of [`Position::legal_moves`](hyperbola_moves::Position::legal_moves):
///
/// 1. the king's moves, castling among them, then those of each knight, each bishop, each rook and
///    each queen; the pieces of a role from a1 to h8, and the targets of a piece from a1 to h8;
/// 2. the pawns' moves by kind: one step, two steps, captures towards file a, captures towards file
///    h; of each kind first those that do not promote, then the promotions; by target from a1 to
///    h8, and for each target to a queen, a rook, a bishop and a knight;
/// 3. captures en passant, by the pawn from a1 to h8.
///
/// A marked row has no move.
///
/// ```
/// use hyperbola_features::{LegalMoves, Positions};
/// use hyperbola_moves::{Move, Position};
///
/// let positions: Positions = [Position::initial()].iter().collect();
/// let lists = positions.as_slice().features().compute_ragged(LegalMoves);
/// assert_eq!(lists.offsets(), [0, 20]);
/// // The moves of the knight on b1 are the first.
/// let first = lists.list(0).first().copied().and_then(Move::from_bits);
/// assert_eq!(first.map(|first| first.to_string()).as_deref(), Some("b1a3"));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LegalMoves;

impl Sealed for LegalMoves {}

impl RaggedFeature for LegalMoves {
    type Item = u16;

    fn info(self) -> [&'static str; 2] {
        ["legal_moves", "legal moves: from in bits 0 to 5, to in 6 to 11, promotion in 12 to 15"]
    }

    fn details(self) -> String {
        let codes = Role::ALL.iter().skip(1).take(4).map(|role| {
            let name = format!("{role:?}").to_lowercase();
            format!("{} for a {name}", *role as u8)
        });
        let codes = codes.collect::<Vec<_>>().join(", ");
        format!(
            "The promotion is 0 for none, {codes}. Castling is the king's move onto its own rook. The \
             king's moves come first, then those of knights, bishops, rooks, queens and pawns, and \
             captures en passant come last."
        )
    }

    fn append(self, positions: PositionSlice<'_>, _word: WideWord, lists: &mut Ragged<u16>) {
        for row in 0..positions.len() {
            if let Some(setup) = positions.setup(row) {
                Unkeyed::new(&setup).legal().for_each_set(|set| {
                    set.moves().for_each(|legal| lists.push(legal.to_bits()));
                });
            }
            lists.end_list();
        }
    }
}
