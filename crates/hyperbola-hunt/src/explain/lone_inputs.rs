//! Why a number is wrong that has no partner: what the board has in its place.

use hyperbola::pawn_attacks;
use hyperbola_inputs::{Block, Meaning};
use hyperbola_moves::{Bitboard, Board, Color, Piece, Role, Square};

use super::input_words::BoardView;
use super::inputs::{Explaining, Unit};
use crate::Rule;
use crate::compare::{Fault, WrongNumber};
use crate::inputs::{InputList, active, part_of};

impl Explaining<'_> {
    /// Returns why a missing number should be there.
    pub(super) fn missing(&self, unit: &Unit, wrong: &[WrongNumber]) -> Rule {
        let part = part_of(self.set, unit.number);
        if let Some((_, Meaning::Threat { attacker, from, victim, to }, _)) = unit.read {
            let seen = self.seen(unit);
            if let Some(before) = self.before {
                let ends: Bitboard = [from, to].into_iter().map(|one| seen.square(one)).collect();
                if (ends & changed(before, self.after)).is_empty() {
                    return Rule::InputLine;
                }
            }
            let is_mutual = attacker.role == victim.role
                && attacks(seen.board, seen.square(to)).contains(seen.square(from));
            let alike = |other: &Unit| {
                other.fault == Fault::Missing
                    && matches!(other.read, Some((_, Meaning::Threat { attacker, victim, .. }, _))
                        if attacker.role == victim.role)
            };
            if self.before.is_none() && is_mutual && self.units.iter().all(alike) {
                return Rule::InputOnce;
            }
        }
        match unit.list {
            InputList::Removed => Rule::InputStale,
            InputList::Active if self.is_full(unit.view, part, wrong) => Rule::InputList,
            _ => Rule::InputMissing,
        }
    }

    /// Returns whether a list of so many of a block's inputs may have come to the end of its
    /// memory.
    fn is_full(&self, view: Color, part: usize, wrong: &[WrongNumber]) -> bool {
        let active = active(self.set, self.after);
        let mut missing = 0;
        for wrong in wrong.iter().filter(|wrong| wrong.view == view) {
            if part_of(self.set, wrong.number) == part {
                if wrong.found > 0 {
                    return false;
                }
                missing += 1;
            }
        }
        let listed = active.block(view, part).len().saturating_sub(missing);
        listed >= 16 && listed.is_power_of_two()
    }

    fn seen(&self, unit: &Unit) -> BoardView<'_> {
        let block = self.set.parts()[part_of(self.set, unit.number)].block();
        BoardView::new(self.board(unit.list), unit.view, block)
    }

    /// Returns why a number should not be there.
    pub(super) fn extra(&self, unit: &Unit, is_made: bool) -> Rule {
        let Some((_, meaning, is_live)) = unit.read else {
            return Rule::InputRange;
        };
        if is_made && self.was_there(unit) {
            return Rule::InputStale;
        }
        let is_active = |board| active(self.set, board).view(unit.view).contains(&unit.number);
        if self.before.is_some_and(is_active) && is_active(self.after) {
            return Rule::InputKept;
        }
        let seen = self.seen(unit);
        match meaning {
            Meaning::Threat { attacker, from, victim, to } => {
                let has_both = seen.has(attacker, from) && seen.has(victim, to);
                let is_promoted =
                    self.situation.played().iter().any(|played| {
                        played.promotion().is_some() && played.to() == seen.square(to)
                    });
                if !is_live && has_both && attacker.role == victim.role {
                    return Rule::InputOnce;
                }
                if !is_live && is_promoted {
                    return Rule::InputDead;
                }
                let reached = attacks(seen.board, seen.square(from));
                if has_both && !reached.contains(seen.square(to)) {
                    return Rule::InputBlocked;
                }
                match is_live {
                    _ if self.is_of_no_victim(unit) => Rule::InputVictim,
                    true => Rule::InputAbsent,
                    false => Rule::InputDead,
                }
            }
            Meaning::Pair(pair) if !is_live => {
                let is_there = |(color, square)| seen.has(Piece::new(color, Role::Pawn), square);
                if pair.into_iter().all(is_there) { Rule::InputPair } else { Rule::InputDead }
            }
            _ => Rule::InputAbsent,
        }
    }

    /// Returns whether a piece attacks one of a role that is no victim of it, and the number is
    /// what the threat has in the place of another victim, or in one that there is not: before the
    /// first one or after the last one.
    fn is_of_no_victim(&self, unit: &Unit) -> bool {
        /// The most places by which it may be off.
        const PLACES: i64 = 6;
        let block = self.set.parts()[part_of(self.set, unit.number)].block();
        let Block::Threats(threats) = block else { return false };
        let seen = self.seen(unit);
        let is_one = |role: Role, width: i64, places: i64| {
            let number = u32::try_from(i64::from(unit.number) + places * width).ok();
            let read = number.and_then(|number| self.set.meaning_of_any(number));
            let Some((_, Meaning::Threat { attacker, from, to, .. }, _)) = read else {
                return false;
            };
            let (from, to) = (seen.has(attacker, from).then(|| seen.square(from)), seen.square(to));
            let is_attack = from.is_some_and(|from| attacks(seen.board, from).contains(to));
            let victim = seen.board.role_at(to).filter(|_| is_attack && attacker.role == role);
            victim.is_some_and(|victim| {
                threats.victims[role as usize].iter().all(|one| one != victim)
            })
        };
        Role::ALL.into_iter().any(|role| {
            let width = places(role, threats.pushes);
            (-PLACES..=PLACES).any(|places| is_one(role, width, places))
        })
    }
}

/// Returns the squares on which boards differ.
fn changed(before: &Board, after: &Board) -> Bitboard {
    let differs = |square: &Square| before.piece_at(*square) != after.piece_at(*square);
    Square::ALL.into_iter().filter(differs).collect()
}

/// Returns the squares that the piece on a square attacks.
fn attacks(board: &Board, from: Square) -> Bitboard {
    let piece = board.piece_at(from);
    piece.map_or(Bitboard::EMPTY, |piece| piece.attacks(from, board.occupied()))
}

/// Returns how many pairs of squares a role has on an empty board: the numbers of one victim.
fn places(role: Role, pushes: bool) -> i64 {
    let reached = Square::ALL.into_iter().map(|from| match role {
        Role::Pawn if matches!(from.index() / 8, 0 | 7) => 0,
        Role::Pawn => pawn_attacks(Color::White, from).count() + u32::from(pushes),
        role => Piece::new(Color::White, role).attacks(from, Bitboard::EMPTY).count(),
    });
    reached.map(i64::from).sum()
}
