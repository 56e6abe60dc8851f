//! Reading and writing in one go.

use hyperbola_data::{Entry, Format, ReadError, Reader, Refusal, WriteError};
use hyperbola_samples::testdata_bytes;

/// Returns a sample file.
pub(crate) fn sample(name: &str) -> Vec<u8> {
    testdata_bytes(&format!("data/{name}"))
}

/// Reads all entries and the mistakes between them.
pub(crate) fn read_all(format: Format, bytes: &[u8]) -> (Vec<Entry>, Vec<ReadError>) {
    let (entries, errors) = rest(&mut *format.reader(bytes));
    assert!(errors.len() <= bytes.len(), "{format}");
    (entries, errors)
}

/// Reads all entries that are left, and the mistakes between them.
pub(crate) fn rest(reader: &mut dyn Reader) -> (Vec<Entry>, Vec<ReadError>) {
    /// More mistakes than any sample has bytes.
    const MOST: usize = 1 << 20;
    let (mut entries, mut errors) = (Vec::new(), Vec::new());
    while errors.len() <= MOST {
        match reader.next_entry() {
            Ok(Some(entry)) => entries.push(entry),
            Ok(None) => return (entries, errors),
            Err(error) => errors.push(error),
        }
    }
    panic!("reading does not end");
}

/// Reads entries that have no mistake between them.
#[track_caller]
pub(crate) fn read(format: Format, bytes: &[u8]) -> Vec<Entry> {
    let (entries, errors) = read_all(format, bytes);
    assert!(errors.is_empty(), "{format}: {}", errors[0]);
    entries
}

/// Writes entries, and returns the file and the entries that were refused.
pub(crate) fn write_all(format: Format, entries: &[Entry]) -> (Vec<u8>, Vec<(usize, Refusal)>) {
    let (mut bytes, mut refused) = (Vec::new(), Vec::new());
    let mut writer = format.writer(&mut bytes).expect("a format that is written");
    for (index, entry) in entries.iter().enumerate() {
        match writer.write(entry) {
            Ok(()) => {}
            Err(WriteError::Refused(refusal)) => refused.push((index, refusal)),
            Err(error) => panic!("{error}"),
        }
    }
    writer.finish().expect("it is written");
    drop(writer);
    (bytes, refused)
}

/// Writes entries, none of which may be refused.
#[track_caller]
pub(crate) fn write(format: Format, entries: &[Entry]) -> Vec<u8> {
    let (bytes, refused) = write_all(format, entries);
    assert_eq!(refused, [], "{format}");
    bytes
}
