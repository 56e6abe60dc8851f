//! The tags of a game.

use core::fmt;
use std::string::String;
use std::vec::Vec;

use crate::text::write_quoted;

/// The longest value of a tag, in bytes without escapes.
pub(super) const MAX_VALUE: usize = 16 << 10;
/// The longest name of a tag, in bytes.
pub(super) const MAX_NAME: usize = 255;
/// The largest number of tags, because they are searched one by one.
const MAX_TAGS: usize = 1024;

/// The tags that come first, in their order. The result, the seventh, is not among them.
const ROSTER: [&str; 6] = ["Event", "Site", "Date", "Round", "White", "Black"];

/// The tags that the game itself says.
const OWN: [&str; 4] = ["Result", "SetUp", "FEN", "Variant"];

/// The tags of a game, without `Result`, `SetUp`, `FEN` and `Variant`, which the [`Game`] itself
/// says. A tag of the seven-tag roster whose value is unknown, `?` or `????.??.??`, counts as not
/// set.
///
/// ```
/// use hyperbola_moves::pgn::Tags;
/// let mut tags = Tags::new();
/// tags.set("White", "Anna")?;
/// assert_eq!(tags.get("White"), Some("Anna"));
/// assert_eq!(tags.get("Black"), None);
/// # Ok::<(), hyperbola_moves::pgn::TagError>(())
/// ```
///
/// [`Game`]: super::Game
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Tags {
    pairs: Vec<(String, String)>,
}

impl Tags {
    /// Makes an empty list.
    #[must_use]
    pub const fn new() -> Self {
        Self { pairs: Vec::new() }
    }

    /// Returns the value of a tag.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|pair| pair.0 == name).map(|pair| pair.1)
    }

    /// Returns all names with their values. Those of the seven-tag roster come first, in its order;
    /// all others come in the order in which they were set.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs.iter().map(|(name, value)| (&**name, &**value))
    }

    /// Sets the value of a tag. It replaces a value that was set before.
    ///
    /// # Errors
    ///
    /// Returns [`TagError`] if the tag could not be read back: if the name is not 1 to 255 ASCII
    /// letters, digits and signs `_+#=:-/@`, if the value has a line end or is longer than 16 KiB,
    /// if the tag is one of those that the game itself says, or if there are 1024 tags already.
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), TagError> {
        let is_sign = |byte: u8| byte.is_ascii_alphanumeric() || b"_+#=:-/@".contains(&byte);
        if name.is_empty() || name.len() > MAX_NAME || !name.bytes().all(is_sign) {
            return Err(TagError::Name);
        }
        if OWN.contains(&name) {
            return Err(TagError::Own);
        }
        if value.contains(['\n', '\r']) {
            return Err(TagError::Value);
        }
        self.put(name, value.into())
    }

    /// Sets a tag whose name is valid and whose value is one line.
    pub(super) fn put(&mut self, name: &str, value: String) -> Result<(), TagError> {
        if value.len() > MAX_VALUE {
            return Err(TagError::Value);
        }
        if ROSTER.contains(&name) && value == unknown(name) {
            self.remove(name);
            return Ok(());
        }
        if let Some(pair) = self.pairs.iter_mut().find(|pair| pair.0 == name) {
            pair.1 = value;
            return Ok(());
        }
        if self.pairs.len() == MAX_TAGS {
            return Err(TagError::Many);
        }
        let order = |name: &str| ROSTER.iter().position(|&first| first == name);
        let rank = order(name).unwrap_or(ROSTER.len());
        let before = |pair: &(String, String)| order(&pair.0).unwrap_or(ROSTER.len()) <= rank;
        let index = self.pairs.partition_point(before);
        self.pairs.insert(index, (name.into(), value));
        Ok(())
    }

    /// Removes a tag and returns whether it was there.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.pairs.len();
        self.pairs.retain(|pair| pair.0 != name);
        self.pairs.len() < before
    }

    pub(super) fn clear(&mut self) {
        self.pairs.clear();
    }

    /// Writes the tags of the roster, also those that are not set, or all others.
    pub(super) fn write(&self, f: &mut fmt::Formatter<'_>, roster: bool) -> fmt::Result {
        if !roster {
            let others = self.iter().filter(|pair| !ROSTER.contains(&pair.0));
            return others.into_iter().try_for_each(|(name, value)| write_tag(f, name, value));
        }
        for name in ROSTER {
            write_tag(f, name, self.get(name).unwrap_or(unknown(name)))?;
        }
        Ok(())
    }
}

/// Returns a name as the standard writes it, if the reader knows what it says. Some programs write
/// it in other capitals.
#[inline]
pub(super) fn known(name: &str) -> &str {
    let known = match name.len() {
        3 => "FEN",
        5 if name.starts_with(['S', 's']) => "SetUp",
        5 => "Event",
        6 => "Result",
        7 => "Variant",
        _ => return name,
    };
    // Most names differ in the first letter.
    let initial = name.as_bytes()[0].to_ascii_uppercase();
    let is_known = initial == known.as_bytes()[0] && known.eq_ignore_ascii_case(name);
    if is_known { known } else { name }
}

/// Returns the value of a tag of the roster that is not known.
fn unknown(name: &str) -> &'static str {
    if name == "Date" { "????.??.??" } else { "?" }
}

/// Writes a tag pair with its escapes.
pub(super) fn write_tag(f: &mut fmt::Formatter<'_>, name: &str, value: &str) -> fmt::Result {
    write!(f, "[{name} ")?;
    write_quoted(f, value)?;
    f.write_str("]\n")
}

/// The reason why a tag cannot be set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TagError {
    /// The name is not 1 to 255 ASCII letters, digits and signs `_+#=:-/@`.
    Name,
    /// The value has a line end or is longer than 16 KiB.
    Value,
    /// The tag is `Result`, `SetUp`, `FEN` or `Variant`.
    Own,
    /// There are 1024 tags already.
    Many,
}

impl fmt::Display for TagError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Name => "expected a name of 1 to 255 ASCII letters, digits and signs of _+#=:-/@",
            Self::Value => "expected a value of one line and at most 16 KiB",
            Self::Own => "expected another tag: the game itself says this one",
            Self::Many => "expected at most 1024 tags",
        })
    }
}

impl core::error::Error for TagError {}
