#!/usr/bin/env bash
# Builds the pages into web/dist: the rules to WebAssembly, then the shell. Does nothing twice.
#   scripts/web.sh          everything
#   scripts/web.sh wasm     only the rules, for `npm run dev`
set -euo pipefail
cd "$(dirname "$0")/.."

environment=$(scripts/wasm-toolchain.sh)
eval "$environment"
RUSTC=${WASM_RUSTC:-${RUSTC:-rustc}} cargo build --quiet --locked --package browser --lib --profile wasm \
  --target wasm32-unknown-unknown --target-dir target/wasm
mkdir -p web/src/generated
wasm=target/wasm/wasm32-unknown-unknown/wasm/browser.wasm
cmp --silent "$wasm" web/src/generated/house.wasm || cp "$wasm" web/src/generated/house.wasm
[ "${1:-}" != wasm ] || exit 0

cd web
if ! [ -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  npm ci --no-audit --no-fund
fi
# What the pages are made of; a built page is newer than all of it.
sources=(src public index.html package-lock.json vite.config.ts ../games/*/web ../games/*/lesson.json ../games/*/puzzles.txt)
if [ -f dist/index.html ] && [ -z "$(find "${sources[@]}" -newer dist/index.html -print -quit)" ]; then
  exit 0
fi
npm run --silent build
