//! `hyperbola prove`.

use crate::{json, printed, refused};

#[test]
fn techniques_are_proved() {
    let proof = ["prove", "magic-fancy", "kogge-stone", "--piece", "bishop", "--square", "d4"];
    let table = printed(&proof);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    // The rows are in the registry's order. The proofs are those of only the bishop, of the bishop
    // with the rook, and of the toggle.
    assert_eq!(rows[1][..3], ["kogge-stone", "1", "5"]);
    assert_eq!(rows[2][..3], ["magic-fancy", "1", "3"]);
    assert!(table.ends_with("\nproved for all 2^64 boards on 1 square\n"), "{table}");
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
fn formulas_of_legal_moves_are_proved() {
    let proof = ["prove", "--legal-moves", "--square", "a1"];
    let table = printed(&proof);
    let rows: Vec<Vec<&str>> =
        table.lines().map(|line| line.split_whitespace().collect()).collect();
    assert!(table.starts_with("Theorem. "), "{table}");
    let row = |id: &str| {
        let row = rows.iter().find(|row| row.first() == Some(&id));
        row.unwrap_or_else(|| panic!("no row {id} in {table}"))
    };
    assert_eq!(row("turned")[1..3], ["64", "2125440"]);
    assert_eq!(row("short-ways")[1..3], ["1", "4992"]);
    assert_eq!(row("plan")[1..3], ["1", "334777"]);
    for id in ["after", "closure", "generator", "single", "play", "moves", "replies"] {
        assert!(row(id).contains(&"proved:"), "{table}");
    }
    let last =
        "Proved for all positions that meet the assumptions with the king on a1 or turned over";
    assert!(table.contains(last), "{table}");
    let mistake = ["prove", "--legal-moves", "--square", "e1", "--mistake"];
    let refuted = printed(&[&mistake[..], &["no-pins"]].concat());
    assert!(refuted.contains("is refuted") && refuted.contains(" w - - 0 1"), "{refuted}");
    assert!(refused(&[&mistake[..], &["no-rooks"]].concat()).contains("king-shields"));
    refused(&["prove", "--legal-moves", "--square", "e9"]);
    refused(&["prove", "--legal-moves", "--piece", "rook"]);
    refused(&["prove", "--legal-moves", "kogge-stone"]);
}

#[test]
fn lemmas_of_legal_moves_are_exported() {
    let folder = tempfile::tempdir().expect("a folder");
    let lemmas = folder.path().join("lemmas");
    let path = lemmas.to_str().expect("text");
    let of_a1 = ["prove", "--legal-moves", "--square", "a1", "--export", path];
    assert_eq!(printed(&of_a1), "");
    let names: Vec<_> = std::fs::read_dir(&lemmas).expect("the folder").collect();
    // Moves to 64 squares, captures en passant with no pawn or one of eight, castling, six forms of
    // replies, and the positions after moves. Of the generator, moves to 64 squares, its short
    // answers, captures en passant of one of eight, and castling.
    assert_eq!(names.len(), 64 + 9 + 1 + 6 + 1 + 64 + 1 + 8 + 1);
    let text = std::fs::read_to_string(lemmas.join("moves-a1-to-b3.cnf")).expect("a lemma");
    assert!(text.starts_with("c moves-a1-to-b3: "), "{text:.200}");
    let clauses = text.lines().filter(|line| line.ends_with(" 0")).count();
    let heading = text.lines().find(|line| line.starts_with("p cnf ")).expect("a heading");
    assert!(heading.ends_with(&format!(" {clauses}")), "{heading}");
    let neutral = [of_a1.as_slice(), &["--neutral-to", "a2"]].concat();
    assert_eq!(printed(&neutral), "");
    let text = std::fs::read_to_string(lemmas.join("neutral-a1-to-a2.cnf")).expect("a lemma");
    assert!(text.starts_with("c neutral-a1-to-a2: "), "{text:.200}");
    refused(&[neutral.as_slice(), &["--neutral-to", "i2"]].concat());
    refused(&["prove", "--legal-moves", "--neutral-to", "a2"]);
    refused(&["prove", "--export", path]);
    refused(&["prove", "--legal-moves", "--export", path, "--json"]);
}
