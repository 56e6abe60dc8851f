//! `hyperbola hunt`.

use std::collections::BTreeSet;
use std::fs;

use assert_cmd::cargo::cargo_bin;
use hyperbola_moves::Position;
use serde_json::Value;

use crate::{folder, hyperbola, printed, refused, with_digest};

/// A script that knows one move in every position.
const ONE_MOVE: &str = "/bin/sh -c 'echo a2a3: 1' name {fen}";

/// Returns the template of a command of this program.
fn own(rest: &str) -> String {
    format!("'{}' {rest}", cargo_bin("hyperbola").display())
}

/// Runs a hunt that must end with a status. Returns its standard output and standard error.
fn hunted(arguments: &[&str], status: i32) -> (String, String) {
    let assert = hyperbola(&[&["hunt"], arguments].concat()).assert().code(status);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).expect("the output is UTF-8");
    (text(&assert.get_output().stdout), text(&assert.get_output().stderr))
}

#[test]
fn nothing_is_found_in_this_program() {
    let perft = own("perft {depth} --divide {fen}");
    let text = printed(&["hunt", "--command", &perft, "--chess960", "--positions", "40"]);
    assert!(text.starts_with("Nothing found: 40 positions, 40 questions, "), "{text}");
    let total = own("perft {depth} {fen}");
    let arguments = ["--command", &total, "--positions", "10", "--depth", "3", "--json"];
    let json: Value =
        serde_json::from_str(&printed(&[&["hunt"], &arguments[..]].concat())).expect("JSON");
    assert_eq!(json["only_totals"], true, "{json}");
    for (what, command) in [("san", "moves {fen}"), ("checks", "fen {fen}")] {
        let command = own(command);
        let arguments =
            ["--command", &command, "--compare", what, "--chess960", "--positions", "20"];
        printed(&[&["hunt"], &arguments[..]].concat());
    }
    // Without moves the FEN would only be repeated.
    let fen = own("fen {fen}");
    let message = refused(&["hunt", "--command", &fen, "--compare", "fen"]);
    assert!(message.contains("--compare fen: ") && message.contains("takes no moves"), "{message}");
}

#[cfg(unix)]
#[test]
fn a_finding_stands_if_its_report_is_not_read() {
    use std::process::{Command, Stdio};

    let hunt = |command: &str| {
        let mut hunt = Command::new(cargo_bin("hyperbola-hunt"));
        hunt.args(["hunt", "--positions", "3", "--command", command]);
        let mut hunt = hunt.stdout(Stdio::piped()).stderr(Stdio::null()).spawn().expect("it runs");
        drop(hunt.stdout.take());
        hunt.wait().expect("it ends").code()
    };
    assert_eq!(hunt(ONE_MOVE), Some(1));
    assert_eq!(hunt(&own("perft {depth} --divide {fen}")), Some(0));
}

#[test]
fn what_is_found_is_printed_kept_and_reported() {
    let folder = folder("hunt");
    let (keep, report) = (folder.join("found.epd"), folder.join("report.md"));
    let files = [keep.to_str().expect("UTF-8"), report.to_str().expect("UTF-8")];
    let arguments = ["--command", ONE_MOVE, "--save-to", files[0], "--report", files[1]];
    let (text, error) = hunted(&arguments, 1);
    assert!(text.starts_with("Found: /bin/sh -c echo a2a3: 1 name {fen} is wrong here"), "{text}");
    assert!(text.contains("local minimum"), "{text}");
    assert_eq!(error, "error: a wrong position was found\n");
    let row = fs::read_to_string(&keep).expect("the row is kept");
    assert!(row.contains(" ;D1 ") && text.contains(row.trim()), "{row}");
    let markdown = fs::read_to_string(&report).expect("the report is written");
    assert!(markdown.contains("## Test in Rust") && markdown.contains("```rust"), "{markdown}");

    // What is kept is kept only once.
    let arguments = ["--command", ONE_MOVE, "--suite", files[0], "--save-to", files[0], "--json"];
    let (json, _) = hunted(&arguments, 1);
    let outcome: Value = serde_json::from_str(&json).expect("the output is JSON");
    assert_eq!(outcome["end"], "found");
    assert_eq!(outcome["findings"][0]["minimal"], true);
    assert_eq!(outcome["findings"][0]["kind"], "moves");
    assert!(outcome["findings"][0]["pieces"].as_u64().is_some_and(|pieces| pieces <= 3), "{json}");
    assert_eq!(fs::read_to_string(&keep).expect("it is there"), row);

    // The command of the right answer works, and the row's count is its number of moves.
    let right = outcome["findings"][0]["right_command"].as_str().expect("a command");
    let fen = right.split('\'').nth(1).expect("a FEN in quotes");
    let position: Position = fen.parse().expect("a FEN");
    let count = format!(" ;D1 {}", position.legal().count());
    assert!(row.contains(&count), "{row} {count}");
}

