//! Words of a shell: split from a line and quoted for one.

use core::fmt;

/// Quotes a word for a shell where that is needed.
pub(crate) fn shell(word: &str) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_./:=@%+,".contains(&byte);
    if !word.is_empty() && word.bytes().all(is_plain) {
        word.to_owned()
    } else {
        format!("'{}'", word.replace('\'', r"'\''"))
    }
}

/// Returns a text of a subject as it may be printed: what is no visible character is escaped.
pub(crate) fn visible(text: &str) -> String {
    let mut visible = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '\'' | '"' | '\\' => visible.push(character),
            other => visible.extend(other.escape_debug()),
        }
    }
    visible
}

/// Splits a line into words as a shell does: at blanks outside quotes, with `\` before a character
/// that stands for itself. Nothing else has a meaning.
///
/// # Errors
///
/// Returns a [`SplitError`] if a quote does not end.
pub fn split(line: &str) -> Result<Vec<String>, SplitError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut characters = line.char_indices();
    while let Some((start, character)) = characters.next() {
        match character {
            '\'' | '"' => {
                let into = word.get_or_insert_default();
                loop {
                    match characters.next() {
                        None => return Err(SplitError { start }),
                        Some((_, end)) if end == character => break,
                        Some((_, '\\')) if character == '"' => {
                            into.extend(characters.next().map(|(_, escaped)| escaped));
                        }
                        Some((_, within)) => into.push(within),
                    }
                }
            }
            '\\' => {
                word.get_or_insert_default().extend(characters.next().map(|(_, escaped)| escaped));
            }
            blank if blank.is_whitespace() => words.extend(word.take()),
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

/// The error for a quote without its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct SplitError {
    /// The index of the byte where the quote begins.
    pub start: usize,
}

impl fmt::Display for SplitError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the quote at column {} has no end", self.start + 1)
    }
}

impl core::error::Error for SplitError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_and_quoted_as_by_a_shell() {
        let line = r#"a 'b c' "d 'e\"" f\ g '' h'i'j"#;
        let words = split(line).expect("all quotes end");
        assert_eq!(words, ["a", "b c", "d 'e\"", "f g", "", "hij"]);
        let quoted: Vec<String> = words.iter().map(|word| shell(word)).collect();
        assert_eq!(split(&quoted.join(" ")), Ok(words));
        assert_eq!(shell("it's"), r"'it'\''s'");
        assert_eq!(split("a 'b"), Err(SplitError { start: 2 }));
        assert_eq!(split("  "), Ok(vec![]));
    }

    #[test]
    fn what_is_not_visible_is_escaped() {
        let text = "\u{1b}[2Je2e4\r\n\u{202e}\u{7f}\u{9b}é 'a\" \\";
        assert_eq!(visible(text), "\\u{1b}[2Je2e4\\r\\n\\u{202e}\\u{7f}\\u{9b}é 'a\" \\");
    }
}
