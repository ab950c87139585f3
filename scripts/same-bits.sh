#!/usr/bin/env bash
# Random gestures of Bausack give the same bits in a debug build, in a release build and in WebAssembly.
#   scripts/same-bits.sh 30       ten gestures for each of 30 seeds: debug against WebAssembly in Node
#   scripts/same-bits.sh 1000 release    10,000 gestures, the release build as well, and the debug build twice
set -euo pipefail
cd "$(dirname "$0")/.."
seeds=${1:-30}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
environment=$(scripts/wasm-toolchain.sh)
(
  eval "$environment"
  RUSTC=${WASM_RUSTC:-${RUSTC:-rustc}} cargo build --quiet --locked --package same-bits --lib --profile wasm \
    --target wasm32-unknown-unknown --target-dir target/wasm
)
cargo build --quiet --locked --package same-bits
node games/bausack/same-bits/fingerprints.mjs target/wasm/wasm32-unknown-unknown/wasm/same_bits.wasm 0 "$seeds" >"$work/wasm" &
node=$!
target/debug/same-bits 0 "$seeds" >"$work/debug"
wait $node
cmp "$work/debug" "$work/wasm"
others="WebAssembly"
if [ "${2:-}" = release ]; then
  cargo build --quiet --locked --release --package same-bits
  target/release/same-bits 0 "$seeds" >"$work/release"
  cmp "$work/debug" "$work/release"
  target/debug/same-bits 0 "$seeds" >"$work/again"
  cmp "$work/debug" "$work/again"
  others="WebAssembly, a release build and a second run"
fi
echo "$(wc -l <"$work/debug") gestures: $(sort -u -k2 "$work/debug" | wc -l) fingerprints, the same in a debug build, $others"
