//! What the compiler makes of a library in a release build.

use std::ffi::OsString;
use std::path::PathBuf;

use anyhow::{Context as _, ensure};

use crate::cargo::{cargo, execute, target_directory, workspace};

/// The package of the functions that are there to be read.
pub(crate) const ROUTINES: &str = "hyperbola-assembly";

/// The package of the kernels that the command and the lab run.
pub(crate) const KERNELS: &str = "hyperbola-kernels";

/// What the compiler is asked for beside what cargo asks for: one file of each kind; names that tell
/// the types of generic functions; instructions as the manuals write them.
const OPTIONS: [&str; 3] =
    ["-Ccodegen-units=1", "-Csymbol-mangling-version=v0", "-Cllvm-args=-x86-asm-syntax=intel"];

/// A package's machine code: where it lies as assembly and as an object file.
pub(crate) struct MachineCode {
    assembly: PathBuf,
    object: PathBuf,
}

impl MachineCode {
    /// Compiles a package's library for release, with what it depends on.
    ///
    /// All packages are compiled in one folder, so that the core is compiled once; it is no other
    /// build's folder, so that the options change nothing there. Flags of the environment are left
    /// out, so that what is seen is that of a plain x86-64.
    pub(crate) fn of(package: &str) -> anyhow::Result<Self> {
        ensure!(cfg!(target_arch = "x86_64"), "the assembly is that of x86-64, on x86-64 only");
        let root = workspace();
        let target = target_directory(&root).join("assembly");
        let code = Self {
            assembly: target.join(package).with_extension("s"),
            object: target.join(package).with_extension("o"),
        };
        let mut compile = cargo();
        compile.args(["rustc", "--quiet", "--release", "--package", package, "--lib"]);
        compile.arg("--target-dir").arg(&target).arg("--").args(OPTIONS);
        for (kind, file) in [("asm", &code.assembly), ("obj", &code.object)] {
            let mut emit = OsString::from(format!("--emit={kind}="));
            emit.push(file);
            compile.arg(emit);
        }
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

/// Returns the compiler's program.
pub(crate) fn compiler() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}
