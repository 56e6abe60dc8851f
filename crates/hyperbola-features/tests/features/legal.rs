//! Legal moves, keys and outcomes compared with their definitions: the move generator of positions,
//! which shares no formula with the counts, and legal moves found by making each move on a board of
//! sixty-four places.

use hyperbola_features::{
    BadMoveKind, BadRows, Feature, Features, Keys, LegalCounts, LegalMoves, NONE, Outcomes,
    Positions,
};
use hyperbola_moves::{Color, Move, Outcome, Piece, Position, Role, Setup, Square};
use hyperbola_random::Random;

use crate::oracle::Mailbox;
use crate::support::{POSITIONS, SAMPLE, check, check_of, columns, on_every_word};

#[test]
fn counts_are_lengths_of_lists_of_moves() {
    check(LegalCounts, |position| vec![u16::try_from(position.legal_moves().len()).expect("fits")]);
}

#[test]
fn moves_are_those_that_leave_the_king_safe() {
    let positions: Vec<Position> = SAMPLE.iter().step_by(3).copied().collect();
    check_safe_moves(&positions);
}

#[test]
#[ignore = "takes a minute: cargo test --release -p hyperbola-features --test features -- --ignored"]
fn deep_moves_are_those_that_leave_the_king_safe() {
    check_safe_moves(&POSITIONS);
}

fn check_safe_moves(positions: &[Position]) {
    let columns = columns(positions);
    let features = columns.as_slice().features();
    let (counts, lists) = (features.compute(LegalCounts), features.compute_ragged(LegalMoves));
    for (row, position) in positions.iter().enumerate() {
        let expected = Mailbox::new(position).safe_moves(position);
        assert_eq!(usize::from(counts[row]), expected.len(), "{position}");
        let mut found: Vec<u16> = lists.list(row).to_vec();
        found.sort_unstable();
        assert_eq!(found, expected, "{position}");
    }
}

/// Boards on which one pawn or two stand beside a pawn that has just made two steps, and how many
/// of them may capture it.
const EN_PASSANT: [(&str, usize); 18] = [
    // The pawn on d5 is pinned on its file, and that on f5 is not.
    ("3r3k/8/8/3PpP2/8/8/8/3K4 w - e6 0 1", 1),
    ("3r3k/8/8/3Pp3/8/8/8/3K4 w - e6 0 1", 0),
    ("7k/8/8/3PpP2/8/8/8/3K4 w - e6 0 1", 2),
    ("4r2k/8/8/3PpP2/8/8/8/4K3 w - e6 0 1", 2),
    // Pins on diagonals: along the capture, and across it by one bishop and by two.
    ("6bk/8/8/3PpP2/2K5/8/8/8 w - e6 0 1", 2),
    ("6bk/8/8/3Pp3/2K5/8/8/8 w - e6 0 1", 1),
    ("b6k/8/8/3PpP2/4K3/8/8/8 w - e6 0 1", 1),
    ("b6k/7b/8/3PpP2/4K3/8/8/8 w - e6 0 1", 0),
    // Both are pinned, and one of them captures along its pin.
    ("7k/3K4/8/3PpP2/8/7b/8/3r4 w - e6 0 1", 1),
    // The rank of the pawns: a capture exposes the king only if no other pawn stands there.
    ("7k/8/8/K2PpP1r/8/8/8/8 w - e6 0 1", 2),
    ("7k/8/8/K2Pp2r/8/8/8/8 w - e6 0 1", 0),
    // The captured pawn stands between the king and a bishop.
    ("7k/6b1/8/3PpP2/8/8/8/K7 w - e6 0 1", 0),
    // The pawn gives check; or a bishop behind it does, and no capture helps.
    ("7k/8/8/3PpP2/3K4/8/8/8 w - e6 0 1", 2),
    ("3r3k/8/8/3PpP2/3K4/8/8/8 w - e6 0 1", 1),
    ("5b1k/8/8/3PpP2/8/K7/8/8 w - e6 0 1", 0),
    // At the edge, with a pawn on the other edge.
    ("7k/8/8/pP5P/8/8/8/K7 w - a6 0 1", 1),
    ("7k/8/8/pP6/8/7P/8/K7 w - a6 0 1", 1),
    ("7k/8/8/Pp6/7P/8/8/K7 w - b6 0 1", 1),
];

