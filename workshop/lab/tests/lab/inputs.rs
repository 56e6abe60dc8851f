//! The inputs.

use hyperbola::Square;
use hyperbola_lab::inputs::Inputs;

#[test]
fn boards_have_the_requested_density() {
    for density in [0.0, 0.125, 0.25, 0.4, 0.9] {
        let inputs = Inputs::Random { seed: 3, density, count: 2_000 };
        let queries = inputs.queries().expect("queries");
        let ones: u32 = queries.iter().map(|(_, occupied)| occupied.count()).sum();
        let found = f64::from(ones) / 128_000.0;
        assert!((found - density).abs() < 0.01, "{found} is not {density}");
    }
}

#[test]
fn queries_are_as_many_as_wanted_and_the_same_each_time() {
    for inputs in [
        Inputs::Random { seed: 1, density: 0.25, count: 100 },
        Inputs::Games { count: 10_000 },
        Inputs::Positions { count: 300 },
    ] {
        let queries = inputs.queries().expect("queries");
        assert_eq!(queries, inputs.queries().expect("queries"));
        assert!([100, 10_000, 300].contains(&queries.len()));
    }
}

#[test]
fn sliders_of_games_stand_on_occupied_squares() {
    let queries = Inputs::Games { count: 2_000 }.queries().expect("queries");
    assert!(queries.iter().all(|(square, occupied)| occupied.contains(*square)));
    let first: Vec<Square> = queries[..3].iter().map(|(square, _)| *square).collect();
    assert_eq!(first, [Square::A8, Square::C8, Square::D8]);
}
