//! Counts the instructions of attacks in a release build for several processors, and shows a
//! bishop's beside the listing that was published with hyperbola quintessence. Compares those of
//! each operation with the names that explanations give them.

use anyhow::ensure;
use hyperbola_explain::INSTRUCTIONS;

use crate::cargo::rustc;
use crate::machine_code::{AARCH64, Routines};

/// The routine that has a published listing.
const BISHOP: &str = "::bishop_attacks";

/// `bishopAttacks` of Gerd Isenberg's publication, as Visual C++ 2005 compiled it. It comes from
/// the chess programming wiki's Hyperbola Quintessence, where it has comments.
const PUBLISHED: &str = "\
push rbx; mov eax, edx; lea r10, smsk; shl rax, 5; mov rbx, [rax+r10+8]; mov r9, [rax+r10+16]; \
mov r10, [rax+r10]; mov r11, rbx; mov rdx, r9; mov r8, r10; and rdx, rcx; and r11, rcx; bswap r8; \
mov rax, rdx; mov rcx, r11; sub rdx, r10; bswap rax; bswap rcx; sub r11, r10; sub rax, r8; \
sub rcx, r8; bswap rax; bswap rcx; xor rax, rdx; xor rcx, r11; and rax, r9; and rcx, rbx; \
add rax, rcx; pop rbx; ret 0";

/// A function's name, the largest number of instructions that it may have, with its `ret`, and the
/// instructions that its technique needs. The number is a compiler's. If it becomes smaller, it is
/// lowered here. It is never raised for a change of ours.
type Expected = (&'static str, usize, &'static [&'static str]);

/// The number of instructions of a function that may have any.
const ANY: usize = usize::MAX;

/// The processors, the compiler that their numbers are of, and the functions. AArch64 is compiled
/// by Debian's compiler, which has the sources of `core`.
const TARGETS: [(&str, &str, &[Expected]); 4] = [
    (
        "x86-64",
        "rustc 1.95.",
        &[
            (BISHOP, 27, &["bswap"]),
            ("native_rook", 22, &["imul"]),
            ("native_bishop", 16, &["imul"]),
            ("native_queen", 38, &["imul"]),
            ("native_both", 37, &["imul"]),
        ],
    ),
    (
        // With BMI1, BMI2 and LZCNT, which formulas on plain `u64` use where the target has them.
        "x86-64-v3",
        "rustc 1.95.",
        &[
            ("native_rook", 27, &["bswap"]),
            ("native_bishop", 20, &["vpshufb"]),
            ("native_queen", 34, &["vpermq"]),
            ("native_both", 33, &["vpermq"]),
            ("plain::<hyperbola::techniques::lookup::pext::Pext>", ANY, &["pext"]),
            ("::PextPdep>", ANY, &["pext", "pdep"]),
            ("::Classical>", ANY, &["tzcnt", "lzcnt"]),
            ("::HyperbolaQuintessence>", ANY, &["bswap", "shlx"]),
        ],
    ),
    (
        "x86-64-v4",
        "rustc 1.95.",
        &[
            ("native_rook", 23, &["vplzcntq"]),
            ("native_bishop", 18, &["vpshufb"]),
            ("native_queen", 23, &["vplzcntq"]),
            ("native_both", 31, &["vpermq"]),
        ],
    ),
    (
        AARCH64,
        "rustc 1.96.",
        &[
            ("native_rook", 26, &["mul"]),
            ("native_bishop", 20, &["mul"]),
            ("native_queen", 41, &["mul"]),
            ("native_both", 44, &["mul"]),
        ],
    ),
];

/// The processors of [`INSTRUCTIONS`], in their order.
const NAMED: [&str; 2] = ["x86-64-v3", AARCH64];

/// The arguments of `instructions`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Exit with 1 if a function has more instructions than allowed
    #[arg(long)]
    check: bool,
    /// Look at the functions for AArch64 alone. Cargo must build `core` from sources, as Debian's
    /// does with RUSTC_BOOTSTRAP=1
    #[arg(long)]
    aarch64: bool,
}

/// Prints the numbers of instructions of the functions, and checks them.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let version = rustc(&["--version"])?;
    for (processor, compiler, functions) in TARGETS {
        if (processor == AARCH64) != arguments.aarch64 {
            continue;
        }
        let code = Routines::compile(processor)?;
        let is_counted = arguments.check && version.starts_with(compiler);
        if arguments.check && !is_counted {
            println!("not checked, how many: the numbers are {compiler}'s, not {version}'s");
        }
        for &(function, most, wanted) in functions {
            let found = code.instructions(function)?;
            println!("{function} for {processor}: {} instructions", found.len());
            for wanted in wanted {
                let is_wanted = |line: &&String| line.split(' ').next() == Some(wanted);
                let count = found.iter().filter(is_wanted).count();
                println!("  {count} of {wanted}");
                ensure!(count > 0, "{function} for {processor} does not use {wanted}");
            }
            let is_short = !is_counted || found.len() <= most;
            ensure!(is_short, "{function} for {processor} may have {most} instructions");
            if function == BISHOP {
                compare(&found, arguments.check)?;
            }
        }
        if let Some(column) = NAMED.iter().position(|named| *named == processor) {
            for (operation, named) in INSTRUCTIONS {
                let found = code.instructions(&format!("::operations::{operation}"))?;
                check_operation(operation, named[column], &found, is_counted)?;
            }
        }
    }
    Ok(())
}

/// Checks that a compiled operation ends with the instructions that explanations name, before its
/// `ret`. Before them it may fetch operands, addresses and constants.
fn check_operation(
    operation: &str,
    named: &str,
    found: &[String],
    is_counted: bool,
) -> anyhow::Result<()> {
    let names: Vec<&str> = found.iter().map(|line| name_of(line)).collect();
    let Some(("ret", computed)) = names.split_last().map(|(last, rest)| (*last, rest)) else {
        anyhow::bail!("{operation} has no end: {found:?}");
    };
    let is_right = match named.strip_suffix(" instructions") {
        Some(count) => !is_counted || count.parse() == Ok(computed.len()),
        None => computed.ends_with(&named.split(", ").collect::<Vec<_>>()),
    };
    println!("{operation}: {named}");
    ensure!(is_right, "{operation} is {found:?} and not {named}");
    Ok(())
}

/// Returns an instruction's name; a sum in a third register is an addition.
fn name_of(line: &str) -> &str {
    let (name, operands) = line.split_once(' ').unwrap_or((line, ""));
    if name == "lea" && operands.contains(" + r") { "add" } else { name }
}

/// Prints the published listing and ours side by side. By no compiler may ours be longer.
fn compare(ours: &[String], check: bool) -> anyhow::Result<()> {
    let published: Vec<&str> = PUBLISHED.split("; ").collect();
    println!("\n{:<28}ours", "published");
    for line in 0..published.len().max(ours.len()) {
        let published = published.get(line).copied().unwrap_or_default();
        let ours = ours.get(line).map_or("", String::as_str);
        println!("{}", format!("{published:<28}{ours}").trim_end());
    }
    println!("\n{} instructions against {}\n", ours.len(), published.len());
    ensure!(!check || ours.len() <= published.len(), "a bishop takes more than were published");
    Ok(())
}
