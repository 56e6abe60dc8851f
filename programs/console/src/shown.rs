//! Shows users' own input to them: on one line, and with no effect on their terminal.

use std::path::Path;

use clap::error::{ContextKind, ContextValue};

/// Returns a text with its control characters escaped.
#[must_use]
pub fn shown(text: &str) -> String {
    escaped(text, |character| character.is_control())
}

/// Returns a path with its control characters escaped.
#[must_use]
pub fn shown_path(path: &Path) -> String {
    shown(&path.to_string_lossy())
}

/// Returns the beginning of a text of the input, with its control characters escaped.
#[must_use]
pub fn shown_start(text: &str) -> String {
    const MOST: usize = 100;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => shown(&text[..end]) + "…",
        None => shown(text),
    }
}

/// Returns a number of things with their name, whose plural ends in s.
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    format!("{number} {thing}{}", if number == 1 { "" } else { "s" })
}

/// Escapes the characters of a text that meet a condition.
pub(crate) fn escaped(text: &str, which: impl Fn(char) -> bool) -> String {
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if which(character) {
            shown.extend(character.escape_default());
        } else {
            shown.push(character);
        }
    }
    shown
}

/// Escapes the control characters in the input that an error about arguments quotes.
pub(crate) fn escape_quotes(error: &mut clap::Error) {
    let context: Vec<(ContextKind, ContextValue)> =
        error.context().map(|(kind, value)| (kind, value.clone())).collect();
    for (kind, value) in context {
        match value {
            ContextValue::String(text) => {
                error.insert(kind, ContextValue::String(shown(&text)));
            }
            ContextValue::Strings(texts) => {
                let texts = texts.iter().map(|text| shown(text)).collect();
                error.insert(kind, ContextValue::Strings(texts));
            }
            // Advice that repeats such an argument adds nothing to the error, so it is removed.
            ContextValue::StyledStrs(advice)
                if advice.iter().any(|advice| advice.to_string().contains(char::is_control)) =>
            {
                error.remove(kind);
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use clap::{Arg, Command};

    use super::*;

    #[test]
    fn control_characters_are_escaped_and_no_others() {
        assert_eq!(
            shown("a\tb\u{1b}[31m\r\n\0\u{7f}\u{9b}"),
            r"a\tb\u{1b}[31m\r\n\u{0}\u{7f}\u{9b}"
        );
        assert_eq!(shown(r#"é 'a' "b" \c 象"#), r#"é 'a' "b" \c 象"#);
        assert_eq!(shown_path(Path::new("a\nb")), r"a\nb");
    }

    #[test]
    fn errors_about_arguments_quote_them_escaped() {
        let number = || Arg::new("number").value_parser(clap::value_parser!(u8));
        for argument in ["1\t\n\u{7}", "--1\t\n\u{7}", "--other=1\t\n\u{7}"] {
            let command = Command::new("test").arg(number());
            let mut error = command.try_get_matches_from(["test", argument]).expect_err("an error");
            escape_quotes(&mut error);
            let text = error.to_string();
            assert!(text.contains(r"1\t\n\u{7}") || argument.contains("other"), "{text}");
            assert!(!text.contains(['\t', '\u{7}']), "{text}");
        }
    }
}
