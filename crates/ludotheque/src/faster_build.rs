//! A release holds two builds: one for every processor since 2009, and a faster one for those since 2013.

use std::os::unix::process::CommandExt as _;
use std::process::Command;

/// The faster build, in the folder of this one. It has the version in its name: another version is never started.
const FASTER: &str = concat!("ludotheque-", env!("CARGO_PKG_VERSION"), "-x86-64-v3");

/// Becomes the faster build, if it is there and the processor can run it. Returns if not.
pub fn take_over() {
    let faster = std::env::current_exe().map(|file| file.with_file_name(FASTER));
    let Ok(faster) = faster else { return };
    if IS_FASTER || !processor_can() || !faster.is_file() {
        return;
    }
    let mut arguments = std::env::args_os();
    let name = arguments.next().unwrap_or_else(|| "ludotheque".into());
    // It returns only if the program could not be started: then this one goes on.
    let _ = Command::new(faster).arg0(name).args(arguments).exec();
}

/// Whether this is the faster build, or one for another kind of processor.
const IS_FASTER: bool = cfg!(any(target_feature = "avx2", not(target_arch = "x86_64")));

/// Whether the processor has all of x86-64-v3.
#[cfg(target_arch = "x86_64")]
fn processor_can() -> bool {
    macro_rules! all {
        ($($feature:tt)*) => { $(std::is_x86_feature_detected!($feature))&&* };
    }
    all!("avx" "avx2" "bmi1" "bmi2" "f16c" "fma" "lzcnt" "movbe")
}

#[cfg(not(target_arch = "x86_64"))]
fn processor_can() -> bool {
    false
}
