//! Verdicts beside games, beside a slow enumeration of last moves, and beside the page that lists
//! the rules.

use hyperbola_moves::{
    CastlingSide, Color, File, Impossible, Judgement, Move, Piece, Position, Rank, Role, Rule,
    Rules, Setup, Square, Verdict,
};
use hyperbola_random::Random;
use hyperbola_samples::{chess960, random_endgame, random_game, random_setup, testdata};

/// Returns the verdict on a FEN and the rule that it breaks.
fn judged(fen: &str) -> (&'static str, &'static str) {
    let verdict = Judgement::of_fen(fen).expect("a FEN").verdict;
    match verdict {
        Verdict::Impossible(reason) => (verdict.name(), reason.rule().name()),
        _ => (verdict.name(), ""),
    }
}

/// Plays random games. No position of them may be refused.
fn games_are_possible(games: u64) {
    let mut random = Random::new(games);
    let (mut positions, mut with_square) = (0, 0);
    for game in 0..games {
        let mut number = || usize::try_from(random.word() % 960).expect("fits");
        let start = match game % 4 {
            0 => chess960(number(), number()),
            1 => {
                let number = number();
                chess960(number, number)
            }
            _ => Position::initial(),
        };
        random_game(start, &mut random, 200, |position, played| {
            let judgement = position.setup().verdict();
            let fen = position.shredder_fen();
            match (game % 4, judgement.verdict) {
                (_, Verdict::Chess) => assert_eq!(judgement.mended, None, "{fen}"),
                (0, Verdict::Chess960 { .. }) | (1, Verdict::Chess960 { is_double: false }) => {}
                (_, verdict) => panic!("{fen}: {verdict:?}"),
            }
            // A FEN may have the square of each double step.
            let is_pawn = position.board().role_at(played.from()) == Some(Role::Pawn);
            if is_pawn && played.from().index().abs_diff(played.to().index()) == 16 {
                let after = position.play(played).expect("a legal move");
                let square = played.from().index().midpoint(played.to().index());
                let square = Some(Square::from_index_wrapping(square));
                let after = Setup { en_passant: square, ..after.setup() };
                assert!(after.verdict().verdict.is_possible(), "{after}");
                with_square += 1;
            }
            positions += 1;
        });
    }
    assert!(positions > games * 100 && with_square > games * 2, "{positions} {with_square}");
}

#[test]
fn no_position_of_a_game_is_refused() {
    games_are_possible(300);
}

#[test]
#[ignore = "as before, on 200,000 positions: a minute"]
fn no_position_of_many_games_is_refused() {
    games_are_possible(1600);
}

/// Returns whether all rules but that of the last move allow a setup. It does not ask the verdict.
fn keeps_other_rules(setup: &Setup) -> bool {
    let Ok(position) = setup.position() else { return false };
    let sides = Color::ALL.into_iter().all(|color| {
        let count = |role| setup.board.of(color, role).count();
        let bishops = setup.board.of(color, Role::Bishop);
        let is_dark = |square: &Square| (square.index() / 8 + square.index()).is_multiple_of(2);
        let dark = u32::try_from(bishops.into_iter().filter(is_dark).count()).expect("fits");
        let promoted = [
            (count(Role::Knight), 2),
            (count(Role::Rook), 2),
            (count(Role::Queen), 1),
            (dark, 1),
            (bishops.count() - dark, 1),
        ];
        let promoted: u32 = promoted.map(|(count, first)| count.saturating_sub(first)).iter().sum();
        let lost = 16 - setup.board.of_color(!color).count();
        count(Role::Pawn) + promoted <= 8
            && fewest_captures(setup, color).is_some_and(|captures| captures <= lost)
    });
    // A king between two rooks' squares.
    let may_castle = |(color, _, _): (Color, CastlingSide, Square)| {
        !matches!(position.king(color).file(), File::A | File::H)
    };
    sides && setup.castling_rights.iter().all(may_castle)
}

