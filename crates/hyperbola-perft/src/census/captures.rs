//! The positions after captures of the last half move, and their classes.

use crate::counter::{Children, CounterBoard, Take, legal_sets, mixed};
use hyperbola::Bitboard;
use hyperbola::word::{Vector, WideWord, WordVisitor};
use hyperbola_moves::Role;
use hyperbola_rules::castling::Castles;
use hyperbola_rules::pieces::last_rank;

/// The classes of positions by the squares of one side's pieces. Each square has a number, and the
/// class is the exclusive or of those with a piece. So the class after a capture on a square is
/// known at once.
#[derive(Debug)]
pub(crate) struct Classes {
    /// The squares whose number has bit 0, bit 1 and so on.
    planes: Vec<u64>,
    /// The squares that have each number.
    squares: Vec<u64>,
    /// The number of each square.
    numbers: [u16; 64],
}

impl Classes {
    /// The largest number of bits of a class.
    pub(crate) const MOST_BITS: u32 = 12;

    /// Makes 2<sup>`bits`</sup> classes, whose squares get their numbers from a seed.
    pub(crate) fn new(bits: u32, seed: u64) -> Self {
        let planes: Vec<u64> = (0..u64::from(bits)).map(|bit| mixed([seed, bit, !seed])).collect();
        let with = |class: u64| {
            let sets = planes.iter().enumerate();
            sets.fold(!0, |set, (bit, plane)| {
                set & if class >> bit & 1 == 1 { *plane } else { !plane }
            })
        };
        let squares = (0..1 << bits).map(with).collect();
        let mut classes = Self { planes, squares, numbers: [0; 64] };
        for square in 0..64 {
            #[expect(clippy::cast_possible_truncation, reason = "it has at most 12 bits")]
            let number = classes.of(1 << square) as u16;
            classes.numbers[square] = number;
        }
        classes
    }

    /// Returns the number of bits of a class.
    pub(crate) const fn bits(&self) -> u32 {
        self.squares.len().ilog2()
    }

    /// Returns the number of classes.
    pub(crate) const fn len(&self) -> usize {
        self.squares.len()
    }

    /// Returns the class of a set of squares.
    #[inline(always)]
    pub(crate) fn of(&self, squares: u64) -> usize {
        let planes = self.planes.iter().enumerate();
        let bit =
            |(bit, plane): (usize, &u64)| ((squares & plane).count_ones() as usize & 1) << bit;
        planes.map(bit).fold(0, |class, bit| class | bit)
    }

    /// Returns the squares that have a number.
    #[inline(always)]
    fn with(&self, number: usize) -> u64 {
        self.squares[number]
    }

    /// Returns the number of a square.
    #[inline(always)]
    fn number(&self, square: u64) -> usize {
        self.numbers[square.trailing_zeros() as usize & 63].into()
    }
}

/// Finds the ways from a position before the last half move into a class: adds the boards after
/// captures that lead there, and returns whether the position is of the class itself. White moves
/// if `white` is true, otherwise Black.
#[inline(always)]
pub(crate) fn lead_into(
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
        let difference = classes.of(squares) ^ class;
        let prey = squares & classes.with(difference);
        if prey != 0 {
            add_captures::<WHITE>(board, castles, prey, taker);
        }
        difference == 0
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
        for from in Bitboard(sets.en_passant) {
            taker.push(board.after_en_passant::<WHITE>(from.bit()));
        }
    }
}

/// Adds the boards after the moves before the last half move that lead into a class, or might:
/// those of the class, and those on which a piece is attacked whose loss leads there. In the last
/// half move White moves if `white` is true, otherwise Black.
#[inline(always)]
pub(crate) fn add_leading(
    word: WideWord,
    white: bool,
    board: &CounterBoard,
    castles: &Castles,
    classes: &Classes,
    class: usize,
    boards: &mut Vec<CounterBoard>,
) {
    if white {
        word.run_one_lane(Leading::<true, false> { board, castles, classes, class, boards });
    } else {
        word.run_one_lane(Leading::<false, true> { board, castles, classes, class, boards });
    }
}

