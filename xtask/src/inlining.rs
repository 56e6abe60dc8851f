//! Checks that computations on vectors are compiled into the functions that have the processor's
//! features.
//!
//! A function that is compiled apart, such as a closure, is compiled without those features. Then
//! each instruction is a call: equally correct, but up to fifty times slower. So no test sees it,
//! and the machine code has to be read: that of the programs' own release build.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs;
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use object::read::archive::ArchiveFile;
use object::{Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget, SectionKind};
use serde_json::Value;

use crate::assembly::{MachineCode, ROUTINES};
use crate::cargo::{PROGRAMS, cargo, workspace};

/// The part of a function's name that shows that it was compiled for a kind of word. It comes from
/// every token's `run`.
const COMPILED: &str = "::run::compiled";

/// The part of a name that shows that it is an instruction.
const INSTRUCTION: &str = "core_arch::x86";

/// The beginnings of the names of the core's functions and of its implementations of traits. The
/// other crates' vectors also call functions on plain words, which are compiled apart.
const CORE: [&str; 2] = ["hyperbola::", "<hyperbola::"];

/// The library that checks single operations. It passes them as values, so they are compiled apart.
const CHECKS: &str = "hyperbola_conformance";

/// The functions of some machine code by name, with those that each calls or jumps to.
type Functions = BTreeMap<String, BTreeSet<String>>;

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
    let mut codes: Vec<(String, Functions)> = Vec::new();
    for (name, library) in release_libraries()? {
        let bytes = fs::read(&library).with_context(|| format!("cannot read {library}"))?;
        codes.push((name, of_archive(&bytes)?));
    }
    codes.push((ROUTINES.into(), of_object(&MachineCode::of(ROUTINES)?.object()?)?));
    let (mut found, mut with_vectors, mut calls) = (0, 0, 0);
    for (name, functions) in &codes {
        let of_vectors: Vec<_> =
            functions.iter().filter(|(name, _)| name.contains(COMPILED)).collect();
        let apart = compiled_apart(functions);
        for (name, callers) in &apart {
            println!("{name} is called by {}, first by {}", callers.len(), callers[0]);
        }
        found += apart.len();
        if of_vectors.is_empty() {
            continue;
        }
        with_vectors += 1;
        calls += of_vectors.iter().map(|(_, called)| called.len()).sum::<usize>();
        println!(
            "{name}: {} functions of vectors call {} functions compiled apart",
            of_vectors.len(),
            apart.len()
        );
    }
    // The core, the legal moves, the features, the kernels and the lab. Some copy memory or panic.
    ensure!(with_vectors > 5 && calls > 0, "not all functions of vectors and their calls are read");
    ensure!(
        !arguments.check || found == 0,
        "a function that is passed as a value or is not #[inline(always)] is compiled without the \
         instructions of its words"
    );
    Ok(())
}

/// Builds the programs and returns the names and paths of our libraries in them.
fn release_libraries() -> anyhow::Result<Vec<(String, String)>> {
    let mut build = cargo();
    build.args(["build", "--release", "--quiet", "--message-format=json-render-diagnostics"]);
    build.args(PROGRAMS.iter().flat_map(|program| ["--bin", program]));
    let output = build.current_dir(workspace()).stderr(Stdio::inherit()).output();
    let output = output.context("cannot run cargo")?;
    ensure!(output.status.success(), "the programs do not build: {}", output.status);
    let mut libraries = Vec::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let unit: Value = serde_json::from_str(line)?;
        let name = unit["target"]["name"].as_str().unwrap_or_default();
        let files = unit["filenames"].as_array().into_iter().flatten();
        let library = files.filter_map(Value::as_str).find(|file| file.ends_with(".rlib"));
        if let Some(library) = library.filter(|_| name.starts_with("hyperbola") && name != CHECKS) {
            libraries.push((name.into(), library.into()));
        }
    }
    Ok(libraries)
}

