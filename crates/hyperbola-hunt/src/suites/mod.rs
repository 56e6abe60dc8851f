//! The suites of known corner cases.

mod others;

use std::borrow::Cow;

use hyperbola_moves::{FenError, Move, Position, Setup, UciError};

use crate::Situation;

/// The six positions everybody uses, classic corner cases, and double checks, in EPD. Their origins
/// are in the README of `testdata`.
const SUITES: [&str; 3] =
    [include_str!("six.epd"), include_str!("classic.epd"), include_str!("double-checks.epd")];

/// Returns all positions. Everybody asks for them, so they stay though the checks of two of them,
/// such as that of the fourth of the six, cannot arise.
pub(crate) fn all() -> Vec<Situation> {
    let setups = SUITES.iter().flat_map(|suite| given(suite)).flatten();
    setups.filter_map(|given| Situation::new(given.setup).ok()).collect()
}

/// A position of a suite.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Given {
    /// The setup.
    pub setup: Setup,
    /// The moves played from there.
    pub played: Vec<Move>,
    /// The depths from the setup, each with its number of sequences, in the row's order.
    pub counts: Vec<(u32, u64)>,
    /// The number of the row's line, from 1, or 0 if it is of no text.
    pub line: usize,
}

impl From<Setup> for Given {
    fn from(setup: Setup) -> Self {
        Self { setup, played: Vec::new(), counts: Vec::new(), line: 0 }
    }
}

impl Given {
    /// Returns the deepest of the row's counts of at most so many sequences, as its depth and its
    /// number.
    #[must_use]
    pub fn deepest(&self, most: u64) -> Option<(u32, u64)> {
        self.counts.iter().copied().filter(|&(_, nodes)| nodes <= most).max()
    }
}

/// Reads the positions of a text with a FEN at the start of each line, as EPD and suites with
/// `;D1 20` have. After `;moves` there may be moves played from there, and after a FEN and the word
/// `moves` those that lead to the position. Empty lines and lines that begin with `#` are left out.
///
/// Suites of other programs are read too: blocks of a line `epd FEN` and lines `perft DEPTH
/// NUMBER`, tables with the columns of a FEN and of numbers, as CSV, and objects of JSON.
///
/// Each wrong line is an error with the line's number, from 1, and what is wrong, with its column
/// where that is known.
pub fn given(text: &str) -> impl Iterator<Item = Result<Given, (usize, String)>> + '_ {
    let read = |(number, line): (usize, Cow<'_, str>)| {
        read_row(&line, number).map_err(|wrong| (number, wrong))
    };
    others::rows(text).into_iter().map(move |row| row.and_then(read))
}

/// Reads a row.
fn read_row(row: &str, line: usize) -> Result<Given, String> {
    let fields: Vec<&str> = row.split_whitespace().collect();
    let is_number = |field: &&str| field.bytes().all(|byte| byte.is_ascii_digit());
    // Four fields, and two clocks if they are there.
    let clocks = fields.iter().skip(4).take(2).take_while(|field| is_number(field)).count();
    let last = fields.get(3 + clocks).or(fields.last());
    let end = match fields.get(4 + clocks) {
        Some(&"moves") => row.find(';').unwrap_or(row.len()),
        _ => last.map_or(0, |last| column(row, last) - 1 + last.len()),
    };
    let fen = &row[..end];
    let setup: Setup = fen
        .parse()
        .map_err(|error: FenError| format!("column {}: {}", error.index + 1, error.kind))?;
    let (start, _) = setup.position_lenient().map_err(|error| error.to_string())?;
    let (played, counts) = (played(start, row)?, counts(row, fen.len())?);
    Ok(Given { setup, played, counts, line })
}

/// Returns the column where a part of a line begins: the byte's number, from 1.
fn column(line: &str, part: &str) -> usize {
    part.as_ptr() as usize - line.as_ptr() as usize + 1
}

/// Returns the moves of a line.
fn played(start: Position, line: &str) -> Result<Vec<Move>, String> {
    let moves = line.split(';').find_map(|part| part.trim().strip_prefix("moves "));
    let mut position = start;
    let moves = moves.unwrap_or_default().split_whitespace().map(|uci| {
        let column = column(line, uci);
        let played = position.parse_uci(uci).map_err(|error| match error {
            UciError::Syntax { index } => {
                format!("column {}: expected a move such as e2e4 or e7e8q", column + index)
            }
            error => format!("column {column}: {error}"),
        })?;
        position = position.play(played).map_err(|error| error.to_string())?;
        Ok(played)
    });
    moves.collect()
}

