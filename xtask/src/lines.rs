//! Counts the lines of code of each crate: tests, benches, comments, blank lines and the generated
//! files of `docs` are none.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use anyhow::Context as _;

use crate::cargo::repository;

/// The languages by the extension of their files, with what begins a comment.
const LANGUAGES: [(&str, &[&str]); 3] = [("rs", &["//"]), ("py", &["#"]), ("ts", &["/", "*"])];

/// Prints the lines of each crate or folder, and of all.
pub(crate) fn run() -> anyhow::Result<()> {
    let root = repository();
    let listed = Command::new("git").arg("ls-files").current_dir(&root).output();
    let listed = String::from_utf8(listed.context("cannot run git")?.stdout)?;
    for (extension, comments) in LANGUAGES {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for path in listed.lines().filter(|path| is_counted(path, extension)) {
            let text = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
            *counts.entry(crate_of(path)).or_default() += count(&text, comments);
        }
        for (name, lines) in &counts {
            println!("{lines:6} {name}");
        }
        println!("{:6} lines of .{extension}\n", counts.values().sum::<usize>());
    }
    Ok(())
}

/// Returns whether a file has code of a language that is neither generated nor a test's.
fn is_counted(path: &str, extension: &str) -> bool {
    let is_left_out =
        ["/tests/", "/benches/", "docs/export/"].iter().any(|part| path.contains(part))
            || ["/tests.rs", "proofs.rs"].iter().any(|end| path.ends_with(end));
    path.rsplit_once('.').is_some_and(|(_, end)| end == extension) && !is_left_out
}

/// Returns the crate or the folder that a file is counted to.
fn crate_of(path: &str) -> &str {
    let is_nested = ["crates/", "bridges/", "web/", "lab/"].iter().any(|one| path.starts_with(one));
    let mut ends = path.match_indices('/').map(|(end, _)| end);
    ends.nth(usize::from(is_nested)).map_or(path, |end| &path[..end])
}

/// Counts the lines that are neither blank nor comments nor in a module of tests.
fn count(text: &str, comments: &[&str]) -> usize {
    let mut lines = text.lines();
    let mut count = 0;
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let is_test = code.starts_with("#[cfg(test)]") || code.starts_with("#[cfg(all(test");
        if is_test && lines.clone().take(2).any(|next| next.contains("mod ") && next.ends_with('{'))
        {
            let end = format!("{}}}", &line[..line.len() - code.len()]);
            lines.find(|line| *line == end);
        } else if !code.is_empty() && !comments.iter().any(|sign| code.starts_with(sign)) {
            count += 1;
        }
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_is_what_is_neither_blank_nor_a_comment_nor_a_test() {
        let text = "//! A file.\n\nfn one() {}\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\nfn three() {}\n";
        assert_eq!(count(text, &["//"]), 2);
        assert!(is_counted("xtask/src/lines.rs", "rs") && !is_counted("crates/a/tests/b.rs", "rs"));
        assert_eq!(
            (crate_of("crates/a/src/b.rs"), crate_of("xtask/src/b.rs")),
            ("crates/a", "xtask")
        );
    }
}