/// Returns a FEN without castling rights, the same with files in reverse order, and both with the
/// sides exchanged.
fn images(fen: &str) -> [String; 4] {
    let [board, side, _, square, clocks @ ..] = &fen.split(' ').collect::<Vec<_>>()[..] else {
        panic!("a FEN of six parts");
    };
    let other_file = |letter: char| char::from(b'a' + b'h' - letter as u8);
    let other_case = |letter: char| match letter.is_ascii_uppercase() {
        true => letter.to_ascii_lowercase(),
        false => letter.to_ascii_uppercase(),
    };
    let ranks: Vec<&str> = board.split('/').collect();
    let reversed: Vec<String> = ranks.iter().map(|rank| rank.chars().rev().collect()).collect();
    let (file, rank) = square.split_at(1);
    let file_reversed: String = file.chars().map(other_file).collect();
    let exchanged = |board: &str| -> String {
        let ranks: Vec<String> =
            board.split('/').rev().map(|rank| rank.chars().map(other_case).collect()).collect();
        ranks.join("/")
    };
    let (other_side, other_rank) = if *side == "w" { ("b", "3") } else { ("w", "6") };
    let (reversed, clocks) = (reversed.join("/"), clocks.join(" "));
    [
        fen.to_owned(),
        format!("{reversed} {side} - {file_reversed}{rank} {clocks}"),
        format!("{} {other_side} - {file}{other_rank} {clocks}", exchanged(board)),
        format!("{} {other_side} - {file_reversed}{other_rank} {clocks}", exchanged(&reversed)),
    ]
}

#[test]
fn pawns_that_expose_their_king_do_not_capture_en_passant() {
    let mut positions = Vec::new();
    for (fen, captures) in EN_PASSANT {
        for image in images(fen) {
            let position: Position = image.parse().expect("a valid FEN");
            let list = position.legal_moves();
            let found = list.iter().filter(|legal| legal.is_en_passant(&position)).count();
            assert_eq!(found, captures, "{image}");
            positions.push(position);
        }
    }
    assert_eq!(positions[0].legal_moves().len(), 8);
    check_safe_moves(&positions);
    check_of(&positions, LegalCounts, |position| {
        vec![u16::try_from(Mailbox::new(position).safe_moves(position).len()).expect("fits")]
    });
}

#[test]
fn lists_are_the_positions_lists() {
    let columns = columns(&SAMPLE);
    let features = columns.as_slice().features();
    let lists = features.compute_ragged(LegalMoves);
    assert_eq!(lists.len(), SAMPLE.len());
    for (found, position) in lists.iter().zip(&*SAMPLE) {
        let expected: Vec<u16> =
            position.legal_moves().iter().map(|legal| legal.to_bits()).collect();
        assert_eq!(found, expected, "{position}");
    }
    assert_eq!(features.parallel().compute_ragged(LegalMoves), lists);
}

/// The order that the documentation of lists promises.
#[test]
fn lists_are_in_their_order() {
    let columns = columns(&SAMPLE);
    let lists = columns.as_slice().features().compute_ragged(LegalMoves);
    for (list, position) in lists.iter().zip(&*SAMPLE) {
        let order = |bits: &u16| {
            let legal = Move::from_bits(*bits).expect("a move");
            let (from, to) = (legal.from().index(), legal.to().index());
            match position.board().role_at(legal.from()).expect("a piece") {
                Role::King => (0, 0, from, to, 0),
                Role::Pawn => {
                    let kind = match from.abs_diff(to) {
                        8 => 0,
                        16 => 1,
                        _ if legal.is_en_passant(position) => 4,
                        _ if to % 8 < from % 8 => 2,
                        _ => 3,
                    };
                    let role = legal.promotion().map_or(0, |role| 5 - role as u8);
                    let from = if kind == 4 { from } else { 0 };
                    (2, 2 * kind + u8::from(role > 0), from, to, role)
                }
                role => (1, role as u8, from, to, 0),
            }
        };
        assert!(list.is_sorted_by_key(order), "{position}");
    }
}

