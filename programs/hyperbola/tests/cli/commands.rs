//! Tests of the commands other than `hyperbola attacks`.

use std::fs;

use hyperbola::Technique;
use hyperbola::choice::Purpose;
use hyperbola::word::WordKind;
use serde_json::Value;

use crate::{hyperbola, json, printed, refused};

/// All commands.
const COMMANDS: [&str; 13] = [
    "attacks",
    "explain",
    "list",
    "verify",
    "prove",
    "perft",
    "moves",
    "fen",
    "hunt",
    "features",
    "convert",
    "completions",
    "man",
];

#[test]
fn the_list_names_every_technique() {
    let table = printed(&["list"]);
    let list = json(&["list", "--json"]);
    let list = list.as_array().expect("the list is an array");
    let ids: Vec<_> = list.iter().map(|technique| technique["id"].as_str()).collect();
    let expected: Vec<_> = Technique::ALL.iter().map(|technique| Some(technique.id())).collect();
    assert_eq!(ids, expected);
    for (technique, entry) in Technique::ALL.iter().zip(list) {
        assert!(table.contains(technique.id()), "{technique} is in the table");
        assert_eq!(entry["name"], technique.info().name);
        assert_eq!(entry["family"], technique.info().family.to_string());
        assert_eq!(entry["year"], technique.info().year);
        assert_eq!(entry["source"], technique.info().source);
        assert_eq!(entry["table_bytes"], technique.info().table_bytes());
        let array = |key: &str| entry[key].as_array().expect("the entry is an array").clone();
        let bytes = array("tables").iter().map(|table| table["bytes"].as_u64()).sum();
        assert_eq!(entry["table_bytes"].as_u64(), bytes);
        assert_eq!(array("inventors").len(), technique.info().inventors.len());
        let available = array("needs").iter().all(|need| need["available"] == true);
        assert_eq!(entry["available"], available);
    }
}

#[test]
fn the_best_choices_are_listed_with_their_reasons() {
    let table = printed(&["list", "--best"]);
    let list = json(&["list", "--best", "--json"]);
    let list = list.as_array().expect("the list is an array");
    assert_eq!(list.len(), Purpose::ALL.len());
    for (purpose, entry) in Purpose::ALL.iter().zip(list) {
        let (choice, reason) = purpose.choice_and_reason();
        assert_eq!(entry["purpose"], purpose.id());
        assert_eq!(entry["technique"], choice.technique.id());
        assert_eq!(entry["word"], choice.kind.id());
        assert_eq!(entry["reason"], reason);
        let row = table.lines().find(|line| line.split_whitespace().next() == Some(purpose.id()));
        let mut words = row.expect("the purpose has its row").split_whitespace().skip(1);
        assert_eq!(words.next(), Some(choice.technique.id()));
        assert_eq!(words.next(), Some(choice.kind.id()));
    }
    refused(&["list", "--best", "--words"]);
}

#[test]
fn the_words_are_listed_with_what_this_processor_has() {
    let table = printed(&["list", "--words"]);
    let list = json(&["list", "--words", "--json"]);
    let list = list.as_array().expect("the list is an array");
    assert_eq!(list.len(), WordKind::ALL.len());
    for (kind, entry) in WordKind::ALL.iter().zip(list) {
        assert_eq!(entry["id"], kind.id());
        assert_eq!(entry["lanes"], kind.lanes());
        assert_eq!(entry["available"], kind.is_available());
        let has = if kind.is_available() { "yes" } else { "no" };
        let lanes = kind.lanes().to_string();
        let is_row = |line: &str| line.split_whitespace().eq([kind.id(), &lanes, has]);
        assert!(table.lines().any(is_row), "{kind} has its row in\n{table}");
    }
}

