//! Errors about arguments, with the given text escaped.

use clap::error::{ContextKind, ContextValue};
use hyperbola_files::shown;

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