/// Returns the fewest captures that bring pawns of a colour to their squares from different ones of
/// their second rank. It tries each pawn on each file, for each set of files that are taken.
fn fewest_captures(setup: &Setup, color: Color) -> Option<u32> {
    let mut fewest = [None; 256];
    fewest[0] = Some(0);
    for pawn in setup.board.of(color, Role::Pawn) {
        let square = pawn.relative_to(color).index();
        let steps = square / 8 - 1;
        let mut next = [None; 256];
        for (taken, captures) in fewest.iter().enumerate() {
            let Some(captures) = captures else { continue };
            for file in (0..8_u8).filter(|file| taken >> file & 1 == 0) {
                let captured = file.abs_diff(square % 8);
                let place: &mut Option<u32> = &mut next[taken | 1 << file];
                let sum = captures + u32::from(captured);
                if captured <= steps && place.is_none_or(|other| sum < other) {
                    *place = Some(sum);
                }
            }
        }
        fewest = next;
    }
    fewest.into_iter().flatten().min()
}

/// Enumerates last moves slowly: each piece of the side that has moved comes from each square, with
/// each victim. All legal moves of what stood before are made.
fn has_last_move(setup: &Setup) -> bool {
    let mover = !setup.side_to_move;
    let before = Setup { side_to_move: mover, en_passant: None, ..*setup };
    let back = Rank::First.relative_to(mover);
    let pieces = setup.board.of_color(mover);
    let empty = || Square::ALL.into_iter().filter(|&square| setup.board.role_at(square).is_none());
    pieces.into_iter().any(|to| {
        let role = setup.board.role_at(to).expect("a piece");
        let mut without = before;
        without.board.remove(to);
        empty().any(|from| {
            [role, Role::Pawn].into_iter().any(|role| {
                let mut before = without;
                before.board.put(from, Piece::new(mover, role));
                let victims = (0..6).map(|victim| {
                    let mut before = before;
                    if victim < 5 {
                        before.board.put(to, Piece::new(!mover, Role::ALL[victim]));
                    }
                    before
                });
                let passed = Square::from_index_wrapping(to.index() ^ 8);
                let mut en_passant = Setup { en_passant: Some(to), ..before };
                if en_passant.board.role_at(passed).is_none() {
                    en_passant.board.put(passed, Piece::new(!mover, Role::Pawn));
                }
                victims.chain([en_passant]).any(|before| leads_to(&before, setup))
            })
        })
    }) || CastlingSide::ALL.into_iter().any(|side| {
        let targets = [side.king_target(mover), side.rook_target(mover)];
        let mut without = before;
        let roles = targets.map(|square| without.board.remove(square).map(|piece| piece.role));
        roles == [Some(Role::King), Some(Role::Rook)]
            && Square::ALL.into_iter().any(|king| {
                Square::ALL.into_iter().any(|rook| {
                    let mut before = without;
                    let is_free = |square| without.board.role_at(square).is_none();
                    if king == rook || !is_free(king) || !is_free(rook) || king.rank() != back {
                        return false;
                    }
                    before.board.put(king, Piece::new(mover, Role::King));
                    before.board.put(rook, Piece::new(mover, Role::Rook));
                    before.castling_rights.set(mover, side, Some(rook));
                    leads_to(&before, setup)
                })
            })
    })
}

/// Returns whether some legal move leads from one setup to another.
fn leads_to(before: &Setup, here: &Setup) -> bool {
    if before.position().is_err() || !keeps_other_rules(before) {
        return false;
    }
    let before = before.position().expect("it was made before");
    before.legal_moves().iter().any(|&played| {
        let after = before.play(played).expect("a legal move").setup();
        let squares = (after.board, after.castling_rights) == (here.board, here.castling_rights);
        let passed = match here.en_passant {
            None => after.en_passant.is_none(),
            Some(square) => is_double_step(&before, played, square),
        };
        squares && passed
    })
}

