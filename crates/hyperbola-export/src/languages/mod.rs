//! The languages, a file each.

mod avx2;
mod avx512;
mod c;
pub(crate) mod cpp;
mod csharp;
mod cuda;
mod go;
mod halves;
mod intrinsics;
mod java;
mod neon;
mod numpy;
mod opencl;
pub(crate) mod python;
pub(crate) mod rust;
mod typescript;
mod wgsl;
mod wgsl_u64;
mod zig;

use crate::Language;

impl Language {
    /// All languages.
    pub const ALL: &[&Self] = &[
        &c::LANGUAGE,
        &cpp::LANGUAGE,
        &rust::LANGUAGE,
        &zig::LANGUAGE,
        &go::LANGUAGE,
        &java::LANGUAGE,
        &csharp::LANGUAGE,
        &python::LANGUAGE,
        &numpy::LANGUAGE,
        &typescript::LANGUAGE,
        &halves::LANGUAGE,
        &cuda::LANGUAGE,
        &opencl::LANGUAGE,
        &wgsl::LANGUAGE,
        &wgsl_u64::LANGUAGE,
        &avx2::LANGUAGE,
        &avx512::LANGUAGE,
        &neon::LANGUAGE,
    ];

    /// Finds a language by its name on the command line.
    #[must_use]
    pub fn find(id: &str) -> Option<&'static Self> {
        Self::ALL.iter().copied().find(|language| language.id == id)
    }
}