#[test]
fn an_explanation_is_a_text_or_json() {
    let query = ["explain", "hyperbola-quintessence", "bishop", "d4", "--squares", "b4,f6"];
    let text = printed(&[&query[..], &["--width", "80"]].concat());
    assert!(text.contains("0x") && text.contains(". . ."), "{text}");
    assert!(!text.contains('\u{1b}'), "there are no styles where there is no terminal");
    assert_eq!(printed(&query), printed(&[&query[..], &["--width", "100"]].concat()));
    let wide = printed(&[&query[..], &["--width", "200"]].concat());
    let longest = |text: &str| text.lines().map(|line| line.chars().count()).max();
    assert!(longest(&printed(&query)) <= Some(100) && longest(&wide) > Some(100), "{wide}");
    assert_ne!(json(&[&query[..], &["--json"]].concat()), Value::Null);
    assert!(printed(&[&query[..], &["--json"]].concat()).ends_with("}\n"), "it ends with its line");
    for width in ["0", "1", "65535"] {
        printed(&[&query[..], &["--width", width]].concat());
    }
    refused(&["explain", "hyperbola-quintessence", "bishop"]);
    refused(&["explain", "no-such-technique", "bishop", "d4"]);
}

#[test]
fn steps_are_drawn_on_boards_of_any_size() {
    let query = ["explain", "hyperbola-quintessence", "rook", "5e", "--board", "shogi"];
    let query = [&query[..], &["--squares", "5b,2e"]].concat();
    let text = printed(&[&query[..], &["--width", "40"]].concat());
    let attacks = "\
rook_attacks = rank_attacks |
file_attacks
0x000000000000100804021ee080402000
a  . . . . . . . . .
b  . . . . 1 . . . .
c  . . . . 1 . . . .
d  . . . . 1 . . . .
e  1 1 1 1 . 1 1 1 .
f  . . . . 1 . . . .
g  . . . . 1 . . . .
h  . . . . 1 . . . .
i  . . . . 1 . . . .
   9 8 7 6 5 4 3 2 1
";
    assert!(text.contains(attacks), "{text}");
    let explanation = json(&[&query[..], &["--json"]].concat());
    assert_eq!(explanation["board"], "shogi");
    assert_eq!(explanation["square"], "5e");
    assert_eq!(explanation["attacks"], "0x000000000000100804021ee080402000");
    let at = |square: &'static str, more: &[&'static str]| {
        let query = ["explain", "kogge-stone", "rook", square, "--board", "xiangqi"];
        refused(&[&query[..], more].concat())
    };
    assert!(at("a10", &[]).contains("a0 to i9"));
    assert!(at("a9", &["--squares", "a1,j1"]).contains("j1"));
    assert!(at("a9", &["--occupied", "0"]).contains("cannot be used with"));
    let chess = ["explain", "rotated", "rook", "a9", "--board", "xiangqi"];
    assert!(refused(&chess).contains("kogge-stone"));
}

#[test]
fn every_technique_is_explained_for_every_slider() {
    for technique in Technique::ALL {
        for slider in ["rook", "bishop", "queen"] {
            let explanation = json(&["explain", technique.id(), slider, "d4", "--json"]);
            assert!(explanation.is_object(), "{technique} {slider}");
        }
    }
}

#[test]
fn techniques_are_proved() {
    let proof = ["prove", "magic-fancy", "kogge-stone", "--piece", "bishop", "--square", "d4"];
    let table = printed(&proof);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    // The rows are in the registry's order. The proofs are those of the bishop alone, of the bishop
    // with the rook, and of the toggle.
    assert_eq!(rows[1][..3], ["kogge-stone", "1", "5"]);
    assert_eq!(rows[2][..3], ["magic-fancy", "1", "3"]);
    assert_eq!(rows.len(), 3, "{table}");
    let report = json(&[&proof[..], &["--json"]].concat());
    assert_eq!(report["techniques"][1]["id"], "magic-fancy");
    assert_eq!(report["techniques"][1]["equations"], 3);
    let numbers = |index: usize, key: &str| report["techniques"][index][key].as_u64();
    assert!(numbers(1, "nodes") > Some(0));
    // The two pieces' diagrams of the first are parts of the sum.
    assert!(numbers(0, "most_nodes") > Some(0) && numbers(0, "most_nodes") < numbers(0, "nodes"));
    refused(&["prove", "--square", "d9"]);
    refused(&["prove", "--piece", "knight"]);
}

