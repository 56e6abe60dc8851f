//! Laws that hold for any bytes. The fuzz targets call them too.

use hyperbola_data::{Entry, Format, GameResult, Score};
use hyperbola_moves::{Color, Piece, Setup};

use super::support::{read_all, write_all};

/// Reads any bytes, of which the first says the format, as a file.
pub(crate) fn any_file(bytes: &[u8]) {
    if let [first, bytes @ ..] = bytes {
        any_bytes(Format::ALL[usize::from(*first) % Format::ALL.len()], bytes);
    }
}

/// What can be read of any bytes is right in itself, and survives writing and reading. Returns the
/// number of entries.
pub(crate) fn any_bytes(format: Format, bytes: &[u8]) -> usize {
    let (entries, errors) = read_all(format, bytes);
    for error in &errors {
        assert!(error.byte <= bytes.len() as u64, "{error}");
        assert!(error.number >= 1, "{error}");
    }
    for entry in &entries {
        assert!(entry.played.is_none_or(|played| entry.position.is_legal(played)), "{entry:?}");
    }
    if format.is_written() {
        survives(format, &entries);
    }
    entries.len()
}

/// Entries that a format holds are the same after writing and reading.
pub(crate) fn survives(format: Format, entries: &[Entry]) {
    let (bytes, refused) = write_all(format, entries);
    let is_written =
        |(index, _): &(usize, _)| refused.binary_search_by_key(index, |&(at, _)| at).is_err();
    let written = entries.iter().enumerate().filter(is_written);
    let expected: Vec<Entry> = written.map(|(_, entry)| kept(format, entry)).collect();
    let (found, errors) = read_all(format, &bytes);
    assert!(errors.is_empty(), "{format}: {}", errors[0]);
    // Only the move number may be another one that means the same. The ply is what was found.
    let number = |entry: &Entry| Entry { ply: entry.ply, ..kept(format, entry) };
    let found: Vec<Entry> = found.iter().map(number).collect();
    assert_eq!(found.len(), expected.len(), "{format}");
    for (found, expected) in found.iter().zip(&expected) {
        assert_eq!(found, expected, "{format}");
    }
}

/// Returns the part of an entry that a format keeps.
fn kept(format: Format, entry: &Entry) -> Entry {
    let Entry { position, score, result, .. } = *entry;
    let with_setup = |change: fn(Setup, u16) -> Setup| {
        let setup = change(position.setup(), entry.ply);
        setup.unreachable_position().expect("a position")
    };
    match format {
        Format::Binpack => {
            let number = |setup, ply: u16| Setup { fullmove_number: ply / 2 + 1, ..setup };
            Entry { position: with_setup(number), ..*entry }
        }
        Format::Viri => {
            // Numbers 0 and 1 have the same plies.
            let position = with_setup(|setup, _| Setup {
                fullmove_number: setup.fullmove_number.max(1),
                ..setup
            });
            Entry { played: entry.played, score, result, ..Entry::new(position) }
        }
        Format::Marlin | Format::BulletText => Entry { score, result, ..Entry::new(position) },
        Format::Bullet => {
            let side = position.side_to_move();
            let score = score.map(|score| score.for_color(side));
            let score = score.map(|score| Score::seen_by(Color::White, score));
            let board = with_setup(|setup, _| turned(setup));
            let result = match (side, result) {
                (Color::White, result) => result,
                (_, GameResult::WhiteWins) => GameResult::BlackWins,
                (_, GameResult::BlackWins) => GameResult::WhiteWins,
                (_, result) => result,
            };
            Entry { score, result, ..Entry::new(board) }
        }
        _ => *entry,
    }
}

/// Returns the board as the side to move sees it, and nothing else.
fn turned(setup: Setup) -> Setup {
    let side = setup.side_to_move;
    let pieces = setup.board.pieces().map(|(square, piece)| {
        let color = if piece.color == side { Color::White } else { Color::Black };
        (square.relative_to(side), Piece::new(color, piece.role))
    });
    Setup { board: pieces.collect(), ..Setup::EMPTY }
}
