//! `hyperbola inputs`.

use crate::{json, printed, refused};

const FEN: &str = "6k1/8/8/8/8/8/P7/R3K3 w - - 0 1";

#[test]
fn inputs_have_their_numbers_and_words() {
    let set = "threats_59808+halfka_v2_hm";
    let printed = printed(&["inputs", set, FEN]);
    let lines: Vec<&str> = printed.lines().collect();
    // A threat and four pieces for each view. White's king on e1 turns the files over for threats:
    // the rook on h1 has 14 squares on an empty board, of which h2 is the eighth, after 7 × 14
    // others.
    assert_eq!(lines.len(), 10, "{printed}");
    assert_eq!(
        lines[0],
        format!("white  {:>6}  white rook a1 attacks white pawn a2", 8_176 + 98 + 7)
    );
    assert!(
        lines[1].starts_with("white   81640  white pawn a2, own king in bucket 31"),
        "{printed}"
    );
    assert!(
        lines[5].starts_with("black  ")
            && lines[5].ends_with("white rook a1 attacks white pawn a2")
    );
    let list = json(&["inputs", set, FEN, "--json"]);
    let line = |input: &serde_json::Value| {
        let text = |name: &str| input[name].as_str().expect("a text").to_owned();
        let number = input["number"].as_u64().expect("a number");
        format!("{}  {number:>6}  {}", text("view"), text("meaning"))
    };
    assert!(list.as_array().expect("an array").iter().map(line).eq(lines), "{list}");
}

#[test]
fn sets_and_positions_that_do_not_exist_are_refused() {
    assert!(refused(&["inputs", "nothing"]).contains("nothing"));
    assert!(refused(&["inputs", "no-such-file.toml"]).contains("no-such-file.toml"));
    assert!(refused(&["inputs", "threats_59808", "8/8"]).contains("column"));
}
