//! The example of a search: its accumulators are those of each position's inputs.

#[path = "../examples/search.rs"]
#[expect(dead_code, reason = "its main function is that of the example")]
mod search;

use search::Search;

#[test]
fn accumulators_follow_every_move() {
    if !cfg!(debug_assertions) {
        println!("skipped: without debug assertions, the example asserts nothing");
        return;
    }
    let set = "pawn_pairs+threats_79856+halfka_v2_hm".parse().expect("names of presets");
    let mut search = Search::new(set);
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
        "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w CFcf - 0 1",
    ] {
        let position = fen.parse().expect("a position");
        assert!(search.best(&position, 3).is_some());
    }
    assert!(search.positions > 5_000 && search.refreshed > 500, "{}", search.refreshed);
}
