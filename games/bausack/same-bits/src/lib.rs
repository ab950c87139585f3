//! Random gestures on random towers, and fingerprints of what came of them, for WebAssembly: they are the same on every
//! machine and in every build. `scripts/same-bits.sh` compares them.

mod awake;
mod gestures;

pub use awake::awake;
pub use gestures::fingerprints;

/// What JavaScript calls.
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

    thread_local! {
        static AWAKE: RefCell<Option<bausack::physics::World>> = const { RefCell::new(None) };
    }

    /// From now on there are so many blocks, all of them awake.
    // SAFETY: no other function of the module has this name.
    #[unsafe(no_mangle)]
    pub extern "C" fn wake(count: u32) {
        AWAKE.set(Some(super::awake(count)));
    }

    /// So many steps pass for them.
    // SAFETY: no other function of the module has this name.
    #[unsafe(no_mangle)]
    pub extern "C" fn pass(steps: u32) {
        AWAKE.with_borrow_mut(|world| {
            let world = world.as_mut().expect("blocks were woken");
            (0..steps).for_each(|_| world.step());
        });
    }
}
