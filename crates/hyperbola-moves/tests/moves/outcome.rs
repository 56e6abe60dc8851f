//! Ends of games: mates that exist and mates that do not, clocks, and repetitions counted slowly.

use hyperbola_moves::{
    Bitboard, Board, Color, Outcome, Piece, Position, Repetitions, Role, Setup, Square,
};
use hyperbola_random::Random;

use crate::support::{random_move, random_setup};

fn position(fen: &str) -> Position {
    fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn play(start: &Position, moves: &str) -> Position {
    moves.split_whitespace().fold(*start, |position, text| {
        position.play(position.parse_uci(text).expect("a legal move")).expect("a legal move")
    })
}

#[test]
fn games_end_as_the_laws_say() {
    let white = Some(Outcome::Checkmate { winner: Color::White });
    let black = Some(Outcome::Checkmate { winner: Color::Black });
    for (fen, outcome) in [
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", black),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 0 1", white),
        ("k7/8/1Q6/8/8/8/8/7K b - - 0 1", Some(Outcome::Stalemate)),
        // A check that can be met, and dead material.
        ("k7/8/8/8/8/8/8/Q6K b - - 0 1", None),
        ("8/8/8/8/8/8/8/K1k5 w - - 0 1", Some(Outcome::InsufficientMaterial)),
        // Stalemate comes before dead material, and mate before the 75 moves.
        ("8/8/8/8/8/1k6/2b5/K7 w - - 0 1", Some(Outcome::Stalemate)),
        ("7k/5KQ1/8/8/8/8/8/8 b - - 150 90", white),
        ("k7/8/1Q6/8/8/8/8/7K b - - 150 90", Some(Outcome::Stalemate)),
        ("k7/8/8/8/8/8/8/Q6K b - - 149 90", None),
        ("k7/8/8/8/8/8/8/Q6K b - - 150 90", Some(Outcome::SeventyFiveMoves)),
    ] {
        assert_eq!(position(fen).outcome(), outcome, "{fen}");
    }
}

#[test]
fn fifty_moves_are_claimed_while_the_game_lasts() {
    let claim = |fen: &str| position(fen).claim();
    assert_eq!(claim("k7/8/8/8/8/8/8/Q6K b - - 99 90"), None);
    assert_eq!(claim("k7/8/8/8/8/8/8/Q6K b - - 100 90"), Some(Outcome::FiftyMoves));
    assert_eq!(claim("k7/8/8/8/8/8/8/Q6K b - - 149 90"), Some(Outcome::FiftyMoves));
    assert_eq!(claim("k7/8/8/8/8/8/8/Q6K b - - 150 90"), None);
    assert_eq!(claim("7k/5KQ1/8/8/8/8/8/8 b - - 100 90"), None);
}

#[test]
fn results_are_written_as_in_a_pgn() {
    let written = |outcome: Outcome| (outcome.to_string(), outcome.winner(), outcome.is_claim());
    let mate = |winner| written(Outcome::Checkmate { winner });
    assert_eq!(mate(Color::White), ("1-0".to_owned(), Some(Color::White), false));
    assert_eq!(mate(Color::Black), ("0-1".to_owned(), Some(Color::Black), false));
    for (draw, is_claim) in [
        (Outcome::Stalemate, false),
        (Outcome::InsufficientMaterial, false),
        (Outcome::SeventyFiveMoves, false),
        (Outcome::FivefoldRepetition, false),
        (Outcome::FiftyMoves, true),
        (Outcome::ThreefoldRepetition, true),
    ] {
        assert_eq!(written(draw), ("1/2-1/2".to_owned(), None, is_claim));
    }
    assert_eq!(format!("{:>8}", Outcome::Stalemate), " 1/2-1/2");
}

