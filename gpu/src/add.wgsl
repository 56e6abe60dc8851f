// A sum of numbers by the lower and by the upper halves of their weights.
struct Sum {
    low: u64,
    high: u64,
}

var<workgroup> parts: array<Sum, GROUP>;

// Adds a number, which has less than 32 bits, by the weight of a node.
fn count(sum: ptr<function, Sum>, number: u64, index: u32) {
    let weight = weights[index];
    (*sum).low += number * u64(weight.x);
    (*sum).high += number * u64(weight.y);
}

// Adds the sums of all threads of a workgroup to the workgroup's sum.
fn add(sum: Sum, thread: u32, group: u32) {
    parts[thread] = sum;
    workgroupBarrier();
    for (var half = GROUP / 2u; half > 0u; half >>= 1u) {
        if (thread < half) {
            parts[thread].low += parts[thread + half].low;
            parts[thread].high += parts[thread + half].high;
        }
        workgroupBarrier();
    }
    if (thread == 0u) {
        let all = parts[0];
        sums[3u * group] += all.low & 0xfffffffflu;
        sums[3u * group + 1u] += (all.low >> 32u) + (all.high & 0xfffffffflu);
        sums[3u * group + 2u] += all.high >> 32u;
    }
}
