//! Numberings of moves compared with lists of their names.

use std::collections::HashMap;

use hyperbola_features::{Feature as _, LegalMoves, MoveIndex, MoveMask, MoveMaskBits};
use hyperbola_features::{PositionSlice, Positions};
use hyperbola_moves::{Color, Move, Position, Role};

use crate::support::{POSITIONS, SAMPLE, check_of, columns};

/// Returns the names of all squares, a1 first.
fn squares() -> Vec<String> {
    let ranks = '1'..='8';
    ranks.flat_map(|rank| ('a'..='h').map(move |file| format!("{file}{rank}"))).collect()
}

/// Returns the file and the rank of a square, from 0.
fn place(square: &str) -> (i32, i32) {
    let bytes = square.as_bytes();
    (i32::from(bytes[0] - b'a'), i32::from(bytes[1] - b'1'))
}

/// Returns the names of Leela's moves in their order.
fn leela_names() -> Vec<String> {
    let mut names = Vec::new();
    for from in squares() {
        for to in squares() {
            let ((file, rank), (to_file, to_rank)) = (place(&from), place(&to));
            let (files, ranks) = ((to_file - file).abs(), (to_rank - rank).abs());
            let is_queen = files == 0 || ranks == 0 || files == ranks;
            if from != to && (is_queen || files * ranks == 2) {
                names.push(format!("{from}{to}"));
            }
        }
    }
    for from in 'a'..='h' {
        for to in 'a'..='h' {
            if (from as i32 - to as i32).abs() <= 1 {
                names.extend(["q", "r", "b"].map(|role| format!("{from}7{to}8{role}")));
            }
        }
    }
    names
}

/// Returns the name of a move from the view of the side to move.
fn name(played: Move, side: Color) -> String {
    let turned = |square: String| match side {
        Color::White => square,
        Color::Black => {
            let rank = square.as_bytes()[1] - b'0';
            format!("{}{}", &square[..1], 9 - rank)
        }
    };
    let (from, to) = (turned(played.from().to_string()), turned(played.to().to_string()));
    let role = played.promotion().map(|role| role.letter().to_ascii_lowercase().to_string());
    format!("{from}{to}{}", role.unwrap_or_default())
}

/// Returns the number of a legal move by the names and the planes, without the library's tables.
fn define(index: MoveIndex, leela: &HashMap<String, usize>, position: &Position) -> Vec<usize> {
    let side = position.side_to_move();
    let number = |played: &Move| {
        let text = name(*played, side);
        let (from, to) = (place(&text[..2]), place(&text[2..4]));
        let square = |(file, rank): (i32, i32)| usize::try_from(8 * rank + file).expect("a square");
        match index {
            MoveIndex::FromTo => 64 * played.from() as usize + played.to() as usize,
            MoveIndex::Leela => leela[text.trim_end_matches('n')],
            MoveIndex::AlphaZero => {
                let (mut files, ranks) = (to.0 - from.0, to.1 - from.1);
                if played.is_castling(position) {
                    files = match &text[..] {
                        "e1h1" => 2,
                        "e1a1" => -2,
                        _ => files,
                    };
                }
                let compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];
                let (vertical, horizontal) = (
                    ["S", "", "N"][usize::try_from(ranks.signum() + 1).expect("fits")],
                    ["W", "", "E"][usize::try_from(files.signum() + 1).expect("fits")],
                );
                let wind = format!("{vertical}{horizontal}");
                let plane = match played.promotion() {
                    Some(role) if role != Role::Queen => {
                        let direction = usize::try_from(files + 1).expect("fits");
                        64 + 3 * direction + (role as usize - Role::Knight as usize)
                    }
                    _ if files.abs() * ranks.abs() == 2 => {
                        let long = ["NNE", "NEE", "SEE", "SSE", "SSW", "SWW", "NWW", "NNW"];
                        let step = if ranks.abs() == 2 {
                            format!("{vertical}{vertical}{horizontal}")
                        } else {
                            format!("{vertical}{horizontal}{horizontal}")
                        };
                        56 + long.iter().position(|&name| name == step).expect("a step")
                    }
                    _ => {
                        let direction = compass.iter().position(|&name| name == wind);
                        let distance = usize::try_from(files.abs().max(ranks.abs()));
                        7 * direction.expect("a direction") + distance.expect("fits") - 1
                    }
                };
                64 * plane + square(from)
            }
            _ => unreachable!("a numbering without a definition"),
        }
    };
    position.legal_moves().iter().map(number).collect()
}

fn leela_numbers() -> HashMap<String, usize> {
    leela_names().into_iter().enumerate().map(|(number, name)| (name, number)).collect()
}

