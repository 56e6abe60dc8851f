//! `hyperbola verify`.

use serde_json::Value;

use crate::{json, printed, refused};

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
}

#[test]
fn a_single_technique_has_the_cases_of_all_its_pieces() {
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
