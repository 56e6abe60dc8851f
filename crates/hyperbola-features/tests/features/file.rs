//! Files compared with the definition of their form, damaged files, and the names of files.

use core::sync::atomic::{AtomicBool, Ordering};
use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use hyperbola_features::file::{
    FileError, PositionsFile, PositionsWriter, RowError, read, read_until, read_unverified,
};
use hyperbola_features::{Attacks, BadRows, PositionSlice, Positions};
use hyperbola_random::Random;
use xxhash_rust::xxh3::xxh3_64;

use crate::laws::{aligned, any_file, any_rows};
use crate::support::{SAMPLE, columns};

/// Opens a file by each function that checks all of it.
fn open(path: impl AsRef<Path>) -> [Result<PositionsFile, FileError>; 2] {
    open_until(path, &AtomicBool::new(false))
}

/// Opens a file by each function that checks all of it, unless it is stopped.
fn open_until(path: impl AsRef<Path>, stop: &AtomicBool) -> [Result<PositionsFile, FileError>; 2] {
    let path = path.as_ref();
    #[expect(unsafe_code, reason = "a mapped file is a test's own")]
    // SAFETY: the file is in a folder of this test's own, where files are not changed but replaced.
    let mapped = unsafe { PositionsFile::map_until(path, stop) };
    [PositionsFile::open_until(path, stop), mapped]
}

/// Opens a file by each function that checks only its header and its length.
fn open_unverified(path: impl AsRef<Path>) -> [Result<PositionsFile, FileError>; 2] {
    let path = path.as_ref();
    #[expect(unsafe_code, reason = "a mapped file is a test's own")]
    // SAFETY: the file is in a folder of this test's own, where files are not changed but replaced.
    let mapped = unsafe { PositionsFile::map_unverified(path) };
    [PositionsFile::open_unverified(path), mapped]
}

/// Opens a good file by each function.
fn open_good(path: impl AsRef<Path>) -> [PositionsFile; 4] {
    let path = path.as_ref();
    let [[a, b], [c, d]] = [open(path), open_unverified(path)];
    [a, b, c, d].map(|file| file.expect("a file"))
}

