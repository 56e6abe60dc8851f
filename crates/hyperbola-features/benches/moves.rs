//! Compares the features about legal moves with loops over positions, in turns: `cargo bench -p
//! hyperbola-features --bench moves`.
//!
//! The positions are those of random games of ordinary chess. Each figure is a median of the rounds,
//! and every result is compared with the loop's.

use core::hint::black_box;
use std::time::Instant;

use hyperbola_features::{
    BadRows, Feature, Features, Keys, LegalCounts, LegalMoves, MoveIndex, MoveMask, MoveMaskBits,
    Outcomes, PositionSlice, Positions,
};
use hyperbola_moves::Position;
use hyperbola_random::Random;
use hyperbola_samples::{chess960, random_game};

/// A contender: its name, the figure's unit, and a function that returns a checksum and how much it
/// did.
type Contender<'a> = (String, &'static str, Box<dyn FnMut() -> (u64, usize) + 'a>);

fn main() {
    let is_test = std::env::args().any(|argument| argument == "--test");
    let (rows, rounds) = if is_test { (500, 1) } else { (2_000, 201) };
    run("ordinary chess", &games(rows, |_| Position::initial()), rounds);
    let number = |random: &mut Random| usize::try_from(random.word() % 960).expect("fits");
    run("Chess960", &games(rows, |random| chess960(number(random), number(random))), rounds);
}

/// Returns positions of random games.
fn games(rows: usize, start: impl Fn(&mut Random) -> Position) -> Vec<Position> {
    let mut random = Random::new(1);
    let mut positions = Vec::new();
    while positions.len() < rows {
        let start = start(&mut random);
        random_game(start, &mut random, 120, |position, _| positions.push(*position));
    }
    positions.truncate(rows);
    positions
}

/// Returns the contenders that count and list moves. A loop comes before the feature that it is
/// compared with.
fn of_moves<'a>(list: &'a [Position], rows: PositionSlice<'a>) -> Vec<Contender<'a>> {
    let mut contenders: Vec<Contender<'_>> = Vec::new();
    let mut add = |name: &str, unit, run: Box<dyn FnMut() -> (u64, usize) + 'a>| {
        contenders.push((name.to_owned(), unit, run));
    };
    let len = list.len();

    add("legal().count() of positions", "positions", {
        Box::new(move || (list.iter().map(|position| position.legal().count() as u64).sum(), len))
    });
    for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
        let features = rows.features().on(kind).expect("available");
        let mut items = vec![0; len];
        add(&format!("LegalCounts on {kind}"), "positions", {
            Box::new(move || {
                features.compute_into(LegalCounts, &mut items).expect("the length");
                (items.iter().map(|&count| u64::from(count)).sum(), len)
            })
        });
    }
    add("legal_moves() of positions, appended", "moves", {
        let mut items: Vec<u16> = Vec::new();
        Box::new(move || {
            items.clear();
            for position in list {
                items.extend(position.legal_moves().iter().map(|legal| legal.to_bits()));
            }
            (items.iter().map(|&bits| u64::from(bits)).sum(), items.len())
        })
    });
    add("legal_moves() of rows.position(), appended", "moves", {
        let mut items: Vec<u16> = Vec::new();
        Box::new(move || {
            items.clear();
            for row in 0..len {
                let position = rows.position(row).expect("a position");
                items.extend(position.legal_moves().iter().map(|legal| legal.to_bits()));
            }
            (items.iter().map(|&bits| u64::from(bits)).sum(), items.len())
        })
    });
    add("LegalMoves", "moves", {
        let mut lists = rows.features().compute_ragged(LegalMoves);
        Box::new(move || {
            rows.features().compute_ragged_into(LegalMoves, &mut lists);
            (lists.items().iter().map(|&bits| u64::from(bits)).sum(), lists.items().len())
        })
    });
    contenders
}

