//! Programs that count perft, run on the command line.

use core::time::Duration;

use hyperbola_lab::inputs::PerftPosition;
use hyperbola_lab::rival::{RivalCommand, nodes};
use hyperbola_timing::runner::Work;

const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn numbers_are_found_as_programs_print_them() {
    for text in [
        "4865609\n",
        "a2a3: 8457\n\nNodes searched: 4865609\n",
        "info nodes 4865609\n12345678 nodes/s\n",
        "Total: 4,865,609\ntime 0.3 s",
    ] {
        assert_eq!(nodes(text), Some(4_865_609), "{text}");
    }
    assert_eq!(nodes("no number"), None);
}

#[test]
fn a_rival_has_a_name_and_a_command_with_both_places() {
    let rival: RivalCommand = "a=b -d {depth} {fen}".parse().expect("a rival");
    assert_eq!(
        (rival.name.as_str(), &rival.command[1..]),
        ("a", &["-d", "{depth}", "{fen}"].map(String::from)[..])
    );
    #[cfg(unix)]
    {
        let echo: RivalCommand = "a=printf %s%s {depth} {fen}".parse().expect("a command");
        let position = PerftPosition { fen: "20".into(), depth: 3, nodes: 320 };
        assert_eq!(echo.counting(&position, PATIENCE).verify(), Ok("320".into()));
    }
    for wrong in ["a", "=b {fen} {depth}", "a=", "a=b {fen}", "a=b {depth}"] {
        assert!(wrong.parse::<RivalCommand>().is_err(), "{wrong}");
    }
}

#[test]
fn missing_failing_and_silent_rivals_are_errors() {
    let position = PerftPosition { fen: "8/8 w".into(), depth: 3, nodes: 1 };
    let verify = |text: &str| {
        let rival = text.parse::<RivalCommand>().expect("a rival");
        assert!(rival.try_out(PATIENCE).is_err());
        rival.counting(&position, PATIENCE).verify().unwrap_err()
    };
    assert!(verify("a=/no/such/program {fen} {depth}").starts_with("cannot run"));
    #[cfg(unix)]
    assert!(verify("a=false {fen} {depth}").contains("ended with"));
    #[cfg(unix)]
    assert!(verify("a=true {fen} {depth}").ends_with("printed no number of nodes"));
}
#[cfg(unix)]
#[test]
fn a_rival_that_does_not_end_in_time_is_an_error() {
    let tried_out = |command: &str, patience: u64| {
        let rival = RivalCommand {
            name: "sleepy".into(),
            command: ["sh", "-c", command].map(Into::into).into(),
        };
        let start = std::time::Instant::now();
        let result = rival.try_out(Duration::from_millis(patience));
        assert!(start.elapsed() < Duration::from_secs(60), "{command}");
        result
    };
    let late = Err("sh has not ended within 0.1 s".to_owned());
    assert_eq!(tried_out("exec sleep 600", 100), late);
    // Another program has its output, or it has closed it.
    assert_eq!(tried_out("sleep 600; echo 20", 100), late);
    assert_eq!(tried_out("echo 20; exec sleep 600 >&-", 100), late);
    assert_eq!(tried_out("sleep 0.1; echo 20", 60_000), Ok(()));
    // More than a pipe holds.
    assert_eq!(tried_out("yes | head -c 1000000; echo 20", 60_000), Ok(()));
}