/// The material of White and of Black, and whether each of them is insufficient. Bishops are put on
/// a square of their colour: `B` dark, `b` light.
const MATERIALS: [(&str, &str, bool, bool); 23] = [
    ("", "", true, true),
    ("N", "", true, true),
    ("B", "", true, true),
    ("BB", "", true, true),
    ("BB", "B", true, true),
    ("b", "b", true, true),
    ("Bb", "", false, true),
    ("B", "b", false, false),
    ("NN", "", false, true),
    ("NB", "", false, true),
    ("P", "", false, true),
    ("R", "", false, true),
    ("Q", "", false, true),
    ("N", "N", false, false),
    ("N", "b", false, false),
    ("N", "P", false, false),
    ("N", "R", false, false),
    ("N", "Q", true, false),
    ("N", "QQ", true, false),
    ("B", "P", false, false),
    ("B", "R", true, false),
    ("B", "Q", true, false),
    ("b", "RQb", true, false),
];

fn is_light(square: Square) -> bool {
    (square.file() as u8 + square.rank() as u8) % 2 == 1
}

/// Puts pieces on the first free squares from c3 that fit, White's king on a1 and Black's on h8.
fn with_material(white: &str, black: &str, exchanged: bool) -> Position {
    let mut setup = Setup::EMPTY;
    let colors = if exchanged { [Color::Black, Color::White] } else { Color::ALL };
    setup.board.put(Square::A1, Piece::new(colors[0], Role::King));
    setup.board.put(Square::H8, Piece::new(colors[1], Role::King));
    for (color, letters) in colors.into_iter().zip([white, black]) {
        for letter in letters.chars() {
            let role = Role::from_letter(letter.to_ascii_uppercase()).expect("a role");
            let fits = |&square: &Square| {
                let mut with = setup;
                with.board.put(square, Piece::new(color, role));
                let bishop_fits = role != Role::Bishop || is_light(square) == (letter == 'b');
                setup.board.role_at(square).is_none()
                    && bishop_fits
                    && Color::ALL.into_iter().all(|side_to_move| {
                        let position = Setup { side_to_move, ..with }.position();
                        position.is_ok_and(|position| !position.is_check())
                    })
            };
            let square = Square::ALL.into_iter().find(fits).expect("a free square");
            setup.board.put(square, Piece::new(color, role));
        }
    }
    setup.position().expect("a valid position")
}

#[test]
fn material_is_insufficient_where_the_table_says() {
    for (white, black, is_white, is_black) in MATERIALS {
        for (exchanged, colors) in
            [(false, [Color::White, Color::Black]), (true, [Color::Black, Color::White])]
        {
            let position = with_material(white, black, exchanged);
            let found = colors.map(|color| position.has_insufficient_material(color));
            assert_eq!(found, [is_white, is_black], "{white:?} {black:?}: {position}");
            assert_eq!(position.is_insufficient_material(), is_white && is_black, "{position}");
        }
    }
}

/// Where the table says that White has enough against a bare king or one piece, a mate exists.
#[test]
fn mates_exist_where_the_material_is_sufficient() {
    let mut random = Random::new(9);
    for (white, black, is_insufficient, _) in MATERIALS {
        let is_small = white.len() + black.len() <= 3 && white != "P";
        if !is_small || is_insufficient {
            continue;
        }
        let board = *with_material(white, black, false).board();
        // Black's king is in the corner, and everything else not far from it.
        let found = (0..4_000_000).find(|_| {
            let mut setup = Setup { side_to_move: Color::Black, ..Setup::EMPTY };
            setup.board.put(Square::A1, Piece::new(Color::Black, Role::King));
            for (from, piece) in board.pieces().filter(|(square, _)| *square != Square::H8) {
                let [index, ..] = random.square().to_le_bytes();
                let to = Square::from_index_wrapping(index & 0o33);
                // A bishop stays on its colour.
                if piece.role == Role::Bishop && is_light(from) != is_light(to) {
                    return false;
                }
                if setup.board.role_at(to).is_some() {
                    return false;
                }
                setup.board.put(to, piece);
            }
            setup.position().is_ok_and(|position| position.is_checkmate())
        });
        assert!(found.is_some(), "{white:?} {black:?}");
    }
}

