//! Reads the perft suites.

use std::path::Path;

use hyperbola_moves::Position;

/// Reads a file of `testdata`.
#[must_use]
pub fn testdata(path: &str) -> String {
    String::from_utf8(testdata_bytes(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// Reads a file of `testdata` that need not be UTF-8.
#[must_use]
pub fn testdata_bytes(path: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata").join(path);
    std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// A line of a perft suite.
#[derive(Debug, Clone)]
pub struct SuiteLine {
    /// The FEN of the position.
    pub fen: String,
    /// The depths and their numbers of nodes.
    pub counts: Vec<(u32, u64)>,
}

impl SuiteLine {
    /// Returns the position.
    #[must_use]
    pub fn position(&self) -> Position {
        self.fen.parse().unwrap_or_else(|error| panic!("{}: {error}", self.fen))
    }
}

/// Reads a perft suite.
#[must_use]
pub fn suite(name: &str) -> Vec<SuiteLine> {
    let text = testdata(&format!("perft/{name}.epd"));
    let read = |line: &str| {
        let (fen, counts) = line.split_once(" ;")?;
        let count = |count: &str| {
            let (depth, nodes) = count.trim().strip_prefix('D')?.split_once(' ')?;
            Some((depth.parse().ok()?, nodes.parse().ok()?))
        };
        let counts = counts.split(';').map(count).collect::<Option<_>>()?;
        Some(SuiteLine { fen: fen.trim().to_owned(), counts })
    };
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| read(line).unwrap_or_else(|| panic!("{name}: {line}"))).collect()
}