fn is_double_step(before: &Position, played: Move, over: Square) -> bool {
    before.board().role_at(played.from()) == Some(Role::Pawn)
        && played.from().index().abs_diff(played.to().index()) == 16
        && played.from().index().midpoint(played.to().index()) == over.index()
}

#[test]
fn verdicts_are_those_of_a_slow_enumeration() {
    compare_with_enumeration(600);
}

#[test]
#[ignore = "as before, on 20,000 positions: ten minutes"]
fn verdicts_on_many_positions_are_those_of_a_slow_enumeration() {
    compare_with_enumeration(20_000);
}

fn compare_with_enumeration(positions: usize) {
    let mut random = Random::new(11);
    let [mut possible, mut no_move, mut no_double_step] = [0; 3];
    for number in 0..positions {
        let mut setup = match number % 3 {
            0 => random_setup(&mut random).setup(),
            1 => random_endgame(&mut random).setup(),
            _ => crowded(&mut random),
        };
        if number % 2 == 0 {
            let rank = Rank::Third.relative_to(!setup.side_to_move);
            let square = Square::new(File::ALL[number / 2 % 8], rank);
            setup.en_passant = Some(square);
        }
        let verdict = setup.verdict().verdict;
        let expected = match verdict {
            Verdict::Impossible(reason) => match reason.rule() {
                Rule::LastMove | Rule::EnPassant => false,
                _ => continue,
            },
            _ => true,
        };
        let mut kept = setup;
        kept.en_passant = None;
        if !keeps_other_rules(&kept) {
            continue;
        }
        assert_eq!(has_last_move(&setup), expected, "{setup} {verdict:?}");
        match (expected, setup.en_passant) {
            (true, _) => possible += 1,
            (false, None) => no_move += 1,
            (false, Some(_)) => no_double_step += 1,
        }
    }
    let least = positions / 12;
    assert!(possible > least && no_move > least / 4 && no_double_step > least);
}

/// Makes a setup with few pieces of the side that has moved, in check by one of them more often
/// than not: it often has no last move.
fn crowded(random: &mut Random) -> Setup {
    loop {
        let mut setup = random_endgame(random).setup();
        let mover = !setup.side_to_move;
        let king = setup.board.of(!mover, Role::King).first().expect("a king");
        let [piece, near, ..] = random.word().to_le_bytes();
        let role = Role::ALL[usize::from(piece) % 5];
        let square = Square::from_index_wrapping(king.index() ^ (near % 18));
        if setup.board.role_at(square).is_none() {
            setup.board.put(square, Piece::new(mover, role));
        }
        setup.en_passant = None;
        if setup.position().is_ok_and(|position| position.is_check()) {
            return setup;
        }
    }
}

#[test]
fn a_move_from_a_possible_position_leads_to_a_possible_one() {
    let mut random = Random::new(3);
    let (mut checks, mut double_checks) = (0, 0);
    for _ in 0..3000 {
        for before in [random_setup(&mut random), random_endgame(&mut random)] {
            if !keeps_other_rules(&before.setup()) {
                continue;
            }
            for played in before.legal_moves() {
                let after = before.play(played).expect("a legal move");
                let verdict = after.setup().verdict().verdict;
                assert!(verdict.is_possible(), "{} {played} {verdict:?}", before.shredder_fen());
                checks += u32::from(after.is_check());
                double_checks += u32::from(after.checkers().count() == 2);
            }
        }
    }
    assert!(checks > 5000 && double_checks > 10, "{checks} {double_checks}");
}

#[test]
fn the_page_has_an_example_of_each_rule() {
    let page = testdata("../docs/VERDICT.md");
    let quoted = |cell: &str| cell.trim().trim_matches('`').to_owned();
    let (mut rules, mut only_chess960) = (Vec::new(), 0);
    for row in page.lines().filter(|line| line.starts_with("| ") && line.contains('/')) {
        let cells: Vec<String> = row.trim_matches('|').split('|').map(quoted).collect();
        match &cells[..] {
            [rule, _, fen] => {
                assert_eq!(judged(fen), ("impossible", rule.as_str()), "{fen}");
                rules.push(rule.clone());
            }
            [_, fen] => {
                assert_eq!(judged(fen), ("chess960", ""), "{fen}");
                only_chess960 += 1;
            }
            _ => panic!("{row}"),
        }
    }
    assert!(rules.len() == 16 && only_chess960 == 2);
}

