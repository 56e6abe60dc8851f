const THREADS = 256u;
const EACH = (REGIONS + THREADS - 1u) / THREADS;

var<workgroup> parts: array<u32, THREADS>;

// Adds up the moves of the regions before each region. The next level has as many nodes as there are
// moves.
@compute @workgroup_size(THREADS)
fn arrange(@builtin(local_invocation_index) thread: u32) {
    let end = min(EACH * (thread + 1u), REGIONS);
    var sum = 0u;
    for (var region = EACH * thread; region < end; region += 1u) {
        sum += regions[region].x;
    }
    parts[thread] = sum;
    workgroupBarrier();
    for (var distance = 1u; distance < THREADS; distance *= 2u) {
        var before = 0u;
        if (thread >= distance) {
            before = parts[thread - distance];
        }
        workgroupBarrier();
        parts[thread] += before;
        workgroupBarrier();
    }
    var before = parts[thread] - sum;
    for (var region = EACH * thread; region < end; region += 1u) {
        regions[region].y = before;
        before += regions[region].x;
    }
    if (thread == THREADS - 1u) {
        next_level.first = 0u;
        next_level.total = parts[thread];
        atomicStore(&next_level.kept, 0u);
    }
}
