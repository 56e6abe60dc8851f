//! Builds the explorer, and serves it.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context as _, ensure};

use crate::cargo::{cargo, cargo_at, execute, rustc, target_directory, workspace};

/// The arguments of `web`.
#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Serve the page until it is interrupted
    #[arg(long)]
    serve: bool,
    /// The port to serve it at
    #[arg(long, default_value_t = 8000, requires = "serve")]
    port: u16,
}

const TARGET: &str = "wasm32-unknown-unknown";

/// Builds the explorer into the folder `web/site` of cargo's target directory.
pub(crate) fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let root = workspace();
    let target = root.join(target_directory(&root)).join("web");
    let (sources, site) = (root.join("web"), target.join("site"));
    let modules = build_modules(&sources.join("wasm"), &target)?;
    if !is_installed(&sources)? {
        let mut install = Command::new("npm");
        execute(install.args(["ci", "--no-fund", "--no-audit", "--silent"]).current_dir(&sources))
            .context("the page needs Node.js with npm")?;
    }
    let mut build = Command::new("npm");
    build.args(["run", "--silent", "build", "--"]).args(&modules).arg(&site).current_dir(&sources);
    execute(&mut build)?;
    println!("The page is in {}.", site.display());
    if arguments.serve { serve(&sources, &site, arguments.port) } else { Ok(()) }
}

/// Returns whether the packages that the lock file names are installed. npm writes the list of what
/// it has installed, so an older list is that of another lock file.
fn is_installed(sources: &Path) -> anyhow::Result<bool> {
    let Ok(installed) = sources.join("node_modules/.package-lock.json").metadata() else {
        return Ok(false);
    };
    let lock = sources.join("package-lock.json");
    let wanted = lock.metadata().with_context(|| format!("cannot read {}", lock.display()))?;
    Ok(installed.modified()? >= wanted.modified()?)
}

/// Compiles the library to WebAssembly, and what the first board needs of it: by the toolchain in
/// use if it has the target, else by Debian's compiler, which comes with the target's sources.
fn build_modules(package: &Path, target: &Path) -> anyhow::Result<[PathBuf; 2]> {
    let debian = Path::new("/usr/bin/cargo");
    let mut build = if has_target()? {
        cargo()
    } else {
        ensure!(
            debian.exists() && Path::new("/usr/lib/rustlib/src").exists(),
            "no compiler for {TARGET}: `rustup target add {TARGET}` adds it, \
             or on Debian the packages rustc-web, cargo-web, rust-web-src and lld-22"
        );
        let mut build = cargo_at(debian);
        build.env("RUSTC", "/usr/bin/rustc").env("RUSTC_BOOTSTRAP", "1");
        build.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", "wasm-ld-22");
        build.env_remove("RUSTUP_TOOLCHAIN");
        // Without the features that name the functions of a backtrace.
        build.args(["-Zbuild-std=std,panic_abort", "-Zbuild-std-features="]);
        build
    };
    build.args(["build", "--quiet", "--release", "--locked", "--workspace", "--target", TARGET]);
    build.arg("--target-dir").arg(target).current_dir(package);
    execute(&mut build)?;
    let built = target.join(TARGET).join("release");
    Ok(["hyperbola_web.wasm", "hyperbola_first.wasm"].map(|name| built.join(name)))
}

/// Returns whether the toolchain in use has the target's library.
fn has_target() -> anyhow::Result<bool> {
    let sysroot = rustc(&["--print", "sysroot"])?;
    Ok(Path::new(&sysroot).join("lib/rustlib").join(TARGET).join("lib").exists())
}

/// Serves the files of a folder to this machine alone, until it is interrupted.
fn serve(sources: &Path, site: &Path, port: u16) -> anyhow::Result<()> {
    let mut serve = Command::new("npm");
    // It would end with its input.
    serve.args(["exec", "--no", "--", "esbuild", "--watch=forever"]);
    serve.arg(format!("--serve=127.0.0.1:{port}")).arg(format!("--servedir={}", site.display()));
    execute(serve.current_dir(sources))
}
