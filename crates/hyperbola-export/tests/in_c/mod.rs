//! Programs in C, by the compiler of a Unix.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

/// Compiles a program and runs it with words as its input. Returns the words of its output.
pub(super) fn run_in_c(name: &str, program: &str, input: &[u64]) -> Vec<u64> {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let source = path.with_extension("c");
    fs::write(&source, program).unwrap();
    // It is there: Rust's own programs are linked by it.
    let mut compiler = Command::new("cc");
    compiler.args(["-std=c11", "-Wall", "-Wextra", "-Werror", "-o"]).arg(&path).arg(&source);
    let compiled = compiler.output().unwrap();
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let mut run = Command::new(&path);
    let mut run = run.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut pipe = run.stdin.take().unwrap();
    let input: Vec<u8> = input.iter().flat_map(|word| word.to_le_bytes()).collect();
    let writer = std::thread::spawn(move || pipe.write_all(&input));
    let output = run.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    assert!(output.status.success());
    output.stdout.as_chunks().0.iter().map(|&bytes| u64::from_le_bytes(bytes)).collect()
}
