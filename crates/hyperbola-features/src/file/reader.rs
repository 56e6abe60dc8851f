//! Reading a file into memory.

use core::sync::atomic::{AtomicBool, Ordering};
use std::fs::File;
use std::io::{self, Read};

use super::checksum::PIECE;
use super::layout::{HEADER, Header};
use super::{FileError, stopped};

/// Reads a file, until `stop` is set. Words have the alignment that the columns need. The header is
/// checked before there is memory for the rest, so a file of another kind needs none.
pub(super) fn read(mut file: File, stop: &AtomicBool) -> Result<(Vec<u64>, Header), FileError> {
    let length = file.metadata()?.len();
    let mut start = Vec::with_capacity(HEADER);
    file.by_ref().take(HEADER as u64).read_to_end(&mut start)?;
    let header = Header::of_file(&start, length)?;

    let mut words: Vec<u64> = Vec::new();
    words.try_reserve_exact(header.end().div_ceil(8)).map_err(io::Error::from)?;
    words.extend(start.as_chunks().0.iter().map(|&word| u64::from_ne_bytes(word)));
    let mut rest = header.end() - HEADER;
    while rest > 0 {
        if stop.load(Ordering::Relaxed) {
            return Err(stopped().into());
        }
        let (before, bytes) = (words.len(), rest.min(PIECE));
        words.resize(before + bytes.div_ceil(8), 0);
        let piece = bytemuck::cast_slice_mut::<u64, u8>(&mut words[before..]);
        file.read_exact(&mut piece[..bytes])?;
        rest -= bytes;
    }
    Ok((words, header))
}

#[cfg(test)]
mod tests {
    use std::io::ErrorKind;

    use hyperbola_moves::Position;

    use super::*;
    use crate::Positions;

    /// The later check of the contents looks at `stop` too.
    #[test]
    fn reading_itself_is_stopped() -> io::Result<()> {
        let name = format!("hyperbola-reader-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let positions: Positions = [Position::initial()].iter().collect();
        positions.as_slice().write_file(&path)?;
        let stopped = read(File::open(&path)?, &AtomicBool::new(true)).expect_err("stopped");
        assert!(matches!(stopped, FileError::Io(error) if error.kind() == ErrorKind::Interrupted));
        let (words, header) = read(File::open(&path)?, &AtomicBool::new(false)).expect("a file");
        assert_eq!((words.len(), header.rows), (header.end().div_ceil(8), 1));
        std::fs::remove_file(&path)
    }
}
