//! The definitions on a list of pieces, square by square: slow, and without code of the crate.

use hyperbola_inputs::{Block, Board, Color, Mirror, PieceThreats, Role};

/// A piece on its square as a view sees it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Seen {
    is_own: bool,
    role: Role,
    square: i32,
}

/// Returns the active inputs of one block from a view, in ascending order.
pub(crate) fn active(block: Block, board: &Board, view: Color) -> Vec<u32> {
    let mirror = match block {
        Block::Pieces(pieces) => pieces.mirror,
        Block::Threats(threats) => threats.mirror,
        Block::Pairs(pairs) => pairs.mirror,
        _ => unreachable!("three kinds of blocks"),
    };
    let king = board.of(view, Role::King).into_iter().next().expect("a king");
    let is_turned = match mirror {
        Mirror::None => false,
        Mirror::QueenSide => king.index() % 8 >= 4,
        Mirror::KingSide => king.index() % 8 < 4,
    };
    let see = |square: u8| {
        let (file, rank) = (square % 8, square / 8);
        let file = if is_turned { 7 - file } else { file };
        let rank = if view == Color::Black { 7 - rank } else { rank };
        i32::from(8 * rank + file)
    };
    let pieces: Vec<Seen> = board
        .pieces()
        .map(|(square, piece)| Seen {
            is_own: piece.color == view,
            role: piece.role,
            square: see(square.index()),
        })
        .collect();
    let mut numbers: Vec<i32> = match block {
        Block::Pieces(definition) => {
            let width = 1 + i32::from(definition.planes.iter().flatten().copied().max().unwrap());
            let bucket = i32::from(definition.buckets[see(king.index()) as usize]);
            let number = |piece: &Seen| {
                let plane =
                    definition.planes[piece.role as usize + if piece.is_own { 0 } else { 6 }];
                Some(64 * (bucket * width + i32::from(plane?)) + piece.square)
            };
            pieces.iter().filter_map(number).collect()
        }
        Block::Threats(definition) => {
            let pairs = pieces.iter().flat_map(|from| pieces.iter().map(move |to| (from, to)));
            let threats = pairs.filter(|(from, to)| is_threat(&definition, &pieces, from, to));
            threats.filter_map(|(from, to)| threat_number(&definition, from, to)).collect()
        }
        Block::Pairs(definition) => {
            let pawns: Vec<i32> = pieces
                .iter()
                .filter(|piece| piece.role == Role::Pawn)
                .map(|pawn| pawn.square - 8 + if pawn.is_own { 0 } else { 48 })
                .collect();
            let mut numbers = Vec::new();
            for &high in &pawns {
                for &low in &pawns {
                    let files = (high % 8 - low % 8).abs();
                    if low < high && files <= i32::from(definition.files) {
                        numbers.push(high * (high - 1) / 2 + low);
                    }
                }
            }
            numbers
        }
        _ => unreachable!("three kinds of blocks"),
    };
    numbers.sort_unstable();
    numbers.into_iter().map(|number| u32::try_from(number).expect("not negative")).collect()
}

/// Returns the squares that a piece attacks on an empty board, in ascending order.
fn attacked(definition: &PieceThreats, piece: &Seen) -> Vec<i32> {
    let (file, rank) = (piece.square % 8, piece.square / 8);
    let reaches = |to: &i32| {
        let (files, ranks) = (to % 8 - file, to / 8 - rank);
        let forward = if piece.is_own { 1 } else { -1 };
        let is_diagonal = files.abs() == ranks.abs();
        let is_orthogonal = files == 0 || ranks == 0;
        match piece.role {
            Role::Pawn => {
                let is_push = definition.pushes && files == 0;
                (1..7).contains(&rank) && ranks == forward && (files.abs() == 1 || is_push)
            }
            Role::Knight => files.abs() * ranks.abs() == 2,
            Role::Bishop => is_diagonal,
            Role::Rook => is_orthogonal,
            Role::Queen => is_diagonal || is_orthogonal,
            Role::King => files.abs() <= 1 && ranks.abs() <= 1,
        }
    };
    (0..64).filter(|&to| to != piece.square).filter(reaches).collect()
}

/// Returns whether a piece attacks another one, or pushes against a pawn.
fn is_threat(definition: &PieceThreats, pieces: &[Seen], from: &Seen, to: &Seen) -> bool {
    if !attacked(definition, from).contains(&to.square) {
        return false;
    }
    let step = |difference: i32| difference.signum();
    let (files, ranks) = (to.square % 8 - from.square % 8, to.square / 8 - from.square / 8);
    if from.role == Role::Pawn && files == 0 {
        return to.role == Role::Pawn;
    }
    if from.role == Role::Knight {
        return true;
    }
    let mut square = from.square + 8 * step(ranks) + step(files);
    while square != to.square {
        if pieces.iter().any(|piece| piece.square == square) {
            return false;
        }
        square += 8 * step(ranks) + step(files);
    }
    true
}

fn count(number: usize) -> i32 {
    i32::try_from(number).expect("fits")
}

/// Returns the number of a threat, if it has one.
fn threat_number(definition: &PieceThreats, from: &Seen, to: &Seen) -> Option<i32> {
    let is_mutual = from.role == to.role && !(from.role == Role::Pawn && from.is_own == to.is_own);
    if definition.once && is_mutual && from.square < to.square {
        return None;
    }
    let slot = definition.victims[from.role as usize].iter().position(|role| role == to.role)?;
    let total = |role: Role, is_own: bool, below: i32| -> i32 {
        let squares = (0..below).map(|square| Seen { is_own, role, square });
        squares.map(|piece| count(attacked(definition, &piece).len())).sum()
    };
    let victims = |role: Role| count(definition.victims[role as usize].iter().count());
    let mut number = 0;
    for is_own in [true, false] {
        for role in Role::ALL {
            if (is_own, role) == (from.is_own, from.role) {
                let all = total(role, is_own, 64);
                let block = if to.is_own { 0 } else { victims(role) } + count(slot);
                let before =
                    attacked(definition, from).iter().filter(|&&one| one < to.square).count();
                return Some(
                    number + block * all + total(role, is_own, from.square) + count(before),
                );
            }
            number += 2 * victims(role) * total(role, is_own, 64);
        }
    }
    None
}
