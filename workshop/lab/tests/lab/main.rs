//! The lab: the program as its users run it, and the parts of its library. No time is asserted.
//!
//! Nothing is tested inside the library, which would be compiled a second time for that: all
//! techniques on all words take long.

mod definitions;
mod inputs;
mod measuring;
mod processors;
mod queries;
mod rivals;

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;
use assert_cmd::cargo::cargo_bin_cmd;
use hyperbola_lab::recommend::recommendations;
use hyperbola_lab::record::Record;
use hyperbola_lab::{report, table};
use serde_json::Value;

/// Returns the program with arguments.
fn lab(arguments: &[&str]) -> Command {
    let mut command = cargo_bin_cmd!("hyperbola-lab");
    command.args(arguments);
    command
}

/// Runs the program, which must say nothing on standard error; returns its output.
fn printed(arguments: &[&str]) -> String {
    let output = lab(arguments).assert().success().stderr("").get_output().stdout.clone();
    String::from_utf8(output).expect("the output is UTF-8")
}

/// Runs the program, which must print JSON.
fn json(arguments: &[&str]) -> Value {
    serde_json::from_str(&printed(arguments)).expect("the output is JSON")
}

/// Runs the program, which must end with an exit status; returns its message.
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
    let reason = "invalid value 'no-such' for '--definition <NAME>': there is no such definition; \
                  --list names all\n";
    assert!(message.contains(reason), "{message}");
}

#[test]
fn figures_of_rooks_are_not_those_of_queens() {
    let queens: Record = serde_json::from_str(RECORD).expect("a record");
    let rooks = RECORD.replace("\"slider\": \"queen\"", "\"slider\": \"rook\"");
    let rooks: Record = serde_json::from_str(&rooks).expect("a record");
    for (record, are_queens) in [(&queens, true), (&rooks, false)] {
        assert_eq!(!recommendations(record).is_empty(), are_queens);
        assert_eq!(report::html(record).contains("Nanoseconds of a queen"), are_queens);
        assert_eq!(table::markdown(record).contains("One queen at a time"), are_queens);
    }
}

#[test]
fn two_records_are_compared() {
    let first = file("first.json", RECORD);
    let second = RECORD.replace("\"nanoseconds\": 8.0", "\"nanoseconds\": 2.0");
    let second = second.replace("\"ratio\": 2.0", "\"ratio\": 0.5");
    // Its interval is unchanged.
    let wide = file("wide.json", &second.replace("\"ratio_low\": 1.9", "\"ratio_low\": 0.4"));
    let second = second.replace(
        "\"ratio_low\": 1.9, \"ratio_high\": 2.1",
        "\"ratio_low\": 0.4, \"ratio_high\": 0.6",
    );
    let second = file("second.json", &second);
    let [first, second, wide] = [&first, &second, &wide].map(|path| path.to_str().expect("UTF-8"));
    let text = printed(&["compare", first, second]);
    let expected = "Of 1 pairs whose intervals are more than 10 % apart in both, 1 are in another order; \
                0 more are so only by their medians.";
    assert!(text.contains(expected), "{text}");
    let object = json(&["compare", first, wide, "--json"]);
    assert_eq!((&object["pairs"], &object["undecided"]), (&Value::from(0), &Value::from(1)));
    let object = json(&["compare", first, second, "--json"]);
    assert_eq!(object["rows"].as_array().map(Vec::len), Some(2));
    assert_eq!(object["reversed"][0]["faster"], "kindergarten on u64");
    let row = &object["rows"][1];
    assert_eq!((&row["name"], &row["time_ratio"]), (&"classical on u64".into(), &0.25.into()));
    assert_eq!((&row["nanoseconds"], &row["relative"]), (&vec![8.0, 2.0].into(), &0.25.into()));
    let same = json(&["compare", first, first, "--json"]);
    assert_eq!(same["reversed"], Value::Array(Vec::new()));
    refused(&["compare", first, "no-such-file"], 1);
}

