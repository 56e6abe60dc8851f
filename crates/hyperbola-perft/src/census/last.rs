//! The last half move: finds the different positions after it, group by group.
//!
//! The positions before it are grouped by the pieces of the side that does not move. A move that
//! captures nothing leaves these as they are, so the positions after such moves come from one
//! group. Those after captures come from elsewhere, and are added to the group that they belong to.

use crate::counter::{CounterBoard, Packed, en_passant, legal_sets};
use hyperbola::Bitboard;
use hyperbola::setwise::beside;
use hyperbola::word::{Vector, WideWord, WordVisitor};
use hyperbola_moves::Role;
use hyperbola_rules::castling::Castles;
use hyperbola_rules::pieces::last_rank;

use super::count::Gather;
use super::digest::{hashes, part};
use super::side::{Side, kind_of, sides_of};
use super::table::{Table, Ways};

/// A group whose positions are counted.
pub(crate) struct Group<'a> {
    pub(crate) castles: &'a Castles,
    /// The positions before the last half move.
    pub(crate) parents: &'a [Packed],
    /// The positions after captures.
    pub(crate) captured: &'a [Packed],
    pub(crate) table: &'a mut Table,
}

impl Group<'_> {
    /// Gathers the different positions. White has made the last half move if `white` is true.
    pub(crate) fn gather(self, word: WideWord, white: bool, into: &mut impl Gather) {
        if white {
            word.run_one_lane(Last::<true, _> { group: self, into });
        } else {
            word.run_one_lane(Last::<false, _> { group: self, into });
        }
    }
}

/// Gathers a position that no moves lead to. It has an en passant square by all definitions or by
/// none.
pub(crate) fn lone<G: Gather>(board: &CounterBoard, castles: &Castles) -> G {
    let [white, black] = sides_of(board, castles);
    let file = match board.en_passant {
        0 => 0,
        square => u64::from(square.trailing_zeros() % 8) + 1,
    };
    let mut gathered = G::default();
    gathered.add_to_all(hashes(part(white, true), part(black, false), file));
    gathered
}

/// A group whose last half move White makes, if `WHITE` is true, otherwise Black.
struct Last<'a, const WHITE: bool, G> {
    group: Group<'a>,
    into: &'a mut G,
}

impl<const WHITE: bool, G: Gather> WordVisitor for Last<'_, WHITE, G> {
    type Output = ();

    #[inline(always)]
    fn visit<V: Vector>(self, _: V::Token) {
        let Self { group: Group { castles, parents, captured, table }, into } = self;
        table.empty(16 * parents.len() + 2 * captured.len());
        for parent in parents {
            add_quiet::<WHITE>(&parent.board(castles), castles, table);
        }
        for position in captured {
            let board = position.board(castles);
            let rooks = board.castling_rooks(castles);
            table.add(Side::new(board.own::<WHITE>(), rooks), Ways::OTHERWISE);
        }
        if let Some(position) = parents.first().or(captured.first()) {
            gather::<WHITE, G>(&position.board(castles), castles, table, into);
        }
    }
}

/// Adds the sides that move, after their moves that capture nothing.
#[inline(always)]
fn add_quiet<const WHITE: bool>(board: &CounterBoard, castles: &Castles, table: &mut Table) {
    let sets = legal_sets::<WHITE>(board, castles);
    let empty = !(board.own::<WHITE>().all() | board.enemy::<WHITE>().all());
    let side = Side::new(board.own::<WHITE>(), board.castling_rooks(castles));
    for piece in sets.pieces() {
        let targets = piece.targets & Bitboard(empty);
        let mut rest = side.without(piece.from.bit());
        if piece.role == Role::King {
            rest = rest.without_rights();
        }
        for to in targets {
            table.add(rest.with(kind_of(piece.role), to.bit()), Ways::OTHERWISE);
        }
    }
    let [(one, _), (two, _), ..] = sets.pawns::<WHITE>();
    for to in Bitboard(one) {
        let rest = side.without(pawn_from::<WHITE>(to.bit(), 8));
        let is_promotion = to.bit() & last_rank(WHITE) != 0;
        let roles = if is_promotion { &Role::PROMOTIONS[..] } else { &[Role::Pawn] };
        for &role in roles {
            table.add(rest.with(kind_of(role), to.bit()), Ways::OTHERWISE);
        }
    }
    for to in Bitboard(two) {
        let rest = side.without(pawn_from::<WHITE>(to.bit(), 16));
        let ways = Ways::by_step(u32::from(to.index()) % 8);
        table.add(rest.with(kind_of(Role::Pawn), to.bit()), ways);
    }
    for wing in 0..2 {
        if sets.castles >> wing & 1 == 1 {
            let after = board.after_castling::<WHITE>(castles, wing);
            table.add(Side::new(after.own::<WHITE>(), 0), Ways::OTHERWISE);
        }
    }
}

/// Returns the square that a pawn came from, some squares behind.
#[inline(always)]
const fn pawn_from<const WHITE: bool>(to: u64, squares: u32) -> u64 {
    if WHITE { to >> squares } else { to << squares }
}

/// Gathers the positions of a table. The side that does not move is that of a board.
#[inline(always)]
fn gather<const WHITE: bool, G: Gather>(
    board: &CounterBoard,
    castles: &Castles,
    table: &Table,
    into: &mut G,
) {
    let sides = sides_of(board, castles);
    let other = sides[usize::from(WHITE)];
    let other_part = part(other, !WHITE);
    // The files on which a pawn of the other side stands beside a pawn after its double step.
    let rank = if WHITE { 24 } else { 32 };
    let near = beside(board.enemy::<WHITE>().pawns & (0xff << rank)) >> rank & 0xff;
    for (side, is_reached_otherwise, steps) in table.each() {
        let own_part = part(side, WHITE);
        let hashes = |en_passant| match WHITE {
            true => hashes(own_part, other_part, en_passant),
            false => hashes(other_part, own_part, en_passant),
        };
        if steps == 0 {
            into.add_to_all(hashes(0));
            continue;
        }
        let pseudo_legal = steps & near;
        let mut legal = 0;
        for square in Bitboard(pseudo_legal) {
            let file = square.bit();
            if is_legal::<WHITE>(board, side, file) {
                legal |= file;
            }
        }
        for (definition, files) in [legal, pseudo_legal, steps].into_iter().enumerate() {
            if is_reached_otherwise || files != steps {
                into.add(definition, hashes(0));
            }
            for square in Bitboard(files) {
                into.add(definition, hashes(u64::from(square.index()) + 1));
            }
        }
    }
}

/// Returns whether a pawn may be captured en passant that has just made a double step on a file.
/// The other side is that of a board.
#[inline(never)]
fn is_legal<const WHITE: bool>(board: &CounterBoard, side: Side, file: u64) -> bool {
    let mut next = *board;
    next.sides[usize::from(!WHITE)] = side.pieces();
    next.en_passant = file << if WHITE { 16 } else { 40 };
    0 != if WHITE { en_passant::<false>(&next) } else { en_passant::<true>(&next) }
}
