//! Checks that computations on vectors are compiled into the functions that have the processor's
//! features.
//!
//! A function that is compiled apart, such as a closure, is compiled without those features. Then
//! each instruction is a call: equally correct, but up to fifty times slower. So no test sees it,
//! and the assembly has to be read.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::ensure;

use crate::assembly::{KERNELS, MachineCode, ROUTINES};

/// The package whose features are computed in lanes.
const FEATURES: &str = "hyperbola-features";

/// The part of a function's name that shows that it was compiled for a kind of word. It comes from
/// every token's `run`.
const COMPILED: &str = "3run8compiled";

/// The part of a name that shows that it is an instruction.
const INSTRUCTION: &str = "9core_arch3x86";

/// The part of a name that shows that it is a function of the library.
const LIBRARY: &str = "9hyperbola";

/// The arguments of `inlining`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Exit with 1 if a function is compiled apart
    #[arg(long)]
    check: bool,
}

/// Prints the functions compiled apart that functions of vectors call, and the number of their
/// callers.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let mut found = 0;
    for package in [KERNELS, ROUTINES, FEATURES] {
        let assembly = MachineCode::of(package)?.assembly()?;
        let functions = functions(&assembly);
        let of_vectors = functions.keys().filter(|name| name.contains(COMPILED)).count();
        ensure!(of_vectors > 0, "{package} has no function of vectors");
        let apart = compiled_apart(&functions);
        for (name, callers) in &apart {
            println!("{name} is called by {}, first by {}", callers.len(), callers[0]);
        }
        found += apart.len();
        println!(
            "{package}: {of_vectors} functions of vectors call {} functions compiled apart",
            apart.len()
        );
    }
    ensure!(
        !arguments.check || found == 0,
        "a function that is passed as a value or is not #[inline(always)] is compiled without the \
         instructions of its words"
    );
    Ok(())
}

/// Returns the functions of an assembly file, with the functions that each calls or jumps to.
fn functions(assembly: &str) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut functions: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    let mut function = "";
    for line in assembly.lines() {
        if let Some(label) = line.strip_suffix(':').filter(|label| !label.starts_with('.')) {
            function = label;
        }
        let (operation, called) = line.trim().split_once('\t').unwrap_or((line.trim(), ""));
        // The line looks like `call qword ptr [rip + memcpy@GOTPCREL]`.
        let called = called.strip_prefix("qword ptr [rip + ").unwrap_or(called);
        if operation.starts_with("call") || operation.starts_with("jmp") {
            let name = called.split('@').next().unwrap_or_default();
            // Labels within a function begin with a point.
            if !name.is_empty() && !name.starts_with('.') {
                functions.entry(function).or_default().insert(name);
            }
        } else if operation.starts_with("ret") {
            functions.entry(function).or_default();
        }
    }
    functions
}

/// Returns the called functions that should have been compiled into their callers, with these
/// callers. They are functions of the library if vectors call them, and instructions wherever they
/// are called.
fn compiled_apart<'a>(
    functions: &BTreeMap<&'a str, BTreeSet<&'a str>>,
) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut apart: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (&function, called) in functions {
        for &name in called {
            let of_library = function.contains(COMPILED) && name.contains(LIBRARY);
            let instruction = name.contains(INSTRUCTION) && !name.contains("5cpuid");
            if of_library || instruction {
                apart.entry(name).or_default().push(function);
            }
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_of_instructions_and_of_the_library_are_found() {
        let assembly = "\
_RNv9hyperbola3run8compiled1:
\t.cfi_startproc
\tcall\tqword ptr [rip + memcpy@GOTPCREL]
\tjmp\t.LBB0_1
.LBB0_1:
\tvpaddq\tymm0, ymm1, ymm0
\tret
_RNv9hyperbola3run8compiled2:
\tcall\t_RNCNv9hyperbola5masks0B3_
\tjmp\trax
_RNCNv9hyperbola5masks0B3_:
\tcall\t_RNv4core9core_arch3x864avx216__mm256_and_si256
\tret
other:
\tcall\t_RNv9hyperbola3run8compiled1
";
        let functions = functions(assembly);
        assert_eq!(functions.len(), 4);
        let apart: Vec<_> = compiled_apart(&functions).into_iter().collect();
        let closure = "_RNCNv9hyperbola5masks0B3_";
        assert_eq!(
            apart,
            [
                (closure, vec!["_RNv9hyperbola3run8compiled2"]),
                ("_RNv4core9core_arch3x864avx216__mm256_and_si256", vec![closure]),
            ]
        );
    }
}
