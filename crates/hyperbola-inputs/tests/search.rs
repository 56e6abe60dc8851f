//! The example of a search: its accumulators are those of each position's inputs.

#[path = "../examples/search.rs"]
#[expect(dead_code, reason = "its main function is that of the example")]
mod search;

use search::{Network, Search};

#[test]
fn accumulators_follow_every_move() {
    if !cfg!(debug_assertions) {
        println!("skipped: without debug assertions, the example asserts nothing");
        return;
    }
    let set = "pawn_pairs+threats_79856+halfka_v2_hm".parse().expect("names of presets");
    let mut search = Search::new(Network::random(set));
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

#[test]
fn a_network_of_a_file_gives_its_scores() {
    let mut bytes = b"HYPNET1\n".to_vec();
    let (set, width) = ("chess_768", 32);
    bytes.extend(9_u32.to_le_bytes());
    bytes.extend(set.as_bytes());
    bytes.extend(768_u32.to_le_bytes());
    bytes.extend(32_u32.to_le_bytes());
    // Each input adds 1 to the first number of a view, of which the side to move's counts 256.
    for place in 0..768 * width {
        bytes.extend(i16::from(place % width == 0).to_le_bytes());
    }
    for place in 0..2 * width {
        bytes.extend((256 * i32::from(place == 0)).to_le_bytes());
    }
    bytes.extend((-7 * 256_i32).to_le_bytes());
    let position = "4k3/8/8/8/8/8/8/4K2Q w - - 0 1".parse().expect("a position");
    let network = Network::read(&bytes).expect("it is right");
    // Three pieces, less 7, as the other side sees it.
    assert_eq!(Search::new(network).best(&position, 1).map(|(_, score)| score), Some(4));
    for wrong in [&bytes[..bytes.len() - 1], &bytes[1..], &[&bytes[..], &[0]].concat()] {
        assert!(Network::read(wrong).is_none());
    }
}
