//! `hyperbola list`, and the list of commands.

use hyperbola::Technique;
use hyperbola::choice::Purpose;
use hyperbola::word::WordKind;
use hyperbola_console::others::PROGRAMS;

use crate::{json, printed, refused};

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
fn the_commands_of_all_programs_are_listed_and_completed() {
    let (help, script) = (printed(&["--help"]), printed(&["completions", "bash"]));
    for command in PROGRAMS.iter().flat_map(|program| program.commands).map(|(name, _)| name) {
        assert!(help.contains(&format!("\n  {command} ")), "{command} is in the help");
        assert!(script.contains(command), "{command} is completed");
    }
}
