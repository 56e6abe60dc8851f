pub(crate) mod ray_walk;