#[test]
fn keys_are_the_positions_keys() {
    check(Keys, |position| vec![position.key()]);
}

#[test]
fn keys_are_those_of_the_book_format() {
    // The examples of the format.
    let fens = [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
        "rnbqkbnr/p1pppppp/8/8/PpP4P/8/1P1PPPP1/RNBQKBNR b KQkq c3 0 3",
    ];
    let positions = Positions::from_fens(&fens[..], BadRows::Error).expect("valid").positions;
    let keys = positions.as_slice().features().compute(Keys);
    assert_eq!(keys, [0x463b_9618_1691_fc9c, 0x22a4_8b5a_8e47_ff78, 0x3c81_23ea_7b06_7637]);
}

#[test]
fn outcomes_are_the_positions_outcomes() {
    check(Outcomes, |position| vec![outcome(position)]);
}

#[test]
fn outcomes_of_random_endgames() {
    let mut random = Random::new(5);
    let mut below = |bound: u64| usize::try_from(random.word() % bound).expect("fits");
    let mut positions = Vec::new();
    while positions.len() < 20_000 {
        let mut setup = Setup { side_to_move: Color::ALL[below(2)], ..Setup::EMPTY };
        let mut pieces = Color::ALL.map(|color| Piece::new(color, Role::King)).to_vec();
        for _ in 0..below(5) {
            pieces.push(Piece::new(Color::ALL[below(2)], Role::ALL[below(5)]));
        }
        for piece in pieces {
            // Many of the squares are at the edge, where kings are mated.
            let square = if below(2) == 0 { below(8) } else { below(64) };
            setup.board.put(Square::ALL[square], piece);
        }
        positions.extend(setup.position().ok());
    }
    let expected: Vec<u8> = positions.iter().map(outcome).collect();
    for code in 0..4 {
        let seen = expected.iter().filter(|&&found| found == code).count();
        assert!(seen > 20, "{seen} of {code}");
    }
    let columns = columns(&positions);
    assert!(columns.as_slice().features().compute(Outcomes) == expected);
    on_every_word(Outcomes, &columns, &expected);
}

/// Returns the position's own answer, without the rules on long games.
fn outcome(position: &Position) -> u8 {
    if position.is_checkmate() {
        return Outcomes::CHECKMATE;
    }
    match position.outcome() {
        Some(Outcome::Stalemate) => Outcomes::STALEMATE,
        Some(Outcome::InsufficientMaterial) => Outcomes::INSUFFICIENT_MATERIAL,
        _ => Outcomes::NONE,
    }
}

#[test]
fn outcomes_of_few_pieces() {
    let cases = [
        ("8/8/8/4k3/8/4K3/8/8 w - - 0 1", Outcomes::INSUFFICIENT_MATERIAL),
        ("8/8/8/4k3/8/2N1K3/8/8 w - - 0 1", Outcomes::INSUFFICIENT_MATERIAL),
        ("8/8/8/4k3/8/2n1K3/8/8 w - - 0 1", Outcomes::INSUFFICIENT_MATERIAL),
        ("8/8/8/2n1k3/8/2N1K3/8/8 w - - 0 1", Outcomes::NONE),
        ("8/8/8/4k3/8/1NN1K3/8/8 w - - 0 1", Outcomes::NONE),
        ("8/8/8/4k3/8/1BN1K3/8/8 w - - 0 1", Outcomes::NONE),
        ("8/b7/8/4k3/8/B3K3/8/8 w - - 0 1", Outcomes::INSUFFICIENT_MATERIAL),
        ("8/1b6/8/4k3/8/B3K3/8/8 w - - 0 1", Outcomes::NONE),
        ("8/b7/8/4k3/8/B3K3/8/1B6 w - - 0 1", Outcomes::NONE),
        ("8/8/8/4k3/8/4K3/7P/8 w - - 0 1", Outcomes::NONE),
        ("8/8/8/4k3/8/4K3/7R/8 w - - 0 1", Outcomes::NONE),
        ("8/8/8/4k3/8/4K3/7q/8 w - - 0 1", Outcomes::NONE),
        // The king has no move: stalemate comes before insufficient material.
        ("7k/8/5K2/8/3B4/8/8/8 b - - 0 1", Outcomes::INSUFFICIENT_MATERIAL),
        ("7k/5K2/8/8/8/8/8/6R1 b - - 0 1", Outcomes::NONE),
        ("7k/5K2/6Q1/8/8/8/8/8 b - - 0 1", Outcomes::STALEMATE),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", Outcomes::CHECKMATE),
    ];
    let fens = cases.map(|(fen, _)| fen);
    let positions = Positions::from_fens(&fens[..], BadRows::Error).expect("valid").positions;
    assert_eq!(positions.as_slice().features().compute(Outcomes), cases.map(|(_, code)| code));
}

