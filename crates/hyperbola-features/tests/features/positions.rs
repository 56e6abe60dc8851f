//! Rows are read as they were written.

use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use core::time::Duration;
use std::time::Instant;

use hyperbola_features::{Attacks, BadRows, NONE, Positions, Texts};
use hyperbola_moves::{Position, Rules};
use hyperbola_samples::testdata;

use crate::support::{SAMPLE, columns};

#[test]
fn rows_are_the_positions() {
    let columns = columns(&SAMPLE);
    let rows = columns.as_slice();
    for (row, position) in SAMPLE.iter().enumerate() {
        assert_eq!(rows.position(row).as_ref(), Some(position));
        assert!(!rows.is_marked(row));
        assert_eq!(rows.en_passant[row] == NONE, position.en_passant().is_none());
    }
}

#[test]
fn slices_and_concatenations_are_rows() {
    let columns = columns(&SAMPLE[..100]);
    let mut joined = Positions::new();
    for piece in columns.as_slice().pieces(7) {
        assert!(piece.len() <= 7);
        joined.extend_from_slice(piece);
    }
    assert_eq!(joined, columns);
    assert_eq!(columns.as_slice().rows(3..9).to_owned().as_slice(), columns.as_slice().rows(3..9));
    assert_ne!(columns.as_slice().rows(3..9), columns.as_slice().rows(4..10));
}

#[test]
fn fens_are_read_in_order() {
    let fens: Vec<String> = SAMPLE.iter().map(Position::to_string).collect();
    let read = Positions::from_fens(&fens[..], BadRows::Error).expect("valid");
    assert_eq!(read.positions, columns(&SAMPLE));
    assert_eq!(read.bad_rows, []);
}

#[test]
fn fens_are_written_as_those_of_the_positions() {
    let mut columns = columns(&SAMPLE);
    columns.push_marked();
    let fens = columns.as_slice().fens();
    assert_eq!(fens.len(), SAMPLE.len() + 1);
    let expected = SAMPLE.iter().map(|position| Some(position.to_string())).chain([None]);
    assert!(fens.eq(expected));
}

#[test]
fn each_bad_row_is_named() {
    let invalid = testdata("positions/invalid.fens");
    let invalid: Vec<&str> = invalid.lines().collect();
    assert_eq!(invalid.len(), 5_000);
    let mut texts = Vec::new();
    for (good, bad) in SAMPLE.iter().zip(&invalid) {
        texts.extend([good.to_string(), (*bad).to_owned()]);
    }
    let marked = Positions::from_fens(&texts[..], BadRows::Mark).expect("bad rows are marked");
    let rows: Vec<usize> = marked.bad_rows.iter().map(|bad| bad.row).collect();
    assert_eq!(rows, (0..5_000).map(|row| 2 * row + 1).collect::<Vec<_>>());
    let positions = marked.positions.as_slice();
    for row in 0..texts.len() {
        assert_eq!(positions.is_marked(row), row % 2 == 1);
        assert_eq!(positions.position(row).is_none(), row % 2 == 1);
    }
    // A marked row has no attack.
    let attacks = positions.features().compute(Attacks);
    assert!(attacks.chunks(2).skip(1).step_by(2).all(|attacks| attacks == [0, 0]));

    let skipped = Positions::from_fens(&texts[..], BadRows::Skip).expect("bad rows are skipped");
    assert_eq!(skipped.positions, columns(&SAMPLE[..5_000]));
    assert_eq!(skipped.bad_rows, marked.bad_rows);

    let refused = Positions::from_fens(&texts[..], BadRows::Error).expect_err("a bad row");
    assert_eq!(refused, marked.bad_rows[0]);
    assert!(refused.to_string().starts_with("row 1: "));
}

