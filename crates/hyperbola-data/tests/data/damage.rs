//! Damaged files: nothing panics, and what can be read is right.

use hyperbola_data::{Entry, Format, Unit};
use hyperbola_random::Random;

use crate::laws::any_bytes;
use crate::support::{read, read_all, sample};

/// The samples that are damaged.
const SAMPLES: [(&str, Format); 15] = [
    ("edge.binpack", Format::Binpack),
    ("multichunk.binpack", Format::Binpack),
    ("edge.plain", Format::Plain),
    ("edge.bin", Format::Bin),
    ("dfrc.viri", Format::Viri),
    ("dfrc.marlin", Format::Marlin),
    ("std.bullet", Format::Bullet),
    ("std.txt", Format::BulletText),
    ("results.epd", Format::Epd),
    ("games_dfrc.pgn", Format::Pgn),
    ("games_dfrc.pgn", Format::PgnMatch),
    ("std.txt", Format::Tuner),
    ("evals.jsonl", Format::Lichess),
    ("games.monty", Format::Monty),
    ("games.monty-value", Format::MontyValue),
];

/// Returns a sample, as a text of another format if it is none of its own.
fn contents(name: &str, format: Format) -> Vec<u8> {
    let bytes = sample(name);
    let text = || String::from_utf8(bytes.clone()).expect("it is a text");
    match format {
        Format::PgnMatch => {
            let marked = text().replace("[%eval -", "-").replace("[%eval ", "+");
            marked.replace("] }", "/9 0.1s}").replace("{ ", "{").into_bytes()
        }
        Format::Tuner => {
            let lines = text();
            let fields = lines.lines().map(|line| line.split(" | ").collect::<Vec<_>>());
            fields.map(|of| format!("{} [{}] {}\n", of[0], of[2], of[1])).collect::<String>().into()
        }
        _ => bytes,
    }
}

/// Returns a random number below a limit.
pub(crate) fn below(random: &mut Random, limit: usize) -> usize {
    usize::try_from(random.word() % u64::try_from(limit).expect("fits")).expect("fits")
}

/// Changes, removes or inserts some bytes at random.
pub(crate) fn damaged(mut bytes: Vec<u8>, random: &mut Random) -> Vec<u8> {
    for _ in 0..=below(random, 3) {
        let place = below(random, bytes.len());
        let [byte, count, ..] = random.word().to_le_bytes();
        match random.word() % 8 {
            0 => drop(bytes.drain(place..(place + usize::from(count % 40)).min(bytes.len() - 1))),
            1 => drop(bytes.splice(place..place, [byte, count])),
            2 => bytes[place] = byte,
            3 => bytes[place] = [0, 0xff, 0x7f, 0x80][usize::from(byte % 4)],
            _ => bytes[place] ^= 1 << (byte % 8),
        }
    }
    bytes
}

/// Reads each sample so many times with other damage.
fn check_damaged(times: usize) {
    for (name, format) in SAMPLES {
        let bytes = contents(name, format);
        let mut random = Random::new(bytes.len() as u64);
        let entries = read(format, &bytes).len();
        assert!(entries > 30, "{name}: {format}");
        let mut found = 0;
        for _ in 0..times {
            found += any_bytes(format, &damaged(bytes.clone(), &mut random));
        }
        // Most of each file can be read, unless it is one part.
        assert!(found > times * entries / 8, "{name}: {found} entries");
    }
}

#[test]
fn damage_never_panics() {
    check_damaged(60);
}

#[test]
#[ignore = "as before, 10,000 times: minutes"]
fn much_damage_never_panics() {
    check_damaged(10_000);
}

#[test]
fn a_file_may_end_anywhere() {
    for (name, format) in SAMPLES {
        let mut bytes = contents(name, format);
        let entries = read(format, &bytes);
        bytes.truncate(1500);
        for end in 0..bytes.len() {
            let (found, errors) = read_all(format, &bytes[..end]);
            // The last line or game of a text may lack its end without a mistake, and a game so its
            // result.
            let positions = |entries: &[Entry]| -> Vec<_> {
                entries.iter().map(|entry| entry.position).collect()
            };
            match format.is_text() {
                false => assert!(entries.starts_with(&found), "{name}: {end}"),
                true => {
                    let whole = &found[..found.len().saturating_sub(1)];
                    assert!(positions(&entries).starts_with(&positions(whole)), "{name}: {end}");
                }
            }
            assert!(errors.len() <= 1, "{name}: {end}");
        }
    }
}