#[test]
fn marked_rows_have_no_move_no_key_and_no_outcome() {
    let mut rows = Positions::new();
    let mut expected = Vec::new();
    for (row, position) in SAMPLE.iter().take(120).enumerate() {
        if row % 3 == 1 {
            rows.push_marked();
            expected.push(0);
        } else {
            rows.push(position);
            expected.push(u16::try_from(position.legal_moves().len()).expect("fits"));
        }
    }
    let features = rows.as_slice().features();
    on_every_word(LegalCounts, &rows, &expected);
    let lists = features.compute_ragged(LegalMoves);
    let lengths: Vec<usize> = lists.iter().map(<[u16]>::len).collect();
    assert!(lengths.iter().zip(&expected).all(|(&len, &count)| len == usize::from(count)));
    let (keys, outcomes) = (features.compute(Keys), features.compute(Outcomes));
    for row in (1..120).step_by(3) {
        assert_eq!((keys[row], outcomes[row]), (0, 0));
    }
    assert!(features.perft(0).iter().enumerate().all(|(row, &one)| one == u64::from(row % 3 != 1)));
}

/// Columns may come from a damaged file.
#[test]
fn no_column_makes_a_panic() {
    let mut random = Random::new(70);
    let rows = 3_000;
    let mut words = |choices: u64| -> Vec<u64> {
        let dense = |random: &mut Random| match choices {
            0 => random.word(),
            _ => random.word() & random.word() & random.word(),
        };
        (0..rows).map(|_| dense(&mut random)).collect()
    };
    let disjoint: [Vec<u64>; 8] = {
        let raw: [Vec<u64>; 8] = core::array::from_fn(|set| words(u64::from(set != 6)));
        let mut sets = raw.clone();
        for row in 0..rows {
            let mut taken = 0;
            for set in (0..6).rev() {
                let mut own = raw[set][row] & !taken;
                if set == 5 {
                    // Most rows have two kings, so that they are boards.
                    let lowest = own & own.wrapping_neg();
                    let rest = own ^ lowest;
                    own = lowest | rest & rest.wrapping_neg();
                }
                sets[set][row] = own;
                taken |= own;
            }
            sets[6][row] = taken & raw[6][row];
            sets[7][row] = taken & !raw[6][row];
        }
        sets
    };
    let wild: [Vec<u64>; 8] = core::array::from_fn(|_| words(0));
    let bytes: Vec<u8> = words(0).iter().map(|word| word.to_le_bytes()[0]).collect();
    let castling: Vec<[u8; 4]> = words(0)
        .iter()
        .map(|word| {
            let [a, b, c, d, ..] = word.to_le_bytes();
            [a, b, c, d].map(|file| if file < 128 { file % 8 } else { file })
        })
        .collect();
    let clocks = vec![u16::MAX; rows];
    let moves: Vec<u16> = words(0).iter().map(|&word| (word >> 48) as u16).collect();
    let nothing = Positions::new();
    for sets in [&disjoint, &wild] {
        let mut slice = nothing.as_slice();
        slice.sets = sets.each_ref().map(Vec::as_slice);
        slice.sides_to_move = &bytes;
        slice.castling = &castling;
        slice.en_passant = &bytes;
        slice.halfmove_clocks = &clocks;
        slice.fullmove_numbers = &clocks;
        for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
            let features = slice.features().on(kind).expect("available");
            let _ = features.compute(LegalCounts);
            let _ = features.compute(Outcomes);
            let _ = features.perft(1);
        }
        let _ = slice.features().compute(Keys);
        let lists = slice.features().compute_ragged(LegalMoves);
        let lengths: Vec<usize> = lists.iter().map(<[u16]>::len).collect();
        let _ = slice.play(&moves, BadRows::Skip);
        let first: Vec<u16> = lists.iter().map(|list| *list.first().unwrap_or(&0)).collect();
        let played = slice.play(&first, BadRows::Mark).expect("bad rows are marked");
        let legal = lengths.iter().filter(|&&length| length > 0).count();
        assert!(rows - played.bad_rows.len() <= legal);
        crate::masks::all_masks(slice);
    }
    let boards = (0..rows).filter(|&row| {
        let [kings, white] = [disjoint[5][row], disjoint[6][row]];
        (kings & white).count_ones() == 1 && kings.count_ones() == 2
    });
    assert!(boards.count() > rows / 4);
}

