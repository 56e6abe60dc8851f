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
