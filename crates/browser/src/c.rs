//! The interface to JavaScript: `alloc` a request, `call` with it, `free` the answer. The only unsafe code of the workspace.
//!
//! A request and an answer are UTF-8 in the module's memory. `call` takes the request over; its answer begins with its
//! length (four bytes, little end first) and belongs to the caller until it is handed to `free`.

#![allow(unsafe_code)] // pointers are all that WebAssembly and JavaScript have in common

use crate::{Host, Worker};
use std::cell::RefCell;

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment in the past.
    fn now() -> f64;
    /// Sends the page a text before the answer.
    fn report(text: *const u8, length: usize);
    /// Reports to the page why there will be no answer.
    fn fail(text: *const u8, length: usize);
}

struct Page;

impl Host for Page {
    fn now(&self) -> f64 {
        // SAFETY: the function takes nothing and gives a number; the page provides it when it loads the module.
        unsafe { now() }
    }

    fn report(&self, text: &str) {
        // SAFETY: the page reads the text during the call, while it is borrowed.
        unsafe { report(text.as_ptr(), text.len()) }
    }
}

thread_local! {
    static WORKER: RefCell<Worker> = {
        std::panic::set_hook(Box::new(|panic| {
            let text = panic.to_string();
            // SAFETY: the page reads the text during the call, while it is borrowed.
            unsafe { fail(text.as_ptr(), text.len()) };
        }));
        RefCell::default()
    };
}

/// Room for a request of `length` bytes.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub extern "C" fn alloc(length: usize) -> *mut u8 {
    Box::into_raw(vec![0_u8; length].into_boxed_slice()).cast()
}

/// Answers a request, which is taken over.
///
/// # Safety
/// `request` came from `alloc(length)` and was handed to nothing since.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn call(request: *mut u8, length: usize) -> *mut u8 {
    // SAFETY: as the caller promises, this is the box that `alloc` made, with its length.
    let request = unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(request, length)) };
    let request = String::from_utf8_lossy(&request);
    let answer = WORKER.with_borrow_mut(|worker| worker.answer(&Page, &request));
    let length = u32::try_from(answer.len()).expect("the memory of WebAssembly is smaller than that");
    let framed = [&length.to_le_bytes(), answer.as_bytes()].concat();
    Box::into_raw(framed.into_boxed_slice()).cast()
}

/// Gives an answer back, all `length` bytes of it, those of its length included.
///
/// # Safety
/// `answer` came from `call`, is that long, and was handed to nothing since.
// SAFETY: no other function of the module has this name.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn free(answer: *mut u8, length: usize) {
    // SAFETY: as the caller promises, this is the box that `call` made, with its length.
    drop(unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(answer, length)) });
}