/// Returns the template of a script that is right but for the cases of a condition.
fn right_unless(condition: &str) -> String {
    let right = own("perft 1 --divide \"$1\"").replace('\'', "");
    format!(
        "/bin/sh -c 'case {condition}) echo a2a3: 1;; *) exec {right};; esac' name {{fen}} {{moves}}"
    )
}

#[test]
fn what_is_kept_is_found_at_once() {
    let folder = folder("hunt-kept");
    let keep = folder.join("found.epd");
    let keep = keep.to_str().expect("UTF-8");
    let hunted = |command: &str, more: &[&str], status| -> Value {
        let arguments = ["--command", command, "--json", "--no-suites"];
        let (json, _) = hunted(&[&arguments, more].concat(), status);
        serde_json::from_str(&json).expect("the output is JSON")
    };
    let command = right_unless("\"$1\" in *N*n*\" b - \"*").replace(" {moves}", "");
    hunted(&command, &["--positions", "2"], 0);
    let first = hunted(&command, &["--save-to", keep], 1);
    let again = hunted(&command, &["--suite", keep], 1);
    assert!(first["positions"].as_u64() > Some(2), "{first}");
    assert_eq!((&again["positions"], &again["not_asked"]), (&1.into(), &0.into()), "{again}");
    assert_eq!(again["findings"][0]["part"], "the given positions");
    assert_eq!(again["findings"][0]["epd"], first["findings"][0]["epd"]);

    // What is wrong only after moves is asked with them.
    let rows =
        "4k3/8/8/8/8/8/8/4K2R w K - 0 1 ;D1 15 ;moves e1g1 e8d7\n4k3/8/8/8/8/8/8/4K3 w - - 0 1\n";
    fs::write(keep, rows).expect("it can be written");
    let found = hunted(&right_unless("\"$2\" in e1g1*"), &["--suite", keep], 1);
    assert_eq!((&found["positions"], &found["not_asked"]), (&1.into(), &1.into()), "{found}");
    assert_eq!(found["findings"][0]["original_moves"], serde_json::json!(["e1g1", "e8d7"]));
}

#[test]
fn all_rules_that_are_broken_are_found_each_once() {
    let folder = folder("hunt-all");
    let found = folder.join("found.epd");
    let found = found.to_str().expect("UTF-8");
    let hunted = |more: &[&str], status| -> Value {
        let arguments = ["--command", ONE_MOVE, "--positions", "30", "--all", "--json"];
        let (json, _) = hunted(&[&arguments, more].concat(), status);
        serde_json::from_str(&json).expect("the output is JSON")
    };
    let outcome = hunted(&["--save-to", found], 1);
    assert_eq!((&outcome["end"], &outcome["positions"]), (&"budget".into(), &30.into()));
    let findings = outcome["findings"].as_array().expect("a list");
    let rules: Vec<&str> = findings.iter().filter_map(|one| one["rule"].as_str()).collect();
    let mut different = rules.clone();
    different.sort_unstable();
    different.dedup();
    assert!(rules.len() > 3 && different.len() == rules.len(), "{rules:?}");
    let shown: Vec<u64> = findings.iter().filter_map(|one| one["shown_by"].as_u64()).collect();
    assert!(shown.iter().any(|&shown| shown > 5), "{shown:?}");
    // One position may be the smallest one of two rules.
    let rows: BTreeSet<&str> = findings.iter().filter_map(|one| one["epd"].as_str()).collect();
    assert_eq!(fs::read_to_string(found).expect("it is there").lines().count(), rows.len());
    // What is ignored is not found, and the outcome says so.
    let ignored = hunted(&["--ignore", rules[0]], 1);
    assert_eq!(ignored["ignored"], serde_json::json!([rules[0]]));
    let rest = ignored["findings"].as_array().expect("a list");
    assert!(!rest.is_empty() && rest.iter().all(|one| one["rule"] != rules[0]), "{ignored}");
    let mut all = Vec::new();
    hyperbola_hunt::Rule::ALL.iter().for_each(|rule| all.extend(["--ignore", rule.id()]));
    assert_eq!(hunted(&all, 0)["findings"], serde_json::json!([]));
}

