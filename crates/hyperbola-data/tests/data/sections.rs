//! Places where a file can be cut.

use std::io::Cursor;

use hyperbola_data::{Entry, Format, ReadError};
use hyperbola_random::Random;

use crate::damage::{below, damaged};
use crate::support::{read_all, rest, sample, write_all};

/// Returns the places where a section begins, and the end. It looks for them from some other bytes
/// too.
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

/// Reads the sections of a file between places, each by itself. Returns the entries, the errors
/// with the numbers of the file, and the number of chunks, games, records or lines.
fn read_sections(
    format: Format,
    bytes: &[u8],
    places: &[u64],
) -> (Vec<Entry>, Vec<ReadError>, u64) {
    let (mut entries, mut errors, mut units) = (Vec::new(), Vec::new(), 0);
    for section in places.windows(2) {
        let [from, to] = [section[0], section[1]].map(|byte| usize::try_from(byte).expect("fits"));
        let mut reader = format.reader_from(&bytes[from..to], section[0]);
        let (more, mut wrong) = rest(&mut *reader);
        wrong.iter_mut().for_each(|error| error.number += units);
        entries.extend(more);
        errors.extend(wrong);
        units += reader.units();
    }
    (entries, errors, units)
}

/// Sections give what the whole file does.
fn sections_are_the_file(format: Format, bytes: &[u8], places: &[u64]) {
    let (entries, errors, units) = read_sections(format, bytes, places);
    let mut reader = format.reader(bytes);
    let (expected, wrong) = rest(&mut *reader);
    assert_eq!(entries, expected, "{format}");
    let texts = |errors: &[ReadError]| errors.iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(texts(&errors), texts(&wrong), "{format}");
    assert_eq!(units, reader.units(), "{format}");
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
        sections_are_the_file(format, &bytes, &places);
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
    // A byte order mark stands before the first line alone.
    let line = "\u{feff}4k3/8/8/8/8/8/8/4K2R w - - 0 1 | 5 | 1.0\n";
    for format in [Format::BulletText, Format::Tuner] {
        let marked = line.repeat(3).into_bytes();
        sections_are_the_file(format, &marked, &places(format, &marked));
    }
    assert_eq!(read_all(Format::BulletText, line.repeat(3).as_bytes()).1.len(), 2);
}

#[test]
fn a_damaged_header_costs_its_own_chunk() {
    let good = sample("multichunk.binpack");
    let starts = places(Format::Binpack, &good);
    let header = usize::try_from(starts[1]).expect("fits");
    // The last three are sizes that are too small or too large by some bytes.
    for (offset, byte) in [(0, b'X'), (7, 0xff), (5, 0xff), (4, 0), (4, 0xff), (5, 0)] {
        let mut bytes = good.clone();
        assert_ne!(core::mem::replace(&mut bytes[header + offset], byte), byte);
        let places = places(Format::Binpack, &bytes);
        sections_are_the_file(Format::Binpack, &bytes, &places);
        assert!(!read_all(Format::Binpack, &bytes).1.is_empty());
    }
}

#[test]
fn damaged_files_have_the_same_entries_and_mistakes_in_sections() {
    let mut random = Random::new(40);
    for (name, format) in [
        ("multichunk.binpack", Format::Binpack),
        ("edge.plain", Format::Plain),
        ("edge.bin", Format::Bin),
        ("std.bullet", Format::Bullet),
        ("std.txt", Format::BulletText),
        ("results.epd", Format::Epd),
    ] {
        let good = sample(name);
        for _ in 0..40 {
            let mut bytes = damaged(good.clone(), &mut random);
            if format.is_text() && below(&mut random, 4) == 0 {
                // Behind the first line it is no mark.
                bytes.extend_from_slice(b"\n\xef\xbb\xbfx");
            }
            let step = (bytes.len() / 40 + below(&mut random, bytes.len() + 1)) as u64;
            let mut file = Cursor::new(&bytes);
            let mut places = vec![0];
            while let Some(&last) = places.last()
                && last < bytes.len() as u64
            {
                places.push(format.section_from(&mut file, last, last + step).expect("it is read"));
            }
            sections_are_the_file(format, &bytes, &places);
        }
    }
}

#[test]
fn files_are_the_same_with_pauses_where_a_writer_says_so() {
    /// Entries of more than two chunks of a binpack.
    const TIMES: usize = 500;
    let mut random = Random::new(41);
    let mut entries = read_all(Format::Viri, &sample("dfrc.viri")).0;
    let mut plain = read_all(Format::Plain, &sample("edge.plain")).0;
    let binpack = read_all(Format::Binpack, &sample("multichunk.binpack")).0;
    plain.iter_mut().step_by(3).for_each(|entry| entry.played = None);
    entries.extend(plain);
    entries.extend(binpack);
    for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
        let (mut bytes, mut pauses) = (Vec::new(), 0);
        let mut written = Vec::new();
        for _ in 0..if format == Format::Binpack { TIMES } else { 1 } {
            // Some entries are missing, and some are refused.
            let chosen = entries.iter().filter(|_| below(&mut random, 9) > 0);
            written.extend(chosen);
        }
        let mut rest = &written[..];
        while let Some(&first) = rest.first() {
            let mut writer = format.writer(&mut bytes).expect("it is written");
            let mut next = Some(first);
            while let Some(entry) = next {
                let _ = writer.write(&entry);
                rest = &rest[1..];
                next = rest.first().copied().filter(|entry| !writer.can_pause(entry));
            }
            writer.finish().expect("it is written");
            pauses += 1;
        }
        assert!(pauses > if format == Format::Binpack { 2 } else { 20 }, "{format}: {pauses}");
        assert!(bytes == write_all(format, &written).0, "{format}");
    }
}

#[test]
fn a_refused_entry_is_no_place_for_a_pause() {
    let refused = &read_all(Format::Viri, &sample("dfrc.viri")).0[0];
    let entries = read_all(Format::Binpack, &sample("multichunk.binpack")).0;
    let mut writer = Format::Binpack.writer(std::io::sink()).expect("it is written");
    let mut all = entries.iter().cycle();
    let mut next = all.next().expect("an entry");
    assert!(writer.can_pause(next) && !writer.can_pause(refused));
    for _ in 0..1000 {
        writer.write(next).expect("it is written");
        next = all.next().expect("an entry");
    }
    // The next pause is behind a whole chunk, in which a chain could still go on.
    while !writer.can_pause(next) {
        writer.write(next).expect("it is written");
        next = all.next().expect("an entry");
    }
    assert!(!writer.can_pause(refused));
}

#[test]
fn entries_that_are_separate_can_be_written_in_pieces() {
    let mut entries = read_all(Format::Plain, &sample("edge.plain")).0;
    entries.retain(|entry| entry.score.is_some());
    for format in Format::ALL.into_iter().filter(|format| format.is_written()) {
        let (whole, _) = write_all(format, &entries);
        let pieces: Vec<u8> =
            entries.chunks(3).flat_map(|entries| write_all(format, entries).0).collect();
        assert_eq!(whole == pieces, format.has_separate_entries(), "{format}");
    }
}
