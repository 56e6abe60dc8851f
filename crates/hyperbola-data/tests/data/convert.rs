//! The engine of conversion: any number of threads writes the same, a conversion goes on anywhere,
//! and what is wrong is named.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use hyperbola_data::convert::{
    BadRows, Conversion, ConvertError, Place, Progress, Request, Section, Sections, Source, State,
    Stopped, Watch,
};
use hyperbola_data::{Arrangement, Filter, Format, GameResult, Plan};

use crate::support::{sample, write};

/// Writes records of several sections, and returns their path and their bytes.
fn large(name: &str) -> (PathBuf, Vec<u8>) {
    let bytes = sample("edge.bin").repeat(900);
    assert!(bytes.len() > 6 << 20);
    let path = std::env::temp_dir().join(format!("hyperbola_{}_{name}.bin", std::process::id()));
    fs::write(&path, &bytes).expect("it is written");
    (path, bytes)
}

/// Returns what keeps all entries, with a few of them filtered out.
fn request(threads: usize) -> Request {
    let filter = Filter { without_checks: true, ..Filter::default() };
    let plan = Plan { filter, missing_result: GameResult::Draw, ..Plan::default() };
    Request { plan, threads, ..Request::default() }
}

fn conversion(path: &Path, request: Request) -> Conversion {
    let source = Source::open(path, None).expect("a source");
    Conversion::new(vec![source], request).expect("a conversion")
}

/// Converts a file, and returns what is written.
fn converted(path: &Path, format: Format, request: Request) -> Vec<u8> {
    let (mut conversion, mut bytes) = (conversion(path, request), Vec::new());
    conversion.write(format, &mut bytes, &mut ()).expect("it is converted");
    bytes
}

/// Saves after each batch, and stops after a number of savings.
struct Saving {
    left: usize,
    last: Option<State>,
    shown: u64,
}

impl Watch for Saving {
    fn show(&mut self, progress: Progress) {
        if let Progress::Read { entries, .. } = progress {
            assert!(entries >= self.shown);
            self.shown = entries;
        }
    }

    fn is_due(&mut self) -> bool {
        true
    }

    fn save(&mut self, state: State) -> Result<(), Stopped> {
        self.last = Some(state);
        self.left = self.left.checked_sub(1).ok_or(Stopped)?;
        Ok(())
    }
}

#[test]
fn any_number_of_threads_writes_the_same() {
    let (path, _) = large("threads");
    for format in [Format::Bin, Format::Binpack] {
        let one = converted(&path, format, request(1));
        assert!(one.len() > 1 << 20);
        assert!(converted(&path, format, request(3)) == one, "{format}");
    }
    fs::remove_file(path).expect("it is there");
}

#[test]
fn a_conversion_goes_on_where_it_was_stopped() {
    let (path, _) = large("resumed");
    // A binpack can pause only behind a chunk, and before its first entry, where nothing is won.
    for (format, every, savings) in [(Format::Bin, 1, 30), (Format::Binpack, 2, 1)] {
        let request = || Request { every, ..request(2) };
        let whole = converted(&path, format, request());
        let (mut bytes, mut state, mut times) = (Vec::new(), None::<State>, 0);
        loop {
            let mut watch = Saving { left: savings, last: None, shown: 0 };
            let mut conversion = conversion(&path, request());
            if let Some(state) = state.take() {
                // The journal has it as a text.
                let text = serde_json::to_string(&state).expect("a text");
                conversion.resume(serde_json::from_str(&text).expect("a state"));
            }
            match conversion.write(format, &mut bytes, &mut watch) {
                Ok(()) => break,
                Err(error) => assert!(matches!(error, ConvertError::Stopped), "{error}"),
            }
            (state, times) = (watch.last, times + 1);
        }
        assert!(times > 1, "{times}");
        assert!(bytes == whole, "{format}");
    }
    fs::remove_file(path).expect("it is there");
}

#[test]
fn a_state_has_the_text_of_earlier_journals() {
    let text = "{\"place\":{\"input\":1,\"from\":2,\"passed\":3},\"counts\":{\"read\":4,\"fitting\":5,\
                \"kept\":6,\"written\":7,\"bad\":8,\"refused\":9},\"inputs\":[{\"entries\":10,\
                \"units\":11}],\"named\":[\"a\"]}";
    let state: State = serde_json::from_str(text).expect("a state");
    assert_eq!((state.place.passed, state.tally.inputs[0].units), (3, 11));
    assert_eq!(serde_json::to_string(&state).expect("a text"), text);
}

#[test]
fn sections_of_ranges_are_the_whole() {
    let (path, bytes) = large("ranges");
    let length = bytes.len() as u64;
    let sections = |range: core::ops::Range<u64>| -> Vec<Section> {
        let source = Arc::new(Source::open(&path, None).expect("a source"));
        let open = move |number| (number == 0).then(|| Ok((Arc::clone(&source), range.clone())));
        let sections = Sections::new(Box::new(open), Place::default());
        sections.map(|(section, source)| source.map(|_| section).expect("a section")).collect()
    };
    let whole = sections(0..u64::MAX);
    assert!(whole.len() >= 3);
    assert_eq!((whole[0].from, whole[whole.len() - 1].to), (0, length));
    assert!(whole.windows(2).all(|pair| pair[0].to == pair[1].from && !pair[1].is_first));
    for parts in [2, 5] {
        let mut before = 0;
        for part in 0..parts {
            for section in sections(length * part / parts..length * (part + 1) / parts) {
                assert_eq!(section.from, before);
                before = section.to;
            }
        }
        assert_eq!(before, length);
    }
    fs::remove_file(path).expect("it is there");
}

#[test]
fn what_is_wrong_ends_a_conversion_or_is_left_out() {
    let good = String::from_utf8(sample("std.txt")).expect("a text");
    let text = good.replacen(" w ", " x ", 2);
    let source = || {
        let stream = Box::new(std::io::Cursor::new(text.clone()));
        vec![Source::of_stream("some lines", stream, Some(Format::BulletText)).expect("a source")]
    };
    let strict = Request { bad_rows: BadRows::Error, ..request(1) };
    let mut conversion = Conversion::new(source(), strict).expect("a conversion");
    assert!(!conversion.can_go_on());
    let error = conversion.check(&mut ()).expect_err("it is wrong");
    assert!(error.to_string().starts_with("some lines: line "), "{error}");
    let request = Request { bad_rows: BadRows::Skip, ..request(1) };
    let mut conversion = Conversion::new(source(), request).expect("a conversion");
    conversion.check(&mut ()).expect("it is left out");
    let tally = conversion.tally();
    assert_eq!((tally.counts.bad, tally.named.len(), tally.counts.read), (2, 2, 98));
}

#[test]
fn entries_are_arranged_and_surveyed() {
    let (path, _) = large("arranged");
    let arrangement = Some(Arrangement { unique: true, ..Arrangement::default() });
    let request = Request { arrangement, surveys: true, ..request(2) };
    let mut conversion = conversion(&path, request);
    let mut bytes = Vec::new();
    conversion.write(Format::Plain, &mut bytes, &mut ()).expect("it is converted");
    let (counts, outcome) = (conversion.tally().counts, conversion.outcome());
    assert_eq!(counts.kept, counts.written + outcome.duplicates);
    assert!(outcome.duplicates > 600 * counts.written, "{counts:?}");
    assert_eq!(outcome.survey.as_ref().map(|survey| survey.entries()), Some(counts.written));
    let entries = crate::support::read(Format::Plain, &bytes);
    assert_eq!(write(Format::Plain, &entries), bytes);
    fs::remove_file(path).expect("it is there");
}
