//! Random games through every format.

use hyperbola_data::{Entry, Format, GameResult, Score};
use hyperbola_moves::{Color, Position};
use hyperbola_random::Random;
use hyperbola_samples::{chess960, positions, random_game, random_setup};

use crate::laws::survives;
use crate::support::{read, write};

/// Returns the entries of a random game with random scores, some of them at the limits.
pub(crate) fn game(start: Position, random: &mut Random, moves: usize) -> Vec<Entry> {
    let mut entries: Vec<Entry> = Vec::new();
    let result = [GameResult::WhiteWins, GameResult::BlackWins, GameResult::Draw]
        [usize::try_from(random.word() % 3).expect("fits")];
    let mut numbers = Random::new(random.word());
    let first = Entry::new(start).ply;
    random_game(start, random, moves, |&position, played| {
        let [low, high, kind, ..] = numbers.word().to_le_bytes();
        let number = i32::from(i16::from_le_bytes([low, high]));
        let number = match kind {
            0..=40 => number % 100,
            41..=44 => [32_767, -32_768, 32_001, -32_002][usize::from(kind % 4)],
            _ => number,
        };
        let score = (kind != 255).then(|| Score::seen_by(position.side_to_move(), number));
        let ply = first + u16::try_from(entries.len()).expect("fits");
        entries.push(Entry { played: Some(played), score, result, ply, ..Entry::new(position) });
    });
    entries
}

/// Returns entries of games of all kinds.
fn entries() -> Vec<Entry> {
    let mut random = Random::new(4);
    let mut entries = Vec::new();
    for number in 0..60 {
        entries.extend(game(Position::initial(), &mut random, 150));
        let other = usize::try_from(random.word() % 960).expect("fits");
        entries.extend(game(chess960(16 * number, other), &mut random, 60));
        let setup = random_setup(&mut random);
        entries.extend(game(setup, &mut random, 20));
    }
    for &position in positions().iter().step_by(9) {
        entries.extend(game(position, &mut random, 2));
    }
    entries
}

#[test]
fn entries_survive_every_format() {
    let entries = entries();
    assert!(entries.len() > 10_000);
    for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
        survives(format, &entries);
    }
}

#[test]
fn all_ordinary_games_are_written_as_one_chain_each() {
    let mut random = Random::new(5);
    for _ in 0..20 {
        let entries: Vec<Entry> = game(Position::initial(), &mut random, 200)
            .into_iter()
            .map(|entry| Entry { score: Some(Score::seen_by(Color::White, 7)), ..entry })
            .collect();
        let bytes = write(Format::Binpack, &entries);
        // Of a chain, only the first entry has its 34 bytes. A half move takes at most 14 bits
        // here.
        assert!(bytes.len() <= 8 + 34 + 2 * entries.len(), "{} bytes", bytes.len());
        assert_eq!(read(Format::Binpack, &bytes).len(), entries.len());
    }
}

#[test]
fn chunks_end_behind_a_mebibyte() {
    let mut random = Random::new(6);
    let mut entries = Vec::new();
    while entries.len() < 330_000 {
        entries.extend(game(Position::initial(), &mut random, 300));
    }
    entries.retain(|entry| {
        entry.score.is_some_and(|score| score.for_color(Color::White).abs() != 32_002)
    });
    let bytes = write(Format::Binpack, &entries);
    let size = usize::try_from(u32::from_le_bytes(bytes[4..8].try_into().expect("four bytes")));
    let size = size.expect("fits");
    assert!((1 << 20..(1 << 20) + 2000).contains(&size), "{size}");
    assert_eq!(bytes[8 + size..][..4], *b"BINP");
    assert_eq!(read(Format::Binpack, &bytes).len(), entries.len());
}
