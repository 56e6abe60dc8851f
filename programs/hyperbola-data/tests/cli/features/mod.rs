//! `hyperbola features`.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use hyperbola_features::{
    AnyFeature, Arrays, AttackCounts, Attacks, Axis, BadRows, Checkers, Features, Positions, View,
};
use serde_json::Value;

use crate::{folder, hyperbola, json, left_out, printed, refused};

/// The valid positions of the test data, a line each.
pub(crate) static VALID: LazyLock<String> = LazyLock::new(|| testdata("valid.fens"));

/// Returns a file of positions of the test data.
fn testdata(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../testdata/positions");
    fs::read_to_string(folder.join(name)).expect("the file is there")
}

/// An array, read without the code that writes it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Npy {
    pub(crate) dtype: String,
    pub(crate) shape: Vec<usize>,
    pub(crate) bytes: Vec<u8>,
}

impl Npy {
    /// Reads an array by the description of the format, version 1.0.
    pub(crate) fn read(path: &Path) -> Self {
        let file = fs::read(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        assert_eq!(file[..8], *b"\x93NUMPY\x01\x00", "{}", path.display());
        let length = usize::from(u16::from_le_bytes([file[8], file[9]]));
        assert_eq!((10 + length) % 64, 0);
        let header = str::from_utf8(&file[10..10 + length]).expect("it is ASCII");
        assert!(header.ends_with('\n'));
        let rest = header.strip_prefix("{'descr': '").expect("the type comes first");
        let (dtype, rest) = rest.split_once('\'').expect("the type ends");
        let rest = rest.strip_prefix(", 'fortran_order': False, 'shape': (").expect("by rows");
        let (lengths, rest) = rest.split_once(')').expect("the shape ends");
        assert_eq!(rest.trim_end(), ", }");
        let lengths = lengths.split(',').map(str::trim).filter(|length| !length.is_empty());
        let shape: Vec<usize> = lengths.map(|length| length.parse().expect("a number")).collect();
        let bytes = file[10 + length..].to_vec();
        let size: usize = dtype[2..].parse().expect("a number of bytes");
        assert_eq!(bytes.len(), size * shape.iter().product::<usize>(), "{}", path.display());
        Self { dtype: dtype.to_owned(), shape, bytes }
    }

    /// Returns the numbers of an array of `u64`.
    fn words(&self) -> Vec<u64> {
        assert_eq!(self.dtype, "<u8");
        self.bytes.as_chunks().0.iter().map(|bytes| u64::from_le_bytes(*bytes)).collect()
    }
}

/// Returns a path as an argument.
pub(crate) fn text(path: &Path) -> &str {
    path.to_str().expect("the path is UTF-8")
}

/// Writes a file into a folder, and returns its path.
pub(crate) fn file(folder: &Path, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("the file is written");
    path
}

/// Runs the command, which must succeed. Returns what it prints on standard error, without the
/// time.
fn run(input: &Path, features: &str, output: &Path, more: &[&str]) -> String {
    let arguments = ["features", text(input), "--features", features, "--output", text(output)];
    let assert = hyperbola(&[&arguments[..], more].concat()).assert().success();
    let message = String::from_utf8(assert.get_output().stderr.clone()).expect("it is UTF-8");
    let mut lines: Vec<&str> = message.lines().collect();
    assert!(lines.pop().is_some_and(|last| last.ends_with(" rows/s")), "{message}");
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Returns the names of everything in a folder.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).expect("the folder is there");
    let name = |file: fs::DirEntry| file.file_name().into_string().expect("UTF-8");
    let mut names: Vec<String> = files.map(|file| name(file.expect("a file"))).collect();
    names.sort();
    names
}

/// Returns the description of the arrays in a folder.
pub(crate) fn manifest(folder: &Path) -> Value {
    let text = fs::read(folder.join("manifest.json")).expect("the manifest is there");
    serde_json::from_slice(&text).expect("it is JSON")
}

/// Returns positions from lines.
fn positions(lines: &str) -> Positions {
    let lines: Vec<&str> = lines.lines().collect();
    Positions::from_fens(&lines[..], BadRows::Error).expect("valid").positions
}

/// Asserts that the arrays of all features are those of the library, and that the manifest says so.
fn check_all(folder: &Path, positions: &Positions) {
    let manifest = manifest(folder);
    let listed = manifest["arrays"].as_array().expect("an array");
    let mut listed = listed.iter().filter(|array| !array["feature"].is_null());
    for feature in AnyFeature::all() {
        let mut arrays = Arrays::new(feature);
        arrays.append(positions.as_slice().features());
        for (array, bytes) in feature.arrays().iter().zip(arrays.bytes()) {
            let name = format!("{}.npy", array.name);
            let found = Npy::read(&folder.join(&name));
            let first = match array.axis {
                Axis::Positions => positions.len(),
                Axis::Offsets { lists } => lists * positions.len() + 1,
                Axis::Items => usize::try_from(arrays.items()).expect("they fit"),
            };
            assert_eq!(found.dtype, array.dtype.numpy(), "{name}");
            assert_eq!(found.shape, [&[first], &array.lengths[..]].concat(), "{name}");
            assert!(found.bytes == *bytes, "{name}");
            let listed = listed.next().expect("the array is in the manifest");
            assert_eq!(listed["file"], name);
            assert_eq!(listed["feature"], feature.name());
            assert_eq!(listed["dtype"], found.dtype);
            assert_eq!(listed["shape"], serde_json::json!(found.shape));
        }
    }
    assert_eq!(listed.next(), None);
    assert_eq!(manifest["rows"], positions.len());
    assert_eq!(manifest["version"], 1);
}

