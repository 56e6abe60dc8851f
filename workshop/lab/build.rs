//! Tells the crate which compiler builds it, for the records.

use std::process::Command;

fn main() {
    let compiler = std::env::var_os("RUSTC").unwrap_or("rustc".into());
    let output = Command::new(compiler).arg("--version").output();
    let version = output.ok().and_then(|output| String::from_utf8(output.stdout).ok());
    let version = version.as_deref().map_or("unknown", str::trim);
    println!("cargo::rustc-env=HYPERBOLA_RUSTC={version}");
    let flags = std::env::var("CARGO_ENCODED_RUSTFLAGS").unwrap_or_default();
    println!("cargo::rustc-env=HYPERBOLA_RUSTFLAGS={}", flags.replace('\u{1f}', " "));
    let profile = std::env::var("PROFILE").unwrap_or_default();
    println!("cargo::rustc-env=HYPERBOLA_PROFILE={profile}");
    println!("cargo::rerun-if-changed=build.rs");
}
