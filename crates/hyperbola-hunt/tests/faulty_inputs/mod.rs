//! The inputs of Stockfish's networks since July 2026, by a slow and plain program with a switch
//! for each of many mistakes. It shares nothing with the numbers that it is compared with.

pub(crate) mod mistakes;

use std::sync::LazyLock;

use hyperbola_hunt::ViewInputs;
use hyperbola_moves::{Bitboard, Board, CastlingSide, Color, Move, Piece, Position, Role, Square};

pub(crate) use mistakes::MISTAKES;

/// The number of threats and of pairs.
const THREATS: usize = 59_808;
const PAIRS: usize = 96 * 95 / 2;

/// The victims of each role.
const VICTIMS: [&str; 6] = ["NR", "PNBRQ", "PNBR", "PNBR", "PNBRQ", ""];

/// What an input stands for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Item {
    Piece(Piece, Square),
    Threat(Piece, Square, Piece, Square),
    Pair([(Color, Square); 2]),
}

impl Item {
    /// Returns the place of its block in the set.
    const fn block(self) -> usize {
        match self {
            Self::Threat(..) => 0,
            Self::Pair(_) => 1,
            Self::Piece(..) => 2,
        }
    }

    fn touches(self, square: Square) -> bool {
        match self {
            Self::Piece(_, one) => one == square,
            Self::Threat(_, from, _, to) => from == square || to == square,
            Self::Pair(pair) => pair.iter().any(|pawn| pawn.1 == square),
        }
    }
}

/// A program that numbers inputs, with a mistake, or with none if the name is empty.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Faulty(pub(crate) &'static str);

impl Faulty {
    fn has(self, mistake: &str) -> bool {
        self.0 == mistake
    }

    /// Returns all inputs after moves.
    pub(crate) fn inputs(self, fen: &str, played: &[String]) -> [Vec<u32>; 2] {
        let game = game(fen, played);
        let last = game.last().expect("there is a start").0;
        let mut views = Color::ALL.map(|view| self.active(last.board(), view));
        for (number, pair) in game.windows(2).enumerate() {
            let ((before, Some(_)), (after, _)) = (&pair[0], &pair[1]) else { continue };
            for view in Color::ALL {
                let half = |position: &Position| position.king(view).index() / 4 % 2;
                if self.has("threats-kept") && half(before) != half(after) {
                    let own = |block| move |item: &Item| item.block() == block;
                    let list = &mut views[view as usize];
                    let all = self.items(last.board());
                    list.retain(|&number| number as usize >= THREATS);
                    let king = before.king(view);
                    list.extend(
                        all.into_iter()
                            .filter(own(0))
                            .filter_map(|item| self.number(item, view, king, last.board())),
                    );
                }
            }
            if self.has("marked-and-captured") && number + 2 < game.len() {
                self.update_two_at_once(&game[number..number + 3], &mut views);
            }
        }
        if self.has("mover-first") && last.side_to_move() == Color::Black {
            views.swap(0, 1);
        }
        views
    }

    /// Forgets a piece that captures the piece that has just come, if that took part in no threat.
    fn update_two_at_once(self, game: &[(Position, Option<Move>)], views: &mut [Vec<u32>; 2]) {
        let [(_, Some(first)), (middle, Some(second)), (last, _)] = game else { return };
        if first.to() != second.to() || self.takes_part(middle, first.to()) {
            return;
        }
        for view in Color::ALL {
            let piece = last.board().piece_at(second.to());
            let item = piece.map(|piece| Item::Piece(piece, second.to()));
            let number =
                item.and_then(|item| self.number(item, view, last.king(view), last.board()));
            views[view as usize].retain(|&one| Some(one) != number);
        }
    }

    /// Returns whether the piece on a square takes part in a threat that has a number.
    fn takes_part(self, position: &Position, square: Square) -> bool {
        let (board, king) = (position.board(), position.king(Color::White));
        let is_counted = |item| self.number(item, Color::White, king, board).is_some();
        let threats = self.items(board).into_iter().filter(|item| item.block() == 0);
        threats.filter(|item| item.touches(square)).any(is_counted)
    }