#[test]
fn rows_are_played() {
    let mut random = Random::new(11);
    let (mut rows, mut moves, mut expected) = (Positions::new(), Vec::new(), Positions::new());
    for position in &*SAMPLE {
        let list = position.legal_moves();
        let Some(&played) = list.get(usize::try_from(random.word() % 40).expect("fits")) else {
            continue;
        };
        rows.push(position);
        moves.push(played.to_bits());
        expected.push(&position.play(played).expect("legal"));
    }
    let played = rows.as_slice().play(&moves, BadRows::Error).expect("legal moves");
    assert!(rows.len() > 10_000);
    assert!(played.positions == expected);
    assert_eq!(played.bad_rows, []);
    // The rows are the positions that they say they are.
    for (row, position) in (0..rows.len()).step_by(7).zip((0..).step_by(7)) {
        let next = played.positions.as_slice().position(row).expect("a position");
        assert_eq!(next, expected.as_slice().position(position).expect("a position"));
    }
}

#[test]
fn each_move_that_cannot_be_played_is_named() {
    let bits = |text: &str| text.parse::<Move>().expect("a move").to_bits();
    let mut rows: Positions = [Position::initial(); 4].iter().collect();
    rows.push_marked();
    let moves = [bits("e2e4"), bits("e2e5"), 0xffff, bits("g1f3"), bits("g1f3")];
    let slice = rows.as_slice();
    let refused = slice.play(&moves, BadRows::Error).expect_err("an illegal move");
    assert_eq!((refused.row, refused.bits, refused.kind), (1, moves[1], BadMoveKind::Illegal));
    let mut into: Positions = SAMPLE[..50].iter().collect();
    assert_eq!(slice.play_into(&moves, BadRows::Error, &mut into), Err(refused));
    assert!(into.is_empty());
    let marked = slice.play(&moves, BadRows::Mark).expect("marked");
    let bad_rows = slice.play_into(&moves, BadRows::Mark, &mut into).expect("marked");
    assert_eq!((&into, &bad_rows), (&marked.positions, &marked.bad_rows));
    let is_marked = |row| marked.positions.as_slice().is_marked(row);
    assert_eq!([0, 1, 2, 3, 4].map(is_marked), [false, true, true, false, true]);
    let kinds: Vec<_> = marked.bad_rows.iter().map(|bad| (bad.row, bad.kind)).collect();
    let illegal = BadMoveKind::Illegal;
    assert_eq!(kinds, [(1, illegal), (2, BadMoveKind::Bits), (4, illegal)]);
    let skipped = slice.play(&moves, BadRows::Skip).expect("skipped");
    assert_eq!(skipped.positions.len(), 2);
    assert_eq!(skipped.bad_rows, marked.bad_rows);
    for (count, kind) in [(4, BadMoveKind::Missing), (6, BadMoveKind::Surplus)] {
        let moves = [moves[0]].repeat(count);
        let refused = slice.play(&moves, BadRows::Skip).expect_err("another number of moves");
        assert_eq!((refused.row, refused.kind), (count.min(5), kind));
        let mut into: Positions = SAMPLE[..50].iter().collect();
        assert_eq!(slice.play_into(&moves, BadRows::Skip, &mut into), Err(refused));
        assert!(into.is_empty());
    }
}

