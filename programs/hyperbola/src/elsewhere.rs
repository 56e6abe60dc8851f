//! Which command lines another program answers: those with its commands, and options of `perft` that
//! only another program has.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use hyperbola_console::others::{DATA, HUNT, Program, STUDY};

/// Returns the program that answers a command line, and the arguments for it.
pub(crate) fn program(mut arguments: Vec<OsString>) -> Option<(Program, Vec<OsString>)> {
    let command = match arguments.first()?.to_str()? {
        "perft" => return of_perft(arguments),
        // The help of another program's command is its own.
        "help" => arguments.get(1)?,
        _ => &arguments[0],
    };
    let program = Program::with_command(command)?;
    if arguments[0] == "help" {
        arguments = vec![arguments.swap_remove(1), "--help".into()];
    }
    Some((program, arguments))
}

/// Returns the program that answers a command line of `perft`, if it has an option of another one.
fn of_perft(mut arguments: Vec<OsString>) -> Option<(Program, Vec<OsString>)> {
    let has = |option: &str| arguments.iter().any(|argument| value_of(argument, option).is_some());
    if has("--unique") {
        arguments.retain(|argument| argument != "--unique");
        arguments[0] = "positions".into();
        return Some((DATA, arguments));
    }
    if has("--suite") {
        // The suites are the arguments of that command.
        arguments = arguments
            .into_iter()
            .filter_map(|argument| match value_of(&argument, "--suite") {
                None => Some(argument),
                Some(value) => value.map(OsStr::to_owned),
            })
            .collect();
        arguments[0] = "suite".into();
        return Some((HUNT, arguments));
    }
    let is_state = |file: &OsString| {
        let path = Path::new(file);
        path.is_dir() || path.extension().is_some_and(|extension| extension == "state")
    };
    if arguments.get(1)? == "merge" && arguments[2..].iter().any(is_state) {
        arguments[0] = "positions".into();
        return Some((DATA, arguments));
    }
    (has("--technique") || has("--no-bulk")).then_some((STUDY, arguments))
}

/// Returns nothing if an argument is not an option, else what follows its equals sign, if it has one.
fn value_of<'a>(argument: &'a OsStr, option: &str) -> Option<Option<&'a OsStr>> {
    if argument == option {
        return Some(None);
    }
    let bytes = argument.as_encoded_bytes().strip_prefix(option.as_bytes())?.strip_prefix(b"=")?;
    // A path that is no UTF-8 is given as an argument of its own.
    core::str::from_utf8(bytes).ok().map(|text| Some(OsStr::new(text)))
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
            ("perft merge states", "hyperbola-data", ""),
            (
                "perft --suite a.epd --suite=b.epd --json",
                "hyperbola-hunt",
                "suite a.epd b.epd --json",
            ),
            ("perft 5 --technique pext", "hyperbola-study", "perft 5 --technique pext"),
            ("perft 5 --technique=pext", "hyperbola-study", "perft 5 --technique=pext"),
            ("perft 5 --no-bulk", "hyperbola-study", "perft 5 --no-bulk"),
            ("perft merge a.state b", "hyperbola-data", "positions merge a.state b"),
        ] {
            let found = answered(line);
            if expected.is_empty() {
                assert_eq!(found, None, "{line}: there is no such folder");
            } else {
                assert_eq!(found, Some((program, expected.to_owned())), "{line}");
            }
        }
    }
}