#[test]
fn verdicts_and_rules_of_the_test_data() {
    for line in testdata("positions/verdicts.tsv").lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(judged(fields[0]), (fields[1], fields[2]), "{line}");
    }
}

#[test]
fn double_chess960_is_told_apart() {
    for (fen, is_double) in [
        ("rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9", true),
        ("4k1r1/8/p7/8/8/8/8/4K2R w Hg - 0 1", true),
        ("r3k3/8/p7/8/8/8/8/4K1R1 w Gq - 0 1", false),
        ("4k1r1/8/p7/8/8/8/8/4K1R1 w Gg - 0 1", false),
        ("nrk1brnb/pp1ppppp/2p5/3q4/5P2/PP6/2PPP1PP/NRKQBRNB w BFbf - 0 1", false),
    ] {
        let verdict = Judgement::of_fen(fen).expect("a FEN").verdict;
        assert_eq!(verdict, Verdict::Chess960 { is_double }, "{fen}");
    }
}

#[test]
fn a_mended_fen_is_one_of_chess() {
    for (fen, mended) in [
        ("8/8/8/3k4/4Pp2/8/8/4K2B b - e3 0 1", Some("8/8/8/3k4/4Pp2/8/8/4K2B b - - 0 1")),
        ("4k3/8/8/8/8/8/8/4K2R w KQ e9 3 4", Some("4k3/8/8/8/8/8/8/4K2R w K - 3 4")),
        ("5k1r/8/p7/8/8/8/8/4K2R w Kk - 0 1", Some("5k1r/8/p7/8/8/8/8/4K2R w K - 0 1")),
        // Rights without a rook, and on the wrong side.
        ("4k3/8/8/8/8/8/8/K6R w K e3 0 1", Some("4k3/8/8/8/8/8/8/K6R w - - 0 1")),
        ("8/8/8/8/8/8/8/k1K5", Some("8/8/8/8/8/8/8/k1K5 w - - 0 1")),
        ("8/8/8/3k4/5p2/8/4P3/4K2B b - - 0 1", None),
        ("8/8/8/3k4/4P3/8/4P3/4K2B b - e3 0 1", Some("8/8/8/3k4/4P3/8/4P3/4K2B b - - 0 1")),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", None),
    ] {
        let judgement = Judgement::of_fen(fen).expect("a FEN");
        let text = judgement.mended.map(|mended| mended.to_string());
        assert_eq!(text.as_deref(), mended, "{fen}");
        if let Some(mended) = judgement.mended {
            assert_eq!(mended.verdict().verdict, Verdict::Chess);
        }
    }
    assert!(Judgement::of_fen("8/8/8/8 w - - 0 1").is_err());
}