#[test]
fn record_pages_work_offline_and_name_wrong_contenders() {
    // A rival, quicker than any technique.
    let rival = r#"{"name": "quick 1.0", "time": {"nanoseconds": 1.0, "mad": 0.1, "min": 0.9,
        "ratio": 0.25, "ratio_low": 0.2, "ratio_high": 0.3}}, {"name": "wrong""#;
    let record = file("report.json", &RECORD.replace(r#"{"name": "wrong""#, rival));
    let page = file("report.html", "");
    let [record, path] = [&record, &page].map(|path| path.to_str().expect("UTF-8"));
    assert_eq!(printed(&["report", record, path]), "");
    let page = fs::read_to_string(&page).expect("the page is there");
    for part in [
        "<svg",
        "A &lt;processor&gt;",
        "4.000",
        "<strong>kindergarten on u64</strong>",
        "its answers have the digest 01",
    ] {
        assert!(page.contains(part), "{part}");
    }
    for absent in ["<strong>quick 1.0", "http:", "https:", "<script", "src=", "@import"] {
        assert!(!page.contains(absent), "{absent}");
    }
}

#[test]
fn the_page_shows_every_figure_of_the_committed_record() {
    let record = concat!(env!("CARGO_MANIFEST_DIR"), "/../records/cascade-lake.json");
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

/// A record of what an engine calls, on two targets and two kinds of positions.
fn record_of_libraries() -> String {
    let row = |name: &str, nanoseconds: f64, ratio: f64| {
        format!(
            r#"{{"name": "{name}", "time": {{"nanoseconds": {nanoseconds}, "mad": 0.1, "min": 1.0,
               "ratio": {ratio}, "ratio_low": 1.0, "ratio_high": 1.0}}}}"#
        )
    };
    let panel = |label: &str, ours: f64, ratio: f64| {
        let rows = [row("ours", ours, 1.0), row("theirs", ours * ratio, ratio)].join(",");
        format!(
            r#"{{"label": "{label}", "baseline": "ours", "rounds": 9, "spread": 0.0,
               "rows": [{rows}]}}"#
        )
    };
    let measurement = |name: &str, ratio: f64| {
        let panels = [panel("captures", 40.0, ratio), panel("another row", 4.25, 0.5)].join(",");
        format!(
            r#"{{"name": "libraries-{name}", "model": "libraries", "slider": null, "analysis": "",
               "excluded": [], "digest": "", "seconds": 1.0, "panels": [{panels}]}}"#
        )
    };
    let all = [("x-search", 2.0), ("x-games", 1.5), ("y-search", 3.0), ("y-games", 1.25)];
    let all: Vec<_> = all.iter().map(|(name, ratio)| measurement(name, *ratio)).collect();
    let start = RECORD.find("\"measurements\": [").expect("measurements");
    format!("{}\"measurements\": [{}]\n}}", &RECORD[..start], all.join(","))
}

#[test]
fn libraries_have_a_table_for_each_kind_of_positions_and_a_summary() {
    let text = record_of_libraries();
    let record: Record = serde_json::from_str(&text).expect("a record");
    let tables = table::markdown(&record);
    let head = "| | ours, ns | theirs |\n|---|---:|---:|\n";
    let games = format!(
        "\nPositions of games, built for x / y\n\n{head}| captures | 40.0 | 1.50 / 1.25 |\n\
         | another row | 4.2 | 0.50 / 0.50 |\n"
    );
    assert!(tables.contains(&games), "{tables}");
    let summary = format!(
        "\nPositions of search, built for x / y\n\n{head}| captures | 40.0 | 2.00 / 3.00 |\n"
    );
    assert!(tables.contains(&summary), "{tables}");
    let page = "a\n<!-- hyperbola-lab summary PATH -->\nold\n<!-- end -->\nb\n";
    let page = table::spliced(page, "PATH", &record).expect("the lines are there");
    let expected = format!("a\n<!-- hyperbola-lab summary PATH -->\n{summary}<!-- end -->\nb\n");
    assert_eq!(page, expected);
}

#[test]
fn programs_of_libraries_are_refused_by_name() {
    let record = file("unwritten.json", "");
    let record = record.to_str().expect("UTF-8");
    let message = refused(&["libraries", record, "no-program"], 1);
    assert!(message.contains("expected TARGET=PROGRAM, found no-program"), "{message}");
    let message = refused(&["libraries", record, "native=/no/such/program"], 1);
    assert!(message.contains("cannot run /no/such/program"), "{message}");
    let message = refused(&["libraries", record, "native=true"], 1);
    assert!(message.contains("expected panels of a record"), "{message}");
}