#[test]
fn many_rows_are_played_as_few_are() {
    let rows: Positions = core::iter::repeat_n(&SAMPLE[..5_000], 2).flatten().collect();
    let lists = rows.as_slice().features().compute_ragged(LegalMoves);
    let moves: Vec<u16> = lists.iter().map(|list| list.last().copied().unwrap_or(0)).collect();
    let whole = rows.as_slice().play(&moves, BadRows::Mark).expect("marked");
    let mut joined = Positions::new();
    let mut bad_rows = Vec::new();
    for start in (0..rows.len()).step_by(1_000) {
        let range = start..start + 1_000;
        let part = rows.as_slice().rows(range.clone()).play(&moves[range], BadRows::Mark);
        let part = part.expect("marked");
        joined.extend_from_slice(part.positions.as_slice());
        bad_rows.extend(part.bad_rows.into_iter().map(|bad| (start + bad.row, bad.kind)));
    }
    assert_eq!(whole.positions, joined);
    let whole: Vec<_> = whole.bad_rows.iter().map(|bad| (bad.row, bad.kind)).collect();
    assert_eq!(whole, bad_rows);
    assert!(!bad_rows.is_empty());
}

#[test]
fn perft_is_that_of_each_position() {
    let positions: Vec<Position> = SAMPLE.iter().step_by(40).copied().collect();
    let columns = columns(&positions);
    let counts = LegalCounts;
    for depth in 0..4 {
        let expected: Vec<u64> =
            positions.iter().map(|position| hyperbola_perft::plain(position, depth)).collect();
        for &kind in Features::KINDS.iter().filter(|kind| kind.is_available()) {
            let features = columns.as_slice().features().on(kind).expect("available");
            assert!(features.perft(depth) == expected, "depth {depth} on {kind}");
            let mut counts = vec![7; positions.len()];
            features.perft_into(depth, &mut counts).expect("the length");
            assert!(counts == expected, "depth {depth} on {kind}");
            assert!(features.perft_into(depth, &mut counts[1..]).is_err());
            assert!(features.parallel().perft(depth) == expected, "depth {depth}");
        }
        if depth == 1 {
            let found = columns.as_slice().features().compute(counts);
            assert!(found.iter().copied().map(u64::from).eq(expected));
        }
    }
    assert_eq!((counts.name(), counts.shape().lengths()), ("legal_counts", &[][..]));
}

#[test]
fn ordinary_games_have_few_rows_counted_singly() {
    // Otherwise the tests would not test the lanes.
    let is_alone = |position: &&Position| {
        position.en_passant().is_some()
            || position.castling_rights().iter().any(|(color, _, rook)| {
                let king = position.king(color).file() as u8;
                king != 4 || ![0, 7].contains(&(rook.file() as u8))
            })
    };
    let alone = SAMPLE.iter().filter(is_alone).count();
    assert!((1_000..SAMPLE.len() / 2).contains(&alone), "{alone} of {}", SAMPLE.len());
    let columns = columns(&SAMPLE);
    let en_passant = columns.as_slice().en_passant.iter().filter(|&&square| square != NONE);
    assert!(en_passant.count() > 500);
    assert!(
        Color::ALL
            .into_iter()
            .all(|color| { SAMPLE.iter().any(|position| position.side_to_move() == color) })
    );
}
