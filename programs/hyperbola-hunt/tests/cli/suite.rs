//! `hyperbola suite`.

use std::fs;

use serde_json::{Value, json};

use crate::{folder, hyperbola, refused, with_digest};

/// Rows of which four numbers are wrong, each in another way.
const WRONG: &str = "\
# a comment
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 401 ;D4 197281
8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1 ;D1 7

4k3/8/8/8/8/8/8/4K2R w K - D1 14; id \"no castling\";
4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D2 65 ;D0 1
";

/// Runs the check of a suite, which must end with a status. Returns its standard output and
/// standard error.
fn checked(arguments: &[&str], status: i32) -> (String, String) {
    let assert = hyperbola(&[&["suite"], arguments].concat()).assert().code(status);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

#[test]
fn the_suites_of_this_project_are_right() {
    for name in ["six", "classic", "chess960"] {
        let path = format!("{}/../../testdata/perft/{name}.epd", env!("CARGO_MANIFEST_DIR"));
        let (text, _) = checked(&[&path, "--max-nodes", "200000"], 0);
        assert!(text.contains(" 0 wrong, ") && text.ends_with(" above --max-nodes\n"), "{text}");
    }
}

#[test]
fn wrong_numbers_are_named_by_their_rows_and_where_they_can_be_explained() {
    let path = folder("suites").join("wrong.epd").to_str().expect("UTF-8").to_owned();
    fs::write(&path, WRONG).expect("it can be written");
    let (text, error) = checked(&[&path], 1);
    let expected = format!(
        "{path}, line 3, depth 1: the row says 7, there are 6: 8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1
  en-passant-uncovers: Perhaps e4d3 is counted though illegal. Once the pawns on e4 and d4 have \
         left their squares, the queen on h4 attacks the king on a4 along rank 4.
{path}, line 5, depth 1: the row says 14, there are 15: 4k3/8/8/8/8/8/8/4K2R w K - 0 1
  castling: Perhaps e1g1 is missing. White has the right to castle to the king's side, nothing is in \
         the way, and the enemy attacks none of the king's squares.
{path}, line 6, depth 2: the row says 65, there are 66: 4k3/8/8/8/8/8/8/4K2R w K - 0 1
{path}, line 2, depth 2: the row says 401, there are 400: \
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1
4 rows, 7 numbers checked, 4 wrong
"
    );
    assert_eq!(text, expected);
    assert!(error.ends_with("error: 4 numbers are wrong\n"), "{error}");

    let of_json = |options: &[&str]| -> Value {
        let (text, _) = checked(&[&["--json", &path], options].concat(), 1);
        serde_json::from_str(&text).expect("the output is JSON")
    };
    let all = of_json(&[]);
    assert_eq!(all["complete"], true);
    let nodes = 1 + 6 + 15 + 20 + 66 + 400 + 197_281;
    assert_eq!(all["nodes"], nodes);
    let lines: Vec<&Value> =
        all["wrong"].as_array().into_iter().flatten().map(|one| &one["line"]).collect();
    assert_eq!(lines, [3, 5, 6, 2]);
    assert_eq!(all["wrong"][0]["perhaps"]["rule"], "en-passant-uncovers");
    assert_eq!(
        (&all["wrong"][2]["perhaps"], &all["wrong"][2]["expected"]),
        (&Value::Null, &json!(65))
    );
    // Other ways to count find the same.
    for way in [&["--threads", "3"][..], &["--word", "u64"]] {
        let one = of_json(way);
        assert_eq!((&one["wrong"], &one["nodes"]), (&all["wrong"], &all["nodes"]), "{way:?}");
    }
    let few = of_json(&["--max-nodes", "65"]);
    assert_eq!((&few["counts"], &few["above_max_nodes"]), (&json!(5), &json!(2)));
}

#[test]
fn a_check_goes_on_where_it_was() {
    let folder = folder("suites-state");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (suite, state) = (path("wrong.epd"), path("state"));
    fs::write(&suite, WRONG).expect("it can be written");
    let options = [&suite, "--state", &state];
    let (first, _) = checked(&options, 1);
    let done = fs::read_to_string(&state).expect("it is there");
    let read: Value = serde_json::from_str(&done).expect("it is JSON");
    // The numbers in their order: 1, 7, 14, 20, 65, 401, 197281.
    let rows = &read["state"];
    assert_eq!((&rows["done"], &rows["wrong"]), (&json!(7), &json!([1, 2, 4, 5])));
    // What is done is not counted again, but for what is wrong; then the rest is counted.
    let (again, _) = checked(&options, 1);
    assert_eq!(again, first);
    let part = done.replace("\"done\":7", "\"done\":5").replace("[1,2,4,5]", "[1,2,4]");
    fs::write(&state, with_digest(&part)).expect("it can be written");
    let (json, _) = checked(&[&["--json"], &options[..]].concat(), 1);
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    let nodes = 6 + 15 + 66 + 400 + 197_281;
    assert_eq!((&json["counts"], &json["nodes"]), (&json!(7), &json!(nodes)));
    assert_eq!(json["wrong"].as_array().map(Vec::len), Some(4));
    // A state of something else is refused.
    let refused_with = |text: &str, options: &[&str], expected: &str| {
        fs::write(&state, text).expect("it can be written");
        let all = [&["suite", &suite, "--state", &state], options].concat();
        let message = refused(&all);
        assert!(message.contains(expected), "{message}");
    };
    let unreadable = format!("cannot read {state}; name a new file to start anew: ");
    refused_with("hello", &[], &unreadable);
    // That of the program before journals had a form.
    let question = r#"{"suite":"0","max_nodes":null,"version":"0.1.0","bulk":true}"#;
    let old = format!(r#"{{"question":{question},"done":7,"wrong":[1,2,4,5]}}"#);
    refused_with(&old, &[], &format!("{unreadable}expected a journal of this version"));
    let differs = "state is the state of another run, made with --max-nodes none, not 9: ";
    refused_with(&done, &["--max-nodes", "9"], differs);
    refused_with(&done.replace("\"done\":7", "\"done\":6"), &[], "state is damaged: ");
    let more = with_digest(&done.replace("\"done\":7", "\"done\":8"));
    refused_with(&more, &[], "state is damaged: ");
    // A row that is wrong, but not done yet.
    for wrong in ["[1,2,4,6]", "[1,2,4,7]"] {
        let early = done.replace("\"done\":7", "\"done\":6").replace("[1,2,4,5]", wrong);
        refused_with(&with_digest(&early), &[], "state is damaged: ");
    }
}

#[test]
fn rows_and_options_that_are_wrong_are_refused() {
    let path = folder("suites-refused").join("suite.epd").to_str().expect("UTF-8").to_owned();
    for (row, message) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "line 2: expected numbers of sequences"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D1 x", "line 2: column 32: expected a depth and a number"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;D256 5", "line 2: expected depths up to 255, found 256"),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1 ;D1 5", "line 2: "),
        ("\u{0}", "line 2: column 1: "),
    ] {
        fs::write(&path, format!("# one\n{row}\n")).expect("it can be written");
        let error = refused(&["suite", &path]);
        assert!(error.contains(message), "{error}");
    }
    fs::write(&path, WRONG).expect("it can be written");
    for options in [
        &["--uci", "a", "--word", "u64"][..],
        &["--command", "a", "--word", "u64"],
        &["--uci", "a", "--command", "b"],
    ] {
        let error = refused(&[&["suite", &path], options].concat());
        assert!(error.contains("cannot be used with"), "{error}");
    }
    let error = refused(&["suite"]);
    assert!(error.contains("<FILES>"), "{error}");
    #[cfg(unix)]
    for command in
        [&["suite", &path][..], &["hunt", "--command", "a {fen}", "--only-suite", "--suite", &path]]
    {
        let error = refused(&[command, &["--state", "/dev/null"]].concat());
        assert!(error.contains("/dev/null: expected a file, found a pipe or a device"), "{error}");
    }
}