#[test]
fn each_kind_of_last_move_is_found() {
    for fen in [
        // A step, a double step with and without a square, a capture.
        "8/8/8/3k4/4P3/8/8/K7 b - - 0 1",
        "8/8/8/3k4/4Pp2/8/8/K7 b - e3 0 1",
        "8/8/8/8/3k4/4P3/8/K7 b - - 0 1",
        // En passant that uncovers a rook, and gives a double check.
        "4R3/8/3P4/4k3/8/8/8/K7 b - - 0 1",
        "8/8/3P4/R3k3/8/8/8/K7 b - - 0 1",
        // Promotions, and castling to both sides.
        "3Qk3/8/8/8/8/8/8/K7 b - - 0 1",
        "8/8/8/8/5k2/8/8/5RK1 b - - 0 1",
        "3k4/8/8/8/8/8/8/2KR4 b - - 0 1",
        // A knight and a bishop, a king that uncovers, a capture with promotion that uncovers.
        "4k3/8/5N2/1B6/8/8/8/4K3 b - - 0 1",
        "4k3/8/8/8/8/8/3K4/4R3 b - - 0 1",
        "3Qk3/8/8/8/8/8/8/4RK2 b - - 0 1",
        // Castling only: the rook would have given check from elsewhere, and pawns are around the
        // king.
        "8/8/8/8/8/8/5PPP/2k2RK1 b - - 0 1",
        "2K2rk1/5ppp/8/8/8/8/8/8 w - - 0 1",
        // En passant only.
        "8/8/3Pk3/8/8/8/B7/1n5K b - - 0 1",
    ] {
        assert_eq!(judged(fen), ("chess", ""), "{fen}");
    }
}

#[test]
fn checks_that_no_move_gives_are_refused() {
    for fen in [
        // Two knights, two pawns, a pawn and a knight.
        "4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1",
        "8/3k4/2P1P3/8/8/8/8/4K3 b - - 0 1",
        "8/8/3k4/2P5/4N3/8/8/4K3 b - - 0 1",
        // Rooks at both ends of a rank, and bishops at both ends of a diagonal.
        "8/8/8/8/R3k2R/8/8/4K3 b - - 0 1",
        "R3k2R/8/8/8/8/8/8/4K3 b - - 0 1",
        "8/6B1/8/4k3/8/8/1B6/4K3 b - - 0 1",
        // A pawn that has not moved, and a bishop that pawns hold on its first square.
        "8/8/8/8/8/3k4/4P3/K7 b - - 0 1",
        "8/8/8/8/8/5k2/1PPPPP1P/4K1B1 b - - 0 1",
        // The same with the colours exchanged.
        "4k3/8/8/8/8/3n1n2/8/4K3 w - - 0 1",
        // King and rook have not moved, because they may castle.
        "5k1r/8/8/8/8/8/8/4K3 w k - 0 1",
        // Only a double step of the pawn gives the check, after which Black may capture en passant.
        "8/8/8/8/3kPp2/3p1p2/PPP5/KB6 b - - 0 1",
    ] {
        assert_eq!(judged(fen), ("impossible", "last-move"), "{fen}");
    }
    let reason = Judgement::of_fen("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1").expect("a FEN").verdict;
    assert_eq!(
        reason.to_string(),
        "no last move of White leads to the position with its check from d6 and f6"
    );
}

#[test]
fn a_pawn_that_gave_check_from_its_first_square_has_not_stepped() {
    let verdict = Judgement::of_fen("8/8/8/8/2Pp4/1k6/8/4K3 b - c3 0 1").expect("a FEN").verdict;
    assert_eq!(verdict.to_string(), "the check from c2 was there before a pawn passed over c3");
}

#[test]
fn numbers_are_told() {
    let reason = |fen: &str| Judgement::of_fen(fen).expect("a FEN").verdict.to_string();
    assert_eq!(
        reason("rnbqkbnr/pppppppp/8/8/8/P7/P7/4K3 w - - 0 1"),
        "the pawns of White must have captured at least 1 pieces, and Black has lost 0"
    );
    let verdict = Judgement::of_fen("7k/pp6/p7/8/8/8/8/K7 w - - 0 1").expect("a FEN").verdict;
    let expected = Impossible::PawnOrigins { color: Color::Black };
    assert_eq!(verdict, Verdict::Impossible(expected));
}

