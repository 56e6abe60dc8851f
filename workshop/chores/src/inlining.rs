//! Checks that computations on vectors are compiled into the functions that have the processor's
//! features.
//!
//! A function that is compiled apart, such as a closure, is compiled without those features. Then
//! each instruction is a call: equally correct, but up to fifty times slower. So no test sees it,
//! and the machine code of a release build must be read.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context as _, ensure};

use crate::machine_code::{Functions, ROUTINES, Routines, release_libraries};

/// The part of a function's name that shows that it was compiled for a kind of word. It comes from
/// every token's `run`.
const COMPILED: &str = "::run::compiled";

/// The part of a name that shows that it is an instruction.
const INSTRUCTION: &str = "core_arch::x86";

/// The beginnings of the names of the core's functions and of its implementations of traits, by
/// both manglings. The other crates' vectors also call functions on plain words, which are compiled
/// apart.
const CORE: [&str; 4] = ["hyperbola::", "<hyperbola::", "hyperbola[", "<hyperbola["];

/// The libraries that have functions of vectors, without the routines.
const LIBRARIES: [&str; 5] =
    ["hyperbola", "hyperbola_perft", "hyperbola_features", "hyperbola_kernels", "hyperbola_lab"];

/// The part of a name that shows that the routine passes an operation as a value. So it is compiled
/// apart, and must be found.
const APART: &str = "::apart::";

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
    ensure!(
        cfg!(all(target_arch = "x86_64", target_os = "linux")),
        "the machine code is read from the object files of x86-64 Linux"
    );
    let mut codes = release_libraries()?;
    codes.insert(ROUTINES.into(), Routines::compile("x86-64")?.functions);
    // A name may also be that of a table.
    let all: BTreeSet<&str> =
        codes.values().flat_map(|code| code.keys()).map(|name| &**name).collect();
    let (mut found, mut passed) = (0, 0);
    for name in LIBRARIES.into_iter().chain([ROUTINES]) {
        let code = codes.get(name).with_context(|| format!("{name} was not built"))?;
        let of_vectors = code.keys().filter(|name| name.contains(COMPILED)).count();
        ensure!(of_vectors > 0, "{name} has no function of vectors");
        let mut apart = compiled_apart(code, &all);
        for callers in apart.values_mut() {
            passed += callers.extract_if(.., |caller| caller.contains(APART)).count();
        }
        apart.retain(|_, callers| !callers.is_empty());
        for (name, callers) in &apart {
            println!("{name} is called by {}, first by {}", callers.len(), callers[0]);
        }
        found += apart.len();
        println!(
            "{name}: {of_vectors} functions of vectors call {} functions compiled apart",
            apart.len()
        );
    }
    ensure!(passed > 0, "the routine {APART} has no operation compiled apart: is all code read?");
    ensure!(
        !arguments.check || found == 0,
        "a function that is passed as a value or is not #[inline(always)] is compiled without the \
         instructions of its words"
    );
    Ok(())
}

/// Returns the functions that should have been compiled into their callers, with these callers.
/// They are the core's if vectors refer to them, and instructions wherever they are referred to.
/// `all` are the names of all functions: other names are of tables.
fn compiled_apart<'a>(
    functions: &'a Functions,
    all: &BTreeSet<&str>,
) -> BTreeMap<&'a str, Vec<&'a str>> {
    let mut apart: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (caller, function) in functions {
        for name in &function.refers_to {
            let of_core = caller.contains(COMPILED)
                && CORE.iter().any(|core| name.starts_with(core))
                && all.contains(&**name);
            let instruction = name.contains(INSTRUCTION) && !name.contains("::cpuid");
            if of_core || instruction {
                apart.entry(name).or_default().push(caller);
            }
        }
    }
    apart
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::machine_code::Function;

    #[test]
    fn instructions_and_functions_of_the_core_that_are_referred_to_are_found() {
        // By both manglings.
        let closure = "hyperbola[8f3c]::masks::{closure#0}";
        let line = "<hyperbola::line::Line as core::fmt::Debug>::fmt::h24a9229d92cb09d0";
        let instruction = "core::core_arch::x86::avx2::_mm256_and_si256";
        let first = "<hyperbola[8f3c]::word::x86::Avx2>::run::compiled::<A>";
        let second = "hyperbola::word::x86::Avx2::run::compiled::h34a9229d92cb09d0";
        let of = |called: &[&str]| {
            let refers_to = called.iter().map(|&name| name.to_owned()).collect();
            Function { bytes: 1, refers_to }
        };
        let functions = Functions::from([
            (first.into(), of(&["memcpy", "hyperbola[8f3c]::masks::TABLE", closure])),
            (second.into(), of(&[line, "hyperbola_perft::counter::legal::en_passant"])),
            (closure.into(), of(&[instruction])),
            (line.into(), of(&[])),
            ("other".into(), of(&[first])),
        ]);
        let all = functions.keys().map(|name| &**name).collect();
        let apart: Vec<_> = compiled_apart(&functions, &all).into_iter().collect();
        let expected = [(line, vec![second]), (instruction, vec![closure]), (closure, vec![first])];
        assert_eq!(apart, expected);
    }
}