/// A folder that is removed at the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = format!("hyperbola-features-{}-{name}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        fs::create_dir_all(&folder).expect("a folder");
        Self(folder)
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    fn names(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("a folder");
        let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("UTF-8");
        let mut names: Vec<_> = entries.map(|entry| name(entry.expect("an entry"))).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The definition of a file. Numbers have the lowest byte first.
fn file_of(rows: PositionSlice<'_>) -> Vec<u8> {
    let mut columns: Vec<Vec<u8>> = Vec::new();
    for set in rows.sets {
        columns.push(set.iter().flat_map(|set| set.to_le_bytes()).collect());
    }
    columns.push(rows.sides_to_move.to_vec());
    columns.push(rows.castling.concat());
    columns.push(rows.en_passant.to_vec());
    for clocks in [rows.halfmove_clocks, rows.fullmove_numbers] {
        columns.push(clocks.iter().flat_map(|clock| clock.to_le_bytes()).collect());
    }
    let mut file = vec![0x89, 0x48, 0x59, 0x50, 0x4f, 0x53, 0x0d, 0x0a, 4, 3, 2, 1, 1, 0, 0, 0];
    file.resize(256, 0);
    let mut words = vec![rows.len() as u64, 13];
    for column in columns {
        file.resize(file.len().next_multiple_of(64), 0);
        words.extend([file.len() as u64, xxh3_64(&column)]);
        file.extend(column);
    }
    for (index, word) in words.into_iter().enumerate() {
        file[16 + 8 * index..][..8].copy_from_slice(&word.to_le_bytes());
    }
    seal(&mut file);
    file
}

/// Writes the header's checksum.
fn seal(file: &mut [u8]) {
    let sum = xxh3_64(&file[..248]);
    file[248..256].copy_from_slice(&sum.to_le_bytes());
}

/// Changes the byte of a column and writes the column's checksum.
fn change(file: &mut [u8], column: usize, byte: usize, to: u8) {
    let word = |file: &[u8], index: usize| {
        u64::from_le_bytes(file[32 + 8 * index..][..8].try_into().expect("a word"))
    };
    let start = usize::try_from(word(file, 2 * column)).expect("fits");
    let width = [8, 8, 8, 8, 8, 8, 8, 8, 1, 4, 1, 2, 2][column];
    let rows = usize::try_from(u64::from_le_bytes(file[16..24].try_into().expect("a word")));
    file[start + byte] = to;
    let sum = xxh3_64(&file[start..][..width * rows.expect("fits")]);
    file[40 + 16 * column..][..8].copy_from_slice(&sum.to_le_bytes());
    seal(file);
}

fn bytes(rows: PositionSlice<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    rows.write_to(&mut bytes).expect("written");
    bytes
}

/// Three rows, the last of which is marked.
fn few() -> Positions {
    let fens =
        ["r3k2r/8/8/8/3pP3/8/8/R3K2R b KQkq e3 5 1027", "4k3/8/8/8/8/8/8/4K2R w H - 0 1", ""];
    Positions::from_fens(&fens[..], BadRows::Mark).expect("marked").positions
}

#[test]
#[cfg(target_endian = "little")]
fn a_file_has_these_bytes() {
    let file = bytes(few().as_slice());
    assert_eq!(file, file_of(few().as_slice()));
    assert_eq!(file.len(), 256 + 12 * 64 + 6);
    let column = |column: usize, width: usize| &file[256 + 64 * column..][..3 * width];
    let words = |column_index| -> Vec<u64> {
        let words = column(column_index, 8).as_chunks().0.iter();
        words.map(|word| u64::from_le_bytes(*word)).collect()
    };
    assert_eq!(words(0), [0x1800_0000, 0, 0]);
    assert_eq!(words(3), [0x8100_0000_0000_0081, 0x80, 0]);
    assert_eq!(words(5), [0x1000_0000_0000_0010, 0x1000_0000_0000_0010, 0]);
    assert_eq!(words(6), [0x1000_0091, 0x90, 0]);
    assert_eq!(words(7), [0x9100_0000_0800_0000, 0x1000_0000_0000_0000, 0]);
    assert_eq!(column(8, 1), [1, 0, 0]);
    assert_eq!(column(9, 4), [7, 0, 7, 0, 7, 255, 255, 255, 255, 255, 255, 255]);
    assert_eq!(column(10, 1), [20, 255, 255]);
    assert_eq!(column(11, 2), [5, 0, 0, 0, 0, 0]);
    assert_eq!(column(12, 2), [3, 4, 1, 0, 0, 0]);
    assert_eq!(file[32..40], 256_u64.to_le_bytes());
    assert_eq!(file[48..56], 320_u64.to_le_bytes());
    let sum = |start: usize| u64::from_le_bytes(file[start..][..8].try_into().expect("a word"));
    assert_eq!((sum(40), sum(248)), (PAWNS, HEADER));
}

/// The checksum of the column of pawns, by another implementation of XXH3.
const PAWNS: u64 = 0xbc5f_5cf3_6b73_af0d;

/// The checksum of the header.
const HEADER: u64 = 0xaf66_da34_e51e_e6bc;

#[test]
fn rows_come_back() {
    let folder = Folder::new("rows");
    let path = folder.join("rows");
    let all = columns(&SAMPLE);
    for rows in [0, 1, 2, 63, 64, 65, 4_097, all.len()] {
        let rows = all.as_slice().rows(0..rows);
        rows.write_file(&path).expect("written");
        for file in open_good(&path) {
            assert!(file.as_slice() == rows);
        }
        assert!(fs::read(&path).expect("a file") == bytes(rows));
        #[cfg(target_endian = "little")]
        assert!(fs::read(&path).expect("a file") == file_of(rows));
        assert_eq!(folder.names(), ["rows"]);
    }
}

/// Rows whose columns are checked in several pieces.
fn many() -> Positions {
    let mut many = Positions::new();
    while many.len() <= 2 * (1 << 20) / 8 {
        many.extend_from_slice(columns(&SAMPLE).as_slice());
    }
    many
}

#[test]
fn batches_make_the_same_file() {
    let folder = Folder::new("batches");
    let many = many();
    let path = folder.join("many");
    let mut writer = PositionsWriter::create(&path).expect("a writer");
    for piece in many.as_slice().pieces(10_007) {
        writer.push(piece).expect("pushed");
    }
    assert_eq!(writer.rows(), many.len() as u64);
    assert!(!path.exists());
    writer.finish().expect("finished");
    let written = fs::read(&path).expect("a file");
    assert!(written == bytes(many.as_slice()));
    #[cfg(target_endian = "little")]
    assert!(written == file_of(many.as_slice()));
    assert_eq!(folder.names(), ["many"]);
    for file in open_good(&path) {
        assert!(file.as_slice() == many.as_slice());
    }

    PositionsWriter::create(&path).expect("a writer").finish().expect("finished");
    for file in open_good(&path) {
        assert!(file.as_slice().is_empty());
    }
}

#[test]
fn a_stopped_write_keeps_the_old_file() {
    let folder = Folder::new("stopped");
    let path = folder.join("file");
    let (few, many) = (few(), many());
    few.as_slice().write_file(&path).expect("written");
    let [go_on, stop] = [false, true].map(AtomicBool::new);
    let error = many.as_slice().write_file_until(&path, &stop).expect_err("stopped");
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    assert_eq!(folder.names(), ["file"]);
    for file in open_until(&path, &go_on) {
        assert!(file.expect("a file").as_slice() == few.as_slice());
    }
    let mut written = Vec::new();
    let error = many.as_slice().write_until(&mut written, &stop).expect_err("stopped");
    assert_eq!(error.kind(), ErrorKind::Interrupted);
    few.as_slice().write_until(&mut written, &go_on).expect("written");
    aligned(&written, |file| {
        assert!(read_until(file, &go_on).expect("a file") == few.as_slice());
        let error = read_until(file, &stop).expect_err("stopped");
        assert!(matches!(error, FileError::Io(error) if error.kind() == ErrorKind::Interrupted));
    });
    for file in open_until(&path, &stop) {
        let error = file.expect_err("stopped");
        assert!(matches!(error, FileError::Io(error) if error.kind() == ErrorKind::Interrupted));
    }
    many.as_slice().write_file_until(&path, &go_on).expect("written");
    assert!(fs::read(&path).expect("a file") == bytes(many.as_slice()));
}

/// A writer that sets a flag when it is written to.
struct Stopping<'a>(&'a AtomicBool);

