#!/usr/bin/env bash
# Builds the pages into web/dist: the rules to WebAssembly, then the shell. Does nothing twice.
#   scripts/web.sh          everything
#   scripts/web.sh wasm     only the rules, for `npm run dev`
set -euo pipefail
cd "$(dirname "$0")/.."

environment=$(scripts/wasm-toolchain.sh)
eval "$environment"
# The rules of each game are a file of their own. So is the folder in which it is built: all are called browser.wasm.
for folder in games/*/web; do
  game=$(basename "$(dirname "$folder")")
  RUSTC=${WASM_RUSTC:-${RUSTC:-rustc}} cargo build --quiet --locked --package browser --lib --features "catalog/$game" \
    --profile wasm --target wasm32-unknown-unknown --target-dir "target/wasm/$game"
  built=target/wasm/$game/wasm32-unknown-unknown/wasm/browser.wasm
  cmp --silent "$built" "web/src/generated/$game.wasm" || cp "$built" "web/src/generated/$game.wasm"
done
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
