//! Compares two ways to find the threats that a move removes and adds: at the changed squares, and
//! as the difference of all threats before and after.
//!
//! The moves are those of random games, one of each position. Both ways must find the same threats
//! in every position before anything is timed. The way over all threats plays the move first: each
//! way begins with a position and a move.
//!
//! The output is tables of ratios, measured in turns. A table has the cost of all threats too, and
//! batches of both.

use core::hint::black_box;

use hyperbola_features::{
    InputSet, Inputs, Positions, Ragged, Threat, Threats, threat_changes, threats_of,
};
use hyperbola_inputs::Changes;
use hyperbola_moves::{Move, Position};
use hyperbola_random::Random;
use hyperbola_samples::random_game;

use crate::support::{Bench, Loop};

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

/// Returns the position after a move.
fn after(position: &Position, legal: Move) -> Position {
    let mut next = *position;
    next.play_unchecked(legal);
    next
}

/// Lists that are used again.
#[derive(Default)]
struct Lists {
    before: Vec<Threat>,
    next: Vec<Threat>,
    removed: Vec<Threat>,
    added: Vec<Threat>,
}

impl Lists {
    /// Finds all threats before and after a move, and their difference in one pass: both lists are
    /// in order.
    fn compare(&mut self, position: &Position, legal: Move) {
        let next = after(position, legal);
        let Self { before, next: later, removed, added } = self;
        for list in [&mut *before, later, removed, added] {
            list.clear();
        }
        before.extend(threats_of(position));
        later.extend(threats_of(&next));
        let key = |threat: &Threat| (threat.from, threat.to);
        let (mut one, mut two) = (before.iter().peekable(), later.iter().peekable());
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

/// Asserts that both ways find the same, and prints the number of threats.
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
fn each(
    name: &str,
    positions: &'static [Position],
    moves: &'static [Move],
    mut visit: impl FnMut(&Position, Move) + 'static,
) -> Loop {
    Loop::new(name, POSITIONS, move || {
        for (position, &legal) in positions.iter().zip(moves) {
            visit(position, legal);
        }
    })
}

/// Compares both ways, and other results for a position and its move.
pub(crate) fn run(bench: Bench) {
    let (positions, moves) = positions();
    verify(&positions, &moves);
    let (positions, moves): (&'static [_], &'static [_]) = (positions.leak(), moves.leak());
    let sets = ["halfka_v2_hm", "pawn_pairs", "threats_59808", ALL].map(|name| {
        let set: InputSet = name.parse().expect("names of presets");
        (name, &*Box::leak(Box::new(set)))
    });
    one_by_one(bench, positions, moves, &sets);
    batches(bench, positions, moves, &sets);
}

/// All three sets of inputs.
const ALL: &str = "threats_59808+pawn_pairs+halfka_v2_hm";

/// Sets of inputs with their names.
type Sets = [(&'static str, &'static InputSet)];

/// Times the results for one position after another.
fn one_by_one(bench: Bench, positions: &'static [Position], moves: &'static [Move], sets: &Sets) {
    let mut lists = Lists::default();
    let mut before = Vec::new();
    let mut loops = vec![
        each("changes at the changed squares", positions, moves, |position, legal| {
            black_box(threat_changes(position, legal));
        }),
        each("all threats before and after, and their difference", positions, moves, {
            move |position, legal| {
                lists.compare(position, legal);
                black_box((&lists.removed, &lists.added));
            }
        }),
        each("all threats of the position before", positions, moves, move |position, _| {
            before.clear();
            before.extend(threats_of(position));
            black_box(&before);
        }),
        each("the move alone, played", positions, moves, |position, legal| {
            black_box(after(position, legal));
        }),
    ];
    let nexts = positions.iter().zip(moves).map(|(position, &legal)| after(position, legal));
    let nexts: &'static [Position] = nexts.collect::<Vec<_>>().leak();
    for &(name, set) in sets {
        let mut changes = Changes::default();
        loops.push(Loop::new(format!("changed inputs, {name}"), POSITIONS, move || {
            for (position, next) in positions.iter().zip(nexts) {
                set.changes_into(position.board(), next.board(), &mut changes);
            }
        }));
    }
    bench.print_table("One position", loops);
}

/// Times the results for all positions at once.
fn batches(bench: Bench, positions: &'static [Position], moves: &'static [Move], sets: &Sets) {
    let columns: &'static Positions = Box::leak(Box::new(positions.iter().collect()));
    let features = columns.as_slice().features();
    let (mut changed, mut all) = (Ragged::<Threat>::new(), Ragged::<Threat>::new());
    let mut loops = vec![
        Loop::new("threat_changes", POSITIONS, move || {
            features.threat_changes_into(moves, &mut changed).expect("as many moves");
        }),
        Loop::new("threats", POSITIONS, move || features.compute_ragged_into(Threats, &mut all)),
    ];
    for &(name, set) in sets {
        let mut lists = Ragged::<i32>::new();
        loops.push(Loop::new(format!("inputs, {name}"), POSITIONS, move || {
            features.compute_ragged_into(Inputs::new(set), &mut lists);
        }));
    }
    bench.print_table("Batches, for each position", loops);
}
