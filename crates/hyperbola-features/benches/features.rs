//! Times the features of positions from random games, on every word, in turns.
//!
//! The first rival of attacks and of counts is a loop over the pieces of each position with the
//! fastest techniques for single queries. A block of positions and its answers stay in the
//! second-level cache, so the figures are those of computing and not of memory.

#[path = "../../hyperbola/benches/support/mod.rs"]
mod support;

use core::cell::RefCell;
use core::hint::black_box;

use hyperbola::techniques::HyperbolaQuintessence;
use hyperbola::{FrontDoor, SliderAttacks};
use hyperbola_features::{
    AttackCounts, Attacks, AttacksByRole, BadRows, Blockers, Checkers, Feature, Features,
    KingDanger, Mobility, Pinned, Pinners, PositionSlice, Positions, XRayAttacks,
};
use hyperbola_moves::{Color, Position};
use hyperbola_random::Random;
use hyperbola_samples::random_game;
use support::{Named, is_run, print_table};

/// The number of positions in a block.
const BLOCK: usize = 1024;

fn main() {
    if !is_run() {
        return;
    }
    let mut random = Random::new(1);
    let mut list = Vec::new();
    while list.len() < BLOCK {
        random_game(Position::initial(), &mut random, 200, |position, _| list.push(*position));
    }
    list.truncate(BLOCK);
    let columns: Positions = list.iter().collect();
    let rows = columns.as_slice();

    let mut rivals: Vec<Named<'_>> = vec![
        ("loop over pieces, default technique".into(), by_pieces::<FrontDoor>(&list)),
        (
            "loop over pieces, hyperbola quintessence".into(),
            by_pieces::<HyperbolaQuintessence>(&list),
        ),
    ];
    rivals.extend(on_words(rows, Attacks));
    print_table("Attacks of both sides, a position", &rivals, BLOCK);

    print_table("Attack counts, a position", &on_words(rows, AttackCounts), BLOCK);

    let widest = rows.features();
    let mut rivals: Vec<Named<'_>> = vec![named(widest, Attacks)];
    rivals.push(named(widest, AttacksByRole));
    rivals.push(named(widest, AttackCounts));
    rivals.push(named(widest, Mobility));
    rivals.push(named(widest, XRayAttacks { blockers: Blockers::Any }));
    rivals.push(named(widest, Pinned));
    rivals.push(named(widest, Pinners));
    rivals.push(named(widest, Checkers));
    rivals.push(named(widest, KingDanger));
    print_table("Features on the widest word, a position", &rivals, BLOCK);

    let fens: Vec<String> = list.iter().map(Position::to_string).collect();
    let rivals: Vec<Named<'_>> = vec![
        (
            "positions from FENs, one by one".into(),
            Box::new(|| {
                for fen in &fens {
                    black_box(fen.parse::<Position>().is_ok());
                }
            }),
        ),
        (
            "batch of FENs".into(),
            Box::new(|| {
                black_box(Positions::from_fens(black_box(&fens[..]), BadRows::Fail).is_ok());
            }),
        ),
    ];
    print_table("Reading, a FEN", &rivals, BLOCK);
}

fn by_pieces<T: SliderAttacks>(list: &[Position]) -> Box<dyn Fn() + '_> {
    Box::new(move || {
        for position in list {
            let board = position.board();
            let occupied = board.occupied();
            black_box(Color::ALL.map(|color| board.attacks_of_by::<T>(color, occupied)));
        }
    })
}

/// Returns a rival for each kind of word.
fn on_words<'a, F: Feature + 'a>(rows: PositionSlice<'a>, feature: F) -> Vec<Named<'a>> {
    let kinds = Features::KINDS.iter().filter_map(|&kind| Some((kind, rows.features().on(kind)?)));
    kinds
        .map(|(kind, features)| {
            let (_, rival) = named(features, feature);
            (format!("{} on {kind}", feature.name()), rival)
        })
        .collect()
}

fn named<'a, F: Feature + 'a>(features: Features<'a>, feature: F) -> Named<'a> {
    let items = vec![F::Item::default(); BLOCK * feature.shape().size()];
    let items = RefCell::new(items);
    let rival = move || {
        let computed = features.compute_into(feature, &mut items.borrow_mut());
        black_box(computed.is_ok());
    };
    (feature.name().into(), Box::new(rival))
}
