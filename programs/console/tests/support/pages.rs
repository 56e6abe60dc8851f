//! Asks a program's parser for the commands on the project's pages. The arguments of each program
//! include this file in their tests.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use clap::CommandFactory;
use hyperbola_console::Documentation;
use hyperbola_console::others::{PROGRAMS, Program};

use super::Arguments;

#[test]
fn every_command_on_a_page_is_understood() {
    let command = Documentation::added_to(Arguments::command());
    let program = command.get_name();
    for command in command.get_subcommands() {
        let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
        assert!(help.contains("Examples:"), "{} has examples", command.get_name());
    }
    let listed = PROGRAMS.into_iter().find(|listed| listed.name == program);
    for (name, _) in listed.iter().flat_map(|listed| listed.commands) {
        assert!(command.find_subcommand(name).is_some(), "hyperbola lists {name}");
    }
    let mut understood = 0;
    for page in pages(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")) {
        let mut folder = "hyperbola".to_owned();
        for line in lines(&page) {
            let words = shell_words::split(&line).expect("the quotes match");
            for words in words.split(|word| ["|", "&&", "||", ";"].contains(&word.as_str())) {
                if let [change, to] = words
                    && change == "cd"
                {
                    folder.clone_from(to);
                } else if let Some(arguments) = arguments_of(program, words, &folder) {
                    if let Err(error) = command.clone().try_get_matches_from(arguments) {
                        // A definition that the reader writes is not there.
                        let is_own = error.to_string().contains("cannot read own.toml");
                        assert!(
                            is_own || !error.use_stderr(),
                            "{}: {line}\n{error}",
                            page.display()
                        );
                    }
                    understood += 1;
                }
            }
        }
    }
    assert!(understood > 10, "there are more than {understood} commands on the pages");
}

/// Returns the pages in a folder, and the sources of the programs, whose help has examples.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut pages = Vec::new();
    for entry in fs::read_dir(folder).expect("the folder can be read") {
        let path = entry.expect("the folder can be read").path();
        let name = path.file_name().and_then(|name| name.to_str()).expect("UTF-8");
        let is_made = name.starts_with('.') || ["target", "node_modules"].contains(&name);
        let has_help =
            name.ends_with(".rs") && path.components().any(|part| part.as_os_str() == "programs");
        if path.is_dir() && !is_made {
            pages.extend(self::pages(&path));
        } else if name.ends_with(".md") || has_help {
            pages.push(path);
        }
    }
    pages
}

/// Returns the command lines of a page: in blocks of a console those after a dollar, in other
/// blocks those that begin with the name of a program, in a source those of the examples. A command
/// that goes on in the next lines is one.
fn lines(page: &Path) -> Vec<String> {
    let text = fs::read_to_string(page).expect("a page is UTF-8");
    let is_source = page.extension().is_some_and(|ending| ending == "rs");
    let (mut block, mut found, mut lines) = (None, Vec::new(), text.lines());
    while let Some(line) = lines.next() {
        if is_source {
            block = match line.strip_prefix("  ") {
                Some(example) if block.is_some() => {
                    let example = example.trim_end_matches("\";").replace("\\\"", "\"");
                    found.push(example);
                    block
                }
                _ => (line == "Examples:").then_some(""),
            };
        } else if let Some(language) = line.trim_start().strip_prefix("```") {
            block = block.is_none().then_some(language);
        } else {
            let command = match block {
                Some("console") => line.trim_start().strip_prefix("$ "),
                Some(_) => line.starts_with("hyperbola").then_some(line),
                None => None,
            };
            let Some(mut command) = command.map(str::to_owned) else { continue };
            while shell_words::split(&command).is_err() || command.ends_with('\\') {
                command =
                    command.trim_end_matches('\\').to_owned() + "\n" + lines.next().expect("more");
            }
            found.push(command);
        }
    }
    found
}

/// Returns the arguments of a program, after its name, if it answers a command in a folder.
fn arguments_of(program: &str, words: &[String], folder: &str) -> Option<Vec<OsString>> {
    let start = words.iter().position(|word| !word.contains('='))?;
    let redirect = |word: &String| word.trim_start_matches(['1', '2', '&']).starts_with(['<', '>']);
    let end = words.iter().position(redirect).unwrap_or(words.len());
    let words = words.get(start..end)?;
    let (name, arguments) = if words.starts_with(&["cargo".to_owned(), "run".to_owned()]) {
        let place = words.iter().position(|word| word == "--").unwrap_or(words.len());
        let (cargo, arguments) = words.split_at(place);
        let option = |wanted: &str| {
            let place = cargo.iter().position(|word| word == wanted)?;
            cargo.get(place + 1).map(|value| value.trim_end_matches("-cli"))
        };
        let default = if folder == "gpu" { "hyperbola-gpu" } else { "hyperbola" };
        let chosen = option("--example").or(option("--bin")).or(option("--package"));
        (chosen.unwrap_or(default), arguments.get(1..).unwrap_or_default())
    } else {
        let (program, arguments) = words.split_first()?;
        (program.rsplit('/').next()?, arguments)
    };
    let arguments: Vec<OsString> = arguments.iter().map(OsString::from).collect();
    let other = Program::answering(&arguments).filter(|_| name == "hyperbola");
    let is_asked = other.map_or(name, |other| other.name) == program;
    is_asked.then(|| [program.into()].into_iter().chain(arguments).collect())
}
