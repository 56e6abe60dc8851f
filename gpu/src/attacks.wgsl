@group(0) @binding(0) var<storage, read> squares: array<u32>;
@group(0) @binding(1) var<storage, read> boards: array<u64>;
@group(0) @binding(2) var<storage, read_write> found: array<u64>;

@compute @workgroup_size(64)
fn compute(@builtin(global_invocation_id) id: vec3<u32>) {
    let place = id.x;
    if (place < arrayLength(&boards)) {
        found[place] = SLIDER_attacks(squares[place], boards[place]);
    }
}
