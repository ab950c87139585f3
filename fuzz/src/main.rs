//! The search for inputs that break a target: libFuzzer changes those that reach new code. `FUZZ_TARGET` names the target;
//! `scripts/fuzz.sh` builds and runs it.
#![no_main]

use std::sync::LazyLock;

static TARGET: LazyLock<&fuzz::Target> = LazyLock::new(|| {
    let name = std::env::var("FUZZ_TARGET").unwrap_or_default();
    fuzz::TARGETS.iter().find(|target| target.name == name).expect("FUZZ_TARGET names a target")
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| (TARGET.run)(input));
