#!/usr/bin/env bash
# Random gestures of Bausack give the same bits in a debug build, in a release build, twice, and in WebAssembly.
#   scripts/same-bits.sh 30              twenty gestures for each of 30 seeds, half of them by hands that tremble: debug against WebAssembly in Node
#   scripts/same-bits.sh 1000 release    20,000 gestures: the release build, Chromium and a second run as well
set -euo pipefail
cd "$(dirname "$0")/.."
seeds=${1:-30}
wasm=target/wasm/wasm32-unknown-unknown/wasm/same_bits.wasm
here=games/bausack/same-bits

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
environment=$(scripts/wasm-toolchain.sh)
(
  eval "$environment"
  RUSTC=${WASM_RUSTC:-${RUSTC:-rustc}} cargo build --quiet --locked --package same-bits --lib --profile wasm \
    --target wasm32-unknown-unknown --target-dir target/wasm
)
# With the whole workspace, so that what its tests were built from is not built again.
cargo build --quiet --locked --workspace --example fingerprints
# From seed 1,000,000 on, hands tremble.
first=1000000
both() { "$@" 0 "$seeds" && "$@" $first $((first + seeds)); }
both node $here/fingerprints.mjs $wasm >"$work/wasm" &
node=$!
both target/debug/examples/fingerprints >"$work/debug"
wait $node
cmp "$work/debug" "$work/wasm"
others="WebAssembly in Node"
if [ "${2:-}" = release ]; then
  cargo build --quiet --locked --release --package bausack --example fingerprints
  both node $here/chromium.mjs $wasm >"$work/chromium" &
  chromium=$!
  both target/release/examples/fingerprints >"$work/release"
  both target/release/examples/fingerprints >"$work/again"
  wait $chromium
  cmp "$work/debug" "$work/release"
  cmp "$work/debug" "$work/again"
  cmp "$work/debug" "$work/chromium"
  others="WebAssembly in Node and in Chromium, a release build and a second run"
fi
echo "$(wc -l <"$work/debug") gestures: $(sort -u -k2 "$work/debug" | wc -l) fingerprints, the same in a debug build, $others"
