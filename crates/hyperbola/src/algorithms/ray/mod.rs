pub(crate) mod classical;
pub(crate) mod ray_permutation;
