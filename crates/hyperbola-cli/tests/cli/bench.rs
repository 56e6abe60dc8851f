//! `hyperbola bench`. No time is asserted.

use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{hyperbola, json, printed, refused};

/// A record of two techniques, the second twice as slow, and of one that is wrong.
const RECORD: &str = r#"{
    "format": 1, "command": "hyperbola bench", "seconds": 1.0,
    "machine": {
        "cpu": "A <processor>", "processors": 2, "architecture": "x86_64", "system": "Linux",
        "flags": [], "words": ["u64"], "caches": ["L1 Data 32K"], "version": "0.1.0",
        "compiler": "rustc", "compiler_flags": "", "profile": "release", "load_before": 0.5,
        "load_after": 1.0
    },
    "measurements": [{
        "name": "throughput-queen-games", "model": "throughput", "slider": "queen",
        "analysis": "What it is.", "excluded": [], "digest": "00", "seconds": 1.0,
        "panels": [{
            "label": "all", "baseline": "kindergarten on u64", "rounds": 15, "spread": 0.01,
            "rows": [
                {"name": "kindergarten on u64", "technique": "kindergarten", "word": "u64",
                 "lanes": 1, "table_bytes": 10240, "time": {"nanoseconds": 4.0, "mad": 0.1,
                 "min": 3.9, "ratio": 1.0, "ratio_low": 1.0, "ratio_high": 1.0}},
                {"name": "classical on u64", "technique": "classical", "word": "u64",
                 "lanes": 1, "table_bytes": 4096, "time": {"nanoseconds": 8.0, "mad": 0.1,
                 "min": 7.9, "ratio": 2.0, "ratio_low": 1.9, "ratio_high": 2.1}},
                {"name": "wrong", "error": "its answers have the digest 01, expected 00"}
            ]
        }]
    }]
}"#;

/// A file of its own in the folder for temporary ones.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).expect("the folder can be written to");
    path
}

#[test]
fn the_definitions_are_listed() {
    let table = printed(&["bench", "--list"]);
    let names = json(&["bench", "--list", "--json"]);
    let names = names.as_array().expect("an array");
    assert!(names.len() > 5);
    for name in names {
        assert!(table.contains(name.as_str().expect("a name")), "{name}");
    }
    let message = refused(&["bench", "--definition", "no-such"]);
    assert_eq!(
        message,
        "error: there is no definition no-such; hyperbola bench --list names them\n"
    );
}