#[test]
fn inputs_are_those_of_the_set_in_names_or_in_a_file() {
    let folder = folder("inputs-of-a-set");
    let lines: String = VALID.lines().take(300).map(|line| format!("{line}\n")).collect();
    let input = file(folder.as_path(), "positions.fens", &lines);
    let definition = file(
        folder.as_path(),
        "own.toml",
        "[[blocks]]\npreset = \"pawn_pairs\"\n[[blocks]]\npreset = \"halfka_v2_hm\"\n",
    );
    let set = "pawn_pairs+halfka_v2_hm".parse().expect("names of presets");
    let rows = positions(&lines);
    for (option, first) in [("side-to-move", View::SideToMove), ("white", View::White)] {
        let mut arrays = Arrays::new(AnyFeature::inputs(&set, first));
        arrays.append(rows.as_slice().features());
        for (place, named) in ["pawn_pairs+halfka_v2_hm", text(&definition)].iter().enumerate() {
            let output = folder.as_path().join(format!("{option}{place}"));
            let arguments = ["features", text(&input), "--inputs", named, "--inputs-first", option];
            hyperbola(&[&arguments[..], &["--output", text(&output)]].concat()).assert().success();
            for (name, bytes) in
                ["inputs.offsets.npy", "inputs.items.npy"].iter().zip(arrays.bytes())
            {
                assert!(Npy::read(&output.join(name)).bytes == *bytes, "{name} of {named}");
            }
            // Another set is another run.
            let other =
                ["features", text(&input), "--inputs", "chess_768", "--output", text(&output)];
            refused(&other);
        }
    }
    let other = folder.as_path().join("other");
    for (written, message) in [
        ("[[blocks]]\npreset = 3", "invalid type: integer `3`, expected a string"),
        ("[[blocks]]\npreset = \"pawn\"", "block 1: expected one of the presets halfka_v2_hm"),
        ("[blocks]", "expected a sequence"),
    ] {
        let wrong = file(folder.as_path(), "wrong.toml", written);
        let arguments = ["features", text(&input), "--inputs", text(&wrong), "--output"];
        let found = refused(&[&arguments[..], &[text(&other)]].concat());
        assert!(found.contains(message), "{found}");
    }
    let found =
        refused(&["features", text(&input), "--inputs", "halfka", "--output", text(&other)]);
    assert!(found.contains("expected halfka_v2_hm, "), "{found}");
    assert!(!other.exists());
}

/// Returns the names of all features, joined by commas.
fn all_features() -> String {
    AnyFeature::all().map(AnyFeature::name).collect::<Vec<_>>().join(",")
}

#[test]
fn arrays_are_the_librarys_answers() {
    let folder = folder("features-answers");
    // Some blocks, and a last line without an end.
    let lines = VALID.repeat(3);
    let input = file(&folder, "positions.fens", lines.trim_end());
    let columns = positions(&lines);
    let (names, output) = (all_features(), folder.join("new/arrays"));
    for threads in ["0", "1", "3"] {
        assert_eq!(run(&input, &names, &output, &["--threads", threads, "--overwrite"]), "");
        check_all(&output, &columns);
        let manifest = manifest(&output);
        assert_eq!(manifest["source"], text(&input));
        assert_eq!(manifest["lines"], 15_000);
        assert_eq!(manifest["bad_rows"], serde_json::json!({ "policy": "skip", "count": 0 }));
        assert_eq!(
            self::names(&output).len(),
            manifest["arrays"].as_array().map_or(0, Vec::len) + 1
        );
    }
    // What the list of features says is not the only witness.
    let features = columns.as_slice().features();
    assert!(Npy::read(&output.join("attacks.npy")).words() == features.compute(Attacks));
    assert!(Npy::read(&output.join("attack_counts.npy")).bytes == features.compute(AttackCounts));
    assert!(Npy::read(&output.join("checkers.npy")).words() == features.compute(Checkers));
}

