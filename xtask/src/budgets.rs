//! Holds the programs to budgets: the number of kernels compiled into each, and the size of its
//! code.
//!
//! Build times vary with the machine and its load. These numbers do not, and the build times follow
//! them: a kernel is a loop of one technique on one kind of word, and compiling those is most of a
//! build.

use core::fmt::Write as _;
use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context as _, bail, ensure};
use object::{Object as _, ObjectSection as _, ObjectSymbol as _};

use crate::cargo::{cargo, execute, repository, target_directory};

/// The programs.
const PROGRAMS: [&str; 4] = ["hyperbola", "hyperbola-study", "hyperbola-data", "hyperbola-hunt"];

/// The file with the budgets.
const FILE: &str = "xtask/budgets.txt";

/// The ends of the names of functions that are compiled once for each kernel.
const KERNELS: [&str; 2] =
    ["::run::compiled", "::Portable as hyperbola::word::vector::Token>::run"];

/// A budget may be exceeded by this many per cent.
const SLACK: u64 = 5;

/// The arguments of `budgets`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Change nothing; fail if a program is over its budget by more than 5 per cent
    #[arg(long)]
    check: bool,
}

/// The size of a program.
struct Size {
    program: String,
    kernels: u64,
    code_bytes: u64,
}

/// Builds the programs and writes or checks their budgets.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    ensure!(cfg!(target_arch = "x86_64"), "the budgets are those of x86-64");
    let mut build = cargo();
    build.args(["build", "--release", "--quiet"]).current_dir(repository());
    execute(build.args(PROGRAMS.iter().flat_map(|program| ["--bin", program])))?;
    let sizes: Vec<Size> =
        PROGRAMS.iter().map(|program| measure(program)).collect::<Result<_, _>>()?;
    let path = repository().join(FILE);
    if !arguments.check {
        return fs::write(path, text(&sizes)).with_context(|| format!("cannot write {FILE}"));
    }
    let budgets = fs::read_to_string(path).with_context(|| format!("cannot read {FILE}"))?;
    let budgets = parse(&budgets)?;
    for Size { program, kernels, code_bytes } in &sizes {
        let budget = budgets.iter().find(|budget| budget.program == *program);
        let budget = budget.with_context(|| format!("{FILE} has no line for {program}"))?;
        for (what, found, budget) in [
            ("kernels", *kernels, budget.kernels),
            ("bytes of code", *code_bytes, budget.code_bytes),
        ] {
            println!("{program}: {found} {what}, budget {budget}");
            ensure!(
                found * 100 <= budget * (100 + SLACK),
                "{program} has {found} {what}, more than {SLACK} % over its budget of {budget}: \
                 compile less, or run cargo xtask budgets and say in the commit why it is worth it"
            );
        }
    }
    Ok(())
}

/// Reads the size of a built program.
fn measure(program: &str) -> anyhow::Result<Size> {
    let file = target_directory(&repository()).join("release").join(program);
    let bytes = fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
    let object = object::File::parse(&*bytes)?;
    let code = object.section_by_name(".text").context("a program has code")?;
    // Equal kernels are one, under names whose number depends on how the crate was divided.
    let kernels: BTreeSet<u64> = object
        .symbols()
        .filter(|symbol| symbol.name().is_ok_and(is_kernel))
        .map(|symbol| symbol.address())
        .collect();
    let kernels = kernels.len() as u64;
    ensure!(kernels > 0, "{program} has no kernels: have their names changed?");
    Ok(Size { program: program.to_owned(), kernels, code_bytes: code.size() })
}

fn is_kernel(name: &str) -> bool {
    let name = format!("{:#}", rustc_demangle::demangle(name));
    KERNELS.iter().any(|kernel| name.ends_with(kernel))
}

/// Writes budgets as lines of a program's name, its kernels and its bytes of code.
fn text(sizes: &[Size]) -> String {
    let mut text = String::from(
        "# The kernels and the bytes of code of each program in a release build for x86-64.\n\
         # Written by cargo xtask budgets; its --check fails where one is passed by 5 %.\n",
    );
    for Size { program, kernels, code_bytes } in sizes {
        let _ = writeln!(text, "{program} {kernels} {code_bytes}");
    }
    text
}

fn parse(text: &str) -> anyhow::Result<Vec<Size>> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| match *line.split_whitespace().collect::<Vec<_>>() {
            [program, kernels, code_bytes] => Ok(Size {
                program: program.to_owned(),
                kernels: kernels.parse()?,
                code_bytes: code_bytes.parse()?,
            }),
            _ => bail!("expected a program and two numbers in {FILE}, found {line:?}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_read_back_as_they_were_written() -> anyhow::Result<()> {
        let size = Size { program: "hyperbola".into(), kernels: 342, code_bytes: 1_000_000 };
        let [read] = &parse(&text(&[size]))?[..] else { bail!("expected one program") };
        assert_eq!((&*read.program, read.kernels, read.code_bytes), ("hyperbola", 342, 1_000_000));
        assert!(parse("hyperbola many 3").is_err() && parse("hyperbola 3").is_err());
        let committed = fs::read_to_string(repository().join(FILE))?;
        assert_eq!(parse(&committed)?.len(), PROGRAMS.len());
        Ok(())
    }
}
