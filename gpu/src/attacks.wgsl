@group(0) @binding(0) var<storage, read> squares: array<u32>;
@group(0) @binding(1) var<storage, read> boards: array<u64>;
@group(0) @binding(2) var<storage, read_write> found: array<u64>;

@compute @workgroup_size(GROUP)
fn compute(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    let place = (group.y * ROW + group.x) * GROUP + thread;
    if (place < arrayLength(&boards)) {
        var reached: u64;
        attacks(u64(squares[place]), boards[place], &reached);
        found[place] = reached;
    }
}
