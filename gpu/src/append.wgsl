// Copies the kept nodes behind those that the next level has, and counts the nodes of each bin.
@compute @workgroup_size(GROUP)
fn append_nodes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let end = atomicLoad(&level.kept);
    let before = next_level.total;
    for (var at = GROUP * group.x + thread; at < end; at += GROUP * groups.x) {
        let index = kept[at];
        let node = nodes[index];
        let weight = weights[index];
        next_nodes[before + at] = node;
        next_weights[before + at] = weight;
        atomicAdd(&bins[bin_of(node)], 1u);
        if (weight.y != 0u) {
            atomicMax(&bins[BINS], weight.y);
        }
    }
}