/// Visits the positions in which one white piece gives check to Black's king and nothing can be
/// missing to a mate. Black's king stands in one eighth of the board, White's king and the piece
/// anywhere, and blockers on all squares beside Black's king that White does not attack, and on any
/// subset of the others. What stands elsewhere cannot help a mate.
fn blocked_kings(
    attacker: Role,
    blocker: impl Fn(Square, Square) -> Role,
    mut visit: impl FnMut(&Position),
) {
    let eighth = [0, 1, 2, 3, 9, 10, 11, 18, 19, 27].map(Square::from_index_wrapping);
    let put = |board: &mut Board, square, color, role| board.put(square, Piece::new(color, role));
    for king in eighth {
        let beside = hyperbola::king_attacks(king);
        for square in Square::ALL.into_iter().filter(|&square| square != king) {
            let from = match attacker {
                Role::Knight => hyperbola::knight_attacks(square),
                _ => hyperbola::bishop_attacks(square, Bitboard::EMPTY),
            };
            if !from.contains(king) {
                continue;
            }
            for white in Square::ALL {
                if white == king || white == square || beside.contains(white) {
                    continue;
                }
                let guarded = from | hyperbola::king_attacks(white);
                let must = beside - guarded - square.into();
                let may = (beside & guarded) - square.into();
                let mut subset = Bitboard::EMPTY;
                loop {
                    let mut setup = Setup { side_to_move: Color::Black, ..Setup::EMPTY };
                    put(&mut setup.board, king, Color::Black, Role::King);
                    put(&mut setup.board, white, Color::White, Role::King);
                    put(&mut setup.board, square, Color::White, attacker);
                    for block in must | subset {
                        put(&mut setup.board, block, Color::Black, blocker(king, block));
                    }
                    if let Ok(position) = setup.position() {
                        visit(&position);
                    }
                    subset = hyperbola::geometry::next_subset(subset, may);
                    if subset.is_empty() {
                        break;
                    }
                }
            }
        }
    }
}

/// Counts the mates by a piece of one role against a king among pieces of another.
fn mates(role: Role, blocker: Role) -> u32 {
    let mut mates = 0;
    blocked_kings(role, |_, _| blocker, |position| mates += u32::from(position.is_checkmate()));
    mates
}

#[test]
fn no_knight_mates_among_queens() {
    let mut positions = 0;
    blocked_kings(
        Role::Knight,
        |_, _| Role::Queen,
        |position| {
            assert!(position.has_insufficient_material(Color::White), "{position}");
            assert!(!position.is_checkmate(), "{position}");
            positions += 1;
        },
    );
    assert!(positions > 1_000, "{positions}");
    // The same search finds the mates among rooks.
    assert!(mates(Role::Knight, Role::Rook) > 0);
}

#[test]
fn no_bishop_mates_among_rooks_and_bishops_of_its_colour() {
    // The squares beside the king diagonally have the bishop's colour.
    let is_aligned =
        |king: Square, block: Square| king.file() == block.file() || king.rank() == block.rank();
    for role in [Role::Rook, Role::Bishop, Role::Queen] {
        let mut positions = 0;
        let blocker = |king, block| if is_aligned(king, block) { Role::Rook } else { role };
        blocked_kings(Role::Bishop, blocker, |position| {
            assert!(position.has_insufficient_material(Color::White), "{position}");
            assert!(!position.is_checkmate(), "{position}");
            positions += 1;
        });
        assert!(positions > 1_000, "{positions}");
    }
    assert!(mates(Role::Bishop, Role::Knight) > 0);
}

