// Copies a part's nodes from two buffers of its layer.

@group(0) @binding(AT_OTHER_NODES) var<storage, read_write> other_nodes: array<Node>;
@group(0) @binding(AT_OTHER_WEIGHTS) var<storage, read_write> other_weights: array<vec2<u32>>;
// Where the nodes of each part begin in both buffers, how many they are, and where they go.
@group(0) @binding(AT_SEGMENTS) var<storage, read_write> segments: array<array<vec4<u32>, 2>>;

@compute @workgroup_size(GROUP)
fn gather_nodes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let segment = segments[level.part];
    let step = GROUP * groups.x;
    for (var at = GROUP * group.x + thread; at < segment[0].y; at += step) {
        next_nodes[segment[0].z + at] = nodes[segment[0].x + at];
        next_weights[segment[0].z + at] = weights[segment[0].x + at];
    }
    for (var at = GROUP * group.x + thread; at < segment[1].y; at += step) {
        next_nodes[segment[1].z + at] = other_nodes[segment[1].x + at];
        next_weights[segment[1].z + at] = other_weights[segment[1].x + at];
    }
}