impl Write for Stopping<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.store(true, Ordering::Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// Rows are checked before the first byte is written, and these checks look at the flag too.
#[test]
fn writing_itself_is_stopped() {
    let stop = AtomicBool::new(false);
    let error = few().as_slice().write_until(Stopping(&stop), &stop).expect_err("stopped");
    assert_eq!(error.kind(), ErrorKind::Interrupted);
}

#[test]
fn no_name_has_half_a_file() {
    let folder = Folder::new("names");
    let path = folder.join("file");
    let few = few();
    // A writer that is not finished leaves nothing.
    let mut writer = PositionsWriter::create(&path).expect("a writer");
    writer.push(few.as_slice()).expect("pushed");
    assert!(!path.exists());
    drop(writer);
    assert_eq!(folder.names(), [""; 0]);
    // A replaced file stays as it was for programs that have it open.
    few.as_slice().write_file(&path).expect("written");
    let old = open_good(&path);
    few.as_slice().rows(1..2).write_file(&path).expect("written");
    assert!(old.iter().all(|file| file.as_slice() == few.as_slice()));
    for file in open_good(&path) {
        assert!(file.as_slice() == few.as_slice().rows(1..2));
    }
    // Rows that do not fit a file are rejected, and the old file stays.
    let mut bad = bytes(few.as_slice());
    change(&mut bad, 8, 2, 2);
    aligned(&bad, |bad| {
        let rows = read_unverified(bad).expect("a header");
        let error = rows.write_file(&path).expect_err("a bad row");
        assert_eq!(error.kind(), ErrorKind::InvalidInput);
        assert_eq!(error.to_string(), "row 2: expected the side 0 or 1, found 2");
        let mut writer = PositionsWriter::create(&path).expect("a writer");
        assert_eq!(writer.push(rows).expect_err("a bad row").kind(), ErrorKind::InvalidInput);
        // Rejected rows are not part of the file.
        writer.push(rows.rows(0..2)).expect("good rows");
        writer.finish().expect("finished");
    });
    for file in open_good(&path) {
        assert_eq!(file.as_slice(), few.as_slice().rows(0..2));
    }
    assert_eq!(folder.names(), ["file"]);
    // There is no folder, or no name.
    let error = |path: &Path| few.as_slice().write_file(path).expect_err("no file").kind();
    // The system's own error, which does not name the temporary file beside the place.
    let missing = few.as_slice().write_file(folder.join("none/file")).expect_err("no folder");
    assert!(missing.raw_os_error().is_some());
    assert_eq!(error(&folder.join("none/file")), ErrorKind::NotFound);
    assert_eq!(error(Path::new("/")), ErrorKind::IsADirectory);
    for file in open(folder.join("none")) {
        assert!(matches!(file, Err(FileError::Io(_))));
    }
    // A folder cannot be replaced.
    fs::create_dir(folder.join("folder")).expect("a folder");
    assert!(few.as_slice().write_file(folder.join("folder")).is_err());
    assert_eq!(folder.names(), ["file", "folder"]);
}

/// Positions in memory do not depend on the file, which may be changed or cut.
#[test]
fn a_file_that_was_read_may_be_changed() {
    let folder = Folder::new("changed");
    let (path, few) = (folder.join("file"), few());
    few.as_slice().write_file(&path).expect("written");
    let open = [PositionsFile::open(&path), PositionsFile::open_unverified(&path)];
    let length = fs::metadata(&path).expect("a file").len();
    let zeros = vec![0; usize::try_from(length).expect("fits")];
    let mut file = fs::File::options().write(true).open(&path).expect("the same file");
    file.write_all(&zeros).expect("changed");
    for open in open {
        assert!(open.expect("a file").as_slice() == few.as_slice());
    }
}

/// Only the checks of contents find damage after the header.
#[test]
fn checked_reads_find_damaged_contents() {
    let folder = Folder::new("damaged");
    let path = folder.join("file");
    let mut file = bytes(few().as_slice());
    file[256] ^= 1;
    fs::write(&path, file).expect("written");
    for file in open(&path) {
        assert!(matches!(file, Err(FileError::Column { column: "pawns", .. })));
    }
    for file in open_unverified(&path) {
        assert_eq!(file.expect("a header").as_slice().sets[0][0], few().as_slice().sets[0][0] ^ 1);
    }
}

#[test]
fn each_cut_is_found() {
    let file = bytes(few().as_slice());
    for end in 0..file.len() {
        aligned(&file[..end], |cut| {
            for error in [read(cut), read_unverified(cut)] {
                let error = error.expect_err("a cut file");
                let expected = if end < 256 { 256 } else { file.len() as u64 };
                let fits = matches!(
                    error,
                    FileError::Length { expected: e, found } if (e, found) == (expected, end as u64)
                );
                assert!(fits, "{end}: {error}");
            }
        });
    }
    let (folder, file_length) = (Folder::new("cuts"), file.len() as u64);
    for end in [0, 1, 255, 256, 300, file.len() - 1] {
        fs::write(folder.join("cut"), &file[..end]).expect("written");
        for file in open(folder.join("cut")).into_iter().chain(open_unverified(folder.join("cut")))
        {
            let error = file.expect_err("a cut file");
            let expected = if end < 256 { 256 } else { file_length };
            let fits = matches!(
                error,
                FileError::Length { expected: e, found } if (e, found) == (expected, end as u64)
            );
            assert!(fits, "{end}: {error}");
        }
    }
    let longer = [&file[..], &[0]].concat();
    aligned(&longer, |longer| {
        let error = read(longer).expect_err("a longer file");
        assert_eq!(
            error.to_string(),
            format!("expected a file of {} bytes, found {}", file.len(), file.len() + 1)
        );
    });
}

#[test]
fn each_changed_bit_is_found() {
    let file = bytes(few().as_slice());
    for bit in 0..8 * file.len() {
        let mut changed = file.clone();
        changed[bit / 8] ^= 1 << (bit % 8);
        aligned(&changed, |changed| {
            let error = read(changed).expect_err("a changed bit");
            let fits = match bit / 8 {
                0..12 => matches!(error, FileError::Foreign),
                12..16 => matches!(error, FileError::Version { .. }),
                16..256 => matches!(error, FileError::Header { .. }),
                byte => {
                    let column = (byte - 256) / 64;
                    let name = [
                        "pawns",
                        "knights",
                        "bishops",
                        "rooks",
                        "queens",
                        "kings",
                        "white",
                        "black",
                        "sides_to_move",
                        "castling",
                        "en_passant",
                        "halfmove_clocks",
                        "fullmove_numbers",
                    ][column];
                    let width = [8, 8, 8, 8, 8, 8, 8, 8, 1, 4, 1, 2, 2][column];
                    match error {
                        FileError::Column { column, .. } => column == name && byte % 64 < 3 * width,
                        FileError::Padding { offset } => {
                            offset == byte as u64 && byte % 64 >= 3 * width
                        }
                        _ => false,
                    }
                }
            };
            assert!(fits, "bit {bit}: {error}");
            // Without the checksums, the rows are others, and no feature panics.
            assert_eq!(read_unverified(changed).is_ok(), bit / 8 >= 256);
        });
        if bit % 8 == 5 {
            any_file(&changed);
        }
    }
}

#[test]
#[cfg(target_endian = "little")]
fn other_files_are_named() {
    let file = bytes(few().as_slice());
    let error = |change: &dyn Fn(&mut Vec<u8>)| {
        let mut changed = file.clone();
        change(&mut changed);
        let mut error = None;
        aligned(&changed, |changed| error = Some(read(changed).expect_err("a bad file")));
        error.expect("an error")
    };
    let foreign = error(&|file| *file = b"PK\x03\x04 an archive".to_vec());
    assert!(matches!(foreign, FileError::Foreign), "{foreign}");
    assert!(matches!(error(&|file| file[8..12].reverse()), FileError::ByteOrder));
    let version = error(&|file| file[12] = 2);
    assert!(matches!(version, FileError::Version { found: 2 }));
    assert_eq!(version.to_string(), "expected version 1 of the form, found 2");
    // Wrong contents with a right checksum.
    let layout = error(&|file| {
        file[32] = 64;
        seal(file);
    });
    assert!(matches!(layout, FileError::Layout { rows: 3 }), "{layout}");
    for (byte, value) in [(24, 12), (240, 1), (247, 1)] {
        let layout = error(&|file| {
            file[byte] = value;
            seal(file);
        });
        assert!(matches!(layout, FileError::Layout { rows: 3 }), "{layout}");
    }
    for rows in [u64::MAX, u64::MAX / 8, u64::MAX / 74, 1 << 58, 1 << 40] {
        let layout = error(&|file| {
            file[16..24].copy_from_slice(&rows.to_le_bytes());
            seal(file);
        });
        assert!(matches!(layout, FileError::Layout { rows: found } if found == rows), "{layout}");
    }
    // The header of a billion rows, and nothing after it.
    let far = error(&|file| {
        let rows = 1_000_000_000_u64;
        file[16..24].copy_from_slice(&rows.to_le_bytes());
        let mut end = 256;
        for (column, width) in [8, 8, 8, 8, 8, 8, 8, 8, 1, 4, 1, 2, 2].into_iter().enumerate() {
            let start = u64::next_multiple_of(end, 64);
            file[32 + 16 * column..][..8].copy_from_slice(&start.to_le_bytes());
            end = start + rows * width;
        }
        seal(file);
    });
    assert!(
        matches!(far, FileError::Length { expected, .. } if expected > 74_000_000_000),
        "{far}"
    );
    for shift in 1..8 {
        aligned(&[&vec![0; shift], &file[..]].concat(), |bytes| {
            assert!(matches!(read(&bytes[shift..]), Err(FileError::Alignment)), "{shift}");
        });
    }
}

#[test]
#[cfg(target_endian = "little")]
fn values_that_do_not_fit_are_named() {
    let file = bytes(columns(&SAMPLE[..9_000]).as_slice());
    let row = 8_321;
    let error = |column, byte, to| {
        let mut changed = file.clone();
        change(&mut changed, column, byte, to);
        let mut found = None;
        aligned(&changed, |changed| {
            found = match read(changed) {
                Ok(_) => None,
                Err(FileError::Row { row, error }) => Some((row, error)),
                Err(error) => panic!("{error}"),
            };
            let rows = read_unverified(changed).expect("a header");
            assert_eq!(rows.features().compute(Attacks).len(), 18_000);
        });
        found
    };
    assert_eq!(error(8, row, 2), Some((row, RowError::SideToMove { found: 2 })));
    assert_eq!(error(8, row, 255), Some((row, RowError::SideToMove { found: 255 })));
    for file in [8, 254] {
        let found = error(9, 4 * row + 2, file).map(|(row, error)| match error {
            RowError::Castling { found } => (row, found[2]),
            error => panic!("{error}"),
        });
        assert_eq!(found, Some((row, file)));
    }
    for square in [64, 254] {
        let expected = Some((row, RowError::EnPassant { found: square }));
        assert_eq!(error(10, row, square), expected);
    }
    // Each of the sets with any one byte changed.
    for column in 0..8 {
        for byte in 0..8 {
            let at = 8 * row + byte;
            let start = 256 + column * (8 * 9_000_usize).next_multiple_of(64) + at;
            let found = error(column, at, file[start] ^ 0x10);
            assert_eq!(found, Some((row, RowError::Sets)), "{column} {byte}");
        }
    }
    // These fit, though the position may be another.
    assert_eq!(error(9, 4 * row, 7), None);
    assert_eq!(error(10, row, 63), None);
    assert_eq!(error(11, 2 * row, 77), None);
}

#[test]
fn each_changed_bit_of_a_row_is_judged() {
    let rows = columns(&SAMPLE[..20]);
    for row in 0..rows.len() {
        let file = bytes(rows.as_slice().rows(row..row + 1));
        // One row's columns are 64 bytes apart.
        for column in 0..13 {
            for bit in 0..8 * [8, 8, 8, 8, 8, 8, 8, 8, 1, 4, 1, 2, 2][column] {
                let mut changed = file.clone();
                changed[256 + 64 * column + bit / 8] ^= 1 << (bit % 8);
                aligned(&changed, |changed| any_rows(read_unverified(changed).expect("a header")));
            }
        }
    }
}

#[test]
fn damage_in_any_piece_is_found() {
    let file = bytes(many().as_slice());
    let mut random = Random::new(20);
    for _ in 0..40 {
        let mut changed = file.clone();
        let at = 256 + usize::try_from(random.word() % (file.len() as u64 - 256)).expect("fits");
        changed[at] ^= 1 << (random.word() % 8);
        aligned(&changed, |changed| {
            let error = read(changed).expect_err("damage");
            assert!(matches!(error, FileError::Column { .. } | FileError::Padding { .. }));
        });
    }
    // Pieces that changed places.
    let mut changed = file.clone();
    changed[256..256 + (2 << 20)].rotate_left(1 << 20);
    aligned(&changed, |changed| {
        assert!(matches!(read(changed), Err(FileError::Column { column: "pawns", .. })));
    });
}

#[test]
fn random_columns_do_not_panic() {
    let mut random = Random::new(21);
    for rows in 0..60 {
        let bytes: Vec<u8> = (0..74 * rows + 900).map(|_| random.word().to_le_bytes()[0]).collect();
        any_file(&bytes);
        let sparse: Vec<u8> =
            bytes.iter().map(|byte| byte & random.word().to_le_bytes()[0] & 0x24).collect();
        any_file(&sparse);
    }
}

#[test]
fn a_folder_is_rejected_as_a_file_of_positions() {
    let folder = std::env::temp_dir();
    for error in open(&folder).into_iter().chain(open_unverified(&folder)) {
        let error = error.expect_err("a folder");
        let FileError::Io(found) = &error else { panic!("{error}") };
        assert_eq!(found.kind(), std::io::ErrorKind::IsADirectory);
        assert_eq!(error.to_string(), "is a directory");
    }
}
