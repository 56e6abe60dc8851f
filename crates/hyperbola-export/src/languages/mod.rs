//! The languages, a file each.

mod c;
mod cpp;
mod python;
mod rust;

use crate::Language;

/// All languages.
pub(crate) const ALL: &[&Language] =
    &[&c::LANGUAGE, &cpp::LANGUAGE, &rust::LANGUAGE, &python::LANGUAGE];