/// A long suite is asked by several programs. What an earlier run has asked is not asked again.
#[test]
fn a_suite_is_asked_as_a_whole_and_gone_on_with() {
    let folder = folder("hunt-whole");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (suite, state, log) = (path("suite.epd"), path("state"), path("log"));
    let rows: Vec<String> = ('a'..='h')
        .map(|file| {
            format!(
                "4k3/8/8/8/8/8/{}P{}/4K3 w - - 0 1 ;D1 7 ;D2 35",
                u32::from(file) - 97,
                104 - u32::from(file)
            )
        })
        .map(|row| row.replace("/0P", "/P").replace("P0/", "P/"))
        .collect();
    fs::write(&suite, rows.join("\n")).expect("it can be written");
    let right = own("perft \"$1\" --divide \"$2\"").replace('\'', "");
    let command = format!(
        "/bin/sh -c 'echo \"$2\" >> \"{log}\"; case \"$2\" in */2P5/*|*/5P2/*) echo a2a3: 1;; *) exec \
         {right};; esac' name {{depth}} {{fen}}"
    );
    let hunted = |threads: &str, status| -> Value {
        let options = ["--suite", &suite, "--only-suite", "--threads", threads, "--state", &state];
        let (json, _) =
            hunted(&[&["--json", "--command", &command], &options[..]].concat(), status);
        serde_json::from_str(&json).expect("the output is JSON")
    };
    let first = hunted("2", 1);
    assert_eq!((&first["positions"], &first["end"]), (&8.into(), &"budget".into()), "{first}");
    assert!(first["findings"].as_array().is_some_and(|findings| !findings.is_empty()), "{first}");
    let asked = fs::read_to_string(&log).expect("it is there");
    assert!(rows.iter().all(|row| asked.contains(&row[..row.len() - 14])), "{asked}");
    // All are done: only the wrong ones are asked again.
    let kept = fs::read_to_string(&state).expect("a state");
    let done: Value = serde_json::from_str(&kept).expect("JSON");
    assert_eq!(
        (&done["state"]["done"], &done["state"]["wrong"]),
        (&8.into(), &serde_json::json!([2, 5]))
    );
    fs::remove_file(&log).expect("it is there");
    let again = hunted("1", 1);
    assert_eq!(again["findings"][0]["fen"], first["findings"][0]["fen"]);
    let asked = fs::read_to_string(&log).expect("it is there");
    assert!(!asked.contains("/P7/4K3 w"), "{asked}");
    // A part is gone on with.
    let part = with_digest(&kept.replace("\"done\":8", "\"done\":7"));
    fs::write(&state, part).expect("it can be written");
    fs::remove_file(&log).expect("it is there");
    hunted("1", 1);
    let asked = fs::read_to_string(&log).expect("it is there");
    assert!(asked.starts_with(&rows[7][..rows[7].len() - 14]), "{asked}");
    // A state of something else, and one that is none, are refused.
    let refused_with = |text: &str, expected: &str| {
        fs::write(&state, text).expect("it can be written");
        let options = ["--suite", &suite, "--only-suite", "--state", &state];
        let message = refused(&[&["hunt", "--command", &command], &options[..]].concat());
        assert!(message.contains(expected), "{message}");
    };
    let changed = |from: &str, to: &str| with_digest(&kept.replace(from, to));
    refused_with("hello", &format!("cannot read {state}; name a new file to start anew: "));
    let differs = "state is the state of another run, made with --depth 3, not 2: ";
    refused_with(&changed("\"depth\":2", "\"depth\":3"), differs);
    refused_with(&changed("[2,5]", "[5,2]"), "state is damaged: ");
    refused_with(&changed("\"done\":8", "\"done\":9"), "state is damaged: ");
    refused_with(&changed("[2,5]", "[2,8]"), "state is damaged: ");
    refused_with(&kept.replace("\"done\":8", "\"done\":7"), "state is damaged: ");
}

