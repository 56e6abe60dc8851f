//! Counts the lines of code of each crate, and the traits and macros that it defines: tests,
//! comments, blank lines and the generated files of `docs` do not count.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use anyhow::Context as _;

use crate::cargo::repository;

/// The languages by the extension of their files, with the beginning of a comment.
const LANGUAGES: [(&str, &[&str]); 3] = [("rs", &["//"]), ("py", &["#"]), ("ts", &["/", "*"])];

/// The numbers of lines, traits and macros.
type Counts = [usize; 3];

/// Prints the numbers of each crate or folder, then those of the library's workspace, of the
/// workshop, of the other folders, and of all.
pub(crate) fn run() -> anyhow::Result<()> {
    let root = repository();
    let listed = Command::new("git").arg("ls-files").current_dir(&root).output();
    let listed = String::from_utf8(listed.context("cannot run git")?.stdout)?;
    for (extension, comments) in LANGUAGES {
        let mut crates: BTreeMap<&str, Counts> = BTreeMap::new();
        let mut parts: BTreeMap<&str, Counts> = BTreeMap::new();
        for path in listed.lines().filter(|path| is_counted(path, extension)) {
            let text = fs::read_to_string(root.join(path)).with_context(|| path.to_owned())?;
            let counts = count(&text, comments);
            let add = |sum: &mut Counts| {
                sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
            };
            add(crates.entry(crate_of(path)).or_default());
            add(parts.entry(part_of(path)).or_default());
            add(parts.entry("all").or_default());
        }
        println!(" lines traits macros .{extension}");
        for (name, [lines, traits, macros]) in crates.into_iter().chain(parts) {
            println!("{lines:6} {traits:6} {macros:6} {name}");
        }
        println!();
    }
    Ok(())
}

/// Returns the part of the tree with a file.
fn part_of(path: &str) -> &str {
    match path.split('/').next() {
        Some("crates" | "programs" | "python" | "xtask") => "the library's workspace",
        Some("workshop") => "the workshop",
        _ => "others",
    }
}

/// Returns whether a file has code of a language that is neither generated nor a test's.
fn is_counted(path: &str, extension: &str) -> bool {
    let is_left_out = ["/tests/", "docs/export/"].iter().any(|part| path.contains(part))
        || ["/tests.rs", "proofs.rs"].iter().any(|end| path.ends_with(end));
    path.rsplit_once('.').is_some_and(|(_, end)| end == extension) && !is_left_out
}

/// Returns the crate or the folder that a file is counted to.
fn crate_of(path: &str) -> &str {
    let is_nested = ["crates/", "programs/", "bridges/", "web/", "workshop/"];
    let is_nested = is_nested.iter().any(|one| path.starts_with(one));
    let mut ends = path.match_indices('/').map(|(end, _)| end);
    ends.nth(usize::from(is_nested)).map_or(path, |end| &path[..end])
}

/// Counts the lines that are neither blank nor comments nor in a module of tests, and their
/// definitions.
fn count(text: &str, comments: &[&str]) -> Counts {
    let mut lines = text.lines();
    let mut counts = [0; 3];
    while let Some(line) = lines.next() {
        let code = line.trim_start();
        let is_test = code.starts_with("#[cfg(test)]") || code.starts_with("#[cfg(all(test");
        if is_test && lines.clone().take(2).any(|next| next.contains("mod ") && next.ends_with('{'))
        {
            let end = format!("{}}}", &line[..line.len() - code.len()]);
            lines.find(|line| *line == end);
        } else if !code.is_empty() && !comments.iter().any(|sign| code.starts_with(sign)) {
            let words: Vec<&str> = code.split(' ').take(4).collect();
            counts[0] += 1;
            counts[1] += usize::from(words[..words.len() - 1].contains(&"trait"));
            counts[2] += usize::from(words[0] == "macro_rules!");
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_excludes_blank_lines_comments_and_tests() {
        let text = "//! A file.\n\nfn one() {}\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\nfn three() {}\n";
        assert_eq!(count(text, &["//"]), [2, 0, 0]);
        let text = "pub trait A {}\ntrait B {}\n// trait C\nmacro_rules! d {\n}\n";
        assert_eq!(count(text, &["//"]), [4, 2, 1]);
        assert!(is_counted("xtask/src/lines.rs", "rs") && !is_counted("crates/a/tests/b.rs", "rs"));
        assert_eq!(
            (crate_of("crates/a/src/b.rs"), crate_of("xtask/src/b.rs")),
            ("crates/a", "xtask")
        );
    }
}
