//! Counts the instructions of a bishop's attacks in a release build, beside those of the listing
//! that hyperbola quintessence was published with.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

/// The program whose routine is counted.
const EXAMPLE: &str = "crates/hyperbola/examples/bishop.rs";

/// The name of the routine in it.
const ROUTINE: &str = "bishop_attacks";

/// The most instructions the routine may have, its `ret` included: what this compiler makes of it.
/// Fewer are welcome, and then this number goes down; it never goes up for a change of ours. With
/// another compiler it may have as many as were published.
const MOST: usize = 27;
const COMPILER: &str = "rustc 1.95.";

/// `bishopAttacks` of Gerd Isenberg's publication as Visual C++ 2005 compiled it, from the chess
/// programming wiki's Hyperbola Quintessence, where it stands with its comments.
const PUBLISHED: [&str; 30] = [
    "push rbx",
    "mov eax, edx",
    "lea r10, smsk",
    "shl rax, 5",
    "mov rbx, [rax+r10+8]",
    "mov r9, [rax+r10+16]",
    "mov r10, [rax+r10]",
    "mov r11, rbx",
    "mov rdx, r9",
    "mov r8, r10",
    "and rdx, rcx",
    "and r11, rcx",
    "bswap r8",
    "mov rax, rdx",
    "mov rcx, r11",
    "sub rdx, r10",
    "bswap rax",
    "bswap rcx",
    "sub r11, r10",
    "sub rax, r8",
    "sub rcx, r8",
    "bswap rax",
    "bswap rcx",
    "xor rax, rdx",
    "xor rcx, r11",
    "and rax, r9",
    "and rcx, rbx",
    "add rax, rcx",
    "pop rbx",
    "ret 0",
];

/// What `instructions` is asked for.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Exit with 1 if the routine has more instructions than it may have
    #[arg(long)]
    check: bool,
}

/// Prints both listings abreast and both counts, and checks ours.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let ours = instructions()?;
    println!("{:<28}ours", "published");
    for line in 0..PUBLISHED.len().max(ours.len()) {
        let published = PUBLISHED.get(line).copied().unwrap_or_default();
        let ours = ours.get(line).map_or("", String::as_str);
        println!("{}", format!("{published:<28}{ours}").trim_end());
    }
    println!();
    let byte_swaps = |count: usize| format!("{count} of them byte swaps");
    let published_swaps = PUBLISHED.iter().filter(|line| is_byte_swap(line)).count();
    let our_swaps = ours.iter().filter(|line| is_byte_swap(line)).count();
    println!("published: {} instructions, {}", PUBLISHED.len(), byte_swaps(published_swaps));
    println!("ours:      {} instructions, {}", ours.len(), byte_swaps(our_swaps));
    if arguments.check { check(&ours) } else { Ok(()) }
}

/// Returns whether a line of a listing is a byte swap.
fn is_byte_swap(line: &str) -> bool {
    line.starts_with("bswap")
}

/// Fails if there are more instructions than there may be.
fn check(instructions: &[String]) -> anyhow::Result<()> {
    let count = instructions.len();
    let version = Command::new(compiler()).arg("--version").output();
    let version = version.context("cannot ask the compiler for its version")?.stdout;
    let most = if version.starts_with(COMPILER.as_bytes()) { MOST } else { PUBLISHED.len() };
    ensure!(
        count <= most,
        "{ROUTINE} in {EXAMPLE} has {count} instructions, and the most it may have is {most}"
    );
    Ok(())
}

