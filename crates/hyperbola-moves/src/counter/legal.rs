//! The legal moves of a position as sets, from pins and checks, without making a move.

use core::marker::PhantomData;

use hyperbola::{Line, SliderAttacks, Square, geometry};

use super::board::CounterBoard;
use super::castles::Castles;
use super::lines::Pins;
use super::moves::PawnMoves;
use super::pieces::{Pieces, around, knight_attacks, pawn_attacks};
use crate::Role;
use crate::setup::MAX_PIECES;

/// A piece and the squares that it may go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct PieceTargets {
    pub(super) role: Role,
    pub(super) from: u8,
    pub(super) targets: u64,
}

/// The legal moves of a side as sets of squares that its pieces may go to.
#[derive(Debug, Clone)]
pub(super) struct LegalSets {
    pieces: [PieceTargets; MAX_PIECES as usize],
    len: usize,
    pawns: PawnMoves<u64>,
    /// The pawns that may capture en passant.
    pub(super) en_passant: u64,
    /// The sides to castle to: 1 for the king's side, 2 for the queen's side.
    pub(super) castles: u8,
    /// The enemy's pieces that give check.
    pub(super) checkers: u64,
}

impl LegalSets {
    const fn new() -> Self {
        Self {
            pieces: [PieceTargets { role: Role::King, from: 0, targets: 0 }; MAX_PIECES as usize],
            len: 0,
            pawns: PawnMoves { one: 0, two: 0, east: 0, west: 0 },
            en_passant: 0,
            castles: 0,
            checkers: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, role: Role, from: u8, targets: u64) {
        // A side never has more pieces: setups with more make no position.
        self.pieces[self.len] = PieceTargets { role, from, targets };
        self.len += 1;
    }

    /// Returns the pieces other than pawns, with their targets.
    #[inline(always)]
    pub(super) fn pieces(&self) -> &[PieceTargets] {
        &self.pieces[..self.len]
    }

    /// Returns the targets of pawns as sets, except those of en passant. Each set comes with the
    /// difference from its pawns' squares to its squares, as indices.
    #[inline(always)]
    pub(super) const fn pawns<const WHITE: bool>(&self) -> [(u64, i8); 4] {
        let PawnMoves { one, two, east, west } = self.pawns;
        if WHITE {
            [(one, 8), (two, 16), (east, 9), (west, 7)]
        } else {
            [(one, -8), (two, -16), (east, -7), (west, -9)]
        }
    }

    /// Returns the number of moves.
    #[inline(always)]
    pub(super) fn count<const WHITE: bool>(&self) -> u32 {
        let last = super::pieces::last_rank(WHITE);
        let pawns =
            self.pawns::<WHITE>().map(|(set, _)| set.count_ones() + 3 * (set & last).count_ones());
        let pieces: u32 = self.pieces().iter().map(|piece| piece.targets.count_ones()).sum();
        pieces
            + pawns.iter().sum::<u32>()
            + self.en_passant.count_ones()
            + self.castles.count_ones()
    }
}

/// Returns the lines through a king's square, in the order of [`Line::ALL`].
#[inline(always)]
fn lines(king: u8) -> [u64; 4] {
    Line::ALL.map(|line| geometry::line(square(king), line).0)
}

/// Removes the lowest square from a set and returns it.
#[inline(always)]
pub(super) fn take_lowest(set: &mut u64) -> u8 {
    #[expect(clippy::cast_possible_truncation, reason = "it is at most 64")]
    let square = set.trailing_zeros() as u8;
    *set &= set.wrapping_sub(1);
    square
}

/// Returns the squares strictly between two squares of one line.
#[inline(always)]
fn between(from: u8, to: u64) -> u64 {
    geometry::between(square(from), square(take_lowest(&mut to.clone()))).0
}

#[inline(always)]
const fn square(index: u8) -> Square {
    Square::from_index_wrapping(index)
}

/// The attacks that a technique computes on one board.
struct Sliders<T: SliderAttacks> {
    boards: T::Occupied<u64>,
    technique: PhantomData<T>,
}

impl<T: SliderAttacks> Sliders<T> {
    #[inline(always)]
    fn on(occupied: u64) -> Self {
        Self { boards: T::occupied(occupied), technique: PhantomData }
    }

