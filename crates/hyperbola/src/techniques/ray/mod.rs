#[cfg(feature = "tables")]
pub(crate) mod blockers_and_beyond;
pub(crate) mod bob_mike;
pub(crate) mod classical;
pub(crate) mod qbb;
pub(crate) mod ray_permutation;