#[test]
fn bishops_of_each_colour_of_squares_count() {
    for fen in ["k7/8/8/8/8/8/PPPPPPPP/K2B1B2 w - - 0 1", "k7/8/8/8/8/8/PPPPPPPP/K1B1B3 w - - 0 1"]
    {
        assert_eq!(judged(fen), ("impossible", "promotions"), "{fen}");
    }
    assert_eq!(judged("k7/8/8/8/8/8/PPPPPPPP/K1B2B2 w - - 0 1"), ("chess", ""));
    // Each of the others beside a second bishop of one colour is a promoted piece too.
    for (others, rule) in
        [("QQ", "promotions"), ("RRR", "promotions"), ("NNN", "promotions"), ("QRRNN", "")]
    {
        let verdict = if rule.is_empty() { "chess" } else { "impossible" };
        let fen = format!("k7/8/8/8/{}{others}/8/PPPPPPP1/K2B1B2 w - - 0 1", 8 - others.len());
        assert_eq!(judged(&fen), (verdict, rule), "{fen}");
    }
}

#[test]
fn only_a_capture_en_passant_explains_some_checks() {
    // From e5 the pawn would have given check, and the bishop has come along its only diagonal.
    assert_eq!(judged("8/8/4Pk2/8/8/8/8/B6K b - - 0 1"), ("chess", ""));
    assert_eq!(judged("8/8/5k2/8/8/8/8/B6K b - - 0 1"), ("impossible", "last-move"));
}

#[test]
fn only_a_double_step_explains_some_checks() {
    // From f3 the pawn would have given check, and the bishop has come along its only diagonal.
    assert_eq!(judged("8/8/8/8/4k1P1/8/8/4K2B b - - 0 1"), ("chess", ""));
    assert_eq!(judged("8/8/8/6P1/4k3/8/8/4K2B b - - 0 1"), ("impossible", "last-move"));
}

#[test]
fn a_king_on_a_corner_file_has_no_right() {
    // The last has a right of a king on file e too, before the other.
    for fen in [
        "4k3/8/8/8/8/8/8/R6K w Q - 0 1",
        "k6r/8/8/8/8/8/8/4K3 b k - 0 1",
        "k6r/8/8/8/8/8/8/4K2R w Kk - 0 1",
    ] {
        assert_eq!(judged(fen), ("impossible", "castling"), "{fen}");
    }
}

#[test]
fn rooks_and_kings_say_whether_two_start_arrays_are_needed() {
    for (fen, is_double) in [
        ("r1k4r/8/8/7p/8/8/8/R1K4R w HAha - 0 1", false),
        ("1rk4r/8/8/7p/8/8/8/R1K4R w HAhb - 0 1", true),
        ("r1k3r1/8/8/7p/8/8/8/R1K4R w HAga - 0 1", true),
        ("r2k3r/8/8/7p/8/8/8/R1K4R w HAha - 0 1", true),
        ("2k4r/8/8/7p/8/8/8/R1K5 w Ah - 0 1", false),
    ] {
        let verdict = Judgement::of_fen(fen).expect("a FEN").verdict;
        assert_eq!(verdict, Verdict::Chess960 { is_double }, "{fen}");
    }
}

#[test]
fn castling_rights_are_read_by_the_rules_that_are_said() {
    let fen = "rnbqBk1r/1p1Pb1pp/2p5/p7/8/8/PPP1NnPP/RNBQK2R b KQkq - 1 9";
    let error = Position::from_fen_by_rules(fen, Rules::Chess).expect_err("f8 is not e8");
    assert!(error.to_string().contains("rook on h8 is not one of chess"), "{error}");
    for rules in [Rules::Chess960, Rules::Auto] {
        let position = Position::from_fen_by_rules(fen, rules).expect("a position");
        assert_eq!(hyperbola_perft::count(&position, 2), 1262);
    }
    assert_eq!(Rules::of_letters(fen), Rules::Chess);
    assert_eq!(Rules::of_letters("4k3/8/8/8/8/8/8/4K2R w H - 0 1"), Rules::Chess960);
    assert_eq!(Rules::of_letters("4k3/8/8/8/8/8/8/4K3 w - e3 0 1"), Rules::Chess);
    for rules in Rules::ALL {
        assert_eq!(rules.to_string().parse(), Ok(rules));
    }
    assert!("chess 960".parse::<Rules>().is_err());
}
