//! Places where a file can be cut.

use std::io::Cursor;

use hyperbola_data::{Entry, Format, ReadError};

use crate::support::{read_all, sample};

/// Returns the places where a section begins, and the end. It looks for them from some other bytes too.
fn places(format: Format, bytes: &[u8]) -> Vec<u64> {
    /// The bytes between two from which a section is looked for.
    const STEP: usize = 13;
    let mut file = Cursor::new(bytes);
    let mut from = |known, byte| format.section_from(&mut file, known, byte).expect("it is read");
    let mut places = vec![0];
    while let Some(&last) = places.last()
        && last < bytes.len() as u64
    {
        places.push(from(last, last + 1));
    }
    assert!(places.is_sorted());
    for byte in (0..bytes.len() as u64).step_by(STEP) {
        let next = places.partition_point(|&place| place < byte);
        // The way there does not matter.
        for known in [0, places[next.saturating_sub(1)]] {
            assert_eq!(from(known, byte), places[next], "{format}: {byte} from {known}");
        }
    }
    places
}

/// Reads the sections of a file between places, each as a file.
fn read_sections(format: Format, bytes: &[u8], places: &[u64]) -> (Vec<Entry>, Vec<ReadError>) {
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    for section in places.windows(2) {
        let [from, to] = [section[0], section[1]].map(|byte| usize::try_from(byte).expect("fits"));
        let (more, mut wrong) = read_all(format, &bytes[from..to]);
        wrong.iter_mut().for_each(|error| error.byte += section[0]);
        entries.extend(more);
        errors.extend(wrong);
    }
    (entries, errors)
}

#[test]
fn sections_are_files_of_their_own() {
    for (name, format, sections) in [
        ("multichunk.binpack", Format::Binpack, 3),
        ("edge.binpack", Format::Binpack, 1),
        ("edge.plain", Format::Plain, 193),
        ("edge.bin", Format::Bin, 193),
        ("dfrc.viri", Format::Viri, 1),
        ("dfrc.marlin", Format::Marlin, 100),
        ("std.bullet", Format::Bullet, 100),
        ("std.txt", Format::BulletText, 100),
        ("results.epd", Format::Epd, 40),
        ("evals.jsonl", Format::Lichess, 40),
        ("games_dfrc.pgn", Format::Pgn, 1),
    ] {
        let bytes = sample(name);
        let places = places(format, &bytes);
        assert_eq!(places.len() - 1, sections, "{name}");
        let (entries, errors) = read_sections(format, &bytes, &places);
        assert_eq!((entries, errors.len()), (read_all(format, &bytes).0, 0), "{name}");
    }
}

#[test]
fn other_line_ends_and_a_last_line_without_one() {
    let text = String::from_utf8(sample("edge.plain")).expect("a text");
    let wide = text.replace('\n', "\r\n").into_bytes();
    assert_eq!(places(Format::Plain, &wide).len(), 194);
    let cut = text.trim_end().as_bytes();
    assert_eq!(places(Format::Plain, cut).len(), 194);
    assert_eq!(places(Format::BulletText, b"a\nb\n\nc"), [0, 2, 4, 5, 6]);
    assert_eq!(places(Format::Bullet, &[0; 70]), [0, 32, 64, 70]);
}

#[test]
fn a_damaged_header_costs_its_own_chunk() {
    let good = sample("multichunk.binpack");
    let starts = places(Format::Binpack, &good);
    for (offset, byte) in [(0, b'X'), (7, 0xff), (5, 0xff)] {
        let mut bytes = good.clone();
        bytes[usize::try_from(starts[1]).expect("fits") + offset] = byte;
        let places = places(Format::Binpack, &bytes);
        let (entries, errors) = read_sections(Format::Binpack, &bytes, &places);
        let (expected, wrong) = read_all(Format::Binpack, &bytes);
        assert_eq!(entries, expected);
        let bytes =
            |errors: &[ReadError]| errors.iter().map(|error| error.byte).collect::<Vec<_>>();
        assert_eq!(bytes(&errors), bytes(&wrong));
        assert!(!errors.is_empty());
    }
}