/// Returns the functions of a library: an archive of object files and of what the compiler notes.
fn of_archive(bytes: &[u8]) -> anyhow::Result<Functions> {
    let mut functions = Functions::new();
    for member in ArchiveFile::parse(bytes)?.members() {
        let member = member?;
        if member.name().ends_with(b".o") {
            for (name, called) in of_object(member.data(bytes)?)? {
                functions.entry(name).or_default().extend(called);
            }
        }
    }
    Ok(functions)
}

/// Returns the functions of an object file, which has a section for each.
fn of_object(bytes: &[u8]) -> anyhow::Result<Functions> {
    let file = object::File::parse(bytes)?;
    let mut names = HashMap::new();
    for symbol in file.symbols().filter(|symbol| symbol.is_definition()) {
        if let (Some(section), Ok(name)) = (symbol.section_index(), symbol.name()) {
            names.insert(section, demangled(name));
        }
    }
    let mut functions = Functions::new();
    for section in file.sections().filter(|section| section.kind() == SectionKind::Text) {
        let Some(name) = names.get(&section.index()) else { continue };
        let called = functions.entry(name.clone()).or_default();
        let code = section.data()?;
        for (offset, relocation) in section.relocations() {
            let RelocationTarget::Symbol(index) = relocation.target() else { continue };
            if !is_call(code.get(..usize::try_from(offset)?).unwrap_or_default()) {
                continue;
            }
            let symbol = file.symbol_by_index(index)?;
            // A function of the same file may be named by its section.
            let section = symbol.section_index().and_then(|section| names.get(&section).cloned());
            let name = section.map_or_else(|| symbol.name().map(demangled), Ok)?;
            called.insert(name);
        }
    }
    Ok(functions)
}

/// Returns a name as it is written in Rust, with the mark that makes it unique.
fn demangled(name: &str) -> String {
    rustc_demangle::demangle(name).to_string()
}

/// Returns whether an address behind these bytes is that of a call or a jump: `call` and `jmp` to the
/// address or to what is stored there, and jumps on a condition.
fn is_call(before: &[u8]) -> bool {
    matches!(before, [.., 0xe8 | 0xe9] | [.., 0xff, 0x15 | 0x25] | [.., 0x0f, 0x80..=0x8f])
}

/// Returns the called functions that should have been compiled into their callers, with these
/// callers. They are functions of the library if vectors call them, and instructions wherever they
/// are called.
fn compiled_apart(functions: &Functions) -> BTreeMap<&str, Vec<&str>> {
    let mut apart: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (function, called) in functions {
        for name in called {
            let of_core =
                function.contains(COMPILED) && CORE.iter().any(|core| name.starts_with(core));
            let instruction = name.contains(INSTRUCTION) && !name.contains("::cpuid");
            if of_core || instruction {
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
        let closure = "hyperbola::masks::{closure#0}";
        let instruction = "core::core_arch::x86::avx2::_mm256_and_si256";
        let [first, second] = ["<hyperbola::Avx2>::run::compiled::<A>", "hyperbola::run::compiled"];
        let of = |called: &[&str]| called.iter().map(|&name| name.to_owned()).collect();
        let functions = Functions::from([
            (first.into(), of(&["memcpy"])),
            (second.into(), of(&[closure])),
            (closure.into(), of(&[instruction])),
            ("other".into(), of(&[first])),
        ]);
        let apart: Vec<_> = compiled_apart(&functions).into_iter().collect();
        assert_eq!(apart, [(instruction, vec![closure]), (closure, vec![second])]);
    }

    #[test]
    fn calls_and_jumps_are_known_by_the_bytes_before_the_address() {
        for before in [&[0xe8][..], &[0x90, 0xe9], &[0xff, 0x15], &[0xff, 0x25], &[0x0f, 0x84]] {
            assert!(is_call(before), "{before:x?}");
        }
        // Loads of an address and of what is stored there.
        for before in [&[][..], &[0x48, 0x8d, 0x05], &[0xc5, 0xfd, 0x6f, 0x15], &[0x25]] {
            assert!(!is_call(before), "{before:x?}");
        }
    }
}
