//! Builds the explorer, and serves it.

use core::time::Duration;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{TcpListener, TcpStream};
use std::path::{Component, Path, PathBuf};
use std::process::Command;
use std::thread;

use anyhow::{Context as _, ensure};

use crate::cargo::{cargo, cargo_at, execute, target_directory, workspace};

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
    let module = build_module(&sources.join("wasm"), &target)?;
    if !is_installed(&sources)? {
        let mut install = Command::new("npm");
        execute(install.args(["ci", "--no-fund", "--no-audit", "--silent"]).current_dir(&sources))
            .context("the page needs Node.js with npm")?;
    }
    let mut build = Command::new("npm");
    build.args(["run", "--silent", "build", "--"]).arg(&module).arg(&site).current_dir(&sources);
    execute(&mut build)?;
    println!("The page is in {}.", site.display());
    if arguments.serve { serve(&site, arguments.port) } else { Ok(()) }
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

/// Compiles the library to WebAssembly: by the toolchain in use if it has the target, else by
/// Debian's compiler, which comes with the target's sources.
fn build_module(package: &Path, target: &Path) -> anyhow::Result<PathBuf> {
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
    build.args(["build", "--quiet", "--release", "--locked", "--target", TARGET]);
    build.arg("--target-dir").arg(target).current_dir(package);
    execute(&mut build)?;
    Ok(target.join(TARGET).join("release").join("hyperbola_web.wasm"))
}

/// Returns whether the toolchain in use has the target's library.
fn has_target() -> anyhow::Result<bool> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).args(["--print", "sysroot"]).output();
    let output = output.context("cannot run rustc")?;
    let sysroot = String::from_utf8(output.stdout).context("the path of rustc is no text")?;
    Ok(Path::new(sysroot.trim()).join("lib/rustlib").join(TARGET).join("lib").exists())
}

/// Serves the files of a folder to this machine alone.
fn serve(site: &Path, port: u16) -> anyhow::Result<()> {
    let listener = TcpListener::bind(("127.0.0.1", port))
        .with_context(|| format!("cannot serve at port {port}"))?;
    println!("The explorer is at http://{}/. Ctrl+C ends it.", listener.local_addr()?);
    for stream in listener.incoming().flatten() {
        let site = site.to_owned();
        // A browser that goes away is no error of the server.
        thread::spawn(move || answer(&stream, &site));
    }
    Ok(())
}

/// Answers one request.
fn answer(mut stream: &TcpStream, site: &Path) -> std::io::Result<()> {
    stream.set_read_timeout(Some(Duration::from_secs(5)))?;
    let mut request = String::new();
    let mut reader = BufReader::new(stream);
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let is_head = request.starts_with("HEAD ");
    let (status, kind, body) = match file(&request.replacen("HEAD ", "GET ", 1), site) {
        Some((kind, body)) => ("200 OK", kind, body),
        None => ("404 Not Found", "text/plain", b"not found\n".to_vec()),
    };
    let length = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\
         Cache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )?;
    if is_head { Ok(()) } else { stream.write_all(&body) }
}

/// Finds the file that a request asks for, with its type.
fn file(request: &str, site: &Path) -> Option<(&'static str, Vec<u8>)> {
    let path = request.strip_prefix("GET /")?.split([' ', '?', '#']).next()?;
    let path = Path::new(if path.is_empty() { "index.html" } else { path });
    // Nothing outside the folder.
    if !path.components().all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let kind = match path.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript",
        "css" => "text/css",
        "json" => "application/json",
        "svg" => "image/svg+xml",
        "wasm" => "application/wasm",
        _ => return None,
    };
    Some((kind, fs::read(site.join(path)).ok()?))
}
