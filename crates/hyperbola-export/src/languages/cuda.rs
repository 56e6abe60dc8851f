//! CUDA C++.

use super::c;
use crate::Language;
use crate::language::Size;
use crate::syntax::{
    File, INFIX, Kernel, Operators, PLAIN_FILE, Prefixed, Several, Statements, Syntax,
};

pub(crate) const LANGUAGE: Language = Language {
    id: "cuda",
    name: "CUDA C++",
    extension: "cu",
    check: "compiled by clang++ for a device; compiled as C++ by g++ and run on the processor; not \
            run on a GPU",
    usage: "The functions are for the device and, compiled by a C++ compiler, for the host. \
            -DSELF_TEST adds a kernel that tests them, hyperbola_self_test, and on the host a \
            program: compile it with -x c++ -DSELF_TEST.",
    largest_literals: Some((Size::Bytes(1 << 20), "compilers take long over larger tables")),
    syntax: &SYNTAX,
};

const SYNTAX: Syntax = Syntax {
    operators: Operators { narrow_lookup: "(uint64_t){name}[{a}]", ..INFIX },
    statements: Statements {
        function: "DEVICE inline uint64_t {name}({parameters}) {",
        test: "DEVICE inline int {name}() {",
        nothing: "",
        several: Several {
            function: "DEVICE inline void {name}(\n    {parameters},\n    uint64_t found[{count}]) {",
            ..c::STATEMENTS.several
        },
        ..c::STATEMENTS
    },
    names: c::NAMES,
    literals: c::LITERALS,
    file: File {
        opening: OPENING,
        functions: &[FUNCTIONS],
        test: ("#ifdef SELF_TEST\n", ENDING),
        literals: ("DEVICE static const {type} {name}[{count}] = {", "};"),
        made: Err("a device's constants have no code that makes them"),
        prefixed: Some(Prefixed::Names),
        kernel: Some(Kernel {
            text: KERNEL,
            column: "const uint64_t *{name}",
            byte_column: "const uint8_t *{name}",
            word: "{name}[place]",
            is_black: "0 - (uint64_t)sides_to_move[place]",
            castling: "(uint64_t)castling[place]",
            usage: "The kernel takes the columns of some positions in the same order, as pointers of the \
                    device: words, and bytes of the sides to move, 1 for Black, and of castling. Then \
                    come the number of positions and the place of the words. A thread takes a \
                    position; there may be more threads.",
        }),
        ..PLAIN_FILE
    },
};

/// The compiler at run time has no headers.
const OPENING: &str = "\
#ifdef __CUDACC_RTC__
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
#else
#include <cstdint>
#endif

#ifdef __CUDACC__
#define DEVICE __device__
#else
#define DEVICE
#endif

";

/// A program loads it by its name.
const KERNEL: &str = r#"
#ifdef __CUDACC__
// Calls {name} for each of so many positions, and writes the words of a position side by side.
extern "C" __global__ void {name}_kernel(
    {columns},
    uint64_t positions, uint64_t *found) {
    const uint64_t place = (uint64_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (place < positions) {
        {name}(
            {arguments},
            found + {count} * place);
    }
}
#endif

"#;

/// Functions that a device computes by one or two instructions. It has no instruction for trailing
/// zeros.
const FUNCTIONS: &str = r#"
== swap_bytes
#ifdef __CUDA_ARCH__
DEVICE inline uint64_t swap_bytes(uint64_t x) {
    const uint64_t low = __byte_perm((uint32_t)x, 0, 0x0123);
    return (low << 32) | __byte_perm((uint32_t)(x >> 32), 0, 0x0123);
}
#else
{formula}
#endif

== reverse_bits
#ifdef __CUDA_ARCH__
DEVICE inline uint64_t reverse_bits(uint64_t x) {
    return __brevll(x);
}
#else
{formula}
#endif

== leading_zeros
#ifdef __CUDA_ARCH__
DEVICE inline uint64_t leading_zeros(uint64_t x) {
    return (uint64_t)__clzll((long long)x);
}
#else
{formula}
#endif

== trailing_zeros
#ifdef __CUDA_ARCH__
DEVICE inline uint64_t trailing_zeros(uint64_t x) {
    return (uint64_t)__clzll((long long)__brevll(x));
}
#else
{formula}
#endif

== count_ones
#ifdef __CUDA_ARCH__
DEVICE inline uint64_t count_ones(uint64_t x) {
    return (uint64_t)__popcll(x);
}
#else
{formula}
#endif

== multiply_high
#ifdef __CUDA_ARCH__
DEVICE inline uint64_t multiply_high(uint64_t a, uint64_t b) {
    return __umul64hi(a, b);
}
#else
{formula}
#endif
"#;

const ENDING: &str = r#"
#ifdef __CUDACC__
// Runs the test on the device: one thread.
__global__ void hyperbola_self_test(int *passed) {
    *passed = self_test();
}
#else
#include <cstdio>

int main() {
    const int passed = self_test();
    std::puts(passed ? "passed" : "failed");
    return !passed;
}
#endif
#endif
"#;
