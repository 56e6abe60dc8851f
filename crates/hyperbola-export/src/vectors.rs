//! Test vectors: the attacks of sliders for others to compare theirs with.
//!
//! `vectors/README.md` of the project describes the files. `cargo run --package hyperbola-export
//! --example vectors` writes them.

use core::fmt::Write as _;

use hyperbola::{Bitboard, Line, Slider, Square, Technique, geometry, queen_attacks};

use crate::selftest::{digest, digest_on, relevant};

/// The first eight bytes of a binary file of queries.
pub const MAGIC: [u8; 8] = *b"HYPVEC1\n";

/// The number of bytes of a query in a binary file: a square, then three words.
pub const QUERY_BYTES: usize = 25;

/// The number of random queries: the binary file has all of them.
pub const QUERIES: usize = 100_000;

/// The number of those that the project keeps as CSV, too.
pub const CSV_QUERIES: usize = 1_000;

/// One query with its answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Query {
    /// The slider's square.
    pub square: Square,
    /// The occupied squares.
    pub occupied: Bitboard,
    /// The attacks of a rook.
    pub rook: Bitboard,
    /// The attacks of a bishop.
    pub bishop: Bitboard,
}

impl Query {
    /// Answers a query.
    fn answered(square: Square, occupied: u64) -> Self {
        let occupied = Bitboard(occupied);
        let (rook, bishop) = hyperbola::rook_bishop_attacks(square, occupied);
        Self { square, occupied, rook, bishop }
    }

    /// Writes it with the attacks of a queen.
    fn row(&self) -> String {
        let Self { square, occupied, rook, bishop } = self;
        let queen = *rook | *bishop;
        format!("{},{occupied:#018x},{rook:#018x},{bishop:#018x},{queen:#018x}", square.index())
    }
}

/// Random numbers by splitmix64, which is a few lines in every language.
#[derive(Debug)]
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Returns a square, then boards of which a half, a quarter, an eighth or three quarters of the
    /// squares are occupied, each in its turn.
    fn query(&mut self, number: usize) -> (Square, u64) {
        let square = self.square();
        let (a, b, c) = (self.next(), self.next(), self.next());
        (square, [a, a & b, a & b & c, a | b][number % 4])
    }

    fn square(&mut self) -> Square {
        let index = usize::try_from(self.next() & 63).unwrap_or(0);
        Square::ALL[index]
    }
}

/// Returns the random queries with their answers.
#[must_use]
pub fn queries(count: usize) -> Vec<Query> {
    let mut random = Random(0);
    let query = |number| {
        let (square, occupied) = random.query(number);
        Query::answered(square, occupied)
    };
    (0..count).map(query).collect()
}

/// Writes queries as CSV: the square by its index, boards in hexadecimal.
#[must_use]
pub fn csv(queries: &[Query]) -> String {
    let rows = queries.iter().map(Query::row);
    rows.fold("square,occupied,rook,bishop,queen\n".to_owned(), |text, row| text + &row + "\n")
}

/// Writes queries as bytes: a header of 16 bytes, then each query; words are little-endian.
///
/// The header is [`MAGIC`], the number of queries and [`QUERY_BYTES`], each in four bytes. A query
/// is the square's index in one byte, the occupied squares, a rook's attacks and a bishop's.
#[must_use]
pub fn binary(queries: &[Query]) -> Vec<u8> {
    let count = u32::try_from(queries.len()).unwrap_or(u32::MAX);
    let size = u32::try_from(QUERY_BYTES).unwrap_or(u32::MAX);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(count.to_le_bytes());
    bytes.extend(size.to_le_bytes());
    for Query { square, occupied, rook, bishop } in queries {
        bytes.push(*square as u8);
        for board in [occupied, rook, bishop] {
            bytes.extend(board.0.to_le_bytes());
        }
    }
    bytes
}

/// Returns the checksum of bytes by FNV-1a in 64 bits.
#[must_use]
pub fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, &byte: &u8| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, mix)
}

/// Returns the files of the folder `vectors`, by their names.
#[must_use]
pub fn files() -> Vec<(&'static str, Vec<u8>)> {
    let all = queries(QUERIES);
    vec![
        ("digests.csv", digests().into_bytes()),
        ("edge-cases.csv", edge_cases().into_bytes()),
        ("queries.bin", binary(&all)),
        ("queries.csv", csv(&all[..CSV_QUERIES]).into_bytes()),
        ("setwise.csv", setwise().into_bytes()),
        ("checksums.csv", checksums(&all).into_bytes()),
    ]
}

