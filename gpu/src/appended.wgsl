// Adds the nodes that were copied to the number of those that the next level has.
@compute @workgroup_size(1)
fn add_appended() {
    next_level.total += atomicLoad(&level.kept);
}