/// Every option reaches the hunt: a program that is right writes down what it is asked.
#[test]
fn the_options_choose_the_questions() {
    let folder = folder("hunt-questions");
    let log = folder.join("log");
    let right = own("perft \"$1\" --divide \"$2\"").replace('\'', "");
    let command = format!(
        "/bin/sh -c 'echo $1 $2 >> \"{}\"; exec {right}' name {{depth}} {{fen}}",
        log.display()
    );
    let asked = |options: &[&str]| {
        let _ = fs::remove_file(&log);
        let options = [&["hunt", "--json", "--positions", "30", "--command", &command], options];
        let outcome: Value = serde_json::from_str(&printed(&options.concat())).expect("JSON");
        let questions = fs::read_to_string(&log).expect("there are questions");
        (outcome, questions)
    };
    let (outcome, first) = asked(&["--no-suites"]);
    assert_eq!((&outcome["seed"], &outcome["positions"]), (&1.into(), &30.into()), "{outcome}");
    let (outcome, unlimited) = asked(&["--no-suites", "--seconds", "0"]);
    assert_eq!((&outcome["positions"], unlimited), (&30.into(), first.clone()), "{outcome}");
    let (outcome, seeded) = asked(&["--no-suites", "--seed", "7"]);
    assert_eq!(outcome["seed"], 7, "{outcome}");
    for (option, questions) in [
        ("--seed", seeded),
        ("--chess960", asked(&["--no-suites", "--chess960"]).1),
        ("--depth", asked(&["--no-suites", "--depth", "1"]).1),
        ("no --no-suites", asked(&[]).1),
    ] {
        assert_ne!(questions, first, "{option}");
    }
    assert!(asked(&["--depth", "1"]).1.lines().all(|line| line.starts_with("1 ")));
    // No game leads to nine pawns, and this program refuses them.
    let suite = folder.join("nine.epd");
    let nine = "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1";
    fs::write(&suite, nine).expect("it can be written");
    let suite =
        ["--positions", "2", "--command", &command, "--suite", suite.to_str().expect("UTF-8")];
    let (text, _) = hunted(&suite, 0);
    assert!(text.contains("1 given position was not asked"), "{text}");
    let (text, _) = hunted(&[&suite, &["--unreachable"][..]].concat(), 1);
    assert!(text.starts_with("Found: ") && text.contains("the given positions"), "{text}");
}

#[test]
fn a_row_is_kept_on_a_line_of_its_own() {
    let folder = folder("hunt-row");
    let keep = folder.join("found.epd");
    let before = "# no line end";
    fs::write(&keep, before).expect("it can be written");
    hunted(&["--command", ONE_MOVE, "--save-to", keep.to_str().expect("UTF-8")], 1);
    let rows = fs::read_to_string(&keep).expect("it is there");
    let row = rows.strip_prefix(before).and_then(|rest| rest.strip_prefix('\n'));
    assert!(row.is_some_and(|row| row.contains(" ;D1 ") && row.ends_with('\n')), "{rows}");
}

#[test]
fn a_row_that_cannot_be_kept_is_an_error_after_the_report() {
    let folder = folder("hunt-lost");
    let lost = folder.join("lost");
    fs::create_dir(&lost).expect("the folder can be made");
    let keep = lost.join("found.epd");
    // The folder goes while the program is hunted.
    let command = format!("/bin/sh -c 'rm -rf \"{}\"; echo a2a3: 1' name {{fen}}", lost.display());
    let keep = keep.to_str().expect("UTF-8");
    let (text, error) = hunted(&["--command", &command, "--save-to", keep], 2);
    assert!(text.starts_with("Found: "), "{text}");
    assert!(error.contains("error: cannot write ") && error.contains("found.epd"), "{error}");
}

#[cfg(target_os = "linux")]
mod interrupts {
    use core::time::Duration;
    use std::os::unix::process::ExitStatusExt;
    use std::path::Path;
    use std::process::{Child, Command, Stdio};
    use std::{fs, thread};

    use assert_cmd::cargo::cargo_bin;

    use crate::folder;
    use crate::support::interrupts::interrupt;

    /// Starts the hunt of an engine that hangs, with a child of its own. Returns their numbers,
    /// too.
    fn hunt(folder: &Path) -> (Child, Vec<String>) {
        let pids = folder.join("pids");
        let engine = format!(
            "/bin/sh -c 'sleep 3600 & echo $$ $! >\"{0}.new\"; mv \"{0}.new\" \"{0}\"; wait'",
            pids.display()
        );
        let mut command = Command::new(cargo_bin("hyperbola-hunt"));
        command.args(["hunt", "--answer-timeout", "3600", "--uci", &engine]);
        let hunt = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().expect("it starts");
        until(|| pids.exists());
        let pids = fs::read_to_string(&pids).expect("it is there");
        (hunt, pids.split_whitespace().map(str::to_owned).collect())
    }