    /// Returns what the last move changes.
    pub(crate) fn changes(self, fen: &str, played: &[String]) -> [ViewInputs; 2] {
        let game = game(fen, played);
        let [.., (before, Some(legal)), (after, _)] = game.as_slice() else {
            panic!("there is a last move")
        };
        let (removed, added) = self.changed(before, *legal, after);
        Color::ALL.map(|view| {
            let kings = [before.king(view), after.king(view)];
            let mut inputs = ViewInputs::default();
            for block in 0..3 {
                let halves = kings.map(|king| king.index() / 4 % 2);
                let is_seen =
                    if block == 2 { kings[0] != kings[1] } else { halves[0] != halves[1] };
                let is_refreshed = match block {
                    0 if self.has("refreshes-always") => kings[0] != kings[1],
                    0 if self.has("no-half-refresh") => false,
                    2 if self.has("no-bucket-refresh") => false,
                    _ => is_seen,
                };
                if is_refreshed {
                    inputs.refreshed.push(block);
                    continue;
                }
                let of = |items: &[Item], king, board| -> Vec<u32> {
                    let items = items.iter().filter(|item| item.block() == block);
                    items.filter_map(|&item| self.number(item, view, king, board)).collect()
                };
                inputs.removed.extend(of(&removed, kings[0], before.board()));
                inputs.added.extend(of(&added, kings[1], after.board()));
            }
            inputs
        })
    }

    /// Returns the items that a move removes and adds.
    fn changed(self, before: &Position, legal: Move, after: &Position) -> (Vec<Item>, Vec<Item>) {
        let mut end = *after.board();
        let is_capture = legal.is_capture(before);
        let is_promotion = legal.promotion().is_some();
        let is_pawn_left = is_promotion
            && (self.has("promotion-is-pawn")
                || is_capture && self.has("promotion-capture-is-pawn"));
        let (old, new) = (self.items(before.board()), self.items(&end));
        let mut removed: Vec<Item> =
            old.iter().copied().filter(|item| !new.contains(item)).collect();
        let mut added: Vec<Item> = new.iter().copied().filter(|item| !old.contains(item)).collect();
        if is_pawn_left {
            end.put(legal.to(), Piece::new(before.side_to_move(), Role::Pawn));
            let threats = self.items(&end).into_iter().filter(|item| item.block() == 0);
            added.extend(
                threats
                    .filter(|item| matches!(item, Item::Threat(_, _, _, to) if *to == legal.to())),
            );
        }
        let changed: Vec<Square> = Square::ALL
            .into_iter()
            .filter(|&square| before.board().piece_at(square) != after.board().piece_at(square))
            .collect();
        let is_line =
            |item: &Item| item.block() == 0 && !changed.iter().any(|&square| item.touches(square));
        let is_en_passant = legal.is_en_passant(before);
        let captured =
            Square::from_index_wrapping(legal.to().index() ^ if is_en_passant { 8 } else { 0 });
        let captured = Some(captured).filter(|_| is_capture);
        let is_castling = legal.is_castling(before);
        match self.0 {
            "lines-not-opened" => added.retain(|item| !is_line(item)),
            "lines-not-closed" => removed.retain(|item| !is_line(item)),
            "captured-stays" => removed.retain(|item| {
                !matches!(item, Item::Piece(_, square) if Some(*square) == captured)
            }),
            "en-passant-stays" if is_en_passant => {
                removed.retain(|item| captured.is_none_or(|square| !item.touches(square)));
            }
            "castling-rook-forgotten" if is_castling => {
                let side = CastlingSide::of_rook(legal.from(), legal.to());
                let to = side.rook_target(before.side_to_move());
                removed.retain(|item| !item.touches(legal.to()));
                added.retain(|item| !item.touches(to));
            }
            "adds-again" => {
                let is_pawn = before.board().role_at(legal.from()) == Some(Role::Pawn);
                let stays = new.iter().copied().filter(|item| item.block() == 1 && old.contains(item));
                added.extend(stays.take(usize::from(is_pawn)));
            }
            "removed-twice" => {
                let pair = removed.iter().copied().find(|item| {
                    item.block() == 1
                        && item.touches(legal.from())
                        && captured.is_some_and(|square| item.touches(square))
                });
                removed.extend(pair);
            }
            "one-victim-forgotten" if is_capture => removed.retain(|item| {
                !matches!(item, Item::Threat(_, from, _, to) if *to == legal.to() && *from != legal.from())
            }),
            "marked-placed-square" if !is_castling => {
                let piece = after.board().piece_at(legal.to()).expect("it has moved there");
                if !self.takes_part(after, legal.to()) {
                    added.push(Item::Threat(piece, legal.to(), piece, legal.to()));
                }
            }
            _ => {}
        }
        (removed, added)
    }