    #[inline(always)]
    fn rook_bishop(&self, square: u8) -> (u64, u64) {
        T::rook_bishop(u64::from(square & 63), &self.boards)
    }

    #[inline(always)]
    fn attacks(&self, role: Role, square: u8) -> u64 {
        let square = u64::from(square & 63);
        match role {
            Role::Bishop => T::bishop(square, &self.boards),
            Role::Rook => T::rook(square, &self.boards),
            _ => T::queen(square, &self.boards),
        }
    }
}

/// Runs a block for each bishop, rook and queen of a side.
macro_rules! for_sliders {
    ($side:expr, |$role:ident, $from:ident| $block:block) => {{
        let side = $side;
        let queens = side.diagonal & side.orthogonal;
        for ($role, mut set) in [
            (Role::Bishop, side.diagonal ^ queens),
            (Role::Rook, side.orthogonal ^ queens),
            (Role::Queen, queens),
        ] {
            while set != 0 {
                let $from = take_lowest(&mut set);
                $block
            }
        }
    }};
}

/// Returns all squares that a side attacks.
#[inline(always)]
pub(super) fn attacked_by<T: SliderAttacks, const WHITE: bool>(
    side: &Pieces<u64>,
    occupied: u64,
) -> u64 {
    let sliders = Sliders::<T>::on(occupied);
    let mut attacked = knight_attacks(side.knights)
        | pawn_attacks::<u64, WHITE>(side.pawns)
        | (around(side.king) & !side.king);
    for_sliders!(side, |role, from| {
        attacked |= sliders.attacks(role, from);
    });
    attacked
}

impl Pins<u64> {
    /// Returns the squares to which a piece's pin limits it: all squares if it is not pinned.
    #[inline(always)]
    fn line(&self, king: u8, from: u8) -> u64 {
        let mut line = u64::MAX;
        for (pinned, along) in self.lines.iter().zip(lines(king)) {
            if pinned >> from & 1 == 1 {
                line = along;
            }
        }
        line
    }
}

/// Returns the pins of a side's pieces, and the enemy's sliders that give check.
#[inline(always)]
pub(super) fn pins<T: SliderAttacks>(
    own: &Pieces<u64>,
    enemy: &Pieces<u64>,
    occupied: u64,
) -> (Pins<u64>, u64) {
    let king = king_square(own);
    let (rook, bishop) = Sliders::<T>::on(occupied).rook_bishop(king);
    let checkers = (rook & enemy.orthogonal) | (bishop & enemy.diagonal);
    let mut pins = Pins::default();
    // Only a slider on a line of the king can pin.
    if aligned(king, enemy) & !checkers != 0 {
        let first = (rook | bishop) & own.all();
        let (rook_through, bishop_through) = Sliders::<T>::on(occupied ^ first).rook_bishop(king);
        let pinners =
            ((rook_through & enemy.orthogonal) | (bishop_through & enemy.diagonal)) & !checkers;
        let mut rest = pinners;
        while rest != 0 {
            let pinner = 1 << take_lowest(&mut rest);
            let pinned = between(king, pinner) & first;
            for (line, pins) in lines(king).into_iter().zip(&mut pins.lines) {
                if line & pinner != 0 {
                    *pins |= pinned;
                }
            }
            pins.all |= pinned;
        }
    }
    (pins, checkers)
}

/// Returns a side's sliders that stand on a line of a king and can move along it.
#[inline(always)]
fn aligned(king: u8, side: &Pieces<u64>) -> u64 {
    let [rank, file, diagonal, anti_diagonal] = lines(king);
    ((rank | file) & side.orthogonal) | ((diagonal | anti_diagonal) & side.diagonal)
}

/// Returns the index of a king's square.
#[inline(always)]
pub(super) fn king_square(side: &Pieces<u64>) -> u8 {
    take_lowest(&mut side.king.clone())
}

/// Returns the pawns that may capture en passant. It tests the position after each capture.
pub(super) fn en_passant<T: SliderAttacks, const WHITE: bool>(board: &CounterBoard) -> u64 {
    let (own, enemy) = (board.own::<WHITE>(), board.enemy::<WHITE>());
    let to = board.en_passant;
    let taken = if WHITE { to >> 8 } else { to << 8 };
    let king = king_square(own);
    let mut pawns = own.pawns
        & if WHITE { pawn_attacks::<u64, false>(to) } else { pawn_attacks::<u64, true>(to) };
    let leapers = (knight_attacks(own.king) & enemy.knights)
        | (pawn_attacks::<u64, WHITE>(own.king) & enemy.pawns & !taken);
    if leapers != 0 {
        return 0;
    }
    if aligned(king, enemy) == 0 {
        return pawns;
    }
    let mut found = 0;
    while pawns != 0 {
        let from = 1_u64 << take_lowest(&mut pawns);
        let occupied = ((own.all() | enemy.all()) ^ from ^ taken) | to;
        let (rook, bishop) = Sliders::<T>::on(occupied).rook_bishop(king);
        if (rook & enemy.orthogonal) | (bishop & enemy.diagonal) == 0 {
            found |= from;
        }
    }
    found
}

/// Returns the legal moves of White if `WHITE` is true, otherwise of Black.
#[inline(always)]
pub(super) fn legal_sets<T: SliderAttacks, const WHITE: bool>(
    board: &CounterBoard,
    castles: &Castles,
) -> LegalSets {
    let mut sets = LegalSets::new();
    let (own, enemy) = (board.own::<WHITE>(), board.enemy::<WHITE>());
    let (own_all, enemy_all) = (own.all(), enemy.all());
    let occupied = own_all | enemy_all;
    let king = king_square(own);
    let (pins, sliders) = pins::<T>(own, enemy, occupied);
    sets.checkers = sliders
        | (knight_attacks(own.king) & enemy.knights)
        | (pawn_attacks::<u64, WHITE>(own.king) & enemy.pawns);

    // The king may not stay on the line of an attack, so the attacks pass through him.
    let danger = if WHITE {
        attacked_by::<T, false>(enemy, occupied & !own.king)
    } else {
        attacked_by::<T, true>(enemy, occupied & !own.king)
    };
    sets.push(Role::King, king, around(own.king) & !own_all & !danger);
    if board.en_passant != 0 {
        sets.en_passant = en_passant::<T, WHITE>(board);
    }
    if sets.checkers & sets.checkers.wrapping_sub(1) != 0 {
        sets.en_passant = 0;
        return sets;
    }
    let mut target = !own_all;
    if sets.checkers != 0 {
        target = sets.checkers;
        if sliders != 0 {
            target |= between(king, sliders);
        }
    } else {
        let rights = board.rights.of(WHITE);
        for wing in 0..2 {
            let castle = castles.get(WHITE, wing);
            let against =
                (occupied & castle.empty) | (danger & castle.path) | (pins.all & castle.rook);
            if rights >> wing & 1 == 1 && against == 0 {
                sets.castles |= 1 << wing;
            }
        }
    }

    let mut knights = own.knights & !pins.all;
    while knights != 0 {
        let from = take_lowest(&mut knights);
        sets.push(Role::Knight, from, hyperbola::knight_attacks(square(from)).0 & target);
    }
    let attacks = Sliders::<T>::on(occupied);
    for_sliders!(own, |role, from| {
        let pin = if pins.all == 0 { u64::MAX } else { pins.line(king, from) };
        sets.push(role, from, attacks.attacks(role, from) & target & pin);
    });

    sets.pawns = PawnMoves::new::<WHITE>(own.pawns, &pins, !occupied, target, enemy_all & target);
    sets
}