#[test]
fn exported_code_is_listed_beside_ours_for_each_compiler() {
    let row = |name: &str, technique: &str, nanoseconds: f64, ratio: f64| {
        format!(
            r#"{{"name": "{name}", {technique} "time": {{"nanoseconds": {nanoseconds}, "mad": 0.1,
               "min": 1.0, "ratio": {ratio}, "ratio_low": 1.0, "ratio_high": 1.0}}}}"#
        )
    };
    let rows = [
        row("pext on u64", r#""technique": "pext","#, 8.0, 1.0),
        row("classical on u64", r#""technique": "classical","#, 4.0, 0.5),
        row("c-classical-by-gcc 12.2.0", "", 5.0, 0.6),
        row("c-pext-by-gcc 12.2.0", "", 4.0, 0.5),
        row("c-pext-by-clang 14.0.6", "", 8.8, 1.1),
    ];
    let start = RECORD.find("\"rows\": [").expect("rows") + "\"rows\": [".len();
    let end = RECORD.rfind("]\n        }]").expect("their end");
    let text = format!("{}{}{}", &RECORD[..start], rows.join(","), &RECORD[end..]);
    let text = text.replace("\"model\": \"throughput\"", "\"model\": \"exported\"");
    let record: Record = serde_json::from_str(&text).expect("a record");
    let expected = "| | ours, nanoseconds a query | clang 14.0.6 | gcc 12.2.0 |\n\
                    |---|---|---|---|\n\
                    | `pext on u64` | 8.00 | 1.10 | 0.50 |\n\
                    | `classical on u64` | 4.00 | | 1.20 |\n";
    let tables = table::markdown(&record);
    assert!(tables.contains(expected) && tables.contains("Exported to `c`:"), "{tables}");
    assert!(!tables.contains("One queen at a time") && !tables.contains("c-avx2"), "{tables}");
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

/// Makes a program of a script. Another process writes it, because a file that this process has
/// open for writing cannot be run.
#[cfg(unix)]
fn put_rival(path: &std::path::Path, script: &str) {
    fs::create_dir_all(path.parent().expect("a folder")).expect("the folder can be made");
    let write = r#"printf %s "$1" >"$0" && chmod 755 "$0""#;
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(write).arg(path).arg(script).assert().success();
}

/// A short run.
const SHORT: [&str; 4] = ["--definition", "set-up", "--seconds", "1"];

#[test]
fn runs_print_and_write_their_measurements() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let [record, page] = ["run.json", "run.html"].map(|name| folder.join(name));
    let [record_path, page_path] = [&record, &page].map(|path| path.to_str().expect("UTF-8"));
    let files = ["--record", record_path, "--report", page_path];
    let printed_record = json(&[&SHORT[..], &files, &["--json"]].concat());
    let text = fs::read_to_string(&record).expect("the record is there");
    assert_eq!(serde_json::from_str::<Value>(&text).expect("JSON"), printed_record);
    assert_eq!(printed_record["measurements"][0]["name"], "set-up");
    let command = printed_record["command"].as_str().expect("a text");
    assert!(command.starts_with("hyperbola-lab --definition set-up "), "{command}");
    assert!(fs::read_to_string(&page).expect("the page is there").contains(command));
    for row in printed_record["measurements"][0]["panels"][0]["rows"].as_array().expect("rows") {
        let [low, ratio, high] = ["ratio_low", "ratio", "ratio_high"]
            .map(|key| row["time"][key].as_f64().expect("a number"));
        assert!(low <= ratio && ratio <= high, "{row}");
    }
    let summary = printed(&SHORT);
    let ranking = summary.split("set-up, the first 10 of ").nth(1).expect("a ranking");
    let ratio = |line: &str| line.split_whitespace().nth(3)?.parse::<f64>().ok();
    let ratios: Vec<f64> = ranking.lines().filter_map(ratio).collect();
    assert_eq!(ratios.len(), 10, "{summary}");
    assert!(ratios.is_sorted(), "{summary}");
}

#[cfg(unix)]
#[test]
fn the_name_of_a_file_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let page = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(OsStr::from_bytes(b"\xff.html"));
    // One that the last run left.
    let _ = fs::remove_file(&page);
    lab(&SHORT).arg("--report").arg(&page).assert().success();
    assert!(page.is_file());
}

#[cfg(unix)]
#[test]
fn a_run_with_a_wrong_rival_says_so_and_recommends_no_rival() {
    let rivals = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("wrong-rivals");
    put_rival(&rivals.join("parrot"), "#!/bin/sh\nwhile read line; do echo 1.5; done\n");
    let arguments = [
        "--definition",
        "throughput-rook-random",
        "--seconds",
        "1",
        "--rivals",
        rivals.to_str().expect("UTF-8"),
    ];
    let output = lab(&arguments).assert().code(1);
    let output = output.get_output();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(message, "error: 1 contender is wrong and has no time\n");
    let summary = String::from_utf8_lossy(&output.stdout).into_owned();
    let expected = "parrot 1.5 in throughput-rook-random, all: it answered \"1.5\" to queries\n";
    assert!(summary.contains(expected), "{summary}");
    let name = "--rival=parrot 1.5=true {fen} {depth}";
    let twice = refused(&[&arguments[..], &[name]].concat(), 1);
    assert_eq!(twice, "error: two rivals have the name parrot 1.5\n");
}

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
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("hanging-rivals");
    let (program, id) = (folder.join("sleepy"), folder.join("id"));
    let script = format!("#!/bin/sh\necho $$ >'{}'\nexec sleep 600\n", id.display());
    put_rival(&program, &script);
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
    // A later failure leaves no file either.
    let rival = ["--rival", "a=no/such/program {fen} {depth}"];
    refused(&[&SHORT[..], &["--report", &new], &rival].concat(), 1);
    assert_eq!(fs::read_dir(&folder).expect("the folder is there").count(), 0);
}
