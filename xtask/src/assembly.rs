//! The assembly that the compiler makes of a program over the library in a release build.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::cargo::{cargo, execute, target_directory, workspace};

/// A program, and how it is compiled.
pub(crate) struct Program<'a> {
    /// Its name, and that of a folder in cargo's target directory.
    pub(crate) name: &'a str,
    /// Its file, from the root of the workspace.
    pub(crate) source: &'a str,
    /// The library's features.
    pub(crate) features: &'a str,
    /// The compiler's further options.
    pub(crate) options: &'a [&'a str],
}

impl Program<'_> {
    /// Compiles the program for release and returns its assembly.
    pub(crate) fn assembly(&self) -> anyhow::Result<String> {
        let assembly = self.compiled("asm")?;
        std::fs::read_to_string(&assembly)
            .with_context(|| format!("cannot read {}", assembly.display()))
    }

    /// Compiles the program for release and returns its object file.
    pub(crate) fn object(&self) -> anyhow::Result<Vec<u8>> {
        let object = self.compiled("obj")?;
        std::fs::read(&object).with_context(|| format!("cannot read {}", object.display()))
    }

    /// Compiles the program for release and returns the path of what the compiler emits.
    ///
    /// The library is built by cargo, the program by the compiler itself: cargo would build the
    /// benchmarks' libraries first, for an example. Flags of the environment are left out, so that
    /// what is seen is that of a plain x86-64.
    fn compiled(&self, emit: &str) -> anyhow::Result<PathBuf> {
        ensure!(cfg!(target_arch = "x86_64"), "the assembly is that of x86-64, on x86-64 only");
        let root = workspace();
        let target = target_directory(&root).join(self.name);
        let library = target.join("release").join("libhyperbola.rlib");
        let emitted = target.join(self.name).with_extension(emit);

        let mut build = cargo();
        build.args(["build", "--quiet", "--release", "--package", "hyperbola", "--lib"]);
        build.args(["--no-default-features", "--features", self.features]);
        build.arg("--target-dir").arg(&target);
        execute(build.current_dir(&root))?;
        ensure!(library.is_file(), "cargo has left no {}", library.display());

        let mut compile = Command::new(compiler());
        // As a library: its public functions are kept as they are, whatever calls them.
        compile.args(["--edition=2024", "--crate-type=lib", "--cap-lints=allow", "-Copt-level=3"]);
        compile.arg("--crate-name").arg(self.name).args(self.options);
        compile.arg("--extern").arg(joined("hyperbola=", &library));
        compile.arg(joined(&format!("--emit={emit}="), &emitted)).arg(self.source);
        execute(compile.current_dir(&root))?;
        Ok(emitted)
    }
}

/// Returns the compiler's program.
pub(crate) fn compiler() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

fn joined(option: &str, path: &Path) -> OsString {
    let mut argument = OsString::from(option);
    argument.push(path);
    argument
}
