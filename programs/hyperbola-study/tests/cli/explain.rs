//! `hyperbola explain`.

use hyperbola::Technique;
use serde_json::Value;

use crate::{json, printed, refused};

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
