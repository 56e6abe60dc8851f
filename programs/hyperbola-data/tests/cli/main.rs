//! Tests of the program as its users run it.

mod convert;
mod features;
mod positions;
#[path = "../../../console/tests/support/mod.rs"]
mod support;

use support::{folder, hyperbola, json, printed, refused};

/// The program that is tested.
const PROGRAM: &str = env!("CARGO_BIN_EXE_hyperbola-data");

/// Runs the command without a policy for bad rows, which must finish its output and tell by its
/// exit status that as many things are left out. Returns its messages without that error and the
/// time.
fn left_out(arguments: &[&str], count: u64) -> String {
    let assert = hyperbola(arguments).assert().code(2);
    let ended = assert.get_output();
    assert!(!ended.stdout.is_empty(), "what was written is said");
    let message = String::from_utf8(ended.stderr.clone()).expect("the message is UTF-8");
    let (named, end) = message.rsplit_once("\nerror: ").expect("an error");
    let expected = "in all, as said above; the rest is complete. With --bad-rows skip this is no \
                    error, and --bad-rows error ends at the first";
    assert_eq!(end, format!("left out: {count} {expected}\n"));
    let (named, speed) = named.rsplit_once('\n').expect("what is left out is named");
    assert!(speed.ends_with("/s"), "{message}");
    format!("{named}\n")
}