    /// Returns the inputs of a board.
    fn active(self, board: &Board, view: Color) -> Vec<u32> {
        let king = board.of(view, Role::King).first().expect("a king");
        let items = self.items(board);
        let mut threats = 0;
        let mut numbers = Vec::new();
        for item in items {
            let Some(number) = self.number(item, view, king, board) else { continue };
            threats += usize::from(item.block() == 0);
            if item.block() != 0 || threats <= 32 || !self.has("list-of-32") {
                numbers.push(number);
            }
        }
        numbers
    }

    /// Lists what a board has.
    fn items(self, board: &Board) -> Vec<Item> {
        let mut items = Vec::new();
        let pieces: Vec<(Square, Piece)> = board.pieces().collect();
        for &(from, attacker) in &pieces {
            items.push(Item::Piece(attacker, from));
            let occupied = board.occupied();
            let mut attacked = attacks(attacker, from, occupied) & occupied;
            if self.has("through-one") {
                attacked |= attacks(attacker, from, occupied - attacked) & occupied;
            }
            for to in attacked {
                let victim = board.piece_at(to).expect("it is occupied");
                items.push(Item::Threat(attacker, from, victim, to));
            }
        }
        let pawns = pieces.iter().filter(|(_, piece)| piece.role == Role::Pawn);
        let pawns: Vec<(Color, Square)> =
            pawns.map(|&(square, pawn)| (pawn.color, square)).collect();
        for (place, &one) in pawns.iter().enumerate() {
            for &other in &pawns[..place] {
                let files = (one.1.index() % 8).abs_diff(other.1.index() % 8);
                let is_counted = !(self.has("other-pawns-only") && one.0 != other.0);
                if is_counted && (files <= 1 || self.has("far-pairs")) {
                    items.push(Item::Pair([one, other]));
                    if self.has("pairs-twice") && one.0 == other.0 {
                        items.push(Item::Pair([other, one]));
                    }
                }
            }
        }
        items
    }

    /// Numbers an item as a view sees it.
    fn number(self, item: Item, view: Color, king: Square, board: &Board) -> Option<u32> {
        let king_side = king.index() % 8 >= 4;
        let ranks = 56 * view as u8;
        let own = |color: Color| usize::from(color != view);
        let number = match item {
            Item::Piece(piece, square) => self.piece(piece, square, view, king),
            Item::Threat(attacker, from, victim, to) => {
                let is_turned = king_side != self.has("threats-other-half");
                let ranks = if self.has("black-not-turned") { 0 } else { ranks };
                let turn = ranks ^ if is_turned { 7 } else { 0 };
                self.threat(
                    (own(attacker.color), attacker.role, from.index() ^ turn),
                    (own(victim.color), victim.role, to.index() ^ turn),
                    (from, to, board, turn),
                )?
            }
            Item::Pair(pair) => {
                let turn = ranks ^ if king_side && !self.has("pairs-not-mirrored") { 7 } else { 0 };
                let [one, other] = pair.map(|(color, square)| {
                    48 * own(color) + usize::from(square.index() ^ turn) - 8
                });
                let (high, low) = (one.max(other), one.min(other));
                high * (high - 1) / 2 + low
            }
        };
        let starts = match self.0 {
            "pairs-first" => [PAIRS, 0, THREATS + PAIRS],
            "pairs-forgotten" => [0, THREATS, THREATS],
            _ => [0, THREATS, THREATS + PAIRS],
        };
        u32::try_from(starts[item.block()] + number).ok()
    }

    /// Numbers a piece on its square.
    fn piece(self, piece: Piece, square: Square, view: Color, king: Square) -> usize {
        let files = if king.index() % 8 < 4 { 7 } else { 0 };
        let ranks = 56 * view as u8;
        let seen_king = match self.has("bucket-of-raw-king") {
            true => king.index() ^ files,
            false => king.index() ^ ranks ^ files,
        };
        let bucket = usize::from(4 * (7 - seen_king / 8) + 7 - seen_king % 8);
        let bucket = if self.has("buckets-reversed") { 31 - bucket } else { bucket };
        let is_other = piece.color != if self.has("own-is-white") { Color::White } else { view };
        let role = match piece.role {
            Role::Knight if self.has("knight-is-bishop") => Role::Bishop,
            Role::Bishop if self.has("knight-is-bishop") => Role::Knight,
            role => role,
        } as usize;
        let plane = match role {
            5 if self.has("king-plane-11") && is_other => 11,
            5 => 10,
            _ if self.has("planes-by-side") => 5 * usize::from(is_other) + role,
            _ => 2 * role + usize::from(is_other),
        };
        let turn = match self.0 {
            "pieces-other-half" => ranks ^ files ^ 7,
            "black-rotated" if view == Color::Black => ranks ^ files ^ 7,
            _ => ranks ^ files,
        };
        704 * bucket + 64 * plane + usize::from(square.index() ^ turn)
    }

