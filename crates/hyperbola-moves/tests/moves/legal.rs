//! Compares the legal moves with those of the slow reference, in every suite's position and in
//! random games.

use hyperbola::techniques::KoggeStone;
use hyperbola::{
    bishop_attacks, king_attacks, knight_attacks, pawn_attacks, queen_attacks, rook_attacks,
};
use hyperbola_moves::{
    Bitboard, CastlingSide, Color, Move, Piece, Position, Rank, Role, Square, Stage,
};
use hyperbola_random::Random;
use hyperbola_samples::of_all_kinds;

use crate::support::{chess960, laws, positions, random_game, random_setup};

#[test]
fn positions_obey_the_laws() {
    for position in positions() {
        laws::all(&position);
    }
}

#[test]
fn games_obey_the_laws() {
    let mut random = Random::new(1);
    for number in 0..60 {
        // The games are ordinary games, Chess960 and double Chess960 in turn.
        let (white, black) = match number % 3 {
            0 => (518, 518),
            1 => (16 * number, 16 * number),
            _ => (16 * number, 959 - 16 * number),
        };
        random_game(chess960(white, black), &mut random, 150, |position, _| laws::all(position));
    }
}

#[test]
fn positions_that_no_game_leads_to_obey_the_laws() {
    let mut random = Random::new(3);
    for _ in 0..2_000 {
        laws::all(&random_setup(&mut random));
    }
}

#[test]
fn no_other_move_is_legal() {
    for position in positions().into_iter().step_by(20) {
        let moves = position.legal_moves();
        let legal = position.legal_by::<KoggeStone>();
        for candidate in every_move() {
            assert_eq!(
                legal.contains(candidate),
                moves.contains(&candidate),
                "{position}: {candidate}"
            );
        }
        assert!(
            every_move()
                .all(|candidate| position.play(candidate).is_ok() == moves.contains(&candidate))
        );
    }
}

/// Returns every encoding of a move, with the role that no pawn promotes to.
fn every_move() -> impl Iterator<Item = Move> {
    Role::ALL.into_iter().flat_map(|role| {
        Square::ALL.into_iter().flat_map(move |from| {
            Square::ALL.into_iter().map(move |to| Move::promoting(from, to, role))
        })
    })
}

/// Returns whether a piece can make a move that is not castling if checks do not count, from the
/// squares that it attacks.
fn reaches(position: &Position, candidate: Move) -> bool {
    let (from, to) = (candidate.from(), candidate.to());
    let (color, board) = (position.side_to_move(), position.board());
    let (own, occupied) = (board.of_color(color), board.occupied());
    let (Some(role), false) = (board.role_at(from), own.contains(to)) else { return false };
    if !own.contains(from) {
        return false;
    }
    let targets = match role {
        Role::Knight => knight_attacks(from),
        Role::Bishop => bishop_attacks(from, occupied),
        Role::Rook => rook_attacks(from, occupied),
        Role::Queen => queen_attacks(from, occupied),
        Role::King => king_attacks(from),
        Role::Pawn => {
            let (forward, first) = if color == Color::White { (8, 1) } else { (-8, 6) };
            let ahead = |steps: i8| from.index().checked_add_signed(steps * forward);
            let empty = |steps| {
                let square = ahead(steps).and_then(Square::from_index);
                square.filter(|&square| !occupied.contains(square))
            };
            let twice = empty(1).filter(|_| from.rank() as u8 == first).and_then(|_| empty(2));
            let enemies = occupied - own;
            let taken = position.en_passant().into_iter().fold(enemies, |all, to| all | to.into());
            let pushes: Bitboard = empty(1).into_iter().chain(twice).collect();
            pushes | (pawn_attacks(color, from) & taken)
        }
    };
    let promotes = role == Role::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth);
    let has_role = match candidate.promotion() {
        None => !promotes,
        Some(role) => promotes && role != Role::King,
    };
    targets.contains(to) && has_role
}