/// Facts from the published list.
#[test]
fn leelas_list_is_the_published_one() {
    let names = leela_names();
    assert_eq!(names.len(), MoveIndex::Leela.size());
    let published = [
        (0, "a1b1"),
        (9, "a1c2"),
        (22, "a1h8"),
        (23, "b1a1"),
        (72, "d1a1"),
        (97, "e1a1"),
        (102, "e1g1"),
        (103, "e1h1"),
        (117, "e1a5"),
        (1791, "h8g8"),
        (1792, "a7a8q"),
        (1793, "a7a8r"),
        (1794, "a7a8b"),
        (1795, "a7b8q"),
        (1798, "b7a8q"),
        (1857, "h7h8b"),
    ];
    for (number, name) in published {
        assert_eq!(names[number], name);
    }
}

fn check_masks(positions: &[Position]) {
    let leela = leela_numbers();
    for index in MoveIndex::ALL {
        check_of(positions, MoveMask { index }, |position| {
            let mut mask = vec![0; index.size()];
            define(index, &leela, position).into_iter().for_each(|number| mask[number] = 1);
            mask
        });
    }
}

#[test]
fn masks_have_the_numbers_of_legal_moves() {
    check_masks(&SAMPLE);
}

#[test]
#[ignore = "as before, on all positions: minutes"]
fn deep_masks() {
    POSITIONS.chunks(10_000).for_each(check_masks);
}

#[test]
fn bits_are_the_masks() {
    let columns = columns(&SAMPLE[..9_000]);
    for index in MoveIndex::ALL {
        let features = columns.as_slice().features();
        let (mask, bits) =
            (features.compute(MoveMask { index }), features.compute(MoveMaskBits { index }));
        let width = MoveMaskBits { index }.shape().size();
        assert_eq!(width, index.size().div_ceil(8));
        for (mask, bits) in mask.chunks(index.size()).zip(bits.chunks(width)) {
            for number in 0..8 * width {
                let bit = bits[number / 8] >> (number % 8) & 1;
                assert_eq!(bit, mask.get(number).copied().unwrap_or(0));
            }
        }
        assert_eq!(features.parallel().compute(MoveMaskBits { index }), bits);
    }
}

#[test]
fn numbers_are_those_of_one_move_and_lead_back_to_it() {
    let leela = leela_numbers();
    for index in MoveIndex::ALL {
        for position in SAMPLE.iter().step_by(5) {
            let defined = define(index, &leela, position);
            let list = position.legal_moves();
            for (&legal, &number) in list.iter().zip(&defined) {
                assert_eq!(index.index(legal, position), Some(number), "{position} {legal}");
                let found = index.legal_move(number, position).expect("a legal move");
                let queens = matches!(legal.promotion(), Some(role) if role != Role::Queen);
                if index == MoveIndex::FromTo && queens {
                    assert_eq!((found.from(), found.to()), (legal.from(), legal.to()));
                    assert_eq!(found.promotion(), Some(Role::Queen));
                } else {
                    assert_eq!(found, legal, "{position} {index:?}");
                }
            }
            let mut sorted = defined.clone();
            sorted.sort_unstable();
            sorted.dedup();
            let promotions = list.iter().filter(|legal| legal.promotion().is_some()).count();
            let same = if index == MoveIndex::FromTo { promotions / 4 * 3 } else { 0 };
            assert_eq!(sorted.len() + same, list.len());
        }
        for position in SAMPLE.iter().step_by(601) {
            let numbers = (0..index.size() + 200)
                .filter(|&number| index.legal_move(number, position).is_some());
            let mut defined = define(index, &leela, position);
            defined.sort_unstable();
            defined.dedup();
            assert!(numbers.eq(defined), "{position} {index:?}");
        }
    }
}

/// A caller's slice may have had other numbers.
#[test]
fn masks_are_written_whole() {
    let columns = columns(&SAMPLE[..3]);
    for index in MoveIndex::ALL {
        let features = columns.as_slice().features();
        let mut items = vec![7; 3 * index.size()];
        features.compute_into(MoveMask { index }, &mut items).expect("the length");
        assert_eq!(items, features.compute(MoveMask { index }));
        let mut items = vec![7; 3 * index.size().div_ceil(8)];
        features.compute_into(MoveMaskBits { index }, &mut items).expect("the length");
        assert_eq!(items, features.compute(MoveMaskBits { index }));
    }
}

/// Computes all masks of rows and compares how many numbers there are with the lists.
pub(crate) fn all_masks(rows: PositionSlice<'_>) {
    for index in MoveIndex::ALL {
        for piece in rows.pieces(500) {
            let mask = piece.features().compute(MoveMask { index });
            let lists = piece.features().compute_ragged(LegalMoves);
            for (mask, list) in mask.chunks(index.size()).zip(lists.iter()) {
                let numbers = mask.iter().filter(|&&is_legal| is_legal == 1).count();
                assert!(numbers <= list.len());
            }
        }
    }
}

#[test]
fn marked_rows_have_an_empty_mask() {
    let mut rows = Positions::new();
    rows.push_marked();
    rows.push(&Position::initial());
    let mask = rows.as_slice().features().compute(MoveMask { index: MoveIndex::Leela });
    assert!(mask[..1858].iter().all(|&is_legal| is_legal == 0));
    assert_eq!(mask[1858..].iter().map(|&one| u32::from(one)).sum::<u32>(), 20);
}
