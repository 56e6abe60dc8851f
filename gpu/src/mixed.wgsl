fn mixed(word: u64) -> u64 {
    var hash = word ^ (word >> 32u);
    hash *= 0xd6e8feb86659fd93lu;
    hash ^= hash >> 32u;
    hash *= 0xd6e8feb86659fd93lu;
    return hash ^ (hash >> 32u);
}