/// Writes the checksums of the files with all queries. The project does not keep that of CSV.
fn checksums(all: &[Query]) -> String {
    let mut text = "file,queries,bytes,fnv1a64\n".to_owned();
    for (name, bytes) in [("queries.csv", csv(all).into_bytes()), ("queries.bin", binary(all))] {
        let _ = writeln!(text, "{name},{QUERIES},{},{:#018x}", bytes.len(), checksum(&bytes));
    }
    text
}

/// Writes the digests over all relevant occupancies of each square: of each slider and line.
fn digests() -> String {
    let mut text = "attacks,square,occupancies,digest\n".to_owned();
    let mut write = |attacks: &str, square: &str, occupancies: u64, digest: u64| {
        let _ = writeln!(text, "{attacks},{square},{occupancies},{digest:#018x}");
    };
    for slider in Slider::ALL {
        let occupancies = |square: Square| 1_u64 << relevant(slider, square.word()).count_ones();
        for square in Square::ALL {
            let digest = digest(slider, &[square]);
            write(slider.name(), &square.to_string(), occupancies(square), digest);
        }
        let all = Square::ALL.map(occupancies).iter().sum();
        write(slider.name(), "all", all, digest(slider, &Square::ALL));
    }
    for line in Line::ALL {
        for square in Square::ALL {
            let mask = geometry::relevant_occupancy(square, line).0;
            let whole = geometry::line(square, line);
            let digest = digest_on(0, mask, |occupied| queen_attacks(square, occupied) & whole);
            write(&line.to_string(), &square.to_string(), 1 << mask.count_ones(), digest);
        }
    }
    text
}

/// The cases that go wrong first, with their descriptions.
const EDGE_CASES: [(&str, Square, u64); 14] = [
    ("empty board from a1", Square::A1, 0),
    ("empty board from h1", Square::H1, 0),
    ("empty board from a8", Square::A8, 0),
    ("empty board from h8", Square::H8, 0),
    ("empty board from the middle", Square::E5, 0),
    ("full board from a corner", Square::A1, u64::MAX),
    ("full board from the middle", Square::D5, u64::MAX),
    ("only the slider itself", Square::D4, 1 << 27),
    ("only squares off the lines", Square::D4, 0x00a2_4414_0014_4422),
    ("blockers on the edges alone", Square::D4, 0xff81_8181_8181_81ff),
    ("no wrap from file h to file a", Square::H4, 0x0000_0101_0101_0000),
    ("no wrap from file a to file h", Square::A5, 0x0000_8080_8080_0000),
    ("a borrow that passes seven empty squares", Square::A1, 1 << 7),
    ("the highest bit blocks", Square::A8, 1 << 63),
];

/// Writes the edge cases.
fn edge_cases() -> String {
    let mut text = "case,square,occupied,rook,bishop,queen\n".to_owned();
    for (case, square, occupied) in EDGE_CASES {
        let _ = writeln!(text, "{case},{}", Query::answered(square, occupied).row());
    }
    text
}

/// The number of boards with sets of sliders.
const SETWISE: usize = 500;

/// Writes the unions of the attacks of sets of sliders, which block each other.
fn setwise() -> String {
    let mut random = Random(1);
    let mut text = "orthogonal,diagonal,occupied,orthogonal_attacks,diagonal_attacks\n".to_owned();
    for number in 0..SETWISE {
        let (_, others) = random.query(number);
        let sparse = |random: &mut Random| (0..4).fold(u64::MAX, |set, _| set & random.next());
        let (orthogonal, diagonal) = (sparse(&mut random), sparse(&mut random));
        let occupied = others | orthogonal | diagonal;
        let union = |slider, sliders| {
            let one =
                |square| Technique::RayWalk.slider_attacks(slider, square, Bitboard(occupied));
            Bitboard(sliders).into_iter().map(one).fold(0, |union, attacks| union | attacks.0)
        };
        let _ = writeln!(
            text,
            "{orthogonal:#018x},{diagonal:#018x},{occupied:#018x},{:#018x},{:#018x}",
            union(Slider::Rook, orthogonal),
            union(Slider::Bishop, diagonal)
        );
    }
    text
}
