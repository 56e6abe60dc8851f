var<workgroup> parts: array<u64, GROUP>;

// Adds the numbers of all threads of a workgroup to the workgroup's sum.
fn add(number: u64, thread: u32, group: u32) {
    parts[thread] = number;
    workgroupBarrier();
    for (var half = GROUP / 2u; half > 0u; half >>= 1u) {
        if (thread < half) {
            parts[thread] += parts[thread + half];
        }
        workgroupBarrier();
    }
    if (thread == 0u && group < arrayLength(&sums)) {
        sums[group] += parts[0];
    }
}