/// Returns the depths and numbers of a line, after its FEN.
fn counts(line: &str, fen: usize) -> Result<Vec<(u32, u64)>, String> {
    let parts = line[fen..].split(';').map(str::trim);
    let parts = parts.filter(|part| {
        let depth = part.strip_prefix('D');
        depth.is_some_and(|depth| depth.starts_with(|first: char| first.is_ascii_digit()))
    });
    let count = |part: &str| {
        let (depth, nodes) = part[1..].split_once(char::is_whitespace)?;
        Some((depth.parse().ok()?, nodes.trim().parse().ok()?))
    };
    let counts = parts.map(|part| {
        let expected = "expected a depth and a number below 2^64, such as D4 197281";
        count(part).ok_or_else(|| format!("column {}: {expected}", column(line, part)))
    });
    counts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_suites_is_a_position() {
        assert_eq!(all().len(), SUITES.iter().map(|suite| suite.lines().count()).sum::<usize>());
    }

    #[test]
    fn lines_are_read_with_and_without_clocks_and_counts() {
        let text = "  # six\n\n4k3/8/8/8/8/8/8/4K2R w K -\n4k3/8/8/8/8/8/8/4K2R w K - 3 9 ;D1 15 ;D3 9 ;D5 300000\n\
                    4k3/8/8/8/8/8/8/4K2R w K - D1 15; id \"x\";\nhello\n8/8/8/8/8/8/8/8 w - - 0 1\n";
        let read: Vec<_> = given(text).collect();
        let fens = read.iter().flatten().map(|given| given.setup.to_string()).collect::<Vec<_>>();
        let fen = "4k3/8/8/8/8/8/8/4K2R w K - ";
        assert_eq!(fens, [format!("{fen}0 1"), format!("{fen}3 9"), format!("{fen}0 1")]);
        let read_counts: Vec<_> = read.iter().flatten().map(|given| &given.counts[..]).collect();
        assert_eq!(read_counts, [&[][..], &[(1, 15), (3, 9), (5, 300_000)], &[(1, 15)]]);
        let given = read[1].as_ref().expect("a row");
        assert_eq!((given.line, given.deepest(200_000), given.deepest(8)), (4, Some((3, 9)), None));
        let wrong: Vec<usize> =
            read.iter().filter_map(|one| one.as_ref().err()).map(|error| error.0).collect();
        assert_eq!(wrong, [6, 7]);
    }

    #[test]
    fn a_count_that_is_none_is_wrong() {
        for (count, expected) in [
            ("D4 19x", Some("column 34: expected a depth and a number below 2^64")),
            ("D4", Some("column 34: ")),
            ("D4 18446744073709551616", Some("column 34: ")),
            ("D4294967296 20", Some("column 34: ")),
            ("D4 18446744073709551615", None),
            ("Difficult x", None),
        ] {
            let row = format!("4k3/8/8/8/8/8/8/4K2R w K - 3 9 ; {count} ;");
            let wrong = given(&row).next().expect("a row").err();
            let is_expected = match (&wrong, expected) {
                (Some((1, wrong)), Some(expected)) => wrong.starts_with(expected),
                (wrong, expected) => wrong.is_none() && expected.is_none(),
            };
            assert!(is_expected, "{row}: {wrong:?}");
        }
    }

    #[test]
    fn moves_are_read_and_must_be_legal() {
        let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;moves e1g1 e8d7\n\
                    4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;moves e1g1 e8e9\n\
                    4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;moves e1g2\n";
        let read: Vec<_> = given(text).collect();
        let played = read[0].as_ref().expect("legal moves").played.iter().map(ToString::to_string);
        assert_eq!(played.collect::<Vec<_>>(), ["e1h1", "e8d7"]);
        assert!(read[1..].iter().all(|one| matches!(one, Err((2 | 3, _)))), "{read:?}");
        let after = "4k3/8/8/8/8/8/8/4K2R w K - 0 1 moves e1g1 e8d7; id \"x\" ;D1 19";
        let [row] = &given(after).collect::<Vec<_>>()[..] else { panic!("one row") };
        let row = row.as_ref().expect("legal moves");
        assert_eq!(row.setup.to_string(), "8/3k4/8/8/8/8/8/5RK1 w - - 2 2");
        assert_eq!((row.played.len(), &row.counts[..]), (0, &[(1, 19)][..]));
    }

    #[test]
    fn suites_of_other_programs_are_read() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        /// The line of a row and its counts, or the line of a row that is not one.
        type Row = Result<(usize, Vec<(u32, u64)>), usize>;
        let read = |text: &str| -> Vec<Row> {
            let row = |row: Result<Given, (usize, String)>| match row {
                Ok(row) if row.setup == Setup::initial() => Ok((row.line, row.counts)),
                Ok(row) => panic!("{}", row.setup),
                Err((line, _)) => Err(line),
            };
            given(text).map(row).collect()
        };
        let two = vec![(1, 20), (2, 400)];
        let blocks = format!("# of others\nid 1\nepd {START}\nperft 1 20\n\nperft 2  400\n");
        assert_eq!(read(&blocks), [Ok((3, two.clone()))]);
        let wrong = format!("epd {START}\nperft 1 20\nperft x\nepd x\nepd {START}\nperft 1 -\n");
        assert_eq!(read(&wrong), [Ok((1, vec![(1, 20)])), Err(3), Err(4), Err(5)]);
        for table in [
            format!("fen,depth,nodes\n{START},1,20\n\"{START}\",2,400\n"),
            format!("Nodes;FEN;Depth\r\n20;{START};1\r\n400;{START};2\r\n"),
        ] {
            assert_eq!(read(&table), [Ok((2, vec![(1, 20)])), Ok((3, vec![(2, 400)]))], "{table}");
        }
        for (table, line) in [
            (format!("FEN\tD1\tperft 2\tname\n{START}\t20\t400\tx\n"), 2),
            (format!("{START},20,400\n"), 1),
            (format!("fen,1,2,3\n# a comment\n{START},20,400,\n"), 3),
        ] {
            assert_eq!(read(&table), [Ok((line, two.clone()))], "{table}");
        }
        assert_eq!(read(&format!("fen,depth,nodes\n{START},1\n")), [Err(2)]);
        let object = format!("{{\"depth\":1,\"nodes\":20,\"fen\":\"{START}\"}}");
        let other = format!("{{\"fen\": \"{START}\", \"D1\": 20, \"D2\": 400}}");
        let json = format!("[\n{object},\n{other}]");
        assert_eq!(read(&json), [Ok((2, vec![(1, 20)])), Ok((3, two.clone()))]);
        let stream = format!("{object}\n{other}\n");
        assert_eq!(read(&stream), [Ok((1, vec![(1, 20)])), Ok((2, two.clone()))]);
        let escaped = START.replace('/', "\\/");
        let json = format!(
            "[ 3,\n{{}} , {{\n\"fen\":\"{START}\"}},\n{{\"d2\":7,\"fen\":\n\"{escaped}\"}}]\n[\n\n3]"
        );
        assert_eq!(read(&json), [Err(1), Err(2), Ok((3, vec![])), Ok((4, vec![(2, 7)])), Err(8)]);
        // A row has no more fields than the header, and separators may stand in quotes.
        assert_eq!(
            read(&format!("fen,D1,D2\n{START},20,400,8902\n{START},20\n")),
            [Err(2), Ok((3, vec![(1, 20)]))]
        );
        assert_eq!(read(&format!("fen,depth,nodes\n\"{START}\",4,\"197,281\"\n")), [Err(2)]);
        let named = format!("name,fen,depth,nodes\n\"a, b\",\"{START}\",1,20\n");
        assert_eq!(read(&named), [Ok((2, vec![(1, 20)]))]);
        // Other columns may end in digits too.
        let times = format!("fen,time1,D1,hash64,depth_2\n{START},7,20,9,400\n");
        assert_eq!(read(&times), [Ok((2, two.clone()))]);
        // Two numbers behind a FEN without clocks are its clocks, or they may be.
        let short = START.strip_suffix(" 0 1").expect("clocks");
        assert_eq!(read(&format!("{short}\t0\t1\n")), [Ok((1, vec![]))]);
        assert_eq!(read(&format!("{START}\t20\t400\n{short}\t0\t1\n")), [Ok((1, two)), Err(2)]);
        assert_eq!(read(&format!("{short},20\n")), [Ok((1, vec![(1, 20)]))]);
        assert_eq!(read("[{\"fen\": \"x\"}, {\"depth\": 3}"), [Err(1)]);
        assert_eq!(read("[{\"depth\": 3}]"), [Err(1)]);
    }
}