/// Bad rows in the first, a middle and the last of several pieces that threads share.
#[test]
fn bad_rows_of_many_pieces_are_named_left_out_or_marked() {
    const ROWS: usize = 3 * 4096 + 5;
    let good = Position::initial().to_string();
    let mut fens = vec![good; ROWS];
    let bad = [0, 4095, 4096, 9000, ROWS - 1];
    bad.iter().for_each(|&row| fens[row] = "no FEN".into());
    fens[5] = "4k3/8/8/8/8/8/8/4K2R w K - 7 9".into();
    let marked = Positions::from_fens(&fens, BadRows::Mark).expect("marked");
    assert_eq!(marked.bad_rows.iter().map(|bad| bad.row).collect::<Vec<_>>(), bad);
    let mut expected = Positions::new();
    for (row, fen) in fens.iter().enumerate() {
        let position = fen.parse::<Position>().ok();
        assert_eq!(marked.positions.as_slice().position(row), position);
        position.iter().for_each(|position| expected.push(position));
    }
    let skipped = Positions::from_fens(&fens, BadRows::Skip).expect("left out");
    assert!(skipped.positions == expected && skipped.bad_rows == marked.bad_rows);
    assert_eq!(Positions::from_fens(&fens, BadRows::Error).expect_err("bad").row, 0);
    fens.swap(0, 5000);
    assert_eq!(Positions::from_fens(&fens, BadRows::Error).expect_err("bad").row, 4095);
}

/// Texts that are counted when they are read.
struct Counted<'a>(&'a [&'a str], AtomicUsize);

impl Texts for Counted<'_> {
    fn len(&self) -> usize {
        self.0.len()
    }

    fn text(&self, index: usize) -> &str {
        self.1.fetch_add(1, Ordering::Relaxed);
        self.0[index]
    }
}

#[test]
fn nothing_is_read_after_the_first_bad_row() {
    let mut fens = vec!["4k3/8/8/8/8/8/8/4K2R w K - 7 9"; 50_000];
    fens[5000] = "no FEN";
    let texts = Counted(&fens, AtomicUsize::new(0));
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let read = pool.install(|| Positions::from_fens(&texts, BadRows::Error));
    assert_eq!(read.expect_err("bad").row, 5000);
    assert_eq!(texts.1.into_inner(), 5001);
}

/// Texts of many pieces, one bad row in the second and one in the last piece. The first text waits
/// until the last bad row has been read.
struct LastFirst {
    is_read: AtomicBool,
}

impl LastFirst {
    const ROWS: usize = 4 * 4096;
    const BAD: [usize; 2] = [4097, Self::ROWS - 1];
}

impl Texts for LastFirst {
    fn len(&self) -> usize {
        Self::ROWS
    }

    fn text(&self, index: usize) -> &str {
        if index == 0 {
            let start = Instant::now();
            while !self.is_read.load(Ordering::Relaxed) && start.elapsed() < Duration::from_secs(5)
            {
                std::thread::yield_now();
            }
            // So that the other thread can note its bad row.
            std::thread::sleep(Duration::from_millis(50));
        }
        if index == Self::BAD[1] {
            self.is_read.store(true, Ordering::Relaxed);
        }
        if Self::BAD.contains(&index) { "no FEN" } else { "4k3/8/8/8/8/8/8/4K3 w - - 0 1" }
    }
}

#[test]
fn the_first_bad_row_is_named_though_a_later_one_is_read_before_it() {
    let texts = LastFirst { is_read: AtomicBool::new(false) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().expect("two threads");
    let read = pool.install(|| Positions::from_fens(&texts, BadRows::Error));
    assert_eq!(read.expect_err("bad").row, LastFirst::BAD[0]);
    assert!(texts.is_read.into_inner());
}

#[test]
fn rows_are_given_by_any_range() {
    let positions: Positions = SAMPLE[..20].iter().copied().collect();
    let all = positions.as_slice();
    assert_eq!(all.rows(..), all);
    assert_eq!(all.rows(7..), all.rows(7..20));
    assert_eq!(all.rows(..=6), all.rows(0..7));
    assert!(all.iter().eq(SAMPLE[..20].iter().copied().map(Some)));
}

/// Texts of one FEN, of FENs with mistakes, and of other text.
fn mixed(rows: usize) -> Vec<&'static str> {
    let texts = [
        "4k3/8/8/8/8/8/8/4K2R w K - 7 9",
        "4k3/8/8/8/8/8/8/4K2R W KQ - 7 9",
        "no FEN",
        "3rk3/8/8/8/b7/4n3/8/3K4 w - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 b - - 3 9",
    ];
    (0..rows).map(|row| texts[row * row % 7 % 5]).collect()
}

