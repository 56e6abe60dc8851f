//! The legal moves of a position as sets, from pins and checks, without making a move.

use hyperbola::{Bitboard, Color, FrontDoor, Square, bishop_attacks, queen_attacks, rook_attacks};
use hyperbola_moves::{MAX_PIECES, Role};
use hyperbola_rules::castling::{self, Castles};
use hyperbola_rules::legal::{self, Checks};
use hyperbola_rules::moves::PawnMoves;
use hyperbola_rules::pieces::{Pieces, around, last_rank};

use super::board::CounterBoard;

/// A piece and the squares that it may go to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PieceTargets {
    /// The kind of piece.
    pub(crate) role: Role,
    /// Its square.
    pub(crate) from: Square,
    /// The squares that it may go to.
    pub(crate) targets: Bitboard,
}

/// The legal moves of a side as sets of squares that its pieces may go to.
#[derive(Debug, Clone)]
pub(crate) struct LegalSets {
    pieces: [PieceTargets; MAX_PIECES as usize],
    len: usize,
    pawns: PawnMoves<u64>,
    /// The pawns that may capture en passant.
    pub(crate) en_passant: u64,
    /// The sides to castle to: 1 for the king's side, 2 for the queen's side.
    pub(crate) castles: u64,
}

impl LegalSets {
    const fn new() -> Self {
        const NO_TARGETS: PieceTargets =
            PieceTargets { role: Role::King, from: Square::A1, targets: Bitboard::EMPTY };
        Self {
            pieces: [NO_TARGETS; MAX_PIECES as usize],
            len: 0,
            pawns: PawnMoves { one: 0, two: 0, east: 0, west: 0 },
            en_passant: 0,
            castles: 0,
        }
    }

    #[inline(always)]
    fn push(&mut self, role: Role, from: Square, targets: Bitboard) {
        // A side never has more pieces: setups with more make no position.
        self.pieces[self.len] = PieceTargets { role, from, targets };
        self.len += 1;
    }

    /// Returns the pieces other than pawns, with their targets.
    #[inline(always)]
    #[must_use]
    pub(crate) fn pieces(&self) -> &[PieceTargets] {
        &self.pieces[..self.len]
    }

    /// Returns the targets of pawns as sets, except those of en passant. Each set comes with the
    /// difference from its pawns' squares to its squares, as indices.
    #[inline(always)]
    #[must_use]
    pub(crate) const fn pawns<const WHITE: bool>(&self) -> [(u64, i8); 4] {
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
        let last = last_rank(WHITE);
        let pawns =
            self.pawns::<WHITE>().map(|(set, _)| set.count_ones() + 3 * (set & last).count_ones());
        let pieces: u32 = self.pieces().iter().map(|piece| piece.targets.count()).sum();
        pieces
            + pawns.iter().sum::<u32>()
            + self.en_passant.count_ones()
            + self.castles.count_ones()
    }
}

/// Returns the squares of a set, from the lowest, each as a set.
#[inline(always)]
pub(super) fn each(set: u64) -> impl Iterator<Item = u64> {
    Bitboard(set).into_iter().map(Square::bit)
}

/// Returns the only square of a set.
#[inline(always)]
fn only(set: u64) -> Square {
    Square::from_index_wrapping(set.trailing_zeros().to_le_bytes()[0])
}

/// Returns the bishops, the rooks and the queens.
#[inline(always)]
fn sliders_by_role(pieces: &Pieces<u64>) -> [(Role, Bitboard); 3] {
    let queens = pieces.diagonal & pieces.orthogonal;
    [
        (Role::Bishop, Bitboard(pieces.diagonal ^ queens)),
        (Role::Rook, Bitboard(pieces.orthogonal ^ queens)),
        (Role::Queen, Bitboard(queens)),
    ]
}

/// Returns the attacks of a bishop, rook or queen.
#[inline(always)]
fn slider_attacks(role: Role, square: Square, occupied: u64) -> Bitboard {
    match role {
        Role::Bishop => bishop_attacks(square, Bitboard(occupied)),
        Role::Rook => rook_attacks(square, Bitboard(occupied)),
        _ => queen_attacks(square, Bitboard(occupied)),
    }
}

/// Returns the pawns that may capture en passant. It tests the position after each capture.
#[must_use]
pub(crate) fn en_passant<const WHITE: bool>(board: &CounterBoard) -> u64 {
    let (own, enemy) = (board.own::<WHITE>(), board.enemy::<WHITE>());
    let (king, to, color) = (only(own.king), only(board.en_passant), enemy_of(WHITE));
    let pawns = legal::pawns_to(to, own.pawns, color);
    legal::en_passant_captors(king, to, pawns, color, enemy, own.all() | enemy.all())
}

/// Returns the colour of White's enemy, or of Black's.
const fn enemy_of(white: bool) -> Color {
    if white { Color::Black } else { Color::White }
}

/// Returns the legal moves of White if `WHITE` is true, otherwise of Black.
#[inline(always)]
#[must_use]
pub(crate) fn legal_sets<const WHITE: bool>(board: &CounterBoard, castles: &Castles) -> LegalSets {
    let mut sets = LegalSets::new();
    let (own, enemy) = (board.own::<WHITE>(), board.enemy::<WHITE>());
    let (own_all, enemy_all) = (own.all(), enemy.all());
    let occupied = own_all | enemy_all;
    let (king, color) = (only(own.king), enemy_of(WHITE));
    let checks = Checks::new(king, own_all, color, enemy, occupied);

    // The king may not stay on the line of an attack, so the attacks pass through him.
    let danger = legal::attacks::<_, FrontDoor>(color, enemy, occupied & !own.king);
    sets.push(Role::King, king, Bitboard(around(own.king) & !own_all & !danger));
    let evasions = checks.evasions(king);
    if evasions == 0 {
        return sets;
    }
    if board.en_passant != 0 {
        sets.en_passant = en_passant::<WHITE>(board);
    }
    let target = evasions & !own_all;
    if checks.checkers == 0 {
        let (castles, rights) = (castles.side(WHITE), board.rights.of(WHITE).into());
        sets.castles = castling::possible(castles, rights, occupied, danger, checks.pinned);
    }

    for from in Bitboard(own.knights & !checks.pinned) {
        sets.push(Role::Knight, from, hyperbola::knight_attacks(from) & Bitboard(target));
    }
    for (role, sliders) in sliders_by_role(own) {
        for from in sliders {
            let targets = slider_attacks(role, from, occupied).0 & target;
            sets.push(role, from, Bitboard(checks.in_pin(king, from, targets)));
        }
    }

    let pins = checks.pins(king);
    sets.pawns = PawnMoves::new::<WHITE>(own.pawns, &pins, !occupied, target, enemy_all & target);
    sets
}