/// Returns where the chunks of a binpack begin.
fn chunks(bytes: &[u8]) -> Vec<usize> {
    let starts = 0..bytes.len() - 4;
    starts.filter(|&start| bytes[start..].starts_with(b"BINP")).collect()
}

/// Returns the entries of the chunks of the sample.
fn parts() -> (Vec<u8>, Vec<usize>, Vec<Vec<Entry>>) {
    let bytes = sample("multichunk.binpack");
    let starts = chunks(&bytes);
    let ends = starts[1..].iter().copied().chain([bytes.len()]);
    let parts =
        starts.iter().zip(ends).map(|(&start, end)| read(Format::Binpack, &bytes[start..end]));
    let parts = parts.collect();
    (bytes, starts, parts)
}

#[test]
fn the_chunks_before_and_behind_a_bad_one_are_kept() {
    let (bytes, starts, parts) = parts();
    assert_eq!(parts.len(), 3);
    // What is changed in the second chunk, and how many of its entries are left.
    let size = u32::from_le_bytes(bytes[starts[1] + 4..][..4].try_into().expect("four bytes"));
    let all = parts[1].len();
    let resized =
        |size: u32| move |bytes: &mut [u8]| bytes[4..8].copy_from_slice(&size.to_le_bytes());
    type Change = Box<dyn Fn(&mut [u8])>;
    let changes: [(&str, Change, usize); 7] = [
        ("expected the bytes BINP, found BINQ", Box::new(|bytes| bytes[3] = b'Q'), 0),
        ("expected at most 100 MiB", Box::new(resized((100 << 20) + 1)), 0),
        ("expected a chain of at least 34 bytes", Box::new(resized(size + 17)), all),
        ("expected the moves of a chain, found the end", Box::new(resized(size - 3)), all - 2),
        ("expected a half move clock", Box::new(|bytes| bytes[8 + 30] = 1), 0),
        ("expected at most 32 pieces", Box::new(|bytes| bytes[8..12].fill(0xff)), 0),
        ("expected a half move clock", Box::new(resized(size + 50_000)), all),
    ];
    for (text, change, left) in changes {
        let mut bytes = bytes.clone();
        change(&mut bytes[starts[1]..]);
        let (found, errors) = read_all(Format::Binpack, &bytes);
        assert_eq!(errors.len(), 1, "{text}: {errors:?}");
        assert_eq!((errors[0].unit, errors[0].number), (Unit::Chunk, 2), "{text}");
        assert!(
            (starts[1]..=starts[2] + 17).contains(&usize::try_from(errors[0].byte).expect("fits")),
            "{}",
            errors[0]
        );
        assert!(errors[0].to_string().contains(text), "{text}: {}", errors[0]);
        let expected = [&parts[0], &parts[1][..left], &parts[2]].concat();
        assert_eq!(found.len(), expected.len(), "{text}");
        assert!(found == expected, "{text}");
    }
}

#[test]
fn files_behind_one_that_was_cut_are_read() {
    let (bytes, starts, parts) = parts();
    let entries = parts.concat();
    // Cut there, the last chunk seems to end where the second chunk of the next file begins.
    let unlucky = bytes.len() - starts[1];
    for end in (0..bytes.len()).filter(|&end| end != unlucky) {
        let (found, _) = read_all(Format::Binpack, &[&bytes[..end], &bytes].concat());
        // A few lost bytes may pass for those of the next header, which costs its chunk.
        let ends = starts[1..].iter().copied().chain([bytes.len()]);
        let is_nearly_whole = ends.into_iter().any(|whole| (end + 1..end + 8).contains(&whole));
        let lost = if is_nearly_whole { parts[0].len() } else { 0 };
        assert!(found.ends_with(&entries[lost..]), "{end}");
    }
    let bytes = sample("dfrc.viri");
    let entries = read(Format::Viri, &bytes);
    let second = entries.iter().skip(1).position(|entry| entry.ply == 0).expect("a game") + 1;
    for end in (0..bytes.len()).step_by(7).chain([1002]) {
        let (found, _) = read_all(Format::Viri, &[&bytes[..end], &bytes].concat());
        assert!(found.ends_with(&entries[second..]), "{end}");
    }
}