#[test]
fn techniques_are_proved_on_boards_of_any_size() {
    let proof = ["prove", "--board", "shogi", "--square", "5e", "--square", "1i"];
    let table = printed(&proof);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1][..3], ["hyperbola-quintessence", "2", "32"]);
    assert_eq!(rows.len(), 6, "{table}");
    let one = ["prove", "kogge-stone", "--board", "capablanca", "--json"];
    let report = json(&[&one[..], &["--square", "j8"]].concat());
    assert_eq!(report["board"], "capablanca");
    assert_eq!(report["techniques"][0]["equations"], 16);
    // Sets are proved where no square is named.
    assert_eq!(json(&one)["techniques"][0]["equations"], 80 * 16 + 8);
    assert!(refused(&["prove", "--board", "shogi", "--square", "a1"]).contains("9a to 1i"));
    assert!(refused(&["prove", "rotated", "--board", "shogi"]).contains("kogge-stone"));
    assert!(refused(&["prove", "hq-first-rank", "--board", "shogi"]).contains("reads a table"));
    refused(&["prove", "--board", "go"]);
    refused(&["prove", "--board", "shogi", "--piece", "rook"]);
}

#[test]
fn techniques_that_verify_have_one_digest() {
    let techniques = ["verify", "obstruction-difference", "ray-walk", "--piece", "bishop"];
    let text = printed(&techniques);
    let report = json(&[&techniques[..], &["--json"]].concat());
    let digest = report["sliders"][0]["digest"].as_str().expect("there is one digest");
    assert_eq!(digest.len(), 16);
    assert!(digest.chars().all(|digit| digit.is_ascii_hexdigit()));
    let last = text.lines().last();
    let expected = format!("bishop: one digest, {digest}, common to all 2 techniques");
    assert_eq!(last, Some(&*expected));
    let checked = report["techniques"].as_array().expect("the techniques are an array");
    // The techniques come in the registry's order, even if named in another.
    assert_eq!(checked[0]["id"], "ray-walk");
    assert_eq!(checked[1]["id"], "obstruction-difference");
    for technique in checked {
        assert_eq!(technique["digests"]["bishop"], digest);
        assert!(technique["cases"].as_u64() >= Some(71_168));
        assert!(text.contains(technique["id"].as_str().expect("an id is a text")));
    }
    refused(&["verify", "no-such-technique"]);
    refused(&["verify", "--piece", "knight"]);
    // The option's older name.
    refused(&["verify", "--slider", "knight"]);
}

#[test]
fn one_technique_alone_has_the_cases_of_all_its_pieces() {
    let one = ["verify", "ray-walk", "--piece", "rook", "--piece", "bishop"];
    let report = json(&[&one[..], &["--json"]].concat());
    let [rook, bishop] = [1 << 20, 71_168];
    assert_eq!(report["techniques"][0]["cases"], rook + bishop);
    let text = printed(&one);
    let sliders = report["sliders"].as_array().expect("the sliders are an array");
    let line = |slider: &Value| {
        let [name, digest] = ["slider", "digest"].map(|key| slider[key].as_str().expect("a text"));
        format!("{name}: digest {digest}\n")
    };
    let lines: String = sliders.iter().map(line).collect();
    assert!(text.ends_with(&format!("\n\n{lines}")), "{text}");
}

#[test]
fn every_shell_has_its_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = printed(&["completions", shell]);
        for command in COMMANDS {
            assert!(script.contains(command), "{shell} completes {command}");
        }
        if ["bash", "zsh", "fish"].contains(&shell) {
            assert!(script.contains("hyperbola-quintessence"), "{shell} completes techniques");
        }
    }
    refused(&["completions", "command.com"]);
}

#[test]
fn every_command_has_its_manual_page() {
    assert!(printed(&["man"]).contains(".TH hyperbola 1"));
    let folder = std::env::temp_dir().join(format!("hyperbola-man-{}", std::process::id()));
    hyperbola(&["man", "--dir"]).arg(&folder).assert().success().stdout("").stderr("");
    assert!(fs::exists(folder.join("hyperbola.1")).expect("the folder is there"));
    for command in COMMANDS {
        let page = fs::read_to_string(folder.join(format!("hyperbola-{command}.1")));
        assert!(page.expect("the page is there").contains(".TH"));
    }
    fs::remove_dir_all(folder).expect("the folder goes");
}

#[test]
fn the_version_and_the_help_are_printed() {
    assert!(printed(&["--version"]).starts_with("hyperbola "));
    let help = printed(&["--help"]);
    for command in COMMANDS {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is in the help");
        assert!(printed(&["help", command]).contains("Examples:"), "{command} has examples");
    }
}
