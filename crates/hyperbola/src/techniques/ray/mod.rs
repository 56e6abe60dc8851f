pub(crate) mod bob_mike;
pub(crate) mod classical;
pub(crate) mod qbb;
pub(crate) mod ray_permutation;
