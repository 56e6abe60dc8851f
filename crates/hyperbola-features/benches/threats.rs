//! Compares two ways to find the threats that a move removes and adds: at the changed squares, and
//! as the difference of all threats before and after.
//!
//! The moves are those of random games, one of each position. Both ways must find the same threats
//! in every position before anything is timed. The way over all threats plays the move first: each
//! way begins with a position and a move.
//!
//! The output is tables of ratios, measured in turns. A table has what all threats cost, too, and
//! batches of both.

#[path = "../../hyperbola/benches/support/mod.rs"]
mod support;

use core::hint::black_box;

use hyperbola_features::{
    InputSet, Inputs, Positions, Ragged, Threat, Threats, threat_changes, threats_of,
};
use hyperbola_inputs::Changes;
use hyperbola_moves::{Move, Position};
use hyperbola_random::Random;
use hyperbola_samples::random_game;
use support::{Named, is_run, print_table};

/// The number of positions: few enough for the cache, and enough that no branch is foreseen.
const POSITIONS: usize = 1024;

/// Returns positions of random games and a move of each.
fn positions() -> (Vec<Position>, Vec<Move>) {
    let mut random = Random::new(7);
    let mut all = Vec::new();
    while all.len() < POSITIONS {
        let before = all.len();
        random_game(Position::initial(), &mut random, 120, |position, legal| {
            all.push((*position, legal));
        });
        // Every eighth, so that neighbours differ.
        let chosen: Vec<_> = all[before..].iter().copied().skip(10).step_by(8).collect();
        all.truncate(before);
        all.extend(chosen);
    }
    all.truncate(POSITIONS);
    all.into_iter().unzip()
}

/// Lists that are used again.
#[derive(Default)]
struct Lists {
    before: Vec<Threat>,
    after: Vec<Threat>,
    removed: Vec<Threat>,
    added: Vec<Threat>,
}

impl Lists {
    /// Finds all threats before and after a move, and their difference in one pass: both lists are
    /// in order.
    fn compare(&mut self, position: &Position, legal: Move) {
        let mut next = *position;
        next.play_unchecked(legal);
        let Self { before, after, removed, added } = self;
        for list in [&mut *before, after, removed, added] {
            list.clear();
        }
        before.extend(threats_of(position));
        after.extend(threats_of(&next));
        let key = |threat: &Threat| (threat.from, threat.to);
        let (mut one, mut two) = (before.iter().peekable(), after.iter().peekable());
        loop {
            match (one.peek(), two.peek()) {
                (Some(a), Some(b)) if a == b => {
                    one.next();
                    two.next();
                }
                (Some(a), Some(b)) if key(a) <= key(b) => removed.extend(one.next()),
                (_, Some(_)) => added.extend(two.next()),
                (Some(_), None) => removed.extend(one.next()),
                (None, None) => return,
            }
        }
    }
}

/// Asserts that both ways find the same, and prints how many threats there are.
fn verify(positions: &[Position], moves: &[Move]) {
    let sorted = |threats: &[Threat]| {
        let mut threats = threats.to_vec();
        threats.sort_unstable_by_key(|threat| (threat.from, threat.to));
        threats
    };
    let (mut lists, mut threats, mut changed) = (Lists::default(), 0, 0);
    for (position, &legal) in positions.iter().zip(moves) {
        lists.compare(position, legal);
        let changes = threat_changes(position, legal);
        assert_eq!(sorted(&changes.removed), lists.removed, "{position} {legal}");
        assert_eq!(sorted(&changes.added), lists.added, "{position} {legal}");
        threats += lists.before.len();
        changed += changes.removed.len() + changes.added.len();
    }
    let each = |count: usize| count as f64 / positions.len() as f64;
    println!("{:.1} threats a position, {:.1} changed by a move", each(threats), each(changed));
}

/// Makes a loop over positions and moves.
fn each<'a>(
    name: &str,
    positions: &'a [Position],
    moves: &'a [Move],
    mut visit: impl FnMut(&Position, Move) + 'a,
) -> Named<'a> {
    let visit = core::cell::RefCell::new(move || {
        for (position, &legal) in positions.iter().zip(moves) {
            visit(position, legal);
        }
    });
    (name.into(), Box::new(move || visit.borrow_mut()()))
}

fn main() {
    if !is_run() {
        return;
    }
    let (positions, moves) = positions();
    verify(&positions, &moves);
    let (threats, all) = ("threats_59808", "threats_59808+pawn_pairs+halfka_v2_hm");
    let names = ["halfka_v2_hm", "pawn_pairs", threats, all];
    let sets = names.map(|name| (name, name.parse::<InputSet>().expect("names of presets")));
    let nexts: Vec<Position> = positions
        .iter()
        .zip(&moves)
        .map(|(position, &legal)| {
            let mut next = *position;
            next.play_unchecked(legal);
            next
        })
        .collect();
    let mut lists = Lists::default();
    let mut before = Vec::new();
    let mut single = vec![
        each("changes at the changed squares", &positions, &moves, |position, legal| {
            black_box(threat_changes(position, legal));
        }),
        each("all threats before and after, and their difference", &positions, &moves, {
            move |position, legal| {
                lists.compare(position, legal);
                black_box((&lists.removed, &lists.added));
            }
        }),
        each("all threats of the position before", &positions, &moves, |position, _| {
            before.clear();
            before.extend(threats_of(position));
            black_box(&before);
        }),
        each("the move alone, played", &positions, &moves, |position, legal| {
            let mut next = *position;
            next.play_unchecked(legal);
            black_box(next);
        }),
    ];
    for (name, set) in &sets {
        let changes = core::cell::RefCell::new(Changes::default());
        let (positions, nexts) = (&positions, &nexts);
        let run = move || {
            for (position, next) in positions.iter().zip(nexts) {
                set.changes_into(position.board(), next.board(), &mut changes.borrow_mut());
            }
        };
        single.push((format!("inputs of both views that change: {name}"), Box::new(run)));
    }
    print_table("One position", &single, POSITIONS);

    let columns: Positions = positions.iter().collect();
    let features = columns.as_slice().features();
    let threats = || core::cell::RefCell::new(Ragged::<Threat>::new());
    let (changed, all) = (threats(), threats());
    let mut batches: Vec<Named<'_>> = vec![
        (
            "threat_changes".into(),
            Box::new(|| {
                let changed = features.threat_changes_into(&moves, &mut changed.borrow_mut());
                changed.expect("as many moves");
            }),
        ),
        (
            "threats".into(),
            Box::new(|| features.compute_ragged_into(Threats, &mut all.borrow_mut())),
        ),
    ];
    for (name, set) in &sets {
        let lists = core::cell::RefCell::new(Ragged::<i32>::new());
        let inputs = Inputs::new(set);
        let run = move || features.compute_ragged_into(inputs, &mut lists.borrow_mut());
        batches.push((format!("inputs of both views: {name}"), Box::new(run)));
    }
    print_table("Batches, for each position", &batches, POSITIONS);
}
