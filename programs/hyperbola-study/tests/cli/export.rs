//! Tests of `hyperbola export`.

use std::fs;

use crate::{printed, refused};

#[test]
fn a_technique_is_printed_or_written() {
    let arguments = ["export", "kogge-stone", "--language", "python", "--pieces", "rook,bishop"];
    let text = printed(&arguments);
    assert!(text.contains("def rook_attacks(square, occupied):"), "{text}");
    assert!(text.contains("def bishop_attacks(") && !text.contains("def queen_attacks("));
    let folder = std::env::temp_dir().join(format!("hyperbola-export-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let path = folder.join("kogge_stone.py");
    let path = path.to_str().unwrap();
    assert_eq!(printed(&[&arguments[..], &["--output", path]].concat()), "");
    assert_eq!(fs::read_to_string(path).unwrap(), text);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_matrix_has_every_technique_and_language() {
    let text = printed(&["export", "--matrix"]);
    assert!(text.contains("Not printed:") && text.contains("How the languages are checked:"));
    let json: serde_json::Value =
        serde_json::from_str(&printed(&["export", "--matrix", "--json"])).unwrap();
    for cell in json.as_array().unwrap() {
        assert!(text.contains(cell["technique"].as_str().unwrap()));
        assert!(text.contains(cell["language"].as_str().unwrap()));
    }
}

#[test]
fn a_technique_is_printed_for_a_board_of_any_size() {
    let arguments = ["export", "kogge-stone", "--language", "c", "--pieces", "rook"];
    let text = printed(&[&arguments[..], &["--board", "shogi"]].concat());
    assert!(text.contains("shogi_board shogi_rook_attacks(unsigned square,"), "{text}");
    assert!(text.contains("export kogge-stone --board shogi --language c --pieces rook"), "{text}");
    let message = refused(&["export", "rotated", "--language", "c", "--board", "shogi"]);
    assert!(message.contains("dumb7-fill"), "{message}");
    let tables = ["--board", "shogi", "--tables", "literal"];
    let message = refused(&[&arguments[..], &tables].concat());
    assert!(message.contains("cannot be used with"), "{message}");
}

#[test]
fn a_feature_is_printed() {
    let export = ["export", "--feature"];
    let text = printed(&[&export[..], &["king_danger", "--language", "cuda"]].concat());
    assert!(text.contains("__global__ void king_danger_kernel("), "{text}");
    let text = printed(&[&export[..], &["pinned", "--language", "c", "--prefix", "my"]].concat());
    assert!(text.contains("static inline void my_pinned("), "{text}");
    assert!(text.contains("export --feature pinned --language c --prefix my\n"), "{text}");
    let message = refused(&[&export[..], &["keys", "--language", "c"]].concat());
    assert!(message.contains("attack_counts") && message.contains("legal_counts"), "{message}");
    let message =
        refused(&[&export[..], &["pinned", "--language", "go", "--prefix", "my"]].concat());
    assert!(message.contains("names have no prefix"), "{message}");
    assert!(refused(&[&export[..], &["pinned"]].concat()).contains("--language"));
    for other in [
        &["kogge-stone"][..],
        &["--pieces", "rook"],
        &["--tables", "literal"],
        &["--board", "shogi"],
    ] {
        let message = refused(&[&export[..], &["pinned", "--language", "c"], other].concat());
        assert!(message.contains("cannot be used with"), "{other:?}: {message}");
    }
}

#[test]
fn unsupported_exports_are_rejected() {
    assert!(refused(&["export"]).contains("--language"));
    let message = refused(&["export", "kogge-stone", "--language", "cobol"]);
    assert!(message.contains("typescript"), "{message}");
    let message = refused(&["export", "magic-plain", "--language", "java", "--tables", "literal"]);
    assert!(message.contains("64 KiB of code"), "{message}");
    let message = refused(&["export", "kogge-stone", "--language", "c", "--matrix"]);
    assert!(message.contains("cannot be used with"), "{message}");
}

#[test]
fn names_have_the_chosen_prefix() {
    let export = ["export", "magic-fancy", "--language"];
    let text = printed(&[&export[..], &["c-avx2", "--prefix", "four"]].concat());
    for part in
        ["four_rook_attacks(", "FOUR_FANCY_ROOK_TABLE[", "Call four_initialize_tables first"]
    {
        assert!(text.contains(part), "{part}");
    }
    let text = printed(&[&export[..], &["cpp", "--prefix", "four"]].concat());
    assert!(text.contains("namespace four {"));
    let message = refused(&[&export[..], &["go", "--prefix", "four"]].concat());
    assert!(message.contains("names have no prefix"), "{message}");
    let message = refused(&[&export[..], &["c", "--prefix", "4"]].concat());
    assert!(message.contains("a prefix is a letter"), "{message}");
}