#[test]
fn every_encoding_is_legal_if_it_is_listed_and_pseudo_legal_if_its_piece_gets_there() {
    for position in of_all_kinds(1_200, 600).into_iter().step_by(3) {
        let mut listed = position.legal_moves().to_vec();
        listed.sort_unstable();
        let own = position.board().of_color(position.side_to_move());
        let (mut legal, context) = (0, position.legal());
        assert_eq!(context.null_move(), position.null_move(), "{position}");
        for candidate in every_move() {
            let is_legal = position.is_legal(candidate);
            assert_eq!(context.contains(candidate), is_legal, "{position}: {candidate}");
            let is_pseudo_legal = position.is_pseudo_legal(candidate);
            if is_legal {
                legal += 1;
                assert!(listed.binary_search(&candidate).is_ok(), "{position}: {candidate}");
                assert!(is_pseudo_legal, "{position}: {candidate}");
            }
            if own.contains(candidate.to()) {
                let side = CastlingSide::of_rook(candidate.from(), candidate.to());
                let rook = position.castling_rights().rook(position.side_to_move(), side);
                assert!(
                    !is_pseudo_legal || rook == Some(candidate.to()),
                    "{position}: {candidate}"
                );
            } else {
                assert_eq!(
                    is_pseudo_legal,
                    reaches(&position, candidate),
                    "{position}: {candidate}"
                );
            }
        }
        assert_eq!(legal, listed.len(), "{position}");
    }
}

#[test]
fn castling_through_check_is_pseudo_legal() {
    for (fen, is_legal) in [
        ("4k3/8/8/8/8/8/8/4K2R w K - 0 1", true),
        ("4k3/8/8/8/8/5r2/8/4K2R w K - 0 1", false),
        ("4k3/8/8/8/8/4r3/8/4K2R w K - 0 1", false),
        // The rook leaves the rank on which it shielded the king.
        ("4k3/8/8/8/8/8/8/rRK5 w Q - 0 1", false),
    ] {
        let position: Position = fen.parse().expect(fen);
        let king = position.king(Color::White);
        let rook = position.board().of(Color::White, Role::Rook).first().expect("a rook");
        assert!(position.is_pseudo_legal(Move::new(king, rook)), "{fen}");
        assert_eq!(position.is_legal(Move::new(king, rook)), is_legal, "{fen}");
    }
    let blocked: Position = "4k3/8/8/8/8/8/8/4KN1R w K - 0 1".parse().expect("a position");
    assert!(!blocked.is_pseudo_legal(Move::new(Square::E1, Square::H1)));
}

#[test]
fn sets_are_never_empty_and_moves_from_all_squares_are_all_moves() {
    for position in positions().into_iter().step_by(5) {
        position.legal().for_each_set(|set| assert!(set.count() > 0, "{position}: {set:?}"));
        let mut by_square: Vec<Move> = Square::ALL
            .into_iter()
            .flat_map(|square| {
                position.legal().stage(Stage::All).from(square.into()).moves().to_vec()
            })
            .collect();
        let mut all = position.legal_moves().to_vec();
        by_square.sort_unstable();
        all.sort_unstable();
        assert_eq!(by_square, all, "{position}");
    }
}

