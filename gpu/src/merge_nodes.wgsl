// Each thread takes as many nodes before those that are kept get their places.
const EACH = 8u;

// Numbers the kept nodes: one of all equal ones of the class, or without merging all of them.
@compute @workgroup_size(GROUP)
fn merge_nodes(
    @builtin(workgroup_id) group: vec3<u32>,
    @builtin(num_workgroups) groups: vec3<u32>,
    @builtin(local_invocation_index) thread: u32,
) {
    if (thread == 0u) {
        total = level.total;
    }
    let end = workgroupUniformLoad(&total);
    let size = slots(end);
    for (var first = EACH * GROUP * group.x; first < end; first += EACH * GROUP * groups.x) {
        var are_kept = 0u;
        for (var turn = 0u; turn < EACH; turn += 1u) {
            let index = first + GROUP * turn + thread;
            if (index < end && in_class(index) && (!MERGES || enter(index, size))) {
                are_kept |= 1u << turn;
            }
        }
        var place = atomicAdd(&kept_here, countOneBits(are_kept));
        workgroupBarrier();
        if (thread == 0u) {
            start = atomicAdd(&level.kept, atomicExchange(&kept_here, 0u));
        }
        workgroupBarrier();
        place += start;
        for (var left = are_kept; left != 0u; left &= left - 1u) {
            kept[place] = first + GROUP * countTrailingZeros(left) + thread;
            place += 1u;
        }
    }
}
