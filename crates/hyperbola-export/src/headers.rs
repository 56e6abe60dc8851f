//! The header of a file: its purpose, idea, authors and licence.

use std::collections::BTreeMap;

use hyperbola::Technique;
use hyperbola_explain::Contents;

use crate::code::Code;
use crate::{Language, Options, Tables};

/// The first sentence, the idea, the formula and the origin of each technique, as `cargo xtask
/// docs` takes them from the headers of the techniques' files.
const HEADERS: &str = include_str!("headers.txt");

/// The licence of printed files.
const LICENCE: &str = include_str!("../LICENSE-0BSD");

/// Returns the text of a technique in [`HEADERS`].
fn text_of(technique: Technique) -> &'static str {
    let marker = format!("\n== {}\n", technique.id());
    let text = HEADERS.split_once(&marker).map_or("", |(_, after)| after);
    text.split_once("\n== ").map_or(text, |(text, _)| text).trim()
}

/// Ends a paragraph before its sentence on a command of the project, which a reader of a file does
/// not have.
fn without_commands(paragraph: &str) -> &str {
    paragraph.split_once("`cargo").map_or(paragraph, |(before, _)| before).trim_end()
}

/// Writes the header.
pub(crate) fn header(
    technique: Technique,
    language: &Language,
    options: &Options,
    tables: &BTreeMap<String, Contents>,
) -> String {
    let info = technique.info();
    let mut code = Code::new(language.syntax);
    code.set_depth(0);
    code.comment(&format!(
        "{}: the attacks of sliding chess pieces, in {}.",
        info.name, language.name
    ));
    code.comment("");
    describe_technique(&mut code, technique);
    code.comment(
        "Squares: a1 = 0, b1 = 1, ..., h8 = 63. Boards: bit i is the square i. Attacks include the \
         first blocker of either colour. Neither the piece's own square nor squares off its lines \
         matter.",
    );
    code.comment("");
    let is_made = |table: &Contents| options.making(*table).is_some();
    let made_usage = language.syntax.file.made_usage;
    if !made_usage.is_empty() && tables.values().any(is_made) {
        code.comment(&format!("{made_usage} {}", language.usage));
    } else {
        code.comment(language.usage);
    }
    if !tables.is_empty() {
        code.comment("");
        code.comment(&describe(tables, is_made));
    }
    code.comment("");
    let pieces: Vec<String> = options.sliders.iter().map(ToString::to_string).collect();
    let literal = if options.tables == Tables::Literal { "literal" } else { "at-start" };
    let prefix = options.prefix.as_ref().map_or(String::new(), |name| format!(" --prefix {name}"));
    code.comment(&format!(
        "Made by: hyperbola export {} --language {} --pieces {} --tables {literal}{prefix}",
        info.id,
        language.id,
        pieces.join(",")
    ));
    license(code)
}

/// Writes the idea, the formula and the origin of a technique.
pub(crate) fn describe_technique(code: &mut Code, technique: Technique) {
    let paragraphs: Vec<&str> = text_of(technique).split("\n\n").map(without_commands).collect();
    for line in paragraphs.join("\n\n").lines() {
        code.comment_line(line);
    }
    code.comment("");
}

/// Ends a header with the licence and returns it.
pub(crate) fn license(mut code: Code) -> String {
    code.comment("SPDX-License-Identifier: 0BSD");
    LICENCE.split("\n\n").for_each(|paragraph| code.comment(&paragraph.replace('\n', " ")));
    code.text + "\n"
}

/// Describes the tables.
fn describe(tables: &BTreeMap<String, Contents>, is_made: impl Fn(&Contents) -> bool) -> String {
    let bytes: usize = tables.values().map(|table| table.info.bytes).sum();
    let list = |made: bool| {
        let listed = tables.iter().filter(|(_, table)| is_made(table) == made);
        listed.map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let (given, made) = (list(false), list(true));
    let mut text = format!("Tables: {bytes} bytes.");
    if !given.is_empty() {
        text += &format!(" With all entries: {given}.");
    }
    if !made.is_empty() {
        text += &format!(" Made from geometry: {made}.");
    }
    text
}
