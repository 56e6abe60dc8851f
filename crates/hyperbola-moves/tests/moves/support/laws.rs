//! What must hold for every position: the tests ask for it position by position, and so does
//! fuzzing.

use std::collections::BTreeSet;

use hyperbola_moves::perft::{self, Perft};
use hyperbola_moves::{Move, Position};

use super::chess960;
use super::reference::Reference;

/// Legal moves are those of the slow reference, and so are the checks they give.
pub(crate) fn moves_are_legal(position: &Position) {
    let reference = Reference::new(&position.shredder_fen().to_string());
    let moves = position.legal_moves();
    let written: BTreeSet<String> = moves.iter().map(Move::to_string).collect();
    let expected = reference.moves_and_checks();
    assert_eq!(written, expected.keys().cloned().collect(), "{position}");
    assert_eq!(moves.len(), written.len(), "{position}: a move stands twice");
    assert_eq!(position.legal().count(), moves.len(), "{position}");
    assert_eq!(position.is_check(), reference.is_check(), "{position}");
    for &legal in &moves {
        let gives_check = position.gives_check(legal);
        assert_eq!(gives_check, expected[&legal.to_string()], "{position}: {legal}");
        assert!(position.is_legal(legal), "{position}: {legal}");
    }
}

/// A position after a move is the one that its text says, key and all.
pub(crate) fn moves_lead_where_they_should(position: &Position) {
    for &legal in &position.legal_moves() {
        let next = position.play(legal).unwrap_or_else(|error| panic!("{position}: {error}"));
        let text = next.shredder_fen().to_string();
        let again: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(next, again, "{position}: {legal}");
        assert_eq!(next.key(), again.key(), "{position}: {legal}");
        assert_eq!(next.is_check(), position.gives_check(legal), "{position}: {legal}");
    }
}

/// Captures and quiet moves are all moves, and a capture is what takes a piece off the board.
pub(crate) fn captures_and_quiets_are_all(position: &Position) {
    let pieces = |position: &Position| position.board().occupied().count();
    let legal = position.legal();
    let (captures, quiets) = (legal.captures(), legal.quiets());
    let takes = |played: Move| pieces(&position.play(played).expect("legal")) < pieces(position);
    assert!(captures.iter().all(|&capture| takes(capture)), "{position}");
    assert!(!quiets.iter().any(|&quiet| takes(quiet)), "{position}");
    let sorted = |moves: &mut dyn Iterator<Item = &Move>| moves.copied().collect::<BTreeSet<_>>();
    let both = sorted(&mut captures.iter().chain(&quiets));
    assert_eq!(both, sorted(&mut legal.moves().iter()), "{position}");
    assert_eq!(both.len(), captures.len() + quiets.len(), "{position}");
}

/// Each move comes back from each notation, and no two are written alike.
pub(crate) fn notation_comes_back(position: &Position) {
    let moves = position.legal_moves();
    let mut written = BTreeSet::new();
    for &legal in &moves {
        let san = position.san(legal).to_string();
        assert_eq!(position.parse_san(&san), Ok(legal), "{position}: {san}");
        assert_eq!(position.parse_uci(&legal.to_string()), Ok(legal), "{position}: {legal}");
        let uci = position.uci(legal).to_string();
        assert_eq!(position.parse_uci(&uci), Ok(legal), "{position}: {uci}");
        assert!(written.insert(san), "{position}: {legal}");
    }
}

/// What the counter says of the moves and replies, which it hardly ever makes, is what the
/// generator says, on each kind of word.
pub(crate) fn replies_are_counted(position: &Position) {
    let expected = u128::from(perft::plain(position, 2));
    for &word in Perft::KINDS.iter().filter(|kind| kind.is_available()) {
        let perft = Perft { word, ..Perft::default() };
        assert_eq!(perft.count(position, 2), expected, "{position}: {word}");
    }
}

/// Everything of the above.
pub(crate) fn all(position: &Position) {
    replies_are_counted(position);
    moves_are_legal(position);
    moves_lead_where_they_should(position);
    captures_and_quiets_are_all(position);
    notation_comes_back(position);
}

/// Any bytes are a FEN or are refused, and what is taken comes back and obeys the laws.
pub(crate) fn any_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(position) = text.parse::<Position>() {
        assert_eq!(position.to_string().parse(), Ok(position));
        all(&position);
    }
}

/// Any bytes are a game: two for the initial ranks of both sides, the rest for choosing moves.
pub(crate) fn any_game(bytes: &[u8]) {
    let Some((&[white, black], choices)) = bytes.split_first_chunk() else { return };
    let mut position = chess960(usize::from(white) * 15 / 4, usize::from(black) * 15 / 4);
    for &choice in choices {
        all(&position);
        let moves = position.legal_moves();
        if moves.is_empty() {
            return;
        }
        position.play_unchecked(moves[usize::from(choice) % moves.len()]);
    }
}