#[test]
fn mate_and_stalemate_are_told_apart() {
    let position = |fen: &str| fen.parse::<Position>().expect(fen);
    let mate = position("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
    let stalemate = position("k7/8/1Q6/8/8/8/8/7K b - - 0 1");
    assert!(mate.is_checkmate() && !mate.is_stalemate());
    assert!(stalemate.is_stalemate() && !stalemate.is_checkmate());
    assert!(!Position::initial().is_checkmate() && !Position::initial().is_stalemate());
    assert_eq!(mate.null_move(), None);
}

#[test]
fn a_position_has_218_moves() {
    let most = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1";
    assert_eq!(most.parse::<Position>().expect(most).legal_moves().len(), 218);
}

/// Checks the sets of attackers, pinned pieces and dangerous squares against their definitions.
#[test]
fn attackers_and_pins_are_what_their_words_say() {
    for position in positions().into_iter().step_by(10) {
        let board = position.board();
        let (color, occupied) = (position.side_to_move(), board.occupied());
        let enemies = board.of_color(!color);
        let king = position.king(color);
        assert_eq!(position.checkers(), position.legal().checkers());
        // A pinned piece is an own piece whose removal adds a checker.
        let is_pinned = |&square: &Square| {
            let without = occupied - square.into();
            let seen = position.attackers_to(king, without) & enemies;
            !(seen - position.checkers()).is_empty()
        };
        let pinned: Bitboard = board.of_color(color).into_iter().filter(is_pinned).collect();
        assert_eq!(position.pinned(), pinned, "{position}");
        // A square is dangerous if something attacks it once the king is removed.
        let without_king = occupied - king.into();
        let is_danger =
            |&square: &Square| !(position.attackers_to(square, without_king) & enemies).is_empty();
        let danger: Bitboard = Square::ALL.into_iter().filter(is_danger).collect();
        assert_eq!(position.king_danger(), danger, "{position}");
        // A piece sees a square through another piece if it sees the square once that piece is
        // removed.
        for square in Square::ALL {
            let direct = position.attackers_to(square, occupied);
            let beyond = occupied.into_iter().filter(|&blocker| blocker != square).fold(
                Bitboard::EMPTY,
                |beyond, blocker| {
                    beyond | (position.attackers_to(square, occupied - blocker.into()) - direct)
                },
            );
            assert_eq!(
                position.x_ray_attackers_to(square, occupied),
                beyond,
                "{position} {square}"
            );
        }
    }
}

/// Checks the pins of both kings, the squares that check and the attacks of each role against their
/// definitions.
#[test]
fn pins_check_squares_and_attacks_by_role_are_what_their_words_say() {
    let mut found = [0; 3];
    for position in of_all_kinds(900, 900).into_iter().step_by(2) {
        let (board, occupied) = (position.board(), position.board().occupied());
        for color in Color::ALL {
            let (king, enemies) = (position.king(color), board.of_color(!color));
            let seen =
                |without: Bitboard| position.attackers_to(king, occupied - without) & enemies;
            let checking = seen(Bitboard::EMPTY);
            let opened = |square: Square| seen(square.into()) - checking - square.into();
            let blockers = occupied.into_iter().filter(|&square| !opened(square).is_empty());
            let blockers: Bitboard = blockers.filter(|&square| square != king).collect();
            let pins = position.pins(color);
            assert_eq!(pins.pinned, blockers - enemies, "{position}");
            assert_eq!(pins.discoverers, blockers & enemies, "{position}");
            let pinners =
                pins.pinned.into_iter().fold(Bitboard::EMPTY, |all, one| all | opened(one));
            assert_eq!(pins.pinners, pinners, "{position}");
            found[0] += pinners.count();
            let by_role = Role::ALL.map(|role| board.attacks_of_role(color, role, occupied));
            let all = by_role.into_iter().fold(Bitboard::EMPTY, |all, one| all | one);
            assert_eq!(all, board.attacks_of(color, occupied), "{position}");
            for (role, attacks) in Role::ALL.into_iter().zip(by_role) {
                let is_attacked = |&square: &Square| {
                    let attackers = position.attackers_to(square, occupied);
                    !attackers.is_disjoint(board.of(color, role))
                };
                let expected: Bitboard = Square::ALL.into_iter().filter(is_attacked).collect();
                assert_eq!(attacks, expected, "{position} {role:?}");
            }
        }
        let side = position.side_to_move();
        let (checks, king) = (position.legal().check_squares(), position.king(!side));
        assert_eq!(checks.discoverers(), position.pins(!side).discoverers, "{position}");
        for role in Role::ALL.into_iter().filter(|&role| role != Role::King) {
            let gives =
                |&square: &Square| Piece::new(side, role).attacks(square, occupied).contains(king);
            let expected: Bitboard = Square::ALL.into_iter().filter(gives).collect();
            assert_eq!(checks.of(role), expected, "{position} {role:?}");
        }
        for &played in &position.legal_moves() {
            let gives_check = position.play(played).expect("legal").is_check();
            assert_eq!(checks.give(played), gives_check, "{position}: {played}");
            found[1] += u32::from(gives_check);
            found[2] += u32::from(gives_check && checks.discoverers().contains(played.from()));
        }
    }
    assert!(found[0] > 500 && found[1] > 500 && found[2] > 50, "{found:?}");
}

/// A pawn that could be pushed is no move if it is pinned, stands before another piece, or leaves
/// the king in check.
#[test]
fn pushes_that_are_not_legal_are_no_moves() {
    for (fen, with_move) in [
        // The pawn is pinned; without the bishop it is not.
        ("6k1/8/8/4b3/1n6/8/1P1n4/K7 w - - 0 1", "6k1/8/8/8/1n6/8/1P1n4/K7 w - - 0 1"),
        // The pawn is blocked.
        ("7k/5Q2/8/p7/P7/8/8/K7 b - - 0 1", "7k/5Q2/8/p7/8/P7/8/K7 b - - 0 1"),
        // Checkmate by a slider and by a knight, with a pawn far away.
        ("7k/8/8/8/P7/8/5PPP/r5K1 w - - 0 1", "7k/8/8/8/P7/8/5PPP/6K1 w - - 0 1"),
        ("6rk/5Npp/8/p7/8/8/8/6K1 b - - 0 1", "6rk/4N1pp/8/p7/8/8/8/6K1 b - - 0 1"),
    ] {
        for (fen, has_moves) in [(fen, false), (with_move, true)] {
            let position: Position = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
            assert_eq!(position.has_legal_moves(), has_moves, "{fen}");
            assert_eq!(position.legal().has_moves(), has_moves, "{fen}");
        }
    }
}