#[test]
fn every_word_gives_the_same_arrays() {
    let folder = folder("features-words");
    let input = file(&folder, "positions.fens", &*VALID);
    let columns = positions(&VALID);
    for kind in Features::KINDS {
        let output = folder.join(kind.id());
        let names = all_features();
        if kind.is_available() {
            run(&input, &names, &output, &["--word", kind.id()]);
            check_all(&output, &columns);
        }
    }
    let input = text(&input);
    let wrong = ["features", input, "--features", "attacks", "--output", input, "--word", "ssse3"];
    assert!(refused(&wrong).contains("[possible values: u64"));
}

#[test]
fn standard_input_is_a_file_too() {
    let folder = folder("features-stdin");
    let output = folder.join("arrays");
    let arguments = ["features", "-", "--features", "pinners,attacks", "--output", text(&output)];
    let command = [&arguments[..], &["--json"]].concat();
    let assert = hyperbola(&command).write_stdin(&**VALID).assert().success().stderr("");
    let mut summary: Value =
        serde_json::from_slice(&assert.get_output().stdout).expect("the output is JSON");
    assert!(summary["seconds"].as_f64() > Some(0.0));
    assert!(summary["rows_per_second"].as_f64() > Some(0.0));
    assert_eq!(summary["output"], text(&output));
    // The rest is the manifest. The features are in the order of the list.
    let manifest = manifest(&output);
    assert_eq!(manifest["source"], Value::Null);
    assert_eq!(manifest["features"], serde_json::json!(["attacks", "pinners"]));
    let summary = summary.as_object_mut().expect("an object");
    for key in ["seconds", "rows_per_second", "output"] {
        summary.remove(key);
    }
    assert_eq!(Some(&*summary), manifest.as_object());
    assert_eq!(names(&output), ["attacks.npy", "manifest.json", "pinners.npy"]);
    let attacks = positions(&VALID).as_slice().features().compute(Attacks);
    assert_eq!(Npy::read(&output.join("attacks.npy")).words(), attacks);
}

