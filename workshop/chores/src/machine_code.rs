//! The machine code of a library in a release build.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};

use crate::cargo::{cargo, execute, target_directory, workspace};

/// The package of the functions that exist to be read.
pub(crate) const ROUTINES: &str = "hyperbola-assembly";

/// The options for the compiler besides those of cargo: one file of each kind, names that contain
/// the types of generic functions, and instructions in the notation of the manuals.
const OPTIONS: [&str; 3] =
    ["-Ccodegen-units=1", "-Csymbol-mangling-version=v0", "-Cllvm-args=-x86-asm-syntax=intel"];

/// The target that [`MachineCode::of_aarch64`] compiles for.
const AARCH64: &str = "aarch64-unknown-linux-gnu";

/// A package's machine code: the paths of the assembly and of the object file.
pub(crate) struct MachineCode {
    assembly: PathBuf,
    object: PathBuf,
}

impl MachineCode {
    /// Compiles a package's library and its dependencies for release.
    ///
    /// All packages are compiled in one folder, so the core is compiled once. No other build uses
    /// this folder, so the options change nothing elsewhere. Flags of the environment are left out,
    /// so the code is that of a plain x86-64.
    pub(crate) fn of(package: &str) -> anyhow::Result<Self> {
        Self::of_processor(package, "x86-64")
    }

    /// Compiles as [`of`](Self::of) does, for a named processor.
    pub(crate) fn of_processor(package: &str, processor: &str) -> anyhow::Result<Self> {
        ensure!(cfg!(target_arch = "x86_64"), "the assembly is that of x86-64, on x86-64 only");
        Self::compile(package, processor, &[], &format!("-Ctarget-cpu={processor}"))
    }

    /// Compiles for AArch64 with `core` alone, from the sources that the compiler must have.
    pub(crate) fn of_aarch64(package: &str) -> anyhow::Result<Self> {
        let target = ["--no-default-features", "-Zbuild-std=core", "--target", AARCH64];
        Self::compile(package, AARCH64, &target, "")
    }

    fn compile(package: &str, name: &str, target: &[&str], flags: &str) -> anyhow::Result<Self> {
        let root = workspace();
        let folder = target_directory(&root).join("assembly").join(name);
        let code = Self {
            assembly: folder.join(package).with_extension("s"),
            object: folder.join(package).with_extension("o"),
        };
        let mut compile = cargo();
        compile.args(["rustc", "--quiet", "--release", "--package", package, "--lib"]);
        compile.args(target).arg("--target-dir").arg(&folder).arg("--").args(OPTIONS);
        for (kind, file) in [("asm", &code.assembly), ("obj", &code.object)] {
            let mut emit = OsString::from(format!("--emit={kind}="));
            emit.push(file);
            compile.arg(emit);
        }
        compile.env("CARGO_BUILD_RUSTFLAGS", flags);
        execute(compile.current_dir(&root))?;
        Ok(code)
    }

    /// Returns the assembly.
    pub(crate) fn assembly(&self) -> anyhow::Result<String> {
        std::fs::read_to_string(&self.assembly)
            .with_context(|| format!("cannot read {}", self.assembly.display()))
    }

    /// Returns the object file.
    pub(crate) fn object(&self) -> anyhow::Result<Vec<u8>> {
        std::fs::read(&self.object)
            .with_context(|| format!("cannot read {}", self.object.display()))
    }
}
