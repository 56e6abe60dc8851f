//! The positions after captures of the last half move, and the classes that they belong to.

use std::vec::Vec;

use hyperbola::Bitboard;
use hyperbola::word::{Vector, WideWord, WordVisitor};

use super::super::board::CounterBoard;
use super::super::castles::Castles;
use super::super::legal::{each, legal_sets};
use super::super::packed::mixed;
use super::super::pieces::{around, knight_attacks, last_rank, pawn_attacks};
use crate::Role;

/// The classes of positions by the squares of one side's pieces. Each square has a number, and the
/// class is the exclusive or of those with a piece. So it is known at once to which class a capture
/// on a square leads.
#[derive(Debug)]
pub(super) struct Classes {
    /// The squares whose number has bit 0, bit 1 and so on.
    planes: Vec<u64>,
    /// The squares that have each number.
    squares: Vec<u64>,
}

impl Classes {
    /// The largest number of bits of a class.
    pub(super) const MOST_BITS: u32 = 12;

    /// Makes 2<sup>`bits`</sup> classes, whose squares get their numbers from a seed.
    pub(super) fn new(bits: u32, seed: u64) -> Self {
        let planes: Vec<u64> = (0..u64::from(bits)).map(|bit| mixed([seed, bit, !seed])).collect();
        let with = |class: u64| {
            let sets = planes.iter().enumerate();
            sets.fold(!0, |set, (bit, plane)| {
                set & if class >> bit & 1 == 1 { *plane } else { !plane }
            })
        };
        let squares = (0..1 << bits).map(with).collect();
        Self { planes, squares }
    }

    /// Returns the number of bits of a class.
    pub(super) const fn bits(&self) -> u32 {
        self.squares.len().ilog2()
    }

    /// Returns the number of classes.
    pub(super) const fn len(&self) -> usize {
        self.squares.len()
    }

    /// Returns the class of a set of squares.
    #[inline(always)]
    pub(super) fn of(&self, squares: u64) -> usize {
        let planes = self.planes.iter().enumerate();
        let bit =
            |(bit, plane): (usize, &u64)| ((squares & plane).count_ones() as usize & 1) << bit;
        planes.map(bit).fold(0, |class, bit| class | bit)
    }

    /// Returns the squares of a set of a class where a capture leads to another class.
    #[inline(always)]
    pub(super) fn captures(&self, squares: u64, class: usize, to: usize) -> u64 {
        squares & self.squares[class ^ to]
    }
}

/// Finds what leads into a class from a position before the last half move: adds the boards after
/// its captures that do, and returns whether it is of the class itself. White moves if `white` is
/// true, otherwise Black.
#[inline(always)]
pub(super) fn lead_into(
    word: WideWord,
    white: bool,
    board: &CounterBoard,
    castles: &Castles,
    classes: &Classes,
    class: usize,
    taker: &mut Vec<CounterBoard>,
) -> bool {
    if white {
        word.run_one_lane(LeadInto::<true> { board, castles, classes, class, taker })
    } else {
        word.run_one_lane(LeadInto::<false> { board, castles, classes, class, taker })
    }
}

/// A position before the last half move, and a class.
struct LeadInto<'a, const WHITE: bool> {
    board: &'a CounterBoard,
    castles: &'a Castles,
    classes: &'a Classes,
    class: usize,
    taker: &'a mut Vec<CounterBoard>,
}

impl<const WHITE: bool> WordVisitor for LeadInto<'_, WHITE> {
    type Output = bool;

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) -> bool {
        let Self { board, castles, classes, class, taker } = self;
        let squares = board.enemy::<WHITE>().all();
        let own = classes.of(squares);
        let prey = classes.captures(squares, own, class);
        if prey != 0 {
            add_captures::<WHITE>(board, castles, prey, taker);
        }
        own == class
    }
}

/// Adds the boards after the legal captures of pieces on some squares.
#[inline(always)]
fn add_captures<const WHITE: bool>(
    board: &CounterBoard,
    castles: &Castles,
    prey: u64,
    taker: &mut Vec<CounterBoard>,
) {
    let sets = legal_sets::<WHITE>(board, castles);
    for piece in sets.pieces() {
        for to in piece.targets & Bitboard(prey) {
            let (from, to) = (piece.from.bit(), to.bit());
            taker.push(board.after::<WHITE>(castles, piece.role, from, to));
        }
    }
    let [_, _, pawns @ ..] = sets.pawns::<WHITE>();
    for (targets, step) in pawns {
        for square in Bitboard(targets & prey) {
            let to = square.bit();
            let from = 1_u64 << (square.index().wrapping_add_signed(-step) & 63);
            if to & last_rank(WHITE) == 0 {
                taker.push(board.after::<WHITE>(castles, Role::Pawn, from, to));
                continue;
            }
            for role in Role::PROMOTIONS {
                taker.push(board.after_promotion::<WHITE>(castles, role, from, to));
            }
        }
    }
    let victim = if WHITE { board.en_passant >> 8 } else { board.en_passant << 8 };
    if victim & prey != 0 {
        for from in each(sets.en_passant) {
            taker.push(board.after_en_passant::<WHITE>(from));
        }
    }
}

/// Keeps the boards that lead into a class, or might: those of the class, and those on which a piece
/// is attacked whose loss leads there. White moves if `white` is true, otherwise Black.
#[inline(always)]
pub(super) fn retain_leading(
    word: WideWord,
    white: bool,
    classes: &Classes,
    class: usize,
    boards: &mut Vec<CounterBoard>,
) {
    if white {
        word.run_one_lane(Leading::<true> { classes, class, boards });
    } else {
        word.run_one_lane(Leading::<false> { classes, class, boards });
    }
}

/// Boards of which those are kept that lead into a class, or might.
struct Leading<'a, const WHITE: bool> {
    classes: &'a Classes,
    class: usize,
    boards: &'a mut Vec<CounterBoard>,
}

impl<const WHITE: bool> WordVisitor for Leading<'_, WHITE> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) {
        let Self { classes, class, boards } = self;
        let mut kept = 0;
        for index in 0..boards.len() {
            let board = &boards[index];
            let squares = board.enemy::<WHITE>().all();
            let own = classes.of(squares);
            let prey = classes.captures(squares, own, class);
            if own == class || (prey != 0 && may_capture::<WHITE>(board, prey)) {
                boards[kept] = *board;
                kept += 1;
            }
        }
        boards.truncate(kept);
    }
}

/// Returns whether a piece on one of some squares might be captured: whether it is attacked.
#[inline(always)]
fn may_capture<const WHITE: bool>(board: &CounterBoard, prey: u64) -> bool {
    let own = board.own::<WHITE>();
    let occupied = own.all() | board.enemy::<WHITE>().all();
    let steps =
        knight_attacks(own.knights) | around(own.king) | pawn_attacks::<u64, WHITE>(own.pawns);
    let victim = if WHITE { board.en_passant >> 8 } else { board.en_passant << 8 };
    if (steps | victim) & prey != 0 {
        return true;
    }
    Bitboard(prey).into_iter().any(|square| {
        let (rook, bishop) = hyperbola::rook_bishop_attacks(square, Bitboard(occupied));
        (rook.0 & own.orthogonal) | (bishop.0 & own.diagonal) != 0
    })
}
