//! Counts the instructions of a bishop's attacks in a release build, and shows them beside the
//! listing that was published with hyperbola quintessence.

use anyhow::{Context as _, ensure};

use hyperbola::Technique;

use crate::assembly::{MachineCode, ROUTINES};
use crate::cargo::rustc;

/// The name of the routine.
const ROUTINE: &str = "bishop_attacks";

/// The largest number of instructions that the routine may have, with its `ret`. It is the number
/// that this compiler makes. A smaller number is welcome, and then this constant goes down. It
/// never goes up for a change of ours. With another compiler the routine may have as many as were
/// published.
const MOST: usize = 27;
const COMPILER: &str = "rustc 1.95.";

/// `bishopAttacks` of Gerd Isenberg's publication, as Visual C++ 2005 compiled it. It comes from
/// the chess programming wiki's Hyperbola Quintessence, where it has comments.
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

/// A processor with BMI1, BMI2 and LZCNT, and techniques whose formulas have instructions there. On
/// plain `u64` they use them where the target has them.
const PROCESSOR: &str = "x86-64-v3";
const WITH_INSTRUCTIONS: [(Technique, &[&str]); 4] = [
    (Technique::Pext, &["pext"]),
    (Technique::PextPdep, &["pext", "pdep"]),
    (Technique::Classical, &["tzcnt", "lzcnt"]),
    (Technique::HyperbolaQuintessence, &["bswap", "shlx"]),
];

/// The functions of `Native`.
const DOORS: [&str; 4] = ["native_rook", "native_bishop", "native_queen", "native_both"];

/// For a processor, and each of those functions, the largest number of instructions, with its `ret`,
/// and one instruction that its technique rests on. The numbers are a compiler's, and they never go up
/// for a change of ours.
struct Target {
    processor: &'static str,
    compiler: &'static str,
    most: [usize; 4],
    instructions: [&'static str; 4],
}

const TARGETS: [Target; 3] = [
    Target {
        processor: "x86-64",
        compiler: COMPILER,
        most: [22, 16, 38, 37],
        instructions: ["imul"; 4],
    },
    Target {
        processor: "x86-64-v3",
        compiler: COMPILER,
        most: [27, 20, 34, 33],
        instructions: ["bswap", "vpshufb", "vpermq", "vpermq"],
    },
    Target {
        processor: "x86-64-v4",
        compiler: COMPILER,
        most: [23, 18, 23, 31],
        instructions: ["vplzcntq", "vpshufb", "vplzcntq", "vpermq"],
    },
];

/// AArch64, by Debian's compiler, which has its sources.
const AARCH64: Target = Target {
    processor: "AArch64",
    compiler: "rustc 1.96.",
    most: [26, 20, 41, 44],
    instructions: ["mul"; 4],
};

/// The arguments of `instructions`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Exit with 1 if the routine has more instructions than allowed
    #[arg(long)]
    check: bool,
    /// Look at the functions of `Native` for AArch64 alone. Cargo must build `core` from sources, as
    /// Debian's does with RUSTC_BOOTSTRAP=1
    #[arg(long)]
    aarch64: bool,
}

/// Prints both listings side by side with both counts, and checks ours.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    if arguments.aarch64 {
        return AARCH64.look(&MachineCode::of_aarch64(ROUTINES)?, arguments.check);
    }
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
    check_instructions()?;
    for target in &TARGETS {
        target.look(&MachineCode::of_processor(ROUTINES, target.processor)?, arguments.check)?;
    }
    if arguments.check { check(&ours) } else { Ok(()) }
}

impl Target {
    /// Prints how many instructions the functions of `Native` have, and checks them.
    fn look(&self, code: &MachineCode, is_check: bool) -> anyhow::Result<()> {
        let Self { processor, compiler, most, instructions } = self;
        let version = rustc(&["--version"])?;
        let is_counted = is_check && version.starts_with(compiler);
        if is_check && !is_counted {
            println!(
                "not checked, how many: the numbers are those of {compiler}, not of {version}"
            );
        }
        let text = code.assembly()?;
        for ((function, most), instruction) in DOORS.into_iter().zip(most).zip(instructions) {
            let body = body(&text, |line| line.contains(function))
                .with_context(|| format!("{ROUTINES} has no {function}"))?;
            println!("{function} for {processor}: {} instructions", body.len());
            let has = body.iter().any(|line| line.split(' ').next() == Some(instruction));
            ensure!(has, "{function} for {processor} does not use {instruction}");
            let is_short = !is_counted || body.len() <= *most;
            ensure!(is_short, "{function} for {processor} may have {most} instructions");
        }
        Ok(())
    }
}

/// Prints how often techniques use their instructions, and fails if one is missing.
fn check_instructions() -> anyhow::Result<()> {
    let text = MachineCode::of_processor(ROUTINES, PROCESSOR)?.assembly()?;
    for (technique, instructions) in WITH_INSTRUCTIONS {
        // Names are mangled with the length of each part: `plain::<…::Pext>` has `5plain` and
        // `4PextE`.
        let name = format!("{technique:?}");
        let end = format!("{}{name}E", name.len());
        let body = body(&text, |line| line.contains("queens5plain") && line.contains(&end));
        let body = body.with_context(|| format!("{ROUTINES} has no queen by {technique}"))?;
        for instruction in instructions {
            let count =
                body.iter().filter(|line| line.split(' ').next() == Some(instruction)).count();
            println!("{technique}, a queen on u64 for {PROCESSOR}: {count} of {instruction}");
            ensure!(count > 0, "{technique} on u64 does not use {instruction} for {PROCESSOR}");
        }
    }
    Ok(())
}

/// Returns whether a line of a listing is a byte swap.
fn is_byte_swap(line: &str) -> bool {
    line.starts_with("bswap")
}

/// Fails if there are more instructions than allowed.
fn check(instructions: &[String]) -> anyhow::Result<()> {
    let count = instructions.len();
    let is_ours = rustc(&["--version"])?.starts_with(COMPILER);
    let most = if is_ours { MOST } else { PUBLISHED.len() };
    ensure!(count <= most, "{ROUTINE} has {count} instructions, but {most} are the most allowed");
    Ok(())
}

/// Compiles the routine for release and returns its instructions in Intel's notation.
fn instructions() -> anyhow::Result<Vec<String>> {
    let text = MachineCode::of(ROUTINES)?.assembly()?;
    let instructions = body(&text, |line| line.contains(ROUTINE))
        .with_context(|| format!("{ROUTINES} has no routine {ROUTINE}"))?;
    ensure!(!instructions.is_empty(), "{ROUTINE} is empty");
    Ok(instructions)
}

/// Returns the instructions of the first function in an assembly file whose symbol is wanted,
/// without labels, directives and comments. Returns nothing if there is no such function.
fn body(assembly: &str, is_wanted: impl Fn(&str) -> bool) -> Option<Vec<String>> {
    let mut lines = assembly.lines().map(|line| {
        let code = line.split_once('#').map_or(line, |(code, _)| code);
        // All operands in memory are 64 bits wide. The listing is easier to read without the width.
        code.split_whitespace().collect::<Vec<_>>().join(" ").replace("qword ptr ", "")
    });
    lines.find(|line| line.ends_with(':') && is_wanted(line) && !line.starts_with('.'))?;
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
        assert_eq!(
            body(assembly, |line| line.contains(ROUTINE)),
            Some(vec!["shl dil, 2".into(), "ret".into()])
        );
        assert_eq!(body(assembly, |line| line.contains("rook_attacks")), None);
    }
}
