pub(crate) mod ray_walk;
pub(crate) mod switch_lookup;
