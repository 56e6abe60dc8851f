//! The machine code of a release build: its functions, with the names that they refer to, their
//! bytes and their instructions.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ffi::OsString;
use std::fs;
use std::process::Stdio;

use anyhow::{Context as _, ensure};
use object::read::archive::ArchiveFile;
use object::{
    Object as _, ObjectSection as _, ObjectSymbol as _, RelocationTarget, SectionKind, SymbolKind,
};
use rustc_demangle::demangle;
use serde_json::Value;

use crate::cargo::{cargo, execute, repository, target_directory};

/// The package of the functions that exist to be read.
pub(crate) const ROUTINES: &str = "hyperbola-assembly";

/// The name of AArch64 among the processors. It is compiled with only `core`, from the sources that
/// the compiler must have.
pub(crate) const AARCH64: &str = "aarch64-unknown-linux-gnu";

/// The options for the compiler in addition to those of cargo: one file of each kind, names that
/// contain the types of generic functions, and instructions in the notation of the manuals.
const OPTIONS: [&str; 3] =
    ["-Ccodegen-units=1", "-Csymbol-mangling-version=v0", "-Cllvm-args=-x86-asm-syntax=intel"];

/// The functions of some machine code by name: as in Rust, with the mark that makes it unique.
pub(crate) type Functions = BTreeMap<String, Function>;

/// A function.
#[derive(Debug, Default)]
pub(crate) struct Function {
    /// The number of its bytes.
    pub(crate) bytes: u64,
    /// The names of the functions that it calls, and of those whose address it loads, perhaps to
    /// call it more than once.
    pub(crate) refers_to: BTreeSet<String>,
}

/// The machine code of the routines.
pub(crate) struct Routines {
    /// The functions.
    pub(crate) functions: Functions,
    assembly: String,
}

impl Routines {
    /// Compiles the routines for release and for a processor.
    ///
    /// All are compiled in one folder for each processor, so the core is compiled once. No other
    /// build uses this folder, so the options change nothing elsewhere. Flags of the environment
    /// are left out, so the code for `x86-64` is that of a program for any x86-64.
    pub(crate) fn compile(processor: &str) -> anyhow::Result<Self> {
        let root = repository();
        let folder = target_directory(&root).join("assembly").join(processor);
        let mut compile = cargo();
        compile.args(["rustc", "--quiet", "--release", "--package", ROUTINES, "--lib"]);
        if processor == AARCH64 {
            compile.args(["--no-default-features", "-Zbuild-std=core", "--target", AARCH64]);
            compile.env("CARGO_BUILD_RUSTFLAGS", "");
        } else {
            ensure!(cfg!(target_arch = "x86_64"), "x86-64's code is read on x86-64 only");
            compile.env("CARGO_BUILD_RUSTFLAGS", format!("-Ctarget-cpu={processor}"));
        }
        compile.arg("--target-dir").arg(&folder).arg("--").args(OPTIONS);
        let files = [("asm", "s"), ("obj", "o")].map(|(kind, extension)| {
            let file = folder.join(ROUTINES).with_extension(extension);
            let mut emit = OsString::from(format!("--emit={kind}="));
            emit.push(&file);
            compile.arg(emit);
            file
        });
        execute(compile.current_dir(&root))?;
        let [assembly, object] =
            files.map(|file| fs::read(&file).with_context(|| format!("no {}", file.display())));
        Ok(Self { functions: of_object(&object?)?, assembly: String::from_utf8(assembly?)? })
    }

    /// Returns the instructions of the function whose name has an end.
    pub(crate) fn instructions(&self, end: &str) -> anyhow::Result<Vec<String>> {
        let found = instructions(&self.assembly, end);
        found.with_context(|| format!("{ROUTINES} has no function {end}"))
    }
}

