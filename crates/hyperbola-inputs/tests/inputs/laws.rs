//! Laws that the sets keep on positions that games reach and on others.

use std::collections::HashSet;

use hyperbola_inputs::{
    Block, Board, Color, InputSet, Meaning, Mirror, PawnPairs, Piece, PieceSquares, Preset, Role,
    Square,
};
use hyperbola_random::Random;
use hyperbola_samples::{positions, random_setup};

use crate::oracle;
use crate::support::{active, named};

/// Returns boards of suites, and boards that no game leads to.
fn boards(suites: usize, others: usize) -> Vec<Board> {
    let mut random = Random::new(36);
    let all = positions();
    let step = all.len() / suites;
    let known = all.iter().step_by(step).map(|position| *position.board());
    known.chain((0..others).map(|_| *random_setup(&mut random).board())).collect()
}

/// Returns each single preset, and blocks that no preset has.
fn sets() -> Vec<InputSet> {
    let presets = Preset::ALL.iter().map(|preset| named(preset.name));
    let without_kings = {
        let mut planes = hyperbola_inputs::KINGS_APART;
        (planes[5], planes[11]) = (None, None);
        let buckets = core::array::from_fn(|square| u8::try_from(square).expect("below 64"));
        Block::Pieces(PieceSquares { mirror: Mirror::None, planes, buckets })
    };
    let mut twice = *Preset::named("threats_60720").expect("a preset");
    let Block::Threats(threats) = &mut twice.block else { panic!("threats") };
    (threats.once, threats.mirror) = (false, Mirror::KingSide);
    let pairs = |mirror, files| Block::Pairs(PawnPairs { mirror, files });
    let pairs = [pairs(Mirror::KingSide, 0), pairs(Mirror::QueenSide, 3)];
    let others = [without_kings, twice.block, pairs[0], pairs[1]]
        .map(|block| InputSet::new([block]).expect("valid"));
    presets.chain(others).collect()
}

fn check_definitions(boards: &[Board]) {
    for set in sets() {
        for board in boards {
            for view in Color::ALL {
                let expected = oracle::active(set.parts()[0].block(), board, view);
                assert_eq!(active(&set, board, view), expected, "{:?} {board:?}", set.parts()[0]);
            }
        }
    }
}

#[test]
fn numbers_are_those_of_the_definition() {
    check_definitions(&boards(60, 60));
}

/// No game leads to such pawns, but a search may compare a board before it has promoted one.
#[test]
fn pawns_on_the_first_and_the_last_rank_have_no_threats() {
    let mut random = Random::new(37);
    let boards = (0..20).map(|_| {
        let mut board = Board::EMPTY;
        board.put(Square::E4, Piece::new(Color::White, Role::King));
        board.put(Square::D6, Piece::new(Color::Black, Role::King));
        let squares = Square::ALL.into_iter().filter(|&square| board.piece_at(square).is_none());
        let squares: Vec<_> = squares.collect();
        for square in squares {
            let [role, color, is_one, ..] = random.word().to_le_bytes();
            // Half of the pieces are pawns.
            let role = Role::ALL[usize::from(role % 10).saturating_sub(5)];
            if is_one % 2 == 0 {
                board.put(square, Piece::new(Color::ALL[usize::from(color % 2)], role));
            }
        }
        board
    });
    let boards: Vec<_> = boards.collect();
    let threats = |set: &InputSet| matches!(set.parts()[0].block(), Block::Threats(_));
    for set in sets().into_iter().filter(threats) {
        for (board, view) in boards.iter().flat_map(|board| Color::ALL.map(|view| (board, view))) {
            // The definition has threats to such pawns, whose numbers no position has.
            let mut expected = oracle::active(set.parts()[0].block(), board, view);
            expected.retain(|&number| set.meaning(number).is_some());
            assert_eq!(
                active(&set, board, view),
                expected,
                "{:?} {board:?}",
                set.parts()[0].block()
            );
        }
    }
}

#[test]
#[ignore = "as before, on more boards: minutes"]
fn deep_definitions() {
    check_definitions(&boards(1_000, 2_000));
}

/// Returns a board whose ranks are turned over and whose colours are exchanged.
fn flipped(board: &Board) -> Board {
    turned(board, 56, |piece| Piece::new(!piece.color, piece.role))
}

fn turned(board: &Board, bits: u8, change: impl Fn(Piece) -> Piece) -> Board {
    let mut turned = Board::EMPTY;
    for (square, piece) in board.pieces() {
        let square = Square::from_index(square.index() ^ bits).expect("below 64");
        turned.put(square, change(piece));
    }
    turned
}

#[test]
fn numbers_are_different_and_below_the_size_and_keep_symmetries() {
    for set in sets() {
        let is_mirrored = match set.parts()[0].block() {
            Block::Pieces(pieces) => pieces.mirror != Mirror::None,
            _ => true,
        };
        for board in boards(300, 300) {
            let lists = Color::ALL.map(|view| active(&set, &board, view));
            for list in &lists {
                assert!(list.is_sorted_by(|one, two| one < two), "{list:?}");
                assert!(list.last().is_none_or(|&last| last < set.size()));
            }
            let [white, black] = Color::ALL.map(|view| active(&set, &flipped(&board), view));
            assert_eq!(lists, [black, white], "{board:?}");
            if is_mirrored {
                let mirrored = turned(&board, 7, |piece| piece);
                assert_eq!(
                    lists,
                    Color::ALL.map(|view| active(&set, &mirrored, view)),
                    "{board:?}"
                );
            }
        }
    }
}

