//! Laws that hold for every position. The tests check them position by position, and so does
//! fuzzing.

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use hyperbola_moves::epd::Epd;
use hyperbola_moves::pgn::{PgnError, Reader};
use hyperbola_moves::{Move, Position, Role, Stage};
use hyperbola_samples::replies_are_counted;

use super::chess960;
use super::reference::Reference;

/// The legal moves and the checks they give are those of the slow reference.
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

/// The position after a move equals the position read from its text, including the key.
pub(crate) fn moves_lead_where_they_should(position: &Position) {
    for &legal in &position.legal_moves() {
        let next = position.play(legal).unwrap_or_else(|error| panic!("{position}: {error}"));
        let text = next.shredder_fen().to_string();
        let again: Position = text.parse().unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(next, again, "{position}: {legal}");
        assert_eq!(next.key(), again.key(), "{position}: {legal}");
        assert_eq!(position.key_after(legal), next.key(), "{position}: {legal}");
        assert_eq!(next.is_check(), position.gives_check(legal), "{position}: {legal}");
    }
}

/// Each move leads to a position that lenient reading takes as it stands.
pub(crate) fn moves_lead_to_positions(position: &Position) {
    for &legal in &position.legal_moves() {
        let next = position.play(legal).unwrap_or_else(|error| panic!("{position}: {error}"));
        let text = next.shredder_fen().to_string();
        let read = Position::from_fen_lenient(&text).map(|(position, _)| position);
        assert_eq!(read, Ok(next), "{position}: {legal}");
    }
}

/// Captures and quiet moves together are all moves, and a move is a capture if it removes an enemy
/// piece.
pub(crate) fn captures_and_quiets_are_all(position: &Position) {
    let pieces = |position: &Position| position.board().occupied().count();
    let legal = position.legal();
    let (captures, quiets) =
        (legal.stage(Stage::Captures).moves(), legal.stage(Stage::Quiets).moves());
    let takes = |played: Move| pieces(&position.play(played).expect("legal")) < pieces(position);
    assert!(captures.iter().all(|&capture| takes(capture)), "{position}");
    assert!(!quiets.iter().any(|&quiet| takes(quiet)), "{position}");
    let sorted = |moves: &mut dyn Iterator<Item = &Move>| moves.copied().collect::<BTreeSet<_>>();
    let both = sorted(&mut captures.iter().chain(&quiets));
    assert_eq!(both, sorted(&mut legal.moves().iter()), "{position}");
    assert_eq!(both.len(), captures.len() + quiets.len(), "{position}");
}

/// What stops early finds what a look at all moves finds.
pub(crate) fn early_exits_are_right(position: &Position) {
    let (legal, moves) = (position.legal(), position.legal_moves());
    let (is_check, can_move) = (position.is_check(), !moves.is_empty());
    assert_eq!(position.has_legal_moves(), can_move, "{position}");
    assert_eq!(position.is_checkmate(), is_check && !can_move, "{position}");
    assert_eq!(position.is_stalemate(), !is_check && !can_move, "{position}");
    // A visitor that breaks has seen the same sets up to there, and no further one.
    let mut sets = Vec::new();
    legal.for_each_set(|set| sets.push(set));
    for stop in 0..=sets.len() {
        let mut seen = Vec::new();
        let flow = legal.try_for_each_set(|set| {
            seen.push(set);
            if seen.len() > stop { ControlFlow::Break(stop) } else { ControlFlow::Continue(()) }
        });
        assert_eq!(flow.break_value(), (stop < sets.len()).then_some(stop), "{position}");
        assert_eq!(*seen, sets[..sets.len().min(stop + 1)], "{position}");
    }
}

