@compute @workgroup_size(GROUP)
fn clear_table(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    clear_slots(level.total, GROUP * group.x + thread, GROUP * groups.x);
}