/// The trainer has a plane for each king; its exported network has one for both.
#[test]
fn the_trainer_has_the_numbers_of_the_network_in_other_planes() {
    let (training, network) = (named("halfka_v2_hm_training"), named("halfka_v2_hm"));
    for board in boards(300, 100) {
        for view in Color::ALL {
            let exported = active(&training, &board, view).into_iter().map(|number| {
                let (bucket, plane, square) = (number / 768, number % 768 / 64, number % 64);
                704 * bucket + 64 * plane.min(10) + square
            });
            let mut exported: Vec<u32> = exported.collect();
            exported.sort_unstable();
            assert_eq!(exported, active(&network, &board, view), "{board:?}");
        }
    }
}

#[test]
fn a_composition_is_its_blocks_one_after_the_other() {
    let text = "pawn_pairs + threats_59808+halfka_v2_hm";
    let set = named(text);
    let alone: Vec<InputSet> = text.split('+').map(named).collect();
    assert_eq!(set.parts().len(), 3);
    for board in boards(100, 50) {
        for view in Color::ALL {
            let mut expected = Vec::new();
            let mut start = 0;
            let all = set.active(&board);
            for (place, (set, part)) in alone.iter().zip(set.parts()).enumerate() {
                assert_eq!(part.start(), start);
                let mut block: Vec<u32> =
                    all.block(view, place).iter().map(|index| index - start).collect();
                block.sort_unstable();
                assert_eq!(block, active(set, &board, view));
                expected.extend(active(set, &board, view).iter().map(|index| start + index));
                start += set.size();
            }
            assert_eq!(active(&set, &board, view), expected);
            assert!(all.block(view, 3).is_empty() && all.block(view, 9).is_empty());
        }
    }
}

/// Returns the board that a view of a block sees.
fn seen(board: &Board, view: Color, block: Block) -> Board {
    let king = board.of(view, Role::King).into_iter().next().expect("a king");
    turned(board, block.mirror().turn(view, king), |piece| match view {
        Color::White => piece,
        Color::Black => Piece::new(!piece.color, piece.role),
    })
}

#[test]
fn meanings_of_active_numbers_match_the_board() {
    for set in sets() {
        let block = set.parts()[0].block();
        for board in boards(150, 150) {
            for view in Color::ALL {
                let seen = seen(&board, view, block);
                for index in active(&set, &board, view) {
                    let (part, meaning) = set.meaning(index).expect("an input of a position");
                    assert_eq!(part, 0);
                    match (block, meaning) {
                        (Block::Pieces(pieces), Meaning::Piece { bucket, plane, square }) => {
                            let piece = seen.piece_at(square).expect("a piece");
                            let code = 6 * piece.color as usize + piece.role as usize;
                            assert_eq!(pieces.planes[code], Some(plane));
                            let king = seen.of(Color::White, Role::King).into_iter().next();
                            let king = usize::from(king.expect("a king").index());
                            assert_eq!(pieces.buckets[king], bucket);
                        }
                        (Block::Threats(_), Meaning::Threat { attacker, from, victim, to }) => {
                            assert_eq!(seen.piece_at(from), Some(attacker));
                            assert_eq!(seen.piece_at(to), Some(victim));
                        }
                        (Block::Pairs(_), Meaning::Pair(pawns)) => {
                            for (color, square) in pawns {
                                let pawn = Piece::new(color, Role::Pawn);
                                assert_eq!(seen.piece_at(square), Some(pawn));
                            }
                        }
                        other => panic!("{other:?}"),
                    }
                }
            }
        }
    }
}

#[test]
fn impossible_numbers_have_no_meaning() {
    let count = |name: &str| {
        let set = named(name);
        (0..set.size()).filter(|&index| set.meaning(index).is_some()).count()
    };
    // The others belong to pairs that count the other way round, and to pawns on ranks where none
    // may stand; or to pawns that are too far apart.
    assert_eq!(count("threats_59808"), 59_808 - 9_392);
    assert_eq!(count("pawn_pairs"), 1_488);
    // A pawn stands only in front of a pawn: of the squares ahead, 48 of each side's, those of
    // knights and rooks mean nothing, nor do pawns on the last rank; of two enemies one counts.
    let pushes = named("threats_60720");
    let mut ahead = 0;
    for (_, meaning) in (0..pushes.size()).filter_map(|index| pushes.meaning(index)) {
        let Meaning::Threat { attacker, from, victim, to } = meaning else { panic!("a threat") };
        if attacker.role == Role::Pawn && from.file() == to.file() {
            assert_eq!(victim.role, Role::Pawn);
            ahead += 1;
        }
    }
    // 40 for own pawns and 40 for the other side's, and as many of enemies from the higher square.
    assert_eq!(ahead, 3 * 40);
    let mut meanings = HashSet::new();
    let set = named("threats_79856");
    for meaning in (0..set.size()).filter_map(|index| set.meaning(index)) {
        assert!(meanings.insert(meaning), "{meaning:?}");
    }
}

#[test]
fn a_view_without_a_king_has_no_inputs() {
    let mut board = Board::EMPTY;
    board.put(Square::E1, Piece::new(Color::White, Role::King));
    board.put(Square::E8, Piece::new(Color::Black, Role::Pawn));
    board.put(Square::D7, Piece::new(Color::Black, Role::Pawn));
    let set = named("threats_60720+pawn_pairs+chess_768");
    assert!(active(&set, &board, Color::Black).is_empty());
    // The pawn on rank 8 is a piece on its square, and neither threatens nor makes a pair.
    let start = set.parts()[2].start();
    let plane = |piece: u32, square: u32| start + 64 * piece + square;
    let expected = [plane(5, 4), plane(6, 51), plane(6, 60)];
    assert_eq!(active(&set, &board, Color::White), expected);
    assert!(active(&set, &Board::EMPTY, Color::White).is_empty());
}
