pub(crate) mod bob_mike;
pub(crate) mod classical;
pub(crate) mod ray_permutation;
