//! The README shows exactly the output of the command.

use crate::hyperbola;

const README: &str = include_str!("../../../../README.md");

/// The READMEs with examples in Rust, and the guide. The tests of their crates run the examples.
const WITH_EXAMPLES: [&str; 9] = [
    README,
    include_str!("../../../../docs/GUIDE.md"),
    include_str!("../../../../crates/hyperbola/README.md"),
    include_str!("../../../../crates/hyperbola-conformance/README.md"),
    include_str!("../../../../crates/hyperbola-export/README.md"),
    include_str!("../../../../crates/hyperbola-features/README.md"),
    include_str!("../../../../crates/hyperbola-hunt/README.md"),
    include_str!("../../../../crates/hyperbola-kernels/README.md"),
    include_str!("../../../../crates/hyperbola-moves/README.md"),
];

#[test]
fn the_transcripts_are_what_the_command_prints() {
    // The examples that `cargo test` has built are beside the folder of the tests.
    let test = std::env::current_exe().expect("the test has a path");
    let built = test.ancestors().nth(2).expect("a folder").to_str().expect("UTF-8");
    let mut transcripts = 0;
    for after in README.split("```console\n").skip(1) {
        let (block, _) = after.split_once("```").expect("the block ends");
        // A block has one command or more, each with its output.
        for transcript in format!("\n{block}").split("\n$ ").skip(1) {
            let (line, output) = transcript.split_once('\n').unwrap_or((transcript, ""));
            let Some(line) = line.strip_prefix("cargo run --release -- ") else { continue };
            // The elapsed time differs between runs; it is on standard error, which is not
            // compared.
            let (line, first) = match line.split_once(" | head -") {
                Some((line, first)) => (line, first.parse().expect("a number")),
                None => (line, usize::MAX),
            };
            let line = line.replace("target/debug", built);
            let arguments = shell_words::split(&line).expect("the quotes match");
            let ended = hyperbola(&[]).args(arguments).output().expect("it runs");
            // A hunt that has found something ends with 1.
            let status = i32::from(line.starts_with("hunt"));
            assert_eq!(ended.status.code(), Some(status), "{line}");
            let printed = String::from_utf8_lossy(&ended.stdout).replace(built, "target/debug");
            let printed = printed.trim_end().lines().take(first).collect::<Vec<_>>();
            assert_eq!(printed, output.trim_end().lines().collect::<Vec<_>>(), "{line}");
            transcripts += 1;
        }
    }
    assert_eq!(transcripts, 2);
}

/// Only rustdoc hides lines that begin with `# `. A reader of the file sees them.
#[test]
fn no_example_has_lines_that_only_rustdoc_hides() {
    for page in WITH_EXAMPLES {
        let examples = page.split("```rust").skip(1).filter_map(|after| after.split("```").next());
        let mut lines = examples.flat_map(str::lines).peekable();
        assert!(lines.peek().is_some(), "{page}");
        assert_eq!(lines.find(|line| line.starts_with("# ")), None);
    }
}
