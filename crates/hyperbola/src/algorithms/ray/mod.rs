pub(crate) mod classical;
