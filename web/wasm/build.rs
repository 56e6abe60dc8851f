//! Tells the linker how large the stack is: tables are made on it, and the largest has 2 MiB.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-link-arg=-zstack-size=16777216");
}