/// Another program is asked for the rows, small ones first, as far as is allowed.
#[cfg(unix)]
#[test]
fn another_program_is_asked_in_the_order_of_cost() {
    let folder = folder("suites-other");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (suite, log) = (path("suite.epd"), path("log"));
    fs::write(
        &suite,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D2 400 ;D3 8902 ;D4 197281\n\
         4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D3 1197 ;D4 7059\n",
    )
    .expect("it can be written");
    let own = assert_cmd::cargo::cargo_bin("hyperbola");
    let command = |filter: &str| {
        format!(
            "/bin/sh -c 'echo \"$1 $2\" >> \"{log}\"; {} perft $1 --divide \"$2\" | {filter}' name \
             {{depth}} {{fen}}",
            own.display()
        )
    };
    let options = [&suite, "--max-nodes", "10000", "--json", "--command"];
    let (json, _) = checked(&[&options[..], &[&command("cat")]].concat(), 0);
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!((&json["positions"], &json["end"]), (&json!(2), &json!("budget")));
    let asked = fs::read_to_string(&log).expect("it was asked");
    let asked: Vec<&str> = asked.lines().take(2).map(|line| &line[..3]).collect();
    assert_eq!(asked, ["4 4", "3 r"]);
    // A program that does not castle is found, with the rule.
    let (json, error) = checked(&[&options[..], &[&command("grep -v e1g1")]].concat(), 1);
    let json: Value = serde_json::from_str(&json).expect("it is JSON");
    assert_eq!(json["findings"][0]["rule"], "castling", "{error}");
}

#[test]
fn suites_of_other_programs_are_checked() {
    let folder = folder("suites-others");
    let castles = "r3k2r/8/8/8/8/8/8/4K3 w kq - 0 1";
    let json = format!("[{{\"depth\":2,\"nodes\":131,\"fen\":\"{castles}\"}}]");
    for (name, suite, numbers, status) in [
        ("blocks.perft", format!("epd {castles}\nperft 1 5\nperft 2 130\n"), "2 numbers", 0),
        ("suite.csv", format!("fen,depth,nodes\n{castles},2,130\n"), "1 number", 0),
        ("suite.json", json, "1 number", 1),
        ("moves.epd", format!("{castles} moves e1d1 ;D1 26\n"), "1 number", 0),
    ] {
        let path = folder.join(name).to_str().expect("UTF-8").to_owned();
        fs::write(&path, suite).expect("it can be written");
        let (text, _) = checked(&[&path], status);
        let end = format!("1 row, {numbers} checked, {status} wrong\n");
        assert!(text.ends_with(&end), "{name}: {text}");
    }
}