/// A move says of itself what the board shows when it is made.
pub(crate) fn moves_do_what_they_say(position: &Position) {
    let color = position.side_to_move();
    let count = |position: &Position, role| position.board().of(!color, role).count();
    for &legal in &position.legal_moves() {
        let next = position.play(legal).expect("legal");
        let lost = |&role: &Role| count(&next, role) < count(position, role);
        let captured = Role::ALL.into_iter().find(lost);
        assert_eq!(legal.captured(position), captured, "{position}: {legal}");
        assert_eq!(legal.is_capture(position), captured.is_some(), "{position}: {legal}");
        let to_empty = position.board().role_at(legal.to()).is_none();
        let is_en_passant = captured.is_some() && to_empty;
        assert_eq!(legal.is_en_passant(position), is_en_passant, "{position}: {legal}");
        let side = ["O-O", "O-O-O"].map(|text| position.parse_san(text) == Ok(legal));
        assert_eq!(legal.is_castling(position), side[0] || side[1], "{position}: {legal}");
        let by_move = legal.castling_side(position).map(|side| side as usize);
        assert_eq!(by_move, side.iter().position(|&castles| castles), "{position}: {legal}");
        let pawns = |position: &Position| position.board().of(color, Role::Pawn).count();
        let promotes = pawns(&next) < pawns(position);
        assert_eq!(legal.promotion().is_some(), promotes, "{position}: {legal}");
    }
}

/// Each move is read back from each notation, and no two moves are written alike.
pub(crate) fn notation_comes_back(position: &Position) {
    let moves = position.legal_moves();
    let mut written = BTreeSet::new();
    for &legal in &moves {
        let san = position.san(legal).to_string();
        assert_eq!(position.parse_san(&san), Ok(legal), "{position}: {san}");
        assert_eq!(san.parse(), Ok(position.san(legal)), "{position}: {san}");
        assert_eq!(legal.to_string().parse(), Ok(legal), "{position}: {legal}");
        assert_eq!(position.parse_uci(&legal.to_string()), Ok(legal), "{position}: {legal}");
        let uci = position.uci(legal).to_string();
        assert_eq!(position.parse_uci(&uci), Ok(legal), "{position}: {uci}");
        assert!(written.insert(san), "{position}: {legal}");
    }
}

/// All of the laws above.
pub(crate) fn all(position: &Position) {
    replies_are_counted(position);
    moves_are_legal(position);
    moves_lead_where_they_should(position);
    captures_and_quiets_are_all(position);
    early_exits_are_right(position);
    moves_do_what_they_say(position);
    notation_comes_back(position);
}

/// Any bytes are either refused, or read as a position that survives writing and reading and obeys
/// the laws.
pub(crate) fn any_text(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    any_epd(&text);
    let strict = text.parse::<Position>();
    if let Ok(position) = strict {
        assert_eq!(position.to_string().parse(), Ok(position));
        all(&position);
    }
    if let Ok((position, mends)) = Position::from_fen_lenient(&text) {
        assert_eq!(strict.ok(), mends.is_empty().then_some(position));
        moves_lead_to_positions(&position);
    }
}

/// Any text is refused at one of its bytes, or read as EPD that survives writing and reading.
pub(crate) fn any_epd(text: &str) {
    match text.parse::<Epd>() {
        Ok(epd) => assert_eq!(epd.to_string().parse(), Ok(epd)),
        Err(error) => assert!(error.index <= text.len(), "{error}"),
    }
}

/// Any bytes are a stream of PGN: reading ends, each mistake is inside the stream and after those
/// before it, and each game without one survives writing and reading.
pub(crate) fn any_stream(bytes: &[u8]) {
    let mut games = Reader::new(bytes).games();
    let mut end = 0;
    for _ in 0..=bytes.len() {
        match games.next() {
            None => return,
            Some(Err(PgnError { offset, line, .. })) => {
                assert!((end..=bytes.len() as u64).contains(&offset), "{offset}");
                let index = usize::try_from(offset).expect("an index");
                let lines = bytes[..index].iter().filter(|&&byte| byte == b'\n').count();
                assert_eq!(line, lines as u64 + 1);
                end = offset;
            }
            Some(Ok(game)) => {
                let text = game.to_string();
                let mut again = Reader::new(text.as_bytes()).games();
                let read = again.next().expect("a game").expect("no mistake");
                assert_eq!(read.to_string(), text);
                assert_eq!((read.moves(), read.position()), (game.moves(), game.position()));
                assert!(again.next().is_none(), "{text}");
            }
        }
    }
    panic!("there are more games than bytes");
}

/// Any bytes are a game: the first two choose the initial ranks of both sides, the rest choose
/// moves.
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
