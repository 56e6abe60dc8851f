//! Gives the command bytes of any kind: it must answer or refuse, and never panic.

use crate::hyperbola;

/// A random generator (Marsaglia's xorshift) that gives the same bytes in each run.
struct Bytes(u64);

impl Bytes {
    /// Returns a number below a bound.
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 33).expect("31 bits are a usize") % bound
    }

    /// Returns random bytes, or a good input with some bytes changed, doubled or left out.
    fn garbage(&mut self, good: &[u8]) -> Vec<u8> {
        const TELLING: &[u8] = b"\0\t\n\r ,/-0189aAghixX\x1b\x7f\x80\xc3\xa9\xe2\xf0\xff";
        let mut bytes = good.to_vec();
        if self.below(8) == 0 {
            bytes = vec![0; self.below(64)];
            bytes.fill_with(|| u8::try_from(self.below(256)).expect("it is below 256"));
        }
        for _ in 0..self.below(4) {
            let place = self.below(bytes.len() + 1);
            let byte = TELLING[self.below(TELLING.len())];
            match self.below(3) {
                0 => bytes.insert(place, byte),
                1 => bytes.truncate(place),
                _ => bytes[place..].fill(byte),
            }
        }
        bytes
    }
}

/// Runs the command, which must end with status 0 or 2 and no panic.
fn run(arguments: &[&str], stdin: &[u8]) {
    let output = hyperbola(arguments).write_stdin(stdin).output().expect("the command runs");
    check(&output, format_args!("{}", stdin.escape_ascii()));
}

/// Checks the output of a run.
fn check(output: &std::process::Output, input: core::fmt::Arguments<'_>) {
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(!message.contains("panicked"), "{input}: {message}");
    match output.status.code() {
        Some(0) => assert_eq!(message, "", "{input}"),
        Some(2) => assert!(message.starts_with("error: "), "{input}: {message}"),
        code => panic!("{input} ends with {code:?}: {message}"),
    }
}

#[test]
fn on_standard_input() {
    let mut bytes = Bytes(0x2545_f491_4f6c_dd1d);
    for _ in 0..1500 {
        let good = b"d4 0x4400000000\ne5 ff\r\nh8 0123456789abcdef\n";
        run(&["attacks", "queen", "--stdin"], &bytes.garbage(good));
    }
}

#[test]
fn in_batches() {
    let mut bytes = Bytes(0x6a09_e667_f3bc_c908);
    for _ in 0..400 {
        let good = b"square,occupied\nd4,0x4400000000\ne5,ff\r\nh8,0123456789abcdef\n";
        let garbage = bytes.garbage(good);
        for format in ["csv", "binary"] {
            run(&["attacks", "batch", "queen", "-", "--format", format], &garbage);
        }
    }
}

#[cfg(unix)]
#[test]
fn in_arguments() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;

    let mut bytes = Bytes(0x9e37_79b9_7f4a_7c15);
    let fen = b"rnbqkbnr/ppp1pppp/8/8/3pP3/8/PPPP1PPP/RNBQKBNR b AHkq e3 0 1";
    let inputs: [(&[&str], &[u8]); 7] = [
        (&["attacks", "queen"], b"d4"),
        (&["attacks", "queen", "d4", "--fen"], b"r3k2r/p1ppqpb1/8/3PN3/8/8/7P/R3K2R w KQkq - 0 1"),
        (&["attacks", "queen", "d4", "--occupied"], b"0x4400000000"),
        (&["attacks", "queen", "d4", "--squares"], b"b4,d7,f2,f6,g4"),
        (&["perft", "2", "--json"], fen),
        (&["moves"], fen),
        (&["fen"], fen),
    ];
    for (arguments, good) in inputs {
        for _ in 0..400 {
            let mut garbage = bytes.garbage(good);
            // An argument cannot contain a NUL, and an argument that begins with a hyphen is an
            // option.
            garbage.retain(|byte| *byte != 0);
            let mut command = hyperbola(arguments);
            if arguments.last().is_some_and(|last| !last.starts_with("--")) {
                command.arg("--");
            }
            let output = command.arg(OsStr::from_bytes(&garbage)).output();
            let output = output.expect("the command runs");
            check(&output, format_args!("{}", garbage.escape_ascii()));
        }
    }
}