/// The usual list of dead material, written as counts of pieces.
#[test]
fn dead_material_is_that_of_the_usual_list() {
    let mut random = Random::new(10);
    let mut dead = 0;
    for _ in 0..20_000 {
        let mut setup = random_setup(&mut random).setup();
        // Only the kings and a few minor pieces stay.
        let kept = random.board() & random.board() & random.board();
        for (square, piece) in setup.board.pieces() {
            let stays = Bitboard(kept).contains(square) && piece.role < Role::Rook;
            if piece.role != Role::King && !stays {
                setup.board.remove(square);
            }
        }
        let setup = Setup { board: setup.board, side_to_move: setup.side_to_move, ..Setup::EMPTY };
        let Ok(position) = setup.position() else { continue };
        let board = position.board();
        let count = |role| board.of_role(role).count();
        let dark = board.of_role(Role::Bishop).into_iter();
        let dark = dark.filter(|&square| !is_light(square)).count();
        let bishops = count(Role::Bishop) as usize;
        let is_dead = count(Role::Pawn) == 0
            && match count(Role::Knight) {
                0 => dark == 0 || dark == bishops,
                1 => bishops == 0,
                _ => false,
            };
        assert_eq!(position.is_insufficient_material(), is_dead, "{position}");
        dead += u32::from(is_dead);
    }
    assert!(dead > 1_000, "{dead}");
}

/// Pushes a position and those after the moves, and returns the counts after each move.
fn counts(start: &Position, moves: &str) -> Vec<usize> {
    let (mut position, mut repetitions) = (*start, Repetitions::new());
    repetitions.push(&position);
    let mut counts = vec![repetitions.count()];
    for text in moves.split_whitespace() {
        position = play(&position, text);
        repetitions.push(&position);
        counts.push(repetitions.count());
    }
    counts
}

#[test]
fn a_lost_right_or_a_lost_capture_makes_another_position() {
    let start = Position::initial();
    assert_eq!(counts(&start, "g1f3 g8f6 f3g1 f6g8"), [1, 1, 1, 1, 2]);
    // The rook comes back, but without the right to castle.
    let castling = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let moves = "h1h2 e8e7 h2h1 e7e8 h1h2 e8e7 h2h1 e7e8";
    assert_eq!(counts(&castling, moves), [1, 1, 1, 1, 1, 2, 2, 2, 2]);
    // The first time, Black may capture en passant. Where the pawn is pinned, it may not.
    let shuffle = "d2d4 e8f8 e1f1 f8e8 f1e1";
    let shuffle = format!("{shuffle} e8f8 e1f1 f8e8 f1e1");
    let free = position("4k3/8/8/8/4p3/8/3P4/4K3 w - - 0 1");
    assert_eq!(counts(&free, &shuffle), [1, 1, 1, 1, 1, 1, 2, 2, 2, 2]);
    let shuffle = shuffle.replace("e8f8", "e8e7").replace("f8e8", "e7e8");
    let pinned = position("4k3/8/8/8/4p3/8/3P4/4RK2 w - - 0 1");
    let shuffle = shuffle.replace("e1f1", "f1g1").replace("f1e1", "g1f1");
    assert_eq!(counts(&pinned, &shuffle), [1, 1, 1, 1, 1, 2, 2, 2, 2, 3]);
}

#[test]
fn three_times_is_a_claim_and_five_times_the_end() {
    let (mut position, mut repetitions) = (Position::initial(), Repetitions::new());
    assert_eq!((repetitions.count(), repetitions.outcome(), repetitions.claim()), (0, None, None));
    repetitions.push(&position);
    for times in 2..=6 {
        for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
            position = play(&position, text);
            repetitions.push(&position);
        }
        assert_eq!(repetitions.count(), times);
        let claim = (times == 3 || times == 4).then_some(Outcome::ThreefoldRepetition);
        assert_eq!(repetitions.claim(), claim);
        let outcome = (times >= 5).then_some(Outcome::FivefoldRepetition);
        assert_eq!(repetitions.outcome(), outcome);
    }
    repetitions.clear();
    assert_eq!(repetitions.count(), 0);
    repetitions.pop();
    repetitions.push(&position);
    assert_eq!(repetitions.count(), 1);
}

