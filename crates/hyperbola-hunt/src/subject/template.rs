//! Texts with places in braces that each question fills.

use core::fmt;

/// A place of a template.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Fen,
    Depth,
    Moves,
}

impl Place {
    /// All places of a program's command.
    pub(crate) const ALL: [Self; 3] = [Self::Fen, Self::Depth, Self::Moves];

    /// Returns the name in a template, with its braces.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Fen => "{fen}",
            Self::Depth => "{depth}",
            Self::Moves => "{moves}",
        }
    }
}

/// A segment of a template.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Segment {
    Text(String),
    Place(Place),
}

/// A text with places. `{{` and `}}` in it are braces.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Template(Vec<Segment>);

impl Template {
    /// Reads a template that may have some of the places.
    pub(crate) fn new(text: &str, places: &[Place]) -> Result<Self, TemplateError> {
        let mut segments = Vec::new();
        let mut plain = String::new();
        let mut rest = text;
        while let Some(index) = rest.find(['{', '}']) {
            plain += &rest[..index];
            rest = &rest[index..];
            if let Some(brace) = ["{{", "}}"].into_iter().find(|twice| rest.starts_with(twice)) {
                plain += &brace[..1];
                rest = &rest[2..];
                continue;
            }
            if rest.starts_with('}') {
                return Err(TemplateError::Brace);
            }
            let name = rest.split_inclusive('}').next().unwrap_or(rest);
            let place = places.iter().find(|place| place.name() == name);
            let Some(&place) = place else {
                let found = if name.ends_with('}') { name.to_owned() } else { format!("{name}}}") };
                let places = places.iter().map(|place| place.name()).collect();
                return Err(TemplateError::Place { found, places });
            };
            segments.extend([Segment::Text(core::mem::take(&mut plain)), Segment::Place(place)]);
            rest = &rest[name.len()..];
        }
        segments.push(Segment::Text(plain + rest));
        segments.retain(|segment| !matches!(segment, Segment::Text(text) if text.is_empty()));
        Ok(Self(segments))
    }

    /// Makes the template that is one place.
    pub(crate) fn place(place: Place) -> Self {
        Self(vec![Segment::Place(place)])
    }

    /// Makes a template without places.
    pub(crate) fn text(text: &str) -> Self {
        Self(vec![Segment::Text(text.to_owned())])
    }

    /// Returns the template with a place at its end.
    pub(crate) fn then(mut self, place: Place) -> Self {
        self.0.push(Segment::Place(place));
        self
    }

    /// Returns whether it has a place.
    pub(crate) fn has(&self, place: Place) -> bool {
        self.0.contains(&Segment::Place(place))
    }

    /// Returns whether it is one place and nothing else.
    pub(crate) fn is(&self, place: Place) -> bool {
        self.0 == [Segment::Place(place)]
    }

    /// Returns the text in which the places have values.
    pub(crate) fn filled(&self, value: impl Fn(Place) -> String) -> String {
        let segments = self.0.iter().map(|segment| match segment {
            Segment::Text(text) => text.clone(),
            Segment::Place(place) => value(*place),
        });
        segments.collect()
    }
}

/// The template as it was written, but for braces that are text.
impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.filled(|place| place.name().to_owned()))
    }
}

/// The reason why a text is no template.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum TemplateError {
    /// A place that is needed is missing.
    Missing {
        /// The place, such as `{fen}`.
        place: &'static str,
    },
    /// A place with a name that means nothing.
    Place {
        /// The place as it was found.
        found: String,
        /// The places that are expected.
        places: Vec<&'static str>,
    },
    /// A `}` ends no place.
    Brace,
}

impl fmt::Display for TemplateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing { place: "{fen}" } => {
                f.write_str("the command has no {fen}, the place for the position")
            }
            Self::Missing { place } => write!(f, "the command has no {place}"),
            Self::Place { found, places } => write!(
                f,
                "{found} means nothing: expected {}, or {{{{ for a brace",
                places.join(" or ")
            ),
            Self::Brace => f.write_str("a } ends no place: expected }} for a brace"),
        }
    }
}

impl core::error::Error for TemplateError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(text: &str) -> Result<String, TemplateError> {
        let template = Template::new(text, &Place::ALL)?;
        Ok(template.filled(|place| format!("<{}>", place.name().trim_matches(['{', '}']))))
    }

    #[test]
    fn places_are_filled_and_two_braces_are_one() {
        for (text, expected) in [
            ("", ""),
            ("perft", "perft"),
            ("{fen}", "<fen>"),
            ("a{depth}b{moves}{fen}", "a<depth>b<moves><fen>"),
            ("{{fen}}", "{fen}"),
            ("{{{fen}}}", "{<fen>}"),
            ("{{\"fen\": \"{fen}\"}}", "{\"fen\": \"<fen>\"}"),
            ("{{}}", "{}"),
        ] {
            assert_eq!(filled(text).as_deref(), Ok(expected), "{text}");
        }
    }

    #[test]
    fn a_value_is_not_read_as_a_template() {
        let template = Template::new("{moves}{{fen}}", &Place::ALL).expect("a template");
        assert_eq!(template.filled(|_| "{fen}{{".to_owned()), "{fen}{{{fen}");
    }

    #[test]
    fn other_braces_are_errors() {
        for (text, message) in [
            ("{deep}", "{deep} means nothing: expected {fen} or {depth} or {moves}, or {{"),
            ("{", "{} means nothing"),
            ("a}", "a } ends no place: expected }} for a brace"),
            ("{fen}}", "a } ends no place"),
            ("{{fen}", "a } ends no place"),
        ] {
            let error = filled(text).expect_err("no template").to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
