//! The program `hyperbola-lab` as its users run it. No time is asserted.

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use serde_json::Value;

/// Returns the program with arguments.
fn lab(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("hyperbola-lab");
    command.args(arguments);
    command
}

/// Runs the program, which must say nothing on standard error; returns what it prints.
fn printed(arguments: &[&str]) -> String {
    let output = lab(arguments).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("the output is UTF-8")
}

/// Runs the program, which must print JSON.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("the output is JSON")
}

/// Runs the program, which must end with an exit status; returns what it says about that.
fn refused(arguments: &[&str], status: i32) -> String {
    let output = lab(arguments).assert().code(status).stdout("").get_output().stderr.clone();
    String::from_utf8(output).expect("the message is UTF-8")
}

/// A record of two techniques, the second twice as slow, and of one that is wrong.
const RECORD: &str = r#"{
    "format": 1, "command": "hyperbola-lab", "seconds": 1.0,
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
    let table = printed(&["--list"]);
    let names = json(&["--list", "--json"]);
    let names = names.as_array().expect("an array");
    assert!(names.len() > 5);
    for name in names {
        assert!(table.contains(name.as_str().expect("a name")), "{name}");
    }
    let message = refused(&["--definition", "no-such"], 2);
    assert_eq!(message, "error: there is no definition no-such; hyperbola-lab --list names them\n");
}

#[test]
fn two_records_are_compared() {
    let first = file("first.json", RECORD);
    let second = RECORD.replace("\"nanoseconds\": 8.0", "\"nanoseconds\": 2.0");
    let second = second.replace("\"ratio\": 2.0", "\"ratio\": 0.5");
    // Its interval still has what it was.
    let wide = file("wide.json", &second.replace("\"ratio_low\": 1.9", "\"ratio_low\": 0.4"));
    let second = second.replace(
        "\"ratio_low\": 1.9, \"ratio_high\": 2.1",
        "\"ratio_low\": 0.4, \"ratio_high\": 0.6",
    );
    let second = file("second.json", &second);
    let [first, second, wide] = [&first, &second, &wide].map(|path| path.to_str().expect("UTF-8"));
    let text = printed(&["compare", first, second]);
    let told = "Of 1 pairs whose intervals are more than 10 % apart in both, 1 are in another order; \
                0 more are so by their medians alone.";
    assert!(text.contains(told), "{text}");
    let object = json(&["compare", first, wide, "--json"]);
    assert_eq!((&object["pairs"], &object["undecided"]), (&Value::from(0), &Value::from(1)));
    let object = json(&["compare", first, second, "--json"]);
    assert_eq!(object["rows"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["reversed"][0]["faster"], "kindergarten on u64");
    let same = json(&["compare", first, first, "--json"]);
    assert_eq!(same["reversed"], Value::Array(Vec::new()));
    refused(&["compare", first, "no-such-file"], 1);
}

#[test]
fn a_record_has_a_page_that_needs_no_network_and_says_who_is_wrong() {
    let record = file("report.json", RECORD);
    let page = file("report.html", "");
    let [record, path] = [&record, &page].map(|path| path.to_str().expect("UTF-8"));
    assert_eq!(printed(&["report", record, path]), "");
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
    let page = file("committed.html", "");
    let path = page.to_str().expect("UTF-8");
    assert_eq!(printed(&["report", record, path]), "");
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
    let record = file("table.json", RECORD);
    let path = record.to_str().expect("UTF-8");
    let page = format!("before\n<!-- hyperbola-lab table {path} -->\nold\n<!-- end -->\nafter\n");
    let page = file("table.md", &page);
    let page_path = page.to_str().expect("UTF-8");
    let check = ["table", path, "--into", page_path, "--check"];
    refused(&check, 1);
    assert_eq!(printed(&check[..4]), "");
    assert_eq!(printed(&check), "");
    let text = fs::read_to_string(&page).expect("the page is there");
    assert!(text.starts_with("before\n<!-- hyperbola-lab table "), "{text}");
    assert!(text.ends_with("\n<!-- end -->\nafter\n"), "{text}");
    assert!(text.contains(&printed(&check[..2])), "{text}");
    assert!(text.contains("Made by `hyperbola-lab`"), "{text}");
    let without = file("without.md", "no such lines\n");
    let without = without.to_str().expect("UTF-8");
    refused(&["table", path, "--into", without], 1);
}

#[test]
fn a_rival_needs_places_for_the_position_and_the_depth() {
    let message = refused(&["--rival", "mine=./engine {fen}"], 2);
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
        let errors = refused(&["--rivals", folder], 1);
        assert!(errors.starts_with(message), "{errors}");
    }
}

/// A run that measures nothing that takes long.
const SHORT: [&str; 4] = ["--definition", "set-up", "--seconds", "1"];

#[test]
fn a_rival_that_cannot_be_started_ends_the_run_at_its_start() {
    for (rival, expected) in [
        ("a=no/such/program {fen} {depth}", "the rival a: cannot run no/such/program: "),
        #[cfg(unix)]
        ("b=false {fen} {depth}", "the rival b: false ended with exit status: 1\n"),
        #[cfg(unix)]
        ("c=true {fen} {depth}", "the rival c: true printed no number of nodes\n"),
    ] {
        let message = refused(&[&SHORT[..], &["--rival", rival]].concat(), 1);
        assert!(message.starts_with(&format!("error: {expected}")), "{message}");
    }
}

#[cfg(unix)]
#[test]
fn a_rival_that_hangs_is_ended_and_named() {
    use std::os::unix::fs::PermissionsExt;

    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hanging-rivals");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let (program, id) = (folder.join("sleepy"), folder.join("id"));
    let script = format!("#!/bin/sh\necho $$ >'{}'\nexec sleep 600\n", id.display());
    fs::write(&program, script).expect("the folder can be written to");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("the file is ours");
    let program = program.to_str().expect("UTF-8");
    let command = format!("sleepy={program} {{fen}} {{depth}}");
    for (arguments, expected) in [
        (
            ["--rivals", folder.to_str().expect("UTF-8")],
            format!("error: {program}: it has not answered version within 1 s\n"),
        ),
        (
            ["--rival", &command],
            format!("error: the rival sleepy: {program} has not ended within 1 s\n"),
        ),
    ] {
        let message = refused(&[&SHORT[..], &arguments, &["--rival-timeout", "1"]].concat(), 1);
        assert_eq!(message, expected);
        let id = fs::read_to_string(&id).expect("the rival has run");
        let is_there = PathBuf::from("/proc").join(id.trim()).exists();
        assert!(!is_there, "{id}");
    }
}

#[test]
fn a_file_that_cannot_be_written_is_found_at_the_start_and_no_other_is_made() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("files");
    // Those that the last run left.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be made");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (new, wrong) = (path("new.html"), path("missing/record.json"));
    let arguments = ["--report", &new, "--record", &wrong];
    let message = refused(&[&SHORT[..], &arguments].concat(), 1);
    assert!(message.starts_with(&format!("error: cannot write {wrong}: ")), "{message}");
    // What fails later leaves nothing either.
    let rival = ["--rival", "a=no/such/program {fen} {depth}"];
    refused(&[&SHORT[..], &["--report", &new], &rival].concat(), 1);
    assert_eq!(fs::read_dir(&folder).expect("the folder is there").count(), 0);
}