    /// Waits for something that comes soon.
    fn until(is_so: impl Fn() -> bool) {
        for _ in 0..1000 {
            if is_so() {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
        panic!("it does not come");
    }

    fn is_alive(pid: &String) -> bool {
        let status = fs::read_to_string(format!("/proc/{pid}/stat"));
        status.is_ok_and(|status| !status.contains(") Z "))
    }

    #[test]
    fn an_interrupted_hunt_prints_what_it_has() {
        let mut command = Command::new(cargo_bin("hyperbola-hunt"));
        command.args(["hunt", "--seconds", "0", "--json"]);
        command.args(["--command", &super::own("perft {depth} --divide {fen}")]);
        let hunt = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let hunt = hunt.expect("it starts");
        interrupt(&hunt, 500);
        let ended = hunt.wait_with_output().expect("it ends");
        assert_eq!(ended.status.code(), Some(130));
        assert_eq!(ended.stderr, b"error: interrupted before the end of the hunt\n");
        let outcome: serde_json::Value = serde_json::from_slice(&ended.stdout).expect("JSON");
        assert_eq!(
            (&outcome["end"], &outcome["findings"]),
            (&"interrupted".into(), &serde_json::json!([]))
        );
    }

    #[test]
    fn the_program_ends_with_the_hunt_however_that_ends() {
        for (name, signals, status) in [
            ("once", &["-INT"][..], Some(130)),
            ("twice", &["-INT", "-INT"], Some(130)),
            ("terminated", &["-TERM"], Some(130)),
            ("killed", &["-KILL"], None),
        ] {
            let (mut child, pids) = hunt(&folder(&format!("hunt-{name}")));
            assert!(pids.len() == 2 && pids.iter().all(is_alive), "{name}: {pids:?}");
            for signal in signals {
                // The second may come too late.
                let _ = Command::new("kill").args([signal, &*child.id().to_string()]).status();
            }
            let ended = child.wait().expect("it ends");
            assert_eq!(ended.code(), status, "{name}: {:?}", ended.signal());
            until(|| !pids.iter().any(is_alive));
        }
    }
}

#[test]
fn suites_that_are_too_long_are_not_read() {
    let folder = folder("hunt-long");
    let sparse = folder.join("sparse.epd");
    let file = fs::File::create(&sparse).expect("the file can be made");
    file.set_len(5 << 30).expect("it takes no room");
    let sparse = sparse.to_str().expect("UTF-8");
    for option in ["--suite", "--save-to"] {
        let message = refused(&["hunt", "--uci", "a", option, sparse]);
        let expected =
            "sparse.epd is too long: expected at most 67108864 bytes, found 5368709120\n";
        assert!(message.ends_with(expected), "{option}: {message}");
    }
    let message = refused(&["hunt", "--uci", "a", "--suite", "/dev/zero"]);
    let expected = "error: /dev/zero is too long: expected at most 67108864 bytes, found more\n";
    assert_eq!(message, expected);
    let compressed = folder.join("suite.epd.gz");
    fs::write(&compressed, b"\x1f\x8b\x08").expect("the file can be written");
    let compressed = compressed.to_str().expect("UTF-8");
    let message = refused(&["hunt", "--uci", "a", "--suite", compressed]);
    assert!(message.contains("expected a text in UTF-8, found gzip"), "{message}");
    // A device is only written.
    let (_, error) =
        hunted(&["--command", ONE_MOVE, "--positions", "1", "--save-to", "/dev/null"], 1);
    assert_eq!(error, "error: a wrong position was found\n");
}

/// Inputs are asked for by lines, of a set by names or by a definition.
#[test]
fn inputs_are_hunted_by_lines() {
    let folder = folder("hunt-inputs");
    let path = |name: &str| folder.join(name).to_str().expect("UTF-8").to_owned();
    let (set, log, report) = (path("own.toml"), path("log"), path("report.md"));
    fs::write(&set, "[[blocks]]\npreset = \"chess_768\"\n").expect("it can be written");
    let command = format!(
        "/bin/sh -c 'while read -r line; do echo \"$line\" >> \"{log}\"; echo white 768; echo black \
         0; done'"
    );
    let outcome = |arguments: &[&str]| -> Value {
        let _ = fs::remove_file(&log);
        let (json, error) = hunted(&[&["--json", "--command", &command], arguments].concat(), 1);
        assert_eq!(error, "error: a wrong position was found\n");
        serde_json::from_str(&json).expect("the output is JSON")
    };
    for (set, compared, question, list) in [
        (&*set, &[][..], "inputs", "active"),
        ("chess_768", &["--compare", "inputs"], "inputs", "active"),
    ] {
        let outcome = outcome(&[&["--inputs", set, "--report", &report], compared].concat());
        assert_eq!(outcome["compared"], question, "{outcome}");
        let finding = &outcome["findings"][0];
        assert_eq!((&finding["kind"], &finding["rule"]), (&"inputs".into(), &"input-range".into()));
        assert_eq!(finding["wrong_inputs"][0]["list"], list, "{finding}");
        assert!(finding["right_command"].is_null(), "{finding}");
        let asked = fs::read_to_string(&log).expect("there are questions");
        let initial = "inputs rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\n";
        assert!(asked.starts_with(initial), "{asked}");
        let markdown = fs::read_to_string(&report).expect("the report is written");
        assert!(markdown.contains("| `white 768` | extra | input-range |"), "{markdown}");
    }
    // The answers to the other question are not understood.
    let changes = ["--command", &command, "--inputs", "chess_768", "--compare", "changes"];
    let (_, error) = hunted(&changes, 3);
    assert!(error.contains("white: expected removed, added or refresh, or a number"), "{error}");
    let asked = fs::read_to_string(&log).expect("there are questions");
    assert!(
        asked.contains("changes rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves ")
    );

    // A state is of one set.
    let (suite, state) = (path("suite.epd"), path("state"));
    fs::write(&suite, "4k3/8/8/8/8/8/8/4K3 w - - 0 1\n").expect("it can be written");
    let whole = ["--command", &command, "--suite", &suite, "--only-suite", "--state", &state];
    let (text, _) = hunted(&[&whole[..], &["--inputs", "chess_768"]].concat(), 1);
    assert!(text.contains("input-range"), "{text}");
    let message = refused(&[&["hunt"], &whole[..], &["--inputs", "halfka_v2_hm"]].concat());
    assert!(message.contains("of another run, made with other --inputs: "), "{message}");
}

/// The page of the hunt says the exit statuses in a table, and the help in lines.
#[test]
fn the_page_has_the_exit_statuses_of_the_help() {
    let page = include_str!("../../../../docs/HUNT.md");
    let help = printed(&["hunt", "--help"]);
    let (_, statuses) = help.split_once("Exit status:\n").expect("the help has them");
    let (statuses, _) = statuses.split_once("\n\n").expect("an empty line");
    assert_eq!(statuses.lines().count(), 5);
    for line in statuses.lines() {
        let (status, meaning) = line.trim().split_once(' ').expect("a status and its meaning");
        let row = format!("| {status} | {} |\n", meaning.trim());
        assert!(page.contains(&row), "{row}");
    }
    assert_eq!(page.matches("exit status is").count(), 0, "they are said in one place");
}

#[test]
fn wrong_use_and_failures_have_their_own_statuses() {
    for (arguments, message) in [
        (&["--command", "perft {depth}"][..], "no {fen}"),
        (&["--command", "perft {fen} {deep}"], "{deep} means nothing"),
        (&["--uci", "a", "--only-suite"], "--suite"),
        (&["--uci", "a", "--threads", "2"], "--only-suite"),
        (&["--uci", "a", "--state", "x"], "--only-suite"),
        (&["--uci", "a", "--ignore", "pin"], "expected a rule, one of movement, edge, blocked, "),
        (&["--command", "perft {fen} }"], "--command: a } ends no place"),
        (
            &["--uci", "a", "--perft-command", "perft"],
            "--perft-command: the command has no {depth}",
        ),
        (&["--command", "a {fen}", "--perft-command", "perft {depth}"], "cannot be used with"),
        (&["--command", "perft '{fen}"], "--command: a quote has no end"),
        (&["--uci", ""], "expected a command"),
        (&["--inputs", "chess_768"], "--uci"),
        (&["--inputs", "chess_768", "--uci", "a"], "cannot be used with"),
        (&["--inputs", "chess_768", "--command", "a", "--depth", "2"], "cannot be used with"),
        (&["--inputs", "chess_768", "--command", "a {fen}"], "expected a command without {fen}"),
        (&["--inputs", "chess_768", "--command", ""], "expected a command"),
        (
            &["--inputs", "chess_768", "--command", "a", "--compare", "san"],
            "--compare san cannot be used with --inputs",
        ),
        (&["--command", "a {fen}", "--compare", "changes"], "--compare changes needs --inputs"),
        (&["--inputs", "halfka", "--command", "a"], "name 1 is not that of a preset"),
        (&["--inputs", "no.toml", "--command", "a"], "cannot read no.toml"),
        (&["--uci", "a", "--perftree", "b"], "cannot be used with"),
        (&["--uci", "a", "--chess960"], "cannot be used with"),
        (&["--uci", "a", "--depth", "0"], "0"),
        (&["--uci", "a", "--answer-timeout", "-1"], "-1"),
        (&[], "--uci"),
    ] {
        let message_of = refused(&[&["hunt"], arguments].concat());
        assert!(message_of.contains(message), "{arguments:?}: {message_of}");
    }
    let folder = folder("hunt-failures");
    let suite = folder.join("suite.epd");
    fs::write(&suite, "# mine\n8/8/8/8/8/8/8/8 w - - 0 1\n").expect("it can be written");
    let suite = suite.to_str().expect("UTF-8");
    let message = refused(&["hunt", "--uci", "a", "--suite", suite]);
    assert!(message.contains("line 2: expected one king"), "{message}");
    let (_, error) = hunted(&["--uci", "a", "--suite", "/no/such/file"], 2);
    assert!(error.contains("cannot read /no/such/file"), "{error}");
    let row = "4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;moves e1e2";
    for (row, expected) in [
        ("4k3/8/8/x/8/8/8/4K3 w - -", "column 9: expected a piece (PNBRQK or pnbrqk)"),
        ("  4k3/8/8/8/8/8/8/4K3  W - -", "column 24: expected the side to move, w or b"),
        ("4k3/8/8/8/8/8/8/4K3", "column 20: expected the side to move, w or b"),
        (&format!("{row} e8x"), "column 45: expected a move such as e2e4 or e7e8q"),
        (&format!("{row} e8e6"), "column 43: the move e8e6 is not legal in this position"),
    ] {
        fs::write(suite, row).expect("it can be written");
        let message = refused(&["hunt", "--uci", "a", "--suite", suite]);
        let expected = format!("suite.epd, line 1: {expected}");
        assert!(message.contains(&expected), "{row}: {message}");
    }
    let latin = folder.join("latin.epd");
    fs::write(&latin, b"# mine\n# \xe9\n").expect("it can be written");
    for option in ["--suite", "--save-to"] {
        let message = refused(&["hunt", "--uci", "a", option, latin.to_str().expect("UTF-8")]);
        assert!(message.contains("latin.epd, line 2: expected UTF-8"), "{option}: {message}");
    }
    let (_, error) = hunted(&["--uci", "a", "--save-to", "/no/such/file"], 2);
    assert!(error.contains("cannot write /no/such/file"), "{error}");
    let same = folder.join("same");
    let same = same.to_str().expect("UTF-8");
    let other = folder.join("./same");
    let other = other.to_str().expect("UTF-8");
    let message = refused(&["hunt", "--uci", "a", "--save-to", same, "--report", other]);
    assert!(message.contains("expected two files"), "{message}");

    for arguments in [
        &["--uci", "/no/such/program"][..],
        &["--uci", "/bin/sh -c 'exit 4'"],
        &["--command", "/no/such/program {fen}"],
        &["--command", "/bin/sh -c 'exit 4' name {fen}"],
        &["--command", "/bin/sh -c 'echo hello' name {fen}"],
        &["--perftree", "/bin/sh -c 'sleep 60'", "--answer-timeout", "1"],
        &["--command", "/bin/sh -c 'echo hello' name {fen} {moves}", "--compare", "fen"],
    ] {
        let (output, error) = hunted(arguments, 3);
        assert_eq!(output, "", "{arguments:?}");
        assert!(error.starts_with("error: the subject "), "{arguments:?}: {error}");
        let is_limited = arguments.contains(&"--answer-timeout");
        assert_eq!(error.contains("it gave no whole answer in 1 s"), is_limited, "{error}");
    }
}
