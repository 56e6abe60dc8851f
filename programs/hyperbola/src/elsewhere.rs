//! Which command lines another program answers: those with its commands, and options of `perft` that
//! only another program has.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use hyperbola_console::others::{DATA, HUNT, Program, STUDY};

/// A program, and the arguments for it.
type Elsewhere = (Program, Vec<OsString>);

/// Returns the program that answers a command line, and the arguments for it.
pub(crate) fn program(mut arguments: Vec<OsString>) -> Option<Elsewhere> {
    match arguments.first()?.to_str()? {
        "perft" => of_perft(arguments),
        // The help of another program's command is its own.
        "help" => {
            let program = Program::with_command(arguments.get(1)?)?;
            arguments.remove(0);
            arguments.insert(1, "--help".into());
            Some((program, arguments))
        }
        _ => Some((Program::with_command(&arguments[0])?, arguments)),
    }
}

/// Returns the program that answers a command line of `perft`, if it has an option of another one.
/// What stands behind `--` is no option.
fn of_perft(mut arguments: Vec<OsString>) -> Option<Elsewhere> {
    let end = arguments.iter().position(|argument| argument == "--").unwrap_or(arguments.len());
    let options = &arguments[..end];
    let place = |name: &str| options.iter().position(|option| is_option(option, name));
    if arguments.get(1).is_some_and(|command| command == "merge") {
        arguments[0] = "positions".into();
        return arguments[2..].iter().any(is_state).then_some((DATA, arguments));
    }
    if let Some(place) = place("--unique") {
        arguments.remove(place);
        arguments[0] = "positions".into();
        return Some((DATA, arguments));
    }
    if place("--suite").is_some() {
        return Some((HUNT, of_suite(arguments)));
    }
    (place("--technique").is_some() || place("--no-bulk").is_some()).then_some((STUDY, arguments))
}

/// Returns the arguments of `suite` for those of `perft`, whose option `--suite` names a file.
fn of_suite(arguments: Vec<OsString>) -> Vec<OsString> {
    let (mut line, mut files): (Vec<OsString>, Vec<OsString>) = (vec!["suite".into()], Vec::new());
    let mut arguments = arguments.into_iter().skip(1);
    while let Some(argument) = arguments.next() {
        if argument == "--suite" {
            files.extend(arguments.next());
        } else if is_option(&argument, "--suite") {
            let text = argument.to_string_lossy();
            files.push(text.trim_start_matches("--suite=").into());
        } else {
            line.push(argument);
        }
    }
    if !line.contains(&"--".into()) {
        line.push("--".into());
    }
    line.extend(files);
    line
}

/// Returns whether an argument is an option, with its value or without.
fn is_option(argument: &OsStr, name: &str) -> bool {
    let rest = argument.as_encoded_bytes().strip_prefix(name.as_bytes());
    rest.is_some_and(|rest| rest.is_empty() || rest[0] == b'=')
}

/// Returns whether a file is the state of a count of different positions, or its folder.
fn is_state(file: &OsString) -> bool {
    let path = Path::new(file);
    path.is_dir() || path.extension().is_some_and(|extension| extension == "state")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the name of the program that answers a line of words, and the line that it gets.
    fn answered(line: &str) -> Option<(&'static str, String)> {
        let arguments = line.split_whitespace().map(OsString::from).collect();
        let (program, arguments) = program(arguments)?;
        let arguments: Vec<_> =
            arguments.iter().map(|argument| argument.to_string_lossy()).collect();
        Some((program.name, arguments.join(" ")))
    }

    #[test]
    fn a_command_is_run_by_its_program() {
        let study = |line: &str| Some(("hyperbola-study", line.to_owned()));
        assert_eq!(answered("prove pext --square d4"), study("prove pext --square d4"));
        assert_eq!(answered("help explain"), study("explain --help"));
        assert_eq!(answered("help explain foo"), study("explain --help foo"));
        let data = Some(("hyperbola-data", "convert a b".to_owned()));
        assert_eq!(answered("convert a b"), data);
        assert_eq!(answered("hunt --uci x"), Some(("hyperbola-hunt", "hunt --uci x".to_owned())));
        for own in [
            "",
            "perft 5",
            "perft 5 --divide",
            "help",
            "help perft",
            "list",
            "perft merge a.json",
            "nothing",
        ] {
            assert_eq!(answered(own), None, "{own}");
        }
    }

    #[test]
    fn options_of_perft_that_another_program_has_lead_there() {
        for (line, program, expected) in [
            ("perft 5 --unique --json", "hyperbola-data", "positions 5 --json"),
            ("perft 5 --unique --unique", "hyperbola-data", "positions 5 --unique"),
            ("perft merge a.state b", "hyperbola-data", "positions merge a.state b"),
            ("perft --suite a --suite=b --json", "hyperbola-hunt", "suite --json -- a b"),
            ("perft 3 --suite a", "hyperbola-hunt", "suite 3 -- a"),
            ("perft --suite", "hyperbola-hunt", "suite --"),
            ("perft 5 --technique pext", "hyperbola-study", "perft 5 --technique pext"),
            ("perft 5 --technique=pext", "hyperbola-study", "perft 5 --technique=pext"),
            ("perft 5 --no-bulk", "hyperbola-study", "perft 5 --no-bulk"),
        ] {
            assert_eq!(answered(line), Some((program, expected.to_owned())), "{line}");
        }
    }

    #[test]
    fn other_lines_of_perft_are_its_own() {
        for line in [
            "perft merge no-such-folder",
            "perft merge a.json --technique pext",
            "perft 5 -- --unique",
            "perft 5 -- --suite",
            "perft 5 --uniqueness",
        ] {
            assert_eq!(answered(line), None, "{line}");
        }
    }
}