#[test]
fn mended_rows_are_named() {
    let fens = mixed(10_000);
    let lenient: Vec<_> = fens.iter().map(|fen| Position::from_fen_lenient(fen)).collect();
    for bad_rows in [BadRows::Mark, BadRows::Skip] {
        let read = Positions::from_fens_lenient(&fens, bad_rows).expect("bad rows are taken");
        let rows: Vec<Option<Position>> = read.positions.as_slice().iter().collect();
        let expected = lenient.iter().map(|read| read.as_ref().ok().map(|(position, _)| *position));
        let is_kept = |row: &Option<Position>| bad_rows == BadRows::Mark || row.is_some();
        assert!(rows.into_iter().eq(expected.filter(is_kept)));
        let bad = (0..fens.len()).filter(|&row| lenient[row].is_err());
        assert!(read.bad_rows.iter().map(|bad| bad.row).eq(bad));
        let mut mended = read.mended_rows.iter();
        for (row, fen) in fens.iter().enumerate() {
            let Ok((_, mends)) = &lenient[row] else { continue };
            if !mends.is_empty() {
                let found = mended.next().expect("it is named");
                assert_eq!((found.row, &*found.text), (row, *fen));
                assert!(found.mends.iter().eq(mends.iter()));
            }
        }
        assert!(mended.next().is_none());
        assert!(read.mended_rows.len() > 1000 && read.bad_rows.len() > 1000);
    }
    let refused = Positions::from_fens_lenient(&fens, BadRows::Error).expect_err("a bad row");
    assert_eq!(Some(refused.row), fens.iter().position(|&fen| fen == "no FEN"));
}

#[test]
fn rows_are_read_by_rules() {
    let fens = ["4k2r/8/8/8/8/8/8/4K3 b k - 0 1", "5k1r/8/8/8/8/8/8/4K3 b k - 0 1"];
    for rules in Rules::ALL {
        let strict = Positions::from_fens_by_rules(&fens, rules, BadRows::Mark).expect("marked");
        let lenient = Positions::from_fens_lenient_by_rules(&fens, rules, BadRows::Mark);
        let lenient = lenient.expect("marked");
        for (row, fen) in fens.iter().enumerate() {
            let expected = Position::from_fen_by_rules(fen, rules);
            assert_eq!(strict.positions.as_slice().position(row), expected.ok(), "{rules} {fen}");
            let (expected, mends) =
                Position::from_fen_lenient_by_rules(fen, rules).expect("mended");
            assert_eq!(lenient.positions.as_slice().position(row), Some(expected));
            let mended = lenient.mended_rows.iter().any(|mended| mended.row == row);
            assert_eq!(mended, !mends.is_empty());
            assert_eq!(mended, row == 1 && rules != Rules::Chess960, "{rules}");
        }
        assert_eq!(strict.bad_rows.len(), usize::from(rules == Rules::Chess));
    }
}

#[test]
fn a_mended_row_says_what_was_wrong() {
    let read = Positions::from_fens_lenient(&["4k3/8/8/8/8/8/8/4K2R w KQ e9 0 1"], BadRows::Error);
    assert_eq!(
        read.expect("it can be mended").mended_rows[0].to_string(),
        "row 0: expected a rook of White on its back rank for a castling right at byte 24; \
         expected an en passant square or - at byte 26: \"4k3/8/8/8/8/8/8/4K2R w KQ e9 0 1\""
    );
}

#[test]
fn no_row_keeps_more_than_the_beginning_of_its_text() {
    let long = format!("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1{}", " ".repeat(1000));
    let texts = [&long, &"é".repeat(1000)];
    let read = Positions::from_fens_lenient(&texts, BadRows::Mark).expect("marked");
    assert_eq!(read.mended_rows[0].text, long[..200]);
    assert_eq!(read.bad_rows[0].text, "é".repeat(200));
}

#[test]
fn strict_reading_mends_nothing() {
    let fens = mixed(10_000);
    let strict = Positions::from_fens(&fens, BadRows::Mark).expect("bad rows are marked");
    assert_eq!(strict.mended_rows, []);
    let lenient = Positions::from_fens_lenient(&fens, BadRows::Mark).expect("marked");
    // A row is bad, mended or right.
    assert_eq!(strict.bad_rows.len(), lenient.bad_rows.len() + lenient.mended_rows.len());
}
