// Copies nodes to where their bin's next node goes.
@compute @workgroup_size(GROUP)
fn scatter_nodes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let end = level.total;
    for (var at = GROUP * group.x + thread; at < end; at += GROUP * groups.x) {
        let node = nodes[at];
        let place = atomicAdd(&bins[bin_of(node)], 1u);
        next_nodes[place] = node;
        next_weights[place] = weights[at];
    }
}