/// Compiles the routine for release and returns its instructions in Intel's notation.
///
/// The library is built by cargo, the program by the compiler itself: cargo would build the
/// benchmarks' libraries first, for an example. Flags of the environment are left out, so that
/// the count is that of a plain x86-64.
fn instructions() -> anyhow::Result<Vec<String>> {
    ensure!(cfg!(target_arch = "x86_64"), "the instructions of x86-64 are counted, on x86-64 only");
    let root = workspace();
    let target = target_directory(&root).join("instructions");
    let library = target.join("release").join("libhyperbola.rlib");
    let assembly = target.join("bishop.s");

    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut build = Command::new(cargo);
    build.args(["build", "--quiet", "--release", "--package", "hyperbola", "--lib"]);
    build.args(["--no-default-features", "--target-dir"]).arg(&target);
    execute(build.current_dir(&root))?;
    ensure!(library.is_file(), "cargo has left no {}", library.display());

    let mut compile = Command::new(compiler());
    // As a library: its public functions are kept as they are, whatever calls them.
    compile.args([
        "--edition=2024",
        "--crate-type=lib",
        "--crate-name=bishop",
        "--cap-lints=allow",
    ]);
    compile.args(["-Copt-level=3", "-Ccodegen-units=1", "-Cllvm-args=-x86-asm-syntax=intel"]);
    compile.arg("--extern").arg(joined("hyperbola=", &library));
    compile.arg(joined("--emit=asm=", &assembly)).arg(EXAMPLE);
    execute(compile.current_dir(&root))?;

    let text = std::fs::read_to_string(&assembly)
        .with_context(|| format!("cannot read {}", assembly.display()))?;
    let instructions = body(&text, ROUTINE)
        .with_context(|| format!("{} has no routine {ROUTINE}", assembly.display()))?;
    ensure!(!instructions.is_empty(), "{ROUTINE} is empty in {}", assembly.display());
    Ok(instructions)
}

fn compiler() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// Returns the root of the workspace: the folder above this package's.
fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.parent().unwrap_or(package).to_owned()
}

/// Returns the folder that cargo builds into.
fn target_directory(root: &Path) -> PathBuf {
    root.join(std::env::var_os("CARGO_TARGET_DIR").unwrap_or_else(|| "target".into()))
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(option);
    argument.push(path);
    argument
}

/// Runs a command without the environment's flags and target and demands that it succeeds.
fn execute(command: &mut Command) -> anyhow::Result<()> {
    let flags = ["RUSTFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS"];
    for variable in flags.into_iter().chain(["CARGO_BUILD_TARGET"]) {
        command.env_remove(variable);
    }
    let name = command.get_program().to_owned();
    let name = name.display();
    let status = command.status().with_context(|| format!("cannot run {name}"))?;
    ensure!(status.success(), "{name} has failed: {status}");
    Ok(())
}

/// Returns the instructions of the first function in an assembly file whose symbol contains a
/// name, without labels, directives and comments; none if there is no such function.
fn body(assembly: &str, name: &str) -> Option<Vec<String>> {
    let mut lines = assembly.lines().map(|line| {
        let code = line.split_once('#').map_or(line, |(code, _)| code);
        // All operands in memory are 64 bits wide; the listing is easier to read without it.
        code.split_whitespace().collect::<Vec<_>>().join(" ").replace("qword ptr ", "")
    });
    lines.find(|line| line.ends_with(':') && line.contains(name) && !line.starts_with('.'))?;
    let is_end = |line: &String| {
        line == ".cfi_endproc" || line == ".seh_endproc" || line.starts_with(".Lfunc_end")
    };
    let is_instruction =
        |line: &String| !line.is_empty() && !line.starts_with('.') && !line.ends_with(':');
    Some(lines.take_while(|line| !is_end(line)).filter(is_instruction).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_is_what_stands_between_the_label_and_the_end() {
        let assembly = "\
_other:
\tnop
.Lfunc_end0:
_ZN6bishop14bishop_attacks17hE:
\t.cfi_startproc
\tshl\tdil, 2  # a comment
.LBB0_1:
\tret
.Lfunc_end1:
\t.cfi_endproc
";
        assert_eq!(body(assembly, ROUTINE), Some(vec!["shl dil, 2".into(), "ret".into()]));
        assert_eq!(body(assembly, "rook_attacks"), None);
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn the_routine_has_not_grown() -> anyhow::Result<()> {
        check(&instructions()?)
    }
}
