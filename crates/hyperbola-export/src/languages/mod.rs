//! The languages, a file each.

mod c;
mod cpp;
mod csharp;
mod cuda;
mod go;
mod java;
mod opencl;
mod python;
mod rust;
mod typescript;
mod zig;

use crate::Language;

/// All languages.
pub(crate) const ALL: &[&Language] = &[
    &c::LANGUAGE,
    &cpp::LANGUAGE,
    &rust::LANGUAGE,
    &zig::LANGUAGE,
    &go::LANGUAGE,
    &java::LANGUAGE,
    &csharp::LANGUAGE,
    &python::LANGUAGE,
    &typescript::LANGUAGE,
    &cuda::LANGUAGE,
    &opencl::LANGUAGE,
];
