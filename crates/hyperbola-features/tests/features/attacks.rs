//! Attacks, counts, mobility and x-rays compared with their definitions.

use hyperbola_features::{
    AttackCounts, Attacks, AttacksByRole, Blockers, Feature as _, Mobility, XRayAttacks,
};
use hyperbola_moves::{Color, Role};

use crate::oracle::{Mailbox, set};
use crate::support::check;

#[test]
fn attacks_are_those_of_all_pieces() {
    check(Attacks, |position| {
        let board = Mailbox::new(position);
        let attacks = |side| {
            let pieces = board.squares(|color, _| color == side);
            set(pieces.flat_map(|(from, ..)| board.attacks(from)))
        };
        Color::ALL.map(attacks).to_vec()
    });
}

#[test]
fn attacks_by_role_are_those_of_the_role() {
    check(AttacksByRole, |position| {
        let board = Mailbox::new(position);
        let sides = Color::ALL.into_iter();
        let roles = sides.flat_map(|side| Role::ALL.map(|role| (side, role)));
        let attacks = |wanted| {
            let pieces = board.squares(|color, role| (color, role) == wanted);
            set(pieces.flat_map(|(from, ..)| board.attacks(from)))
        };
        roles.map(attacks).collect()
    });
}

#[test]
fn counts_are_numbers_of_attackers() {
    check(AttackCounts, |position| {
        let board = Mailbox::new(position);
        let mut counts = vec![0; AttackCounts.shape().size()];
        for (from, color, _) in board.squares(|_, _| true) {
            for to in board.attacks(from) {
                counts[64 * color as usize + to] += 1;
            }
        }
        counts
    });
}

#[test]
fn mobility_counts_squares_for_each_piece() {
    check(Mobility, |position| {
        let board = Mailbox::new(position);
        let mut counts = vec![0; 12];
        for (from, color, role) in board.squares(|_, _| true) {
            let is_free = |&to: &usize| board.places[to].is_none_or(|(other, _)| other != color);
            let free = board.attacks(from).into_iter().filter(is_free).count();
            counts[6 * color as usize + role as usize] += u8::try_from(free).expect("fits");
        }
        counts
    });
}

#[test]
fn x_rays_go_past_one_blocker() {
    for blockers in [Blockers::Any, Blockers::Own, Blockers::Other] {
        check(XRayAttacks { blockers }, |position| {
            let board = Mailbox::new(position);
            let x_rays = |side| {
                let fits = |blocker| match blockers {
                    Blockers::Any => true,
                    Blockers::Own => blocker == side,
                    Blockers::Other => blocker != side,
                };
                let pieces = board.squares(|color, _| color == side);
                set(pieces.flat_map(|(from, ..)| board.x_rays(from, fits)))
            };
            Color::ALL.map(x_rays).to_vec()
        });
    }
}
