// Prepares the kernels that take the listed moves, and the next chunk.
@compute @workgroup_size(1)
fn arrange() {
    let filled = atomicExchange(&queue.added, 0u);
    queue.filled = filled;
    let groups = (filled + GROUP - 1u) / GROUP;
    dispatch[0] = min(groups, ROW);
    dispatch[1] = (groups + ROW - 1u) / ROW;
    dispatch[2] = 1u;
    level.first += level.chunk;
    next_level.first = 0u;
    next_level.total = filled;
}
