//! The file `vectors/legal-moves.csv` is what the definition makes, and the library finds its
//! moves.

#[path = "../examples/legal_moves.rs"]
#[expect(dead_code, reason = "the example's main function")]
mod made;

use std::collections::BTreeMap;

use hyperbola_moves::{Position, Setup};
use hyperbola_prove::legality::Laws;

/// The number of rows that are made anew: those with the fewest pieces.
const MADE: usize = 2_000;

fn file() -> Vec<String> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../vectors/legal-moves.csv");
    let text = std::fs::read_to_string(path).expect("the file");
    let mut lines = text.lines().map(str::to_owned);
    assert_eq!(lines.next().as_deref(), Some(made::HEADING));
    lines.collect()
}

fn fields(row: &str) -> [&str; 3] {
    row.split(',').collect::<Vec<_>>().try_into().expect("three fields")
}

#[test]
fn the_file_is_fresh() {
    let made: Vec<_> = made::rows().take(MADE).collect();
    assert_eq!(made, file()[..MADE]);
}

#[test]
fn the_library_finds_the_moves_of_all_rows() {
    let rows = file();
    assert_eq!(rows.len(), made::ROWS);
    for row in &rows {
        let [_, fen, expected] = fields(row);
        let position: Position = fen.parse().expect("a position");
        let legal = position.legal_moves();
        let mut moves: Vec<_> = legal.iter().map(|&one| position.uci(one).to_string()).collect();
        moves.sort();
        assert_eq!(moves.join(" "), expected, "{fen}");
    }
}

#[test]
fn the_rows_have_every_kind_of_case() {
    let mut cases: BTreeMap<String, usize> = BTreeMap::new();
    for (index, row) in file().iter().enumerate() {
        let [case, fen, expected] = fields(row);
        *cases.entry(case.to_owned()).or_default() += 1;
        if index % 16 == 0 {
            let setup: Setup = fen.parse().expect("a setup");
            let laws = Laws::new(&setup);
            assert_eq!(laws.legal_moves().join(" "), expected, "{fen}");
            assert!(case == "nothing-special" || laws.cases().contains(case), "{fen} {case}");
        }
    }
    let lines = ["rank", "file", "diagonal", "anti-diagonal"];
    let pieces = ["pawn", "knight", "bishop", "rook", "queen"];
    let pins = pieces.iter().flat_map(|piece| lines.map(|line| format!("pinned-{piece}-{line}")));
    // Such a pawn may step, and seldom has anything that it could capture.
    let pins = pins.filter(|case| case != "pinned-pawn-file");
    let checks = pieces.iter().map(|piece| format!("check-by-{piece}"));
    let en_passant = lines.map(|line| format!("en-passant-refused-{line}"));
    let wings = ["kingside", "queenside"];
    let games = ["castling", "chess960-castling"];
    let refusals = ["piece-between", "in-check", "into-check", "through-check"];
    let castling = games.iter().flat_map(|game| wings.map(|wing| format!("{game}-{wing}")));
    let castling: Vec<_> = castling.collect();
    let refused = castling
        .iter()
        .flat_map(|castling| refusals.map(|refusal| format!("{castling}-refused-{refusal}")));
    let others = [
        "en-passant",
        "en-passant-answers-check",
        "promotion",
        "promotion-with-capture",
        "promotion-answers-check",
        "double-step",
        "double-step-answers-check",
        "castling-queenside-with-attack-on-rooks-way",
        "chess960-castling-queenside-refused-rook-shields-king",
        "double-check-rook-rook",
        "double-check-bishop-knight",
        "king-into-attack",
        "king-back-along-check",
        "checkmate",
        "stalemate",
    ];
    let all = pins.chain(checks).chain(en_passant).chain(castling.clone()).chain(refused);
    for case in all.chain(others.map(str::to_owned)) {
        assert!(cases.contains_key(&case), "{case} is missing of {cases:#?}");
    }
}
