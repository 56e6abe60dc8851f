//! The memory that a program and a module exchange: a request, and its answer.
//!
//! A program writes a request into the memory at [`input`], calls [`answer`], and reads as many
//! bytes as that returns from `output`.

use core::cell::RefCell;

/// The largest request that is read, in bytes. Requests are short.
const LONGEST: usize = 1 << 16;

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    pub(crate) static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for a request of `length` bytes and returns where it is to be written. A request that
/// is too long gets no room, and no answer but an error.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn input(length: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        input.clear();
        input.resize(length.min(LONGEST), 0);
        input.as_mut_ptr()
    })
}

/// Answers the request and returns the length of the answer.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn answer() -> usize {
    let answer = INPUT.with_borrow(|input| crate::answer_to(input));
    OUTPUT.with_borrow_mut(|output| {
        *output = answer;
        output.len()
    })
}

/// Returns where the answer is.
#[expect(unsafe_code, reason = "only the name is exported")]
#[unsafe(no_mangle)]
pub(crate) extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}