    /// Numbers a threat of a piece to another one: whether they are the other side's, their roles
    /// and their squares as they are seen.
    fn threat(
        self,
        (other, role, from): (usize, Role, u8),
        (other_victim, victim, to): (usize, Role, u8),
        (board_from, board_to, board, turn): (Square, Square, &Board, u8),
    ) -> Option<usize> {
        let is_lower = match self.0 {
            "once-on-board" => board_from.index() < board_to.index(),
            "once-lower" => from > to,
            _ => from < to,
        };
        if role == victim && (is_lower && !self.has("twice") || self.has("neither")) {
            return None;
        }
        let order = VICTIMS[role as usize];
        let order =
            if self.has("victims-by-letter") && role == Role::Knight { "PBNRQ" } else { order };
        let letter = victim.letter();
        // From 1: 0 is the place before the first victim.
        let slot = match (role, victim) {
            (Role::Pawn, Role::Bishop) if self.has("pawn-attacks-bishop") => 1,
            (Role::Rook, Role::Queen) if self.has("rook-attacks-queen") => 5,
            (Role::Bishop, Role::Queen) if self.has("bishop-attacks-queen") => 0,
            _ => 1 + order.find(letter)?,
        };
        let victims = order.len();
        let is_other_first = self.has("other-attackers-first");
        let mut base = 0;
        for side in if is_other_first { [1, 0] } else { [0, 1] } {
            for one in Role::ALL {
                if (side, one) == (other, role) {
                    let v = if self.has("victim-of-attacker") {
                        other ^ other_victim
                    } else {
                        other_victim
                    };
                    let block = v * victims + slot;
                    let [before, all] =
                        [from, 64].map(|end| BEFORE[side][one as usize][usize::from(end)]);
                    let reached = match self.has("place-on-board") {
                        true => {
                            let piece = board.piece_at(board_from)?;
                            let reached = attacks(piece, board_from, board.occupied()).into_iter();
                            reached
                                .map(|square| square.index() ^ turn)
                                .filter(|&one| one < to)
                                .count()
                        }
                        false => reached(side, one, from)
                            .into_iter()
                            .filter(|one| one.index() < to)
                            .count(),
                    };
                    return Some(base + block * all + before + reached - all);
                }
                base += 2 * VICTIMS[one as usize].len() * BEFORE[side][one as usize][64];
            }
        }
        None
    }
}

/// How many squares the pieces of a side and a role reach on an empty board from all squares before
/// one.
static BEFORE: LazyLock<[[[usize; 65]; 6]; 2]> = LazyLock::new(|| {
    let mut before = [[[0; 65]; 6]; 2];
    for (side, roles) in before.iter_mut().enumerate() {
        for (role, sums) in roles.iter_mut().enumerate() {
            for square in 0..64 {
                let count =
                    reached(side, Role::ALL[role], u8::try_from(square).expect("fits")).count();
                sums[square + 1] = sums[square] + count as usize;
            }
        }
    }
    before
});

/// Returns the squares that a piece reaches on an empty board, as a view sees it: side 0 goes up.
fn reached(side: usize, role: Role, from: u8) -> Bitboard {
    if role == Role::Pawn && matches!(from / 8, 0 | 7) {
        return Bitboard::EMPTY;
    }
    attacks(Piece::new(Color::ALL[side], role), Square::from_index_wrapping(from), Bitboard::EMPTY)
}

fn attacks(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    match piece.role {
        Role::Pawn => hyperbola::pawn_attacks(piece.color, from),
        Role::Knight => hyperbola::knight_attacks(from),
        Role::Bishop => hyperbola::bishop_attacks(from, occupied),
        Role::Rook => hyperbola::rook_attacks(from, occupied),
        Role::Queen => hyperbola::queen_attacks(from, occupied),
        Role::King => hyperbola::king_attacks(from),
    }
}

/// Returns the positions of a game, each with the move that is played there.
fn game(fen: &str, played: &[String]) -> Vec<(Position, Option<Move>)> {
    let (mut position, _) = Position::from_fen_lenient(fen).expect("the hunt sends positions");
    let mut game = Vec::new();
    for uci in played {
        let legal = position.parse_uci(uci).expect("the hunt plays legal moves");
        game.push((position, Some(legal)));
        position = position.play(legal).expect("the hunt plays legal moves");
    }
    game.push((position, None));
    game
}