/// Builds the lab, and returns the functions of our libraries in it by the library's name.
pub(crate) fn release_libraries() -> anyhow::Result<BTreeMap<String, Functions>> {
    let mut build = cargo();
    build.args(["build", "--release", "--quiet", "--bin", "hyperbola-lab"]);
    build.arg("--message-format=json-render-diagnostics").stderr(Stdio::inherit());
    let output = build.current_dir(repository().join("workshop")).output();
    let output = output.context("cannot run cargo")?;
    ensure!(output.status.success(), "the lab does not build: {}", output.status);
    let mut libraries = BTreeMap::new();
    for line in String::from_utf8(output.stdout)?.lines() {
        let unit: Value = serde_json::from_str(line)?;
        let name = unit["target"]["name"].as_str().unwrap_or_default();
        let files = unit["filenames"].as_array().into_iter().flatten();
        let library = files.filter_map(Value::as_str).find(|file| file.ends_with(".rlib"));
        if let Some(library) = library.filter(|_| name.starts_with("hyperbola")) {
            let bytes = fs::read(library).with_context(|| format!("cannot read {library}"))?;
            libraries.insert(name.into(), of_archive(&bytes)?);
        }
    }
    Ok(libraries)
}

/// Returns the functions of a library: an archive of object files and of the compiler's notes.
fn of_archive(bytes: &[u8]) -> anyhow::Result<Functions> {
    let mut functions = Functions::new();
    for member in ArchiveFile::parse(bytes)?.members() {
        let member = member?;
        if member.name().ends_with(b".o") {
            for (name, Function { bytes, refers_to }) in of_object(member.data(bytes)?)? {
                let function = functions.entry(name).or_default();
                function.bytes += bytes;
                function.refers_to.extend(refers_to);
            }
        }
    }
    Ok(functions)
}

/// Returns the functions of an object file, which has a section for each. Equal functions are one,
/// with all their names.
fn of_object(bytes: &[u8]) -> anyhow::Result<Functions> {
    let file = object::File::parse(bytes)?;
    let mut named: HashMap<_, Vec<(String, u64)>> = HashMap::new();
    for symbol in file.symbols().filter(|symbol| symbol.kind() == SymbolKind::Text) {
        if let (Some(section), Ok(name)) = (symbol.section_index(), symbol.name()) {
            named.entry(section).or_default().push((demangle(name).to_string(), symbol.size()));
        }
    }
    let mut functions = Functions::new();
    for section in file.sections().filter(|section| section.kind() == SectionKind::Text) {
        let mut refers_to = BTreeSet::new();
        for (_, relocation) in section.relocations() {
            let RelocationTarget::Symbol(index) = relocation.target() else { continue };
            let symbol = file.symbol_by_index(index)?;
            match symbol.section_index().and_then(|section| named.get(&section)) {
                // A function of the same file may be named by its section.
                Some(named) if symbol.kind() == SymbolKind::Section => {
                    refers_to.extend(named.iter().map(|(name, _)| name.clone()));
                }
                _ => {
                    refers_to.insert(demangle(symbol.name()?).to_string());
                }
            }
        }
        for (name, bytes) in named.get(&section.index()).into_iter().flatten() {
            let function = functions.entry(name.clone()).or_default();
            function.bytes += bytes;
            function.refers_to.extend(refers_to.iter().cloned());
        }
    }
    Ok(functions)
}

/// Returns the instructions of the first function in an assembly file whose name has an end,
/// without labels, directives and comments. Returns nothing if there is no such function.
fn instructions(assembly: &str, end: &str) -> Option<Vec<String>> {
    let mut lines = assembly.lines().map(|line| {
        let code = line.split_once('#').map_or(line, |(code, _)| code);
        // All operands in memory are 64 bits wide. The listing is easier to read without the width.
        code.split_whitespace().collect::<Vec<_>>().join(" ").replace("qword ptr ", "")
    });
    lines.find(|line| {
        let label = line.strip_suffix(':').filter(|label| !label.starts_with('.'));
        label.is_some_and(|label| format!("{:#}", demangle(label)).ends_with(end))
    })?;
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
    fn instructions_are_between_the_label_and_the_end() {
        let assembly = "\
_other:
\tnop
.Lfunc_end0:
_ZN6bishop14bishop_attacks17h0123456789abcdefE:
\t.cfi_startproc
\tshl\tdil, 2  # a comment
.LBB0_1:
\tret
.Lfunc_end1:
\t.cfi_endproc
";
        let expected = Some(vec!["shl dil, 2".into(), "ret".into()]);
        assert_eq!(instructions(assembly, "::bishop_attacks"), expected);
        assert_eq!(instructions(assembly, "rook_attacks"), None);
    }
}
