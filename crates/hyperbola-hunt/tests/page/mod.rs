//! Tables that tests make for `docs/HUNT.md`.

use std::fs;
use std::path::Path;

/// The variable that makes the tests write their tables.
const WRITE: &str = "HYPERBOLA_WRITE";

/// Compares a table with that of the page, which stands between two marks with its name, or writes
/// it there.
pub(crate) fn compare(name: &str, table: &str) {
    let (first, last) = (format!("<!-- {name} -->\n"), format!("<!-- end of {name} -->\n"));
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/HUNT.md");
    let page = fs::read_to_string(&path).expect("the page is there");
    let (before, rest) = page.split_once(&first).expect("the page has the first mark");
    let (old, after) = rest.split_once(&last).expect("the page has the second mark");
    if std::env::var_os(WRITE).is_some() {
        let page = format!("{before}{first}{table}{last}{after}");
        return fs::write(&path, page).expect("the page can be written");
    }
    assert!(old == table, "docs/HUNT.md is stale; run this test with {WRITE}=1. It has\n{table}");
}