#[test]
fn the_files_are_printed_as_a_table() {
    let folder = folder("features-table");
    let input = file(&folder, "positions.fens", &*VALID);
    let output = folder.join("arrays");
    let arguments = ["features", text(&input), "--features", "attack_counts,checkers", "--output"];
    let assert = hyperbola(&arguments).arg(&output).assert().success();
    let table = String::from_utf8(assert.get_output().stdout.clone()).expect("it is UTF-8");
    let row = |name: &str| {
        let row = table.lines().find(|line| line.contains(name)).expect("the file is named");
        row.split_whitespace().skip(1).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(row("attack_counts.npy"), "|u1 5000 x 2 x 64");
    assert_eq!(row("checkers.npy"), "<u8 5000");
}

#[test]
fn named_features_are_listed_with_how_they_are_read() {
    let text = printed(&["features", "--list", "--features", "threats,legal_moves"]);
    let list = json(&["features", "--list", "--features", "threats,legal_moves", "--json"]);
    for (entry, name) in list.as_array().expect("a list").iter().zip(["legal_moves", "threats"]) {
        let feature: AnyFeature = name.parse().expect("a feature");
        assert_eq!((&entry["name"], &entry["details"]), (&name.into(), &feature.details().into()));
        assert!(text.contains(&feature.details()), "{text}");
    }
    assert_eq!(list.as_array().map(Vec::len), Some(2));
    assert!(!text.contains("halfka_v2_hm"));
}

#[test]
fn all_features_are_listed() {
    let table = printed(&["features", "--list"]);
    let list = json(&["features", "--list", "--json"]);
    let list = list.as_array().expect("the list is an array");
    assert_eq!(list.len(), AnyFeature::all().len());
    for (feature, entry) in AnyFeature::all().zip(list) {
        assert_eq!(entry["name"], feature.name());
        assert_eq!(entry["meaning"], feature.meaning());
        let arrays = entry["arrays"].as_array().expect("an array");
        for (array, entry) in feature.arrays().iter().zip(arrays) {
            assert_eq!(entry["name"], *array.name);
            assert_eq!(entry["dtype"], array.dtype.numpy());
            assert_eq!(entry["lengths"], serde_json::json!(array.lengths));
            let file = format!(" {}.npy ", array.name);
            let row = table.lines().find(|line| line.contains(&file)).expect("a row");
            assert!(row.contains(array.dtype.numpy()), "{row}");
        }
        let row = table.lines().find(|line| line.split_whitespace().next() == Some(feature.name()));
        assert!(row.expect("a row").contains(feature.meaning()));
    }
    let row = table.lines().find(|line| line.starts_with("attack_counts ")).expect("a row");
    let words: Vec<&str> = row.split_whitespace().skip(1).take(7).collect();
    assert_eq!(words, ["attack_counts.npy", "|u1", "N", "x", "2", "x", "64"], "{row}");
}

/// Good and bad lines, with the reasons for the bad ones.
fn mixed() -> (String, Vec<(usize, &'static str)>) {
    let valid: Vec<&str> = VALID.lines().collect();
    let lines = [
        valid[0],
        "8/8",
        valid[1],
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "x\u{1b}[2J",
        valid[2],
        "startpos",
        valid[3],
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 rest",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 rest",
        valid[4],
    ];
    let reasons = vec![
        (1, "column 4: expected eight ranks, the text ends after 2, found the end: \"8/8\""),
        (3, "column 1: expected one king of White, found 0: \"8/8/8/8/8/8/8/8 w - - 0 1\""),
        (4, "found 'x': \"x\\u{1b}[2J\""),
        (6, "expected a FEN and not a name ("),
        (8, "column 58: "),
        (9, "column 58: "),
    ];
    (lines.join("\n"), reasons)
}

#[test]
fn bad_rows_are_errors_or_left_out_or_marked() {
    let folder = folder("features-bad-rows");
    let (lines, reasons) = mixed();
    let input = file(&folder, "mixed.fens", &lines);
    let good: Vec<&str> = VALID.lines().take(5).collect();
    let good = positions(&good.join("\n"));
    let attacks = good.as_slice().features().compute(Attacks);

    // The first one is an error, and nothing is left behind.
    let output = folder.join("error");
    let arguments = ["features", text(&input), "--features", "attacks", "--output"];
    let error = [&arguments[..], &[text(&output), "--bad-rows", "error"]].concat();
    let message = refused(&error);
    assert_eq!(message, format!("error: {}: line 2, {}\n", text(&input), reasons[0].1));
    assert_eq!(names(&folder), ["mixed.fens"]);
    // By default they are left out, and the exit status says so.
    let output = folder.join("default");
    let by_default = left_out(&[&arguments[..], &[text(&output)]].concat(), 6);
    assert_eq!(names(&output), ["attacks.npy", "manifest.json", "rows.npy"]);
    assert_eq!(manifest(&output)["bad_rows"], serde_json::json!({ "policy": "skip", "count": 6 }));
    let check = |message: &str, end: &str| {
        let lines: Vec<&str> = message.lines().collect();
        assert_eq!(lines.len(), 6, "{message}");
        for (line, (row, reason)) in lines[..5].iter().zip(&reasons) {
            assert!(
                line.starts_with(&format!("{}: line {}, ", text(&input), row + 1)),
                "{message}"
            );
            assert!(line.contains(reason), "{line}");
        }
        assert_eq!(lines[5], end);
    };
    check(&by_default, "6 bad rows are left out");
    assert_eq!(Npy::read(&output.join("attacks.npy")).words(), attacks);
    assert_eq!(Npy::read(&output.join("rows.npy")).words(), [0, 2, 5, 7, 10]);
    let output = folder.join("skip");
    check(&run(&input, "attacks", &output, &["--bad-rows", "skip"]), "6 bad rows are left out");
    assert_eq!(Npy::read(&output.join("attacks.npy")).words(), attacks);
    assert_eq!(Npy::read(&output.join("rows.npy")).words(), [0, 2, 5, 7, 10]);
    let skipped = manifest(&output);
    assert_eq!((&skipped["rows"], &skipped["lines"]), (&5.into(), &11.into()));
    assert_eq!(skipped["bad_rows"], serde_json::json!({ "policy": "skip", "count": 6 }));
    assert_eq!(skipped["arrays"][1]["file"], "rows.npy");
    assert_eq!(skipped["arrays"][1]["shape"], serde_json::json!([5]));

    let output = folder.join("mark");
    check(&run(&input, "attacks", &output, &["--bad-rows", "mark"]), "6 bad rows are marked");
    let marked = Npy::read(&output.join("marked.npy"));
    let bad: Vec<usize> = reasons.iter().map(|(row, _)| *row).collect();
    let expected: Vec<u8> = (0..11).map(|row| u8::from(bad.contains(&row))).collect();
    assert_eq!((&*marked.dtype, marked.bytes), ("|b1", expected));
    let found = Npy::read(&output.join("attacks.npy")).words();
    let mut good = attacks.chunks(2);
    for (row, found) in found.chunks(2).enumerate() {
        let expected = if bad.contains(&row) { &[0, 0] } else { good.next().expect("a row") };
        assert_eq!(found, expected, "row {row}");
    }
    assert_eq!(manifest(&output)["bad_rows"]["count"], 6);
    assert_eq!(names(&output), ["attacks.npy", "manifest.json", "marked.npy"]);
}

#[test]
fn bad_rows_of_many_blocks_keep_their_numbers() {
    let folder = folder("features-many-bad-rows");
    let invalid = testdata("invalid.fens");
    let (mut lines, mut rows) = (String::new(), Vec::new());
    for round in 0..20 {
        for (index, (valid, invalid)) in VALID.lines().zip(invalid.lines()).enumerate() {
            let is_bad = index % 7 == round;
            lines += if is_bad { invalid } else { valid };
            lines += "\r\n";
            if !is_bad {
                rows.push((round * 5000 + index) as u64);
            }
        }
    }
    let input = file(&folder, "positions.fens", &lines);
    let (skip, mark) = (folder.join("skip"), folder.join("mark"));
    let message = run(&input, "checkers", &skip, &["--bad-rows", "skip"]);
    assert!(message.ends_with(&format!("\n{} bad rows are left out\n", "5,000")), "{message}");
    assert_eq!(message.lines().count(), 6);
    assert!(Npy::read(&skip.join("rows.npy")).words() == rows);
    run(&input, "checkers", &mark, &["--bad-rows", "mark"]);
    let marked = Npy::read(&mark.join("marked.npy")).bytes;
    let unmarked = (0..).zip(&marked).filter(|(_, mark)| **mark == 0).map(|(row, _)| row);
    assert!(unmarked.eq(rows.iter().copied()));
    let (skipped, all) =
        (Npy::read(&skip.join("checkers.npy")), Npy::read(&mark.join("checkers.npy")));
    let all = all.words();
    let kept = rows.iter().map(|&row| all[usize::try_from(row).expect("it fits")]);
    assert!(kept.eq(skipped.words()));
    // The first is named, whatever the threads.
    let output = folder.join("error");
    for threads in ["1", "4"] {
        let arguments = ["features", text(&input), "--features", "checkers", "--output"];
        let error = [text(&output), "--bad-rows", "error", "--threads", threads];
        let message = refused(&[&arguments[..], &error].concat());
        assert!(message.contains("positions.fens: line 1, "), "{message}");
    }
}

/// Rows are counted without the lines that are none, also where a run goes on with another policy.
#[test]
fn comments_and_empty_lines_are_no_rows() {
    let folder = folder("features-comments");
    let valid: Vec<&str> = VALID.lines().take(2).collect();
    let moves = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - moves e2e4";
    let lines = format!("# a list\n\n{}\n{moves}\nx\n  # more\n{}\n", valid[0], valid[1]);
    let input = file(&folder, "list.fens", &lines);
    let output = folder.join("output");
    let message = run(&input, "attacks", &output, &["--bad-rows", "skip"]);
    assert!(message.contains("list.fens: line 5, column 1: "), "{message}");
    assert_eq!(Npy::read(&output.join("rows.npy")).words(), [0, 1, 3]);
    let after: hyperbola_moves::Position = moves.parse().expect("legal moves");
    let expected = positions(&[valid[0], &after.to_string(), valid[1]].join("\n"));
    let attacks = expected.as_slice().features().compute(Attacks);
    assert_eq!(Npy::read(&output.join("attacks.npy")).words(), attacks);
    // Many lines are a block of their own, of which none is a row.
    let many = "#\n".repeat(200_000) + valid[0] + "\nx\n" + valid[1];
    let input = file(&folder, "many.fens", &many);
    let arguments = ["features", text(&input), "--features", "attacks", "--output"];
    let output = folder.join("many");
    let error = [&arguments[..], &[text(&output), "--bad-rows", "error"]].concat();
    let message = refused(&error);
    assert!(message.contains("many.fens: line 200002, column 1: "), "{message}");
    run(&input, "attacks", &output, &["--bad-rows", "skip"]);
    assert_eq!(Npy::read(&output.join("rows.npy")).words(), [0, 2]);
    assert_eq!(manifest(&output)["lines"], 200_003);
    let by_default = folder.join("default");
    let message = left_out(&[&arguments[..], &[text(&by_default)]].concat(), 1);
    assert!(message.contains("many.fens: line 200002, column 1: "), "{message}");
    assert_eq!(Npy::read(&by_default.join("rows.npy")).words(), [0, 2]);
    assert_eq!(manifest(&by_default), manifest(&output));
}

#[test]
fn lines_of_any_form_are_rows() {
    let folder = folder("features-lines");
    let fen = VALID.lines().next().expect("a line");
    let long = "a".repeat(5000);
    // The blanks behind a FEN do not matter, but no more of them are read than a line may have.
    let blanks = format!("{fen}{}", " ".repeat(4096));
    let cases: [(&[u8], &[u8], &str); 12] = [
        (b"", &[], ""),
        (&blanks.as_bytes()[..4096], &[0], ""),
        (blanks.as_bytes(), &[1], "line 1, expected at most 4096 bytes, found "),
        (b"\n \t\r\n# x", &[], ""),
        (b"\n# x\r\nx", &[1], "line 3, column 1: "),
        (fen.as_bytes(), &[0], ""),
        (&[fen.as_bytes(), b"\r\n\n", fen.as_bytes(), b"\n#\nx"].concat(), &[0, 0, 1], "line 5, "),
        // A byte order mark is passed over where the text begins.
        (
            &[b"\xef\xbb\xbf", fen.as_bytes(), b"\n\xef\xbb\xbf", fen.as_bytes()].concat(),
            &[0, 1],
            "line 2, column 1: ",
        ),
        (b"startpos", &[1], "line 1, expected a FEN and not a name ("),
        (&[&vec![b'a'; 5 << 20][..], b"\n", fen.as_bytes()].concat(), &[1, 0], "found 5242880: "),
        (&[fen.as_bytes(), b"\xff\n", fen.as_bytes()].concat(), &[1, 0], "line 1, "),
        (
            &[long.as_bytes(), b"\n", fen.as_bytes()].concat(),
            &[1, 0],
            "line 1, expected at most 4096 bytes, found 5000: \"aaa",
        ),
    ];
    for (number, (lines, marks, expected)) in cases.into_iter().enumerate() {
        let input = file(&folder, "lines", lines);
        let output = folder.join(number.to_string());
        let message = run(&input, "attacks", &output, &["--bad-rows", "mark"]);
        assert!(message.contains(expected), "{message}");
        assert!(message.lines().all(|line| line.len() < 300), "{message}");
        assert_eq!(Npy::read(&output.join("marked.npy")).bytes, marks);
        assert_eq!(Npy::read(&output.join("attacks.npy")).shape, [marks.len(), 2]);
        let ends = lines.iter().filter(|byte| **byte == b'\n').count();
        let is_cut = lines.last().is_some_and(|last| *last != b'\n');
        assert_eq!(manifest(&output)["lines"], ends + usize::from(is_cut));
    }
    // What has no lines is no input, whatever happens with bad rows.
    let output = folder.join("none");
    let arguments = ["features", "/dev/zero", "--features", "attacks", "--output", text(&output)];
    let message = refused(&[&arguments[..], &["--bad-rows", "skip"]].concat());
    let expected = "/dev/zero: line 1: expected a line end, found none in 256 MiB\n";
    assert!(message.ends_with(expected), "{message}");
    assert!(!output.exists());
}

#[test]
fn wrong_use_is_refused() {
    let folder = folder("features-wrong");
    let input = file(&folder, "positions.fens", &*VALID);
    let output = folder.join("arrays");
    let (input, output) = (text(&input), text(&output));
    let refused_with = |arguments: &[&str], expected: &str| {
        let message = refused(&[&["features"], arguments].concat());
        assert!(message.contains(expected), "{arguments:?} is refused by\n{message}");
        assert_eq!(names(&folder), ["positions.fens"]);
    };
    let good = [input, "--features", "attacks", "--output", output];
    refused_with(&[], "--features <NAMES>");
    refused_with(&good[..3], "--output <DIR>");
    refused_with(&[input, "--output", output], "--features <NAMES>");
    for wrong in ["attack", "Attacks", "", "attacks,,pinned", "attacks, pinned"] {
        let arguments = [input, "--features", wrong, "--output", output];
        let message = refused(&[&["features"], &arguments[..]].concat());
        for feature in AnyFeature::all() {
            assert!(message.contains(feature.name()), "{wrong:?} is refused by\n{message}");
        }
        assert_eq!(names(&folder), ["positions.fens"]);
    }
    let with = |more: &[&'static str]| [&good[..], more].concat();
    refused_with(&with(&["--bad-rows", "no"]), "[possible values: error, skip, mark]");
    for threads in ["257", "-1", "many"] {
        refused_with(&[&good[..], &["--threads", threads]].concat(), "--threads");
    }
    refused_with(&with(&["--list"]), "cannot be used with");
    refused_with(&["--list", "--threads", "2"], "cannot be used with");
    // A feature may be named twice.
    run(Path::new(input), "attacks,attacks", Path::new(output), &[]);
    assert_eq!(names(Path::new(output)), ["attacks.npy", "manifest.json"]);
}

#[test]
fn what_is_there_is_replaced_only_if_asked() {
    let folder = folder("features-overwrite");
    let input = file(&folder, "positions.fens", &*VALID);
    let half: String = VALID.split_inclusive('\n').take(2500).collect();
    let other = file(&folder, "other.fens", &half);
    let output = folder.join("arrays");
    run(&input, "attacks,pinned", &output, &[]);
    let before = manifest(&output);
    for name in ["manifest.json", "attacks.npy", "pinned.npy"] {
        let arguments = ["features", text(&other), "--features", "checkers,attacks", "--output"];
        let message = refused(&[&arguments[..], &[text(&output)]].concat());
        let expected = format!(
            "error: {} is there already; --overwrite replaces it\n",
            text(&output.join(name))
        );
        assert_eq!(message, expected);
        assert!(!output.join(".partial").exists());
        fs::rename(output.join(name), folder.join(name)).expect("the file is moved");
    }
    for name in ["manifest.json", "attacks.npy", "pinned.npy"] {
        fs::rename(folder.join(name), output.join(name)).expect("the file is moved");
    }
    assert_eq!(manifest(&output), before);
    file(&output, "notes.txt", "mine");
    // A run that fails replaces nothing.
    let bad = file(&folder, "bad.fens", half.clone() + "no FEN\n");
    let arguments = ["features", text(&bad), "--features", "checkers", "--output", text(&output)];
    refused(&[&arguments[..], &["--overwrite", "--bad-rows", "error"]].concat());
    assert_eq!(manifest(&output), before);
    assert_eq!(names(&output), ["attacks.npy", "manifest.json", "notes.txt", "pinned.npy"]);
    // Arrays of the earlier run do not stay beside those of the new one. Other files do.
    run(&other, "checkers,attacks", &output, &["--overwrite"]);
    assert_eq!(names(&output), ["attacks.npy", "checkers.npy", "manifest.json", "notes.txt"]);
    assert_eq!(Npy::read(&output.join("attacks.npy")).shape, [2500, 2]);
    assert_eq!(manifest(&output)["rows"], 2500);
    // The input is never replaced.
    fs::create_dir(output.join(".partial")).expect("a folder");
    for name in ["pinned.npy", ".partial/pinned.npy"] {
        let input = file(&output, name, &*VALID);
        let arguments =
            ["features", text(&input), "--features", "pinned", "--output", text(&output)];
        let message = refused(&[&arguments[..], &["--overwrite"]].concat());
        assert!(message.ends_with("is the input and would be replaced\n"), "{message}");
        assert_eq!(fs::read(&input).expect("it is there"), VALID.as_bytes());
    }
}

#[test]
fn what_cannot_be_read_or_written_is_named() {
    let folder = folder("features-unwritable");
    let input = file(&folder, "positions.fens", &*VALID);
    let fails = |input: &Path, output: &Path, expected: &str| {
        let arguments =
            ["features", text(input), "--features", "attacks", "--output", text(output)];
        let assert = hyperbola(&arguments).assert().code(1).stdout("");
        let message = String::from_utf8_lossy(&assert.get_output().stderr).into_owned();
        assert!(message.starts_with(&format!("error: {expected}: ")), "{message}");
        assert_eq!(names(&folder), ["positions.fens"]);
    };
    let output = folder.join("arrays");
    let missing = folder.join("missing");
    fails(&missing, &output, &format!("cannot read {}", text(&missing)));
    fails(&folder, &output, &format!("cannot read {}", text(&folder)));
    fails(&input, &input, &format!("cannot write {}", text(&input)));
    let inside = input.join("arrays");
    fails(&input, &inside, &format!("cannot write {}", text(&inside)));
    #[cfg(target_os = "linux")]
    fails(&input, Path::new("/proc/arrays"), "cannot write /proc/arrays");
}

#[test]
fn garbage_is_marked_or_refused() {
    let folder = folder("features-garbage");
    let fen = b"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1\n";
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    let mut below = |bound: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state >> 33).expect("it fits") % bound
    };
    let mut lines = Vec::new();
    for _ in 0..20_000 {
        let mut line = fen.to_vec();
        for _ in 0..below(4) {
            let place = below(line.len());
            line[place] = u8::try_from(below(256)).expect("a byte");
        }
        lines.extend(line);
    }
    let input = file(&folder, "garbage", &lines);
    let output = folder.join("arrays");
    run(&input, &all_features(), &output, &["--bad-rows", "mark"]);
    let count = lines.split(|&byte| byte == b'\n').count() - usize::from(lines.ends_with(b"\n"));
    assert_eq!(manifest(&output)["lines"], count);
    // Empty lines and comments are no rows.
    let is_row = |line: &&[u8]| {
        let first = line.iter().find(|byte| !b" \t\r\x0c".contains(byte));
        first.is_some_and(|&first| first != b'#')
    };
    let all = || lines.split(|&byte| byte == b'\n').take(count);
    let rows = all().filter(is_row).count();
    assert!(rows < count && all().any(|line| line.starts_with(b"#")));
    let marked = Npy::read(&output.join("marked.npy"));
    assert_eq!(marked.shape, [rows]);
    // Each mark is what the line says.
    let is_bad = |line: &[u8]| {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        let text = str::from_utf8(line).ok();
        text.is_none_or(|line| line.parse::<hyperbola_moves::Position>().is_err())
    };
    assert!(all().filter(is_row).map(|line| u8::from(is_bad(line))).eq(marked.bytes));
}

#[test]
fn lenient_reading_names_what_it_mends() {
    let folder = folder("features-lenient");
    let good = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    let mistakes = ["4k3/8/8/8/8/8/8/4K2R w KQ e9 0 1", "4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"];
    let lines = [good, mistakes[0], "no FEN", good, mistakes[1]].join("\n");
    let input = file(&folder, "mistakes.fens", &lines);
    let output = folder.join("lenient");
    let policy = ["--bad-rows", "mark", "--lenient"];
    let message = run(&input, "attacks", &output, &policy);
    let lines: Vec<&str> = message.lines().collect();
    let rook = "expected a rook of White on its back rank for a castling right at byte 24";
    let square = "expected an en passant square or - at byte 26";
    let input_name = text(&input);
    assert_eq!(lines.len(), 5, "{message}");
    assert_eq!(lines[0], format!("{input_name}: line 2, {rook}; {square}: \"{}\"", mistakes[0]));
    assert_eq!(lines[1], format!("{input_name}: line 5, {rook}: \"{}\"", mistakes[1]));
    assert_eq!(lines[2], "2 rows are mended");
    assert!(lines[3].starts_with(&format!("{input_name}: line 3, ")), "{message}");
    assert_eq!(lines[4], "1 bad row is marked");
    let found = manifest(&output);
    assert_eq!((&found["mended_rows"], &found["bad_rows"]["count"]), (&2.into(), &1.into()));
    assert_eq!(found["rows"], 5);
    let attacks = Npy::read(&output.join("attacks.npy")).words();
    assert_eq!(attacks[2..4], attacks[..2]);
    assert_eq!(attacks[4..6], [0, 0]);
    assert_eq!(attacks[8..], attacks[..2]);

    // Without the option these rows are bad ones.
    let strict = folder.join("strict");
    run(&input, "attacks", &strict, &["--bad-rows", "mark"]);
    let found = manifest(&strict);
    assert_eq!((&found["mended_rows"], &found["bad_rows"]["count"]), (&0.into(), &3.into()));
    // The rest of the first few are only counted.
    let many = file(&folder, "many.fens", format!("{}\n", mistakes[1]).repeat(70_000));
    let message = run(&many, "checkers", &folder.join("many"), &["--lenient"]);
    assert_eq!(message.lines().count(), 6, "{message}");
    assert_eq!(message.lines().last(), Some("70,000 rows are mended"));
    // What cannot be mended is said, and not what comes before it.
    let wrong = file(&folder, "wrong.fens", "4k3/8/8/8/8/8/8/7R x K - 0 1");
    let output = folder.join("wrong");
    let arguments = ["features", text(&wrong), "--features", "attacks", "--lenient", "--output"];
    let message = refused(&[&arguments[..], &[text(&output), "--bad-rows", "error"]].concat());
    assert!(message.contains("expected one king"), "{message}");
    assert!(!output.exists());
    let message = left_out(&[&arguments[..], &[text(&output)]].concat(), 1);
    assert!(message.contains("wrong.fens: line 1, expected one king"), "{message}");
    assert_eq!(message.lines().last(), Some("1 bad row is left out"));
}

#[test]
fn planes_have_the_type_that_is_asked_for() {
    let folder = folder("features-planes-dtype");
    let input = file(&folder, "valid.fens", VALID.as_str());
    let names = "attacks,planes_pieces,planes_all,planes_all_white";
    for (dtype, numpy, size) in [("u8", "|u1", 1), ("f16", "<f2", 2), ("f32", "<f4", 4)] {
        let output = folder.join(dtype);
        run(&input, names, &output, &["--planes-dtype", dtype]);
        assert_eq!(Npy::read(&output.join("attacks.npy")).dtype, "<u8");
        for name in ["planes_pieces", "planes_all", "planes_all_white"] {
            let found = Npy::read(&output.join(format!("{name}.npy")));
            let bytes = Npy::read(&folder.join("u8").join(format!("{name}.npy")));
            assert_eq!((&*found.dtype, &found.shape), (numpy, &bytes.shape), "{name}");
            assert_eq!(found.bytes.len(), size * bytes.bytes.len());
            for (number, &byte) in found.bytes.chunks(size).zip(&bytes.bytes) {
                let expected = f32::from(byte);
                let number = match *number {
                    [byte] => f32::from(byte),
                    // Eleven bits of a number, and the power of two of the first one.
                    [low, high] if (low, high) != (0, 0) => {
                        let bits = u16::from_le_bytes([low, high]);
                        let power = i32::from(bits >> 10) - 25;
                        f32::from(1024 | bits & 1023) * 2_f32.powi(power)
                    }
                    [a, b, c, d] => f32::from_le_bytes([a, b, c, d]),
                    _ => 0.0,
                };
                assert_eq!(number, expected, "{name}");
            }
        }
        let listed = &manifest(&output)["arrays"];
        assert_eq!((&listed[0]["dtype"], &listed[1]["dtype"]), (&"<u8".into(), &numpy.into()));
    }
    let output = folder.join("none");
    let arguments = ["features", text(&input), "--features", "attacks", "--output", text(&output)];
    let message = refused(&[&arguments[..], &["--planes-dtype", "f16"]].concat());
    assert!(message.contains("expected a feature of planes"), "{message}");
    assert!(!output.exists());
}

#[test]
fn the_help_tells_of_all_that_is_needed() {
    let help = printed(&["help", "features"]).split_whitespace().collect::<Vec<_>>().join(" ");
    for text in [
        "--features",
        "--bad-rows",
        "--lenient",
        "--planes-dtype",
        "NAME.offsets.npy",
        ".partial",
        "mmap_mode='r'",
    ] {
        assert!(help.contains(text), "{text}");
    }
}

#[cfg(target_os = "linux")]
mod interrupted;
#[cfg(target_os = "linux")]
mod overwritten;