/// Returns the contenders that compute other numbers, and play moves.
fn of_others<'a>(list: &'a [Position], rows: PositionSlice<'a>) -> Vec<Contender<'a>> {
    let mut contenders: Vec<Contender<'_>> = Vec::new();
    let mut add = |name: &str, unit, run: Box<dyn FnMut() -> (u64, usize) + 'a>| {
        contenders.push((name.to_owned(), unit, run));
    };
    let len = list.len();

    for index in MoveIndex::ALL {
        let name = format!("MoveMask {}", index.name());
        add(&name, "positions", feature(rows.features(), MoveMask { index }));
        let name = format!("MoveMaskBits {}", index.name());
        add(&name, "positions", feature(rows.features(), MoveMaskBits { index }));
    }
    add("key() of rows.position()", "positions", {
        Box::new(move || {
            let key = |row| rows.position(row).expect("a position").key();
            ((0..len).map(key).fold(0, u64::wrapping_add), len)
        })
    });
    add("Keys", "positions", feature(rows.features(), Keys));
    add("outcome() of positions", "positions", {
        Box::new(move || {
            let ended = list.iter().filter(|position| position.outcome().is_some()).count();
            (ended as u64, len)
        })
    });
    add("Outcomes", "positions", feature(rows.features(), Outcomes));
    let lists = rows.features().compute_ragged(LegalMoves);
    let moves: Vec<u16> = lists.iter().map(|list| list.last().copied().unwrap_or(0)).collect();
    add("play", "positions", {
        Box::new(move || {
            let played = rows.play(&moves, BadRows::Mark).expect("marked");
            (played.positions.as_slice().sets[0].iter().fold(0, |all, set| all ^ set), len)
        })
    });
    contenders
}

/// Times the contenders in turns, compares their results and prints their speeds.
fn run(name: &str, list: &[Position], rounds: usize) {
    let columns: Positions = list.iter().collect();
    let mut contenders = of_moves(list, columns.as_slice());
    contenders.extend(of_others(list, columns.as_slice()));
    let mut speeds = vec![Vec::new(); contenders.len()];
    let mut sums = vec![None; contenders.len()];
    for _ in 0..rounds {
        for (number, (name, _, run)) in contenders.iter_mut().enumerate() {
            let start = Instant::now();
            let (sum, done) = run();
            speeds[number].push(done as f64 / start.elapsed().as_secs_f64() / 1e6);
            assert_eq!(*sums[number].get_or_insert(black_box(sum)), sum, "{name}");
        }
    }
    for (number, (name, ..)) in contenders.iter().enumerate() {
        let loop_of = |prefix: &str| contenders.iter().position(|(name, ..)| name.contains(prefix));
        if name.starts_with("LegalCounts") {
            assert_eq!(sums[number], sums[loop_of("legal().count()").expect("there")]);
        } else if name == "LegalMoves" {
            assert_eq!(sums[number], sums[loop_of("legal_moves()").expect("there")]);
        } else if name == "Keys" {
            assert_eq!(sums[number], sums[loop_of("key()").expect("there")]);
        }
    }
    println!(
        "{name}, {} positions: millions a second, medians of {rounds} rounds in turns",
        list.len()
    );
    for ((name, unit, _), speeds) in contenders.iter().zip(&mut speeds) {
        speeds.sort_unstable_by(f64::total_cmp);
        println!("{name:>44} {:8.2} {unit}", speeds[speeds.len() / 2]);
    }
}

/// Makes a contender of a feature.
fn feature<'a, F: Feature + 'a>(
    features: Features<'a>,
    feature: F,
) -> Box<dyn FnMut() -> (u64, usize) + 'a>
where
    F::Item: Into<u64>,
{
    let rows = features.compute(feature).len() / feature.shape().size();
    let mut items = features.compute(feature);
    Box::new(move || {
        features.compute_into(feature, &mut items).expect("the length");
        // Only some, so that adding them takes no time.
        let sum = items.iter().step_by(feature.shape().size()).map(|&item| item.into());
        (sum.fold(0, u64::wrapping_add), rows)
    })
}
