//! Random gestures on random towers, and fingerprints of what came of them, for WebAssembly: they are the same on every
//! machine and in every build. `scripts/same-bits.sh` compares them.

mod gestures;

pub use gestures::fingerprints;

/// What JavaScript calls: the `nth` fingerprint of a seed.
#[cfg(target_arch = "wasm32")]
mod c {
    #![allow(unsafe_code)] // a name has to be exported

    use std::cell::RefCell;

    thread_local! {
        static LAST: RefCell<(u32, Vec<u64>)> = const { RefCell::new((0, Vec::new())) };
    }

    /// The fingerprint of the `nth` gesture of a seed.
    // SAFETY: no other function of the module has this name.
    #[unsafe(no_mangle)]
    pub extern "C" fn fingerprint(seed: u32, nth: u32) -> u64 {
        LAST.with_borrow_mut(|(known, prints)| {
            if *known != seed || prints.is_empty() {
                (*known, *prints) = (seed, super::fingerprints(u64::from(seed)).collect());
            }
            prints[nth as usize]
        })
    }
}