/// A position two half moves before the end, and the boards after it that lead into a class. White
/// makes the last half move if `WHITE` is true, and the one before it if `OTHER` is true.
struct Leading<'a, const WHITE: bool, const OTHER: bool> {
    board: &'a CounterBoard,
    castles: &'a Castles,
    classes: &'a Classes,
    class: usize,
    boards: &'a mut Vec<CounterBoard>,
}

impl<const WHITE: bool, const OTHER: bool> WordVisitor for Leading<'_, WHITE, OTHER> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, token: V::Token) {
        let Self { board, castles, classes, class, boards } = self;
        let first = boards.len();
        let squares = board.enemy::<WHITE>().all();
        let attacked = attacked_soon::<WHITE>(board);
        let difference = classes.of(squares) ^ class;
        let taker = Wanted { classes, squares, difference, attacked, boards };
        Children::<OTHER, _> { board, castles, taker }.visit::<V>(token);
        let mut kept = first;
        for index in first..boards.len() {
            let board = &boards[index];
            let squares = board.enemy::<WHITE>().all();
            let difference = classes.of(squares) ^ class;
            if difference == 0 || may_capture::<WHITE>(board, squares & classes.with(difference)) {
                boards[kept] = *board;
                kept += 1;
            }
        }
        boards.truncate(kept);
    }
}

/// A receiver of the boards after moves that may lead into a class. It rejects most others by
/// the squares of the move, before the board is made.
struct Wanted<'a> {
    classes: &'a Classes,
    /// The squares of the pieces that move.
    squares: u64,
    /// The exclusive or of the class before the move and the class that is wanted.
    difference: usize,
    /// The squares that may be attacked after a move.
    attacked: u64,
    boards: &'a mut Vec<CounterBoard>,
}

impl Take for Wanted<'_> {
    #[inline(always)]
    fn wants(&self, from: u64, to: u64) -> bool {
        let difference = self.difference ^ self.classes.number(from) ^ self.classes.number(to);
        let prey = (self.squares ^ from | to) & self.classes.with(difference);
        // A pawn that makes a double step may be captured on a square behind it.
        let stepped = (from << 16 | from >> 16) & to;
        difference == 0 || prey & (self.attacked | stepped) != 0
    }

    #[inline(always)]
    fn take(&mut self, board: CounterBoard) {
        self.boards.push(board);
    }
}

/// Returns the squares that a side attacks, or may attack after a move of the other side that is
/// neither castling nor a capture en passant.
#[inline(always)]
fn attacked_soon<const WHITE: bool>(board: &CounterBoard) -> u64 {
    let (own, enemy) = (board.own::<WHITE>(), board.enemy::<WHITE>().all());
    let occupied = own.all() | enemy;
    let mut attacked = own.step_attacks::<WHITE>();
    for square in Bitboard(own.diagonal | own.orthogonal) {
        let attacks = |occupied: u64| {
            let (rook, bishop) = hyperbola::rook_bishop_attacks(square, Bitboard(occupied));
            let is = |sliders: u64| if sliders & square.bit() == 0 { 0 } else { !0 };
            (rook.0 & is(own.orthogonal)) | (bishop.0 & is(own.diagonal))
        };
        let now = attacks(occupied);
        // The first enemy on a line may move away.
        attacked |= now | attacks(occupied & !(now & enemy));
    }
    attacked
}

/// Returns whether a piece on one of some squares might be captured: whether it is attacked.
#[inline(always)]
fn may_capture<const WHITE: bool>(board: &CounterBoard, prey: u64) -> bool {
    let own = board.own::<WHITE>();
    let occupied = own.all() | board.enemy::<WHITE>().all();
    let victim = if WHITE { board.en_passant >> 8 } else { board.en_passant << 8 };
    if (own.step_attacks::<WHITE>() | victim) & prey != 0 {
        return true;
    }
    Bitboard(prey).into_iter().any(|square| {
        let (rook, bishop) = hyperbola::rook_bishop_attacks(square, Bitboard(occupied));
        (rook.0 & own.orthogonal) | (bishop.0 & own.diagonal) != 0
    })
}