#[test]
fn two_records_are_compared() {
    let first = file("bench-first.json", RECORD);
    let second = RECORD.replace("\"nanoseconds\": 8.0", "\"nanoseconds\": 2.0");
    let second = second.replace("\"ratio\": 2.0", "\"ratio\": 0.5");
    // Its interval still has what it was.
    let wide = file("bench-wide.json", &second.replace("\"ratio_low\": 1.9", "\"ratio_low\": 0.4"));
    let second = second.replace(
        "\"ratio_low\": 1.9, \"ratio_high\": 2.1",
        "\"ratio_low\": 0.4, \"ratio_high\": 0.6",
    );
    let second = file("bench-second.json", &second);
    let [first, second, wide] = [&first, &second, &wide].map(|path| path.to_str().expect("UTF-8"));
    let text = printed(&["bench", "compare", first, second]);
    let told = "Of 1 pairs whose intervals are more than 10 % apart in both, 1 are in another order; \
                0 more are so by their medians alone.";
    assert!(text.contains(told), "{text}");
    let object = json(&["bench", "compare", first, wide, "--json"]);
    assert_eq!((&object["pairs"], &object["undecided"]), (&Value::from(0), &Value::from(1)));
    let object = json(&["bench", "compare", first, second, "--json"]);
    assert_eq!(object["rows"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["reversed"][0]["faster"], "kindergarten on u64");
    let same = json(&["bench", "compare", first, first, "--json"]);
    assert_eq!(same["reversed"], Value::Array(Vec::new()));
    hyperbola(&["bench", "compare", first, "no-such-file"]).assert().code(1).stdout("");
}

#[test]
fn a_record_has_a_page_that_needs_no_network_and_says_who_is_wrong() {
    let record = file("bench-report.json", RECORD);
    let page = file("bench-report.html", "");
    let [record, path] = [&record, &page].map(|path| path.to_str().expect("UTF-8"));
    assert_eq!(printed(&["bench", "report", record, path]), "");
    let page = fs::read_to_string(&page).expect("the page is there");
    for part in ["<svg", "A &lt;processor&gt;", "4.000", "its answers have the digest 01"] {
        assert!(page.contains(part), "{part}");
    }
    for absent in ["http:", "https:", "<script", "src=", "@import"] {
        assert!(!page.contains(absent), "{absent}");
    }
}

#[test]
fn the_page_shows_every_figure_of_the_committed_record() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../../lab/records/cascade-lake.json");
    let page = file("bench-committed.html", "");
    let path = page.to_str().expect("UTF-8");
    assert_eq!(printed(&["bench", "report", record, path]), "");
    let page = fs::read_to_string(&page).expect("the page is there");
    let record: Value =
        serde_json::from_str(&fs::read_to_string(record).expect("a file")).expect("JSON");
    let mut shown = 0;
    for measurement in record["measurements"].as_array().expect("an array") {
        for panel in measurement["panels"].as_array().expect("an array") {
            for row in panel["rows"].as_array().expect("an array") {
                let name = row["name"].as_str().expect("a name");
                let time = &row["time"];
                let [ns, ratio] =
                    ["nanoseconds", "ratio"].map(|key| time[key].as_f64().expect("a time"));
                let cells = format!("<tr><td>{name}</td><td>{ns:.3}</td>");
                assert!(page.contains(&cells), "{cells}");
                assert!(page.contains(&format!("<td>{ratio:.3}</td>")), "{name}");
                shown += 1;
            }
        }
    }
    assert!(shown > 500, "{shown}");
}

#[test]
fn the_tables_of_a_record_go_between_two_lines_of_a_page() {
    let record = file("bench-table.json", RECORD);
    let path = record.to_str().expect("UTF-8");
    let page = format!("before\n<!-- hyperbola bench table {path} -->\nold\n<!-- end -->\nafter\n");
    let page = file("bench-table.md", &page);
    let page_path = page.to_str().expect("UTF-8");
    let check = ["bench", "table", path, "--into", page_path, "--check"];
    hyperbola(&check).assert().code(1).stdout("");
    assert_eq!(printed(&check[..5]), "");
    assert_eq!(printed(&check), "");
    let text = fs::read_to_string(&page).expect("the page is there");
    assert!(text.starts_with("before\n<!-- hyperbola bench table "), "{text}");
    assert!(text.ends_with("\n<!-- end -->\nafter\n"), "{text}");
    assert!(text.contains(&printed(&check[..3])), "{text}");
    assert!(text.contains("Made by `hyperbola bench`"), "{text}");
    let without = file("bench-without.md", "no such lines\n");
    let without = without.to_str().expect("UTF-8");
    hyperbola(&["bench", "table", path, "--into", without]).assert().code(1);
}

#[test]
fn a_rival_needs_places_for_the_position_and_the_depth() {
    let message = refused(&["bench", "--rival", "mine=./engine {fen}"]);
    assert!(message.contains("expected {depth} in the command"), "{message}");
}

#[test]
fn a_folder_of_rivals_has_rivals() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("no-rivals");
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (folder, message) in [
        (folder.to_str().expect("UTF-8"), "error: there are no programs in "),
        ("no-such-folder", "error: cannot read no-such-folder: "),
    ] {
        let output = hyperbola(&["bench", "--rivals", folder]).assert().code(1).stdout("");
        let errors = String::from_utf8_lossy(&output.get_output().stderr).into_owned();
        assert!(errors.starts_with(message), "{errors}");
    }
}