/// Long random games with few pieces, with moves taken back, beside a plain list of positions.
#[test]
fn repetitions_are_those_of_a_plain_list() {
    let mut random = Random::new(12);
    let mut most = 0;
    for fen in [
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "k7/p1p5/P1P5/8/8/p1p5/P1P5/K7 w - - 0 1",
        "4k2r/8/8/3pP3/8/8/8/4K2R w Kk d6 0 1",
        "k7/8/8/8/8/8/8/K7 w - - 65000 1",
    ] {
        let mut game = vec![position(fen)];
        let mut repetitions = Repetitions::new();
        repetitions.push(&game[0]);
        for _ in 0..3_000 {
            if random.word().is_multiple_of(3) && game.len() > 1 {
                game.pop();
                repetitions.pop();
            } else {
                let last = game[game.len() - 1];
                let Some(played) = random_move(&last, &mut random) else { break };
                let next = last.play(played).expect("a legal move");
                game.push(next);
                repetitions.push(&next);
            }
            let same = |a: &Position, b: &Position| {
                a.board() == b.board()
                    && a.side_to_move() == b.side_to_move()
                    && a.castling_rights() == b.castling_rights()
                    && a.en_passant() == b.en_passant()
            };
            let last = &game[game.len() - 1];
            // What was overwritten is forgotten for good. No more than 100 moves are taken back.
            let window = &game[game.len().saturating_sub(Repetitions::CAPACITY - 100)..];
            let count = |game: &[Position]| game.iter().filter(|other| same(other, last)).count();
            let found = repetitions.count();
            assert!((count(window)..=count(&game)).contains(&found), "{last}");
            most = most.max(found);
        }
    }
    assert!(most >= 4, "{most}");
}

#[test]
fn the_oldest_positions_are_forgotten_and_nothing_breaks() {
    let start = position("k7/8/8/8/8/8/8/K6R w - - 0 1");
    let mut repetitions = Repetitions::new();
    let mut position = start;
    repetitions.push(&position);
    for _ in 0..200 {
        for text in ["h1h2", "a8b8", "h2h1", "b8a8"] {
            position = play(&position, text);
            repetitions.push(&position);
        }
    }
    // Of 256 positions every fourth one is the same.
    assert_eq!(repetitions.count(), Repetitions::CAPACITY / 4);
    for popped in 1..Repetitions::CAPACITY {
        repetitions.pop();
        assert_eq!(repetitions.count(), (Repetitions::CAPACITY - popped).div_ceil(4));
    }
    for _ in 0..2_000 {
        repetitions.pop();
        assert_eq!(repetitions.count(), 0);
    }
    repetitions.push(&position);
    assert_eq!(repetitions.count(), 1);
    assert!(!format!("{repetitions:?}").is_empty());
}

#[test]
fn two_null_moves_in_a_row_repeat_a_position() {
    let mut position = Position::initial();
    let mut repetitions = Repetitions::new();
    let counts: Vec<usize> = (0..5)
        .map(|_| {
            repetitions.push(&position);
            position = position.null_move().expect("no check");
            repetitions.count()
        })
        .collect();
    assert_eq!(counts, [1, 1, 2, 2, 3]);
}

#[test]
fn ends_and_claims_are_decided_over_the_position_and_those_before_it() {
    let play = |fen: &str, moves: &[&str], times: usize| {
        let mut position: Position = fen.parse().expect(fen);
        let mut repetitions = Repetitions::new();
        repetitions.push(&position);
        for uci in moves.repeat(times) {
            position.play_unchecked(position.parse_uci(uci).expect("legal"));
            repetitions.push(&position);
        }
        (repetitions.outcome_with(&position), repetitions.claim_with(&position))
    };
    let moves = ["a1b1", "h8g8", "b1a1", "g8h8"];
    let rook = |clock| format!("7k/8/8/8/8/8/3K4/R7 w - - {clock} 80");
    assert_eq!(play(&rook(0), &moves, 1), (None, None));
    assert_eq!(play(&rook(0), &moves, 2), (None, Some(Outcome::ThreefoldRepetition)));
    assert_eq!(play(&rook(92), &moves, 2), (None, Some(Outcome::FiftyMoves)));
    assert_eq!(play(&rook(0), &moves, 4), (Some(Outcome::FivefoldRepetition), None));
    assert_eq!(play(&rook(142), &moves, 2), (Some(Outcome::SeventyFiveMoves), None));
    let knight = "7k/8/8/8/8/8/3K4/N7 w - - 0 80";
    let moves = ["a1b3", "h8g8", "b3a1", "g8h8"];
    assert_eq!(play(knight, &moves, 2), (Some(Outcome::InsufficientMaterial), None));
}

#[test]
fn a_search_takes_a_second_time_dead_material_and_fifty_moves_for_draws() {
    for (fen, is_draw) in [
        ("7k/8/8/8/8/8/8/K6Q b - - 99 90", false),
        ("7k/8/8/8/8/8/8/K6Q b - - 100 90", true),
        ("R6k/8/6K1/8/8/8/8/8 b - - 99 90", false),
        // It is mate.
        ("R6k/8/6K1/8/8/8/8/8 b - - 100 90", false),
        ("7k/8/8/8/8/8/8/K6N b - - 0 90", true),
        ("7k/8/8/8/8/8/8/K5NN b - - 0 90", false),
    ] {
        let position: Position = fen.parse().expect("a FEN");
        let mut repetitions = Repetitions::new();
        repetitions.push(&position);
        assert_eq!(repetitions.is_draw_with(&position, 9), is_draw, "{fen}");
        repetitions.push(&position);
        repetitions.push(&position);
        let is_back = position.halfmove_clock() >= 2;
        assert_eq!(repetitions.is_draw_with(&position, 9), is_draw || is_back, "{fen}");
    }
}

/// Random games, in which pieces often go back, from roots anywhere in them.
#[test]
fn what_repeats_after_the_root_and_what_can_repeat_are_found_by_a_plain_list() {
    let (mut random, mut found) = (Random::new(8), [0; 3]);
    for game in 0..400 {
        let fen = ["4k2r/8/8/8/8/8/8/R3K3 w Qk - 0 1", "k7/7p/8/8/8/8/P7/K2NBR2 b - - 9 80"];
        let mut last = position(fen[game % 2]);
        let (mut repetitions, mut list) = (Repetitions::new(), vec![last]);
        repetitions.push(&last);
        for _ in 0..60 {
            let Some(mut played) = random_move(&last, &mut random) else { break };
            for &legal in &last.legal_moves() {
                let is_back = list.iter().any(|one| one.key() == last.key_after(legal));
                if is_back && random.word().is_multiple_of(2) {
                    played = legal;
                }
            }
            last = last.play(played).expect("legal");
            repetitions.push(&last);
            list.push(last);
            for plies in [0, 1, 3, 4, 5, 7, 8, 20, 99] {
                let repeats = |list: &[Position], plies: usize| {
                    let (last, earlier) = list.split_last().expect("a position");
                    let at = earlier.iter().rev().enumerate();
                    let at: Vec<_> = at.filter(|(_, one)| one.key() == last.key()).collect();
                    at.first().is_some_and(|(at, _)| at + 1 < plies) || at.len() > 1
                };
                let is_repeated = repeats(&list, plies);
                assert_eq!(repetitions.is_repeated(plies), is_repeated, "{last} {plies}");
                let can_repeat = last.legal_moves().iter().any(|&legal| {
                    let next = last.play(legal).expect("legal");
                    repeats(&[&list[..], &[next]].concat(), plies + 1)
                });
                assert_eq!(repetitions.can_repeat(&last, plies), can_repeat, "{last} {plies}");
                found[0] += u32::from(is_repeated);
                found[1] += u32::from(can_repeat);
                found[2] += u32::from(can_repeat && plies < 4);
            }
        }
    }
    assert!(found.into_iter().all(|count| count > 500), "{found:?}");
}
